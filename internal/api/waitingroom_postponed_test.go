package api_test

import (
	"encoding/hex"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/draw/drawtest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestWaitingRoomPostponed: the room of a postponed event rests, and says why. With a new date it goes
// on where it stopped: everybody has the place they had.
func TestWaitingRoomPostponed(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(10)
		h.queue(event, 1, "none")
		h.later(time.Hour)
		var receipts []string
		join := func() *answer { return h.send("POST", event+"/waiting-room:join", "", nil) }
		for range 3 {
			receipts = append(receipts, join().want(201).text("receipt"))
		}
		post := func(verb string, n int) *answer {
			return h.send("POST", event+"/waiting-room:"+verb, "", object{"receipt": receipts[n]})
		}
		h.later(time.Hour)
		h.called(event, 1)
		post("enter", 0).want(201)
		starts := h.owner("GET", event, nil).want(200).at("starts_at")
		h.owner("POST", event+":postpone", nil).want(200)
		h.eventually("the room rests", func() bool {
			got := h.send("GET", event+"/waiting-room", "", nil).want(200)
			return got.at("phase") == "closed" && got.at("closed_reason") == "postponed" && got.number("entrants") == 3
		})
		post("enter", 1).problem(409, "waiting_room_not_open")
		join().problem(409, "waiting_room_not_open")
		h.takes(event, "eve", "").problem(409, "event_postponed")

		h.owner("POST", event+":reschedule", object{"starts_at": starts}).want(200)
		h.called(event, 1)
		post("leave", 0).want(200)
		h.called(event, 2)
		post("enter", 1).want(201)
		if got := join().want(201); got.number("place") != 4 {
			t.Errorf("who joins then: %s", got.Raw)
		}
		h.sound()
	})
}

// TestDrawPostponed: a draw whose event is postponed after the seal is not drawn meanwhile, however
// well its round is known, and is the same one with the new date.
func TestDrawPostponed(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		d := newTestServerAt(t, url).openDraw(object{"kind": "drand-quicknet", "round": drawtest.Round}, 20)
		d.join(4)
		genuine, err := hex.DecodeString(drawtest.Signature)
		d.must(err)
		d.signature = func(uint64) ([]byte, error) { return genuine, nil }
		d.at(draw.RoundTime(drawtest.Round).Add(-2 * time.Minute))
		d.advance()
		sealed := d.send("GET", d.event+"/draw", "", nil).want(200)
		starts := d.owner("GET", d.event, nil).want(200).at("starts_at")
		d.owner("POST", d.event+":postpone", nil).want(200)
		d.at(draw.RoundTime(drawtest.Round).Add(20 * time.Minute))
		d.advance()
		if got := d.send("GET", d.event+"/draw", "", nil).want(200); got.Raw != sealed.Raw {
			t.Errorf("while it is postponed the draw goes on: %s", got.Raw)
		}
		d.eventually("the room rests", func() bool { return d.room().at("closed_reason") == "postponed" })
		d.post("enter", 0).problem(409, "waiting_room_not_open")
		d.owner("POST", d.event+":reschedule", object{"starts_at": starts}).want(200)
		d.advance()
		d.called(d.event, 4)
		if got := d.send("GET", d.event+"/draw", "", nil).want(200); got.text("root") != sealed.text("root") || got.number("round") != drawtest.Round || got.text("seed") == "" {
			t.Errorf("the draw: %s", got.Raw)
		}
		for n := range 4 {
			d.post("enter", n).want(201)
		}
		d.sound()
	})
}

// TestWaitingRoomPrices: whoever waits is told what is charged in the end, with the fees of a ticket,
// as the page of the event says it.
func TestWaitingRoomPrices(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, ids := h.sale(20)
	h.owner("PATCH", event, object{"tiers": []object{bookingFee()}}).want(200)
	h.queue(event, 1, "none")
	room, page := h.send("GET", event+"/waiting-room", "", nil).want(200), h.send("GET", event, "", nil).want(200)
	costs := map[string]int64{}
	for i := range entries(page, "tiers") {
		costs[page.text("tiers", i, "id")] = page.number("tiers", i, "unit_gross") + page.number("tiers", i, "unit_fees")
	}
	if entries(room, "tiers") == 0 || costs[ids["Regular"]] <= 2000 {
		t.Fatalf("the room has %s, and the event %v", room.Raw, costs)
	}
	for i := range entries(room, "tiers") {
		if id := room.text("tiers", i, "tier_id"); room.number("tiers", i, "price") != costs[id] {
			t.Errorf("the room says %d of %s, and a ticket costs %d with its fees", room.number("tiers", i, "price"), id, costs[id])
		}
	}
	h.sound()
}
