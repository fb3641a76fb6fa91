package verify

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	rooms "github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Invariant 22: a confirmed booking that needs a deposit has it captured, or the venue's waiver.
// What was paid for it and was kept is what the booking says, and what of that goes back when it
// has ended is what its own rule says of the days before, recomputed here. The money itself is
// checked as that of events is, by invariant 10: the stream of an organization stands in the
// place of an event's.

// paidBookings are the bookings of an organization that cost something.
type paidBookings map[string]*bookings.Booking

// checkDeposits checks the bookings that cost something, and the money of those, by organization.
func (c *bookingsCheck) checkDeposits() error {
	for _, org := range slices.Sorted(maps.Keys(c.orgs)) {
		m := &moneyCheck{documents: documents{r: c.run}, deposits: c.paid[org], org: org, bookers: c.made[org], orgs: c.paymentOrgs, places: c.run.places[org], fail: func(subject, format string, args ...any) { c.report.add(10, "", subject, format, args...) }}
		if m.deposits == nil {
			m.deposits = paidBookings{}
		}
		if err := m.all(c.run, org); err != nil {
			return err
		}
		for _, id := range slices.Sorted(maps.Keys(m.deposits)) {
			m.deposit(c, m.deposits[id])
		}
		m.ofPlaces(c.run)
	}
	series := map[ownID]bool{}
	for org, of := range c.paid {
		for _, b := range of {
			series[ownID{org, b.SeriesID}] = true
		}
	}
	for _, n := range c.namedBookings {
		if !c.made[n.org][n.booking] && !series[ownID{n.org, n.booking}] {
			c.report.add(14, "", n.transaction, "the transaction is for booking %s, which is not stored", n.booking)
		}
	}
	return nil
}

// deposit checks a booking that costs something.
func (m *moneyCheck) deposit(c *bookingsCheck, b *bookings.Booking) {
	if b.Deposit > b.Price || b.Price < 0 {
		c.report.add(22, "", b.ID, "the deposit is %d of a price of %d", b.Deposit, b.Price)
	}
	paid := b.DepositBy != ""
	switch b.Status {
	case rooms.Confirmed, rooms.Completed:
		if b.Deposit > 0 && !paid && b.Waiver == "" {
			c.report.add(22, "", b.ID, "the booking is %s, and its deposit of %d %s is neither paid nor waived", b.Status, b.Deposit, b.Terms.Currency)
		}
	case rooms.PendingDeposit:
		switch {
		case paid || b.Waiver != "" || b.Deposit == 0:
			c.report.add(22, "", b.ID, "the booking waits for a deposit that it has, or does not need")
		case b.PayUntil == 0 || b.PayUntil > b.StartsAt:
			c.report.add(22, "", b.ID, "the booking waits for its deposit until %d, and begins at %d", b.PayUntil, b.StartsAt)
		case m.rests(b.PayUntil) && c.options.Now < b.StartsAt:
			c.report.add(22, "", b.ID, "the deposit was to be paid by %s, and the booking keeps its rooms", clock(b.PayUntil))
		}
	case rooms.Waiting:
		if paid || b.BalanceBy != "" {
			c.report.add(22, "", b.ID, "the booking waits for its time, and something was paid for it")
		}
	}
	for _, part := range [...]struct {
		name    rooms.Part
		payment string
		amount  int64
	}{{rooms.DepositPart, b.DepositBy, b.Deposit}, {rooms.BalancePart, b.BalanceBy, b.Balance()}} {
		if part.payment == "" {
			continue
		}
		p := m.payments[part.payment]
		if p == nil || p.OrderID != b.ID+"-"+string(part.name) || p.State != payments.PaymentTickets {
			c.report.add(22, "", b.ID, "its %s was paid with payment %s, which is not stored as one that was kept for it", part.name, part.payment)
			continue
		}
		if p.Amount != part.amount || p.Currency != b.Terms.Currency {
			c.report.add(22, "", b.ID, "%d %s were captured as its %s of %d %s", p.Amount, p.Currency, part.name, part.amount, b.Terms.Currency)
		}
		m.givenBack(c, b, p)
	}
}

// givenBack compares what goes back of a payment with what the rule says.
func (m *moneyCheck) givenBack(c *bookingsCheck, b *bookings.Booking, p *paymentRecord) {
	percent := int64(0)
	switch b.Status {
	case rooms.Declined, rooms.Lapsed:
		percent = 100
	case rooms.Cancelled:
		if b.ByVenue {
			percent = 100
			break
		}
		most := int64(-1)
		for _, g := range b.Terms.GiveBack {
			if left := int64(b.StartsAt - b.UpdatedAt); left >= g.DaysBefore*int64(inventory.Day) && g.DaysBefore > most {
				percent, most = g.Percent, g.DaysBefore
			}
		}
		percent = min(percent, 100-b.Terms.Withheld)
	}
	// The half of a minor unit and more is one; what there are no coins for stays.
	n := new(big.Int).Mul(big.NewInt(p.Amount), big.NewInt(2*percent))
	want := n.Div(n.Add(n, big.NewInt(100)), big.NewInt(200)).Int64()
	want -= want % inventory.Step(p.Currency)
	back := int64(0)
	for _, id := range slices.Sorted(maps.Keys(m.payouts)) {
		if o := m.payouts[id]; o.PaymentID == p.ID && endedBooking(o.Reason) {
			back += o.Owed
		}
	}
	if back != want {
		c.report.add(22, "", b.ID, "%d of payment %s go back of a booking that is %s, and by its rule %d do", back, p.ID, b.Status, want)
	}
}

