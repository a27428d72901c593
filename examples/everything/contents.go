package main

import (
	"context"
	_ "embed" // for the picture and the sound

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

//go:embed testdata/dot.png
var picture []byte

//go:embed testdata/click.wav
var sound []byte

// Contents are tools that answer with each kind of content, and one that fails.
func Contents() mcp.Part {
	text := mcp.TextContent{Text: "This is a simple text."}
	image := mcp.ImageContent{Data: picture, MIMEType: "image/png"}
	note := mcp.EmbeddedResource{Resource: mcp.Contents{URI: "test://note", MIMEType: "text/plain", Text: "This is an embedded resource."}}
	return mcp.Parts(
		shows("test_simple_text", "Answers with a text.", text),
		shows("test_image_content", "Answers with a picture.", image),
		shows("test_audio_content", "Answers with a sound.", mcp.AudioContent{Data: sound, MIMEType: "audio/wav"}),
		shows("test_resource_link", "Answers with a link.", mcp.ResourceLink{URI: "test://static-text", Name: "static-text"}),
		shows("test_embedded_resource", "Answers with a resource.", note),
		shows("test_multiple_content_types", "Answers with a text, a picture and a resource.", text, image, note),
		mcp.Func("test_error_handling", "Always says no.", mcp.Object(), sayNo),
	)
}

// shows is a tool that always answers the same.
func shows(name, description string, content ...mcp.Content) mcp.Part {
	return mcp.Func(name, description, mcp.Object(), func(context.Context, *mcp.Call) (*mcp.Result, error) {
		return &mcp.Result{Content: content}, nil
	})
}

// sayNo returns an error as any handler does. What is wrapped in it, or is no
// error of benzene's, stays within the service.
func sayNo(context.Context, *mcp.Call) (*mcp.Result, error) {
	return nil, benzene.Conflict.Errorf("this tool always fails, so that failing can be seen")
}
