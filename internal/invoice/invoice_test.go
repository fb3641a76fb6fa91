package invoice_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/pythontest"
)

func seller(change ...func(*invoice.Seller)) *invoice.Seller {
	s := &invoice.Seller{
		Party: invoice.Party{
			ID: "org_3k9q0a7c1v5m", Name: "Seaside Events GmbH", Street: "Am Hafen 1", PostalCode: "20457", City: "Hamburg", Country: "DE", VATID: "DE123456789",
		},
		Prefix: "SEA", Note: "Register & court: Hamburg", Language: "de", Timezone: "Europe/Berlin",
	}
	for _, f := range change {
		f(s)
	}
	return s
}

func facts(change ...func(*invoice.Facts)) *invoice.Facts {
	f := &invoice.Facts{
		IssuedAt: inventory.At(time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC)), SuppliedOn: "2027-05-01", Buyer: invoice.Party{Name: "Ada Lovelace", Email: "ada@example.org"},
		Event: "evt_3k9q0a7c1v5m", Title: "Concert <on> the quay", Order: "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Currency: "EUR",
	}
	for _, c := range change {
		c(f)
	}
	return f
}

func units(text string, n int, amount, rate, discount int64, included bool, currency string) (list []invoice.Sold) {
	for range n {
		list = append(list, invoice.Sold{Text: text, Charge: inventory.Charged(inventory.Price{Amount: amount, TaxRate: rate, TaxIncluded: included}, discount, currency)})
	}
	return list
}

// numbered gives a document a number, as the store does.
func numbered(d *invoice.Document, no int64) *invoice.Document {
	d.Number = invoice.Number("SEA", 2027, no)
	return d
}

// samples are documents of every kind.
func samples() map[string]*invoice.Document {
	var mixed []invoice.Sold
	for _, list := range [][]invoice.Sold{
		units("General", 3, 1999, 1900, 0, true, "EUR"), units("General", 2, 1999, 1900, 500, true, "EUR"), units("Student", 7, 1111, 700, 0, false, "EUR"), units("Helper", 1, 300, 0, 0, true, "EUR"),
	} {
		mixed = append(mixed, list...)
	}
	company := func(f *invoice.Facts) {
		f.Buyer = invoice.Party{Name: "Lovelace SARL", Contact: "Ada Lovelace", Email: "ada@example.org", Street: "Rue du Port 1", City: "Brest", Country: "FR", VATID: "FR32123456789"}
	}
	small := seller(func(s *invoice.Seller) { s.SmallBusiness, s.VATID, s.TaxNumber = true, "", "12/345/67890" })
	sale := numbered(invoice.OfSale(seller(), facts(), mixed), 1)
	at := inventory.At(time.Date(2027, 2, 1, 9, 0, 0, 0, time.UTC))
	docs := map[string]*invoice.Document{
		"sale":      sale,
		"company":   numbered(invoice.OfSale(seller(), facts(company), mixed), 2),
		"small":     numbered(invoice.OfSale(small, facts(), units("General", 2, 1500, 0, 0, true, "EUR")), 3),
		"yen":       numbered(invoice.OfSale(seller(), facts(func(f *invoice.Facts) { f.Currency = "JPY" }), units("General", 2, 1500, 1000, 0, true, "JPY")), 4),
		"refund":    numbered(invoice.OfRefund(seller(), sale, "ivc_1", at, mixed[:2], 3998), 5),
		"part":      numbered(invoice.OfRefund(seller(), sale, "ivc_1", at, mixed, 5000), 6),
		"goodwill":  numbered(invoice.OfRefund(seller(), sale, "ivc_1", at, mixed[:1], 2500), 7),
		"only":      numbered(invoice.OfRefund(seller(), sale, "ivc_1", at, nil, 500), 8),
		"cancelled": numbered(invoice.Reversed(seller(), sale, "ivc_1", at), 9),
		"corrected": numbered(invoice.Corrected(seller(), sale, "ivc_1", at, invoice.Party{Name: "Lovelace SARL", Street: "Rue 1", City: "Brest", Country: "FR"}), 10),
		"many":      numbered(invoice.OfSale(seller(), facts(), units("General", 100, 999, 1900, 0, true, "EUR")), 11),
	}
	given := append(units("General", 2, 1999, 1900, 0, true, "EUR"), units("Donation", 1, 1000, 0, 0, true, "EUR")...)
	given[2].Donation = true
	gift := numbered(invoice.OfSale(seller(), facts(), given), 25)
	docs["donation"] = gift
	docs["small donation"] = numbered(invoice.OfSale(small, facts(), append(units("General", 1, 1500, 0, 0, true, "EUR"), given[2])), 26)
	docs["donation given back"] = numbered(invoice.OfRefund(seller(), gift, "ivc_1", at, given, gift.Gross), 27)
	docs["part of a donation given back"] = numbered(invoice.OfRefund(seller(), gift, "ivc_1", at, given, 4398), 28)
	docs["part of what was bought"] = numbered(invoice.OfRefund(seller(), gift, "ivc_1", at, given, 3000), 29)
	docs["donation and goodwill"] = numbered(invoice.OfRefund(seller(), gift, "ivc_1", at, given[2:], 1200), 30)
	maps.Copy(docs, bookingSamples(company, small, at))
	maps.Copy(docs, reversedSamples(company, small, at))
	return docs
}

