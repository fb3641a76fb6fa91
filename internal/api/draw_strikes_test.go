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

// TestStrikeNetwork: an organizer sees how many joined a draw from one network, strikes all of them out
// and takes that back, until it is sealed. Whoever left stays out, and nobody knows the networks afterwards.
func TestStrikeNetwork(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		d := newTestServerAt(t, url, behindProxy).openDraw(object{"kind": "drand-quicknet", "round": drawtest.Round}, 20)
		for n := range 6 {
			address := "192.0.2.7"
			if n == 5 {
				address = "192.0.2.8"
			}
			d.receipts = append(d.receipts, d.send("POST", d.event+"/waiting-room:join", "", nil, "Idempotency-Key: "+fmt.Sprint(n), from(address)).want(201).text("receipt"))
		}
		d.owner("POST", d.event+"/waiting-room:join", nil, from("192.0.2.7")).want(201) // for somebody else
		networks := func() *answer { return d.owner("GET", d.event+"/draw/networks", nil).want(200) }
		strike := func(network, reason string) *answer {
			return d.owner("POST", d.event+"/draw:strike-network", object{"network": network, "reason": reason})
		}
		restore := func(of object) *answer { return d.owner("POST", d.event+"/draw:restore", of) }
		got := networks()
		if len(got.at("items").([]any)) != 2 || got.number("items", 0, "entrants") != 5 || got.number("items", 0, "struck") != 0 || got.number("items", 1, "entrants") != 1 || got.number("items", 0, "signals", "tries") != 5 {
			t.Fatalf("the networks: %s", got.Raw)
		}
		id := got.text("items", 0, "id")
		if takers := d.owner("GET", d.event+"/takers", nil).want(200); !strings.Contains(takers.Raw, id) {
			t.Errorf("it has another name among the takers: %s", takers.Raw)
		}
		d.post("leave", 4).want(200)
		d.owner("POST", d.event+"/draw:strike", object{"index": 1, "reason": "duplicate"}).want(200)
		if got := strike(id, "fraud").want(200); got.number("struck") != 3 || got.at("more") != false {
			t.Errorf("struck out: %s", got.Raw)
		}
		if got := strike(id, "duplicate").want(200); got.number("struck") != 0 {
			t.Errorf("struck out again: %s", got.Raw)
		}
		strike("00c0ffee00c0ffee", "fraud").problem(404, "not_found")
		if got := networks(); got.number("items", 0, "struck") != 5 || got.number("items", 1, "struck") != 0 {
			t.Errorf("the networks, one of them struck out: %s", got.Raw)
		}
		for _, c := range []struct {
			of   object
			want int64
		}{
			{object{"network": id}, 3}, // whoever was struck out alone stays so
			{object{"network": id}, 0},
			{object{"index": 4}, 0}, // who has left
			{object{"index": 1}, 1},
			{object{"index": 1}, 0},
		} {
			if got := restore(c.of).want(200); got.number("restored") != c.want {
				t.Errorf("%v: %s, want %d", c.of, got.Raw, c.want)
			}
		}
		restore(object{}).problem(422, "invalid_request").names("index")
		restore(object{"index": 1, "network": id}).problem(422, "invalid_request").names("index")
		if got := strike(id, "fraud").want(200); got.number("struck") != 4 {
			t.Errorf("struck out once more: %s", got.Raw)
		}

		d.at(draw.RoundTime(drawtest.Round).Add(-2 * time.Minute))
		d.advance()
		if got := d.send("GET", d.event+"/draw", "", nil).want(200); got.number("struck") != 5 || got.number("entrants") != 7 {
			t.Errorf("the seal: %s", got.Raw)
		}
		strike(id, "fraud").problem(409, "draw_sealed")
		restore(object{"network": id}).problem(409, "draw_sealed")
		d.owner("GET", d.event+"/draw/networks", nil).problem(409, "draw_sealed")
		for _, want := range []int64{6, 0} {
			if n, err := d.store.WaitingRooms.PruneNetworks(t.Context(), 100); err != nil || n != want {
				t.Errorf("%d networks are forgotten, want %d: %v", n, want, err)
			}
		}
		d.owner("GET", d.testServer.event(5)+"/draw/networks", nil).problem(404, "no_draw")
		d.sound()
	})
}
