package invoices

import (
	"context"
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

// sold is what documents are of: an order, a booking of rooms, or the fee of a place on a waitlist.
type sold struct {
	// owner is the event, or the organization where there is none.
	owner string
	// id is that of the order, of what stands in its place, or of the booking.
	id string
	// list reads its documents, the first first.
	list func(ctx context.Context, owner, id string, limit int) ([]payments.InvoiceRow, error)
	// of is the id of what a document is of.
	of func(*payments.InvoiceRow) string
}

// documents answer for the documents of one kind of what is sold.
type documents struct {
	*Handlers
	path   string
	action identity.Action
	tag    string
	// list and one are in the ids of the routes.
	list, one string
	// what is in their summaries, and which in the description of the list.
	what, which string
	// find returns what is in the path, if the caller may see its documents.
	find func(*access.Call) (*sold, error)
}

func (h *Handlers) orderDocuments() *documents {
	return &documents{
		Handlers: h, path: "/v1/orders/{order_id}/invoices", action: identity.ReadInvoice, tag: access.TagOrders, list: "order-invoices", one: "invoice", what: "an order",
		which: "Its invoice and its credit notes, the first first. An order that is paid gets its invoice a moment after it is confirmed; one that costs nothing gets none.",
		find:  h.soldOrder,
	}
}

func (h *Handlers) bookingDocuments() *documents {
	return &documents{
		Handlers: h, path: "/v1/bookings/{booking_id}/invoices", action: identity.BookRooms, tag: access.TagBookings, list: "booking-invoices", one: "booking-invoice", what: "a booking",
		which: "The invoice of its deposit, the one of the rest, from which the deposit is taken off, and the credit notes of what went back, the first first. " +
			"Each is issued with the payment or the refund, where the organization issues invoices.",
		find: h.soldBooking,
	}
}

func (h *Handlers) placeDocuments() *documents {
	return &documents{
		Handlers: h, path: "/v1/resource-entries/{resource_entry_id}/invoices", action: identity.ReadResourcePlaces, tag: access.TagResources,
		list: "resource-entry-invoices", one: "resource-entry-invoice", what: "a place",
		which: "The invoice of its fee, and the credit note when that went back. Each is issued with the payment or the refund, where the organization issues invoices.",
		find:  h.soldPlace,
	}
}

func (h *Handlers) soldOrder(c *access.Call) (*sold, error) {
	k, v, err := c.Order(c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	return h.asOrder(k.EventID, v.Hold.ID), nil
}

func (h *Handlers) soldPlace(c *access.Call) (*sold, error) {
	entry := c.Param("resource_entry_id")
	of, ok := id.ResourceOf(entry, id.ResourceEntry)
	if !ok {
		return nil, database.ErrNotFound
	}
	if _, err := h.Store.Resources.Entry(c.Context(), of, entry); err != nil {
		return nil, err
	}
	r, err := h.Store.Resources.ByID(c.Context(), of)
	if err != nil {
		return nil, err
	}
	return h.asOrder(r.OrgID, resources.FeeOrder(entry)), c.Caller.Authorize(c.Action, identity.Resource{OrgID: r.OrgID})
}

// asOrder is an order, or what stands in the place of one.
func (h *Handlers) asOrder(owner, order string) *sold {
	return &sold{owner, order, h.Store.Invoices.OfOrder, func(v *payments.InvoiceRow) string { return v.OrderID }}
}

func (h *Handlers) soldBooking(c *access.Call) (*sold, error) {
	b, err := h.booking(c)
	if err != nil {
		return nil, err
	}
	return &sold{b.OrgID, b.ID, h.Store.Dues.OfBooking, (*payments.InvoiceRow).BookingID}, nil
}

func (d *documents) routes() []access.Route {
	one := d.path + "/{invoice_id}"
	return []access.Route{
		access.On(d.action, httpapi.Route{
			Method: http.MethodGet, Path: d.path, ID: "list-" + d.list, Tag: d.tag, Summary: "List the invoices of " + d.what, Description: d.which,
		}, d.all),
		access.On(d.action, httpapi.Route{
			Method: http.MethodGet, Path: one, ID: "get-" + d.one, Tag: d.tag, Summary: "Read an invoice of " + d.what,
			Description: "All that the document says. It was written when it was issued, and never changes.",
		}, d.read),
		access.On(d.action, httpapi.Route{
			Method: http.MethodGet, Path: one + "/document.pdf", ID: "print-" + d.one, Tag: d.tag, Summary: "An invoice of " + d.what + " as PDF",
			Description: "In the language of the document.", Media: mediaPDF,
		}, d.pdf),
		access.On(d.action, httpapi.Route{
			Method: http.MethodGet, Path: one + "/document.xml", ID: "get-" + d.one + "-xml", Tag: d.tag, Summary: "An invoice of " + d.what + " for programs",
			Description: "CrossIndustryInvoice of UN/CEFACT (D16B) by EN 16931, as Factur-X and ZUGFeRD have it. Without a country of the buyer it has the seller's.", Media: mediaXML,
		}, d.xml),
	}
}

func (d *documents) all(c *access.Call, _ *httpapi.None) (*InvoiceList, error) {
	of, err := d.find(c)
	if err != nil {
		return nil, err
	}
	rows, err := of.list(c.Context(), of.owner, of.id, mostDocuments)
	if err != nil {
		return nil, err
	}
	items, err := wire.InvoicesOf(rows)
	return &InvoiceList{httpapi.NewList(items, "")}, err
}

// document is the one in the path, of what is sold there.
func (d *documents) document(c *access.Call) (*payments.InvoiceRow, *invoice.Document, error) {
	of, err := d.find(c)
	if err != nil {
		return nil, nil, err
	}
	row, err := d.Store.Invoices.Invoice(c.Context(), of.owner, c.Param("invoice_id"))
	if err == nil && of.of(row) != of.id {
		err = database.ErrNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	doc, err := invoice.Decode(row.Document)
	return row, doc, err
}

func (d *documents) read(c *access.Call, _ *httpapi.None) (*wire.InvoiceDocument, error) {
	row, doc, err := d.document(c)
	if err != nil {
		return nil, err
	}
	return wire.DocumentOf(row, doc), nil
}

func (d *documents) pdf(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	return d.file(c, mediaPDF, ".pdf", d.Print)
}

func (d *documents) xml(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	return d.file(c, mediaXML, ".xml", (*invoice.Document).CII)
}

func (d *documents) file(c *access.Call, media, ending string, render func(*invoice.Document) ([]byte, error)) (*httpapi.Image, error) {
	_, doc, err := d.document(c)
	if err != nil {
		return nil, err
	}
	body, err := render(doc)
	if err != nil {
		return nil, err
	}
	c.Writer.Header().Set("Content-Disposition", `inline; filename="`+doc.Number+ending+`"`)
	return &httpapi.Image{Media: media, Body: body}, nil
}
