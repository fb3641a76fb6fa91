// Package passes sets places aside for the passes of series: on each date that a pass covers
// before the first of them can be sold.
//
// A pass is sold by an event of its own, whose pool never has more places than are set aside on
// each date that is to come. Raising that takes the dates first and the pool last; lowering it,
// the pool first. What is between can end anywhere: the plan is stored before it begins, each
// step of it is a command that can be repeated, and whoever finds an unfinished plan goes on.
package passes

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/passes"
)

const (
	// leaseFor is how long a plan belongs to whoever carries it out.
	leaseFor = inventory.Instant(60 * inventory.Second)
	// workFor is how long they work on it: what they have asked for by then is decided long
	// before anybody else goes on.
	workFor = 30 * time.Second
)

// actor is who the commands are by.
const actor = "passes"

// Sequencer takes commands.
type Sequencer interface {
	Submit(context.Context, sequencer.Request) (sequencer.Reply, error)
}

// Config configures a Keeper.
type Config struct {
	Store     *store.Store
	Sequencer Sequencer
	Now       func() time.Time
}

// Keeper carries out the plans of passes.
type Keeper struct{ cfg Config }

// NewKeeper returns a keeper.
func NewKeeper(c Config) (*Keeper, error) {
	if c.Store == nil || c.Sequencer == nil || c.Now == nil {
		return nil, errors.New("passes: Config.Store, Sequencer and Now are required")
	}
	return &Keeper{c}, nil
}

// BlockOf is the id of the block by which a plan of a pass sets places aside on a date.
func BlockOf(date, pass string, plan int64) string {
	return id.Named(id.Block, date, "pass\n"+pass+"\n"+strconv.FormatInt(plan, 10))
}

// Settle carries out the plan of a pass, and returns how it stands. A plan that a date refuses is
// undone; Fault says so. It can be ended anywhere and called again. passes.ErrBusy: somebody else
// is at it.
func (k *Keeper) Settle(ctx context.Context, pass string) (*passes.WithDates, error) {
	ctx, cancel := context.WithTimeout(ctx, workFor)
	defer cancel()
	now := inventory.At(k.cfg.Now())
	p, got, err := k.cfg.Store.Passes.Lease(ctx, pass, now, now+leaseFor)
	switch {
	case err != nil:
		return nil, err
	case p.State == passes.Settled:
		return p, nil
	case !got:
		return nil, passes.ErrBusy
	}
	s := &settling{Keeper: k, pass: p, lease: p.LeasedUntil}
	for p.State != passes.Settled {
		if err := s.carryOut(ctx); err != nil {
			return nil, fmt.Errorf("passes: set places aside: %w", err)
		}
	}
	return k.cfg.Store.Passes.Pass(ctx, pass)
}

// settling is a plan that is carried out.
type settling struct {
	*Keeper
	pass  *passes.WithDates
	lease inventory.Instant
}

func (s *settling) submit(ctx context.Context, event string, cmd inventory.Command, key *database.Key) (inventory.Outcome, error) {
	reply, err := s.cfg.Sequencer.Submit(ctx, sequencer.Request{EventID: event, Command: cmd, Key: key})
	return reply.Outcome, err
}

func who() inventory.Who { return inventory.Who{Actor: actor, Staff: true} }

// carryOut does what a plan asks for, or makes the plan that undoes it.
func (s *settling) carryOut(ctx context.Context) error {
	p := s.pass
	pool, err := s.pool(ctx)
	if err != nil {
		return err
	}
	if p.Places < pool.Capacity {
		o, err := s.capacity(ctx, pool.ID, true)
		if err != nil {
			return err
		}
		if o.Code == inventory.NotEnoughUnits {
			return s.giveUp(ctx, o.Code, p.ID)
		}
	}
	for i := range p.Dates {
		code, err := s.date(ctx, &p.Dates[i])
		if err != nil {
			return err
		}
		if code != inventory.OK {
			return s.giveUp(ctx, code, p.Dates[i].EventID)
		}
	}
	if p.Places > pool.Capacity {
		if _, err := s.capacity(ctx, pool.ID, false); err != nil {
			return err
		}
	}
	p.State, p.SettledPlaces, p.LeasedUntil = passes.Settled, p.Places, 0
	return s.cfg.Store.Passes.Advance(ctx, p, s.lease)
}

