package settlement

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Checkout returns the page on which a pending order is paid, making it when there is
// none. v is the order as it was just read, whose deadline it moves: the payment begins
// with that, which gives it the whole time to pay. The row of the checkout is there before
// the provider is asked, says what the provider is asked for, and names the provider's key,
// so that asking again, also after a crash in between, leads to the same page. provider may
// be "" when only one has pages.
//
// The errors are ErrNotPayable, ErrChoose, ErrNoProvider, ErrNoPage, database.ErrNotFound,
// payment.ErrUnavailable and payment.ErrRejected.
func (s *Settler) Checkout(ctx context.Context, v *events.RegistrationView, provider string) (*payments.Checkout, error) {
	if v.Hold == nil || v.Hold.Order == nil {
		return nil, database.ErrNotFound
	}
	order := v.Hold.ID
	event, _ := id.EventOf(order, id.Order)
	e, err := s.cfg.Store.Events.WithTiers(ctx, event)
	if err != nil {
		return nil, err
	}
	for n := 1; ; n++ {
		c, err := s.checkoutAt(ctx, v, e, provider)
		if !errors.Is(err, database.ErrStale) {
			return c, err
		}
		// The account was removed or replaced since it was chosen, or the order was read before
		// its person chose what they pay.
		if n == maxAsks {
			return nil, fmt.Errorf("settlement: checkout: %w", payment.ErrUnavailable)
		}
		if v, err = s.order(ctx, order); err != nil {
			return nil, err
		}
	}
}

// checkoutAt is Checkout at what new orders are paid to now. database.ErrStale: that or the order
// has changed meanwhile, and nothing was made.
func (s *Settler) checkoutAt(ctx context.Context, v *events.RegistrationView, e *events.EventView, provider string) (*payments.Checkout, error) {
	order := v.Hold.ID
	p, err := s.pageProvider(ctx, e.Event.OrgID, provider)
	if err != nil {
		return nil, err
	}
	now := s.now()
	if err := s.begin(ctx, v.Hold, now); err != nil {
		return nil, err
	}
	if !payable(timeOf(v.Hold), now) {
		return nil, ErrNotPayable
	}
	said := e.In(locale.Name(v.Person.Profile.Locale))
	wanted, title, lines := s.checkoutFor(v.Hold, p.Name(), now), payment.ShortTitle(said.Details.Title), payment.LinesOf(v.Hold.Order, func(tier string) string { return tierName(said, tier) })
	orderOf := func(c *payments.Checkout) payment.Order {
		return payment.Order{
			Reference: s.Reference(order), Title: title, Amount: payment.Money{Minor: c.Amount, Currency: c.Currency}, Lines: lines,
			Email: v.Person.Profile.Email, Locale: v.Person.Profile.Locale, Return: s.cfg.Return(order, c.Deadline.Time()), Deadline: c.Deadline.Time(),
		}
	}
	return s.page(ctx, p, wanted, orderOf, func(c *payments.Checkout) (bool, error) {
		if c.Amount == wanted.Amount {
			return false, nil
		}
		return true, s.replace(ctx, p, c, wanted.Amount)
	})
}

// page returns the page that is wanted, or the one that is there in its place, making it when
// there is none. outdated closes the one that is there where it must not be paid any more, and
// reports that.
func (s *Settler) page(ctx context.Context, p payment.Provider, wanted payments.Checkout, orderOf func(*payments.Checkout) payment.Order,
	outdated func(*payments.Checkout) (bool, error),
) (c *payments.Checkout, err error) {
	if wanted.Asked, err = hashOf(orderOf(&wanted)); err != nil {
		return nil, err
	}
	if c, err = s.open(ctx, wanted); err == nil {
		closed, closeErr := outdated(c)
		switch {
		case closeErr != nil:
			return nil, fmt.Errorf("settlement: checkout: %w", closeErr)
		case closed:
			c, err = s.open(ctx, wanted)
		}
	}
	if err != nil || c.URL != "" {
		return c, err
	}
	// From now on the keys of an account are kept for this page.
	if c, err = s.ask(ctx, p, c, orderOf(c), c.ID == wanted.ID); err != nil {
		return nil, fmt.Errorf("settlement: checkout: %w", err)
	}
	return c, nil
}

// replace closes the page of an order that cost something else when it was made: an offer,
// whose person chose since what they pay. A payment of the other amount would only go back.
// database.ErrStale: the order does not cost what the caller has read.
func (s *Settler) replace(ctx context.Context, p payment.Provider, c *payments.Checkout, total int64) error {
	switch v, err := s.order(ctx, c.OrderID); {
	case err != nil:
		return err
	case v.Hold.Order.Total != total:
		return database.ErrStale
	}
	return s.closePage(ctx, p, c)
}

// begin has a pending order keep its places for the whole time to pay, if it has its first
// hold yet, and notes the new deadline in h. It is done before the provider is asked, which
// is told the deadline: when the provider cannot make a page, the buyer has the time to try
// again. It has no idempotency key: done twice it is done once.
func (s *Settler) begin(ctx context.Context, h *inventory.Hold, now inventory.Instant) error {
	if !h.FirstHold() || now >= h.ExpiresAt {
		return nil
	}
	event, _ := id.EventOf(h.ID, id.Order)
	reply, err := s.submit(ctx, event, inventory.BeginPayment{Who: inventory.Who{Actor: Actor}, OrderID: h.ID})
	switch {
	case err != nil:
		return fmt.Errorf("settlement: checkout: %w", err)
	case reply.Code != inventory.OK: // it has just ended
		return ErrNotPayable
	}
	h.ExpiresAt = reply.ExpiresAt
	return nil
}

