package api_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// entry returns the properties of the entry of an event in a calendar, nil without one.
func (a *answer) entry(event string) map[string]string {
	text := strings.ReplaceAll(a.Raw, "\r\n ", "")
	for _, part := range strings.Split(text, "BEGIN:VEVENT\r\n")[1:] {
		entry := map[string]string{}
		for line := range strings.SplitSeq(part, "\r\n") {
			name, value, _ := strings.Cut(line, ":")
			entry[name] = value
		}
		if strings.HasPrefix(entry["UID"], strings.TrimPrefix(event, "/v1/events/")+"@") {
			return entry
		}
	}
	return nil
}

// calendar reads a calendar or a feed once what was remembered of it is old.
func (h *testServer) calendar(path, media string) *answer {
	h.t.Helper()
	h.later(2 * time.Minute)
	a := h.send("GET", path, "", nil).want(200)
	if got := a.Header.Get("Content-Type"); got != media+"; charset=utf-8" {
		h.t.Errorf("%s is %q", path, got)
	}
	h.send("GET", path, "", nil, "If-None-Match: "+a.Header.Get("ETag")).want(304)
	return a
}

// TestCalendars: everybody reads the published events of an organizer, a series and a venue,
// who changed them as newer, and the cancelled ones as such.
func TestCalendars(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		org := "/v1/public/organizers/" + h.org
		event := h.event(5, func(e object) { e["publish"], e["title"] = false, "Walk; by, night" })
		series := "/v1/public/series/" + h.owner("POST", event+"/series", object{"rule": "FREQ=WEEKLY;COUNT=2"}).want(201).text("id")
		venue := h.owner("POST", "/v1/venues", object{"name": "Old harbour"}).want(201).text("id")
		room := h.owner("POST", "/v1/venues/"+venue+"/rooms", object{"name": "Hall"}).want(201).text("id")
		book := func(event, purpose string, days int) string {
			t.Helper()
			starts := h.now().Add(time.Duration(days) * 24 * time.Hour).UTC()
			body := object{"rooms": []string{room}, "starts_at": starts, "ends_at": starts.Add(time.Hour), "purpose": purpose}
			if event != "" {
				body["event_id"] = strings.TrimPrefix(event, "/v1/events/")
			}
			return h.owner("POST", "/v1/venues/"+venue+"/bookings", body).want(201).text("id")
		}
		book(event, "Secret rehearsal", 60)
		book("", "Wedding of Bo and Cy", 61)
		at := "/v1/public/venues/" + venue
		for _, path := range []string{org + "/events.ics", org + "/events.atom", series + "/events.ics", at + "/events.ics"} {
			h.send("GET", path, "", nil).problem(404, "not_found") // all is a draft
		}
		for _, path := range []string{"/v1/public/organizers/org_000000000000/events.ics", "/v1/public/organizers/x/events.atom", "/v1/public/series/ser_000000000000/events.ics", "/v1/public/venues/ven_000000000000/events.ics", "/v1/public/venues/x/events.ics"} {
			h.send("GET", path, "", nil).problem(404, "not_found")
		}

		h.owner("POST", event+":publish", nil).want(200)
		var first map[string]string
		for _, path := range []string{org, series, at} {
			a := h.calendar(path+"/events.ics", "text/calendar")
			first = a.entry(event)
			if first["SUMMARY"] != `Walk\; by\, night` || first["STATUS"] != "CONFIRMED" || !strings.HasSuffix(first["DTSTART"], "Z") || first["DTSTAMP"] != first["LAST-MODIFIED"] ||
				strings.Count(a.Raw, "BEGIN:VEVENT") != 1 || strings.Contains(a.Raw, "Secret") || strings.Contains(a.Raw, "Wedding") || !strings.HasPrefix(a.Header.Get("Cache-Control"), "public, max-age=") {
				t.Errorf("%s: %v %s", path, a.Header, a.Raw)
			}
		}
		feed := h.calendar(org+"/events.atom", "application/atom+xml")
		if !strings.Contains(feed.Raw, "<title type=\"text\">Walk; by, night</title>") || strings.Count(feed.Raw, "<entry>") != 1 {
			t.Errorf("the feed: %s", feed.Raw)
		}
		h.owner("PATCH", event, object{"title": "Walk by day"}).want(200)
		second := h.calendar(org+"/events.ics", "text/calendar").entry(event)
		sequence := func(entry map[string]string) int {
			n, err := strconv.Atoi(entry["SEQUENCE"])
			if err != nil {
				t.Error(err)
			}
			return n
		}
		if second["SUMMARY"] != "Walk by day" || sequence(second) <= sequence(first) || second["UID"] != first["UID"] || second["DTSTAMP"] <= first["DTSTAMP"] {
			t.Errorf("%v became %v", first, second)
		}
		// Anyone who has the address of the series sees what is unlisted, and nobody else.
		h.owner("PATCH", event, object{"visibility": "unlisted"}).want(200)
		if a := h.calendar(series+"/events.ics", "text/calendar"); a.entry(event) == nil {
			t.Errorf("the unlisted series: %s", a.Raw)
		}
		for _, path := range []string{org + "/events.ics", org + "/events.atom", at + "/events.ics"} {
			h.send("GET", path, "", nil).problem(404, "not_found")
		}
		h.owner("PATCH", event, object{"visibility": "public"}).want(200)
		h.owner("POST", event+":cancel", nil).want(200)
		for _, path := range []string{org, series, at} {
			if off := h.calendar(path+"/events.ics", "text/calendar").entry(event); off["STATUS"] != "CANCELLED" || sequence(off) <= sequence(second) {
				t.Errorf("%s: %v", path, off)
			}
		}
		h.later(stays)
		if a := h.calendar(org+"/events.ics", "text/calendar"); strings.Contains(a.Raw, "VEVENT") || !strings.Contains(a.Raw, "BEGIN:VTIMEZONE") {
			t.Errorf("long after: %s", a.Raw)
		}
		h.send("GET", org+"/events.atom", "", nil).problem(404, "not_found")
	})
}

