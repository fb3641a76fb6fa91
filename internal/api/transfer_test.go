package api_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// taker is the token of the link that was sent to the person who may have a ticket.
func (h *testServer) taker(transfer string) string {
	h.t.Helper()
	v, err := h.store.Tickets.TransferByID(h.t.Context(), transfer)
	h.must(err)
	return h.link(identity.TransferLink, transfer, v.Transfer.To)
}

// freshTaker is the token of a fresh link of the person who may have a ticket.
func (h *testServer) freshTaker(transfer string) string {
	h.t.Helper()
	v, err := h.store.Tickets.TransferByID(h.t.Context(), transfer)
	h.must(err)
	return h.fresh(identity.TransferLink, transfer, v.Transfer.To)
}

// A ticket changes hands in two steps, once; the old token is dead, and each of
// the two sees what is theirs.
func TestTransfer(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(2)
	order := h.register(event, "ada", "Bo").text("order_id")
	ticket := id.TicketOf(order, 2)
	ada := h.fresh(identity.OrderLink, order, h.personID(event, "ada"))
	old := h.ticketsOf(order)[1]["token"].(string)
	path := "/v1/tickets/" + ticket
	h.send("PATCH", path, ada, object{"attendee": "Grace", "attendee_email": "grace@example.org"}).want(200)

	offer := h.send("POST", path+":transfer", ada, object{"email": "Eve@example.org"}, "Idempotency-Key: t1").want(201)
	again := h.send("POST", path+":transfer", ada, object{"email": "eve@example.org"}).want(201)
	if offer.text("status") != "offered" || again.text("id") != offer.text("id") || offer.text("to") != "Eve@example.org" || offer.text("from") != "Ada" {
		t.Fatalf("%s, %s", offer.Raw, again.Raw)
	}
	h.send("POST", path+":transfer", ada, object{"email": "zoe@example.org"}).problem(409, "transfer_open")
	transfer := "/v1/transfers/" + offer.text("id")
	if a := h.send("GET", "/v1/orders/"+order+"/tickets", ada, nil).want(200); a.text("items", 1, "offered", "to") != "Eve@example.org" || a.text("items", 1, "offered", "transfer_id") != offer.text("id") {
		t.Errorf("the offer at the ticket: %s", a.Raw)
	}
	for role, token := range map[string]string{"from": ada, "to": h.taker(offer.text("id")), "": h.keys[identity.Owner]} {
		if a := h.send("GET", transfer, token, nil).want(200); role != "" && a.text("role") != role || role == "" && strings.Contains(a.Raw, "role") {
			t.Errorf("whose is it, %q: %s", role, a.Raw)
		}
	}
	eve := h.taker(offer.text("id"))
	h.send("GET", path, eve, nil).problem(404, "not_found") // not theirs yet
	h.send("POST", transfer+":accept", ada, nil).problem(404, "not_found")
	h.send("POST", transfer+":cancel", eve, nil).problem(404, "not_found")
	h.scan(event, id.TicketOf(order, 1)).verdict("admit")

	if a := h.send("POST", transfer+":accept", eve, nil).want(200); a.text("status") != "accepted" || a.text("ended_at") == "" {
		t.Errorf("%s", a.Raw)
	}
	h.send("POST", transfer+":accept", eve, nil).want(200)
	h.send("POST", transfer+":decline", eve, nil).problem(410, "transfer_ended")
	h.send("POST", transfer+":cancel", ada, nil).problem(401, "link_revoked") // it gave the ticket away
	ada = h.fresh(identity.OrderLink, order, h.personID(event, "ada"))
	h.send("POST", transfer+":cancel", ada, nil).problem(410, "transfer_ended")
	mine := h.send("GET", path, eve, nil).want(200)
	if mine.text("attendee_email") != "Eve@example.org" || mine.text("attendee") != "" || mine.number("transfers") != 1 || mine.text("token") == old {
		t.Errorf("%s", mine.Raw)
	}
	h.send("GET", path+"/ticket.pdf", eve, nil).want(200)
	h.send("GET", path+"/ticket.pdf", ada, nil).problem(404, "not_found")
	h.send("GET", path, ada, nil).problem(404, "not_found")
	h.send("PATCH", path, ada, object{"attendee": "x"}).problem(404, "not_found")
	list := h.send("GET", "/v1/orders/"+order+"/tickets", ada, nil).want(200)
	if list.text("items", 0, "token") == "" || list.text("items", 1, "token") != "" || list.at("items", 1, "transferred") != true || strings.Contains(list.Raw, "ve@example.org") {
		t.Errorf("%s", list.Raw)
	}
	h.scan(event, old).verdict("invalid")
	h.send("POST", path+":transfer", eve, object{"email": "zoe@example.org"}).problem(403, "fresh_link_required")
	h.send("POST", path+":transfer", h.freshTaker(offer.text("id")), object{"email": "zoe@example.org"}).problem(409, "transfer_limit")
	h.send("POST", "/v1/orders/"+order+":cancel", ada, nil).problem(409, "tickets_transferred")
	h.scan(event, mine.text("token")).verdict("admit")
	row := h.owner("GET", event+"/audit?subject="+offer.text("id"), nil).want(200)
	if row.text("items", 0, "reason") != "transfer_offered" || row.text("items", 1, "reason") != "transfer_accepted" || row.text("items", 1, "related") != ticket ||
		row.text("items", 2, "reason") != "ticket_received" || row.text("items", 2, "actor") != "system" {
		t.Errorf("%s", row.Raw)
	}
	h.owner("POST", "/v1/orders/"+order+":cancel", nil).want(200)
	h.send("GET", path, eve, nil).problem(409, "ticket_void")
	if a := h.send("GET", transfer, eve, nil).want(200); a.at("void") != true {
		t.Errorf("%s", a.Raw)
	}
}

