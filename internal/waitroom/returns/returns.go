// Package returns says about how long people on the waitlists of events wait, from how places of
// the same event have come back: the last of them, which it remembers for some seconds, so that
// nobody who looks at their own position makes the server read a history.
package returns

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

const (
	// fresh and stale are how old what is remembered gets.
	fresh, stale = 10 * time.Second, 30 * time.Second
	// waitlists bounds those that a server remembers.
	waitlists = 4096
)

// Estimator is safe for concurrent use.
type Estimator struct {
	known *cache.Cache[waitlist, known]
	now   func() time.Time
}

type waitlist struct{ event, tier string }

type known struct {
	returns waitroom.Returns
	ends    inventory.Instant // of the waitlist
}

// Estimate is about how long somebody waits, and what that was taken from.
type Estimate struct {
	Wait waitroom.Expected
	waitroom.Returns
}

// New returns an estimator. now is the clock; nil: time.Now.
func New(st *store.Store, now func() time.Time) (*Estimator, error) {
	if st == nil {
		return nil, errors.New("returns: a store is required")
	}
	if now == nil {
		now = time.Now
	}
	e := &Estimator{now: now}
	var err error
	e.known, err = cache.New(cache.Config[waitlist, known]{
		Fresh: fresh, Stale: stale, Limit: waitlists, Now: now,
		Load: func(ctx context.Context, w waitlist) (k known, err error) {
			v, err := st.Events.Event(ctx, w.event)
			if err != nil {
				return k, err
			}
			k.ends = v.Event.RegistrationEnds()
			r, err := st.Waitlist.Returns(ctx, w.event, w.tier)
			k.returns = waitroom.Returns{Since: r.Since, Times: r.Times, Units: r.Units}
			return k, err
		},
	})
	return e, err
}

// Of returns the estimate for somebody on the waitlist of a tier, with so many ahead, who wants
// so many units; nil: nobody can say.
func (e *Estimator) Of(ctx context.Context, event, tier string, ahead, units int64) (*Estimate, error) {
	k, err := e.known.Get(ctx, waitlist{event, tier})
	if err != nil {
		return nil, err
	}
	w, ok := waitroom.EstimateWait(k.returns, ahead, units, inventory.At(e.now()), k.ends)
	if !ok {
		return nil, nil
	}
	return &Estimate{w, k.returns}, nil
}
