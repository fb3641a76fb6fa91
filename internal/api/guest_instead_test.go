package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// instead is a button of a page that takes another time, or says what becomes of what is taken.
var instead = regexp.MustCompile(`form="instead" name="(at|taken)" value="(\w+)">`)

// kept is a field that is sent again with such a button.
var kept = regexp.MustCompile(`<input type="hidden" name="([\w.]+)" value="([^"]*)">`)

// sent sends a form and returns the status and the page.
func (g guestPages) sent(path string, fields url.Values) (int, string) {
	g.t.Helper()
	r := httptest.NewRequestWithContext(g.t.Context(), http.MethodPost, path, strings.NewReader(fields.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return g.seen(r)
}

// offered are the buttons of a page, and the fields that go with each.
func (g guestPages) offered(page string) (names, values []string, fields url.Values) {
	g.t.Helper()
	for _, m := range instead.FindAllStringSubmatch(page, -1) {
		names, values = append(names, m[1]), append(values, m[2])
	}
	fields = url.Values{}
	_, form, _ := strings.Cut(page, `<form id="instead"`)
	form, _, _ = strings.Cut(form, "</form>")
	for _, m := range kept.FindAllStringSubmatch(form, -1) {
		fields.Add(m[1], m[2])
	}
	return names, values, fields
}

// presses sends the button of a page that is n-th.
func (g guestPages) presses(path, page string, n int) (int, string) {
	g.t.Helper()
	names, values, fields := g.offered(page)
	if n >= len(names) {
		g.t.Fatalf("%d buttons in %s", len(names), page)
	}
	fields.Set(names[n], values[n])
	return g.sent(path, fields)
}

func micros(t *testing.T, at string) string {
	t.Helper()
	when, err := time.Parse(time.RFC3339, at)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(when.UnixMicro())
}

// TestLosersOnGuestPages: whoever comes second on the page of a venue, and on the page on which they confirm, reads
// what is in the way, without what it is for, and takes the nearest free time with one button; what they typed is kept.
func TestLosersOnGuestPages(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, database string) {
		h := newTestServerAt(t, database)
		x := h.venue(object{"public_page": true, "guest_bookings": true})
		g := guestPages{h}
		coffee := x.addOn(object{"name": "Coffee", "unit": "person", "lead_hours": 24})
		taken := x.hours(24*60+10, 24*60+12, x.cellar)
		taken["purpose"] = "Secret rehearsal"
		h.owner("POST", x.path+"/bookings", taken).want(201)
		venue := "/venues/" + x.path[len("/v1/venues/"):]
		at := x.at.AddDate(0, 0, 60)
		fields := url.Values{
			"room": {x.cellar}, "date": {at.Format(time.DateOnly)}, "from": {"11:00"}, "to": {"13:00"}, "people": {"20"}, "name": {"Grace <& Co>"}, "email": {"grace@example.org"},
			"purpose": {"Choir"}, "addon." + coffee: {"20"}, "repeats": {""}, "taken": {"all"},
		}
		status, page := g.sent(venue+"/book", fields)
		g.says("taken", status, page, 422, "free at this time", "Already taken", `<b dir="auto">Cellar</b>`, "10:00 to 12:00", "The nearest free times", "12:00 to 14:00", "08:00 to 10:00",
			"Wait for this time to come free", "Grace &lt;&amp; Co&gt;", "!Secret", "!bkg_")
		names, values, again := g.offered(page)
		if fmt.Sprint(names) != "[at at taken]" || values[0] != micros(t, x.hour(24*60+8)) || values[1] != micros(t, x.hour(24*60+12)) || values[2] != "wait" {
			t.Fatalf("%v %v", names, values)
		}
		if again.Get("purpose") != "Choir" || again.Get("addon."+coffee) != "20" || again.Get("people") != "20" || again.Get("room") != x.cellar || again.Get("email") != "grace@example.org" || again.Has("taken") {
			t.Errorf("%v", again)
		}
		for _, bad := range []string{"soon", "-5", "9999999999999999999", "999999999999999999"} {
			again.Set("at", bad)
			status, page := g.sent(venue+"/book", again)
			g.says(bad, status, page, 422, "still to come")
		}
		asked := len(h.letters)
		if status, page := g.presses(venue+"/book", page, 1); status != 200 || !strings.Contains(page, "Check your inbox") || len(h.letters) != asked+1 {
			t.Fatalf("%d %s", status, page)
		}
		token := h.guestToken()
		link, api := "/b/"+token, "/v1/guest-bookings/"+token
		if got := h.send("GET", api, "", nil).want(200); got.text("starts_at") != x.hour(24*60+12) || got.text("ends_at") != x.hour(24*60+14) {
			t.Errorf("%s", got.Raw)
		}

		// It is taken again while the mail is on its way, and so is what is offered then.
		h.owner("POST", x.path+"/bookings", x.hours(24*60+12, 24*60+14, x.cellar)).want(201)
		status, page = g.sent(link+"/confirm", nil)
		g.says("confirmed", status, page, 409, "Already taken", "12:00 to 14:00", "14:00 to 16:00", "08:00 to 10:00", "Wait for this time", "!Confirm and book", "!Secret")
		h.owner("POST", x.path+"/bookings", x.hours(24*60+14, 24*60+16, x.cellar)).want(201)
		status, page = g.presses(link+"/confirm", page, 1)
		g.says("raced again", status, page, 409, "14:00 to 16:00", "16:00 to 18:00")
		if got := h.send("GET", api, "", nil).want(200); got.text("status") != "not_booked" || got.text("starts_at") != x.hour(24*60+14) {
			t.Errorf("%s", got.Raw)
		}
		h.send("POST", api+":confirm", "", object{"starts_at": x.hour(-24 * 30)}).problem(422, "invalid_request").names("starts_at")
		h.send("POST", api+":confirm", "", object{"starts_at": h.now().UTC().Add(2 * time.Hour)}).problem(422, "invalid_request").names("add_ons[0].add_on_id") // no coffee so soon
		h.send("POST", api+":confirm", "", object{"on_conflict": "skip"}).problem(422, "invalid_request").names("on_conflict")
		h.send("POST", api+":confirm", "", object{"on_conflict": "never"}).problem(422, "invalid_request").names("on_conflict")
		if got := h.send("GET", api, "", nil).want(200); got.text("starts_at") != x.hour(24*60+14) {
			t.Errorf("what was refused is asked for: %s", got.Raw)
		}
		if status, page := g.presses(link+"/confirm", page, 1); status != 303 {
			t.Fatalf("%d %s", status, page)
		}
		made := h.send("GET", api, "", nil).want(200)
		if made.text("booking", "starts_at") != x.hour(24*60+16) || made.text("booking", "ends_at") != x.hour(24*60+18) || made.number("booking", "people") != 20 || made.text("booking", "purpose") != "Choir" ||
			made.number("booking", "add_ons", 0, "quantity") != 20 || made.text("starts_at") != x.hour(24*60+16) {
			t.Errorf("%s", made.Raw)
		}
		// Taking another time once there is a booking changes nothing: that is moved.
		if got := h.send("POST", api+":confirm", "", object{"starts_at": x.hour(24*61 + 10)}).want(200); got.text("booking", "starts_at") != x.hour(24*60+16) || got.text("starts_at") != x.hour(24*60+16) {
			t.Errorf("%s", got.Raw)
		}

		// Moving it says the same, keeps what was typed, and is made with one button.
		status, page = g.sent(link+"/move", url.Values{"date": {at.Format(time.DateOnly)}, "from": {"10:30"}, "to": {"11:30"}})
		g.says("moved", status, page, 409, "Already taken", "10:00 to 12:00", "09:00 to 10:00", `value="10:30"`, "!Wait for this time", "!Secret")
		if status, page := g.presses(link+"/move", page, 0); status != 303 {
			t.Fatalf("%d %s", status, page)
		}
		if got := h.send("GET", api, "", nil).want(200); got.text("booking", "starts_at") != x.hour(24*60+9) || got.text("booking", "ends_at") != x.hour(24*60+10) {
			t.Errorf("%s", got.Raw)
		}
		// Whoever wants this time and no other waits for it, from the form and when it is confirmed.
		_, page = g.sent(venue+"/book", fields)
		if status, page := g.presses(venue+"/book", page, 2); status != 200 {
			t.Fatalf("%d %s", status, page)
		}
		g.sends("/b/"+h.guestToken()+"/confirm", nil, 303)
		if got := h.send("GET", "/v1/guest-bookings/"+h.guestToken(), "", nil).want(200); got.text("booking", "status") != "waiting" {
			t.Errorf("%s", got.Raw)
		}
		h.sound()
	})
}

