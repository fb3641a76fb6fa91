package sim

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

// ballot makes the waiting room of an event a ballot that people can come to within hours.
func (l *lobby) ballot(s *inventory.Settings, now inventory.Instant) {
	minutes := func(least, more int) inventory.Instant {
		return inventory.Instant(least+l.random.IntN(more)) * inventory.Instant(inventory.Minute)
	}
	sum := sha256.Sum256([]byte(roomSecret))
	o := &s.Onsale
	*o = inventory.Onsale{
		Mode: inventory.OnsaleBallot, Identity: inventory.OnsaleAccount, OpensAt: now + minutes(0, 5),
		Beacon: inventory.OnsaleBeacon{Kind: inventory.BeaconCeremony, Commitment: hex.EncodeToString(sum[:]), Source: "the lottery of that evening", Members: 1},
	}
	o.SealsAt = o.OpensAt + minutes(10, 300)
	o.ServesAt = o.SealsAt + minutes(2, 30)
}

// enterBallot has a guest say what they want of a ballot: nobody gets the place of another, and
// who says it again keeps theirs.
func (l *lobby) enterBallot(ctx context.Context, w *workload, g *guest) error {
	tiers := w.known.Tiers
	first := l.random.IntN(len(tiers))
	wants := []string{tiers[first]}
	if other := tiers[l.random.IntN(len(tiers))]; other != wants[0] {
		wants = append(wants, other)
	}
	list, err := json.Marshal(wants)
	if err != nil {
		return err
	}
	email := fmt.Sprintf("%s@example.org", hex.EncodeToString([]byte(g.identity)))
	wish := &waitingrooms.RoomWish{UserID: "mail:" + email, Email: email, Name: g.identity, Locale: "en", Tiers: string(list), Units: int64(1 + l.random.IntN(2))}
	r, err := w.sim.rooms.joins.JoinBallot(ctx, w.event, g.identity, wish)
	switch {
	case errors.Is(err, joins.ErrNotOpen), errors.Is(err, joins.ErrNone):
		return nil // nothing was changed
	case err != nil:
		g.wish = nil // nobody can say which of the two stands
		return err
	}
	g.wish = wish
	return l.placed(w, g, r)
}

// actBallot is one thing that somebody does at a ballot.
func (l *lobby) actBallot(ctx context.Context, w *workload, one *guest) error {
	s := w.sim
	switch roll := l.random.IntN(20); {
	case one == nil || roll < 9:
		return l.enterBallot(ctx, w, l.arrives())
	case roll < 11:
		return l.enterBallot(ctx, w, one) // again, for something else perhaps
	case roll < 12:
		if one.receipt == nil {
			return nil
		}
		_, err := s.rooms.draws.Strike(ctx, w.event, one.receipt.Entrant.Index, []draw.Reason{draw.Left, draw.Fraud}[l.random.IntN(2)])
		return allowed(err, draws.ErrNone, draws.ErrSealed)
	case roll < 14:
		return l.enterBeacon(ctx, w)
	case roll < 16:
		return l.passTime(ctx, w)
	}
	return allowed(s.rooms.draws.Advance(ctx), errNoRelay, sequencer.ErrClock)
}

// passTime has it be when the draw can come a step further, or a little after.
func (l *lobby) passTime(ctx context.Context, w *workload) error {
	s := w.sim
	e, err := s.store.Events.Event(ctx, w.event)
	if err != nil || len(l.guests) < 6 {
		return err
	}
	_, at, ok := e.Event.DrawDue(inventory.At(s.clock()))
	if to := at.Time().Add(time.Duration(l.random.IntN(90)) * time.Second); ok && to.After(s.now) {
		s.now, s.latest = to, later(s.latest, to)
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// keptWish compares what a guest wants of a ballot with what is stored of it.
func (*lobby) keptWish(ctx context.Context, w *workload, g *guest) error {
	index := g.receipt.Entrant.Index
	wish, err := w.sim.store.WaitingRooms.Wish(ctx, w.event, index)
	if err != nil {
		w.sim.report.violate(w.number, "what %s wants was acknowledged, and is not there: %v", g.identity, err)
		return nil
	}
	if g.wish != nil && (wish.Tiers != g.wish.Tiers || wish.Units != g.wish.Units) {
		w.sim.report.violate(w.number, "%s wants %d of %s, and %d of %s are stored", g.identity, g.wish.Units, g.wish.Tiers, wish.Units, wish.Tiers)
	}
	switch wish.Outcome {
	case waitingrooms.WishPlaced:
		w.sim.report.Balloted++
		if wish.Email != "" {
			w.sim.report.violate(w.number, "%s is on the waitlist, and it is still known how to mail them the result of the ballot", g.identity)
		}
	case "":
	default:
		if wish.Email == "" || wish.MailUntil == 0 {
			w.sim.report.violate(w.number, "%s was refused (%s), and is not told", g.identity, wish.Outcome)
		}
	}
	return nil
}
