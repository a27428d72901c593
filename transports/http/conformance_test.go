package http_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

// fixture reads a fixture of the Benzene specification.
func fixture(t *testing.T, name string, into any) {
	t.Helper()
	dir := os.Getenv("BENZENE_CONFORMANCE_DIR")
	if dir == "" {
		t.Skip("BENZENE_CONFORMANCE_DIR does not say where the fixtures of the specification are")
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

type mapping struct {
	From, To     string
	IsSuccessful *bool
}

func TestConformanceOfTheStatusMapping(t *testing.T) {
	var f struct{ Forward, Reverse []mapping }
	fixture(t, "http-status-mapping.json", &f)
	if len(f.Forward) == 0 || len(f.Reverse) == 0 {
		t.Fatal("the fixture asserts nothing")
	}
	unknown := 0
	for _, row := range f.Forward {
		code, err := strconv.Atoi(row.To)
		if err != nil {
			t.Fatalf("%+v asserts nothing: %v", row, err)
		}
		status, outcomes := benzene.Status(row.From), []bool{true, false}
		if row.From == "<unknown>" {
			if unknown++; row.IsSuccessful == nil {
				t.Fatalf("%+v does not say whether it was successful", row)
			}
			status, outcomes = "over-quota", []bool{*row.IsSuccessful}
		} else if row.IsSuccessful != nil {
			t.Fatalf("%+v says more than it may", row)
		}
		for _, successful := range outcomes {
			if got := http.CodeOf(status, successful); got != code {
				t.Errorf("%s (successful: %v) is %d, want %d", row.From, successful, got, code)
			}
		}
	}
	if unknown != 2 {
		t.Errorf("%d rows are about an unknown status, want 2", unknown)
	}
	for _, row := range f.Reverse {
		code, err := strconv.Atoi(row.From)
		if err != nil || row.To == "" {
			t.Fatalf("%+v asserts nothing: %v", row, err)
		}
		if got := http.StatusOf(code); string(got) != row.To {
			t.Errorf("%d is %s, want %s", code, got, row.To)
		}
	}
}

// applies answers with the status it is asked for.
func applies() benzene.Endpoint {
	type ask struct {
		Status benzene.Status `json:"status"`
		Type   string         `json:"type"`
	}
	return benzene.HandleResult("conformance:status", func(_ context.Context, in ask) benzene.Result[map[string]string] {
		if !in.Status.Success() {
			return benzene.Fail[map[string]string](in.Status.Errorf("as asked"))
		}
		return benzene.Succeed(in.Status, map[string]string{"applied": string(in.Status)})
	})
}

func TestConformanceOfProblemDocuments(t *testing.T) {
	var f struct {
		Registry struct {
			Rows []struct {
				BenzeneStatus, Type string
				HTTPStatus          int
			}
			UnknownStatus struct{ HTTPStatus int }
		}
		HTTPRules struct {
			FailureCases []struct {
				BenzeneStatus string
				HTTPStatus    int
			}
			SuccessCase struct {
				BenzeneStatus, ContentType string
				HTTPStatus                 int
			}
		}
	}
	fixture(t, "problem-details-cases.json", &f)
	rules := f.HTTPRules
	if len(f.Registry.Rows) == 0 || len(rules.FailureCases) == 0 || rules.SuccessCase.HTTPStatus == 0 || f.Registry.UnknownStatus.HTTPStatus == 0 {
		t.Fatal("the fixture asserts nothing")
	}
	h := handler(t, dispatcher(t, applies()), http.Post("/apply", "conformance:status"))
	for _, row := range f.Registry.Rows {
		res := ask(t, h, "POST", "/apply", `{"status":"`+row.BenzeneStatus+`"}`)
		if p := wantProblem(t, res, row.HTTPStatus, benzene.Status(row.BenzeneStatus)); p.Type != row.Type || row.Type == "" {
			t.Errorf("the type of %s is %q, want %q", row.BenzeneStatus, p.Type, row.Type)
		}
	}
	for _, row := range rules.FailureCases {
		if row.HTTPStatus == 0 || row.BenzeneStatus == "" {
			t.Fatalf("%+v asserts nothing", row)
		}
		wantProblem(t, ask(t, h, "POST", "/apply", `{"status":"`+row.BenzeneStatus+`"}`), row.HTTPStatus, benzene.Status(row.BenzeneStatus))
	}
	if p := wantProblem(t, ask(t, h, "POST", "/apply", `{"status":"over-quota"}`), f.Registry.UnknownStatus.HTTPStatus, "over-quota"); p.Type != "" {
		t.Errorf("a status of one's own has the type %q", p.Type)
	}
	res := ask(t, h, "POST", "/apply", `{"status":"`+rules.SuccessCase.BenzeneStatus+`"}`)
	if got := res.Header.Get("Content-Type"); got != rules.SuccessCase.ContentType {
		t.Errorf("a success came as %q, want %q", got, rules.SuccessCase.ContentType)
	}
	want(t, res, rules.SuccessCase.HTTPStatus, `{"applied":"`+rules.SuccessCase.BenzeneStatus+`"}`)
}
