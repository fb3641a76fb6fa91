package verify

import (
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Invariant 10, of the money itself: a payment that was captured has exactly one
// of tickets and a refund, and what it is worth is what the heart decided; no
// more goes back than came in; a refund that a decision owes goes back to that
// payment and by that amount; and the journal has for each of these exactly one
// booking, which balances.

// moneyCheck is the examination of the money of an event, or of none.
type moneyCheck struct {
	c   *check // nil: of no event
	run *run
	documents
	bookers  map[string]bool   // the bookings of org
	orgs     map[string]string // of payment accounts, by name; of bookings
	deposits paidBookings      // of the bookings of org; nil: of an event, or of nothing that we know
	places   paidPlaces        // of org, that ask for a fee
	// pages are those of org on which several dates are paid at once.
	pages    map[string]*payments.Checkout
	org      string
	fail     func(subject, format string, args ...any)
	payments map[string]*paymentRecord
	payouts  map[string]*payoutRecord
	begun    map[int64]bool // refunds due of which there is a payout, by audit row
	now      inventory.Instant
	// Of an organization that issues invoices: what the journal says of sales and refunds.
	invoicing *payments.Invoicing
	billed    map[string]bookedSale
}

// moneyRests is how long a payment may wait to be settled, and a refund that is due to be
// begun. Both take seconds, and a lost job is found within minutes.
const moneyRests = inventory.Hour

// rests reports whether what happened at t is not dealt with for too long by now.
func (m *moneyCheck) rests(t inventory.Instant) bool {
	return m.now != 0 && m.now-t > inventory.Instant(moneyRests)
}

type paymentRecord struct {
	payments.Payment
	captured, sold bool // the journal says so
	fee            feeBooked
	disputes       int64 // in the journal
	given          int64 // by payouts that have not failed
	whole          int   // payouts that give all of it back because no order has it
}

type payoutRecord struct {
	payments.Payout
	// takenBack and covered: the journal says that the sale is taken back, and that a part
	// was given in the provider's dashboard before.
	takenBack, covered bool
	fees               map[int64]*feeBooked // by the number of the attempt
	// attempts is, by the number of the attempt, what the journal says of it.
	attempts map[int64]attemptRecord
}

type attemptRecord struct{ given, lost bool }

// feeBooked is what the journal says that a provider has kept, taken together: its
// currency, and in how many currencies it was booked.
type feeBooked struct {
	amount     int64
	currency   string
	currencies int
}

// booking is the lines of one ref.
type booking struct {
	ref      string
	accounts map[string]int64 // debit minus credit
	balance  map[string]int64 // by currency
	payment  string
}

func (c *check) checkPayments() error {
	m := &moneyCheck{c: c, documents: documents{c: c}, fail: func(subject, format string, args ...any) { c.fail(10, subject, format, args...) }}
	return m.all(c.run, c.event.Event.ID)
}

// checkMoneyOfNobody looks at payments for orders of no event that we know.
func (r *run) checkMoneyOfNobody() error {
	if len(r.options.Events) > 0 {
		return nil
	}
	m := &moneyCheck{fail: func(subject, format string, args ...any) { r.report.add(10, "", subject, format, args...) }}
	return m.all(r, "")
}

func (m *moneyCheck) all(r *run, event string) error {
	m.run = r
	m.payments, m.payouts, m.begun, m.now = map[string]*paymentRecord{}, map[string]*payoutRecord{}, map[int64]bool{}, r.options.Now
	err := r.snapshot.Payments(event, func(p *payments.Payment) error {
		r.report.Checked.Payments++
		m.payments[p.ID] = &paymentRecord{Payment: *p}
		return nil
	})
	if err != nil {
		return err
	}
	if err := r.snapshot.Payouts(event, func(o *payments.Payout) error {
		r.report.Checked.Payouts++
		m.payouts[o.ID] = &payoutRecord{Payout: *o, attempts: map[int64]attemptRecord{}, fees: map[int64]*feeBooked{}}
		return nil
	}); err != nil {
		return err
	}
	if m.c != nil {
		m.org = m.c.event.Event.OrgID
	}
	if m.org != "" {
		if m.invoicing, err = r.snapshot.InvoicingOf(m.org); err != nil {
			return err
		}
		if m.invoicing != nil {
			m.billed = map[string]bookedSale{}
		}
	}
	if err := m.journal(r, event); err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(m.payouts)) {
		m.payout(m.payouts[id])
	}
	for _, id := range slices.Sorted(maps.Keys(m.payments)) {
		m.payment(m.payments[id])
	}
	switch {
	case m.deposits != nil:
		if err := m.shares(r); err != nil {
			return err
		}
		if err := m.assignedRefunds(r); err != nil {
			return err
		}
		m.transfers(r)
		return m.invoices(r, event)
	case m.c == nil:
		return nil
	}
	m.orders()
	if err := m.tills(r, event); err != nil {
		return err
	}
	m.transfers(r)
	return m.invoices(r, event)
}

