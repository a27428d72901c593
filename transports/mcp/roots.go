package mcp

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/benzene-go/framework/transports/mcp/internal/capability"
)

// Roots asks for the folders that the client works in.
type Roots struct{}

// A Root is one of them.
type Root struct {
	URI  string `json:"uri"`  // of the scheme file
	Name string `json:"name"` // may be ""
}

// Answer is what the client listed under key; it is false when there is no
// answer yet, or none that can be read.
func (Roots) Answer(in *Inputs, key string) ([]Root, bool) {
	var given struct {
		Roots *[]Root `json:"roots"`
	}
	if json.Unmarshal(in.raw(key), &given) != nil || given.Roots == nil || slices.ContainsFunc(*given.Roots, Root.elsewhere) {
		return nil, false
	}
	return *given.Roots, true
}

// elsewhere reports whether r is no folder.
func (r Root) elsewhere() bool { return !strings.HasPrefix(r.URI, "file:") }

func (r Roots) answered(in *Inputs, key string) bool {
	_, ok := r.Answer(in, key)
	return ok
}

func (Roots) method() string                           { return "roots/list" }
func (Roots) needs() capability.Set                    { return capability.Roots }
func (Roots) unfit() string                            { return "" }
func (Roots) appendParams(b []byte, _ revision) []byte { return append(b, `{}`...) }
