package api_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// A link goes as far as its mail needs, whatever else its person has: the one in the
// header of a mail changes how the person is reached, the one to an entry opens that
// entry, the one to an order that order. Money and tickets move with a fresh one.
func TestLinkReaches(t *testing.T) {
	h := newTestServer(t)
	event, tiers := h.sale(9, func(e object) { e["orders"] = object{"self_refund": true} })
	first := h.owner("POST", event+"/orders", buy("ada", tiers["Regular"], 2)).want(201)
	second := h.owner("POST", event+"/orders", buy("ada", tiers["Regular"], 1)).want(201)
	order, other, ada := first.text("id"), second.text("id"), first.text("person", "id")
	h.pay(order, "pay_1", 4000)
	h.pay(other, "pay_2", 2000)
	ticket := "/v1/tickets/" + id.TicketOf(order, 1)
	contact := event + "/people/ada/contact"

	mailed := h.link(identity.OrderLink, order, ada)
	h.send("GET", "/v1/orders/"+order+"/tickets", mailed, nil).want(200)
	h.send("GET", ticket+"/qr.svg", mailed, nil).want(200)
	h.send("PATCH", ticket, mailed, object{"attendee": "Grace"}).want(200)
	for _, path := range []string{"/v1/orders/" + other, "/v1/orders/" + other + "/tickets", "/v1/tickets/" + id.TicketOf(other, 1), "/v1/me/inbox", contact, event + "/people/ada/data"} {
		h.send("GET", path, mailed, nil).problem(403, "fresh_link_required")
	}
	money := map[string]any{
		ticket + ":transfer": object{"email": "eve@example.org"}, ticket + ":exchange": nil,
		"/v1/orders/" + order + ":refund": object{"items": []int{1}}, "/v1/orders/" + order + ":cancel": nil,
	}
	for path, body := range money {
		h.send("POST", path, mailed, body).problem(403, "fresh_link_required")
	}

	header := h.link(identity.PreferenceLink, ada, ada)
	h.send("GET", contact, header, nil).want(200)
	for _, path := range []string{"/v1/orders/" + order, "/v1/orders/" + order + "/tickets", ticket, "/v1/me/inbox", event + "/people/ada/data", event + "/registrations/ada"} {
		h.send("GET", path, header, nil).problem(403, "fresh_link_required")
	}
	for path, body := range money {
		h.send("POST", path, header, body).problem(403, "fresh_link_required")
	}

	all := h.fresh(identity.OrderLink, order, ada)
	for _, path := range []string{"/v1/orders/" + other, ticket, "/v1/me/inbox", contact, event + "/people/ada/data"} {
		h.send("GET", path, all, nil).want(200)
	}
	h.send("POST", "/v1/orders/"+order+":refund", all, object{"items": []int{1}}).want(200)
	h.later(identity.FreshLinkLife)
	h.send("GET", "/v1/orders/"+order, all, nil).problem(401, "link_expired")
	h.sound()
}

// An entry's link leads to its offers and to the order that came of it, and an
// offer's to its entry.
func TestEntryLinkLeadsOn(t *testing.T) {
	h := newTestServer(t)
	s := h.scene()
	for _, token := range []string{h.link(identity.EntryLink, s.entry, s.cyd), h.link(identity.OfferLink, s.offer, s.cyd)} {
		h.send("GET", "/v1/offers/"+s.offer, token, nil).want(200)
		h.send("GET", "/v1/waitlist/"+s.entry, token, nil).want(200)
	}
	got := h.send("POST", "/v1/offers/"+s.offer+":accept", h.link(identity.EntryLink, s.entry, s.cyd), nil).want(200)
	for _, token := range []string{h.link(identity.EntryLink, s.entry, s.cyd), h.link(identity.OfferLink, s.offer, s.cyd)} {
		h.send("GET", "/v1/orders/"+got.text("order_id")+"/tickets", token, nil).want(200)
		h.send("GET", "/v1/orders/"+s.order, token, nil).problem(404, "not_found")
	}
}

