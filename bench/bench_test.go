package main

import (
	"errors"
	"strings"
	"testing"
)

func TestEveryContenderGivesTheRightAnswer(t *testing.T) {
	if err := run(effort{rounds: 1, span: 1, clients: 10}, ""); err != nil {
		t.Fatal(err)
	}
}

func TestAWrongAnswerEndsTheRunAndNamesWhoGaveIt(t *testing.T) {
	for _, rightFor := range []int{0, 1} { // wrong before, and only after timing
		asked := 0
		c := contender{name: "the liar", loop: func(int) {}, once: func() error {
			if asked++; asked > rightFor {
				return errors.New("got 2, want 1")
			}
			return nil
		}}
		_, err := measure([]contender{c}, effort{rounds: 1, span: 1})
		if err == nil || !strings.Contains(err.Error(), "the liar") {
			t.Errorf("right %d times: got %v, want the liar named", rightFor, err)
		}
	}
}

func TestAScenarioThatIsNotThereIsAnError(t *testing.T) {
	if err := run(brief, "nothing"); err == nil {
		t.Error("want an error")
	}
}
