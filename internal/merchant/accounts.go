package merchant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Limits.
const (
	// closeAfter is how long the keys of a removed account are kept after the last event
	// that was paid for with it: so long refunds are made, and disputes are opened.
	closeAfter = 180 * 24 * time.Hour
	// listFresh is how old the list of an organization's accounts may be that a page or an
	// order shows; a payment page is made with one that is read.
	listFresh, listStale = 2 * time.Second, 10 * time.Second
	maxLists             = 4096
	// closeBatch is how many removed accounts are read at once.
	closeBatch = 100
	// maxMade is how many providers are kept, with the access tokens that they have.
	maxMade = 1024
)

// Errors of accounts, found with errors.Is.
var (
	// ErrOther: the keys are of another account at the provider.
	ErrOther = errors.New("merchant: the keys are of another account")
	// ErrClosed: the account's keys are deleted.
	ErrClosed = errors.New("merchant: the account is closed")
)

// Config configures Accounts. Store, Wrap and Unwrap are required.
type Config struct {
	Store *store.Store
	// Wrap wraps the keys of an account for a purpose, and Unwrap opens what it made.
	Wrap   func(purpose string, secret []byte) (organizations.ServerKey, error)
	Unwrap func(*organizations.ServerKey) ([]byte, error)
	// Own says that organizations without an account of their own cannot use those of the
	// installation.
	Own bool
	// StripeURL and PayPalURL are where the providers' interfaces are; "": where they say.
	StripeURL, PayPalURL string
	// BaseURL is where people and providers reach the server.
	BaseURL string
	IDs     *id.Maker
	// Observe puts something around a provider that counts its calls; nil: nothing.
	Observe func(payment.Provider) payment.Provider
	Now     func() time.Time // nil: time.Now
	Log     *slog.Logger     // nil: nothing is logged
}

// Accounts are the accounts of organizations. It is safe for concurrent use.
type Accounts struct {
	cfg   Config
	lists *cache.Cache[string, []payments.PaymentAccount]

	mu   sync.Mutex
	made map[string]made // by ID (guarded by mu)
}

// made is the provider of an account as of a version of its keys.
type made struct {
	version  int64
	provider payment.Provider
}

