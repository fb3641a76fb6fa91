package sim

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

// rooms are what a process has for waiting rooms.
type rooms struct {
	joins     *joins.Writer
	turnstile *turnstile.Turnstile
	draws     *draws.Keeper
}

// errNoRelay: nobody signs rounds in a simulation, so draws by a round wait for good.
var errNoRelay = errors.New("sim: there are no relays")

// roomKey keys identities and passes.
var roomKey = []byte("holdfast simulator waiting room!")

func (s *simulation) openRooms() (r rooms, err error) {
	now := func() inventory.Instant { return inventory.At(s.clock()) }
	if r.joins, err = joins.New(joins.Config{Store: s.store, Key: signingKey, IdentityKey: roomKey, Now: now}); err != nil {
		return r, err
	}
	if r.turnstile, err = turnstile.New(turnstile.Config{Store: s.store, Key: roomKey, Receipts: []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}, Queued: func(string) float64 { return 0 }, Now: now}); err != nil {
		return r, err
	}
	r.draws, err = draws.New(draws.Config{
		Store: s.store, IDs: s.ids, Now: now, Log: s.cfg.Log, Signature: func(context.Context, uint64) ([]byte, error) { return nil, errNoRelay },
		Submit: func(ctx context.Context, event string, cmd inventory.Command, key *database.Key) (inventory.Outcome, error) {
			results, _ := s.writer.Write(ctx, event, []sequencer.Request{{EventID: event, Command: cmd, Key: key}})
			return results[0].Reply.Outcome, results[0].Err
		},
	})
	return r, err
}

// guest is somebody who joined the waiting room of a workload, and what they were told.
type guest struct {
	identity string
	receipt  *waitroom.Receipt      // nil: they had no answer
	until    inventory.Instant      // of the pass; 0: they have none
	wish     *waitingrooms.RoomWish // what they want of a ballot; nil: that is not known, or it is none
}

// lobby are those who come to the waiting room of a workload. What they do has randomness of
// its own, so that everything else of a history is as it would be without them.
type lobby struct {
	random *rand.Rand
	guests []*guest
}

func newLobby(seed uint64, number int) lobby {
	return lobby{random: rand.New(rand.NewPCG(seed^0x726f6f6d, uint64(number)))} //nolint:gosec // it has to be played again
}

// open gives some events a queue or a ballot that opens within minutes, beside those that the
// generator makes: its people come to few.
func (l *lobby) open(c *inventory.Create, now inventory.Instant) {
	s := &c.Event.Settings
	if l.random.IntN(5) > 0 || s.Onsale.Mode != inventory.OnsaleOpen || s.Approval || s.Visibility != "" || c.Event.EndsAt-now < inventory.Instant(inventory.Day) {
		return
	}
	minutes := func(n int) inventory.Instant {
		return inventory.Instant(l.random.IntN(n)) * inventory.Instant(inventory.Minute)
	}
	c.Publish = true
	if l.random.IntN(3) > 0 && c.Seats == nil {
		l.ballot(s, now)
		return
	}
	s.Onsale.Mode, s.Onsale.Identity, s.Onsale.Inside, s.Onsale.Admission = inventory.OnsaleQueue, inventory.OnsaleNobody, int64(1+l.random.IntN(4)), inventory.Hour
	s.Onsale.OpensAt = now + minutes(10)
	s.Onsale.ServesAt = s.Onsale.OpensAt + minutes(10)
}

// The ceremony's secret is that of the generator.
const (
	roomSecret = "what was in the envelope"
	roomValue  = "4 8 15"
)

