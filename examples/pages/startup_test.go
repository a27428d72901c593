package pages

import (
	"testing"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup/startuptest"
)

func TestAMeteredServiceStarts(t *testing.T) { startuptest.New(t, MeteredService()) }

func TestTheNewestVersionAnswersWhoeverNamesNone(t *testing.T) {
	service := startuptest.New(t, VersionedService())
	for _, c := range []struct {
		headers benzene.HeaderMap
		want    benzene.Status
	}{
		{nil, benzene.OK},
		{benzene.HeaderMap{"api-version": "2"}, benzene.OK},
		{benzene.HeaderMap{"api-version": "3"}, benzene.NotFound},
		{benzene.HeaderMap{"benzene-version": "3"}, benzene.OK}, // no longer the header's name
	} {
		reply, err := service.Dispatch(t.Context(), benzene.Message{
			Topic: benzene.Topic{ID: "seat:find"}, Headers: c.headers, Body: []byte(`{"meters":8}`),
		})
		if benzene.StatusOf(err) != c.want {
			t.Errorf("%v: got %s, %v; want %s", c.headers, reply.Body, err, c.want)
		}
	}
}
