package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
)

// An event that asks for a confirmed address takes nobody of the public who has
// not signed in with it, on any way in, and says nothing about who is in.
func TestConfirmedAddress(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	confirmed := func(e object) { e["require_confirmed_address"] = true }
	event := h.event(1, confirmed)
	if e := h.send("GET", event, "", nil).want(200); e.at("require_confirmed_address") != true {
		t.Errorf("the event does not say so: %s", e.Raw)
	}
	ada := object{"email": "Ada@Example.org", "name": "Ada", "join_waitlist": true}
	before := h.ledger(event)
	for path, body := range map[string]object{
		"/registrations": ada,
		"/waitlist:join": {"email": "ada@example.org", "name": "Ada"},
		"/orders":        {"email": "ada@example.org", "name": "Ada", "items": []object{{"quantity": 1}}},
	} {
		p := h.send("POST", event+path, "", body).problem(403, "address_not_confirmed")
		if p.text("errors", 0, "field") != "email" {
			t.Errorf("%s names another field: %s", path, p.Raw)
		}
	}

	// Signed in with that address, and no other.
	c, other := h.signIn("ada@example.org"), h.signIn("eve@example.org")
	h.visit(other, "POST", event+"/registrations", ada).problem(403, "address_not_confirmed")
	if h.ledger(event) != before {
		t.Error("a refusal is in the ledger")
	}
	h.visit(c, "POST", event+"/registrations", ada).want(201)
	// Whether Ada is in is not told to anyone who cannot prove to be her.
	h.send("POST", event+"/registrations", "", ada).problem(403, "address_not_confirmed")
	h.visit(c, "POST", event+"/registrations", ada).problem(409, "already_registered")

	// Staff vouch for whom they bring.
	h.owner("POST", event+"/registrations", object{"email": "ben@example.org", "name": "Ben", "join_waitlist": true}).want(201)

	// The rule can go, and come again; whoever is in stays.
	cid := object{"email": "cid@example.org", "name": "Cid", "join_waitlist": true}
	h.send("POST", event+"/registrations", "", cid).problem(403, "address_not_confirmed")
	h.owner("PATCH", event, object{"require_confirmed_address": false}).want(200)
	h.send("POST", event+"/registrations", "", cid).want(201)
	if e := h.owner("PATCH", event, object{"require_confirmed_address": true}).want(200); e.at("require_confirmed_address") != true || e.number("availability", "waiting") != 2 {
		t.Errorf("after the rule came back: %s", e.Raw)
	}
	h.send("POST", event+"/registrations", "", object{"email": "dan@example.org", "name": "Dan"}).problem(403, "address_not_confirmed")
	h.sound()
}

// A seat, too, is for people who have proven the address.
func TestConfirmedAddressForSeats(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre(func(e object) { e["require_confirmed_address"] = true })
	one := event + "/seats/" + seat(event, 7)
	dan := object{"email": "dan@example.org", "name": "Dan"}
	h.send("POST", one+"/reserve", "", dan).problem(403, "address_not_confirmed")
	c := h.signIn("dan@example.org")
	h.visit(c, "POST", one+"/reserve", dan).want(201)
	eve := object{"email": "eve@example.org", "name": "Eve"}
	h.send("POST", one+"/waitlist", "", eve).problem(403, "address_not_confirmed")
	h.visit(h.signIn("eve@example.org"), "POST", one+"/waitlist", eve).want(201)
	h.sound()
}

// The link that is asked for an event is one to sign in.
func TestConfirmLink(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := strings.TrimPrefix(h.event(1, func(e object) { e["require_confirmed_address"] = true }), "/v1/events/")
	draft := strings.TrimPrefix(h.event(1, func(e object) { e["publish"] = false }), "/v1/events/")
	for _, wrong := range []string{draft, "evt_nothing", "no id"} {
		p := h.send("POST", "/v1/auth/links", "", object{"email": "ada@example.org", "event_id": wrong}).problem(422, "invalid_request")
		if p.text("errors", 0, "field") != "event_id" {
			t.Errorf("%s: %s", wrong, p.Raw)
		}
	}
	if len(h.letters) != 0 {
		t.Fatalf("mailed: %v", h.letters)
	}
	h.send("POST", "/v1/auth/links", "", object{"email": "ada@example.org", "event_id": event}).want(202)
	token := h.token(accountmail.SignInMail, identity.ForSignIn)
	h.send("POST", "/v1/auth/sessions", "", object{"token": token}).want(201)
}
