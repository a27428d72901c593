package http

import (
	"net/url"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// mostValues is how many query values of one request may fill fields.
const mostValues = 1000

// readQuery adds the values of query to params that name one of fields, in any
// case. Others are ignored, but none may be malformed.
func readQuery(params []benzene.Param, query string, fields []string) ([]benzene.Param, *refusal) {
	values := 0
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		key, value, err := readPair(pair)
		if err != nil {
			return nil, badQuery("the query must be percent-encoded, not %.100q", pair)
		}
		for _, field := range fields {
			if !strings.EqualFold(field, key) {
				continue
			}
			if values++; values > mostValues {
				return nil, badQuery("the query must not have more than %d values", mostValues)
			}
			params = append(params, benzene.Param{Name: field, Value: value})
		}
	}
	return params, nil
}

func readPair(pair string) (key, value string, err error) {
	key, value, _ = strings.Cut(pair, "=")
	if key, err = url.QueryUnescape(key); err != nil {
		return "", "", err
	}
	value, err = url.QueryUnescape(value)
	return key, value, err
}