// The page on which an order is paid is told to those who may pay it. Whoever has its address
// reads, pays and cancels the order while it is pending, and does no more; that it
// was nobody known is what the audit log says.
func TestPaymentURL(t *testing.T) {
	h := newTestServer(t)
	event, tiers := h.sale(9, func(e object) { e["orders"] = object{"self_refund": true} })
	made := h.owner("POST", event+"/orders", buy("ada", tiers["Regular"], 2)).want(201)
	order, ada := made.text("id"), made.text("person", "id")
	path := "/v1/orders/" + order
	for _, role := range identity.Roles {
		may := role == identity.Owner || role == identity.Organizer || role == identity.BoxOffice
		if got := h.as(role, "GET", path, nil).want(200); (got.text("payment_url") != "") != may {
			t.Errorf("%s is told: %s", role, got.Raw)
		}
		member := h.member(h.org, role, string(role)+"@staff.example")
		if got := h.visit(member, "GET", path, nil).want(200); (got.text("payment_url") != "") != may {
			t.Errorf("a member, %s, is told: %s", role, got.Raw)
		}
	}
	if got := h.send("GET", path, h.link(identity.OrderLink, order, ada), nil).want(200); got.text("payment_url") == "" {
		t.Errorf("the buyer is not told: %s", got.Raw)
	}
	bearer := strings.TrimPrefix(made.text("payment_url"), "http://holdfast.test/r/")
	read := h.send("GET", path, bearer, nil).want(200)
	if read.at("person") != nil || read.text("payment_url") != made.text("payment_url") {
		t.Errorf("who has the address reads %s", read.Raw)
	}
	ticket := "/v1/tickets/" + read.text("items", 0, "ticket_id")
	h.send("PATCH", ticket, bearer, object{"attendee": "Mallory"}).problem(403, "fresh_link_required")
	h.pay(order, "pay_1", 4000)
	h.send("GET", path, bearer, nil).want(200)
	h.send("POST", path+":cancel", bearer, nil).problem(403, "fresh_link_required")
	h.send("POST", path+":refund", bearer, object{"items": []int{1}}).problem(403, "fresh_link_required")
	h.send("GET", path+"/tickets", bearer, nil).problem(403, "fresh_link_required")
	h.send("POST", ticket+":transfer", bearer, object{"email": "eve@example.org"}).problem(403, "fresh_link_required")
	h.send("POST", "/v1/me/links:revoke", bearer, nil).problem(403, "fresh_link_required")

	pending := h.owner("POST", event+"/orders", buy("bob", tiers["Regular"], 1)).want(201)
	token := strings.TrimPrefix(pending.text("payment_url"), "http://holdfast.test/r/")
	h.send("POST", "/v1/orders/"+pending.text("id")+":cancel", token, nil).want(200)
	rows := h.owner("GET", event+"/audit?subject="+pending.text("id"), nil).want(200)
	if rows.text("items", 1, "reason") != "order_cancelled" || rows.text("items", 1, "actor") != "public" {
		t.Errorf("who cancelled: %s", rows.Raw)
	}
	h.sound()
}

// A person signs all links out that were mailed so far, with any of them or signed
// in; those that come later work.
func TestSignOutLinks(t *testing.T) {
	h := newTestServer(t)
	event := h.event(3)
	order := h.register(event, "ada").text("order_id")
	ada := h.personID(event, "ada")
	bob := h.link(identity.OrderLink, h.register(event, "bob").text("order_id"), h.personID(event, "bob"))
	old := []string{h.link(identity.OrderLink, order, ada), h.fresh(identity.OrderLink, order, ada), h.link(identity.PreferenceLink, ada, ada)}
	h.send("POST", "/v1/me/links:revoke", old[2], nil).problem(403, "fresh_link_required")
	for round := range 2 {
		if round == 0 {
			h.send("POST", "/v1/me/links:revoke", old[0], nil).want(200)
		} else {
			old = []string{h.link(identity.OrderLink, order, ada)}
			h.send("GET", "/v1/orders/"+order, old[0], nil).want(200)
			h.eventually("the address book knows ada", func() bool {
				h.visit(h.signIn("ada@example.org"), "POST", "/v1/me/links:revoke", nil).want(200)
				return h.send("GET", "/v1/orders/"+order, old[0], nil).Status == 401
			})
		}
		for _, token := range old {
			h.send("GET", event, token, nil).problem(401, "link_revoked")
			h.send("GET", "/v1/orders/"+order, token, nil).problem(401, "link_revoked")
		}
	}
	h.send("GET", "/v1/orders/"+order, h.link(identity.OrderLink, order, ada), nil).want(200)
	h.send("GET", event, bob, nil).want(200)
	h.must(h.store.People.SignOutLinks(context.Background(), eventID(event), h.personID(event, "bob"), instantOf(h.now())))
	h.eventually("another server's sign-out is honoured", func() bool { return h.send("GET", event, bob, nil).Status == 401 })
}

