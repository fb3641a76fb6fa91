package settlement_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// choosy is a bank whose payers only agree, and which declines their cards. As PayPal
// does, it goes on calling the page approved, and answers an attempt that it has declined
// with that for good.
type choosy struct {
	*bank
	declines bool
	attempts []string // at which a card was asked for money
	declined map[string]bool
}

func (c *choosy) Capture(ctx context.Context, id, attempt string) (payment.CheckoutStatus, error) {
	status, err := c.LookUp(ctx, id)
	if err != nil || status.Kind != payment.Approved {
		return status, err
	}
	if !c.declined[attempt] {
		c.attempts = append(c.attempts, attempt)
	}
	if c.declines || c.declined[attempt] {
		c.declined[attempt] = true
		status.Kind = payment.Failed
		return status, nil
	}
	c.Pay(id, payment.Captured)
	return c.LookUp(ctx, id)
}

// TestADeclinedCardIsNotAskedAgain: looks at the page leave the card alone until the payer
// has chosen another one. Where that was not heard of, the last look before the order
// lapses tries once.
func TestADeclinedCardIsNotAskedAgain(t *testing.T) {
	on(t, func(t *testing.T, url string) {
		for i, heard := range []bool{true, false} {
			s := open(t, url, 4)
			b := &choosy{bank: newBank("bank", s.now), declines: true, declined: map[string]bool{}}
			b.Made = 1000 * i // both are in one database
			s.bank, s.settler = b.bank, s.settlerWith(b)
			order := s.order("ada", 1)
			c := s.checkout(order)
			look := func() {
				t.Helper()
				_, err := s.settler.Watch(t.Context(), c.EventID, c.ID)
				s.must(err)
			}
			b.Pay(c.Ref, payment.Approved)
			s.hear()
			look()
			for range 5 {
				s.later(time.Minute)
				look()
			}
			now, err := s.store.Payments.Checkout(t.Context(), s.event, c.ID)
			s.must(err)
			if len(b.attempts) != 1 || now.Standing != string(payment.Failed) || now.State != payments.CheckoutOpen {
				t.Fatalf("the card was asked %d times, the page stands at %+v", len(b.attempts), now)
			}
			s.stands(order, "pending")
			b.declines = false
			b.Pay(c.Ref, payment.Approved) // with another card
			if heard {
				s.hear()
				look()
			} else {
				s.bank.Mail()
				look()
				s.stands(order, "pending")
				s.later(s.hold(order).ExpiresAt.Time().Sub(s.now()) - 10*time.Second)
				look()
			}
			s.work()
			s.stands(order, "confirmed")
			s.money(order, "tickets")
			if len(b.attempts) != 2 || slices.Compact(slices.Clone(b.attempts))[0] == b.attempts[1] {
				t.Errorf("the cards were asked at %v", b.attempts)
			}
			s.clean()
		}
	})
}

// TestADeclinedOrderLapses: nobody chooses another card.
func TestADeclinedOrderLapses(t *testing.T) {
	s := open(t, onSQLite(t), 4)
	b := &choosy{bank: newBank("bank", s.now), declines: true, declined: map[string]bool{}}
	s.bank, s.settler = b.bank, s.settlerWith(b)
	order := s.order("ada", 1)
	c := s.checkout(order)
	b.Pay(c.Ref, payment.Approved)
	s.hear()
	for range 60 {
		_, err := s.settler.Watch(t.Context(), c.EventID, c.ID)
		s.must(err)
		s.later(time.Minute)
	}
	s.stands(order, "expired")
	s.money(order)
	if len(b.attempts) > 2 {
		t.Errorf("the card was asked %d times", len(b.attempts))
	}
	s.accounts(map[string]int64{})
}
