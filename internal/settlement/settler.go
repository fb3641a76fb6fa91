// Package settlement settles payments. It receives the webhooks of payment providers, has
// package inventory decide what each payment buys, and pays refunds:
//
//	webhook ─► verified ─► notice, payment and job in one transaction ─► 200
//	                                        │
//	                      settle ───────────┘ inventory.Pay
//	                        ├─ confirmed   ─► tickets
//	                        └─ refund_due  ─► payout ─► the provider's refund ─► done
//
// What arrives together is received together, and settled together, an event at a time:
// one transaction for many payments, as package sequencer does it for their orders.
//
// It decides nothing: package inventory decides, once for each payment and in the order
// of the event's commands, whether a late payment still gets its tickets. Each step here
// is idempotent by a key, and no provider is called inside a transaction. What a lost
// webhook or a dead process has left is found by the watch on each checkout, before its
// order lapses, and by the reconciler.
//
// Package api calls it for webhooks and requests, package jobs for the rest.
package settlement

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/batch"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Limits.
const (
	// watchLead is how long before an order lapses its payment is looked up: so long, or
	// a sixth of the order's time if that is shorter.
	watchLead = 20 * time.Second
	// prolongBy is how much longer an order waits for a pending payment.
	prolongBy = 30 * time.Minute
	// firstLook is the age of a checkout at which it is first looked up. The interval
	// doubles each time, up to longestLook.
	firstLook   = time.Minute
	longestLook = time.Hour
	// longestWait is the longest interval for a payment that is pending although its
	// order has lapsed: banks take days.
	longestWait = 6 * time.Hour
	// waitingLimit is how many webhooks, and payments, of one event may wait,
	// togetherLimit how many share a transaction at most, and writers how many such
	// transactions there are at the same time.
	waitingLimit  = 8192
	togetherLimit = 256
	writers       = 4
	// patience is after how long such a transaction no longer keeps others from theirs.
	patience = 100 * time.Millisecond
	// writeTimeout bounds one such transaction.
	writeTimeout = 30 * time.Second
	// settleGrace is how long the job of received payments leaves them to those who have
	// received them.
	settleGrace = 3 * time.Second
	// minKey is the minimum length of the key that signs references, in bytes.
	minKey = 32
)

// Actor is the actor of settlement in audit rows.
const Actor = "system"

// Errors of settlement, found with errors.Is.
var (
	// ErrNoProvider means that the provider is not enabled, or that none is.
	ErrNoProvider = errors.New("settlement: the provider is not enabled")
	// ErrChoose means that several providers are enabled and none was named.
	ErrChoose = errors.New("settlement: several providers are enabled, and none was named")
	// ErrNoPage means that the provider has no payment page.
	ErrNoPage = errors.New("settlement: the provider has no payment page")
	// ErrNotPayable means that the order is not pending, or about to lapse.
	ErrNotPayable = errors.New("settlement: the order cannot be paid now")
	// ErrReturns means that more was told about money of one payment that goes back than is
	// believable.
	ErrReturns = errors.New("settlement: too many notices of one payment")
	// ErrAmount means that the payment does not match the order's total.
	ErrAmount = errors.New("settlement: the amount does not match")
	// ErrPaid means that the order is paid already.
	ErrPaid = errors.New("settlement: the order is paid")
	// ErrUnknownOrder means a payment for an order that does not exist.
	ErrUnknownOrder = errors.New("settlement: the payment is for an unknown order")
	// ErrNotManual means that a provider makes the refund, not a person.
	ErrNotManual = errors.New("settlement: the refund is not manual")
	// ErrNotFailed means that a refund cannot be retried because it has not failed.
	ErrNotFailed = errors.New("settlement: the refund has not failed")
)

// Submitter passes commands to the sequencer.
type Submitter interface {
	Submit(context.Context, sequencer.Request) (sequencer.Reply, error)
	SubmitAll(ctx context.Context, event string, rs []sequencer.Request) ([]sequencer.Result, error)
}

