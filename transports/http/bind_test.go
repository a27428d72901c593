package http_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

// A level is a type that reads itself from text.
type level int

func (l *level) UnmarshalText(text []byte) error {
	*l = level(len(text))
	return nil
}

type search struct {
	ID     string        `json:"id"`
	Limit  int           `json:"limit"`
	Ratio  float64       `json:"ratio"`
	Deep   bool          `json:"deep"`
	Since  time.Time     `json:"since"`
	Within time.Duration `json:"within"` // which has no form in JSON: for GET alone
	Level  level         `json:"level"`
	Tags   []string      `json:"tags"`
	Sizes  []int         `json:"sizes"`
	Tenant string        `json:"tenantId"`
	Page   *uint8        `json:"page"`
}

// searches answers with a text and keeps the request.
func searches(into *search) benzene.Endpoint {
	return benzene.Handle("search", func(_ context.Context, in search) (string, error) {
		*into = in
		return "found", nil
	})
}

func TestValuesOutsideTheBodyBecomeWhatTheirFieldsAre(t *testing.T) {
	var got search
	h := handler(t, dispatcher(t, searches(&got)),
		http.Get("/search/{ID}", "search", http.FromHeader("x-tenant", "TenantID")))
	res := ask(t, h, "GET", "/search/a%20b?LIMIT=7&ratio=0.5&deep=true&since=2026-01-02T03:04:05Z&within=1m30s&level=abc"+
		"&tags=a&tags=b%26c&sizes=1&sizes=2&page=9&unknown=1&id=query&tenantId=query", "", "X-Tenant", "acme")
	want(t, res, 200, `"found"`)
	page := uint8(9)
	expected := search{"a b", 7, 0.5, true, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), 90 * time.Second, 3,
		[]string{"a", "b&c"}, []int{1, 2}, "acme", &page}
	if diff := cmp.Diff(expected, got); diff != "" {
		t.Error(diff)
	}
}

func TestEveryValueThatDoesNotFitIsNamed(t *testing.T) {
	var got search
	h := handler(t, dispatcher(t, searches(&got)), http.Get("/search", "search"))
	res := ask(t, h, "GET", "/search?limit=many&deep=1&sizes=1&sizes=x&page=300", "")
	var fields []string
	for _, e := range wantProblem(t, res, 400, "bad-request").Errors {
		fields = append(fields, e.Field+": "+e.Message)
	}
	if len(fields) != 4 || !strings.Contains(fields[0], "limit") || !strings.Contains(fields[0], "many") {
		t.Errorf("the errors are %q", fields)
	}
}

// A filter is what of a search may come in a body.
type filter struct {
	ID     string `json:"id"`
	Limit  int    `json:"limit"`
	Tenant string `json:"tenantId"`
}

func filters(into *filter) benzene.Endpoint {
	return benzene.Handle("filter", func(_ context.Context, in filter) (string, error) {
		*into = in
		return "found", nil
	})
}

func TestRouteAndHeaderWinOverTheBody(t *testing.T) {
	var got filter
	h := handler(t, dispatcher(t, filters(&got)),
		http.Put("/filter/{id}", "filter", http.FromHeader("X-Tenant", "tenantId")))
	body := `{"id":"body","tenantId":"body","limit":3}`
	want(t, ask(t, h, "PUT", "/filter/route?limit=9", body, "X-Tenant", "header"), 200, `"found"`)
	if got.ID != "route" || got.Tenant != "header" || got.Limit != 3 {
		t.Errorf("the handler got %+v", got)
	}
	want(t, ask(t, h, "PUT", "/filter/route", body), 200, `"found"`)
	if got.Tenant != "body" {
		t.Errorf("without the header the tenant is %q, want the body's", got.Tenant)
	}
}

func TestQueryValuesFillFieldsOfGetHeadAndDeleteOnly(t *testing.T) {
	var got filter
	h := handler(t, dispatcher(t, filters(&got)), http.Get("/s", "filter"), http.Delete("/s", "filter"), http.Post("/s", "filter"),
		http.Put("/s", "filter"), http.Patch("/s", "filter"))
	for method, limit := range map[string]int{"GET": 7, "HEAD": 7, "DELETE": 7, "POST": 0, "PUT": 0, "PATCH": 0} {
		got = filter{}
		if ask(t, h, method, "/s?limit=7", ""); got.Limit != limit {
			t.Errorf("%s: the limit is %d, want %d", method, got.Limit, limit)
		}
	}
	want(t, ask(t, h, "DELETE", "/s?limit=7", `{"limit":1,"id":"x"}`), 200, `"found"`)
	if got.Limit != 7 || got.ID != "x" {
		t.Errorf("the handler got %+v", got)
	}
}

func TestAQueryIsWellFormedAndBounded(t *testing.T) {
	var got search
	h := handler(t, dispatcher(t, searches(&got)), http.Get("/s", "search"))
	wantProblem(t, ask(t, h, "GET", "/s?id=%zz", ""), 400, "bad-request", "%zz")
	wantProblem(t, ask(t, h, "GET", "/s?%f=1", ""), 400, "bad-request", "%f")
	wantProblem(t, ask(t, h, "GET", "/s?"+strings.Repeat("tags=a&", 1001), ""), 400, "bad-request", "1000")
	want(t, ask(t, h, "GET", "/s?"+strings.Repeat("tags=a&", 1000)+"x", ""), 200, `"found"`)
	want(t, ask(t, h, "GET", "/s?&&id=a+b;c", ""), 200, `"found"`)
	if got.ID != "a b;c" {
		t.Errorf("the id is %q", got.ID)
	}
}

func TestVersionsMaySpellAFieldDifferently(t *testing.T) {
	type old struct{ ID string }
	one := benzene.Handle("v", func(_ context.Context, in old) (string, error) { return "one " + in.ID, nil }, benzene.Version("1"))
	two := benzene.Handle("v", func(_ context.Context, in item) (string, error) { return "two " + in.ID, nil }, benzene.Version("2"))
	h := handler(t, dispatcher(t, one, two), http.Get("/v/{id}", "v"))
	want(t, ask(t, h, "GET", "/v/7", "", "benzene-version", "1"), 200, `"one 7"`)
	want(t, ask(t, h, "GET", "/v/7", "", "version", "2"), 200, `"two 7"`)
	wantProblem(t, ask(t, h, "GET", "/v/7", ""), 404, "not-found")
}
