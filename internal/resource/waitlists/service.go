// Package waitlists takes what people, staff and other systems say of the waitlists of resources:
// it stores what package resource decides, with the jobs that tell of it.
package waitlists

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

// Service decides the commands for resources, and stores what came of them.
type Service struct {
	store  *store.Store
	outbox Outbox
	watch  Watch
	now    func() time.Time
	ids    *id.Maker
}

// New returns a Service. outbox may be nil: then nobody is told. watch may be nil.
func New(st *store.Store, outbox Outbox, now func() time.Time, watch Watch) (*Service, error) {
	if st == nil || now == nil {
		return nil, errors.New("waitlists: a store and a clock are required")
	}
	if watch == nil {
		watch = func(*resource.Decision) {}
	}
	return &Service{store: st, outbox: outbox, watch: watch, now: now, ids: &id.Maker{Now: now}}, nil
}

// Naming returns the same service with another maker of ids.
func (s *Service) Naming(ids *id.Maker) *Service {
	other := *s
	other.ids = ids
	return &other
}

// decide decides a call, stores what came of it and tells who watches.
func (s *Service) decide(ctx context.Context, c *storeresources.ResourceCall) (*storeresources.Resource, *resource.Decision, error) {
	r, made, err := s.store.Resources.Decide(ctx, c)
	if err == nil {
		s.watch(made)
	}
	return r, made, err
}

// Seen stores that the person of an entry looks at what it is offered, the first time.
func (s *Service) Seen(ctx context.Context, o *storeresources.ResourceOffer) error {
	if o.SeenAt != 0 || o.State != resource.OfferOpen {
		return nil
	}
	return s.store.Resources.OfferSeen(ctx, o.ResourceID, o.ID, inventory.At(s.now()))
}

// Do decides a command for a resource, and stores what came of it.
func (s *Service) Do(ctx context.Context, resourceID string, cmd resource.Command) (*storeresources.Resource, *resource.Decision, error) {
	return s.decide(ctx, s.call(resourceID, cmd))
}

// SettleFee decides what a captured payment for a place becomes, and stores it with all that follows:
// the place, or the way back of all of it.
func (s *Service) SettleFee(ctx context.Context, p *payments.Payment) error {
	made, err := s.store.Resources.SettleFee(ctx, s.call("", nil), p)
	if err == nil && made != nil {
		s.watch(made)
	}
	return err
}

// Join puts somebody on the waitlist of a resource.
func (s *Service) Join(ctx context.Context, resourceID string, cmd resource.Join, who *storeresources.ResourceEntry) (*resource.Decision, error) {
	c := s.call(resourceID, cmd)
	c.Entry = who
	_, made, err := s.decide(ctx, c)
	return made, err
}

// JoinOwn gives somebody the place that they asked for themselves, with an address that they have
// confirmed. user is what the other system knows them by. database.ErrNotFound: they were erased meanwhile.
func (s *Service) JoinOwn(ctx context.Context, j *storeresources.ResourceJoin, user string) (*resource.Decision, error) {
	ctx = organizations.WithBy(ctx, organizations.By{Actor: j.EntryID, At: inventory.At(s.now())})
	return s.Join(ctx, j.ResourceID, resource.Join{EntryID: j.EntryID, UserID: user, Address: j.Address, Units: j.Units, Attributes: j.Attributes, Own: true},
		&storeresources.ResourceEntry{Email: j.Email, Name: j.Name, Locale: j.Locale})
}

// Forget ends an entry, if it has not ended, and makes it nobody's, or what somebody asked for
// before they had a place. database.ErrNotFound: there is neither.
func (s *Service) Forget(ctx context.Context, entry string) error {
	of, ok := id.ResourceOf(entry, id.ResourceEntry)
	if !ok {
		return database.ErrNotFound
	}
	_, err := s.store.Resources.Entry(ctx, of, entry)
	if errors.Is(err, database.ErrNotFound) {
		if err = s.store.ResourceJoins.Forget(ctx, of, entry, inventory.At(s.now())); errors.Is(err, database.ErrNotFound) {
			_, err = s.store.Resources.Entry(ctx, of, entry) // they have joined meanwhile, or there is nothing
		} else if err == nil {
			return nil
		}
	}
	if err != nil {
		return err
	}
	c := s.call(of, resource.Leave{EntryID: entry, Reason: resource.ReasonErased})
	c.Forget = entry
	_, _, err = s.decide(ctx, c)
	return err
}

// perRound is how many resources one look for what is due finds.
const perRound = 100

// Lapse ends the offers whose time is over, and returns in how many resources.
func (s *Service) Lapse(ctx context.Context) (resources int, err error) {
	for ctx.Err() == nil {
		due, err := s.store.Resources.DueResources(ctx, inventory.At(s.now()), perRound)
		if err != nil {
			return resources, err
		}
		for _, r := range due {
			if _, _, err := s.Do(ctx, r, resource.Tick{}); err != nil {
				return resources, err
			}
		}
		if resources += len(due); len(due) < perRound {
			return resources, nil
		}
	}
	return resources, ctx.Err()
}

func (s *Service) call(resourceID string, cmd resource.Command) *storeresources.ResourceCall {
	return &storeresources.ResourceCall{ResourceID: resourceID, Command: cmd, Now: inventory.At(s.now()), NewID: s.ids, Outbox: s.outbox}
}
