package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// Anybody can order with the address of somebody else. What they type belongs to
// that order: whose tickets were paid is found at the door by the name that was
// given with them, is written to at the address and in the language they chose, and
// nobody comes in by another name.
func TestStrangersOrderLeavesProfile(t *testing.T) {
	h := newTestServer(t)
	event, tiers := h.sale(9)
	regular := tiers["Regular"]
	order := object{"email": "Ada@example.org", "name": "Ada Lovelace", "locale": "de", "items": []object{{"tier_id": regular, "quantity": 1}}}
	bought := h.send("POST", event+"/orders", "", order).want(201).text("id")
	h.pay(bought, "pay_1", 2000)
	before := h.owner("GET", "/v1/orders/"+bought, nil).want(200).at("person")

	order = object{"email": "ADA@example.org", "name": "Mallory", "locale": "fr", "items": []object{{"tier_id": regular, "quantity": 1}}}
	theirs := h.send("POST", event+"/orders", "", order).want(201)
	if theirs.text("name") != "Mallory" || strings.Contains(theirs.Raw, "Lovelace") {
		t.Errorf("the stranger is told: %s", theirs.Raw)
	}
	after := h.owner("GET", "/v1/orders/"+bought, nil).want(200)
	if person := after.at("person").(object); person["name"] != "Ada Lovelace" || person["email"] != "Ada@example.org" || person["locale"] != "de" {
		t.Errorf("the person was %v and is %v", before, person)
	}
	if strings.Contains(after.Raw, "Mallory") {
		t.Errorf("the paid order: %s", after.Raw)
	}
	search := event + "/tickets?q="
	if found := h.as(identity.Door, "GET", search+"mallory", nil).want(200); len(found.at("items").([]any)) != 0 {
		t.Errorf("found at the door before anything was paid: %s", found.Raw)
	}
	if found := h.as(identity.Door, "GET", search+"lovelace", nil).want(200); len(found.at("items").([]any)) != 1 {
		t.Errorf("found at the door by their name: %s", found.Raw)
	}
	// Paid, it is a ticket in the name that was typed, and no other's.
	h.pay(theirs.text("id"), "pay_2", 2000)
	if found := h.as(identity.Door, "GET", search+"mallory", nil).want(200); len(found.at("items").([]any)) != 1 || found.text("items", 0, "order_id") != theirs.text("id") {
		t.Errorf("the other order at the door: %s", found.Raw)
	}
	if list := h.owner("GET", event+"/orders?q=mallory", nil).want(200); len(list.at("items").([]any)) != 1 {
		t.Errorf("the office finds by the name on the order: %s", list.Raw)
	}
	if changes := h.profileChanges(event); len(changes) != 0 {
		t.Errorf("changes of a profile: %v", changes)
	}
	h.sound()
}

// Anyone who has proven to be the person, and staff, change a profile; the audit log says
// who, and which fields.
func TestProfileIsChangedByItsPerson(t *testing.T) {
	h := newTestServer(t)
	event, tiers := h.sale(9)
	order := func(name string) object {
		return object{"email": "ada@example.org", "name": name, "locale": "en", "items": []object{{"tier_id": tiers["Regular"], "quantity": 1}}}
	}
	first := h.send("POST", event+"/orders", "", order("Ada")).want(201).text("id")
	h.visit(h.signIn("eve@example.org"), "POST", event+"/orders", order("Eve")).want(201)
	c := h.signIn("ada@example.org")
	h.visit(c, "POST", event+"/orders", order("Ada King")).want(201)
	if got := h.owner("GET", "/v1/orders/"+first, nil).want(200); got.text("person", "name") != "Ada King" {
		t.Errorf("changed by the person: %s", got.Raw)
	}
	h.as(identity.BoxOffice, "POST", event+"/orders", with(order("Countess"), "locale", "fr")).want(201)
	if got := h.owner("GET", "/v1/orders/"+first, nil).want(200); got.text("person", "name") != "Countess" || got.text("person", "locale") != "fr" {
		t.Errorf("changed by staff: %s", got.Raw)
	}
	got := h.profileChanges(event)
	if len(got) != 2 || got[0]["related"] != "name" || got[1]["related"] != "name,locale" || !strings.HasPrefix(got[1]["actor"].(string), "key_") {
		t.Errorf("the audit log says %v", got)
	}
	h.sound()
}

// A place on the waitlist is taken in the same way, and the order that comes of it.
func TestStrangersWaitLeavesProfile(t *testing.T) {
	h := newTestServer(t)
	event := h.event(1)
	join := func(email, name string) *answer {
		h.t.Helper()
		return h.send("POST", event+"/registrations", "", object{"email": email, "name": name, "join_waitlist": true}).want(201)
	}
	kept := join("ada@example.org", "Ada").text("order_id")
	h.owner("POST", "/v1/orders/"+kept+":cancel", nil).want(200)
	first := join("ben@example.org", "Ben").text("order_id")
	entry := join("ADA@example.org", "Mallory").text("entry_id")
	if got := h.owner("GET", "/v1/waitlist/"+entry, nil).want(200); got.text("name") != "Mallory" || got.text("person", "name") != "Ada" || got.text("person", "email") != "ada@example.org" {
		t.Errorf("the entry: %s", got.Raw)
	}
	h.owner("POST", "/v1/orders/"+first+":cancel", nil).want(200)
	offer := h.owner("GET", "/v1/waitlist/"+entry, nil).want(200)
	if got := h.owner("GET", "/v1/orders/"+offer.text("offer", "order_id"), nil).want(200); got.text("name") != "Mallory" || got.text("person", "name") != "Ada" {
		t.Errorf("the order of the offer: %s", got.Raw)
	}
	h.sound()
}

// profileChanges are the rows of the audit log about profiles.
func (h *testServer) profileChanges(event string) []object {
	h.t.Helper()
	var rows []object
	for _, row := range h.owner("GET", event+"/audit?limit=200", nil).want(200).at("items").([]any) {
		if row := row.(object); row["reason"] == "profile_changed" {
			rows = append(rows, row)
		}
	}
	return rows
}
