package schema_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"github.com/benzene-go/framework/benzene/schema"
)

type Cabin string

func (Cabin) Enum() []string { return []string{"economy", "business"} }

type HoldSeat struct {
	Flight string     `json:"flight" validate:"required" description:"flight number, such as LH400"`
	Cabin  Cabin      `json:"cabin"`
	Seats  int        `json:"seats" validate:"required,min=1,max=9"`
	Until  *time.Time `json:"until,omitzero"`
}

type Hold struct {
	ID    string     `json:"id"`
	Until *time.Time `json:"until"`
	Note  string     `json:"note,omitempty"`
}

func ExampleFor() {
	s, err := schema.For[HoldSeat](schema.Input)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := json.MarshalIndent(s, "", "  ")
	fmt.Println(string(text))
	// Output:
	// {
	//   "type": "object",
	//   "properties": {
	//     "flight": {
	//       "type": "string",
	//       "description": "flight number, such as LH400",
	//       "minLength": 1
	//     },
	//     "cabin": {
	//       "type": "string",
	//       "enum": [
	//         "economy",
	//         "business"
	//       ]
	//     },
	//     "seats": {
	//       "type": "integer",
	//       "minimum": 1,
	//       "maximum": 9
	//     },
	//     "until": {
	//       "type": "string",
	//       "format": "date-time"
	//     }
	//   },
	//   "required": [
	//     "flight",
	//     "seats"
	//   ]
	// }
}

// A result is not validated, so its schema promises what the encoder does.
func ExampleFor_output() {
	s, err := schema.For[Hold](schema.Output)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range s.Properties {
		fmt.Printf("%s: %s\n", p.Name, p.Schema.Append(nil))
	}
	fmt.Println("always there:", s.Required)
	// Output:
	// id: {"type":"string"}
	// until: {"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}]}
	// note: {"type":"string"}
	// always there: [id until]
}

// The error names each field that JSON can not carry.
func ExampleOf() {
	type Watch struct {
		Topic string
		Done  chan struct{}
	}
	_, err := schema.Of(reflect.TypeFor[Watch](), schema.Input)
	fmt.Println(err)
	// Output:
	// schema: schema_test.Watch.Done: chan struct {} has no JSON form; leave it out with `json:"-"`, or give its type MarshalJSON and UnmarshalJSON
}

// A schema can be written by hand, too.
func ExampleSchema_Append() {
	s := &schema.Schema{
		Type: "object",
		Properties: []schema.Property{
			{Name: "since", Schema: &schema.Schema{Type: "string", Format: "date", Description: "yyyy-mm-dd"}},
		},
		Required: []string{"since"},
	}
	fmt.Printf("%s\n", s.Append(nil))
	// Output:
	// {"type":"object","properties":{"since":{"type":"string","description":"yyyy-mm-dd","format":"date"}},"required":["since"]}
}

func ExampleSchema_IsObject() {
	list, err := schema.For[[]Hold](schema.Output)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(list.IsObject())
	// Output:
	// false
}
