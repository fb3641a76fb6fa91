package api_test

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// instant is a time of an answer.
func (a *answer) instant(path ...any) time.Time {
	a.h.t.Helper()
	at, err := time.Parse(time.RFC3339, a.text(path...))
	if err != nil {
		a.h.t.Fatal(err)
	}
	return at
}

// fridays makes a series of Fridays at 19:30 in Berlin, over a change of clocks, with a sale
// that begins ten days before each and ends an hour before.
func (h *testServer) fridays(n string, change ...func(object)) (series string, dates []string) {
	h.t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	h.must(err)
	first := h.now().AddDate(0, 0, 60)
	for first.Weekday() != time.Friday {
		first = first.AddDate(0, 0, 1)
	}
	y, m, d := first.Date()
	starts := time.Date(y, m, d, 19, 30, 0, 0, zone)
	event := h.event(9, append([]func(object){func(e object) {
		e["starts_at"], e["ends_at"], e["registration_cutoff"], e["doors_open_at"] = starts, starts.Add(2*time.Hour), starts.Add(-time.Hour), starts.Add(-30*time.Minute)
		e["tiers"] = []object{{"name": "General", "sale_starts_at": starts.Add(-240 * time.Hour), "sale_ends_at": starts.Add(-time.Hour)}, {"name": "Friends"}}
	}}, change...)...)
	made := h.owner("POST", event+"/series", object{"rule": "FREQ=WEEKLY;COUNT=" + n}).want(201)
	return "/v1/series/" + made.text("id"), made.dates()
}

// TestFollowingDatesMove: a date and all following take place some days later or earlier, or on
// another day of the week, at the same time of day; what is set for a time before the start moves
// along, and the same call again moves nothing.
func TestFollowingDatesMove(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		series, dates := h.fridays("30")
		was := h.clocks(h.owner("GET", series, nil).want(200))
		before := h.owner("GET", dates[2], nil).want(200)
		day := func(i, days int) string {
			t.Helper()
			at, err := time.Parse("2006-01-02 15:04", was[i])
			h.must(err)
			return at.AddDate(0, 0, days).Format("2006-01-02 15:04")
		}
		stand := func(what string, first, days int) {
			t.Helper()
			for i, date := range dates {
				n := days
				if i < first {
					n = 0
				}
				e := h.owner("GET", date, nil).want(200)
				if got := h.clocks(&answer{h: h, Body: object{"items": []any{e.Body}}})[0]; got != day(i, n) {
					t.Errorf("%s: date %d is on %s, want %s", what, i, got, day(i, n))
				}
				start := e.instant("starts_at")
				for field, off := range map[string]time.Duration{"ends_at": 2 * time.Hour, "registration_cutoff": -time.Hour, "doors_open_at": -30 * time.Minute} {
					if at := e.instant(field); at.Sub(start) != off {
						t.Errorf("%s: %s of date %d is %s from its start", what, field, i, at.Sub(start))
					}
				}
				if s, n := e.instant("tiers", 0, "sale_starts_at"), e.instant("tiers", 0, "sale_ends_at"); s.Sub(start) != -240*time.Hour || n.Sub(start) != -time.Hour {
					t.Errorf("%s: date %d is sold from %s to %s before its start", what, i, s.Sub(start), n.Sub(start))
				}
				if e.at("tiers", 1, "sale_starts_at") != nil {
					t.Errorf("%s: a sale without bounds has one: %s", what, e.Raw)
				}
			}
		}
		move := object{"from": eventID(dates[2]), "move_days": 14}
		h.owner("POST", series+":change", move).problem(422, "invalid_request").names("move_days") // without a key
		h.owner("POST", series+":change", object{"move_days": 7, "weekday": "monday"}, "Idempotency-Key: x").problem(422, "invalid_request").names("weekday")
		h.owner("POST", series+":change", object{"weekday": "noday"}).problem(422, "invalid_request").names("weekday")
		h.owner("POST", series+":change", object{"move_days": 400}, "Idempotency-Key: y").problem(422, "invalid_request").names("move_days")
		for range 2 {
			told := h.owner("POST", series+":change", move, "Idempotency-Key: later").want(200)
			if len(told.at("changed").([]any)) != 28 || told.text("changed", 0, "event_id") != eventID(dates[2]) || len(told.at("refused").([]any)) != 0 {
				t.Error(told.Raw)
			}
		}
		stand("two weeks later", 2, 14)
		move["move_days"] = -14
		for range 2 {
			told := h.owner("POST", series+":change", move, "Idempotency-Key: earlier").want(200)
			if len(told.at("changed").([]any)) != 28 {
				t.Error(told.Raw)
			}
		}
		stand("and back", 0, 0)
		for range 2 { // a day of the week is where it shall be, however often it is said
			h.owner("POST", series+":change", object{"from": eventID(dates[2]), "weekday": "monday"}).want(200)
		}
		stand("on Mondays", 2, -4)
		h.owner("POST", series+":change", object{"from": eventID(dates[2]), "weekday": "sunday", "start_time": "19:30"}).want(200)
		stand("on Sundays", 2, 2)
		if after := h.owner("GET", dates[2], nil).want(200); after.text("title") != before.text("title") || after.number("tiers", 0, "price") != before.number("tiers", 0, "price") {
			t.Error(after.Raw)
		}
		h.sound()
	})
}

