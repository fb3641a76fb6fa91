package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// move is the answer to moving a ticket of an order to a seat, by the box office.
func (h *testServer) move(event, order string, unit int64, n int, headers ...string) *answer {
	return h.as(identity.BoxOffice, "POST", "/v1/tickets/"+id.TicketOf(order, unit)+":reseat", object{"seat_id": seat(event, n)}, headers...)
}

// Staff move a guest: the ticket says the new seat everywhere and keeps its code, whoever
// waits for the old seat gets it, and the guest is told.
func TestTicketIsMovedToAnotherSeat(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	order := h.owner("POST", event+"/orders", take(event, "ada", 7, 8)).want(201).text("id")
	waits := h.owner("POST", event+"/seats/"+seat(event, 7)+"/waitlist", object{"user_id": "gone"}).want(201)
	ticket := "/v1/tickets/" + id.TicketOf(order, 1)
	old := h.owner("GET", ticket, nil).want(200)
	h.scan(event, old.text("token")).verdict("admit") // at the wrong seat, which is what it is for

	moved := h.move(event, order, 1, 10, "Idempotency-Key: m1").want(200)
	again := h.move(event, order, 1, 10, "Idempotency-Key: m1").want(200)
	if moved.text("seat") != seat(event, 10) || moved.text("place", "row") != "B" || moved.number("place", "number") != 4 || moved.text("token") != old.text("token") ||
		moved.number("version") != 0 || again.number("ledger_seq") != moved.number("ledger_seq") {
		t.Errorf("%s, %s", moved.Raw, again.Raw)
	}
	if s := h.shown(event, moved); s != "aaaaaahsasaaaaaa" {
		t.Errorf("seats %s", s)
	}
	if a := h.owner("GET", "/v1/waitlist/"+waits.text("entry_id"), nil).want(200); a.text("offer", "id") == "" {
		t.Errorf("nobody is offered the seat that came free: %s", a.Raw)
	}
	if a := h.owner("GET", "/v1/orders/"+order, nil).want(200); a.text("items", 0, "seat_id") != seat(event, 10) || a.text("items", 1, "seat_id") != seat(event, 8) {
		t.Errorf("%s", a.Raw)
	}
	// Where everybody looks: the chart since then, the door, the ticket, its print.
	changes := h.owner("GET", event+"/seats/changes?since="+fmt.Sprint(old.number("ledger_seq")+1), nil).want(200)
	if !strings.Contains(changes.Raw, `"seat":10`) && !strings.Contains(changes.Raw, "complete\":false") {
		t.Errorf("%s", changes.Raw)
	}
	if v := h.scan(event, old.text("token")).want(200); v.text("verdict") != "already_in" && v.text("seat") != seat(event, 10) {
		t.Errorf("at the door: %s", v.Raw)
	}
	if a := h.owner("GET", ticket, nil).want(200); a.text("seat") != seat(event, 10) || a.text("token") != old.text("token") {
		t.Errorf("%s", a.Raw)
	}
	ada := h.fresh(identity.OrderLink, order, h.personID(event, "ada"))
	if got := strings.Join(h.inbox(ada), " "); got != "ticket_reseated order_confirmed" {
		t.Errorf("ada was told %s", got)
	}
	// Its seat it has already: nothing happens, and nobody is told.
	if a := h.move(event, order, 1, 10).want(200); a.text("seat") != seat(event, 10) {
		t.Errorf("%s", a.Raw)
	}
	// The stories of the order and of both seats say by whom.
	for _, subject := range []string{order, seat(event, 7), seat(event, 10)} {
		rows := h.owner("GET", event+"/audit?subject="+subject, nil).want(200)
		i := slices.IndexFunc(rows.at("items").([]any), func(r any) bool { return r.(map[string]any)["reason"] == "reseated" })
		if i < 0 || rows.text("items", i, "related") != strings.TrimPrefix(ticket, "/v1/tickets/")+" "+seat(event, 7)+" "+seat(event, 10) || !strings.HasPrefix(rows.text("items", i, "actor"), "key_") {
			t.Errorf("the story of %s: %s", subject, rows.Raw)
		}
	}
	if a := h.owner("GET", "/v1/changes?limit=200", nil).want(200); !strings.Contains(a.Raw, `"type":"order.reseated"`) {
		t.Errorf("other programs are not told: %s", a.Raw)
	}
	// A ticket that is on its way stays so, and who gets it is told from then on.
	second := "/v1/tickets/" + id.TicketOf(order, 2)
	transfer := h.send("POST", second+":transfer", ada, object{"email": "eve@example.org"}).want(201).text("id")
	h.move(event, order, 2, 11).want(200)
	eve := h.freshTaker(transfer)
	if a := h.send("POST", "/v1/transfers/"+transfer+":accept", eve, nil).want(200); a.text("status") != "accepted" {
		t.Errorf("%s", a.Raw)
	}
	h.later(time.Minute)
	h.move(event, order, 2, 12).want(200)
	if got := strings.Join(h.inbox(eve), " "); got != "ticket_reseated ticket_received transfer_offered" {
		t.Errorf("eve was told %s", got)
	}
	h.sound()
}

