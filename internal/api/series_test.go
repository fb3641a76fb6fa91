package api_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// dates are the paths of the events of a series, by start.
func (a *answer) dates() (paths []string) {
	items, _ := a.at("items").([]any)
	for i := range items {
		paths = append(paths, "/v1/events/"+a.text("items", i, "event_id"))
	}
	return paths
}

// clocks are the days and times of day at which dates start, in Berlin.
func (h *testServer) clocks(a *answer) (list []string) {
	h.t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		h.t.Fatal(err)
	}
	items, _ := a.at("items").([]any)
	for i := range items {
		at, err := time.Parse(time.RFC3339, a.text("items", i, "starts_at"))
		if err != nil {
			h.t.Fatal(err)
		}
		list = append(list, at.In(zone).Format("2006-01-02 15:04"))
	}
	return list
}

// TestSeries: dates are copies of an event, each with what it says, sells and asks, and are
// made once, whatever is asked again.
func TestSeries(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.theatre(func(e object) {
			e["description"], e["registration_cutoff"] = "Bring a lantern.", e["starts_at"]
			e["tiers"].([]object)[1]["sale_ends_at"] = e["starts_at"]
		})
		source := h.owner("GET", event, nil).want(200)
		list := append(diet(), object{"id": "legs", "kind": "text", "scope": "attendee", "label": "Do you stand?", "tiers": []string{source.text("tiers", 1, "id")}})
		h.owner("PUT", event+"/questions", object{"questions": list}).want(200)
		news := h.owner("POST", "/v1/consent-purposes", object{"kind": "marketing", "default_locale": "en", "words": object{"en": "News."}}).want(201).text("id")
		h.owner("PUT", event+"/consents", object{"purpose_ids": []string{news}}).want(200)
		h.owner("POST", event+"/orders", take(event, "ada", 1)).want(201) // is not copied

		body := object{"rule": "FREQ=WEEKLY;COUNT=30", "title": "Lantern walks"}
		if p := h.owner("POST", event+"/series:preview", object{"rule": body["rule"]}).want(200); len(p.at("items").([]any)) != 30 || p.text("items", 0, "starts_at") != source.text("starts_at") {
			t.Error(p.Raw)
		}
		h.as(identity.BoxOffice, "POST", event+"/series", body).problem(403, "forbidden")
		made := h.as(identity.Organizer, "POST", event+"/series", body, "Idempotency-Key: s").want(201)
		at := "/v1/series/" + made.text("id")
		dates := made.dates()
		if len(dates) != 30 || dates[0] != event || made.number("pending") != 0 || made.text("title") != "Lantern walks" || made.text("description") != "Bring a lantern." {
			t.Fatal(made.Raw)
		}
		// All start at one time of day, in summer and in winter.
		for i, clock := range h.clocks(made) {
			if clock[10:] != h.clocks(made)[0][10:] || made.number("items", i, "position") != int64(i+1) || made.text("items", i, "status") != "published" {
				t.Errorf("date %d: %s, %s", i, clock, made.Raw)
			}
		}
		again := h.as(identity.Organizer, "POST", event+"/series", body, "Idempotency-Key: s").want(201)
		if !slices.Equal(again.dates(), dates) || again.text("id") != made.text("id") {
			t.Error(again.Raw)
		}
		body["title"] = "Others"
		h.as(identity.Organizer, "POST", event+"/series", body, "Idempotency-Key: s").problem(422, "idempotency_key_reused")
		h.owner("POST", event+"/series", body).problem(409, "already_in_series")
		h.owner("POST", dates[3]+"/series", body).problem(409, "already_in_series")

		// A copy says, sells and asks the same, at as long before its start; what was taken is its own.
		copied := h.owner("GET", dates[7], nil).want(200)
		for _, field := range []string{"title", "description", "location", "timezone", "currency"} {
			if copied.text(field) != source.text(field) {
				t.Errorf("%s is %q, was %q", field, copied.text(field), source.text(field))
			}
		}
		if copied.text("registration_cutoff") != copied.text("starts_at") || copied.text("tiers", 1, "sale_ends_at") != copied.text("starts_at") {
			t.Error(copied.Raw)
		}
		if copied.text("series", "id") != made.text("id") || copied.number("series", "position") != 8 || copied.number("availability", "held") != 0 ||
			copied.number("tiers", 0, "price") != 5000 || copied.number("tiers", 0, "available") != 6 || copied.at("tiers", 0, "seated") != true || copied.number("questions") != 3 {
			t.Error(copied.Raw)
		}
		asks := h.owner("GET", dates[7]+"/questions", nil).want(200)
		if asks.text("questions", 2, "tiers", 0) != copied.text("tiers", 1, "id") {
			t.Error(asks.Raw)
		}
		if a := h.send("GET", dates[7]+"/consents", "", nil).want(200); a.text("purposes", 0, "purpose_id") != news {
			t.Errorf("a date asks for consent to %s", a.Raw)
		}
		h.owner("POST", dates[7]+"/orders", take(dates[7], "bob", 1)).want(201)
		h.owner("POST", event+"/orders", take(event, "bob", 1)).problem(409, "seat_taken")

		// Everybody sees what is left of each date.
		seen := h.send("GET", "/v1/public"+strings.TrimPrefix(at, "/v1"), "", nil).want(200)
		if len(seen.at("items").([]any)) != 30 || seen.number("items", 7, "available") != seen.number("items", 8, "available")-1 || seen.text("organization", "id") != h.org {
			t.Error(seen.Raw)
		}
		// Unlisted dates are not beside listed ones, and a series of unlisted dates has its page.
		h.owner("PATCH", dates[9], object{"visibility": "unlisted"}).want(200)
		h.later(time.Minute)
		if l := h.send("GET", "/v1/public"+strings.TrimPrefix(at, "/v1"), "", nil).want(200); len(l.at("items").([]any)) != 29 || strings.Contains(l.Raw, dates[9][len("/v1/events/"):]) {
			t.Error(l.Raw)
		}
		for _, date := range dates {
			h.owner("PATCH", date, object{"visibility": "unlisted"}).want(200)
		}
		h.later(time.Minute)
		if l := h.send("GET", "/v1/public"+strings.TrimPrefix(at, "/v1"), "", nil).want(200); len(l.at("items").([]any)) != 30 {
			t.Error(l.Raw)
		}
		h.send("GET", "/v1/public/series/ser_000000000000", "", nil).problem(404, "not_found")
		h.send("GET", "/v1/public/series/nonsense", "", nil).problem(404, "not_found")
		if l := h.owner("GET", "/v1/series?limit=1", nil).want(200); l.text("items", 0, "id") != made.text("id") {
			t.Error(l.Raw)
		}
		h.sound()
	})
}

