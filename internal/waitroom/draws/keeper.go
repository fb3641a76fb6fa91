// Package draws moves the draws of waiting rooms on when it is time: it notes that they
// open, seals them, asks for their beacon, draws, and notes that they serve and close.
//
// Everything that is decided is decided once, by a command of the event and under the lock
// on the room's row: so any number of servers may do this at once, and one that was killed
// in the middle leaves nothing to repair.
package draws

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/merkle"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

const (
	// every is how often it is looked for draws that are due.
	every = time.Second
	// page is how many of them are looked for at once.
	page = 200
	// strikes is how many of those who were struck out are read at once.
	strikes = 5000
	// slack is how much later than it must be a round is that takes the place of the one
	// that was announced: the seal still has to be written.
	slack = inventory.Instant(inventory.SealWithin)
	// askEvery is how often the relays are asked for a beacon, lateAskEvery when it is
	// later than a few minutes.
	askEvery     = inventory.Instant(3 * inventory.Second)
	lateAskEvery = inventory.Instant(30 * inventory.Second)
	late         = inventory.Instant(3 * inventory.Minute)
	// askWithin is for how long the relays are asked for a round at once, askAtOnce for how
	// many rounds they are asked at the same time.
	askWithin = 10 * time.Second
	askAtOnce = 8
	// remembered bounds the events of which it is remembered when the relays were asked.
	remembered = 4096
	// steps bounds how often one draw is moved on at once: it has six steps.
	steps = 8
	// together is how many of a ballot are put on the waitlist at once, before other draws
	// are looked at.
	together = 500
)

// Errors of what people ask of a draw. After each of these nothing was changed.
var (
	// ErrNone is an event that draws nothing.
	ErrNone = errors.New("draws: the event has no draw")
	// ErrNotSealed is a draw whose seal is still to come, or not a minute old.
	ErrNotSealed = errors.New("draws: the draw is not sealed, or was a moment ago")
	// ErrSealed is a draw in which nobody can be struck out any more.
	ErrSealed = errors.New("draws: the draw is sealed")
	// ErrDrawn is a draw that has a beacon already.
	ErrDrawn = errors.New("draws: the draw is drawn")
	// ErrOver is a waiting room that has closed.
	ErrOver = errors.New("draws: the waiting room is closed")
	// ErrMembers is a value that two members have to enter, by whoever is none.
	ErrMembers = errors.New("draws: the ceremony takes two members")
	// ErrKind is a beacon of the other kind than the terms say.
	ErrKind = errors.New("draws: not the kind of beacon that was announced")
)

// system is who moves draws on.
var system = inventory.Who{Actor: "system"}

// Config configures a Keeper.
type Config struct {
	Store *store.Store
	// Submit passes a command to the writer of the event. With a key, other than nil, it is
	// decided once, however often it is passed on.
	Submit func(ctx context.Context, event string, cmd inventory.Command, key *database.Key) (inventory.Outcome, error)
	// IDs makes those of the people and places on the waitlist of a ballot.
	IDs *id.Maker
	// Signature returns the signature of a round of quicknet. It need not be genuine; ctx
	// bounds how long it may take.
	Signature func(ctx context.Context, round uint64) ([]byte, error)
	Now       func() inventory.Instant
	Log       *slog.Logger
	// Moved is called for each event whose draw came a step further; nil: nobody is.
	Moved func(event string)
	// Tell returns the job that tells those of an event who were struck out; nil: nobody is told.
	Tell func(event string) (database.Job, error)
}

// Keeper is safe for concurrent use.
type Keeper struct {
	cfg Config

	mu    sync.Mutex
	asked map[string]inventory.Instant // guarded by mu: when the relays were asked last, by event
}

// New returns a keeper. It has no goroutine of its own: see Run.
func New(c Config) (*Keeper, error) {
	if c.Store == nil || c.Submit == nil || c.IDs == nil || c.Signature == nil || c.Now == nil || c.Log == nil {
		return nil, errors.New("draws: Config.Store, Submit, IDs, Signature, Now and Log are required")
	}
	return &Keeper{cfg: c, asked: map[string]inventory.Instant{}}, nil
}

// Run moves draws on, each second, until ctx ends. The relays are asked apart from that, so
// that one that does not answer keeps no draw from being opened, sealed or served.
func (k *Keeper) Run(ctx context.Context) {
	var running sync.WaitGroup
	for _, work := range []func(context.Context) error{k.move, k.ask} {
		running.Go(func() { k.repeat(ctx, work) })
	}
	running.Wait()
}

