package settlement_test

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

// bank is a provider in memory, with a clock that the test moves: pages, payments
// and refunds as a real one has them, and the webhooks that it would send.
type bank struct {
	name string
	now  func() time.Time

	mu       sync.Mutex
	pages    map[string]*page
	byKey    map[string]*page
	payments map[string]*page
	refunds  map[string]*given // by our name of it
	sent     []webhook
	made     int
	down     bool                // answers nobody
	card     string              // what the bank tells the card of its payments by
	mute     bool                // makes a page, and its answer is lost
	fails    bool                // answers new keys with a failure, and those keys for good
	failed   map[string]bool     // keys that were answered with a failure
	refuses  bool                // refunds
	denies   bool                // all that is asked, because of a wrong key
	asked    int                 // refunds, each time
	late     bool                // fees are not known yet
	fee      payment.Money       // of each payment
	back     int64               // of the fee, with each refund
	feesOf   int                 // how often it was asked for a fee
	slow     payment.RefundState // of new refunds
}

type page struct {
	order     payment.Order
	id        string
	kind      payment.Kind
	paymentID string
	at        time.Time
	refunded  int64
}

type given struct {
	payment.Refund
	id    string
	state payment.RefundState
}

// webhook is a notification under way.
type webhook struct {
	header http.Header
	body   []byte
}

func newBank(name string, now func() time.Time) *bank {
	return &bank{
		name: name, now: now, pages: map[string]*page{}, byKey: map[string]*page{}, payments: map[string]*page{}, refunds: map[string]*given{},
		slow: payment.RefundDone, failed: map[string]bool{},
	}
}

var errDenied = fmt.Errorf("%w: %w (HTTP 401, api_key_expired)", payment.ErrUnavailable, payment.ErrDenied)

const bankSecret = "the bank's secret"

func (b *bank) Name() string { return b.name }

func (b *bank) Checkout(_ context.Context, o payment.Order) (payment.Checkout, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.denies {
		return payment.Checkout{}, errDenied
	}
	if b.down {
		return payment.Checkout{}, payment.ErrUnavailable
	}
	p := b.byKey[o.Key]
	switch {
	case p != nil && !reflect.DeepEqual(p.order, o):
		return payment.Checkout{}, fmt.Errorf("%w: %w: asked for %+v, now for %+v", payment.ErrUnavailable, payment.ErrKeyUsed, p.order, o)
	case b.failed[o.Key]:
		return payment.Checkout{}, fmt.Errorf("%w: %w", payment.ErrUnavailable, payment.ErrKeyUsed)
	case p == nil && b.fails:
		b.failed[o.Key] = true
		return payment.Checkout{}, payment.ErrUnavailable
	case p == nil:
		b.made++
		p = &page{order: o, id: fmt.Sprintf("cs_%d", b.made), kind: payment.Open, at: b.now()}
		b.byKey[o.Key], b.pages[p.id] = p, p
	}
	if b.mute {
		return payment.Checkout{}, payment.ErrUnavailable
	}
	return payment.Checkout{ID: p.id, URL: "https://bank.example/" + p.id}, nil
}

func (b *bank) LookUp(_ context.Context, id string) (payment.CheckoutStatus, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.pages[id]
	switch {
	case b.denies:
		return payment.CheckoutStatus{}, errDenied
	case b.down:
		return payment.CheckoutStatus{}, payment.ErrUnavailable
	case p == nil:
		return payment.CheckoutStatus{}, payment.ErrUnknown
	}
	return payment.CheckoutStatus{Kind: p.kind, PaymentID: p.paymentID, Reference: p.order.Reference, Amount: p.order.Amount, At: p.at}, nil
}

func (b *bank) Expire(_ context.Context, id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.pages[id]
	switch {
	case b.down:
		return payment.ErrUnavailable
	case p == nil:
		return payment.ErrUnknown
	case p.kind == payment.Captured || p.kind == payment.Pending:
		return payment.ErrPaid
	}
	p.kind = payment.Expired
	return nil
}

