// Package paypal takes payments with PayPal's Orders v2.
//
// A payer approves on PayPal's page, and the money moves when Capture is called:
// so nothing is captured for an order that has lapsed meanwhile. Whether a
// webhook is PayPal's is asked of PayPal itself, with the body exactly as it
// came, which needs no certificates here.
//
// Sources: developer.paypal.com/docs/api/orders/v2, /payments/v2, /webhooks/v1.
package paypal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// Name is the provider's name.
const Name = "paypal"

// The addresses of PayPal's API.
const (
	Live    = "https://api-m.paypal.com"
	Sandbox = "https://api-m.sandbox.paypal.com"
)

// Limits.
const (
	// Timeout ends a call that hangs.
	Timeout = 20 * time.Second
	// maxAnswer bounds what is read of an answer.
	maxAnswer = 1 << 20
	// tokenSpare is how long before its end an access token is renewed.
	tokenSpare = time.Minute
	// longest is how long names and descriptions may be, in bytes (PayPal counts letters).
	longest = 127
)

// Config configures the provider.
type Config struct {
	ClientID, Secret string
	// WebhookID is PayPal's name of our endpoint: signatures are made for it.
	WebhookID string
	URL       string           // "" is Live
	Now       func() time.Time // nil: time.Now
}

// Provider is PayPal.
type Provider struct {
	cfg    Config
	client *http.Client

	mu      sync.Mutex
	token   string    // (guarded by mu)
	expires time.Time // of token (guarded by mu)
}

// New checks the configuration.
func New(c Config) (*Provider, error) {
	if c.ClientID == "" || c.Secret == "" || c.WebhookID == "" {
		return nil, errors.New("paypal: a client id, its secret and the id of the webhook are needed, all three")
	}
	if c.URL == "" {
		c.URL = Live
	}
	u, err := url.Parse(c.URL)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, errors.New("paypal: the address of the API is none")
	}
	c.URL = strings.TrimRight(c.URL, "/")
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Provider{cfg: c, client: &http.Client{Timeout: Timeout}}, nil
}

// Name is "paypal".
func (*Provider) Name() string { return Name }

type amount struct {
	Currency string `json:"currency_code"`
	Value    string `json:"value"`
}

// whole are currencies that PayPal takes without decimals only, although
// ISO 4217 gives them two: developer.paypal.com/api/rest/reference/currency-codes.
// (Yen have none anyway.)
var whole = map[string]bool{"HUF": true, "TWD": true}

// amountOf is an amount as PayPal writes it, or ErrRejected where PayPal takes no
// such amount.
func amountOf(m payment.Money) (amount, error) {
	text := m.Decimal()
	if whole[m.Currency] {
		var ok bool
		if text, ok = strings.CutSuffix(text, ".00"); !ok {
			return amount{}, &payment.Refusal{Words: text + " " + m.Currency + " is not an amount that it takes"}
		}
	}
	return amount{Currency: m.Currency, Value: text}, nil
}

func (a amount) money() (payment.Money, error) { return payment.ParseDecimal(a.Value, a.Currency) }

// order is an order of PayPal's, as far as it is read.
type order struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Units  []struct {
		CustomID string `json:"custom_id"`
		Amount   amount `json:"amount"`
		Payments struct {
			Captures []capture `json:"captures"`
		} `json:"payments"`
	} `json:"purchase_units"`
	Links []link `json:"links"`
}

type link struct {
	Rel  string `json:"rel"`
	Href string `json:"href"`
}

type capture struct {
	ID       string    `json:"id"`
	Status   string    `json:"status"`
	Amount   amount    `json:"amount"`
	CustomID string    `json:"custom_id"`
	Created  time.Time `json:"create_time"`
}