// New checks the configuration.
func New(c Config) (*Accounts, error) {
	if c.Store == nil || c.Wrap == nil || c.Unwrap == nil || c.IDs == nil {
		return nil, errors.New("merchant: Config.Store, Wrap, Unwrap and IDs are required")
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Observe == nil {
		c.Observe = func(p payment.Provider) payment.Provider { return p }
	}
	a := &Accounts{cfg: c, made: map[string]made{}}
	var err error
	a.lists, err = cache.New(cache.Config[string, []payments.PaymentAccount]{
		Load: c.Store.Payments.PaymentAccounts, Fresh: listFresh, Stale: listStale, Limit: maxLists, Now: c.Now,
	})
	return a, err
}

func (a *Accounts) now() inventory.Instant { return inventory.At(a.cfg.Now()) }

// nameOf is the name that rows of what was paid to an account have.
func nameOf(one *payments.PaymentAccount) string { return payment.AccountName(one.Provider, one.ID) }

// WebhookURL is where the provider of an account is to send what happens.
func (a *Accounts) WebhookURL(one *payments.PaymentAccount) string {
	return a.cfg.BaseURL + "/v1/webhooks/" + one.Provider + "/" + one.ID
}

// Account returns the provider with the keys of an account, and whose account it is.
func (a *Accounts) Account(ctx context.Context, name string) (p payment.Provider, org string, err error) {
	provider, account := payment.CutAccount(name)
	if !id.Valid(account, id.PaymentAccount) {
		return nil, "", database.ErrNotFound
	}
	one, err := a.cfg.Store.Payments.PaymentAccount(ctx, account)
	switch {
	case err != nil:
		return nil, "", err
	case one.Provider != provider:
		return nil, "", database.ErrNotFound
	case one.State == payments.PaymentAccountClosed:
		return closed{name}, one.OrgID, nil
	}
	p, err = a.provider(ctx, one)
	return p, one.OrgID, err
}

// provider returns the provider of an account. It is kept as long as the keys are the same.
func (a *Accounts) provider(ctx context.Context, one *payments.PaymentAccount) (payment.Provider, error) {
	a.mu.Lock()
	known, ok := a.made[one.ID]
	a.mu.Unlock()
	if ok && known.version == one.Version {
		return known.provider, nil
	}
	k, err := a.keys(ctx, one)
	if err != nil {
		return nil, err
	}
	p, err := a.make(nameOf(one), k)
	if err != nil {
		return nil, fmt.Errorf("merchant: account %s: %w", one.ID, err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.made) >= maxMade {
		clear(a.made)
	}
	a.made[one.ID] = made{one.Version, p}
	return p, nil
}

// sealed is what is wrapped. The version keeps older keys from being put in the place of
// newer ones.
type sealed struct {
	Version int64 `json:"version"`
	Keys    Keys  `json:"keys"`
}

// keys opens the keys of an account. What is wrong with them is said without them.
func (a *Accounts) keys(ctx context.Context, one *payments.PaymentAccount) (*Keys, error) {
	wrapped, err := a.cfg.Store.Payments.PaymentAccountKeys(ctx, one.ID)
	if err != nil {
		return nil, fmt.Errorf("merchant: keys of account %s: %w", one.ID, err)
	}
	text, err := a.cfg.Unwrap(wrapped)
	if err != nil {
		return nil, fmt.Errorf("merchant: keys of account %s: %w", one.ID, err)
	}
	var s sealed
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("merchant: keys of account %s: not what was wrapped", one.ID)
	}
	if s.Version != one.Version {
		// Read between two changes of another server, or put back by somebody.
		return nil, fmt.Errorf("merchant: keys of account %s: %w: version %d, and the account has %d", one.ID, database.ErrStale, s.Version, one.Version)
	}
	return &s.Keys, nil
}

func (a *Accounts) seal(one *payments.PaymentAccount, k *Keys) (organizations.ServerKey, error) {
	text, err := json.Marshal(sealed{one.Version, *k})
	if err != nil {
		return organizations.ServerKey{}, fmt.Errorf("merchant: keys of account %s: %w", one.ID, err)
	}
	wrapped, err := a.cfg.Wrap(payments.PaymentAccountPurpose+one.ID, text)
	wrapped.CreatedAt = a.now()
	return wrapped, err
}

// Of returns the accounts that new orders of an organization are paid to. shared says that
// it is those of the installation. An organization with an account of its own does not use
// the installation's at another provider: its money would lie in two hands.
func (a *Accounts) Of(ctx context.Context, org string) (own payment.Providers, shared bool, err error) {
	return a.active(ctx)(a.cfg.Store.Payments.PaymentAccounts(ctx, org))
}

// Shown is Of as it was a few seconds ago.
func (a *Accounts) Shown(ctx context.Context, org string) (own payment.Providers, shared bool, err error) {
	return a.active(ctx)(a.lists.Get(ctx, org))
}

// active returns the providers of those of an organization's accounts that new orders are
// paid to.
func (a *Accounts) active(ctx context.Context) func([]payments.PaymentAccount, error) (payment.Providers, bool, error) {
	return func(list []payments.PaymentAccount, err error) (payment.Providers, bool, error) {
		if err != nil {
			return nil, false, err
		}
		own, err := a.providers(ctx, list)
		return own, err == nil && len(own) == 0 && !a.cfg.Own, err
	}
}

func (a *Accounts) providers(ctx context.Context, list []payments.PaymentAccount) (own payment.Providers, err error) {
	for _, provider := range payment.WithAccounts() {
		for i := range list {
			one := &list[i]
			if one.Provider != provider || one.State != payments.PaymentAccountActive {
				continue
			}
			p, err := a.provider(ctx, one)
			if errors.Is(err, database.ErrStale) { // the list is older than the keys
				p, _, err = a.Account(ctx, nameOf(one))
			}
			if err != nil {
				return nil, err
			}
			own = append(own, p)
		}
	}
	return own, nil
}

// Heard notes that a good webhook of an account came in. It tells owners that the webhook
// works, and is no more than that.
func (a *Accounts) Heard(ctx context.Context, name string) {
	_, account := payment.CutAccount(name)
	one, err := a.cfg.Store.Payments.PaymentAccount(ctx, account)
	if err == nil {
		err = a.cfg.Store.Payments.HeardPaymentAccount(ctx, one, a.now())
	}
	if err != nil {
		a.cfg.Log.WarnContext(ctx, "merchant: it is not noted that a webhook came in", slog.String("account", account), slog.Any("error", err))
	}
}

// List returns the accounts of an organization, the oldest first.
func (a *Accounts) List(ctx context.Context, org string) ([]payments.PaymentAccount, error) {
	return a.cfg.Store.Payments.PaymentAccounts(ctx, org)
}

// Get returns an account of an organization, or database.ErrNotFound.
func (a *Accounts) Get(ctx context.Context, org, account string) (*payments.PaymentAccount, error) {
	one, err := a.cfg.Store.Payments.PaymentAccount(ctx, account)
	if err == nil && one.OrgID != org {
		err = database.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return one, nil
}

// Shared reports whether organizations without an account of their own use the
// installation's.
func (a *Accounts) Shared() bool { return !a.cfg.Own }

// Add stores an account under an ID. With all its keys it takes the place of the one that
// new orders were paid to; without that of its webhook, which has an address only now, it
// does so once it has it. The errors are a BadKey, database.ErrLimit and database.ErrConflict.
func (a *Accounts) Add(ctx context.Context, org, account, provider string, k Keys) (*payments.PaymentAccount, error) {
	if err := k.check(provider); err != nil {
		return nil, err
	}
	now := a.now()
	one := &payments.PaymentAccount{
		ID: account, OrgID: org, Provider: provider, State: payments.PaymentAccountSetup, Mode: k.mode(provider), Version: 1, CreatedAt: now, ChangedAt: now,
	}
	if k.complete(provider) {
		one.State = payments.PaymentAccountActive
	}
	wrapped, err := a.seal(one, &k)
	if err != nil {
		return nil, err
	}
	defer a.lists.Forget(org)
	return one, a.cfg.Store.Payments.CreatePaymentAccount(ctx, *one, wrapped)
}

// Change gives an account other keys of the same account at the provider; those that are
// empty stay. The errors are a BadKey, ErrOther, ErrClosed, database.ErrNotFound, and those of
// the provider, which is asked whether it is the same account.
func (a *Accounts) Change(ctx context.Context, org, account string, k Keys) (*payments.PaymentAccount, error) {
	one, err := a.Get(ctx, org, account)
	if err != nil {
		return nil, err
	}
	if one.State == payments.PaymentAccountClosed {
		return nil, ErrClosed
	}
	was, err := a.keys(ctx, one)
	if err != nil {
		return nil, err
	}
	keys := was.with(&k)
	if err := keys.check(one.Provider); err != nil {
		return nil, err
	}
	if err := a.same(ctx, one, was, &keys); err != nil {
		return nil, err
	}
	next := *one
	next.Version, next.ChangedAt, next.Mode = one.Version+1, a.now(), keys.mode(one.Provider)
	if next.State == payments.PaymentAccountSetup && keys.complete(one.Provider) {
		next.State = payments.PaymentAccountActive
	}
	wrapped, err := a.seal(&next, &keys)
	if err != nil {
		return nil, err
	}
	defer a.lists.Forget(org)
	return &next, a.cfg.Store.Payments.ChangePaymentAccount(ctx, next, wrapped)
}

// same refuses keys of another account at the provider, with which nothing could be done
// for what was paid to this one. PayPal's have the name of the account's app in them; of
// Stripe's the account is that which has a page that was made with the earlier ones.
func (a *Accounts) same(ctx context.Context, one *payments.PaymentAccount, was, next *Keys) error {
	if was.ClientID != next.ClientID || was.Sandbox != next.Sandbox || was.mode(one.Provider) != next.mode(one.Provider) {
		return ErrOther
	}
	if was.SecretKey == next.SecretKey {
		return nil
	}
	ref, err := a.cfg.Store.Payments.CheckoutRefOf(ctx, nameOf(one))
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil // nothing was paid to it
	case err != nil:
		return err
	}
	p, err := a.make(nameOf(one), next)
	if err != nil {
		return err
	}
	if _, err = p.LookUp(ctx, ref); errors.Is(err, payment.ErrUnknown) {
		return ErrOther
	}
	return err
}

// Test asks the provider whether an account's keys work, and what its webhook sends.
func (a *Accounts) Test(ctx context.Context, one *payments.PaymentAccount) (payment.Tested, error) {
	if one.State == payments.PaymentAccountClosed {
		return payment.Tested{}, ErrClosed
	}
	p, err := a.provider(ctx, one)
	if err != nil {
		return payment.Tested{}, err
	}
	t, ok := p.(payment.Tester)
	if !ok {
		return payment.Tested{}, fmt.Errorf("merchant: %s: %w", one.Provider, errors.ErrUnsupported)
	}
	return t.Test(ctx, a.WebhookURL(one))
}

// Remove has no new orders paid to an account. Its keys are deleted at once if nothing was
// ever paid to it, and else by Close.
func (a *Accounts) Remove(ctx context.Context, org, account string) error {
	defer a.lists.Forget(org)
	if err := a.cfg.Store.Payments.RetirePaymentAccount(ctx, org, account, a.now()); err != nil {
		return err
	}
	one, err := a.Get(ctx, org, account)
	if err != nil {
		return err
	}
	_, err = a.close(ctx, one)
	return err
}

func (a *Accounts) close(ctx context.Context, one *payments.PaymentAccount) (bool, error) {
	now := a.now()
	return a.cfg.Store.Payments.ClosePaymentAccount(ctx, one.OrgID, one.ID, nameOf(one), now-inventory.Instant(closeAfter.Microseconds()), now)
}

// Close deletes the keys of removed accounts of which nothing can come any more, and
// returns how many.
func (a *Accounts) Close(ctx context.Context) (n int, err error) {
	after := ""
	for {
		list, readErr := a.cfg.Store.Payments.RetiredPaymentAccounts(ctx, after, closeBatch)
		if readErr != nil || len(list) == 0 {
			return n, errors.Join(err, readErr)
		}
		for i := range list {
			done, closeErr := a.close(ctx, &list[i])
			if err = errors.Join(err, closeErr); done {
				n++
			}
		}
		after = list[len(list)-1].ID
	}
}