func (b *bank) Refund(_ context.Context, r payment.Refund) (payment.RefundResult, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked++
	if b.denies {
		return payment.RefundResult{}, errDenied
	}
	if b.down {
		return payment.RefundResult{}, payment.ErrUnavailable
	}
	if g := b.refunds[r.Ref]; g != nil {
		if g.Refund != r {
			return payment.RefundResult{}, fmt.Errorf("%w: %w: asked for %+v, now for %+v", payment.ErrUnavailable, payment.ErrKeyUsed, g.Refund, r)
		}
		return payment.RefundResult{ID: g.id, State: g.state}, nil
	}
	p := b.payments[r.PaymentID]
	if b.refuses || p == nil || p.refunded+r.Amount.Minor > p.order.Amount.Minor || r.Amount.Currency != p.order.Amount.Currency {
		return payment.RefundResult{}, payment.ErrRejected
	}
	p.refunded += r.Amount.Minor
	b.made++
	g := &given{r, fmt.Sprintf("re_%d", b.made), b.slow}
	b.refunds[r.Ref] = g
	if g.state == payment.RefundDone {
		b.tell(payment.Fact{Kind: payment.Refunded, PaymentID: r.PaymentID, RefundID: g.id, RefundRef: r.Ref, Amount: r.Amount})
	}
	return payment.RefundResult{ID: g.id, State: g.state}, nil
}

func (b *bank) Card(_ context.Context, c payment.Charge) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.denies:
		return "", errDenied
	case b.down:
		return "", payment.ErrUnavailable
	case b.payments[c.PaymentID] == nil:
		return "", payment.ErrUnknown
	}
	return b.card, nil
}

func (b *bank) Fee(_ context.Context, c payment.Charge) (payment.Money, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.feesOf++
	switch {
	case b.denies:
		return payment.Money{}, errDenied
	case b.down:
		return payment.Money{}, payment.ErrUnavailable
	case b.payments[c.PaymentID] == nil:
		return payment.Money{}, payment.ErrUnknown
	case b.late:
		return payment.Money{}, payment.ErrNotYet
	case c.RefundID != "":
		return payment.Money{Minor: -b.back, Currency: c.Currency}, nil
	case b.fee.Currency == "":
		return payment.Money{Currency: c.Currency}, nil
	}
	return b.fee, nil
}

func (b *bank) Verify(_ context.Context, h http.Header, body []byte) (payment.Fact, error) {
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

// sign makes a webhook as it is sent at this moment: repeated days later it is
// signed anew.
func (b *bank) sign(body []byte) webhook {
	at := strconv.FormatInt(b.now().Unix(), 10)
	return webhook{header: http.Header{"Bank-Time": {at}, "Bank-Signature": {hex.EncodeToString(bankMAC(at, body))}}, body: body}
}

// tell queues a webhook. The lock is held.
func (b *bank) tell(f payment.Fact) {
	b.made++
	f.EventID, f.At = fmt.Sprintf("evt_%d", b.made), b.now()
	body, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	b.sent = append(b.sent, b.sign(body))
}

// pay does what the payer does on a page, and reports whether it could be done.
func (b *bank) pay(id string, to payment.Kind) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.pages[id]
	if p == nil || p.kind == payment.Expired || p.kind == payment.Captured {
		return false
	}
	if p.paymentID == "" || p.kind == payment.Failed {
		b.made++
		p.paymentID = fmt.Sprintf("pi_%d", b.made)
	}
	p.kind, p.at = to, b.now()
	if to == payment.Captured {
		b.payments[p.paymentID] = p
	}
	b.tell(payment.Fact{Kind: to, PaymentID: p.paymentID, CheckoutID: id, Reference: p.order.Reference, Amount: p.order.Amount})
	return true
}

// mail returns the webhooks that were not fetched yet.
func (b *bank) mail() []webhook {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.sent
	b.sent = nil
	return list
}

// next is the name of the page that is made next.
func (b *bank) next() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprintf("cs_%d", b.made+1)
}

func (b *bank) set(change func(*bank)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change(b)
}
