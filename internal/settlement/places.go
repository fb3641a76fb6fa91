package settlement

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// Fees of places on the waitlists of resources go the way of the deposits of bookings. What a
// payment becomes is decided by package resource, in the store, under the lock of the resource.

// places is a Settler towards places on waitlists.
type places struct{ *Settler }

// isFee reports whether what stands for an order is the fee of a place.
func isFee(order string) bool {
	_, _, ok := resources.CutFeeOrder(order)
	return ok
}

// owed returns what is to be paid now for a place, and until when. ErrPaid: it is paid;
// ErrNotPayable: nothing is to be paid.
func owed(e *resources.ResourceEntry, now inventory.Instant) (amount int64, until inventory.Instant, err error) {
	switch {
	case e.PaidBy != "":
		return 0, 0, ErrPaid
	case e.State == resource.PendingPayment && e.PayUntil > now:
		return e.Fee, e.PayUntil, nil
	}
	return 0, 0, ErrNotPayable
}

// feeTime is what a watch has to know of a place in the place of an order. A pending payment gives
// it no more time: a payment that comes too late goes back.
func (s places) feeTime(ctx context.Context, c *payments.Checkout) (payments.OrderTime, error) {
	of, entry, _ := resources.CutFeeOrder(c.OrderID)
	o := payments.OrderTime{State: inventory.HoldReleased, CreatedAt: c.CreatedAt, ExpiresAt: c.Deadline, Total: c.Amount, Prolonged: true}
	e, err := s.cfg.Store.Resources.Entry(ctx, of, entry)
	if err != nil {
		return o, err
	}
	if amount, until, err := owed(e, s.now()); err == nil && amount == c.Amount {
		o.State, o.ExpiresAt = inventory.HoldHeld, until
	}
	return o, nil
}

// CheckoutFee returns the page on which the fee of a place on the waitlist of a resource is paid,
// making it when there is none, as Checkout does for an order.
func (s *Settler) CheckoutFee(ctx context.Context, resourceID, entry, provider string) (*payments.Checkout, error) {
	for n := 1; ; n++ {
		c, err := places{s}.checkoutFee(ctx, resourceID, entry, provider)
		if !errors.Is(err, database.ErrStale) {
			return c, err
		}
		if n == maxAsks { // the account was removed or replaced since it was chosen
			return nil, fmt.Errorf("settlement: checkout: %w", payment.ErrUnavailable)
		}
	}
}

func (s places) checkoutFee(ctx context.Context, resourceID, entry, provider string) (*payments.Checkout, error) {
	if s.cfg.ReturnPlace == nil || s.cfg.Places == nil {
		return nil, ErrNoPage
	}
	r, err := s.cfg.Store.Resources.ByID(ctx, resourceID)
	if err != nil {
		return nil, err
	}
	e, err := s.cfg.Store.Resources.Entry(ctx, resourceID, entry)
	if err != nil {
		return nil, err
	}
	now := s.now()
	amount, until, err := owed(e, now)
	if err != nil {
		return nil, err
	}
	o := payments.OrderTime{State: inventory.HoldHeld, CreatedAt: e.JoinedAt, ExpiresAt: until, Total: amount}
	if !payable(o, now) {
		return nil, ErrNotPayable
	}
	p, err := s.pageProvider(ctx, r.OrgID, provider)
	if err != nil {
		return nil, err
	}
	wanted := payments.Checkout{
		EventID: r.OrgID, ID: s.cfg.IDs.InOrganization(id.Checkout, r.OrgID), OrderID: resources.FeeOrder(e.ID), Provider: p.Name(), Amount: amount, Currency: e.FeeCurrency,
		Deadline: until, CreatedAt: now, Standing: string(payment.Open), AskedAt: now,
	}
	wanted.LookAt = nextLook(&wanted, o, now)
	orderOf := func(c *payments.Checkout) payment.Order {
		return payment.Order{
			Reference: s.bookingReference(r.OrgID, c.OrderID), Title: payment.ShortTitle(r.Name), Amount: payment.Money{Minor: c.Amount, Currency: c.Currency}, Email: e.Email, Locale: e.Locale,
			Return: s.cfg.ReturnPlace(e.ID), Deadline: c.Deadline.Time(),
		}
	}
	return s.page(ctx, p, wanted, orderOf, func(c *payments.Checkout) (bool, error) { return outdated(ctx, s.Settler, p, c, &wanted) })
}

// MarkFeePaid records that the fee of a place on the waitlist of a resource was paid by hand, as MarkPaid does
// for an order. The place is given when that is settled; if it has ended meanwhile, a refund by hand is due.
func MarkFeePaid(ctx context.Context, s *Settler, org string, e *resources.ResourceEntry, note string, amount int64) (*payments.Payment, error) {
	order := resources.FeeOrder(e.ID)
	theirs := id.OfOrganization(id.Payment, org, sha256.Sum256([]byte("holdfast hold fee payment v1\n"+order+"\n"+note)))
	return payByHand(ctx, s, org, s.bookingReference(org, order), theirs, note, amount, func() (payment.Money, error) {
		total, _, err := owed(e, s.now())
		return payment.Money{Minor: total, Currency: e.FeeCurrency}, err
	})
}

// errNoPlaces means that a payment is for a place of a resource, and nobody here decides about these.
var errNoPlaces = errors.New("settlement: nobody decides about places on waitlists")

// settleFee has a payment for a place decided, and closes the other pages on which the same could be
// paid again.
func (s places) settleFee(ctx context.Context, p *payments.Payment) error {
	err := errNoPlaces
	if s.cfg.Places != nil {
		err = s.cfg.Places.SettleFee(ctx, p)
	}
	if err != nil {
		return fmt.Errorf("settlement: settle %s: %w", p.ID, err)
	}
	return closeOthers(ctx, s.Settler, p)
}
