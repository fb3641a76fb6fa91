package settlement

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Payments for bookings of rooms go the way of those for orders: the same pages, webhooks,
// watches, refunds and journal. Where those have an event, these have the organization of the
// venue, and where those have an order, the booking with the part of its price. What a payment
// becomes is decided by package booking, in the store, under the lock of the venue.

// bookingReference is Reference of a part of a booking's price. It has the organization, in
// which alone the booking can be found.
func (s *Settler) bookingReference(org, order string) string {
	return order + "." + org + "." + s.mark(order+"\n"+org)
}

// bookingOf returns the organization and the part of a booking's price, or the place on a waitlist,
// that a reference is of.
func (s *Settler) bookingOf(reference string) (org, order string, ok bool) {
	order, rest, _ := strings.Cut(reference, ".")
	org, mark, _ := strings.Cut(rest, ".")
	if !hasNoEvent(order) || !payments.OfBookings(org) {
		return "", "", false
	}
	return org, order, hmac.Equal([]byte(mark), []byte(s.mark(order+"\n"+org)))
}

// hasNoEvent reports whether what stands for an order is of no event: a part of the price of a booking, or
// of several dates, or the fee of a place on the waitlist of a resource. Both have the organization in the place of the event.
func hasNoEvent(order string) bool { return isBooking(order) || isDates(order) || isFee(order) }

// isBooking reports whether what stands for an order is a part of a booking's price.
func isBooking(order string) bool {
	_, _, ok := bookings.CutBookingOrder(order)
	return ok
}

// claimed returns what is to be paid now for a part of a booking's price, and until when.
// ErrPaid: it is paid; ErrNotPayable: nothing of it is to be paid now.
func claimed(b *bookings.Booking, part booking.Part, now inventory.Instant) (amount int64, until inventory.Instant, err error) {
	state := b.At(now)
	switch {
	case part == booking.DepositPart && b.DepositBy != "", part == booking.BalancePart && b.BalanceBy != "":
		return 0, 0, ErrPaid
	case part == booking.DepositPart && state == booking.PendingDeposit:
		return b.Deposit, b.PayUntil, nil
	case part == booking.BalancePart && (state == booking.Confirmed || state == booking.Completed) && b.Balance() > 0:
		// The page closes at the end, or after a month: it can be made anew.
		return b.Balance(), max(b.EndsAt, now+inventory.Instant(30*inventory.Day)), nil
	}
	return 0, 0, ErrNotPayable
}

// bookingTime is what a watch has to know of a booking in the place of an order.
func (s *Settler) bookingTime(ctx context.Context, c *payments.Checkout) (payments.OrderTime, error) {
	name, part, _ := bookings.CutBookingOrder(c.OrderID)
	// A pending payment gives a booking no more time: it is kept when its time is still free.
	o := payments.OrderTime{State: inventory.HoldReleased, CreatedAt: c.CreatedAt, ExpiresAt: c.Deadline, Total: c.Amount, Prolonged: true}
	b, err := s.cfg.Store.Bookings.Booking(ctx, c.EventID, name)
	if err != nil {
		return o, err
	}
	amount, until, err := claimed(b, part, s.now())
	if err == nil && amount == c.Amount {
		o.State, o.ExpiresAt = inventory.HoldHeld, until
		if part == booking.BalancePart {
			o.ExpiresAt = c.Deadline
		}
	}
	return o, nil
}

// CheckoutBooking returns the page on which a part of a booking's price is paid, making it when
// there is none, as Checkout does for an order. email and locale are the payer's.
func (s *Settler) CheckoutBooking(ctx context.Context, org, bookingID string, part booking.Part, provider, email, locale string) (*payments.Checkout, error) {
	for n := 1; ; n++ {
		c, err := s.checkoutBooking(ctx, org, bookingID, part, provider, email, locale)
		if !errors.Is(err, database.ErrStale) {
			return c, err
		}
		if n == maxAsks { // the account was removed or replaced since it was chosen
			return nil, fmt.Errorf("settlement: checkout: %w", payment.ErrUnavailable)
		}
	}
}

