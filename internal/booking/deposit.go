package booking

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Terms are what a venue asks for its time. A booking keeps those that it was made by:
// whatever the venue asks of others later does not touch it. Amounts are minor units of
// Currency; without a currency, time costs nothing.
type Terms struct {
	Currency string `json:"currency,omitempty"`
	// PerHour and PerBooking are for each room that is asked for, from the start of a booking
	// to its end, without set-up and tear-down.
	PerHour    int64 `json:"per_hour,omitempty"`
	PerBooking int64 `json:"per_booking,omitempty"`
	// Agreed: the venue has named the price of the booking, which stays as it is.
	Agreed bool `json:"agreed,omitempty"`
	// TaxRate is the tax that these have in them, in basis points.
	TaxRate int64 `json:"tax_rate,omitempty"`
	// DepositPercent of the price is to be paid before a booking is confirmed, or
	// DepositAmount of it, where that is not 0.
	DepositPercent int64 `json:"deposit_percent,omitempty"`
	DepositAmount  int64 `json:"deposit_amount,omitempty"`
	// PayWithin is how long the deposit may take.
	PayWithin inventory.Micros `json:"pay_within,omitempty"`
	// Transfers: what is to be paid can be transferred to the organization's bank account, of which
	// bookers are told.
	Transfers bool `json:"transfers,omitempty"`
	// BalanceDays is how many days before the start the rest is due.
	BalanceDays int64 `json:"balance_days,omitempty"`
	// GiveBack is what of that which was paid goes back to a booker who cancels.
	GiveBack []GiveBack `json:"give_back,omitempty"`
	// Withheld is what of it stays whenever they cancel, in percent: whoever moves a booking that
	// something was paid of gets back no more than when they moved it.
	Withheld int64 `json:"withheld,omitempty"`
}

// GiveBack is a step of the rule for giving back: Percent of what was paid, until so many
// days before the start.
type GiveBack struct {
	DaysBefore int64 `json:"days_before"`
	Percent    int64 `json:"percent"`
}

// Limits of terms.
const (
	MaxPrice      = 9_999_999 // per hour, and per booking; of a price that staff names: 99,999,999
	MaxAgreed     = 99_999_999
	MaxPayWithin  = 90 * inventory.Day
	MaxDaysBefore = 730
	MaxGiveBack   = 10
)

// Price is what rooms cost for a time. Parts of an hour cost their part of it, the half of a
// minor unit and more counts as one, and the sum is rounded up to what there are coins for.
func (t *Terms) Price(rooms int, from, to inventory.Instant) int64 {
	if t.Currency == "" || rooms <= 0 || to <= from {
		return 0
	}
	n := int64(rooms)
	return t.roundUp(inventory.Share(t.PerHour*n, int64(to-from), int64(inventory.Hour)) + t.PerBooking*n)
}

// Deposit is what of a price is to be paid before a booking is confirmed: rounded as a price
// is, and no more than it.
func (t *Terms) Deposit(price int64) int64 {
	if t.DepositAmount > 0 {
		return min(t.DepositAmount, price)
	}
	return min(t.roundUp(inventory.Share(price, t.DepositPercent, 100)), price)
}

func (t *Terms) roundUp(amount int64) int64 {
	step := inventory.Step(t.Currency)
	return (amount + step - 1) / step * step
}

// PayUntil is when a deposit has to be there that is asked for now: never after the start.
func (t *Terms) PayUntil(now, startsAt inventory.Instant) inventory.Instant {
	return min(now+inventory.Instant(t.PayWithin), startsAt)
}

// Bounds of reminding of deposits.
const (
	// RemindMost is how long before the deadline a booker is reminded at most.
	RemindMost = inventory.Day
	// remindLeast is how long a deposit may take at least, so that its booker is reminded of it: with less they
	// have just been asked for it.
	remindLeast = inventory.Hour
)

// RemindOfDeposit is when a booker is reminded of a deposit that is asked for at a time, and that has to be there
// until another: a day before, but not in the first half of the time between them. 0: never, as that is short.
func RemindOfDeposit(asked, until inventory.Instant) inventory.Instant {
	window := inventory.Micros(until - asked)
	if window < remindLeast {
		return 0
	}
	return until - inventory.Instant(min(window/2, RemindMost))
}

