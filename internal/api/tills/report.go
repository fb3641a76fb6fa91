package tills

import (
	"encoding/csv"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// TillReport is what a till has sold, taken and given back.
type TillReport struct {
	Till   *Till       `json:"till" nullable:"false"`
	Sold   []TillSold  `json:"sold" doc:"By tier, way of payment and rate of tax."`
	Totals []TillTotal `json:"totals" doc:"By way of payment: cash, card_terminal, complimentary."`
	Taxes  []TillTax   `json:"taxes" doc:"By rate, of all that was sold. What was given back since is not taken off."`
	Due    int64       `json:"due" doc:"What still has to go back of its sales, in minor units: it was decided, and nobody has given it yet."`
	ReadAt time.Time   `json:"read_at"`
}

// TillSold is what was sold of a tier, in one way.
type TillSold struct {
	TierID   string `json:"tier_id"`
	TierName string `json:"tier_name"`
	Payment  string `json:"payment" enum:"cash,card_terminal,complimentary"`
	TaxRate  int64  `json:"tax_rate_bp"`
	Count    int64  `json:"count"`
	Voided   int64  `json:"voided" doc:"How many of them were taken back since, here or elsewhere."`
	Discount int64  `json:"discount" doc:"What was off their prices: of complimentary ones all."`
	Net      int64  `json:"net"`
	Tax      int64  `json:"tax"`
	Gross    int64  `json:"gross"`
}

// TillTotal is what was sold in one way.
type TillTotal struct {
	Payment  string `json:"payment" enum:"cash,card_terminal,complimentary"`
	Sales    int64  `json:"sales" doc:"How many sales."`
	Tickets  int64  `json:"tickets"`
	Gross    int64  `json:"gross" doc:"What was taken for them."`
	Refunds  int64  `json:"refunds" doc:"How many refunds this till has given."`
	Refunded int64  `json:"refunded" doc:"How much they were."`
	Balance  int64  `json:"balance" doc:"Taken without refunded."`
}

// TillTax is what was sold at one rate of tax.
type TillTax struct {
	TaxRate int64 `json:"tax_rate_bp"`
	Net     int64 `json:"net"`
	Tax     int64 `json:"tax"`
	Gross   int64 `json:"gross"`
}

func (h *Handlers) tillReport(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*TillReport, error) {
	r, err := h.Store.Tills.TillReport(c.Context(), k.EventID, c.Param("till_id"))
	if err != nil {
		return nil, err
	}
	out := &TillReport{Till: tillOf(&r.Till), Sold: []TillSold{}, Totals: []TillTotal{}, Taxes: []TillTax{}, Due: r.Due, ReadAt: h.Now().UTC()}
	totals, taxes := map[string]*TillTotal{}, map[int64]int{}
	for _, kind := range []string{payments.SoldForCash, payments.SoldByCard, payments.Complimentary} {
		totals[kind] = &TillTotal{Payment: kind, Sales: r.Orders[kind]}
	}
	for i := range r.Sold {
		s := &r.Sold[i]
		out.Sold = append(out.Sold, TillSold{
			TierID: s.TierID, TierName: k.Tiers[s.TierID], Payment: s.Kind, TaxRate: s.TaxRate, Count: s.Count, Voided: s.GivenBack,
			Discount: s.Discount, Net: s.Net, Tax: s.Tax, Gross: s.Gross,
		})
		totals[s.Kind].Tickets += s.Count
		totals[s.Kind].Gross += s.Gross
		at, known := taxes[s.TaxRate]
		if !known {
			at = len(out.Taxes)
			taxes[s.TaxRate], out.Taxes = at, append(out.Taxes, TillTax{TaxRate: s.TaxRate})
		}
		t := &out.Taxes[at]
		t.Net, t.Tax, t.Gross = t.Net+s.Net, t.Tax+s.Tax, t.Gross+s.Gross
	}
	for _, f := range r.Refunds {
		if t := totals[f.Provider]; t != nil {
			t.Refunds, t.Refunded = f.Count, f.Amount
		}
	}
	for _, kind := range []string{payments.SoldForCash, payments.SoldByCard, payments.Complimentary} {
		t := totals[kind]
		t.Balance = t.Gross - t.Refunded
		out.Totals = append(out.Totals, *t)
	}
	return out, nil
}

// tillColumns are the columns of the CSV, in the words of the JSON.
var tillColumns = []string{"what", "tier_id", "tier_name", "payment", "tax_rate_bp", "count", "voided", "discount", "net", "tax", "gross", "currency"}

// tillCSV is the report as a table: a row for each line of what was sold, then the refunds,
// then the cash. Amounts are decimals.
func (h *Handlers) tillCSV(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*httpapi.Download, error) {
	r, err := h.tillReport(c, k, nil)
	if err != nil {
		return nil, err
	}
	currency := r.Till.Currency
	money := func(n int64) string { return payment.Money{Minor: n, Currency: currency}.Decimal() }
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	var rows [][]string
	for _, s := range r.Sold {
		rows = append(rows, []string{
			"sold", s.TierID, export.Inert(s.TierName), s.Payment, number(s.TaxRate), number(s.Count), number(s.Voided),
			money(s.Discount), money(s.Net), money(s.Tax), money(s.Gross), currency,
		})
	}
	for _, t := range r.Totals {
		if t.Refunds > 0 {
			rows = append(rows, []string{"refunded", "", "", t.Payment, "", number(t.Refunds), "", "", "", "", money(-t.Refunded), currency})
		}
	}
	cash := func(what string, n int64) {
		rows = append(rows, []string{what, "", "", payments.SoldForCash, "", "", "", "", "", "", money(n), currency})
	}
	cash("opening_float", r.Till.OpeningFloat)
	cash("cash_expected", r.Till.Expected)
	if r.Till.Counted != nil {
		cash("counted", *r.Till.Counted)
		cash("difference", *r.Till.Difference)
	}
	return httpapi.CSV("till-"+r.Till.ID+".csv", tillColumns, func(w *csv.Writer) error { return w.WriteAll(rows) }), nil
}
