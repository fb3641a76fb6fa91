package stripe_test

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/standin"
)

// TestFees: what Stripe has kept is asked of the balance transaction of the charge, or of
// the refund, in the currency of the balance.
func TestFees(t *testing.T) {
	p, a, _ := open(t)
	wish := paid(t, p, a, 1250)
	of := payment.Charge{PaymentID: wish.PaymentID, Currency: "EUR"}
	refund, err := p.Refund(t.Context(), wish)
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
	if fee, err := p.Fee(t.Context(), of); err != nil || fee != (payment.Money{Minor: standin.StripeFee(2500), Currency: "EUR"}) {
		t.Errorf("of the payment: %+v, %v", fee, err)
	}
	if fee, err := p.Fee(t.Context(), ofRefund); err != nil || fee != (payment.Money{Currency: "EUR"}) {
		t.Errorf("of the refund: %+v, %v", fee, err)
	}
	a.Set(func(a *standin.StripeAccount) { a.Settles, a.Rate = "JPY", 2 })
	if fee, err := p.Fee(t.Context(), of); err != nil || fee != (payment.Money{Minor: standin.StripeFee(2 * 2500), Currency: "JPY"}) {
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
