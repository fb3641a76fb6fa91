package api_test

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// The main story: full, wait, cancel, offer, lapse, roll on, claim, and why.
func TestStory(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(2)
	ada := h.register(event, "ada")
	if ada.text("status") != "confirmed" || ada.number("units") != 1 || ada.number("ledger_seq") < 1 {
		t.Fatalf("ada: %s", ada.Raw)
	}
	h.register(event, "bob")
	h.owner("POST", event+"/registrations", object{"user_id": "cyd", "name": "Cyd"}).problem(409, "sold_out")
	cyd, dan, eve := h.register(event, "cyd"), h.register(event, "dan"), h.register(event, "eve")
	for i, a := range []*answer{cyd, dan, eve} {
		if a.text("status") != "waitlisted" || a.number("position") != int64(i+1) {
			t.Fatalf("place %d: %s", i+1, a.Raw)
		}
	}
	if e := h.owner("GET", event, nil).want(200); e.number("availability", "confirmed") != 2 || e.number("availability", "waiting") != 3 || e.number("tiers", 0, "waiting") != 3 || e.number("availability", "available") != 0 {
		t.Fatalf("availability: %s", e.Raw)
	}
	h.owner("POST", event+"/registrations", person("ada")).problem(409, "already_registered")
	h.owner("POST", event+"/waitlist:join", object{"user_id": "cyd", "name": "Cyd"}).problem(409, "already_waiting")

	// Ada cancels: the place is offered to Cyd in the same step.
	h.owner("DELETE", event+"/registrations/ada", nil).want(200)
	entry := h.owner("GET", "/v1/waitlist/"+cyd.text("entry_id"), nil).want(200)
	offer := entry.text("offer", "id")
	if entry.text("status") != "offered" || offer == "" {
		t.Fatalf("cyd: %s", entry.Raw)
	}
	if h.owner("GET", event+"/registrations/cyd", nil).want(200).text("status") != "offered" {
		t.Error("cyd's standing is not offered")
	}
	extended := h.owner("POST", "/v1/offers/"+offer+":extend", object{"by_seconds": 3600}).want(200)
	if extended.number("offer", "extensions") != 1 || extended.number("ledger_seq") < 1 {
		t.Errorf("extended: %s", extended.Raw)
	}

	// Cyd lets it lapse: it rolls on to Dan, who claims it.
	h.later(8 * time.Hour)
	var dans string
	h.eventually("the offer rolls on", func() bool {
		dans = h.owner("GET", "/v1/waitlist/"+dan.text("entry_id"), nil).want(200).text("offer", "id")
		return dans != ""
	})
	h.owner("POST", "/v1/offers/"+offer+":accept", nil).problem(410, "offer_ended")
	claimed := h.owner("POST", "/v1/offers/"+dans+":accept", nil).want(200)
	if again := h.owner("POST", "/v1/offers/"+dans+":accept", nil).want(200); again.text("order_id") != claimed.text("order_id") {
		t.Errorf("accepted again: %s", again.Raw)
	}
	order := h.owner("GET", "/v1/orders/"+claimed.text("order_id"), nil).want(200)
	if order.text("status") != "confirmed" || order.text("person", "user_id") != "dan" {
		t.Errorf("order: %s", order.Raw)
	}

	// Why is Eve no longer third?
	steps := h.owner("GET", "/v1/waitlist/"+eve.text("entry_id")+"/history", nil).want(200)
	first := steps.at("items", 0).(object)
	if first["position_before"] != 2.0 || first["position_after"] != 1.0 || first["reason"] != "offered" || first["own"] != false {
		t.Errorf("newest step: %s", steps.Raw)
	}
	if text := first["text"].(string); !strings.HasSuffix(text, "was offered a ticket. You moved from #2 to #1.") || strings.Contains(text, "Dan") {
		t.Errorf("in words: %q", text)
	}
	german := h.owner("GET", "/v1/waitlist/"+eve.text("entry_id")+"/history", nil, "Accept-Language: de-AT, en;q=0.5").want(200)
	if !strings.HasSuffix(german.text("items", 0, "text"), "Du bist von Nr. 2 auf Nr. 1 gerückt.") {
		t.Errorf("in German: %s", german.Raw)
	}
	h.audit(event, order.text("id"), dans)
	h.owner("DELETE", "/v1/waitlist/"+eve.text("entry_id"), nil).want(200)
	h.owner("DELETE", "/v1/waitlist/"+cyd.text("entry_id"), nil).problem(410, "entry_ended")
}

