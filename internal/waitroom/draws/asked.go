package draws

import (
	"context"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// Strike strikes an entrant out of the draw of an event, which is possible until it is
// sealed, and returns the strike that stands: an earlier one if there is one. The error is
// ErrNone, ErrSealed, or database.ErrNotFound when nobody has the index.
func (k *Keeper) Strike(ctx context.Context, event string, index int64, reason draw.Reason) (waitingrooms.RoomStrike, error) {
	now := k.cfg.Now()
	tell, err := k.telling(event, reason)
	if err != nil {
		return waitingrooms.RoomStrike{}, err
	}
	return k.cfg.Store.WaitingRooms.Strike(ctx, waitingrooms.RoomStrike{EventID: event, Index: index, Reason: string(reason), At: now}, tell, MayStrike(now))
}

// telling is the job that tells those who were struck out; nil: whoever leaves knows it.
func (k *Keeper) telling(event string, reason draw.Reason) (*database.Job, error) {
	if k.cfg.Tell == nil || reason == draw.Left {
		return nil, nil
	}
	job, err := k.cfg.Tell(event)
	return &job, err
}

// struckAtOnce is how many entrants are struck out, or restored, in one transaction: whoever joins waits
// for it.
const struckAtOnce = 1000

// StrikeNetwork strikes all out of the draw of an event who joined from a network, given by its
// pseudonym, at most a thousand of them: more reports whether others may be left. The error is as that
// of Strike, and database.ErrNotFound where nobody has joined from there.
func (k *Keeper) StrikeNetwork(ctx context.Context, event, network string, reason draw.Reason) (n int64, more bool, err error) {
	now := k.cfg.Now()
	tell, err := k.telling(event, reason)
	if err != nil {
		return 0, false, err
	}
	n, err = k.cfg.Store.WaitingRooms.StrikeNetwork(ctx, waitingrooms.RoomStrike{EventID: event, Network: network, Reason: string(reason), At: now}, struckAtOnce, tell, MayStrike(now))
	return n, n == struckAtOnce, err
}

// Restore takes back that an entrant with an index was struck out, until the draw is sealed, or where
// that is negative, that those were who came from a network, at most a thousand of them: more reports
// whether others may be left. Whoever left the draw stays out. The error is as that of Strike.
func (k *Keeper) Restore(ctx context.Context, event string, index int64, network string) (n int64, more bool, err error) {
	n, err = k.cfg.Store.WaitingRooms.Restore(ctx, event, index, network, struckAtOnce, MayStrike(k.cfg.Now()))
	return n, n == struckAtOnce, err
}

// MayStrike is what waitingrooms.WaitingRooms.Strike asks at a time.
func MayStrike(now inventory.Instant) func(*inventory.Event, *waitingrooms.WaitingRoom) error {
	return func(e *inventory.Event, room *waitingrooms.WaitingRoom) error {
		o := &e.Settings.Onsale
		switch {
		case !o.Draws():
			return ErrNone
		case room.Sealed != waitingrooms.NotSealed || now >= o.SealsAt || o.Closed:
			return ErrSealed
		}
		return nil
	}
}

// MayStrike is the error of a draw in which nobody can be struck out any more, or that is none, as far
// as the event says; nil: somebody can be.
func (k *Keeper) MayStrike(e *inventory.Event) error {
	sealed := int64(waitingrooms.NotSealed)
	if e.Settings.Onsale.Draw.Seal.At != 0 {
		sealed = e.Settings.Onsale.Draw.Seal.Entrants
	}
	return MayStrike(k.cfg.Now())(e, &waitingrooms.WaitingRoom{Sealed: sealed})
}

// A Beacon is one that somebody enters: Secret and Value of a ceremony, or the Signature of
// the round when the server reaches no relay.
type Beacon struct {
	Secret    []byte
	Value     string
	Signature []byte
}

// Enter draws with a beacon that somebody enters. What was announced decides whether it is
// genuine, not who enters it: the error is draw.ErrBeacon when it is not. To enter it again
// changes nothing; another one is ErrDrawn. A ceremony that takes two members is drawn by the
// second of them who enters the value that was entered before, and not by keys: ErrMembers.
func (k *Keeper) Enter(ctx context.Context, event string, who inventory.Who, b *Beacon) (*inventory.Event, error) {
	for range steps {
		v, err := k.cfg.Store.Events.Event(ctx, event)
		if err != nil {
			return nil, err
		}
		e := &v.Event
		value, err := k.entered(e, b)
		if err != nil {
			return nil, err
		}
		o := &e.Settings.Onsale
		if was := o.Draw.Result; was.Seed != "" {
			if value.At = was.At; value != was {
				return nil, ErrDrawn
			}
			return e, nil
		}
		if o.Beacon.Members == 2 && !strings.HasPrefix(who.Actor, id.Member) {
			return nil, ErrMembers
		}
		if o.Draw.First.By(who.Actor, b.Value) {
			return e, nil
		}
		if o.Closed || e.Status == inventory.Cancelled || k.cfg.Now() >= e.RegistrationEnds() {
			return nil, ErrOver
		}
		if next, at, ok := e.DrawDue(k.now(e)); !ok || next != inventory.DrawDrawn || k.now(e) < at {
			return nil, ErrNotSealed
		}
		if _, err := k.submit(ctx, event, inventory.AdvanceDraw{Who: who, To: inventory.DrawDrawn, Result: value}); err != nil {
			return nil, err
		}
		// It is drawn now, by this beacon or by that of somebody faster, or waits for a second
		// member.
	}
	return nil, fmt.Errorf("draws: no end after %d steps", steps)
}

// entered returns what follows from a beacon for a sealed draw.
func (*Keeper) entered(e *inventory.Event, b *Beacon) (inventory.DrawValue, error) {
	o := &e.Settings.Onsale
	switch {
	case !o.Draws():
		return inventory.DrawValue{}, ErrNone
	case (o.Beacon.Kind == inventory.BeaconCeremony) != (b.Signature == nil):
		return inventory.DrawValue{}, ErrKind
	case o.Draw.Seal.At == 0:
		return inventory.DrawValue{}, ErrNotSealed
	}
	if b.Signature != nil {
		if err := draw.VerifyRound(uint64(o.Draw.Seal.Round), b.Signature); err != nil { //nolint:gosec // never negative
			return inventory.DrawValue{}, err
		}
		return resultOf(e, b.Signature)
	}
	var commitment draw.HexHash
	if err := commitment.UnmarshalText([]byte(o.Beacon.Commitment)); err != nil {
		return inventory.DrawValue{}, fmt.Errorf("draws: the commitment of %s: %w", e.ID, err)
	}
	beacon, err := draw.CeremonyBeacon(draw.Hash(commitment), b.Secret, b.Value)
	if err != nil {
		return inventory.DrawValue{}, err
	}
	value, err := resultOf(e, beacon)
	value.Secret, value.Value = draw.HexBytes(b.Secret).String(), b.Value
	return value, err
}
