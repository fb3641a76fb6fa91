package page

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/holdfast-events/holdfast/internal/billing"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/vat"
)

// BusinessWords are what is said where a buyer says who they are before they pay.
type BusinessWords struct {
	Title, Text                                        string
	Company, Street, PostalCode, City, Country         string
	VATID, Apply, Wrong                                string
	Reverse, Place, Invalid, Unavailable, Paying, Same string // {country}, {rate}
}

// BillWords are what is said where somebody says who an invoice is to, which changes nothing else.
type BillWords struct{ Title, Text, Apply, Saved, Final string }

// business is the form in which a buyer says who they are: where that changes what they pay, or for the
// invoice alone.
type business struct {
	URL, Title, Text, Apply string
	Open                    bool
	Outcome                 string
	Refused                 string // why it cannot be said any more
	Fields                  []businessField
}

type businessField struct {
	Name, Label, Value, Auto, Wrong string
	Most                            int // characters
	Required                        bool
	Choices                         []choice // where one is to be chosen
}

// businessPages take who buys what is to be paid.
type businessPages struct{ *Pages }

// form is that of a pending order; nil: who buys changes nothing.
func (p businessPages) form(r *http.Request, s *subject, w *Words, base string) (*business, error) {
	if p.cfg.Pay.Billing == nil || s.link.Bears() || s.v.Person.ID != s.link.Person {
		return nil, nil
	}
	of, err := p.cfg.Store.Invoices.OfEvent(r.Context(), s.event.Event.ID)
	if errors.Is(err, database.ErrNotFound) || err == nil && !billing.Asks(of, s.event) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	said, err := p.cfg.Store.Invoices.Billing(r.Context(), s.event.Event.ID, s.v.Hold.ID)
	if errors.Is(err, database.ErrNotFound) {
		said, err = &payments.Billing{}, nil
	}
	if err != nil {
		return nil, err
	}
	form := &business{URL: base + "/billing", Title: w.Business.Title, Text: w.Business.Text, Apply: w.Business.Apply, Open: said.UpdatedAt > 0, Outcome: w.outcome(s.v.Hold.Order.Taxation, said)}
	form.fill(w, said)
	return form, nil
}

func (b *business) fill(w *Words, said *payments.Billing) {
	t := w.Business
	b.Fields = []businessField{
		{Name: "company", Label: t.Company, Value: said.Company, Auto: "organization", Most: 200},
		{Name: "vat_id", Label: t.VATID, Value: said.VATID, Auto: "off", Most: 20},
		{Name: "street", Label: t.Street, Value: said.Street, Auto: "street-address", Most: 200, Required: true},
		{Name: "postal_code", Label: t.PostalCode, Value: said.PostalCode, Auto: "postal-code", Most: 20},
		{Name: "city", Label: t.City, Value: said.City, Auto: "address-level2", Most: 100, Required: true},
		{Name: "country", Label: t.Country, Value: said.Country, Auto: "country", Most: 2, Required: true, Choices: w.countries(said.Country)},
	}
}

// countries are all countries by their names, of which one is chosen.
func (w *Words) countries(chosen string) []choice {
	names := display.Regions(w.Tag)
	list := []choice{{}}
	for _, code := range invoice.Countries() {
		list = append(list, choice{Value: code, Label: countryName(names, code), Chosen: code == chosen})
	}
	order := collate.New(w.Tag)
	slices.SortStableFunc(list, func(a, b choice) int { return order.CompareString(a.Label, b.Label) })
	return list
}

// countryName is the name of a country in the language of the page; its code where it has none.
func countryName(names display.Namer, code string) string {
	if region, err := language.ParseRegion(code); err == nil && names != nil {
		return cmp.Or(names.Name(region), code)
	}
	return code
}

// outcome says how an order is taxed because of its buyer, and why not; "": as its tiers say.
func (w *Words) outcome(taxation string, said *payments.Billing) string {
	t, _ := inventory.ReadTaxation(taxation)
	country := countryName(display.Regions(w.Tag), t.Country)
	switch {
	case t.Rule == inventory.ReverseCharge:
		return fill(w.Business.Reverse, "{country}", country)
	case said.VATCheck == vat.Invalid:
		return w.Business.Invalid
	case said.VATCheck == vat.Unavailable:
		return w.Business.Unavailable
	case t.Rule == inventory.BuyerPlace:
		return fill(w.Business.Place, "{country}", country, "{rate}", strconv.FormatFloat(float64(t.Rate)/100, 'f', -1, 64))
	case said.UpdatedAt > 0:
		return w.Business.Same
	}
	return ""
}

// read reads what was typed, and reports whether that can be; what is wrong is said in the form.
func (b *business) read(w http.ResponseWriter, r *http.Request, words *Words, said *payments.Billing) bool {
	r.Body = http.MaxBytesReader(w, r.Body, maxInviteForm)
	party, wrong := billing.ReadBuyer(invoice.Party{
		Name: r.PostFormValue("company"), Street: r.PostFormValue("street"), PostalCode: r.PostFormValue("postal_code"), City: r.PostFormValue("city"),
		Country: r.PostFormValue("country"), VATID: r.PostFormValue("vat_id"),
	})
	said.Company, said.Street, said.PostalCode, said.City, said.Country, said.VATID = party.Name, party.Street, party.PostalCode, party.City, party.Country, party.VATID
	b.Open = true
	b.fill(words, said)
	for i := range b.Fields {
		f := &b.Fields[i]
		if utf8.RuneCountInString(f.Value) > f.Most {
			wrong = append(wrong, invoice.Problem{Field: f.Name})
		}
		for _, problem := range wrong {
			if problem.Field == f.Name {
				f.Wrong = words.Business.Wrong
			}
		}
	}
	return len(wrong) == 0
}

// take takes who buys, and shows the order again with what it costs then.
func (p businessPages) take(w http.ResponseWriter, r *http.Request) {
	s, err := p.find(r.Context(), r.PathValue("token"), identity.OrderLink)
	base := "/r/" + r.PathValue("token")
	words := WordsFor(r.Header.Get("Accept-Language"))
	var form *business
	if err == nil && (s.v.Hold == nil || s.v.Hold.Order == nil || s.v.Hold.State != inventory.HoldHeld) {
		http.Redirect(w, r, base, http.StatusSeeOther) // it has ended, or is paid: the page says so
		return
	}
	if err == nil {
		form, err = p.form(r, s, words, base)
	}
	if err == nil && form == nil {
		err = database.ErrNotFound
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	said := payments.Billing{EventID: s.event.Event.ID, OrderID: s.v.Hold.ID, PersonID: s.v.Hold.PersonID, UpdatedAt: inventory.At(p.cfg.Now())}
	if form.read(w, r, words, &said) {
		err = p.cfg.Pay.Billing(r.Context(), s.v, &said)
		if err == nil {
			http.Redirect(w, r, base, http.StatusSeeOther)
			return
		}
		if !p.cfg.Pay.Refused(err) {
			p.fail(w, r, err)
			return
		}
		form.Refused = words.Business.Paying
	}
	v, err := p.view(r, s)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v.Business = form
	status := http.StatusUnprocessableEntity
	if form.Refused != "" {
		status = http.StatusConflict
	}
	p.show(w, r, status, v)
}