// Notifier makes the jobs that tell organizers what they have to know.
type Notifier interface {
	// RefundedAtProvider tells that a refund was made in the provider's dashboard, and
	// that the sale and its tickets stand.
	RefundedAtProvider(ctx context.Context, o *payments.Payout) ([]database.Job, error)
	// ProviderDenies tells the owners of an organization that a provider does not accept
	// the key that is configured, or does not allow what was asked for with it.
	ProviderDenies(ctx context.Context, org, provider string) ([]database.Job, error)
}

// nobody is a Notifier that tells nobody.
type nobody struct{}

func (nobody) RefundedAtProvider(context.Context, *payments.Payout) ([]database.Job, error) {
	return nil, nil
}

func (nobody) ProviderDenies(context.Context, string, string) ([]database.Job, error) {
	return nil, nil
}

// Accounts has the accounts at payment providers that organizations have of their own.
type Accounts interface {
	// Account returns the provider with the keys of an account, by the name that the rows
	// of its payments have, and whose account it is; database.ErrNotFound when there is none.
	Account(ctx context.Context, name string) (p payment.Provider, org string, err error)
	// Of returns what new orders of an organization are paid to. shared says that it is
	// the accounts of the installation. Shown is Of as it was a few seconds ago, for what
	// everybody reads.
	Of(ctx context.Context, org string) (own payment.Providers, shared bool, err error)
	Shown(ctx context.Context, org string) (own payment.Providers, shared bool, err error)
	// Heard notes that a good webhook of an account came in.
	Heard(ctx context.Context, name string)
}

// installation is the Accounts of an installation whose organizations have none.
type installation struct{}

func (installation) Account(context.Context, string) (payment.Provider, string, error) {
	return nil, "", database.ErrNotFound
}

func (installation) Of(context.Context, string) (payment.Providers, bool, error) {
	return nil, true, nil
}

func (installation) Shown(context.Context, string) (payment.Providers, bool, error) {
	return nil, true, nil
}

func (installation) Heard(context.Context, string) {}

// Config configures a Settler. All fields but Accounts, Notify, Now and Log are required.
type Config struct {
	Store     *store.Store
	Sequencer Submitter
	// Providers are the installation's accounts, and what needs none.
	Providers payment.Providers
	Accounts  Accounts // nil: organizations have none of their own
	// Key signs the references that this installation gives to providers, and hashes what they
	// tell cards apart by.
	Key []byte
	// Return returns the URL to which a payer is sent back after paying for an order with
	// that deadline. Anybody with the checkout can read it, so it must give access to
	// that order only.
	Return func(order string, deadline time.Time) string
	// ReturnBooking is Return for a person who has paid for a booking of a venue; nil: bookings have no
	// pages to pay on.
	ReturnBooking func(venue, booking string) string
	// ReturnGuest is the same for a guest who has booked.
	ReturnGuest func(booking string) string
	// ReturnPlace is the same for a person who has paid for a place on the waitlist of a resource.
	ReturnPlace func(entry string) string
	// Places decides what a payment for such a place becomes; nil: there are none.
	Places Places
	// Elsewhere is the servers of other cells; nil: there are none.
	Elsewhere Elsewhere
	IDs       *id.Maker
	Notify    Notifier         // nil: nobody is told
	Now       func() time.Time // nil: time.Now
	Log       *slog.Logger     // nil: nothing is logged
}

// Places decides about payments for places on the waitlists of resources.
type Places interface {
	// SettleFee decides what a captured payment becomes, and stores it with all that follows.
	SettleFee(context.Context, *payments.Payment) error
}