// At the till: the box office finds the ticket of whoever stands there by what its code says, by
// name or by its order, with the seat it has, and moves it. The door finds it and may not.
func TestTicketIsFoundAndMovedAtTheTill(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	order := h.owner("POST", event+"/orders", object{"user_id": "ada", "name": "Ada Lovelace", "items": []object{{"seat_id": seat(event, 7)}}}).want(201).text("id")
	ticket := h.ticketsOf(order)[0]
	finds := func(role identity.Role, q string) *answer {
		t.Helper()
		return h.as(role, "GET", event+"/tickets?q="+q, nil)
	}
	for _, q := range []string{"lovelace", order, ticket["token"].(string), ticket["short_code"].(string)} {
		if a := finds(identity.BoxOffice, q).want(200); a.text("items", 0, "ticket_id") != ticket["id"] || a.text("items", 0, "seat") != seat(event, 7) || a.text("items", 0, "tier_id") != ticket["tier_id"] {
			t.Errorf("by %s: %s", q, a.Raw)
		}
	}
	finds(identity.Viewer, "lovelace").problem(403, "forbidden")
	path, to := "/v1/tickets/"+ticket["id"].(string)+":reseat", object{"seat_id": seat(event, 8)}
	finds(identity.Door, "lovelace").want(200)
	for _, role := range []identity.Role{identity.Door, identity.Viewer} {
		h.as(role, "POST", path, to).problem(403, "forbidden")
	}
	for i, role := range []identity.Role{identity.BoxOffice, identity.Organizer, identity.Owner} {
		h.as(role, "POST", path, object{"seat_id": seat(event, 8+i)}).want(200)
	}
	if a := finds(identity.BoxOffice, ticket["token"].(string)).want(200); a.text("items", 0, "seat") != seat(event, 10) {
		t.Errorf("where it is now: %s", a.Raw)
	}
	h.sound()
}

// What is refused changes nothing.
func TestTicketIsNotMoved(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, other := h.theatre(), h.theatre()
	bought := h.owner("POST", event+"/orders", object{"user_id": "ada", "items": []object{{"seat_id": seat(event, 1)}, {"tier_id": h.tierOf(event, "Standing"), "quantity": 1}}}).want(201)
	order := bought.text("id")
	h.move(event, order, 1, 2).problem(409, "ticket_void") // it is not paid
	h.pay(order, "pay_ada", 6000)
	h.owner("POST", event+"/orders", object{"user_id": "bob", "items": []object{{"seat_id": seat(event, 7)}}}).want(201)
	block := h.owner("POST", event+"/blocks", object{"seat_ids": []string{seat(event, 6)}}).want(201)
	entry := h.owner("POST", event+"/seats:wait", object{"user_id": "cid", "quantity": 2, "seat_ids": []string{seat(event, 1), seat(event, 3)}}).want(201)
	before := h.owner("GET", event, nil).want(200).Raw
	h.move(event, order, 1, 3).problem(409, "seat_taken").names("seat_id") // somebody waits for it
	h.move(event, order, 1, 6).problem(409, "seat_blocked").names("seat_id")
	h.move(event, order, 1, 8).problem(409, "seat_other_tier").names("seat_id")
	h.move(event, order, 2, 2).problem(409, "ticket_without_seat")
	h.move(event, order, 3, 2).problem(404, "not_found")
	h.move(other, order, 1, 2).problem(404, "not_found")
	h.move(event, order, 1, 99).problem(404, "not_found")
	path := "/v1/tickets/" + id.TicketOf(order, 1) + ":reseat"
	h.owner("POST", path, object{}).problem(422, "invalid_request").names("seat_id")
	h.owner("POST", path, object{"seat_id": ""}).problem(422, "invalid_request").names("seat_id")
	h.owner("POST", path, object{"seat_id": strings.Repeat("x", 65)}).problem(422, "invalid_request").names("seat_id")
	h.as(identity.Door, "POST", path, object{"seat_id": seat(event, 2)}).problem(403, "forbidden")
	if after := h.owner("GET", event, nil).want(200).Raw; after != before {
		t.Errorf("something has changed: %s, %s", before, after)
	}
	h.owner("DELETE", "/v1/waitlist/"+entry.text("entry_id"), nil).want(200)
	h.owner("DELETE", event+"/blocks/"+block.text("id"), nil).want(200)
	// In exchange it is promised as it is.
	offer := h.owner("POST", "/v1/tickets/"+id.TicketOf(order, 1)+":exchange", nil).want(201).text("id")
	h.move(event, order, 1, 2).problem(409, "exchange_open")
	h.owner("POST", "/v1/exchanges/"+offer+":withdraw", nil).want(200)
	h.move(event, order, 1, 2).want(200)
	h.owner("POST", event+":cancel", nil).want(200)
	h.move(event, order, 1, 3).problem(409, "event_cancelled")
	h.sound()
}

// Two of the staff want one seat for two guests: one of them gets it.
func TestTwoMoveToOneSeat(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	orders := []string{}
	for i, user := range []string{"ada", "bob"} {
		orders = append(orders, h.owner("POST", event+"/orders", take(event, user, 7+i)).want(201).text("id"))
	}
	got := make([]*answer, 2)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = h.move(event, orders[i], 1, 12) })
	}
	wg.Wait()
	if got[0].Status == http.StatusOK {
		got[0], got[1] = got[1], got[0]
	}
	got[0].problem(409, "seat_taken")
	if s := h.shown(event, got[1].want(200)); strings.Count(s, "s") != 2 || s[11] != 's' {
		t.Errorf("seats %s", s)
	}
	h.sound()
}
