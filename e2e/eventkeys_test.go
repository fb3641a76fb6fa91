package e2e

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestKeyForOneEvent: the command makes a key for one event, says of what cannot be such a key why,
// and what it does not make leaves nothing behind.
func TestKeyForOneEvent(t *testing.T) {
	seed.InTurn(t, 0)
	together(t, func(t *testing.T, db string) {
		s := serve(t, db)
		own, other := s.newEvent(3, nil), s.newEvent(3, nil)
		create := func(args ...string) (string, error) {
			out, err := holdfast(t, append([]string{"apikey", "create", "--db", db}, args...)...)
			return strings.TrimSpace(out), err
		}
		for _, wrong := range []struct{ said, org, event, role string }{
			{"there is no event", "End to End", "evt_nothing", "door"},
			{"is not an event of", "Nobody yet", own, "door"},
			{"an owner is one of a whole organization", "End to End", own, "owner"},
		} {
			if out, err := create("--org", wrong.org, "--event", wrong.event, "--role", wrong.role); err == nil || out != "" || !strings.Contains(err.Error(), wrong.said) {
				t.Errorf("%+v: %q, %v", wrong, out, err)
			}
		}
		key, err := create("--org", "End to End", "--event", own, "--role", "box_office")
		if err != nil {
			t.Fatal(err)
		}
		with := "Authorization: Bearer " + key
		s.call("POST", "/v1/events/"+own+"/registrations", person("anna"), with).want(201)
		s.call("GET", "/v1/events/"+other, nil, with).want(404)
		s.call("GET", "/v1/organization", nil, with).want(403).is("code", "key_for_one_event")
		s.stop()
		verified(t, db)
	})
}
