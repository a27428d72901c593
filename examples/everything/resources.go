package main

import (
	"context"
	"time"

	"github.com/benzene-go/framework/transports/mcp"
)

// Resources are what clients read: topics by their URIs, and one that a function
// reads. Those who subscribe are told that they may, and never of a change:
// nothing changes here.
func Resources() mcp.Part {
	return mcp.Parts(
		mcp.Resource("test://static-text", "static-text", "text:static",
			mcp.Title("A text"), mcp.Description("Always the same text."), mcp.FreshFor(time.Hour)),
		mcp.ResourceFunc("test://static-binary", "static-binary", readPicture,
			mcp.MIMEType("image/png"), mcp.Size(int64(len(picture))), mcp.Description("Always the same picture.")),
		mcp.Resource("test://watched-resource", "watched-resource", "text:static",
			mcp.Description("A text that clients subscribe to.")),
		mcp.Resource("test://template/{id}/data", "numbered", "text:numbered",
			mcp.Description("A text for each number."), mcp.CompletesBy("id", begins("1", "12", "123"))),
	)
}

func readPicture(context.Context, *mcp.Call) ([]mcp.Contents, error) {
	return []mcp.Contents{{Blob: picture}}, nil
}
