package main

import (
	"bufio"
	"bytes"
	nethttp "net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup/startuptest"
)

func TestTheTourIsWiredForEachWayIn(t *testing.T) {
	for name, way := range map[string]fx.Option{"http": OverHTTP("127.0.0.1:0"), "stdio": OverStdio()} {
		t.Run(name, func(t *testing.T) {
			tour := startuptest.New(t, Service(), way)
			got, err := benzene.Call[Numbered](t.Context(), tour, "text:numbered", Number{"7"})
			if want := (Numbered{"7", "Data for number 7"}); err != nil || got != want {
				t.Errorf("got %+v, %v; want %+v", got, err, want)
			}
			if _, err := benzene.Call[Numbered](t.Context(), tour, "text:numbered", Number{"seven"}); benzene.StatusOf(err) != benzene.ValidationError {
				t.Errorf("got %v; want it refused", err)
			}
		})
	}
}

// Whoever starts the program with any port finds it by what it says, and what it
// says is not on standard output.
func TestTheProgramSaysWhereItIs(t *testing.T) {
	program := filepath.Join(t.TempDir(), "everything")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tour := exec.CommandContext(t.Context(), program, "-addr", "127.0.0.1:0")
	var stdout bytes.Buffer
	tour.Stdout, tour.WaitDelay = &stdout, 10*time.Second
	stderr, err := tour.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := tour.Start(); err != nil {
		t.Fatal(err)
	}
	found := false
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		url, ok := strings.CutPrefix(lines.Text(), "everything is at ")
		if !ok {
			continue
		}
		found = true
		if response, err := nethttp.Get(url); err != nil || response.StatusCode != nethttp.StatusMethodNotAllowed {
			t.Errorf("a look at %s: %v, %v; want status 405", url, response, err)
		}
		if err := tour.Process.Kill(); err != nil {
			t.Fatal(err)
		}
	}
	_ = tour.Wait() // it was killed
	if !found || stdout.Len() > 0 {
		t.Errorf("found: %t; on standard output: %s", found, stdout.Bytes())
	}
}
