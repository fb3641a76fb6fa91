package page

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Whoever is offered tickets takes add-ons with them, and gives beside them, in the form that accepts
// the offer. Without a script nothing can be summed up there: it says what each costs, and the page
// that follows what all of it comes to.

// BesideWords are what the form of an offer says of that, in one language.
type BesideWords struct {
	Title, Lead                                                 string
	GiftLabel, GiftHint, GiftRule, GiftWrong                    string // {currency}; {least}, {most}
	Each                                                        string // {name}, {currency}
	Most, Number                                                string // {n}
	Gone, Limit, NoTicket, NotYet, Over, CardLimit, Price, Many string
}

// Beginnings of names of fields, before the id of a tier: how many of an add-on, what each costs of
// one whose buyers choose, and how much is given.
const (
	besideCount = "addon."
	besideEach  = "each."
	besideGift  = "gift."
)

// maxOfferForm is how much the form of an offer sends at most, in bytes.
const maxOfferForm = 32 << 10

// besideForm is what can be taken with what was offered.
type besideForm struct {
	Fields []besideField
	Wrong  string // what is wrong with something that has no field; "": nothing
	Gifts  bool   // one of them asks for a donation
}

// besideField is one field of it. One without a Name says only that there is none left.
type besideField struct {
	Name, Label, Hint, Value string
	Step, Min, Max           string
	Decimal                  bool
	Wrong                    string // what is wrong with what was typed; "": nothing
}

// ID names the field within the page.
func (f *besideField) ID() string { return strings.ReplaceAll(f.Name, ".", "-") }

// beside is what can be taken with the tickets of an open offer, with what was typed; nil: nothing.
func (v *view) beside(s *subject, now inventory.Instant) *besideForm {
	h := s.v.Hold
	if h == nil || h.Order == nil {
		return nil
	}
	f, currency := &besideForm{}, s.event.Event.Settings.Orders.Currency
	for i := range s.event.Tiers {
		t := &s.event.Tiers[i]
		if t.Hidden || t.SellsTo(inventory.Who{}, now) != inventory.OK {
			continue
		}
		switch goes := s.takes(t); {
		case t.Donation():
			f.Fields, f.Gifts = append(f.Fields, v.giftField(s, t, currency)), true
		case goes > 0:
			f.Fields = append(f.Fields, v.addOnFields(s, t, goes, currency)...)
		}
	}
	if len(f.Fields) == 0 {
		return nil
	}
	return f
}

// takes is how many of an add-on go with the tickets of an offer.
func (s *subject) takes(t *inventory.Tier) (n int64) {
	if t.Kind != inventory.AddOnTier {
		return 0
	}
	for i := range s.v.Hold.Order.Items {
		if ticket := s.event.Tier(s.v.Hold.Order.Items[i].Tier); ticket != nil && t.TakenWith(ticket) {
			n += t.PerTicket
		}
	}
	return n
}

// giftField is the field of a donation, which nobody has filled in.
func (v *view) giftField(s *subject, t *inventory.Tier, currency string) besideField {
	name := besideGift + t.ID
	return besideField{
		Name: name, Label: t.Name + locale.Comma(v.Tag) + fill(v.Words.Beside.GiftLabel, "{currency}", currency), Value: s.form.Get(name), Decimal: true,
		Hint: lines(t.Description, fill(v.Words.Beside.GiftHint, v.boundsOf(t, currency)...)), Step: decimal(inventory.Step(currency), currency), Max: decimal(t.PriceMax, currency),
	}
}

// addOnFields are how many of an add-on, and what each costs where buyers choose.
func (v *view) addOnFields(s *subject, t *inventory.Tier, goes int64, currency string) []besideField {
	most, price := mostOf(s, t, goes), v.tierPrice(t, nil, currency)
	if t.Paid() && !t.Chosen() {
		price = fill(v.Words.Venue.Each, "{price}", price)
	} else if !t.Paid() {
		price = v.Words.Free
	}
	count := besideField{
		Name: besideCount + t.ID, Label: t.Name + locale.Comma(v.Tag) + price, Value: "0",
		Hint: lines(t.Description, fill(v.Words.Beside.Most, "{n}", strconv.FormatInt(most, 10))), Step: "1", Min: "0", Max: strconv.FormatInt(most, 10),
	}
	if typed := s.form.Get(count.Name); typed != "" {
		count.Value = typed
	}
	if most == 0 {
		return []besideField{{Label: t.Name, Hint: v.Full}}
	}
	if !t.Chosen() {
		return []besideField{count}
	}
	each := besideField{
		Name: besideEach + t.ID, Label: fill(v.Words.Beside.Each, "{name}", t.Name, "{currency}", currency), Decimal: true,
		Value: decimal(t.Price.Amount, currency), Hint: fill(v.PayHint, v.boundsOf(t, currency)...),
		Step: decimal(inventory.Step(currency), currency), Min: decimal(t.PriceMin, currency), Max: decimal(t.PriceMax, currency),
	}
	if s.form != nil {
		each.Value = s.form.Get(each.Name)
	}
	return []besideField{count, each}
}

// mostOf is how many of an add-on the person of an offer can take.
func mostOf(s *subject, t *inventory.Tier, goes int64) int64 {
	most := min(goes, Free(s.event, t), inventory.MaxOrderUnits-s.v.Hold.Units)
	if t.MaxPerOrder > 0 {
		most = min(most, t.MaxPerOrder)
	}
	return max(most, 0)
}

