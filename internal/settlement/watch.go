package settlement

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Watch looks a checkout up and does what there is to do: what was paid is
// settled, what is being paid gets time once, and before the order lapses, or
// when it is over otherwise, the page is closed at the provider, so that nobody
// pays for nothing. again is when to look next; zero: never.
func (t *Settler) Watch(ctx context.Context, event, checkout string) (again inventory.Instant, err error) {
	c, err := t.cfg.Store.Payments.WatchedCheckout(ctx, event, checkout)
	if err != nil {
		return 0, fmt.Errorf("settlement: watch: %w", err)
	}
	return t.watch(ctx, c)
}

// watch is Watch of a checkout that is read.
func (t *Settler) watch(ctx context.Context, read *store.Watched) (again inventory.Instant, err error) {
	c := &read.Checkout
	switch {
	case c.State != store.CheckoutOpen:
		return 0, nil
	case read.Order.State == inventory.HoldNone:
		return 0, fmt.Errorf("settlement: watch %s: its order: %w", c.ID, store.ErrNotFound)
	}
	w := &watch{till: t, c: c, o: read.Order, now: t.now(), state: store.CheckoutOpen}
	if err := w.look(ctx); err != nil {
		return 0, fmt.Errorf("settlement: watch %s: %w", c.ID, err)
	}
	if w.state == store.CheckoutPaid {
		return 0, nil // its payment has said so
	}
	c.State, c.LookAt = w.state, nextLook(c, w.o, w.now)
	if err := t.cfg.Store.Payments.LookedAtCheckout(ctx, c); err != nil {
		return 0, fmt.Errorf("settlement: watch %s: %w", c.ID, err)
	}
	if w.state != store.CheckoutOpen {
		return 0, nil
	}
	return c.LookAt, nil
}

// watch is one look at a checkout.
type watch struct {
	till  *Settler
	c     *store.Checkout
	o     store.OrderTime
	now   inventory.Instant
	state string // of the checkout, as it is found to be
}

// waits says whether the order still waits for its payment.
func (w *watch) waits() bool { return w.o.State == inventory.HoldHeld && w.now < w.o.ExpiresAt }

// look asks the provider.
func (w *watch) look(ctx context.Context) error {
	if w.c.Ref == "" {
		// Whoever asked for the page never got its address, or asks again.
		if !w.waits() {
			w.state = store.CheckoutClosed
		}
		return nil
	}
	p, err := w.till.provider(w.c.Provider)
	if err != nil {
		return err
	}
	s, err := p.LookUp(ctx, w.c.Ref)
	if errors.Is(err, payment.ErrUnknown) {
		w.state = store.CheckoutClosed
		return nil
	}
	if err == nil && s.Kind == payment.Approved {
		s, err = w.capture(ctx, p)
	}
	if err != nil {
		return err
	}
	w.c.Standing = string(s.Kind)
	return w.act(ctx, p, &s)
}

// act does what a standing calls for.
func (w *watch) act(ctx context.Context, p payment.Provider, s *payment.Standing) error {
	switch s.Kind {
	case payment.Captured:
		return w.paid(ctx, s)
	case payment.Pending:
		if w.o.Prolonged { // it has got its time; there is nothing to ask package inventory for
			w.c.Deadline = max(w.c.Deadline, w.o.ExpiresAt)
			return nil
		}
		return w.prolong(ctx)
	case payment.Expired:
		w.state = store.CheckoutClosed
		return nil
	}
	if payable(w.o, w.now) {
		return nil
	}
	err := p.Expire(ctx, w.c.Ref)
	switch {
	case errors.Is(err, payment.ErrPaid): // at this very moment: look again at once
		w.c.Deadline = w.now
		return nil
	case err != nil && !errors.Is(err, payment.ErrUnknown):
		return err
	}
	w.state = store.CheckoutClosed
	return nil
}

// capture takes what a payer has approved, while the order can still have it. The
// order gets time first: the capture is not to lose a race that it starts.
func (w *watch) capture(ctx context.Context, p payment.Provider) (payment.Standing, error) {
	capturer, ok := p.(payment.Capturer)
	if !ok || !w.waits() {
		return payment.Standing{Kind: payment.Expired}, nil // no money has moved, and none will
	}
	if err := w.prolong(ctx); err != nil {
		return payment.Standing{}, err
	}
	if !w.waits() {
		return payment.Standing{Kind: payment.Expired}, nil
	}
	return capturer.Capture(ctx, w.c.Ref)
}

// prolong gives a pending order time for a payment that is under way, once.
func (w *watch) prolong(ctx context.Context) error {
	if !w.waits() {
		return nil
	}
	reply, err := w.till.submit(ctx, w.c.EventID, inventory.Prolong{
		Who: inventory.Who{Actor: Actor}, OrderID: w.c.OrderID, By: inventory.Micros(prolongBy.Microseconds()),
	})
	switch {
	case err != nil:
		return err
	case reply.Code != inventory.OK: // it has just ended
		w.o.State = inventory.HoldReleased
	case reply.ExpiresAt > w.o.ExpiresAt:
		w.o.ExpiresAt, w.c.Deadline = reply.ExpiresAt, reply.ExpiresAt
	}
	return nil
}

// paid records a payment whose webhook was lost or is late, and settles it.
func (w *watch) paid(ctx context.Context, s *payment.Standing) error {
	t := w.till
	f := &payment.Fact{
		EventID: "lookup:" + s.PaymentID, Kind: payment.Captured, PaymentID: s.PaymentID, CheckoutID: w.c.Ref,
		Reference: s.Reference, Amount: s.Amount, At: s.At,
	}
	if _, err := t.record(ctx, w.c.Provider, f); err != nil && !errors.Is(err, ErrAmount) && !errors.Is(err, ErrUnknownOrder) {
		return err
	}
	w.state = store.CheckoutPaid
	name := PaymentID(w.c.Provider, s.PaymentID)
	if err := t.Settle(ctx, w.c.EventID, name); err != nil {
		t.log.WarnContext(ctx, "settlement: payment found and not settled yet; its job tries again", slog.String("payment", name), slog.Any("error", err))
	}
	return nil
}

// nextLook is when to look at an open checkout again: each time after twice as
// long, but in any case shortly before the order lapses.
func nextLook(c *store.Checkout, o store.OrderTime, now inventory.Instant) inventory.Instant {
	age := now.Time().Sub(c.CreatedAt.Time())
	next := now + inventory.Instant(min(max(firstLook, age), longestLook).Microseconds())
	if c.Deadline <= now { // being paid while it lapsed
		return now + inventory.Instant(min(max(time.Second, age/8), longestWait).Microseconds())
	}
	last := c.Deadline - inventory.Instant(lead(o).Microseconds())
	if last <= now {
		return c.Deadline
	}
	return min(next, last)
}
