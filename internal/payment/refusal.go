package payment

import (
	"cmp"
	"errors"
	"strings"
)

// Refusal is what a provider said when it refused for good. It is an ErrRejected.
type Refusal struct {
	Code  string // by which the provider names the reason; "": it named none
	Words string // its own, on one line; "": it said none, or they are not kept
}

// Error names the code, and no words: these are for the organization, not for a log.
func (r *Refusal) Error() string {
	if r.Code == "" {
		return ErrRejected.Error()
	}
	return ErrRejected.Error() + ": " + r.Code
}

// Unwrap says that it is an ErrRejected.
func (*Refusal) Unwrap() error { return ErrRejected }

// Codes of our own, beside those of providers.
const (
	CodeNotArrived     = "not_arrived"     // the provider took the refund on, and it came back
	CodeUnknown        = "unknown_payment" // the provider knows no such payment
	CodeAccountRemoved = "account_removed" // the keys of the organization's account are deleted
)

// maxSaid is how much of what a provider says is kept, in bytes.
const maxSaid = 300

// Said is what a provider said of a refund that it refuses: its code and its own words, without the names
// of packages that the error came through. Both may be empty.
func Said(err error) (code, words string) {
	if r, ok := errors.AsType[*Refusal](err); ok {
		return r.Code, OneLine(r.Words)
	}
	if errors.Is(err, ErrUnknown) {
		return CodeUnknown, ""
	}
	return "", ""
}

// OneLine is a text of a provider as it is kept: on one line, and not longer than maxSaid.
func OneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxSaid {
		text = strings.ToValidUTF8(text[:maxSaid], "")
	}
	return text
}

// Failure is why a refund has failed, as far as a person can do something with it.
type Failure string

// The failures.
const (
	CardClosed          Failure = "card_closed"          // the card is lost, closed or past its date
	AccountClosed       Failure = "account_closed"       // the account that it was to go to is closed or locked
	InsufficientBalance Failure = "insufficient_balance" // the organization has too little at the provider
	TooLate             Failure = "expired"              // the provider refunds payments for so long only
	InDispute           Failure = "disputed"             // the payer's bank is asked to take it back, and may pay it
	AlreadyRefunded     Failure = "already_refunded"     // the provider gave it back without us
	BankRefused         Failure = "bank_refused"         // the payer's bank takes no refund
	NotArrived          Failure = "not_arrived"
	UnknownPayment      Failure = "unknown_payment"
	AccountRemoved      Failure = "account_removed"
	OtherFailure        Failure = "other"
)

// failures are those that codes mean: of Stripe (failure_reason of a refund,
// https://docs.stripe.com/api/refunds/object, and code of an error, https://docs.stripe.com/error-codes), of
// PayPal (issue of an error, https://developer.paypal.com/api/payments/v2/errors) and our own.
var failures = map[string]Failure{
	CodeNotArrived: NotArrived, CodeUnknown: UnknownPayment, CodeAccountRemoved: AccountRemoved,

	"expired_or_canceled_card": CardClosed, "lost_or_stolen_card": CardClosed,
	"insufficient_funds": InsufficientBalance, "balance_insufficient": InsufficientBalance,
	"account_closed": AccountClosed, "bank_account_unusable": AccountClosed,
	"charge_disputed": InDispute, "charge_for_pending_refund_disputed": InDispute,
	"charge_already_refunded": AlreadyRefunded,
	"declined":                BankRefused,

	"REFUND_TIME_LIMIT_EXCEEDED":       TooLate,
	"REFUND_FAILED_INSUFFICIENT_FUNDS": InsufficientBalance,
	"PAYER_ACCOUNT_LOCKED_OR_CLOSED":   AccountClosed, "PAYER_ACCOUNT_RESTRICTED": AccountClosed,
	"REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK": InDispute,
	"CAPTURE_FULLY_REFUNDED":                 AlreadyRefunded, "CAPTURED_AMOUNT_FULLY_REFUNDED": AlreadyRefunded,
	"REFUND_FAILED_BY_PAYMENT_SOURCE": BankRefused, "REFUND_REFUSED_BY_PROCESSOR": BankRefused,
}

// FailureOf is what the code of a refund that has failed means.
func FailureOf(code string) Failure { return cmp.Or(failures[code], OtherFailure) }
