package startup_test

import (
	"context"
	"fmt"
	"testing"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
)

// BenchmarkStart starts and stops a service of two hundred handlers, by one
// constructor or by two hundred.
func BenchmarkStart(b *testing.B) {
	type placed struct {
		Customer string `json:"customer" validate:"required,email"`
		Quantity int    `json:"quantity" validate:"gte=1,lte=100"`
	}
	all := make([]benzene.Endpoint, 200)
	each := make([]any, len(all))
	for i := range all {
		all[i] = benzene.On(fmt.Sprint("topic", i), func(context.Context, placed) error { return nil })
		each[i] = func(*database) benzene.Endpoint { return all[i] }
	}
	for name, handlers := range map[string]fx.Option{
		"OneConstructor":   startup.Handlers(func(*database) []benzene.Endpoint { return all }),
		"ManyConstructors": startup.Handlers(each...),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				app, err := startup.Start(handlers, fx.Supply(&database{}), startup.Transports(&line{}), startup.Service("test"))
				if err != nil {
					b.Fatal(err)
				}
				if err := app.Stop(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
