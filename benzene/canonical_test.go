package benzene_test

import (
	"context"

	"github.com/benzene-go/framework/benzene"
)

// canonical are the handlers that the fixtures are written against.
func canonical() []benzene.Endpoint {
	type greet struct {
		Name string `json:"name"`
	}
	type greeting struct {
		Greeting string `json:"greeting"`
	}
	type status struct {
		Status benzene.Status `json:"status"`
		Errors []string       `json:"errors"`
	}
	type applied struct {
		Applied benzene.Status `json:"applied"`
	}
	type problem struct {
		Message string `json:"message"`
		Field   string `json:"field"`
		Code    string `json:"code"`
		AppType string `json:"appType"`
	}
	return []benzene.Endpoint{
		benzene.Handle("conformance:greet", func(_ context.Context, req greet) (greeting, error) {
			return greeting{"Hello " + req.Name}, nil
		}),
		benzene.HandleResult("conformance:status", func(_ context.Context, req status) benzene.Result[applied] {
			if req.Status.Success() {
				return benzene.Succeed(req.Status, applied{req.Status})
			}
			failure := &benzene.Error{Status: req.Status}
			for _, message := range req.Errors {
				failure.Details = append(failure.Details, benzene.Detail{Message: message})
			}
			return benzene.Fail[applied](failure)
		}),
		benzene.Handle("conformance:problem", func(_ context.Context, req problem) (struct{}, error) {
			failure := &benzene.Error{
				Status:  benzene.ValidationError,
				Details: []benzene.Detail{{Message: req.Message, Field: req.Field, Code: req.Code}},
			}
			if req.AppType != "" {
				failure.Problem = &benzene.Problem{Type: req.AppType}
			}
			return struct{}{}, failure
		}),
		benzene.Handle("conformance:panic", func(context.Context, struct{}) (struct{}, error) {
			panic("as the fixture asks")
		}),
	}
}