// journal reads the journal booking by booking.
func (m *moneyCheck) journal(r *run, event string) error {
	var b *booking
	done := func() {
		if b != nil {
			m.booked(b)
		}
	}
	err := r.snapshot.Journal(event, func(l *payments.JournalLine) error {
		r.report.Checked.JournalLines++
		if b == nil || b.ref != l.Ref {
			done()
			b = &booking{ref: strings.Clone(l.Ref), payment: l.PaymentID, accounts: map[string]int64{}, balance: map[string]int64{}}
		}
		b.accounts[l.Account] += l.Debit - l.Credit
		b.balance[l.Currency] += l.Debit - l.Credit
		if l.PaymentID != b.payment {
			m.fail(l.Ref, "the lines of the booking are of payments %s and %s", b.payment, l.PaymentID)
		}
		return nil
	})
	done()
	return err
}

// booked compares a booking with what it is said to book.
func (m *moneyCheck) booked(b *booking) {
	for currency, n := range b.balance {
		if n != 0 {
			m.fail(b.ref, "the lines of the booking are out of balance by %d %s", n, currency)
		}
	}
	m.bookedAmounts(b)
	kind, of, _ := strings.Cut(b.ref, ":")
	p := m.payments[b.payment]
	if p == nil {
		m.fail(b.ref, "the booking is of payment %s, which is not stored", b.payment)
		return
	}
	of, attempt := attemptOf(kind, of)
	switch o := m.payouts[of]; {
	case kind == "capture" && of == p.ID:
		p.captured = true
		m.moves(b, "provider:"+p.Provider, p.Amount)
		m.moves(b, "buyers", -p.Amount)
	case kind == "sale" && of == p.ID:
		p.sold = true
		m.moves(b, "buyers", p.Amount)
		m.sale(b, p)
	case kind == "fee" && of == p.ID:
		m.fee(b, p, &p.fee)
	case kind == "dispute":
		p.disputes += b.accounts["disputes"]
	case o == nil || o.PaymentID != p.ID || attempt > o.Attempt:
		m.fail(b.ref, "the booking is of nothing that is stored")
	case kind == "refund":
		o.takenBack = true
		m.moves(b, "buyers", -o.Owed)
		m.refund(b, p, o)
	case kind == "payout":
		o.attempts[attempt] = attemptRecord{given: true, lost: o.attempts[attempt].lost}
		m.moves(b, accountOf(o), o.Amount)
		if o.PaidOn != "" && attempt == o.Attempt { // by other means: the provider has the money still
			m.moves(b, "other_means", -o.Amount)
			m.moves(b, "provider:"+p.Provider, 0)
		} else {
			m.moves(b, "other_means", 0)
			m.moves(b, "provider:"+p.Provider, -o.Amount)
		}
	case kind == "payout-lost":
		o.attempts[attempt] = attemptRecord{given: o.attempts[attempt].given, lost: true}
		m.moves(b, accountOf(o), -o.Amount)
		m.moves(b, "provider:"+p.Provider, o.Amount)
	case kind == "payout-fee", kind == "payout-fee-lost":
		if o.fees[attempt] == nil {
			o.fees[attempt] = &feeBooked{}
		}
		m.fee(b, p, o.fees[attempt])
	case kind == "covered":
		o.covered = true
		m.moves(b, "buyers", o.Owed-o.Amount)
		m.moves(b, "refunded_at_provider", o.Amount-o.Owed)
	default:
		m.fail(b.ref, "there is no booking of this kind")
	}
}

// fee adds a booking of what a provider has kept.
func (m *moneyCheck) fee(b *booking, p *paymentRecord, sum *feeBooked) {
	m.moves(b, "provider:"+p.Provider, -b.accounts["fees"])
	for currency := range b.balance {
		if currency != sum.currency {
			sum.currency, sum.currencies = currency, sum.currencies+1
		}
	}
	sum.amount += b.accounts["fees"]
}

