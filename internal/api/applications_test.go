package api_test

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// applied registers somebody without a key, signed in with the address, and returns the
// application.
func (h *testServer) applied(event, name string) string {
	h.t.Helper()
	in := person(name)
	delete(in, "user_id")
	a := h.visit(h.signIn(name+"@example.org"), "POST", event+"/registrations", in).want(201)
	if a.at("status") != "applied" || a.text("entry_id") == "" || a.at("order_id") != nil || a.at("position") != nil {
		h.t.Fatalf("%s has applied: %s", name, a.Raw)
	}
	return a.text("entry_id")
}

// TestApplications: at an event at which the organizer approves each people apply, and are
// confirmed, wait, or are declined as the organizer answers.
func TestApplications(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(2, set("approval", true), set("max_guests", 0))
	got := h.send("GET", event, "", nil).want(200)
	if got.at("approval") != true || got.at("waitlist", "promotion") != "confirm" {
		t.Fatalf("%v, %v", got.at("approval"), got.at("waitlist"))
	}
	ada, ben, cyd, dan := h.applied(event, "ada"), h.applied(event, "ben"), h.applied(event, "cyd"), h.applied(event, "dan")
	list := h.owner("GET", event+"/applications?limit=3", nil).want(200)
	if list.number("open") != 4 || list.text("items", 0, "id") != ada || list.text("items", 2, "id") != cyd || list.text("items", 0, "person", "name") != "Ada" ||
		list.at("items", 0, "status") != "applied" || len(list.at("items", 0, "answers").([]any)) != 0 {
		t.Fatalf("%s", list.Raw)
	}
	if next := h.owner("GET", event+"/applications?limit=3&cursor="+list.text("next_cursor"), nil).want(200); next.text("items", 0, "id") != dan || next.at("next_cursor") != nil {
		t.Errorf("%s", next.Raw)
	}
	if n := h.send("GET", event, "", nil).want(200).number("availability", "available"); n != 2 {
		t.Errorf("applications leave %d places", n)
	}
	if list := h.owner("GET", event+"/waitlist", nil).want(200); len(list.at("items").([]any)) != 0 {
		t.Errorf("applications stand on the waitlist: %s", list.Raw)
	}
	approve := func(ids ...string) *answer {
		t.Helper()
		return h.owner("POST", event+"/applications:approve", object{"entry_ids": ids})
	}
	decline := func(reason string, ids ...string) *answer {
		t.Helper()
		return h.owner("POST", event+"/applications:decline", object{"entry_ids": ids, "reason": reason})
	}
	state := func(entry string) string {
		t.Helper()
		return h.owner("GET", "/v1/waitlist/"+entry, nil).want(200).text("status")
	}
	approve(ada, "wle_nobody").problem(404, "not_found")
	if a := approve(ben, ben); a.want(200).number("approved") != 1 {
		t.Errorf("%s", a.Raw)
	}
	if n := approve(ben).want(200).number("approved"); n != 0 {
		t.Errorf("%d were approved again", n)
	}
	approve(dan).want(200)
	approve(ada).want(200) // when nothing is left
	decline("taste", cyd).problem(422, "invalid_request").names("reason")
	if a := decline("incomplete", cyd, ada); a.want(200).number("declined") != 1 {
		t.Errorf("%s", a.Raw)
	}
	for entry, want := range map[string]string{ben: "accepted", dan: "accepted", ada: "waiting", cyd: "rejected"} {
		if got := state(entry); got != want {
			t.Errorf("%s is %s, not %s", entry, got, want)
		}
	}
	if a := h.owner("GET", "/v1/waitlist/"+ada, nil).want(200); a.number("position") != 1 || a.text("approved_at") <= a.text("joined_at") {
		t.Errorf("%s", a.Raw)
	}
	if a := h.owner("GET", "/v1/waitlist/"+cyd, nil).want(200); a.at("reason") != "declined_incomplete" {
		t.Errorf("%s", a.Raw)
	}
	if list := h.owner("GET", event+"/applications", nil).want(200); list.number("open") != 0 || len(list.at("items").([]any)) != 0 {
		t.Errorf("%s", list.Raw)
	}
	history := h.visit(h.signIn("ada@example.org"), "GET", "/v1/waitlist/"+ada+"/history", nil).want(200)
	if history.text("items", 0, "reason") != "approved" || history.text("items", 1, "reason") != "applied" {
		t.Errorf("%s", history.Raw)
	}
	h.applied(event, "cyd") // who may apply again
}