// TestSalesOfFollowingDates: a sale that has begun goes on and one that has ended stays over
// wherever its date is moved, and a time that dates have in common is a day of its own.
func TestSalesOfFollowingDates(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		begun, ended, opening := h.now().Add(-48*time.Hour).UTC().Truncate(time.Second), h.now().Add(-time.Hour).UTC().Truncate(time.Second), h.now().AddDate(0, 0, 3).UTC().Truncate(time.Second)
		series, dates := h.fridays("3", func(e object) {
			e["tiers"] = []object{{"name": "General"}, {"name": "Early"}, {"name": "Friends"}}
		})
		for i, date := range dates {
			e := h.owner("GET", date, nil).want(200)
			off := time.Duration(i) * time.Minute // none has the moment of another
			h.owner("PATCH", date, object{"tiers": []object{
				{"id": e.text("tiers", 0, "id"), "sale_starts_at": begun.Add(off)},
				{"id": e.text("tiers", 1, "id"), "sale_starts_at": begun.Add(off), "sale_ends_at": ended.Add(off)},
				{"id": e.text("tiers", 2, "id"), "sale_starts_at": opening},
			}}).want(200)
		}
		h.owner("POST", series+":change", object{"move_days": 21}, "Idempotency-Key: m").want(200)
		for i, date := range dates {
			e := h.owner("GET", date, nil).want(200)
			off := time.Duration(i) * time.Minute
			if !e.instant("tiers", 0, "sale_starts_at").Equal(begun.Add(off)) || !e.instant("tiers", 1, "sale_ends_at").Equal(ended.Add(off)) || !e.instant("tiers", 2, "sale_starts_at").Equal(opening) {
				t.Errorf("date %d: %s", i, e.Raw)
			}
		}
		// When a tier is sold can be said of all of them: so long before each start, or always.
		told := h.owner("POST", series+":change", object{"from": eventID(dates[1]), "start_time": "20:00", "sales": []object{
			{"tier": "General", "sale_starts_before_seconds": 864000, "sale_ends_before_seconds": 3600}, {"tier": "Friends", "sale_starts_before_seconds": nil},
		}}).want(200)
		if len(told.at("changed").([]any)) != 2 {
			t.Error(told.Raw)
		}
		e := h.owner("GET", dates[2], nil).want(200)
		start := e.instant("starts_at")
		if start.Sub(e.instant("tiers", 0, "sale_starts_at")) != 240*time.Hour || start.Sub(e.instant("tiers", 0, "sale_ends_at")) != time.Hour || e.at("tiers", 2, "sale_starts_at") != nil {
			t.Error(e.Raw)
		}
		if e := h.owner("GET", dates[0], nil).want(200); e.at("tiers", 0, "sale_ends_at") != nil {
			t.Errorf("the date before has changed: %s", e.Raw)
		}
		told = h.owner("POST", series+":change", object{"sales": []object{{"tier": "Nobody", "sale_ends_before_seconds": 1}}}).want(200)
		if len(told.at("refused").([]any)) != 3 || told.text("refused", 0, "errors", 0, "field") != "sales[0].tier" {
			t.Error(told.Raw)
		}
		h.owner("POST", series+":change", object{"sales": []object{{"tier": "General", "sale_ends_before_seconds": -1}}}).problem(422, "invalid_request").names("sales[0].sale_ends_before_seconds")
		h.sound()
	})
}

