package benzene_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/benzene-go/framework/benzene"
)

// A tree is every shape of value that nests.
type tree struct {
	N        int                  `json:"n"`
	Children []tree               `json:"children"`
	Named    map[string]tree      `json:"named"`
	Numbered map[int]int          `json:"numbered"`
	Next     *tree                `json:"next"`
	Numbers  []int                `json:"numbers"`
	Matrix   [][][]int            `json:"matrix"`
	Counts   map[string]leafCount `json:"counts"`
	Loose    any                  `json:"loose"`
}

type leafCount map[string]int

// fill repeats each until text is size bytes long; %d in it counts.
func fill(size int, head, each, tail string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; b.Len() < size-len(each)-len(tail); i++ {
		if strings.Contains(each, "%d") {
			fmt.Fprintf(&b, each, i)
		} else {
			b.WriteString(each)
		}
	}
	b.WriteString(tail)
	return b.String()
}

func nested(open, inside, end string, times int) string {
	return strings.Repeat(open, times) + inside + strings.Repeat(end, times)
}

// hostile are bodies of about size bytes. Each took seconds, or a multiple of
// its size in memory or in the answer, in some reader.
func hostile(size int) map[string]string {
	return map[string]string{
		"lists that never close":            strings.Repeat("[", size),
		"objects that never close":          strings.Repeat(`{"next":`, size/8),
		"lists thousands of levels deep":    `{"loose":` + nested("[", "1", "]", 9000) + `,"n":"x"}`,
		"objects thousands of levels deep":  nested(`{"next":`, `{"n":"x"}`, `}`, 9000),
		"children thousands of levels deep": nested(`{"children":[`, `{"n":"x"}`, `]}`, 4900),
		"a long name above many":            fill(size, `{"counts":{"`+strings.Repeat("n", size/2)+`":{`, `"%d":1,`, `"last":"x"}}}`),
		"many long names":                   fill(size, `{"counts":{`, `"%d`+strings.Repeat("n", 1000)+`":{"a":1},`, `"last":1}}`),
		"many names in a level":             fill(size, `{"counts":{"a":{`, `"%d":1,`, `"last":"x"}}}`),
		"many names that are numbers":       fill(size, `{"numbered":{`, `"%d":1,`, `"last":1}}`),
		"many unknown members":              fill(size, `{`, `"unknown%d":1,`, `"n":"x"}`),
		"many wrong values":                 fill(size, `{"numbers":[`, `"x",`, `1]}`),
		"many good values":                  fill(size, `{"numbers":[`, `1,`, `"x"]}`),
		"many empty lists":                  fill(size, `{"matrix":[`, `[[]],`, `[["x"]]]}`),
		"many small objects":                fill(size, `{"children":[`, `{},`, `{"n":"x"}]}`),
		"a long number":                     `{"n":` + strings.Repeat("9", size) + `}`,
		"a long text":                       `{"n":"` + strings.Repeat(`\u0000`, size/6) + `"}`,
		"a long name":                       `{"numbered":{"` + strings.Repeat(`\ud83d\ude00`, size/12) + `":1}}`,
		"a long name twice":                 `{"` + strings.Repeat("n", size/2) + `":1,"` + strings.Repeat("n", size/2) + `":1}`,
		"many bytes that are no text":       `{"n":"` + strings.Repeat("\xff", size) + `"}`,
		"white space":                       strings.Repeat(" ", size),
		"values after the value":            strings.Repeat("1 ", size/2),
	}
}

func TestAHostileBodyIsExplainedInTimeAndInBrief(t *testing.T) {
	size := 1 << 20
	if raceEnabled {
		size /= 16
	}
	d := serve(t, benzene.Handle("t", echo[tree]))
	for name, body := range hostile(size) {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			got := detailsOf(t, d, message("t", body))
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
			if len(got) == 0 || len(got) > 10 {
				t.Errorf("%d details", len(got))
			}
			for _, detail := range got {
				if len(detail.Message) > 1000 || len(detail.Field) > 500 || !utf8.ValidString(detail.Message) || !utf8.ValidString(detail.Field) {
					t.Errorf("a message of %d and a field of %d bytes: %.200q", len(detail.Message), len(detail.Field), detail.Message)
				}
			}
		})
	}
}

func TestAHostileEnvelopeIsRefusedInBrief(t *testing.T) {
	long := strings.Repeat("t", 1<<20)
	reply, err := serve(t).Dispatch(t.Context(), message(long, ""))
	if told := reply.Problem(err); told.Benzene != benzene.NotFound || len(told.Detail) > 1000 {
		t.Errorf("%s in %d bytes", told.Benzene, len(told.Detail))
	}
	if _, err := benzene.ReadEnvelope([]byte(`{"topic":"t","headers":{"` + long + `":1}}`)); err == nil || len(err.Error()) > 1000 {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
}
