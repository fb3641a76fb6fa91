// Package stripe takes payments with Stripe Checkout.
//
// Money is captured by Stripe as soon as the payer confirms; that a payment can
// come after its order has lapsed is dealt with by the till, not here. Only the
// few fields of an event that are needed are read, so that an endpoint made for
// another version of Stripe's API works too.
//
// Sources: docs.stripe.com/api/checkout/sessions, /api/refunds, /webhooks.
package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	stripe "github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// Name is the provider's name.
const Name = "stripe"

// Limits.
const (
	// Tolerance is how old a signature may be. Stripe signs each delivery anew,
	// also one that it repeats days later.
	Tolerance = 5 * time.Minute
	// Timeout ends a call that hangs.
	Timeout = 20 * time.Second
	// shortestPage and longestPage bound how long a page stays open by itself.
	shortestPage = 31 * time.Minute
	longestPage  = 23 * time.Hour
)

// Keys of the metadata.
const (
	metaReference = "holdfast_reference"
	metaRefund    = "holdfast_refund"
)

// Config configures the provider.
type Config struct {
	// Key is the secret key (sk_…) or a restricted one that may write checkout
	// sessions and refunds.
	Key string
	// Secret signs the webhooks of our endpoint (whsec_…).
	Secret string
	// URL is where the API is; "" is Stripe's.
	URL string
}

// Provider is Stripe.
type Provider struct {
	api    *api
	secret string
}

// New checks the configuration.
func New(c Config) (*Provider, error) {
	if c.Key == "" || c.Secret == "" {
		return nil, errors.New("stripe: a key and the secret of the webhook endpoint are needed, both")
	}
	conf := &stripe.BackendConfig{
		HTTPClient: &http.Client{Timeout: Timeout},
		// The library's own log holds request bodies.
		LeveledLogger:   &stripe.LeveledLogger{Level: stripe.LevelNull},
		EnableTelemetry: stripe.Bool(false),
	}
	if c.URL != "" {
		conf.URL = stripe.String(strings.TrimRight(c.URL, "/"))
	}
	return &Provider{
		api:    &api{backend: stripe.GetBackendWithConfig(stripe.APIBackend, conf), key: c.Key},
		secret: c.Secret,
	}, nil
}

// Name is "stripe".
func (*Provider) Name() string { return Name }

// Checkout makes a Checkout Session. Its own end is only the last resort: Stripe
// takes none sooner than half an hour away. All parameters follow from o, because
// Stripe refuses a key that comes again with others.
func (p *Provider) Checkout(ctx context.Context, o payment.Order) (payment.Checkout, error) {
	until := min(max(o.Deadline.Sub(o.At), shortestPage), longestPage)
	lines, err := lineItems(&o)
	if err != nil {
		return payment.Checkout{}, fmt.Errorf("stripe: create the checkout: %w", err)
	}
	params := &stripe.CheckoutSessionCreateParams{
		Mode:                       stripe.String(string(stripe.CheckoutSessionModePayment)),
		ClientReferenceID:          stripe.String(o.Reference),
		SuccessURL:                 stripe.String(o.Return),
		CancelURL:                  stripe.String(o.Return),
		ExpiresAt:                  stripe.Int64(o.At.Add(until).Unix()),
		LineItems:                  lines,
		ExcludedPaymentMethodTypes: stripe.StringSlice(delayed),
		// The intent carries it too: refunds and disputes name the intent only.
		PaymentIntentData: &stripe.CheckoutSessionCreatePaymentIntentDataParams{Metadata: map[string]string{metaReference: o.Reference}},
		Metadata:          map[string]string{metaReference: o.Reference},
	}
	if o.Email != "" {
		params.CustomerEmail = stripe.String(o.Email)
	}
	if o.Locale != "" {
		params.Locale = stripe.String(localeOf(o.Locale))
	}
	params.SetIdempotencyKey(o.Key)
	var s session
	if err := p.api.call(ctx, http.MethodPost, "/v1/checkout/sessions", params, &s); err != nil {
		return payment.Checkout{}, said("create the checkout", err)
	}
	return payment.Checkout{ID: s.ID, URL: s.URL}, nil
}

