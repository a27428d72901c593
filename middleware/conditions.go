package middleware

import "strings"

// A conditional is a rule that depends on what other fields hold.
type conditional struct {
	head   string // up to the first field
	join   string // between two fields
	values bool   // the parameter alternates fields and values
	tail   string // after the last field
}

const (
	required = "is required"
	excluded = "must be left out"
)

var conditionals = map[string]conditional{
	"required_if":          {required + " when ", " and ", true, ""},
	"skip_unless":          {required + " when ", " and ", true, ""},
	"required_unless":      {required + " unless ", " or ", true, ""},
	"required_with":        {required + " when ", " or ", false, " is given"},
	"required_with_all":    {required + " when ", " and ", false, " are given"},
	"required_without":     {required + " when ", " or ", false, " is missing"},
	"required_without_all": {required + " when ", " and ", false, " are missing"},
	"excluded_if":          {excluded + " when ", " and ", true, ""},
	"excluded_unless":      {excluded + " unless ", " or ", true, ""},
	"excluded_with":        {excluded + " when ", " or ", false, " is given"},
	"excluded_with_all":    {excluded + " when ", " and ", false, " are given"},
	"excluded_without":     {excluded + " when ", " or ", false, " is missing"},
	"excluded_without_all": {excluded + " when ", " and ", false, " are missing"},
}

func condition(r rule, other func(goPath string) string) string {
	c, ok := conditionals[r.name]
	if !ok {
		return ""
	}
	words := paramWords(r.param)
	var parts []string
	for i := 0; i < len(words); i++ {
		part := other(words[i])
		if c.values && i+1 < len(words) {
			i++
			part += " is " + words[i]
		}
		parts = append(parts, part)
	}
	tail := c.tail
	if len(parts) == 1 {
		tail = strings.Replace(tail, " are ", " is ", 1)
	}
	return c.head + strings.Join(parts, c.join) + tail
}
