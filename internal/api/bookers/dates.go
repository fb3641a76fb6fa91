package bookers

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/venues"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// CheckoutDates returns the page on which a part of the price of all dates is paid that were asked for at
// once, or of the only one.
func (h *Handlers) CheckoutDates(ctx context.Context, f *Found, part booking.Part, provider string) (*payments.Checkout, error) {
	if f.Series == nil {
		return h.Checkout(ctx, f, part, provider)
	}
	return f.page(func(b *bookings.Booking) (*payments.Checkout, error) {
		return h.Settler.CheckoutDates(ctx, b.OrgID, b.SeriesID, part, provider, f.Guest.Email, f.Guest.Locale)
	})
}

// page is a page on which what was booked is paid.
func (f *Found) page(of func(*bookings.Booking) (*payments.Checkout, error)) (*payments.Checkout, error) {
	b, err := f.booked()
	if err != nil {
		return nil, err
	}
	page, err := of(b)
	if err != nil {
		return nil, venues.MoneyProblem(err)
	}
	return page, nil
}

func (h *Handlers) checkoutDates(c *access.Call, in *venues.NewBookingCheckout) (*venues.DatesCheckout, error) {
	f, err := h.found(c)
	if err != nil {
		return nil, err
	}
	part := booking.PartNamed(in.Part)
	page, err := h.CheckoutDates(c.Context(), f, part, in.Provider)
	if err != nil {
		return nil, err
	}
	return venues.DatesCheckoutOf(page, part), nil
}
