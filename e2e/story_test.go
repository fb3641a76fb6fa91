package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// step is one line of an entry's history.
type step struct {
	Reason string
	Own    bool
	From   string
	To     string
	Before int64 `json:"position_before"`
	After  int64 `json:"position_after"`
	Text   string
}

// TestStory is what a newcomer does on the first evening: fill an event, cancel
// one, read the offer, claim it, let another lapse, and ask why.
func TestStory(t *testing.T) {
	together(t, func(t *testing.T, db string) {
		s := serve(t, db)
		event := s.newEvent(3, object{"max_guests": 1})
		registrations := "/v1/events/" + event + "/registrations"

		// Until it is full: Ada and a guest, Bert.
		ada := s.call("POST", registrations, person("Ada", "Augusta")).want(201).is("status", "confirmed").is("units", "2")
		s.call("POST", registrations, person("Bert")).want(201).is("status", "confirmed")
		s.call("POST", registrations, person("Bert")).want(409).is("code", "already_registered")
		s.call("POST", registrations, person("Carl", "One", "Two")).want(422).is("code", "guests_over_limit")
		late := person("Zoe")
		delete(late, "join_waitlist")
		s.call("POST", registrations, late).want(409).is("code", "sold_out")

		// Cleo, Dora and a guest, and Emil wait.
		s.call("POST", registrations, person("Cleo")).want(201).is("status", "waitlisted").is("position", "1")
		dora := s.call("POST", registrations, person("Dora", "Dan")).want(201).is("position", "2").at("entry_id")
		emil := s.call("POST", registrations, person("Emil")).want(201).is("position", "3").at("entry_id")
		s.call("GET", "/v1/events/"+event, nil).want(200).
			is("availability.available", "0").is("availability.confirmed", "3").is("availability.waiting", "3")

		// Bert cancels: Cleo is offered the place and claims it by the link.
		s.call("DELETE", registrations+"/bert", nil).want(200).is("status", "released")
		s.call("GET", registrations+"/cleo", nil).want(200).is("status", "offered")
		s.call("POST", registrations, late).want(409).is("code", "sold_out")
		s.mailTo("bert@example.org", "ancel")
		s.claim(s.mailTo("cleo@example.org", "Your turn"))
		s.call("GET", registrations+"/cleo", nil).want(200).is("status", "confirmed").is("order.reason", "accepted")

		whyTwo(t, s, emil)
		lapse(t, s, event, dora, emil)

		// What Ada had is a story too, and her number was not used again.
		order := ada.at("order_id")
		rows := items[map[string]any](s.call("GET", "/v1/events/"+event+"/audit?subject="+order, nil))
		if len(rows) != 2 {
			t.Errorf("the story of Ada's order has %d rows, want registered and cancelled: %v", len(rows), rows)
		}

		// Down and up again: everything is as it was.
		before := s.call("GET", "/v1/events/"+event, nil).want(200).body
		s.stop()
		verified(t, db)
		s.restart()
		if after := s.call("GET", "/v1/events/"+event, nil).want(200).body; string(after) != string(before) {
			t.Errorf("before the restart:\n%s\nafter:\n%s", before, after)
		}
		s.stop()
		verified(t, db)
	})
}

// whyTwo asks why Emil stands second, who came third.
func whyTwo(t *testing.T, s *process, emil string) {
	t.Helper()
	s.call("GET", "/v1/waitlist/"+emil, nil).want(200).is("position", "2")
	for _, st := range items[step](s.call("GET", "/v1/waitlist/"+emil+"/history", nil)) {
		if st.Before == 3 && st.After == 2 {
			if st.Own || st.Reason != "offered" || st.Text == "" || strings.Contains(st.Text, "Cleo") {
				t.Errorf("why place 3 became place 2: %+v", st)
			}
			return
		}
	}
	t.Error("the history does not say why place 3 became place 2")
}

// lapse gives Dora's party an offer and lets it pass: it rolls on to Emil, who
// claims.
func lapse(t *testing.T, s *process, event, dora, emil string) {
	t.Helper()
	window := func(seconds int) {
		s.call("PATCH", "/v1/events/"+event, object{"waitlist": object{"claim_window_seconds": seconds}}).want(200)
	}
	window(2)
	s.call("DELETE", "/v1/events/"+event+"/registrations/ada", nil).want(200)
	s.call("GET", "/v1/waitlist/"+dora, nil).want(200).is("status", "offered").is("offer.status", "open")
	window(6 * 3600) // for the next person
	within(t, 20*time.Second, "Dora's offer has lapsed and Emil has one", func() bool {
		return s.call("GET", "/v1/waitlist/"+dora, nil).want(200).at("status") == "expired" &&
			s.call("GET", "/v1/waitlist/"+emil, nil).want(200).at("status") == "offered"
	})
	s.mailTo("dora@example.org", "")
	s.mailTo("emil@example.org", "Your turn")
	offer := s.call("GET", "/v1/waitlist/"+emil, nil).want(200).at("offer", "id")
	accept := func(key string) *reply {
		return s.call("POST", "/v1/offers/"+offer+":accept", nil, "Idempotency-Key: "+key)
	}
	first := accept("emil-1").want(http.StatusOK).is("status", "confirmed")
	for _, key := range []string{"emil-1", "emil-2"} {
		if again := accept(key).want(http.StatusOK); again.at("order_id") != first.at("order_id") {
			t.Errorf("accepted again with key %s:\n%s\nat first:\n%s", key, again.body, first.body)
		}
	}
}