// stays is so long that what calendars had is over for longer than they keep it.
const stays = 400 * 24 * time.Hour

// TestPassInTheTicketCalendar: a calendar program reads the dates that a pass covers in the place of
// what sells it, and each of them for as long as other events.
func TestPassInTheTicketCalendar(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	series, dates := h.evenings(3)
	first, last := dates[0], dates[2]
	_, sells := h.pass(series, object{"title": "The first and the last", "places": 3, "event_ids": []string{eventID(first), eventID(last)}})
	h.owner("POST", sells+"/registrations", object{"user_id": "ada", "name": "Ada", "email": "ada@example.org", "tier_id": h.firstTier(sells)}).want(201)
	_, address, _ := strings.Cut(h.visit(h.signIn("ada@example.org"), "POST", "/v1/me/calendar", nil).want(201).text("url"), "/v1/")
	h.eventually("the last batch ends", func() bool { return !h.seq.Busy() })
	sees := func(want ...string) {
		t.Helper()
		a := h.send("GET", "/v1/"+address, "", nil).want(200)
		for _, event := range []string{first, last, dates[1], sells} {
			if there := a.entry(event) != nil; there != slices.Contains(want, event) {
				t.Errorf("%s: %v in %s", event, there, a.Raw)
			}
		}
	}
	sees(first, last)
	over, err := time.Parse(time.RFC3339, h.owner("GET", first, nil).want(200).text("ends_at"))
	h.must(err)
	h.later(over.Sub(h.now()) + 91*24*time.Hour)
	sees(last)
}

