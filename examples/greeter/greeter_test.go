package main

import (
	"context"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/examples/internal/curl"
	"github.com/benzene-go/framework/startup"
	"github.com/benzene-go/framework/startup/startuptest"
	"github.com/benzene-go/framework/transports/queue"
)

func TestAdaIsGreetedInProcess(t *testing.T) {
	greeter := startuptest.New(t, Service("127.0.0.1:0", queue.NewMemory(1)))
	got, err := benzene.Call[Greeting](t.Context(), greeter, "greet", Greet{Name: "Ada"})
	if err != nil || got.Text != "Hello, Ada!" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// The page is held to its own promise: each line of it that begins with
// "$ curl" is run, and what follows it is what comes back, up to an ellipsis.
func TestThePagesLinesDoWhatThePageSays(t *testing.T) {
	addr, _ := serve(t)
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines, ran := strings.Split(string(page), "\n"), 0
	for i, line := range lines {
		command, ok := strings.CutPrefix(line, "$ curl")
		if !ok {
			continue
		}
		ran++
		got, err := curl.Run("curl" + strings.Replace(command, "localhost:8080", addr, 1))
		want, open := strings.CutSuffix(lines[i+1], "…")
		if err != nil || !strings.HasPrefix(got, want) || !open && strings.TrimSpace(got) != want {
			t.Errorf("%s\n got %s, %v\nwant %s", line, got, err, lines[i+1])
		}
	}
	if ran < 3 {
		t.Errorf("ran %d lines; does the page still begin with the greeter?", ran)
	}
}

func TestAGreetingWaitsInTheQueueUntilItIsHandled(t *testing.T) {
	_, inbox := serve(t)
	if err := benzene.Publish(t.Context(), inbox, "greet", Greet{Name: "Ada"}); err != nil {
		t.Fatal(err)
	}
	if err := benzene.Publish(t.Context(), inbox, "greet", Greet{}); err != nil {
		t.Fatal(err)
	}
	for len(inbox.DeadLetters()) == 0 || inbox.Depth() > 0 {
		if t.Context().Err() != nil {
			t.Fatal("the nameless greeting never became a dead letter")
		}
		time.Sleep(time.Millisecond)
	}
	if letters := inbox.DeadLetters(); len(letters) != 1 || !strings.Contains(letters[0].Reason, "name is required") {
		t.Errorf("dead letters %+v; want the nameless one alone, with its reason", letters)
	}
}

// serve starts the service on a free port.
func serve(t *testing.T) (addr string, inbox *queue.Memory) {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr = free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	inbox = queue.NewMemory(10)
	app := fx.New(fx.NopLogger, Service(addr, inbox), startup.Service("greeter"))
	if err := app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return addr, inbox
}
