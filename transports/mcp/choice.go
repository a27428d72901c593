package mcp

import (
	"github.com/benzene-go/framework/benzene/schema"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// Choice is a field of one of some texts. As the element of [ListOf] it is a
// choice of many.
func Choice(name, description string, values ...string) Field {
	f := Text(name, description)
	if len(values) == 0 {
		return f.misuse("a choice without values cannot be made; name some")
	}
	for i, v := range values {
		for _, other := range values[:i] {
			if v == other {
				f = f.misuse("the choice has %q twice; drop one", v)
			}
		}
		f.schema.Enum = append(f.schema.Enum, wire.AppendText(nil, v))
	}
	return f
}

// Titles are what people read for each value of a [Choice], in the same order.
func (f Field) Titles(titles ...string) Field {
	if len(titles) != len(f.schema.Enum) || len(titles) == 0 {
		return f.misuse("%d titles do not fit %d values; write one for each", len(titles), len(f.schema.Enum))
	}
	options := make([]*schema.Schema, len(titles))
	for i, title := range titles {
		options[i] = &schema.Schema{Const: f.schema.Enum[i], Title: title}
	}
	f.schema.OneOf, f.schema.Enum = options, nil
	return f
}

// EnumNames are [Field.Titles] as clients know them that are older than revision
// 2025-11-25.
func (f Field) EnumNames(names ...string) Field {
	if len(names) != len(f.schema.Enum) || len(names) == 0 {
		return f.misuse("%d names do not fit %d values; write one for each", len(names), len(f.schema.Enum))
	}
	f.schema.EnumNames = names
	return f
}
