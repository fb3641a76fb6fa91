package invoices

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

const placeInvoices = "/v1/resource-entries/{resource_entry_id}/invoices"

// placeInvoiceRoutes answer for the invoices of fees of places on waitlists, which are documents like those
// of orders.
func (h *Handlers) placeInvoiceRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ReadResourcePlaces, httpapi.Route{
			Method: http.MethodGet, Path: placeInvoices, ID: "list-resource-entry-invoices", Tag: access.TagResources,
			Summary: "List the invoices of a place",
			Description: "The invoice of its fee, and the credit note when that went back. Each is issued with the payment or the refund, where the organization issues " +
				"invoices.",
		}, h.listPlaceInvoices),
		access.On(identity.ReadResourcePlaces, httpapi.Route{
			Method: http.MethodGet, Path: placeInvoices + "/{invoice_id}", ID: "get-resource-entry-invoice", Tag: access.TagResources,
			Summary: "Read an invoice of a place", Description: "All that the document says. It was written when it was issued, and never changes.",
		}, h.getPlaceInvoice),
		access.On(identity.ReadResourcePlaces, httpapi.Route{
			Method: http.MethodGet, Path: placeInvoices + "/{invoice_id}/document.pdf", ID: "print-resource-entry-invoice", Tag: access.TagResources,
			Summary: "An invoice of a place as PDF", Description: "In the language of the document.", Media: mediaPDF,
		}, h.placeInvoicePDF),
		access.On(identity.ReadResourcePlaces, httpapi.Route{
			Method: http.MethodGet, Path: placeInvoices + "/{invoice_id}/document.xml", ID: "get-resource-entry-invoice-xml", Tag: access.TagResources,
			Summary: "An invoice of a place for programs", Description: "CrossIndustryInvoice of UN/CEFACT (D16B) by EN 16931, as those of orders.", Media: mediaXML,
		}, h.placeInvoiceXML),
	}
}

// place is the place in the path, of the caller's organization.
func (h *Handlers) place(c *access.Call) (org, entry string, err error) {
	entry = c.Param("resource_entry_id")
	of, ok := id.ResourceOf(entry, id.ResourceEntry)
	if !ok {
		return "", "", database.ErrNotFound
	}
	if _, err := h.Store.Resources.Entry(c.Context(), of, entry); err != nil {
		return "", "", err
	}
	r, err := h.Store.Resources.ByID(c.Context(), of)
	if err != nil {
		return "", "", err
	}
	return r.OrgID, entry, c.Caller.Authorize(c.Action, identity.Resource{OrgID: r.OrgID})
}

func (h *Handlers) listPlaceInvoices(c *access.Call, _ *httpapi.None) (*InvoiceList, error) {
	org, entry, err := h.place(c)
	if err != nil {
		return nil, err
	}
	rows, err := h.Store.Invoices.OfOrder(c.Context(), org, resources.FeeOrder(entry), mostDocuments)
	if err != nil {
		return nil, err
	}
	items, err := wire.InvoicesOf(rows)
	return &InvoiceList{Items: items}, err
}

// placeDocument finds a document of the place in the path.
func (h *Handlers) placeDocument(c *access.Call) (*payments.InvoiceRow, *invoice.Document, error) {
	org, entry, err := h.place(c)
	if err != nil {
		return nil, nil, err
	}
	row, err := h.Store.Invoices.Invoice(c.Context(), org, c.Param("invoice_id"))
	if err == nil && row.PlaceID() != entry {
		err = database.ErrNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	d, err := invoice.Decode(row.Document)
	return row, d, err
}

func (h *Handlers) getPlaceInvoice(c *access.Call, _ *httpapi.None) (*wire.InvoiceDocument, error) {
	row, d, err := h.placeDocument(c)
	if err != nil {
		return nil, err
	}
	return wire.DocumentOf(row, d), nil
}

func (h *Handlers) placeInvoicePDF(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	_, d, err := h.placeDocument(c)
	if err != nil {
		return nil, err
	}
	return printed(c, d, mediaPDF, ".pdf", h.Print)
}

func (h *Handlers) placeInvoiceXML(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	_, d, err := h.placeDocument(c)
	if err != nil {
		return nil, err
	}
	return printed(c, d, mediaXML, ".xml", (*invoice.Document).CII)
}