// TestLosersOfDates: of what repeats a guest reads which dates cannot be, and why, and books the others, or waits,
// with one button, on both pages; the API names the dates.
func TestLosersOfDates(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, database string) {
		h := newTestServerAt(t, database)
		x := h.venue(object{"public_page": true, "guest_bookings": true})
		g := guestPages{h}
		at := x.at.AddDate(0, 0, 60)
		day := func(n int) string { return at.AddDate(0, 0, n).Format(time.DateOnly) }
		h.owner("PATCH", x.path, object{"opening_hours": object{"weekly": everyDay(), "exceptions": []object{{"date": day(14), "openings": []object{}}}}}).want(200)
		h.owner("POST", x.path+"/bookings", x.hours(24*67+10, 24*67+12, x.cellar)).want(201)
		body := x.hours(24*60+10, 24*60+12, x.cellar)
		body["rrule"] = "FREQ=WEEKLY;COUNT=4"
		refused := h.send("POST", "/v1/public"+x.path[len("/v1"):]+"/bookings", "", x.guest(body)).problem(409, "room_taken")
		if items, _ := refused.at("dates", "items").([]any); len(items) != 2 || refused.number("dates", "asked") != 4 || refused.text("dates", "items", 0, "starts_at") != x.hour(24*67+10) ||
			refused.text("dates", "items", 0, "reason") != "room_taken" || refused.text("dates", "items", 1, "reason") != "outside_opening_hours" {
			t.Errorf("%s", refused.Raw)
		}
		venue := "/venues/" + x.path[len("/v1/venues/"):]
		fields := url.Values{
			"room": {x.cellar}, "date": {day(0)}, "from": {"10:00"}, "to": {"12:00"}, "people": {"20"}, "name": {"Grace"}, "email": {"grace@example.org"},
			"repeats": {"weekly"}, "until": {day(21)}, "taken": {"all"},
		}
		status, page := g.sent(venue+"/book", fields)
		g.says("dates", status, page, 422, "Not available: 2 of 4 dates", "<small>taken</small>", "<small>closed</small>", "Book only the free dates", "Book, and wait for what’s taken", "!The nearest free times")
		if names, values, again := g.offered(page); fmt.Sprint(names, values) != "[taken taken] [skip wait]" || again.Get("until") != day(21) || again.Get("repeats") != "weekly" {
			t.Fatalf("%v %v %v", names, values, again)
		}
		if status, page := g.presses(venue+"/book", page, 0); status != 200 {
			t.Fatalf("%d %s", status, page)
		}
		token := h.guestToken()
		link, api := "/b/"+token, "/v1/guest-bookings/"+token
		g.sends(link+"/confirm", nil, 303)
		if got := h.send("GET", api, "", nil).want(200); len(got.at("dates").([]any)) != 2 || len(got.at("series", "skipped").([]any)) != 2 || got.text("series", "on_conflict") != "skip" {
			t.Errorf("%s", got.Raw)
		}

		// Asked for while all of it was free; when it is confirmed a date is taken.
		fields.Set("from", "14:00")
		fields.Set("to", "15:00")
		fields.Set("until", day(7))
		if status, page := g.sent(venue+"/book", fields); status != 200 {
			t.Fatalf("%d %s", status, page)
		}
		token = h.guestToken()
		link, api = "/b/"+token, "/v1/guest-bookings/"+token
		h.owner("POST", x.path+"/bookings", x.hours(24*60+14, 24*60+16, x.cellar)).want(201)
		status, page = g.sent(link+"/confirm", nil)
		g.says("confirmed", status, page, 409, "Not available: 1 of 2 dates", "14:00 to 15:00", "Book only the free dates", "Book, and wait for what’s taken")
		h.send("POST", api+":confirm", "", nil).problem(409, "room_taken")
		if status, page := g.presses(link+"/confirm", page, 1); status != 303 {
			t.Fatalf("%d %s", status, page)
		}
		if got := h.send("GET", api, "", nil).want(200); got.text("dates", 0, "status") != "waiting" || got.text("dates", 1, "status") != "confirmed" || got.text("series", "on_conflict") != "wait" {
			t.Errorf("%s", got.Raw)
		}
		// Where all of it is taken there is nothing to leave out of.
		fields.Set("from", "14:30")
		fields.Set("to", "14:45")
		status, page = g.sent(venue+"/book", fields)
		g.says("all of it", status, page, 422, "Not available: 2 of 2 dates", "!Book only the free dates", "Book, and wait for what’s taken")
		h.sound()
	})
}

