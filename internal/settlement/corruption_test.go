package settlement_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// moneyTables are what corruptions damage and repair puts back, those first that
// others refer to.
var moneyTables = []string{"payments", "payouts", "journal", "refunds_due", "orders"}

func (s *shop) sql(text string) int64 {
	s.t.Helper()
	r, err := s.store.JobsDB().ExecContext(s.t.Context(), text)
	if err != nil {
		s.t.Fatalf("%s: %v", text, err)
	}
	n, err := r.RowsAffected()
	s.must(err)
	return n
}

// save keeps what tables have, for restore.
func (s *shop) save(tables []string) {
	s.t.Helper()
	for _, name := range tables {
		s.sql("create table saved_" + name + " as select * from " + name)
	}
}

// restore puts tables back as save kept them, those that others refer to first.
func (s *shop) restore(tables []string) {
	s.t.Helper()
	for _, name := range slices.Backward(tables) {
		s.sql("delete from " + name)
	}
	for _, name := range tables {
		s.sql("insert into " + name + " select * from saved_" + name)
	}
}

// corruption is a way to damage what is stored, and what verify has to find then.
type corruption struct {
	name      string
	invariant int
	says, sql string
}

// catches damages tables in every way of a list; each must be found, and as what it is.
func (s *shop) catches(tables []string, now time.Time, corruptions []corruption) {
	s.t.Helper()
	s.save(tables)
	for _, c := range corruptions {
		if n := s.sql(c.sql); n == 0 {
			s.t.Errorf("%s: nothing was changed", c.name)
		}
		report, err := verify.Run(s.t.Context(), s.store, verify.Options{WithoutJobs: true, PrintLimit: 1000, AuditKeys: auditKeys, Now: inventory.At(now)})
		s.must(err)
		if !slices.ContainsFunc(report.Violations, func(v verify.Violation) bool { return v.Invariant == c.invariant && strings.Contains(v.What, c.says) }) {
			s.t.Errorf("%s: no violation of invariant %d says %q: %+v", c.name, c.invariant, c.says, report.Violations)
		}
		s.restore(tables)
	}
}

// trade makes sales, one of which a part is given back, one given back whole that
// is lost on the way and given anew, one given back by halves, of which the first is
// given in the bank's dashboard, a payment that comes too late, and one for an
// order that does not exist.
func (s *shop) trade() {
	s.t.Helper()
	pay := func(user string, units int64) string {
		order := s.order(user, units)
		s.bank.Pay(s.checkout(order).Ref, payment.Captured)
		s.hear()
		s.work()
		return order
	}
	dan := pay("dan", 1)
	s.do(inventory.CancelOrder{Who: staff, OrderID: dan})
	s.work()
	s.lose(dan)
	s.must(s.settler.Retry(s.t.Context(), s.event, s.payout(dan).ID))
	s.work()
	eva := pay("eva", 1)
	_, paid, _ := strings.Cut(s.hold(eva).Order.PaymentID, ":")
	s.bank.Set(func(b *bank) {
		b.Payments[paid].Refunded += price / 2
		b.Tell(payment.Fact{Kind: payment.Refunded, PaymentID: paid, RefundID: "re_dashboard", Amount: payment.Money{Minor: price / 2, Currency: "EUR"}})
	})
	s.hear()
	s.do(inventory.CancelOrder{Who: staff, OrderID: eva})
	s.work()
	pay("ada", 1)
	bob := pay("bob", 2)
	s.do(inventory.CancelItems{Who: staff, OrderID: bob, Items: []int{1}})
	s.work()
	s.bank.Pay(s.checkout(s.order("cid", 1)).Ref, payment.Captured)
	post := s.bank.Mail()
	s.later(16 * time.Minute)
	s.do(inventory.SetCapacity{Who: staff, Pool: s.pool, Capacity: 2})
	for _, w := range post {
		w = s.bank.Sign(w.Body)
		_, err := s.settler.Receive(s.t.Context(), "bank", w.Header, w.Body)
		s.must(err)
	}
	nowhere := s.ids.In(id.Order, s.ids.Top(id.Event))
	s.bank.Set(func(b *bank) {
		amount := payment.Money{Minor: price, Currency: "EUR"}
		b.Payments["pi_nowhere"] = &page{Order: payment.Order{Amount: amount}, Kind: payment.Captured}
		b.Tell(payment.Fact{Kind: payment.Captured, PaymentID: "pi_nowhere", Reference: s.settler.Reference(nowhere), Amount: amount})
	})
	for _, w := range s.bank.Mail() {
		if _, err := s.settler.Receive(s.t.Context(), "bank", w.Header, w.Body); !errors.Is(err, settlement.ErrUnknownOrder) {
			s.t.Fatal(err)
		}
	}
	s.work()
	s.bank.Set(func(b *bank) { b.Charged, b.Back = payment.Money{Minor: 204, Currency: "EUR"}, 10 })
	s.later(2 * time.Minute)
	s.must(s.settler.BookFees(s.t.Context()))
}

