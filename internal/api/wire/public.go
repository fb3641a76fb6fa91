package wire

import (
	"math"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// CodeTyped is a promo or access code as it is stored, however it was typed.
func CodeTyped(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }

// PublicEventOf shows an event as everybody may see it who is not its staff:
// without how to pay by hand, which buyers have with their order, without where it is
// online, which is for ticket holders, and without hidden tiers, which an access code shows.
func PublicEventOf(v *events.EventView, now inventory.Instant) *Event {
	e := EventAt(v, now)
	e.Orders.Instructions, e.OnlineURL, e.VenueRooms = "", "", nil
	e.hideTiers()
	e.Untranslated = slices.DeleteFunc(slices.Clone(e.Untranslated), func(field string) bool {
		rest, ofTier := strings.CutPrefix(field, "tiers.")
		return field == translation.Instructions || ofTier && !slices.ContainsFunc(e.Tiers, func(t Tier) bool { return strings.HasPrefix(rest, t.ID+".") })
	})
	return e
}

// hideTiers leaves out hidden tiers and everything that only they take from, and
// counts in the totals what is left. Else the pool of a hidden tier would show its
// name and what is left of it, and the total of the event less that of the others
// its capacity.
func (e *Event) hideTiers() {
	if !slices.ContainsFunc(e.Tiers, func(t Tier) bool { return t.Hidden }) {
		return
	}
	seen := map[string]bool{} // pools that a tier takes from which everybody sees
	for i := range e.Tiers {
		for _, p := range e.Tiers[i].Pools {
			seen[p] = seen[p] || !e.Tiers[i].Hidden
		}
	}
	pools := make(map[string]*Pool, len(e.Pools))
	for i := range e.Pools {
		pools[e.Pools[i].ID] = &e.Pools[i]
	}
	total := &e.Availability
	counted := map[string]bool{}
	var available int64
	shown := []Tier{}
	for _, t := range e.Tiers {
		extra := t.Kind != KindTicket // it takes no places
		if !t.Hidden {
			shown = append(shown, t)
			if !extra {
				available += t.Available
			}
			continue
		}
		if extra {
			continue
		}
		total.Waiting -= t.Waiting
		// A unit of the tier is one of each of its pools: the first that is no other's says how many are taken.
		own := slices.IndexFunc(t.Pools, func(p string) bool { return !seen[p] && pools[p] != nil })
		if own >= 0 && !counted[t.Pools[own]] {
			counted[t.Pools[own]] = true
			p := pools[t.Pools[own]]
			total.Held -= p.Held
			total.Confirmed -= p.Confirmed
			total.Blocked -= p.Blocked
		}
	}
	// Hidden tiers may share one pool and have others of their own beside it; what is taken is counted once.
	total.Held, total.Confirmed, total.Blocked = max(total.Held, 0), max(total.Confirmed, 0), max(total.Blocked, 0)
	e.Releases = slices.DeleteFunc(e.Releases, func(r Release) bool {
		return r.TierID != "" && !slices.ContainsFunc(shown, func(t Tier) bool { return t.ID == r.TierID })
	})
	total.Available = min(total.Available, available)
	total.Capacity = Bound(total.Available + total.Held + total.Confirmed + total.Blocked)
	e.Capacity, e.Tiers = total.Capacity, shown
	if len(e.Pools) > 0 { // the first is the whole event's
		whole := &e.Pools[0]
		whole.Capacity, whole.Available = total.Capacity, total.Available
		whole.Held, whole.Confirmed, whole.Blocked = total.Held, total.Confirmed, total.Blocked
		rest := slices.DeleteFunc(e.Pools[1:], func(p Pool) bool { _, taken := seen[p.ID]; return taken && !seen[p.ID] })
		e.Pools = e.Pools[:1+len(rest)]
	}
}

// HoldsUntil is when the time changes next what lists, its page and the API show of an event, after now.
func HoldsUntil(v *events.EventView, now inventory.Instant) inventory.Instant {
	until := inventory.Instant(math.MaxInt64)
	change := func(at inventory.Instant) {
		if at > now {
			until = min(until, at)
		}
	}
	set := &v.Event.Settings
	for _, at := range []inventory.Instant{v.Event.EndsAt, v.Event.RegistrationEnds(), set.RegistrationCutoff, set.Onsale.ServesAt} {
		change(at)
	}
	for i := range v.Tiers {
		change(v.Tiers[i].SaleStarts)
		change(v.Tiers[i].SaleEnds)
	}
	return until
}
