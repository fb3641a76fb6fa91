package api_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// from moves the clock of the server to a day of the past, whose time zones nobody changes any
// more.
func (h *testServer) from(day time.Time) { h.later(day.Sub(h.now())) }

// TestBookingsRepeat books 400 dates across the days on which clocks change, of which somebody
// has the last, at the same time of the day by the clocks of the venue.
func TestBookingsRepeat(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.from(time.Date(2026, 1, 10, 12, 0, 0, 0, time.UTC))
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	x := h.venue(object{"timezone": zone.String()})
	at := func(days, hour int) time.Time { return time.Date(2026, 1, 13+days, hour, 30, 0, 0, zone) }
	body := object{"rooms": []string{x.hall}, "starts_at": at(0, 19), "ends_at": at(1, 0), "rrule": "FREQ=DAILY;COUNT=400"}
	last := h.owner("POST", x.path+"/bookings", object{"rooms": []string{x.east}, "starts_at": at(399, 20), "ends_at": at(399, 21)}).want(201).text("id")
	taken := h.owner("POST", x.path+"/bookings", body).problem(409, "room_taken")
	if n := len(taken.at("conflicts").([]any)); n != 1 || taken.text("conflicts", 0, "booking_id") != last || taken.at("free_times") == nil {
		t.Fatalf("%s", taken.Raw)
	}
	h.owner("POST", x.path+"/bookings:check", body).problem(409, "room_taken")
	body["on_conflict"] = "skip"
	tried := h.owner("POST", x.path+"/bookings:check", body).want(200)
	if n := len(tried.at("dates").([]any)); n != 400 || tried.text("dates", 399, "status") != "skipped" || tried.text("dates", 399, "booking_ids", 0) != last || tried.text("dates", 398, "status") != "confirmed" {
		t.Fatalf("%s", tried.Raw)
	}
	made := h.owner("POST", x.path+"/bookings", body, "Idempotency-Key: r").want(201)
	series := h.owner("GET", "/v1/booking-series/"+made.text("booking_series_id"), nil).want(200)
	list := series.at("bookings").([]any)
	if len(list) != 399 || made.number("series", "dates") != 400 || series.text("skipped", 0, "reason") != "room_taken" || series.text("skipped", 0, "booking_ids", 0) != last {
		t.Fatalf("%d bookings, %s", len(list), made.Raw)
	}
	for i := range list {
		starts, ends := series.text("bookings", i, "starts_at"), series.text("bookings", i, "ends_at")
		if want, until := at(i, 19).UTC().Format(time.RFC3339), at(i+1, 0).UTC().Format(time.RFC3339); starts != want || ends != until {
			t.Fatalf("date %d: from %s until %s, want %s and %s", i, starts, ends, want, until)
		}
	}
	again := h.owner("POST", x.path+"/bookings", body, "Idempotency-Key: r").want(201)
	if again.text("id") != made.text("id") || fmt.Sprint(again.at("series")) != fmt.Sprint(made.at("series")) || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("repeated: %s", again.Raw)
	}
	body["people"] = 1
	h.owner("POST", x.path+"/bookings", body, "Idempotency-Key: r").problem(422, "idempotency_key_reused")
	if n := h.owner("POST", "/v1/booking-series/"+made.text("booking_series_id")+":cancel", object{"reason": "no_longer_needed"}).want(200).number("cancelled"); n != 399 {
		t.Errorf("%d dates were cancelled", n)
	}
}