// TestDatesOfSeries: which dates a rule and a list come to, and what is wrong with them.
func TestDatesOfSeries(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5)
	preview := func(body object) *answer { return h.owner("POST", event+"/series:preview", body) }
	day := func(days int) string {
		return h.now().AddDate(0, 0, days).UTC().Truncate(time.Second).Format(time.RFC3339)
	}
	start := h.owner("GET", event, nil).want(200).text("starts_at")
	first, err := time.Parse(time.RFC3339, start)
	if err != nil {
		t.Fatal(err)
	}
	if p := preview(object{"rule": "FREQ=DAILY;COUNT=4", "except": []string{first.AddDate(0, 0, 2).Format(time.DateOnly)}, "dates": []string{day(10), day(10)}}).want(200); len(p.at("items").([]any)) != 4 || p.text("items", 1, "starts_at") != start {
		t.Error(p.Raw)
	}
	for name, c := range map[string]struct {
		body  object
		field string
	}{
		"nothing":     {object{}, "rule"},
		"not a rule":  {object{"rule": "every Friday"}, "rule"},
		"unknown":     {object{"rule": "FREQ=SECONDLY;COUNT=3"}, "rule"},
		"endless":     {object{"rule": "FREQ=DAILY"}, "rule"},
		"too many":    {object{"rule": "FREQ=DAILY;COUNT=401"}, "rule"},
		"over":        {object{"rule": "FREQ=DAILY;UNTIL=20200101"}, "rule"},
		"in the past": {object{"dates": []string{day(-1)}}, "dates[0]"},
		"no day":      {object{"rule": "FREQ=DAILY;COUNT=2", "except": []string{"24.12.2027"}}, "except[0]"},
	} {
		t.Run(name, func(t *testing.T) {
			preview(c.body).problem(422, "invalid_request").names(c.field)
			h.owner("POST", event+"/series", c.body).problem(422, "invalid_request").names(c.field)
		})
	}
	if p := preview(object{"rule": "FREQ=DAILY;BYHOUR=3;COUNT=2"}).problem(422, "invalid_request"); !strings.Contains(p.Raw, "BYHOUR is not supported") {
		t.Error(p.Raw)
	}
	h.owner("POST", event+"/series", object{"rule": "FREQ=DAILY;COUNT=400", "dates": []string{day(3)}}).problem(409, "too_many_dates")
	h.owner("POST", event+"/series", object{"title": " ", "dates": []string{day(3)}}).problem(422, "invalid_request").names("title")
	h.owner("POST", event+":cancel", nil).want(200)
	h.owner("POST", event+"/series", object{"dates": []string{day(3)}}).problem(409, "event_cancelled")
}