// A fresh link is mailed for any link that this server made, to the person whose it
// is, so often, and to nobody for what is none.
func TestRenewLink(t *testing.T) {
	h := newTestServer(t)
	event, tiers := h.sale(9, func(e object) { e["orders"] = object{"self_refund": true} })
	body := buy("", tiers["Regular"], 1)
	delete(body, "user_id")
	body["email"], body["name"] = "ada@example.org", "Ada"
	made := h.send("POST", event+"/orders", "", body).want(201)
	order := made.text("id")
	h.pay(order, "pay_1", 2000)
	renew := func(token string, mails int) {
		t.Helper()
		before := len(h.renewed)
		h.send("POST", "/v1/links:renew", "", object{"link": token}).want(202)
		h.later(3 * time.Minute)
		if len(h.renewed)-before != mails {
			t.Errorf("%d mails, want %d", len(h.renewed)-before, mails)
		}
	}
	renew(made.text("access_token"), 1)
	fresh := strings.TrimPrefix(h.renewed[0], "http://holdfast.test/r/")
	h.later(-3 * time.Minute)
	h.send("POST", "/v1/orders/"+order+":cancel", fresh, nil).want(200)
	h.later(48 * time.Hour)
	h.send("GET", "/v1/orders/"+order, fresh, nil).problem(401, "link_expired")
	renew(fresh, 1)
	for _, bad := range []string{"hl_nonsense", fresh + "A", "hs_abcdefgh"} {
		h.send("POST", "/v1/links:renew", "", object{"link": bad}).problem(401, "invalid_link")
	}
	h.send("POST", "/v1/links:renew", "", object{"link": fresh}, "Origin: https://evil.example", "Sec-Fetch-Site: cross-site").problem(403, "cross_origin")
	if strings.Contains(h.logged.String(), fresh) {
		t.Error("the log has a link")
	}
	h.sound()
}

// Anyone who lost the mail has the link mailed again by address: to the tickets, else to the
// place on the waitlist. Whether anybody has the address is not told.
func TestMailLink(t *testing.T) {
	h := newTestServer(t)
	event := h.event(1)
	h.register(event, "ada")
	h.register(event, "bob") // waits
	mail := func(email, kind string) {
		t.Helper()
		// While people wait for a place, nobody is looked for by another name than the
		// address: see catchUp. The batch that answered may not have ended yet.
		h.eventually("the last batch ends", func() bool { return !h.seq.Busy() })
		before := len(h.renewed)
		h.send("POST", event+"/links:mail", "", object{"email": email}).want(202)
		h.later(3 * time.Minute)
		got := strings.Join(h.renewed[before:], " ")
		if kind == "" && got != "" || !strings.HasPrefix(got, kind) || strings.Contains(got, " ") {
			t.Errorf("%s: mailed %q, want %q", email, got, kind)
		}
	}
	mail("Ada@Example.org", "http://holdfast.test/r/")
	mail("bob@example.org", "http://holdfast.test/e/")
	mail("nobody@example.org", "")
	h.owner("DELETE", event+"/registrations/ada", nil).want(200)
	mail("ada@example.org", "") // nothing is left
	h.send("POST", event+"/links:mail", "", object{"email": "ada"}).problem(422, "invalid_request").names("email")
	h.send("POST", event+"/links:mail", "", object{"email": "bob@example.org"}, "Origin: https://evil.example", "Sec-Fetch-Site: cross-site").problem(403, "cross_origin")
	h.sound()
}