// lineItems are the lines of an order, or all of it as one.
func lineItems(o *payment.Order) ([]*stripe.CheckoutSessionCreateLineItemParams, error) {
	lines, described := o.Lines, stripe.String(o.Title)
	if len(lines) == 0 {
		lines, described = []payment.Line{{Name: o.Title, Count: 1, Each: o.Amount.Minor}}, nil
	}
	items := make([]*stripe.CheckoutSessionCreateLineItemParams, len(lines))
	for i, l := range lines {
		each, err := toStripe(payment.Money{Minor: l.Each, Currency: o.Amount.Currency})
		if err != nil {
			return nil, err
		}
		items[i] = &stripe.CheckoutSessionCreateLineItemParams{
			Quantity: stripe.Int64(l.Count),
			PriceData: &stripe.CheckoutSessionCreateLineItemPriceDataParams{
				Currency:    stripe.String(strings.ToLower(o.Amount.Currency)),
				UnitAmount:  stripe.Int64(each),
				ProductData: &stripe.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: stripe.String(l.Name), Description: described},
			},
		}
	}
	return items, nil
}

// delayed are the payment methods that succeed or fail days after the payer is done: bank
// debits, bank transfers and vouchers. Places are not kept that long, so they are not
// offered, whatever the account has switched on.
//
// Source: docs.stripe.com/payments/payment-methods, "Immediate or delayed notification".
var delayed = []string{
	"acss_debit", "au_becs_debit", "bacs_debit", "boleto", "customer_balance", "konbini", "multibanco", "nz_bank_account",
	"oxxo", "sepa_debit", "sofort", "us_bank_account",
}

// localeOf is a locale as Stripe's page knows it.
func localeOf(tag string) string {
	switch base, _, _ := strings.Cut(strings.ToLower(tag), "-"); base {
	case "de", "en", "fr", "es", "it", "nl", "pl", "pt", "sv", "da", "fi", "cs", "ja", "zh":
		return base
	}
	return "auto"
}

// LookUp reads a Checkout Session with its intent.
func (p *Provider) LookUp(ctx context.Context, id string) (payment.CheckoutStatus, error) {
	params := &stripe.CheckoutSessionRetrieveParams{}
	params.AddExpand("payment_intent")
	var s session
	if err := p.api.call(ctx, http.MethodGet, stripe.FormatURLPath("/v1/checkout/sessions/%s", id), params, &s); err != nil {
		return payment.CheckoutStatus{}, said("look up the checkout", err)
	}
	return standing(&s)
}

func standing(s *session) (payment.CheckoutStatus, error) {
	amount, ok := fromStripe(s.AmountTotal, s.Currency)
	if !ok {
		return payment.CheckoutStatus{}, fmt.Errorf("stripe: look up the checkout: %w: an amount that %s does not have", payment.ErrUnavailable, amount.Currency)
	}
	out := payment.CheckoutStatus{Kind: payment.Open, Reference: s.ClientReferenceID, At: time.Unix(s.Created, 0).UTC(), Amount: amount}
	intent := s.PaymentIntent
	if intent != nil {
		out.PaymentID = intent.ID
	}
	switch {
	case s.PaymentStatus == stripe.CheckoutSessionPaymentStatusPaid:
		out.Kind = payment.Captured
	case s.Status == stripe.CheckoutSessionStatusExpired:
		out.Kind = payment.Expired
	case s.Status == stripe.CheckoutSessionStatusComplete:
		out.Kind = payment.Pending
		if intent != nil && (intent.Status == stripe.PaymentIntentStatusRequiresPaymentMethod || intent.Status == stripe.PaymentIntentStatusCanceled) {
			out.Kind = payment.Failed
		}
	case intent != nil && (intent.Status == stripe.PaymentIntentStatusProcessing || intent.Status == stripe.PaymentIntentStatusRequiresAction):
		out.Kind = payment.Pending
	}
	return out, nil
}