// endedBooking reports whether a payout has this reason because a booking, or a place on a waitlist,
// has ended that had the payment.
func endedBooking(reason string) bool {
	return reason == "booking_cancelled" || reason == "booking_declined" || reason == "booking_lapsed" || placeEnded(reason)
}

// turnedDown reports whether a payout has this reason because no booking has the payment.
func turnedDown(reason string) bool {
	switch rooms.Verdict(reason) {
	case rooms.PaidLate, rooms.PaidAgain, rooms.PaidOther, rooms.PaidNothing:
		return true
	}
	return placeRefused(reason)
}

// rates are what of an amount is taxed at which rate, by rate.
type rates map[int64]sums

func (r rates) add(rate, gross, tax int64) {
	s := r[rate]
	s.Gross, s.Tax = s.Gross+gross, s.Tax+tax
	r[rate] = s
}

// ratesOf are what a booking's price comes to by rate: prices have their tax in them.
func ratesOf(b *bookings.Booking) rates {
	all := rates{}
	for _, i := range b.Items() {
		all.add(i.TaxRate, i.Count*i.Unit, i.Count*half(i.Unit, i.TaxRate, 10_000+i.TaxRate))
	}
	return all
}

// half is a share, of which the half of a minor unit and more is one.
func half(amount, part, whole int64) int64 {
	n := new(big.Int).Mul(big.NewInt(amount), big.NewInt(2*part))
	return n.Div(n.Add(n, big.NewInt(whole)), new(big.Int).Lsh(big.NewInt(whole), 1)).Int64()
}

// taxOf is the tax of an amount that is a part of what rates come to, the highest rate first.
func taxOf(all rates, amount int64) (tax int64) {
	var whole, before, given int64
	for _, s := range all {
		whole += s.Gross
	}
	order := slices.Collect(maps.Keys(all))
	slices.Sort(order)
	slices.Reverse(order)
	for _, rate := range order {
		s := all[rate]
		if s.Gross <= 0 {
			continue
		}
		before += s.Gross
		upTo := half(before, amount, whole)
		tax += half(s.Tax, upTo-given, s.Gross)
		given = upTo
	}
	return tax
}

// bookedTime compares what was earned with a payment for a booking, and how much of that is tax,
// with what the booking is made of. Of a deposit the booking says how it was parted.
func (m *moneyCheck) bookedTime(b *booking, p *paymentRecord) {
	if forPlace(p.OrderID) {
		tax := m.places.taxOf(p)
		m.moves(b, "hold_fees", -(p.Amount - tax))
		m.moves(b, "tax", -tax)
		return
	}
	var tax int64
	for _, s := range m.ratesPaid(p) {
		tax += s.Tax
	}
	m.moves(b, "bookings", -(p.Amount - tax))
	m.moves(b, "tax", -tax)
}

// ratesPaid are what a payment that a booking has is for, by rate; nil, when none has it.
func (m *moneyCheck) ratesPaid(p *paymentRecord) rates {
	name, part, _ := strings.Cut(p.OrderID, "-")
	of := m.deposits[name]
	if of == nil {
		return nil
	}
	deposit := rates{}
	for _, s := range of.DepositShares {
		deposit.add(s.TaxRate, s.Gross, s.Tax)
	}
	if part == string(rooms.DepositPart) {
		return deposit
	}
	rest := ratesOf(of)
	for rate, s := range deposit {
		rest.add(rate, -s.Gross, -s.Tax)
	}
	return rest
}

// timeGivenBack compares what is taken back of a payment for a booking.
func (m *moneyCheck) timeGivenBack(b *booking, p *paymentRecord, o *payoutRecord) {
	if forPlace(p.OrderID) {
		tax := m.places.taxOf(p)
		m.moves(b, "hold_fees", o.Owed-tax)
		m.moves(b, "tax", tax)
		return
	}
	tax := taxOf(m.ratesPaid(p), o.Owed)
	m.moves(b, "bookings", o.Owed-tax)
	m.moves(b, "tax", tax)
}

// keeps reports whether a booking has a payment.
func (b paidBookings) keeps(p *paymentRecord) bool {
	name, part, _ := strings.Cut(p.OrderID, "-")
	of := b[name]
	return of != nil && p.ID != "" && (part == string(rooms.DepositPart) && of.DepositBy == p.ID || part == string(rooms.BalancePart) && of.BalanceBy == p.ID)
}