// TestApprovalIsNotPassedBy: nobody takes part otherwise, but for whom staff bring or invite.
func TestApprovalIsNotPassedBy(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5, set("approval", true), set("max_guests", 3))
	order := object{"email": "eve@example.org", "name": "Eve", "items": []object{{"tier_id": h.send("GET", event, "", nil).want(200).text("tiers", 0, "id"), "quantity": 1}}}
	h.send("POST", event+"/orders", "", order).problem(409, "approval_required")
	h.visit(h.signIn("eve@example.org"), "POST", event+"/orders", order).problem(409, "approval_required")
	in := object{"email": "eve@example.org", "name": "Eve"}
	if a := h.send("POST", event+"/waitlist:join", "", in).want(201); a.at("status") != "applied" {
		t.Errorf("%s", a.Raw)
	}
	if a := h.send("POST", event+"/registrations", "", in).want(201); a.at("status") != "applied" { // as a newcomer is answered
		t.Errorf("%s", a.Raw)
	}
	if a := h.register(event, "bob"); a.at("status") != "confirmed" {
		t.Errorf("%s", a.Raw)
	}
	link := h.invitationLink(h.invited(event, "ann@example.org", 2))
	if a := h.send("POST", event+"/registrations", link, object{}).want(201); a.at("status") != "confirmed" {
		t.Errorf("%s", a.Raw)
	}
	entry := h.owner("GET", event+"/applications", nil).want(200).text("items", 0, "id")
	h.owner("DELETE", "/v1/waitlist/"+entry, nil).problem(409, "applications_pending")
	h.owner("PATCH", event, object{"approval": false}).problem(409, "applications_pending").names("approval")
	h.send("POST", event+"/applications:approve", h.keys[identity.BoxOffice], object{"entry_ids": []string{entry}}).problem(403, "forbidden")
	other := h.event(5, set("approval", true))
	h.owner("POST", other+"/applications:approve", object{"entry_ids": []string{entry}}).problem(404, "not_found")
	h.send("DELETE", "/v1/waitlist/"+entry, h.link(identity.EntryLink, entry, h.owner("GET", "/v1/waitlist/"+entry, nil).want(200).text("person", "id")), nil).want(200)
	h.owner("PATCH", event, object{"approval": false}).want(200)
}

// TestApprovalGoesWith: what an event cannot have together with approval is refused by name.
func TestApprovalGoesWith(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	for _, change := range []func(object){
		set("waitlist", object{"enabled": false}), set("demand", "extreme"),
	} {
		h.owner("POST", "/v1/events", h.newEvent(3, set("approval", true), change)).problem(422, "invalid_settings").names("approval")
	}
	event := h.event(3, set("approval", true), set("currency", "EUR"))
	h.owner("PATCH", event, object{"tiers": []object{{"name": "Paid", "price": 500}}}).want(200)
	paid, _ := h.sale(3, func(object) {})
	h.owner("PATCH", paid, object{"approval": true}).want(200)
}

