// Package settlement brings money and orders together. It hears from the providers of
// package payment what was paid, has package inventory decide what that is worth, and
// sees to it that what is owed goes back:
//
//	webhook ─► verified ─► notice, payment and job in one transaction ─► 200
//	                                        │
//	                      settle ───────────┘ inventory.Pay
//	                        ├─ confirmed   ─► tickets
//	                        └─ refund_due  ─► payout ─► the provider's refund ─► done
//
// It owns nothing that decides: whether a payment that comes late still gets its
// places is package inventory's to say, once for each payment, in the event's order. The
// till only carries facts there and money back, each step by a key that makes it
// harmless to do again, and none of them inside a transaction with a call to the
// outside. What a lost webhook or a dead process left is found again: by the
// watch on each checkout before its order lapses, and by the reconciler.
//
// The edges call it: package api for webhooks and wishes, package jobs for the rest.
package settlement

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Limits.
const (
	// watchLead is how long before an order lapses its payment is looked up, at
	// most: a sixth of the time it had when that is shorter.
	watchLead = 20 * time.Second
	// prolongBy is how much longer an order waits for a payment that is under way.
	prolongBy = 30 * time.Minute
	// firstLook is when a checkout is looked up for the first time; then after
	// twice as long, and so on, up to longestLook.
	firstLook   = time.Minute
	longestLook = time.Hour
	// longestWait is the same for a payment that is under way although its order
	// has lapsed: banks take days.
	longestWait = 6 * time.Hour
	// minKey is the shortest key that references may be marked with, in bytes.
	minKey = 32
)

// Actor is the till in audit rows: it acts for nobody.
const Actor = "system"

// Errors of the till, found with errors.Is.
var (
	ErrNoProvider = errors.New("settlement: no such provider is switched on")
	// ErrChoose: several providers are switched on and none was named.
	ErrChoose = errors.New("settlement: which provider")
	// ErrNoPage: the provider has no page to pay on.
	ErrNoPage = errors.New("settlement: the provider has no page to pay on")
	// ErrNotPayable: the order is not pending, or about to lapse.
	ErrNotPayable = errors.New("settlement: the order cannot be paid now")
	// ErrAmount: what was paid is not what the order costs.
	ErrAmount = errors.New("settlement: the amount does not match")
	// ErrPaid: the order is paid already.
	ErrPaid = errors.New("settlement: the order is paid")
	// ErrUnknownOrder: a payment for an order that does not exist.
	ErrUnknownOrder = errors.New("settlement: the payment is for no order of ours")
	// ErrNotByHand: a refund that the provider gives, not a person.
	ErrNotByHand = errors.New("settlement: the refund is not given by hand")
	// ErrNotFailed: a refund that has not failed cannot be tried again.
	ErrNotFailed = errors.New("settlement: the refund has not failed")
)

// Submitter hands commands to the sequencer.
type Submitter interface {
	Submit(context.Context, sequencer.Request) (sequencer.Reply, error)
}

// Config configures a Till. All but Now and Log are required.
type Config struct {
	Store     *store.Store
	Sequencer Submitter
	Providers payment.Providers
	// Key marks the references that this installation gives to providers.
	Key []byte
	// Return is where a payer goes after paying for an order with that deadline.
	// Whoever has the checkout can read it: it must open the order and no more.
	Return func(order string, deadline time.Time) string
	IDs    *id.Maker
	Now    func() time.Time // nil: time.Now
	Log    *slog.Logger     // nil: nothing is logged
}

// Till is safe for concurrent use.
type Settler struct {
	cfg Config
	log *slog.Logger
}

// New checks the configuration.
func New(c Config) (*Settler, error) {
	if c.Store == nil || c.Sequencer == nil || c.Return == nil || c.IDs == nil || len(c.Key) < minKey {
		return nil, errors.New("settlement: Config.Store, Sequencer, Return, IDs and Key are required")
	}
	if err := c.Providers.Check(); err != nil {
		return nil, fmt.Errorf("settlement: %w", err)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	t := &Settler{cfg: c, log: c.Log}
	if t.log == nil {
		t.log = slog.New(slog.DiscardHandler)
	}
	return t, nil
}

// Providers are those that are switched on.
func (t *Settler) Providers() payment.Providers { return t.cfg.Providers }

func (t *Settler) now() inventory.Instant { return inventory.At(t.cfg.Now()) }

func (t *Settler) provider(name string) (payment.Provider, error) {
	p, ok := t.cfg.Providers.Named(name)
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNoProvider, name)
	}
	return p, nil
}

// submit hands a command of the till's own to the event. A refusal is in the reply.
func (t *Settler) submit(ctx context.Context, event string, cmd inventory.Command) (sequencer.Reply, error) {
	return t.cfg.Sequencer.Submit(ctx, sequencer.Request{EventID: event, Command: cmd})
}

// order reads an order with its money, or store.ErrNotFound.
func (t *Settler) order(ctx context.Context, order string) (*store.RegistrationView, error) {
	v, err := t.cfg.Store.Registrations.Hold(ctx, order)
	if err == nil && (v.Hold == nil || v.Hold.Order == nil) {
		err = store.ErrNotFound
	}
	return v, err
}

// PaymentID is how a provider's payment is called here.
func PaymentID(provider, theirs string) string { return provider + ":" + theirs }
