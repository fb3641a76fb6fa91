package api_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// addOn makes an add-on of the venue.
func (x *testVenue) addOn(body object) string {
	x.t.Helper()
	return x.owner("POST", x.path+"/add-ons", body).want(201).text("id")
}

func having(body object, addOns ...object) object {
	body["add_ons"] = append([]object{}, addOns...)
	return body
}

// TestDaysSayAddOns: a month says what the bookings that it names have beside rooms, what that comes to and how long before
// it had to be chosen, as it was when it was chosen, also after a change.
func TestDaysSayAddOns(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		x := h.venue(object{"booking_terms": bookingTerms})
		cook := x.addOn(object{"name": "Cook", "unit": "hour", "price": 3000, "lead_hours": 72})
		flowers := x.addOn(object{"name": "Flowers", "unit": "piece", "price": 1500})
		const day = 24
		body := having(x.hours(day*40+10, day*40+12, x.cellar), object{"add_on_id": cook}, object{"add_on_id": flowers, "quantity": 3})
		b := h.owner("POST", x.path+"/bookings", body).want(201)
		plain := h.owner("POST", x.path+"/bookings", x.hours(day*40+14, day*40+15, x.cellar)).want(201)
		days := func() *answer {
			t.Helper()
			return h.owner("GET", x.path+"/booking-days?days=31&date="+x.at.AddDate(0, 0, 38).Format(time.DateOnly), nil).want(200)
		}
		// Which of the days it is depends on the hour at which this is run.
		first := func(id string) string {
			t.Helper()
			got := days()
			for i := range got.at("items").([]any) {
				for n, f := range got.at("items", i, "first").([]any) {
					if f.(map[string]any)["id"] == id {
						if text := got.text("items", i, "first", n, "starts_at"); text == "" {
							t.Errorf("%s", got.Raw)
						}
						of := f.(map[string]any)
						return fmt.Sprint(of["add_ons"], of["currency"])
					}
				}
			}
			t.Fatalf("%s is not named: %s", id, got.Raw)
			return ""
		}
		want := fmt.Sprintf("[map[add_on_id:%s amount:6000 lead_hours:72 name:Cook price:3000 quantity:1 tax_rate_bp:0 unit:hour] "+
			"map[add_on_id:%s amount:4500 lead_hours:0 name:Flowers price:1500 quantity:3 tax_rate_bp:0 unit:piece]]EUR", cook, flowers)
		if got := first(b.text("id")); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got := first(plain.text("id")); got != "<nil> <nil>" {
			t.Errorf("one without says %s", got)
		}
		// What the venue asks of others later does not touch it, and what it has is what was chosen last.
		h.owner("PATCH", "/v1/add-ons/"+cook, object{"lead_hours": 24, "name": "Chef"}).want(200)
		h.owner("POST", "/v1/bookings/"+plain.text("id")+":set-add-ons", having(object{}, object{"add_on_id": cook, "quantity": 2})).want(200)
		if got := first(b.text("id")); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		want = fmt.Sprintf("[map[add_on_id:%s amount:6000 lead_hours:24 name:Chef price:3000 quantity:2 tax_rate_bp:0 unit:hour]]EUR", cook)
		if got := first(plain.text("id")); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		h.owner("POST", "/v1/bookings/"+b.text("id")+":set-add-ons", having(object{})).want(200)
		if got := first(b.text("id")); got != "<nil> <nil>" {
			t.Errorf("one without says %s", got)
		}
		if got := h.owner("GET", "/v1/bookings/"+plain.text("id"), nil).want(200); got.number("add_ons", 0, "lead_hours") != 24 {
			t.Errorf("%s", got.Raw)
		}
	})
}

