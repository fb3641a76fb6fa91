package invoices

import (
	"errors"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

const (
	bookingInvoices = "/v1/bookings/{booking_id}/invoices"
	bookingBilling  = "/v1/bookings/{booking_id}/billing"
)

// bookingInvoiceRoutes answer for the invoices of bookings of rooms, which are documents like
// those of orders.
func (h *Handlers) bookingInvoiceRoutes() []access.Route {
	return []access.Route{
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodGet, Path: bookingInvoices, ID: "list-booking-invoices", Tag: access.TagBookings,
			Summary: "List the invoices of a booking",
			Description: "The invoice of its deposit, the one of the rest, from which the deposit is taken off, and the credit notes of what went back, the first first. " +
				"Each is issued with the payment or the refund, where the organization issues invoices.",
		}, h.listBookingInvoices),
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodGet, Path: bookingInvoices + "/{invoice_id}", ID: "get-booking-invoice", Tag: access.TagBookings,
			Summary: "Read an invoice of a booking", Description: "All that the document says. It was written when it was issued, and never changes.",
		}, h.getBookingInvoice),
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodGet, Path: bookingInvoices + "/{invoice_id}/document.pdf", ID: "print-booking-invoice", Tag: access.TagBookings,
			Summary: "An invoice of a booking as PDF", Description: "In the language of the document.", Media: mediaPDF,
		}, h.bookingInvoicePDF),
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodGet, Path: bookingInvoices + "/{invoice_id}/document.xml", ID: "get-booking-invoice-xml", Tag: access.TagBookings,
			Summary: "An invoice of a booking for programs", Description: "CrossIndustryInvoice of UN/CEFACT (D16B) by EN 16931, as those of orders.", Media: mediaXML,
		}, h.bookingInvoiceXML),
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
	return h.Store.Venues.Booking(c.Context(), c.Caller.OrgID, c.Param("booking_id"))
}

func (h *Handlers) listBookingInvoices(c *access.Call, _ *httpapi.None) (*InvoiceList, error) {
	b, err := h.booking(c)
	if err != nil {
		return nil, err
	}
	rows, err := h.Store.Venues.OfBooking(c.Context(), b.OrgID, b.ID, mostDocuments)
	if err != nil {
		return nil, err
	}
	items, err := wire.InvoicesOf(rows)
	return &InvoiceList{Items: items}, err
}

// bookingDocument finds a document of the booking in the path.
func (h *Handlers) bookingDocument(c *access.Call) (*payments.InvoiceRow, *invoice.Document, error) {
	b, err := h.booking(c)
	if err != nil {
		return nil, nil, err
	}
	row, err := h.Store.Invoices.Invoice(c.Context(), b.OrgID, c.Param("invoice_id"))
	if err == nil && row.BookingID() != b.ID {
		err = database.ErrNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	d, err := invoice.Decode(row.Document)
	return row, d, err
}

func (h *Handlers) getBookingInvoice(c *access.Call, _ *httpapi.None) (*wire.InvoiceDocument, error) {
	row, d, err := h.bookingDocument(c)
	if err != nil {
		return nil, err
	}
	return wire.DocumentOf(row, d), nil
}

func (h *Handlers) bookingInvoicePDF(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	_, d, err := h.bookingDocument(c)
	if err != nil {
		return nil, err
	}
	return printed(c, d, mediaPDF, ".pdf", h.Print)
}

func (h *Handlers) bookingInvoiceXML(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	_, d, err := h.bookingDocument(c)
	if err != nil {
		return nil, err
	}
	return printed(c, d, mediaXML, ".xml", (*invoice.Document).CII)
}

func (h *Handlers) getBookingBilling(c *access.Call, _ *httpapi.None) (*wire.Billing, error) {
	b, err := h.booking(c)
	if err != nil {
		return nil, err
	}
	said, err := h.Store.Invoices.Billing(c.Context(), b.OrgID, b.ID)
	if errors.Is(err, database.ErrNotFound) {
		said, err = &payments.Billing{OrderID: b.ID}, nil
	}
	if err != nil {
		return nil, err
	}
	out := wire.BillingOf(said)
	of, err := h.Store.Invoices.Invoicing(c.Context(), b.OrgID)
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
	return billed(&said, h.Store.Venues.SetBookingBilling(c.Context(), said))
}
