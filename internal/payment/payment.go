// Package payment is the agreement with those who move money: a provider makes a
// page to pay on, tells by webhook what happened there, gives money back, and
// answers when it is asked how things stand.
//
// It knows orders by a text only, the Reference, which travels to the provider
// and comes back with every fact. What a fact means for an order is decided
// elsewhere (package settlement); nothing here touches the database, and nothing here
// is called inside a transaction. Each provider is a folder of its own.
package payment

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// Errors of providers, found with errors.Is.
var (
	// ErrSignature: a webhook was not signed by the provider, or was changed since.
	ErrSignature = errors.New("payment: the signature is wrong")
	// ErrStale: a webhook was signed too long ago to be believed.
	ErrStale = errors.New("payment: the signature is too old")
	// ErrMalformed: signed, and still not what the provider documents.
	ErrMalformed = errors.New("payment: the webhook cannot be read")
	// ErrIgnored: a good webhook that says nothing about money.
	ErrIgnored = errors.New("payment: the webhook says nothing about money")
	// ErrUnavailable: the provider does not answer now. Again later may do.
	ErrUnavailable = errors.New("payment: the provider is not available")
	// ErrRejected: the provider refuses, and will refuse again.
	ErrRejected = errors.New("payment: the provider refuses")
	// ErrUnknown: the provider knows no such checkout or payment.
	ErrUnknown = errors.New("payment: unknown to the provider")
	// ErrDenied: the provider does not accept the key that is configured, or does not
	// allow this with it. Whoever runs the installation has to change that; until
	// then nothing works, and nothing is refused for good. It always comes with
	// ErrUnavailable.
	ErrDenied = errors.New("payment: the provider denies access")
	// ErrForeign: a webhook about something that was not made here, on an account
	// that others use too.
	ErrForeign = errors.New("payment: the webhook is about something else on the account")
	// ErrKeyUsed: an idempotency key was used for something else, or what it was
	// used for failed and the failure is all that the key is answered with. The
	// same can be asked for under another key. It always comes with ErrUnavailable.
	ErrKeyUsed = errors.New("payment: the idempotency key has been used up")
	// ErrNotYet: the provider does not know yet what it was asked. Again later may do.
	ErrNotYet = errors.New("payment: the provider does not know yet")
	// ErrPaid: a checkout cannot be closed because somebody has paid, or is
	// paying, on it.
	ErrPaid = errors.New("payment: the checkout is paid or being paid")
)

// Kind says what happened, or the status of a checkout.
type Kind string

const (
	Open         Kind = "open"          // the page waits; nobody has paid
	Approved     Kind = "approved"      // the payer has agreed; the money moves when Capture is called
	Pending      Kind = "pending"       // paid by something slow: the money may still come
	Captured     Kind = "captured"      // the money is in
	Failed       Kind = "failed"        // the payer tried and it did not work; may try again
	Expired      Kind = "expired"       // the page is closed and was not paid
	Refunded     Kind = "refunded"      // money went back
	RefundFailed Kind = "refund_failed" // money that was to go back did not arrive
	Disputed     Kind = "disputed"      // the payer's bank took the money back, for now
	DisputeWon   Kind = "dispute_won"   // and has returned it
	DisputeLost  Kind = "dispute_lost"  // and keeps the amount for good, which may be a part
	// Reversed: the provider took money back, without saying of which dispute. Where
	// disputes are reported too, it is the same money.
	Reversed Kind = "reversed"
)

// Money is an amount in minor units of a currency (ISO 4217, upper case).
type Money struct {
	Minor    int64
	Currency string
}

// Fact is what a webhook said, after its signature was found to be good.
type Fact struct {
	// EventID is the provider's name of the notification. The same one may come
	// any number of times.
	EventID string
	Kind    Kind
	// PaymentID is the provider's name of the payment: what can be refunded.
	PaymentID string
	// CheckoutID is the provider's name of the page, "" when the fact has none.
	CheckoutID string
	// Reference is the text that was given with Checkout, "" when there is none.
	Reference string
	// RefundID is, of Refunded and RefundFailed, the provider's name of the
	// refund, of Disputed, DisputeWon and DisputeLost that of the dispute, and of
	// Reversed that of the reversal. RefundRef is
	// the text that was given with Refund, "" when the refund was made at the
	// provider's own desk.
	RefundID, RefundRef string
	// Code is, of RefundFailed, by which the provider names the reason; "": it named none.
	Code string
	// Note is, of money that came by hand, what to find it by.
	Note string
	// Amount is what was captured, refunded, disputed or lost.
	Amount Money
	At     time.Time
}

// Order is what is to be paid.
type Order struct {
	// Key makes Checkout idempotent: the same key with the same order, the same
	// page. Providers refuse a key that was used for another order (ErrKeyUsed).
	Key string
	// At is when the page was first asked for under Key. What a provider is told
	// about time is reckoned from it and not from the clock, or asking again would
	// be asking for something else.
	At time.Time
	// Reference comes back with each fact. At most 100 bytes of ASCII.
	Reference string
	Title     string // what is bought, one line
	Amount    Money
	// Lines are what is bought one by one, for the provider's page: at most MaxLines, whose
	// sum is Amount to the minor unit. Empty: the page shows Title alone.
	Lines []Line
	// Email is the payer's, to spare typing it; "" when unknown.
	Email string
	// Locale is a language tag, "" when unknown.
	Locale string
	// Return is where the payer goes afterwards, paid or not.
	Return string
	// Deadline is when the order lapses. A page may stay open longer: whoever
	// made it closes it.
	Deadline time.Time
}

