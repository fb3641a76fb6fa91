package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// tierNames are those of the tiers of an event, in the order of the answer.
func (a *answer) tierNames() string {
	a.h.t.Helper()
	var list []string
	for _, tier := range a.at("tiers").([]any) {
		list = append(list, tier.(object)["name"].(string))
	}
	return strings.Join(list, " ")
}

// An organizer says where the tiers of an event stand. Every reader has them in that order, and
// so has a date of a series that is made like it; nothing else changes, and what is wrong
// changes nothing.
func TestTiersAreOrdered(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		made := h.owner("POST", "/v1/events", object{
			"title": "An evening", "starts_at": h.now().Add(30 * 24 * time.Hour), "ends_at": h.now().Add(30*24*time.Hour + time.Hour), "timezone": "UTC",
			"capacity": 9, "currency": "EUR", "publish": true,
			"tiers": []object{{"name": "A", "price": 100}, {"name": "B", "price": 200}, {"name": "C", "price": 300}},
		}).want(201)
		event := "/v1/events/" + made.text("id")
		tiers := map[string]string{}
		for i, name := range []string{"A", "B", "C"} {
			tiers[name] = made.text("tiers", i, "id")
		}
		change := func(list ...object) *answer { return h.owner("PATCH", event, object{"tiers": list}) }
		if got := change(object{"id": tiers["C"], "position": 1}).want(200).tierNames(); got != "C A B" {
			t.Errorf("one alone: %s", got)
		}
		moved := change(object{"id": tiers["A"], "position": 3, "price": 150}, object{"name": "D", "price": 50, "position": 1}).want(200)
		if got := moved.tierNames(); got != "D C A B" || moved.number("tiers", 2, "price") != 150 {
			t.Errorf("a new one and one that also costs more: %s: %s", got, moved.Raw)
		}
		if got := change(object{"id": tiers["A"], "position": 1}, object{"id": tiers["B"], "position": 2}).want(200).tierNames(); got != "A B D C" {
			t.Errorf("two: %s", got)
		}
		for _, wrong := range [][]object{
			{{"id": tiers["A"], "position": 5}},
			{{"id": tiers["A"], "position": 0}},
			{{"id": tiers["A"], "position": 2}, {"id": tiers["B"], "position": 2}},
			{{"id": tiers["A"], "position": 2}, {"id": tiers["A"], "position": 3}},
		} {
			change(wrong...).problem(422, "invalid_request")
		}
		for what, a := range map[string]*answer{
			"staff": h.owner("GET", event, nil), "the public": h.send("GET", event, "", nil),
		} {
			if got := a.want(200).tierNames(); got != "A B D C" {
				t.Errorf("%s read %s", what, got)
			}
		}
		if got := change(object{"name": "E", "price": 10}).want(200).tierNames(); got != "A B D C E" {
			t.Errorf("a new one stands behind: %s", got)
		}
		dates := h.owner("POST", event+"/series", object{"rule": "FREQ=WEEKLY;COUNT=2", "title": "Evenings"}).want(201).dates()
		if got := h.owner("GET", dates[1], nil).want(200).tierNames(); got != "A B D C E" {
			t.Errorf("a date made like it: %s", got)
		}
		h.sound()
	})
}