// pool is that of the event of the pass.
func (s *settling) pool(ctx context.Context) (*inventory.Pool, error) {
	v, err := s.cfg.Store.Events.Event(ctx, s.pass.ID)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(v.Pools, func(p inventory.Pool) bool { return p.ID == passes.PoolID(s.pass.ID) })
	if i < 0 {
		return nil, fmt.Errorf("the event %s has no pool of passes", s.pass.ID)
	}
	return &v.Pools[i], nil
}

// capacity makes the pool as large as the plan says, once: a command that was thought lost does
// not undo what a later plan does.
func (s *settling) capacity(ctx context.Context, pool string, within bool) (inventory.Outcome, error) {
	p := s.pass
	key := &database.Key{Scope: p.ID, Caller: actor, Key: "plan " + strconv.FormatInt(p.Plan, 10), BodyHash: sha256.Sum256([]byte(strconv.FormatInt(p.Places, 10)))}
	o, err := s.submit(ctx, p.ID, inventory.SetCapacity{Who: who(), Pool: pool, Capacity: p.Places, Within: within}, key)
	if err == nil && o.Code != inventory.OK && o.Code != inventory.EventIsCancelled && (!within || o.Code != inventory.NotEnoughUnits) {
		err = fmt.Errorf("the pool of passes was not changed: %s", o.Code)
	}
	return o, err
}

// date sets aside on a date what the plan says, or returns why it cannot have that.
func (s *settling) date(ctx context.Context, d *passes.Date) (inventory.Code, error) {
	p, want := s.pass, s.pass.Places
	if p.State == passes.Undoing {
		if err := s.adopt(ctx, d); err != nil {
			return "", err
		}
		if d.State == passes.DatePlanned {
			want = 0
		}
	}
	switch {
	case want == d.Places && (d.BlockID != "" || want == 0):
		if p.State == passes.Undoing || d.State != passes.DatePlanned {
			return "", nil
		}
	case want == 0:
		o, err := s.submit(ctx, d.EventID, inventory.Unblock{Who: who(), HoldID: d.BlockID}, nil)
		if err == nil && o.Code != inventory.OK {
			err = fmt.Errorf("the block %s was not ended: %s", d.BlockID, o.Code)
		}
		if err != nil {
			return "", err
		}
		d.BlockID, d.Places = "", 0
		if d.State == passes.DatePlanned && p.State == passes.Undoing {
			return "", s.cfg.Store.Passes.Advance(ctx, p, s.lease, d)
		}
	default:
		cmd := inventory.Block{Who: who(), HoldID: BlockOf(d.EventID, p.ID, p.Plan), Tier: d.TierID, Units: want}
		if d.BlockID != "" {
			cmd.Replaces = []string{d.BlockID}
		}
		o, err := s.submit(ctx, d.EventID, cmd, nil)
		if err != nil {
			return "", err
		}
		switch o.Code {
		case inventory.OK:
		case inventory.AlreadyExists:
			if held, err := s.held(ctx, cmd.HoldID); err != nil || held == 0 {
				return "", errors.Join(err, fmt.Errorf("the block %s has ended", cmd.HoldID))
			}
		case inventory.EventOver:
			d.State = passes.DatePast
			return "", s.cfg.Store.Passes.Advance(ctx, p, s.lease, d)
		case inventory.EventIsCancelled:
			d.State = passes.DateCancelled
			return "", s.cfg.Store.Passes.Advance(ctx, p, s.lease, d)
		default:
			return o.Code, nil
		}
		d.BlockID, d.Places = cmd.HoldID, want
	}
	d.State = passes.DateSet
	return "", s.cfg.Store.Passes.Advance(ctx, p, s.lease, d)
}

// held is how many units a block has; 0: it has ended, or there is none.
func (s *settling) held(ctx context.Context, block string) (int64, error) {
	v, err := s.cfg.Store.Registrations.Hold(ctx, block)
	if errors.Is(err, database.ErrNotFound) {
		return 0, nil
	}
	if err != nil || v.Hold.State != inventory.HoldHeld {
		return 0, err
	}
	return v.Hold.Units, nil
}

// adopt notes the block that the plan which is undone has made, if that was not noted.
func (s *settling) adopt(ctx context.Context, d *passes.Date) error {
	made := BlockOf(d.EventID, s.pass.ID, s.pass.Plan-1)
	if d.BlockID == made {
		return nil
	}
	units, err := s.held(ctx, made)
	if err == nil && units > 0 {
		d.BlockID, d.Places = made, units
	}
	return err
}

