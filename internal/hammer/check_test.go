package hammer

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
)

// memory is a Source of what a test says stands in the server.
type memory map[string]Found

func (m memory) Order(ctx context.Context, _, _, id string) (Found, error) {
	return m.Entry(ctx, id)
}

func (m memory) Entry(_ context.Context, id string) (Found, error) {
	if f, ok := m[id]; ok {
		return f, nil
	}
	return Found{}, ErrMissing
}

func (m memory) Place(_ context.Context, a *Ack) error {
	switch f := m[a.Room.Receipt]; {
	case f.State == "":
		return ErrMissing
	case f.User != a.User:
		return errOtherPlace
	}
	return nil
}

func TestCheckAcks(t *testing.T) {
	registered := Ack{Op: OpRegister, Event: "e", User: "ann", Status: "confirmed", OrderID: "ord_1", Seq: 1, Sent: 1, Received: 2}
	waiting := Ack{Op: OpRegister, Event: "e", User: "bob", Status: "waitlisted", EntryID: "wle_1", Seq: 2, Sent: 3, Received: 4}
	cancelled := Ack{Op: OpCancel, Event: "e", User: "ann", Subject: "ord_1", Sent: 5, Received: 6}
	perhapsCancelled := Ack{Op: OpCancel, Event: "e", User: "ann", Subject: "ord_1", Sent: 5}
	left := Ack{Op: OpLeave, Event: "e", User: "bob", Subject: "wle_1", Sent: 5, Received: 6}
	declined := Ack{Op: OpDecline, Event: "e", User: "bob", Subject: "off_1", EntryID: "wle_1", Sent: 5, Received: 6}
	accepted := Ack{Op: OpAccept, Event: "e", User: "bob", Subject: "off_1", Status: "confirmed", OrderID: "ord_2", EntryID: "wle_1", Sent: 5, Received: 6}
	twice := registered
	twice.User, twice.Seq = "eve", 9
	unfair := Ack{Op: OpRegister, Event: "e", User: "eve", Status: "confirmed", OrderID: "ord_3", Seq: 1, Sent: 9, Received: 10}
	cases := []struct {
		name   string
		acks   []Ack
		source memory
		fault  string // "": none
	}{
		{"all there", []Ack{registered, waiting}, memory{"ord_1": {"confirmed", "ann"}, "wle_1": {"waiting", "bob"}}, ""},
		{"the waitlist moved", []Ack{waiting}, memory{"wle_1": {"expired", ""}}, ""},
		{"order lost", []Ack{registered}, memory{}, "ord_1 of ann was acknowledged and is not there"},
		{"entry lost", []Ack{waiting}, memory{}, "wle_1 of bob was acknowledged and is not there"},
		{"order of another", []Ack{registered}, memory{"ord_1": {"confirmed", "eve"}}, "belongs to eve"},
		{"released by nobody", []Ack{registered}, memory{"ord_1": {"released", "ann"}}, "is released"},
		{"cancelled", []Ack{registered, cancelled}, memory{"ord_1": {"released", "ann"}}, ""},
		{"cancel lost", []Ack{registered, cancelled}, memory{"ord_1": {"confirmed", "ann"}}, "is confirmed"},
		{"cancel in flight, done", []Ack{registered, perhapsCancelled}, memory{"ord_1": {"released", "ann"}}, ""},
		{"cancel in flight, not done", []Ack{registered, perhapsCancelled}, memory{"ord_1": {"confirmed", "ann"}}, ""},
		{"left", []Ack{waiting, left}, memory{"wle_1": {"left", "bob"}}, ""},
		{"removed by staff", []Ack{waiting, left}, memory{"wle_1": {"removed", "bob"}}, ""},
		{"declined", []Ack{waiting, declined}, memory{"wle_1": {"declined", "bob"}}, ""},
		{"declined by nobody", []Ack{waiting}, memory{"wle_1": {"declined", "bob"}}, "is declined"},
		{"leave lost", []Ack{waiting, left}, memory{"wle_1": {"waiting", "bob"}}, "is waiting"},
		{"accepted", []Ack{waiting, accepted}, memory{"wle_1": {"accepted", "bob"}, "ord_2": {"confirmed", "bob"}}, ""},
		{"accept lost", []Ack{waiting, accepted}, memory{"wle_1": {"offered", "bob"}, "ord_2": {"held", "bob"}}, "is held"},
		{"one order for two", []Ack{registered, twice}, memory{"ord_1": {"confirmed", "ann"}}, "was given to ann and to eve"},
		{"behind a later one", []Ack{waiting, unfair}, memory{"wle_1": {"waiting", "bob"}, "ord_3": {"confirmed", "eve"}}, "was answered with seq 2 before eve was sent"},
		{"a key is forgotten", []Ack{{Op: OpRegister, Event: "e", User: "ann", Refused: "already_registered", Sent: 1}}, memory{}, "the first answer is lost"},
		{"sold out meanwhile", []Ack{{Op: OpRegister, Event: "e", User: "ann", Refused: "sold_out", Sent: 1}}, memory{}, ""},
		{"one seq for two", []Ack{registered, unfair}, memory{"ord_1": {"confirmed", "ann"}, "ord_3": {"confirmed", "eve"}}, "seq 1 of e was given to ann and to eve"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			log := NewAckLog(nil)
			for _, a := range c.acks {
				log.Add(a)
			}
			rep, err := CheckAcks(t.Context(), log, c.source)
			if err != nil {
				t.Fatal(err)
			}
			if rep.OK() != (c.fault == "") || !strings.Contains(strings.Join(rep.Faults, "\n"), c.fault) {
				t.Errorf("want fault %q, got %+v", c.fault, rep)
			}
		})
	}
}

