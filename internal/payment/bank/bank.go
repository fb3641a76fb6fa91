// Package bank is a payment provider in memory, with a clock that is moved from outside: pages,
// payments and refunds as a real one has them, and the webhooks that it would send. The tests of package
// settlement and the simulator pay at it. No server has it.
package bank

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// Bank is a provider in memory, as strict as real ones: a key is good for one question, a refund is
// made once and never for more than was paid, and a webhook is signed. Its fields are read and changed
// under Set, and in between where nobody else uses it.
type Bank struct {
	name string
	now  func() time.Time

	mu     sync.Mutex
	byKey  map[string]*Page
	failed map[string]bool // keys that were answered with a failure

	Pages      map[string]*Page  // by its name of them
	Payments   map[string]*Page  // that were captured, by its name of them
	Refunds    map[string]*Given // by our name of them
	Sent       []Webhook
	Made       int                 // counts what it gives names to
	Down       bool                // it answers nobody
	PayingCard string              // what it tells the card of its payments by
	Mute       bool                // it makes a page, and its answer is lost
	Fails      bool                // it answers new keys with a failure, and those keys for good
	Refuses    bool                // it refuses refunds
	Denies     bool                // it denies all that is asked, because of a wrong key
	Asked      int                 // for refunds, each time
	Late       bool                // fees are not known yet
	Charged    payment.Money       // its fee of each payment
	Back       int64               // of the fee, with each refund
	FeesOf     int                 // how often it was asked for a fee
	Slow       payment.RefundState // of new refunds
}

// Page is a page on which an order is paid, with its payment.
type Page struct {
	Order     payment.Order
	ID        string
	Kind      payment.Kind
	PaymentID string
	At        time.Time
	Refunded  int64 // in minor units
}

// Given is a refund.
type Given struct {
	payment.Refund
	ID    string
	State payment.RefundState
}

// Webhook is a notification under way.
type Webhook struct {
	Header http.Header
	Body   []byte
}

// New returns a bank without anything, with that name as a provider.
func New(name string, now func() time.Time) *Bank {
	return &Bank{
		name: name, now: now, Pages: map[string]*Page{}, byKey: map[string]*Page{}, Payments: map[string]*Page{}, Refunds: map[string]*Given{},
		Slow: payment.RefundDone, failed: map[string]bool{},
	}
}

var errDenied = fmt.Errorf("%w: %w (HTTP 401, api_key_expired)", payment.ErrUnavailable, payment.ErrDenied)

const bankSecret = "the bank's secret"

// Name is the name that it was given.
func (b *Bank) Name() string { return b.name }

// Checkout makes a page, once for each key.
func (b *Bank) Checkout(_ context.Context, o payment.Order) (payment.Checkout, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.Denies {
		return payment.Checkout{}, errDenied
	}
	if b.Down {
		return payment.Checkout{}, payment.ErrUnavailable
	}
	p := b.byKey[o.Key]
	switch {
	case p != nil && !reflect.DeepEqual(p.Order, o):
		return payment.Checkout{}, fmt.Errorf("%w: %w: asked for %+v, now for %+v", payment.ErrUnavailable, payment.ErrKeyUsed, p.Order, o)
	case b.failed[o.Key]:
		return payment.Checkout{}, fmt.Errorf("%w: %w", payment.ErrUnavailable, payment.ErrKeyUsed)
	case p == nil && b.Fails:
		b.failed[o.Key] = true
		return payment.Checkout{}, payment.ErrUnavailable
	case p == nil:
		b.Made++
		p = &Page{Order: o, ID: fmt.Sprintf("cs_%d", b.Made), Kind: payment.Open, At: b.now()}
		b.byKey[o.Key], b.Pages[p.ID] = p, p
	}
	if b.Mute {
		return payment.Checkout{}, payment.ErrUnavailable
	}
	return payment.Checkout{ID: p.ID, URL: "https://bank.example/" + p.ID}, nil
}

// LookUp says how a page stands.
func (b *Bank) LookUp(_ context.Context, id string) (payment.CheckoutStatus, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.Pages[id]
	switch {
	case b.Denies:
		return payment.CheckoutStatus{}, errDenied
	case b.Down:
		return payment.CheckoutStatus{}, payment.ErrUnavailable
	case p == nil:
		return payment.CheckoutStatus{}, payment.ErrUnknown
	}
	return payment.CheckoutStatus{Kind: p.Kind, PaymentID: p.PaymentID, Reference: p.Order.Reference, Amount: p.Order.Amount, At: p.At}, nil
}

// Expire closes a page that is not paid and on which nobody is paying.
func (b *Bank) Expire(_ context.Context, id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.Pages[id]
	switch {
	case b.Down:
		return payment.ErrUnavailable
	case p == nil:
		return payment.ErrUnknown
	case p.Kind == payment.Captured || p.Kind == payment.Pending:
		return payment.ErrPaid
	}
	p.Kind = payment.Expired
	return nil
}

