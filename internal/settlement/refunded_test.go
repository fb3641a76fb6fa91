package settlement_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// payout is the one payout of an order.
func (s *shop) payout(order string) payments.Payout {
	s.t.Helper()
	list, err := s.store.Payouts.PaymentPayouts(s.t.Context(), s.event, s.hold(order).Order.PaymentID)
	s.must(err)
	if len(list) != 1 {
		s.t.Fatalf("%d refunds of %s, want one", len(list), order)
	}
	return list[0]
}

// lose has the bank say that the refund of an order which it gave last did not
// arrive, and returns it.
func (s *shop) lose(order string) *given {
	s.t.Helper()
	ref := s.payout(order).Ref
	var lost *given
	s.bank.Set(func(b *bank) {
		for _, g := range b.Refunds {
			if g.ID == ref {
				lost = g
			}
		}
		if lost == nil {
			s.t.Fatalf("the bank has no refund %q", ref)
		}
		if lost.State != payment.RefundNotArrived {
			lost.State = payment.RefundNotArrived
			b.Payments[lost.PaymentID].Refunded -= lost.Amount.Minor
		}
		b.Say(payment.RefundFailed, lost)
	})
	s.hear()
	return lost
}

// cancelled is an order that was paid and cancelled. Its refund is due.
func (s *shop) cancelled(user string) string {
	s.t.Helper()
	order := s.order(user, 1)
	s.bank.Pay(s.checkout(order).Ref, payment.Captured)
	s.hear()
	s.work()
	s.do(inventory.CancelOrder{Who: staff, OrderID: order})
	return order
}

// TestARefundThatDidNotArriveIsGivenAnew as often as it takes: each time it is
// another refund at the bank, and the books have all of them.
func TestARefundThatDidNotArriveIsGivenAnew(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 10)
		order := s.cancelled("ada")
		s.work()
		for again := range 2 {
			s.money(order, fmt.Sprintf("tickets done:%d", price))
			s.accounts(map[string]int64{})
			lost := s.lose(order)
			s.money(order, fmt.Sprintf("tickets failed:%d", price))
			if got := s.clean(); got["buyers"] != -price || got["provider:bank"] != price {
				t.Errorf("lost %d times: %v", again+1, got)
			}
			s.must(s.settler.Retry(t.Context(), s.event, s.payout(order).ID))
			s.clean()
			s.work()
			// The bank repeats itself, late.
			s.bank.Set(func(b *bank) {
				b.Say(payment.RefundFailed, lost)
				b.Say(payment.Refunded, lost)
			})
			s.hear()
		}
		s.money(order, fmt.Sprintf("tickets done:%d", price))
		s.accounts(map[string]int64{})
		if n := len(s.bank.Refunds); n != 3 {
			t.Errorf("%d refunds at the bank, want 3", n)
		}
	})
}

// TestNoticesOfALostRefundInAnyOrder: that it arrived is said twice and that it did
// not once, each of them first, second and last.
func TestNoticesOfALostRefundInAnyOrder(t *testing.T) {
	t.Parallel()
	for lost := range 3 {
		t.Run(fmt.Sprintf("lost as number %d", lost+1), func(t *testing.T) {
			s := open(t, onSQLite(t), 10)
			s.bank.Set(func(b *bank) { b.Slow = payment.RefundPending })
			order := s.cancelled("ada")
			s.work()
			s.money(order, fmt.Sprintf("tickets pending:%d", price))
			for i := range 3 {
				if i == lost {
					s.lose(order)
					continue
				}
				s.bank.Set(func(b *bank) {
					for _, g := range b.Refunds {
						b.Say(payment.Refunded, g)
					}
				})
				s.hear()
			}
			s.money(order, fmt.Sprintf("tickets failed:%d", price))
			if got := s.clean(); got["buyers"] != -price || got["provider:bank"] != price {
				t.Errorf("%v", got)
			}
		})
	}
}

