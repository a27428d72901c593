package uritemplate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/benzene-go/framework/transports/mcp/internal/ascii"
)

// Parse reads a URI template. The error says what is allowed instead.
func Parse(text string) (*Template, error) {
	t := &Template{rest: -1}
	if err := t.parse(text); err != nil {
		return nil, fmt.Errorf("the URI template %q %w", text, err)
	}
	if t.rest < 0 {
		t.rest = len(t.parts) - 1
	}
	return t, nil
}

func (t *Template) parse(text string) error {
	if len(text) > longestURI {
		return fmt.Errorf("is longer than %d bytes; shorten it", longestURI)
	}
	for {
		literal, after, more := strings.Cut(text, "{")
		if err := t.addLiteral(literal); err != nil {
			return err
		}
		if !more {
			return t.check()
		}
		expression, rest, closed := strings.Cut(after, "}")
		if !closed {
			return errors.New("has a brace that is not closed; write variables as {name}")
		}
		if err := t.addExpression(expression); err != nil {
			return err
		}
		text = rest
	}
}

func (t *Template) addLiteral(text string) error {
	switch {
	case !isURIText(text):
		return fmt.Errorf("has %q, which no URI has; write it percent-encoded, and braces in pairs around a name", text)
	case t.query != nil && text != "":
		return fmt.Errorf("has %q after its parameters; write {?…} at the end", text)
	}
	t.tail += text
	return nil
}

func (t *Template) addExpression(text string) error {
	if t.query != nil {
		return errors.New("goes on after its parameters; write one {?…}, at the end")
	}
	names, parameters := strings.CutPrefix(text, "?")
	if parameters {
		return t.addParameters(names)
	}
	name, slashy := strings.CutPrefix(text, "+")
	if segment, slash := strings.CutPrefix(text, "/"); slash {
		name = segment
		t.tail += "/"
	}
	switch {
	case t.tail == "":
		return fmt.Errorf("has nothing between {%s} and what is before it; put text there, so that it is clear where one ends", text)
	case slashy && t.rest >= 0:
		return fmt.Errorf("has a second variable that may hold slashes, {%s}; write {name} for all but one", text)
	case slashy:
		t.rest = len(t.parts)
	}
	if err := t.checkName(name); err != nil {
		return err
	}
	t.parts = append(t.parts, part{t.tail, name, slashy})
	t.tail = ""
	return nil
}

func (t *Template) addParameters(names string) error {
	for name := range strings.SplitSeq(names, ",") {
		if err := t.checkName(name); err != nil {
			return err
		}
		t.query = append(t.query, name)
	}
	return nil
}

func (t *Template) checkName(name string) error {
	switch {
	case !isVariable(name):
		return fmt.Errorf("has the variable %q; write {name}, {+name}, {/name} or {?name,name}, with names of letters, digits and _", name)
	case slices.Contains(t.Variables(), name):
		return fmt.Errorf("has the variable %q twice; rename one", name)
	}
	return nil
}

func isVariable(name string) bool {
	for _, c := range []byte(name) {
		if !ascii.IsAlphanumeric(c) && c != '_' {
			return false
		}
	}
	return name != ""
}

// check says what is wrong with t as a whole.
func (t *Template) check() error {
	head := t.tail
	if len(t.parts) > 0 {
		head = t.parts[0].before
	}
	switch {
	case !hasScheme(head):
		return errors.New("does not begin with a scheme; write it out, as in orders://{id}")
	case len(t.Variables()) == 0:
		return errors.New("has no variable; declare a resource with that URI instead")
	case t.query != nil && t.fixed("?#"):
		return errors.New("has a ? or # before its parameters; {?…} writes its own")
	}
	return nil
}

// fixed reports whether the text around the variables has one of chars.
func (t *Template) fixed(chars string) bool {
	return strings.ContainsAny(t.tail, chars) ||
		slices.ContainsFunc(t.parts, func(p part) bool { return strings.ContainsAny(p.before, chars) })
}
