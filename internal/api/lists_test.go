package api_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// list makes a list of the door and returns its id.
func (h *testServer) list(event string, body object) string {
	h.t.Helper()
	if body["name"] == nil {
		body["name"] = "List"
	}
	return h.owner("POST", event+"/checkin-lists", body).want(201).text("id")
}

func at(list string) func(object) { return set("list_id", list) }

func exit(o object) { o["direction"] = "exit" }

func hashOf(ticket string, version int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s.%d", ticket, version))
	return hex.EncodeToString(sum[:8])
}

// The door opens at a time, of the event or of a list, and a list closes.
func TestDoorsOpen(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	opens := h.now().Add(time.Hour).UTC().Truncate(time.Second)
	event := h.event(9, func(o object) { o["doors_open_at"] = opens })
	if got := h.owner("GET", event, nil).want(200).text("doors_open_at"); got != opens.Format(time.RFC3339) {
		t.Errorf("opens at %s", got)
	}
	tk := h.ticketsOf(h.register(event, "ada").text("order_id"))[0]["token"].(string)
	early := h.scan(event, tk).verdict("not_yet")
	if early.text("opens_at") != opens.Format(time.RFC3339) || early.text("attendee") != "Ada" || early.text("admitted_at") != "" {
		t.Errorf("%s", early.Raw)
	}
	crew := h.list(event, object{"opens_at": h.now().Add(-time.Hour).UTC(), "closes_at": h.now().Add(2 * time.Hour).UTC()})
	h.scan(event, tk, at(crew)).verdict("admit")
	later := h.list(event, object{})
	h.scan(event, tk, at(later)).verdict("not_yet") // its hours are those of the event
	h.later(time.Hour + time.Minute)
	h.scan(event, tk).verdict("admit")
	h.scan(event, tk, at(later)).verdict("admit")
	h.later(time.Hour)
	h.scan(event, tk, at(crew)).verdict("too_late")
	h.owner("PATCH", event, object{"doors_open_at": nil}).want(200)
	if a := h.owner("GET", event, nil).want(200); a.at("doors_open_at") != nil {
		t.Errorf("still opens: %s", a.Raw)
	}
}

// A list takes its tiers only, at its gates, and each list lets a ticket in.
func TestListsOfTheDoor(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9, set("tiers", []object{{"name": "Stalls"}, {"name": "Box"}}))
	tiers := h.owner("GET", event, nil).want(200)
	stalls, box := tiers.text("tiers", 0, "id"), tiers.text("tiers", 1, "id")
	buy := func(name, tier string) object {
		b := person(name)
		b["tier_id"] = tier
		return h.ticketsOf(h.owner("POST", event+"/registrations", b).want(201).text("order_id"))[0]
	}
	ada, bob := buy("ada", stalls), buy("bob", box)
	lounge := h.list(event, object{"name": "Lounge", "tier_ids": []string{box}, "gates": []string{"Lounge A", "Lounge B"}})
	token := func(tk object) string { return tk["token"].(string) }
	h.scan(event, token(bob), set("gate", "Lounge A")).verdict("admit")
	if a := h.scan(event, token(bob), set("gate", "Lounge B")).verdict("already_admitted"); a.text("list_id") != lounge || a.text("gate") != "Lounge A" {
		t.Errorf("%s", a.Raw)
	}
	h.scan(event, token(ada), set("gate", "Lounge B")).verdict("wrong_list")
	h.scan(event, token(bob)).verdict("admit")
	h.scan(event, token(bob), at(lounge)).problem(422, "invalid_request").names("gate")
	h.scan(event, token(bob), at("lst_x")).problem(422, "invalid_request").names("list_id")
	h.scan(event, token(bob), exit).problem(422, "invalid_request").names("direction")
	all := h.owner("GET", event+"/checkins", nil).want(200)
	there := h.owner("GET", event+"/checkins?list_id="+lounge, nil).want(200)
	if all.number("admitted") != 1 || there.number("admitted") != 1 || there.text("gates", 0, "gate") != "Lounge A" || there.number("inside") != 1 {
		t.Errorf("%s, %s", all.Raw, there.Raw)
	}
	h.owner("GET", event+"/checkins?list_id=lst_x", nil).problem(422, "invalid_request").names("list_id")

	bundle := h.as(identity.Door, "GET", event+"/checkin-bundle?list_id="+lounge, nil).want(200)
	if !bundle.has("valid", hashOf(bob["id"].(string), 0)) || !bundle.has("elsewhere", hashOf(ada["id"].(string), 0)) || bundle.has("valid", hashOf(ada["id"].(string), 0)) {
		t.Errorf("%s", bundle.Raw)
	}
	etag := bundle.Header.Get("ETag")
	h.as(identity.Door, "GET", event+"/checkin-bundle?list_id="+lounge, nil, "If-None-Match: "+etag).want(304)
	h.as(identity.Door, "GET", event+"/checkin-bundle", nil, "If-None-Match: "+etag).want(200)
	h.owner("PATCH", "/v1/checkin-lists/"+lounge, object{"tier_ids": []string{}, "name": "Roof"}).want(200)
	if b := h.as(identity.Door, "GET", event+"/checkin-bundle?list_id="+lounge, nil, "If-None-Match: "+etag).want(200); !b.has("valid", hashOf(ada["id"].(string), 0)) {
		t.Errorf("%s", b.Raw)
	}
	h.scan(event, token(ada), set("gate", "Lounge B")).verdict("admit")
	lists := h.as(identity.Door, "GET", event+"/checkin-lists", nil).want(200)
	if lists.text("items", 0, "name") != "Roof" || lists.text("items", 0, "re_entry") != "none" {
		t.Errorf("%s", lists.Raw)
	}
}

