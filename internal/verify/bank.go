package verify

import (
	"maps"
	"slices"
	"strings"

	rooms "github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Invariant 30: money that came in on a bank account is in exactly one payment, or a part, of
// one order, or is due back, or a person has said what it is; payments by bank transfer are
// what their transactions add up to; and nothing is counted twice.

// transferred is what transactions of bank accounts are in one payment.
type transferred struct {
	org, order, currency string
	amount               int64 // that came in
	reversed             int64 // that banks took back
	back                 bool  // it is due back, as what was too much
	several              bool  // they name more than one order, currency or organization
	seen                 bool  // the payment is stored
}

// checkBanks compares bank accounts, statements and transactions with the chains of their
// organizations, and adds up what is in which payment.
func (r *run) checkBanks() error {
	if len(r.options.Events) > 0 {
		return nil
	}
	if err := r.snapshot.BankAccounts(func(a *events.BankAccount) error {
		r.compare(a.OrgID, a.ID, a.Commitment(), "the bank account")
		return nil
	}); err != nil {
		return err
	}
	taken := map[string]int64{}
	statements := map[string]string{}
	if err := r.snapshot.BankTransactions(func(t *payments.BankTransaction) error {
		r.report.Checked.BankTransactions++
		taken[strings.Clone(t.StatementID)]++
		r.compare(t.OrgID, t.ID, t.Commitment(), "the bank transaction, or what became of it,")
		r.transaction(t)
		return nil
	}); err != nil {
		return err
	}
	if err := r.snapshot.BankStatements(func(b *payments.BankStatement) error {
		r.report.Checked.BankStatements++
		r.compare(b.OrgID, b.ID, b.Commitment(), "the bank statement")
		if n := taken[b.ID]; n != b.Taken {
			r.report.add(30, "", b.ID, "%d transactions were taken from the statement, and %d are stored", b.Taken, n)
		}
		if other := statements[b.OrgID+b.Hash]; other != "" {
			r.report.add(30, "", b.ID, "the file was read as statement %s before", other)
		}
		statements[b.OrgID+b.Hash] = strings.Clone(b.ID)
		return nil
	}); err != nil {
		return err
	}
	return nil
}

// ofTransaction reports faults of a transaction, for the event that it is said to be for.
type ofTransaction struct {
	run   *run
	event string
}

func (o ofTransaction) fail(invariant int, subject, format string, args ...any) {
	o.run.report.add(invariant, o.event, subject, format, args...)
}

// transaction checks that what is said of a transaction fits its state.
func (r *run) transaction(t *payments.BankTransaction) {
	f := ofTransaction{r, t.EventID}
	reversal := t.Kind != "credit"
	switch inPayments := t.Applied + t.Back; {
	case t.State == payments.TransferMatched && reversal && (inPayments != 0 || t.PaymentID == "" || t.OrderID == ""):
		f.fail(30, t.ID, "the transaction is a %s of payment %q, and %d of it are said to be in payments", t.Kind, t.PaymentID, inPayments)
	case t.State == payments.TransferMatched && reversal:
	case t.State == payments.TransferMatched && inPayments != t.Amount:
		f.fail(30, t.ID, "%d of the transaction are in payments, and it is %d", inPayments, t.Amount)
	case t.State == payments.TransferMatched && (t.Applied > 0) != (t.PaymentID != ""):
		f.fail(30, t.ID, "%d of the transaction pay an order, by payment %q", t.Applied, t.PaymentID)
	case t.State == payments.TransferMatched && t.Back == 0 && t.BackPaymentID != "":
		f.fail(30, t.ID, "nothing of the transaction is due back, and payment %s says that it is", t.BackPaymentID)
	case t.State == payments.TransferMatched && t.Back > 0 && t.BackPaymentID == "" && r.options.Now != 0 && r.options.Now-t.ChangedAt > rested:
		f.fail(30, t.ID, "%d of the transaction are due back since %s, and no payment says so", t.Back, clock(t.ChangedAt))
	case t.State != payments.TransferMatched && (inPayments != 0 || t.PaymentID != "" || t.BackPaymentID != ""):
		f.fail(30, t.ID, "the transaction is %s, and %d of it are said to be in payments", t.State, inPayments)
	case (t.State == payments.TransferMatched || t.State == payments.TransferPart) && (t.OrderID == "" || t.Kind != "credit"):
		f.fail(30, t.ID, "the transaction is %s, for order %q, and is a %s", t.State, t.OrderID, t.Kind)
	case (t.State == payments.TransferOpen || t.State == payments.TransferPart) && t.Reason == "":
		f.fail(30, t.ID, "a person has to look at the transaction, and no reason says why")
	case t.State == payments.TransferNew && r.options.Now != 0 && r.options.Now-t.TakenAt > rested:
		f.fail(30, t.ID, "the transaction has been new since %s", clock(t.TakenAt))
	}
	if (t.OrderID == "") != (t.EventID == "") {
		f.fail(30, t.ID, "the transaction is for order %q of event %q", t.OrderID, t.EventID)
	}
	if name, _, ofBooking := strings.Cut(t.OrderID, "-"); ofBooking {
		if t.EventID != t.OrgID {
			f.fail(30, t.ID, "the transaction is for booking %s of %s, and it came to organization %s", name, t.EventID, t.OrgID)
		}
		r.namedBookings = append(r.namedBookings, namedBooking{strings.Clone(t.OrgID), strings.Clone(name), strings.Clone(t.ID)})
	}
	switch t.Kind {
	case "credit_reversed":
		r.transfer(t, t.PaymentID, 0, t.Amount)
	case "debit_reversed":
		r.transfer(t, t.PaymentID, 0, 0)
	default:
		r.transfer(t, t.PaymentID, t.Applied, 0)
		r.transfer(t, t.BackPaymentID, t.Back, 0)
		if sum := r.transfers[t.BackPaymentID]; sum != nil {
			sum.back = true
		}
	}
	if t.State == payments.TransferPart {
		of := r.parts[t.EventID]
		if of == nil {
			of = map[string]partsOfOrder{}
			r.parts[strings.Clone(t.EventID)] = of
		}
		p := of[t.OrderID]
		p.amount, p.since = p.amount+t.Amount, max(p.since, t.ChangedAt)
		of[strings.Clone(t.OrderID)] = p
	}
}

// namedBooking is a booking that a transaction is for.
type namedBooking struct{ org, booking, transaction string }

// partsOfOrder are the transactions that are parts of an order.
type partsOfOrder struct {
	amount int64
	since  inventory.Instant // the last of them
}

// rested is moneyRests as a span of time.
const rested = 3_600_000_000

// transfer adds what a transaction has in a payment, and what it has taken out of it.
func (r *run) transfer(t *payments.BankTransaction, payment string, amount, reversed int64) {
	if payment == "" {
		return
	}
	sum := r.transfers[payment]
	if sum == nil {
		sum = &transferred{org: strings.Clone(t.OrgID), order: strings.Clone(t.OrderID), currency: strings.Clone(t.Currency)}
		r.transfers[strings.Clone(payment)] = sum
	}
	sum.amount, sum.reversed = sum.amount+amount, sum.reversed+reversed
	sum.several = sum.several || sum.org != t.OrgID || sum.order != t.OrderID || sum.currency != t.Currency
}

// transfers compares the payments of an event, or of the bookings of an organization, by bank
// transfer with the transactions.
func (m *moneyCheck) transfers(r *run) {
	if len(r.options.Events) > 0 {
		return
	}
	of, f := m.org, ofTransaction{run: r}
	if m.c != nil {
		of, f.event = m.c.event.Event.ID, m.c.event.Event.ID
	}
	came := m.cameIn(r)
	for _, name := range slices.Sorted(maps.Keys(came)) {
		p, sum := came[name], r.transfers[name]
		switch {
		case sum == nil && p.provider == payments.BankProvider:
			f.fail(30, name, "the payment came by bank transfer, and no transaction of the account is in it")
		case sum == nil:
		case p.provider != payments.BankProvider:
			sum.seen = true
			f.fail(30, name, "a bank transaction is in the payment, which came by %s", p.provider)
		default:
			sum.seen = true
			if sum.several || !m.isFor(sum, p.order) || sum.currency != p.currency || sum.org != m.org {
				f.fail(30, name, "the payment is %s for order %s, and its transactions are %s for order %s of organization %s", p.currency, p.order, sum.currency, sum.order, sum.org)
			}
			if sum.amount != p.amount {
				f.fail(30, name, "the payment is %d, and its bank transactions add up to %d", p.amount, sum.amount)
			}
			if sum.reversed+p.reversed != p.disputed {
				f.fail(30, name, "%d of the payment are said to be taken back, and its bank transactions that were reversed add up to %d", p.disputed, sum.reversed+p.reversed)
			}
		}
	}
	parts := r.parts[of]
	for _, order := range slices.Sorted(maps.Keys(parts)) {
		if m.c == nil {
			m.partsOfBooking(order, parts[order], f)
		} else {
			m.parts(order, parts[order])
		}
	}
}

// incoming is a payment as it came in, which its shares are of where it has any.
type incoming struct {
	provider, order, currency string
	amount, disputed          int64
	reversed                  int64 // by transactions that name a share
}

// cameIn puts shares together to the payments that they are of, and sees what transactions name of one.
func (m *moneyCheck) cameIn(r *run) map[string]*incoming {
	came := map[string]*incoming{}
	for _, name := range slices.Sorted(maps.Keys(m.payments)) {
		p := m.payments[name]
		whole, _, isShare := strings.Cut(p.ID, "~")
		w := came[whole]
		if w == nil {
			w = &incoming{provider: p.Provider, order: p.OrderID, currency: p.Currency}
			came[whole] = w
		}
		w.amount, w.disputed = w.amount+p.Amount, w.disputed+p.Disputed
		if !isShare {
			continue
		}
		if page := m.pages[p.CheckoutID]; page != nil {
			w.order = page.OrderID
		}
		if sum := r.transfers[p.ID]; sum != nil && sum.order == p.OrderID && sum.amount == 0 { // a reversal of it alone
			sum.seen, w.reversed = true, w.reversed+sum.reversed
		}
	}
	return came
}

// isFor reports whether a payment for an order is what its transactions are for. What was too much for
// several dates goes back with one of them.
func (m *moneyCheck) isFor(sum *transferred, order string) bool {
	if sum.order == order {
		return true
	}
	series, part, _ := strings.Cut(sum.order, "-")
	name, of, _ := strings.Cut(order, "-")
	b := m.deposits[name]
	return sum.back && b != nil && part == of && b.SeriesID == series
}

// partsOfDates is parts of what stands for a part of the price of several dates.
func (m *moneyCheck) partsOfDates(order string, p partsOfOrder, f ofTransaction) {
	series, part, _ := strings.Cut(order, "-")
	var asked, late int64
	for _, b := range m.deposits {
		switch deposit := part == string(rooms.DepositPart); {
		case b.SeriesID != series:
		case deposit && b.Status == rooms.PendingDeposit && b.DepositBy == "":
			asked += b.Deposit
		case deposit && b.Status == rooms.Lapsed && b.DepositBy == "" && b.PayUntil > 0:
			late += b.Deposit
		case !deposit && b.BalanceBy == "" && (b.Status == rooms.Confirmed || b.Status == rooms.Completed):
			if asked += b.Price - b.Deposit; b.Waiver != "" && b.DepositBy == "" {
				asked += b.Deposit
			}
		}
	}
	if asked == 0 {
		asked = late
	}
	switch {
	case asked == 0:
		f.fail(30, order, "%d of bank transactions are parts of the price since %s, of dates of which none waits for them", p.amount, clock(p.since))
	case p.amount >= asked:
		f.fail(30, order, "%d of bank transactions are parts of the price since %s, which is %d for all dates that wait, and is not paid", p.amount, clock(p.since), asked)
	}
}

// partsOfBooking is parts of what stands for a part of a booking's price.
func (m *moneyCheck) partsOfBooking(order string, p partsOfOrder, f ofTransaction) {
	name, part, _ := strings.Cut(order, "-")
	b := m.deposits[name]
	switch {
	case !m.rests(p.since):
		return
	case strings.HasPrefix(name, "bks_"):
		m.partsOfDates(order, p, f)
		return
	case b == nil:
		return
	}
	waits, total := false, b.Deposit
	switch b.Status {
	case rooms.Requested, rooms.PendingDeposit:
		waits = b.DepositBy == ""
	case rooms.Confirmed:
		waits = b.DepositBy == "" && (b.Waiver == "" || b.BalanceBy == "")
	case rooms.Lapsed: // it has its time again, if that is free
		waits = b.DepositBy == "" && b.PayUntil > 0
	}
	if part == string(rooms.BalancePart) {
		waits, total = b.BalanceBy == "" && (b.Status == rooms.Confirmed || b.Status == rooms.Completed), b.Price-b.Deposit
		if b.Waiver != "" && b.DepositBy == "" {
			total = b.Price
		}
	}
	switch {
	case !waits:
		f.fail(30, order, "%d of bank transactions are parts of the price since %s, of a booking that is %s and does not wait for them", p.amount, clock(p.since), b.Status)
	case p.amount >= total:
		f.fail(30, order, "%d of bank transactions are parts of the price since %s, which is %d and is not paid", p.amount, clock(p.since), total)
	}
}

// parts checks that what was assigned to an order waits for something: the rest of what it
// costs.
func (m *moneyCheck) parts(order string, p partsOfOrder) {
	k := m.c.names.key(order)
	h, o := m.c.holds.find(k), m.c.orders[k]
	if h == nil || o == nil || !m.rests(p.since) {
		return
	}
	state, reason := m.c.words.text(h.state), m.c.words.text(h.reason)
	switch {
	case state != string(inventory.HoldHeld) && (state != string(inventory.HoldReleased) || reason != string(inventory.ReasonOrderExpired)):
		m.c.fail(30, order, "%d of bank transactions are parts of the order since %s, which is %s", p.amount, clock(p.since), state)
	case p.amount >= o.Total:
		m.c.fail(30, order, "%d of bank transactions are parts of the order since %s, which costs %d and is not paid", p.amount, clock(p.since), o.Total)
	}
}

// endOfTransfers names payments that transactions are said to be in and that are not stored.
func (r *run) endOfTransfers() error {
	for _, payment := range slices.Sorted(maps.Keys(r.transfers)) {
		if sum := r.transfers[payment]; !sum.seen {
			r.report.add(30, "", payment, "%d of bank transactions are said to be in the payment, which is not stored for an event", sum.amount)
		}
	}
	return nil
}
