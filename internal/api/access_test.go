package api_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// accessFixture is an event in which every kind of thing exists.
type accessFixture struct {
	event                             string // path
	names                             map[string]string
	ada, cyd                          string // persons: registered; with an open offer
	order, offer, entry, waiting, dan string
}

func (h *testServer) scene() *accessFixture {
	h.t.Helper()
	s := &accessFixture{event: h.event(3)}
	s.order = h.register(s.event, "ada").text("order_id")
	h.register(s.event, "bob")
	block := h.owner("POST", s.event+"/blocks", object{"units": 1}).want(201).text("id")
	s.entry = h.register(s.event, "cyd").text("entry_id")
	s.waiting = h.register(s.event, "dan").text("entry_id")
	h.owner("DELETE", s.event+"/registrations/bob", nil).want(200)
	s.offer = h.owner("GET", "/v1/waitlist/"+s.entry, nil).want(200).text("offer", "id")
	s.ada, s.cyd, s.dan = h.personID(s.event, "ada"), h.personID(s.event, "cyd"), h.personID(s.event, "dan")
	pool := h.owner("GET", s.event, nil).want(200).text("pools", 0, "id")
	key := h.owner("POST", "/v1/api-keys", object{"name": "spare", "role": "viewer"}).want(201).text("id")
	venue := h.owner("POST", "/v1/venues", object{"name": "Old harbour"}).want(201).text("id")
	room := h.owner("POST", "/v1/venues/"+venue+"/rooms", object{"name": "Hall"}).want(201).text("id")
	starts := h.now().Add(48 * time.Hour).UTC()
	booking := h.owner("POST", "/v1/venues/"+venue+"/bookings", object{"rooms": []string{room}, "starts_at": starts, "ends_at": starts.Add(time.Hour)}).want(201).text("id")
	addOn := h.owner("POST", "/v1/venues/"+venue+"/add-ons", object{"name": "Screen", "unit": "piece"}).want(201).text("id")
	imported := h.owner("POST", "/v1/venues/"+venue+"/imported-calendars", object{"name": "Parish", "url": "https://cal.example.org/a.ics", "room_id": room}).want(201).text("id")
	repeated := h.owner("POST", "/v1/venues/"+venue+"/bookings", object{
		"rooms": []string{room}, "starts_at": starts.Add(2 * time.Hour), "ends_at": starts.Add(3 * time.Hour), "rrule": "FREQ=DAILY;COUNT=2",
	}).want(201).text("booking_series_id")
	plan := h.owner("POST", "/v1/rooms/"+room+"/seating-plans", object{"name": "Rows", "csv": smallPlan}).want(201).text("id")
	code := h.owner("POST", s.event+"/codes", object{"code": "FRIENDS", "kind": "access"}).want(201).text("id")
	series := h.owner("POST", s.event+"/series", object{"dates": []any{h.owner("GET", s.event, nil).want(200).at("starts_at")}}).want(201).text("id")
	s.names = map[string]string{
		"purpose": "join", "secret": "hc_" + strings.Repeat("0", 43), "series_id": series, "code_id": code, "venue_id": venue, "room_id": room, "booking_id": booking, "add_on_id": addOn, "calendar_id": imported, "booking_series_id": repeated, "plan_id": plan, "seat_id": seat(s.event, 1),
		"event_id": strings.TrimPrefix(s.event, "/v1/events/"), "user_id": "ada", "entry_id": s.entry,
		"offer_id": s.offer, "order_id": s.order, "pool_id": pool, "block_id": block, "key_id": key,
		"import_id":       h.owner("POST", s.event+"/imports", object{"csv": "email\nx@example.org\n"}).want(202).text("id"),
		"announcement_id": h.owner("POST", s.event+"/announcements", object{"locale": "en", "subject": "Hello", "body": []string{"All is well."}}).want(201).text("id"),
		"rehearsal_id":    h.rehearsed(s.event),
		"export_id":       h.owner("POST", s.event+"/exports", object{"kind": "audit"}).want(202).text("id"),
		"webhook_id":      h.owner("POST", "/v1/webhook-endpoints", object{"url": "https://example.org/x"}).want(201).text("id"),
		"ticket_id":       id.TicketOf(s.order, 1), "session_id": h.ids.Top(id.Session), "passkey_id": h.ids.Top(id.Passkey), "oidc_link_id": h.ids.Top(id.OIDCLink),
		"member_id":   h.owner("POST", "/v1/members", object{"email": h.ids.Top(id.Member) + "@example.org", "role": "viewer"}).want(201).text("id"),
		"list_id":     h.owner("POST", s.event+"/checkin-lists", object{"name": "Lounge"}).want(201).text("id"),
		"transfer_id": h.owner("POST", "/v1/tickets/"+id.TicketOf(s.order, 1)+":transfer", object{"email": h.ids.Top(id.Member) + "@example.org"}).want(201).text("id"),
	}
	s.names["pass_id"], _ = h.phone(s.event)
	evening := h.owner("POST", "/v1/series/"+series+":extend", object{"dates": []any{starts.Add(90 * 24 * time.Hour)}}).want(200).text("items", 1, "event_id")
	s.names["pass_event_id"] = h.owner("POST", "/v1/series/"+series+"/passes", object{"title": "All evenings", "places": 1, "event_ids": []string{evening}}).want(201).text("event_id")
	s.names["till_id"] = strings.TrimPrefix(h.openTill(s.event, 0), s.event+"/tills/")
	paid, tiers := h.sale(1)
	bought := h.owner("POST", paid+"/orders", buy("ann", tiers["Regular"], 1)).want(201).text("id")
	h.pay(bought, "pay_"+bought, 2000)
	s.names["exchange_id"] = h.owner("POST", "/v1/tickets/"+id.TicketOf(bought, 1)+":exchange", nil).want(201).text("id")
	for name, value := range h.table() {
		s.names[name] = value
	}
	h.owner("PUT", "/v1/organization/bank-account", object{"iban": bankIBAN, "holder": "Test"}).want(200)
	statement := h.statement(camt(bankIBAN, bankLine{amount: 100, text: h.ids.Top(id.Member)})).want(201).text("id")
	s.names["transaction_id"] = h.owner("GET", "/v1/organization/bank-transactions?statement_id="+statement, nil).want(200).text("items", 0, "id")
	s.names["invitation_id"] = h.invited(s.event, "ada@example.org", 2)
	return s
}

