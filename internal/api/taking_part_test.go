package api_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestWhoSaysEverythingTakesPart: with every switch of an event on, whoever says all that can be said
// of a person takes part, whichever way. What a setting asks of people reaches the decision.
func TestWhoSaysEverythingTakesPart(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	strict := func(e object) {
		for _, s := range inventory.SimpleSettings() {
			if s.Most == 0 && !strings.Contains(s.Name, ".") {
				e[s.Name] = true
			}
		}
	}
	schemas, said := readBodies(t), object{}
	for field, p := range schemas["NewRegistration"].Properties { // what is in all bodies is of the person
		if _, ofPerson := schemas["NewOrder"].Properties[field]; ofPerson && p.Type == "boolean" {
			said[field] = true
		}
	}
	event, hall := h.event(5, strict), h.theatre(strict)
	seventh := hall + "/seats/" + seat(hall, 7)
	for _, way := range []struct {
		path string
		more object
	}{
		{event + "/registrations", nil},
		{event + "/waitlist:join", nil},
		{event + "/orders", object{"items": []object{{"quantity": 1}}}},
		{seventh + "/reserve", nil},
		{seventh + "/waitlist", nil},
		{hall + "/seats:wait", object{"quantity": 1, "seat_ids": []string{seat(hall, 7)}}},
	} {
		email := strings.Trim(strings.NewReplacer("/", "-", ":", "-").Replace(way.path[len("/v1/events/"):]), "-") + "@example.org"
		body := object{"email": email, "name": "Ada"}
		maps.Copy(body, said)
		maps.Copy(body, way.more)
		h.visit(h.signIn(email), "POST", way.path, body).want(201)
	}
	h.sound()
}