// audit checks the chain as a client would, and the stories of an order and its offer.
func (h *testServer) audit(event, order, offer string) {
	h.t.Helper()
	var hashes []string
	next, pages := "", 0
	var last *answer
	for {
		last = h.owner("GET", event+"/audit?limit=3"+next, nil).want(200)
		for i := range last.at("items").([]any) {
			hashes = append(hashes, last.text("items", i, "hash"))
			if got := last.number("items", i, "seq"); got != int64(len(hashes)) {
				h.t.Fatalf("seq %d at %d", got, len(hashes))
			}
		}
		pages++
		if last.text("next_cursor") == "" {
			break
		}
		next = "&cursor=" + last.text("next_cursor")
	}
	if pages < 3 || hashes[len(hashes)-1] != last.text("head", "hash") {
		h.t.Errorf("%d pages; head %s, last hash %s", pages, last.text("head", "hash"), hashes[len(hashes)-1])
	}
	public, err := base64.StdEncoding.DecodeString(last.text("head", "public_key"))
	h.must(err)
	sig, err := base64.StdEncoding.DecodeString(last.text("head", "signature"))
	h.must(err)
	head, err := hex.DecodeString(last.text("head", "hash"))
	h.must(err)
	if !audit.VerifyHead(public, strings.TrimPrefix(event, "/v1/events/"), last.number("head", "seq"), audit.Hash(head), sig) {
		h.t.Error("the head is not signed by the key shown with it")
	}
	story := h.owner("GET", event+"/audit?subject="+order, nil).want(200)
	if len(story.at("items").([]any)) != 2 || story.text("items", 0, "to") != "held" || story.text("items", 1, "reason") != "accepted" {
		h.t.Errorf("story of the order: %s", story.Raw)
	}
	if of := h.owner("GET", event+"/audit?subject="+offer, nil).want(200); len(of.at("items").([]any)) != 2 {
		h.t.Errorf("story of the offer: %s", of.Raw)
	}
	h.owner("GET", event+"/audit?subject=ord_nothing", nil).problem(422, "invalid_request").names("subject")
}

func TestPoolsTiersBlocks(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(10, func(e object) {
		e["pools"] = []object{{"name": "Balcony", "capacity": 4}}
		e["tiers"] = []object{{"name": "General"}, {"name": "VIP", "capacity": 2, "pools": []string{"Balcony"}}}
	})
	e := h.owner("GET", event, nil).want(200)
	vip := e.text("tiers", 1, "id")
	if len(e.at("pools").([]any)) != 3 || e.number("tiers", 1, "available") != 2 || e.number("tiers", 0, "available") != 10 || len(e.at("tiers", 1, "pools").([]any)) != 3 {
		t.Fatalf("event: %s", e.Raw)
	}
	vips := person("vera", "Wim")
	vips["tier_id"] = vip
	h.owner("POST", event+"/registrations", vips).want(201)
	block := h.owner("POST", event+"/blocks", object{"units": 3}, "Idempotency-Key: b1").want(201)
	again := h.owner("POST", event+"/blocks", object{"units": 3}, "Idempotency-Key: b1").want(201)
	if again.text("id") != block.text("id") || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("the same block again: %s, %v", again.Raw, again.Header)
	}
	h.owner("POST", event+"/blocks", object{"units": 6}).problem(409, "not_enough_units")
	if e := h.owner("GET", event, nil).want(200); e.number("availability", "available") != 5 || e.number("availability", "blocked") != 3 || e.number("tiers", 1, "available") != 0 {
		t.Errorf("after the block: %s", e.Raw)
	}
	if list := h.owner("GET", event+"/blocks", nil).want(200); list.text("items", 0, "id") != block.text("id") {
		t.Errorf("blocks: %s", list.Raw)
	}
	h.owner("DELETE", event+"/blocks/"+block.text("id"), nil).want(200)
	h.owner("DELETE", event+"/blocks/blk_0", nil).problem(404, "not_found")

	pool := event + "/pools/" + e.text("pools", 2, "id")
	if p := h.owner("PATCH", pool, object{"capacity": 1}).want(200); p.number("overcommit") != 1 || p.number("available") != 0 || p.number("ledger_seq") < 1 {
		t.Errorf("overcommit: %s", p.Raw)
	}
	h.owner("GET", pool, nil).want(200)
	h.owner("GET", event+"/pools/pol_none", nil).problem(404, "not_found")
	changed := h.owner("PATCH", event, object{"capacity": 20, "title": "Two words", "waitlist": object{"position_display": "band"}}).want(200)
	if changed.number("capacity") != 20 || changed.text("title") != "Two words" || changed.text("waitlist", "position_display") != "band" || changed.number("max_guests") != 3 {
		t.Errorf("changed: %s", changed.Raw)
	}
	h.owner("PATCH", event, object{"capacity": 21, "max_guests": 4, "starts_at": h.now().Add(9000 * time.Hour).UTC()}).problem(422, "invalid_request").names("ends_at")
	if still := h.owner("GET", event, nil).want(200); still.number("capacity") != 20 || still.number("max_guests") != 3 {
		t.Errorf("a refused change left something: %s", still.Raw)
	}
	if only := h.owner("PATCH", event, object{"title": "Only the title"}).want(200); only.text("title") != "Only the title" || only.number("capacity") != 20 {
		t.Errorf("only the title: %s", only.Raw)
	}
}

