package uritemplate

import (
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func templateOf(tb testing.TB, text string) *Template {
	tb.Helper()
	t, err := Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

func TestATemplateNamesItsVariables(t *testing.T) {
	for text, want := range map[string][]string{
		"orders://{id}":                         {"id"},
		"urn:{id}":                              {"id"},
		"test://template/{id}/data":             {"id"},
		"file:///{+path}":                       {"path"},
		"x://{a}{/b}/{c_2}-{D}{?e,f}":           {"a", "b", "c_2", "D", "e", "f"},
		"x://all{?page}":                        {"page"},
		"x+y-z.1://caf%C3%A9/{a}?fixed=1&b={b}": {"a", "b"},
	} {
		if diff := cmp.Diff(want, templateOf(t, text).Variables()); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestWhatATemplateMayNotHaveIsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"":                `does not begin with a scheme; write it out, as in orders://{id}`,
		"{id}":            `has nothing between {id} and what is before it; put text there`,
		"/orders/{id}":    `does not begin with a scheme`,
		"o{x}://a":        `does not begin with a scheme`,
		"1x://{id}":       `does not begin with a scheme`,
		"x://a":           `has no variable; declare a resource with that URI instead`,
		"x://{a":          `has a brace that is not closed; write variables as {name}`,
		"x://a}":          `has "x://a}", which no URI has; write it percent-encoded, and braces in pairs around a name`,
		"x://{a}}":        `has "}", which no URI has`,
		"x://{{a}}":       `has the variable "{a"; write {name}, {+name}, {/name} or {?name,name}, with names of letters, digits and _`,
		"x://{}":          `has the variable ""`,
		"x://{+}":         `has the variable ""`,
		"x://{?}":         `has the variable ""`,
		"x://{a*}":        `has the variable "a*"`,
		"x://{a:3}":       `has the variable "a:3"`,
		"x://{a,b}":       `has the variable "a,b"`,
		"x://{#a}":        `has the variable "#a"`,
		"x://{&a}":        `has the variable "&a"`,
		"x://{/a,b}":      `has the variable "a,b"`,
		"x://{?a,,b}":     `has the variable ""`,
		"x://{?a*}":       `has the variable "a*"`,
		"x://{ä}":         `has the variable "ä"`,
		"x://{a b}":       `has the variable "a b"`,
		"x://{a}/{a}":     `has the variable "a" twice; rename one`,
		"x://{a}{?a}":     `has the variable "a" twice`,
		"x://{?a,a}":      `has the variable "a" twice`,
		"x://{a}{b}":      `has nothing between {b} and what is before it`,
		"x://{a}{+b}":     `has nothing between {+b} and what is before it`,
		"x://{/a}{b}":     `has nothing between {b} and what is before it`,
		"x://{+a}/{+b}":   `has a second variable that may hold slashes, {+b}; write {name} for all but one`,
		"x://{?a}/b":      `has "/b" after its parameters; write {?…} at the end`,
		"x://{?a}{b}":     `goes on after its parameters; write one {?…}, at the end`,
		"x://{?a}{?b}":    `goes on after its parameters`,
		"x://a?b=1{?c}":   `has a ? or # before its parameters; {?…} writes its own`,
		"x://a?b={b}{?c}": `has a ? or # before its parameters`,
		"x://a#b{?c}":     `has a ? or # before its parameters`,
		"x://é/{a}":       `has "x://é/", which no URI has; write it percent-encoded`,
		"x://a b/{a}":     `which no URI has`,
		"x://a%2/{a}":     `which no URI has`,
		"x://a%{a}":       `which no URI has`,
		"x://\x00{a}":     `which no URI has`,
		"x://" + strings.Repeat("a", 9000) + "/{a}": `is longer than 8192 bytes; shorten it`,
	} {
		tmpl, err := Parse(text)
		if err == nil || tmpl != nil || !strings.HasPrefix(err.Error(), "the URI template ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

func TestAMatchGivesTheVariables(t *testing.T) {
	type values = []benzene.Param
	for _, c := range []struct {
		template, uri string
		want          values
	}{
		{"orders://{id}", "orders://7", values{{Name: "id", Value: "7"}}},
		{"orders://{id}", "orders://a%20b+c%C3%A9", values{{Name: "id", Value: "a b+cé"}}},
		{"orders://{id}", "orders://..a", values{{Name: "id", Value: "..a"}}},
		{"orders://{id}", "orders://%252F", values{{Name: "id", Value: "%2F"}}},
		{"orders://{id}", "orders://%252e%252e", values{{Name: "id", Value: "%2e%2e"}}},
		{"test://template/{id}/data", "test://template/123/data", values{{Name: "id", Value: "123"}}},
		{"x://{a}-{b}.json", "x://1-2-3.json.json", values{{Name: "a", Value: "1"}, {Name: "b", Value: "2-3.json"}}},
		{"x://{a}-{b}", "x://---", values{{Name: "a", Value: "-"}, {Name: "b", Value: "-"}}},
		{"x://{a}{/b}", "x://1/2", values{{Name: "a", Value: "1"}, {Name: "b", Value: "2"}}},
		{"file:///{+path}", "file:///a/b%20c/d", values{{Name: "path", Value: "a/b c/d"}}},
		{"file:///{+path}", "file:///a%2Fb?c#d", values{{Name: "path", Value: "a/b?c#d"}}},
		{"x://{a}/{+b}/{c}-{d}/e", "x://1/2/3/4-5-6/e",
			values{{Name: "a", Value: "1"}, {Name: "b", Value: "2/3"}, {Name: "c", Value: "4-5"}, {Name: "d", Value: "6"}}},
		{"x://{+a}-{b}", "x://1-2/3-4", values{{Name: "a", Value: "1-2/3"}, {Name: "b", Value: "4"}}},
		{"x://{a}{?q,n}", "x://1", values{{Name: "a", Value: "1"}}},
		{"x://{a}{?q,n}", "x://1?n=2&q=a%2Fb%26c/d=", values{{Name: "a", Value: "1"}, {Name: "q", Value: "a/b&c/d="}, {Name: "n", Value: "2"}}},
		{"x://all{?q}", "x://all?q=", values{{Name: "q", Value: ""}}},
		{"x://all{?q}", "x://all", values{}},
		{"x://{+a}{?q}", "x://1/2?q=?", values{{Name: "a", Value: "1/2"}, {Name: "q", Value: "?"}}},
	} {
		got, ok := templateOf(t, c.template).Match(c.uri)
		if diff := cmp.Diff(c.want, got); diff != "" || !ok {
			t.Errorf("%s in %s: %t %s", c.uri, c.template, ok, diff)
		}
	}
}

func TestWhatDoesNotFitATemplateIsNoMatch(t *testing.T) {
	for _, c := range []struct {
		template string
		uris     []string
	}{
		{"x://{id}", []string{
			"", "x://", "X://a", "y://a", "x://a/b", "x://a?b", "x://a#b",
			"x://..", "x://%2e%2e", "x://.%2E", "x://a%2F..%2F..%2Fetc", "x://a%2Fb", "x://a%5Cb", `x://a\b`, "x://%2F",
			"x://%00", "x://a%0Ab", "x://%7F", "x://%C2%85", "x://%FF", "x://%C3", "x://%", "x://%2", "x://%zz", "x://a b", "x://é", "x://\x00", "x://{id}",
			"x://" + strings.Repeat("a", longestURI),
		}},
		{"x://{id}/data", []string{"x:///data", "x://a/Data", "x://a/data/", "x://a/b/data", "x://a/data/data", "x://../data", "x://data"}},
		{"x://{+path}", []string{
			"x://", "x://..", "x://../a", "x://a/../b", "x://a/..", "x://a%2F..%2F..%2Fetc", "x://%2e%2e/a", "x://a/%2e./b",
			"x://a%5C..%5Cb", "x://a%5C../b", "x://a/%00", "x://%FF",
		}},
		{"x://{a}-{b}", []string{"x://-b", "x://a-", "x://a", "x://-", "x://--", "x://a-b/c", "x://a/b-c"}},
		{"x://{a}2{b}", []string{"x://%20a"}}, // within an escape
		{"x://{+a}/{b}", []string{"x://a", "x://a/", "x:///b", "x://a/..", "x://../b"}},
		{"x://{a}/{+b}", []string{"x://a", "x://a/", "x:///b", "x://a/../b"}},
		{"x://a{b}aa", []string{"x://aa", "x://aaa"}}, // the ends do not overlap
		{"x://a{?q,n}", []string{
			"x://b", "x://a?", "x://a?q", "x://a?q=1&q=2", "x://a?x=1", "x://a?q=1&", "x://a?&q=1", "x://a?Q=1", "x://a?%71=1",
			"x://a?q=1#f", "x://a?q=..", "x://a?q=a/../b", "x://a?q=%00", "x://a?q=%FF", "x://a/?q=1",
		}},
	} {
		tmpl := templateOf(t, c.template)
		for _, uri := range c.uris {
			if got, ok := tmpl.Match(uri); ok || got != nil {
				t.Errorf("%.40q is %s with %v", uri, c.template, got)
			}
		}
	}
}

// A search that tries one split after the other would take years.
func TestAMatchTakesTimeInProportion(t *testing.T) {
	tmpl := templateOf(t, "x://"+strings.Repeat("a", 3)+"{a}a{b}aa{c}a{d}a{+e}a{f}aa{g}a{h}a{i}b")
	uri := "x://" + strings.Repeat("a", longestURI-4)
	begin := time.Now()
	for range 100 {
		_, _ = tmpl.Match(uri)
		_, _ = tmpl.Match(uri[:len(uri)-1] + "b")
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	if _, ok := tmpl.Match(uri[:len(uri)-1] + "b"); !ok {
		t.Error("does not match")
	}
}

func TestWhatIsAURI(t *testing.T) {
	for text, want := range map[string]bool{
		"test://static-text":             true,
		"file:///a/b%20c?d=e&f#g":        true,
		"urn:isbn:0451450523":            true,
		"x+y-z.1:[::1]":                  true,
		"a:" + strings.Repeat("b", 8190): true,
		"a:" + strings.Repeat("b", 8191): false,
		"":                               false,
		"x":                              false,
		"://a":                           false,
		"1x://a":                         false,
		"x y://a":                        false,
		"x_y://a":                        false,
		"/a:b":                           false,
		"x://a b":                        false,
		"x://a\tb":                       false,
		"x://a\n":                        false,
		"x://{a}":                        false,
		"x://é":                          false,
		"x://a%2":                        false,
		"x://a%g0":                       false,
		`x://a\b`:                        false,
		"x://\x7f":                       false,
	} {
		if got := IsURI(text); got != want {
			t.Errorf("%.40q: %t", text, got)
		}
	}
}

// Whatever matches is text that stays within its place, and writing the values
// into the template leads to them again.
func FuzzMatch(f *testing.F) {
	for _, uri := range []string{
		"x://a/b/c-d", "x://a%2F..%2F..%2Fetc/b/c-d", "x://../b/c-d", "x://%252F/%252e/c-d?q=1", "x://a/b/../c/d-e?q=%2e%2e", "x://a/%00/c-d", "x://-/-/---?q=&q=",
	} {
		f.Add(uri)
	}
	tmpl := templateOf(f, "x://{a}/{+b}/{c}-{d}{?q}")
	f.Fuzz(func(t *testing.T, uri string) {
		values, ok := tmpl.Match(uri)
		if !ok {
			return
		}
		expanded := [...]string{"x://", "/", "/", "-", "?q="}
		var again strings.Builder
		for i, v := range values {
			for segment := range strings.SplitSeq(strings.ReplaceAll(v.Value, `\`, "/"), "/") {
				if segment == ".." {
					t.Errorf("%q leads up by %q", uri, v.Value)
				}
			}
			if strings.ContainsFunc(v.Value, unicode.IsControl) || v.Name != "b" && v.Name != "q" && (v.Value == "" || strings.ContainsAny(v.Value, `/\`)) {
				t.Errorf("%q has %s %q", uri, v.Name, v.Value)
			}
			again.WriteString(expanded[i])
			again.WriteString(escaped(v))
		}
		if len(again.String()) > longestURI {
			t.Skip("too long once escaped")
		}
		if got, ok := tmpl.Match(again.String()); !ok || !cmp.Equal(values, got) {
			t.Errorf("%q gives %v, and %q gives %v", uri, values, again.String(), got)
		}
	})
}

func escaped(v benzene.Param) string {
	text := strings.NewReplacer("+", "%20", "-", "%2D").Replace(url.QueryEscape(v.Value))
	if v.Name == "b" {
		text = strings.ReplaceAll(text, "%2F", "/")
	}
	return text
}
