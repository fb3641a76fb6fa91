package api_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// openTill opens a till of an event with a float, and returns its path.
func (h *testServer) openTill(event string, float int64) string {
	h.t.Helper()
	return event + "/tills/" + h.as(identity.BoxOffice, "POST", event+"/tills", object{"name": "Front", "opening_float": float}).want(201).text("id")
}

// TestTillSale: what is sold at the door is paid at once and comes with its tickets, the change
// is computed, tickets are let in where that is wanted, and the report of the till adds up.
func TestTillSale(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(6, evening(h))
	till := h.openTill(event, 10000)
	sell := func(body object, more ...string) *answer {
		h.t.Helper()
		return h.as(identity.BoxOffice, "POST", till+"/sales", body, more...)
	}
	regular := func(n int) []object { return []object{{"tier_id": tiers["Regular"], "quantity": n}} }
	body := object{"items": regular(2), "payment": "cash", "tendered": 5000, "reference": "Receipt 1", "admit": true, "gate": "North"}
	first := sell(body, "Idempotency-Key: one").want(201)
	if first.number("change") != 1000 || first.text("order", "status") != "confirmed" || first.number("order", "paid") != 4000 ||
		len(first.at("tickets").([]any)) != 2 || first.text("tickets", 0, "token") == "" || first.text("admitted", 1, "verdict") != "admit" {
		t.Errorf("sold: %s", first.Raw)
	}
	// Whoever gave no address can open the tickets by their link, and no more than them.
	path := strings.TrimPrefix(first.text("ticket_url"), "http://holdfast.test")
	if !strings.HasPrefix(first.text("ticket_qr_svg"), "<svg") || !strings.HasPrefix(path, "/") {
		t.Errorf("sold: %s", first.Raw)
	}
	again := sell(body, "Idempotency-Key: one").want(201)
	if again.text("order_id") != first.text("order_id") || again.number("change") != 1000 || again.text("admitted", 0, "verdict") != "admit" {
		t.Errorf("again: %s", again.Raw)
	}
	sell(object{"items": regular(1), "payment": "cash"}, "Idempotency-Key: one").problem(422, "idempotency_key_reused")
	if a := h.owner("GET", event, nil).want(200); a.number("availability", "available") != 4 {
		t.Errorf("sold twice: %s", a.Raw)
	}
	// Anyone who gave an address is mailed, and no link is handed out.
	mailed := sell(object{"items": []object{{"tier_id": tiers["Front"], "quantity": 1}}, "payment": "card_terminal", "email": "ada@example.org", "name": "Ada"}).want(201)
	if mailed.Body["ticket_url"] != nil || mailed.text("order", "person", "email") != "ada@example.org" || mailed.number("order", "total") != 5350 {
		t.Errorf("mailed: %s", mailed.Raw)
	}
	for field, bad := range map[string]object{
		"payment":  {"items": regular(1), "payment": "cheque"},
		"tendered": {"items": regular(1), "payment": "cash", "tendered": 1999},
		"items":    {"items": []object{}, "payment": "cash"},
		"gate":     {"items": regular(1), "payment": "cash", "gate": "North"},
		"email":    {"items": regular(1), "payment": "cash", "email": "nobody"},
	} {
		if a := sell(bad).problem(422, "invalid_request"); !strings.Contains(a.Raw, field) {
			t.Errorf("%s: %s", field, a.Raw)
		}
	}
	sell(object{"items": regular(1), "payment": "card_terminal", "tendered": 2000}).problem(422, "invalid_request").names("tendered")
	// Only who runs events gives tickets away.
	gift := object{"items": regular(1), "payment": "complimentary", "reference": "Press"}
	sell(gift).problem(403, "forbidden")
	if a := h.as(identity.Organizer, "POST", till+"/sales", gift).want(201); a.number("order", "total") != 0 || a.number("order", "discount") != 2000 || a.text("tickets", 0, "token") == "" {
		t.Errorf("given away: %s", a.Raw)
	}
	sell(object{"items": regular(3), "payment": "cash"}).problem(409, "sold_out")
	// What is taken back is given back at the till, in the way in which it was paid.
	void := till + "/sales/" + first.text("order_id") + ":void"
	back := h.as(identity.BoxOffice, "POST", void, object{"items": []int{2}}, "Idempotency-Key: back").want(200)
	if back.number("given") != 2000 || back.text("payment") != "cash" || back.number("order", "units") != 1 {
		t.Errorf("taken back: %s", back.Raw)
	}
	if a := h.as(identity.BoxOffice, "POST", void, object{"items": []int{2}}, "Idempotency-Key: back").want(200); a.number("given") != 2000 {
		t.Errorf("taken back again: %s", a.Raw)
	}
	bought := h.owner("POST", event+"/orders", buy("bob", tiers["Regular"], 1)).want(201).text("id")
	h.as(identity.BoxOffice, "POST", till+"/sales/"+bought+":void", object{}).problem(404, "not_found")
	list := h.as(identity.BoxOffice, "GET", till+"/sales?limit=2", nil).want(200)
	if list.text("items", 0, "payment") != "complimentary" || list.text("next_cursor") == "" {
		t.Errorf("listed: %s", list.Raw)
	}
	rest := h.as(identity.BoxOffice, "GET", till+"/sales?limit=50&cursor="+list.text("next_cursor"), nil).want(200)
	if !strings.Contains(rest.Raw, `"status":"partly_voided"`) || !strings.Contains(rest.Raw, `"status":"unpaid"`) && len(rest.at("items").([]any)) != 2 {
		t.Errorf("listed: %s", rest.Raw)
	}
	shut := h.as(identity.BoxOffice, "POST", till+":close", object{"counted": 11900, "note": "a coin short"}).want(200)
	if shut.number("cash_expected") != 12000 || shut.number("difference") != -100 || shut.text("status") != "closed" {
		t.Errorf("closed: %s", shut.Raw)
	}
	h.as(identity.BoxOffice, "POST", till+":close", object{"counted": 12000}).problem(409, "till_closed")
	sell(object{"items": regular(1), "payment": "cash"}).problem(409, "till_closed")
	sell(body, "Idempotency-Key: one").want(201) // what was sold before is answered
	h.as(identity.BoxOffice, "POST", void, object{}).problem(409, "till_closed")
	h.as(identity.BoxOffice, "POST", void, object{}, "Idempotency-Key: late").problem(409, "till_closed")
	if a := h.as(identity.BoxOffice, "POST", void, object{"items": []int{2}}, "Idempotency-Key: back").want(200); a.number("given") != 2000 {
		t.Errorf("taken back before it was closed: %s", a.Raw)
	}
	r := h.as(identity.BoxOffice, "GET", till+"/report", nil).want(200)
	if r.number("totals", 0, "gross") != 4000 || r.number("totals", 0, "refunded") != 2000 || r.number("totals", 1, "gross") != 5350 || r.number("totals", 2, "tickets") != 1 ||
		r.number("due") != 0 || len(r.at("taxes").([]any)) != 2 {
		t.Errorf("report: %s", r.Raw)
	}
	csv := h.as(identity.BoxOffice, "GET", till+"/report.csv", nil).want(200).Raw
	for _, line := range []string{"sold," + tiers["Regular"] + ",Regular,cash,1900,2,1,0.00,33.62,6.38,40.00,EUR", "refunded,,,cash,,1,,,,,-20.00,EUR", "difference,,,cash,,,,,,,-1.00,EUR"} {
		if !strings.Contains(csv, line+"\r\n") {
			t.Errorf("no line %q in\n%s", line, csv)
		}
	}
	h.sound()
}