// TestApprovalToPay: what costs something is held for whoever is approved, at its price of then,
// until it is paid or the time is over; then it is the next one's.
func TestApprovalToPay(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(2, set("approval", true), set("max_guests", 1))
	price := func(n int) {
		t.Helper()
		h.owner("PATCH", event, object{"tiers": []object{{"id": tiers["Regular"], "price": n}}}).want(200)
	}
	applied := func(name string) string {
		t.Helper()
		in := person(name)
		delete(in, "user_id")
		in["tier_id"] = tiers["Regular"]
		a := h.visit(h.signIn(name+"@example.org"), "POST", event+"/registrations", in).want(201)
		if a.at("status") != "applied" || a.at("expires_at") != nil || a.at("total") != nil {
			t.Fatalf("%s has applied: %s", name, a.Raw)
		}
		return a.text("entry_id")
	}
	h.send("POST", event+"/orders", "", object{"email": "eve@example.org", "name": "Eve", "items": []object{{"tier_id": tiers["Regular"], "quantity": 1}}}).
		problem(409, "approval_required")
	ada, ben, cyd := applied("ada"), applied("ben"), applied("cyd")
	h.owner("POST", event+"/codes", object{"code": "FIVE", "kind": "promo", "amount": 500}).want(201)
	price(2500)
	if n := h.owner("POST", event+"/applications:approve", object{"entry_ids": []string{ada, ben, cyd}}).want(200).number("approved"); n != 3 {
		t.Errorf("%d were approved", n)
	}
	price(9900)
	if n := h.send("GET", event, "", nil).want(200).number("availability", "available"); n != 0 {
		t.Errorf("%d places are left", n)
	}
	list := h.owner("GET", event+"/applications?status=to_pay&limit=1", nil).want(200)
	if list.number("open") != 0 || list.number("to_pay") != 2 || list.text("items", 0, "id") != ada || list.number("items", 0, "order", "total") != 2500 ||
		list.at("items", 0, "order", "accepted") != false || list.text("items", 0, "order", "expires_at") == "" {
		t.Errorf("%s", list.Raw)
	}
	if next := h.owner("GET", event+"/applications?status=to_pay&cursor="+list.text("next_cursor"), nil).want(200); next.text("items", 0, "id") != ben || next.at("next_cursor") != nil {
		t.Errorf("%s", next.Raw)
	}
	h.owner("GET", event+"/applications?status=paid", nil).problem(422, "invalid_request").names("status")
	if a := h.owner("GET", "/v1/waitlist/"+cyd, nil).want(200); a.at("status") != "waiting" || a.number("position") != 1 {
		t.Errorf("%s", a.Raw)
	}

	offer := "/v1/offers/" + h.owner("GET", "/v1/waitlist/"+ada, nil).want(200).text("offer", "id")
	h.owner("POST", offer+":accept", object{"promo_code": "six"}).problem(422, "code_unknown").names("promo_code")
	taken := h.owner("POST", offer+":accept", object{"promo_code": "five"}).want(200)
	if taken.text("status") != "pending" || taken.number("total") != 2000 {
		t.Errorf("accepted: %s", taken.Raw)
	}
	if a := h.owner("GET", event+"/applications?status=to_pay", nil).want(200); a.at("items", 0, "order", "accepted") != true || a.number("items", 0, "order", "total") != 2000 {
		t.Errorf("%s", a.Raw)
	}
	if a := h.owner("GET", "/v1/waitlist/"+ada, nil).want(200); a.text("order_id") != taken.text("order_id") {
		t.Errorf("%s", a.Raw)
	}
	link := h.link(identity.EntryLink, ada, h.owner("GET", "/v1/waitlist/"+ada, nil).want(200).text("person", "id"))
	if a := h.send("GET", "/v1/orders/"+taken.text("order_id"), link, nil).want(200); a.at("status") != "pending" || a.number("total") != 2000 {
		t.Errorf("by the link of the application: %s", a.Raw)
	}
	if paid := h.pay(taken.text("order_id"), "pay_ada", 2000); paid.Status != "confirmed" {
		t.Errorf("paid: %+v", paid)
	}
	h.later(25 * time.Hour)
	h.owner("POST", event+"/blocks", object{"tier_id": tiers["Regular"], "units": 1}).problem(409, "not_enough_units") // which releases what is due
	if a := h.owner("GET", "/v1/waitlist/"+ben, nil).want(200); a.at("status") != "expired" || a.at("reason") != "offer_expired" {
		t.Errorf("%s", a.Raw)
	}
	if a := h.owner("GET", "/v1/waitlist/"+cyd, nil).want(200); a.at("status") != "offered" {
		t.Errorf("%s", a.Raw)
	}
	if a := h.owner("GET", event+"/applications?status=to_pay", nil).want(200); a.number("to_pay") != 1 || a.number("items", 0, "order", "total") != 9900 {
		t.Errorf("%s", a.Raw)
	}
	h.sound()
}

