package settlement_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
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
		s.bank.Set(func(b *bank) { b.Denies = true })
		if err := s.settler.PayRefunds(t.Context(), s.event, 0, 1<<40); !errors.Is(err, payment.ErrDenied) {
			t.Errorf("%v", err)
		}
		s.money(order, fmt.Sprintf("tickets due:%d", price))
		if o := s.payout(order); o.Error == "" {
			t.Error("the refund does not say why it waits")
		}
		s.bank.Set(func(b *bank) { b.Denies = false })
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
		s.bank.Pay(s.checkout(late).Ref, payment.Captured)
		post := s.bank.Mail()
		s.later(16 * time.Minute)
		s.order("bob", 1)
		for _, w := range post {
			w = s.bank.Sign(w.Body)
			r, err := s.settler.Receive(t.Context(), "bank", w.Header, w.Body)
			s.must(err)
			s.must(s.settler.Settle(t.Context(), r.EventID, r.PaymentID))
		}
		list, err := s.store.Payouts.PayoutsToGive(t.Context(), inventory.At(s.now().Add(time.Hour)), 10)
		s.must(err)
		s.must(s.settler.PayRefunds(t.Context(), s.event, 0, 1<<40))
		if len(list) != 1 || s.bank.Asked != 0 {
			t.Errorf("%d refunds are due, and the bank was asked %d times by the job of the batch", len(list), s.bank.Asked)
		}
		s.must(s.settler.PayOut(t.Context(), list[0].EventID, list[0].ID))
		s.hear()
		s.money(late, fmt.Sprintf("refund done:%d", price))
		if s.bank.Asked != 1 {
			t.Errorf("the bank was asked for the refund %d times", s.bank.Asked)
		}
	})
}

// TestOwnersAreToldOfAWrongKey: once a day, however many orders cannot be paid and refunds
// cannot be made, and the log has the provider's code. The right key ends it.
func TestOwnersAreToldOfAWrongKey(t *testing.T) {
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 10)
		e, err := s.store.Events.Event(t.Context(), s.event)
		s.must(err)
		org := e.Event.OrgID
		denials := func(want ...string) {
			t.Helper()
			list, err := s.store.Payments.Denials(t.Context(), org)
			s.must(err)
			var got []string
			for _, d := range list {
				got = append(got, d.Provider+" "+d.Action)
			}
			if !slices.Equal(got, want) {
				t.Errorf("denied are %q, want %q", got, want)
			}
		}
		told := func(want int) {
			t.Helper()
			var got int
			s.must(s.store.JobsDB().QueryRowContext(t.Context(), "select count(*) from river_job where kind = 'tell_bank'").Scan(&got))
			if got != want {
				t.Errorf("the owners were told %d times, want %d", got, want)
			}
		}
		gone := s.cancelled("ada")
		s.bank.Set(func(b *bank) { b.Denies = true })
		order := s.order("bob", 1)
		for range 3 {
			if _, err := s.pageOf(order, "bank"); !errors.Is(err, payment.ErrDenied) {
				t.Errorf("%v", err)
			}
		}
		denials("bank page")
		told(1)
		if log := s.log.String(); strings.Count(log, "level=ERROR") != 3 || !strings.Contains(log, "api_key_expired") || !strings.Contains(log, s.event) {
			t.Errorf("the log is\n%s", log)
		}
		if err := s.settler.PayRefunds(t.Context(), s.event, 0, 1<<40); !errors.Is(err, payment.ErrDenied) {
			t.Errorf("%v", err)
		}
		denials("bank page", "bank refund")
		told(2)

		s.bank.Set(func(b *bank) { b.Denies = false })
		s.checkout(order)
		denials("bank refund") // a key may make pages and no refunds
		s.work()
		s.money(gone, fmt.Sprintf("tickets done:%d", price))
		denials()

		s.bank.Set(func(b *bank) { b.Denies = true })
		for range 2 {
			if _, err := s.pageOf(s.order("cyd", 1), ""); !errors.Is(err, payment.ErrDenied) {
				t.Errorf("%v", err)
			}
			s.later(13 * time.Hour)
		}
		denials("bank page")
		told(2)
		if _, err := s.pageOf(s.order("dan", 1), ""); !errors.Is(err, payment.ErrDenied) {
			t.Errorf("%v", err)
		}
		told(3)
	})
}

// TestALookEndsItsDenial: a key that was denied while a page was looked up is right again
// with the next look, though nobody asks for another page, and what is denied otherwise
// stays so.
func TestALookEndsItsDenial(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 10)
		e, err := s.store.Events.Event(t.Context(), s.event)
		s.must(err)
		denials := func(want ...string) {
			t.Helper()
			list, err := s.store.Payments.Denials(t.Context(), e.Event.OrgID)
			s.must(err)
			var got []string
			for _, d := range list {
				got = append(got, d.Provider+" "+d.Action)
			}
			if !slices.Equal(got, want) {
				t.Errorf("denied are %q, want %q", got, want)
			}
		}
		page := s.checkout(s.order("ada", 1))
		s.bank.Set(func(b *bank) { b.Denies = true })
		if _, err := s.settler.Watch(t.Context(), page.EventID, page.ID); !errors.Is(err, payment.ErrDenied) {
			t.Errorf("%v", err)
		}
		denials("bank look")
		if _, err := s.pageOf(s.order("bob", 1), ""); !errors.Is(err, payment.ErrDenied) {
			t.Errorf("%v", err)
		}
		denials("bank look", "bank page")
		s.bank.Set(func(b *bank) { b.Denies = false })
		if _, err := s.settler.Watch(t.Context(), page.EventID, page.ID); err != nil {
			t.Error(err)
		}
		denials("bank page")
	})
}
