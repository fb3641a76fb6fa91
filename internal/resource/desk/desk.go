// Package desk takes what people, staff and other systems say of the waitlists of resources:
// it stores what package resource decides, with the jobs that tell of it.
package desk

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	storeresources "github.com/holdfast-events/holdfast/internal/store/resources"
)

// Outbox makes the jobs that tell people and the other system what was decided.
type Outbox func(*storeresources.Resource, *resource.Decision) ([]database.Job, error)

// Watch is called with each decision that was stored, for figures.
type Watch func(*resource.Decision)

// Desk is where commands for resources go.
type Desk struct {
	store  *store.Store
	outbox Outbox
	watch  Watch
	now    func() time.Time
	ids    *id.Maker
}

// New returns a desk. outbox may be nil: then nobody is told. watch may be nil.
func New(st *store.Store, outbox Outbox, now func() time.Time, watch Watch) (*Desk, error) {
	if st == nil || now == nil {
		return nil, errors.New("desk: a store and a clock are required")
	}
	if watch == nil {
		watch = func(*resource.Decision) {}
	}
	return &Desk{store: st, outbox: outbox, watch: watch, now: now, ids: &id.Maker{Now: now}}, nil
}

// Naming is the same desk with another maker of ids.
func (d *Desk) Naming(ids *id.Maker) *Desk {
	other := *d
	other.ids = ids
	return &other
}

// decide decides a call, stores what came of it and tells who watches.
func (d *Desk) decide(ctx context.Context, c *storeresources.ResourceCall) (*storeresources.Resource, *resource.Decision, error) {
	r, made, err := d.store.Resources.Decide(ctx, c)
	if err == nil {
		d.watch(made)
	}
	return r, made, err
}

// Seen stores that the person of an entry looks at what it is offered, the first time.
func (d *Desk) Seen(ctx context.Context, o *storeresources.ResourceOffer) error {
	if o.SeenAt != 0 || o.State != resource.OfferOpen {
		return nil
	}
	return d.store.Resources.OfferSeen(ctx, o.ResourceID, o.ID, inventory.At(d.now()))
}

// Do decides a command for a resource, and stores what came of it.
func (d *Desk) Do(ctx context.Context, resourceID string, cmd resource.Command) (*storeresources.Resource, *resource.Decision, error) {
	return d.decide(ctx, d.call(resourceID, cmd))
}

// SettleFee decides what a captured payment for a place becomes, and stores it with all that follows:
// the place, or the way back of all of it.
func (d *Desk) SettleFee(ctx context.Context, p *payments.Payment) error {
	made, err := d.store.Resources.SettleFee(ctx, d.call("", nil), p)
	if err == nil && made != nil {
		d.watch(made)
	}
	return err
}

// Join puts somebody on the waitlist of a resource.
func (d *Desk) Join(ctx context.Context, resourceID string, cmd resource.Join, who *storeresources.ResourceEntry) (*resource.Decision, error) {
	c := d.call(resourceID, cmd)
	c.Entry = who
	_, made, err := d.decide(ctx, c)
	return made, err
}

// JoinOwn gives somebody the place that they asked for themselves, with an address that they have
// confirmed. user is what the other system knows them by. database.ErrNotFound: they were erased meanwhile.
func (d *Desk) JoinOwn(ctx context.Context, j *storeresources.ResourceJoin, user string) (*resource.Decision, error) {
	ctx = organizations.WithBy(ctx, organizations.By{Actor: j.EntryID, At: inventory.At(d.now())})
	return d.Join(ctx, j.ResourceID, resource.Join{EntryID: j.EntryID, UserID: user, Address: j.Address, Units: j.Units, Attributes: j.Attributes, Own: true},
		&storeresources.ResourceEntry{Email: j.Email, Name: j.Name, Locale: j.Locale})
}

// Forget ends an entry, if it has not ended, and makes it nobody's, or what somebody asked for
// before they had a place. database.ErrNotFound: there is neither.
func (d *Desk) Forget(ctx context.Context, entry string) error {
	of, ok := id.ResourceOf(entry, id.ResourceEntry)
	if !ok {
		return database.ErrNotFound
	}
	_, err := d.store.Resources.Entry(ctx, of, entry)
	if errors.Is(err, database.ErrNotFound) {
		if err = d.store.ResourceJoins.Forget(ctx, of, entry, inventory.At(d.now())); errors.Is(err, database.ErrNotFound) {
			_, err = d.store.Resources.Entry(ctx, of, entry) // they have joined meanwhile, or there is nothing
		} else if err == nil {
			return nil
		}
	}
	if err != nil {
		return err
	}
	c := d.call(of, resource.Leave{EntryID: entry, Reason: resource.ReasonErased})
	c.Forget = entry
	_, _, err = d.decide(ctx, c)
	return err
}

// perRound is how many resources one look for what is due finds.
const perRound = 100

// Lapse ends the offers whose time is over, and returns in how many resources.
func (d *Desk) Lapse(ctx context.Context) (resources int, err error) {
	for ctx.Err() == nil {
		due, err := d.store.Resources.DueResources(ctx, inventory.At(d.now()), perRound)
		if err != nil {
			return resources, err
		}
		for _, r := range due {
			if _, _, err := d.Do(ctx, r, resource.Tick{}); err != nil {
				return resources, err
			}
		}
		if resources += len(due); len(due) < perRound {
			return resources, nil
		}
	}
	return resources, ctx.Err()
}

func (d *Desk) call(resourceID string, cmd resource.Command) *storeresources.ResourceCall {
	return &storeresources.ResourceCall{ResourceID: resourceID, Command: cmd, Now: inventory.At(d.now()), NewID: d.ids, Outbox: d.outbox}
}
