package paypal_test

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/standin"
)

// TestCard: what tells payers apart is their account at PayPal; of a card that was typed there
// nothing is known.
func TestCard(t *testing.T) {
	p, a := open(t)
	page, err := p.Checkout(t.Context(), order())
	if err != nil {
		t.Fatal(err)
	}
	of := payment.Charge{PaymentID: "CAP" + page.ID, CheckoutID: page.ID, Currency: "EUR"}
	for _, payer := range []string{"QYR5Z8XDVJNXQ", ""} {
		a.Set(func(a *standin.PayPalAccount) { a.Payer = payer })
		if card, err := p.Card(t.Context(), of); err != nil || card != payer {
			t.Errorf("%q, %v, want %q", card, err, payer)
		}
	}
	if card, err := p.Card(t.Context(), payment.Charge{PaymentID: "CAPother"}); err != nil || card != "" {
		t.Errorf("without a page: %q, %v", card, err)
	}
	if card, err := p.Card(t.Context(), payment.Charge{CheckoutID: "none"}); !errors.Is(err, payment.ErrUnknown) {
		t.Errorf("of no page: %q, %v", card, err)
	}
}
