// Package bind fills the fields of a struct from text: path segments, query
// values, headers. It knows which fields of a type text can fill and what to
// say when a text does not fit; it is planned once per type.
package bind
