package api_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestStatement: what is promised before the opening is sealed in the log, stands from then on,
// and in what the log differs from it everybody reads.
func TestStatement(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(100, func(e object) { e["log"] = "public" })
		h.send("GET", event+"/statement", "", nil).problem(404, "no_statement")
		held := object{"held": []object{{"for": "artists", "units": 10}, {"for": "press", "units": 5}}}
		h.owner("POST", event+"/statement", held).problem(409, "statement_no_opening")
		opens := h.now().Add(time.Hour)
		h.owner("PUT", event+"/onsale", object{
			"mode": "queue", "opens_at": opens, "serves_at": opens, "max_inside": 5, "identity": "none", "releases": []object{{"at": opens.Add(time.Hour), "units": 20}},
		}).want(200)
		h.owner("POST", event+"/blocks", object{"units": 12}).want(201)
		h.owner("POST", event+"/statement", object{"held": []object{{"for": "artists", "units": 11}}}).problem(422, "invalid_settings").names("held")
		h.owner("POST", event+"/statement", object{"held": []object{{"for": "artists", "units": 5}, {"for": "artists", "units": 9}}}).problem(422, "invalid_settings").names("held[1].for")
		h.owner("POST", event+"/statement", object{"held": []object{{"for": "press", "units": 81}}}).problem(422, "invalid_settings").names("held[0].units")
		h.owner("POST", event+"/statement", object{"held": []object{{"for": "friends", "units": 1}}}).problem(422, "invalid_request").names("held[0].for")
		first := h.owner("POST", event+"/statement", object{"held": []object{{"for": "artists", "units": 12}}}).want(201)
		second := h.owner("POST", event+"/statement", held).want(201)
		if first.number("version") != 1 || second.number("version") != 2 || second.number("places") != 100 || second.number("public") != 65 || second.number("later", 0, "units") != 20 {
			t.Errorf("the statement: %s", second.Raw)
		}
		seen := h.send("GET", event+"/statement", "", nil).want(200)
		if seen.at("status") != "announced" || entries(seen, "differences") != 0 || entries(seen, "versions") != 2 || seen.at("complete") != true {
			t.Errorf("before the opening: %s", seen.Raw)
		}

		// The log that strangers read has the hash of the text, version after version, and
		// verify/log.py accepts it.
		h.growLog(event)
		info := h.send("GET", event+"/log", "", nil).want(200)
		server := httptest.NewServer(h.handler)
		defer server.Close()
		prefix := server.URL + info.text("prefix")
		lines := strings.Join(h.readLog(prefix, info.text("verifier_key")), "\n")
		for i := range 2 {
			hash := seen.text("versions", i, "hash")
			if !strings.Contains(lines, `"kind":"statement"`) || !strings.Contains(lines, `"to":"`+hash+`"`) {
				t.Errorf("the log has no version %d: %s", i+1, lines)
			}
		}
		h.checkLog("log", prefix, info.text("verifier_key"))

		h.later(time.Hour + time.Second)
		h.owner("POST", event+"/statement", held).problem(409, "statement_stands")
		if got := h.send("GET", event+"/statement", "", nil).want(200); got.at("status") != "kept" {
			t.Errorf("when it has opened: %s", got.Raw)
		}
		h.owner("POST", event+"/blocks", object{"units": 4}).want(201)
		got := h.send("GET", event+"/statement", "", nil).want(200)
		if got.at("status") != "differs" || got.at("differences", 0, "code") != "more_held" || got.number("differences", 0, "promised") != 15 || got.number("differences", 0, "shown") != 16 {
			t.Errorf("when more is blocked: %s", got.Raw)
		}
		h.later(time.Hour)
		h.tick(event)
		if got := h.send("GET", event+"/statement", "", nil).want(200); entries(got, "differences") != 1 {
			t.Errorf("after the release: %s", got.Raw)
		}
		rows, subject := h.owner("GET", event+"/audit?limit=100", nil).want(200), ""
		for i := range entries(rows, "items") {
			if rows.text("items", i, "reason") == "statement_published" {
				subject = rows.text("items", i, "subject")
			}
		}
		story := h.owner("GET", event+"/audit?subject="+subject, nil).want(200)
		if entries(story, "items") != 2 {
			t.Errorf("the history of the statement: %s", story.Raw)
		}
		h.sound()
	})
}

// TestStatementOfFees: what is promised names the fees beside the prices, and says when one is
// another later, or comes.
func TestStatementOfFees(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, _ := h.sale(20)
	made := h.owner("PATCH", event, object{"tiers": []object{bookingFee()}}).want(200)
	fee := made.text("tiers", len(made.at("tiers").([]any))-1, "id")
	opens := h.now().Add(time.Hour)
	h.owner("PUT", event+"/onsale", object{"mode": "queue", "opens_at": opens, "serves_at": opens, "max_inside": 5, "identity": "none"}).want(200)
	promised := h.owner("POST", event+"/statement", object{"held": []object{}}).want(201)
	promised.sees(t, "promised", object{"tier_id": fee, "name": "Booking fee", "per_order": 100, "per_ticket": 50, "rate_bp": 250, "max": 0, "currency": "EUR"}, "fees", 0)
	h.owner("PATCH", event, object{"tiers": []object{{"id": fee, "fee": object{"refundable": false}}}}).want(200)
	if got := h.owner("GET", event+"/statement", nil).want(200); entries(got, "differences") != 0 {
		t.Errorf("whether it goes back is no price: %s", got.Raw)
	}
	h.owner("PATCH", event, object{"tiers": []object{{"id": fee, "fee": object{"rate_bp": 300}}, bookingFee(func(o object) { o["name"] = "Service" })}}).want(200)
	got := h.send("GET", event+"/statement", "", nil).want(200)
	if entries(got, "differences") != 2 || !strings.Contains(got.Raw, `"fee_changed","tier_id":"`+fee) || !strings.Contains(got.Raw, `"fee_added"`) || strings.Contains(got.Raw, "tier_added") {
		t.Errorf("another fee, and a second: %s", got.Raw)
	}
	h.sound()
}