// TestDatesOnDaysOfChange books three days in a row, on the second of which clocks leap over
// the time of the day or show it twice, in four zones that change in different ways.
func TestDatesOnDaysOfChange(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.from(time.Date(2026, 1, 10, 12, 0, 0, 0, time.UTC))
	// From and until, in UTC. What is leapt over is as long later; what is there twice is the
	// first of the two; an end that would lie before the start is as far behind it as ever.
	for name, of := range map[string]map[string][3][2]string{
		"Europe/Berlin": {
			"02:30 to 03:00 is leapt over":  {{"03-28T01:30", "03-28T02:00"}, {"03-29T01:30", "03-29T02:00"}, {"03-30T00:30", "03-30T01:00"}},
			"02:30 to 03:00 is there twice": {{"10-24T00:30", "10-24T01:00"}, {"10-25T00:30", "10-25T02:00"}, {"10-26T01:30", "10-26T02:00"}},
		},
		"America/New_York": {
			"02:30 to 03:00 is leapt over":  {{"03-07T07:30", "03-07T08:00"}, {"03-08T07:30", "03-08T08:00"}, {"03-09T06:30", "03-09T07:00"}},
			"01:30 to 02:00 is there twice": {{"10-31T05:30", "10-31T06:00"}, {"11-01T05:30", "11-01T07:00"}, {"11-02T06:30", "11-02T07:00"}},
		},
		"Australia/Lord_Howe": { // by half an hour
			"01:45 to 02:30 is there twice": {{"04-03T14:45", "04-03T15:30"}, {"04-04T14:45", "04-04T16:00"}, {"04-05T15:15", "04-05T16:00"}},
			"02:15 to 03:00 is leapt over":  {{"10-02T15:45", "10-02T16:30"}, {"10-03T15:45", "10-03T16:00"}, {"10-04T15:15", "10-04T16:00"}},
		},
		"America/Santiago": { // at midnight
			"23:30 to 00:30 is there twice": {{"04-04T02:30", "04-04T03:30"}, {"04-05T02:30", "04-05T04:30"}, {"04-06T03:30", "04-06T04:30"}},
			"00:30 to 02:00 is leapt over":  {{"09-05T04:30", "09-05T06:00"}, {"09-06T04:30", "09-06T05:00"}, {"09-07T03:30", "09-07T05:00"}},
		},
	} {
		x := h.venue(object{"timezone": name})
		for what, want := range of {
			for i := range want {
				for j := range want[i] {
					want[i][j] = "2026-" + want[i][j] + ":00Z"
				}
			}
			made := h.owner("POST", x.path+"/bookings", object{"rooms": []string{x.hall}, "starts_at": want[0][0], "ends_at": want[0][1], "rrule": "FREQ=DAILY;COUNT=3"}).want(201)
			series := h.owner("GET", "/v1/booking-series/"+made.text("booking_series_id"), nil).want(200)
			for i := range want {
				if got := [2]string{series.text("bookings", i, "starts_at"), series.text("bookings", i, "ends_at")}; got != want[i] {
					t.Errorf("%s, %s, date %d: %v, want %v", name, what, i, got, want[i])
				}
			}
		}
	}
}

// TestRulesAreChecked: what is wrong with a rule is named, and nothing is booked.
func TestRulesAreChecked(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"opening_hours": object{"weekly": []object{}, "exceptions": []object{{"date": h.now().UTC().AddDate(0, 0, 4).Format("2006-01-02")}}}})
	for field, change := range map[string]object{
		"rrule":       {"rrule": "FREQ=HOURLY"},
		"on_conflict": {"on_conflict": "skip"},
		"starts_at":   {"starts_at": h.now().Add(-time.Hour), "rrule": "FREQ=DAILY;COUNT=2"},
		"event_id":    {"event_id": "evt_000000000000", "rrule": "FREQ=DAILY;COUNT=2"},
		"rooms[0]":    {"rooms": []string{"roo_000000000000"}, "rrule": "FREQ=DAILY;COUNT=2"},
	} {
		body := x.hours(10, 12, x.hall)
		for name, v := range change {
			body[name] = v
		}
		h.owner("POST", x.path+"/bookings", body).problem(422, "invalid_request").names(field)
		h.owner("POST", x.path+"/bookings:check", body).problem(422, "invalid_request").names(field)
	}
	for _, rule := range []string{"FREQ=DAILY", "FREQ=DAILY;COUNT=401", "FREQ=MONTHLY;BYMONTHDAY=" + x.at.AddDate(0, 0, 1).Format("2")} {
		body := x.hours(10, 12, x.hall)
		body["rrule"] = rule
		h.owner("POST", x.path+"/bookings", body).problem(422, "invalid_request").names("rrule")
	}
	if n := len(h.owner("GET", x.path+"/bookings", nil).want(200).at("items").([]any)); n != 0 {
		t.Errorf("%d bookings", n)
	}
	h.owner("GET", "/v1/booking-series/bks_000000000000", nil).problem(404, "not_found")

	// A date on which the venue is closed is not a date that somebody can wait for.
	body := x.hours(10, 12, x.hall)
	body["rrule"] = "FREQ=DAILY;COUNT=2"
	h.owner("POST", x.path+"/bookings", body).problem(409, "outside_opening_hours")
	body["on_conflict"] = "wait"
	made := h.owner("POST", x.path+"/bookings", body).want(201)
	if made.text("series", "skipped", 0, "reason") != "outside_opening_hours" || made.text("status") != "confirmed" {
		t.Errorf("%s", made.Raw)
	}
	many := x.hours(30, 31, x.east)
	many["people"], many["rrule"] = 41, "FREQ=DAILY;COUNT=2"
	h.owner("POST", x.path+"/bookings", many).problem(409, "too_many_people").names("people")
}

