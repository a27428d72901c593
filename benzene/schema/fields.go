package schema

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// A field is a member of a struct, as the codec sees it.
type field struct {
	reflect.StructField
	index   []int  // from the outer struct
	path    string // Go names from the outer struct: "Base.ID"
	pointer bool   // lies behind an embedded pointer, which may be nil
	sealed  bool   // and which the decoder can not set, as its struct is not exported
	checked bool   // the validator gets here
	option
}

// option is what a json tag says.
type option struct {
	name      string
	tagged    bool // the name is from the tag
	embed     bool
	omitempty bool
	omitzero  bool
	quoted    bool
}

// A layer is a struct whose fields count as the outermost one's.
type layer struct {
	field
	fresh bool // met for the first time: only then do its embedded structs count
}

// fieldsOf lists the members of struct t in the order the codec writes them,
// and the embedded map or jsontext.Value that takes all others, if there is
// one. The rules are those of Go's own embedding; t is one the codec accepts.
func fieldsOf(t reflect.Type) (members []field, rest *field) {
	var all, rests []field
	seen := map[reflect.Type]bool{t: true}
	queue := []layer{{field{StructField: reflect.StructField{Type: t}, checked: true}, true}}
	for len(queue) > 0 {
		outer := queue[0]
		queue = queue[1:]
		for i := range outer.Type.NumField() {
			f, ok := outer.member(i)
			switch {
			case !ok:
			case !f.embed:
				all = append(all, f)
			case f.Type.Kind() != reflect.Struct:
				rests = append(rests, f)
			case outer.fresh:
				queue = append(queue, layer{f, !seen[f.Type]})
				seen[f.Type] = true
			}
		}
	}
	if len(rests) == 1 || len(rests) > 1 && len(rests[0].index) < len(rests[1].index) {
		rest = &rests[0]
	}
	return dominant(all), rest
}

// member reads the field with number i; ok is false when JSON has no part in
// it. An embedded field is given without its pointer.
func (l layer) member(i int) (f field, ok bool) {
	sf := l.Type.Field(i)
	tag := sf.Tag.Get("json")
	if tag == "-" || !sf.IsExported() && !sf.Anonymous {
		return field{}, false
	}
	f = field{
		StructField: sf,
		option:      optionOf(tag),
		index:       append(slices.Clone(l.index), i),
		path:        l.path + sf.Name,
		pointer:     l.pointer,
		sealed:      l.sealed,
		checked:     l.checked,
	}
	f.name = cmp.Or(f.name, sf.Name)
	f.embed = f.embed || sf.Anonymous && !f.tagged
	if f.embed {
		f.enter()
	}
	return f, true
}

// enter makes f, which is embedded, the layer of the fields within.
func (f *field) enter() {
	var pointers int
	f.Type, pointers = indirect(f.Type)
	f.path += "."
	f.pointer = f.pointer || pointers > 0
	f.sealed = f.sealed || pointers > 0 && !f.IsExported()
	f.checked = f.checked && rulesOf(f.Tag.Get("validate")).enter(f.Type.Kind(), pointers > 0)
}

// dominant keeps, of all fields with one name, the least deep; of those the one
// that a tag named; and none when that leaves two.
func dominant(all []field) []field {
	slices.SortStableFunc(all, func(a, b field) int {
		return cmp.Or(strings.Compare(a.name, b.name), a.rank(b))
	})
	var kept []field
	for i, f := range all {
		first := i == 0 || all[i-1].name != f.name
		alone := i+1 == len(all) || all[i+1].name != f.name || f.rank(all[i+1]) != 0
		if first && alone {
			kept = append(kept, f)
		}
	}
	slices.SortFunc(kept, func(a, b field) int { return slices.Compare(a.index, b.index) })
	return kept
}

// rank is negative when f hides other, zero when neither hides the other.
func (f field) rank(other field) int {
	byTag := 0
	if f.tagged != other.tagged {
		byTag = 1
		if f.tagged {
			byTag = -1
		}
	}
	return cmp.Or(cmp.Compare(len(f.index), len(other.index)), byTag)
}

func optionOf(tag string) option {
	name, rest, _ := strings.Cut(tag, ",")
	o := option{name: name, tagged: name != ""}
	for word := range strings.SplitSeq(rest, ",") {
		switch word {
		case "embed":
			o.embed = true
		case "omitempty":
			o.omitempty = true
		case "omitzero":
			o.omitzero = true
		case "string":
			o.quoted = true
		}
	}
	return o
}
