package payments

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// What the refs of invoices begin with: those of the journal, and of corrections the invoice
// that was wrong.
const (
	InvoiceOfSale    = "sale:"
	InvoiceOfRefund  = "refund:"
	InvoiceCancelled = "cancel:"
	InvoiceInstead   = "instead:"
)

// Bounds of correcting who an invoice is to.
const (
	CorrectFor     = 30 * inventory.Day
	MaxCorrections = 5
)

// Errors of invoices, found with errors.Is.
var (
	// ErrNoInvoicing: the organization issues no invoices.
	ErrNoInvoicing = errors.New("store: the organization issues no invoices")
	// ErrInvoiceFinal: the invoice can no longer be corrected.
	ErrInvoiceFinal = errors.New("store: the invoice can no longer be corrected")
	// ErrOwesTax: the number is that of the business that owes the tax of what is paid.
	ErrOwesTax = errors.New("store: the number is that of the business that owes the tax")
)

// Invoicing is what an organization says of itself on its invoices.
type Invoicing struct {
	OrgID string
	// Since is when they were turned on: orders that are settled from then on have them. 0:
	// they are off.
	Since                                        inventory.Instant
	LegalName, Street, PostalCode, City, Country string
	VATID, TaxNumber, Prefix, Note, Language     string
	Timezone                                     string
	SmallBusiness                                bool
	// ReverseCharge: what is online is sold to businesses of other countries of the Union without tax.
	// BuyerRates are those of consumers of other countries, as vat.Rates writes them.
	ReverseCharge bool
	BuyerRates    string
	ChangedAt     inventory.Instant
}

// InvoicingTable describes the table invoicing; a row is one Invoicing.
var InvoicingTable = table.New("invoicing", new(Invoicing), func(c *table.Columns, v *Invoicing) {
	c.Key("org_id", &v.OrgID)
	c.Number("since", (*int64)(&v.Since))
	c.Text("legal_name", &v.LegalName)
	c.Text("street", &v.Street)
	c.Text("postal_code", &v.PostalCode)
	c.Text("city", &v.City)
	c.Text("country", &v.Country)
	c.Text("vat_id", &v.VATID)
	c.Text("tax_number", &v.TaxNumber)
	c.Text("prefix", &v.Prefix)
	c.Text("note", &v.Note)
	c.Text("language", &v.Language)
	c.Text("timezone", &v.Timezone)
	c.Truth("small_business", &v.SmallBusiness)
	c.Truth("reverse_charge", &v.ReverseCharge)
	c.Text("buyer_rates", &v.BuyerRates)
	c.Number("changed_at", (*int64)(&v.ChangedAt))
})

// Seller is the organization as its documents name it.
func (v *Invoicing) Seller() *invoice.Seller {
	return &invoice.Seller{
		Party: invoice.Party{
			ID: v.OrgID, Name: v.LegalName, Street: v.Street, PostalCode: v.PostalCode, City: v.City, Country: v.Country, VATID: v.VATID, TaxNumber: v.TaxNumber,
		},
		Prefix: v.Prefix, Note: v.Note, Language: v.Language, Timezone: v.Timezone, SmallBusiness: v.SmallBusiness,
	}
}

// InvoicingSubject is what the chain of an organization calls its invoicing.
func InvoicingSubject(org string) string { return "invoicing of " + org }

// Commitment commits to what the organization says on its invoices, and since when it has them.
func (v *Invoicing) Commitment() string {
	c := audit.Invoicing{
		Org: v.OrgID, Since: v.Since, Texts: []string{
			v.LegalName, v.Street, v.PostalCode, v.City, v.Country, v.VATID, v.TaxNumber, v.Prefix, v.Note, v.Language, v.Timezone, v.BuyerRates,
		}, SmallBusiness: v.SmallBusiness, ReverseCharge: v.ReverseCharge,
	}
	return c.Commitment()
}

// InvoiceRow is an invoice or a credit note as it is stored: once, and never changed.
type InvoiceRow struct {
	EventID, ID, OrgID, Kind string
	Year, No                 int64
	Number, OrderID          string
	Ref, RefersTo            string
	Currency                 string
	Net, Tax, Gross          int64
	IssuedAt                 inventory.Instant
	Document, Hash           string
}