// giveUp makes the plan that undoes the one that was refused. Nothing more is set aside than was,
// so no date refuses it.
func (s *settling) giveUp(ctx context.Context, why inventory.Code, event string) error {
	p := s.pass
	if p.State == passes.Undoing {
		return fmt.Errorf("event %s refuses to have as many places set aside as before: %s", event, why)
	}
	p.Plan, p.State, p.Places, p.Fault, p.FaultEvent = p.Plan+1, passes.Undoing, p.SettledPlaces, string(why), event
	for i := range p.Dates {
		if d := &p.Dates[i]; d.AddedPlan == p.Plan-1 {
			d.State = passes.DatePlanned
		}
	}
	var added []*passes.Date
	for i := range p.Dates {
		added = append(added, &p.Dates[i])
	}
	return s.cfg.Store.Passes.Advance(ctx, p, s.lease, added...)
}

// Keep carries out plans that were left, and has what sells passes follow their dates: at most
// limit of each.
func (k *Keeper) Keep(ctx context.Context, limit int) error {
	left, err := k.cfg.Store.Passes.Unsettled(ctx, inventory.At(k.cfg.Now()), limit)
	if err != nil {
		return err
	}
	var errs []error
	for _, pass := range left {
		if _, err := k.Settle(ctx, pass); err != nil && !errors.Is(err, passes.ErrBusy) {
			errs = append(errs, err)
		}
	}
	moved, err := k.cfg.Store.Passes.Moved(ctx, limit)
	errs = append(errs, err)
	for _, pass := range moved {
		errs = append(errs, k.follow(ctx, pass))
	}
	return errors.Join(errs...)
}

// follow gives the event that sells a pass the times of its dates: it begins with the first and
// ends with the last of those that are not cancelled. Nobody is told about it: people who have the
// pass are told by each date what becomes of it.
func (k *Keeper) follow(ctx context.Context, pass string) error {
	p, err := k.cfg.Store.Passes.Pass(ctx, pass)
	if err != nil {
		return err
	}
	ids := make([]string, len(p.Dates))
	for i := range p.Dates {
		ids[i] = p.Dates[i].EventID
	}
	_, views, err := k.cfg.Store.Events.BriefsOfAll(ctx, ids)
	if err != nil {
		return err
	}
	var starts, ends inventory.Instant
	for i := range p.Dates {
		d, v := &p.Dates[i], views[p.Dates[i].EventID]
		if v == nil || !d.Covered() {
			continue
		}
		d.KnownStart, d.KnownEnd = v.Event.StartsAt, v.Event.EndsAt
		if v.Event.Status == inventory.Cancelled {
			d.State = passes.DateCancelled
			continue
		}
		if starts == 0 || d.KnownStart < starts {
			starts = d.KnownStart
		}
		ends = max(ends, d.KnownEnd)
	}
	if err := k.move(ctx, pass, starts, ends); err != nil {
		return fmt.Errorf("passes: follow the dates of %s: %w", pass, err)
	}
	return k.cfg.Store.Passes.SetKnown(ctx, p.Dates)
}

// move gives an event other times. The sale of passes that ended with its start still does.
func (k *Keeper) move(ctx context.Context, event string, starts, ends inventory.Instant) error {
	v, err := k.cfg.Store.Events.Event(ctx, event)
	if err != nil || starts == 0 || v.Event.StartsAt == starts && v.Event.EndsAt == ends {
		return err
	}
	cmd := inventory.Configure{Who: who(), StartsAt: starts, EndsAt: ends, Zone: v.Event.Zone, Settings: v.Event.Settings, From: &v.Event}
	if cmd.Settings.RegistrationCutoff == v.Event.StartsAt || cmd.Settings.RegistrationCutoff > ends {
		cmd.Settings.RegistrationCutoff = starts
	}
	cmd.Settings.CancellationCutoff, cmd.Settings.DoorsOpen = min(cmd.Settings.CancellationCutoff, ends), min(cmd.Settings.DoorsOpen, ends)
	reply, err := k.cfg.Sequencer.Submit(ctx, sequencer.Request{EventID: event, Command: cmd})
	if err == nil && reply.Code != inventory.OK {
		err = fmt.Errorf("its times were not changed: %s", reply.Code)
	}
	return err
}
