package http

import "github.com/benzene-go/framework/benzene"

// Health answers GET /benzene/health, /benzene/health/live and
// /benzene/health/ready by the topics benzene.HealthTopic, LivenessTopic and
// ReadinessTopic. It is Get, three times. An answer of 503 has the same report
// as its body as one of 200.
func Health() Route {
	return Routes(
		Get("/benzene/health", benzene.HealthTopic),
		Get("/benzene/health/live", benzene.LivenessTopic),
		Get("/benzene/health/ready", benzene.ReadinessTopic),
	)
}