func TestEventLifeAndLists(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5, func(e object) { e["publish"] = false })
	h.owner("POST", event+"/registrations", person("ada")).problem(409, "event_not_published")
	h.owner("POST", event+":publish", nil).want(200)
	h.owner("POST", event+":publish", nil).problem(409, "already_published")
	for _, n := range []string{"ada", "bob", "cyd", "dan", "eve", "fay", "gus"} {
		h.register(event, n)
	}
	var names []string
	next := ""
	for {
		page := h.owner("GET", event+"/registrations?limit=2"+next, nil).want(200)
		for i := range page.at("items").([]any) {
			names = append(names, page.text("items", i, "person", "user_id"))
		}
		if page.text("next_cursor") == "" {
			break
		}
		next = "&cursor=" + page.text("next_cursor")
	}
	if strings.Join(names, " ") != "ada bob cyd dan eve" {
		t.Errorf("guest list: %v", names)
	}
	line := h.owner("GET", event+"/waitlist?limit=1", nil).want(200)
	second := h.owner("GET", event+"/waitlist?limit=1&cursor="+line.text("next_cursor"), nil).want(200)
	if line.text("items", 0, "person", "user_id") != "fay" || second.number("items", 0, "position") != 2 || second.text("next_cursor") != "" {
		t.Errorf("line: %s, then %s", line.Raw, second.Raw)
	}
	h.event(1)
	if list := h.owner("GET", "/v1/events", nil).want(200); len(list.at("items").([]any)) != 2 {
		t.Errorf("events: %s", list.Raw)
	}

	// Erased: the data is gone, the place is free, the story remains.
	h.owner("DELETE", event+"/people/ada", nil).want(200)
	h.owner("GET", event+"/registrations/ada", nil).problem(404, "not_found")
	if all := h.owner("GET", event+"/registrations?status=released", nil).want(200).Raw; strings.Contains(all, "ada@") || strings.Contains(all, "Ada") {
		t.Errorf("erased, and still there: %s", all)
	}

	h.owner("POST", event+":cancel", nil).want(200)
	h.owner("POST", event+"/registrations", person("zoe")).problem(409, "event_cancelled")
	h.eventually("everything is released", func() bool {
		return h.owner("GET", event, nil).want(200).number("availability", "confirmed") == 0
	})
	if e := h.owner("GET", event, nil).want(200); e.text("status") != "cancelled" {
		t.Errorf("event: %s", e.Raw)
	}
}

func TestInbox(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(1)
	order := h.register(event, "ada").text("order_id")
	entry := h.register(event, "cyd").text("entry_id")
	token := h.fresh(identity.OrderLink, order, h.personID(event, "ada"))
	h.send("POST", "/v1/orders/"+order+":cancel", token, nil).want(200)
	in := h.send("GET", "/v1/me/inbox", token, nil).want(200)
	if len(in.at("items").([]any)) != 2 || in.text("items", 0, "kind") != "registration_cancelled" || in.text("items", 1, "kind") != "registration_confirmed" {
		t.Errorf("inbox: %s", in.Raw)
	}
	if in.text("items", 0, "event_title") != h.owner("GET", event, nil).want(200).text("title") || in.text("items", 0, "event_title") == "" {
		t.Errorf("of which event: %s", in.Raw)
	}
	// An offer is on the page of its entry.
	offered := h.fresh(identity.EntryLink, entry, h.personID(event, "cyd"))
	in = h.send("GET", "/v1/me/inbox", offered, nil).want(200)
	if in.text("items", 0, "kind") != "waitlist_offer" || !strings.HasPrefix(in.text("items", 0, "ref"), id.Offer) || in.text("items", 0, "in") != entry || in.at("items", 1, "in") != nil {
		t.Errorf("an offer: %s", in.Raw)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.send("GET", "/healthz", "", nil).want(200)
	h.send("GET", "/readyz", "", nil).want(200)
	h.must(h.store.Close())
	h.send("GET", "/healthz", "", nil).want(200)
	if a := h.send("GET", "/readyz", "", nil).problem(503, "unavailable"); a.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	if a := h.owner("GET", "/v1/events", nil); a.Status < 500 || strings.Contains(a.Raw, "sql") {
		t.Errorf("without a database: %d %s", a.Status, a.Raw)
	}
}
