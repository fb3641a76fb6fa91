package page

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
)

// InvoicePrinter makes the PDFs of invoices and credit notes.
type InvoicePrinter struct{ Paper *ticketpdf.Printer }

// Print makes the PDF of an invoice or a credit note. All of it follows from the document:
// who prints it, and when, makes no difference.
func (ip InvoicePrinter) Print(d *invoice.Document) ([]byte, error) {
	w := invoice.WordsIn(d.Language)
	made, err := time.Parse(time.DateOnly, d.IssuedOn)
	if err != nil {
		return nil, err
	}
	money := func(amount int64) string { return mailkit.Money(w.Tag().String(), amount, d.Currency) }
	v := &ticketpdf.Invoice{
		Event: d.Event, Heading: w.Invoice + " " + d.Number, Title: d.Title,
		Parties: []ticketpdf.Block{{Label: w.Seller, Lines: partyLines(w, &d.Seller)}, {Label: w.Buyer, Lines: partyLines(w, &d.Buyer)}},
		Facts: []ticketpdf.Fact{
			{Label: w.Date, Text: d.IssuedOn}, {Label: w.Supplied, Text: d.SuppliedOn},
			{Label: WordsFor(w.Tag().String()).OrderNumber, Text: orderOf(d)},
		},
	}
	settled, refers := w.Settled, w.Replaces
	if d.Kind == invoice.CreditNote {
		v.Heading, settled, refers = w.CreditNote+" "+d.Number, w.Returned, w.ForInvoice
	}
	if d.Reason == invoice.ForCorrection {
		settled = ""
	}
	if d.Refers != nil {
		v.Notes = append(v.Notes, fill(refers, "{number}", d.Refers.Number, "{date}", d.Refers.IssuedOn)+".")
	}
	for i := range d.Lines {
		l := &d.Lines[i]
		if l.Count < 0 { // taken off
			v.Lines, v.Details = append(v.Lines, ticketpdf.Line{Text: l.Text, Amount: money(l.Net)}), append(v.Details, "")
			continue
		}
		v.Lines = append(v.Lines, ticketpdf.Line{
			Text: fill(w.Each, "{count}", strconv.FormatInt(l.Count, 10), "{text}", l.Text, "{price}", money(l.Unit)), Amount: money(l.Net),
		})
		detail := ""
		if l.Discount > 0 {
			detail = money(l.Price) + ", " + fill(w.Discount, "{amount}", money(l.Discount))
		}
		v.Details = append(v.Details, detail)
	}
	v.Sums = append(v.Sums, ticketpdf.Line{Text: w.Net, Amount: money(d.Net)})
	for _, t := range d.Taxes {
		if t.TaxRate > 0 {
			v.Sums = append(v.Sums, ticketpdf.Line{Text: fill(w.Tax, "{rate}", invoice.Percent(t.TaxRate)+" %", "{net}", money(t.Net)), Amount: money(t.Tax)})
		}
		if t.Reason != "" {
			v.Notes = append(v.Notes, t.Reason+".")
		}
	}
	v.Sums = append(v.Sums, ticketpdf.Line{Text: w.Total, Amount: money(d.Gross)})
	for _, n := range append([]string{settled}, strings.Split(d.Note, "\n")...) {
		if n != "" {
			v.Notes = append(v.Notes, n)
		}
	}
	return ip.Paper.PrintInvoice(w.Tag(), made, v)
}

// orderOf is the order, or the booking, that a document is of.
func orderOf(d *invoice.Document) string {
	of, _, _ := strings.Cut(d.Order, "-")
	return of
}

// partyLines are the lines printed of the seller or the buyer.
func partyLines(w *invoice.Words, p *invoice.Party) []string {
	town := strings.TrimSpace(p.PostalCode + " " + p.City)
	if p.Country != "" && town != "" {
		town += ", " + p.Country
	}
	var lines []string
	for _, text := range []string{p.Name, p.Contact, p.Street, town, p.Email, labelled(w.VATID, p.VATID), labelled(w.TaxNumber, p.TaxNumber)} {
		if text != "" {
			lines = append(lines, text)
		}
	}
	return lines
}

func labelled(label, text string) string {
	if text == "" {
		return ""
	}
	return label + " " + text
}

// mostInvoices is how many documents of an order its page names; the app has all.
const mostInvoices = 100

// invoiceLink leads to a document of an order.
type invoiceLink struct{ Label, PDF, XML string }

func (p *Pages) invoiceLinks(ctx context.Context, v *view, event, order, base string) error {
	list, err := p.cfg.Store.Invoices.OfOrder(ctx, event, order, mostInvoices)
	for i := range list {
		label, path := v.InvoicePDF, base+"/invoices/"+list[i].ID
		if list[i].Kind == invoice.CreditNote {
			label = v.CreditPDF
		}
		v.Invoices = append(v.Invoices, invoiceLink{Label: fill(label, "{number}", list[i].Number), PDF: path + "/document.pdf", XML: path + "/document.xml"})
	}
	return err
}

// invoiceFile answers with a document of an order, for its buyer: as PDF or as XML.
func (p *Pages) invoiceFile(w http.ResponseWriter, r *http.Request) {
	s, err := p.find(r.Context(), r.PathValue("token"), identity.OrderLink)
	if err == nil && (s.v.Hold == nil || s.v.Person.ID != s.link.Person) { // whoever has the address to pay at is not the buyer
		err = database.ErrNotFound
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	row, err := p.cfg.Store.Invoices.Invoice(r.Context(), s.event.Event.ID, r.PathValue("invoice"))
	if err == nil && row.OrderID != s.v.Hold.ID {
		err = database.ErrNotFound
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	sendInvoice(p, w, r, row)
}

// sendInvoice sends a document as the file that the path names: document.pdf or document.xml.
func sendInvoice(p *Pages, w http.ResponseWriter, r *http.Request, row *payments.InvoiceRow) {
	name, ending, _ := strings.Cut(r.PathValue("file"), ".")
	if name != "document" || ending != "pdf" && ending != "xml" {
		p.fail(w, r, database.ErrNotFound)
		return
	}
	d, err := invoice.Decode(row.Document)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	media, render := "application/pdf", InvoicePrinter{p.cfg.Paper}.Print
	if ending == "xml" {
		media, render = "application/xml", (*invoice.Document).CII
	}
	body, err := render(d)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	sendFile(w, media, `inline; filename="`+d.Number+"."+ending+`"`, body)
}
