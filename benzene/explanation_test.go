package benzene_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/benzene-go/framework/benzene"
)

func TestAnyNameOfAMapIsAccepted(t *testing.T) {
	s := serve(t, benzene.Handle("t", echo[map[string]int]))
	got := detailsOf(t, s, message("t", `{"a\u0001":1,"\udb40\udc01":2,"b":"x"}`))
	wantDetails(t, got, benzene.Detail{Message: `[b] must be a whole number, got "x"`, Field: "[b]"})
}

func TestAnAnswerToALongNameIsShort(t *testing.T) {
	long := strings.Repeat("n", 100_000)
	bodies := map[string]string{
		"a value that does not fit":    `{"` + long + `":{"x":"y"}}`,
		"a name given twice":           `{"` + long + `":{},"` + long + `":{}}`,
		"a name given twice below":     `{"` + long + `":{"a":1,"a":1}}`,
		"a name given twice far below": strings.Repeat(`{"`+long[:100]+`":`, 9_000) + `{"a":1,"a":1}` + strings.Repeat(`}`, 9_000),
	}
	s := serve(t, benzene.Handle("t", echo[map[string]map[string]int]))
	for what, body := range bodies {
		for _, d := range detailsOf(t, s, message("t", body)) {
			if len(d.Message)+len(d.Field) > 10_000 {
				t.Errorf("%s: %d bytes of message, %d of field", what, len(d.Message), len(d.Field))
			}
		}
	}
}

// A body of a megabyte costs a moment, whatever is in it.
func TestAnExplanationTakesAMoment(t *testing.T) {
	if raceEnabled {
		t.Skip("a moment is longer under the race detector")
	}
	type node struct {
		Name     string           `json:"name"`
		Children []node           `json:"children"`
		ByName   map[string]*node `json:"byName"`
		Counts   map[int]int      `json:"counts"`
		Any      any              `json:"any"`
	}
	repeat := func(format string, n int) string {
		var b bytes.Buffer
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	bodies := map[string]string{
		"wrong items":           `{"children":[` + repeat(`%d,`, 140_000) + `1]}`,
		"empty items":           `{"children":[` + strings.Repeat(`{},`, 330_000) + `1]}`,
		"wrong keys":            `{"counts":{` + repeat(`"a%d":1,`, 90_000) + `"z":1}}`,
		"good keys":             `{"counts":{` + repeat(`"%d":1,`, 90_000) + `"z":1}}`,
		"a long key":            `{"byName":{"` + strings.Repeat("k", 500_000) + `":{"counts":{` + repeat(`"%d":1,`, 40_000) + `"z":1}}}}`,
		"nested keys":           strings.Repeat(`{"byName":{"`+strings.Repeat("k", 10_000)+`":`, 60) + `1` + strings.Repeat(`}}`, 60),
		"deep":                  strings.Repeat(`{"children":[`, 4_000) + `1` + strings.Repeat(`]}`, 4_000),
		"too deep":              strings.Repeat(`[`, 1_000_000),
		"many unknown":          `{` + repeat(`"u%d":1,`, 90_000) + `"name":1}`,
		"a member twice":        `{` + repeat(`"u%d":1,`, 90_000) + `"u1":1}`,
		"one field spelt often": `{"name":"a","NAME":"b","Name":"c","nAME":"d","nAmE":1}`,
		"a long number":         `{"name":` + strings.Repeat("9", 1_000_000) + `}`,
		"a long number in any":  `{"name":1,"any":` + strings.Repeat("9", 1_000_000) + `}`,
	}
	s := serve(t, benzene.Handle("t", echo[node]))
	for what, body := range bodies {
		began := time.Now()
		details := detailsOf(t, s, message("t", body))
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s: %v", what, took)
		}
		size := 0
		for _, d := range details {
			size += len(d.Message) + len(d.Field)
			if strings.Contains(d.Message, "node") || strings.Contains(d.Message, "benzene") {
				t.Errorf("%s: %s", what, d.Message)
			}
		}
		if len(details) > 11 || size > 100_000 {
			t.Errorf("%s: %d details of %d bytes", what, len(details), size)
		}
	}
}

