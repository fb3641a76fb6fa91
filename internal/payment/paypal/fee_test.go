package paypal_test

import (
	"errors"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/paypal"
	"github.com/holdfast-events/holdfast/internal/payment/standin"
)

// TestFees: what PayPal has kept is in the breakdown of the capture, and what it gives back
// of that in the breakdown of the refund.
func TestFees(t *testing.T) {
	s := standin.NewPayPal(t)
	a := s.Account("client", "secret", "5WH123")
	p, err := paypal.New(paypal.Config{ClientID: "client", Secret: "secret", WebhookID: "5WH123", URL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	page, err := p.Checkout(t.Context(), payment.Order{
		Key: "chk_1", At: time.Now(), Reference: "ord_1", Title: "Tickets", Amount: payment.Money{Minor: 2500, Currency: "EUR"},
		Return: "https://tickets.example/r", Deadline: time.Now().Add(time.Hour),
	})
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
