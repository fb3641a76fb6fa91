package invoices

import (
	"archive/zip"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/billing"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/vat"
)

const (
	mediaPDF = "application/pdf"
	mediaXML = "application/xml"
	mediaZIP = "application/zip"
	// mostDocuments bounds the documents of one order: what was sold, and each unit given back.
	mostDocuments = 1000
	invoiceRows   = 200 // of a file, read at once
	monthLayout   = "2006-01"
)

// InvoicingIn is what an organization says on its invoices.
type InvoicingIn struct {
	Enabled       bool   `json:"enabled" doc:"Whether orders that are paid from now on get invoices. What has one gets credit notes in any case."`
	LegalName     string `json:"legal_name" maxLength:"200" example:"Seaside Events GmbH"`
	Street        string `json:"street" maxLength:"200" doc:"With the number of the house." example:"Am Hafen 1"`
	PostalCode    string `json:"postal_code,omitempty" maxLength:"20" example:"20457"`
	City          string `json:"city" maxLength:"100" example:"Hamburg"`
	Country       string `json:"country" maxLength:"2" doc:"ISO 3166, two letters." example:"DE"`
	VATID         string `json:"vat_id,omitempty" maxLength:"20" doc:"This or a tax number is needed." example:"DE123456789"`
	TaxNumber     string `json:"tax_number,omitempty" maxLength:"40"`
	Prefix        string `json:"prefix" maxLength:"12" doc:"Of numbers. They go on where they were when it changes." example:"SEA"`
	Note          string `json:"note,omitempty" maxLength:"500" doc:"On each document: bank, register, managing directors."`
	Language      string `json:"language" maxLength:"10" doc:"Of all documents, whoever reads them." example:"en"`
	Timezone      string `json:"timezone" maxLength:"64" doc:"In which the date of a document, and the year of its number, are told." example:"Europe/Berlin"`
	SmallBusiness bool   `json:"small_business,omitempty" doc:"Sells without tax, as a small business: what is sold at 0 % is exempt and says why."`
	// How orders are taxed because of their buyers.
	ReverseCharge bool             `json:"reverse_charge,omitempty" doc:"Sells events that are online only to businesses of other countries of the European Union without tax, which those owe (art. 44 and 196 of Directive 2006/112/EC). A VAT id of a country of the Union is needed for that."`
	BuyerRates    map[string]int64 `json:"buyer_rates,omitempty" maxProperties:"30" doc:"Rates of tax in basis points, by country of the European Union, at which events that are online only are sold to consumers there. A country without one: as tiers say. What is attended live is taxed there from the first sale (art. 54(1) of that directive, since 2025); the EUR 10,000 of its art. 59c are for what is supplied electronically without anybody present (art. 58), such as recordings."`
}

// Invoicing is what an organization says on its invoices.
type Invoicing struct {
	InvoicingIn
	Since     *time.Time `json:"since" doc:"Since when orders that are paid get invoices; null: they do not."`
	ChangedAt *time.Time `json:"changed_at" doc:"null: nothing was said yet."`
	Languages []string   `json:"languages" doc:"Those that documents can be in."`
}

func invoicingOf(v *payments.Invoicing) *Invoicing {
	return &Invoicing{
		InvoicingIn: InvoicingIn{
			Enabled: v.Since > 0, LegalName: v.LegalName, Street: v.Street, PostalCode: v.PostalCode, City: v.City, Country: v.Country, VATID: v.VATID,
			TaxNumber: v.TaxNumber, Prefix: v.Prefix, Note: v.Note, Language: v.Language, Timezone: v.Timezone, SmallBusiness: v.SmallBusiness,
			ReverseCharge: v.ReverseCharge, BuyerRates: billing.SellerOf(v).Rates,
		},
		Since: wire.TimePtr(v.Since), ChangedAt: wire.TimePtr(v.ChangedAt), Languages: invoice.Languages(),
	}
}

func (h *Handlers) getInvoicing(c *access.Call, _ *httpapi.None) (*Invoicing, error) {
	v, err := h.Store.Invoices.Invoicing(c.Context(), c.Caller.OrgID)
	if errors.Is(err, database.ErrNotFound) {
		v, err = &payments.Invoicing{Language: invoice.Languages()[0], Timezone: "UTC"}, nil
	}
	if err != nil {
		return nil, err
	}
	return invoicingOf(v), nil
}