// Out and in again, where the list counts it; as often as one likes, where it is free.
func TestReEntry(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9)
	order := h.register(event, "ada").text("order_id")
	tk := h.ticketsOf(order)[0]["token"].(string)
	yard, lounge := h.list(event, object{"re_entry": "free"}), h.list(event, object{"re_entry": "exit"})
	for range 3 {
		h.scan(event, tk, at(yard)).verdict("admit")
	}
	h.scan(event, tk, at(lounge), exit).verdict("not_inside")
	first := h.scan(event, tk, at(lounge)).verdict("admit")
	again := h.scan(event, tk, at(lounge)).verdict("already_admitted")
	if first.text("admitted_at") != again.text("admitted_at") {
		t.Errorf("%s, %s", first.Raw, again.Raw)
	}
	named := func(o object) { o["device_id"], o["scan_id"] = "d", "out" }
	h.scan(event, tk, at(lounge), exit, named).verdict("exit")
	h.scan(event, tk, at(lounge), exit, named).verdict("exit") // asked again
	h.scan(event, tk, at(lounge), exit).verdict("not_inside")
	out := h.owner("GET", event+"/checkins?list_id="+lounge, nil).want(200)
	if out.number("inside") != 0 || out.number("admitted") != 1 || out.number("gates", 0, "exits") != 1 || out.number("double_admissions") != 0 {
		t.Errorf("%s", out.Raw)
	}
	h.scan(event, tk, at(lounge)).verdict("admit")
	// An offline device saw the ticket come in while it was inside.
	log := object{"event_id": eventID(event), "device_id": "roof", "scans": []object{
		{"scan_id": "1", "token": tk, "list_id": lounge, "at": h.now().UTC(), "verdict": "admit", "gate": "Roof"},
		{"scan_id": "2", "token": tk, "list_id": yard, "at": h.now().UTC(), "verdict": "admit", "gate": "Roof"}}}
	h.as(identity.Door, "POST", "/v1/checkins:sync", log).want(200)
	a, b := h.owner("GET", event+"/checkins?list_id="+lounge, nil).want(200), h.owner("GET", event+"/checkins?list_id="+yard, nil).want(200)
	if a.number("double_admissions") != 1 || a.text("items", 0, "scan", "device_id") != "roof" || b.number("double_admissions") != 0 {
		t.Errorf("%s, %s", a.Raw, b.Raw)
	}
	// Anyone who is inside may leave, whatever became of the ticket.
	h.owner("DELETE", event+"/registrations/ada", nil).want(200)
	h.scan(event, tk, at(lounge), exit).verdict("exit")
	h.scan(event, tk, at(lounge)).verdict("invalid")
	h.scan(event, tk, at(yard)).verdict("invalid")
	log["scans"].([]object)[0]["at"] = h.now().Add(48 * time.Hour).UTC()
	h.as(identity.Door, "POST", "/v1/checkins:sync", log).problem(422, "invalid_request").names("scans[0].at")
	log["scans"].([]object)[0]["list_id"] = "lst_none"
	h.as(identity.Door, "POST", "/v1/checkins:sync", log).problem(422, "invalid_request").names("scans[0].list_id")
}

