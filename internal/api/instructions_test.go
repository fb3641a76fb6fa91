package api_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// inbox is what the holder of a link was told, newest first.
func (h *testServer) inbox(token string) (kinds []string) {
	h.t.Helper()
	a := h.send("GET", "/v1/me/inbox", token, nil).want(200)
	for i := range a.at("items").([]any) {
		kinds = append(kinds, a.text("items", i, "kind"))
	}
	return kinds
}

// Anyone who has to pay by bank transfer or in cash is told how, with the order and by
// a message; nobody else is.
func TestHowToPayByHand(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	const how = "To the account of the hall\nDE02 1203 0000 0000 2020 51"
	event := h.paidEvent(6)
	changed := h.owner("PATCH", event, object{"orders": object{"payment_instructions": "  To the account of the hall\r\nDE02 1203 0000 0000 2020 51 ", "hold_seconds": 3 * 86400}}).want(200)
	if changed.text("orders", "payment_instructions") != how || h.owner("GET", event, nil).want(200).text("orders", "payment_instructions") != how {
		t.Errorf("staff: %s", changed.Raw)
	}
	for _, path := range []string{event, "/v1/public/events"} {
		if a := h.send("GET", path, "", nil).want(200); strings.Contains(a.Raw, "DE02") || strings.Contains(a.Raw, "payment_instructions") {
			t.Errorf("%s tells everybody: %s", path, a.Raw)
		}
	}
	body := object{"email": "ada@example.org", "name": "Ada", "items": []object{{"quantity": 2}}}
	made := h.send("POST", event+"/orders", "", body).want(201)
	order, reference := made.text("id"), made.text("payment_reference")
	if made.text("payment_instructions") != how || len(reference) != 29 || strings.ToLower(strings.ReplaceAll(reference, " ", ""))[4:20] != order[len(order)-16:] {
		t.Errorf("ordered: %s", made.Raw)
	}
	// The organizer finds the order by what stands on the transfer, however a bank sets it.
	h.owner("POST", event+"/orders", buy("other", changed.text("tiers", 0, "id"), 1)).want(201)
	for _, typed := range []string{reference, strings.ReplaceAll(reference, " ", ""), strings.ToLower(reference)} {
		if a := h.owner("GET", event+"/orders?q="+url.QueryEscape(typed), nil).want(200); len(a.at("items").([]any)) != 1 || a.text("items", 0, "id") != order {
			t.Errorf("%s: %s", typed, a.Raw)
		}
	}
	bearer := made.text("payment_url")
	if a := h.send("GET", "/v1/orders/"+order, bearer[strings.LastIndexByte(bearer, '/')+1:], nil).want(200); a.text("payment_instructions") != how {
		t.Errorf("who has the link: %s", a.Raw)
	}
	ada := h.fresh(identity.OrderLink, order, h.owner("GET", "/v1/orders/"+order, nil).want(200).text("person", "id"))
	if got := strings.Join(h.inbox(ada), " "); got != "order_pending" {
		t.Errorf("ada was told %s", got)
	}
	story := h.owner("GET", event+"/audit?subject="+order, nil).want(200)
	if story.text("items", 0, "reason") != "ordered" || story.text("items", 1, "reason") != "payment_asked" || story.text("items", 1, "actor") != "system" {
		t.Errorf("%s", story.Raw)
	}
	h.owner("POST", "/v1/orders/"+order+":mark-paid", object{"reference": "Statement 12"}).want(200)
	if a := h.send("GET", "/v1/orders/"+order, ada, nil).want(200); a.text("status") != "confirmed" || a.text("payment_instructions") != "" || a.text("payment_reference") != "" {
		t.Errorf("paid: %s", a.Raw)
	}
	if got := strings.Join(h.inbox(ada), " "); got != "order_confirmed order_pending" {
		t.Errorf("ada was told %s", got)
	}

	// One who orders after they were taken away is told nothing.
	h.owner("PATCH", event, object{"orders": object{"payment_instructions": ""}}).want(200)
	quiet := h.owner("POST", event+"/orders", buy("bob", h.owner("GET", event, nil).text("tiers", 0, "id"), 1)).want(201)
	if quiet.text("payment_instructions") != "" || len(h.inbox(h.fresh(identity.OrderLink, quiet.text("id"), quiet.text("person", "id")))) != 0 {
		t.Errorf("%s", quiet.Raw)
	}

	// And an offer of what costs something asks for its money when it is claimed.
	h.owner("PATCH", event, object{"orders": object{"payment_instructions": how}}).want(200)
	h.owner("POST", event+"/orders", buy("cyd", h.owner("GET", event, nil).text("tiers", 0, "id"), 2)).want(201)
	entry := h.owner("POST", event+"/waitlist:join", object{"user_id": "dan", "name": "Dan", "email": "dan@example.org"}).want(201).text("entry_id")
	h.owner("POST", "/v1/orders/"+quiet.text("id")+":cancel", nil).want(200)
	offer := h.owner("GET", "/v1/waitlist/"+entry, nil).want(200).text("offer", "id")
	dan := h.fresh(identity.OfferLink, offer, h.personID(event, "dan"))
	for range 2 {
		h.send("POST", "/v1/offers/"+offer+":accept", dan, nil).want(200)
	}
	if got := strings.Join(h.inbox(dan), " "); got != "order_pending waitlist_offer waitlisted" {
		t.Errorf("dan was told %s", got)
	}

	for _, bad := range []string{strings.Repeat("x", inventory.MaxInstructions+1), "a\x00b", "turned \u202e around"} {
		h.owner("PATCH", event, object{"orders": object{"payment_instructions": bad}}).problem(422, "invalid_request").names("orders.payment_instructions")
		h.owner("POST", "/v1/events", h.newEvent(5, set("orders", object{"payment_instructions": bad}))).problem(422, "invalid_request").names("orders.payment_instructions")
	}
	h.sound()
}

