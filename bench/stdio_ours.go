package main

import (
	"context"
	"errors"
	"io"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp"
)

func ourStdio(in io.ReadCloser, out io.WriteCloser) error {
	ctx, t := context.Background(), mcp.StdioOn(in, out, ourParts(oneTool)...)
	if err := errors.Join(t.Bind(validDispatcher()), t.Open(ctx)); err != nil {
		return err
	}
	err := t.Serve(ctx)
	if errors.Is(err, benzene.ErrFinished) {
		return nil // its input has ended
	}
	return err
}