// Sooner is the earlier of two times, of which 0 is none.
func Sooner(a, b inventory.Instant) inventory.Instant {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// BalanceDue is when the rest is due: not before the deposit is.
func (t *Terms) BalanceDue(startsAt, notBefore inventory.Instant) inventory.Instant {
	return max(startsAt-inventory.Instant(inventory.Micros(t.BalanceDays)*inventory.Day), notBefore)
}

// Percent is how much of what was paid goes back when the booker cancels at a time: that of
// the step with the most days that are still between it and the start, but for what is withheld. A
// day is 24 hours.
func (t *Terms) Percent(startsAt, at inventory.Instant) int64 {
	percent, days := int64(0), int64(-1)
	for _, g := range t.GiveBack {
		if g.DaysBefore > days && startsAt-at >= inventory.Instant(inventory.Micros(g.DaysBefore)*inventory.Day) {
			percent, days = g.Percent, g.DaysBefore
		}
	}
	return min(percent, 100-t.Withheld)
}

// Rule is GiveBack without what is withheld; nil: nothing goes back.
func (t *Terms) Rule() []GiveBack {
	if t.Withheld >= 100 {
		return nil
	}
	list := slices.Clone(t.GiveBack)
	for i := range list {
		list[i].Percent = min(list[i].Percent, 100-t.Withheld)
	}
	return list
}

// Back is a percentage of what was paid: half of a minor unit and more counts as one, and
// what there are no coins for stays.
func (t *Terms) Back(paid, percent int64) int64 {
	step := inventory.Step(t.Currency)
	return inventory.Share(paid, percent, 100) / step * step
}

// InOrder returns a rule for giving back by days, the most first, nil when there is none.
func InOrder(rule []GiveBack) []GiveBack {
	if len(rule) == 0 {
		return nil
	}
	list := slices.Clone(rule)
	slices.SortFunc(list, func(a, b GiveBack) int { return int(b.DaysBefore - a.DaysBefore) })
	return list
}

// Part is what of a booking's price a payment is for.
type Part string

// The parts.
const (
	DepositPart Part = "deposit"
	BalancePart Part = "balance"
)

// PartNamed returns the part of a price of a name; where none is named, the deposit.
func PartNamed(name string) Part {
	if name == "" {
		return DepositPart
	}
	return Part(name)
}

// Claim is what a booking has been paid, and is to be paid, at a time.
type Claim struct {
	State    State // at the time: see State.At
	Currency string
	Deposit  int64
	Balance  int64 // what the price is beyond what was paid of the deposit
	// DepositPaid and BalancePaid: there is a payment that was kept for it.
	DepositPaid, BalancePaid bool
}

// Verdict says what becomes of a payment for a booking.
type Verdict string

// The verdicts. All but Kept and KeptIfFree give the whole payment back.
const (
	// Kept: it is for the booking, which is confirmed by it when it waited for it.
	Kept Verdict = ""
	// KeptIfFree: it came after the booking had lapsed, which is confirmed when its time is
	// still free, and else the payment goes back as PaidLate.
	KeptIfFree Verdict = "if_free"
	PaidLate   Verdict = "booking_payment_late"     // the booking has ended
	PaidAgain  Verdict = "booking_payment_again"    // another payment was faster
	PaidOther  Verdict = "booking_payment_mismatch" // it is not what is to be paid
	// PaidNothing: there is no such booking.
	PaidNothing Verdict = "booking_unknown"
)

// Settle decides what becomes of a payment for a part of a booking's price.
func (c *Claim) Settle(part Part, amount int64, currency string) Verdict {
	want, paid := c.Deposit, c.DepositPaid
	if part == BalancePart {
		want, paid = c.Balance, c.BalancePaid
	}
	right := amount == want && currency == c.Currency
	switch {
	case paid:
		return PaidAgain
	case part == DepositPart && c.State == Lapsed && right:
		return KeptIfFree
	case part == DepositPart && !c.State.Live(), part == BalancePart && c.State != Confirmed && c.State != Completed:
		return PaidLate
	case !right:
		return PaidOther
	}
	return Kept
}