// TestSettingsOfFollowingDates: rules, deadlines and words become what is said at each date, and a
// tier that was free costs something.
func TestSettingsOfFollowingDates(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		series, dates := h.fridays("3")
		told := h.owner("POST", series+":change", object{
			"from": eventID(dates[1]), "description": "Bring a lamp.", "category": "music", "max_guests": 1, "guest_names": "optional", "limit_per_person": 4, "visibility": "unlisted",
			"waitlist": object{"enabled": false, "limit": 7}, "registration_cutoff_before_seconds": 7200, "cancellation_cutoff_before_seconds": 86400, "doors_open_before_seconds": nil,
			"currency": "EUR", "prices": []object{{"tier": "Friends", "price": 900}},
		}).want(200)
		if len(told.at("changed").([]any)) != 2 || len(told.at("refused").([]any)) != 0 {
			t.Fatal(told.Raw)
		}
		for _, date := range dates[1:] {
			e := h.owner("GET", date, nil).want(200)
			start := e.instant("starts_at")
			if e.text("description") != "Bring a lamp." || e.text("category") != "music" || e.number("max_guests") != 1 || e.text("guest_names") != "optional" || e.number("limit_per_person") != 4 ||
				e.text("visibility") != "unlisted" || e.at("waitlist", "enabled") != false || e.number("waitlist", "limit") != 7 || e.number("tiers", 1, "price") != 900 || e.text("currency") != "EUR" {
				t.Error(e.Raw)
			}
			if start.Sub(e.instant("registration_cutoff")) != 2*time.Hour || start.Sub(e.instant("cancellation_cutoff")) != 24*time.Hour || e.at("doors_open_at") != nil {
				t.Error(e.Raw)
			}
		}
		if e := h.owner("GET", dates[0], nil).want(200); e.text("visibility") != "public" || e.number("max_guests") != 3 || e.number("tiers", 1, "price") != 0 {
			t.Error(e.Raw)
		}
		// A deadline that was said goes with the start that was said beside it.
		h.owner("POST", series+":change", object{"start_time": "21:00", "registration_cutoff_before_seconds": 600}).want(200)
		if e := h.owner("GET", dates[2], nil).want(200); e.instant("starts_at").Sub(e.instant("registration_cutoff")) != 10*time.Minute || e.instant("starts_at").Sub(e.instant("cancellation_cutoff")) != 24*time.Hour {
			t.Error(e.Raw)
		}
		h.owner("POST", series+":change", object{"max_guests": 51}).problem(422, "invalid_request").names("max_guests")
		h.owner("POST", series+":change", object{"registration_cutoff_before_seconds": 99999999999}).problem(422, "invalid_request").names("registration_cutoff_before_seconds")
		h.sound()
	})
}

// TestQuestionsOfFollowingDates: all following dates ask what one asks, of their own tiers; a date
// without such a tier stays as it is, and says why.
func TestQuestionsOfFollowingDates(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		series, dates := h.fridays("4")
		source := h.owner("GET", dates[1], nil).want(200)
		list := append(diet(), object{"id": "legs", "kind": "text", "scope": "attendee", "label": "Do you stand?", "tiers": []string{source.text("tiers", 1, "id")}})
		until := source.instant("starts_at").Add(-48 * time.Hour)
		h.owner("PUT", dates[1]+"/questions", object{"questions": list, "editable_until": until}).want(200)
		h.owner("PUT", dates[3]+"/questions", object{"questions": diet()[:1]}).want(200)
		h.owner("POST", dates[3]+"/registrations", answering("ada", nil, says("company", 0, "Engines"))).want(201)
		third := h.owner("GET", dates[2], nil).want(200)
		h.owner("PATCH", dates[2], object{"tiers": []object{{"id": third.text("tiers", 1, "id"), "name": "Crew"}}}).want(200)
		for range 2 {
			told := h.owner("POST", series+":copy-questions", object{"from": eventID(dates[1])}).want(200)
			if len(told.at("changed").([]any)) != 2 || told.text("changed", 1, "event_id") != eventID(dates[3]) || told.text("refused", 0, "event_id") != eventID(dates[2]) ||
				told.text("refused", 0, "errors", 0, "field") != "questions[2].tiers" {
				t.Fatal(told.Raw)
			}
		}
		last := h.owner("GET", dates[3], nil).want(200)
		asks := h.owner("GET", dates[3]+"/questions", nil).want(200)
		if asks.number("version") != 2 || asks.text("questions", 2, "tiers", 0) != last.text("tiers", 1, "id") || last.instant("starts_at").Sub(asks.instant("editable_until")) != 48*time.Hour {
			t.Error(asks.Raw)
		}
		for _, i := range []int{0, 2} {
			if a := h.owner("GET", dates[i]+"/questions", nil).want(200); len(a.at("questions").([]any)) != 0 {
				t.Errorf("date %d asks %s", i, a.Raw)
			}
		}
		if got := h.answered(dates[3], "ada"); len(got) != 1 || got[0] != "0 company Engines<nil>" {
			t.Errorf("what was answered before is %q", got)
		}
		h.owner("POST", series+":copy-questions", object{"event_id": eventID(h.event(1))}).problem(422, "invalid_request").names("event_id")
		h.owner("POST", series+":copy-questions", object{}).problem(422, "invalid_request").names("event_id")
		h.sound()
	})
}
