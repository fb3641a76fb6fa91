package resource

import (
	"math"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// A resource can ask for a fee of whoever joins its waitlist. Until it is paid there is an entry,
// which keeps its place on a waitlist that is bounded, and no place in the queue: that is given
// when the payment is decided, so that the first to pay is the first to be served.

// Money is an amount in minor units of a currency of ISO 4217; 0: there is none.
type Money struct {
	Amount   int64
	Currency string
}

// GiveBack is the rule by which a fee goes back when its place ends. The list is closed.
type GiveBack string

// The rules. Whatever the rule, a fee goes back when it is not its person who ends the place: when
// they are removed by staff, or accept and are not given what they accepted.
const (
	// GiveAlways: it goes back however the place ends.
	GiveAlways GiveBack = "always"
	// GiveUnlessDeclined: it is kept when somebody does not take what they are offered: declines, lets
	// the offer lapse, or leaves while it is open.
	GiveUnlessDeclined GiveBack = "unless_declined"
	// GiveUnlessAccepted: it is kept when they accept, as a part of the price.
	GiveUnlessAccepted GiveBack = "unless_accepted"
	// GiveNever: it is kept.
	GiveNever GiveBack = "never"
)

// GiveBacks are the rules.
var GiveBacks = []GiveBack{GiveAlways, GiveUnlessDeclined, GiveUnlessAccepted, GiveNever}

const (
	// PayWithin is how long somebody has to pay the fee.
	PayWithin = inventory.Instant(30 * inventory.Minute)
	// MaxAmount is the largest price and the largest fee, in minor units.
	MaxAmount = 99_999_999
	// wholeRate is 100 % in basis points.
	wholeRate = 10_000
	// unqueued is the rank of those who have not paid: behind everybody.
	unqueued = math.MaxInt64
)

// EntryFee is what an entry has to do with the fee by which it joined.
type EntryFee struct {
	// Fee is the amount, 0: there is none. FeeCurrency, FeeTaxRate and GiveBack are as they were then.
	Fee         int64
	FeeCurrency string
	FeeTaxRate  int64 // of the tax that it has in it, in basis points
	GiveBack    GiveBack
	PayUntil    inventory.Instant // 0: there is no fee
	// PaidBy is the payment that gave the entry its place, at PaidAt by the change PaidSeq; empty:
	// there was none.
	PaidBy  string
	PaidAt  inventory.Instant
	PaidSeq int64
	// FeeBack: the place has ended, and the fee goes back.
	FeeBack bool
}

// Due is the fee that an entry has to be paid before it is in the queue.
func (f *EntryFee) Due() Money { return Money{f.Fee, f.FeeCurrency} }

// Tax is what of the fee is tax, which it has in it, rounded to the nearest minor unit.
func (f *EntryFee) Tax() int64 { return inventory.Share(f.Fee, f.FeeTaxRate, wholeRate+f.FeeTaxRate) }

// Gives reports whether a fee goes back when a place that was in a state ends for a reason.
func (g GiveBack) Gives(was EntryState, why Reason) bool {
	switch why {
	case ReasonRemoved, ReasonRefused, ReasonRefusedByStaff:
		return true
	case ReasonAccepted:
		return g == GiveAlways || g == GiveUnlessDeclined
	}
	if was == Waiting || was == Accepting { // left or erased: nothing was offered, or it was gone
		return g != GiveNever
	}
	return g == GiveAlways || g == GiveUnlessAccepted
}

// Pay gives an entry its place, of which the fee was captured. The other outcomes are why all of the
// payment goes back.
type Pay struct {
	EntryID, PaymentID string
	Money
}

// Why a payment goes back whole.
const (
	PaidLate    Code = "place_payment_late"     // the place has ended
	PaidAgain   Code = "place_payment_again"    // another payment was faster
	PaidOther   Code = "place_payment_mismatch" // it is not the fee
	PaidNothing Code = "place_unknown"
)

// asksFee gives an entry that joins the fee of its resource.
func (d *decision) asksFee(e *Entry) {
	s := &d.st.Settings
	if s.HoldFee == 0 {
		return
	}
	e.EntryFee = EntryFee{Fee: s.HoldFee, FeeCurrency: s.HoldFeeCurrency, FeeTaxRate: s.HoldFeeTaxRate, GiveBack: s.GiveBack, PayUntil: d.now + PayWithin}
	e.Rank = unqueued
}

// endFee says of an entry that ends whether what was paid goes back.
func (e *Entry) endFee(was EntryState, why Reason) {
	e.FeeBack = e.PaidBy != "" && e.GiveBack.Gives(was, why)
}

func (c Pay) decide(d *decision) Code {
	e := d.st.Entries[c.EntryID]
	switch {
	case e == nil || e.Fee == 0:
		return PaidNothing
	case e.PaidBy == c.PaymentID:
		d.Repeated = true
		return OK
	case e.PaidBy != "":
		return PaidAgain
	case e.State != PendingPayment:
		return PaidLate
	case c.Money != e.Due():
		return PaidOther
	}
	e.PaidBy, e.PaidAt = c.PaymentID, d.now
	e.Rank = int64(d.now) - e.Class*int64(d.st.Settings.HeadStart)
	d.entry(e, ReasonPaid, Waiting)
	d.tell(ReasonPaid, e, nil)
	return OK
}

// unpaid ends the entries whose fee was not paid in time.
func (d *decision) unpaid() {
	for _, e := range d.st.Line() { // those that wait for a payment are behind, by when they joined
		if e.State == PendingPayment && e.PayUntil <= d.now {
			d.entry(e, ReasonUnpaid, Unpaid)
			d.tell(ReasonUnpaid, e, nil)
		}
	}
}
