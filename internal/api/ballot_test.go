package api_test

import (
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/draw/drawtest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestBallot goes through a ballot with a real round of quicknet: people say what they want,
// and in the order that everybody can recompute they are put on the waitlist and offered what
// there is.
func TestBallot(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url, func(c *api.Config) { c.Mail = wire.MailServer })
		sealed := draw.RoundTime(drawtest.Round).Add(-2 * time.Minute)
		h.at(sealed.Add(-2 * time.Hour))
		genuine, err := hex.DecodeString(drawtest.Signature)
		h.must(err)
		h.signature = func(uint64) ([]byte, error) { return genuine, nil }
		d := &drawing{testServer: h, event: h.event(5, func(e object) {
			e["tiers"] = []object{{"name": "Stage", "capacity": 2}, {"name": "Hall", "capacity": 3}, {"name": "Shirt", "kind": "goods"}}
		})}
		e := h.owner("GET", d.event, nil).want(200)
		stage, hall := e.text("tiers", 0, "id"), e.text("tiers", 1, "id")
		terms := func(more object) object {
			o := object{
				"mode": "ballot", "opens_at": sealed.Add(-time.Hour), "seals_at": sealed, "serves_at": sealed.Add(10 * time.Minute),
				"beacon": object{"kind": "drand-quicknet", "round": drawtest.Round},
			}
			for name, v := range more {
				o[name] = v
			}
			return o
		}
		h.owner("PUT", d.event+"/onsale", terms(object{"max_inside": 5})).problem(422, "invalid_request").names("max_inside")
		h.owner("PUT", d.event+"/onsale", terms(object{"admission_seconds": 60})).problem(422, "invalid_request").names("admission_seconds")
		h.owner("PUT", d.event+"/onsale", terms(object{"identity": "none"})).problem(422, "invalid_settings").names("identity")
		h.owner("PUT", d.event+"/onsale", terms(nil)).want(200)

		wish := func(units int, tiers ...string) object {
			return object{"name": "Somebody", "tier_ids": tiers, "units": units}
		}
		names := []string{"ada", "ben", "cyd", "dan", "eve", "fay", "gus", "hal"}
		signed := map[string]cookie{}
		for _, name := range names {
			signed[name] = h.signIn(name + "@example.org")
		}
		ask := func(name, method string, body any) *answer {
			return h.visit(signed[name], method, d.event+"/ballot", body)
		}
		ask("ada", "PUT", wish(1, stage)).problem(409, "waiting_room_not_open")
		h.visit(signed["ada"], "GET", h.event(5)+"/ballot", nil).problem(404, "no_waiting_room")
		h.at(sealed.Add(-time.Hour))
		d.advance()
		h.send("PUT", d.event+"/ballot", "", wish(1, stage)).problem(403, "account_required")
		ask("ada", "GET", nil).problem(404, "not_in_ballot")
		h.visit(signed["ada"], "POST", d.event+"/waiting-room:join", nil).problem(409, "ballot")
		h.takes(d.event, "zoe", "").problem(403, "waiting_room")
		ask("ada", "PUT", wish(1, stage, "tir_none")).problem(422, "invalid_request").names("tier_ids[1]")
		ask("ada", "PUT", wish(1, stage, e.text("tiers", 2, "id"))).problem(422, "invalid_request").names("tier_ids[1]")
		ask("ada", "PUT", wish(1, stage, stage)).problem(422, "invalid_request").names("tier_ids[1]")
		ask("ada", "PUT", wish(5, stage)).problem(422, "invalid_request").names("units")

		for n, name := range names {
			if got := ask(name, "PUT", wish(2, hall)).want(200); got.number("index") != int64(n) || got.number("place") != 0 || got.at("status") != "waiting" {
				t.Errorf("who takes part is told %s", got.Raw)
			}
			first := ask(name, "GET", nil).want(200)
			// To say it again changes what is wanted, and not the place.
			if again := ask(name, "PUT", wish(1, stage, hall)).want(200); again.text("mail") != "server" || again.at("page_url") != first.at("page_url") || again.at("receipt") != first.at("receipt") || again.number("units") != 1 || first.number("units") != 2 || entries(again, "tier_ids") != 2 {
				t.Errorf("whoever changes the wish is told %s, and was told %s", again.Raw, first.Raw)
			}
			d.receipts = append(d.receipts, first.text("receipt"))
			d.acknowledged(name+"@example.org", first)
		}
		d.post("leave", 3).want(200) // dan
		if got := ask("dan", "GET", nil).want(200); got.at("status") != "struck" {
			t.Errorf("who has left: %s", got.Raw)
		}
		ask("dan", "PUT", wish(1, stage)).problem(403, "draw_left")
		// Anyone who is erased is in the tree, and nobody knows what they wanted.
		h.visit(signed["hal"], "POST", "/v1/me:erase", object{"email": "hal@example.org"}).want(200)

		h.at(sealed)
		d.advance()
		ask("ada", "PUT", wish(1, hall)).problem(409, "waiting_room_not_open")
		d.post("enter", 0).problem(409, "waiting_room_not_open")
		h.at(draw.RoundTime(drawtest.Round).Add(10 * time.Second))
		d.advance()
		seed, err := hex.DecodeString(d.room().text("draw", "seed"))
		h.must(err)
		order := draw.NewOrder(draw.Hash(seed), int64(len(names)))
		if got := d.room(); got.number("serving") != 0 {
			t.Errorf("before its time: %s", got.Raw)
		}
		d.later(10 * time.Minute)
		h.owner("PATCH", d.event+"/onsale", object{"paused": true}).want(200)
		d.advance()
		if got := d.room(); got.number("serving") != 0 || ask("ada", "GET", nil).at("status") != "waiting" {
			t.Errorf("paused: %s", got.Raw)
		}
		h.owner("PATCH", d.event+"/onsale", object{"paused": false}).want(200)
		d.advance()
		d.advance()
		if got := d.room(); got.number("serving") != int64(len(names)) || got.at("phase") != "serving" {
			t.Errorf("placed: %s", got.Raw)
		}

		// In the order of the draw everybody has the first choice that is left, and who
		// comes too late waits for the first.
		left := map[string]int{stage: 2, hall: 3}
		for place := int64(1); place <= int64(len(names)); place++ {
			name := names[order.At(place)]
			if name == "dan" || name == "hal" {
				continue
			}
			got := ask(name, "GET", nil).want(200)
			if got.number("place") != place || got.at("status") != "placed" {
				t.Errorf("%s, of place %d, is told %s", name, place, got.Raw)
			}
			tier, state := stage, "waiting"
			for _, choice := range []string{hall, stage} {
				if left[choice] > 0 {
					tier, state = choice, "offered"
				}
			}
			if state == "offered" {
				left[tier]--
			}
			entry := h.owner("GET", "/v1/waitlist/"+got.text("entry_id"), nil).want(200)
			if entry.at("tier_id") != tier || entry.at("status") != state {
				t.Errorf("%s, of place %d, has %s, and should be %s for %s", name, place, entry.Raw, state, tier)
			}
		}
		h.takes(d.event, "zoe", "").problem(403, "waiting_room")
		h.owner("PATCH", d.event+"/onsale", object{"closed": true}).want(200)
		d.advance()
		if got := strings.Join(d.reasons(), " "); !strings.Contains(got, "draw_served") || !strings.Contains(got, "draw_placed") || !strings.HasSuffix(got, "draw_closed") {
			t.Errorf("the rows: %s", got)
		}
		d.checkedBallot()
		h.sound()
		d.receiptsHold(len(names), 1, 4)
	})
}

