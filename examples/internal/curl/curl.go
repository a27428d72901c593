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

// line is a command of plain words and of words in single quotes; a backslash at
// a line's end joins it with the next.
var line = regexp.MustCompile(`^curl(?:\s+(?:\\\n\s*)?(?:'[^']*'|[^\s'"\\]+))+$`)

var word = regexp.MustCompile(`'([^']*)'|[^\s'\\]+`)

// Run does what the line says and returns the body of the answer. An event
// stream is the body of one answer.
func Run(command string) (string, error) {
	command = strings.TrimSpace(command)
	if !line.MatchString(command) {
		return "", fmt.Errorf("not a line that is understood here: %s", command)
	}
	request, err := read(words(command)[1:])
	if err != nil {
		return "", err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }() // read to its end below
	answer, err := io.ReadAll(response.Body)
	return string(answer), err
}

func words(command string) (words []string) {
	for _, m := range word.FindAllStringSubmatch(command, -1) {
		if strings.HasPrefix(m[0], "'") {
			m[0] = m[1]
		}
		words = append(words, m[0])
	}
	return words
}

// read makes the request of: [-N] [--json BODY] [-H HEADER]… URL, in any order.
func read(words []string) (*http.Request, error) {
	method, body, url, headers := http.MethodGet, "", "", http.Header{}
	said := http.Header{}
	for i := 0; i < len(words); i++ {
		option := words[i]
		switch takes := option == "--json" || option == "-H"; {
		case takes && i+1 == len(words):
			return nil, fmt.Errorf("%s is followed by nothing", option)
		case option == "-N": // nothing is held back here
		case option == "--json":
			i++
			method, body = http.MethodPost, words[i]
			headers.Set("Content-Type", "application/json")
			headers.Set("Accept", "application/json")
		case option == "-H":
			i++
			name, value, _ := strings.Cut(words[i], ":")
			said.Add(name, strings.TrimSpace(value))
		case strings.HasPrefix(option, "-") || url != "":
			return nil, fmt.Errorf("%s is not understood here", option)
		default:
			url = option
		}
	}
	return asked(method, url, body, headers, said)
}

// asked is the request. A header that was said replaces what an option implies.
func asked(method, url, body string, headers, said http.Header) (*http.Request, error) {
	if !strings.Contains(url, "://") {
		url = "http://" + url
	}
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header = headers
	for name, values := range said {
		request.Header[name] = values
	}
	return request, nil
}