// everyDay are opening hours of every day.
func everyDay() (list []object) {
	for _, day := range []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"} {
		list = append(list, object{"weekday": day, "opens": "08:00", "closes": "23:00"})
	}
	return list
}

// TestGuestsSeeWhatAddOnsCost: the page says what a booking costs with other add-ons before it has them; another
// price by then is shown again, and what is taken is said before any price.
func TestGuestsSeeWhatAddOnsCost(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, database string) {
		h := newTestServerAt(t, database)
		x := h.venue(object{"public_page": true, "guest_bookings": true, "booking_terms": bookingTerms})
		g := guestPages{h}
		coffee := x.addOn(object{"name": "Coffee", "unit": "person", "price": 350})
		screen := x.addOn(object{"name": "Screen", "unit": "piece", "price": 1000, "pool": 1})
		x.asks(60)
		token := h.guestToken()
		link, api := "/b/"+token, "/v1/guest-bookings/"+token
		g.sends(link+"/confirm", nil, 303)
		fields := url.Values{"addon." + coffee: {"20"}, "addon." + screen: {"0"}}
		g.sends(link+"/add-ons", fields, 200, "This changes what you pay or get back", "€160.00", "€48.00", `name="agreed" value="16000-0"`, `name="addon.`+coffee+`" min="0" max="10000" value="20"`)
		if got := h.send("GET", api, "", nil).want(200); got.number("booking", "cost", "price") != 9000 || got.at("booking", "add_ons") != nil {
			t.Errorf("it has them before its price is accepted: %s", got.Raw)
		}
		fields.Set("agreed", "9000-0")
		g.sends(link+"/add-ons", fields, 200, "€160.00")
		fields.Set("agreed", "16000-0")
		g.sends(link+"/add-ons", fields, 303)
		if got := h.send("GET", api, "", nil).want(200); got.number("booking", "cost", "price") != 16000 {
			t.Errorf("%s", got.Raw)
		}
		g.sends(link+"/add-ons", fields, 303) // which changes nothing, and asks nothing
		// Somebody else has the screen: that is said first, with when.
		other := x.hours(24*60+9, 24*60+13, x.east)
		other["purpose"] = "Secret"
		h.owner("POST", x.path+"/bookings", having(other, object{"add_on_id": screen})).want(201)
		fields.Set("addon."+screen, "1")
		g.sends(link+"/add-ons", fields, 409, "free at this time", `<b dir="auto">Screen</b>`, "09:00 to 13:00", "!€170.00", "!Secret", `value="20"`, "!form=\"instead\"")
		// Once the deposit is paid, giving up what it was paid for is refused; less of it is shown first.
		h.choose(h.send("POST", api+":checkout", "", object{"part": "deposit", "provider": "testpay"}).want(200).text("payment_url"), "pay")
		g.sends(link+"/add-ons", url.Values{"addon." + coffee: {"10"}}, 200, "This changes what you pay", "€125.00", "€77.00")
		g.sends(link+"/add-ons", url.Values{"addon." + coffee: {"10"}, "agreed": {"12500-0"}}, 303)
		h.owner("POST", "/v1/bookings/"+h.send("GET", api, "", nil).want(200).text("booking", "id")+":mark-paid", object{"part": "balance", "reference": "Receipt 1"}).want(200)
		g.sends(link+"/add-ons", url.Values{"addon." + coffee: {"11"}}, 409, "paid for already")
		h.sound()
	})
}

