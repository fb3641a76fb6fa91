package settlement

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// The accounts of an event's journal. A debit increases assets and expenses, a credit
// liabilities and revenue.
const (
	AccountBuyers = "buyers" // owed to buyers: paid and not yet sold, or to be refunded
	AccountSales  = "sales"  // net revenue
	// AccountDonations has what was given beside orders, which is outside of value added tax.
	AccountDonations = "donations"
	// AccountOrderFees has what organizers put on orders as fees, net.
	AccountOrderFees = "order_fees"
	AccountTax       = "tax"      // owed to the tax office
	AccountGoodwill  = "goodwill" // refunded beyond the price of what was cancelled
	AccountDisputes  = "disputes" // taken back by payers' banks
	// AccountAtProvider has what was refunded in the provider's dashboard while the sale
	// stands: nobody has decided here what it was for.
	AccountAtProvider = "refunded_at_provider"
	AccountFees       = "fees" // kept by providers
	accountProvider   = "provider:"
)

// AccountProvider returns the account of what a provider holds for the event.
func AccountProvider(name string) string { return accountProvider + name }

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

// bookCapture books a captured payment as owed to the buyer until it is settled.
func bookCapture(p *payments.Payment, now inventory.Instant) []payments.JournalLine {
	e := entryOf("capture", p.ID, p, p.CapturedAt, now)
	e.debit(AccountProvider(p.Provider), p.Amount)
	e.credit(AccountBuyers, p.Amount)
	return e.lines
}

// bookSale books the sale of an order, with these items, that has its tickets.
func bookSale(p *payments.Payment, items []inventory.Item, now inventory.Instant) []payments.JournalLine {
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
	e.debit(AccountBuyers, p.Amount)
	e.credit(AccountSales, net)
	e.credit(AccountDonations, given)
	e.credit(AccountOrderFees, fees)
	e.credit(AccountTax, tax)
	return e.lines
}

// bookRefund books a refund due of something that was sold. The tax is that of the items
// that the decision released, in proportion if only a part of their price is refunded.
// Fees among them are given back after what was bought, and donations last. What goes beyond is
// goodwill.
func bookRefund(p *payments.Payment, o *inventory.Order, r *inventory.Refund, now inventory.Instant) []payments.JournalLine {
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
	e := entryOf("refund", refundID(p.EventID, r), p, r.At, now)
	e.debit(AccountSales, price-tax)
	e.debit(AccountTax, tax+feeTax)
	e.debit(AccountOrderFees, fees)
	e.debit(AccountDonations, given)
	e.debit(AccountGoodwill, left-given)
	e.credit(AccountBuyers, r.Amount)
	return e.lines
}

// payoutAccount returns the account that a payout is taken from.
func payoutAccount(o *payments.Payout) string {
	if o.Reason == ReasonAtProvider {
		return AccountAtProvider
	}
	return AccountBuyers
}

// bookCovered books that a part of a payout was given in the provider's dashboard
// before: it is taken from what was refunded there.
func bookCovered(p *payments.Payment, o *payments.Payout) []payments.JournalLine {
	e := entryOf("covered", o.ID, p, o.CreatedAt, o.CreatedAt)
	e.debit(AccountBuyers, o.Owed-o.Amount)
	e.credit(AccountAtProvider, o.Owed-o.Amount)
	return e.lines
}

// bookPayout books a payout. Each attempt has an entry of its own, or a retry after a
// failed refund would be taken for the entry that exists.
func bookPayout(p *payments.Payment, o *payments.Payout, at, now inventory.Instant) []payments.JournalLine {
	e := entryOf("payout", attemptKey(o), p, at, now)
	e.debit(payoutAccount(o), o.Amount)
	e.credit(AccountProvider(p.Provider), o.Amount)
	return e.lines
}

// bookLost books that a payout did not arrive.
func bookLost(p *payments.Payment, o *payments.Payout, at, now inventory.Instant) []payments.JournalLine {
	e := entryOf("payout-lost", attemptKey(o), p, at, now)
	e.debit(AccountProvider(p.Provider), o.Amount)
	e.credit(payoutAccount(o), o.Amount)
	return e.lines
}

// lost books that a payout that was done did not arrive, and takes back what was booked of
// its provider's fee. The payout has no fee then.
func lost(p *payments.Payment, o *payments.Payout, at, now inventory.Instant) []payments.JournalLine {
	lines := bookLost(p, o, at, now)
	back := o.ProviderFee
	back.Fee = -back.Fee
	lines = append(lines, bookFee("payout-fee-lost", attemptKey(o), p, &back, at, now)...)
	o.ProviderFee = payments.ProviderFee{}
	return lines
}

// bookFee books what a provider has kept, or has given back if it is less than 0, in the
// currency in which the provider reckons.
func bookFee(kind, key string, p *payments.Payment, f *payments.ProviderFee, at, now inventory.Instant) []payments.JournalLine {
	e := entryOf(kind, key, p, at, now)
	e.currency = f.FeeCurrency
	if f.Fee > 0 {
		e.debit(AccountFees, f.Fee)
		e.credit(AccountProvider(p.Provider), f.Fee)
	} else {
		e.debit(AccountProvider(p.Provider), -f.Fee)
		e.credit(AccountFees, -f.Fee)
	}
	return e.lines
}

// bookDispute books that the payer's bank took money back, or returned it if the amount
// is negative.
func bookDispute(p *payments.Payment, notice string, amount int64, at, now inventory.Instant) []payments.JournalLine {
	e := entryOf("dispute", notice, p, at, now)
	if amount > 0 {
		e.debit(AccountDisputes, amount)
		e.credit(AccountProvider(p.Provider), amount)
	} else {
		e.debit(AccountProvider(p.Provider), -amount)
		e.credit(AccountDisputes, -amount)
	}
	return e.lines
}
