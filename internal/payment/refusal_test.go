package payment_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// TestFailureOf names codes as the providers document them, and what each asks of a person.
func TestFailureOf(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]payment.Failure{
		"expired_or_canceled_card":               payment.CardClosed,
		"insufficient_funds":                     payment.InsufficientBalance,
		"charge_for_pending_refund_disputed":     payment.InDispute,
		"charge_already_refunded":                payment.AlreadyRefunded,
		"declined":                               payment.BankRefused,
		"REFUND_TIME_LIMIT_EXCEEDED":             payment.TooLate,
		"REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK": payment.InDispute,
		"CAPTURE_FULLY_REFUNDED":                 payment.AlreadyRefunded,
		"REFUND_FAILED_BY_PAYMENT_SOURCE":        payment.BankRefused,
		"PAYER_ACCOUNT_LOCKED_OR_CLOSED":         payment.AccountClosed,
		payment.CodeUnknown:                      payment.UnknownPayment,
		"merchant_request":                       payment.OtherFailure,
		"":                                       payment.OtherFailure,
	} {
		if got := payment.FailureOf(code); got != want {
			t.Errorf("%q: %s, want %s", code, got, want)
		}
	}
}
