package http_test

import (
	"context"
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/http"
)

type report struct {
	IsHealthy bool `json:"isHealthy"`
}

// reports answers a health topic.
func reports(topic string, status benzene.Status) benzene.Endpoint {
	return benzene.HandleResult(topic, func(context.Context, struct{}) benzene.Result[report] {
		return benzene.Result[report]{Status: status, Value: report{status == benzene.OK}}
	})
}

func TestHealthAnswersItsReportWhetherWellOrNot(t *testing.T) {
	h := handler(t, dispatcher(t, reports(benzene.HealthTopic, benzene.ServiceUnavailable),
		reports(benzene.LivenessTopic, benzene.OK), reports(benzene.ReadinessTopic, benzene.OK)), http.Health())
	res := ask(t, h, "GET", "/benzene/health", "")
	want(t, res, 503, `{"isHealthy":false}`)
	if got := res.Header.Get("Content-Type"); got != "application/json" {
		t.Errorf("the report came as %q", got)
	}
	want(t, ask(t, h, "GET", "/benzene/health/live", ""), 200, `{"isHealthy":true}`)
	want(t, ask(t, h, "GET", "/benzene/health/ready", ""), 200, `{"isHealthy":true}`)
	want(t, ask(t, h, "HEAD", "/benzene/health", ""), 503, "")
}

func TestNothingOfOursIsMountedUnlessListed(t *testing.T) {
	h := handler(t, dispatcher(t, reports(benzene.HealthTopic, benzene.OK), say("a", "a")), http.Get("/a", "a"))
	for _, path := range []string{"/benzene/health", "/benzene/health/live", "/benzene/invoke", "/benzene/", "/benzene"} {
		wantProblem(t, ask(t, h, "GET", path, ""), 404, "not-found")
	}
}
