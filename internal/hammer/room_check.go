package hammer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

// clockSlack is how far the clocks of the server and of this program may be apart, in
// microseconds: they are on one machine.
const clockSlack = 100_000

// checkRooms holds what guests of waiting rooms were answered against each other, and
// against the public documents that were read meanwhile.
func (r *CheckReport) checkRooms(acks []Ack) {
	byEvent := map[string]map[Op][]Ack{}
	for _, a := range acks {
		if a.Room == nil {
			continue
		}
		if byEvent[a.Event] == nil {
			byEvent[a.Event] = map[Op][]Ack{}
		}
		byEvent[a.Event][a.Op] = append(byEvent[a.Event][a.Op], a)
	}
	for event, by := range byEvent {
		r.checkArrivals(event, by[OpArrive])
		documents := by[OpWatch]
		slices.SortFunc(documents, func(a, b Ack) int { return cmp.Compare(a.Room.AsOf, b.Room.AsOf) })
		r.checkDocuments(documents)
		r.checkCalled(by[OpEnter], documents)
		r.checkInside(by, documents)
	}
}

// checkArrivals sees to it that nobody was given the place of another, and that whoever was
// answered before somebody else asked stands before them.
func (r *CheckReport) checkArrivals(event string, arrivals []Ack) {
	var list []Ack
	for _, a := range arrivals {
		if a.Unknown() {
			continue
		}
		r.Joined++
		a.Seq = a.Room.Index + 1
		list = append(list, a)
	}
	r.checkOrder("the waiting room of "+event, list)
}

// checkDocuments sees to it that the call never goes back, and that no document says that
// more are inside than may be. They are in the order of their times.
func (r *CheckReport) checkDocuments(documents []Ack) {
	byAnswer := slices.Clone(documents)
	slices.SortFunc(byAnswer, func(a, b Ack) int { return cmp.Compare(a.Received, b.Received) })
	var most RoomAck // of what was read before the next document was made
	next := 0
	for _, d := range documents {
		for ; next < len(byAnswer) && byAnswer[next].Received < d.Room.AsOf-clockSlack; next++ {
			most.Serving = max(most.Serving, byAnswer[next].Room.Serving)
			most.Entrants = max(most.Entrants, byAnswer[next].Room.Entrants)
		}
		if d.Room.Serving < most.Serving || d.Room.Entrants < most.Entrants {
			r.fault(&r.Unfair, "a document says that %d joined and %d are called, and an older one said %d and %d", d.Room.Entrants, d.Room.Serving, most.Entrants, most.Serving)
		}
		if d.Room.Inside > d.Room.MaxInside {
			r.fault(&r.Crowded, "a document says that %d of %d are inside", d.Room.Inside, d.Room.MaxInside)
		}
	}
}

// checkCalled sees to it that whoever came in was called by then: the first document that
// was made after their answer says so.
func (r *CheckReport) checkCalled(entries, documents []Ack) {
	passes := map[int64]string{}
	for _, a := range entries {
		if a.Unknown() {
			continue
		}
		r.Entered++
		if other, twice := passes[a.Room.Index]; twice && other != a.User {
			r.fault(&r.Doubled, "entrant %d let %s in and %s", a.Room.Index, other, a.User)
		}
		passes[a.Room.Index] = a.User
		at, _ := slices.BinarySearchFunc(documents, a.Received+clockSlack, func(d Ack, t int64) int { return cmp.Compare(d.Room.AsOf, t) })
		if at < len(documents) && documents[at].Room.Serving < a.Room.Place {
			r.fault(&r.Unfair, "place %d was let in, and a later document calls up to place %d", a.Room.Place, documents[at].Room.Serving)
		}
	}
}

// A stay is how long somebody was inside at least.
type stay struct{ from, to int64 }

// checkInside sees to it that there were never more inside than may be: each from the
// answer that let them in until they were first able to be done, or to have left, or the
// pass was over.
func (r *CheckReport) checkInside(by map[Op][]Ack, documents []Ack) {
	if len(documents) == 0 {
		return
	}
	ends := map[int64]int64{}
	end := func(index, at int64) {
		if old, ok := ends[index]; !ok || at < old {
			ends[index] = at
		}
	}
	for _, a := range slices.Concat(by[OpPay], by[OpQuit]) {
		end(a.Room.Index, a.Sent)
	}
	for _, a := range by[OpBuy] { // what costs nothing is done at once
		if a.Unknown() || a.Status == "confirmed" {
			end(a.Room.Index, a.Sent)
		}
	}
	var stays []stay
	for _, a := range by[OpEnter] {
		if a.Unknown() {
			continue
		}
		s := stay{a.Received, a.Room.Until - clockSlack}
		if at, ok := ends[a.Room.Index]; ok {
			s.to = min(s.to, at)
		}
		if s.to > s.from {
			stays = append(stays, s)
		}
	}
	most, limit := together(stays), documents[0].Room.MaxInside
	r.MostInside = max(r.MostInside, most)
	if most > limit {
		r.fault(&r.Crowded, "%d were inside at once, and %d may be", most, limit)
	}
}

// together is how many stays there were at the same time at most.
func together(stays []stay) (most int64) {
	type turn struct{ at, by int64 }
	var turns []turn
	for _, s := range stays {
		turns = append(turns, turn{s.from, 1}, turn{s.to, -1})
	}
	slices.SortFunc(turns, func(a, b turn) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.by, b.by)) })
	var now int64
	for _, t := range turns {
		now += t.by
		most = max(most, now)
	}
	return most
}

// lookUpPlaces asks for the place of everybody who joined a waiting room.
func (r *CheckReport) lookUpPlaces(ctx context.Context, acks []Ack, src Source) error {
	var joined []*expectation
	for _, a := range acks {
		if a.Op == OpArrive && !a.Unknown() {
			joined = append(joined, &expectation{ack: a})
		}
	}
	return each(ctx, joined, func(e *expectation) (Found, error) {
		return Found{}, src.Place(ctx, &e.ack)
	}, func(e *expectation, _ Found, err error) {
		if err != nil {
			r.fault(&r.Lost, "place %d of %s was acknowledged: %v", e.ack.Room.Index+1, e.ack.User, err)
		}
	})
}

// errOtherPlace is a place that is not the one that was acknowledged.
var errOtherPlace = fmt.Errorf("%w: another place is there", ErrMissing)

// lost reports whether an error is an answer about what was looked up.
func lost(err error) bool { return errors.Is(err, ErrMissing) }
