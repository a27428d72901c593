package queue

// A line is the entries that wait, in a list of their own making.
type line struct{ first, last *entry }

func (l *line) push(e *entry) {
	if l.first == nil {
		l.first = e
	} else {
		l.last.next = e
	}
	l.last = e
}

// pop returns nil when nothing waits.
func (l *line) pop() *entry {
	e := l.first
	if e == nil {
		return nil
	}
	l.first, e.next = e.next, nil
	if l.first == nil {
		l.last = nil
	}
	return e
}

// restore puts back at the front what came from there, so that entries given
// back in any order wait in the order of publishing.
func (l *line) restore(e *entry) {
	at := &l.first
	for *at != nil && (*at).number < e.number {
		at = &(*at).next
	}
	e.next, *at = *at, e
	if e.next == nil {
		l.last = e
	}
}

// delayed is a heap (container/heap) of entries, the one due first on top.
type delayed []*entry

func (d delayed) Len() int           { return len(d) }
func (d delayed) Less(i, j int) bool { return d[i].failed.due().Before(d[j].failed.due()) }
func (d delayed) Swap(i, j int)      { d[i], d[j] = d[j], d[i] }

func (d *delayed) Push(e any) { *d = append(*d, e.(*entry)) }

func (d *delayed) Pop() any {
	last := len(*d) - 1
	e := (*d)[last]
	(*d)[last] = nil
	*d = (*d)[:last]
	return e
}
