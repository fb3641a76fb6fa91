package api_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestPassAtTheDoorOfADate: who has no code to show is found at the door of a date by name and comes
// in by hand, as often as the date lets in, also against the rules; the date says how many may come
// with a pass. An event that sells passes has more lists than others, for the doors of its dates.
func TestPassAtTheDoorOfADate(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		series, dates := h.evenings(3)
		path, sells := h.pass(series, object{"title": "Two evenings", "places": 3, "event_ids": []string{eventID(dates[0]), eventID(dates[1])}})
		order := h.owner("POST", sells+"/registrations", object{"user_id": "ada", "name": "Ada Passholder", "email": "ada@example.org", "tier_id": h.firstTier(sells)}).want(201).text("order_id")
		found := func(date string) *answer {
			return h.as(identity.Door, "GET", date+"/tickets?q=passholder", nil).want(200)
		}
		at := found(dates[0])
		if at.text("items", 0, "attendee") != "Ada Passholder" || at.text("items", 0, "pass", "title") != "Two evenings" || at.text("items", 0, "status") != "good" || strings.Contains(at.Raw, "ada@example.org") {
			t.Fatal(at.Raw)
		}
		if other := found(dates[2]); strings.Contains(other.Raw, "Ada") {
			t.Errorf("a date that the pass does not cover: %s", other.Raw)
		}
		ticket := at.text("items", 0, "ticket_id")
		h.scan(dates[0], ticket).verdict("admit")
		if at, other := found(dates[0]), found(dates[1]); at.text("items", 0, "status") != "inside" || other.text("items", 0, "status") != "good" {
			t.Error(at.Raw, other.Raw)
		}
		again := object{"event_id": eventID(dates[0]), "ticket_id": ticket, "reason": "Came out for air", "scan_id": "again"}
		h.as(identity.BoxOffice, "POST", "/v1/checkins:override", again).want(200).verdict("admit")
		again["event_id"] = eventID(dates[2])
		h.as(identity.BoxOffice, "POST", "/v1/checkins:override", again).problem(404, "not_found")
		if g := h.owner("GET", dates[1]+"/guests", nil).want(200); g.text("passes", 0, "title") != "Two evenings" || g.number("passes", 0, "tickets") != 1 || len(g.at("items").([]any)) != 0 {
			t.Error(g.Raw)
		}
		if g := h.owner("GET", dates[2]+"/guests", nil).want(200); g.at("passes") != nil {
			t.Error(g.Raw)
		}

		// As many lists as 60 doors of dates have, and one of its own.
		event := eventID(sells)
		for n := range 60 {
			h.must(h.store.CheckIns.EnsureList(t.Context(), checkins.List{ID: id.Named(id.List, event, fmt.Sprint(n)), EventID: event, Name: fmt.Sprint("Door ", n), Rules: checkin.Rules{ReEntry: checkin.Once}, CreatedAt: 1, UpdatedAt: 1}))
		}
		h.scan(dates[1], ticket).verdict("admit")
		h.scan(dates[1], ticket).verdict("already_admitted")
		h.owner("POST", sells+"/checkin-lists", object{"name": "Gifts"}).want(201)

		// A date that became smaller than what is taken gives up places of passes.
		h.owner("POST", dates[0]+"/orders", buy("bob", h.firstTier(dates[0]), 2)).want(201)
		h.owner("PATCH", dates[0], object{"capacity": 3}).want(200)
		h.owner("PATCH", path, object{"places": 2}).want(200)
		h.owner("PATCH", path, object{"places": 3}).problem(409, "pass_places_missing")
		if e := h.owner("GET", dates[0], nil).want(200); e.number("availability", "blocked") != 2 {
			t.Error(e.Raw)
		}

		// The page of the pass has the dates that it covers, in the language of its reader, and not when it was sold.
		h.owner("PATCH", dates[0], object{"main_language": "de"}).want(200)
		h.owner("PUT", dates[0]+"/translations/fr", object{"texts": []object{{"field": "title", "text": "Soirée au port"}}}).want(200)
		link := h.link(identity.OrderLink, order, h.personID(sells, "ada"))
		page := h.send("GET", "/r/"+link, "", nil, "Accept-Language: fr").want(200).Raw
		if !strings.Contains(page, "<dt>Soirée au port</dt>") || strings.Count(page, `<a href="/events/`) < 2 || strings.Contains(page, eventID(dates[2])) {
			t.Error(page)
		}
		h.sound()
	})
}
