package mcp

import (
	"context"
	"reflect"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/phrase"
	"github.com/benzene-go/framework/transports/mcp/internal/uritemplate"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A resource is a declared resource, or a template of many.
type resource struct {
	offer
	label       string // the name that is shown
	mimeType    string
	size        int64
	annotations *Annotations
	ttl         time.Duration
	template    *uritemplate.Template // nil for one resource
	spelling    map[string]string     // of the fields that a template's variables fill
	completions []completion
}

func (r *resource) part() Part {
	return func(d *declaration) {
		own := *r // each endpoint binds its own
		d.resources = append(d.resources, &own)
	}
}

// Resource offers what topic answers as a resource, for clients to list and to
// read. Where uri has variables, as in "orders://{id}", it is a template, and
// its variables fill the fields of the topic's request that they name (RFC
// 6570: {name}, {+name} for several segments, and {?name,other}).
//
// A response that is a string is the resource's text, []byte its bytes, and a
// Contents or []Contents what it says; anything else is a text of JSON. There is
// no resource of a URI of more than 8 KiB.
func Resource(uri, name, topic string, options ...ResourceOption) Part {
	r := newResource(uri, name, options)
	r.topic.ID = topic
	return r.part()
}

// A ResourceHandler reads a custom resource. It finds the values of a template's
// variables by Call.Variable. A resource that is not there is a
// benzene.NotFound.
type ResourceHandler func(ctx context.Context, call *Call) ([]Contents, error)

// ResourceFunc offers a resource, or a template, that fn reads, and no topic. It is
// to Resource what Func is to Tool; the message's topic is
// "benzene:mcp:resource:" and the URI.
func ResourceFunc(uri, name string, fn ResourceHandler, options ...ResourceOption) Part {
	e := benzene.Handle("benzene:mcp:resource:"+uri, func(ctx context.Context, _ jsontext.Value) ([]Contents, error) {
		call, _ := CallFrom(ctx)
		return fn(ctx, call)
	})
	r := newResource(uri, name, options)
	r.own, r.topic = newCustom(e, fn == nil), e.Contract().Topic
	return r.part()
}

func newResource(uri, name string, options []ResourceOption) *resource {
	r := &resource{offer: offer{kind: "resource", name: uri, want: benzene.WantValue}, label: name}
	for _, option := range options {
		if option == nil {
			r.hollow = true
			continue
		}
		option.resource(r)
	}
	return r
}

// A ResourceOption adds to what a resource says of itself.
type ResourceOption interface{ resource(*resource) }

type resourceOption func(*resource)

func (o resourceOption) resource(r *resource) { o(r) }

// MIMEType is the media type of a resource, such as "text/markdown":
// application/json unless named, text/plain or application/octet-stream where a
// topic answers a string or []byte, and none where Contents say it themselves.
func MIMEType(text string) ResourceOption {
	return resourceOption(func(r *resource) { r.mimeType = text })
}

// Size is how many bytes a resource has, for clients to know before they read.
// 0 is not told; less is a Finding of "mcp-limits".
func Size(bytes int64) ResourceOption {
	return resourceOption(func(r *resource) { r.size = bytes })
}

// Annotated says whom a resource is for and how much it matters.
func Annotated(a Annotations) ResourceOption {
	return resourceOption(func(r *resource) { r.annotations = &a })
}

// FreshFor lets a client keep what it has read for so long (MCP 2026-07-28,
// caching), in whole milliseconds. Without it, or at 0, a resource is read again
// each time; less is a Finding of "mcp-limits".
func FreshFor(ttl time.Duration) ResourceOption {
	return resourceOption(func(r *resource) { r.ttl = ttl })
}

// append writes r as it is listed to clients of revision rev.
func (r *resource) append(b []byte, rev revision) []byte {
	if r.template != nil {
		b = wire.AppendText(append(b, `{"uriTemplate":`...), r.name)
	} else {
		b = wire.AppendText(append(b, `{"uri":`...), r.name)
	}
	b = wire.AppendText(append(b, `,"name":`...), r.label)
	b = r.appendAbout(b, rev)
	b = appendOptional(b, "mimeType", r.mimeType)
	if r.size > 0 && r.template == nil {
		b = strconv.AppendInt(append(b, `,"size":`...), r.size, 10)
	}
	return append(r.annotations.append(b, rev), '}')
}

// spelled gives the values of a template's variables to the fields of the
// topic's request.
func (r *resource) spelled(values []benzene.Param) []benzene.Param {
	for i, v := range values {
		if spelling, ok := r.spelling[v.Name]; ok {
			values[i].Name = spelling
		}
	}
	return values
}

func (r *resource) facts(c *call, add func(key string, value any)) {
	add("mcp.resource.uri", c.public.URI)
}

// answer turns what Dispatch returned into what the caller gets.
func (r *resource) answer(c *call, reply benzene.Reply, err error) answer {
	if err == nil {
		return r.told(c, reply)
	}
	if benzene.StatusOf(err) == benzene.NotFound {
		return answer{fault: noResource(c)}
	}
	return answer{fault: c.faultOf(reply, err)}
}

// noResource says that there is nothing at the URI that a call names.
func noResource(c *call) *fault {
	code := resourceNotFound
	if c.speaks.stateless() {
		code = invalidParams
	}
	data := append(wire.AppendText([]byte(`{"uri":`), c.public.URI), '}')
	return &fault{code: code, message: "there is no resource " + phrase.Quoted(c.public.URI), data: data}
}

func (r *resource) told(c *call, reply benzene.Reply) answer {
	list := contentsOf(reply)
	if len(list) == 0 {
		return answer{fault: noResource(c)}
	}
	b := []byte(`{"contents":[`)
	for i, contents := range list {
		if i > 0 {
			b = append(b, ',')
		}
		if contents.URI == "" {
			contents.URI = c.public.URI
		}
		if contents.MIMEType == "" {
			contents.MIMEType = r.mimeType
		}
		b = contents.append(b)
	}
	return answer{open: c.freshness(append(b, ']'), r.ttl)}
}

// contentsOf makes contents of what a handler returned.
func contentsOf(reply benzene.Reply) []Contents {
	switch v := reply.Value.(type) {
	case *string:
		return []Contents{{Text: *v}}
	case *[]byte:
		return []Contents{{Blob: append([]byte{}, *v...)}}
	case *Contents:
		return []Contents{*v}
	case **Contents:
		if *v == nil {
			return nil
		}
		return []Contents{**v}
	case *[]Contents:
		return *v
	}
	return []Contents{{Text: string(reply.Body)}}
}

// mimeTypeOf is the media type of what t says, unless it says one itself.
func mimeTypeOf(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[string]():
		return "text/plain"
	case reflect.TypeFor[[]byte]():
		return "application/octet-stream"
	case reflect.TypeFor[Contents](), reflect.TypeFor[*Contents](), reflect.TypeFor[[]Contents]():
		return ""
	}
	return "application/json"
}
