// Package schema derives JSON Schema (draft 2020-12) from Go types. It knows
// what the JSON codec makes of a type, and which values its validate tags let
// through; who reads the schema, it does not know.
//
// The schema keeps to the codec, not to the look of the Go code: names, omitted
// members, embedded structs, times, text and custom methods are as
// github.com/go-json-experiment/json has them. Two struct tags add to it:
//
//	Seats int `json:"seats" validate:"required,min=1,max=9" description:"how many seats to hold"`
//
// A rule counts where the validator applies it: behind a list, only where dive
// leads there. A type with a method Enum() []string lists the texts it may have.
package schema