func TestBadTransfers(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5)
	order := h.register(event, "ada").text("order_id")
	path := "/v1/tickets/" + id.TicketOf(order, 1)
	for field, body := range map[string]object{
		"email": {"email": "nobody"}, "name": {"email": "a@example.org", "name": "a\nb"}, "locale": {"email": "a@example.org", "locale": "!"}, "phone": {"email": "a@example.org", "phone": "1"},
	} {
		h.owner("POST", path+":transfer", body).problem(422, "invalid_request").names(field)
	}
	h.owner("POST", path+":transfer", object{}).problem(422, "invalid_request").names("email")
	mail := h.send("POST", event+"/registrations", "", object{"email": "cyd@example.org", "name": "Cyd"}).want(201).text("order_id")
	h.owner("POST", "/v1/tickets/"+id.TicketOf(mail, 1)+":transfer", object{"email": "CYD@example.org"}).problem(422, "transfer_to_self").names("email")
	h.owner("POST", "/v1/tickets/"+id.TicketOf(order, 2)+":transfer", object{"email": "a@example.org"}).problem(404, "not_found")
	h.as(identity.Door, "POST", path+":transfer", object{"email": "a@example.org"}).problem(403, "forbidden")

	offer := h.owner("POST", path+":transfer", object{"email": "eve@example.org"}).want(201).text("id")
	h.scan(event, id.TicketOf(order, 1)).verdict("admit")
	h.send("POST", "/v1/transfers/"+offer+":accept", h.taker(offer), nil).problem(409, "ticket_used")
	h.owner("POST", path+":transfer", object{"email": "eve@example.org"}).problem(409, "ticket_used")
	h.owner("POST", "/v1/transfers/"+offer+":cancel", nil).want(200)
	h.owner("GET", "/v1/transfers/"+offer[:len(offer)-2]+"zz", nil).problem(404, "not_found")

	bob := h.register(event, "bob").text("order_id")
	open := h.owner("POST", "/v1/tickets/"+id.TicketOf(bob, 1)+":transfer", object{"email": "eve@example.org"}).want(201).text("id")
	h.owner("POST", "/v1/orders/"+bob+":cancel", nil).want(200)
	h.send("POST", "/v1/transfers/"+open+":accept", h.taker(open), nil).problem(409, "ticket_void")
	h.owner("POST", "/v1/tickets/"+id.TicketOf(bob, 1)+":transfer", object{"email": "eve@example.org"}).problem(409, "ticket_void")

	h.owner("PATCH", event, object{"max_transfers": 0}).want(200)
	dan := h.register(event, "dan").text("order_id")
	h.owner("POST", "/v1/tickets/"+id.TicketOf(dan, 1)+":transfer", object{"email": "eve@example.org"}).problem(409, "transfer_limit")
	h.owner("POST", event+":cancel", nil).want(200)
	h.owner("POST", "/v1/tickets/"+id.TicketOf(dan, 1)+":transfer", object{"email": "eve@example.org"}).want(409)
}

// When one accepts and the other takes the offer back at one moment, one is right.
func TestTransferRace(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(20)
	for n := range 10 {
		order := h.register(event, "p"+string(rune('a'+n))).text("order_id")
		offer := h.owner("POST", "/v1/tickets/"+id.TicketOf(order, 1)+":transfer", object{"email": "eve@example.org"}).want(201).text("id")
		eve := h.taker(offer)
		var wg sync.WaitGroup
		statuses := make([]int, 2)
		wg.Go(func() { statuses[0] = h.send("POST", "/v1/transfers/"+offer+":accept", eve, nil).Status })
		wg.Go(func() { statuses[1] = h.owner("POST", "/v1/transfers/"+offer+":cancel", nil).Status })
		wg.Wait()
		if statuses[0]+statuses[1] != 200+410 {
			t.Errorf("accepted and cancelled: %v", statuses)
		}
	}
}
