package jobs_test

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// races is race for some rounds, one after another.
func (v *dinner) races(rounds map[string][]*resources.ResourceOffer) {
	v.Helper()
	for _, of := range slices.Sorted(maps.Keys(rounds)) {
		v.race(rounds[of])
	}
}

// race lets all accept at the same moment who are offered the same, on both servers: one is first.
func (v *dinner) race(list []*resources.ResourceOffer) {
	v.Helper()
	var ran sync.WaitGroup
	var won, late atomic.Int64
	for i, o := range list {
		ran.Go(func() {
			e, err := v.stores[i%2].Resources.Entry(v.Context(), o.ResourceID, o.EntryID)
			if err != nil {
				v.Error(err)
				return
			}
			d, err := v.services[i%2].Accept(v.Context(), o.ResourceID, o.ID, "pm_"+e.UserID)
			switch {
			case err != nil:
				v.Error(err)
			case d.Code == resource.OK:
				won.Add(1)
			case d.Code == resource.AcceptedByAnother:
				late.Add(1)
			case d.Code != resource.OfferEnded: // it was withdrawn meanwhile
				v.Errorf("%+v: %s", o, d.Code)
			}
		})
	}
	ran.Wait()
	if won.Load() > 1 || won.Load() == 0 && int(late.Load()) == len(list) {
		v.Errorf("of %d who are offered the same %d have it, and %d were too late", len(list), won.Load(), late.Load())
	}
	v.accepts.Add(won.Load())
	v.raced.Add(late.Load())
}

// finally is what the restaurant has decided, or decides now.
func (r *restaurant) finally(q *waitlists.Question) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answers[q.Offer.ID] == 0 {
		release := q.Resource.ID + "/" + q.Offer.ReleaseID
		r.answers[q.Offer.ID] = 409
		if r.given[release]+r.sold[release] < tableUnits {
			r.answers[q.Offer.ID] = 201
			r.given[release]++
		}
	}
	return r.answers[q.Offer.ID]
}

// crash is what becomes of a question whose server is stopped.
func (v *dinner) crash(stop func()) (waitlists.Reply, error) {
	v.crashed.Add(1)
	stop()
	return waitlists.Reply{}, errCrash
}
