package inventorytest

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// extreme reports whether a waiting room comes with the demand.
func (m *Model) extreme() bool {
	return m.event.Status == inventory.Published && m.event.Settings.Demand == inventory.DemandExtreme
}

// nowExtreme makes a waiting room where there is none.
func (m *Model) nowExtreme() {
	if m.extreme() && m.event.Settings.Onsale.Mode == "" {
		m.putRoom()
	}
}

// followsDemand reports whether the waiting room that is announced is the one that came with
// the demand.
func (m *Model) followsDemand() bool {
	o := m.event.Settings.Onsale
	first := m.firstSale()
	half := 30 * inventory.Instant(inventory.Minute)
	return m.extreme() && o.Mode == inventory.OnsaleQueue && !m.opened() && first > 0 && o.ServesAt == first && o.OpensAt == first-half &&
		o.Identity == inventory.OnsaleAccount && o.Inside == 500 && o.Admission == 10*inventory.Minute
}

// firstSale is when everybody can first have something, 0: never.
func (m *Model) firstSale() inventory.Instant {
	var times []inventory.Instant
	for _, t := range m.sale {
		over := t.SaleEnds != 0 && t.SaleEnds <= m.now
		if !t.Hidden && !over && t.Kind == "" {
			times = append(times, max(m.now, t.SaleStarts))
		}
	}
	if len(times) == 0 || slices.Min(times) >= m.event.RegistrationEnds() {
		return 0
	}
	return slices.Min(times)
}

// putRoom makes the waiting room that comes with the demand, or takes it back.
func (m *Model) putRoom() {
	o := &m.event.Settings.Onsale
	first := m.firstSale()
	if first == 0 {
		*o = inventory.Onsale{Challenge: o.Challenge}
		return
	}
	o.Mode, o.Identity, o.Inside, o.Admission = inventory.OnsaleQueue, inventory.OnsaleAccount, 500, 10*inventory.Minute
	o.OpensAt, o.ServesAt = max(first-30*inventory.Instant(inventory.Minute), m.now), first
}

// termsOf is a waiting room without what it is steered with.
func termsOf(o inventory.Onsale) inventory.Onsale {
	o.Paused, o.PerMinute, o.Challenge, o.Closed, o.ClosedAt, o.Draw = false, 0, "", false, 0, inventory.OnsaleDrawState{}
	return o
}