// keeps compares what a provider is said to have kept with the journal.
func (m *moneyCheck) keeps(subject string, said *payments.ProviderFee, booked *feeBooked) {
	if booked == nil {
		booked = &feeBooked{}
	}
	if said.Fee != booked.amount || booked.currencies > 1 || booked.currencies == 1 && booked.amount != 0 && booked.currency != said.FeeCurrency {
		m.fail(subject, "the provider is said to have kept %d %s, and in the journal it has kept %d %s", said.Fee, said.FeeCurrency, booked.amount, booked.currency)
	}
	if said.Fee != 0 && said.FeeCurrency == "" {
		m.fail(subject, "the provider has kept %d of no currency", said.Fee)
	}
}

func (m *moneyCheck) moves(b *booking, account string, want int64) {
	if got := b.accounts[account]; got != want {
		m.fail(b.ref, "the booking moves account %s by %d, and what it books by %d", account, got, want)
	}
}

// accountOf is the account that a payout is taken from: what nobody here has decided
// has one of its own.
func accountOf(o *payoutRecord) string {
	if o.Seq == 0 && o.Reason == "refunded_at_provider" {
		return "refunded_at_provider"
	}
	return "buyers"
}

// sale compares what was earned with the snapshot of the order.
func (m *moneyCheck) sale(b *booking, p *paymentRecord) {
	if m.deposits != nil {
		m.bookedTime(b, p)
		return
	}
	o := m.orderOf(p)
	if o == nil {
		m.fail(b.ref, "order %s was sold, which is not stored", p.OrderID)
		return
	}
	var net, tax, given, fees int64
	for i := range o.items {
		it := &o.items[i]
		if it.donation {
			given += it.charge.Gross
			continue
		}
		if m.c.isFee(it) {
			fees, tax = fees+it.charge.Net, tax+it.charge.Tax
			continue
		}
		net, tax = net+it.charge.Net, tax+it.charge.Tax
	}
	m.moves(b, "sales", -net)
	m.moves(b, "donations", -given)
	m.moves(b, "order_fees", -fees)
	m.moves(b, "tax", -tax)
}

// refund recomputes how much of a refund is tax: of what it gives back of the price of
// the items that its decision released, in proportion.
func (m *moneyCheck) refund(b *booking, p *paymentRecord, o *payoutRecord) {
	if m.deposits != nil {
		m.timeGivenBack(b, p, o)
		return
	}
	order := m.orderOf(p)
	if order == nil {
		m.fail(b.ref, "the sale of order %s was taken back, which is not stored", p.OrderID)
		return
	}
	var gross, tax, given int64
	var fees, kept []inventory.Charge
	for i := range order.items {
		it := &order.items[i]
		switch {
		case it.released != o.Seq:
		case it.donation:
			given += it.charge.Gross
		case m.c.isFee(it):
			if f, _ := inventory.ReadFeeTerms(m.c.words.text(it.fee)); f.Kept {
				kept = append(kept, it.charge)
			} else {
				fees = append(fees, it.charge)
			}
		default:
			gross, tax = gross+it.charge.Gross, tax+it.charge.Tax
		}
	}
	back := min(o.Owed, gross)
	tax = shareOfTax(tax, back, gross)
	m.moves(b, "sales", back-tax)
	left, fee := o.Owed-back, int64(0) // after what was bought, and those that are kept last
	for _, f := range append(fees, kept...) {
		if part := min(left, f.Gross); part < f.Gross {
			f = charge(inventory.Price{Amount: part, TaxRate: f.TaxRate, TaxIncluded: true}, 0, order.Currency)
		}
		left, fee, tax = left-f.Gross, fee+f.Net, tax+f.Tax
	}
	m.moves(b, "order_fees", fee)
	m.moves(b, "tax", tax)
	given = min(given, left) // after both
	m.moves(b, "donations", given)
	m.moves(b, "goodwill", left-given)
}

// shareOfTax is how much of a part of a price is tax, with numbers of any size: the decision counts
// with 128 bits.
func shareOfTax(tax, part, whole int64) int64 {
	if whole == 0 {
		return 0
	}
	n := new(big.Int).Mul(big.NewInt(tax), big.NewInt(part))
	n.Add(n.Lsh(n, 1), big.NewInt(whole))
	return n.Div(n, new(big.Int).Lsh(big.NewInt(whole), 1)).Int64()
}

func (m *moneyCheck) orderOf(p *paymentRecord) *orderRecord {
	if m.c == nil || p.OrderID == "" {
		return nil
	}
	return m.c.orders[m.c.names.key(p.OrderID)]
}