func TestManyParametersThatDoNotFitTakeAMoment(t *testing.T) {
	type lists struct {
		A, B, C []int
	}
	s := serve(t, benzene.Handle("t", echo[lists]))
	msg := message("t", "")
	for range 150_000 {
		msg.Params = append(msg.Params, benzene.Param{Name: "A", Value: "1"})
	}
	for range 75_000 {
		msg.Params = append(msg.Params, benzene.Param{Name: "B", Value: "x"}, benzene.Param{Name: "C", Value: "1"})
	}
	began := time.Now()
	details := detailsOf(t, s, msg)
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("it took %v", took)
	}
	if len(details) > 10 {
		t.Errorf("%d details", len(details))
	}
}

func TestAnEnvelopeGivesAHeaderOnce(t *testing.T) {
	_, err := benzene.ReadEnvelope([]byte(`{"topic":"t","headers":{"X-Tenant":"a","x-tenant":"b"}}`))
	if err == nil || benzene.StatusOf(err) != benzene.BadRequest || !strings.Contains(err.Error(), "headers[x-tenant] must be given once") {
		t.Errorf("the error is %v", err)
	}
}

func TestAnUnknownTopicIsNotRepeatedAtLength(t *testing.T) {
	s := serve(t)
	err := refused(t, s, message(strings.Repeat("t", 1_000_000), ""))
	if len(err.Message) > 1000 {
		t.Errorf("the caller is told %d bytes", len(err.Message))
	}
}

func TestANumberInQuotesIsExplainedAsOne(t *testing.T) {
	type req struct {
		ID    *int64 `json:"id,string"`
		Limit int    `json:"limit"`
	}
	s := serve(t, benzene.Handle("t", echo[req]))
	limit := benzene.Detail{Message: `limit must be a whole number, got "x"`, Field: "limit"}
	wantDetails(t, detailsOf(t, s, message("t", `{"id":"7","limit":"x"}`)), limit)
	wantDetails(t, detailsOf(t, s, message("t", `{"id":null,"limit":"x"}`)), limit)
	wantDetails(t, detailsOf(t, s, message("t", `{"id":7}`)),
		benzene.Detail{Message: "id must be a whole number in quotes, got 7", Field: "id"})
}

// A bid reads itself.
type bid struct{ cents int }

func (b *bid) UnmarshalJSON(data []byte) error {
	if string(data) != "1" {
		return errTest
	}
	b.cents = 100
	return nil
}

func TestWhatIsWantedIsSaidTruly(t *testing.T) {
	type req struct {
		Wait   time.Duration    `json:"wait"`
		Ratio  float64          `json:"ratio"`
		Small  *float32         `json:"small"`
		Pair   [2]int           `json:"pair"`
		Bid    bid              `json:"bid"`
		Scores map[uint8]string `json:"scores"`
	}
	s := serve(t, benzene.Handle("t", echo[req]))
	for body, want := range map[string]string{
		`{"wait":5}`:             `wait must be a duration such as 1m30s, got 5`,
		`{"ratio":1e400}`:        `ratio must be a number from -1.7e308 to 1.7e308, got 1e400`,
		`{"small":-4e38}`:        `small must be a number from -3.4e38 to 3.4e38, got -4e38`,
		`{"ratio":"1"}`:          `ratio must be a number, got "1"`,
		`{"pair":[1]}`:           `pair must be a list of 2, got a list of 1`,
		`{"pair":[1,2,3]}`:       `pair must be a list of 2, got a list of 3`,
		`{"bid":2}`:              `bid must be a value in the form that its type reads, got 2`,
		`{"scores":{"300":"a"}}`: `scores must be an object whose names are each a whole number from 0 to 255, got the name "300"`,
		`{"scores":{"x":"a"}}`:   `scores must be an object whose names are each a whole number, got the name "x"`,
	} {
		got := detailsOf(t, s, message("t", body))
		if len(got) != 1 || got[0].Message != want {
			t.Errorf("%s is answered %v, want %s", body, got, want)
		}
	}
	msg := message("t", "")
	msg.Params = []benzene.Param{{Name: "ratio", Value: "1e400"}}
	wantDetails(t, detailsOf(t, s, msg), benzene.Detail{Message: `ratio must be a number from -1.7e308 to 1.7e308, got "1e400"`, Field: "ratio"})
}
