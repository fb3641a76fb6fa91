package settlement

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Watch looks up a checkout and acts on its status. A captured payment is settled, the
// order of a pending payment is prolonged once, and the page is closed before the order
// lapses or when it has ended otherwise, so that nobody pays for nothing. again is when
// to look next; zero: never.
func (s *Settler) Watch(ctx context.Context, event, checkout string) (again inventory.Instant, err error) {
	c, err := s.cfg.Store.Payments.WatchedCheckout(ctx, event, checkout)
	if err != nil {
		return 0, fmt.Errorf("settlement: watch: %w", err)
	}
	return s.watch(ctx, c)
}

// watch is Watch for a checkout that was read already.
func (s *Settler) watch(ctx context.Context, read *payments.Watched) (again inventory.Instant, err error) {
	c := &read.Checkout
	switch {
	case c.State != payments.CheckoutOpen:
	case isBooking(c.OrderID):
		read.Order, err = s.bookingTime(ctx, c)
	case isDates(c.OrderID):
		read.Order, err = together{s}.datesTime(ctx, c)
	case isFee(c.OrderID):
		read.Order, err = places{s}.feeTime(ctx, c)
	}
	if err != nil {
		return 0, fmt.Errorf("settlement: watch %s: %w", c.ID, err)
	}
	switch {
	case c.State != payments.CheckoutOpen:
		return 0, nil
	case read.Order.State == inventory.HoldNone:
		return 0, fmt.Errorf("settlement: watch %s: its order: %w", c.ID, database.ErrNotFound)
	}
	was := c.Standing
	w := &watch{settler: s, c: c, o: read.Order, now: s.now(), state: payments.CheckoutOpen}
	if err := w.look(ctx); err != nil {
		if errors.Is(err, payment.ErrDenied) {
			s.denied(ctx, c.EventID, c.Provider, payments.DeniedLook, err)
		}
		return 0, fmt.Errorf("settlement: watch %s: %w", c.ID, err)
	}
	if c.Ref != "" { // which the provider has answered for
		s.allowed(ctx, c.EventID, c.Provider, payments.DeniedLook)
	}
	if w.state == payments.CheckoutPaid {
		return 0, nil // recorded with its payment
	}
	c.State, c.LookAt = w.state, nextLook(c, w.o, w.now)
	if err := s.cfg.Store.Payments.LookedAtCheckout(ctx, c, was); err != nil {
		return 0, fmt.Errorf("settlement: watch %s: %w", c.ID, err)
	}
	if w.state != payments.CheckoutOpen {
		return 0, nil
	}
	return c.LookAt, nil
}

// watch is one look at a checkout.
type watch struct {
	settler *Settler
	c       *payments.Checkout
	o       payments.OrderTime
	now     inventory.Instant
	state   string // the new state of the checkout
}

// waits reports whether the order is still pending.
func (w *watch) waits() bool { return w.o.State == inventory.HoldHeld && w.now < w.o.ExpiresAt }

// look asks the provider for the status of the checkout, and acts on it.
func (w *watch) look(ctx context.Context) error {
	if w.c.Ref == "" {
		// The page was never created; the buyer may ask for it again.
		if !w.waits() {
			w.state = payments.CheckoutClosed
		}
		return nil
	}
	p, err := w.settler.provider(ctx, w.c.Provider)
	if err != nil {
		return err
	}
	status, err := p.LookUp(ctx, w.c.Ref)
	if errors.Is(err, payment.ErrUnknown) {
		w.state = payments.CheckoutClosed
		return nil
	}
	if err == nil && status.Kind == payment.Approved {
		if w.declined() {
			status.Kind = payment.Failed
		} else {
			status, err = w.capture(ctx, p)
		}
	}
	if err != nil {
		return err
	}
	w.c.Standing = string(status.Kind)
	return w.act(ctx, p, &status)
}

// declined reports whether the payer's card was declined and nothing was heard of another
// one. The provider goes on calling such a page approved, and a card that is asked at each
// look is soon blocked. Only the last look before the order lapses tries once more, because
// the notice of the payer's new choice may have been lost.
func (w *watch) declined() bool {
	return w.c.Standing == string(payment.Failed) && payable(w.o, w.now)
}

