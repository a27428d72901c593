package mcp_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/transports/mcp"
)

// says is what clients of each revision, oldest first, get of a content. The
// last one named stands for all later ones.
func says(t *testing.T, content mcp.Content, want ...string) {
	t.Helper()
	d := custom(t, func(context.Context, *mcp.Call) (*mcp.Result, error) {
		return &mcp.Result{Content: []mcp.Content{content}}, nil
	})
	for i, revision := range everyRevision {
		block := want[min(i, len(want)-1)]
		got := d.speak(t, revision, "tools/call", "do", "").bare()
		if got != `{"content":[`+block+`]}` {
			t.Errorf("%s: got %s, want %s", revision, got, block)
		}
	}
}

func TestTextIsSaidInEveryRevision(t *testing.T) {
	says(t, mcp.TextContent{Text: "a \"b\"\n"}, `{"type":"text","text":"a \"b\"\n"}`)
	says(t, mcp.TextContent{}, `{"type":"text","text":""}`)
}

func TestPicturesAreStandardBase64(t *testing.T) {
	says(t, mcp.ImageContent{Data: []byte{0xfb, 0xef, 0xff, 0}, MIMEType: "image/png"}, `{"type":"image","data":"++//AA==","mimeType":"image/png"}`)
	says(t, mcp.ImageContent{MIMEType: "image/png"}, `{"type":"image","data":"","mimeType":"image/png"}`)
}

func TestSoundIsToldOfWhereItCannotBeHeard(t *testing.T) {
	says(t, mcp.AudioContent{Data: []byte{0xff}, MIMEType: "audio/wav"},
		`{"type":"text","text":"[audio, audio/wav, 1 bytes]"}`, `{"type":"audio","data":"/w==","mimeType":"audio/wav"}`)
}

func TestALinkIsItsURIWhereThereAreNoLinks(t *testing.T) {
	link := mcp.ResourceLink{
		URI: "orders://7", Name: "order 7", Title: "Order", Description: "The order.", MIMEType: "application/json", Size: 9,
		Icons: []mcp.Icon{{Src: "https://shop.example/a.png", MIMEType: "image/png", Sizes: []string{"48x48"}, Theme: "dark"}},
	}
	text := `{"type":"text","text":"orders://7"}`
	before := `{"type":"resource_link","uri":"orders://7","name":"order 7","title":"Order","description":"The order.","mimeType":"application/json","size":9`
	says(t, link, text, text, before+`}`,
		before+`,"icons":[{"src":"https://shop.example/a.png","mimeType":"image/png","sizes":["48x48"],"theme":"dark"}]}`)
	says(t, mcp.ResourceLink{URI: "a:b", Name: "b"}, `{"type":"text","text":"a:b"}`, `{"type":"text","text":"a:b"}`, `{"type":"resource_link","uri":"a:b","name":"b"}`)
}

func TestAResourceIsATextOrBytes(t *testing.T) {
	says(t, mcp.EmbeddedResource{Resource: mcp.Contents{URI: "a:b", MIMEType: "text/plain", Text: "x"}},
		`{"type":"resource","resource":{"uri":"a:b","mimeType":"text/plain","text":"x"}}`)
	says(t, mcp.EmbeddedResource{Resource: mcp.Contents{URI: "a:b"}}, `{"type":"resource","resource":{"uri":"a:b","text":""}}`)
	says(t, mcp.EmbeddedResource{Resource: mcp.Contents{URI: "a:b", Blob: []byte{}}}, `{"type":"resource","resource":{"uri":"a:b","blob":""}}`)
	says(t, mcp.EmbeddedResource{Resource: mcp.Contents{URI: "a:b", Blob: []byte{0xff, 0xfe}}}, `{"type":"resource","resource":{"uri":"a:b","blob":"//4="}}`)
}

func TestAnnotationsStandOnTheBlock(t *testing.T) {
	about := &mcp.Annotations{Audience: []string{"user", "assistant"}, Priority: new(0.5), LastModified: time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("", 3600))}
	early := `"annotations":{"audience":["user","assistant"],"priority":0.5}}`
	late := strings.TrimSuffix(early, "}}") + `,"lastModified":"2026-01-02T02:04:05Z"}}`
	text, resource := `{"type":"text","text":"x",`, `{"type":"resource","resource":{"uri":"a:b","text":""},`
	says(t, mcp.TextContent{Text: "x", Annotations: about}, text+early, text+early, text+late)
	says(t, mcp.EmbeddedResource{Resource: mcp.Contents{URI: "a:b"}, Annotations: about}, resource+early, resource+early, resource+late)
}

func TestAnnotationsThatSayNothingAreNoneOrEmpty(t *testing.T) {
	says(t, mcp.TextContent{Text: "x", Annotations: &mcp.Annotations{}}, `{"type":"text","text":"x"}`)
	says(t, mcp.TextContent{Text: "x", Annotations: &mcp.Annotations{LastModified: time.Unix(0, 0)}},
		`{"type":"text","text":"x"}`, `{"type":"text","text":"x"}`, `{"type":"text","text":"x","annotations":{"lastModified":"1970-01-01T00:00:00Z"}}`)
}

// A priority is from 0 to 1; what is none at all must not break the answer.
func TestAPriorityIsANumberFromNoughtToOne(t *testing.T) {
	zero := 0.0
	for given, want := range map[float64]string{0: "0", 1: "1", 7: "1", -1: "0", 1e-9: "0.000000001", 1 / zero: "1"} {
		says(t, mcp.TextContent{Text: "x", Annotations: &mcp.Annotations{Priority: &given}}, `{"type":"text","text":"x","annotations":{"priority":`+want+`}}`)
	}
	nan := zero / zero
	says(t, mcp.TextContent{Text: "x", Annotations: &mcp.Annotations{Priority: &nan}}, `{"type":"text","text":"x"}`)
}

func TestNoContentBreaksTheAnswer(t *testing.T) {
	broken := "\xff\xfe\"\\\n\x00\u2028\xed\xa0\x80"
	about := &mcp.Annotations{Audience: []string{broken}}
	for _, content := range []mcp.Content{
		mcp.TextContent{broken, about},
		mcp.ImageContent{nil, broken, about},
		mcp.AudioContent{nil, broken, about},
		mcp.ResourceLink{broken, broken, broken, broken, broken, -1, []mcp.Icon{{broken, broken, []string{broken}, broken}}, about},
		mcp.EmbeddedResource{mcp.Contents{broken, broken, broken, nil}, about},
	} {
		d := custom(t, func(context.Context, *mcp.Call) (*mcp.Result, error) {
			return &mcp.Result{Content: []mcp.Content{content, content}}, nil
		})
		for _, revision := range everyRevision {
			h := d.speak(t, revision, "tools/call", "do", "") // which checks that it is JSON on one line
			if !jsontext.Value(h.text).IsValid() || h.result == nil {
				t.Errorf("%s: %q", revision, h.text)
			}
		}
	}
}
