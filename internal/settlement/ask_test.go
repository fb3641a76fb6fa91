package settlement_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// again asks for the page of an order that was asked for before and wants it to
// be the page of that name.
func (s *shop) again(order, want string) *payments.Checkout {
	s.t.Helper()
	c := s.checkout(order)
	if c.Ref != want || c.URL != "https://bank.example/"+want {
		s.t.Errorf("asked again the page is %s at %s, want %s", c.Ref, c.URL, want)
	}
	return c
}

// TestALostPageIsAskedForAgain: the bank makes a page and its answer is lost. The
// buyer tries again minutes later.
func TestALostPageIsAskedForAgain(t *testing.T) {
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 10)
		order, moved, broken := s.order("ada", 1), s.order("bob", 1), s.order("cyd", 1)
		s.bank.Set(func(b *bank) { b.Mute = true })
		for _, o := range []string{order, moved} { // cs_1 and cs_2
			if _, err := s.pageOf(o, "bank"); !errors.Is(err, payment.ErrUnavailable) {
				t.Errorf("the answer was lost: %v", err)
			}
		}
		s.bank.Set(func(b *bank) { b.Mute, b.Fails = false, true })
		if _, err := s.pageOf(broken, "bank"); !errors.Is(err, payment.ErrUnavailable) {
			t.Errorf("the bank has failed: %v", err)
		}
		s.bank.Set(func(b *bank) { b.Fails = false })
		s.later(2 * time.Minute)
		// The same is asked for: it is the same page, and it can be paid on.
		c := s.again(order, "cs_1")
		s.bank.Pay(c.Ref, payment.Captured)
		s.hear()
		s.work()
		s.stands(order, "confirmed")
		// Something else is asked for: that is another page.
		s.base = "https://moved.example/r/"
		s.settler = s.settlerWith(s.bank)
		c = s.again(moved, s.bank.Next())
		if got := s.bank.Pages[c.Ref].Order; got.Return != s.base+moved || got.Key != c.ID+".1" {
			t.Errorf("%+v", got)
		}
		// The bank answers the old key with its failure: it is asked with another.
		if c = s.again(broken, s.bank.Next()); s.bank.Pages[c.Ref].Order.Key != c.ID+".1" {
			t.Errorf("%+v", s.bank.Pages[c.Ref].Order)
		}
		s.clean()
	})
}

// TestPagesAskedForAtTheSameTime are one page to whoever asked.
func TestPagesAskedForAtTheSameTime(t *testing.T) {
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 10)
		order := s.order("ada", 1)
		var mu sync.Mutex
		seen := map[string]bool{}
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				c, err := s.pageOf(order, "bank")
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				seen[c.URL] = true
			})
		}
		wg.Wait()
		if len(seen) != 1 {
			t.Errorf("the pages are %v", seen)
		}
	})
}

// TestAProviderThatRefusesIsNotAskedForever: what it refuses under a new key too
// it refuses.
func TestAProviderThatRefusesIsNotAskedForever(t *testing.T) {
	s := open(t, onSQLite(t), 10)
	order := s.order("ada", 1)
	asked := 0
	s.settler = s.settlerWith(refusing{s.bank, &asked})
	// The second call asks for the same first, and then for another page once.
	for _, want := range []int{1, 3} {
		if _, err := s.pageOf(order, "bank"); !errors.Is(err, payment.ErrRejected) || asked != want {
			t.Errorf("asked %d times, want %d: %v", asked, want, err)
		}
	}
}

// refusing is a bank that makes no pages, whatever it is asked.
type refusing struct {
	*bank
	asked *int
}

func (r refusing) Checkout(context.Context, payment.Order) (payment.Checkout, error) {
	*r.asked++
	return payment.Checkout{}, payment.ErrRejected
}