// reversedSamples are documents of orders whose buyer owes the tax.
func reversedSamples(company func(*invoice.Facts), small *invoice.Seller, at inventory.Instant) map[string]*invoice.Document {
	owes := func(f *invoice.Facts) {
		f.ReverseCharge, f.VATCheck = true, &invoice.VATCheck{Answer: "valid", At: "2027-01-04T09:00:00Z", ID: "WAPI1"}
	}
	sold := append(units("General", 3, 1999, 0, 0, false, "EUR"), units("Helper", 1, 300, 0, 100, true, "EUR")...)
	gift := units("Donation", 1, 1000, 0, 0, true, "EUR")
	gift[0].Donation = true
	sale := numbered(invoice.OfSale(seller(), facts(company, owes), append(sold, gift...)), 40)
	return map[string]*invoice.Document{
		"reverse charge":                  sale,
		"reverse charge of a small":       numbered(invoice.OfSale(small, facts(company, owes), sold), 41),
		"reverse charge refund":           numbered(invoice.OfRefund(seller(), sale, "ivc_1", at, sold[:2], 3998), 42),
		"reverse charge part":             numbered(invoice.OfRefund(seller(), sale, "ivc_1", at, sold, 5000), 43),
		"reverse charge goodwill":         numbered(invoice.OfRefund(seller(), sale, "ivc_1", at, sold[:1], 2500), 44),
		"reverse charge cancelled":        numbered(invoice.Reversed(seller(), sale, "ivc_1", at), 45),
		"reverse charge and its donation": numbered(invoice.OfRefund(seller(), sale, "ivc_1", at, append(sold[:1:1], gift...), 2999), 46),
		"at the buyer's place":            numbered(invoice.OfSale(seller(), facts(company), units("General", 2, 1999, 2000, 0, true, "EUR")), 47),
	}
}

