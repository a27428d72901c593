package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"

	"go.uber.org/fx"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/benzene-go/framework/benzene"
)

// Several programs may have the same file open, one for each client.
const schema = `
pragma busy_timeout = 5000;
create table if not exists orders (
	id       integer primary key,
	customer text    not null,
	quantity integer not null,
	status   text    not null
);
create table if not exists confirmations (
	order_id integer primary key
);`

// NewDB opens the database that config names and makes its tables. SQLite has
// one writer at a time, so one connection serves everybody in turn.
func NewDB(lifecycle fx.Lifecycle, config Config) (*sql.DB, error) {
	if config.DB != ":memory:" {
		if err := os.MkdirAll(filepath.Dir(config.DB), 0o700); err != nil {
			return nil, fmt.Errorf("the folder of the database %s: %w", config.DB, err)
		}
	}
	db, err := sql.Open("sqlite", config.DB)
	if err != nil {
		return nil, fmt.Errorf("the database %s: %w", config.DB, err)
	}
	lifecycle.Append(fx.StopHook(db.Close))
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(schema); err != nil {
		_ = db.Close() // the first error is the one to report
		return nil, fmt.Errorf("the database %s: %w", config.DB, err)
	}
	return db, nil
}

// NewTx promises one transaction per message, kept only if the message was
// handled.
func NewTx(db *sql.DB) benzene.Scoped[*sql.Tx] {
	return benzene.NewScoped(
		func(ctx context.Context) (*sql.Tx, error) { return db.BeginTx(ctx, nil) },
		func(_ context.Context, tx *sql.Tx, outcome error) error {
			if outcome != nil {
				return tx.Rollback()
			}
			return tx.Commit()
		},
	)
}

// DatabaseAnswers keeps the service from starting without its database.
func DatabaseAnswers(db *sql.DB) benzene.Check {
	return benzene.Check{Name: "database", Run: db.PingContext}
}

// DatabaseHealth has probes ask the database, for as long as the service runs.
func DatabaseHealth(db *sql.DB) benzene.Health {
	return benzene.Health{Name: "database", Type: "Sql", Run: func(ctx context.Context) (map[string]any, error) {
		return nil, db.PingContext(ctx)
	}}
}