// hasNoPage reports whether a provider has no payment page.
func hasNoPage(p payment.Provider) bool {
	_, by := p.(manualProvider)
	return by
}

// pageProvider returns the provider of that name, or the only one with payment pages, with
// the account that new orders of an organization are paid to.
func (s *Settler) pageProvider(ctx context.Context, org, name string) (payment.Provider, error) {
	list, err := s.paidTo(s.cfg.Accounts.Of(ctx, org))
	if err != nil {
		return nil, err
	}
	if name != "" {
		for _, p := range list {
			if provider, _ := payment.CutAccount(p.Name()); provider != name {
				continue
			}
			if hasNoPage(p) {
				return nil, ErrNoPage
			}
			return p, nil
		}
		return nil, fmt.Errorf("%w: %s", ErrNoProvider, name)
	}
	var only payment.Provider
	for _, p := range list {
		if hasNoPage(p) {
			continue
		}
		if only != nil {
			return nil, ErrChoose
		}
		only = p
	}
	if only == nil {
		return nil, ErrNoProvider
	}
	return only, nil
}

// paidTo returns what new orders of an organization are paid to: its own accounts, or the
// installation's. What has no account at a provider is there for everybody.
func (s *Settler) paidTo(own payment.Providers, shared bool, err error) (payment.Providers, error) {
	if err != nil || shared {
		return s.cfg.Providers, err
	}
	list := slices.Clone(own)
	for _, p := range s.cfg.Providers {
		if !slices.Contains(payment.WithAccounts(), p.Name()) {
			list = append(list, p)
		}
	}
	return list, nil
}

// PageProviders returns the names of the providers with payment pages for new orders of an
// organization.
func (s *Settler) PageProviders(ctx context.Context, org string) (names []string, err error) {
	list, err := s.paidTo(s.cfg.Accounts.Shown(ctx, org))
	for _, p := range list {
		if !hasNoPage(p) {
			provider, _ := payment.CutAccount(p.Name())
			names = append(names, provider)
		}
	}
	return names, err
}

// CanBePaid reports whether there is any way in which what an organization asks for is paid, on a page or by
// hand, as of now and not as of a few seconds ago.
func CanBePaid(ctx context.Context, s *Settler, org string) (bool, error) {
	list, err := s.paidTo(s.cfg.Accounts.Of(ctx, org))
	return len(list) > 0, err
}

// timeOf returns the times of an order that matter for its payment.
func timeOf(h *inventory.Hold) payments.OrderTime {
	return payments.OrderTime{State: h.State, CreatedAt: h.CreatedAt, ExpiresAt: h.ExpiresAt, Total: h.Order.Total, Prolonged: h.Order.Prolonged}
}

// payable reports whether an order is pending with enough time left to pay.
func payable(o payments.OrderTime, now inventory.Instant) bool {
	return o.State == inventory.HoldHeld && o.Total > 0 && now < o.ExpiresAt-inventory.Instant(lead(o).Microseconds())
}

// lead returns how long before the deadline of an order its payment is looked up, and the
// page closed if nobody is paying.
func lead(o payments.OrderTime) time.Duration {
	return min(watchLead, o.ExpiresAt.Time().Sub(o.CreatedAt.Time())/6)
}

// checkoutFor returns a checkout for an order as it is stored, but for what its provider is
// asked for.
func (s *Settler) checkoutFor(h *inventory.Hold, provider string, now inventory.Instant) payments.Checkout {
	event, _ := id.EventOf(h.ID, id.Order)
	c := payments.Checkout{
		EventID: event, ID: s.cfg.IDs.In(id.Checkout, event), OrderID: h.ID, Provider: provider,
		Amount: h.Order.Total, Currency: h.Order.Currency, Deadline: h.ExpiresAt, CreatedAt: now, Standing: string(payment.Open), AskedAt: now,
	}
	c.LookAt = nextLook(&c, timeOf(h), now)
	return c
}

// open stores a checkout, or returns the open one of its order.
func (s *Settler) open(ctx context.Context, c payments.Checkout) (*payments.Checkout, error) {
	watch, err := job(WatchJob{EventID: c.EventID, CheckoutID: c.ID}, c.LookAt)
	if err != nil {
		return nil, err
	}
	_, account := payment.CutAccount(c.Provider)
	got, err := s.cfg.Store.Payments.OpenCheckout(ctx, c, account, watch)
	if err != nil {
		return nil, fmt.Errorf("settlement: checkout: %w", err)
	}
	return &got, nil
}

// tierName is the name of a tier, as long as providers take it.
func tierName(e *events.EventView, tier string) string {
	if t := e.Tier(tier); t != nil {
		return payment.ShortTitle(t.Name)
	}
	return payment.ShortTitle(e.Details.Title)
}
