package main

import "testing"

func TestEveryContenderGivesTheRightAnswer(t *testing.T) {
	if err := run(1, 1, ""); err != nil {
		t.Fatal(err)
	}
}