// visit has some guests do something, perhaps with a failure in the middle.
func (l *lobby) visit(ctx context.Context, w *workload) error {
	s := w.sim
	e, err := s.store.Events.Event(ctx, w.event)
	if err != nil {
		return err
	}
	o := &e.Event.Settings.Onsale
	if o.Mode == inventory.OnsaleOpen || o.Mode == inventory.OnsaleBallot && len(e.Seated) > 0 {
		return nil
	}
	most := 6
	if o.Mode == inventory.OnsaleBallot {
		most = 50 // it comes to an end after six steps alone
	}
	for range l.random.IntN(most) {
		s.rooms.joins.SaltBy(func(b []byte) {
			for i := range b {
				b[i] = byte(l.random.Uint32())
			}
		})
		s.faults.decide(nil)
		if l.random.IntN(1000) < s.cfg.Faults {
			s.faults.decide(l.random)
		}
		met := s.faults.met
		err := l.act(ctx, w, o.Mode)
		failed := s.faults.met > met
		s.report.Faults += s.faults.met - met
		crashed := s.faults.down || s.power != nil && s.power.down()
		s.faults.decide(nil)
		if crashed {
			if err := s.crash(ctx); err != nil {
				return fmt.Errorf("restart: %w", err)
			}
			if err := w.kept(ctx); err != nil {
				return err
			}
		} else if err != nil && !failed {
			return fmt.Errorf("the waiting room: %w", err)
		}
	}
	return w.follow(ctx)
}

// act is one thing that somebody does. The error is one that no rule says.
func (l *lobby) act(ctx context.Context, w *workload, mode inventory.OnsaleMode) error {
	s := w.sim
	s.rooms.turnstile.Forget(w.event) // its clock is not the simulation's
	var one *guest
	if len(l.guests) > 0 {
		one = l.guests[l.random.IntN(len(l.guests))]
	}
	if mode == inventory.OnsaleBallot {
		return l.actBallot(ctx, w, one)
	}
	switch roll := l.random.IntN(20); {
	case one == nil || roll < 5:
		return l.join(ctx, w, l.arrives())
	case roll < 7:
		return l.join(ctx, w, one) // again
	case roll < 9:
		_, err := s.rooms.turnstile.Look(ctx, w.event)
		return err
	case roll < 15:
		return l.enter(ctx, w, one)
	case roll < 16:
		if one.receipt == nil {
			return nil
		}
		return allowed(s.rooms.turnstile.Leave(ctx, w.event, one.receipt.Text()), turnstile.ErrNotInside)
	case roll < 17:
		if one.receipt == nil {
			return nil
		}
		_, err := s.rooms.draws.Strike(ctx, w.event, one.receipt.Entrant.Index, draw.Left)
		return allowed(err, draws.ErrNone, draws.ErrSealed)
	case roll < 18:
		return l.enterBeacon(ctx, w)
	}
	return allowed(s.rooms.draws.Advance(ctx), errNoRelay, sequencer.ErrClock)
}

// arrives is somebody who was not here before.
func (l *lobby) arrives() *guest {
	one := &guest{identity: fmt.Sprint("guest ", len(l.guests))}
	l.guests = append(l.guests, one)
	return one
}

// enterBeacon has two members enter what the draw of the event is drawn with, the second of them
// in vain where it takes one.
func (*lobby) enterBeacon(ctx context.Context, w *workload) error {
	for _, member := range []string{"mem_room", "mem_other"} {
		who := inventory.Who{Actor: member, Staff: true}
		if _, err := w.sim.rooms.draws.Enter(ctx, w.event, who, &draws.Beacon{Secret: []byte(roomSecret), Value: roomValue}); err != nil {
			return refusedBeacon(err)
		}
	}
	return nil
}

// refusedBeacon is nil instead of an error that the rules of a draw say.
func refusedBeacon(err error) error {
	return allowed(err, draws.ErrNone, draws.ErrNotSealed, draws.ErrOver, draws.ErrKind, draws.ErrDrawn, sequencer.ErrClock)
}

// allowed is nil instead of an error that rules say.
func allowed(err error, rules ...error) error {
	if slices.ContainsFunc(rules, func(rule error) bool { return errors.Is(err, rule) }) {
		return nil
	}
	return err
}

// join has a guest join: nobody gets the place of another, and whoever joins again gets the same.
func (l *lobby) join(ctx context.Context, w *workload, g *guest) error {
	r, err := w.sim.rooms.joins.Join(ctx, w.event, g.identity)
	if err != nil {
		return allowed(err, joins.ErrNotOpen, joins.ErrNone, joins.ErrBallot)
	}
	return l.placed(w, g, r)
}

