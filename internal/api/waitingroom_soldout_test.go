package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/draw/drawtest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// crowded is an event with a queue that is served, for which so many have joined.
type crowded struct {
	*testServer
	event    string
	receipts []string
}

// serveRoom has so many people join the waiting room of an event, and begins to serve it.
func (h *testServer) serveRoom(event string, inside, people int) *crowded {
	h.t.Helper()
	c := &crowded{testServer: h, event: event}
	h.queue(event, inside, "none")
	h.later(time.Hour)
	for range people {
		c.receipts = append(c.receipts, h.send("POST", event+"/waiting-room:join", "", nil).want(201).text("receipt"))
	}
	h.later(time.Hour)
	return c
}

func (c *crowded) enter(n int) *answer {
	c.t.Helper()
	return c.send("POST", c.event+"/waiting-room:enter", "", object{"receipt": c.receipts[n]})
}

// waits has the entrant of an index come in and join the waitlist of a tier.
func (c *crowded) waits(n int, user, tier string) *answer {
	c.t.Helper()
	body := object{"email": user + "@example.org", "name": user, "tier_id": tier}
	return c.send("POST", c.event+"/waitlist:join", "", body, "Holdfast-Pass: "+c.enter(n).want(201).text("pass")).want(201)
}

// sees waits until the public document, which is at most two seconds old, is as wanted.
func (c *crowded) sees(what string, wanted func(*answer) bool) {
	c.t.Helper()
	var got *answer
	defer func() {
		if c.t.Failed() {
			c.t.Logf("%s: %s", what, got.Raw)
		}
	}()
	c.eventually(what, func() bool {
		c.later(5 * time.Second) // from then on figures are counted again
		got = c.send("GET", c.event+"/waiting-room", "", nil).want(200)
		return wanted(got)
	})
}

// states are the tiers of the public document, as name and state.
func states(got *answer) string {
	var out []string
	for _, t := range got.at("tiers").([]any) {
		tier := t.(map[string]any)
		out = append(out, fmt.Sprintf("%v %v %v", tier["name"], tier["price"], tier["state"]))
	}
	return strings.Join(out, ", ")
}

// TestWaitingRoomSoldOut: everybody sees what there is and at which price, and whoever waits is told
// by the figures of this sale whether something is left. When all is taken people are called in
// their order all the same, and join the waitlist with their pass; what comes back is offered to
// the first of them.
func TestWaitingRoomSoldOut(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(14, func(e object) {
			e["tiers"] = []object{{"name": "Stalls", "capacity": 12}, {"name": "Box"}, {"name": "Friends", "hidden": true}}
		})
		c := h.serveRoom(event, 20, 40)
		c.called(event, 14)
		c.sees("what there is", func(got *answer) bool {
			return states(got) == "Stalls 0 few, Box 0 few" && got.at("sold_out") == false && got.at("waitlist_open") == false && got.number("available") == 14
		})
		if got := c.enter(39).problem(425, "not_called_yet"); got.number("odds", "ahead") != 25 || got.number("odds", "left") != 14 || got.text("odds", "chance") != "unlikely" || got.at("odds", "each") != nil {
			t.Errorf("without figures of this sale: %s", got.Raw)
		}
		stalls, box := c.tier(event, "Stalls"), c.tier(event, "Box")
		takes := func(n int, tier string) {
			body := object{"email": fmt.Sprintf("u%d@example.org", n), "name": "U", "tier_id": tier}
			c.send("POST", event+"/registrations", "", body, "Holdfast-Pass: "+c.enter(n).want(201).text("pass")).want(201)
		}
		for n := range 12 {
			takes(n, stalls)
		}
		c.sees("most of it is gone", func(got *answer) bool {
			return states(got) == "Stalls 0 sold_out, Box 0 few" && got.number("came_in") == 12 && got.number("decided") == 12 && got.number("units_taken") == 12 && got.at("sold_out") == false
		})
		told := c.enter(39).problem(425, "not_called_yet")
		if told.at("odds", "each") != 1.0 || told.text("odds", "chance") != "unlikely" || !strings.Contains(told.text("detail"), "took 1.0 each: it is unlikely") {
			t.Errorf("with figures of this sale: %s", told.Raw)
		}
		takes(12, box)
		takes(13, box)
		c.sees("sold out", func(got *answer) bool {
			return got.number("serving") >= 34 && got.at("sold_out") == true && got.at("waitlist_open") == true && got.number("available") == 0
		})
		c.takes(event, "pushy", "").problem(403, "waiting_room")
		c.send("POST", event+"/waitlist:join", "", object{"email": "pushy@example.org", "name": "Pushy", "tier_id": stalls}).problem(403, "waiting_room")
		refused := c.owner("GET", event+"/refusals", nil).want(200)
		counts := map[string]any{}
		for _, v := range refused.at("items").([]any) {
			r := v.(map[string]any)
			counts[r["code"].(string)] = r["count"]
		}
		if counts["waiting_room"] != 2.0 || counts["not_called_yet"] != 2.0 || refused.at("since") == nil || refused.at("exact") != true {
			t.Errorf("refused: %s", refused.Raw)
		}
		first := c.waits(14, "ann", box).text("entry_id")
		c.waits(15, "ben", box)
		c.owner("PATCH", event, object{"capacity": 15}).want(200)
		if got := c.owner("GET", "/v1/waitlist/"+first, nil).want(200); got.text("status") != "offered" {
			t.Errorf("what has come is offered to %s", got.Raw)
		}
		c.sees("what is offered is available to nobody else", func(got *answer) bool { return got.number("available") == 0 && got.at("sold_out") == true })
		h.sound()
	})
}