// A supervisor lets somebody in against the rules, and answers for it.
func TestOverride(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9, func(o object) { o["doors_open_at"] = h.now().Add(time.Hour).UTC() })
	order := h.register(event, "ada").text("order_id")
	tk := id.TicketOf(order, 1)
	h.scan(event, tk).verdict("not_yet")
	body := func() object {
		return object{"event_id": eventID(event), "ticket_id": tk, "gate": "North", "device_id": "boss", "scan_id": "1", "reason": "Plays tonight"}
	}
	h.as(identity.Door, "POST", "/v1/checkins:override", body()).problem(403, "forbidden")
	h.as(identity.BoxOffice, "POST", "/v1/checkins:override", body()).want(200).verdict("admit")
	h.as(identity.BoxOffice, "POST", "/v1/checkins:override", body()).want(200).verdict("admit") // asked again
	for field, value := range map[string]any{"reason": " ", "gate": "a\nb", "list_id": "lst_x"} {
		b := body()
		b[field] = value
		h.owner("POST", "/v1/checkins:override", b).problem(422, "invalid_request").names(field)
	}
	for _, ticket := range []string{"tkt_x", id.TicketOf(order, 2), id.TicketOf(h.ids.In(id.Order, eventID(event)), 1), h.ticketsOf(h.register(h.event(1), "bob").text("order_id"))[0]["id"].(string)} {
		b := body()
		b["ticket_id"], b["scan_id"] = ticket, "2"
		h.owner("POST", "/v1/checkins:override", b).problem(404, "not_found")
	}
	other := body()
	other["ticket_id"] = id.TicketOf(h.register(event, "cyd").text("order_id"), 1)
	h.owner("POST", "/v1/checkins:override", other).problem(422, "idempotency_key_reused").names("scan_id")
	second := body()
	second["scan_id"], second["reason"] = "2", "Came out by the fire door"
	h.owner("POST", "/v1/checkins:override", second).want(200).verdict("admit")
	h.later(2 * time.Hour)
	h.scan(event, tk).verdict("already_admitted")
	a := h.owner("GET", event+"/checkins", nil).want(200)
	if a.number("admitted") != 1 || a.number("overrides") != 2 || a.number("double_admissions") != 0 {
		t.Errorf("%s", a.Raw)
	}
	list := h.owner("GET", event+"/overrides?limit=1", nil).want(200)
	next := h.owner("GET", event+"/overrides?limit=1&cursor="+list.text("next_cursor"), nil).want(200)
	if list.text("items", 0, "reason") != "Plays tonight" || !strings.HasPrefix(list.text("items", 0, "by"), "key_") || list.text("items", 0, "ticket_id") != tk ||
		next.text("items", 0, "reason") != "Came out by the fire door" || next.text("next_cursor") != "" {
		t.Errorf("%s, %s", list.Raw, next.Raw)
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, other := h.event(99), h.event(9)
	buy := func(event, name, email string, guests ...string) string {
		b := person(name, guests...)
		b["name"], b["email"] = name, email
		return h.owner("POST", event+"/registrations", b).want(201).text("order_id")
	}
	zoe := buy(event, "Zoë Šťastná", "Zoe@Example.org", "Ada Lovelace")
	ada := buy(event, "Ada Byron", "ada@example.org")
	buy(event, "山田 太郎", "taro@example.org")
	buy(event, "Σωκράτης", "s@example.org")
	gone := buy(event, "Adam Gone", "gone@example.org")
	h.owner("POST", "/v1/orders/"+gone+":cancel", nil).want(200)
	foreign := buy(other, "Ada Other", "other@example.org")
	h.owner("PATCH", "/v1/tickets/"+id.TicketOf(ada, 1), object{"attendee": "Augusta King", "attendee_email": "king@example.org"}).want(200)
	h.scan(event, id.TicketOf(zoe, 2)).verdict("admit")
	search := func(q string) *answer {
		t.Helper()
		return h.as(identity.Door, "GET", event+"/tickets?q="+strings.NewReplacer(" ", "%20", "+", "%2B").Replace(q), nil).want(200)
	}
	for q, want := range map[string]string{
		"ada": "Ada Lovelace", "zoe": "Zoë Šťastná", "stastna zo": "Zoë Šťastná", "ŠŤAS": "Zoë Šťastná", "山田": "山田 太郎", "σωκρατησ": "Σωκράτης",
		"lovelace  a": "Ada Lovelace", "king": "Augusta King", "byron": "", "zoe@example.org": "Zoë Šťastná,Ada Lovelace", "zoe@example": "", "KING@example.org": "Augusta King",
		zoe: "Zoë Šťastná,Ada Lovelace", id.TicketOf(zoe, 2): "Ada Lovelace", foreign: "", "ord_x": "", "tkt_": "", "lovelace lovelace": "", "gone": "", gone: "Adam Gone", "--": "",
	} {
		a := search(q)
		var names []string
		for i := range a.at("items").([]any) {
			names = append(names, a.text("items", i, "attendee"))
		}
		if got := strings.Join(names, ","); got != want {
			t.Errorf("%q finds %q, want %q", q, got, want)
		}
		if strings.Contains(a.Raw, "example.org") || strings.Contains(a.Raw, "token") {
			t.Errorf("the door reads an address: %s", a.Raw)
		}
	}
	if a := search("lovelace"); a.text("items", 0, "status") != "inside" || a.text("items", 0, "gate") != "North" {
		t.Errorf("%s", a.Raw)
	}
	if a := search(gone); a.text("items", 0, "status") != "void" {
		t.Errorf("%s", a.Raw)
	}
	if a := h.as(identity.BoxOffice, "GET", event+"/tickets?q=king", nil).want(200); a.text("items", 0, "attendee_email") != "king@example.org" {
		t.Errorf("%s", a.Raw)
	}
	h.as(identity.Viewer, "GET", event+"/tickets?q=king", nil).problem(403, "forbidden")
	for _, q := range []string{"", "?q=", "?q=a", "?q=" + strings.Repeat("a", 201), "?q=a%0Ab"} {
		h.owner("GET", event+"/tickets"+q, nil).problem(422, "invalid_request").names("q")
	}
	for n := range 51 {
		buy(event, fmt.Sprint("Many ", n), fmt.Sprint("m", n, "@example.org"))
	}
	if a := search("many"); len(a.at("items").([]any)) != 50 || a.at("more") != true {
		t.Errorf("%d found", len(a.at("items").([]any)))
	}
}

