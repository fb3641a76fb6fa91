package page

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
)

// priceField is where somebody types what they pay, in a form.
type priceField struct {
	Label, Hint string
	Value       string
	Min, Max    string // "": tiers have different ones
	Step        string
	Wrong       string // what is wrong with what was typed; "": nothing
}

// codeField is where somebody types a promo code, in a form.
type codeField struct {
	Label, Value string
	Wrong        string // what is wrong with what was typed; "": nothing
}

// tierPrice says what a unit of a tier costs as a buyer pays it, with the fees of a ticket, or what
// buyers can choose.
func (w *Words) tierPrice(t *inventory.Tier, fees []*inventory.Tier, currency string) string {
	switch {
	case t.Chosen() && t.PriceMin == 0:
		return w.PayAny
	case t.Chosen():
		return fill(w.PayFrom, "{amount}", w.money(t.PriceMin+inventory.UnitFees(fees, t.PriceMin, currency), currency))
	}
	gross := inventory.Charged(t.Price, 0, currency).Gross
	gross += inventory.UnitFees(fees, gross, currency)
	return w.prices(gross, gross, currency)
}

// chooses is the field of a tier whose buyers choose what they pay.
func (w *Words) chooses(t *inventory.Tier, currency, typed string, wrong bool) *priceField {
	bounds := w.boundsOf(t, currency)
	f := &priceField{
		Label: fill(w.PayLabel, "{currency}", currency), Hint: fill(w.PayHint, bounds...), Value: decimal(t.Price.Amount, currency),
		Min: decimal(t.PriceMin, currency), Max: decimal(t.PriceMax, currency), Step: decimal(inventory.Step(currency), currency),
	}
	if wrong {
		f.Value, f.Wrong = typed, fill(w.PayWrong, bounds...)
	}
	return f
}

// decimal writes an amount as fields of forms have it: "12.50".
func decimal(amount int64, currency string) string {
	number, _, _ := strings.Cut(inventory.Money(amount, currency), " ")
	return number
}

// western makes the digits and the decimal sign that Arabic keyboards have those of others.
var western = strings.NewReplacer(
	"٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨", "8", "٩", "9",
	"۰", "0", "۱", "1", "۲", "2", "۳", "3", "۴", "4", "۵", "5", "۶", "6", "۷", "7", "۸", "8", "۹", "9",
	"٫", ".",
)

// readAmount reads what somebody typed, "12.50" or "12,5" or "١٢٫٥", into minor units; nil: it
// is not an amount, and guessed at it is not.
func readAmount(text, currency string) *int64 {
	whole, part, _ := strings.Cut(strings.Replace(western.Replace(strings.TrimSpace(text)), ",", ".", 1), ".")
	digits := inventory.Decimals(currency)
	if whole == "" || len(whole) > 12 || len(part) > digits {
		return nil
	}
	n, err := strconv.ParseUint(whole+part+strings.Repeat("0", digits-len(part)), 10, 62)
	if err != nil {
		return nil
	}
	amount := int64(n) //nolint:gosec // of 62 bits
	return &amount
}

// offeredTier is the tier of an offer whose price people choose, nil for any other offer: of a
// place that was offered for nothing too, whatever its tier has become since.
func offeredTier(s *subject) *inventory.Tier {
	if s.v.Offer == nil || s.v.Entry == nil || s.v.Hold == nil || s.v.Hold.Order == nil {
		return nil
	}
	if t := s.event.Tier(s.v.Entry.Tier); t != nil && t.Chosen() {
		return t
	}
	return nil
}

// refusedTyped shows the page of an offer again, and what is wrong with what was typed: the price, what
// is taken with it, or else the code.
func (p *Pages) refusedTyped(w http.ResponseWriter, r *http.Request, s *subject, reply *sequencer.Reply) {
	beside := besideRefused(reply)
	price := !beside && reply.Code == inventory.PriceOutOfRange
	v, err := p.view(r, s)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if c := v.Claim; c != nil {
		if t := offeredTier(s); t != nil {
			c.Price = v.chooses(t, s.event.Event.Settings.Orders.Currency, s.typed, price)
			c.Price.Value = s.typed
		}
		if c.Code != nil {
			c.Code.Value = s.code
		}
		switch {
		case beside:
			v.wrongBeside(s, reply)
		case c.Code != nil && !price:
			c.Code.Wrong = v.CodeWrong
		}
	}
	p.show(w, r, statusOf(reply.Code), v)
}
