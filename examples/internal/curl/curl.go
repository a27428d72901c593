// Package curl runs the curl lines that pages and programs print, so that tests
// can hold them to what they promise. It knows the few forms that are printed.
package curl

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
)

// line is: curl [--json 'BODY'] URL
var line = regexp.MustCompile(`^curl (?:--json '([^']*)' )?(\S+)$`)

// Run does what the line says and returns the body of the answer.
func Run(command string) (string, error) {
	m := line.FindStringSubmatch(strings.TrimSpace(command))
	if m == nil {
		return "", fmt.Errorf("not a line that is understood here: %s", command)
	}
	body, url := m[1], m[2]
	if !strings.Contains(url, "://") {
		url = "http://" + url
	}
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }() // read to its end below
	answer, err := io.ReadAll(response.Body)
	return string(answer), err
}