// repeat works each second until ctx ends.
func (k *Keeper) repeat(ctx context.Context, work func(context.Context) error) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := work(ctx); err != nil && ctx.Err() == nil {
			k.cfg.Log.WarnContext(ctx, "draws: cannot move draws on; trying again", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Advance moves all draws on as far as they can come by now. A draw whose beacon is not
// known yet is not an error. It takes no longer than the relays have for their answers, beside
// what the database takes.
func (k *Keeper) Advance(ctx context.Context) error {
	return errors.Join(k.move(ctx), k.ask(ctx))
}

// move makes all steps that need no answer of a relay.
func (k *Keeper) move(ctx context.Context) error { return k.eachDue(ctx, k.advance) }

// eachDue does something with each event whose draw is due. An event of which it fails keeps
// none of the others.
func (k *Keeper) eachDue(ctx context.Context, do func(ctx context.Context, event string) error) error {
	var errs []error
	for after := ""; ; {
		due, err := k.cfg.Store.WaitingRooms.DueDraws(ctx, k.cfg.Now(), after, page)
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
		for _, event := range due {
			if err := do(ctx, event); err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", event, err))
			}
			after = event
		}
		if len(due) < page || ctx.Err() != nil {
			return errors.Join(errs...)
		}
	}
}

// errWait: the next step is not possible yet.
var errWait = errors.New("draws: to be waited for")

// advance moves one draw on, up to where its beacon is needed.
func (k *Keeper) advance(ctx context.Context, event string) error {
	for range steps {
		v, err := k.cfg.Store.Events.Event(ctx, event)
		if err != nil {
			return err
		}
		now := k.now(&v.Event)
		next, at, ok := v.Event.DrawDue(now)
		if !ok || now < at || next == inventory.DrawDrawn {
			return nil
		}
		c := inventory.AdvanceDraw{Who: system, To: next}
		switch next {
		case inventory.DrawSealed:
			c.Seal, err = k.seal(ctx, &v.Event)
		case inventory.DrawPlaced:
			err = k.place(ctx, &v.Event)
		}
		switch {
		case errors.Is(err, errWait):
			return nil
		case err != nil:
			return err
		}
		// A refusal means that another server was faster, or that a moment has passed in
		// which the round was still far enough away: it is seen when the event is read again.
		if _, err := k.submit(ctx, event, c); err != nil {
			return err
		}
	}
	return fmt.Errorf("draws: no end after %d steps", steps)
}

// now is the time of what is decided of an event next: its own may be ahead, where the clock
// was set back or that of another server is. By an earlier one the same step would be tried
// and refused until that has gone by.
func (k *Keeper) now(e *inventory.Event) inventory.Instant { return max(k.cfg.Now(), e.Clock) }

func (k *Keeper) submit(ctx context.Context, event string, c inventory.AdvanceDraw) (inventory.Outcome, error) {
	o, err := k.cfg.Submit(ctx, event, c, nil)
	if err == nil && o.Code == inventory.OK && k.cfg.Moved != nil {
		k.cfg.Moved(event)
	}
	return o, err
}

// seal fixes who takes part, and returns the seal. It returns the same one however often it
// is called, but for the round of a seal that is late.
func (k *Keeper) seal(ctx context.Context, e *inventory.Event) (inventory.DrawSeal, error) {
	tree, err := k.cfg.Store.WaitingRooms.Seal(ctx, e.ID, func(e *inventory.Event) error {
		if o := &e.Settings.Onsale; !o.Draws() || k.cfg.Now() < o.SealsAt {
			return errWait
		}
		return nil
	})
	if err != nil {
		return inventory.DrawSeal{}, err
	}
	frontier, err := waitroom.TreeOf(tree.Size, tree.Nodes)
	if err != nil {
		return inventory.DrawSeal{}, err
	}
	var struck merkle.Frontier
	for from := int64(0); ; {
		list, err := k.cfg.Store.WaitingRooms.Strikes(ctx, e.ID, from, strikes)
		if err != nil {
			return inventory.DrawSeal{}, err
		}
		for i := range list {
			s := draw.Strike{Index: list[i].Index, Reason: draw.Reason(list[i].Reason)}
			struck.Append(s.Text())
			from = s.Index + 1
		}
		if len(list) < strikes {
			break
		}
	}
	seal := inventory.DrawSeal{
		Entrants: tree.Size, Root: draw.HexHash(frontier.Root()).String(), Struck: struck.Size(), StruckRoot: draw.HexHash(struck.Root()).String(),
	}
	if b := &e.Settings.Onsale.Beacon; b.Kind == inventory.BeaconQuicknet {
		seal.Round, seal.RoundAt = b.Round, b.At
		if now := k.now(e); b.At < now+inventory.Instant(inventory.BeaconAfterSeal) {
			seal.Round, seal.RoundAt = waitroom.RoundAfter(now + inventory.Instant(inventory.BeaconAfterSeal) + slack)
		}
	}
	return seal, nil
}

// ask asks the relays for the rounds that sealed draws wait for, a few at once and each for
// a bounded time, and draws.
func (k *Keeper) ask(ctx context.Context) error {
	waiting := map[uint64][]string{} // events by round
	err := k.eachDue(ctx, func(ctx context.Context, event string) error {
		v, err := k.cfg.Store.Events.Event(ctx, event)
		if err != nil {
			return err
		}
		if round, ok := k.awaited(&v.Event); ok {
			waiting[round] = append(waiting[round], event)
		}
		return nil
	})
	var asking sync.WaitGroup
	slots := make(chan struct{}, askAtOnce)
	errs := make(chan error, len(waiting))
	for round, events := range waiting {
		asking.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			errs <- k.askFor(ctx, round, events)
		})
	}
	asking.Wait()
	close(errs)
	for failed := range errs {
		err = errors.Join(err, failed)
	}
	return err
}