func (h *Handlers) setInvoicing(c *access.Call, in *InvoicingIn) (*Invoicing, error) {
	party := invoice.Party{Name: in.LegalName, Street: in.Street, PostalCode: in.PostalCode, City: in.City, Country: in.Country, VATID: in.VATID, TaxNumber: in.TaxNumber}.Normal()
	seller := invoice.Seller{Party: party, Prefix: in.Prefix, Note: in.Note, Language: in.Language, Timezone: in.Timezone, SmallBusiness: in.SmallBusiness}
	if err := wrongFields(slices.Concat(seller.Check(), wrongTaxes(in, &party))); err != nil {
		return nil, err
	}
	v, err := h.Store.Invoices.SetInvoicing(c.Context(), payments.Invoicing{
		OrgID: c.Caller.OrgID, LegalName: party.Name, Street: party.Street, PostalCode: party.PostalCode, City: party.City, Country: party.Country,
		VATID: party.VATID, TaxNumber: party.TaxNumber, Prefix: in.Prefix, Note: in.Note, Language: in.Language, Timezone: in.Timezone,
		SmallBusiness: in.SmallBusiness, ReverseCharge: in.ReverseCharge, BuyerRates: vat.Rates(in.BuyerRates).String(), ChangedAt: inventory.At(h.Now()),
	}, in.Enabled)
	if err != nil {
		return nil, err
	}
	return invoicingOf(v), nil
}

// wrongTaxes says what is wrong with how orders are taxed because of their buyers.
func wrongTaxes(in *InvoicingIn, seller *invoice.Party) (list []invoice.Problem) {
	switch {
	case !in.ReverseCharge:
	case seller.VATID == "" || !vat.InUnion(seller.Country):
		list = append(list, invoice.Problem{Field: "reverse_charge", Code: "not_allowed", Message: "needs a VAT id, and a country of the European Union"})
	case vat.CountryOf(seller.VATID) == "" || !vat.Wellformed(seller.VATID):
		list = append(list, invoice.Problem{Field: "vat_id", Code: "bad_format", Message: "is no VAT number of a country of the European Union, and reverse charge needs one: check the digits"})
	}
	if len(in.BuyerRates) > 0 && !vat.InUnion(seller.Country) {
		list = append(list, invoice.Problem{Field: "buyer_rates", Code: "not_allowed", Message: "are those of sellers in the European Union"})
	}
	if _, ok := vat.ReadRates(vat.Rates(in.BuyerRates).String()); !ok {
		list = append(list, invoice.Problem{Field: "buyer_rates", Code: "bad_format", Message: "must be basis points from 0 to 10000, by country of the European Union"})
	}
	return list
}

func wrongFields(list []invoice.Problem) error {
	if len(list) == 0 {
		return nil
	}
	fields := make([]httpapi.FieldError, len(list))
	for i, p := range list {
		fields[i] = httpapi.FieldError{Field: p.Field, Code: p.Code, Message: p.Message}
	}
	return httpapi.Invalid(fields...)
}

// InvoiceList is a page of invoices and credit notes.
type InvoiceList struct {
	httpapi.List[wire.Invoice]
}

// kindOfDocument reads which kind of documents is asked for; "": both.
func kindOfDocument(c *access.Call) (string, error) {
	kind := c.Query.Get("document")
	if kind != "" && !slices.Contains(invoice.Kinds, kind) {
		return "", httpapi.Invalid(httpapi.FieldError{Field: "document", Code: "not_allowed", Message: "must be invoice or credit_note"})
	}
	return kind, nil
}

// invoiceFilter reads which documents are asked for: with always, those of a month, this one
// unless it is said.
func (h *Handlers) invoiceFilter(c *access.Call, always bool) (*payments.InvoiceFilter, error) {
	kind, err := kindOfDocument(c)
	if err != nil {
		return nil, err
	}
	f := &payments.InvoiceFilter{OrgID: c.Caller.OrgID, EventID: c.Query.Get("event"), Kind: kind}
	text := c.Query.Get("month")
	if text == "" && always {
		text = h.Now().UTC().Format(monthLayout)
	}
	if text != "" {
		zone := time.UTC
		v, err := h.Store.Invoices.Invoicing(c.Context(), f.OrgID)
		switch {
		case err == nil:
			if place, err := time.LoadLocation(v.Timezone); err == nil {
				zone = place
			}
		case !errors.Is(err, database.ErrNotFound):
			return nil, err
		}
		from, err := time.ParseInLocation(monthLayout, text, zone)
		if err != nil {
			return nil, httpapi.Invalid(httpapi.FieldError{Field: "month", Code: "bad_format", Message: "must be a year and a month: 2027-01"})
		}
		f.From, f.To = inventory.At(from), inventory.At(from.AddDate(0, 1, 0))
	}
	return f, nil
}