// Settler settles payments. It is safe for concurrent use.
type Settler struct {
	cfg Config
	log *slog.Logger
	// receiving and settling bring together what arrives at the same time.
	receiving *batch.Group[source, capture, received]
	settling  *batch.Group[string, *payments.Payment, decided] // by event
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
	if c.Accounts == nil {
		c.Accounts = installation{}
	}
	if c.Notify == nil {
		c.Notify = nobody{}
	}
	s := &Settler{cfg: c, log: c.Log}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	return s, s.group()
}

// group makes the groups of what arrives together. Where transactions that write wait for
// each other, both groups take turns: what arrives meanwhile shares the next transaction,
// instead of waiting in one of its own for the database.
func (s *Settler) group() (err error) {
	receiving, settling := batch.NewSlots(writers), batch.NewSlots(writers)
	if s.cfg.Store.OneWriter() {
		receiving = batch.NewSlots(1)
		settling = receiving
	}
	s.receiving, err = batch.New(batch.Config[source, capture, received]{
		Waiting: waitingLimit, Together: togetherLimit, Slots: receiving, Patience: patience, Busy: sequencer.ErrBusy, Closed: sequencer.ErrClosed,
		Commit: func(from source, facts []capture, _ func() []capture) ([]received, *capture) {
			return s.receiveTogether(from, facts), nil
		},
	})
	if err != nil {
		return err
	}
	s.settling, err = batch.New(batch.Config[string, *payments.Payment, decided]{
		Waiting: waitingLimit, Together: togetherLimit, Slots: settling, Patience: patience, Busy: sequencer.ErrBusy, Closed: sequencer.ErrClosed,
		Commit: func(event string, list []*payments.Payment, _ func() []*payments.Payment) ([]decided, **payments.Payment) {
			return s.settleTogether(event, list), nil
		},
	})
	return err
}

// Close waits until what was begun is stored, or returns ctx's error when that takes
// longer. Nothing is received or settled after it.
func (s *Settler) Close(ctx context.Context) error {
	return errors.Join(s.receiving.Close(ctx), s.settling.Close(ctx))
}

func (s *Settler) now() inventory.Instant { return inventory.At(s.cfg.Now()) }

// provider returns the provider of that name, with the account that the name says.
func (s *Settler) provider(ctx context.Context, name string) (payment.Provider, error) {
	p, _, err := s.account(ctx, name)
	return p, err
}

// account is provider, and whose account it is: "" for the installation's.
func (s *Settler) account(ctx context.Context, name string) (p payment.Provider, org string, err error) {
	if _, account := payment.CutAccount(name); account != "" {
		p, org, err = s.cfg.Accounts.Account(ctx, name)
		if errors.Is(err, database.ErrNotFound) {
			err = fmt.Errorf("%w: %s", ErrNoProvider, name)
		}
		return p, org, err
	}
	p, ok := s.named(name)
	if !ok {
		return nil, "", fmt.Errorf("%w: %s", ErrNoProvider, name)
	}
	return p, "", nil
}

// named returns a provider that needs no account of an organization: one to pay with, or one
// whose money was taken elsewhere.
func (s *Settler) named(name string) (payment.Provider, bool) {
	switch name {
	case Imported, Cash, CardTerminal, BankTransfer:
		return elsewhere(name), true
	}
	return s.cfg.Providers.Named(name)
}

// submit passes a command to the event's sequencer. A refusal is in the reply.
func (s *Settler) submit(ctx context.Context, event string, cmd inventory.Command) (sequencer.Reply, error) {
	return s.cfg.Sequencer.Submit(ctx, sequencer.Request{EventID: event, Command: cmd})
}

// order returns an order, or database.ErrNotFound, also for a registration without a price.
func (s *Settler) order(ctx context.Context, order string) (*events.RegistrationView, error) {
	v, err := s.cfg.Store.Registrations.Hold(ctx, order)
	if err == nil && (v.Hold == nil || v.Hold.Order == nil) {
		err = database.ErrNotFound
	}
	return v, err
}

// PaymentID returns our ID of a provider's payment.
func PaymentID(provider, theirs string) string { return provider + ":" + theirs }