// InvoiceTable describes the table invoices; a row is one InvoiceRow.
var InvoiceTable = table.New("invoices", new(InvoiceRow), func(c *table.Columns, v *InvoiceRow) {
	c.Key("event_id", &v.EventID)
	c.Key("id", &v.ID)
	c.Text("org_id", &v.OrgID)
	c.Text("kind", &v.Kind)
	c.Number("year", &v.Year)
	c.Number("no", &v.No)
	c.Text("number", &v.Number)
	c.Text("order_id", &v.OrderID)
	c.Text("ref", &v.Ref)
	c.Text("refers_to", &v.RefersTo)
	c.Text("currency", &v.Currency)
	c.Number("net", &v.Net)
	c.Number("tax", &v.Tax)
	c.Number("gross", &v.Gross)
	c.Number("issued_at", (*int64)(&v.IssuedAt))
	c.Text("document", &v.Document)
	c.Text("hash", &v.Hash)
})

// ChainInvoice is the hash of a document behind that of the one before it.
func ChainInvoice(before, document string) string {
	sum := sha256.Sum256([]byte("holdfast invoice v1\n" + before + "\n" + document))
	return hex.EncodeToString(sum[:])
}

// InvoiceSeries is the last number that was allotted of an organization and year.
type InvoiceSeries struct {
	OrgID string
	Year  int64
	Last  int64
	Hash  string // of the document that has it
}

// SeriesOfInvoices describes the table invoice_series; a row is one InvoiceSeries.
var SeriesOfInvoices = table.New("invoice_series", new(InvoiceSeries), func(c *table.Columns, v *InvoiceSeries) {
	c.Key("org_id", &v.OrgID)
	c.NumberKey("year", &v.Year)
	c.Number("last", &v.Last)
	c.Text("hash", &v.Hash)
})

// Billing is who an order is to be invoiced to.
type Billing struct {
	EventID, OrderID, PersonID string
	Company                    string
	Street, PostalCode, City   string
	Country, VATID             string
	// VATCheck is what a register said of VATID when it was asked, vat.Valid and others, at
	// VATCheckedAt, and VATCheckID by what it knows that; "": it was not asked.
	VATCheck     string
	VATCheckedAt inventory.Instant
	VATCheckID   string
	UpdatedAt    inventory.Instant
}

// BillingTable describes the table billing; a row is one Billing.
var BillingTable = table.New("billing", new(Billing), func(c *table.Columns, v *Billing) {
	c.Key("event_id", &v.EventID)
	c.Key("order_id", &v.OrderID)
	c.Text("person_id", &v.PersonID)
	c.Text("company", &v.Company)
	c.Text("street", &v.Street)
	c.Text("postal_code", &v.PostalCode)
	c.Text("city", &v.City)
	c.Text("country", &v.Country)
	c.Text("vat_id", &v.VATID)
	c.Text("vat_check", &v.VATCheck)
	c.Number("vat_checked_at", (*int64)(&v.VATCheckedAt))
	c.Text("vat_check_id", &v.VATCheckID)
	c.Number("updated_at", (*int64)(&v.UpdatedAt))
})

// Buyer is who a document is to: the company that was said, else the person.
func (v *Billing) Buyer(name, email, language string) invoice.Party {
	p := invoice.Party{Name: name, Email: email, Street: v.Street, PostalCode: v.PostalCode, City: v.City, Country: v.Country, VATID: v.VATID}
	if v.Company != "" {
		p.Name, p.Contact = v.Company, name
	}
	if p.Name == "" {
		p.Name = email
	}
	if p.Name == "" { // somebody who bought at the door
		p.Name = invoice.WordsIn(language).Buyer
	}
	return p
}

// Invoicing returns what an organization says on its invoices, or ErrNotFound.
func (s Invoices) Invoicing(ctx context.Context, org string) (*Invoicing, error) {
	v, err := table.One(ctx, s.db.Read, InvoicingTable.Scan, InvoicingTable.From()+" where org_id = $1", org)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &v, nil
}