// payout checks money that goes back.
func (m *moneyCheck) payout(o *payoutRecord) {
	p := m.payments[o.PaymentID]
	if p == nil {
		m.fail(o.ID, "the refund is of payment %s, which is not stored", o.PaymentID)
		return
	}
	m.begun[o.Seq] = true
	if o.State != payments.PayoutFailed {
		p.given += o.Amount
	}
	if o.Amount > o.Owed || o.Currency != p.Currency || o.OrderID != p.OrderID {
		m.fail(o.ID, "%d %s of order %s go back of %d that are owed, by a payment in %s for order %s", o.Amount, o.Currency, o.OrderID, o.Owed, p.Currency, p.OrderID)
	}
	var due *inventory.Refund
	if m.c != nil && o.Seq > 0 {
		due = m.c.dues[o.Seq]
	}
	switch {
	case due != nil && (due.PaymentID != o.PaymentID || due.Amount != o.Owed || due.Currency != o.Currency):
		m.fail(o.ID, "%d %s of payment %s go back, and audit row %d owes %d %s of payment %s", o.Owed, o.Currency, o.PaymentID, o.Seq, due.Amount, due.Currency, due.PaymentID)
	case o.Seq > 0 && due == nil:
		m.fail(o.ID, "%d go back because of audit row %d, which owes nothing", o.Owed, o.Seq)
	case o.Reason == "unknown_order" && o.Seq == 0, due != nil && wholePayment(due.Reason):
		if o.Owed == p.Amount {
			p.whole++
		}
	case m.deposits != nil && turnedDown(o.Reason):
		if o.Owed == p.Amount {
			p.whole++
		}
	case m.deposits != nil && endedBooking(o.Reason):
	case o.Seq == 0 && o.Reason != "refunded_at_provider":
		m.fail(o.ID, "%d go back, and neither a decision nor the provider says why", o.Owed)
	}
	if back := (due != nil || m.deposits != nil && endedBooking(o.Reason)) && p.State == payments.PaymentTickets; back != o.takenBack {
		m.fail(o.ID, "the payment ended in %s; that its sale is taken back is booked: %t", p.State, o.takenBack)
	}
	if o.covered != (o.Amount < o.Owed) {
		m.fail(o.ID, "%d of the refund of %d were given at the provider before; that this is booked: %t", o.Owed-o.Amount, o.Owed, o.covered)
	}
	m.attempts(o)
	m.paidOtherwise(o)
}

// paidOtherwise compares what an owner has said of a refund that was paid by other means with the chain of
// the organization.
func (m *moneyCheck) paidOtherwise(o *payoutRecord) {
	r := m.run
	if r == nil || m.org == "" || r.orgs[m.org] == nil {
		return
	}
	said, there := r.paidOtherwise[o.ID]
	switch {
	case !there && o.PaidOn == "":
	case o.PaidOn == "":
		m.fail(o.ID, "the organization's rows say that the refund was paid by other means, and the refund does not")
	case !there:
		m.fail(o.ID, "the refund was paid by other means on %s, and no row of the organization says so", o.PaidOn)
	case o.State != payments.PayoutDone:
		m.fail(o.ID, "the refund was paid by other means on %s, and is %s", o.PaidOn, o.State)
	case said != o.PaidOtherwise(m.org).Commitment():
		m.fail(o.ID, "what was paid by other means on %s is not what the organization's rows commit to", o.PaidOn)
	}
}

// attempts checks that the journal says of each attempt of a payout what became of
// it: all but one that is done were lost if they were given.
func (m *moneyCheck) attempts(o *payoutRecord) {
	if _, booked := o.attempts[o.Attempt]; !booked {
		o.attempts[o.Attempt] = attemptRecord{} // what should be booked and is not
	}
	for _, n := range slices.Sorted(maps.Keys(o.attempts)) {
		a := o.attempts[n]
		want := attemptRecord{given: a.given, lost: a.given}
		if n == o.Attempt && o.State == payments.PayoutDone {
			want = attemptRecord{given: o.Amount > 0}
		}
		if a != want {
			m.fail(o.ID, "the refund is %s at attempt %d; of attempt %d, that it was given is booked: %t, that it was lost: %t",
				o.State, o.Attempt, n, a.given, a.lost)
		}
	}
	if o.State != payments.PayoutDone && o.ProviderFee != (payments.ProviderFee{}) {
		m.fail(o.ID, "the refund is %s, and its provider is said to have kept %d %s of it", o.State, o.Fee, o.FeeCurrency)
	}
	m.keeps(o.ID, &o.ProviderFee, o.fees[o.Attempt])
	for n, booked := range o.fees {
		if n != o.Attempt {
			m.keeps(o.ID, &payments.ProviderFee{}, booked)
		}
	}
}