// Anyone who holds a ticket is told that it has a new code, whoever bought it.
func TestReissuedTicketIsTold(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	order := h.register(event, "ada", "Bo").text("order_id")
	ada := h.fresh(identity.OrderLink, order, h.personID(event, "ada"))
	ticket := "/v1/tickets/" + id.TicketOf(order, 2)
	h.owner("POST", ticket+":reissue", object{"version": 0}).want(200)
	h.owner("POST", ticket+":reissue", object{"version": 0}).want(200) // once more, as a client that got no answer does
	if got := strings.Join(h.inbox(ada), " "); got != "ticket_reissued registration_confirmed" {
		t.Errorf("ada was told %s", got)
	}
	if told := h.send("GET", "/v1/me/inbox", ada, nil).want(200); told.text("items", 0, "in") != order || told.at("items", 1, "in") != nil {
		t.Errorf("where the ticket is: %s", told.Raw)
	}
	transfer := h.send("POST", ticket+":transfer", ada, object{"email": "eve@example.org"}).want(201).text("id")
	eve := h.freshTaker(transfer)
	h.send("POST", "/v1/transfers/"+transfer+":accept", eve, nil).want(200)
	h.later(time.Minute)
	h.owner("POST", ticket+":reissue", object{"version": 2}).want(200)
	if got := strings.Join(h.inbox(eve), " "); got != "ticket_reissued ticket_received transfer_offered" {
		t.Errorf("eve was told %s", got)
	}
	if told := h.send("GET", "/v1/me/inbox", eve, nil).want(200); told.text("items", 0, "in") != transfer || told.text("items", 1, "ref") != transfer {
		t.Errorf("where the ticket is that somebody gave: %s", told.Raw)
	}
	ada = h.fresh(identity.OrderLink, order, h.personID(event, "ada")) // the one before gave the ticket away
	if got := strings.Join(h.inbox(ada), " "); got != "transfer_accepted ticket_reissued registration_confirmed" {
		t.Errorf("ada was told %s", got)
	}
	// That the event is off will be told to eve as well, who has no place of her own.
	h.owner("POST", event+":cancel", nil).want(200)
	if a := h.owner("GET", event+"/automatic-announcements", nil).want(200); a.text("items", 0, "kind") != "event_cancelled" || a.text("items", 0, "state") != "planned" {
		t.Errorf("what is planned: %s", a.Raw)
	}
	h.sound()
}

// Anyone who has a ticket from somebody else is told when that is void because its order
// was given back, and only then.
func TestVoidedTicketIsTold(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5)
	orders := map[string]string{}
	takers := map[string]string{}
	for _, who := range []string{"ada", "dan"} {
		orders[who] = h.register(event, who, "Bo").text("order_id")
		ticket := "/v1/tickets/" + id.TicketOf(orders[who], 2)
		transfer := h.send("POST", ticket+":transfer", h.fresh(identity.OrderLink, orders[who], h.personID(event, who)), object{"email": "of-" + who + "@example.org"}).want(201).text("id")
		takers[who] = transfer
		h.send("POST", "/v1/transfers/"+transfer+":accept", h.taker(transfer), nil).want(200)
	}
	before := "ticket_received transfer_offered"
	link := h.fresh(identity.OrderLink, orders["ada"], h.personID(event, "ada"))
	h.send("POST", "/v1/orders/"+orders["ada"]+":cancel", link, nil).problem(409, "tickets_transferred")
	if got := strings.Join(h.inbox(h.freshTaker(takers["ada"])), " "); got != before {
		t.Errorf("a refusal was told: %s", got)
	}
	for range 2 {
		h.owner("POST", "/v1/orders/"+orders["ada"]+":cancel", nil).want(200)
	}
	eve := h.freshTaker(takers["ada"])
	if got := strings.Join(h.inbox(eve), " "); got != "ticket_voided "+before {
		t.Errorf("who has the ticket was told %s", got)
	}
	if told := h.send("GET", "/v1/me/inbox", eve, nil).want(200); told.text("items", 0, "ref") != id.TicketOf(orders["ada"], 2) || told.text("items", 0, "in") != takers["ada"] {
		t.Errorf("what it is about: %s", told.Raw)
	}
	if got := strings.Join(h.inbox(h.freshTaker(takers["dan"])), " "); got != before {
		t.Errorf("who has another ticket was told %s", got)
	}
	h.sound()
}
