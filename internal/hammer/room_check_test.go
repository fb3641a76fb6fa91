package hammer

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// What guests of a waiting room are answered, at times in tenths of a second.
const tenth = 100_000

func arrived(user string, index, sent, received int64) Ack {
	return Ack{Op: OpArrive, Event: testEvent, User: user, Sent: sent * tenth, Received: received * tenth, Room: &RoomAck{Index: index, Receipt: "receipt of " + user}}
}

func inRoom(op Op, user string, index, sent, received int64, status string) Ack {
	return Ack{Op: op, Event: testEvent, User: user, Status: status, Sent: sent * tenth, Received: received * tenth, Room: &RoomAck{Index: index, Place: index + 1, Until: 6000 * tenth}}
}

func said(at, entrants, serving, inside int64) Ack {
	return Ack{Op: OpWatch, Event: testEvent, Sent: at * tenth, Received: (at + 1) * tenth, Room: &RoomAck{Entrants: entrants, Serving: serving, Inside: inside, MaxInside: 2, AsOf: at * tenth}}
}

// TestCheckRooms has each promise of a waiting room broken, which must be told.
func TestCheckRooms(t *testing.T) {
	there := memory{"receipt of ann": {"joined", "ann"}, "receipt of bob": {"joined", "bob"}, "receipt of eve": {"joined", "eve"}}
	ann, bob, eve := arrived("ann", 0, 1, 2), arrived("bob", 1, 3, 4), arrived("eve", 2, 3, 5)
	in := func(user string, index, at int64) Ack { return inRoom(OpEnter, user, index, at, at, "") }
	for name, c := range map[string]struct {
		acks  []Ack
		there memory
		fault string // "": none
	}{
		"all is well":                 {[]Ack{ann, bob, eve, said(1, 0, 0, 0), in("ann", 0, 10), in("bob", 1, 11), inRoom(OpQuit, "ann", 0, 20, 21, "left"), in("eve", 2, 22), said(30, 3, 3, 2)}, there, ""},
		"a place is lost":             {[]Ack{ann}, memory{}, "place 1 of ann was acknowledged"},
		"another has the place":       {[]Ack{ann}, memory{"receipt of ann": {"joined", "eve"}}, "another place is there"},
		"no answer, no promise":       {[]Ack{{Op: OpArrive, Event: testEvent, User: "ann", Sent: 1, Room: &RoomAck{}}}, memory{}, ""},
		"one place for two":           {[]Ack{ann, arrived("bob", 0, 3, 4)}, there, "was given to ann and to bob"},
		"behind a later one":          {[]Ack{arrived("ann", 1, 1, 2), arrived("bob", 0, 3, 4)}, there, "ann was answered with seq 2 before bob was sent"},
		"let in before the call":      {[]Ack{eve, in("eve", 2, 10), said(12, 3, 2, 1)}, there, "place 3 was let in, and a later document calls up to place 2"},
		"called just after":           {[]Ack{eve, said(5, 3, 2, 1), in("eve", 2, 10), said(12, 3, 3, 1)}, there, ""},
		"two by one place":            {[]Ack{in("ann", 0, 10), in("bob", 0, 11)}, there, "entrant 0 let ann in and bob"},
		"the call goes back":          {[]Ack{said(1, 3, 3, 0), said(5, 3, 2, 0)}, there, "and an older one said 3 and 3"},
		"who joined is gone":          {[]Ack{said(1, 3, 2, 0), said(5, 2, 2, 0)}, there, "a document says that 2 joined"},
		"two servers at once":         {[]Ack{said(10, 3, 3, 0), said(10, 3, 2, 0)}, there, ""},
		"a document is crowded":       {[]Ack{said(1, 3, 3, 3)}, there, "a document says that 3 of 2 are inside"},
		"too many by answers":         {[]Ack{said(1, 3, 3, 2), in("ann", 0, 10), in("bob", 1, 11), in("eve", 2, 12)}, there, "3 were inside at once, and 2 may be"},
		"one is done first":           {[]Ack{said(1, 3, 3, 2), in("ann", 0, 10), in("bob", 1, 11), inRoom(OpPay, "ann", 0, 12, 14, "confirmed"), in("eve", 2, 13)}, there, ""},
		"one has only a basket":       {[]Ack{said(1, 3, 3, 2), in("ann", 0, 10), in("bob", 1, 11), inRoom(OpBuy, "ann", 0, 12, 14, "pending"), in("eve", 2, 13)}, there, "3 were inside at once"},
		"one may be done":             {[]Ack{said(1, 3, 3, 2), in("ann", 0, 10), in("bob", 1, 11), inRoom(OpPay, "ann", 0, 12, 0, ""), in("eve", 2, 13)}, there, ""},
		"one has what costs nothing":  {[]Ack{said(1, 3, 3, 2), in("ann", 0, 10), in("bob", 1, 11), inRoom(OpBuy, "ann", 0, 12, 14, "confirmed"), in("eve", 2, 13)}, there, ""},
		"a pass that is over":         {[]Ack{said(1, 3, 3, 2), in("ann", 0, 10), in("bob", 1, 11), in("eve", 2, 6001)}, there, ""},
		"an order that is not there":  {[]Ack{{Op: OpBuy, Event: testEvent, User: "ann", OrderID: "ord_1", Status: "pending", Sent: 1, Received: 2}}, memory{}, "ord_1 of ann was acknowledged"},
		"an order that is still held": {[]Ack{{Op: OpBuy, Event: testEvent, User: "ann", OrderID: "ord_1", Status: "pending", Sent: 1, Received: 2}, {Op: OpPay, Event: testEvent, Subject: "ord_1", Sent: 3, Received: 4}}, memory{"ord_1": {"held", "ann"}}, "is held"},
	} {
		t.Run(name, func(t *testing.T) {
			log := NewAckLog(nil)
			for _, a := range c.acks {
				log.Add(a)
			}
			rep, err := CheckAcks(t.Context(), log, c.there)
			if err != nil {
				t.Fatal(err)
			}
			if rep.OK() != (c.fault == "") || !strings.Contains(strings.Join(rep.Faults, "\n"), c.fault) {
				t.Errorf("want fault %q, got %+v", c.fault, rep)
			}
		})
	}
}