// Checkout makes an order of PayPal's with the intent to capture.
func (p *Provider) Checkout(ctx context.Context, o payment.Order) (payment.Checkout, error) {
	unit, err := unitOf(&o)
	if err != nil {
		return payment.Checkout{}, fmt.Errorf("paypal: create the checkout: %w", err)
	}
	body := map[string]any{
		"intent":         "CAPTURE",
		"purchase_units": []any{unit},
		"payment_source": map[string]any{"paypal": map[string]any{"experience_context": map[string]any{
			"return_url": o.Return, "cancel_url": o.Return, "user_action": "PAY_NOW", "shipping_preference": "NO_SHIPPING",
			// An eCheck clears after days, and nobody keeps the places that long.
			"payment_method_preference": "IMMEDIATE_PAYMENT_REQUIRED",
		}}},
	}
	var made order
	if err := p.call(ctx, http.MethodPost, "/v2/checkout/orders", o.Key, body, &made); err != nil {
		return payment.Checkout{}, fmt.Errorf("paypal: create the checkout: %w", err)
	}
	for _, l := range made.Links {
		if l.Rel == "payer-action" || l.Rel == "approve" {
			return payment.Checkout{ID: made.ID, URL: l.Href}, nil
		}
	}
	return payment.Checkout{}, fmt.Errorf("paypal: create the checkout: %w: no page to pay on", payment.ErrRejected)
}

// unitOf is what is bought. Of its lines PayPal shows name, number and price; their sum has
// to be said too.
func unitOf(o *payment.Order) (map[string]any, error) {
	cost, err := amountOf(o.Amount)
	if err != nil {
		return nil, err
	}
	unit := map[string]any{"custom_id": o.Reference, "description": clip(o.Title, longest)}
	if len(o.Lines) == 0 {
		unit["amount"] = cost
		return unit, nil
	}
	items := make([]any, len(o.Lines))
	for i, l := range o.Lines {
		each, err := amountOf(payment.Money{Minor: l.Each, Currency: o.Amount.Currency})
		if err != nil {
			return nil, err
		}
		items[i] = map[string]any{"name": clip(l.Name, longest), "quantity": strconv.FormatInt(l.Count, 10), "unit_amount": each}
	}
	unit["items"] = items
	unit["amount"] = map[string]any{"currency_code": cost.Currency, "value": cost.Value, "breakdown": map[string]any{"item_total": cost}}
	return unit, nil
}

// clip shortens a text to n bytes without cutting a letter in two.
func clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "")
}

// LookUp reads an order of PayPal's.
func (p *Provider) LookUp(ctx context.Context, id string) (payment.CheckoutStatus, error) {
	var o order
	if err := p.call(ctx, http.MethodGet, "/v2/checkout/orders/"+url.PathEscape(id), "", nil, &o); err != nil {
		return payment.CheckoutStatus{}, fmt.Errorf("paypal: look up the checkout: %w", err)
	}
	return o.standing()
}

func (o *order) standing() (payment.CheckoutStatus, error) {
	s := payment.CheckoutStatus{Kind: payment.Open}
	if len(o.Units) > 0 {
		s.Reference = o.Units[0].CustomID
	}
	switch o.Status {
	case "APPROVED":
		s.Kind = payment.Approved
	case "VOIDED":
		s.Kind = payment.Expired
	case "COMPLETED":
		s.Kind = payment.Pending // until its capture says more
	}
	for i := range o.Units {
		for _, c := range o.Units[i].Payments.Captures {
			var err error
			if s.Amount, err = c.Amount.money(); err != nil {
				return payment.CheckoutStatus{}, fmt.Errorf("paypal: %w: %w", payment.ErrUnavailable, err)
			}
			s.PaymentID, s.At, s.Kind = c.ID, c.Created, captureKind(c.Status)
			if s.Kind == payment.Captured {
				return s, nil
			}
		}
	}
	return s, nil
}

func captureKind(status string) payment.Kind {
	switch status {
	case "COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED":
		return payment.Captured
	case "DECLINED", "FAILED":
		return payment.Failed
	}
	return payment.Pending
}

