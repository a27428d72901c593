package schema

import "time"

func format(name string) note {
	if name == "" {
		return nil
	}
	return func(s *Schema) { s.Format = name }
}

func pattern(expression string, zero bool) note {
	if zero {
		expression = "(?:" + expression + ")?"
	}
	return func(s *Schema) { s.Pattern = "^" + expression + "$" }
}

// formats are the rules that JSON Schema has a format for. Formats are
// annotations; they need not agree to the last letter.
var formats = map[string]string{
	"email": "email",
	"uuid":  "uuid", "uuid3": "uuid", "uuid4": "uuid", "uuid5": "uuid", "uuid7": "uuid",
	"uuid_rfc4122": "uuid", "uuid3_rfc4122": "uuid", "uuid4_rfc4122": "uuid", "uuid5_rfc4122": "uuid",
	"url": "uri", "http_url": "uri", "https_url": "uri",
	"uri":  "uri-reference",
	"ipv4": "ipv4", "ipv6": "ipv6",
	"hostname": "hostname", "hostname_rfc1123": "hostname", "fqdn": "hostname",
}

var layouts = map[string]string{
	time.DateOnly:    "date",
	time.RFC3339:     "date-time",
	time.RFC3339Nano: "date-time",
}

// patterns are the rules that are an expression in the validator too.
var patterns = map[string]string{
	"alpha":         `[a-zA-Z]+`,
	"alphaspace":    `[a-zA-Z ]+`,
	"alphanum":      `[a-zA-Z0-9]+`,
	"alphanumspace": `[a-zA-Z0-9 ]+`,
	"number":        `[0-9]+`,
	"numeric":       `[-+]?[0-9]+(?:\.[0-9]+)?`,
	"hexadecimal":   `(?:0[xX])?[0-9a-fA-F]+`,
	"e164":          `\+?[1-9][0-9]{7,14}`,
}