// TestAddOns: what a booking has beside rooms costs what its unit says, is decided with the rooms,
// and is changed, moved and given back with it.
func TestAddOns(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"booking_terms": bookingTerms, "default_setup_minutes": 60})
	list := x.path + "/add-ons"
	h.owner("POST", list, object{"name": " ", "unit": "hour"}).problem(422, "invalid_request").names("name")
	h.owner("POST", list, object{"name": "Cook", "unit": "day"}).problem(422, "invalid_request").names("unit")
	cook := x.addOn(object{"name": "Cook", "unit": "hour", "price": 3000, "pool": 1, "tax_rate_bp": 1900})
	coffee := x.addOn(object{"name": "Coffee", "unit": "person", "price": 350, "lead_hours": 48})
	screen := x.addOn(object{"name": "Screen", "unit": "piece", "price": 1000, "pool": 3})
	if got := h.as(identity.Viewer, "GET", list, nil).want(200); len(got.at("items").([]any)) != 3 || got.text("items", 0, "currency") != "EUR" ||
		got.text("items", 0, "id") != cook || got.text("items", 1, "id") != coffee {
		t.Errorf("%s", got.Raw)
	}
	h.as(identity.BoxOffice, "POST", list, object{"name": "Flowers", "unit": "piece"}).want(403)
	// Two hours of the cellar are 90, of the cook 60, coffee for twenty 70, two screens 20.
	day := 24 * 60
	body := having(x.hours(day+10, day+12, x.cellar), object{"add_on_id": cook}, object{"add_on_id": coffee}, object{"add_on_id": screen, "quantity": 2})
	body["people"] = 20
	if trial := h.owner("POST", x.path+"/bookings:check", body).want(200); trial.number("cost", "price") != 24000 || trial.number("cost", "deposit") != 7200 {
		t.Errorf("%s", trial.Raw)
	}
	b := h.owner("POST", x.path+"/bookings", body).want(201)
	path := "/v1/bookings/" + b.text("id")
	if b.number("cost", "price") != 24000 || b.number("add_ons", 0, "amount") != 6000 || b.number("add_ons", 1, "quantity") != 20 || b.number("add_ons", 2, "amount") != 2000 {
		t.Errorf("%s", b.Raw)
	}
	// The cook is with them from nine, the set-up, to twelve.
	taken := h.owner("POST", x.path+"/bookings", having(x.hours(day+11, day+13, x.hall), object{"add_on_id": cook})).problem(409, "add_on_taken")
	if taken.text("conflicts", 0, "add_on_id") != cook || taken.text("conflicts", 0, "booking_id") != b.text("id") || taken.number("conflicts", 0, "quantity") != 1 ||
		taken.text("free_times", "after") != x.hour(day+13) || taken.text("free_times", "before") != x.hour(day+7) {
		t.Errorf("%s", taken.Raw)
	}
	h.owner("POST", x.path+"/bookings:check", having(x.hours(day+11, day+13, x.hall), object{"add_on_id": screen, "quantity": 2})).problem(409, "add_on_taken")
	h.owner("POST", x.path+"/bookings:check", having(x.hours(day+11, day+13, x.hall), object{"add_on_id": screen, "quantity": 4})).problem(409, "too_many_add_ons")
	other := h.owner("POST", x.path+"/bookings", having(x.hours(day+11, day+13, x.hall), object{"add_on_id": screen})).want(201)
	for field, chosen := range map[string][]object{
		"add_ons[0].add_on_id": {{"add_on_id": "adn_3k9q0a7c1v5m"}},
		"add_ons[1].add_on_id": {{"add_on_id": screen}, {"add_on_id": screen}},
		"add_ons[0].quantity":  {{"add_on_id": screen, "quantity": -1}},
	} {
		h.owner("POST", x.path+"/bookings", having(x.hours(day+20, day+21, x.hall), chosen...)).problem(422, "invalid_request").names(field)
	}
	// Who cannot confirm bookings is bound by the lead time.
	h.as(identity.BoxOffice, "POST", x.path+"/bookings", having(x.hours(-30, -29, x.hall), object{"add_on_id": coffee})).problem(422, "invalid_request").names("add_ons[0].add_on_id")
	h.owner("POST", x.path+"/bookings:check", having(x.hours(-30, -29, x.hall), object{"add_on_id": coffee})).want(200)

	// They are changed, and a refusal changes nothing. A pool is not made less than is given.
	set := func(of *answer, chosen ...object) *answer {
		return h.owner("POST", "/v1/bookings/"+of.text("id")+":set-add-ons", having(object{}, chosen...))
	}
	if got := set(b, object{"add_on_id": cook}, object{"add_on_id": screen, "quantity": 3}).problem(409, "add_on_taken"); got.text("conflicts", 0, "booking_id") != other.text("id") {
		t.Errorf("%s", got.Raw)
	}
	if got := set(b, object{"add_on_id": cook}, object{"add_on_id": screen}).want(200); got.number("cost", "price") != 16000 || got.number("cost", "deposit") != 4800 || len(got.at("add_ons").([]any)) != 2 {
		t.Errorf("%s", got.Raw)
	}
	h.owner("PATCH", "/v1/add-ons/"+screen, object{"pool": 1}).problem(409, "add_on_booked")
	h.owner("PATCH", "/v1/add-ons/"+screen, object{"pool": 2, "price": 1500, "active": false}).want(200)
	h.owner("DELETE", "/v1/add-ons/"+screen, nil).problem(409, "rooms_booked")
	h.owner("DELETE", "/v1/add-ons/"+coffee, nil).want(200)
	// What is booked keeps its price, and nobody else chooses it.
	if got := h.owner("GET", path, nil).want(200); got.number("add_ons", 1, "price") != 1000 {
		t.Errorf("%s", got.Raw)
	}
	h.owner("POST", x.path+"/bookings", having(x.hours(day+20, day+21, x.east), object{"add_on_id": screen})).problem(422, "invalid_request").names("add_ons[0].add_on_id")
	// Moved, three hours of the cook cost more; a named price has the add-ons in it.
	if got := h.owner("POST", path+":move", object{"ends_at": x.hour(day + 13)}).want(200); got.number("cost", "price") != 13500+9000+1000 {
		t.Errorf("%s", got.Raw)
	}
	// What is paid for is not given up, and all that is added is in the rest.
	h.owner("POST", path+":mark-paid", object{"part": "deposit", "reference": "1"}).want(200)
	set(b).problem(409, "booking_paid")
	if got := set(b, object{"add_on_id": cook}, object{"add_on_id": screen, "quantity": 1}).want(200); got.number("cost", "balance") != 23500-7050 {
		t.Errorf("%s", got.Raw)
	}
	h.owner("PATCH", "/v1/add-ons/"+cook, object{"pool": 2}).want(200)
	if got := set(b, object{"add_on_id": cook, "quantity": 2}, object{"add_on_id": screen}).want(200); got.number("cost", "price") != 32500 || got.number("cost", "balance") != 32500-7050 {
		t.Errorf("%s", got.Raw)
	}
	h.owner("PUT", "/v1/organization/invoicing", particulars()).want(200)
	h.owner("POST", path+":mark-paid", object{"part": "balance", "reference": "2"}).want(200)
	set(b, object{"add_on_id": cook}).problem(409, "booking_paid")
	doc := h.owner("GET", path+"/invoices/"+h.owner("GET", path+"/invoices", nil).want(200).text("items", 0, "id"), nil).want(200)
	if doc.text("lines", 1, "text") != "Cook" || doc.number("lines", 1, "count") != 2 || doc.number("lines", 1, "gross") != 18000 || doc.number("lines", 2, "gross") != 1000 || doc.number("gross") != 32500-7050 {
		t.Errorf("%s", doc.Raw)
	}
	h.owner("POST", path+":cancel", object{"reason": "other", "by_venue": true}).want(200)
	h.owner("POST", x.path+"/bookings", having(x.hours(day+10, day+12, x.cellar), object{"add_on_id": cook, "quantity": 2})).want(201)
	// Each date of what repeats has its own, and one whose add-on is taken waits.
	repeated := having(x.hours(day+24*6+10, day+24*6+12, x.cellar), object{"add_on_id": cook})
	repeated["rrule"], repeated["on_conflict"] = "FREQ=DAILY;COUNT=3", "wait"
	h.owner("POST", x.path+"/bookings", having(x.hours(day+24*7+10, day+24*7+12, x.east), object{"add_on_id": cook, "quantity": 2})).want(201)
	series := h.owner("POST", x.path+"/bookings", repeated).want(201)
	dates := h.owner("GET", "/v1/booking-series/"+series.text("booking_series_id"), nil).want(200)
	if dates.text("bookings", 1, "status") != "waiting" || dates.text("bookings", 2, "status") == "waiting" || dates.number("bookings", 2, "add_ons", 0, "amount") != 6000 {
		t.Errorf("%s", dates.Raw)
	}
	h.sound()
}

// TestAddOnsOfARush: of many who book different rooms at once, as many have an add-on as there are.
func TestAddOnsOfARush(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(nil)
	var rooms []string
	for i := range 12 {
		rooms = append(rooms, h.owner("POST", x.path+"/rooms", object{"name": fmt.Sprint("Room ", i)}).want(201).text("id"))
	}
	screen := x.addOn(object{"name": "Screen", "unit": "piece", "pool": 7})
	var mu sync.Mutex
	var wg sync.WaitGroup
	got := map[int]int{}
	for _, room := range rooms {
		wg.Go(func() {
			a := h.owner("POST", x.path+"/bookings", having(x.hours(10, 12, room), object{"add_on_id": screen, "quantity": 2}))
			mu.Lock()
			defer mu.Unlock()
			got[a.Status]++
			if a.Status == 409 && (a.text("code") != "add_on_taken" || len(a.at("conflicts").([]any)) == 0) {
				t.Errorf("%s", a.Raw)
			}
		})
	}
	wg.Wait()
	if got[201] != 3 || got[409] != 9 {
		t.Errorf("of 12 who want two of seven there are %v", got)
	}
	h.sound()
}
