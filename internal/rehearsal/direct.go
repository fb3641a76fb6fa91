package rehearsal

import (
	"context"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

const (
	// glance is how often it is looked whether a draw can go on.
	glance = 50 * time.Millisecond
	// percentLate of those who come to a draw come after its seal, within lateFor.
	percentLate = 10
	lateFor     = 5 * time.Second
	// maxRounds is how often the offers of a ballot lapse at most: of a hundred people five let
	// theirs lapse.
	maxRounds = 50
)

// direct moves a draw on, as its times do: when everybody has joined it is sealed, then drawn, then
// people are served. Of a ballot, what nobody claims goes on to the next.
func (w *crowd) direct(ctx context.Context) error {
	defer w.raise()
	terms := w.copied.draw
	if !w.when(ctx, func() bool { return w.busy == 0 }) {
		return nil // the time is over
	}
	if err := w.stage.until(terms.seals); err != nil {
		return err
	}
	if !w.when(ctx, func() bool { return w.sealed }) {
		return nil
	}
	if err := w.stage.draw(ctx); err != nil {
		return err
	}
	if err := w.stage.until(terms.serves); err != nil {
		return err
	}
	if !w.when(ctx, func() bool { return w.order != nil }) {
		return nil
	}
	if w.copied.mode == inventory.OnsaleBallot {
		return w.claims(ctx)
	}
	w.comeLate()
	return w.slots(ctx)
}

// slots has the time slots of a draw begin, each once nobody is at it any more whose slot has begun,
// until all have begun or nothing is left.
func (w *crowd) slots(ctx context.Context) error {
	s, serves := w.copied.draw.slots, w.copied.draw.serves
	if s == (inventory.OnsaleSlots{}) {
		return nil
	}
	for {
		begun := s.Begun(serves, w.stage.server.Now())
		through := func() bool { return w.busy == 0 && (w.left == 0 || w.serving >= min(begun, w.inRoom)) }
		if !w.when(ctx, through) {
			return nil
		}
		w.mu.Lock()
		w.slotsBegun = min(begun, int64(len(w.arrivals))+s.People-1) / s.People
		all, left := begun >= int64(len(w.arrivals)), w.left
		w.mu.Unlock()
		switch {
		case all:
			return nil
		case left > 0:
			if err := w.stage.until(s.Start(serves, begun+1)); err != nil {
				return err
			}
		case !pause(ctx, 3*seen): // the public document is seconds old: somebody may have given a basket back
			return nil
		default:
			w.mu.Lock()
			over := through() && w.left == 0
			w.mu.Unlock()
			if over {
				return nil
			}
		}
	}
}

// when waits until something is so, and reports whether it came to that before the time was over.
// The lock is held while it is asked for.
func (w *crowd) when(ctx context.Context, so func() bool) bool {
	tick := time.NewTicker(glance)
	defer tick.Stop()
	for {
		w.mu.Lock()
		yes := so()
		w.moved = time.Now() // the sale is not stuck: it has not begun
		w.mu.Unlock()
		if yes {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
	}
}

// raise lets the storm end by itself.
func (w *crowd) raise() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.staged, w.moved = false, time.Now()
	w.ended = w.copied.mode == inventory.OnsaleBallot // whoever was offered nothing by now waits in vain
}

// comeLate has those come who come after the seal.
func (w *crowd) comeLate() {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	for _, p := range w.late {
		after := time.Duration(w.random.Int64N(int64(lateFor)))
		p.since = now.Add(after)
		w.arrivals = append(w.arrivals, p.since.Sub(w.started))
		w.busy++
		w.schedule(p.since, p)
	}
	slices.Sort(w.arrivals)
	w.late = nil
}

// drawn gives everybody who has joined the place that was drawn. The lock is held.
func (w *crowd) drawn(seed draw.Hash, entrants int64) {
	w.order, w.entrants = draw.NewOrder(seed, entrants), entrants
	w.order.Tabulate()
	for _, p := range w.undrawn {
		w.place(p)
	}
	w.undrawn = nil
}

// placeOf is the place of an index: where nothing is drawn, and behind those who were drawn, that of
// the arrival. The lock is held.
func (w *crowd) placeOf(index int64) int64 {
	if w.order != nil && index < w.entrants {
		return w.order.Place(index)
	}
	return index + 1
}

// claims has the offers of a ballot lapse that nobody claims, until there is none.
func (w *crowd) claims(ctx context.Context) error {
	if !w.when(ctx, func() bool { return w.serving >= w.entrants }) { // all are on the waitlist
		return nil
	}
	for range maxRounds {
		if calm, err := w.calm(ctx); err != nil || !calm {
			return err
		}
		more, err := w.stage.unclaimed(ctx)
		if err != nil || !more {
			return err
		}
		w.mu.Lock()
		w.round++
		w.mu.Unlock()
		if err := w.stage.until(w.stage.server.Now() + inventory.Instant(claimWindow)); err != nil {
			return err
		}
	}
	return nil
}

// calm waits until nobody does anything any more, and nothing is due or to be told. It reports
// whether it came to that before the time was over.
func (w *crowd) calm(ctx context.Context) (bool, error) {
	for looks := 0; looks < 5; { // by the last look a mail that was just handed over has made somebody busy
		settled, err := w.stage.settled(ctx)
		switch {
		case ctx.Err() != nil:
			return false, nil
		case err != nil:
			return false, err
		}
		looks++
		w.mu.Lock()
		if !settled || w.busy > 0 {
			looks = 0
		}
		w.mu.Unlock()
		if !pause(ctx, 2*glance) {
			return false, nil
		}
	}
	return true, nil
}

// pause waits, and reports whether the time was not over.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// mailed has somebody look after the mail with an offer. Where nothing has to be claimed the mail
// says that the place is theirs.
func (w *crowd) mailed(no int64, offer bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.waiting[no]
	if p == nil { // the same mail again
		return
	}
	delete(w.waiting, no)
	w.moved = time.Now()
	if !offer {
		w.given++
		return
	}
	w.offers++
	if w.round > 0 {
		w.offersOn++
	}
	if p.habit == absent {
		w.unclaimed++
		return
	}
	after := time.Duration(w.random.Int64N(int64(seen)))
	if p.habit == returns {
		after += time.Second + w.thinks(w.random)*2
	}
	p.step, p.since, p.sent = ownPart, time.Now().Add(after), 0
	w.busy++
	w.schedule(p.since, p)
}
