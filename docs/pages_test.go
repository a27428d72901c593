// Package docs holds no code: its tests keep the pages that people read and the
// programs that they see the same.
package docs

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A Go block in a page is preceded by a comment that names what it shows:
//
//	<!-- examples/orders/store.go: NewTx DatabaseAnswers -->
//
// Without names it is the whole file; a method is named orders.place.
var goBlock = regexp.MustCompile("(?s)(?:<!-- ([^:\\n]+?)(?:: ([^\\n]*?))? -->\\n)?```go\\n(.*?)```")

// With -update the pages are rewritten from the programs.
var update = flag.Bool("update", false, "write the programs into the pages")

func TestEveryGoBlockIsAProgramThatCompiles(t *testing.T) {
	blocks := 0
	for _, page := range pages(t) {
		text := read(t, page)
		for _, m := range goBlock.FindAllStringSubmatch(text, -1) {
			blocks++
			path, names, shown := m[1], strings.Fields(m[2]), m[3]
			if path == "" {
				t.Errorf("%s: this block does not name the program it is from:\n%s", page, shown)
				continue
			}
			want, err := declared(filepath.Join("..", path), names)
			switch {
			case err != nil:
				t.Errorf("%s: %v", page, err)
			case want != shown && *update:
				text = strings.Replace(text, m[0], strings.TrimSuffix(m[0], shown+"```")+want+"```", 1)
			case want != shown:
				t.Errorf("%s: the block of %s %v differs from the program, which has:\n%s", page, path, names, want)
			}
		}
		if *update {
			if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if open := strings.Count(text, "```go\n"); open != len(goBlock.FindAllString(text, -1)) {
			t.Errorf("%s: a Go block is not closed", page)
		}
	}
	if blocks < 20 {
		t.Errorf("found %d Go blocks; are the pages still where this test looks?", blocks)
	}
}

// declared prints the named declarations of a file in the order of names, or
// the whole file.
func declared(path string, names []string) (string, error) {
	source, err := os.ReadFile(path)
	if err != nil || len(names) == 0 {
		return string(source), err
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.ParseComments)
	if err != nil {
		return "", err
	}
	var out []string
	for _, name := range names {
		i := slices.IndexFunc(file.Decls, func(d ast.Decl) bool { return slices.Contains(namesOf(d), name) })
		if i < 0 {
			return "", fmt.Errorf("%s declares no %s", path, name)
		}
		from, to := span(file.Decls[i])
		out = append(out, string(source[from-1:to-1])) // the only file of its set: positions are offsets plus one
	}
	text := strings.Join(out, "\n\n") + "\n"
	if _, err := format.Source([]byte(text)); err != nil {
		return "", err
	}
	return text, nil
}

func namesOf(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return []string{receiver(d) + d.Name.Name}
	case *ast.GenDecl:
		var names []string
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
			}
		}
		return names
	}
	return nil
}

func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	return t.(*ast.Ident).Name + "."
}

func span(d ast.Decl) (from, to token.Pos) {
	from, to = d.Pos(), d.End()
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil {
			from = d.Doc.Pos()
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			from = d.Doc.Pos()
		}
	}
	return from, to
}

func pages(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append(pages, "../README.md")
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
}

var fenced = regexp.MustCompile("(?s)```.*?```")

var link = regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`)

func TestEveryLinkLeadsSomewhere(t *testing.T) {
	for _, page := range pages(t) {
		prose := fenced.ReplaceAllString(read(t, page), "")
		for _, m := range link.FindAllStringSubmatch(prose, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			}
		}
	}
}

func TestNoPageIsLongerThanTwoHundredLines(t *testing.T) {
	for _, page := range pages(t) {
		if n := strings.Count(read(t, page), "\n"); n > 200 {
			t.Errorf("%s has %d lines", page, n)
		}
	}
}