// Capture takes the money of an order that the payer has approved.
func (p *Provider) Capture(ctx context.Context, id, attempt string) (payment.CheckoutStatus, error) {
	var o order
	err := p.call(ctx, http.MethodPost, "/v2/checkout/orders/"+url.PathEscape(id)+"/capture", "capture-"+id+"-"+attempt, struct{}{}, &o)
	declined := errors.Is(err, errDeclined)
	if errors.Is(err, payment.ErrRejected) {
		// Captured before, or not approved any more: its status says which.
		s, lookErr := p.LookUp(ctx, id)
		if lookErr == nil && s.Kind == payment.Approved && declined {
			// The page stays open, and its payer may choose another card there.
			s.Kind = payment.Failed
			return s, nil
		}
		if lookErr == nil && s.Kind == payment.Approved {
			return s, fmt.Errorf("paypal: capture: %w", err)
		}
		return s, lookErr
	}
	if err != nil {
		return payment.CheckoutStatus{}, fmt.Errorf("paypal: capture: %w", err)
	}
	return o.standing()
}

// Expire sees to it that nobody pays on a page any more. PayPal has no call for
// that and needs none: what is not captured is never paid.
func (p *Provider) Expire(ctx context.Context, id string) error {
	s, err := p.LookUp(ctx, id)
	switch {
	case err != nil:
		return err
	case s.Kind == payment.Captured, s.Kind == payment.Pending:
		return payment.ErrPaid
	}
	return nil
}

// Refund gives money of a capture back. PayPal remembers a request id for
// 45 days, longer than a refund is tried.
func (p *Provider) Refund(ctx context.Context, r payment.Refund) (payment.RefundResult, error) {
	var made struct {
		ID     string `json:"id"`
		Status string `json:"status"`
	}
	back, err := amountOf(r.Amount)
	if err != nil {
		return payment.RefundResult{}, fmt.Errorf("paypal: refund: %w", err)
	}
	body := map[string]any{"amount": back, "custom_id": r.Ref}
	if err := p.call(ctx, http.MethodPost, "/v2/payments/captures/"+url.PathEscape(r.PaymentID)+"/refund", r.Ref, body, &made); err != nil {
		return payment.RefundResult{}, fmt.Errorf("paypal: refund: %w", err)
	}
	// A repeated request is answered as the first time; what became of it since
	// is asked for.
	if made.Status == "PENDING" {
		if err := p.call(ctx, http.MethodGet, "/v2/payments/refunds/"+url.PathEscape(made.ID), "", nil, &made); err != nil {
			return payment.RefundResult{}, fmt.Errorf("paypal: look up the refund: %w", err)
		}
	}
	switch made.Status {
	case "COMPLETED":
		return payment.RefundResult{ID: made.ID, State: payment.RefundDone}, nil
	case "FAILED", "CANCELLED":
		return payment.RefundResult{ID: made.ID, State: payment.RefundNotArrived}, nil
	}
	return payment.RefundResult{ID: made.ID, State: payment.RefundPending}, nil
}

// call sends a request with an access token and reads the answer into out.
func (p *Provider) call(ctx context.Context, method, path, key string, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	return p.send(ctx, method, path, key, body, out)
}

func (p *Provider) send(ctx context.Context, method, path, key string, body []byte, out any) error {
	token, err := p.access(ctx)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, p.cfg.URL+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Prefer", "return=representation")
	if key != "" {
		req.Header.Set("PayPal-Request-Id", key)
	}
	err = p.do(req, out)
	if errors.Is(err, errToken) {
		p.forget(token)
		return fmt.Errorf("%w: %w", payment.ErrUnavailable, err) // the next try asks for a token
	}
	return err
}

var errToken = errors.New("the access token is not accepted")

