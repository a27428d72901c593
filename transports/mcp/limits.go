package mcp

import "time"

// usualPatience is how long clients may take to answer questions.
const usualPatience = 5 * time.Minute

// limited is what is wrong with the limits that a program chose. It leaves none
// that cannot be kept.
func (declared *declaration) limited() (wrong []error) {
	limiting := func(format string, args ...any) { wrong = append(wrong, finding("mcp-limits", format, args...)) }
	if declared.pageSize < 1 {
		limiting("mcp.PageSize(%d) leaves no room for an entry; it has to be at least 1", declared.pageSize)
		declared.pageSize = 1
	}
	if declared.patience <= 0 {
		limiting("mcp.AnswerWithin(%v) leaves no time for an answer; it has to be more than 0", declared.patience)
		declared.patience = usualPatience
	}
	if declared.linger < 0 {
		limiting("mcp.FinishWithin(%v) is no time to finish in; it has to be 0, for none, or more", declared.linger)
		declared.linger = 0
	}
	for _, r := range declared.resources {
		if r.ttl < 0 {
			limiting("resource %q has mcp.FreshFor(%v); it has to be 0, for no time, or more", r.name, r.ttl)
			r.ttl = 0
		}
		if r.size < 0 {
			limiting("resource %q has mcp.Size(%d); it has to be 0, for an unknown one, or more", r.name, r.size)
			r.size = 0
		}
	}
	return wrong
}