// Expire closes a Checkout Session.
func (p *Provider) Expire(ctx context.Context, id string) error {
	err := p.api.call(ctx, http.MethodPost, stripe.FormatURLPath("/v1/checkout/sessions/%s/expire", id), &stripe.CheckoutSessionExpireParams{}, &session{})
	if err == nil {
		return nil
	}
	if err = said("close the checkout", err); !errors.Is(err, payment.ErrRejected) {
		return err
	}
	// Stripe closes only open ones; which of the others it is decides.
	s, lookErr := p.LookUp(ctx, id)
	switch {
	case lookErr != nil:
		return lookErr
	case s.Kind == payment.Expired, s.Kind == payment.Failed:
		return nil
	case s.Kind == payment.Captured, s.Kind == payment.Pending:
		return payment.ErrPaid
	}
	return err
}

// said gives an error of the API the error of package payment that it means. The
// text of the library is left out: it repeats the request, with addresses.
func said(doing string, err error) error {
	e, ok := errors.AsType[*stripe.Error](err)
	switch {
	case !ok:
		return fmt.Errorf("stripe: %s: %w: %w", doing, payment.ErrUnavailable, plain(err))
	case e.Type == stripe.ErrorTypeIdempotency, e.HTTPStatusCode >= 500 && replayed(e):
		return fmt.Errorf("stripe: %s: %w: %w (HTTP %d, request %s)", doing, payment.ErrUnavailable, payment.ErrKeyUsed, e.HTTPStatusCode, e.RequestID)
	case e.HTTPStatusCode == http.StatusUnauthorized, e.HTTPStatusCode == http.StatusForbidden:
		return fmt.Errorf("stripe: %s: %w: %w (HTTP %d, %s, request %s)", doing, payment.ErrUnavailable, payment.ErrDenied, e.HTTPStatusCode, e.Code, e.RequestID)
	case e.HTTPStatusCode == http.StatusNotFound || e.Code == stripe.ErrorCodeResourceMissing:
		return fmt.Errorf("stripe: %s: %w", doing, payment.ErrUnknown)
	case e.HTTPStatusCode == http.StatusConflict, e.HTTPStatusCode == http.StatusTooManyRequests, e.HTTPStatusCode >= 500:
		return fmt.Errorf("stripe: %s: %w (HTTP %d, request %s)", doing, payment.ErrUnavailable, e.HTTPStatusCode, e.RequestID)
	}
	return fmt.Errorf("stripe: %s: %w (HTTP %d, request %s)", doing, &payment.Refusal{Code: string(e.Code)}, e.HTTPStatusCode, e.RequestID)
}

// replayed reports whether an answer is that of an earlier request with the same
// key. Stripe keeps what it first answered for a day, failures of its own included.
func replayed(e *stripe.Error) bool {
	return e.LastResponse != nil && e.LastResponse.Header.Get("Idempotent-Replayed") == "true"
}

// plain keeps what a caller may act on, and no address.
func plain(err error) error {
	for _, known := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, known) {
			return known
		}
	}
	return errors.New("no answer")
}

// event is what is read of a notification.
type event struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Type    string `json:"type"`
	Created int64  `json:"created"`
	Data    struct {
		Object json.RawMessage `json:"object"` // of many kinds, most of which are not read
	} `json:"data"`
}

// object is a Checkout Session, a refund or a dispute, as far as it is read.
type object struct {
	ID              string            `json:"id"`
	Amount          int64             `json:"amount"`
	AmountTotal     int64             `json:"amount_total"`
	Currency        string            `json:"currency"`
	Status          string            `json:"status"`
	PaymentStatus   string            `json:"payment_status"`
	PaymentIntent   named             `json:"payment_intent"`
	ClientReference string            `json:"client_reference_id"`
	FailureReason   string            `json:"failure_reason"`
	Metadata        map[string]string `json:"metadata"`
}

// named is an id, or an object that has one: Stripe sends either.
type named string

// UnmarshalJSON reads both forms.
func (n *named) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*n = named(text)
		return nil
	}
	var o struct {
		ID string `json:"id"`
	}
	err := json.Unmarshal(b, &o)
	*n = named(o.ID)
	return err
}

