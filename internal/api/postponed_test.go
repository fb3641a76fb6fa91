package api_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestPostponed: a postponed event sells nothing, its tickets stay good and are told about it,
// everybody sees that it is postponed, past its old date too, and a new date brings it back.
func TestPostponed(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h, start := searched(t, url)
		starts := h.now().Add(30 * 24 * time.Hour).UTC().Truncate(time.Hour)
		event := h.event(2, func(e object) {
			e["title"], e["starts_at"], e["ends_at"] = "Lantern walk", starts, starts.Add(3*time.Hour)
			e["registration_cutoff"], e["cancellation_cutoff"], e["doors_open_at"] = starts.Add(-2*time.Hour), starts.Add(-time.Hour), starts.Add(-30*time.Minute)
		})
		start()
		eventID := strings.TrimPrefix(event, "/v1/events/")
		order := h.register(event, "ada").text("order_id")
		h.register(event, "bob")
		h.register(event, "cyd")
		ada := h.fresh(identity.OrderLink, order, h.personID(event, "ada"))
		stands := func(status, state string) {
			t.Helper()
			h.send("GET", event, "", nil).want(200).sees(t, "to the public", object{"status": status, "state": state})
		}
		stands("published", "sold_out")
		planned := func() (list []string) {
			t.Helper()
			all, err := h.store.Announcements.Automatic(t.Context(), eventID)
			h.must(err)
			for _, a := range all {
				list = append(list, a.Kind+" "+a.State)
			}
			slices.Sort(list)
			return list
		}

		draft := h.event(2, set("publish", false))
		h.owner("POST", draft+":postpone", nil).problem(409, "event_not_published")
		h.as(identity.Viewer, "POST", event+":postpone", nil).problem(403, "forbidden")
		h.send("POST", event+":postpone", "", nil).problem(401, "credentials_required")
		for range 2 {
			if a := h.owner("POST", event+":postpone", nil).want(200); a.text("status") != "postponed" {
				t.Error(a.Raw)
			}
		}
		stands("postponed", "postponed")
		if got := planned(); !slices.Equal(got, []string{"event_postponed planned"}) {
			t.Errorf("planned when it was postponed: %q", got)
		}
		h.send("POST", event+"/registrations", "", object{"email": "eve@example.org", "name": "Eve", "join_waitlist": true}).problem(409, "event_postponed")
		h.owner("POST", event+":publish", nil).problem(409, "event_postponed")
		h.send("GET", "/v1/orders/"+order+"/tickets", ada, nil).want(200).sees(t, "the ticket", object{"order_id": order}, "items", 0)
		found := h.finds("q=lantern", "Lantern walk")
		found.sees(t, "the search", object{"status": "postponed", "state": "postponed", "registration_open": false}, "items", 0)
		h.finds("q=lantern&available=true")
		if entry := h.calendar("/v1/public/organizers/"+h.org+"/events.ics", "text/calendar").entry(event); entry["STATUS"] != "TENTATIVE" {
			t.Errorf("the calendar: %v", entry)
		}
		// Its times are not changed by the way: what gives it a date says so.
		moved := starts.Add(90 * 24 * time.Hour)
		for _, change := range []object{{"starts_at": moved, "ends_at": moved.Add(time.Hour)}, {"ends_at": starts.Add(time.Hour)}} {
			if a := h.owner("PATCH", event, change).problem(409, "event_postponed"); !strings.Contains(a.text("detail"), ":reschedule") {
				t.Errorf("moved by %v: %s", change, a.Raw)
			}
		}
		h.owner("PATCH", event, object{"title": "Lantern walk", "starts_at": starts}).want(200) // the same
		stands("postponed", "postponed")
		h.sound()

		// Its old time passes; that ends nothing, and it stays in what is to come.
		h.later(40 * 24 * time.Hour)
		h.finds("q=lantern", "Lantern walk").sees(t, "the search, later", object{"status": "postponed"}, "items", 0)
		for query, want := range map[string]int{"": 1, "organizer=" + h.org: 1, "when=past": 0, "from=" + starts.Add(100*24*time.Hour).Format(time.DateOnly): 0} {
			if _, got := h.listed(query); len(got) != want {
				t.Errorf("%q lists %q later, want %d", query, got, want)
			}
		}
		stands("postponed", "postponed")
		ada = h.fresh(identity.OrderLink, order, h.personID(event, "ada"))
		h.send("POST", "/v1/orders/"+order+":cancel", ada, nil).want(200) // the cutoff was of the old date
		h.tick(event)
		if a := h.owner("GET", event, nil).want(200); a.number("availability", "available") != 1 || a.number("availability", "waiting") != 1 {
			t.Errorf("what was given back is offered while it is postponed: %s", a.Raw)
		}

		again := starts.Add(60 * 24 * time.Hour)
		h.owner("POST", event+":reschedule", object{"starts_at": starts}).problem(422, "invalid_request").names("starts_at")
		h.owner("POST", event+":reschedule", object{"starts_at": again, "ends_at": again}).problem(422, "invalid_request").names("ends_at")
		h.as(identity.Viewer, "POST", event+":reschedule", object{"starts_at": again}).problem(403, "forbidden")
		stands("postponed", "postponed")
		h.owner("POST", event+":reschedule", object{"starts_at": again}).want(200).sees(t, "with a new date", object{
			"status": "published", "starts_at": again, "ends_at": again.Add(3 * time.Hour),
			"registration_cutoff": again.Add(-2 * time.Hour), "cancellation_cutoff": again.Add(-time.Hour), "doors_open_at": again.Add(-30 * time.Minute),
		})
		if a := h.owner("GET", event, nil).want(200); a.number("availability", "held") != 1 {
			t.Errorf("the waitlist is not offered what is free: %s", a.Raw)
		}
		if got := planned(); !slices.Contains(got, "event_changed planned") || slices.Contains(got, "event_postponed planned") {
			t.Errorf("planned when it got a date: %q", got)
		}
		h.finds("q=lantern", "Lantern walk").sees(t, "the search", object{"status": "published"}, "items", 0)

		// Back on the same date before anybody was told: nobody is.
		quiet := h.event(2, func(e object) { e["title"], e["starts_at"], e["ends_at"] = "Quiet", again, again.Add(time.Hour) })
		eventID = strings.TrimPrefix(quiet, "/v1/events/")
		h.owner("POST", quiet+":postpone", nil).want(200)
		h.owner("POST", quiet+":reschedule", object{"starts_at": again}).want(200)
		if got := planned(); !slices.Equal(got, []string{"event_postponed void"}) {
			t.Errorf("planned for one that was postponed by mistake: %q", got)
		}
		h.owner("POST", quiet+":postpone", nil).want(200)
		h.owner("POST", quiet+":cancel", nil).want(200)
		h.sound()
	})
}
