package invoices

import (
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

const (
	invoicingPath = "/v1/organization/invoicing"
	billingPath   = "/v1/orders/{order_id}/billing"
)

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(
		h.orderInvoiceRoutes(), h.orderDocuments().routes(), h.bookingBillingRoutes(), h.bookingDocuments().routes(), h.placeDocuments().routes(), h.feeBillingRoutes(),
	)
}

func (h *Handlers) orderInvoiceRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ReadInvoices, httpapi.Route{
			Method: http.MethodGet, Path: invoicingPath, ID: "get-invoicing", Tag: access.TagPayments,
			Summary: "What is on invoices", Description: "What the organization says of itself on its invoices, and whether orders get them.",
		}, h.getInvoicing),
		access.On(identity.ManageInvoicing, httpapi.Route{
			Method: http.MethodPut, Path: invoicingPath, ID: "set-invoicing", Tag: access.TagPayments,
			Summary: "Set what is on invoices",
			Description: "Takes the place of all of it. Turned on, each order that is paid from then on gets an invoice, and each refund of such an order a " +
				"credit note, with numbers without gaps for each year. What was issued is never changed.",
			Example: InvoicingIn{
				Enabled: true, LegalName: "Seaside Events GmbH", Street: "Am Hafen 1", PostalCode: "20457", City: "Hamburg", Country: "DE", VATID: "DE123456789",
				Prefix: "SEA", Language: "en", Timezone: "Europe/Berlin",
			},
		}, h.setInvoicing),
		access.On(identity.ReadInvoices, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/invoices", ID: "list-invoices", Tag: access.TagPayments,
			Summary: "List invoices", Description: "Invoices and credit notes of the organization, the latest number first.",
			Query: []string{"limit", "cursor", "event", "document", "month"},
		}, h.listInvoices),
		access.On(identity.ReadInvoices, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/invoices.csv", ID: "get-invoices-csv", Tag: access.TagPayments,
			Summary: "Invoices as CSV",
			Description: "A table (RFC 4180, UTF-8) by number, with a row for each document and rate of tax, amounts as decimals; those of credit notes are " +
				"below 0, so that the columns add up.",
			Query: []string{"event", "document", "month"}, Media: httpapi.MediaCSV,
		}, h.invoicesCSV),
		access.On(identity.ReadInvoices, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/invoices.zip", ID: "get-invoices-zip", Tag: access.TagPayments,
			Summary: "Invoices of a month as files", Description: "The table of a month, and each document as PDF and as XML; without `month`, of this one.",
			Query: []string{"event", "document", "month"}, Media: mediaZIP,
		}, h.invoicesZIP),
		access.InEvent(identity.ReadInvoices, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/invoices", ID: "list-event-invoices", Tag: access.TagPayments,
			Summary: "List the invoices of an event", Description: "Invoices and credit notes of an event, the latest number first.",
			Query: []string{"limit", "cursor", "document"},
		}, h.listEventInvoices),
		access.On(identity.ChangeBilling, httpapi.Route{
			Method: http.MethodGet, Path: billingPath, ID: "get-billing", Tag: access.TagOrders,
			Summary: "Who an order is invoiced to", Description: "As the buyer said, and whether there is an invoice at all.",
		}, h.getBilling),
		access.On(identity.ChangeBilling, httpapi.Route{
			Method: http.MethodPut, Path: billingPath, ID: "set-billing", Tag: access.TagOrders,
			Summary: "Set who an order is invoiced to",
			Description: "Before or after paying. When the invoice is issued already and says otherwise, a credit note ends it and another stands for it: up to " +
				"five times, within 30 days, and not once something was refunded. While the order is pending, it can change what it costs: of an event that is online only, a " +
				"business of another country of the European Union owes the tax itself and pays the net amount, and a consumer of another country pays the tax of that, where " +
				"the organization has it so; and so does a business where the event has business_owes_tax_in. The page to pay on is closed first.",
			Problems: []httpapi.Kind{kindNoInvoice, kindInvoiceFinal, kindBeingPaid},
			Example:  wire.BillingIn{Company: "Lovelace Analytical Ltd", Street: "Rue du Port 1", PostalCode: "29200", City: "Brest", Country: "FR", VATID: "FR40303265045"},
		}, h.setBilling),
	}
}