// placed notes the receipt that a guest was given.
func (l *lobby) placed(w *workload, g *guest, r *waitroom.Receipt) error {
	if g.receipt != nil {
		if r.Text() != g.receipt.Text() {
			w.sim.report.violate(w.number, "%s joined again and was given another receipt than before: %q, %q", g.identity, r.Text(), g.receipt.Text())
		}
		return nil
	}
	for _, other := range l.guests {
		if other.receipt != nil && other.receipt.Entrant.Index == r.Entrant.Index {
			w.sim.report.violate(w.number, "%s was given the index %d of %s", g.identity, r.Entrant.Index, other.identity)
		}
	}
	g.receipt = r
	w.sim.report.Joined++
	return nil
}

// enter has a guest come in: nobody does whose place is not called, and whoever comes again has
// the same pass.
func (*lobby) enter(ctx context.Context, w *workload, g *guest) error {
	if g.receipt == nil {
		return nil
	}
	t := w.sim.rooms.turnstile
	_, pass, err := t.Enter(ctx, w.event, g.receipt.Text())
	var waiting *turnstile.Waiting
	if errors.As(err, &waiting) {
		return nil
	}
	if err != nil {
		return allowed(err, turnstile.ErrClosed, turnstile.ErrPassOver, turnstile.ErrDone, turnstile.ErrStruck, turnstile.ErrLeft)
	}
	if g.until != 0 && g.until != pass.Until {
		w.sim.report.violate(w.number, "%s has a pass until %d, and one until %d", g.identity, g.until, pass.Until)
	}
	if g.until == 0 {
		w.sim.report.Entered++
	}
	g.until = pass.Until
	if w.sim.faults.down || w.sim.faults.countdown >= 0 {
		return nil // what is read now may fail
	}
	room, err := w.sim.store.WaitingRooms.Room(ctx, w.event)
	if err != nil {
		return err
	}
	v, err := t.Look(ctx, w.event)
	if err != nil {
		return err
	}
	if place, err := v.Place(g.receipt.Entrant.Index); err != nil || place < 1 || place > room.Serving {
		w.sim.report.violate(w.number, "%s came in with place %d, and %d are called (%v)", g.identity, place, room.Serving, err)
	}
	return nil
}

// kept compares what guests were told with what is stored, at the end. The order in which
// they joined is part of the trace.
func (l *lobby) kept(ctx context.Context, w *workload) error {
	e, err := w.sim.store.Events.Event(ctx, w.event)
	if err != nil {
		return err
	}
	o := &e.Event.Settings.Onsale
	for _, g := range l.guests {
		if g.receipt == nil {
			continue
		}
		list, err := w.sim.store.WaitingRooms.Entrants(ctx, w.event, g.receipt.Entrant.Index, g.receipt.Entrant.Index+1, 1)
		switch {
		case err != nil:
			return err
		case len(list) == 0 || [sha256.Size]byte(list[0].Commitment) != g.receipt.Entrant.Commitment:
			w.sim.report.violate(w.number, "the place %d of %s was acknowledged and is not there", g.receipt.Entrant.Index, g.identity)
			continue
		}
		stored, pass, err := w.sim.rooms.joins.Entrant(ctx, w.event, g.identity)
		if err != nil || stored.Index != g.receipt.Entrant.Index || pass.Until != g.until && g.until != 0 {
			w.sim.report.violate(w.number, "%s has entrant %d and a pass until %d, and was told %d and %d (%v)", g.identity, stored.Index, pass.Until, g.receipt.Entrant.Index, g.until, err)
		}
		if o.Mode == inventory.OnsaleBallot {
			if err := l.keptWish(ctx, w, g); err != nil {
				return err
			}
		}
		if err := binary.Write(w.sim.trace, binary.BigEndian, []int64{stored.Index, int64(pass.Until)}); err != nil {
			return err
		}
	}
	return nil
}
