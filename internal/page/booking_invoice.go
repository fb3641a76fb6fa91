package page

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"golang.org/x/text/language/display"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// billing is the form in which a guest says who a booking is invoiced to; nil: it has no invoice, or has one
// already.
func (p bookingPages) billing(ctx context.Context, w *Words, base string, g *GuestBooking, issued []payments.InvoiceRow) (*business, error) {
	b := g.Booking
	at := b.At(inventory.At(p.cfg.Now()))
	if b.Price == 0 || len(issued) > 0 || !at.Live() && at != booking.Waiting && at != booking.Completed {
		return nil, nil
	}
	of, err := p.cfg.Store.Invoices.Invoicing(ctx, b.OrgID)
	if errors.Is(err, database.ErrNotFound) || err == nil && of.Since == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	form := &business{URL: base + "/billing", Title: w.Bill.Title, Apply: w.Bill.Apply}
	if len(g.Dates) > 1 {
		form.Text = w.Booking.BillDates
	}
	said, err := p.cfg.Store.Invoices.Billing(ctx, b.OrgID, b.ID)
	switch {
	case err == nil:
		form.Open, form.Outcome = true, w.Bill.Saved
	case errors.Is(err, database.ErrNotFound):
		said = &payments.Billing{}
	default:
		return nil, err
	}
	form.fill(w, said)
	return form, nil
}

// bill takes who a booking is invoiced to, and shows the booking again.
func (p bookingPages) bill(w http.ResponseWriter, r *http.Request) {
	token, words := r.PathValue("token"), WordsFor(r.Header.Get("Accept-Language"))
	base := identity.BookingPath + token
	g, err := p.cfg.Bookers.Find(r.Context(), token)
	if err == nil && g.Booking == nil { // nobody has confirmed the address
		err = database.ErrNotFound
	}
	var issued []payments.InvoiceRow
	if err == nil {
		issued, err = p.cfg.Store.Dues.OfBooking(r.Context(), g.Booking.OrgID, g.Booking.ID, mostInvoices)
	}
	var form *business
	if err == nil {
		form, err = p.billing(r.Context(), words, base, g, issued)
	}
	switch {
	case err != nil:
		p.fail(w, r, err)
		return
	case len(issued) > 0:
		p.showBooking(w, r, http.StatusConflict, token, g, &refusedForm{name: "billing", why: words.Booking.InvoiceFixed})
		return
	case form == nil: // there is none: the page says what there is
		http.Redirect(w, r, base, http.StatusSeeOther)
		return
	}
	said := payments.Billing{EventID: g.Booking.OrgID, OrderID: g.Booking.ID, UpdatedAt: inventory.At(p.cfg.Now())}
	if form.Outcome = ""; !form.read(w, r, words, &said) {
		p.showBooking(w, r, http.StatusUnprocessableEntity, token, g, &refusedForm{name: "billing", bill: form})
		return
	}
	switch err = p.cfg.Store.Bookers.SetBilling(r.Context(), said, datesOf(g)); {
	case errors.Is(err, payments.ErrInvoiceFinal): // issued meanwhile
		p.showBooking(w, r, http.StatusConflict, token, g, &refusedForm{name: "billing", why: words.Booking.InvoiceFixed})
	case err != nil && !errors.Is(err, payments.ErrNoInvoicing):
		p.fail(w, r, err)
	default:
		http.Redirect(w, r, base, http.StatusSeeOther)
	}
}

// datesOf are the ids of what was asked for at once.
func datesOf(g *GuestBooking) (ids []string) {
	for i := range g.Dates {
		ids = append(ids, g.Dates[i].ID)
	}
	return ids
}

// invoicedTo says who the last invoice of a booking is to; none: there is none.
func invoicedTo(w *Words, issued []payments.InvoiceRow) ([]fact, error) {
	for i := len(issued) - 1; i >= 0; i-- {
		if issued[i].Kind != invoice.Invoice {
			continue
		}
		d, err := invoice.Decode(issued[i].Document)
		if err != nil {
			return nil, err
		}
		to, country := &d.Buyer, ""
		if to.Country != "" {
			country = countryName(display.Regions(w.Tag), to.Country)
		}
		var lines []string
		for _, line := range []string{to.Name, to.Contact, to.Street, strings.TrimSpace(to.PostalCode + " " + to.City), country, to.VATID} {
			if line != "" {
				lines = append(lines, line)
			}
		}
		return []fact{{Label: w.Booking.InvoiceTo, Text: strings.Join(append(lines, w.Booking.InvoiceFixed), "\n"), Lines: true}}, nil
	}
	return nil, nil
}