// Refund gives money back, once for each of our names.
func (b *Bank) Refund(_ context.Context, r payment.Refund) (payment.RefundResult, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Asked++
	if b.Denies {
		return payment.RefundResult{}, errDenied
	}
	if b.Down {
		return payment.RefundResult{}, payment.ErrUnavailable
	}
	if g := b.Refunds[r.Ref]; g != nil {
		if g.Refund != r {
			return payment.RefundResult{}, fmt.Errorf("%w: %w: asked for %+v, now for %+v", payment.ErrUnavailable, payment.ErrKeyUsed, g.Refund, r)
		}
		return payment.RefundResult{ID: g.ID, State: g.State}, nil
	}
	p := b.Payments[r.PaymentID]
	if b.Refuses || p == nil || p.Refunded+r.Amount.Minor > p.Order.Amount.Minor || r.Amount.Currency != p.Order.Amount.Currency {
		return payment.RefundResult{}, payment.ErrRejected
	}
	p.Refunded += r.Amount.Minor
	b.Made++
	g := &Given{Refund: r, ID: fmt.Sprintf("re_%d", b.Made), State: b.Slow}
	b.Refunds[r.Ref] = g
	if g.State == payment.RefundDone {
		b.Tell(payment.Fact{Kind: payment.Refunded, PaymentID: r.PaymentID, RefundID: g.ID, RefundRef: r.Ref, Amount: r.Amount})
	}
	return payment.RefundResult{ID: g.ID, State: g.State}, nil
}

// Card says what tells the card of a payment from others.
func (b *Bank) Card(_ context.Context, c payment.Charge) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.Denies:
		return "", errDenied
	case b.Down:
		return "", payment.ErrUnavailable
	case b.Payments[c.PaymentID] == nil:
		return "", payment.ErrUnknown
	}
	return b.PayingCard, nil
}

// Fee says what it has kept.
func (b *Bank) Fee(_ context.Context, c payment.Charge) (payment.Money, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.FeesOf++
	switch {
	case b.Denies:
		return payment.Money{}, errDenied
	case b.Down:
		return payment.Money{}, payment.ErrUnavailable
	case b.Payments[c.PaymentID] == nil:
		return payment.Money{}, payment.ErrUnknown
	case b.Late:
		return payment.Money{}, payment.ErrNotYet
	case c.RefundID != "":
		return payment.Money{Minor: -b.Back, Currency: c.Currency}, nil
	case b.Charged.Currency == "":
		return payment.Money{Currency: c.Currency}, nil
	}
	return b.Charged, nil
}

// Verify reads a webhook that it has signed within the last five minutes.
func (b *Bank) Verify(_ context.Context, h http.Header, body []byte) (payment.Fact, error) {
	var f payment.Fact
	sum, err := hex.DecodeString(h.Get("Bank-Signature"))
	if err != nil || !hmac.Equal(sum, bankMAC(h.Get("Bank-Time"), body)) {
		return f, payment.ErrSignature
	}
	at, err := strconv.ParseInt(h.Get("Bank-Time"), 10, 64)
	if err != nil || b.now().Sub(time.Unix(at, 0)) > 5*time.Minute {
		return f, payment.ErrStale
	}
	if json.Unmarshal(body, &f) != nil {
		return f, payment.ErrMalformed
	}
	return f, nil
}

func bankMAC(at string, body []byte) []byte {
	h := hmac.New(sha256.New, []byte(bankSecret))
	h.Write([]byte(at))
	h.Write(body)
	return h.Sum(nil)
}

// Sign makes a webhook as it is sent at this moment: repeated days later it is
// signed anew.
func (b *Bank) Sign(body []byte) Webhook {
	at := strconv.FormatInt(b.now().Unix(), 10)
	return Webhook{Header: http.Header{"Bank-Time": {at}, "Bank-Signature": {hex.EncodeToString(bankMAC(at, body))}}, Body: body}
}

// Tell queues a webhook, within Set.
func (b *Bank) Tell(f payment.Fact) {
	b.Made++
	f.EventID, f.At = fmt.Sprintf("evt_%d", b.Made), b.now()
	body, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	b.Sent = append(b.Sent, b.Sign(body))
}

// Pay does what the payer does on a page, and reports whether it could be done.
func (b *Bank) Pay(id string, to payment.Kind) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.Pages[id]
	if p == nil || p.Kind == payment.Expired || p.Kind == payment.Captured {
		return false
	}
	if p.PaymentID == "" || p.Kind == payment.Failed {
		b.Made++
		p.PaymentID = fmt.Sprintf("pi_%d", b.Made)
	}
	p.Kind, p.At = to, b.now()
	if to == payment.Captured {
		b.Payments[p.PaymentID] = p
	}
	b.Tell(payment.Fact{Kind: to, PaymentID: p.PaymentID, CheckoutID: id, Reference: p.Order.Reference, Amount: p.Order.Amount})
	return true
}

// Mail returns the webhooks that were not fetched yet.
func (b *Bank) Mail() []Webhook {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.Sent
	b.Sent = nil
	return list
}

// Next is the name of the page that is made next.
func (b *Bank) Next() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprintf("cs_%d", b.Made+1)
}

// Set changes what it does, while nobody asks it.
func (b *Bank) Set(change func(*Bank)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change(b)
}

// Say queues a webhook about a refund, within Set.
func (b *Bank) Say(kind payment.Kind, g *Given) {
	b.Tell(payment.Fact{Kind: kind, PaymentID: g.PaymentID, RefundID: g.ID, RefundRef: g.Ref, Amount: g.Amount})
}