// TestNoticesAtTheSameTime are weighed one after the other, whatever each of them
// read: a refund that arrived and was lost is booked as both, and a dispute once.
func TestNoticesAtTheSameTime(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 10)
		s.bank.Set(func(b *bank) { b.Slow = payment.RefundPending })
		order := s.cancelled("ada")
		s.work()
		const copies = 4
		s.bank.Set(func(b *bank) {
			for _, g := range b.Refunds {
				g.State = payment.RefundNotArrived
				b.Payments[g.PaymentID].Refunded -= g.Amount.Minor
				for range copies {
					b.Say(payment.Refunded, g)
					b.Say(payment.RefundFailed, g)
					b.Tell(payment.Fact{Kind: payment.Disputed, PaymentID: g.PaymentID, Amount: g.Amount})
				}
			}
		})
		var wg sync.WaitGroup
		for _, w := range s.bank.Mail() {
			wg.Go(func() {
				// The sender repeats what is not answered.
				var err error
				for range copies {
					if _, err = s.settler.Receive(t.Context(), "bank", w.Header, w.Body); err == nil {
						return
					}
				}
				t.Error(err)
			})
		}
		wg.Wait()
		s.money(order, fmt.Sprintf("tickets failed:%d", price))
		s.accounts(map[string]int64{"buyers": -price, "disputes": price})
	})
}

// TestANoticeOfAnAttemptThatIsNotKnown comes to a database that was restored: what
// it knows of did not arrive, or nobody had tried anew.
func TestANoticeOfAnAttemptThatIsNotKnown(t *testing.T) {
	t.Parallel()
	s := open(t, onSQLite(t), 10)
	order := s.cancelled("ada")
	s.work()
	first := s.payout(order)
	s.bank.Set(func(b *bank) {
		for _, g := range b.Refunds {
			b.Tell(payment.Fact{Kind: payment.Refunded, PaymentID: g.PaymentID, RefundID: "re_later", RefundRef: first.ID + ".2", Amount: g.Amount})
		}
	})
	s.hear()
	if o := s.payout(order); o.State != payments.PayoutDone || o.Attempt != 2 || o.Ref != "re_later" {
		t.Errorf("%+v", o)
	}
	s.accounts(map[string]int64{})
	// Whatever else stands there names no attempt of ours.
	_, paid, _ := strings.Cut(first.PaymentID, ":")
	for i, ref := range []string{first.ID + ".0", first.ID + ".02", first.ID + ".x", ".1"} {
		s.bank.Set(func(b *bank) {
			b.Tell(payment.Fact{Kind: payment.RefundFailed, PaymentID: paid, RefundID: fmt.Sprintf("re_x%d", i), RefundRef: ref, Amount: payment.Money{Minor: 1, Currency: "EUR"}})
		})
		s.hear()
	}
	if o, err := s.store.Payouts.Payout(t.Context(), s.event, first.ID); err != nil || o.State != payments.PayoutDone || o.Attempt != 2 {
		t.Errorf("%+v, %v", o, err)
	}
	s.accounts(map[string]int64{})
}

// hasty is a bank that does not repeat our name of a refund in its webhooks, and whose
// webhook comes before its answer.
type hasty struct {
	*bank
	before func()
}

func (h hasty) Refund(ctx context.Context, r payment.Refund) (payment.RefundResult, error) {
	given, err := h.bank.Refund(ctx, r)
	h.Set(func(b *bank) {
		for i := range b.Sent {
			var f payment.Fact
			if json.Unmarshal(b.Sent[i].Body, &f) == nil && f.RefundRef != "" {
				f.RefundRef = ""
				body, err := json.Marshal(f)
				if err != nil {
					panic(err)
				}
				b.Sent[i] = b.Sign(body)
			}
		}
	})
	h.before()
	return given, err
}

// TestARefundWithoutOurNameCountsOnce, whether its webhook comes before the answer to the
// request, after it, or both.
func TestARefundWithoutOurNameCountsOnce(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 10)
		for i, early := range []bool{true, false} {
			s.settler = s.settlerWith(hasty{s.bank, func() {
				if early {
					s.hear()
				}
			}})
			order := s.cancelled(fmt.Sprintf("buyer%d", i))
			s.must(s.settler.PayRefunds(t.Context(), s.event, 0, 1<<40))
			s.hear()
			s.work()
			list, err := s.store.Payouts.PaymentPayouts(t.Context(), s.event, s.hold(order).Order.PaymentID)
			s.must(err)
			var done []payments.Payout
			for _, o := range list {
				if o.State == payments.PayoutDone {
					done = append(done, o)
				} else if err := s.settler.Retry(t.Context(), s.event, o.ID); !errors.Is(err, settlement.ErrNotFailed) {
					t.Errorf("what was the same refund can be given again: %+v, %v", o, err)
				}
			}
			if len(done) != 1 || done[0].Amount != price || done[0].Seq == 0 {
				t.Errorf("the webhook comes before the answer: %t: %+v", early, list)
			}
			s.accounts(map[string]int64{})
		}
	})
}
