package booking

import (
	"cmp"
	"math"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Limits of add-ons.
const (
	MaxAddOns   = 50     // of one booking
	MaxQuantity = 10_000 // of one of them
)

// Unit is what the price of an add-on is for.
type Unit string

// The units.
const (
	PerPerson Unit = "person"
	PerHour   Unit = "hour" // from start to end of the booking
	PerPiece  Unit = "piece"
)

// Units are all units.
var Units = []Unit{PerPerson, PerHour, PerPiece}

// AddOn is what a booking has beside its rooms, as it was when it was chosen: what the venue
// asks of others later does not touch it.
type AddOn struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Unit     Unit   `json:"unit"`
	Quantity int64  `json:"quantity"`
	Price    int64  `json:"price"`              // per unit, with its tax
	TaxRate  int64  `json:"tax_rate,omitempty"` // in basis points
	Each     int64  `json:"each"`               // what one comes to for the time of the booking
	// Lead is how long before the start it has to be chosen.
	Lead inventory.Micros `json:"lead,omitempty"`
}

// Cost is what all of it comes to.
func (a *AddOn) Cost() int64 { return a.Quantity * a.Each }

// For computes what one of it comes to for a time: where the price is per hour, parts of an
// hour cost their part of it, rounded up to what there are coins for.
func (a *AddOn) For(t *Terms, from, to inventory.Instant) {
	switch a.Each = a.Price; {
	case t.Currency == "":
		a.Each = 0
	case a.Unit == PerHour && to > from:
		a.Each = t.roundUp(inventory.Share(a.Price, int64(to-from), int64(inventory.Hour)))
	}
}

// Use is what a booking has of an add-on from the begin of set-up to the end of tear-down.
type Use struct {
	AddOn string
	Units int64
}

// SetPools says of which add-ons there are how many at one time, 0: as many as are asked for.
// Others are unknown.
func (c *Calendar) SetPools(pools map[string]int64) { c.pools = pools }

// using are the bookings that have an add-on at some time of b, but for b itself, by when they
// take it.
func (c *Calendar) using(id string, b *Booking) []*Booking {
	var list []*Booking
	for _, o := range c.uses[id] {
		if o.ID != b.ID && o.BusyFrom() < b.BusyTo() && b.BusyFrom() < o.BusyTo() {
			list = append(list, o)
		}
	}
	slices.SortFunc(list, func(x, y *Booking) int {
		return cmp.Or(cmp.Compare(x.BusyFrom(), y.BusyFrom()), cmp.Compare(x.ID, y.ID))
	})
	return list
}

func (b *Booking) units(addOn string) (n int64) {
	for _, u := range b.Uses {
		if u.AddOn == addOn {
			n += u.Units
		}
	}
	return n
}

// TakenSpan is a time in which so many of an add-on are taken.
type TakenSpan struct {
	From, To inventory.Instant
	Units    int64
}

// Peak is how many are taken at once at most.
func Peak(spans []TakenSpan) (most int64) {
	type step struct {
		at    inventory.Instant
		units int64
	}
	steps := make([]step, 0, 2*len(spans))
	for _, s := range spans {
		steps = append(steps, step{s.From, s.Units}, step{s.To, -s.Units})
	}
	// What is given back at a time is free then.
	slices.SortFunc(steps, func(x, y step) int { return cmp.Or(cmp.Compare(x.at, y.at), cmp.Compare(x.units, y.units)) })
	now := int64(0)
	for _, s := range steps {
		now += s.units
		most = max(most, now)
	}
	return most
}

// short are the bookings that have what is too much of an add-on for b; none, where enough is
// left.
func (c *Calendar) short(u Use, b *Booking) []*Booking {
	pool := c.pools[u.AddOn]
	if pool == 0 {
		return nil
	}
	others := c.using(u.AddOn, b)
	spans := make([]TakenSpan, len(others))
	for i, o := range others {
		spans[i] = TakenSpan{max(o.BusyFrom(), b.BusyFrom()), min(o.BusyTo(), b.BusyTo()), o.units(u.AddOn)}
	}
	if Peak(spans)+u.Units <= pool {
		return nil
	}
	return others
}

// checkUses says what is wrong with the add-ons of a booking by themselves.
func (c *Calendar) checkUses(b *Booking) Decision {
	for i, u := range b.Uses {
		pool, known := c.pools[u.AddOn]
		switch {
		case !known:
			return Decision{Code: UnknownAddOn, Room: i}
		case pool > 0 && u.Units > pool:
			return Decision{Code: TooManyAddOns, Room: i}
		}
	}
	return Decision{Room: -1}
}

// scarce are the add-ons that run short for a booking, as conflicts with those
// who have them.
func (c *Calendar) scarce(b *Booking) (list []Conflict) {
	for _, u := range b.Uses {
		for _, o := range c.short(u, b) {
			list = append(list, Conflict{
				AddOn: u.AddOn, Units: o.units(u.AddOn), Booking: o.ID, StartsAt: o.StartsAt, EndsAt: o.EndsAt, BusyFrom: o.BusyFrom(), BusyTo: o.BusyTo(),
			})
		}
	}
	return list
}

// afterScarce is the first start behind that of b at which one of those who have too much of an
// add-on is over; b's own where nothing is scarce.
func (c *Calendar) afterScarce(b *Booking) inventory.Instant {
	start := b.StartsAt
	for _, u := range b.Uses {
		first := inventory.Instant(math.MaxInt64)
		for _, o := range c.short(u, b) {
			first = min(first, o.BusyTo())
		}
		if first < math.MaxInt64 {
			start = max(start, first+inventory.Instant(b.Setup))
		}
	}
	return start
}

// beforeScarce is the last end before that of b at which one of those who have too much of an
// add-on has not begun; b's own where nothing is scarce.
func (c *Calendar) beforeScarce(b *Booking) inventory.Instant {
	end := b.EndsAt
	for _, u := range b.Uses {
		last := inventory.Instant(math.MinInt64)
		for _, o := range c.short(u, b) {
			last = max(last, o.BusyFrom())
		}
		if last > math.MinInt64 {
			end = min(end, last-inventory.Instant(b.Teardown))
		}
	}
	return end
}