// TestApprovalForSeats: in a hall people apply for a tier and name no seat, and whoever is approved
// is offered seats of it.
func TestApprovalForSeats(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre(set("approval", true), set("max_guests", 3))
	tiers := h.owner("GET", event, nil).want(200)
	front := tiers.text("tiers", 0, "id")
	in := object{"email": "ada@example.org", "name": "Ada", "tier_id": front, "guests": []object{{"name": "Bob"}}}
	h.send("POST", event+"/orders", "", object{"email": "ada@example.org", "name": "Ada", "items": []object{{"seat_id": seat(event, 7)}}}).problem(409, "approval_required")
	crowd := object{"email": "ada@example.org", "name": "Ada", "tier_id": front, "guests": []object{{"name": "B"}, {"name": "C"}, {"name": "D"}, {"name": "E"}}}
	h.visit(h.signIn("ada@example.org"), "POST", event+"/registrations", crowd).problem(422, "guests_over_limit").names("guests")
	a := h.visit(h.signIn("ada@example.org"), "POST", event+"/registrations", in).want(201)
	if a.at("status") != "applied" {
		t.Fatalf("%s", a.Raw)
	}
	entry := a.text("entry_id")
	before := h.shown(event, a)
	wish := object{"email": "ben@example.org", "name": "Ben", "seat_ids": []string{seat(event, 1)}}
	ben := h.visit(h.signIn("ben@example.org"), "POST", event+"/seats:wait", wish).want(201)
	if ben.at("status") != "applied" {
		t.Errorf("%s", ben.Raw)
	}
	// Organizers see where he would like to sit; she takes any of her tier.
	list := h.owner("GET", event+"/applications", nil).want(200)
	for i := range list.at("items").([]any) {
		wished := list.at("items", i).(object)["wish"]
		if list.text("items", i, "id") != ben.text("entry_id") {
			if wished != nil {
				t.Errorf("she wishes for nothing: %s", list.Raw)
			}
		} else if wished == nil || list.text("items", i, "wish", "seats", 0, "seat") != seat(event, 1) || list.text("items", i, "wish", "seats", 0, "place", "section") == "" {
			t.Errorf("where he would like to sit: %s", list.Raw)
		}
	}
	approved := h.owner("POST", event+"/applications:approve", object{"entry_ids": []string{entry}}).want(200)
	if after := h.shown(event, approved); after == before {
		t.Errorf("no seat is held: %s", after)
	}
	v := h.owner("GET", "/v1/waitlist/"+entry, nil).want(200)
	taken := h.owner("POST", "/v1/offers/"+v.text("offer", "id")+":accept", nil).want(200)
	order := h.owner("GET", "/v1/orders/"+taken.text("order_id"), nil).want(200)
	if order.text("items", 0, "seat_id") == "" || order.text("items", 1, "seat_id") == "" || order.text("items", 0, "tier_id") != front {
		t.Errorf("%s", order.Raw)
	}
	h.sound()
}

