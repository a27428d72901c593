package wire

import (
	"bytes"
	"cmp"
	"math"
	"strconv"
)

// A Decimal is a number as its digits, so that none is rounded and none too
// big: ±0.digits × 10^exponent, the digits without zeros at either end. Zero
// has none.
type Decimal struct {
	negative bool
	digits   []byte
	exponent int
}

// farthest is an exponent that no number in use has; past it all are the same.
const farthest = 1 << 30

// DecimalOf reads a JSON number.
func DecimalOf(number []byte) Decimal {
	d := Decimal{negative: bytes.HasPrefix(number, []byte("-"))}
	mantissa := bytes.TrimPrefix(number, []byte("-"))
	if at := bytes.IndexAny(mantissa, "eE"); at >= 0 {
		d.exponent = exponentOf(mantissa[at+1:])
		mantissa = mantissa[:at]
	}
	before, after, fraction := bytes.Cut(mantissa, []byte("."))
	d.exponent += len(before)
	d.digits = before
	if fraction {
		d.digits = append(bytes.Clone(before), after...)
	}
	significant := bytes.TrimLeft(d.digits, "0")
	d.exponent -= len(d.digits) - len(significant)
	d.digits = bytes.TrimRight(significant, "0")
	if len(d.digits) == 0 {
		return Decimal{}
	}
	return d
}

func exponentOf(text []byte) int {
	n, err := strconv.Atoi(string(text))
	if err != nil && text[0] == '-' {
		return -farthest
	}
	if err != nil {
		return farthest
	}
	return max(-farthest, min(farthest, n))
}

// Whole reports whether d has no fraction.
func (d Decimal) Whole() bool { return len(d.digits) <= max(d.exponent, 0) }

// Integer is d where an int64 holds it.
func (d Decimal) Integer() (n int64, ok bool) {
	const most = 19 // digits
	if !d.Whole() || d.exponent > most {
		return 0, false
	}
	var buffer [most + 1]byte
	text := buffer[:0]
	if d.negative {
		text = append(text, '-')
	}
	text = append(text, d.digits...)
	for range d.exponent - len(d.digits) {
		text = append(text, '0')
	}
	if len(d.digits) == 0 {
		return 0, true
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	return n, err == nil
}

// Compare is negative when d is less than other.
func (d Decimal) Compare(other Decimal) int {
	if d.sign() != other.sign() {
		return cmp.Compare(d.sign(), other.sign())
	}
	return d.sign() * cmp.Or(cmp.Compare(d.exponent, other.exponent), bytes.Compare(d.digits, other.digits))
}

func (d Decimal) sign() int {
	switch {
	case len(d.digits) == 0:
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// Float is the float64 next to a JSON number, where there is one.
func Float(number []byte) (f float64, ok bool) {
	f, err := strconv.ParseFloat(string(number), 64)
	return f, err == nil && !math.IsInf(f, 0)
}

// IsWhole reports whether a JSON number has no fraction, however it is spelled:
// 7, 7.0 and 0.7e1 are whole. Nobody counts as far as some could.
func IsWhole(number []byte) bool {
	d := DecimalOf(number)
	return d.Whole() && d.exponent < farthest
}
