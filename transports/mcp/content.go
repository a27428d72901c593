package mcp

import (
	"encoding/base64"
	"math"
	"reflect"
	"strconv"
	"time"

	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// Content is one piece of what a tool or prompt says: a TextContent, an
// ImageContent, an AudioContent, a ResourceLink or an EmbeddedResource.
type Content interface {
	// append writes the content as a block that revision r knows.
	append(b []byte, r revision) []byte
}

// isNothing reports whether c is nil, or a pointer that is.
func isNothing(c Content) bool {
	v := reflect.ValueOf(c)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}

// TextContent is text.
type TextContent struct {
	Text        string
	Annotations *Annotations // may be nil
}

// ImageContent is a picture.
type ImageContent struct {
	Data        []byte
	MIMEType    string       // such as "image/png"
	Annotations *Annotations // may be nil
}

// AudioContent is sound. A client of 2024-11-05 gets a text in its place.
type AudioContent struct {
	Data        []byte
	MIMEType    string       // such as "audio/wav"
	Annotations *Annotations // may be nil
}

// ResourceLink points to a resource, which a client may read. A client of a
// revision before 2025-06-18 gets the URI as text.
type ResourceLink struct {
	URI, Name   string
	Title       string // may be "", as may all that follow
	Description string
	MIMEType    string
	Size        int64 // bytes; 0 when it is not known
	Icons       []Icon
	Annotations *Annotations
}

// EmbeddedResource is a resource itself.
type EmbeddedResource struct {
	Resource    Contents
	Annotations *Annotations // may be nil
}

// Contents are a resource, or one of several pieces of it: a text, or bytes
// where Blob is not nil.
type Contents struct {
	URI      string // of the resource that was asked for, when it is ""
	MIMEType string // that of the resource as declared, when it is ""
	Text     string
	Blob     []byte
}

// Annotations say whom a content is for and how much it matters.
type Annotations struct {
	Audience     []string  // "user", "assistant" or both; nil says nothing
	Priority     *float64  // 0 is optional, 1 is needed; nil says nothing
	LastModified time.Time // the zero time says nothing
}

func (c TextContent) append(b []byte, r revision) []byte {
	b = wire.AppendText(append(b, `{"type":"text","text":`...), c.Text)
	return append(c.Annotations.append(b, r), '}')
}

func (c ImageContent) append(b []byte, r revision) []byte {
	return appendData(b, r, "image", c.Data, c.MIMEType, c.Annotations)
}

func (c AudioContent) append(b []byte, r revision) []byte {
	if !r.audio() {
		return TextContent{Text: "[audio, " + c.MIMEType + ", " + strconv.Itoa(len(c.Data)) + " bytes]"}.append(b, r)
	}
	return appendData(b, r, "audio", c.Data, c.MIMEType, c.Annotations)
}

func appendData(b []byte, r revision, kind string, data []byte, mimeType string, a *Annotations) []byte {
	b = append(append(append(b, `{"type":"`...), kind...), `","data":`...)
	b = appendBlob(b, data)
	b = wire.AppendText(append(b, `,"mimeType":`...), mimeType)
	return append(a.append(b, r), '}')
}

func (c ResourceLink) append(b []byte, r revision) []byte {
	if !r.links() {
		return TextContent{Text: c.URI, Annotations: c.Annotations}.append(b, r)
	}
	b = wire.AppendText(append(b, `{"type":"resource_link","uri":`...), c.URI)
	b = wire.AppendText(append(b, `,"name":`...), c.Name)
	b = appendOptional(b, "title", c.Title)
	b = appendOptional(b, "description", c.Description)
	b = appendOptional(b, "mimeType", c.MIMEType)
	if c.Size > 0 {
		b = strconv.AppendInt(append(b, `,"size":`...), c.Size, 10)
	}
	b = appendIcons(b, r, c.Icons)
	return append(c.Annotations.append(b, r), '}')
}

func (c EmbeddedResource) append(b []byte, r revision) []byte {
	b = c.Resource.append(append(b, `{"type":"resource","resource":`...))
	return append(c.Annotations.append(b, r), '}')
}

// append writes c as an object. A text is written even when it is empty: it is
// what makes the object a text.
func (c Contents) append(b []byte) []byte {
	b = wire.AppendText(append(b, `{"uri":`...), c.URI)
	b = appendOptional(b, "mimeType", c.MIMEType)
	if c.Blob != nil {
		b = appendBlob(append(b, `,"blob":`...), c.Blob)
	} else {
		b = wire.AppendText(append(b, `,"text":`...), c.Text)
	}
	return append(b, '}')
}

// append writes a as a member of an open object, if there is anything to say.
func (a *Annotations) append(b []byte, r revision) []byte {
	if a == nil {
		return b
	}
	without := len(b)
	b = append(b, `,"annotations":{`...)
	begin := len(b)
	if len(a.Audience) > 0 {
		b = wire.AppendTexts(append(b, `"audience":`...), a.Audience)
	}
	if a.Priority != nil && !math.IsNaN(*a.Priority) {
		b = strconv.AppendFloat(append(comma(b, begin), `"priority":`...), min(max(*a.Priority, 0), 1), 'f', -1, 64)
	}
	if !a.LastModified.IsZero() && r.titles() {
		b = wire.AppendText(append(comma(b, begin), `"lastModified":`...), a.LastModified.UTC().Format(time.RFC3339))
	}
	if len(b) == begin {
		return b[:without]
	}
	return append(b, '}')
}

func comma(b []byte, begin int) []byte {
	if len(b) > begin {
		b = append(b, ',')
	}
	return b
}

func appendBlob(b, data []byte) []byte {
	return append(base64.StdEncoding.AppendEncode(append(b, '"'), data), '"')
}

// appendOptional writes a member of an open object that has others before it.
func appendOptional(b []byte, name, text string) []byte {
	if text == "" {
		return b
	}
	b = append(append(append(b, `,"`...), name...), `":`...)
	return wire.AppendText(b, text)
}

func appendIcons(b []byte, r revision, icons []Icon) []byte {
	if len(icons) == 0 || !r.icons() {
		return b
	}
	b = append(b, `,"icons":[`...)
	for i, icon := range icons {
		if i > 0 {
			b = append(b, ',')
		}
		b = wire.AppendText(append(b, `{"src":`...), icon.Src)
		b = appendOptional(b, "mimeType", icon.MIMEType)
		if len(icon.Sizes) > 0 {
			b = wire.AppendTexts(append(b, `,"sizes":`...), icon.Sizes)
		}
		b = append(appendOptional(b, "theme", icon.Theme), '}')
	}
	return append(b, ']')
}

// MarshalJSON writes c as it is sent.
func (c Contents) MarshalJSON() ([]byte, error) { return c.append(nil), nil }
