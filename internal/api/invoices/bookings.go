package invoices

import (
	"context"
	"errors"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

const bookingBilling = "/v1/bookings/{booking_id}/billing"

// bookingBillingRoutes answer for whom bookings of rooms are invoiced to.
func (h *Handlers) bookingBillingRoutes() []access.Route {
	return []access.Route{
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodGet, Path: bookingBilling, ID: "get-booking-billing", Tag: access.TagBookings,
			Summary: "Who a booking is invoiced to", Description: "As it was said, and whether there is an invoice at all.",
		}, h.getBookingBilling),
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodPut, Path: bookingBilling, ID: "set-booking-billing", Tag: access.TagBookings,
			Summary: "Set who a booking is invoiced to",
			Description: "Before or after paying. When an invoice is issued already and says otherwise, a credit note ends the last one and another stands for it: up to five times, " +
				"within 30 days, and not once something was refunded. What is issued later is to whom was said last.",
			Problems: []httpapi.Kind{kindNoInvoice, kindInvoiceFinal},
			Example:  wire.BillingIn{Company: "Harbour Choir e. V.", Street: "Am Hafen 2", PostalCode: "20457", City: "Hamburg", Country: "DE"},
		}, h.setBookingBilling),
	}
}

// booking is the booking in the path, of the caller's organization.
func (h *Handlers) booking(c *access.Call) (*bookings.Booking, error) {
	return h.Store.Bookings.Booking(c.Context(), c.Caller.OrgID, c.Param("booking_id"))
}

func (h *Handlers) getBookingBilling(c *access.Call, _ *httpapi.None) (*wire.Billing, error) {
	b, err := h.booking(c)
	if err != nil {
		return nil, err
	}
	return h.BookingBilling(c.Context(), b)
}

// BookingBilling is who a booking is invoiced to.
func (h *Handlers) BookingBilling(ctx context.Context, b *bookings.Booking) (*wire.Billing, error) {
	said, err := h.Store.Invoices.Billing(ctx, b.OrgID, b.ID)
	if errors.Is(err, database.ErrNotFound) {
		said, err = &payments.Billing{OrderID: b.ID}, nil
	}
	if err != nil {
		return nil, err
	}
	out := wire.BillingOf(said)
	of, err := h.Store.Invoices.Invoicing(ctx, b.OrgID)
	if errors.Is(err, database.ErrNotFound) {
		return out, nil
	}
	out.Available = err == nil && of.Since > 0 && b.Price > 0
	return out, err
}

func (h *Handlers) setBookingBilling(c *access.Call, in *wire.BillingIn) (*wire.Billing, error) {
	b, err := h.booking(c)
	if err != nil {
		return nil, err
	}
	said, err := h.billingIn(in)
	if err != nil {
		return nil, err
	}
	if b.Price == 0 {
		return nil, kindNoInvoice.Problem()
	}
	said.EventID, said.OrderID = b.OrgID, b.ID
	return billed(&said, h.Store.Dues.SetBookingBilling(c.Context(), said))
}

// GuestKinds are the problems of guests who say who their booking is invoiced to.
var GuestKinds = []httpapi.Kind{kindNoInvoice, kindInvoiced}

// SetGuestBilling stores who a booking of a guest is invoiced to, and others that were asked for with it.
func (h *Handlers) SetGuestBilling(ctx context.Context, b *bookings.Booking, others []string, in *wire.BillingIn) (*wire.Billing, error) {
	said, err := h.billingIn(in)
	if err != nil {
		return nil, err
	}
	if at := b.At(inventory.At(h.Now())); b.Price == 0 || !at.Live() && at != booking.Waiting && at != booking.Completed {
		return nil, kindNoInvoice.Problem()
	}
	said.EventID, said.OrderID = b.OrgID, b.ID
	err = h.Store.Bookers.SetBilling(ctx, said, others)
	if errors.Is(err, payments.ErrInvoiceFinal) {
		return nil, kindInvoiced.Problem()
	}
	return billed(&said, err)
}