// OfEvent returns what the organization of an event says on its invoices, or ErrNotFound.
func (s Invoices) OfEvent(ctx context.Context, event string) (*Invoicing, error) {
	v, err := invoicingOf(ctx, s.db.Read, event)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return v, nil
}

func invoicingOf(ctx context.Context, q table.Querier, event string) (*Invoicing, error) {
	v, err := table.One(ctx, q, InvoicingTable.Scan, "select "+InvoicingTable.As("i")+" from events e join invoicing i on i.org_id = e.org_id where e.id = $1", event)
	return &v, err
}

// SetInvoicing stores what an organization says on its invoices. on turns them on or off;
// Since stays while they are on.
func (s Invoices) SetInvoicing(ctx context.Context, v Invoicing, on bool) (*Invoicing, error) {
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.LockEvent(), v.OrgID); err != nil {
			return err
		}
		was, err := table.One(ctx, tx, InvoicingTable.Scan, InvoicingTable.From()+" where org_id = $1"+s.db.ForUpdate, v.OrgID)
		action, there := audit.InvoicingChanged, err == nil
		switch {
		case errors.Is(err, table.ErrNone):
			action = audit.InvoicingCreated
		case err != nil:
			return err
		}
		if on && was.Since == 0 {
			if err := organizations.NoneElsewhere(ctx, tx, v.OrgID); err != nil {
				return err
			}
		}
		switch {
		case !on:
			v.Since = 0
		case was.Since > 0:
			v.Since = was.Since
		case v.Since == 0:
			v.Since = v.ChangedAt
		}
		if there {
			if same := was; v.ChangedAt >= same.ChangedAt {
				same.ChangedAt = v.ChangedAt
				if same == v {
					return nil
				}
			}
			if _, err := table.Exec(ctx, tx, "delete from invoicing where org_id = $1", v.OrgID); err != nil {
				return err
			}
		}
		if err := InvoicingTable.InsertRow(ctx, tx, &v); err != nil {
			return err
		}
		return organizations.Record(ctx, s.db, tx, v.OrgID, "", audit.Deed{Subject: InvoicingSubject(v.OrgID), Action: action, Commitment: v.Commitment()})
	})
	return &v, err
}

// LockSeries takes the row of the numbers of a year. Whoever has it is alone with the
// documents of its organization until the transaction ends.
func LockSeries(ctx context.Context, db *database.DB, tx *sql.Tx, org string, year int64) (*InvoiceSeries, error) {
	const one = " where org_id = $1 and year = $2"
	if _, err := table.Exec(ctx, tx, "insert into invoice_series (org_id, year, last, hash) values ($1, $2, 0, '') on conflict (org_id, year) do nothing", org, year); err != nil {
		return nil, err
	}
	v, err := table.One(ctx, tx, SeriesOfInvoices.Scan, SeriesOfInvoices.From()+one+db.ForUpdate, org, year)
	return &v, err
}

// Issue gives documents their numbers and stores them.
func Issue(ctx context.Context, tx *sql.Tx, seller *invoice.Seller, series *InvoiceSeries, at inventory.Instant, drafts []InvoiceRow, documents []*invoice.Document) error {
	for i, d := range documents {
		row := &drafts[i]
		series.Last++
		d.Number = invoice.Number(seller.Prefix, series.Year, series.Last)
		text, err := d.Encode()
		if err != nil {
			return err
		}
		series.Hash = ChainInvoice(series.Hash, text)
		if row.ID = bookingInvoiceID(row.EventID, row.Ref); !OfBookings(row.EventID) {
			row.ID = id.Named(id.Invoice, row.EventID, row.Ref)
		}
		row.OrgID, row.Kind, row.Year, row.No, row.Number = series.OrgID, d.Kind, series.Year, series.Last, d.Number
		row.OrderID, row.Currency, row.Net, row.Tax, row.Gross = d.Order, d.Currency, d.Net, d.Tax, d.Gross
		row.IssuedAt, row.Document, row.Hash = at, text, series.Hash
		if err := InvoiceTable.InsertRow(ctx, tx, row); err != nil {
			return err
		}
	}
	return table.ExecOne(ctx, tx, "update invoice_series set last = $1, hash = $2 where org_id = $3 and year = $4", series.Last, series.Hash, series.OrgID, series.Year)
}

