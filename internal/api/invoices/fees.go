package invoices

import (
	"context"
	"errors"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// FeeKinds are the problems of saying who a fee is invoiced to.
var FeeKinds = []httpapi.Kind{kindNoInvoice, kindInvoiceFinal}

// ExampleBilling says who a fee is invoiced to.
var ExampleBilling = wire.BillingIn{Company: "Harbour Choir e. V.", Street: "Am Hafen 2", PostalCode: "20457", City: "Hamburg", Country: "DE"}

// feeBillingRoutes answer for the people and companies to whom fees of places on waitlists are invoiced. Whoever has a place says so
// with its token, too (package joiners).
func (h *Handlers) feeBillingRoutes() []access.Route {
	const path = "/v1/resource-entries/{resource_entry_id}/billing"
	return []access.Route{
		access.On(identity.ReadResourcePlaces, httpapi.Route{
			Method: http.MethodGet, Path: path, ID: "get-resource-entry-billing", Tag: access.TagResources,
			Summary: "Who the fee of a place is invoiced to", Description: "As it was said, and whether there is an invoice at all.",
		}, func(c *access.Call, _ *httpapi.None) (*wire.Billing, error) {
			sold, err := h.soldPlace(c)
			if err != nil {
				return nil, err
			}
			return h.FeeBilling(c.Context(), sold.owner, c.Param("resource_entry_id"))
		}),
		access.On(identity.JoinResource, httpapi.Route{
			Method: http.MethodPut, Path: path, ID: "set-resource-entry-billing", Tag: access.TagResources,
			Summary: "Set who the fee of a place is invoiced to",
			Description: "Before or after it is paid. When the invoice is issued already and says otherwise, a credit note ends it and another stands for it: up to five times, " +
				"within 30 days, and not once the fee went back. What the fee costs, and its tax, does not depend on it.",
			Problems: FeeKinds, Example: ExampleBilling,
		}, func(c *access.Call, in *wire.BillingIn) (*wire.Billing, error) {
			sold, err := h.soldPlace(c)
			if err != nil {
				return nil, err
			}
			return h.SetFeeBilling(c.Context(), sold.owner, c.Param("resource_entry_id"), in)
		}),
	}
}

// FeeBilling is who the fee of a place of an organization is invoiced to.
func (h *Handlers) FeeBilling(ctx context.Context, org, entry string) (*wire.Billing, error) {
	said, err := h.Store.Invoices.Billing(ctx, org, entry)
	if errors.Is(err, database.ErrNotFound) {
		said, err = &payments.Billing{OrderID: entry}, nil
	}
	if err != nil {
		return nil, err
	}
	out := wire.BillingOf(said)
	of, err := h.Store.Invoices.Invoicing(ctx, org)
	if errors.Is(err, database.ErrNotFound) || err == nil && of.Since == 0 {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	e, err := h.Store.Resources.Entry(ctx, resources.OfEntry(entry), entry)
	if err != nil {
		return nil, err
	}
	out.Available = e.Billable()
	return out, nil
}

// SetFeeBilling stores who the fee of a place of an organization is invoiced to.
func (h *Handlers) SetFeeBilling(ctx context.Context, org, entry string, in *wire.BillingIn) (*wire.Billing, error) {
	said, err := h.billingIn(in)
	if err != nil {
		return nil, err
	}
	said.EventID, said.OrderID = org, entry
	return billed(&said, h.Store.Resources.SetFeeBilling(ctx, said))
}
