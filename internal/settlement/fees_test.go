package settlement_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// bookFees lets the time pass after which a provider is asked, and has fees booked.
func (s *shop) bookFees() {
	s.t.Helper()
	s.later(2 * time.Minute)
	s.must(s.settler.BookFees(s.t.Context()))
}

// keeps sets what the bank keeps of a payment, and gives back with a refund.
func (s *shop) keeps(fee int64, currency string, back int64) {
	s.bank.Set(func(b *bank) { b.Charged, b.Back = payment.Money{Minor: fee, Currency: currency}, back })
}

// bought makes a sale, and returns the order and the bank's name of its payment.
func (s *shop) bought(user string) (order, paid string) {
	s.t.Helper()
	order = s.order(user, 1)
	s.bank.Pay(s.checkout(order).Ref, payment.Captured)
	s.hear()
	s.work()
	_, paid, _ = strings.Cut(s.hold(order).Order.PaymentID, ":")
	return order, paid
}

// fees wants every invariant to hold, and the account of fees to stand at so much in a
// currency.
func (s *shop) fees(want int64, currency string) {
	s.t.Helper()
	s.clean()
	s.feesStand(want, currency)
}

func (s *shop) feesStand(want int64, currency string) {
	s.t.Helper()
	sums, err := s.store.Journals.Balances(s.t.Context(), s.event)
	s.must(err)
	var got int64
	for _, b := range sums {
		if b.Account == "fees" && b.Currency == currency {
			got = b.Debit - b.Credit
		}
	}
	if got != want {
		s.t.Errorf("%d %s of fees are booked, want %d: %+v", got, currency, want, sums)
	}
}

// TestFeesAreBooked: what the provider keeps of a payment is asked for when it can be
// known, once, and booked once; what it gives back with a refund too.
func TestFeesAreBooked(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 5)
		s.keeps(204, "EUR", 35)
		order, _ := s.bought("ada")
		s.must(s.settler.BookFees(t.Context()))
		if s.bank.FeesOf != 0 {
			t.Errorf("the provider was asked for a fee %d times, at once", s.bank.FeesOf)
		}
		s.bank.Set(func(b *bank) { b.Late = true })
		s.bookFees()
		s.fees(0, "EUR")
		if fees, err := s.store.Payments.OrderFees(t.Context(), s.event, []string{order}); err != nil || len(fees) != 0 {
			t.Errorf("a fee that nobody knows: %+v, %v", fees, err)
		}
		s.bank.Set(func(b *bank) { b.Late = false })
		s.later(5 * time.Minute)
		for range 3 {
			s.bookFees()
		}
		s.fees(204, "EUR")
		if s.bank.FeesOf != 2 {
			t.Errorf("the provider was asked %d times for the fee of a payment", s.bank.FeesOf)
		}
		s.do(inventory.CancelOrder{Who: staff, OrderID: order})
		s.work()
		for range 2 {
			s.bookFees()
		}
		s.fees(169, "EUR")
		fees, err := s.store.Payments.OrderFees(t.Context(), s.event, []string{order, "ord_none"})
		if s.must(err); len(fees) != 1 || len(fees[order]) != 1 || fees[order][0].Fee != 169 || fees[order][0].FeeCurrency != "EUR" {
			t.Errorf("the fees of the order are %+v", fees)
		}
		if p := s.payout(order); p.Fee != -35 || p.FeeCurrency != "EUR" || p.FeeDue != 0 {
			t.Errorf("the fee of the refund is %+v", p.ProviderFee)
		}
	})
}