func (h *Handlers) listInvoices(c *access.Call, _ *httpapi.None) (*InvoiceList, error) {
	f, err := h.invoiceFilter(c, false)
	if err != nil {
		return nil, err
	}
	return h.invoicePage(c, f)
}

func (h *Handlers) listEventInvoices(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*InvoiceList, error) {
	kind, err := kindOfDocument(c)
	if err != nil {
		return nil, err
	}
	return h.invoicePage(c, &payments.InvoiceFilter{OrgID: k.OrgID, EventID: k.EventID, Kind: kind})
}

func (h *Handlers) invoicePage(c *access.Call, f *payments.InvoiceFilter) (*InvoiceList, error) {
	rows, next, err := httpapi.Page(&c.Request, "invoices "+f.OrgID+" "+f.EventID+" "+f.Kind+" "+c.Query.Get("month"),
		func(before payments.InvoicePosition, limit int) ([]payments.InvoiceRow, error) {
			return h.Store.Invoices.List(c.Context(), f, before, limit)
		}, positionOf)
	if err != nil {
		return nil, err
	}
	items, err := wire.InvoicesOf(rows)
	return &InvoiceList{httpapi.NewList(items, next)}, err
}

func positionOf(v *payments.InvoiceRow) payments.InvoicePosition {
	return payments.InvoicePosition{Year: v.Year, No: v.No}
}

// invoiceColumns are the columns of the table for accountants.
var invoiceColumns = []string{
	"number", "kind", "reason", "issued_on", "supplied_on", "refers_to", "event_id", "event", "order_id", "buyer", "buyer_country", "buyer_vat_id", "tax_rate_percent", "category",
	"net", "tax", "gross", "currency",
}

// invoiceRecords are the rows of a document: one for each rate of tax, those of a credit note
// with amounts below 0, so that columns add up.
func invoiceRecords(d *invoice.Document) (rows [][]string) {
	sign, refers := int64(1), ""
	if d.Kind == invoice.CreditNote {
		sign = -1
	}
	if d.Refers != nil {
		refers = d.Refers.Number
	}
	event := d.Event
	order, _, _ := strings.Cut(d.Order, "-") // of a booking: that
	if payments.OfBookings(event) {
		event = ""
	}
	money := func(n int64) string { return payment.Money{Minor: sign * n, Currency: d.Currency}.Decimal() }
	for _, t := range d.Taxes {
		rows = append(rows, []string{
			d.Number, d.Kind, d.Reason, d.IssuedOn, d.SuppliedOn, refers, event, export.Inert(d.Title), order, export.Inert(d.Buyer.Name), d.Buyer.Country,
			export.Inert(d.Buyer.VATID), invoice.Percent(t.TaxRate), t.Category, money(t.Net), money(t.Tax), money(t.Net + t.Tax), d.Currency,
		})
	}
	return rows
}

// eachInvoice calls fn with the documents that a filter selects, by number.
func (h *Handlers) eachInvoice(c *access.Call, f *payments.InvoiceFilter, fn func(*invoice.Document) error) error {
	for at := (payments.InvoicePosition{}); ; {
		list, err := h.Store.Invoices.Onward(c.Context(), f, at, invoiceRows)
		if err != nil {
			return err
		}
		for i := range list {
			d, err := invoice.Decode(list[i].Document)
			if err == nil {
				err = fn(d)
			}
			if err != nil {
				return err
			}
			at = positionOf(&list[i])
		}
		if len(list) < invoiceRows {
			return nil
		}
	}
}

func (h *Handlers) invoicesCSV(c *access.Call, _ *httpapi.None) (*httpapi.Download, error) {
	f, err := h.invoiceFilter(c, false)
	if err != nil {
		return nil, err
	}
	return h.invoiceTable(c, f), nil
}

func (h *Handlers) invoiceTable(c *access.Call, f *payments.InvoiceFilter) *httpapi.Download {
	return httpapi.CSV("invoices.csv", invoiceColumns, func(w *csv.Writer) error {
		return h.eachInvoice(c, f, func(d *invoice.Document) error { return w.WriteAll(invoiceRecords(d)) })
	})
}

