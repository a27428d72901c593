package benzene_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/benzene-go/framework/benzene"
)

// A Tx stands for a database transaction.
type Tx struct{}

// NewTx promises one transaction for each message, kept only if the message
// was handled.
func NewTx() benzene.Scoped[*Tx] {
	return benzene.NewScoped(
		func(context.Context) (*Tx, error) {
			fmt.Println("begin")
			return &Tx{}, nil
		},
		func(_ context.Context, _ *Tx, outcome error) error {
			if outcome != nil {
				fmt.Println("rollback:", outcome)
				return nil
			}
			fmt.Println("commit")
			return nil
		},
	)
}

func ExampleNewScoped() {
	tx := NewTx()
	d := dispatcher(benzene.Handle("order:get", func(ctx context.Context, req GetOrder) (Order, error) {
		if _, err := tx.From(ctx); err != nil { // begins it
			return Order{}, err
		}
		if _, err := tx.From(ctx); err != nil { // finds it
			return Order{}, err
		}
		return getOrder(ctx, req)
	}))
	for _, id := range []int64{7, 8} {
		_, err := benzene.Call[Order](context.Background(), d, "order:get", GetOrder{ID: id})
		fmt.Println("the caller:", err)
	}
	// Output:
	// begin
	// commit
	// the caller: <nil>
	// begin
	// rollback: not-found: there is no order 8
	// the caller: not-found: there is no order 8
}

func ExampleWithScope() {
	tx := NewTx()
	nightly := func(ctx context.Context) (err error) {
		ctx, end := benzene.WithScope(ctx)
		defer func() { err = end(err) }()
		if _, err := tx.From(ctx); err != nil {
			return err
		}
		return errors.New("nothing to clean up")
	}
	fmt.Println(nightly(context.Background()))
	// Output:
	// begin
	// rollback: nothing to clean up
	// nothing to clean up
}
