package judge

import (
	"net/url"
	"strings"
	"time"
	"unicode"
)

// ADay is what a date is, as callers read of it.
const ADay = "a day of the calendar, written yyyy-MM-dd"

// formatWords are the formats that are judged, as callers read of them.
var formatWords = map[string]string{
	"date":      ADay,
	"date-time": "a time, written as 2006-01-02T15:04:05Z",
	"email":     "an email address",
	"uri":       "an absolute URI",
}

// written reports whether text has the format.
func written(format, text string) bool {
	switch format {
	case "date":
		_, ok := Day(text)
		return ok
	case "date-time":
		_, err := time.Parse(time.RFC3339, strings.ToUpper(text))
		return err == nil
	case "email":
		local, domain, ok := cutLast(text, "@")
		return ok && local != "" && domain != "" && !strings.ContainsFunc(domain, unicode.IsSpace)
	case "uri":
		u, err := url.Parse(text)
		return err == nil && u.IsAbs() && !strings.ContainsFunc(text, unicode.IsSpace)
	}
	return true
}

// Day reads a day of the calendar, at midnight UTC.
func Day(text string) (time.Time, bool) {
	t, err := time.Parse(time.DateOnly, text)
	return t, err == nil && len(text) == len(time.DateOnly)
}

func cutLast(text, separator string) (before, after string, found bool) {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(separator):], true
}