// Verify checks the Stripe-Signature of a notification.
func (p *Provider) Verify(_ context.Context, h http.Header, body []byte) (payment.Fact, error) {
	err := webhook.ValidatePayloadWithTolerance(body, h.Get("Stripe-Signature"), p.secret, Tolerance)
	switch {
	case errors.Is(err, webhook.ErrTooOld):
		return payment.Fact{}, payment.ErrStale
	case err != nil:
		return payment.Fact{}, payment.ErrSignature
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil || e.Object != "event" || e.ID == "" {
		return payment.Fact{}, payment.ErrMalformed
	}
	return e.fact()
}

// heard are the types of events that are read.
var heard = map[string]bool{
	"checkout.session.completed": true, "checkout.session.async_payment_succeeded": true,
	"checkout.session.async_payment_failed": true, "checkout.session.expired": true,
	"refund.created": true, "refund.updated": true, "refund.failed": true,
	"charge.dispute.created": true, "charge.dispute.closed": true,
}

// Events returns the types of events that an endpoint has to be subscribed to.
func Events() []string { return slices.Sorted(maps.Keys(heard)) }

// fact is what an event reports. Others may sell with the same account, and their
// subscriptions, free orders and charges are reported here too. Each of our sessions
// has our reference, and each of our payments an intent.
func (e *event) fact() (payment.Fact, error) {
	if !heard[e.Type] {
		return payment.Fact{}, payment.ErrIgnored
	}
	var o object
	if err := json.Unmarshal(e.Data.Object, &o); err != nil {
		return payment.Fact{}, payment.ErrMalformed
	}
	f := payment.Fact{
		EventID: e.ID, PaymentID: string(o.PaymentIntent), At: time.Unix(e.Created, 0).UTC(), Reference: o.Metadata[metaReference],
	}
	if strings.HasPrefix(e.Type, "checkout.session.") {
		return o.ofSession(f, sessionKind(e.Type, o.PaymentStatus))
	}
	return o.ofReturn(f, e.Type)
}

// ofSession completes what is reported of a Checkout Session.
func (o *object) ofSession(f payment.Fact, kind payment.Kind) (payment.Fact, error) {
	if f.Reference == "" {
		return payment.Fact{}, payment.ErrForeign
	}
	var ok bool
	f.Kind, f.CheckoutID = kind, o.ID
	if f.Amount, ok = fromStripe(o.AmountTotal, o.Currency); !ok || o.Currency == "" || f.PaymentID == "" && kind != payment.Expired && kind != payment.Failed {
		return payment.Fact{}, payment.ErrMalformed
	}
	return f, nil
}

// ofReturn completes what is reported of a refund or a dispute.
func (o *object) ofReturn(f payment.Fact, event string) (payment.Fact, error) {
	f.RefundID = o.ID
	switch {
	case event == "charge.dispute.created":
		f.Kind = payment.Disputed
	case event == "charge.dispute.closed" && (o.Status == "won" || o.Status == "warning_closed"): // an inquiry that led to none
		f.Kind = payment.DisputeWon
	case event == "charge.dispute.closed":
		f.Kind = payment.DisputeLost
	case o.Status == "succeeded":
		f.Kind, f.RefundRef = payment.Refunded, o.Metadata[metaRefund]
	case o.Status == "failed", o.Status == "canceled":
		f.Kind, f.RefundRef, f.Code = payment.RefundFailed, o.Metadata[metaRefund], o.FailureReason
	default:
		return f, payment.ErrIgnored
	}
	var ok bool
	if f.Amount, ok = fromStripe(o.Amount, o.Currency); !ok || o.Currency == "" || f.PaymentID == "" {
		return payment.Fact{}, payment.ErrForeign
	}
	return f, nil
}

func sessionKind(event, status string) payment.Kind {
	switch {
	case event == "checkout.session.expired":
		return payment.Expired
	case event == "checkout.session.async_payment_failed":
		return payment.Failed
	case status == "paid":
		return payment.Captured
	}
	return payment.Pending
}