// TestAddOnsWithAnOffer: whoever accepts an offer takes add-ons with it, in the same order, and
// goods alone need no approval.
func TestAddOnsWithAnOffer(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(2, set("approval", true), set("max_guests", 1), func(e object) {
		e["currency"] = "EUR"
		e["tiers"] = []object{
			{"name": "Seat", "price": 0}, {"name": "Menu", "kind": "add_on", "price": 1500, "capacity": 2, "per_ticket": 1},
			{"name": "Wine", "kind": "add_on", "price": 700, "capacity": 1, "per_ticket": 5}, {"name": "Shirt", "kind": "goods", "price": 2500, "capacity": 3},
		}
	})
	got := h.send("GET", event, "", nil).want(200)
	if got.at("waitlist", "promotion") != "offer" {
		t.Errorf("add-ons are chosen where an offer is accepted: %v", got.at("waitlist"))
	}
	place, menu, wine, shirt := got.text("tiers", 0, "id"), got.text("tiers", 1, "id"), got.text("tiers", 2, "id"), got.text("tiers", 3, "id")
	eve := func(tiers ...string) object {
		items := []object{}
		for _, id := range tiers {
			items = append(items, object{"tier_id": id, "quantity": 1})
		}
		return object{"email": "eve@example.org", "name": "Eve", "items": items}
	}
	h.send("POST", event+"/orders", "", eve(place, shirt)).problem(409, "approval_required")
	h.send("POST", event+"/orders", "", eve(shirt)).want(201)

	entry := h.applied(event, "ada")
	h.owner("POST", event+"/applications:approve", object{"entry_ids": []string{entry}}).want(200)
	if a := h.owner("GET", event+"/applications?status=to_pay", nil).want(200); a.number("to_pay") != 0 {
		t.Errorf("what costs nothing is to be paid: %s", a.Raw)
	}
	offer := "/v1/offers/" + h.owner("GET", "/v1/waitlist/"+entry, nil).want(200).text("offer", "id")
	accept := func(lines ...object) *answer {
		t.Helper()
		return h.owner("POST", offer+":accept", object{"add_ons": append([]object{}, lines...)})
	}
	accept(object{"tier_id": menu, "quantity": 2}).problem(422, "add_on_without_ticket").names("add_ons[0].quantity")
	accept(object{"tier_id": wine, "quantity": 2}).problem(409, "sold_out").names("add_ons[0].tier_id")
	accept(object{"tier_id": shirt, "quantity": 1}).problem(404, "not_found").names("add_ons[0].tier_id")
	accept(object{"tier_id": "tir_nobody", "quantity": 1}).problem(422, "invalid_request").names("add_ons[0].tier_id")
	accept(object{"tier_id": menu, "quantity": 1, "unit_price": 5}).problem(422, "price_fixed").names("add_ons[0].unit_price")
	taken := accept(object{"tier_id": menu, "quantity": 1}, object{"tier_id": wine, "quantity": 1}).want(200)
	if taken.text("status") != "pending" || taken.number("total") != 2200 {
		t.Errorf("%s", taken.Raw)
	}
	if again := accept().want(200); again.number("total") != 2200 {
		t.Errorf("accepted again: %s", again.Raw)
	}
	if paid := h.pay(taken.text("order_id"), "pay_ada", 2200); paid.Status != "confirmed" {
		t.Errorf("%+v", paid)
	}
	order := h.owner("GET", "/v1/orders/"+taken.text("order_id"), nil).want(200)
	if len(order.at("items").([]any)) != 3 || order.number("items", 1, "goes_with") != 1 {
		t.Errorf("%s", order.Raw)
	}
	h.sound()
}