// TestTills: a member has one till open at a time, and tills are found in their own event.
func TestTills(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, other := h.event(5), h.event(5)
	body := object{"name": "Front", "opening_float": 500}
	made := h.as(identity.BoxOffice, "POST", event+"/tills", body, "Idempotency-Key: till").want(201)
	if a := h.as(identity.BoxOffice, "POST", event+"/tills", body, "Idempotency-Key: till").want(201); a.text("id") != made.text("id") {
		t.Errorf("%s, and again %s", made.Raw, a.Raw)
	}
	h.as(identity.BoxOffice, "POST", event+"/tills", object{"name": "Front", "opening_float": 501}, "Idempotency-Key: till").problem(422, "idempotency_key_reused")
	h.as(identity.BoxOffice, "POST", event+"/tills", object{"name": ""}).problem(422, "invalid_request")
	h.as(identity.BoxOffice, "POST", event+"/tills", object{"name": "Back", "opening_float": -1}).problem(422, "invalid_request")
	till := event + "/tills/" + made.text("id")
	if a := h.as(identity.BoxOffice, "PATCH", till, object{"name": "Main entrance"}).want(200); a.text("name") != "Main entrance" || a.number("cash_expected") != 500 {
		t.Errorf("renamed: %s", a.Raw)
	}
	elsewhere := other + "/tills/" + made.text("id")
	for _, path := range []string{elsewhere, elsewhere + "/report", elsewhere + "/sales", event + "/tills/til_none"} {
		h.as(identity.BoxOffice, "GET", path, nil).problem(404, "not_found")
	}
	h.as(identity.BoxOffice, "POST", elsewhere+"/sales", object{"items": []object{{"quantity": 1}}, "payment": "cash"}).problem(404, "not_found")
	h.as(identity.BoxOffice, "POST", elsewhere+":close", object{"counted": 0}).problem(404, "not_found")
	// What costs nothing needs no payment.
	if a := h.as(identity.BoxOffice, "POST", till+"/sales", object{"items": []object{{"quantity": 1}}, "payment": "cash"}).want(201); a.number("order", "total") != 0 {
		t.Errorf("a free ticket: %s", a.Raw)
	}
	// A till counts in the currency that the event had when it was opened, none of which there may be.
	counts := h.openTill(other, 0)
	tier := h.owner("GET", other, nil).want(200).text("tiers", 0, "id")
	h.owner("PATCH", other, object{"currency": "EUR", "tiers": []object{{"id": tier, "price": 900}}}).want(200)
	one := object{"items": []object{{"quantity": 1}}, "payment": "cash"}
	h.as(identity.BoxOffice, "POST", counts+"/sales", one).problem(409, "till_closed")
	euros := h.openTill(other, 0)
	void := "/sales/" + h.as(identity.BoxOffice, "POST", euros+"/sales", one).want(201).text("order_id") + ":void"
	h.as(identity.BoxOffice, "POST", counts+void, object{}).problem(409, "till_closed")
	if a := h.owner("GET", other, nil).want(200); a.number("availability", "available") != 4 {
		t.Errorf("what was refused keeps its place: %s", a.Raw)
	}
	if a := h.as(identity.BoxOffice, "POST", euros+void, object{}).want(200); a.number("given") != 900 {
		t.Errorf("taken back: %s", a.Raw)
	}
	h.sound()
}