// TestBookingsWaitForTheirTime: dates that are taken wait, and are served months later, in
// the order in which they came.
func TestBookingsWaitForTheirTime(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) { bookingsWait(t, newTestServerAt(t, url)) })
}

func bookingsWait(t *testing.T, h *testServer) {
	t.Helper()
	x := h.venue(object{})
	const months = 24 * 7 * 20
	last := h.owner("POST", x.path+"/bookings", x.hours(months+10, months+12, x.hall)).want(201).text("id")
	body := x.hours(10, 12, x.east)
	body["rrule"], body["on_conflict"] = "FREQ=WEEKLY;COUNT=21", "wait"
	if tried := h.owner("POST", x.path+"/bookings:check", body).want(200); tried.text("dates", 20, "status") != "waiting" || tried.text("dates", 0, "status") != "confirmed" {
		t.Fatalf("%s", tried.Raw)
	}
	series := h.owner("POST", x.path+"/bookings", body).want(201).text("booking_series_id")
	date := func() *answer { return h.owner("GET", "/v1/booking-series/"+series, nil).want(200) }
	if d := date(); d.text("bookings", 20, "status") != "waiting" || d.text("bookings", 19, "status") != "confirmed" || len(d.at("skipped").([]any)) != 0 {
		t.Fatalf("%s", d.Raw)
	}
	// Somebody else waits for one evening only, and comes second.
	single := x.hours(months+11, months+13, x.east)
	single["on_conflict"] = "wait"
	second := h.owner("POST", x.path+"/bookings", single, "Idempotency-Key: w").want(201)
	if again := h.owner("POST", x.path+"/bookings", single, "Idempotency-Key: w").want(201); second.text("status") != "waiting" || again.text("id") != second.text("id") {
		t.Fatalf("%s", again.Raw)
	}
	h.owner("POST", "/v1/bookings/"+second.text("id")+":confirm", nil).problem(409, "booking_ended")
	h.later(18 * 7 * 24 * time.Hour)
	h.owner("POST", "/v1/bookings/"+last+":cancel", object{"reason": "no_longer_needed"}).want(200)
	if d := date(); d.text("bookings", 20, "status") != "confirmed" {
		t.Fatalf("%s", d.Raw)
	}
	if s := h.owner("GET", "/v1/bookings/"+second.text("id"), nil).want(200); s.text("status") != "waiting" {
		t.Fatalf("%s", s.Raw)
	}
	h.owner("POST", "/v1/booking-series/"+series+":cancel", object{"reason": "no_longer_needed"}).want(200)
	if s := h.owner("GET", "/v1/bookings/"+second.text("id"), nil).want(200); s.text("status") != "confirmed" {
		t.Fatalf("%s", s.Raw)
	}
	h.sound()
}
