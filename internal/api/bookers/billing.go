package bookers

import (
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/invoices"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// billingRoutes answer for whom a booking is invoiced to, with the token of its guest.
func (h *Handlers) billingRoutes(path string, open []httpapi.Kind) []access.Route {
	with := slices.Concat(open, []httpapi.Kind{kindNotConfirmed})
	return []access.Route{
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: path + "/billing", ID: "get-guest-booking-billing", Tag: access.TagBookings,
			Summary: "Who the booking of a guest is invoiced to", Description: "As it was said, and whether there is an invoice at all.", Problems: with,
		}, h.billing),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPut, Path: path + "/billing", ID: "set-guest-booking-billing", Tag: access.TagBookings,
			Summary: "Set who the booking of a guest is invoiced to",
			Description: "Until an invoice of it is issued; then its venue corrects it (`set-booking-billing`). It counts for all dates that were asked for at once and have no invoice yet. " +
				"Without a company the invoice is to the guest by name, with this address.",
			Problems: slices.Concat(with, invoices.GuestKinds), Example: invoices.ExampleBilling,
		}, h.setBilling),
	}
}

func (h *Handlers) billing(c *access.Call, _ *httpapi.None) (*wire.Billing, error) {
	f, err := h.found(c)
	if err != nil {
		return nil, err
	}
	b, err := f.booked()
	if err != nil {
		return nil, err
	}
	return h.Invoices.BookingBilling(c.Context(), b)
}

func (h *Handlers) setBilling(c *access.Call, in *wire.BillingIn) (*wire.Billing, error) {
	f, err := h.found(c)
	if err != nil {
		return nil, err
	}
	b, err := f.booked()
	if err != nil {
		return nil, err
	}
	others := make([]string, len(f.Dates))
	for i := range f.Dates {
		others[i] = f.Dates[i].ID
	}
	return h.Invoices.SetGuestBilling(c.Context(), b, others, in)
}
