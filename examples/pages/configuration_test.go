package pages

import (
	"testing"

	"github.com/benzene-go/framework/startup"
)

func TestTheEnvironmentConfiguresTheService(t *testing.T) {
	t.Setenv("ADDR", "127.0.0.1:0")
	t.Setenv("DATABASE_URL", "postgres://app@db/seats")
	t.Setenv("WORKERS", "8")
	got, err := ConfigFromEnv()
	if want := (Config{"127.0.0.1:0", "postgres://app@db/seats", 8}); err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	app, err := startup.Start(ConfiguredService(), startup.Checked("seats"))
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAllThatIsWrongWithTheEnvironmentIsReported(t *testing.T) {
	t.Setenv("DATABASE_URL", "")
	t.Setenv("WORKERS", "none")
	_, err := startup.Start(ConfiguredService(), startup.Service("seats"))
	const want = "startup: pages.ConfigFromEnv failed: DATABASE_URL is not set; set it to postgres://user@host/name\n" +
		`startup: pages.ConfigFromEnv failed: WORKERS must be a whole number from 1 up, got "none"`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