// invoicesZIP is the table with each document as PDF and as XML, written as it is read.
func (h *Handlers) invoicesZIP(c *access.Call, _ *httpapi.None) (*httpapi.Download, error) {
	f, err := h.invoiceFilter(c, true)
	if err != nil {
		return nil, err
	}
	return &httpapi.Download{Media: mediaZIP, Name: "invoices.zip", Write: func(out io.Writer) error {
		files := zip.NewWriter(out)
		table, err := files.Create("invoices.csv")
		if err != nil {
			return err
		}
		if err := h.invoiceTable(c, f).Write(table); err != nil {
			return err
		}
		if err := h.eachInvoice(c, f, func(d *invoice.Document) error {
			for name, render := range map[string]func(*invoice.Document) ([]byte, error){".xml": (*invoice.Document).CII, ".pdf": h.Print} {
				body, err := render(d)
				if err != nil {
					return err
				}
				file, err := files.Create(d.Number + name)
				if err != nil {
					return err
				}
				if _, err := file.Write(body); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
		return files.Close()
	}}, nil
}

func (h *Handlers) getBilling(c *access.Call, _ *httpapi.None) (*wire.Billing, error) {
	k, v, err := c.Order(c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	b, err := h.Store.Invoices.Billing(c.Context(), k.EventID, v.Hold.ID)
	if errors.Is(err, database.ErrNotFound) {
		b, err = &payments.Billing{OrderID: v.Hold.ID}, nil
	}
	if err != nil {
		return nil, err
	}
	out := wire.BillingOf(b)
	if v.Hold.Order == nil || v.Hold.Order.Total == 0 {
		return out, nil
	}
	out.Total, out.Taxation = v.Hold.Order.Total, wire.TaxationOf(v.Hold.Order.Taxation)
	of, err := h.Store.Invoices.OfEvent(c.Context(), k.EventID)
	if errors.Is(err, database.ErrNotFound) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	out.Available = of.Since > 0
	out.Priced, err = h.priced(c, k.EventID, v, of)
	return out, err
}

// priced reports whether what a buyer says can change what an order costs.
func (h *Handlers) priced(c *access.Call, event string, v *events.RegistrationView, of *payments.Invoicing) (bool, error) {
	if v.Hold.State != inventory.HoldHeld || of.Since == 0 {
		return false, nil
	}
	e, err := h.Store.Events.Event(c.Context(), event)
	if err != nil {
		return false, err
	}
	return billing.Asks(of, e), nil
}

func (h *Handlers) setBilling(c *access.Call, in *wire.BillingIn) (*wire.Billing, error) {
	k, v, err := c.Order(c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	b, err := h.billingIn(in)
	if err != nil {
		return nil, err
	}
	if v.Hold.Order == nil || v.Hold.Order.Total == 0 {
		return nil, kindNoInvoice.Problem()
	}
	b.EventID, b.OrderID, b.PersonID = k.EventID, v.Hold.ID, v.Hold.PersonID
	out, err := billed(&b, h.Billing.Set(c.Context(), v, &b))
	if err != nil {
		return nil, err
	}
	out.Total, out.Taxation = v.Hold.Order.Total, wire.TaxationOf(v.Hold.Order.Taxation)
	of, err := h.Store.Invoices.OfEvent(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	out.Priced, err = h.priced(c, k.EventID, v, of)
	return out, err
}

// billingIn reads who something is to be invoiced to.
func (h *Handlers) billingIn(in *wire.BillingIn) (payments.Billing, error) {
	p, wrong := billing.ReadBuyer(invoice.Party{Name: in.Company, Street: in.Street, PostalCode: in.PostalCode, City: in.City, Country: in.Country, VATID: in.VATID})
	if err := wrongFields(wrong); err != nil {
		return payments.Billing{}, err
	}
	return payments.Billing{
		Company: p.Name, Street: p.Street, PostalCode: p.PostalCode, City: p.City, Country: p.Country, VATID: p.VATID, UpdatedAt: inventory.At(h.Now()),
	}, nil
}

// billed answers what came of storing who something is invoiced to.
func billed(b *payments.Billing, err error) (*wire.Billing, error) {
	switch {
	case errors.Is(err, payments.ErrNoInvoicing):
		return nil, kindNoInvoice.Problem()
	case errors.Is(err, payments.ErrInvoiceFinal):
		return nil, kindInvoiceFinal.Problem()
	case errors.Is(err, payments.ErrOwesTax):
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "vat_id", Code: "fixed", Message: "must be the number by which the order was sold without tax: it is paid"})
	case errors.Is(err, settlement.ErrNotPayable), errors.Is(err, settlement.ErrNoProvider), errors.Is(err, payment.ErrUnavailable), errors.Is(err, payment.ErrRejected):
		return nil, kindBeingPaid.Problem()
	case err != nil:
		return nil, err
	}
	out := wire.BillingOf(b)
	out.Available = true
	return out, nil
}
