package pages

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"go.uber.org/fx"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/startup"
)

// Config is everything that differs between one place and another.
type Config struct {
	Addr     string
	Database string
	Workers  int
}

// ConfigFromEnv reads the environment and reports all that is wrong with it.
func ConfigFromEnv() (Config, error) {
	c := Config{Addr: "127.0.0.1:8080", Database: os.Getenv("DATABASE_URL"), Workers: 4}
	var wrong []error
	if addr := os.Getenv("ADDR"); addr != "" {
		c.Addr = addr
	}
	if c.Database == "" {
		wrong = append(wrong, errors.New("DATABASE_URL is not set; set it to postgres://user@host/name"))
	}
	if text := os.Getenv("WORKERS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			wrong = append(wrong, fmt.Errorf("WORKERS must be a whole number from 1 up, got %q", text))
		}
		c.Workers = n
	}
	return c, errors.Join(wrong...)
}

// ConfiguredService hands the configuration to whatever asks for a Config.
func ConfiguredService() fx.Option {
	return fx.Options(
		fx.Provide(ConfigFromEnv),
		startup.Handlers(Seats()),
		startup.Transports(func(c Config) benzene.Transport { return SeatServer(c.Addr) }),
	)
}
