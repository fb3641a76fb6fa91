// Package testpay is a payment provider for trying things out: it moves no
// money. It has what a real one has and what makes payments hard: a page of its
// own, payments that succeed, fail, or stay open for a while, signed webhooks
// sent over HTTP to our own address, refunds, and a memory that can be asked.
// It is switched on by the demo only, because its page believes everybody.
package testpay

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Name is the provider's name.
const Name = "testpay"

// Header carries the signature of a webhook: t=<unix seconds>,v1=<hex of the
// HMAC-SHA256 over "<t>.<body>">.
const Header = "Testpay-Signature"

// Limits.
const (
	// Tolerance is how old a signature may be.
	Tolerance = 5 * time.Minute
	// sendTimeout bounds one delivery of a webhook, tries how often it is tried.
	// What is lost then is found by the reconciler, as with a real provider.
	sendTimeout = 5 * time.Second
	tries       = 3
	minSecret   = 32
	// maxAmount is the largest amount that Stripe takes, in minor units.
	maxAmount = 99_999_999
	// refundsFail is the number of a card to which a refund fails: that with which Stripe is tried for
	// it. One that is retried arrives.
	refundsFail = "4000 0000 0000 5126"
	// retried is in the Ref of a refund that is tried again.
	retried = "."
	// maxCard is the length of the longest number of a card.
	maxCard = 19
)

// Config configures the provider. All but Now, Log and Client are required.
type Config struct {
	Store  *store.Store
	Secret []byte // signs the webhooks; at least 32 bytes
	// Base is where people reach the pages, Hook where webhooks go.
	Base, Hook string
	Client     *http.Client     // nil: one with a timeout
	Now        func() time.Time // nil: time.Now
	Log        *slog.Logger     // nil: nothing is logged
}

// Provider is the test provider and the handler of its pages.
type Provider struct {
	cfg    Config
	pages  *template.Template
	policy string // Content-Security-Policy of the pages, with a %s for the origin to return to
	mux    *http.ServeMux
}