// tier is the id of a tier of an event, by its name.
func (h *testServer) tier(event, name string) string {
	h.t.Helper()
	for _, v := range h.owner("GET", event, nil).want(200).at("tiers").([]any) {
		if t := v.(map[string]any); t["name"] == name {
			return fmt.Sprint(t["id"])
		}
	}
	h.t.Fatalf("no tier %s", name)
	return ""
}

// TestWaitingRoomCapacityRaised: without a waitlist nobody is called when all is taken. What the
// organizer adds in the middle goes to the next person in the room, and nobody gets past them.
func TestWaitingRoomCapacityRaised(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(2, waitlist(object{"enabled": false}))
		c := h.serveRoom(event, 5, 6)
		c.called(event, 2)
		for n := range 2 {
			c.takes(event, fmt.Sprintf("u%d", n), c.enter(n).want(201).text("pass")).want(201)
		}
		c.sees("all is taken", func(got *answer) bool { return got.at("sold_out") == true && got.at("waitlist_open") == false })
		for range 3 {
			c.sees("nobody is called", func(got *answer) bool { return got.number("serving") == 2 })
		}
		if got := c.enter(2).problem(425, "not_called_yet"); !strings.Contains(got.text("detail"), "It is sold out.") {
			t.Errorf("who waits is told %s", got.Raw)
		}
		c.owner("PATCH", event, object{"capacity": 4}).want(200)
		c.sees("two more", func(got *answer) bool {
			return got.number("serving") == 4 && got.at("sold_out") == false && got.number("available") == 2 && states(got) == "General 0 few"
		})
		c.takes(event, "pushy", "").problem(403, "waiting_room")
		c.enter(4).problem(425, "not_called_yet")
		for n := 2; n < 4; n++ {
			c.takes(event, fmt.Sprintf("u%d", n), c.enter(n).want(201).text("pass")).want(201)
		}
		h.sound()
	})
}

// TestCancelledWhileSealed: an event that is called off between the seal and the draw lets nobody
// in, and says why. Its draw is ended by a row of the log, is not drawn any more, and what was
// sealed stays to be seen.
func TestCancelledWhileSealed(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		d := newTestServerAt(t, url).openDraw(object{"kind": "drand-quicknet", "round": drawtest.Round}, 5)
		d.join(4)
		d.post("leave", 3).want(200)
		d.at(draw.RoundTime(drawtest.Round).Add(-2 * time.Minute))
		d.advance()
		sealed := d.send("GET", d.event+"/draw", "", nil).want(200)
		d.post("enter", 3).problem(403, "draw_left")
		d.owner("POST", d.event+":cancel", object{}).want(200)
		d.eventually("closed", func() bool { return d.room().at("phase") == "closed" })
		if got := d.room(); got.text("closed_reason") != "cancelled" {
			t.Errorf("called off: %s", got.Raw)
		}
		d.post("enter", 0).problem(409, "waiting_room_not_open")
		d.send("POST", d.event+"/waiting-room:join", "", nil).problem(409, "waiting_room_not_open")
		d.at(draw.RoundTime(drawtest.Round).Add(5 * time.Minute))
		for range 2 {
			d.advance()
		}
		if got := strings.Join(d.reasons(), " "); strings.Count(got, "draw_closed") != 1 || strings.Contains(got, "draw_drawn") {
			t.Errorf("the rows are %s", got)
		}
		after := d.send("GET", d.event+"/draw", "", nil).want(200)
		if after.text("root") != sealed.text("root") || after.text("seed") != "" {
			t.Errorf("the draw is %s, and was sealed as %s", after.Raw, sealed.Raw)
		}
		d.sound()
	})
}
