package benzene_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

func TestACallerIsKnownOnceSomebodySaysWhoCalls(t *testing.T) {
	if p, ok := benzene.PrincipalFrom(t.Context()); ok {
		t.Errorf("nobody is %+v", p)
	}
	want := benzene.Principal{Subject: "ada", Issuer: "https://id.example.org", Scopes: []string{"orders"}, Claims: map[string]any{"age": 36}}
	got, ok := benzene.PrincipalFrom(benzene.WithPrincipal(t.Context(), want))
	if diff := cmp.Diff(want, got); !ok || diff != "" {
		t.Errorf("%v (-want +got):\n%s", ok, diff)
	}
}

func TestProgressThatNobodyAskedForGoesNowhere(t *testing.T) {
	benzene.Progress(t.Context(), 1, 2, "half")
}

func TestAWarningIsItsText(t *testing.T) {
	if got := benzene.Warning("the cache is cold").Error(); got != "the cache is cold" {
		t.Error(got)
	}
}
