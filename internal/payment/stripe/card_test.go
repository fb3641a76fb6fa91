package stripe_test

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/standin"
)

// TestCard: the card of a payment is the fingerprint of its charge, and there is none where it was
// paid otherwise.
func TestCard(t *testing.T) {
	p, a, _ := open(t)
	a.Set(func(a *standin.StripeAccount) { a.Card = "Xt5EWLLDS7FJjR1c" })
	of := payment.Charge{PaymentID: paid(t, p, a, 1250).PaymentID, Currency: "EUR"}
	if card, err := p.Card(t.Context(), of); err != nil || card != "Xt5EWLLDS7FJjR1c" {
		t.Errorf("%q, %v", card, err)
	}
	a.Set(func(a *standin.StripeAccount) { a.Card = "" })
	if card, err := p.Card(t.Context(), payment.Charge{PaymentID: paid(t, p, a, 1300).PaymentID, Currency: "EUR"}); err != nil || card != "" {
		t.Errorf("of a bank: %q, %v", card, err)
	}
	if card, err := p.Card(t.Context(), payment.Charge{PaymentID: "pi_none"}); !errors.Is(err, payment.ErrUnknown) {
		t.Errorf("of no payment: %q, %v", card, err)
	}
	a.Set(func(a *standin.StripeAccount) { a.Forbids = []string{"/v1/payment_intents"} })
	if card, err := p.Card(t.Context(), of); !errors.Is(err, payment.ErrDenied) {
		t.Errorf("with a key that may not ask: %q, %v", card, err)
	}
}