// awaited returns the round that an event waits for, if it is time to ask for it.
func (k *Keeper) awaited(e *inventory.Event) (round uint64, ok bool) {
	o := &e.Settings.Onsale
	now := k.cfg.Now()
	next, at, ok := e.DrawDue(now)
	if !ok || now < at || next != inventory.DrawDrawn || o.Beacon.Kind != inventory.BeaconQuicknet {
		return 0, false
	}
	round = uint64(o.Draw.Seal.Round) //nolint:gosec // never negative
	return round, k.mayAsk(e.ID, o.Draw.Seal.RoundAt, now)
}

// askFor asks for a round, and draws the events that wait for it.
func (k *Keeper) askFor(ctx context.Context, round uint64, events []string) error {
	bounded, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	signature, err := k.cfg.Signature(bounded, round)
	if err == nil {
		err = draw.VerifyRound(round, signature)
	}
	if err != nil {
		// It is the same value however late it comes.
		k.cfg.Log.WarnContext(ctx, "draws: the beacon is not known yet; trying again", slog.Uint64("round", round), slog.Int("draws", len(events)), slog.Any("error", err))
		return nil
	}
	var errs []error
	for _, event := range events {
		if err := k.drawBy(ctx, event, round, signature); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", event, err))
		}
	}
	return errors.Join(errs...)
}

// drawBy draws an event by the signature of a round, and moves it on from there.
func (k *Keeper) drawBy(ctx context.Context, event string, round uint64, signature []byte) error {
	v, err := k.cfg.Store.Events.Event(ctx, event)
	if err != nil {
		return err
	}
	if sealed := v.Event.Settings.Onsale.Draw.Seal.Round; uint64(sealed) != round { //nolint:gosec // never negative
		return nil // it was moved by another server meanwhile: it is seen the next time
	}
	result, err := resultOf(&v.Event, signature)
	if err != nil {
		return err
	}
	// Refused where another server was faster, which has drawn the same.
	if _, err := k.submit(ctx, event, inventory.AdvanceDraw{Who: system, To: inventory.DrawDrawn, Result: result}); err != nil {
		return err
	}
	return k.advance(ctx, event)
}

// mayAsk reports whether it is time to ask the relays for the beacon of an event.
func (k *Keeper) mayAsk(event string, known, now inventory.Instant) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	gap := askEvery
	if now > known+late {
		gap = lateAskEvery
	}
	if last := k.asked[event]; last != 0 && now >= last && now < last+gap {
		return false
	}
	if len(k.asked) >= remembered {
		clear(k.asked)
	}
	k.asked[event] = now
	return true
}

// resultOf is what follows from the beacon of a sealed draw.
func resultOf(e *inventory.Event, beacon []byte) (inventory.DrawValue, error) {
	p, err := waitroom.PublicationOf(e.ID, &e.Settings.Onsale)
	if err != nil {
		return inventory.DrawValue{}, err
	}
	sealed := p.Sealed()
	return inventory.DrawValue{Signature: draw.HexBytes(beacon).String(), Seed: draw.HexHash(sealed.Seed(beacon)).String()}, nil
}