// New checks the configuration.
func New(c Config) (*Provider, error) {
	if c.Store == nil || len(c.Secret) < minSecret || c.Base == "" || c.Hook == "" {
		return nil, errors.New("testpay: Config.Store, Secret, Base and Hook are required")
	}
	if c.Client == nil {
		c.Client = &http.Client{Timeout: sendTimeout}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Base = strings.TrimRight(c.Base, "/")
	p := &Provider{cfg: c}
	return p, p.serve()
}

// Name is "testpay".
func (*Provider) Name() string { return Name }

func random(prefix string) string {
	var b [12]byte
	rand.Read(b[:]) // never returns an error
	return prefix + hex.EncodeToString(b[:])
}

// taken returns nil if a real provider would take an amount, and an ErrRejected otherwise, so
// that what works in a trial works with money too.
func taken(m payment.Money) error {
	if !inventory.IsCurrency(m.Currency) || m.Minor < 1 || m.Minor > maxAmount || m.Minor%inventory.Step(m.Currency) != 0 {
		return fmt.Errorf("%w: %s is not an amount that it takes", payment.ErrRejected, inventory.Money(m.Minor, m.Currency))
	}
	return nil
}

// bought returns an ErrRejected if what an order is made of is not its amount.
func bought(o *payment.Order) error {
	if o.Title == "" || len(o.Lines) > payment.MaxLines {
		return fmt.Errorf("%w: nothing is bought, or too much", payment.ErrRejected)
	}
	sum := int64(0)
	for _, l := range o.Lines {
		if l.Name == "" || l.Count < 1 || l.Each < 1 || l.Each > maxAmount || l.Count > maxAmount {
			return fmt.Errorf("%w: a line of nothing", payment.ErrRejected)
		}
		sum += l.Count * l.Each
	}
	if len(o.Lines) > 0 && sum != o.Amount.Minor {
		return fmt.Errorf("%w: the lines are %s, not the amount", payment.ErrRejected, inventory.Money(sum, o.Amount.Currency))
	}
	return nil
}

// Checkout stores the page.
func (p *Provider) Checkout(ctx context.Context, o payment.Order) (payment.Checkout, error) {
	if err := taken(o.Amount); err != nil {
		return payment.Checkout{}, fmt.Errorf("testpay: create the checkout: %w", err)
	}
	if err := bought(&o); err != nil {
		return payment.Checkout{}, fmt.Errorf("testpay: create the checkout: %w", err)
	}
	if back, err := url.Parse(o.Return); err != nil || !back.IsAbs() {
		return payment.Checkout{}, fmt.Errorf("testpay: %w: no address to return to", payment.ErrRejected)
	}
	lines, err := json.Marshal(o.Lines)
	if err != nil {
		return payment.Checkout{}, fmt.Errorf("testpay: create the checkout: %w", err)
	}
	c, err := p.cfg.Store.TestPayments.OpenTestCheckout(ctx, payments.TestCheckout{
		ID: random("tpc_"), Key: o.Key, Reference: o.Reference, Title: o.Title, Lines: string(lines), ReturnURL: o.Return,
		Amount: o.Amount.Minor, Currency: o.Amount.Currency, State: string(payment.Open), At: o.Deadline.UnixMicro(),
	})
	if err != nil {
		return payment.Checkout{}, fmt.Errorf("testpay: create the checkout: %w", unavailable(err))
	}
	if c.Reference != o.Reference || c.Title != o.Title || c.Lines != string(lines) || c.ReturnURL != o.Return || c.Amount != o.Amount.Minor || c.Currency != o.Amount.Currency {
		return payment.Checkout{}, fmt.Errorf("testpay: create the checkout: %w: %w", payment.ErrUnavailable, payment.ErrKeyUsed)
	}
	return payment.Checkout{ID: c.ID, URL: p.cfg.Base + "/testpay/" + c.ID}, nil
}

func unavailable(err error) error {
	if errors.Is(err, database.ErrNotFound) {
		return payment.ErrUnknown
	}
	return fmt.Errorf("%w: %w", payment.ErrUnavailable, err)
}

// LookUp reads the page.
func (p *Provider) LookUp(ctx context.Context, id string) (payment.CheckoutStatus, error) {
	c, err := p.cfg.Store.TestPayments.TestCheckout(ctx, id)
	if err != nil {
		return payment.CheckoutStatus{}, fmt.Errorf("testpay: look up: %w", unavailable(err))
	}
	return payment.CheckoutStatus{
		Kind: payment.Kind(c.State), PaymentID: c.PaymentID, Reference: c.Reference,
		Amount: payment.Money{Minor: c.Amount, Currency: c.Currency}, At: time.UnixMicro(c.At).UTC(),
	}, nil
}

// Expire closes the page.
func (p *Provider) Expire(ctx context.Context, id string) error {
	c, err := p.move(ctx, id, payment.Expired, payment.Open, payment.Failed)
	switch {
	case err != nil:
		return fmt.Errorf("testpay: close: %w", err)
	case c.State == string(payment.Captured), c.State == string(payment.Pending):
		return payment.ErrPaid
	}
	return nil
}

// move changes the state of a page if it is one of from, and returns it as it is then.
func (p *Provider) move(ctx context.Context, id string, to payment.Kind, from ...payment.Kind) (payments.TestCheckout, error) {
	return p.moveBy(ctx, id, "", to, from...)
}

// moveBy is move by a card that was typed, "" where none was.
func (p *Provider) moveBy(ctx context.Context, id, card string, to payment.Kind, from ...payment.Kind) (payments.TestCheckout, error) {
	names := make([]string, len(from))
	for i, k := range from {
		names[i] = string(k)
	}
	c, err := p.cfg.Store.TestPayments.MoveTestCheckout(ctx, id, names, string(to), random("tpp_"), card, p.cfg.Now().UnixMicro())
	if err != nil {
		return c, unavailable(err)
	}
	return c, nil
}

// Refund notes that money went back, and says so by webhook.
func (p *Provider) Refund(ctx context.Context, r payment.Refund) (payment.RefundResult, error) {
	if err := taken(r.Amount); err != nil {
		return payment.RefundResult{}, fmt.Errorf("testpay: refund: %w", err)
	}
	card, err := p.cfg.Store.TestPayments.CardOfTestPayment(ctx, r.PaymentID)
	switch {
	case errors.Is(err, database.ErrNotFound): // refused below
	case err != nil:
		return payment.RefundResult{}, fmt.Errorf("testpay: refund: %w", unavailable(err))
	case card != "" && card == p.cardOf(refundsFail) && !strings.Contains(r.Ref, retried):
		return payment.RefundResult{}, fmt.Errorf("testpay: refund: %w", &payment.Refusal{Code: "expired_or_canceled_card", Words: "the card takes none"})
	}
	id, err := p.cfg.Store.TestPayments.RefundTestPayment(ctx, payments.TestRefund{
		Ref: r.Ref, ID: random("tpr_"), PaymentID: r.PaymentID, Amount: r.Amount.Minor, Currency: r.Amount.Currency, At: p.cfg.Now().UnixMicro(),
	})
	switch {
	case errors.Is(err, database.ErrConflict):
		return payment.RefundResult{}, fmt.Errorf("testpay: refund: %w: %w", payment.ErrUnavailable, payment.ErrKeyUsed)
	case errors.Is(err, database.ErrConstraint):
		return payment.RefundResult{}, fmt.Errorf("testpay: refund: %w", &payment.Refusal{Code: "more_than_paid", Words: "more than was paid"})
	case err != nil:
		return payment.RefundResult{}, fmt.Errorf("testpay: refund: %w", unavailable(err))
	}
	p.send(ctx, notice{
		ID: "tpe_" + id, Kind: payment.Refunded, Payment: r.PaymentID, Refund: id, RefundRef: r.Ref,
		Amount: r.Amount.Minor, Currency: r.Amount.Currency, At: p.cfg.Now().Unix(),
	})
	return payment.RefundResult{ID: id, State: payment.RefundDone}, nil
}

// notice is the body of a webhook.
type notice struct {
	ID        string       `json:"id"`
	Kind      payment.Kind `json:"kind"`
	Checkout  string       `json:"checkout,omitempty"`
	Payment   string       `json:"payment,omitempty"`
	Reference string       `json:"reference,omitempty"`
	Refund    string       `json:"refund,omitempty"`
	RefundRef string       `json:"refund_ref,omitempty"`
	Amount    int64        `json:"amount"`
	Currency  string       `json:"currency"`
	At        int64        `json:"at"` // Unix seconds
}

// Fee is nothing: no money moves.
func (*Provider) Fee(_ context.Context, c payment.Charge) (payment.Money, error) {
	return payment.Money{Currency: c.Currency}, nil
}

// Card is the keyed hash of the number that was typed on the page. No number is stored: somebody
// may type a real one.
func (p *Provider) Card(ctx context.Context, c payment.Charge) (string, error) {
	card, err := p.cfg.Store.TestPayments.CardOfTestPayment(ctx, c.PaymentID)
	if err != nil {
		return "", fmt.Errorf("testpay: look up the card: %w", unavailable(err))
	}
	return card, nil
}

// Sign makes the signature of a webhook.
func Sign(secret, body []byte, at time.Time) string {
	t := strconv.FormatInt(at.Unix(), 10)
	return "t=" + t + ",v1=" + hex.EncodeToString(mac(secret, t, body))
}

func mac(secret []byte, t string, body []byte) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(t + "."))
	h.Write(body)
	return h.Sum(nil)
}