// acknowledged: somebody who takes part in a ballot, and has said so twice, is mailed once, and the
// link of that mail leads to the receipt as it was given, to the byte.
func (d *drawing) acknowledged(email string, part *answer) {
	d.t.Helper()
	if n := d.mailsTo(d.event, email); n != 1 {
		d.t.Errorf("%d mails to %s", n, email)
	}
	page := strings.TrimPrefix(part.text("page_url"), "http://holdfast.test")
	file := d.send("GET", page+"/receipt.txt", "", nil).want(200)
	if file.Raw != part.text("receipt") || file.Header.Get("Content-Type") != "text/plain; charset=utf-8" || file.Header.Get("Cache-Control") != "no-store" || file.Header.Get("Content-Disposition") != `attachment; filename="receipt.txt"` {
		d.t.Errorf("%s has the receipt %q with %v, want %q", email, file.Raw, file.Header, part.text("receipt"))
	}
	if forged := d.send("GET", page+"x/receipt.txt", "", nil); forged.Status != 404 || strings.Contains(forged.Raw, "holdfast/receipt") {
		d.t.Errorf("a link that nobody made leads to %d %s", forged.Status, forged.Raw)
	}
}

// checkedBallot checks the order by the public addresses alone.
func (d *drawing) checkedBallot() {
	d.t.Helper()
	if _, _, findings, err := draw.CheckFile(strings.NewReader(string(d.file(3)))); err != nil || len(findings) > 0 {
		d.t.Errorf("the draw does not hold: %v, %v", findings, err)
	}
}
