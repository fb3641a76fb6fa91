package paypal_test

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/standin"
)

// TestFees: what PayPal has kept is in the breakdown of the capture, and what it gives back
// of that in the breakdown of the refund.
func TestFees(t *testing.T) {
	p, a := open(t)
	page, err := p.Checkout(t.Context(), order())
	if err != nil {
		t.Fatal(err)
	}
	a.Approve(page.ID)
	paid, err := p.Capture(t.Context(), page.ID, "1")
	if err != nil || paid.Kind != payment.Captured {
		t.Fatalf("%+v, %v", paid, err)
	}
	refund, err := p.Refund(t.Context(), payment.Refund{Ref: "rfd_1", PaymentID: paid.PaymentID, Amount: payment.Money{Minor: 1000, Currency: "EUR"}})
	if err != nil {
		t.Fatal(err)
	}
	of := payment.Charge{PaymentID: paid.PaymentID, Currency: "EUR"}
	ofRefund := of
	ofRefund.RefundID = refund.ID
	a.Set(func(a *standin.PayPalAccount) { a.Late = true })
	for _, c := range []payment.Charge{of, ofRefund} {
		if fee, err := p.Fee(t.Context(), c); !errors.Is(err, payment.ErrNotYet) {
			t.Errorf("while it is pending: %+v, %v", fee, err)
		}
	}
	a.Set(func(a *standin.PayPalAccount) { a.Late = false })
	if fee, err := p.Fee(t.Context(), of); err != nil || fee != (payment.Money{Minor: standin.PayPalFee(2500), Currency: "EUR"}) {
		t.Errorf("of the payment: %+v, %v", fee, err)
	}
	if fee, err := p.Fee(t.Context(), ofRefund); err != nil || fee != (payment.Money{Minor: -10, Currency: "EUR"}) {
		t.Errorf("of the refund: %+v, %v", fee, err)
	}
	if fee, err := p.Fee(t.Context(), payment.Charge{PaymentID: "CAPnone", Currency: "EUR"}); !errors.Is(err, payment.ErrUnknown) {
		t.Errorf("of no payment: %+v, %v", fee, err)
	}
}
