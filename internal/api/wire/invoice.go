package wire

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Invoice is an invoice or a credit note, without its lines.
type Invoice struct {
	ID       string    `json:"id" example:"ivc_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Kind     string    `json:"kind" enum:"invoice,credit_note"`
	Reason   string    `json:"reason" enum:"sale,refund,correction" doc:"sale: the order was paid. refund: money of it goes back. correction: one ends an invoice with the wrong particulars of the buyer, another stands for it."`
	Number   string    `json:"number" doc:"Without gaps for each organization and year." example:"SEA-2027-000142"`
	EventID  string    `json:"event_id,omitempty" doc:"Absent where it is of a booking of rooms, or of a place on the waitlist of a resource."`
	Title    string    `json:"title" doc:"Of the event, of the venue with the time of the booking, or of the resource, when it was issued."`
	OrderID  string    `json:"order_id,omitempty"`
	Booking  string    `json:"booking_id,omitempty" doc:"The booking of rooms that it is of, in the place of an event and an order."`
	Place    string    `json:"resource_entry_id,omitempty" doc:"The place on the waitlist of a resource that it is of, in the place of an event and an order."`
	RefersTo string    `json:"refers_to,omitempty" doc:"Id of the invoice that a credit note is for, or that an invoice stands for."`
	Buyer    string    `json:"buyer" doc:"The name that it is issued to."`
	Currency string    `json:"currency" example:"EUR"`
	Net      int64     `json:"net" doc:"In minor units of the currency; of a credit note too an amount above 0."`
	Tax      int64     `json:"tax"`
	Gross    int64     `json:"gross"`
	IssuedAt time.Time `json:"issued_at"`
	IssuedOn string    `json:"issued_on" format:"date" doc:"The date that it bears." example:"2027-05-01"`
}

// InvoiceParty is the seller or the buyer, as a document says it.
type InvoiceParty struct {
	Name       string `json:"name"`
	Contact    string `json:"contact,omitempty" doc:"The person, where the name is a company's."`
	Email      string `json:"email,omitempty"`
	Street     string `json:"street,omitempty"`
	PostalCode string `json:"postal_code,omitempty"`
	City       string `json:"city,omitempty"`
	Country    string `json:"country,omitempty"`
	VATID      string `json:"vat_id,omitempty"`
	TaxNumber  string `json:"tax_number,omitempty"`
}

// InvoiceLine is units of one kind and price.
type InvoiceLine struct {
	Text      string `json:"text" example:"General"`
	Count     int64  `json:"count" doc:"-1 where it is taken off: a deposit that was paid already."`
	Price     int64  `json:"price" doc:"Of one, as it was asked for; with its tax where the price includes it."`
	Discount  int64  `json:"discount" doc:"Off the price of one."`
	UnitNet   int64  `json:"unit_net" doc:"Of one, without tax, after the discount."`
	TaxRateBP int64  `json:"tax_rate_bp" doc:"In basis points: 1900 is 19 %."`
	Category  string `json:"category" enum:"S,Z,E,AE" doc:"Of tax, as UNTDID 5305 has it: taxed, at zero, exempt, owed by the buyer (reverse charge)."`
	Net       int64  `json:"net"`
	Tax       int64  `json:"tax"`
	Gross     int64  `json:"gross"`
}

// InvoiceTax is what the lines of one category and rate add up to.
type InvoiceTax struct {
	Category  string `json:"category" enum:"S,Z,E,AE"`
	TaxRateBP int64  `json:"tax_rate_bp"`
	Reason    string `json:"reason,omitempty" doc:"Why no tax is taken."`
	Net       int64  `json:"net"`
	Tax       int64  `json:"tax"`
}

// InvoiceDocument is an invoice or a credit note with all that it says. It was written when it
// was issued and never changes.
type InvoiceDocument struct {
	Invoice
	SuppliedOn string        `json:"supplied_on" format:"date" doc:"The date of the event, as it was when it was issued." example:"2027-05-14"`
	Language   string        `json:"language" example:"en"`
	Seller     InvoiceParty  `json:"seller"`
	To         InvoiceParty  `json:"to" doc:"The buyer."`
	Lines      []InvoiceLine `json:"lines"`
	Taxes      []InvoiceTax  `json:"taxes"`
	Note       string        `json:"note,omitempty"`
	VATCheck   *VATCheck     `json:"vat_check,omitempty" doc:"What the register of VAT numbers said of a buyer who owes the tax."`
}

// VATCheck is what the register of VAT numbers (VIES) said of a number, and when.
type VATCheck struct {
	Answer string    `json:"answer" enum:"valid,invalid,unavailable" doc:"unavailable: nobody could say, and the order was taxed as if the buyer were no business."`
	At     time.Time `json:"at"`
	ID     string    `json:"id,omitempty" doc:"By which the register knows the consultation." example:"WAPIAAAAYqB1lXrC"`
}

// InvoiceOf returns a document as it is listed.
func InvoiceOf(v *payments.InvoiceRow, d *invoice.Document) Invoice {
	out := Invoice{
		ID: v.ID, Kind: v.Kind, Reason: d.Reason, Number: v.Number, EventID: v.EventID, Title: d.Title, OrderID: v.OrderID, RefersTo: v.RefersTo,
		Buyer: d.Buyer.Name, Currency: v.Currency, Net: v.Net, Tax: v.Tax, Gross: v.Gross, IssuedAt: v.IssuedAt.Time(), IssuedOn: d.IssuedOn,
	}
	if out.Booking, out.Place = v.BookingID(), v.PlaceID(); out.Booking != "" || out.Place != "" {
		out.EventID, out.OrderID = "", ""
	}
	return out
}

// InvoicesOf returns documents as they are listed.
func InvoicesOf(list []payments.InvoiceRow) ([]Invoice, error) {
	out := make([]Invoice, len(list))
	for i := range list {
		d, err := invoice.Decode(list[i].Document)
		if err != nil {
			return nil, err
		}
		out[i] = InvoiceOf(&list[i], d)
	}
	return out, nil
}

func partyOf(p *invoice.Party) InvoiceParty {
	return InvoiceParty{
		Name: p.Name, Contact: p.Contact, Email: p.Email, Street: p.Street, PostalCode: p.PostalCode, City: p.City, Country: p.Country, VATID: p.VATID, TaxNumber: p.TaxNumber,
	}
}

// DocumentOf returns all that a document says.
func DocumentOf(v *payments.InvoiceRow, d *invoice.Document) *InvoiceDocument {
	out := &InvoiceDocument{
		Invoice: InvoiceOf(v, d), SuppliedOn: d.SuppliedOn, Language: d.Language, Seller: partyOf(&d.Seller), To: partyOf(&d.Buyer), Note: d.Note,
		Lines: make([]InvoiceLine, len(d.Lines)), Taxes: make([]InvoiceTax, len(d.Taxes)),
	}
	if c := d.VATCheck; c != nil {
		at, err := time.Parse(time.RFC3339, c.At)
		if err == nil {
			out.VATCheck = &VATCheck{Answer: c.Answer, At: at, ID: c.ID}
		}
	}
	for i := range d.Lines {
		l := &d.Lines[i]
		out.Lines[i] = InvoiceLine{
			Text: l.Text, Count: l.Count, Price: l.Price, Discount: l.Discount, UnitNet: l.Unit, TaxRateBP: l.TaxRate, Category: l.Category, Net: l.Net, Tax: l.Tax, Gross: l.Gross,
		}
	}
	for i, t := range d.Taxes {
		out.Taxes[i] = InvoiceTax{Category: t.Category, TaxRateBP: t.TaxRate, Reason: t.Reason, Net: t.Net, Tax: t.Tax}
	}
	return out
}

// BillingIn says who an order is to be invoiced to.
type BillingIn struct {
	Company    string `json:"company,omitempty" maxLength:"200" doc:"Absent: the invoice is to the buyer by name." example:"Lovelace Analytical Ltd"`
	Street     string `json:"street" maxLength:"200" doc:"With the number of the house." example:"Rue du Port 1"`
	PostalCode string `json:"postal_code,omitempty" maxLength:"20" example:"29200"`
	City       string `json:"city" maxLength:"100" example:"Brest"`
	Country    string `json:"country" maxLength:"2" doc:"ISO 3166, two letters." example:"FR"`
	VATID      string `json:"vat_id,omitempty" maxLength:"20" doc:"With the letters of its country, which are put before it where it lacks them; those of country. Format and check digits are looked at." example:"FR40303265045"`
}

// Billing is who an order, a booking, or the fee of a place is to be invoiced to.
type Billing struct {
	OrderID string `json:"order_id" doc:"The order, the booking, or the place on the waitlist of a resource."`
	BillingIn
	UpdatedAt *time.Time `json:"updated_at" doc:"null: nothing was said, and the invoice is to the buyer by name."`
	Available bool       `json:"available" doc:"Whether the order gets an invoice once it is paid, or has one: only then can something be said."`
	Priced    bool       `json:"priced,omitempty" doc:"What is said can change what the order costs, as long as it is not paid: it says whether a business or a consumer of which country buys."`
	Taxation  *Taxation  `json:"taxation,omitempty" doc:"How the order is taxed because of its buyer; absent where it is as its tiers say."`
	Total     int64      `json:"total,omitempty" doc:"What the order costs, in minor units of its currency."`
	VATCheck  *VATCheck  `json:"vat_check,omitempty" doc:"What the register of VAT numbers said of vat_id; absent where it was not asked."`
}

// BillingOf returns who an order is to be invoiced to.
func BillingOf(b *payments.Billing) *Billing {
	out := &Billing{OrderID: b.OrderID, UpdatedAt: TimePtr(b.UpdatedAt), BillingIn: BillingIn{
		Company: b.Company, Street: b.Street, PostalCode: b.PostalCode, City: b.City, Country: b.Country, VATID: b.VATID,
	}}
	if b.VATCheck != "" {
		out.VATCheck = &VATCheck{Answer: b.VATCheck, At: b.VATCheckedAt.Time(), ID: b.VATCheckID}
	}
	return out
}
