package main

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"

	"github.com/benzene-go/framework/benzene"
)

// An Order is somebody's wish for a number of things.
type Order struct {
	ID       int64  `json:"id"`
	Customer string `json:"customer"`
	Quantity int    `json:"quantity"`
	Status   string `json:"status" description:"open or cancelled"`
}

// PlaceOrder asks for a new order.
type PlaceOrder struct {
	Customer string `json:"customer" validate:"required,email" description:"The customer's e-mail address."`
	Quantity int    `json:"quantity" validate:"gte=1,lte=100" description:"How many things."`
}

// OrderID names an order.
type OrderID struct {
	ID int64 `json:"id" validate:"required,gte=1" description:"The order's number."`
}

// ListOrders asks for orders, the newest first.
type ListOrders struct {
	Customer string `json:"customer" validate:"omitempty,email"` // everybody's when empty
	Limit    int    `json:"limit" validate:"gte=0,lte=100"`      // 20 when 0
}

// OrderList is the answer to ListOrders.
type OrderList struct {
	Orders []Order `json:"orders"`
}

// OrderPlaced tells whoever listens that an order is there.
type OrderPlaced struct {
	ID       int64  `json:"id"`
	Customer string `json:"customer"`
}

// orders holds what the handlers need; each is a singleton that fx hands in.
type orders struct {
	tx     benzene.Scoped[*sql.Tx]
	events benzene.Scoped[*Events]
}

// Orders are the endpoints of the order book.
func Orders(tx benzene.Scoped[*sql.Tx], events benzene.Scoped[*Events]) []benzene.Endpoint {
	o := orders{tx, events}
	return []benzene.Endpoint{
		benzene.Handle("order:place", o.place, benzene.Succeeds(benzene.Created), benzene.Summary("Places an order.")),
		benzene.Handle("order:get", o.get, benzene.Summary("Finds an order by its id.")),
		benzene.Handle("order:list", o.list, benzene.Summary("Lists orders, the newest first.")),
		benzene.Handle("order:cancel", o.cancel, benzene.Summary("Cancels an open order.")),
		benzene.On("order:placed", o.confirm, benzene.Summary("Confirms a new order to its customer.")),
	}
}

func (o orders) place(ctx context.Context, req PlaceOrder) (Order, error) {
	events, err := o.events.From(ctx) // first, so that it ends last: after the commit
	if err != nil {
		return Order{}, err
	}
	tx, err := o.tx.From(ctx)
	if err != nil {
		return Order{}, err
	}
	order := Order{Customer: req.Customer, Quantity: req.Quantity, Status: "open"}
	err = tx.QueryRowContext(ctx, "insert into orders (customer, quantity, status) values (?, ?, ?) returning id",
		order.Customer, order.Quantity, order.Status).Scan(&order.ID)
	if err != nil {
		return Order{}, err
	}
	events.placed = append(events.placed, OrderPlaced{ID: order.ID, Customer: order.Customer})
	return order, nil
}

func (o orders) get(ctx context.Context, req OrderID) (Order, error) {
	tx, err := o.tx.From(ctx)
	if err != nil {
		return Order{}, err
	}
	order := Order{ID: req.ID}
	err = tx.QueryRowContext(ctx, "select customer, quantity, status from orders where id = ?", req.ID).
		Scan(&order.Customer, &order.Quantity, &order.Status)
	if errors.Is(err, sql.ErrNoRows) {
		return Order{}, benzene.NotFound.Errorf("there is no order %d", req.ID)
	}
	return order, err
}

func (o orders) list(ctx context.Context, req ListOrders) (OrderList, error) {
	tx, err := o.tx.From(ctx)
	if err != nil {
		return OrderList{}, err
	}
	if req.Limit == 0 {
		req.Limit = 20
	}
	rows, err := tx.QueryContext(ctx, `select id, customer, quantity, status from orders
		where ? in ('', customer) order by id desc limit ?`, req.Customer, req.Limit)
	if err != nil {
		return OrderList{}, err
	}
	defer func() { _ = rows.Close() }() // rows.Err tells what went wrong
	var found OrderList
	for rows.Next() {
		var order Order
		if err := rows.Scan(&order.ID, &order.Customer, &order.Quantity, &order.Status); err != nil {
			return OrderList{}, err
		}
		found.Orders = append(found.Orders, order)
	}
	return found, rows.Err()
}

func (o orders) cancel(ctx context.Context, req OrderID) (Order, error) {
	order, err := o.get(ctx, req)
	if err != nil {
		return Order{}, err
	}
	if order.Status != "open" {
		return Order{}, benzene.Conflict.Errorf("order %d is %s already", order.ID, order.Status)
	}
	tx, err := o.tx.From(ctx)
	if err != nil {
		return Order{}, err
	}
	order.Status = "cancelled"
	_, err = tx.ExecContext(ctx, "update orders set status = ? where id = ?", order.Status, order.ID)
	return order, err
}

// confirm may see an event twice, so it remembers whom it has told.
func (o orders) confirm(ctx context.Context, event OrderPlaced) error {
	tx, err := o.tx.From(ctx)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "insert or ignore into confirmations (order_id) values (?)", event.ID)
	if err == nil {
		slog.InfoContext(ctx, "order confirmed", "order", event.ID, "customer", event.Customer)
	}
	return err
}
