// Package journal says what of payments and of what goes back of them is written in the journal of
// their event or organization: entries that balance. It is pure; package settlement stores what it
// returns, with the change that it is about.
package journal

import (
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// The accounts of an event's journal. A debit increases assets and expenses, a credit
// liabilities and revenue.
const (
	Buyers = "buyers" // owed to buyers: paid and not yet sold, or to be refunded
	Sales  = "sales"  // net revenue
	// Donations has what was given beside orders, which is outside of value added tax.
	Donations = "donations"
	// OrderFees has what organizers put on orders as fees, net.
	OrderFees = "order_fees"
	Tax       = "tax"      // owed to the tax office
	Goodwill  = "goodwill" // refunded beyond the price of what was cancelled
	Disputes  = "disputes" // taken back by payers' banks
	// AtProvider has what was refunded in the provider's dashboard while the sale
	// stands: nobody has decided here what it was for.
	AtProvider      = "refunded_at_provider"
	Fees            = "fees" // kept by providers
	accountProvider = "provider:"
)

// Provider returns the account of what a provider holds for the event.
func Provider(name string) string { return accountProvider + name }

// entry is one booking: lines that balance.
type entry struct {
	ref            string
	at, booked     inventory.Instant
	order, payment string
	currency       string
	lines          []payments.JournalLine
}

func (e *entry) debit(account string, amount int64)  { e.add(account, amount, 0) }
func (e *entry) credit(account string, amount int64) { e.add(account, 0, amount) }

func (e *entry) add(account string, debit, credit int64) {
	if debit == 0 && credit == 0 {
		return
	}
	e.lines = append(e.lines, payments.JournalLine{
		Ref: e.ref, Line: int64(len(e.lines) + 1), BookedAt: e.booked, At: e.at, Account: account,
		Debit: debit, Credit: credit, Currency: e.currency, OrderID: e.order, PaymentID: e.payment,
	})
}

func entryOf(kind, key string, p *payments.Payment, at, booked inventory.Instant) *entry {
	return &entry{ref: kind + ":" + key, at: at, booked: booked, order: p.OrderID, payment: p.ID, currency: p.Currency}
}

// Capture books a captured payment as owed to the buyer until it is settled.
func Capture(p *payments.Payment, now inventory.Instant) []payments.JournalLine {
	e := entryOf("capture", p.ID, p, p.CapturedAt, now)
	e.debit(Provider(p.Provider), p.Amount)
	e.credit(Buyers, p.Amount)
	return e.lines
}

// Sale books the sale of an order, with these items, that has its tickets.
func Sale(p *payments.Payment, items []inventory.Item, now inventory.Instant) []payments.JournalLine {
	var net, tax, given, fees int64
	for i := range items {
		switch it := &items[i]; {
		case it.Donation:
			given += it.Gross
		case it.IsFee():
			fees, tax = fees+it.Net, tax+it.Tax
		default:
			net, tax = net+it.Net, tax+it.Tax
		}
	}
	e := entryOf("sale", p.ID, p, now, now)
	e.debit(Buyers, p.Amount)
	e.credit(Sales, net)
	e.credit(Donations, given)
	e.credit(OrderFees, fees)
	e.credit(Tax, tax)
	return e.lines
}

// Refund books a refund due of something that was sold. The tax is that of the items
// that the decision released, in proportion if only a part of their price is refunded.
// Fees among them are given back after what was bought, and donations last. What goes beyond is
// goodwill.
func Refund(p *payments.Payment, o *inventory.Order, r *inventory.Refund, now inventory.Instant) []payments.JournalLine {
	var gross, tax int64
	for i := range o.Items {
		if it := &o.Items[i]; it.ReleasedSeq == r.Seq && !it.Donation && !it.IsFee() {
			gross, tax = gross+it.Gross, tax+it.Tax
		}
	}
	price := min(r.Amount, gross)
	if price < gross {
		tax = inventory.Share(tax, price, gross)
	}
	left, fees, feeTax := r.Amount-price, int64(0), int64(0)
	for _, it := range o.FeesOfRefund(r.Seq) {
		back := it.FeeBack(left, o.Currency)
		left, fees, feeTax = left-back.Gross, fees+back.Net, feeTax+back.Tax
	}
	given := o.GivenBack(r)
	e := entryOf("refund", RefundID(p.EventID, r), p, r.At, now)
	e.debit(Sales, price-tax)
	e.debit(Tax, tax+feeTax)
	e.debit(OrderFees, fees)
	e.debit(Donations, given)
	e.debit(Goodwill, left-given)
	e.credit(Buyers, r.Amount)
	return e.lines
}

// payoutAccount returns the account that a payout is taken from.
func payoutAccount(o *payments.Payout) string {
	if o.Reason == payments.ReasonAtProvider {
		return AtProvider
	}
	return Buyers
}

// Payout books a payout. Each attempt has an entry of its own, or a retry after a
// failed refund would be taken for the entry that exists.
func Payout(p *payments.Payment, o *payments.Payout, at, now inventory.Instant) []payments.JournalLine {
	e := entryOf("payout", AttemptKey(o), p, at, now)
	e.debit(payoutAccount(o), o.Amount)
	if o.PaidOn != "" {
		e.credit(payments.AccountOtherMeans, o.Amount)
	} else {
		e.credit(Provider(p.Provider), o.Amount)
	}
	return e.lines
}

// bookLost books that a payout did not arrive.
func bookLost(p *payments.Payment, o *payments.Payout, at, now inventory.Instant) []payments.JournalLine {
	e := entryOf("payout-lost", AttemptKey(o), p, at, now)
	e.debit(Provider(p.Provider), o.Amount)
	e.credit(payoutAccount(o), o.Amount)
	return e.lines
}

// Lost books that a payout that was done did not arrive, and takes back what was booked of
// its provider's fee. The payout has no fee then.
func Lost(p *payments.Payment, o *payments.Payout, at, now inventory.Instant) []payments.JournalLine {
	lines := bookLost(p, o, at, now)
	back := o.ProviderFee
	back.Fee = -back.Fee
	lines = append(lines, Fee("payout-fee-lost", AttemptKey(o), p, &back, at, now)...)
	o.ProviderFee = payments.ProviderFee{}
	return lines
}

// Fee books what a provider has kept, or has given back if it is less than 0, in the
// currency in which the provider reckons.
func Fee(kind, key string, p *payments.Payment, f *payments.ProviderFee, at, now inventory.Instant) []payments.JournalLine {
	e := entryOf(kind, key, p, at, now)
	e.currency = f.FeeCurrency
	if f.Fee > 0 {
		e.debit(Fees, f.Fee)
		e.credit(Provider(p.Provider), f.Fee)
	} else {
		e.debit(Provider(p.Provider), -f.Fee)
		e.credit(Fees, -f.Fee)
	}
	return e.lines
}

// Dispute books that the payer's bank took money back, or returned it if the amount
// is negative.
func Dispute(p *payments.Payment, notice string, amount int64, at, now inventory.Instant) []payments.JournalLine {
	e := entryOf("dispute", notice, p, at, now)
	if amount > 0 {
		e.debit(Disputes, amount)
		e.credit(Provider(p.Provider), amount)
	} else {
		e.debit(Provider(p.Provider), -amount)
		e.credit(Disputes, -amount)
	}
	return e.lines
}

// RefundID returns the key of a refund in the journal.
func RefundID(event string, r *inventory.Refund) string { return id.Seq(id.Refund, event, r.Seq) }

// AttemptKey returns the key of an attempt of a payout, at the provider and in the
// journal: the payout's ID, and the number of the attempt from the second one on.
func AttemptKey(o *payments.Payout) string {
	if o.Attempt == 0 {
		return o.ID
	}
	return o.ID + "." + strconv.FormatInt(o.Attempt, 10)
}

// CutAttempt reverses AttemptKey. It returns "" for a key that AttemptKey cannot make.
func CutAttempt(key string) (payout string, attempt int64) {
	payout, number, again := strings.Cut(key, ".")
	if !again {
		return payout, 0
	}
	attempt, err := strconv.ParseInt(number, 10, 64)
	if err != nil || attempt < 1 || strconv.FormatInt(attempt, 10) != number {
		return "", 0
	}
	return payout, attempt
}
