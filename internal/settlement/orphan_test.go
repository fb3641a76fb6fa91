package settlement_test

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// TestMoneyThatNoOrderCanHave comes back, and leaves the orders alone.
func TestMoneyThatNoOrderCanHave(t *testing.T) {
	t.Parallel()
	s := open(t, onSQLite(t), 10)
	ctx := t.Context()
	order := s.order("ada", 1)
	reference := func() string { // as the bank was given it
		s.checkout(order)
		return s.bank.Pages["cs_1"].Order.Reference
	}()
	pay := func(name, ref string, amount int64) error {
		s.bank.Set(func(b *bank) {
			b.Payments[name] = &page{Order: payment.Order{Amount: payment.Money{Minor: amount, Currency: "EUR"}}, Kind: payment.Captured}
			b.Tell(payment.Fact{Kind: payment.Captured, PaymentID: name, Reference: ref, Amount: payment.Money{Minor: amount, Currency: "EUR"}})
		})
		w := s.bank.Mail()[0]
		_, err := s.settler.Receive(ctx, "bank", w.Header, w.Body)
		if _, again := s.settler.Receive(ctx, "bank", w.Header, w.Body); !errors.Is(again, err) {
			t.Errorf("the same again is answered %v, and before %v", again, err)
		}
		return err
	}
	before := s.hold(order)
	if err := pay("pi_less", reference, price-1); !errors.Is(err, settlement.ErrAmount) {
		t.Errorf("another amount: %v", err)
	}
	other := s.ids.In(id.Order, s.event)
	marked := s.settler.Reference(other)
	if err := pay("pi_order", marked, price); !errors.Is(err, settlement.ErrUnknownOrder) {
		t.Errorf("an order that does not exist: %v", err)
	}
	nowhere := s.ids.In(id.Order, s.ids.Top(id.Event))
	if err := pay("pi_event", s.settler.Reference(nowhere), price); !errors.Is(err, settlement.ErrUnknownOrder) {
		t.Errorf("an event that does not exist: %v", err)
	}
	if err := pay("pi_foreign", "", price); err != nil {
		t.Errorf("somebody else's: %v", err)
	}
	if err := pay("pi_unmarked", order+".000000000000", price); err != nil {
		t.Errorf("another installation's: %v", err)
	}
	s.work()
	if after := s.hold(order); after.State != before.State || after.Order.PaymentID != "" {
		t.Errorf("the order was changed: %+v", after)
	}
	for name, want := range map[string]string{
		"pi_less": payments.PaymentRefund, "pi_order": payments.PaymentRefund, "pi_event": payments.PaymentRefund,
		"pi_foreign": payments.PaymentForeign, "pi_unmarked": payments.PaymentForeign,
	} {
		p, err := s.store.Payments.Payment(ctx, "", "bank:"+name)
		s.must(err)
		if p.State != want {
			t.Errorf("%s ended in %s, want %s", name, p.State, want)
		}
		if refunded := s.bank.Payments[name].Refunded; (refunded == p.Amount) != (want == payments.PaymentRefund) {
			t.Errorf("%s: %d of %d went back", name, refunded, p.Amount)
		}
	}
	s.accounts(map[string]int64{})
	// The order can still be paid as it should be.
	s.bank.Pay("cs_1", payment.Captured)
	s.hear()
	s.work()
	s.stands(order, "confirmed")
	// A second payment for it comes back too.
	if err := pay("pi_again", reference, price); err != nil {
		t.Errorf("paid twice: %v", err)
	}
	s.work()
	if got := s.bank.Payments["pi_again"].Refunded; got != price {
		t.Errorf("%d of a second payment went back", got)
	}
	s.accounts(map[string]int64{"provider:bank": price, "sales": -10000, "tax": -1900})
}

// TestMoneyOfWhichThereIsNone: others on the account give things away, and give nothing
// back. That is heard of and kept nowhere.
func TestMoneyOfWhichThereIsNone(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 10)
		order := s.order("ada", 1)
		s.bank.Pay(s.checkout(order).Ref, payment.Captured)
		paid := s.bank.Pages["cs_1"].PaymentID
		s.hear()
		s.work()
		nothing := payment.Money{Currency: "EUR"}
		s.bank.Set(func(b *bank) {
			b.Tell(payment.Fact{Kind: payment.Captured, PaymentID: "pi_free", Amount: nothing})
			b.Tell(payment.Fact{Kind: payment.Captured, PaymentID: "pi_ours", Reference: s.settler.Reference(order), Amount: nothing})
			for _, kind := range []payment.Kind{payment.Refunded, payment.RefundFailed, payment.Disputed, payment.DisputeWon, payment.DisputeLost, payment.Reversed} {
				for _, name := range []string{"pi_free", paid} {
					b.Tell(payment.Fact{Kind: kind, PaymentID: name, RefundID: "re_nothing", Amount: nothing})
				}
			}
		})
		for _, w := range s.bank.Mail() {
			if r, err := s.settler.Receive(t.Context(), "bank", w.Header, w.Body); err != nil || r.Status != "foreign" {
				t.Errorf("%s is answered with %+v, %v", w.Body, r, err)
			}
		}
		s.work()
		s.money(order, "tickets")
		s.accounts(map[string]int64{"provider:bank": price, "sales": -10000, "tax": -1900})
		heard, err := s.store.Payments.PaymentReturns(t.Context(), s.event, "bank:"+paid, 10)
		if err != nil || len(heard) != 0 {
			t.Errorf("kept of money of which there is none: %+v, %v", heard, err)
		}
	})
}
