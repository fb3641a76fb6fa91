package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// in sets the start of a new event.
func (h *testServer) in(d time.Duration, title string) func(object) {
	return func(e object) {
		start := h.now().Add(d).UTC().Truncate(time.Second)
		e["starts_at"], e["ends_at"], e["title"] = start.Format(time.RFC3339), start.Add(2*time.Hour).Format(time.RFC3339), title
	}
}

// pages follows the cursors of a list and returns what pick says of each item.
func (h *testServer) pages(get func(path string) *answer, path string, limit int, pick func(a *answer, i int) string) []string {
	h.t.Helper()
	var all []string
	cursor := ""
	sep := "?"
	if strings.Contains(path, sep) {
		sep = "&"
	}
	for range 100 {
		a := get(fmt.Sprintf("%s%slimit=%d%s", path, sep, limit, cursor)).want(200)
		items := a.at("items").([]any)
		if len(items) > limit {
			h.t.Fatalf("%s: %d items", path, len(items))
		}
		for i := range items {
			all = append(all, pick(a, i))
		}
		next := a.text("next_cursor")
		if next == "" {
			return all
		}
		cursor = "&cursor=" + next
	}
	h.t.Fatalf("%s: no end", path)
	return nil
}

// What is mine, over all events and organizations, and nobody else's.
func TestMine(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	var events []string
	for i := range 5 {
		event := h.event(1, h.in(time.Duration(i+1)*24*time.Hour, fmt.Sprint("Evening ", i)))
		events = append(events, strings.TrimPrefix(event, "/v1/events/"))
		if i%2 == 1 { // full: she waits
			h.register(event, "bob")
		}
		// As staff with a name of their own, or as the public.
		if i == 0 {
			h.send("POST", event+"/registrations", "", object{"email": "Ada@Example.ORG", "name": "Ada", "join_waitlist": true}).want(201)
		} else {
			h.register(event, "ada")
		}
	}
	slices.Reverse(events) // the latest first
	ada, bob := h.signIn("ada@example.org"), h.signIn("bob@example.org")
	get := func(c cookie) func(string) *answer {
		return func(path string) *answer { return h.visit(c, "GET", path, nil) }
	}
	event := func(a *answer, i int) string { return a.text("items", i, "event", "id") }
	if got := h.pages(get(ada), "/v1/me/registrations", 2, event); !slices.Equal(got, events) {
		t.Errorf("registrations %v, want %v", got, events)
	}
	if got := h.pages(get(bob), "/v1/me/registrations", 2, event); len(got) != 2 {
		t.Errorf("bob's: %v", got)
	}
	first := h.visit(ada, "GET", "/v1/me/registrations", nil).want(200)
	if first.text("items", 1, "status") != "waiting" || first.number("items", 1, "entry", "position") != 1 || first.text("items", 0, "event", "organization", "name") != "Test" {
		t.Errorf("registrations: %s", first.Raw)
	}
	if got := h.pages(get(ada), "/v1/me/orders", 2, event); len(got) != 3 {
		t.Errorf("orders: %v", got)
	}
	tickets := h.visit(ada, "GET", "/v1/me/tickets", nil).want(200)
	if len(tickets.at("items").([]any)) != 3 || tickets.text("items", 0, "ticket", "token") == "" {
		t.Errorf("tickets: %s", tickets.Raw)
	}
	h.visit(ada, "GET", tickets.text("items", 0, "ticket", "qr_svg"), nil).want(200)
	entries := h.visit(ada, "GET", "/v1/me/entries", nil).want(200)
	if len(entries.at("items").([]any)) != 2 {
		t.Errorf("entries: %s", entries.Raw)
	}
	h.visit(ada, "DELETE", "/v1/waitlist/"+entries.text("items", 0, "entry", "id"), nil).want(200)
	h.visit(bob, "DELETE", "/v1/waitlist/"+entries.text("items", 1, "entry", "id"), nil).problem(404, "not_found")
	if again := h.visit(ada, "GET", "/v1/me/entries", nil).want(200); again.text("items", 0, "entry", "status") != "left" {
		t.Errorf("after leaving: %s", again.Raw)
	}
	inbox := h.pages(get(ada), "/v1/me/inbox", 2, func(a *answer, i int) string {
		return a.text("items", i, "at") + " " + a.text("items", i, "event_id") + " " + a.text("items", i, "kind")
	})
	if len(inbox) != 5 || !slices.IsSortedFunc(inbox, func(a, b string) int { return strings.Compare(b[:20], a[:20]) }) {
		t.Errorf("inbox: %q", inbox)
	}
	// What an erased person had is nobody's.
	h.owner("DELETE", "/v1/events/"+events[0]+"/people/ada", nil).want(200)
	if got := h.pages(get(ada), "/v1/me/registrations", 50, event); slices.Contains(got, events[0]) || len(got) != 4 {
		t.Errorf("after erasing: %v", got)
	}
	for _, list := range []string{"overview", "registrations", "orders", "tickets", "entries"} {
		h.send("GET", "/v1/me/"+list, "", nil).problem(401, "credentials_required")
		h.owner("GET", "/v1/me/"+list, nil).problem(403, "forbidden")
		h.visit(ada, "GET", "/v1/me/"+list+"?cursor=x", nil).problem(422, "invalid_request").names("cursor")
	}
}

