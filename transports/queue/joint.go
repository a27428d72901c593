package queue

import "context"

// A joint is a context that ends with either of two. It is kept while
// deliveries come that are lost together, and so costs nothing per message.
type joint struct {
	ctx  context.Context // nil until there is one
	lost <-chan struct{}
	part func()
}

// of returns handling, or what ends with it and with lost.
func (j *joint) of(handling, lost context.Context) context.Context {
	if lost == nil || lost.Done() == nil {
		return handling
	}
	if j.ctx == nil || j.lost != lost.Done() {
		j.close()
		ctx, cancel := context.WithCancel(handling)
		stop := context.AfterFunc(lost, cancel)
		*j = joint{ctx, lost.Done(), func() { stop(); cancel() }}
	}
	return j.ctx
}

func (j *joint) close() {
	if j.part != nil {
		j.part()
	}
	*j = joint{}
}
