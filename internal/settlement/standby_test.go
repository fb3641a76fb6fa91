package settlement_test

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// replicated is an engine whose COMMIT is said to wait for a standby.
type replicated struct{ engine.Engine }

func (replicated) Replicated() string { return "select true" }

// TestWhatIsRepeatedIsSettledFirst: what was stored while the standby was gone is there to
// be read, and would be lost with this server. Nobody is told that it was done before it is
// known that the standby has it. What asks is a write, which finds its table gone here.
func TestWhatIsRepeatedIsSettledFirst(t *testing.T) {
	t.Parallel()
	s := openAround(t, testdb.Postgres(t), 10, func(e engine.Engine) engine.Engine { return replicated{e} })
	ctx := t.Context()
	order := s.order("ada", 1)
	s.bank.Pay(s.checkout(order).Ref, payment.Captured)
	paid := s.bank.Mail()
	s.bank.Set(func(b *bank) {
		b.Tell(payment.Fact{Kind: payment.Disputed, PaymentID: "pi_2", RefundID: "dp_1", Amount: payment.Money{Minor: price, Currency: "EUR"}})
	})
	disputed := s.bank.Mail()
	byHand := s.order("bob", 1)
	if _, err := s.settler.MarkPaid(ctx, byHand, "receipt 1", 0); err != nil {
		t.Fatal(err)
	}
	s.do(inventory.CancelOrder{Who: staff, OrderID: byHand})
	s.must(s.settler.PayRefunds(ctx, s.event, 0, 1<<40))
	refund := s.payout(byHand).ID
	account := payments.PaymentAccount{ID: "pac_1", Provider: "stripe", State: payments.PaymentAccountSetup, Mode: "live", Version: 1}
	e, err := s.store.Events.Event(ctx, s.event)
	s.must(err)
	account.OrgID = e.Event.OrgID
	keys := organizations.ServerKey{Purpose: payments.PaymentAccountPurpose + account.ID, Secret: []byte("wrapped"), KeyVersion: 1, KeyID: "k"}
	hear := func(list []webhook) error {
		_, err := s.settler.Receive(ctx, "bank", list[0].Header, list[0].Body)
		return err
	}
	calls := map[string]func() error{
		"a payment":                 func() error { return hear(paid) },
		"a notice of another kind":  func() error { return hear(disputed) },
		"a payment by hand":         func() error { _, err := s.settler.MarkPaid(ctx, byHand, "receipt 1", 0); return err },
		"a refund by hand":          func() error { _, err := s.settler.MarkRefunded(ctx, s.event, refund, "back"); return err },
		"a change of configuration": func() error { return s.store.Payments.CreatePaymentAccount(ctx, account, keys) },
	}
	for what, call := range calls {
		if err := call(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	s.sql("alter table write_checks rename to gone")
	for what, call := range calls {
		if err := call(); !errors.Is(err, database.ErrUnavailable) {
			t.Errorf("%s is answered again, and the standby does not have it: %v", what, err)
		}
	}
	// What is new waits in its own COMMIT.
	next := s.order("cid", 1)
	s.bank.Pay(s.checkout(next).Ref, payment.Captured)
	if err := hear(s.bank.Mail()); err != nil {
		t.Errorf("a new payment: %v", err)
	}
	s.sql("alter table gone rename to write_checks")
	for what, call := range calls {
		if err := call(); err != nil && !errors.Is(err, database.ErrConflict) {
			t.Errorf("%s, with the standby back: %v", what, err)
		}
	}
}