// TestTillSellsNoMoreThanThereIs: two tills and the public want the same last places at once,
// and somebody who waits is passed by nobody.
func TestTillSellsNoMoreThanThereIs(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(5, evening(h))
	till, second := h.openTill(event, 0), h.openTill(event, 0)
	var all sync.WaitGroup
	sold := make([]int, 24)
	for i := range sold {
		all.Go(func() {
			switch i % 3 {
			case 0:
				sold[i] = h.as(identity.BoxOffice, "POST", till+"/sales", object{"items": []object{{"tier_id": tiers["Regular"], "quantity": 1}}, "payment": "cash"}).Status
			case 1:
				sold[i] = h.as(identity.BoxOffice, "POST", second+"/sales", object{"items": []object{{"tier_id": tiers["Regular"], "quantity": 1}}, "payment": "card_terminal"}).Status
			default:
				sold[i] = h.owner("POST", event+"/orders", buy(fmt.Sprint("online", i), tiers["Regular"], 1)).Status
			}
		})
	}
	all.Wait()
	n := 0
	for _, status := range sold {
		if status == 201 {
			n++
		}
	}
	if n != 5 {
		t.Errorf("%d of 5 places were sold: %v", n, sold)
	}
	h.owner("POST", event+"/waitlist:join", object{"user_id": "dan", "email": "dan@example.org", "name": "Dan", "tier_id": tiers["Regular"]}).want(201)
	h.later(16 * time.Minute) // what was ordered online lapses, and is Dan's
	h.owner("POST", event+"/waitlist:join", object{"user_id": "eve", "email": "eve@example.org", "name": "Eve", "tier_id": tiers["Regular"]})
	h.sound()
	if list := h.as(identity.BoxOffice, "GET", till+"/sales", nil).want(200); strings.Contains(list.Raw, "unpaid") {
		t.Errorf("a sale was not paid: %s", list.Raw)
	}
}

// TestTillSeats: seats are sold by name, and the best of them by number.
func TestTillSeats(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre(evening(h))
	till := h.openTill(event, 0)
	named := object{"items": []object{{"seat_id": seat(event, 1)}, {"seat_id": seat(event, 2)}}, "payment": "cash"}
	if a := h.as(identity.BoxOffice, "POST", till+"/sales", named).want(201); a.text("tickets", 0, "place", "row") != "A" || a.number("order", "total") != 10000 {
		t.Errorf("sold: %s", a.Raw)
	}
	h.as(identity.BoxOffice, "POST", till+"/sales", named).problem(409, "seat_taken")
	best := object{"items": []object{{"quantity": 3, "best": object{"section": "Stalls"}}}, "payment": "card_terminal"}
	if a := h.as(identity.BoxOffice, "POST", till+"/sales", best).want(201); len(a.at("tickets").([]any)) != 3 {
		t.Errorf("sold: %s", a.Raw)
	}
	h.sound()
}

// soldAtTill is an order that was sold at a till, and the till.
func (h *testServer) soldAtTill(event, tier string) (till, order string) {
	h.t.Helper()
	path := h.openTill(event, 0)
	sold := h.as(identity.BoxOffice, "POST", path+"/sales", object{"items": []object{{"tier_id": tier, "quantity": 1}}, "payment": "cash"}).want(201)
	return path[strings.LastIndex(path, id.Till):], sold.text("order_id")
}
