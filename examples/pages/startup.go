package pages

import (
	"log/slog"
	"os"
	"slices"

	"github.com/go-playground/validator/v10"
	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/middleware"
	"github.com/benzene-go/framework/startup"
)

// SeatService says everything that the service is made of.
func SeatService() fx.Option {
	return fx.Options(
		fx.Provide(NewInbox),
		startup.Handlers(Seats),
		startup.Transports(SeatServer("127.0.0.1:8080"), Consumer),
		startup.Mode("validation-required", startup.Warn),
	)
}

// NewPipeline replaces what a service gets that names no pipeline.
func NewPipeline(meter *Meter, rules *middleware.Rules) benzene.Pipeline {
	return benzene.Pipeline{middleware.Trace, middleware.Log(slog.Default()), meter.Count, rules.Validate}
}

// MeteredService has a pipeline of its own, and a rule of its own in it.
func MeteredService() fx.Option {
	return fx.Options(
		SeatService(),
		fx.Supply(&Meter{}),
		startup.Pipeline(NewPipeline),
		fx.Replace(middleware.NewRules(withFlightNumbers)),
	)
}

func withFlightNumbers(v *validator.Validate) {
	v.RegisterAlias("flight", "alphanum,min=3,max=8")
}

// RunSeats writes every log line as JSON, those of the start included.
func RunSeats() {
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stdout, nil)))
	startup.Run("seats", SeatService())
}

// VersionedService reads the version from a header of its own, and gives the
// newest to whoever names none.
func VersionedService() fx.Option {
	return fx.Options(
		startup.Handlers(VersionedSeats),
		fx.Replace(benzene.Names{Version: []string{"api-version"}}),
		startup.Dispatcher(benzene.Select(newest)),
	)
}

func newest(topic benzene.Topic, served []string) (string, bool) {
	if topic.Version == "" {
		return served[len(served)-1], true // they are sorted, as text
	}
	return topic.Version, slices.Contains(served, topic.Version)
}