// boundsOf are the placeholders of what buyers of a tier may choose.
func (w *Words) boundsOf(t *inventory.Tier, currency string) []string {
	return []string{"{least}", w.money(t.PriceMin, currency), "{most}", w.money(t.PriceMax, currency), "{amount}", w.money(t.Price.Amount, currency)}
}

// lines are those of some texts that say something.
func lines(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), "\n")
}

// taken is what somebody takes with an offer by the form. What cannot be read as a number is -1, which is refused.
func (s *subject) taken() (list []inventory.OrderLine) {
	currency := s.event.Event.Settings.Orders.Currency
	for i := range s.event.Tiers {
		t := &s.event.Tiers[i]
		count, gift := whole(s.form, besideCount+t.ID), strings.TrimSpace(s.form.Get(besideGift+t.ID))
		switch {
		case t.Donation() && gift != "":
			if amount := readAmount(gift, currency); amount == nil || *amount > 0 {
				list = append(list, inventory.OrderLine{Tier: t.ID, Quantity: 1, UnitPrice: amount})
			}
		case t.Kind == inventory.AddOnTier && count != 0:
			l := inventory.OrderLine{Tier: t.ID, Quantity: count}
			if t.Chosen() {
				l.UnitPrice = readAmount(s.form.Get(besideEach+t.ID), currency)
			}
			list = append(list, l)
		}
	}
	return list
}

// whole is the number in a field, 0 where nothing was typed, and -1 where it is none.
func whole(form url.Values, name string) int64 {
	text := western.Replace(strings.TrimSpace(form.Get(name)))
	if text == "" {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return -1
	}
	return int64(n) //nolint:gosec // of 32 bits
}

// besideRefused reports whether an answer refuses what somebody takes with an offer, or that it makes
// something cost what was free.
func besideRefused(reply *sequencer.Reply) bool {
	return strings.HasPrefix(reply.Field, "add_ons") || reply.Code == inventory.LimitPerCard
}

// wrongBeside says what is wrong with what somebody takes with an offer, at its field, or above all
// of them where the form has it no more.
func (v *view) wrongBeside(s *subject, reply *sequencer.Reply) {
	c := v.Claim
	if c.Beside == nil {
		c.Beside = &besideForm{}
	}
	at, part, _ := strings.Cut(strings.TrimPrefix(reply.Field, "add_ons["), "].")
	i, err := strconv.Atoi(at)
	taken := s.taken()
	if err != nil || i < 0 || i >= len(taken) {
		c.Beside.Wrong = v.Words.Beside.Many
		if reply.Code == inventory.LimitPerCard {
			c.Beside.Wrong = v.Words.Beside.CardLimit
		}
		return
	}
	t := s.event.Tier(taken[i].Tier)
	name := besideCount + t.ID
	switch {
	case t.Donation():
		name = besideGift + t.ID
	case part == "unit_price":
		name = besideEach + t.ID
	}
	text := v.whyBeside(s, t, reply.Code)
	f := slices.IndexFunc(c.Beside.Fields, func(f besideField) bool { return f.Name == name })
	if f < 0 {
		c.Beside.Wrong = t.Name + ": " + text
		return
	}
	c.Beside.Fields[f].Wrong = text
}

// whyBeside says why somebody cannot take so many of a tier with an offer, or give so much.
func (v *view) whyBeside(s *subject, t *inventory.Tier, code inventory.Code) string {
	w, currency := v.Words.Beside, s.event.Event.Settings.Orders.Currency
	switch code {
	case inventory.QuantityOutOfRange:
		return fill(w.Number, "{n}", strconv.FormatInt(mostOf(s, t, s.takes(t)), 10))
	case inventory.LimitPerOrder:
		return w.Limit
	case inventory.AddOnWithoutTicket:
		return w.NoTicket
	case inventory.SaleNotOpen:
		return w.NotYet
	case inventory.SaleOver:
		return w.Over
	case inventory.PriceOutOfRange:
		if t.Donation() {
			return fill(w.GiftWrong, v.boundsOf(t, currency)...)
		}
		return fill(v.PayWrong, v.boundsOf(t, currency)...)
	case inventory.PriceFixed: // since the form was shown
		return w.Price
	}
	return w.Gone
}

// statusOf is how the page answers that an acceptance was refused: some things are gone by now, others
// were typed wrongly.
func statusOf(code inventory.Code) int {
	switch code {
	case inventory.SoldOut, inventory.NotFound, inventory.SaleNotOpen, inventory.SaleOver, inventory.LimitPerCard:
		return http.StatusConflict
	}
	return http.StatusUnprocessableEntity
}

// extrasIn names what is in an order beside its tickets, each on a line: so many of an add-on, and what
// was given.
func (w *Words) extrasIn(e *events.EventView, h *inventory.Hold) string {
	var names []string
	units, at := []int64{}, map[string]int{}
	for i := range h.Order.Items {
		it := &h.Order.Items[i]
		t := e.Tier(it.Tier)
		if t == nil || !t.Extra() || !it.Live() {
			continue
		}
		if it.Donation {
			names, units = append(names, t.Name+locale.Comma(w.Tag)+w.money(it.Gross, h.Order.Currency)), append(units, 0)
			continue
		}
		if _, ok := at[t.ID]; !ok {
			at[t.ID] = len(names)
			names, units = append(names, t.Name), append(units, 0)
		}
		units[at[t.ID]]++
	}
	for i, n := range units {
		if n > 0 {
			names[i] = soMany(n, names[i])
		}
	}
	return strings.Join(names, "\n")
}
