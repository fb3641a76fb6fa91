package stripe

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
)

// decimals are how many digits Stripe gives a currency, where ISO 4217 gives it
// another number: docs.stripe.com/currencies, "Zero-decimal currencies" and
// "Special cases". Krónur and Ugandan shillings have no decimals any more and are
// still counted in hundredths; ariary are counted whole.
var decimals = map[string]int{"ISK": 2, "UGX": 2, "MGA": 0}

func decimalsOf(currency string) int {
	if d, ok := decimals[currency]; ok {
		return d
	}
	return inventory.Decimals(currency)
}

// toStripe is an amount as Stripe counts it, or ErrRejected where Stripe takes no
// such amount: a hundredth of an ariary, or a thousandth of a dinar.
func toStripe(m payment.Money) (int64, error) {
	n, ok := m.In(decimalsOf(m.Currency))
	if !ok || m.Minor%inventory.Step(m.Currency) != 0 {
		return 0, &payment.Refusal{Words: m.Decimal() + " " + m.Currency + " is not an amount that it takes"}
	}
	return n, nil
}

// fromStripe is what an amount of Stripe's is. ok is false where the currency has
// no such amount.
func fromStripe(n int64, currency string) (m payment.Money, ok bool) {
	currency = strings.ToUpper(currency)
	return payment.Of(n, decimalsOf(currency), currency)
}
