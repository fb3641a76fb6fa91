package settlement

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// The accounts of an event's journal. A debit raises what is an asset or an
// expense, a credit what is owed or earned.
const (
	AccountBuyers   = "buyers"   // owed to buyers: paid and not yet sold, or to be given back
	AccountSales    = "sales"    // earned, net
	AccountTax      = "tax"      // owed to the tax office
	AccountGoodwill = "goodwill" // given back beyond the price of what was cancelled
	AccountDisputes = "disputes" // taken back by payers' banks
	accountProvider = "provider:"
)

// AccountProvider is what a provider holds for the event.
func AccountProvider(name string) string { return accountProvider + name }

// entry is one booking: lines that balance.
type entry struct {
	ref            string
	at, booked     inventory.Instant
	order, payment string
	currency       string
	lines          []store.JournalLine
}

func (e *entry) debit(account string, amount int64)  { e.add(account, amount, 0) }
func (e *entry) credit(account string, amount int64) { e.add(account, 0, amount) }

func (e *entry) add(account string, debit, credit int64) {
	if debit == 0 && credit == 0 {
		return
	}
	e.lines = append(e.lines, store.JournalLine{
		Ref: e.ref, Line: int64(len(e.lines) + 1), BookedAt: e.booked, At: e.at, Account: account,
		Debit: debit, Credit: credit, Currency: e.currency, OrderID: e.order, PaymentID: e.payment,
	})
}

func entryOf(kind, key string, p *store.Payment, at, booked inventory.Instant) *entry {
	return &entry{ref: kind + ":" + key, at: at, booked: booked, order: p.OrderID, payment: p.ID, currency: p.Currency}
}

// bookCapture: money came in, and is owed until it is known what for.
func bookCapture(p *store.Payment, now inventory.Instant) []store.JournalLine {
	e := entryOf("capture", p.ID, p, p.CapturedAt, now)
	e.debit(AccountProvider(p.Provider), p.Amount)
	e.credit(AccountBuyers, p.Amount)
	return e.lines
}

// bookSale: the order has its tickets.
func bookSale(p *store.Payment, o *inventory.Order, now inventory.Instant) []store.JournalLine {
	var net, tax int64
	for i := range o.Items {
		net, tax = net+o.Items[i].Net, tax+o.Items[i].Tax
	}
	e := entryOf("sale", p.ID, p, now, now)
	e.debit(AccountBuyers, p.Amount)
	e.credit(AccountSales, net)
	e.credit(AccountTax, tax)
	return e.lines
}

// bookRefund: something that was sold is to be given back. The items that the
// decision released say how much of it was tax; a part of their price has the
// same part of their tax, and what goes beyond their price is goodwill.
func bookRefund(p *store.Payment, o *inventory.Order, r *inventory.Refund, now inventory.Instant) []store.JournalLine {
	var gross, tax int64
	for i := range o.Items {
		if it := &o.Items[i]; it.ReleasedSeq == r.Seq {
			gross, tax = gross+it.Gross, tax+it.Tax
		}
	}
	price := min(r.Amount, gross)
	if price < gross {
		tax = (2*tax*price + gross) / (2 * gross) // half a minor unit away from zero
	}
	e := entryOf("refund", refundID(p.EventID, r), p, r.At, now)
	e.debit(AccountSales, price-tax)
	e.debit(AccountTax, tax)
	e.debit(AccountGoodwill, r.Amount-price)
	e.credit(AccountBuyers, r.Amount)
	return e.lines
}

// bookPayout: money went back. Each attempt is booked by itself, or what is given
// anew after it was lost would be taken for what is booked already.
func bookPayout(p *store.Payment, o *store.Payout, at, now inventory.Instant) []store.JournalLine {
	e := entryOf("payout", attemptKey(o), p, at, now)
	e.debit(AccountBuyers, o.Amount)
	e.credit(AccountProvider(p.Provider), o.Amount)
	return e.lines
}

// bookLost: money that went back did not arrive.
func bookLost(p *store.Payment, o *store.Payout, at, now inventory.Instant) []store.JournalLine {
	e := entryOf("payout-lost", attemptKey(o), p, at, now)
	e.debit(AccountProvider(p.Provider), o.Amount)
	e.credit(AccountBuyers, o.Amount)
	return e.lines
}

// bookDispute: the payer's bank took money back, or with a negative amount
// returned it.
func bookDispute(p *store.Payment, notice string, amount int64, at, now inventory.Instant) []store.JournalLine {
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