// TestGuestsSayWhoIsInvoiced: a guest says who their booking is invoiced to, by the link and on its page, until there
// is an invoice; a field that is wrong is named and nothing is stored; what was said is on the invoice and on the page.
func TestGuestsSayWhoIsInvoiced(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, database string) {
		h := newTestServerAt(t, database)
		x := h.venue(object{"public_page": true, "guest_bookings": true, "booking_terms": bookingTerms})
		g := guestPages{h}
		path := x.asks(60)
		link := "/b/" + path[len("/v1/guest-bookings/"):]
		h.send("GET", path+"/billing", "", nil).problem(409, "booking_not_confirmed")
		h.send("PUT", path+"/billing", "", choir).problem(409, "booking_not_confirmed")
		g.sends(link+"/billing", nil, 404)
		id := h.send("POST", path+":confirm", "", nil).want(200).text("booking", "id")
		// The organization issues no invoices.
		if got := h.send("GET", path+"/billing", "", nil).want(200); got.at("available") != false || got.at("updated_at") != nil {
			t.Errorf("%s", got.Raw)
		}
		h.send("PUT", path+"/billing", "", choir).problem(409, "no_invoice")
		g.has(link, "!Invoice to a company")
		g.sends(link+"/billing", url.Values{"street": {"Way 1"}, "city": {"Hamburg"}, "country": {"DE"}}, 303)
		h.owner("PUT", "/v1/organization/invoicing", particulars()).want(200)
		g.has(link, "Invoice to a company", `name="vat_id"`, "!Saved")

		h.send("PUT", path+"/billing", "", object{"company": "Harbour Choir"}).problem(422, "invalid_request").names("street")
		h.send("PUT", path+"/billing", "", object{"street": "Way 1", "city": "Hamburg", "country": "DE", "vat_id": "DE123"}).problem(422, "invalid_request").names("vat_id")
		h.send("PUT", path[:len(path)-2]+"xx/billing", "", choir).problem(404, "not_found")
		fields := url.Values{"company": {"Choir <& Co>"}, "street": {"Way 1"}, "postal_code": {"20095"}, "city": {""}, "country": {"DE"}, "vat_id": {"DE123"}}
		g.sends(link+"/billing", fields, 422, "Please check this field.", `id="wrong-city"`, `id="wrong-vat_id"`, "!id=\"wrong-street\"", "Choir &lt;&amp; Co&gt;", "!Saved")
		if got := h.send("GET", path+"/billing", "", nil).want(200); got.at("updated_at") != nil || got.at("available") != true {
			t.Errorf("a refusal was stored: %s", got.Raw)
		}
		fields.Set("city", "Hamburg")
		fields.Set("vat_id", "")
		g.sends(link+"/billing", fields, 303)
		g.has(link, "Choir &lt;&amp; Co&gt;", "Saved", `value="20095"`)
		if got := h.send("PUT", path+"/billing", "", choir).want(200); got.text("company") != "Harbour Choir" || got.text("vat_id") != "DE136695976" || got.at("available") != true {
			t.Errorf("%s", got.Raw)
		}

		// Paid: the invoice is to whom was said, as JSON, XML and PDF, and the page says so.
		h.choose(h.send("POST", path+":checkout", "", object{"part": "deposit", "provider": "testpay"}).want(200).text("payment_url"), "pay")
		list := h.owner("GET", "/v1/bookings/"+id+"/invoices", nil).want(200)
		one := "/v1/bookings/" + id + "/invoices/" + list.text("items", 0, "id")
		if d := h.owner("GET", one, nil).want(200); d.text("to", "name") != "Harbour Choir" || d.text("to", "contact") != "Grace" || d.text("to", "vat_id") != "DE136695976" || d.text("to", "postal_code") != "20457" {
			t.Errorf("%s", d.Raw)
		}
		document := link + "/invoices/" + list.text("items", 0, "id")
		g.has(document+"/document.xml", ">Harbour Choir<", ">DE136695976<", ">20457<", ">Am Hafen 2<")
		g.has(document+"/document.pdf", "%PDF-")
		g.has(link, "Invoice to</dt>", "Harbour Choir\nGrace\nAm Hafen 2\n20457 Hamburg\nGermany\nDE136695976", "ask the venue", "!Invoice to a company")

		// From then on it is the venue's to correct.
		fields.Set("company", "Others")
		g.sends(link+"/billing", fields, 409, "The invoice is issued", "!Others")
		h.send("PUT", path+"/billing", "", object{"street": "Way 1", "city": "Hamburg", "country": "DE"}).problem(409, "invoice_issued")
		if list := h.owner("GET", "/v1/bookings/"+id+"/invoices", nil).want(200); len(list.at("items").([]any)) != 1 {
			t.Errorf("%s", list.Raw)
		}
		h.owner("PUT", "/v1/bookings/"+id+"/billing", object{"company": "Graces Choir", "street": "Way 1", "postal_code": "20095", "city": "Hamburg", "country": "DE"}).want(200)
		g.has(link, "Graces Choir\nGrace\nWay 1\n20095 Hamburg\nGermany\n")
		h.choose(h.send("POST", path+":checkout", "", object{"part": "balance", "provider": "testpay"}).want(200).text("payment_url"), "pay")
		if list := h.owner("GET", "/v1/bookings/"+id+"/invoices", nil).want(200); list.text("items", 3, "buyer") != "Graces Choir" {
			t.Errorf("%s", list.Raw)
		}
		h.send("POST", path+":cancel", "", nil).want(200)

		// Of dates that were booked at once it is said once; a date that has an invoice keeps it.
		weekly := x.hours(24*70+10, 24*70+12, x.cellar)
		weekly["rrule"] = "FREQ=WEEKLY;COUNT=3"
		path = x.asksFor(weekly)
		link = "/b/" + path[len("/v1/guest-bookings/"):]
		made := h.send("POST", path+":confirm", "", nil).want(200)
		second, third := made.text("dates", 1, "booking_token"), made.text("dates", 2, "booking_id")
		h.choose(h.send("POST", "/v1/guest-bookings/"+second+":checkout", "", object{"part": "deposit", "provider": "testpay"}).want(200).text("payment_url"), "pay")
		g.has(link, "all dates that were booked together")
		h.send("PUT", path+"/billing", "", choir).want(200)
		if got := h.owner("GET", "/v1/bookings/"+third+"/billing", nil).want(200); got.text("company") != "Harbour Choir" {
			t.Errorf("%s", got.Raw)
		}
		if got := h.owner("GET", "/v1/bookings/"+made.text("dates", 1, "booking_id")+"/billing", nil).want(200); got.at("updated_at") != nil {
			t.Errorf("a date that has an invoice: %s", got.Raw)
		}
		// What is cancelled, or erased, is invoiced to nobody.
		h.send("POST", path+":cancel", "", nil).want(200)
		h.send("PUT", path+"/billing", "", choir).problem(409, "no_invoice")
		g.has(link, "!Invoice to a company")
		h.owner("POST", "/v1/bookings/"+third+":erase-booker", nil).want(200)
		if got := h.owner("GET", "/v1/bookings/"+third+"/billing", nil).want(200); got.at("updated_at") != nil {
			t.Errorf("what an erased guest said is left: %s", got.Raw)
		}
		h.send("PUT", path+"/billing", "", choir).problem(404, "not_found")
		h.sound()
	})
}