func TestPublicEvents(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	for i, title := range []string{"Ärger im Café", "Lantern walk", "Запуск", "Draft"} {
		h.event(2, h.in(time.Duration(10-i)*24*time.Hour, title), func(e object) { e["publish"] = title != "Draft" })
	}
	h.event(2, h.in(-24*time.Hour, "Over"))
	h.event(2, h.in(-time.Hour, "Under way"))
	cancelled := h.event(2, h.in(24*time.Hour, "Cancelled"))
	h.owner("POST", cancelled+":cancel", nil).want(200)
	get := func(path string) *answer { return h.send("GET", path, "", nil) }
	title := func(a *answer, i int) string { return a.text("items", i, "title") }
	if got := h.pages(get, "/v1/public/events", 2, title); !slices.Equal(got, []string{"Under way", "Запуск", "Lantern walk", "Ärger im Café"}) {
		t.Errorf("list: %q", got)
	}
	for q, want := range map[string]string{"arger cafe": "Ärger im Café", "ЗАПУСК": "Запуск", "harbour LANT": "Lantern walk", "lantern café": ""} {
		a := get("/v1/public/events?q=" + strings.ReplaceAll(q, " ", "+")).want(200)
		if items := a.at("items").([]any); want == "" && len(items) != 0 || want != "" && (len(items) != 1 || title(a, 0) != want) {
			t.Errorf("%s: %s", q, a.Raw)
		}
	}
	first := get("/v1/public/events?limit=1").want(200)
	if first.number("items", 0, "available") != 2 || first.at("items", 0, "registration_open") != true || first.text("items", 0, "organization", "name") != "Test" {
		t.Errorf("item: %s", first.Raw)
	}
	get("/v1/public/events?q="+strings.Repeat("x", 101)).problem(422, "invalid_request").names("q")
	if e := get("/v1/events/" + first.text("items", 0, "id")).want(200); e.text("organization", "name") != "Test" {
		t.Errorf("event: %s", e.Raw)
	}
}

// Everything that somebody has is in one list, bought and received things too: what is
// to come first, the soonest first, and then what is over.
func TestOverview(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	over := h.event(5, h.in(50*time.Hour, "Over"))
	h.register(over, "ada")
	h.later(72 * time.Hour)
	soon, tiers := h.sale(9, h.in(48*time.Hour, "Bought"), func(e object) { e["max_transfers"] = 3 })
	bought := h.owner("POST", soon+"/orders", buy("ada", tiers["Regular"], 3)).want(201).text("id")
	h.pay(bought, "pay_"+bought, 6000)
	free := h.event(5, h.in(72*time.Hour, "Registered"))
	h.register(free, "ada")
	waits := h.event(1, h.in(96*time.Hour, "Waits"))
	h.register(waits, "bob")
	h.register(waits, "ada")
	given, tiers := h.sale(9, h.in(120*time.Hour, "Received"), func(e object) { e["max_transfers"] = 3 })
	theirs := h.owner("POST", given+"/orders", buy("eve", tiers["Regular"], 2)).want(201).text("id")
	h.pay(theirs, "pay_"+theirs, 4000)
	give := func(order string, unit int, to string) string {
		list := h.owner("GET", "/v1/orders/"+order+"/tickets", nil).want(200)
		return h.owner("POST", "/v1/tickets/"+list.text("items", unit, "id")+":transfer", object{"email": to + "@example.org", "name": to}).want(201).text("id")
	}
	accept := func(transfer string) {
		h.send("POST", "/v1/transfers/"+transfer+":accept", h.taker(transfer), nil).want(200)
	}
	accept(give(theirs, 0, "ada"))
	give(theirs, 1, "ada")
	accept(give(bought, 2, "bob"))
	ada := h.signIn("ada@example.org")

	say := func(a *answer, i int) string {
		text := a.text("items", i, "event", "title") + " " + a.text("items", i, "kind")
		for _, at := range [][]any{{"order", "status"}, {"transfer", "status"}, {"entry", "status"}} {
			text += " " + a.text(append([]any{"items", i}, at...)...)
		}
		return strings.Join(strings.Fields(text), " ")
	}
	get := func(path string) *answer { return h.visit(ada, "GET", path, nil) }
	want := []string{
		"Bought order confirmed", "Registered order confirmed", "Waits entry waiting",
		"Received ticket offered", "Received ticket accepted", "Over order confirmed",
	}
	var got []string
	cursor := ""
	for range 10 {
		a := get("/v1/me/overview?limit=2" + cursor).want(200)
		for i := range a.at("items").([]any) {
			got = append(got, say(a, i))
		}
		if cursor = a.text("next_cursor"); cursor == "" {
			break
		}
		cursor = "&cursor=" + cursor
	}
	if !slices.Equal(got, want) {
		t.Errorf("overview\n got %q\nwant %q", got, want)
	}
	all := get("/v1/me/overview").want(200)
	if all.number("items", 0, "given_away") != 1 || all.number("items", 0, "order", "total") != 6000 || all.at("items", 5, "past") != true || all.at("items", 0, "past") != false {
		t.Errorf("overview: %s", all.Raw)
	}
	if tickets := get("/v1/me/tickets").want(200); len(tickets.at("items").([]any)) != 6 { // 3 bought, one of them another's, 1 received, 2 registered
		t.Errorf("tickets: %s", tickets.Raw)
	}
	// What has ended is left out where something else stands, and shown where nothing does.
	h.visit(ada, "DELETE", free+"/registrations/ada", nil).want(200)
	if got := h.pages(get, "/v1/me/overview", 50, say); !slices.Contains(got, "Registered order released") {
		t.Errorf("after cancelling: %q", got)
	}
	h.register(free, "ada")
	if got := h.pages(get, "/v1/me/overview", 50, say); slices.Contains(got, "Registered order released") || !slices.Contains(got, "Registered order confirmed") {
		t.Errorf("after coming back: %q", got)
	}
}