// YearOf is the year of an invoice, where the seller is.
func YearOf(at inventory.Instant, s *invoice.Seller) int64 {
	return int64(invoice.Date(at, s.Timezone).Year())
}

// soldOrder is what an invoice says of an order.
type soldOrder struct {
	payment, provider, order, currency string
	name, person                       string
	taxation, vatID                    string
	profile                            inventory.Profile
}

// ImportProvider is the provider of payments that another ticket shop has taken.
const ImportProvider = "import"

// invoiceSales issues the invoices of orders that were settled, in the transaction that says
// so. Nothing happens where the organization issues none, and to what another shop has sold
// and invoiced.
func invoiceSales(ctx context.Context, db *database.DB, tx *sql.Tx, event string, payments []string, at inventory.Instant) error {
	v, err := invoicingOf(ctx, tx, event)
	if errors.Is(err, table.ErrNone) || err == nil && v.Since == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	seller := v.Seller()
	facts, err := eventFacts(ctx, tx, event)
	if err != nil {
		return err
	}
	tiers, err := tierNames(ctx, tx, event)
	if err != nil {
		return err
	}
	series, err := LockSeries(ctx, db, tx, v.OrgID, YearOf(at, seller))
	if err != nil {
		return err
	}
	var drafts []InvoiceRow
	var documents []*invoice.Document
	for part := range slices.Chunk(slices.Sorted(slices.Values(payments)), table.MaxInList) {
		in, args := table.InList(2, part)
		sold, err := table.All(ctx, tx, func(r engine.Row, o *soldOrder) error {
			return r.Scan(&o.payment, &o.provider, &o.order, &o.currency, &o.taxation, &o.vatID, &o.name, &o.person, &o.profile.Name, &o.profile.Email)
		}, `select y.id, y.provider, y.order_id, o.currency, o.taxation, o.vat_id, h.name, h.person_id, p.name, p.email from payments y
			join orders o on o.event_id = y.event_id and o.id = y.order_id join holds h on h.event_id = y.event_id and h.id = y.order_id
			join people p on p.event_id = h.event_id and p.id = h.person_id
			where y.event_id = $1 and y.id in (`+in+") order by y.received_at, y.id", append([]any{event}, args...)...)
		if err != nil {
			return err
		}
		if len(sold) != len(part) {
			return fmt.Errorf("store: %d of %d payments to be invoiced have an order", len(sold), len(part))
		}
		for i := range sold {
			if sold[i].provider == ImportProvider {
				continue // its shop has invoiced it
			}
			d, err := invoiceOf(ctx, tx, seller, facts, tiers, &sold[i], at)
			if err != nil {
				return err
			}
			drafts, documents = append(drafts, InvoiceRow{EventID: event, Ref: InvoiceOfSale + sold[i].payment}), append(documents, d)
		}
	}
	if len(drafts) == 0 {
		return nil
	}
	return Issue(ctx, tx, seller, series, at, drafts, documents)
}

// invoiceOf makes the invoice of one order.
func invoiceOf(ctx context.Context, tx *sql.Tx, seller *invoice.Seller, facts invoice.Facts, tiers map[string]string, o *soldOrder, at inventory.Instant) (*invoice.Document, error) {
	units, err := soldUnits(ctx, tx, facts.Event, tiers, "hold_id = $2", o.order)
	if err != nil {
		return nil, err
	}
	billing, err := table.All(ctx, tx, BillingTable.Scan, BillingTable.From()+" where event_id = $1 and order_id = $2", facts.Event, o.order)
	if err != nil {
		return nil, err
	}
	said := &Billing{}
	if len(billing) > 0 {
		said = &billing[0]
	}
	person := inventory.Person{Profile: o.profile}
	facts.IssuedAt, facts.Order, facts.Currency = at, o.order, o.currency
	facts.Buyer = said.Buyer(inventory.NameFor(o.name, &person), o.profile.Email, seller.Language)
	if t, ok := inventory.ReadTaxation(o.taxation); ok && t.Rule == inventory.ReverseCharge {
		// The number by which the price was decided, whatever was said since.
		facts.ReverseCharge, facts.Buyer.VATID = true, o.vatID
		if facts.Buyer.Country == "" {
			facts.Buyer.Country = t.Country
		}
		if said.VATCheck != "" && said.VATID == o.vatID {
			facts.VATCheck = &invoice.VATCheck{Answer: said.VATCheck, At: said.VATCheckedAt.Time().Format(time.RFC3339), ID: said.VATCheckID}
		}
	}
	return invoice.OfSale(seller, &facts, units), nil
}