// TestFeesInTheCurrencyOfTheBalance are booked in it.
func TestFeesInTheCurrencyOfTheBalance(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 5)
		s.keeps(199, "CHF", 35)
		order, _ := s.bought("ada")
		s.bookFees()
		s.do(inventory.CancelOrder{Who: staff, OrderID: order})
		s.work()
		s.bookFees()
		s.fees(199, "CHF")
		s.fees(-35, "EUR")
		fees, err := s.store.Payments.OrderFees(t.Context(), s.event, []string{order})
		if s.must(err); len(fees[order]) != 2 || fees[order][0].FeeCurrency != "CHF" || fees[order][1].Fee != -35 {
			t.Errorf("the fees of the order are %+v", fees)
		}
	})
}

// TestARefundThatFailsTakesItsFeeBack: what was booked of it goes with it, and the next
// attempt has a booking of its own.
func TestARefundThatFailsTakesItsFeeBack(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 5)
		s.keeps(204, "EUR", 35)
		order, _ := s.bought("ada")
		s.do(inventory.CancelOrder{Who: staff, OrderID: order})
		s.work()
		s.bookFees()
		s.fees(169, "EUR")
		s.lose(order)
		s.fees(204, "EUR")
		if p := s.payout(order); p.State != payments.PayoutFailed || p.ProviderFee != (payments.ProviderFee{}) {
			t.Errorf("the refund that failed is %s and has a fee: %+v", p.State, p.ProviderFee)
		}
		s.bookFees()
		s.must(s.settler.Retry(t.Context(), s.event, s.payout(order).ID))
		s.work()
		s.fees(204, "EUR")
		s.bookFees()
		s.fees(169, "EUR")
	})
}

// TestARefundThatFailsWhileItsFeeIsAskedFor keeps none: whoever is first, the journal and
// the row say the same.
func TestARefundThatFailsWhileItsFeeIsAskedFor(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 5)
		s.keeps(204, "EUR", 35)
		order, _ := s.bought("ada")
		s.do(inventory.CancelOrder{Who: staff, OrderID: order})
		s.work()
		read := s.payout(order) // as whoever asks for the fee has read it
		s.lose(order)
		read.ProviderFee = payments.ProviderFee{Fee: -35, FeeCurrency: "EUR"}
		if booked, err := s.store.Payouts.BookPayoutFee(t.Context(), &read, nil); err != nil || booked {
			t.Errorf("the fee of a refund that has failed was booked: %t, %v", booked, err)
		}
		s.fees(0, "EUR")
	})
}

// TestADashboardRefundMergedLateGivesItsFeeBackOnce: a refund of ours that is taken for one
// from the provider's dashboard has its fee booked, until it is known which it is.
func TestADashboardRefundMergedLateGivesItsFeeBackOnce(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 5)
		s.keeps(204, "EUR", 35)
		order, paid := s.bought("ada")
		s.bookFees()
		s.do(inventory.CancelOrder{Who: staff, OrderID: order})
		s.settler = s.settlerWith(hasty{s.bank, func() {
			s.hear()
			s.bookFees()
			s.feesStand(169, "EUR")
		}})
		s.must(s.settler.PayRefunds(t.Context(), s.event, 0, 1<<40))
		s.settler = s.settlerWith(s.bank)
		s.fees(204, "EUR") // the refund that was none is withdrawn, with its fee
		for range 2 {
			s.bookFees()
		}
		s.fees(169, "EUR")
		if n := s.bank.Payments[paid].Refunded; n != price {
			t.Errorf("%d went back", n)
		}
	})
}

// TestAProviderThatDoesNotAnswer is not asked for each of its fees, and later it is.
func TestAProviderThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 20)
		s.keeps(204, "EUR", 0)
		for _, user := range strings.Split("ada bob cid dan eva fay gus hal ida jim kim lou", " ") {
			s.bought(user)
		}
		s.bank.Set(func(b *bank) { b.Down = true })
		s.bookFees()
		if s.bank.FeesOf > 4 {
			t.Errorf("a provider that does not answer was asked %d times", s.bank.FeesOf)
		}
		s.bank.Set(func(b *bank) { b.Down = false })
		s.later(time.Hour)
		s.bookFees()
		s.fees(12*204, "EUR")
	})
}
