package bookingtest

import (
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// charged is what a booking costs, and what was paid of it.
type charged struct {
	Terms                booking.Terms // those of the house when it was made
	Price, Deposit       int64
	PayUntil, BalanceDue inventory.Instant
	DepositBy, BalanceBy int // numbers of payments; 0: not paid
	DepositPaid          int64
	Waived               bool
	Agreed               bool  // the house has named the price
	Withheld             int64 // percent that do not go back
}

// Payment is money that came in, and what became of it.
type Payment struct {
	N, Of  int
	Part   booking.Part
	Amount int64
	Kept   bool
	Back   int64  // what goes back of it
	Why    string // that goes back
}

const hour = inventory.Instant(inventory.Hour)

// rounded is a part of an amount, the half of a minor unit up.
func rounded(amount, part, whole int64) int64 { return (2*amount*part + whole) / (2 * whole) }

func (m *Model) extras(b *Booked) int64 {
	if b.Terms.Currency == "" {
		return 0
	}
	return b.Screens * m.ScreenPrice
}

// cost is what a booking costs by its terms.
func (m *Model) cost(b *Booked) int64 {
	if b.Terms.Currency == "" {
		return 0
	}
	rooms := int64(len(b.Rooms))
	return rounded(b.Terms.PerHour*rooms, int64(b.To-b.From)/int64(inventory.Second), int64(hour)/int64(inventory.Second)) + b.Terms.PerBooking*rooms + m.extras(b)
}

func depositOf(b *Booked, price int64) int64 {
	if b.Terms.DepositAmount > 0 {
		return min(b.Terms.DepositAmount, price)
	}
	return min(rounded(price, b.Terms.DepositPercent, 100), price)
}

func (m *Model) count(b *Booked) {
	b.Price = m.cost(b)
	b.Deposit = depositOf(b, b.Price)
}

// rest is what is to be paid beside the deposit.
func (b *Booked) rest() int64 {
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
	if b.rest() > 0 && b.BalanceBy == 0 && !m.wrong("balance") {
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
			if p.Back = rounded(p.Amount, percent, 100); p.Back > 0 {
				p.Why = why
			}
		}
	}
}

// charge is what a booking costs that is moved. It is false where its booker has paid too much for that.
func (m *Model) charge(was, b *Booked, ask bool) bool {
	paid := b.DepositBy > 0 || b.BalanceBy > 0
	if !b.Agreed {
		price := m.cost(b)
		fits := (b.BalanceBy == 0 || price == b.Price) && (b.DepositBy == 0 || price >= b.DepositPaid)
		switch {
		case fits || m.wrong("paid for"):
			b.Price = price
			if !paid {
				b.Deposit = depositOf(b, price)
			}
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

// choose gives a booking other screens, which it costs from then on.
func (m *Model) choose(c Choose) Answer {
	b := m.Find(c.Of)
	switch {
	case b == nil:
		return Answer{Code: notFound}
	case !live(b.State):
		return Answer{Code: ended}
	}
	next := *b
	next.Screens = c.Screens
	next.Price += m.extras(&next) - m.extras(b)
	switch {
	case b.BalanceBy > 0, b.DepositBy > 0 && next.Price < b.DepositPaid:
		return Answer{Code: paidFor}
	case b.DepositBy > 0:
	case b.Agreed:
		next.Deposit = min(next.Deposit, next.Price)
	default:
		next.Deposit = depositOf(&next, next.Price)
	}
	m.dueAgain(b, &next)
	if c.Screens == b.Screens {
		return Answer{}
	}
	if c.Ask && m.Approval {
		next.State, next.PayUntil, next.BalanceDue = booking.Requested, 0, 0
	}
	if m.tooLate(&next) {
		return Answer{Code: ended}
	}
	if a := m.decide(&next); a.Code != "" {
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
	case c.Price < m.extras(b):
		return Answer{Code: below}
	}
	b.Agreed, b.Price, b.Deposit = true, c.Price, depositOf(b, c.Price)
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
	p.Kept = true
	if c.Part == booking.BalancePart {
		b.BalanceBy, b.BalanceDue = c.N, 0
		return
	}
	b.DepositBy, b.DepositPaid = c.N, c.Amount
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
	case p.Part == booking.BalancePart && p.Amount != b.rest():
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