// TestDonationWithAnOffer: whoever was approved gives where they accept, in the same payment, and the
// organizer sees what was taken. The donation is money of its own, and stays given.
func TestDonationWithAnOffer(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(2, set("approval", true), func(e object) {
		e["currency"] = "EUR"
		e["tiers"] = []object{
			{"name": "Seat", "price": 0},
			{"name": "Roof fund", "kind": "donation", "price_min": 100, "price_max": 5000, "suggested": []int64{500, 1000}},
			{"name": "Menu", "kind": "add_on", "price": 1500, "capacity": 5, "per_ticket": 2},
		}
	})
	got := h.send("GET", event, "", nil).want(200)
	if got.at("waitlist", "promotion") != "offer" {
		t.Errorf("a donation is given where an offer is accepted: %v", got.at("waitlist"))
	}
	fund, menu := got.text("tiers", 1, "id"), got.text("tiers", 2, "id")
	offered := func(name string) string {
		t.Helper()
		entry := h.applied(event, name)
		h.owner("POST", event+"/applications:approve", object{"entry_ids": []string{entry}}).want(200)
		return "/v1/offers/" + h.owner("GET", "/v1/waitlist/"+entry, nil).want(200).text("offer", "id") + ":accept"
	}
	ada, bob := offered("ada"), offered("bob")
	give := func(amount any, quantity int) object {
		return object{"tier_id": fund, "quantity": quantity, "unit_price": amount}
	}
	accept := func(path string, lines ...object) *answer {
		t.Helper()
		return h.owner("POST", path, object{"add_ons": append([]object{}, lines...)})
	}
	accept(ada, object{"tier_id": fund, "quantity": 1}).problem(422, "price_out_of_range").names("add_ons[0].unit_price")
	accept(ada, give(99, 1)).problem(422, "price_out_of_range").names("add_ons[0].unit_price")
	accept(ada, give(500, 2)).problem(422, "limit_per_order").names("add_ons[0].quantity")
	accept(ada, give(500, 1), give(500, 1)).problem(422, "limit_per_order").names("add_ons[1].quantity")
	taken := accept(ada, give(700, 1), object{"tier_id": menu, "quantity": 2}).want(200)
	if taken.text("status") != "pending" || taken.number("total") != 3700 {
		t.Errorf("%s", taken.Raw)
	}
	list := h.owner("GET", event+"/applications?status=to_pay", nil).want(200)
	beside := list.at("items", 0, "order", "beside").([]any)
	if len(beside) != 2 || list.text("items", 0, "order", "beside", 0, "tier_id") != fund || list.number("items", 0, "order", "beside", 0, "total") != 700 ||
		list.text("items", 0, "order", "beside", 1, "tier_id") != menu || list.number("items", 0, "order", "beside", 1, "quantity") != 2 {
		t.Errorf("%s", list.Raw)
	}
	order := taken.text("order_id")
	if paid := h.pay(order, "pay_ada", 3700); paid.Status != "confirmed" {
		t.Errorf("%+v", paid)
	}
	if o := h.owner("GET", "/v1/orders/"+order, nil).want(200); o.at("items", 1, "donation") != true || o.at("items", 2, "goes_with") == nil {
		t.Errorf("%s", o.Raw)
	}
	if list := h.owner("GET", "/v1/orders/"+order+"/tickets", nil).want(200); len(list.at("items").([]any)) != 3 { // the ticket and two menus
		t.Errorf("%s", list.Raw)
	}
	if pdf := h.owner("GET", "/v1/tickets/"+id.TicketOf(order, 4), nil).want(200); pdf.text("kind") != "add_on" {
		t.Errorf("%s", pdf.Raw)
	}
	// The free seat alone is confirmed at once.
	if free := accept(bob).want(200); free.text("status") != "confirmed" {
		t.Errorf("%s", free.Raw)
	}
	h.sound()
}

// TestTicketsBehindAFee: what is taken with an offer stands behind the fees that were offered with it,
// and all of it has its tickets.
func TestTicketsBehindAFee(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(1, set("approval", true), func(e object) {
		e["currency"] = "EUR"
		e["tiers"] = []object{
			{"name": "Seat", "price": 2000}, {"name": "Menu", "kind": "add_on", "price": 1500, "capacity": 2, "per_ticket": 1},
			{"name": "Booking fee", "kind": "fee", "fee": object{"per_order": 100}},
		}
	})
	menu := h.send("GET", event, "", nil).want(200).text("tiers", 1, "id")
	entry := h.applied(event, "ada")
	h.owner("POST", event+"/applications:approve", object{"entry_ids": []string{entry}}).want(200)
	offer := h.owner("GET", "/v1/waitlist/"+entry, nil).want(200).text("offer", "id")
	taken := h.owner("POST", "/v1/offers/"+offer+":accept", object{"add_ons": []object{{"tier_id": menu, "quantity": 1}}}).want(200)
	if taken.number("total") != 3600 {
		t.Errorf("%s", taken.Raw)
	}
	h.pay(taken.text("order_id"), "pay_ada", 3600)
	list := h.owner("GET", "/v1/orders/"+taken.text("order_id")+"/tickets", nil).want(200)
	if list.number("items", 0, "unit") != 1 || list.number("items", 1, "unit") != 3 || len(list.at("items").([]any)) != 2 {
		t.Errorf("%s", list.Raw)
	}
	h.sound()
}
