package main

import "testing"

func TestProcessors(t *testing.T) {
	from := parseProcessors("cpu  100 20 30 400 50 6 7 8 90 10")
	if from != (processors{busy: 171, all: 621}) {
		t.Fatalf("%+v", from)
	}
	to := parseProcessors("cpu  160 20 30 420 70 6 7 8 90 10")
	if got := to.since(from); got != 60 {
		t.Errorf("%d%% busy, want 60", got)
	}
	if got := from.since(from); got != -1 {
		t.Errorf("%d%% busy in no time", got)
	}
	if got := parseProcessors("not a line of numbers"); got != (processors{}) {
		t.Errorf("%+v", got)
	}
}