func TestBadLists(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9)
	foreign := h.owner("GET", h.event(1), nil).want(200).text("tiers", 0, "id")
	good := func() object {
		return object{"name": "Lounge", "gates": []string{"A"}, "opens_at": "2027-11-11T16:00:00Z", "closes_at": "2027-11-11T20:00:00Z", "re_entry": "exit"}
	}
	for field, value := range map[string]any{
		"name": " ", "tier_ids[0]": []string{foreign}, "gates[1]": []string{"A", "A"}, "gates[0]": []string{strings.Repeat("x", 65)},
		"closes_at": "2027-11-11T16:00:00Z", "opens_at": "noon", "re_entry": "always", "gates": make([]string, 51), "color": "red",
	} {
		body := good()
		name, _, _ := strings.Cut(field, "[")
		body[name] = value
		h.owner("POST", event+"/checkin-lists", body).problem(422, "invalid_request").names(field)
	}
	made := h.owner("POST", event+"/checkin-lists", good(), "Idempotency-Key: l1").want(201)
	if again := h.owner("POST", event+"/checkin-lists", good(), "Idempotency-Key: l1").want(201); again.text("id") != made.text("id") || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("repeated: %s", again.Raw)
	}
	other := good()
	other["name"] = "Roof"
	h.owner("POST", event+"/checkin-lists", other, "Idempotency-Key: l1").problem(422, "idempotency_key_reused")
	h.owner("POST", event+"/checkin-lists", other).problem(409, "gate_taken").names("gates")
	roof := h.list(event, object{"name": "Roof"})
	path := "/v1/checkin-lists/" + roof
	h.owner("PATCH", path, object{"gates": []string{"A"}}).problem(409, "gate_taken").names("gates")
	h.owner("PATCH", path, object{"closes_at": "2027-11-11T16:00:00Z", "opens_at": "2027-11-11T17:00:00Z"}).problem(422, "invalid_request").names("closes_at")
	h.owner("PATCH", path, object{"re_entry": "free"}).problem(422, "invalid_request").names("re_entry")
	h.owner("PATCH", path[:len(path)-2]+"zz", object{"name": "x"}).problem(404, "not_found")
	h.as(identity.Door, "PATCH", path, object{"name": "x"}).problem(403, "forbidden")
	for range 48 {
		h.list(event, object{})
	}
	h.owner("POST", event+"/checkin-lists", object{"name": "one more"}).problem(409, "too_many_lists")
	for field, body := range map[string]object{"max_transfers": {"max_transfers": 11}, "doors_open_at": {"doors_open_at": "2099-01-01T00:00:00Z"}} {
		h.owner("PATCH", event, body).problem(422, "invalid_request").names(field)
	}
}
