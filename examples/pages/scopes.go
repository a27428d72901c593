package pages

import (
	"context"
	"database/sql"

	"github.com/benzene-go/framework/benzene"
)

// NewTx promises one transaction per message, kept only if it was handled.
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

// A Ledger writes bookings in the message's transaction.
type Ledger struct{ tx *sql.Tx }

// NewLedger promises a ledger per message; it asks for the transaction itself.
// It has nothing to end.
func NewLedger(tx benzene.Scoped[*sql.Tx]) benzene.Scoped[Ledger] {
	return benzene.NewScoped(func(ctx context.Context) (Ledger, error) {
		own, err := tx.From(ctx)
		return Ledger{own}, err
	}, nil)
}

// Nightly works without any message, so it makes a scope of its own.
func Nightly(ctx context.Context, ledgers benzene.Scoped[Ledger]) error {
	ctx, end := benzene.WithScope(ctx)
	ledger, err := ledgers.From(ctx)
	if err == nil {
		_, err = ledger.tx.ExecContext(ctx, "delete from bookings where day < date('now', '-1 year')")
	}
	return end(err)
}