// Verify checks the signature of a webhook.
func (p *Provider) Verify(_ context.Context, h http.Header, body []byte) (payment.Fact, error) {
	t, sum, ok := strings.Cut(h.Get(Header), ",v1=")
	t, prefixed := strings.CutPrefix(t, "t=")
	given, err := hex.DecodeString(sum)
	if !ok || !prefixed || err != nil || !hmac.Equal(given, mac(p.cfg.Secret, t, body)) {
		return payment.Fact{}, payment.ErrSignature
	}
	seconds, err := strconv.ParseInt(t, 10, 64)
	if err != nil {
		return payment.Fact{}, payment.ErrSignature
	}
	if age := p.cfg.Now().Sub(time.Unix(seconds, 0)); age > Tolerance || age < -Tolerance {
		return payment.Fact{}, payment.ErrStale
	}
	var n notice
	if err := json.Unmarshal(body, &n); err != nil || n.ID == "" || n.Currency == "" {
		return payment.Fact{}, payment.ErrMalformed
	}
	switch n.Kind {
	case payment.Captured, payment.Failed, payment.Pending, payment.Refunded, payment.Expired,
		payment.Disputed, payment.DisputeWon, payment.DisputeLost, payment.Reversed:
	default:
		return payment.Fact{}, payment.ErrIgnored
	}
	return payment.Fact{
		EventID: n.ID, Kind: n.Kind, PaymentID: n.Payment, CheckoutID: n.Checkout, Reference: n.Reference,
		RefundID: n.Refund, RefundRef: n.RefundRef, Amount: payment.Money{Minor: n.Amount, Currency: n.Currency},
		At: time.Unix(n.At, 0).UTC(),
	}, nil
}

// send delivers a webhook, a few times if need be.
func (p *Provider) send(ctx context.Context, n notice) {
	body, err := json.Marshal(n)
	if err != nil {
		p.cfg.Log.ErrorContext(ctx, "testpay: webhook not written", slog.Any("error", err))
		return
	}
	for range tries {
		if err = p.post(ctx, body); err == nil || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		p.cfg.Log.WarnContext(ctx, "testpay: webhook not delivered", slog.String("notice", n.ID), slog.Any("error", err))
	}
}

func (p *Provider) post(ctx context.Context, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.cfg.Hook, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set(Header, Sign(p.cfg.Secret, body, p.cfg.Now()))
	resp, err := p.cfg.Client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close() //nolint:errcheck // it was only read
	if _, err := io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20)); err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("answered HTTP %d", resp.StatusCode)
	}
	return nil
}