func soldUnits(ctx context.Context, tx *sql.Tx, event string, tiers map[string]string, which string, args ...any) ([]invoice.Sold, error) {
	items, err := table.All(ctx, tx, events.ScanItem, "select "+events.ItemTable.Columns+" from hold_items where event_id = $1 and "+which+" order by hold_id, no", append([]any{event}, args...)...)
	if err != nil {
		return nil, err
	}
	units := make([]invoice.Sold, len(items))
	for i := range items {
		name := tiers[items[i].Tier]
		if name == "" {
			name = items[i].Tier
		}
		units[i] = invoice.Sold{Text: name, Charge: items[i].Charge, Donation: items[i].Donation, Fee: items[i].IsFee(), Kept: items[i].KeptFee()}
	}
	return units, nil
}

func tierNames(ctx context.Context, tx *sql.Tx, event string) (map[string]string, error) {
	list, err := table.All(ctx, tx, func(r engine.Row, v *[2]string) error { return r.Scan(&v[0], &v[1]) }, "select id, name from tiers where event_id = $1", event)
	names := make(map[string]string, len(list))
	for _, t := range list {
		names[t[0]] = t[1]
	}
	return names, err
}

func eventFacts(ctx context.Context, tx *sql.Tx, event string) (invoice.Facts, error) {
	return table.One(ctx, tx, func(r engine.Row, f *invoice.Facts) error {
		var starts inventory.Instant
		var zone string
		err := r.Scan(&f.Title, (*int64)(&starts), &zone)
		f.Event, f.SuppliedOn = event, invoice.Date(starts, zone).Format(time.DateOnly)
		return err
	}, "select title, starts_at, timezone from events where id = $1", event)
}

// LastInvoice returns the invoice of an order that no other stands for, or ErrNotFound.
func LastInvoice(ctx context.Context, q table.Querier, event, order string) (*InvoiceRow, error) {
	v, err := table.One(ctx, q, InvoiceTable.Scan, InvoiceTable.From()+" where event_id = $1 and order_id = $2 and kind = 'invoice' order by year desc, no desc limit 1", event, order)
	return &v, err
}

// creditRefund issues the credit note of a refund in the transaction that books it. An order
// without an invoice has none.
func creditRefund(ctx context.Context, db *database.DB, tx *sql.Tx, p *Payout) error {
	n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from invoices where event_id = $1 and ref = $2", p.EventID, InvoiceOfSale+p.PaymentID)
	if err != nil || n == 0 {
		return err
	}
	v, err := invoicingOf(ctx, tx, p.EventID)
	if err != nil {
		return err
	}
	seller := v.Seller()
	tiers, err := tierNames(ctx, tx, p.EventID)
	if err != nil {
		return err
	}
	series, err := LockSeries(ctx, db, tx, v.OrgID, YearOf(p.CreatedAt, seller))
	if err != nil {
		return err
	}
	of, err := LastInvoice(ctx, tx, p.EventID, p.OrderID)
	if err != nil {
		return err
	}
	was, err := invoice.Decode(of.Document)
	if err != nil {
		return err
	}
	units, err := soldUnits(ctx, tx, p.EventID, tiers, "hold_id = $2 and released_seq = $3", p.OrderID, p.Seq)
	if err != nil {
		return err
	}
	d := invoice.OfRefund(seller, was, of.ID, p.CreatedAt, units, p.Owed)
	return Issue(ctx, tx, seller, series, p.CreatedAt, []InvoiceRow{{EventID: p.EventID, Ref: InvoiceOfRefund + p.ID, RefersTo: of.ID}}, []*invoice.Document{d})
}

