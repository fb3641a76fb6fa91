package bookingtest

import (
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// charged is what a booking costs, and what was paid of it.
type charged struct {
	Terms                booking.Terms // those of the venue when it was made
	Price, Deposit       int64
	PayUntil, BalanceDue inventory.Instant
	DepositBy, BalanceBy int           // numbers of payments; 0: not paid
	Time                 int64         // what of the price is for the rooms; the rest is for extras
	Each                 [extras]int64 // what one of each extra costs for its time
	DepositShares        []share       // what was paid as the deposit, by rate of tax
	Waived               bool
	Agreed               bool  // the venue has named the price
	Withheld             int64 // percent that do not go back
}

// Payment is money that came in, and what became of it.
type Payment struct {
	N, Of   int
	Part    booking.Part
	Amount  int64
	Kept    bool
	Tax     int64  // what of it is tax, once it is kept
	Back    int64  // what goes back of it
	BackTax int64  // what of that is tax
	Why     string // that goes back
}

// share is what of an amount is taxed at one rate, in basis points, and the tax that it has in it.
type share struct{ Rate, Gross, Tax int64 }

const hour = inventory.Instant(inventory.Hour)

// rounded is a part of an amount, the half of a minor unit up.
func rounded(amount, part, whole int64) int64 { return (2*amount*part + whole) / (2 * whole) }

// coins is an amount for which there are coins of what a booking is paid in, the next that is more.
func (m *Model) coins(b *Booked, amount int64) int64 {
	for step := stepOf(b.Terms.Currency); amount%step > 0 && !m.wrong("coins"); {
		amount++
	}
	return amount
}

// stepOf is what amounts of a currency are multiples of.
func stepOf(currency string) int64 {
	if currency == forint {
		return 100
	}
	return 1
}

// forint are paid in whole ones, and counted in hundredths.
const forint = "HUF"

// hours is what something costs of which an hour costs so much.
func hours(b *Booked, price int64) int64 {
	return rounded(price, int64(b.To-b.From)/int64(inventory.Second), int64(hour)/int64(inventory.Second))
}

// each is what one of an extra costs a booking.
func (m *Model) each(b *Booked, extra int) int64 {
	of := m.Extras[extra]
	switch {
	case b.Terms.Currency == "" || b.Extras[extra] == 0:
		return 0
	case of.Unit == booking.PerHour && !m.wrong("hourly"):
		return m.coins(b, hours(b, of.Price))
	}
	return of.Price
}

// extras is what all extras of a booking cost.
func (b *Booked) extras() (sum int64) {
	for i, n := range b.Extras {
		sum += n * b.Each[i]
	}
	return sum
}

// reckon says what a booking costs by its terms.
func (m *Model) reckon(b *Booked) {
	b.Time = 0
	if rooms := int64(len(b.Rooms)); b.Terms.Currency != "" {
		b.Time = m.coins(b, hours(b, b.Terms.PerHour*rooms)+b.Terms.PerBooking*rooms)
	}
	for i := range b.Each {
		b.Each[i] = m.each(b, i)
	}
	b.Price = b.Time + b.extras()
}

func (m *Model) depositOf(b *Booked, price int64) int64 {
	if b.Terms.DepositAmount > 0 {
		return min(b.Terms.DepositAmount, price)
	}
	return min(m.coins(b, rounded(price, b.Terms.DepositPercent, 100)), price)
}

func (m *Model) count(b *Booked) {
	m.reckon(b)
	b.Deposit = m.depositOf(b, b.Price)
}

// shares is what a booking costs by rate of tax, the highest first. Prices have their tax in them.
func (m *Model) shares(b *Booked) []share {
	list := []share{taxed(1, b.Time, b.Terms.TaxRate)}
	for i, n := range b.Extras {
		list = append(list, taxed(n, b.Each[i], m.Extras[i].TaxRate))
	}
	return added(list)
}

func taxed(n, unit, rate int64) share {
	return share{rate, n * unit, n * rounded(unit, rate, 10_000+rate)}
}

// added has one share of each rate, without those of nothing.
func added(list []share) (sums []share) {
	for _, s := range list {
		at := slices.IndexFunc(sums, func(o share) bool { return o.Rate == s.Rate })
		if at < 0 {
			sums = append(sums, share{Rate: s.Rate})
			at = len(sums) - 1
		}
		sums[at].Gross += s.Gross
		sums[at].Tax += s.Tax
	}
	sums = slices.DeleteFunc(sums, func(s share) bool { return s.Gross == 0 && s.Tax == 0 })
	slices.SortFunc(sums, func(a, b share) int { return cmp.Compare(b.Rate, a.Rate) })
	return sums
}

// without is what is left of shares.
func without(all, gone []share) []share {
	list := slices.Clone(all)
	for _, s := range gone {
		list = append(list, share{s.Rate, -s.Gross, -s.Tax})
	}
	return added(list)
}

// part is what an amount is of shares, each of which has its part of it, as a whole of minor units that come to
// the amount.
func (m *Model) part(all []share, amount int64) []share {
	whole, soFar, given := int64(0), int64(0), int64(0)
	for _, s := range all {
		whole += s.Gross
	}
	var list []share
	for _, s := range all {
		if s.Gross == 0 {
			continue
		}
		soFar += s.Gross
		gross := rounded(soFar, amount, whole) - given
		given += gross
		tax := rounded(s.Tax, gross, s.Gross)
		if m.wrong("taxed parts") {
			tax = s.Tax
		}
		list = append(list, share{s.Rate, gross, tax})
	}
	return added(list)
}

// sharesOf is what of a part of the price is taxed how.
func (m *Model) sharesOf(b *Booked, part booking.Part) []share {
	all := m.shares(b)
	deposit := b.DepositShares
	switch {
	case b.DepositBy == 0 && b.Waived && part == booking.BalancePart:
		deposit = nil
	case b.DepositBy == 0:
		deposit = m.part(all, b.Deposit)
	}
	if part == booking.DepositPart {
		return deposit
	}
	return without(all, deposit)
}

func taxOf(list []share) (sum int64) {
	for _, s := range list {
		sum += s.Tax
	}
	return sum
}

// covers: a booking costs at least what was paid of it as its deposit, at each rate.
func (m *Model) covers(b *Booked) bool {
	if b.DepositBy == 0 {
		return true
	}
	left, sum := without(m.shares(b), b.DepositShares), int64(0)
	for _, s := range left {
		sum += s.Gross
	}
	if m.wrong("rates") {
		return sum >= 0
	}
	return !slices.ContainsFunc(left, func(s share) bool { return s.Gross < 0 || s.Tax < 0 })
}

// Rest is what is to be paid beside the deposit.
func (b *Booked) Rest() int64 {
	if b.Waived && b.DepositBy == 0 {
		return b.Price
	}
	return b.Price - b.Deposit
}

// due has what would be confirmed wait for its deposit, and says when what is to be paid is due.
func (m *Model) due(b *Booked) {
	b.PayUntil, b.BalanceDue = 0, 0
	if b.State != booking.Confirmed {
		return
	}
	from := m.Now
	if b.Deposit > 0 && b.DepositBy == 0 && (!b.Waived || m.wrong("waived")) && !m.wrong("deposit") {
		b.State, b.PayUntil = booking.PendingDeposit, min(m.Now+inventory.Instant(b.Terms.PayWithin), b.From)
		from = b.PayUntil
	}
	if b.Rest() > 0 && b.BalanceBy == 0 && !m.wrong("balance") {
		b.BalanceDue = max(b.From-inventory.Instant(b.Terms.BalanceDays)*inventory.Instant(inventory.Day), from)
	}
}

// percent is what of what was paid goes back to a booker who cancels now.
func (m *Model) percent(b *Booked) int64 {
	percent, most := int64(0), int64(-1)
	for _, g := range b.Terms.GiveBack {
		left := b.From - m.Now
		if left >= inventory.Instant(g.DaysBefore)*inventory.Instant(inventory.Day) && g.DaysBefore > most {
			percent, most = g.Percent, g.DaysBefore
		}
	}
	if m.wrong("days") {
		percent = 100
	}
	if m.wrong("withheld") {
		return percent
	}
	return min(percent, 100-b.Withheld)
}

// giveBack says what of the money of a booking that has ended goes back.
func (m *Model) giveBack(b *Booked) {
	percent, why := int64(100), ""
	switch b.State {
	case booking.Declined:
		why = "booking_declined"
	case booking.Lapsed:
		why = "booking_lapsed"
	case booking.Cancelled:
		why = "booking_cancelled"
		if !b.ByVenue || m.wrong("venue pays") {
			percent = m.percent(b)
		}
	default:
		return
	}
	for _, p := range m.Payments {
		if p.Kept && p.Back == 0 && (p.N == b.DepositBy || p.N == b.BalanceBy) {
			p.Back = rounded(p.Amount, percent, 100)
			if p.Back -= p.Back % stepOf(b.Terms.Currency); p.Back > 0 {
				p.Why, p.BackTax = why, taxOf(m.part(m.sharesOf(b, p.Part), p.Back))
			}
		}
	}
}

// charge is what a booking costs that is moved. It is false where its booker has paid too much for that.
func (m *Model) charge(was, b *Booked, ask bool) bool {
	paid := b.DepositBy > 0 || b.BalanceBy > 0
	if !b.Agreed {
		next := *b
		m.reckon(&next)
		if !paid {
			next.Deposit = m.depositOf(b, next.Price)
		}
		fits := (b.BalanceBy == 0 || slices.Equal(m.shares(&next), m.shares(was))) && m.covers(&next)
		switch {
		case fits || m.wrong("paid for"):
			*b = next
		case ask && b.Follows == booking.FollowsNothing:
			return false
		default:
			b.Agreed = true
		}
	}
	if ask && b.Agreed && !m.wrong("agreed") && (b.To-b.From != was.To-was.From || len(b.Rooms) != len(was.Rooms)) {
		b.State = booking.Requested
	}
	if ask && paid && b.From != was.From {
		b.Withheld = 100 - m.percent(was)
	}
	m.dueAgain(was, b)
	return true
}

// dueAgain is due of a booking that has changed: whoever has not paid a deposit has as long for it as before.
func (m *Model) dueAgain(was, b *Booked) {
	pending := b.State == booking.PendingDeposit
	if pending {
		b.State = booking.Confirmed
	}
	if m.due(b); pending && b.State == booking.PendingDeposit {
		b.PayUntil = min(was.PayUntil, b.From)
	}
}

// choose gives a booking other extras, which it costs from then on.
func (m *Model) choose(c Choose) Answer {
	b := m.Find(c.Of)
	switch {
	case b == nil:
		return Answer{Code: notFound}
	case !live(b.State):
		return Answer{Code: ended}
	}
	next := *b
	next.Extras = c.Extras
	for i := range next.Each {
		next.Each[i] = m.each(&next, i)
	}
	if next.Price = next.Time + next.extras(); b.Agreed && m.wrong("extras of what is agreed") {
		next.Price = b.Price
	}
	switch {
	case b.BalanceBy > 0, !m.covers(&next):
		return Answer{Code: paidFor}
	case b.DepositBy > 0:
	case b.Agreed:
		next.Deposit = min(next.Deposit, next.Price)
	default:
		next.Deposit = m.depositOf(&next, next.Price)
	}
	m.dueAgain(b, &next)
	if c.Extras == b.Extras {
		return Answer{}
	}
	if c.Ask && m.Approval {
		next.State, next.PayUntil, next.BalanceDue = booking.Requested, 0, 0
	}
	if m.tooLate(&next) {
		return Answer{Code: ended}
	}
	if a := m.decideFrom(b, &next); a.Code != "" {
		return a
	}
	*b = next
	m.serve()
	return Answer{}
}

func (m *Model) price(c Price) Answer {
	b := m.Find(c.Of)
	switch {
	case b == nil:
		return Answer{Code: notFound}
	case b.State != booking.Requested || b.DepositBy > 0 || b.BalanceBy > 0:
		return Answer{Code: ended}
	case c.Price < b.extras():
		return Answer{Code: below}
	}
	b.Agreed, b.Price, b.Time, b.Deposit = true, c.Price, c.Price-b.extras(), m.depositOf(b, c.Price)
	if c.Deposit >= 0 {
		b.Deposit = min(c.Deposit, c.Price)
	}
	return Answer{}
}

func (m *Model) waive(c Waive) Answer {
	b := m.Find(c.Of)
	switch {
	case b == nil:
		return Answer{Code: notFound}
	case b.State == booking.Confirmed && b.Waived:
		return Answer{}
	case b.State != booking.PendingDeposit:
		return Answer{Code: ended}
	}
	b.State, b.Waived = booking.Confirmed, true
	m.due(b)
	return Answer{}
}

// pay is what becomes of a payment: its booking has it, or all of it goes back.
func (m *Model) pay(c Pay) {
	p := &Payment{N: c.N, Of: c.Of, Part: c.Part, Amount: c.Amount}
	m.Payments = append(m.Payments, p)
	b := m.Find(c.Of)
	if p.Why = m.verdict(b, p); p.Why != "" {
		p.Back = p.Amount
		return
	}
	of := m.sharesOf(b, c.Part)
	p.Kept, p.Tax = true, taxOf(of)
	if c.Part == booking.BalancePart {
		b.BalanceBy, b.BalanceDue = c.N, 0
		return
	}
	b.DepositBy, b.DepositShares = c.N, of
	if b.State == booking.PendingDeposit || b.State == booking.Lapsed {
		b.State = booking.Confirmed
	}
	if b.State == booking.Confirmed {
		m.due(b)
	}
}

// verdict is why a payment goes back; "": it is kept.
func (m *Model) verdict(b *Booked, p *Payment) string {
	const late, again, other = "booking_payment_late", "booking_payment_again", "booking_payment_mismatch"
	switch {
	case b == nil:
		return "booking_unknown"
	case p.Part == booking.BalancePart && b.BalanceBy > 0 && !m.wrong("twice"), p.Part == booking.DepositPart && (b.DepositBy > 0 || b.Waived && b.BalanceBy > 0):
		return again
	case p.Part == booking.BalancePart && b.State != booking.Confirmed && b.State != booking.Completed:
		return late
	case p.Part == booking.BalancePart && p.Amount != b.Rest():
		return other
	case p.Part == booking.BalancePart:
		return ""
	case b.State == booking.Lapsed && p.Amount == b.Deposit && b.PayUntil > 0 && b.From > m.Now && m.wanted(b) && !m.wrong("late"):
		if a := m.decide(b); a.Code != "" { // somebody else has its time by now
			return late
		}
		return ""
	case !live(b.State):
		return late
	case p.Amount != b.Deposit:
		return other
	}
	return ""
}

// wanted: the event of a booking, if it is for one, still has its times and no other place.
func (m *Model) wanted(b *Booked) bool {
	if b.Follows == booking.FollowsNothing {
		return true
	}
	e := m.FindEvent(b.Event)
	if e.Cancelled || e.From != b.From || e.To != b.To {
		return false
	}
	for _, o := range m.Bookings {
		if b.Follows == booking.FollowsPlace && o.Event == b.Event && o.Follows == booking.FollowsPlace && live(o.State) {
			return false
		}
	}
	return true
}
