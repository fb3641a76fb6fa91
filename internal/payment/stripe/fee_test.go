package stripe_test

import (
	"errors"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/standin"
	"github.com/holdfast-events/holdfast/internal/payment/stripe"
)

// TestFees: what Stripe has kept is asked of the balance transaction of the charge, or of
// the refund, in the currency of the balance.
func TestFees(t *testing.T) {
	s := standin.NewStripe(t)
	a := s.Account("sk_test_fees", "whsec_fees")
	p, err := stripe.New(stripe.Config{Key: "sk_test_fees", Secret: "whsec_fees", URL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	o := order()
	o.At = time.Now()
	o.Deadline = o.At.Add(15 * time.Minute)
	page, err := p.Checkout(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	a.Pay(page.ID)
	paid, err := p.LookUp(t.Context(), page.ID)
	if err != nil {
		t.Fatal(err)
	}
	of := payment.Charge{PaymentID: paid.PaymentID, Currency: paid.Amount.Currency}
	back := payment.Money{Minor: paid.Amount.Minor / 2, Currency: paid.Amount.Currency}
	refund, err := p.Refund(t.Context(), payment.Refund{Ref: "rfd_1", PaymentID: paid.PaymentID, Amount: back})
	if err != nil {
		t.Fatal(err)
	}
	ofRefund := of
	ofRefund.RefundID = refund.ID
	a.Set(func(a *standin.StripeAccount) { a.Late = true })
	for _, c := range []payment.Charge{of, ofRefund} {
		if fee, err := p.Fee(t.Context(), c); !errors.Is(err, payment.ErrNotYet) {
			t.Errorf("before the money is in the balance: %+v, %v", fee, err)
		}
	}
	a.Set(func(a *standin.StripeAccount) { a.Late = false })
	if fee, err := p.Fee(t.Context(), of); err != nil || fee != (payment.Money{Minor: standin.StripeFee(paid.Amount.Minor), Currency: paid.Amount.Currency}) {
		t.Errorf("of the payment: %+v, %v", fee, err)
	}
	if fee, err := p.Fee(t.Context(), ofRefund); err != nil || fee != (payment.Money{Currency: paid.Amount.Currency}) {
		t.Errorf("of the refund: %+v, %v", fee, err)
	}
	a.Set(func(a *standin.StripeAccount) { a.Settles, a.Rate = "JPY", 2 })
	if fee, err := p.Fee(t.Context(), of); err != nil || fee != (payment.Money{Minor: standin.StripeFee(paid.Amount.Minor * 2), Currency: "JPY"}) {
		t.Errorf("in the currency of the balance: %+v, %v", fee, err)
	}
	if fee, err := p.Fee(t.Context(), payment.Charge{PaymentID: "pi_none", Currency: "EUR"}); !errors.Is(err, payment.ErrUnknown) {
		t.Errorf("of no payment: %+v, %v", fee, err)
	}
	a.Set(func(a *standin.StripeAccount) { a.Forbids = []string{"/v1/payment_intents"} })
	if fee, err := p.Fee(t.Context(), of); !errors.Is(err, payment.ErrDenied) {
		t.Errorf("with a key that may not ask: %+v, %v", fee, err)
	}
}
