package api_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api/integrations"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// TestFeed reads everything that happened, page by page, and later what is new.
func TestFeed(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(2)
	for _, n := range []string{"ada", "bob", "cyd"} {
		h.register(event, n)
	}
	var seqs []int64
	after := ""
	read := func() int {
		page := h.owner("GET", "/v1/changes?limit=2"+after, nil).want(200)
		after = "&after=" + page.text("next_cursor")
		for i := range page.at("items").([]any) {
			seqs = append(seqs, page.number("items", i, "ledger_seq"))
			if id := page.text("items", i, "id"); !strings.HasPrefix(id, "chg_") {
				t.Errorf("id %s", id)
			}
		}
		return len(page.at("items").([]any))
	}
	for read() > 0 {
	}
	ledger := h.owner("GET", event+"/audit", nil).want(200)
	if want := len(ledger.at("items").([]any)); len(seqs) != want || seqs[0] != 1 || seqs[want-1] != int64(want) {
		t.Errorf("ledger seqs %v, want 1 to %d", seqs, want)
	}
	before := len(seqs)
	h.owner("DELETE", event+"/registrations/ada", nil).want(200)
	for read() > 0 {
	}
	if len(seqs) <= before || seqs[before] != int64(before)+1 {
		t.Errorf("after a change: %v", seqs)
	}
	h.owner("GET", "/v1/changes?after=made-up", nil).problem(422, "invalid_request").names("after")
	rival := h.key(h.organization("Rival"), identity.Owner)
	h.send("GET", "/v1/changes?limit=2"+after, rival, nil).problem(422, "invalid_request").names("after")
	if got := h.send("GET", "/v1/changes", rival, nil).want(200); len(got.at("items").([]any)) != 0 {
		t.Errorf("another organization reads %s", got.Raw)
	}
}

func TestWebhookEndpoints(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	const list = "/v1/webhook-endpoints"
	for _, c := range []struct {
		field string
		body  object
	}{
		{"url", object{"url": "https://10.0.0.1/"}}, {"url", object{"url": "http://example.org/"}}, {"url", object{"url": "https://localhost/x"}},
		{"url", object{"url": ""}}, {"url", object{}}, {"url", object{"url": "https://[::ffff:169.254.169.254]/"}},
		{"types[1]", object{"url": "https://example.org/", "types": []string{"order.*", "order.sung"}}},
		{"secret", object{"url": "https://example.org/", "secret": "x"}},
		{"description", object{"url": "https://example.org/", "description": strings.Repeat("x", 201)}},
	} {
		h.owner("POST", list, c.body).problem(422, "invalid_request").names(c.field)
	}
	if got := h.owner("GET", list, nil).want(200); len(got.at("items").([]any)) != 0 {
		t.Errorf("something was made: %s", got.Raw)
	}
	body := object{"url": "https://example.org/hook", "types": []string{"order.*"}, "description": "Books"}
	made := h.owner("POST", list, body, "Idempotency-Key: once").want(201)
	same := h.owner("POST", list, body, "Idempotency-Key: once").want(201)
	if made.text("secret") == "" || made.text("secret") != same.text("secret") || made.text("id") != same.text("id") {
		t.Errorf("a repetition: %s, %s", made.Raw, same.Raw)
	}
	body["description"] = "Other books"
	h.owner("POST", list, body, "Idempotency-Key: once").problem(422, "idempotency_key_reused")

	one := list + "/" + made.text("id")
	if got := h.owner("GET", one, nil).want(200); strings.Contains(got.Raw, "whsec_") || got.text("state") != "enabled" {
		t.Errorf("%s", got.Raw)
	}
	for _, c := range []struct {
		field string
		body  object
	}{{"url", object{"url": "https://127.0.0.1/"}}, {"types[0]", object{"types": []string{"x"}}}, {"state", object{"state": "disabled"}}} {
		h.owner("PATCH", one, c.body).problem(422, "invalid_request").names(c.field)
	}
	if got := h.owner("PATCH", one, object{"enabled": false, "types": []string{}}).want(200); got.text("state") != "paused" || got.text("url") != "https://example.org/hook" {
		t.Errorf("paused: %s", got.Raw)
	}
	if got := h.owner("PATCH", one, object{"enabled": true}).want(200); got.text("state") != "enabled" {
		t.Errorf("enabled: %s", got.Raw)
	}
	rotated := h.owner("POST", one+":rotate-secret", object{"secret_version": 1}).want(200)
	again := h.owner("POST", one+":rotate-secret", object{"secret_version": 1}).want(200)
	if rotated.text("secret") == made.text("secret") || rotated.text("secret") != again.text("secret") || again.number("secret_version") != 2 {
		t.Errorf("rotated: %s, %s", rotated.Raw, again.Raw)
	}
	h.owner("POST", one+":rotate-secret", object{"secret_version": 7}).problem(422, "invalid_request").names("secret_version")

	event := strings.TrimPrefix(h.event(1), "/v1/events/")
	h.owner("POST", one+":replay", object{"event_id": event, "ledger_seq": 1}).want(200)
	for _, name := range []string{"evt_000000000000", "nonsense"} {
		h.owner("POST", one+":replay", object{"event_id": name, "ledger_seq": 1}).problem(422, "invalid_request").names("event_id")
	}
	rival := h.key(h.organization("Rival"), identity.Owner)
	theirs := h.send("POST", list, rival, object{"url": "https://example.org/"}).want(201).text("id")
	h.send("POST", list+"/"+theirs+":replay", rival, object{"event_id": event, "ledger_seq": 1}).problem(422, "invalid_request").names("event_id")
	h.owner("GET", list+"/"+theirs, nil).problem(404, "not_found")
	h.owner("GET", one+"/deliveries?delivery_state=lost", nil).problem(422, "invalid_request").names("delivery_state")
	h.owner("GET", one+"/deliveries", nil).want(200)

	h.owner("DELETE", one, nil).want(200)
	h.owner("GET", one, nil).problem(404, "not_found")
	for i := range integrations.MaxWebhooks {
		h.owner("POST", list, object{"url": fmt.Sprintf("https://example.org/%d", i)}).want(201)
	}
	h.owner("POST", list, object{"url": "https://example.org/more"}).problem(409, "webhook_limit")
}
