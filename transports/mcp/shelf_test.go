package mcp_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

const (
	withHandshake = "2025-11-25"
	without       = "2026-07-28"
)

// bothEras are a revision of each.
var bothEras = []string{withHandshake, without}

type getShelf struct {
	Number int    `json:"number" validate:"required"`
	Side   string `json:"side,omitzero"`
}

type shelf struct {
	Number int    `json:"number"`
	Side   string `json:"side"`
}

type getPage struct {
	Path string `json:"path"`
}

type greeting struct {
	Name string   `json:"name" validate:"required" description:"Whom to greet."`
	Age  int      `json:"age,omitzero" validate:"max=150"`
	Tags []string `json:"tags,omitempty"`
	Deep *shelf   `json:"deep,omitempty"`
}

func numerals(count int) (list []string) {
	for i := range count {
		list = append(list, strconv.Itoa(i))
	}
	return list
}

// shelves are topics that answer what resources and prompts can be made of.
func shelves() []benzene.Endpoint {
	return append(endpoints(),
		benzene.Handle("shelf", func(_ context.Context, g getShelf) (shelf, error) {
			switch g.Number {
			case 404:
				return shelf{}, benzene.NotFound.Errorf("there is no shelf %d", g.Number)
			case 409:
				return shelf{}, benzene.Conflict.Errorf("shelf %d is being moved", g.Number)
			}
			return shelf(g), nil
		}),
		benzene.Handle("page", func(_ context.Context, g getPage) (string, error) { return g.Path, nil }),
		benzene.Handle("empty", func(context.Context, nothing) (string, error) { return "", nil }),
		benzene.Handle("bytes", func(context.Context, nothing) ([]byte, error) { return []byte{0xfb, 0xff, 0, 1}, nil }),
		benzene.Handle("no bytes", func(context.Context, nothing) ([]byte, error) { return nil, nil }),
		benzene.Handle("contents", func(context.Context, nothing) (mcp.Contents, error) {
			return mcp.Contents{URI: "shop://elsewhere", MIMEType: "text/x-own", Text: "mine"}, nil
		}),
		benzene.Handle("several", func(context.Context, nothing) ([]mcp.Contents, error) {
			return []mcp.Contents{{Text: "a"}, {URI: "shop://b", Blob: []byte("b")}}, nil
		}),
		benzene.Handle("greet", func(_ context.Context, g greeting) (string, error) { return g.Name + " is " + strconv.Itoa(g.Age), nil }),
		benzene.Handle("message", func(context.Context, nothing) (mcp.PromptMessage, error) {
			return mcp.PromptMessage{Role: mcp.Assistant, Content: mcp.ImageContent{Data: []byte{0xfb, 0xff}, MIMEType: "image/png"}}, nil
		}),
		benzene.Handle("messages", func(context.Context, nothing) ([]mcp.PromptMessage, error) {
			return []mcp.PromptMessage{
				{Content: mcp.TextContent{}},
				{Role: mcp.Assistant, Content: mcp.EmbeddedResource{Resource: mcp.Contents{URI: "shop://a", Text: ""}}},
			}, nil
		}),
		benzene.Handle("no messages", func(context.Context, nothing) ([]mcp.PromptMessage, error) { return nil, nil }),
		benzene.Handle("prompt", func(context.Context, nothing) (mcp.PromptResult, error) {
			return mcp.PromptResult{Description: "Why.", Messages: []mcp.PromptMessage{{Role: mcp.User, Content: mcp.AudioContent{Data: []byte("x"), MIMEType: "audio/wav"}}}}, nil
		}),
		benzene.Handle("no prompt", func(context.Context, nothing) (*mcp.PromptResult, error) { return nil, nil }),
		benzene.Handle("hollow prompt", func(context.Context, nothing) (mcp.PromptMessage, error) { return mcp.PromptMessage{}, nil }),
		benzene.Handle("nobody's prompt", func(context.Context, nothing) (mcp.PromptMessage, error) {
			return mcp.PromptMessage{Role: "system", Content: mcp.TextContent{Text: "x"}}, nil
		}),
		benzene.Handle("names", func(_ context.Context, req mcp.CompletionRequest) ([]string, error) {
			return []string{req.Argument, req.Value, req.Arguments["age"]}, nil
		}),
		benzene.Handle("no names", func(context.Context, mcp.CompletionRequest) ([]string, error) { return nil, nil }),
		benzene.Handle("many", func(context.Context, nothing) (mcp.Completion, error) {
			return mcp.Completion{Values: numerals(150)}, nil
		}),
		benzene.Handle("no contents", func(context.Context, nothing) ([]mcp.Contents, error) { return nil, nil }),
	)
}

// serve is a desk of those topics, which offers parts alone.
func serve(t testing.TB, parts ...mcp.Part) *desk {
	t.Helper()
	return deskWith(t, validate, parts...)
}

// deskWith is one with a middleware.
func deskWith(t testing.TB, middleware benzene.Middleware, parts ...mcp.Part) *desk {
	t.Helper()
	return deskOf(t, shelves(), middleware, parts...)
}

// ask sends a request as a client of a revision does. params is an object.
func (d *desk) ask(t *testing.T, revision, method, params string) heard {
	t.Helper()
	return d.declaring(t, revision, `{}`, method, params)
}

// declaring sends a request of a client that has capabilities.
func (d *desk) declaring(t *testing.T, revision, capabilities, method, params string) heard {
	t.Helper()
	if revision >= without {
		meta := declaresVersion + `,"io.modelcontextprotocol/clientCapabilities":` + capabilities
		return d.send(t, statelessRequest(metaBody(method, params[1:len(params)-1], meta)))
	}
	return d.post(t, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`, "MCP-Protocol-Version: "+revision)
}

// fails checks that an answer is a fault, under the status that its era has for
// it.
func (h heard) fails(t *testing.T, revision string, code int) {
	t.Helper()
	status := 200
	if revision >= without {
		status = map[int]int{-32601: 404, -32602: 400, -32603: 200, -32021: 400}[code]
	}
	h.faulty(t, status, code)
}

const signature = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"shop","version":"v1.2.3"}}`

// says checks a whole result. fresh is how many milliseconds it may be kept,
// and -1 where nothing is said of that; want is what both eras have.
func (h heard) says(t *testing.T, revision string, fresh int, want string) {
	t.Helper()
	if revision >= without {
		end := `,"resultType":"complete",` + signature + `}`
		if fresh >= 0 {
			end = `,"ttlMs":` + strconv.Itoa(fresh) + `,"cacheScope":"private"` + end
		}
		want = strings.TrimSuffix(want, "}") + end
	}
	if string(h.result) != want || h.Code != 200 {
		t.Errorf("%s: got %d\n     %s\nwant %s", revision, h.Code, h.text, want)
	}
}

// in checks a whole result of every revision from one to another.
func (d *desk) in(t *testing.T, from, to, method, want string) {
	t.Helper()
	for _, revision := range []string{"2024-11-05", "2025-03-26", "2025-06-18", withHandshake, without} {
		if from <= revision && revision <= to {
			d.ask(t, revision, method, `{}`).says(t, revision, 60000, want)
		}
	}
}