// TestVerifyCatchesWrongMoney damages sound accounts in every way of the list;
// each must be found, and as what it is, on both engines.
func TestVerifyCatchesWrongMoney(t *testing.T) {
	t.Parallel()
	const sold = "where id in (select min(id) from payments where state = 'tickets')"
	corruptions := []corruption{
		{"a payment has neither tickets nor a refund", 10, "that something was sold for it is booked", "update payments set state = 'captured' " + sold},
		{"a payment has tickets and goes back", 10, "has tickets for it", "update payments set state = 'refund' " + sold},
		{"a payment that goes back has tickets", 10, "was not paid with it", "update payments set state = 'tickets' where state = 'refund' and event_id <> ''"},
		{"a payment is somebody else's", 10, "that it was captured is booked", "update payments set state = 'foreign' where event_id = ''"},
		{"a payment stays captured", 10, "and nothing has come of it", "update payments set state = 'captured' " + sold},
		{"a refund that is due is never begun", 10, "and no refund was begun", "delete from payouts where reason = 'items_refunded'"},
		{"another amount was captured", 10, "and the order was paid with", "update payments set amount = amount + 1 " + sold},
		{"an order was paid with what never came", 10, "which is not stored as one for it", "update orders set payment_id = 'bank:never' where paid > 0"},
		{"a payment that goes back has no refund", 10, "and 0 refunds give all of it", "delete from payouts where reason = 'payment_late'"},
		{"a payment for no order has no refund", 10, "and 0 refunds give all of it", "delete from payouts where reason = 'unknown_order'"},
		{"more goes back than came in", 10, "go back, and", "update payouts set amount = amount * 9, owed = owed * 9 where reason = 'items_refunded'"},
		{"more goes back than is owed", 10, "that are owed", "update payouts set amount = amount + 1 where reason = 'items_refunded'"},
		{"less goes back than the decision owes", 10, "and audit row", "update payouts set amount = amount - 1, owed = owed - 1 where reason = 'items_refunded'"},
		{"a refund goes back for nothing", 10, "which owes nothing", "update payouts set seq = seq + 100000 where reason = 'items_refunded'"},
		{"a refund goes back to another payment", 10, "of payment", "update payouts set payment_id = (select min(p.id) from payments p where p.state = 'tickets' and p.id <> payouts.payment_id) where reason = 'items_refunded'"},
		{"a refund is said to have arrived", 10, "that it was given is booked", "update payouts set state = 'due' where reason = 'items_refunded'"},
		{"a booking is out of balance", 10, "out of balance", "update journal set debit = debit + 1 where account = 'buyers' and ref like 'sale:%'"},
		{"a line of the journal is lost", 10, "out of balance", "delete from journal where account = 'tax' and ref like 'sale:%'"},
		{"too much of a refund is said to be tax", 10, "moves account tax by", "update journal set debit = case account when 'tax' then debit + 1 else debit - 1 end where account in ('tax', 'sales') and ref like 'refund:%'"},
		{"a capture is not booked", 10, "that it was captured is booked: false", "delete from journal where ref like 'capture:%'"},
		{"a sale is not booked", 10, "that something was sold for it is booked: false", "delete from journal where ref like 'sale:%'"},
		{"a sale is not taken back", 10, "is taken back is booked: false", "delete from journal where ref like 'refund:%'"},
		{"a refund is not booked", 10, "that it was given is booked: false", "delete from journal where ref like 'payout:%'"},
		{"what was lost and given anew is booked once", 10, "of attempt 1, that it was given is booked: false", "delete from journal where ref like 'payout:%.1'"},
		{"what was lost and given anew is not booked as lost", 10, "that it was given is booked: true, that it was lost: false", "delete from journal where ref like 'payout-lost:%'"},
		{"what is given is booked as lost", 10, "that it was given is booked: true, that it was lost: true", "update payouts set attempt = 0 where attempt = 1"},
		{"a booking is of an attempt that nobody made", 10, "of nothing that is stored", "update journal set ref = ref || '1' where ref like 'payout:%.1'"},
		{"a booking is of nothing", 10, "of nothing that is stored", "update journal set ref = 'payout:none' where ref like 'payout:%' and payment_id in (select payment_id from payouts where reason = 'items_refunded')"},
		{"a booking is of another kind", 10, "no booking of this kind", "update journal set ref = 'present:' || substr(ref, 8) where ref like 'payout:%'"},
		{"tax is booked as earned", 10, "moves account", "update journal set account = 'sales' where account = 'tax' and ref like 'sale:%'"},
		{"what was given in the dashboard is not booked as that", 10, "were given at the provider before; that this is booked: false", "delete from journal where ref like 'covered:%'"},
		{"what was given in the dashboard is booked as more", 10, "moves account refunded_at_provider by", "update journal set debit = debit * 2, credit = credit * 2 where ref like 'covered:%'"},
		{"a refund in the dashboard is booked as decided here", 10, "moves account refunded_at_provider by 0", "update journal set account = 'buyers' where account = 'refunded_at_provider' and ref like 'payout:%'"},
		{"a dispute is not in the journal", 10, "and 0 in the journal", "update payments set disputed = 1 " + sold},
		{"a payment came in on somebody else's account", 10, "and the event is of", "update payments set provider = 'bank@pac_thief' where event_id <> ''"},
		{"a payment is said to have come in elsewhere", 10, "which its ID does not say", "update payments set provider = 'manual' " + sold},
		{"a provider is said to have kept more", 10, "is said to have kept 205 EUR", "update payments set fee = fee + 1 " + sold},
		{"a fee is not booked", 10, "in the journal it has kept 0", "delete from journal where ref like 'fee:%'"},
		{"a fee is booked in another currency", 10, "in the journal it has kept 204 CHF", "update journal set currency = 'CHF' where ref like 'fee:%'"},
		{"a fee is booked as something else", 10, "moves account provider:bank by", "update journal set account = 'goodwill' where account = 'fees' and ref like 'fee:%'"},
		{"a fee is of no currency", 10, "of no currency", "update payments set fee_currency = '' where fee <> 0"},
		{"what was given back of a fee is booked twice", 10, "is said to have kept -10 EUR", "insert into journal select event_id, 'payout-fee-lost:' || substr(ref, 12), line, booked_at, at, account, debit, credit, currency, order_id, payment_id from journal where ref like 'payout-fee:%'"},
		{"a refund that did not arrive has a fee", 10, "its provider is said to have kept", "update payouts set state = 'failed' where fee <> 0"},
		{"a decision owes of what never came", 10, "are due back of payment", "update refunds_due set payment_id = 'bank:never' where reason = 'payment_late'"},
	}
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 3)
		s.trade()
		s.clean()
		s.catches(moneyTables, s.now().Add(2*time.Hour), corruptions)
		s.clean()
	})
}