// broken is a Source whose server is down.
type broken struct{ memory }

var errDown = errors.New("down")

func (broken) Order(context.Context, string, string, string) (Found, error) {
	return Found{}, errDown
}

func TestCheckAcksDoesNotTakeAnErrorForALoss(t *testing.T) {
	log := NewAckLog(nil)
	log.Add(Ack{Op: OpRegister, Event: "e", User: "ann", Status: "confirmed", OrderID: "ord_1", Seq: 1, Sent: 1, Received: 2})
	rep, err := CheckAcks(t.Context(), log, broken{})
	if !errors.Is(err, errDown) || rep.Lost != 0 {
		t.Errorf("%v %+v", err, rep)
	}
}

const soldOrder = "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"

// TestSeatGivenTwiceIsSeen: two orders that both stand cannot have one seat; one
// that was given back can have had it.
func TestSeatGivenTwiceIsSeen(t *testing.T) {
	reserve := func(order, user string, seats ...string) Ack {
		return Ack{Op: OpReserve, Event: testEvent, User: user, OrderID: order, Status: "confirmed", Seats: seats, Seq: 1, Sent: 1, Received: 2}
	}
	for name, c := range map[string]struct {
		acks    []Ack
		doubled int
	}{
		"twice":      {[]Ack{reserve("ord_1", "ann", "sea_1", "sea_2"), reserve("ord_2", "ben", "sea_2")}, 1},
		"given back": {[]Ack{reserve("ord_1", "ann", "sea_1"), {Op: OpReturn, Event: testEvent, User: "ann", Subject: "ord_1", Sent: 3, Received: 4}, reserve("ord_2", "ben", "sea_1")}, 0},
		"paid":       {[]Ack{reserve("ord_1", "ann", "sea_1"), {Op: OpPay, Event: testEvent, User: "ann", Subject: "ord_1", Sent: 3, Received: 4}, reserve("ord_2", "ben", "sea_1")}, 1},
		"given to the line": {[]Ack{reserve(soldOrder, "ann", "sea_1"), {Op: OpPay, Event: testEvent, User: "ann", Subject: soldOrder, Sent: 3, Received: 4},
			{Op: OpExchange, Event: testEvent, User: "ann", Subject: id.TicketOf(soldOrder, 1), Sent: 5, Received: 6}, reserve("ord_2", "ben", "sea_1")}, 0},
	} {
		rep := &CheckReport{}
		orders, _ := rep.expect(c.acks)
		rep.checkSeats(c.acks, orders)
		if rep.Doubled != c.doubled {
			t.Errorf("%s: %+v", name, rep)
		}
	}
}
