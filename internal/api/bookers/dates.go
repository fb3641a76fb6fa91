package bookers

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/venues"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// CheckoutDates returns the page on which a part of the price of all dates is paid that were asked for at
// once, of which it is to be paid now.
func (h *Handlers) CheckoutDates(ctx context.Context, f *Found, part booking.Part, provider string) (*payments.Checkout, error) {
	b, err := f.booked()
	if err != nil {
		return nil, err
	}
	if b.SeriesID == "" {
		return h.Checkout(ctx, f, part, provider)
	}
	page, err := h.Settler.CheckoutDates(ctx, b.OrgID, b.SeriesID, part, provider, f.Guest.Email, f.Guest.Locale)
	if err != nil {
		return nil, venues.MoneyProblem(err)
	}
	return page, nil
}

func (h *Handlers) checkoutDates(c *access.Call, in *venues.NewBookingCheckout) (*venues.DatesCheckout, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	f, err := h.found(c)
	if err != nil {
		return nil, err
	}
	part := venues.PartOf(in.Part)
	page, err := h.CheckoutDates(c.Context(), f, part, in.Provider)
	if err != nil {
		return nil, err
	}
	return venues.DatesCheckoutOf(page, part), nil
}