// TestReverseCharge: what the buyer owes the tax of says so in the language of the document, and has no
// tax whoever sells it.
func TestReverseCharge(t *testing.T) {
	t.Parallel()
	for name, d := range reversedSamples(func(f *invoice.Facts) { f.Buyer.VATID = "FR40303265045" }, seller(func(s *invoice.Seller) { s.SmallBusiness = true }), 0) {
		if name == "at the buyer's place" {
			continue
		}
		body, err := d.CII()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"<ram:CategoryCode>AE</ram:CategoryCode>", "<ram:ExemptionReasonCode>VATEX-EU-AE</ram:ExemptionReasonCode>", "<ram:ExemptionReason>Steuerschuldnerschaft des Leistungsempfängers", "FR40303265045"} {
			if !strings.Contains(string(body), want) {
				t.Errorf("%s lacks %s", name, want)
			}
		}
		if d.Tax != 0 || strings.Contains(string(body), "Kleinunternehmer") {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

// bookingSamples are documents of every kind of bookings of rooms.
func bookingSamples(company func(*invoice.Facts), small *invoice.Seller, at inventory.Instant) map[string]*invoice.Document {
	room := func(f *invoice.Facts) {
		f.Title, f.Order, f.Event = "Hall & foyer", "bkg_3k9q0a7c1v5m-deposit", "org_3k9q0a7c1v5m"
	}
	items := []invoice.Booked{
		{Text: "Hall, 4 hours", Item: booking.Item{Count: 1, Unit: 23800, TaxRate: 1900}, Taxed: 3800},
		{Text: "Coffee", Item: booking.Item{Count: 80, Unit: 321, TaxRate: 700}, Taxed: 80 * 21},
		{Text: "Cloakroom", Item: booking.Item{Count: 2, Unit: 1000}},
	}
	deposit := []booking.Share{{Gross: 11900, Tax: 1900, TaxRate: 1900}, {Gross: 1070, Tax: 70, TaxRate: 700}, {Gross: 30}}
	first := numbered(invoice.OfDeposit(seller(), facts(room), deposit), 12)
	before := &invoice.Reference{Number: first.Number, IssuedOn: first.IssuedOn}
	rest := numbered(invoice.OfBooking(seller(), facts(room), items, deposit, before), 13)
	exempt := numbered(invoice.OfDeposit(small, facts(room), []booking.Share{{Gross: 5000}}), 14)
	place := func(f *invoice.Facts) {
		f.Title, f.Order, f.Event = "Tables", "rwe_3k9q0a7c1v5m-fee", "org_3k9q0a7c1v5m"
	}
	fee := numbered(invoice.OfFee(seller(), facts(place), booking.Share{Gross: 500, Tax: 80, TaxRate: 1900}), 25)
	return map[string]*invoice.Document{
		"fee":                    fee,
		"small fee":              numbered(invoice.OfFee(small, facts(place), booking.Share{Gross: 500}), 26),
		"fee without tax":        numbered(invoice.OfFee(seller(), facts(place), booking.Share{Gross: 500}), 27),
		"return of a fee":        numbered(invoice.OfReturn(seller(), fee, "ivc_1", at, fee.Gross, nil), 28),
		"deposit":                first,
		"deposit of a company":   numbered(invoice.OfDeposit(seller(), facts(room, company), deposit), 15),
		"small deposit":          exempt,
		"booking":                rest,
		"booking of a company":   numbered(invoice.OfBooking(seller(), facts(room, company), items, nil, nil), 16),
		"booking with a deposit": numbered(invoice.OfBooking(seller(), facts(room), items, deposit, nil), 17),
		"small booking":          numbered(invoice.OfBooking(small, facts(room), []invoice.Booked{{Text: "Hall", Item: booking.Item{Count: 1, Unit: 20000}}}, []booking.Share{{Gross: 5000}}, before), 18),
		"return":                 numbered(invoice.OfReturn(seller(), first, "ivc_1", at, first.Gross, nil), 19),
		"return of the rest":     numbered(invoice.OfReturn(seller(), rest, "ivc_1", at, rest.Gross, nil), 20),
		"part of a return":       numbered(invoice.OfReturn(seller(), first, "ivc_1", at, 6500, []booking.Share{{Gross: 5950, Tax: 950, TaxRate: 1900}, {Gross: 535, Tax: 35, TaxRate: 700}, {Gross: 15}}), 21),
		"small return":           numbered(invoice.OfReturn(small, exempt, "ivc_1", at, 2500, []booking.Share{{Gross: 2500}}), 22),
		"corrected deposit":      numbered(invoice.Corrected(seller(), first, "ivc_1", at, invoice.Party{Name: "Lovelace SARL", Street: "Rue 1", City: "Brest", Country: "FR"}), 23),
		"deposit taken back":     numbered(invoice.Reversed(seller(), rest, "ivc_1", at), 24),
	}
}

// TestDonationsAreNotTaxed: a donation is exempt because it is one, and of a refund it is what
// goes back last, whole or in part.
func TestDonationsAreNotTaxed(t *testing.T) {
	t.Parallel()
	docs := samples()
	for name, want := range map[string]struct {
		given  int64
		reason string
	}{
		"donation": {1000, "Spende, nicht umsatzsteuerbar"}, "small donation": {1000, "Kein Ausweis von Umsatzsteuer: Kleinunternehmer nach § 19 UStG; Spende, nicht umsatzsteuerbar"},
		"donation given back": {1000, "Spende, nicht umsatzsteuerbar"}, "part of a donation given back": {400, "Spende, nicht umsatzsteuerbar"},
		"part of what was bought": {}, "donation and goodwill": {1000, "Kulanzzahlung, nicht Teil des Preises; Spende, nicht umsatzsteuerbar"},
	} {
		d, given, reason := docs[name], int64(0), ""
		for _, l := range d.Lines {
			if l.Donation {
				given += l.Gross
			}
		}
		for _, s := range d.Taxes {
			reason += s.Reason
		}
		if given != want.given || reason != want.reason {
			t.Errorf("%s: %d given, exempt because of %q: %+v", name, given, reason, d.Lines)
		}
	}
	if part := docs["part of what was bought"]; part.Tax != inventory.Share(638, 3000, 3998) {
		t.Errorf("the tax of a part is %d", part.Tax)
	}
}

// TestDocumentsAddUp: lines and sums agree, whatever the prices, and a document is read as it
// was written.
func TestDocumentsAddUp(t *testing.T) {
	t.Parallel()
	for name, d := range samples() {
		var net, tax, gross int64
		for _, l := range d.Lines {
			if l.Net != l.Unit*l.Count || l.Net+l.Tax != l.Gross {
				t.Errorf("%s: %+v", name, l)
			}
			net, tax, gross = net+l.Net, tax+l.Tax, gross+l.Gross
		}
		var sumNet, sumTax int64
		for _, s := range d.Taxes {
			sumNet, sumTax = sumNet+s.Net, sumTax+s.Tax
			if (s.Reason != "") != (s.Category == invoice.Exempt || s.Category == invoice.OwedByBuyer) {
				t.Errorf("%s: %+v", name, s)
			}
		}
		if net != d.Net || tax != d.Tax || gross != d.Gross || net+tax != gross || sumNet != net || sumTax != tax {
			t.Errorf("%s: the lines add up to %d, %d and %d: %+v", name, net, tax, gross, d)
		}
		text, err := d.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := invoice.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if repeated, err := again.Encode(); err != nil || repeated != text {
			t.Errorf("%s: %v, %s", name, err, repeated)
		}
	}
	s := samples()
	if got := s["sale"]; len(got.Lines) != 4 || got.IssuedOn != "2027-01-01" || got.Gross != 3*1999+2*1499+7*1189+300 {
		t.Errorf("%+v", got)
	}
	if got := s["part"]; got.Gross != 5000 || len(got.Lines) != 3 || got.Refers.Number != "SEA-2027-000001" {
		t.Errorf("%+v", got)
	}
	if got := s["goodwill"]; got.Gross != 2500 || got.Tax != s["refund"].Tax/2 || got.Lines[1].Gross != 501 {
		t.Errorf("%+v", got)
	}
	// A deposit and the rest are together what the booking costs, for each rate.
	if got := s["booking"]; got.Gross+s["deposit"].Gross != 23800+80*321+2000 || got.Tax+s["deposit"].Tax != 3800+80*21 || len(got.Taxes) != 3 || len(got.Lines) != 6 ||
		!strings.Contains(got.Lines[3].Text, "SEA-2027-000012") {
		t.Errorf("%+v", got)
	}
	if got := s["return of the rest"]; got.Gross != s["booking"].Gross || got.Refers.Number != "SEA-2027-000013" || len(got.Lines) != 6 {
		t.Errorf("%+v", got)
	}
	if got := s["part of a return"]; got.Gross != 6500 || got.Tax != 985 || got.Refers.Number != "SEA-2027-000012" {
		t.Errorf("%+v", got)
	}
	if got := s["small"].Taxes[0]; got.Category != invoice.Exempt || !strings.Contains(got.Reason, "§ 19 UStG") {
		t.Errorf("%+v", got)
	}
}

// TestPartialRefunds: whatever part of whatever order goes back, its credit note is of exactly
// that amount, and of the tax that the journal takes back.
func TestPartialRefunds(t *testing.T) {
	t.Parallel()
	for _, rates := range [][]int64{{1900}, {1900, 700}, {2500, 0}, {0, 0}, {1, 9999, 333}} {
		var list []invoice.Sold
		for i, r := range rates {
			list = append(list, units(fmt.Sprint("tier ", i), i+1, 101+int64(i)*7, r, 0, i%2 == 0, "EUR")...)
		}
		sale := numbered(invoice.OfSale(seller(), facts(), list), 1)
		for amount := int64(1); amount <= sale.Gross+3; amount++ {
			d := invoice.OfRefund(seller(), sale, "ivc_1", 1, list, amount)
			want := sale.Tax
			if amount < sale.Gross {
				want = inventory.Share(sale.Tax, amount, sale.Gross)
			}
			if d.Gross != amount || d.Tax != want || slices.ContainsFunc(d.Lines, func(l invoice.Line) bool {
				return l.Net < 0 || l.Tax < 0 || l.Gross <= 0 || l.TaxRate == 0 && l.Tax > 0
			}) {
				t.Fatalf("%v: %d of %d: %+v", rates, amount, sale.Gross, d)
			}
		}
	}
}

// TestRefundsOfWhatWasExempt: a credit note takes back what the invoice said of tax, also when
// the seller is a small business no longer, or has become one.
func TestRefundsOfWhatWasExempt(t *testing.T) {
	t.Parallel()
	small := seller(func(s *invoice.Seller) { s.SmallBusiness = true })
	list := units("General", 2, 1500, 0, 0, true, "EUR")
	for _, c := range []struct{ then, now *invoice.Seller }{{small, seller()}, {seller(), small}} {
		sale := numbered(invoice.OfSale(c.then, facts(), list), 1)
		for _, amount := range []int64{1500, 700} {
			d := invoice.OfRefund(c.now, sale, "ivc_1", 1, list[:1], amount)
			if len(d.Taxes) != 1 || d.Taxes[0].Category != sale.Taxes[0].Category || d.Taxes[0].Reason != sale.Taxes[0].Reason || d.Lines[0].Category != sale.Lines[0].Category {
				t.Errorf("%+v of %+v", d.Taxes, sale.Taxes)
			}
		}
	}
}

// TestParticulars: what is missing or wrong is named.
func TestParticulars(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*invoice.Seller){
		"":           func(*invoice.Seller) {},
		"legal_name": func(s *invoice.Seller) { s.Name = "" }, "street": func(s *invoice.Seller) { s.Street = "" }, "city": func(s *invoice.Seller) { s.City = "" },
		"country": func(s *invoice.Seller) { s.Country = "ZZ" }, "vat_id": func(s *invoice.Seller) { s.VATID = "" }, "prefix": func(s *invoice.Seller) { s.Prefix = "a b" },
		"language": func(s *invoice.Seller) { s.Language = "fa" }, "timezone": func(s *invoice.Seller) { s.Timezone = "Local" },
	} {
		got := ""
		for _, p := range seller(change).Check() {
			got += p.Field
		}
		if got != want {
			t.Errorf("%q is wrong, and found was %q", want, got)
		}
	}
	p := invoice.Party{Name: " A ", Country: "fr", VATID: "fr 32-12.34"}.Normal()
	if p.Name != "A" || p.Country != "FR" || p.VATID != "FR321234" {
		t.Errorf("%+v", p)
	}
	if list := invoice.CheckBuyer(&invoice.Party{Country: "EU", VATID: "1"}); len(list) != 4 {
		t.Errorf("%+v", list)
	}
	if !invoice.Country("DE") || invoice.Country("UK") || invoice.Country("de") || invoice.Country("001") {
		t.Error("countries")
	}
}

// TestWordsAreWhole: every language says everything, and fills in the same.
func TestWordsAreWhole(t *testing.T) {
	t.Parallel()
	if n := len(invoice.Languages()); n != 12 {
		t.Errorf("%d languages", n)
	}
	for _, l := range invoice.Languages() {
		w := invoice.WordsIn(l)
		if w.Tag().String() != l {
			t.Errorf("%s is %s", l, w.Tag())
		}
		for text, holes := range map[string][]string{
			w.Invoice: nil, w.CreditNote: nil, w.Number: nil, w.Date: nil, w.Supplied: nil, w.Seller: nil, w.Buyer: nil, w.VATID: nil, w.TaxNumber: nil, w.Net: nil, w.Total: nil,
			w.Settled: nil, w.Returned: nil, w.PartialRefund: nil, w.Goodwill: nil, w.GoodwillReason: nil, w.SmallBusiness: nil, w.ReverseCharge: nil,
			w.Deposit: nil, w.DepositPaid: nil, w.WaitlistFee: nil, w.DepositInvoiced: {"{number}", "{date}"},
			w.ForInvoice: {"{number}", "{date}"}, w.Replaces: {"{number}", "{date}"}, w.Each: {"{count}", "{text}", "{price}"}, w.Discount: {"{amount}"}, w.Tax: {"{rate}", "{net}"},
		} {
			if text == "" || strings.Count(text, "{") != len(holes) || slices.ContainsFunc(holes, func(h string) bool { return !strings.Contains(text, h) }) {
				t.Errorf("%s: %q", l, text)
			}
		}
	}
	if invoice.WordsIn("fa").Tag().String() != "en" {
		t.Error("Persian has words")
	}
}

// TestRules has the published schema and rules of EN 16931 say of every kind of document that
// nothing is wrong, and of one that does not add up that something is.
func TestRules(t *testing.T) {
	t.Parallel()
	python := pythontest.Find(t, "internal/invoice/requirements.txt")
	dir := t.TempDir()
	write := func(name string, d *invoice.Document) string {
		body, err := d.CII()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name+".xml")
		if err := os.WriteFile(path, body, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	check := func(paths ...string) (string, error) {
		out, err := exec.CommandContext(t.Context(), python, append([]string{"validate.py"}, paths...)...).CombinedOutput()
		return string(out), err
	}
	var paths []string
	for name, d := range samples() {
		paths = append(paths, write(name, d))
	}
	if out, err := check(paths...); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	wrong := samples()["sale"]
	wrong.Net++
	if out, err := check(write("wrong", wrong)); err == nil || !strings.Contains(out, "BR-CO-") {
		t.Errorf("one that does not add up: %v, %s", err, out)
	}
}