func (p *Provider) do(req *http.Request, out any) error {
	resp, err := p.client.Do(req)
	if err != nil {
		return fmt.Errorf("%w: %w", payment.ErrUnavailable, plain(err))
	}
	defer resp.Body.Close() //nolint:errcheck // it was only read
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("%w: %w", payment.ErrUnavailable, plain(err))
	}
	switch code := resp.StatusCode; {
	case code == http.StatusUnauthorized:
		return errToken
	case code == http.StatusNotFound:
		return payment.ErrUnknown
	case code == http.StatusTooManyRequests, code == http.StatusConflict, code >= 500:
		return fmt.Errorf("%w (HTTP %d)", payment.ErrUnavailable, code)
	case code == http.StatusForbidden:
		return fmt.Errorf("%w: %w (HTTP %d, %s)", payment.ErrUnavailable, payment.ErrDenied, code, reasonIn(text))
	case code == http.StatusUnprocessableEntity && issueIn(text) == "INSTRUMENT_DECLINED":
		return fmt.Errorf("%w: %w (HTTP %d, %s)", payment.ErrRejected, errDeclined, code, reasonIn(text))
	case code >= 300:
		return fmt.Errorf("%w (HTTP %d, %s)", refusalIn(text), code, reasonIn(text))
	}
	if err := json.Unmarshal(text, out); err != nil {
		return fmt.Errorf("%w: an answer that is not JSON", payment.ErrUnavailable)
	}
	return nil
}

// errDeclined: the payer's card or account was declined, and another one may not be.
var errDeclined = errors.New("the payer's instrument was declined")

// refusalIn is what PayPal says where it refuses: its first issue, else the name of the error, and what it
// says about that, which repeats nothing of the request.
func refusalIn(text []byte) *payment.Refusal {
	var reason struct {
		Name    string `json:"name"`
		Message string `json:"message"`
		Details []struct {
			Issue       string `json:"issue"`
			Description string `json:"description"`
		} `json:"details"`
	}
	_ = json.Unmarshal(text, &reason) // best effort: the status says enough
	if len(reason.Details) > 0 && reason.Details[0].Issue != "" {
		return &payment.Refusal{Code: payment.OneLine(reason.Details[0].Issue), Words: reason.Details[0].Description}
	}
	return &payment.Refusal{Code: payment.OneLine(reason.Name), Words: reason.Message}
}

// issueIn is the first issue that PayPal names in an error.
func issueIn(text []byte) string {
	var reason struct {
		Details []struct {
			Issue string `json:"issue"`
		} `json:"details"`
	}
	if json.Unmarshal(text, &reason) != nil || len(reason.Details) == 0 {
		return ""
	}
	return reason.Details[0].Issue
}

// reasonIn is what PayPal calls an error, and under which name its support finds it.
func reasonIn(text []byte) string {
	var reason struct {
		Name  string `json:"name"`
		Debug string `json:"debug_id"`
	}
	_ = json.Unmarshal(text, &reason) // best effort: the status says enough
	return fmt.Sprintf("%.60q, request %.40q", reason.Name, reason.Debug)
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

// access returns an access token, a new one when the last is about to end.
func (p *Provider) access(ctx context.Context) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.token != "" && p.cfg.Now().Before(p.expires) {
		return p.token, nil
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.cfg.URL+"/v1/oauth2/token", strings.NewReader("grant_type=client_credentials"))
	if err != nil {
		return "", err
	}
	req.SetBasicAuth(p.cfg.ClientID, p.cfg.Secret)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	var got struct {
		Token   string `json:"access_token"`
		Seconds int64  `json:"expires_in"`
	}
	if err := p.do(req, &got); err != nil {
		if errors.Is(err, errToken) {
			err = fmt.Errorf("%w: %w: the client id or its secret is wrong", payment.ErrUnavailable, payment.ErrDenied)
		}
		return "", err
	}
	p.token, p.expires = got.Token, p.cfg.Now().Add(time.Duration(got.Seconds)*time.Second-tokenSpare)
	return p.token, nil
}

func (p *Provider) forget(token string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.token == token {
		p.token = ""
	}
}