// TestFollowingDates: a date and all that follow change, each by its own rules.
func TestFollowingDates(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, _ := h.sale(9, func(e object) { e["registration_cutoff"], e["publish"] = e["starts_at"], false })
	made := h.owner("POST", event+"/series", object{"rule": "FREQ=DAILY;COUNT=5"}).want(201)
	at, dates := "/v1/series/"+made.text("id"), made.dates()
	// Drafts are nobody's to see.
	h.send("GET", "/v1/public"+strings.TrimPrefix(at, "/v1"), "", nil).problem(404, "not_found")
	from := func(i int) string { return eventID(dates[i]) }
	told := h.owner("POST", at+":publish", object{"from": from(1)}).want(200)
	if told.text("changed", 0, "event_id") != from(1) || told.number("changed", 3, "position") != 5 || len(told.at("refused").([]any)) != 0 {
		t.Error(told.Raw)
	}
	if a := h.owner("POST", at+":publish", object{"from": from(1)}).want(200); len(a.at("changed").([]any)) != 0 {
		t.Error(a.Raw) // they are
	}
	h.eventually("the public sees the series", func() bool {
		a := h.send("GET", "/v1/public"+strings.TrimPrefix(at, "/v1"), "", nil)
		return a.Status == 200 && len(a.at("items").([]any)) == 4
	})
	// One is cancelled and one is moved: the others stay.
	h.owner("POST", dates[3]+":cancel", nil).want(200)
	moved := h.now().Add(60 * 24 * time.Hour).UTC().Truncate(time.Second)
	h.owner("PATCH", dates[1], object{"starts_at": moved, "ends_at": moved.Add(time.Hour), "registration_cutoff": nil}).want(200)
	if a := h.owner("GET", at, nil).want(200); a.text("items", 4, "event_id") != from(1) || a.at("items", 4, "moved") != true || a.at("items", 0, "moved") != nil || a.text("items", 2, "status") != "cancelled" {
		t.Error(a.Raw)
	}
	body := object{
		"from": from(2), "title": "Late walk", "start_time": "22:15", "duration_seconds": 5400, "capacity": 12, "location": "New harbour",
		"prices": []object{{"tier": "Regular", "price": 2500}},
	}
	told = h.owner("POST", at+":change", body, "Idempotency-Key: c").want(200)
	if told.text("changed", 0, "event_id") != from(2) || told.text("changed", 1, "event_id") != from(4) || told.text("changed", 2, "event_id") != from(1) || len(told.at("changed").([]any)) != 3 ||
		told.text("refused", 0, "event_id") != from(3) || told.text("refused", 0, "code") != "event_cancelled" {
		t.Error(told.Raw)
	}
	after := h.owner("GET", dates[4], nil).want(200)
	if after.text("title") != "Late walk" || after.text("location") != "New harbour" || after.number("capacity") != 12 || after.number("tiers", 0, "price") != 2500 || after.number("tiers", 1, "price") != 1500 ||
		after.text("registration_cutoff") != after.text("starts_at") {
		t.Error(after.Raw)
	}
	for _, i := range []int{1, 2, 4} {
		e := h.owner("GET", dates[i], nil).want(200)
		starts, err := time.Parse(time.RFC3339, e.text("starts_at"))
		if err != nil {
			t.Fatal(err)
		}
		ends, err := time.Parse(time.RFC3339, e.text("ends_at"))
		if zone, _ := time.LoadLocation("Europe/Berlin"); err != nil || starts.In(zone).Format("15:04") != "22:15" || ends.Sub(starts) != 90*time.Minute {
			t.Error(e.Raw)
		}
	}
	if e := h.owner("GET", dates[0], nil).want(200); e.text("title") != "Lantern walk" || e.text("status") != "draft" {
		t.Error(e.Raw)
	}
	// What one does not have is refused there alone, and what is wrong with all of them at once.
	h.owner("PATCH", dates[4], object{"tiers": []object{{"id": after.text("tiers", 0, "id"), "name": "Usual"}}}).want(200)
	told = h.owner("POST", at+":change", object{"prices": []object{{"tier": "Regular", "price": 100}}}).want(200)
	if told.text("refused", 1, "event_id") != from(4) || told.text("refused", 1, "errors", 0, "field") != "prices[0].tier" || len(told.at("changed").([]any)) != 3 {
		t.Error(told.Raw)
	}
	h.owner("POST", at+":change", object{"start_time": "25:00"}).problem(422, "invalid_request").names("start_time")
	h.owner("POST", at+":change", object{"title": " "}).problem(422, "invalid_request").names("title")
	h.owner("POST", at+":change", object{"from": eventID(h.event(1)), "title": "Other"}).problem(422, "invalid_request").names("from")
	if a := h.owner("PATCH", at, object{"title": "Walks", "description": "Two\nlines"}).want(200); a.text("title") != "Walks" || a.text("description") != "Two\nlines" {
		t.Error(a.Raw)
	}
	h.owner("PATCH", at, object{"title": ""}).problem(422, "invalid_request").names("title")
	if e := h.owner("GET", dates[1], nil).want(200); e.text("series", "title") != "Walks" || e.text("title") != "Late walk" {
		t.Error(e.Raw)
	}
	told = h.owner("POST", at+":cancel", object{"from": from(4)}).want(200)
	if len(told.at("changed").([]any)) != 2 || told.text("changed", 0, "event_id") != from(4) {
		t.Error(told.Raw)
	}
	h.sound()
}

