package schema

// inPlace is how many schemas a document may have with every type written out
// where it is used. A type of types of types, each used twice, grows without
// end, and a model reads all of it.
const inPlace = 500

// definitions are the shapes below root that are to be referred to: those that
// hold themselves and, if the rest in place is too much, every struct with a
// name.
func definitions(root *shape) map[*shape]bool {
	m := measure{size: map[*shape]int{}, recursive: map[*shape]bool{}}
	if m.of(root) > inPlace {
		for s := range m.size {
			m.recursive[s] = m.recursive[s] || s != root && s.isStruct() && s.origin.Name() != ""
		}
	}
	return m.recursive
}

// A measure counts schemas, once for each shape.
type measure struct {
	size      map[*shape]int // 0 while it is being counted
	recursive map[*shape]bool
}

func (m *measure) of(s *shape) int {
	size, known := m.size[s]
	switch {
	case known && size == 0:
		m.recursive[s] = true
		return 1
	case m.recursive[s]:
		return 1
	case known:
		return size
	}
	m.size[s] = 0
	size = 1
	for b := range s.below() {
		size = min(size+m.of(b), inPlace+1)
	}
	m.size[s] = size
	return size
}
