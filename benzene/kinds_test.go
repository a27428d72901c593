package benzene_test

import (
	"errors"
	"time"
)

type colour string

func (colour) Enum() []string { return []string{"red", "green"} }

func (c *colour) UnmarshalText(text []byte) error {
	if *c = colour(text); *c != "red" && *c != "green" {
		return errors.New("no such colour")
	}
	return nil
}

type size string

func (*size) Enum() []string { return []string{"small", "large"} }

type stamp struct{ time.Time }

type part struct {
	SKU  string `json:"sku"`
	Qty  int    `json:"qty"`
	Next *part  `json:"next"`
}

type everyKind struct {
	Limit   int            `json:"limit"`
	Age     uint8          `json:"age"`
	Delta   *int8          `json:"delta"`
	Urgent  bool           `json:"urgent"`
	Name    string         `json:"name"`
	Price   float64        `json:"price"`
	Parts   []part         `json:"parts"`
	Pair    [2]int         `json:"pair"`
	Address part           `json:"address"`
	When    time.Time      `json:"when"`
	Stamp   *stamp         `json:"stamp"`
	Colour  colour         `json:"colour"`
	Size    size           `json:"size"`
	Counts  map[string]int `json:"counts"`
	ByYear  map[int]string `json:"byYear"`
	Bytes   []byte         `json:"bytes"`
	Exact   int64          `json:"exact,string"`
	Loose   any            `json:"loose"`
}
