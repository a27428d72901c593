package main

import (
	"context"
	"errors"

	"github.com/benzene-go/framework/benzene"
)

type getOrder struct {
	ID string `json:"id" validate:"required,min=3,max=40"`
}

type orderLine struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
	Cents int64  `json:"cents"`
}

type order struct {
	ID       string      `json:"id"`
	Customer string      `json:"customer"`
	Status   string      `json:"status"`
	Placed   string      `json:"placed"`
	Cents    int64       `json:"cents"`
	Paid     bool        `json:"paid"`
	Lines    []orderLine `json:"lines"`
}

var orders = map[string]order{"ord-42": {
	ID: "ord-42", Customer: "ada@example.org", Status: "open", Placed: "2026-03-02T10:00:00Z", Cents: 4200, Paid: true,
	Lines: []orderLine{{SKU: "tea-green-100", Count: 2, Cents: 1600}, {SKU: "cup-white", Count: 1, Cents: 1000}},
}}

var errNoOrder = errors.New("no such order")

func find(_ context.Context, req getOrder) (order, error) {
	o, ok := orders[req.ID]
	if !ok {
		return order{}, errNoOrder
	}
	return o, nil
}

// getting is the unit of work of every scenario but one.
var getting = work[getOrder, order]{
	topic:   "order:get",
	request: `{"id":"ord-42"}`,
	answer: `{"id":"ord-42","customer":"ada@example.org","status":"open","placed":"2026-03-02T10:00:00Z","cents":4200,"paid":true,` +
		`"lines":[{"sku":"tea-green-100","count":2,"cents":1600},{"sku":"cup-white","count":1,"cents":1000}]}`,
	handler: find,
}

type placeOrder struct {
	Customer string      `json:"customer" validate:"required,email"`
	Lines    []placeLine `json:"lines" validate:"required,min=1,dive"`
}

type placeLine struct {
	SKU   string `json:"sku" validate:"required"`
	Count int    `json:"count" validate:"gte=1,lte=100"`
}

// placing has more to decode and to validate.
var placing = work[placeOrder, order]{
	topic:   "order:place",
	request: `{"customer":"ada@example.org","lines":[{"sku":"tea","count":2},{"sku":"cup","count":1}]}`,
	answer: `{"id":"ord-43","customer":"ada@example.org","status":"open","placed":"","cents":0,"paid":false,` +
		`"lines":[{"sku":"tea","count":2,"cents":0},{"sku":"cup","count":1,"cents":0}]}`,
	handler: place,
}

func place(_ context.Context, req placeOrder) (order, error) {
	placed := order{ID: "ord-43", Customer: req.Customer, Status: "open", Lines: make([]orderLine, len(req.Lines))}
	for i, l := range req.Lines {
		placed.Lines[i] = orderLine{SKU: l.SKU, Count: l.Count}
	}
	return placed, nil
}

// idle is a middleware that does nothing.
func idle(_ benzene.Contract, next benzene.Next) benzene.Next {
	return func(ctx context.Context, inv *benzene.Invocation) (benzene.Reply, error) { return next(ctx, inv) }
}

// validFind is find for those who have nobody that validates first.
func validFind(ctx context.Context, req getOrder) (order, error) {
	if err := rules.Struct(&req); err != nil {
		return order{}, err
	}
	return find(ctx, req)
}
