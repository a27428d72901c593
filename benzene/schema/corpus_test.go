package schema_test

import (
	stdjson "encoding/json"
	"fmt"
	"net/netip"
	"reflect"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Day has methods of its own, although it embeds a time.
type Day struct{ time.Time }

func (d Day) MarshalJSON() ([]byte, error) { return []byte(d.Format(`"2006-01-02"`)), nil }
func (d *Day) UnmarshalJSON(b []byte) (err error) {
	d.Time, err = time.Parse(`"2006-01-02"`, string(b))
	return err
}

type StampPointer struct{ *time.Time }

type Colour string

func (Colour) Enum() []string { return []string{"red", "green", `"blue"`} }

type Level int

func (*Level) Enum() []string { return []string{"low", "high"} }
func (l Level) MarshalText() ([]byte, error) {
	return []byte([]string{"low", "high"}[l]), nil
}
func (l *Level) UnmarshalText(b []byte) error {
	for i, name := range l.Enum() {
		if name == string(b) {
			*l = Level(i)
			return nil
		}
	}
	return fmt.Errorf("no such level: %s", b)
}

// WriteOnly is a text on its way out and a number on its way in.
type WriteOnly int

func (WriteOnly) MarshalText() ([]byte, error) { return []byte("text"), nil }

// ReadCustom reads itself, and is written field by field.
type ReadCustom struct{ A int }

func (*ReadCustom) UnmarshalJSON([]byte) error { return nil }

// Custom travels as it likes.
type Custom struct{ x int }

func (c Custom) MarshalJSONTo(enc *jsontext.Encoder) error {
	return enc.WriteToken(jsontext.Int(int64(c.x)))
}
func (c *Custom) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return json.UnmarshalDecode(dec, &c.x)
}

type Octet byte

type Tree []Tree

type Trie map[string]Trie

type Inner struct {
	A int    `json:"a"`
	B string `json:"b"`
	C bool
	E int
}

type Other struct {
	A string `json:"a"`
	D int    `json:"d"`
}

type Third struct {
	C string
	F int `json:"E"`
	D int `json:"d"`
	X int `json:"x"`
}

type Deep struct {
	Inner
	B int `json:"b"`
}

type base struct {
	ID   string `json:"id"`
	Note string `json:"note,omitempty"`
}

type Ping struct {
	Pong *Pong `json:"pong,omitempty"`
}

type Pong struct {
	Ping []*Ping `json:"ping"`
}

type Page[T any] struct {
	Items []T      `json:"list"`
	Next  *Page[T] `json:"next,omitempty"`
}

type numbers struct {
	I   int
	I8  int8
	I16 int16
	I32 int32
	I64 int64
	U   uint
	U8  uint8
	U16 uint16
	U32 uint32
	U64 uint64
	F32 float32
	F64 float64
	Q   int64   `json:",string"`
	QF  float64 `json:"qf,string"`
	QP  *uint8  `json:"qp,string"`
	B   bool
}

type texts struct {
	S   string
	T   time.Time
	TP  *time.Time `json:"tp"`
	St  Stamp
	D   Day
	A   netip.Addr
	Raw stdjson.RawMessage
	Val jsontext.Value `json:"val,omitempty"`
	Any any
	B   []byte
	B4  [4]byte
	O   []Octet
	C   Colour
	L   Level
	X   Custom
	XP  *Custom
}

type lists struct {
	S   []string
	P   []*Inner
	PP  **int `json:"pp,omitzero"`
	A   [2]float64
	M   map[string]int
	MI  map[int]string
	ML  map[Level]bool
	MT  map[netip.Addr]*string
	MM  map[string]map[string][]int
	Any map[string]any
	E   struct{}
	An  struct {
		X int `json:"x"`
	} `json:"an,omitempty"`
}

type embedding struct {
	base
	*Other
	Deep
	Named  Inner             `json:"named"`
	Hidden string            `json:"-"`
	Rest   map[string]string `json:",embed"`
	secret string
}

type shadowing struct {
	Inner
	Third
	Value struct {
		D string `json:"d"`
		X string `json:"x"`
	} `json:",embed"`
	D bool `json:"d"`
	*RestOf
}

type RestOf struct {
	Rest jsontext.Value `json:",embed"`
}

type untagged struct {
	Odd   int `json:"an odd name"`
	Plain int `json:",omitzero"`
	Dot   int `json:"a.b/c~d"`
	Uml   int `json:"größe"`
}

// corpus are types that travel both ways.
func corpus() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[numbers](), reflect.TypeFor[texts](), reflect.TypeFor[lists](),
		reflect.TypeFor[embedding](), reflect.TypeFor[shadowing](), reflect.TypeFor[untagged](),
		reflect.TypeFor[Node](), reflect.TypeFor[*Ping](), reflect.TypeFor[Pong](), reflect.TypeFor[Page[Node]](),
		reflect.TypeFor[Tree](), reflect.TypeFor[Trie](), reflect.TypeFor[[]Node](), reflect.TypeFor[plan](),
		reflect.TypeFor[struct{}](), reflect.TypeFor[map[string]any](), reflect.TypeFor[any](), reflect.TypeFor[string](),
		reflect.TypeFor[time.Time](), reflect.TypeFor[WriteOnly](), reflect.TypeFor[booking](),
	}
}