// attemptOf parts what a booking of a payout books into the payout and the number
// of the attempt, which stands behind it from the second on.
func attemptOf(kind, of string) (payout string, attempt int64) {
	name, number, again := strings.Cut(of, ".")
	if !again || kind != "payout" && kind != "payout-lost" && kind != "payout-fee" && kind != "payout-fee-lost" {
		return of, 0
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 {
		return of, 0 // of nothing that is stored
	}
	return name, n
}

// wholePayment reports whether a decision turned the payment down.
func wholePayment(r inventory.Reason) bool {
	return r == inventory.ReasonPaymentLate || r == inventory.ReasonPaymentMismatch || r == inventory.ReasonPaymentAgain || r == inventory.ReasonCardLimit
}

// payment checks how money that came in ended.
func (m *moneyCheck) payment(p *paymentRecord) {
	foreign := p.State == payments.PaymentForeign
	if p.captured == foreign {
		m.fail(p.ID, "the payment is %s; that it was captured is booked: %t", p.State, p.captured)
	}
	if (p.State == payments.PaymentTickets) != p.sold {
		m.fail(p.ID, "the payment ended in %s; that something was sold for it is booked: %t", p.State, p.sold)
	}
	if p.disputes != p.Disputed {
		m.fail(p.ID, "%d of the payment are disputed, and %d in the journal", p.Disputed, p.disputes)
	}
	if p.given > p.Amount {
		m.fail(p.ID, "%d of the payment go back, and %d came in", p.given, p.Amount)
	}
	if p.State == payments.PaymentCaptured && m.rests(p.ReceivedAt) {
		m.fail(p.ID, "the payment has been captured since %s, and nothing has come of it", clock(p.ReceivedAt))
	}
	m.account(p)
	m.keeps(p.ID, &p.ProviderFee, &p.fee)
	o := m.orderOf(p)
	has := o != nil && o.PaymentID == p.ID || m.deposits.keeps(p) || m.places.keeps(p)
	switch {
	case p.State == payments.PaymentTickets && !has:
		m.fail(p.ID, "the payment is said to have tickets, and order %q was not paid with it", p.OrderID)
	case o != nil && has && (o.Paid != p.Amount || o.Currency != p.Currency):
		m.fail(p.ID, "%d %s were captured, and the order was paid with %d %s", p.Amount, p.Currency, o.Paid, o.Currency)
	case p.State == payments.PaymentRefund && has:
		m.fail(p.ID, "the payment goes back, and order %s has tickets for it", p.OrderID)
	case p.State == payments.PaymentRefund && p.whole != 1:
		m.fail(p.ID, "the payment goes back, and %d refunds give all of it", p.whole)
	case p.State != payments.PaymentRefund && p.whole > 0:
		m.fail(p.ID, "the payment ended in %s, and a refund gives all of it back", p.State)
	}
}

// account checks that money for an event came in on an account of the installation or of
// the event's organization, and that the payment's ID says so.
func (m *moneyCheck) account(p *paymentRecord) {
	if !strings.HasPrefix(p.ID, p.Provider+":") {
		m.fail(p.ID, "the payment came in by %s, which its ID does not say", p.Provider)
	}
	if m.deposits != nil && strings.Contains(p.Provider, "@") && m.orgs[p.Provider] != m.org {
		m.fail(p.ID, "the payment came in on account %s of organization %q, and the bookings are of %s", p.Provider, m.orgs[p.Provider], m.org)
	}
	if m.c == nil || !strings.Contains(p.Provider, "@") || len(m.c.run.options.Events) > 0 {
		return
	}
	if org, event := m.c.run.paymentOrgs[p.Provider], m.c.event.Event.OrgID; org != event {
		m.fail(p.ID, "the payment came in on account %s of organization %q, and the event is of %s", p.Provider, org, event)
	}
}

// orders checks that what orders were paid with has come in. Payments of callers
// who keep their own accounts have no provider in their name.
func (m *moneyCheck) orders() {
	for k, o := range m.c.orders {
		if !strings.Contains(o.PaymentID, ":") {
			continue
		}
		if p := m.payments[o.PaymentID]; p == nil || p.OrderID != m.c.names.id(k) {
			m.fail(m.c.names.id(k), "the order was paid with payment %s, which is not stored as one for it", o.PaymentID)
		}
	}
	for _, r := range m.c.dues {
		if !strings.Contains(r.PaymentID, ":") {
			continue
		}
		if m.payments[r.PaymentID] == nil {
			m.fail(r.OrderID, "%d are due back of payment %s, which is not stored", r.Amount, r.PaymentID)
		}
		if !m.begun[r.Seq] && m.rests(r.At) {
			m.fail(r.OrderID, "%d are due back by audit row %d since %s, and no refund was begun", r.Amount, r.Seq, clock(r.At))
		}
	}
}
