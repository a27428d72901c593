package startup

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/benzene-go/framework/benzene"
)

// A line is one thing that is wrong, in words for whoever starts the service.
type line struct {
	text  string
	cause error // may be nil
}

func (l *line) Error() string { return l.text }
func (l *line) Unwrap() error { return l.cause }

func wrongf(format string, args ...any) error { return &line{text: fmt.Sprintf(format, args...)} }

// because makes a line of words and each cause that err holds.
func because(words string, err error) []error {
	var lines []error
	for _, cause := range leaves(err) {
		lines = append(lines, &line{words + flat(cause.Error()), cause})
	}
	return lines
}

// failed says that what could not be built.
func failed(what string, err error) []error {
	return because("startup: "+what+" failed: ", err)
}

// report is everything that is wrong as one error, a line each: sorted, none
// twice. It is nil when nothing is.
func report(wrong ...error) error {
	var lines []error
	for _, err := range wrong {
		for _, leaf := range leaves(err) {
			lines = append(lines, &line{flat(leaf.Error()), leaf})
		}
	}
	slices.SortFunc(lines, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return errors.Join(slices.CompactFunc(lines, func(a, b error) bool { return a.Error() == b.Error() })...)
}

// leaves takes joined errors apart.
func leaves(err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error }) // errors.As would lose the words of a wrapper around it
	if !ok {
		return []error{err}
	}
	var all []error
	for _, err := range joined.Unwrap() {
		all = append(all, leaves(err)...)
	}
	return all
}

// flat keeps a text to its line.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// enforced returns what of err keeps the service from starting.
func (p *parts) enforced(prefix string, err error) (stops []error) {
	for _, leaf := range leaves(err) {
		own, _ := errors.AsType[benzene.Finding](leaf) // what is none is enforced, as the mode of "" is
		stops = append(stops, p.judged(own.Check, &line{prefix + flat(leaf.Error()), leaf})...)
	}
	return stops
}

// judged returns found, logs it or drops it, as the mode of check says. Without
// one, what is only advice is logged.
func (p *parts) judged(check string, found error) []error {
	mode, set := p.modes[check]
	if own, _ := errors.AsType[benzene.Finding](found); own.Advice && !set {
		mode = Warn
	}
	switch mode {
	case Warn:
		slog.Warn(found.Error(), "check", check)
		return nil
	case Off:
		return nil
	default:
		return []error{&finding{found, check}}
	}
}

// A finding is what a check found; check is "" for what no mode softens.
type finding struct {
	error
	check string
}

func (f *finding) Unwrap() error { return f.error }
