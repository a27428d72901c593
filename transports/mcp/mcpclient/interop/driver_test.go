package interop_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

const scripts = "testdata/typescript"

// clients is the folder of the official TypeScript clients, or the reason why
// they cannot be had.
var clients = sync.OnceValues(func() (string, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return "", err
	}
	return packages("typescript", "@modelcontextprotocol/client")
})

// A driver is a process that drives one of the TypeScript clients.
type driver struct {
	steps   *json.Encoder
	answers *bufio.Scanner
}

// A heard is what a server sent while a step was taken.
type heard struct {
	Method string         `json:"method"`
	Params map[string]any `json:"params"`
}

// An outcome is how a step went.
type outcome struct {
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int64  `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	Told  []heard `json:"told"`  // notifications
	Asked []heard `json:"asked"` // requests
}

// drive starts a driver, or skips the test where there is none to be had.
func drive(t *testing.T) *driver {
	t.Helper()
	modules, err := clients()
	if err != nil {
		t.Skip("the TypeScript clients cannot be had here: ", err)
	}
	folder := t.TempDir()
	for _, name := range []string{"package.json", "driver.mjs", "v1.mjs", "v2.mjs"} {
		if err := copyFile(filepath.Join(folder, name), filepath.Join(scripts, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(modules, filepath.Join(folder, "node_modules")); err != nil {
		t.Skip("the scripts need a link to their packages: ", err)
	}
	return start(t, filepath.Join(folder, "driver.mjs"))
}

func start(t *testing.T, script string) *driver {
	t.Helper()
	node := exec.CommandContext(t.Context(), "node", script)
	node.WaitDelay = time.Second
	stdin, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var complaints bytes.Buffer
	node.Stderr = &complaints
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stdin.Close() // it has gone, or goes now
		_ = node.Wait()   // how it ends is nobody's interest; what it said is
		if t.Failed() {
			t.Log("the driver's standard error:", complaints.String())
		}
	})
	answers := bufio.NewScanner(stdout)
	answers.Buffer(nil, 8<<20)
	return &driver{json.NewEncoder(stdin), answers}
}

// step takes a step: connect, or a method of the client with its arguments.
func (d *driver) step(t *testing.T, do string, with ...any) (o outcome) {
	t.Helper()
	if with == nil {
		with = []any{}
	}
	if err := d.steps.Encode(map[string]any{"do": do, "with": with}); err != nil {
		t.Fatal(do, err)
	}
	if !d.answers.Scan() {
		t.Fatalf("%s: the driver ended: %v", do, d.answers.Err())
	}
	if err := json.Unmarshal(d.answers.Bytes(), &o); err != nil {
		t.Fatalf("%s: %v: %s", do, err, d.answers.Bytes())
	}
	return o
}

// must takes a step that has to go well, and reads its result into a value of
// the caller's, or nowhere if that is nil.
func (d *driver) must(t *testing.T, result any, do string, with ...any) outcome {
	t.Helper()
	o := d.step(t, do, with...)
	if o.Error != nil {
		t.Fatalf("%s: error %d: %s", do, o.Error.Code, o.Error.Message)
	}
	if result == nil {
		return o
	}
	if err := json.Unmarshal(o.Result, result); err != nil {
		t.Fatalf("%s: %v: %s", do, err, o.Result)
	}
	return o
}

// refused takes a step that has to end in the error of a code.
func (d *driver) refused(t *testing.T, code int64, do string, with ...any) {
	t.Helper()
	if o := d.step(t, do, with...); o.Error == nil || o.Error.Code != code {
		t.Errorf("%s %v: got %s, %+v; want error %d", do, with, o.Result, o.Error, code)
	}
}
