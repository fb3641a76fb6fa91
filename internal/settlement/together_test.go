package settlement_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// counting counts the transactions of batches.
type counting struct {
	engine.Engine
	begun *atomic.Int64
}

func (c counting) Begin(ctx context.Context) (engine.Session, error) {
	c.begun.Add(1)
	return c.Engine.Begin(ctx)
}

// TestPaymentsTogether: a rush of webhooks, some of them repeated, some of another amount or
// of no order, is received and settled in a few transactions and with a few jobs, and each
// ends as it does when it comes alone.
func TestPaymentsTogether(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		const orders = 120
		var begun atomic.Int64
		s := openAround(t, url, 1000, func(e engine.Engine) engine.Engine { return counting{e, &begun} })
		var ids []string
		for i := range orders {
			order := s.order(fmt.Sprint("u", i), 1)
			ids = append(ids, order)
			s.bank.Pay(s.checkout(order).Ref, payment.Captured)
		}
		var mail []webhook
		for i, w := range s.bank.Mail() {
			if mail = append(mail, w); i%10 == 0 {
				mail = append(mail, w) // twice
			}
		}
		begun.Store(0)
		var wg sync.WaitGroup
		receipts := make([]settlement.Receipt, len(mail))
		for i, w := range mail {
			wg.Go(func() {
				r, err := s.settler.Receive(t.Context(), "bank", w.Header, w.Body)
				if err != nil {
					t.Error(err)
				}
				receipts[i] = r
			})
		}
		wg.Wait()
		count := map[string]int{}
		for i, r := range receipts {
			count[r.Status]++
			wg.Go(func() {
				if err := s.settler.SettleReceived(t.Context(), receipts[i]); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if count["recorded"] != orders || count["duplicate"] != len(mail)-orders {
			t.Errorf("%v", count)
		}
		// Alone, each would take one to be received, one to be decided and one to be settled.
		if n := begun.Load(); n > orders {
			t.Errorf("%d transactions for %d payments", n, orders)
		}
		for _, order := range ids {
			s.stands(order, "confirmed")
			s.money(order, payments.PaymentTickets)
		}
		s.accounts(map[string]int64{"provider:bank": orders * price, "sales": -orders * 10000, "tax": -orders * 1900})
		var jobs int64
		if err := s.store.JobsDB().QueryRowContext(t.Context(), "select count(*) from river_job where kind = 'settle_payment'").Scan(&jobs); err != nil || jobs > orders/2 {
			t.Errorf("%d jobs settle %d payments: %v", jobs, orders, err)
		}
	})
}

// TestSettleAll: the job of payments that were received together settles those that
// nobody has settled, whatever became of the others.
func TestSettleAll(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 2)
		var names, ids []string
		for i := range 2 {
			order := s.order(fmt.Sprint("u", i), 1)
			ids = append(ids, order)
			s.bank.Pay(s.checkout(order).Ref, payment.Captured)
		}
		for _, w := range s.bank.Mail() {
			r, err := s.settler.Receive(t.Context(), "bank", w.Header, w.Body)
			s.must(err)
			names = append(names, r.PaymentID)
		}
		s.must(s.settler.Settle(t.Context(), s.event, names[0]))
		for range 2 {
			s.must(s.settler.SettleAll(t.Context(), s.event, append(names, "bank:none")))
		}
		for _, order := range ids {
			s.stands(order, "confirmed")
			s.money(order, payments.PaymentTickets)
		}
		s.accounts(map[string]int64{"provider:bank": 2 * price, "sales": -2 * 10000, "tax": -2 * 1900})
	})
}

// TestSettleAllInOrder: of several who pay late for one place that is left, the first of the list has it, and the
// others have their money back.
func TestSettleAllInOrder(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		const late = 6
		s := open(t, url, 1)
		orders := map[string]string{} // by payment
		var names []string
		for i := range late {
			order := s.order(fmt.Sprint("u", i), 1)
			out := s.checkout(order)
			s.later(time.Hour)
			s.stands(order, "expired")
			s.bank.Pay(out.Ref, payment.Captured)
			for _, w := range s.bank.Mail() {
				r, err := s.settler.Receive(t.Context(), "bank", w.Header, w.Body)
				s.must(err)
				if orders[r.PaymentID] == "" {
					names = append(names, r.PaymentID)
					orders[r.PaymentID] = order
				}
			}
		}
		if len(names) != late {
			t.Fatalf("%d payments: %v", len(names), names)
		}
		slices.Reverse(names) // not by their age, nor by their ids
		s.must(s.settler.SettleAll(t.Context(), s.event, names))
		for i, name := range names {
			if i == 0 {
				s.stands(orders[name], "confirmed")
				s.money(orders[name], payments.PaymentTickets)
				continue
			}
			s.stands(orders[name], "refunded")
			s.money(orders[name], fmt.Sprintf("refund due:%d", price))
		}
	})
}