// TestCrowd: guests wait until the document calls them, by places that it says how to
// compute, and a run ends with the last who comes.
func TestCrowd(t *testing.T) {
	random := rand.New(rand.NewPCG(seed.Of(t), 0))
	r := &run{cfg: Config{Events: []string{testEvent}}, until: time.Now().Add(time.Hour)}
	c := newCrowd(r)
	guests := []*guest{{user: "ann", index: 0}, {user: "bob", index: 1}, {user: "cat", index: 2, habit: absent}, {user: "eve", index: 3, habit: early}}
	for _, g := range guests {
		c.arrived(g, random)
	}
	later := time.Now().Add(time.Minute)
	if g, _, over := c.next(later); g != nil || over {
		t.Errorf("%+v is due, and no place is known; over: %v", g, over)
	}
	c.look(&document{Mode: "draw", Available: 5}, random)
	if c.drawn {
		t.Error("a draw without a seed has places")
	}
	n := int64(3)
	drawn := &document{Mode: "draw", Available: 5, Serving: 2}
	drawn.Draw.Entrants, drawn.Draw.Seed = &n, strings.Repeat("ab", 32)
	c.look(drawn, random)
	places := map[int64]bool{}
	for _, g := range guests[:3] {
		places[g.place] = true
	}
	if len(places) != 3 || places[0] || guests[3].place != 4 {
		t.Errorf("places %v, and %d of the entrant after the seal", places, guests[3].place)
	}
	c.arriving = false
	for came := 0; ; came++ {
		g, _, over := c.next(later)
		if over {
			if came < 2 {
				t.Errorf("it is over, and %d have come", came)
			}
			return
		}
		if g == nil { // the others are not called
			drawn.Serving++
			c.look(drawn, random)
			continue
		}
		if g.place > c.serving && g.habit != early || g.habit == absent {
			t.Errorf("%s comes, with place %d of %d", g.user, g.place, c.serving)
		}
		c.done()
	}
}