// StoreBilling stores who an order, a booking or a place is to be invoiced to, in place of what was said of it before.
func StoreBilling(ctx context.Context, tx *sql.Tx, b *Billing) error {
	if _, err := table.Exec(ctx, tx, "delete from billing where event_id = $1 and order_id = $2", b.EventID, b.OrderID); err != nil {
		return err
	}
	return BillingTable.InsertRow(ctx, tx, b)
}

// SetBilling stores who an order is to be invoiced to. Where its invoice is issued already,
// and says otherwise, that is ended by a credit note, and another stands for it. ErrNoInvoicing
// when the organization issues none; ErrInvoiceFinal when the invoice is older than CorrectFor,
// was corrected MaxCorrections times, or something of it was refunded. ErrNotFound when who
// ordered is erased.
func (s Invoices) SetBilling(ctx context.Context, b Billing) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		v, err := invoicingOf(ctx, tx, b.EventID)
		if errors.Is(err, table.ErrNone) || err == nil && v.Since == 0 {
			return ErrNoInvoicing
		}
		if err != nil {
			return err
		}
		seller := v.Seller()
		// Before anything is read, so that an invoice that is being issued is found.
		series, err := LockSeries(ctx, s.db, tx, v.OrgID, YearOf(b.UpdatedAt, seller))
		if err != nil {
			return err
		}
		// Nothing of whoever is erased is stored again, or behind an erasure that is under way.
		if _, err := table.One(ctx, tx, table.ScanText, "select id from people where event_id = $1 and id = $2 and erased_at = 0"+s.db.Eng.ForUpdate(), b.EventID, b.PersonID); err != nil {
			return err
		}
		if err := StoreBilling(ctx, tx, &b); err != nil {
			return err
		}
		of, err := LastInvoice(ctx, tx, b.EventID, b.OrderID)
		if errors.Is(err, table.ErrNone) {
			return nil
		}
		if err != nil {
			return err
		}
		return Correct(ctx, tx, seller, series, of, &b)
	})
}

// Correct ends an invoice and issues another to the buyer that was said, unless it says so.
func Correct(ctx context.Context, tx *sql.Tx, seller *invoice.Seller, series *InvoiceSeries, of *InvoiceRow, b *Billing) error {
	was, err := invoice.Decode(of.Document)
	if err != nil {
		return err
	}
	name := was.Buyer.Contact
	if name == "" {
		name = was.Buyer.Name
	}
	buyer := b.Buyer(name, was.Buyer.Email, was.Language)
	if was.ReverseCharged() && buyer.VATID != was.Buyer.VATID {
		return ErrOwesTax
	}
	if buyer == was.Buyer {
		return nil
	}
	counts, err := table.One(ctx, tx, func(r engine.Row, n *[2]int64) error { return r.Scan(&n[0], &n[1]) },
		`select cast(coalesce(sum(case when ref like 'refund:%' then 1 else 0 end), 0) as bigint), cast(coalesce(sum(case when ref like 'cancel:%' then 1 else 0 end), 0) as bigint)
		from invoices where event_id = $1 and order_id = $2`, of.EventID, of.OrderID)
	switch {
	case err != nil:
		return err
	case counts[0] > 0 || counts[1] >= MaxCorrections || b.UpdatedAt > of.IssuedAt+inventory.Instant(CorrectFor):
		return ErrInvoiceFinal
	}
	drafts := []InvoiceRow{
		{EventID: of.EventID, Ref: InvoiceCancelled + of.ID, RefersTo: of.ID},
		{EventID: of.EventID, Ref: InvoiceInstead + of.ID, RefersTo: of.ID},
	}
	return Issue(ctx, tx, seller, series, b.UpdatedAt, drafts, []*invoice.Document{
		invoice.Reversed(seller, was, of.ID, b.UpdatedAt), invoice.Corrected(seller, was, of.ID, b.UpdatedAt, buyer),
	})
}

// Invoices is what organizations say on invoices, and the documents that were issued.
type Invoices struct{ db *database.DB }

// NewInvoices returns Invoices on a database.
func NewInvoices(db *database.DB) Invoices { return Invoices{db} }