// path fills the braces of a pattern.
func (s *accessFixture) path(pattern string) string {
	for name, value := range s.names {
		pattern = strings.ReplaceAll(pattern, "{"+name+"}", value)
	}
	return pattern
}

// A link does what its person may do.
func TestLinkActsForItsPerson(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	s := h.scene()
	token := h.link(identity.OfferLink, s.offer, s.cyd)
	h.send("GET", s.event, token, nil).want(200)
	h.send("GET", "/v1/offers/"+s.offer, token, nil).want(200)
	h.send("GET", "/v1/waitlist/"+s.entry+"/history", token, nil).want(200)
	h.send("GET", s.event+"/registrations/cyd", token, nil).want(200)
	h.send("GET", "/v1/waitlist/"+s.waiting, token, nil).problem(404, "not_found")
	accepted := h.send("POST", "/v1/offers/"+s.offer+":accept", token, nil).want(200)
	h.send("GET", "/v1/orders/"+accepted.text("order_id"), token, nil).want(200)
	row := h.owner("GET", s.event+"/audit?subject="+s.entry, nil).want(200)
	if last := len(row.at("items").([]any)) - 1; row.text("items", last, "actor") != s.cyd {
		t.Errorf("who accepted: %s", row.Raw)
	}
	h.later(2 * time.Hour)
	h.send("GET", "/v1/offers/"+s.offer, token, nil).problem(401, "link_expired")
}

// A revoked key stops at once on the server that revoked it, and within five
// seconds on the others.
func TestRevokedElsewhere(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	made := h.owner("POST", "/v1/api-keys", object{"name": "spare", "role": "viewer"}).want(201)
	h.send("GET", "/v1/events", made.text("key"), nil).want(200)
	h.must(h.store.Organizations.RevokeAPIKey(context.Background(), h.org, made.text("id"), 1))
	start := time.Now()
	h.eventually("another server's revocation is honoured", func() bool {
		return h.send("GET", "/v1/events", made.text("key"), nil).Status == 401
	})
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("after %s", took)
	}
	h.owner("DELETE", "/v1/api-keys/key_000000000000", nil).problem(404, "not_found")
}

func TestAPIKeys(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	body := object{"name": "Door, tablet 3", "role": "door", "expires_at": h.now().Add(time.Hour).UTC().Format(time.RFC3339)}
	a := h.owner("POST", "/v1/api-keys", body, "Idempotency-Key: k1").want(201)
	b := h.owner("POST", "/v1/api-keys", body, "Idempotency-Key: k1").want(201)
	if a.text("key") != b.text("key") || b.Header.Get("Idempotency-Replayed") != "true" || a.Header.Get("Idempotency-Replayed") != "" {
		t.Errorf("repeated: %s, %s", a.Raw, b.Raw)
	}
	body["role"] = "viewer"
	h.owner("POST", "/v1/api-keys", body, "Idempotency-Key: k1").problem(422, "idempotency_key_reused").names("Idempotency-Key")
	if other := h.owner("POST", "/v1/api-keys", body, "Idempotency-Key: k2").want(201); other.text("key") == a.text("key") {
		t.Error("two keys alike")
	}
	list := h.owner("GET", "/v1/api-keys", nil).want(200)
	if strings.Contains(list.Raw, "hf_") || !strings.Contains(list.Raw, "Door, tablet 3") {
		t.Errorf("list: %s", list.Raw)
	}
	h.send("GET", "/v1/events", a.text("key"), nil).want(200)
	h.later(2 * time.Hour)
	h.send("GET", "/v1/events", a.text("key"), nil).problem(401, "key_expired")
}