// Line is a number of things that are alike. Its price is what one costs in the end, with
// tax and after discounts: providers count those in other steps than we do.
type Line struct {
	Name  string // one line
	Count int64  // at least 1
	Each  int64  // minor units of the order's currency, above 0
}

// MaxLines is how many lines an order has at most; more cannot be told to a provider.
const MaxLines = 100

// Checkout is a page to pay on.
type Checkout struct {
	ID  string // the provider's name of it
	URL string
}

// CheckoutStatus is the status of a checkout at the provider.
type CheckoutStatus struct {
	Kind      Kind // Open, Approved, Pending, Captured, Failed or Expired
	PaymentID string
	Reference string
	Amount    Money // of a Captured one
	At        time.Time
}

// Refund is money to give back.
type Refund struct {
	// Ref is our name of the refund. The same one again gives nothing twice,
	// however long ago the first time was, and whatever became of it.
	Ref       string
	PaymentID string
	Amount    Money
}

// Charge names what a provider may have kept a fee of, or a payment whose card is asked for.
type Charge struct {
	PaymentID string
	// CheckoutID is the provider's name of the page that was paid on, "" if none is known.
	CheckoutID string
	RefundID   string // the provider's name of a refund of the payment; "": the payment itself
	Currency   string // of the payment
}

// RefundState is the status of a refund.
type RefundState string

const (
	RefundDone       RefundState = "done"
	RefundPending    RefundState = "pending" // accepted, under way
	RefundNotArrived RefundState = "failed"  // did not arrive, and will not
)

// RefundResult is a provider's answer to a refund.
type RefundResult struct {
	ID    string // the provider's name of it
	State RefundState
	// Code is, of RefundNotArrived, by which the provider names the reason; "": it named none.
	Code string
}

// Provider moves money. Its methods are safe for concurrent use; all but Verify
// talk to the outside and end with ctx.
type Provider interface {
	// Name is the provider in paths, rows and settings: lower case ASCII.
	Name() string
	// Checkout makes the page on which an order is paid.
	Checkout(ctx context.Context, o Order) (Checkout, error)
	// Verify checks that a webhook is the provider's, on the body as it came, and
	// says what it tells. ErrSignature, ErrStale, ErrMalformed or ErrIgnored;
	// ErrUnavailable when the provider must be asked and does not answer.
	Verify(ctx context.Context, h http.Header, body []byte) (Fact, error)
	// LookUp returns the status of a checkout.
	LookUp(ctx context.Context, checkoutID string) (CheckoutStatus, error)
	// Expire closes a page on which nobody has paid, so that nobody can. Closing
	// a closed one is fine; ErrPaid says that it is too late.
	Expire(ctx context.Context, checkoutID string) error
	// Refund gives money back. Asked again with the same Ref it says how that
	// refund stands.
	Refund(ctx context.Context, r Refund) (RefundResult, error)
	// Fee says what the provider has kept of a payment that was captured or of a refund
	// that was made. Less than 0 is what it gave back. The currency may be
	// another than that of the payment, where the account's balance is in another.
	// ErrNotYet while the provider does not know.
	Fee(ctx context.Context, c Charge) (Money, error)
	// Card returns what tells the card that has paid from all others, the same for each
	// payment to the account: a fingerprint, or the payer's account at the provider; never
	// a number of a card. "": there was none, or the provider does not tell.
	Card(ctx context.Context, c Charge) (string, error)
}

// Tested is how a provider takes the keys of an account.
type Tested struct {
	// Missing are the types of events that the account's webhook does not send.
	Missing []string
	// Webhook says whether the webhook was found that the account's events are to come by.
	Webhook WebhookState
}

// WebhookState is what a provider says of the webhook of an account.
type WebhookState string

const (
	WebhookFound     WebhookState = "found"
	WebhookNotFound  WebhookState = "not_found" // there is none that sends to the address
	WebhookNotToldOf WebhookState = "unknown"   // the keys may not ask that
)

// Tester is a Provider that can tell whether its keys work, without moving money. The
// address is where the account's webhook is to send. ErrDenied says that the keys do not
// work, or do not allow what payments need.
type Tester interface {
	Test(ctx context.Context, address string) (Tested, error)
}

// Capturer is a Provider whose payers only agree, and whose money moves when the
// seller asks for it. That is the better order of things: nothing is captured
// for an order that has lapsed.
type Capturer interface {
	// Capture takes the money of an Approved checkout. Asked again it says how
	// the checkout stands. The attempt is part of the idempotency key: after one
	// that ended as Failed, because the payer's card was declined, the next attempt
	// tries what the payer has agreed to since.
	Capture(ctx context.Context, checkoutID, attempt string) (CheckoutStatus, error)
}
