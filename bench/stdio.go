package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

func stdio() []contender {
	return []contender{
		conversing("by hand, a line loop and encoding/json", plainStdio),
		conversing("ours, Validate", ourStdio),
		conversing("mcp-go", mcpGoStdio),
		conversing("go-sdk, typed tool", goSDKStdio),
	}
}

// A conversation is a client and a server that have a pipe for each direction,
// and one request under way at a time.
type conversation struct {
	serve func(in io.ReadCloser, out io.WriteCloser) error
	in    *os.File // of the server
	out   *bufio.Reader
	ended chan error
}

func conversing(name string, serve func(io.ReadCloser, io.WriteCloser) error) contender {
	c := &conversation{serve: serve, ended: make(chan error, 1)}
	request := []byte(handshake.request + "\n")
	return contender{
		name:  name,
		open:  c.open,
		close: c.close,
		once: func() error {
			line, err := c.ask(request)
			if err != nil {
				return err
			}
			return handshake.checked(line)
		},
		loop: func(n int) {
			for range n {
				_, _ = c.ask(request) // checked before and after
			}
		},
	}
}

const (
	greeting = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
		`"clientInfo":{"name":"bench","version":"1"}}}`
	greeted = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// open starts the server and shakes hands.
func (c *conversation) open() error {
	theirs, in, err := os.Pipe()
	if err != nil {
		return err
	}
	out, answers, err := os.Pipe()
	if err != nil {
		return err
	}
	c.in, c.out = in, bufio.NewReader(out)
	go func() {
		err := c.serve(theirs, answers)
		_, _ = theirs.Close(), answers.Close() // some close them themselves
		c.ended <- err
	}()
	if _, err := c.ask([]byte(greeting + "\n")); err != nil {
		return err
	}
	_, err = c.in.WriteString(greeted + "\n")
	return err
}

// ask returns the next line, which is valid until the next call.
func (c *conversation) ask(line []byte) ([]byte, error) {
	if _, err := c.in.Write(line); err != nil {
		return nil, err
	}
	return c.out.ReadSlice('\n')
}

// close ends the server's input, which ends the server.
func (c *conversation) close() error {
	if err := c.in.Close(); err != nil {
		return err
	}
	select {
	case err := <-c.ended:
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	case <-time.After(5 * time.Second):
		return errors.New("a server on two pipes outlives its input")
	}
}

func plainStdio(in io.ReadCloser, out io.WriteCloser) error {
	lines, answers := bufio.NewReader(in), bufio.NewWriter(out)
	for {
		line, err := lines.ReadSlice('\n')
		if err != nil {
			return err
		}
		answer, err := lineByHand(line)
		if err != nil {
			return err
		}
		if answer == nil {
			continue
		}
		_, _ = answers.Write(answer)
		_ = answers.WriteByte('\n')
		if err := answers.Flush(); err != nil {
			return err
		}
	}
}

// lineByHand is nil for a notification.
func lineByHand(line []byte) ([]byte, error) {
	request, err := readByHand(line)
	if err != nil {
		return nil, err
	}
	switch request.Method {
	case "initialize":
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},`+
			`"serverInfo":{"name":"orders","version":"1"}}}`, request.ID), nil
	case "notifications/initialized":
		return nil, nil
	}
	return callByHand(context.Background(), request)
}