// TestMoreDates: dates are added, none twice, and what was planned and not made is made later.
func TestMoreDates(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5)
	made := h.owner("POST", event+"/series", object{"rule": "FREQ=WEEKLY;COUNT=2"}).want(201)
	at, dates := "/v1/series/"+made.text("id"), made.dates()
	h.owner("POST", at+":change", object{"from": eventID(dates[1]), "title": "Second walk", "start_time": "21:15"}).want(200)
	more := h.owner("POST", at+":extend", object{"rule": "FREQ=WEEKLY;COUNT=3"}).want(200)
	if got := more.dates(); len(got) != 4 || more.text("items", 3, "title") != "Second walk" || more.number("items", 3, "position") != 4 {
		t.Error(more.Raw)
	}
	if a := h.owner("POST", at+":extend", object{"event_id": eventID(event), "rule": "FREQ=WEEKLY;COUNT=5"}).want(200); len(a.dates()) != 7 || a.text("items", 6, "title") != "Lantern walk" {
		t.Error(a.Raw)
	}
	h.owner("POST", at+":extend", object{"event_id": eventID(h.event(1)), "rule": "FREQ=WEEKLY;COUNT=5"}).problem(422, "invalid_request").names("event_id")
	h.owner("POST", at+":extend", object{}).problem(422, "invalid_request").names("rule")
	h.owner("POST", at+":extend", object{"event_id": eventID(event), "rule": "FREQ=DAILY;COUNT=400", "dates": []any{h.now().Add(time.Hour).UTC()}}).problem(409, "too_many_dates")

	// The server stopped when two were planned: one had its event, and nobody had noted it.
	lost, there := []events.SeriesDate{}, h.event(1)
	h.must(h.store.Series.PlanDates(t.Context(), h.org, made.text("id"), func(have []events.SeriesDate) ([]events.SeriesDate, error) {
		for i := range int64(2) {
			d := have[0]
			d.Position, d.Made, d.StartsAt = int64(len(have))+i+1, false, d.StartsAt+inventory.Instant(100*inventory.Day)+inventory.Instant(i)
			if d.EventID = id.TopNamed(id.Event, made.text("id")); i == 0 {
				d.EventID = eventID(there)
			}
			lost = append(lost, d)
		}
		return lost, nil
	}))
	before := h.owner("GET", there, nil).want(200)
	if a := h.owner("GET", at, nil).want(200); a.number("pending") != 2 || a.text("items", 8, "status") != "planned" || a.at("items", 8, "ends_at") != nil {
		t.Error(a.Raw)
	}
	h.sound()
	for range 2 {
		if a := h.owner("POST", at+":resume", nil).want(200); a.number("pending") != 0 || a.text("items", 8, "status") != "published" {
			t.Error(a.Raw)
		}
	}
	if after := h.owner("GET", there, nil).want(200); after.number("ledger_seq") != before.number("ledger_seq") || after.number("series", "position") != 8 {
		t.Error(after.Raw)
	}
	// Another organization has no such series.
	other := h.rival(h.organization("Rival"))
	other.owner("GET", at, nil).problem(404, "not_found")
	other.owner("POST", at+":cancel", object{}).problem(404, "not_found")
	other.owner("POST", event+"/series", object{"rule": "FREQ=WEEKLY;COUNT=2"}).problem(404, "not_found")
	h.sound()
}
