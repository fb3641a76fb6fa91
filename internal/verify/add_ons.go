package verify

import (
	"slices"

	rooms "github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
)

// Invariant 35: no more of an add-on is given to live bookings at one time, set-up and tear-down
// included, than there is; the rows of booking_add_ons, by which bookings are decided, are
// compared with what the bookings say; and a booking costs what its time and its add-ons do, by the
// terms that it was made by unless its venue has named the price.

// addOnSpan is so many of an add-on that a booking has.
type addOnSpan struct {
	booking  string
	from, to inventory.Instant
	units    int64
	met      bool // a row says so
}

// hasAddOns notes the add-ons of a booking.
func (c *bookingsCheck) hasAddOns(b *bookings.Booking) {
	sum := b.TimePrice
	for i := range b.AddOns {
		sum += b.AddOns[i].Quantity * b.AddOns[i].Each
	}
	if sum != b.Price {
		c.report.add(35, "", b.ID, "the booking costs %d, and its time and add-ons %d", b.Price, sum)
	}
	if !b.Terms.Agreed {
		c.byTerms(b)
	}
	if !b.Status.Live() {
		return
	}
	for i := range b.AddOns {
		a := &b.AddOns[i]
		of := c.addOns[ownID{b.OrgID, a.ID}]
		if of == nil || of.VenueID != b.VenueID {
			c.report.add(35, "", b.ID, "the booking has add-on %q, which its venue does not have", a.ID)
			continue
		}
		key := ownID{b.OrgID, a.ID}
		c.given[key] = append(c.given[key], &addOnSpan{
			booking: b.ID, from: b.StartsAt - inventory.Instant(b.Setup), to: b.EndsAt + inventory.Instant(b.Teardown), units: a.Quantity,
		})
	}
}

// byTerms compares what a booking costs with what its terms ask for its time.
func (c *bookingsCheck) byTerms(b *bookings.Booking) {
	t, hours := &b.Terms, int64(b.EndsAt-b.StartsAt)
	cost := func(perHour, once int64) int64 {
		if t.Currency == "" {
			return 0
		}
		sum, step := once, inventory.Step(t.Currency)
		if perHour > 0 && hours > 0 {
			sum += half(perHour, hours, int64(inventory.Hour))
		}
		if rest := sum % step; rest > 0 {
			sum += step - rest
		}
		return sum
	}
	n := int64(len(b.Rooms))
	if want := cost(n*t.PerHour, n*t.PerBooking); b.TimePrice != want {
		c.report.add(35, "", b.ID, "the time of the booking costs %d, and by its terms %d", b.TimePrice, want)
	}
	for i := range b.AddOns {
		a := &b.AddOns[i]
		if a.Unit != rooms.PerHour {
			continue
		}
		if want := cost(a.Price, 0); a.Each != want {
			c.report.add(35, "", b.ID, "add-on %q costs %d each for the time of the booking, and by its price per hour %d", a.ID, a.Each, want)
		}
	}
}

// bookedAddOn compares a row of booking_add_ons with what its booking has.
func (c *bookingsCheck) bookedAddOn(r *bookings.BookedAddOn) error {
	list := c.given[ownID{r.OrgID, r.AddOnID}]
	at := slices.IndexFunc(list, func(s *addOnSpan) bool { return s.booking == r.BookingID })
	switch {
	case at < 0 && r.Live:
		c.report.add(35, "", r.BookingID, "add-on %s is kept for a booking that has ended, or does not have it", r.AddOnID)
	case at >= 0:
		s := list[at]
		s.met = r.Live && r.Units == s.units && r.BusyFrom == s.from && r.BusyTo == s.to
	}
	return nil
}

// endOfAddOns looks for add-ons that are given too often.
func (c *bookingsCheck) endOfAddOns() {
	for _, key := range sortedIDs(c.given) {
		list, pool := c.given[key], c.addOns[key].Pool
		for _, s := range list {
			if !s.met {
				c.report.add(35, "", s.booking, "no row keeps add-on %s for the booking, or one of another time or number", key.id)
			}
		}
		if pool == 0 {
			continue
		}
		if at, most := mostAtOnce(list); most > pool {
			c.report.add(35, "", key.id, "%d are given at %s, and there are %d", most, clock(at), pool)
		}
	}
}

// mostAtOnce is when most of an add-on are given, and how many: it is when one is given.
func mostAtOnce(list []*addOnSpan) (at inventory.Instant, most int64) {
	begins, ends := slices.Clone(list), slices.Clone(list)
	slices.SortFunc(begins, func(a, b *addOnSpan) int { return int(a.from - b.from) })
	slices.SortFunc(ends, func(a, b *addOnSpan) int { return int(a.to - b.to) })
	now := int64(0)
	for _, s := range begins {
		for len(ends) > 0 && ends[0].to <= s.from {
			now, ends = now-ends[0].units, ends[1:]
		}
		if now += s.units; now > most {
			at, most = s.from, now
		}
	}
	return at, most
}

// scarce reports whether there is not enough of an add-on of a booking that waits.
func (c *bookingsCheck) scarce(b *bookings.Booking) bool {
	from, to := b.StartsAt-inventory.Instant(b.Setup), b.EndsAt+inventory.Instant(b.Teardown)
	for i := range b.AddOns {
		key := ownID{b.OrgID, b.AddOns[i].ID}
		of := c.addOns[key]
		if of == nil {
			return true
		}
		var during []*addOnSpan
		for _, s := range c.given[key] {
			if s.from < to && from < s.to {
				during = append(during, &addOnSpan{from: max(s.from, from), to: min(s.to, to), units: s.units})
			}
		}
		if _, most := mostAtOnce(during); of.Pool > 0 && most+b.AddOns[i].Quantity > of.Pool {
			return true
		}
	}
	return false
}
