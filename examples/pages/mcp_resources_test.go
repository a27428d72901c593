package pages

import (
	"strings"
	"testing"
)

func TestResourcesAndPromptsAnswerInBothEras(t *testing.T) {
	handler := offering(t, seats(), Reading(), Beginnings())
	for _, c := range []struct{ method, name, params, want string }{
		{"resources/list", "", "", `"uri":"seats://plan"`},
		{"resources/templates/list", "", "", `"uriTemplate":"seats://{flight}/{row}"`},
		{"resources/read", "seats://notice", `"uri":"seats://notice"`, `"mimeType":"text/plain","text":"Row 13 is out of order."`},
		{"resources/read", "seats://BZ1/7", `"uri":"seats://BZ1/7"`, `"mimeType":"application/json","text":"{\"row\":7,`},
		{"resources/read", "seats://plan", `"uri":"seats://plan"`, `"mimeType":"image/svg+xml"`},
		{"prompts/list", "", "", `"arguments":[{"name":"place","description":"Window, middle or aisle.","required":true}]`},
		{"prompts/get", "advise", `"name":"advise","arguments":{"place":"window"}`, `"role":"user","content":{"type":"text","text":"I would like to sit at the window.`},
		{"prompts/get", "compare", `"name":"compare","arguments":{"first":"BZ1","second":"BZ2"}`, `Compare flight BZ1 with flight BZ2`},
		{"completion/complete", "", `"ref":{"type":"ref/prompt","name":"advise"},"argument":{"name":"place","value":"w"}`, `"values":["window"]`},
		{"completion/complete", "", `"ref":{"type":"ref/prompt","name":"compare"},"argument":{"name":"first","value":"BZ1"}`, `"values":["BZ1","BZ17"]`},
	} {
		for _, later := range []bool{false, true} {
			if code, body := ask(handler, later, c.method, c.name, c.params); code != 200 || !strings.Contains(body, c.want) {
				t.Errorf("%s %s, later era %t: got %d %s; want %s", c.method, c.params, later, code, body, c.want)
			}
		}
	}
}

func TestWhatCannotBeReadIsAnError(t *testing.T) {
	handler := offering(t, seats(), Reading(), Beginnings())
	for _, c := range []struct{ method, name, params, before, later string }{
		{"resources/read", "seats://BZ1/13", `"uri":"seats://BZ1/13"`, `"code":-32002`, `"code":-32602`},
		{"resources/read", "seats://none", `"uri":"seats://none"`, `"code":-32002`, `"code":-32602`},
		{"prompts/get", "advise", `"name":"advise"`, `"code":-32602`, `"code":-32602`},
		{"prompts/get", "none", `"name":"none"`, `"code":-32602`, `"code":-32602`},
	} {
		if code, body := ask(handler, false, c.method, c.name, c.params); code != 200 || !strings.Contains(body, c.before) {
			t.Errorf("%s %s: got %d %s; want %s", c.method, c.params, code, body, c.before)
		}
		if code, body := ask(handler, true, c.method, c.name, c.params); code != 400 || !strings.Contains(body, c.later) {
			t.Errorf("%s %s, later: got %d %s; want 400 %s", c.method, c.params, code, body, c.later)
		}
	}
}
