package page

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// quote is what is asked for as a booking with its price.
func (a *AskedBooking) quote(venue *venues.VenueRooms, now inventory.Instant) *bookings.Booking {
	b := &bookings.Booking{OrgID: venue.OrgID, VenueID: venue.ID, Rooms: a.Rooms, StartsAt: a.StartsAt, EndsAt: a.EndsAt, People: a.People}
	for i := range venue.AddOns {
		o := &venue.AddOns[i]
		if n := a.AddOns[o.ID]; n > 0 && !o.Inactive {
			b.AddOns = append(b.AddOns, booking.AddOn{ID: o.ID, Name: o.Name, Unit: o.Unit, Quantity: n, Price: o.Price, TaxRate: o.TaxRate})
		}
	}
	bookings.Quote(&venue.Venue, b, now)
	return b
}

// newCost is the error of a form that changes what a booking costs, or what goes back of it, to
// which its reader has not agreed.
type newCost struct{ of *bookings.Booking }

func (*newCost) Error() string { return "page: the reader has not agreed to a price" }

// agreedCost is what a form says by which its reader agrees to what a booking costs.
func agreedCost(b *bookings.Booking) string {
	return strconv.FormatInt(b.Price, 10) + "-" + strconv.FormatInt(b.Terms.Withheld, 10)
}

// agrees is newCost where a form moves a booking to what costs something else, and does not say so; or why it
// cannot be moved there, which is said first. What else cannot be is for the move to refuse.
func (p bookingPages) agrees(r *http.Request, g *GuestBooking, from, to inventory.Instant) error {
	now := inventory.At(p.cfg.Now())
	if g.Booking == nil || !g.Booking.At(now).Live() || from < now {
		return nil
	}
	b := *g.Booking
	b.StartsAt, b.EndsAt = from, to
	if err := b.Requote(g.Booking, true, now); err != nil {
		return nil //nolint:nilerr // it is refused with that
	}
	return p.agreed(r, g, &b)
}

// agreesToAddOns is newCost where a form gives a booking add-ons with which it costs something else, and does
// not say so; or why it cannot have them.
func (p bookingPages) agreesToAddOns(r *http.Request, g *GuestBooking, counts map[string]int64) error {
	if g.Booking == nil || !g.Booking.At(inventory.At(p.cfg.Now())).Live() {
		return nil // which is for the change to refuse
	}
	b, err := p.cfg.Bookers.WithAddOns(r.Context(), g, counts)
	if err != nil {
		return err
	}
	return p.agreed(r, g, b)
}

// agreed is newCost where a form makes of a booking one that costs something else, and does not say so; or why
// it cannot be that.
func (p bookingPages) agreed(r *http.Request, g *GuestBooking, b *bookings.Booking) error {
	if agreedCost(b) == agreedCost(g.Booking) || agreedCost(b) == r.PostFormValue("agreed") {
		return nil
	}
	if err := p.cfg.Bookers.Possible(r.Context(), b); err != nil {
		return err
	}
	return &newCost{b}
}

// costOf says what a booking costs, when that is to be paid and what goes back. each: it is one of
// several dates.
func costOf(w *Words, b *bookings.Booking, each bool, zone *time.Location, now inventory.Instant) []fact {
	if b.Price == 0 {
		return nil
	}
	text, currency := w.Booking, b.Terms.Currency
	facts := []fact{{Label: text.Price, Text: w.money(b.Price, currency), Strong: true}}
	if each {
		facts[0].Label = text.PriceEach
	}
	from := now
	if b.Deposit > 0 && (b.DepositBy != "" || b.Waiver == "") {
		f := fact{Label: text.Deposit, Text: w.money(b.Deposit, currency), Lines: true}
		if b.DepositBy == "" {
			f.Text += "\n" + payWithin(w, &b.Terms)
			from = b.Terms.PayUntil(now, b.StartsAt)
		}
		facts = append(facts, f)
	}
	if rest := b.Balance(); rest > 0 && b.BalanceBy == "" {
		due := b.Terms.BalanceDue(b.StartsAt, from).Time()
		facts = append(facts, fact{Label: text.Rest, Text: w.money(rest, currency)}, fact{Label: text.RestDue, Text: w.Moment(due, zone), Datetime: due.Format(time.RFC3339)})
	}
	return append(facts, fact{Label: text.Rule, Text: givenBack(w, &b.Terms), Lines: true})
}

// payWithin says how long a deposit may take.
func payWithin(w *Words, t *booking.Terms) string {
	return w.Booking.PayWithin.In(w.Tag, int64((t.PayWithin+inventory.Hour-1)/inventory.Hour))
}

// givenBack says what of that which was paid goes back, a step a line.
func givenBack(w *Words, t *booking.Terms) string {
	var lines []string
	for _, g := range t.Rule() {
		lines = append(lines, fill(w.Booking.Step.In(w.Tag, g.DaysBefore), "{percent}", strconv.FormatInt(g.Percent, 10)))
	}
	after := w.Booking.Later
	if len(lines) == 0 {
		after = w.Booking.Never
	}
	return strings.Join(append(lines, after, w.Booking.ByVenue), "\n")
}
