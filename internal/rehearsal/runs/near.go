package runs

import (
	"context"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

const (
	// near is how long before an on-sale nothing is rehearsed beside it.
	near = inventory.Hour
	// rush is how long after it began many may still come.
	rush = inventory.Day
	// together is how many events are looked at at once.
	together = 500
)

// ErrNear: an on-sale is under way or about to begin, and a rehearsal would take of the
// machine what it needs.
type ErrNear struct {
	Event, Title string
	At           time.Time // when it begins or began
}

// Error names the event.
func (e *ErrNear) Error() string {
	return fmt.Sprintf("rehearsal: the on-sale of %s (%q) begins or began at %s: rehearse at another time, or elsewhere",
		e.Event, e.Title, e.At.UTC().Format(time.RFC3339))
}

// Alone returns an *ErrNear if an on-sale is near.
func Alone(ctx context.Context, st *store.Store, now inventory.Instant) error {
	from, until := now-inventory.Instant(near), now+inventory.Instant(near)
	for after := ""; ; {
		list, err := st.Rehearsals.Crowded(ctx, now, from, until, after, together)
		if err != nil {
			return err
		}
		for i := range list {
			v := &list[i]
			if at := onsaleNear(v, now); at != 0 {
				return &ErrNear{Event: v.Event.ID, Title: v.Details.Title, At: at.Time()}
			}
			after = v.Event.ID
		}
		if len(list) < together {
			return nil
		}
	}
}

// onsaleNear returns when the on-sale of an event begins or began, if it is near; else 0.
// Many come to a waiting room, from an hour before it opens until a day after it serves,
// to the first sale of a tier, for an hour, and to a release that is planned.
func onsaleNear(v *events.EventView, now inventory.Instant) inventory.Instant {
	o := &v.Event.Settings.Onsale
	if phase := waitroom.PhaseAt(&v.Event, now); phase != "" && phase != waitroom.Closed &&
		now >= o.OpensAt-inventory.Instant(near) && now < max(o.OpensAt, o.ServesAt)+inventory.Instant(rush) {
		return o.ServesAt
	}
	var begins []inventory.Instant
	for i := range v.Tiers {
		begins = append(begins, v.Tiers[i].SaleStarts)
	}
	for i := range v.Releases {
		begins = append(begins, v.Releases[i].At)
	}
	for _, at := range begins {
		if at != 0 && at-now <= inventory.Instant(near) && now-at < inventory.Instant(near) {
			return at
		}
	}
	return 0
}
