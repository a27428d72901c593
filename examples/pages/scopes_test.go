package pages

import (
	"database/sql"
	"testing"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

func TestWorkByNightIsCommittedOrRolledBack(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }() // nothing in it is kept
	db.SetMaxOpenConns(1)
	ledgers := NewLedger(NewTx(db))
	if err := Nightly(t.Context(), ledgers); err == nil {
		t.Error("it worked without a table")
	}
	if _, err := db.ExecContext(t.Context(), "create table bookings (day text); insert into bookings values ('2001-01-01'), (date('now'))"); err != nil {
		t.Fatal(err) // the connection is busy when nothing was rolled back
	}
	if err := Nightly(t.Context(), ledgers); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := db.QueryRowContext(t.Context(), "select count(*) from bookings").Scan(&left); err != nil || left != 1 {
		t.Errorf("%d bookings are left, %v; want that of today", left, err)
	}
}
