package sim

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// tables are capacity that another system owns, for which people wait. Some databases offer the
// same units to several at once.
type tables struct {
	venue    *bookedVenue
	resource string
	signals  []resource.Signal
	entries  []string        // of everybody who asked for a place
	joined   map[string]bool // those who were told that they have one
	accepted map[string]bool // offers of which somebody was told that they have it
}

func (h *bookedVenue) openTables(ctx context.Context) error {
	h.tables = tables{venue: h, resource: h.ids.Top(id.Resource), joined: map[string]bool{}, accepted: map[string]bool{}}
	_, _, err := h.sim.store.Resources.PutResource(h.by(ctx), resources.Resource{
		ID: h.tables.resource, OrgID: h.sim.org, Key: "tables", Name: "Tables", Timezone: "UTC", PositionDisplay: "exact", SecretVersion: 1, CreatedAt: h.now(), UpdatedAt: h.now(),
		Settings: resource.Settings{ClaimWindow: 48 * inventory.Hour, WaitlistLimit: 20, MaxUnits: 4, HeadStart: inventory.Hour, AtOnce: int64(h.random.IntN(2)) * 3},
	})
	return err
}

// act is one thing that somebody, or the other system, does.
func (t *tables) act(ctx context.Context) (note func(), err error) {
	r := t.venue.random
	switch roll := r.IntN(20); {
	case len(t.entries) == 0 || roll < 7:
		entry := t.venue.ids.InResource(id.ResourceEntry, t.resource)
		t.entries = append(t.entries, entry)
		return t.join(ctx, entry)
	case roll < 8:
		return t.join(ctx, t.entries[r.IntN(len(t.entries))]) // again
	case roll < 13:
		return t.signal(ctx)
	case roll < 17:
		return t.answer(ctx)
	case roll < 18:
		return t.do(ctx, resource.Leave{EntryID: t.entries[r.IntN(len(t.entries))], Reason: resource.ReasonLeft}, nothing)
	}
	return t.do(ctx, resource.Tick{}, nothing)
}

// do decides a command; note is what to note when it was not refused.
func (t *tables) do(ctx context.Context, cmd resource.Command, note func()) (func(), error) {
	call := &resources.ResourceCall{ResourceID: t.resource, Command: cmd, Now: t.venue.now(), NewID: t.venue.ids}
	if j, ok := cmd.(resource.Join); ok {
		call.Entry = &resources.ResourceEntry{Email: j.Address}
	}
	_, d, err := t.venue.sim.store.Resources.Decide(ctx, call)
	if err != nil || d.Code != resource.OK {
		return nothing, err
	}
	return note, nil
}

// join asks for a place. Who asks, and for how much, follows from the name of the place.
func (t *tables) join(ctx context.Context, entry string) (func(), error) {
	sum := int64(0)
	for _, c := range entry {
		sum += int64(c)
	}
	j := resource.Join{EntryID: entry, UserID: "user " + entry, Address: entry + "@example.org", Units: 1 + sum%4, Attributes: resource.Attributes{}, Class: sum / 4 % 3}
	if sum%3 == 0 {
		j.Attributes["area"] = "hall"
	}
	return t.do(ctx, j, func() { t.joined[entry] = true; t.venue.sim.report.Joined++ })
}

// signal is the other system's: something is free, or is not any more, said for the first time or again.
func (t *tables) signal(ctx context.Context) (func(), error) {
	r := t.venue.random
	if len(t.signals) > 0 && r.IntN(3) == 0 {
		return t.do(ctx, resource.Receive{Signal: t.signals[r.IntN(len(t.signals))]}, nothing)
	}
	g := resource.Signal{EventID: fmt.Sprint("event ", len(t.signals)), Kind: resource.Released, Units: int64(1 + r.IntN(4)), Attributes: resource.Attributes{"area": "hall"}}
	switch r.IntN(4) {
	case 0:
		g.ValidUntil = t.venue.now() + inventory.Instant(r.IntN(600))*inventory.Instant(inventory.Minute)
	case 1:
		g.Kind, g.Attributes = resource.Withdrawn, resource.Attributes{}
		g.ReleaseID = fmt.Sprint("event ", r.IntN(len(t.signals)+2)) // which may still come
		if g.ReleaseID == g.EventID {
			g.ReleaseID = "event 0"
		}
	}
	t.signals = append(t.signals, g)
	return t.do(ctx, resource.Receive{Signal: g}, nothing)
}

// recent is how many of those who came last are looked at for an offer that waits for its answer.
const recent = 8

// answer accepts or declines what somebody is offered.
func (t *tables) answer(ctx context.Context) (func(), error) {
	r := t.venue.random
	start := r.IntN(recent)
	var e *resources.ResourceEntry
	for i := range recent {
		at := len(t.entries) - 1 - (start+i)%recent
		if at < 0 {
			continue
		}
		found, err := t.venue.sim.store.Resources.Entry(ctx, t.resource, t.entries[at])
		if err != nil && !errors.Is(err, database.ErrNotFound) {
			return nothing, err
		}
		if err == nil && found.State == resource.Offered {
			e = found
			break
		}
	}
	if e == nil {
		return nothing, nil
	}
	a := resource.Answer{OfferID: e.OfferID, Accept: r.IntN(3) > 0}
	return t.do(ctx, a, func() {
		if a.Accept {
			t.accepted[a.OfferID] = true
			t.venue.sim.report.Taken++
		}
	})
}

// kept compares what people were told with what is stored.
func (t *tables) kept(ctx context.Context) error {
	for _, entry := range t.entries {
		_, err := t.venue.sim.store.Resources.Entry(ctx, t.resource, entry)
		if err != nil && !errors.Is(err, database.ErrNotFound) {
			return err
		}
		if err != nil && t.joined[entry] {
			t.venue.sim.report.violate(0, "the place %s was acknowledged and is not there", entry)
		}
	}
	for offer := range t.accepted {
		o, err := t.venue.sim.store.Resources.Offer(ctx, t.resource, offer)
		if err != nil {
			return err
		}
		if o.State != resource.OfferAccepted {
			t.venue.sim.report.violate(0, "the offer %s was accepted and is %s", offer, o.State)
		}
	}
	return nil
}
