package settlement_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
)

// TestAWrongKeyFailsNoRefund: while the provider denies access, refunds stay due and say
// why; with the right key they are made without anybody asking for each of them.
func TestAWrongKeyFailsNoRefund(t *testing.T) {
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 10)
		order := s.cancelled("ada")
		s.bank.set(func(b *bank) { b.denies = true })
		if err := s.settler.PayRefunds(t.Context(), s.event, 0, 1<<40); !errors.Is(err, payment.ErrDenied) {
			t.Errorf("%v", err)
		}
		s.money(order, fmt.Sprintf("tickets due:%d", price))
		if o := s.payout(order); o.Error == "" {
			t.Error("the refund does not say why it waits")
		}
		s.bank.set(func(b *bank) { b.denies = false })
		s.work()
		s.money(order, fmt.Sprintf("tickets done:%d", price))
		s.clean()
	})
}

// TestARefundIsAskedForOnce: a payment that comes too late makes a refund due, for which
// there are two jobs. The provider is asked once.
func TestARefundIsAskedForOnce(t *testing.T) {
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 1)
		late := s.order("ada", 1)
		s.bank.pay(s.checkout(late).Ref, payment.Captured)
		post := s.bank.mail()
		s.later(16 * time.Minute)
		s.order("bob", 1)
		for _, w := range post {
			w = s.bank.sign(w.body)
			r, err := s.settler.Receive(t.Context(), "bank", w.header, w.body)
			s.must(err)
			s.must(s.settler.Settle(t.Context(), r.EventID, r.PaymentID))
		}
		list, err := s.store.Payouts.PayoutsToGive(t.Context(), inventory.At(s.now().Add(time.Hour)), 10)
		s.must(err)
		s.must(s.settler.PayRefunds(t.Context(), s.event, 0, 1<<40))
		if len(list) != 1 || s.bank.asked != 0 {
			t.Errorf("%d refunds are due, and the bank was asked %d times by the job of the batch", len(list), s.bank.asked)
		}
		s.must(s.settler.PayOut(t.Context(), list[0].EventID, list[0].ID))
		s.hear()
		s.money(late, fmt.Sprintf("refund done:%d", price))
		if s.bank.asked != 1 {
			t.Errorf("the bank was asked for the refund %d times", s.bank.asked)
		}
	})
}