// act acts on the status of a checkout.
func (w *watch) act(ctx context.Context, p payment.Provider, status *payment.CheckoutStatus) error {
	switch status.Kind {
	case payment.Captured:
		return w.paid(ctx, status)
	case payment.Pending:
		if w.o.Prolonged { // an order is prolonged once
			w.c.Deadline = max(w.c.Deadline, w.o.ExpiresAt)
			return nil
		}
		return w.prolong(ctx)
	case payment.Expired:
		w.state = payments.CheckoutClosed
		return nil
	}
	if payable(w.o, w.now) {
		return nil
	}
	err := p.Expire(ctx, w.c.Ref)
	switch {
	case errors.Is(err, payment.ErrPaid): // paid at this moment: look again at once
		w.c.Deadline = w.now
		return nil
	case err != nil && !errors.Is(err, payment.ErrUnknown):
		return err
	}
	w.state = payments.CheckoutClosed
	return nil
}

// capture captures an approved payment while the order is pending. The order is
// prolonged first, so that it cannot lapse during the capture.
func (w *watch) capture(ctx context.Context, p payment.Provider) (payment.CheckoutStatus, error) {
	capturer, ok := p.(payment.Capturer)
	if !ok || !w.waits() {
		return payment.CheckoutStatus{Kind: payment.Expired}, nil // no money was captured
	}
	if err := w.prolong(ctx); err != nil {
		return payment.CheckoutStatus{}, err
	}
	if !w.waits() {
		return payment.CheckoutStatus{Kind: payment.Expired}, nil
	}
	// The time of the look names the attempt: it stays the same until the result of the
	// look is stored, so a look that is repeated after a crash repeats its attempt.
	return capturer.Capture(ctx, w.c.Ref, strconv.FormatInt(int64(w.c.LookAt), 10))
}

// prolong prolongs a pending order for a pending payment, once.
func (w *watch) prolong(ctx context.Context) error {
	if !w.waits() || hasNoEvent(w.c.OrderID) {
		return nil
	}
	reply, err := w.settler.submit(ctx, w.c.EventID, inventory.Prolong{
		Who: inventory.Who{Actor: Actor}, OrderID: w.c.OrderID, By: inventory.Micros(prolongBy.Microseconds()),
	})
	switch {
	case err != nil:
		return err
	case reply.Code != inventory.OK: // the order has just ended
		w.o.State = inventory.HoldReleased
	case reply.ExpiresAt > w.o.ExpiresAt:
		w.o.ExpiresAt, w.c.Deadline = reply.ExpiresAt, reply.ExpiresAt
	}
	return nil
}

// paid records a payment whose webhook was lost or is late, and settles it.
func (w *watch) paid(ctx context.Context, status *payment.CheckoutStatus) error {
	s := w.settler
	f := &payment.Fact{
		EventID: "lookup:" + status.PaymentID, Kind: payment.Captured, PaymentID: status.PaymentID, CheckoutID: w.c.Ref,
		Reference: status.Reference, Amount: status.Amount, At: status.At,
	}
	if _, err := s.record(ctx, w.c.Provider, f); err != nil && !errors.Is(err, ErrAmount) && !errors.Is(err, ErrUnknownOrder) {
		return err
	}
	w.state = payments.CheckoutPaid
	name := PaymentID(w.c.Provider, status.PaymentID)
	err := s.Settle(ctx, w.c.EventID, name)
	if errors.Is(err, database.ErrNotFound) && isDates(w.c.OrderID) {
		err = s.Settle(ctx, w.c.EventID, payments.ShareID(name, 1)) // and the others with it
	}
	if err != nil {
		s.log.WarnContext(ctx, "settlement: payment found and not settled yet; its job tries again", slog.String("payment", name), slog.Any("error", err))
	}
	return nil
}

// nextLook returns when to look up an open checkout again: after intervals that double
// each time, and in any case shortly before the order lapses.
func nextLook(c *payments.Checkout, o payments.OrderTime, now inventory.Instant) inventory.Instant {
	age := now.Time().Sub(c.CreatedAt.Time())
	next := now + inventory.Instant(min(max(firstLook, age), longestLook).Microseconds())
	if c.Deadline <= now { // a payment that was pending when the order lapsed
		return now + inventory.Instant(min(max(time.Second, age/8), longestWait).Microseconds())
	}
	last := c.Deadline - inventory.Instant(lead(o).Microseconds())
	if last <= now {
		return c.Deadline
	}
	return min(next, last)
}