func (s *Settler) checkoutBooking(ctx context.Context, org, bookingID string, part booking.Part, provider, email, locale string) (*payments.Checkout, error) {
	if s.cfg.ReturnBooking == nil {
		return nil, ErrNoPage
	}
	b, err := s.cfg.Store.Bookings.Booking(ctx, org, bookingID)
	if err != nil {
		return nil, err
	}
	v, err := s.cfg.Store.Venues.Venue(ctx, org, b.VenueID)
	if err != nil {
		return nil, err
	}
	p, err := s.pageProvider(ctx, org, provider)
	if err != nil {
		return nil, err
	}
	now := s.now()
	amount, until, err := claimed(b, part, now)
	if err != nil {
		return nil, err
	}
	wanted := payments.Checkout{
		EventID: org, ID: s.cfg.IDs.InOrganization(id.Checkout, org), OrderID: bookings.BookingOrder(b.ID, part), Provider: p.Name(), Amount: amount, Currency: b.Terms.Currency,
		Deadline: until, CreatedAt: now, Standing: string(payment.Open), AskedAt: now,
	}
	o := payments.OrderTime{State: inventory.HoldHeld, CreatedAt: now, ExpiresAt: until, Total: amount}
	if !payable(o, now) {
		return nil, ErrNotPayable
	}
	wanted.LookAt = nextLook(&wanted, o, now)
	back := s.cfg.ReturnBooking(b.VenueID, b.ID)
	if b.CreatedBy == bookings.GuestBooker && s.cfg.ReturnGuest != nil {
		back = s.cfg.ReturnGuest(b.ID)
	}
	orderOf := func(c *payments.Checkout) payment.Order {
		return payment.Order{
			Reference: s.bookingReference(org, c.OrderID), Title: payment.ShortTitle(v.Name), Amount: payment.Money{Minor: c.Amount, Currency: c.Currency}, Email: email, Locale: locale,
			Return: back, Deadline: c.Deadline.Time(),
		}
	}
	return s.page(ctx, p, wanted, orderOf, func(c *payments.Checkout) (bool, error) {
		return outdated(ctx, s, p, c, &wanted)
	})
}

// outdated closes a page on which something else than what is wanted is paid, or whose time is over,
// and reports that.
func outdated(ctx context.Context, s *Settler, p payment.Provider, c, wanted *payments.Checkout) (bool, error) {
	if c.Amount == wanted.Amount && c.Currency == wanted.Currency && c.Deadline > wanted.CreatedAt {
		return false, nil
	}
	return true, s.closePage(ctx, p, c)
}

// closePage closes a page of something that is not to be paid so any more.
func (s *Settler) closePage(ctx context.Context, p payment.Provider, c *payments.Checkout) error {
	if c.Ref != "" {
		switch err := p.Expire(ctx, c.Ref); {
		case errors.Is(err, payment.ErrPaid): // which its notice or the next look tells of
			return payment.ErrUnavailable
		case err != nil && !errors.Is(err, payment.ErrUnknown):
			return err
		}
	}
	closed := *c
	closed.State = payments.CheckoutClosed
	return s.cfg.Store.Payments.LookedAtCheckout(ctx, &closed, c.Standing)
}

// settleBooking has a payment for a booking decided, with the other shares of it if there are any, and
// closes the other pages on which the same could be paid again.
func (s *Settler) settleBooking(ctx context.Context, p *payments.Payment) error {
	list, err := s.cfg.Store.Payments.Shares(ctx, p)
	series := ""
	if err == nil {
		series, err = s.cfg.Store.Bookings.SettleBooking(ctx, s.now(), list...)
	}
	if err != nil {
		return fmt.Errorf("settlement: settle %s: %w", p.ID, err)
	}
	for _, p := range list {
		if err := closeOthers(ctx, s, p); err != nil {
			return err
		}
	}
	if series == "" {
		return nil
	}
	_, part, _ := bookings.CutBookingOrder(p.OrderID)
	shared := *p // pages on which the same date is paid with others
	shared.OrderID = bookings.SeriesOrder(series, part)
	return closeOthers(ctx, s, &shared)
}

// closeOthers closes the other pages on which what a payment was for could be paid again.
func closeOthers(ctx context.Context, s *Settler, p *payments.Payment) error {
	pages, err := s.cfg.Store.Payments.OrderCheckouts(ctx, p.EventID, p.OrderID)
	if err != nil {
		return fmt.Errorf("settlement: settle %s: %w", p.ID, err)
	}
	for i := range pages {
		if pages[i].State != payments.CheckoutOpen {
			continue
		}
		if _, err := s.Watch(ctx, p.EventID, pages[i].ID); err != nil { // its job looks again
			s.log.WarnContext(ctx, "settlement: a page of what is paid is still open", slog.String("checkout", pages[i].ID), slog.Any("error", err))
		}
	}
	return nil
}

// MarkBookingPaid records that a part of a booking's price was paid by hand, as MarkPaid does for
// an order. One that has lapsed is confirmed if its time is still free; if not, a refund by hand
// is due.
func (s *Settler) MarkBookingPaid(ctx context.Context, org, bookingID string, part booking.Part, note string, amount int64) (*payments.Payment, error) {
	b, err := s.cfg.Store.Bookings.Booking(ctx, org, bookingID)
	if err != nil {
		return nil, err
	}
	order := bookings.BookingOrder(b.ID, part)
	theirs := id.OfOrganization(id.Payment, org, sha256.Sum256([]byte("holdfast booking payment v1\n"+order+"\n"+note)))
	return payByHand(ctx, s, org, s.bookingReference(org, order), theirs, note, amount, func() (payment.Money, error) {
		total, _, err := claimed(b, part, s.now())
		if errors.Is(err, ErrNotPayable) && part == booking.DepositPart && b.At(s.now()) == booking.Lapsed && b.PayUntil > 0 {
			total, err = b.Deposit, nil // late
		}
		return payment.Money{Minor: total, Currency: b.Terms.Currency}, err
	})
}