// TestTicketCalendar: at a secret address, which its owner makes, replaces and ends, a
// calendar program reads which events they have tickets for, and which no more.
func TestTicketCalendar(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		ada := h.signIn("ada@example.org")
		with := func(c cookie) string {
			t.Helper()
			a := h.visit(c, "POST", "/v1/me/calendar", nil).want(201)
			if a.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("the address may be kept: %v", a.Header)
			}
			_, path, ok := strings.Cut(a.text("url"), "/v1/calendars/")
			if !ok {
				t.Fatal(a.Raw)
			}
			return "/v1/calendars/" + path
		}
		h.send("POST", "/v1/me/calendar", "", nil).problem(401, "credentials_required")
		if a := h.visit(ada, "GET", "/v1/me/calendar", nil).want(200); a.at("enabled") != false {
			t.Error(a.Raw)
		}
		address := with(ada)
		if a := h.visit(ada, "GET", "/v1/me/calendar", nil).want(200); a.at("enabled") != true || strings.Contains(a.Raw, "hc_") {
			t.Error(a.Raw)
		}
		if a := h.visit(ada, "GET", "/v1/me/data", nil).want(200); a.text("calendar_since") == "" {
			t.Error(a.Raw)
		}

		going, cancelled, off, mine, other := h.event(5), h.event(5), h.event(5), h.event(5), h.event(5)
		for _, event := range []string{going, cancelled, off} {
			h.owner("POST", event+"/registrations", object{"user_id": "ada", "email": "ada@example.org", "name": "Ada", "locale": "en"}).want(201)
		}
		h.register(other, "bob")
		h.owner("DELETE", cancelled+"/registrations/ada", nil).want(200)
		h.owner("POST", off+":cancel", nil).want(200)
		order := h.owner("POST", mine+"/registrations", object{"user_id": "cyd", "email": "cyd@example.org", "name": "Cyd", "locale": "en"}).want(201).text("order_id")
		transfer := h.owner("POST", "/v1/tickets/"+id.TicketOf(order, 1)+":transfer", object{"email": "ada@example.org"}).want(201).text("id")
		h.visit(ada, "POST", "/v1/transfers/"+transfer+":accept", nil).want(200)
		cyd := with(h.signIn("cyd@example.org"))
		// The batch that answered last may not have ended yet, and then nobody looks for
		// whose address is whose: see catchUp.
		h.eventually("the last batch ends", func() bool { return !h.seq.Busy() })

		a := h.send("GET", address, "", nil).want(200)
		for event, want := range map[string]string{going: "CONFIRMED", cancelled: "CANCELLED", off: "CANCELLED", mine: "CONFIRMED", other: ""} {
			if got := a.entry(event)["STATUS"]; got != want {
				t.Errorf("an event is %q, want %q: %s", got, want, a.Raw)
			}
		}
		if got := a.Header.Get("Cache-Control"); !strings.HasPrefix(got, "private") || strings.Contains(a.Raw, "ada@") || strings.Contains(a.Raw, order) {
			t.Errorf("%s: %s", got, a.Raw)
		}
		h.send("GET", address, "", nil, "If-None-Match: "+a.Header.Get("ETag")).want(304)
		if got := h.send("GET", cyd, "", nil).want(200).entry(mine); got["STATUS"] != "CANCELLED" {
			t.Errorf("who gave the ticket away: %v", got)
		}

		h.send("GET", "/v1/calendars/hc_"+strings.Repeat("0", 43)+"/tickets.ics", "", nil).problem(404, "not_found")
		h.send("GET", "/v1/calendars/x/tickets.ics", "", nil).problem(404, "not_found")
		renewed := with(ada)
		h.send("GET", address, "", nil).problem(404, "not_found")
		h.send("GET", renewed, "", nil).want(200)
		for range 2 {
			h.visit(ada, "DELETE", "/v1/me/calendar", nil).want(200)
			h.send("GET", renewed, "", nil).problem(404, "not_found")
		}
		account, err := h.store.Accounts.AccountByAddress(t.Context(), "cyd@example.org")
		h.must(err)
		h.must(h.store.Erasures.EraseAccount(t.Context(), account.ID, instantOf(h.now())))
		h.send("GET", cyd, "", nil).problem(404, "not_found")
	})
}
