package message

import (
	"strconv"
	"strings"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// bill returns the bill of a message about an order that is to be paid or was placed;
// nil for other messages, and for an order that is free.
func (d *dictionary) bill(ev *events.EventView, m *events.MessageView) []mailkit.BillRow {
	switch m.Message.Kind {
	case inv.MsgOrderPending, inv.MsgOrderConfirmed:
	default:
		return nil
	}
	b := m.Hold.Order.Bill()
	if len(b.Lines) == 0 || b.Total == 0 && b.Discount == 0 {
		return nil
	}
	rows := make([]mailkit.BillRow, 0, len(b.Lines)+5)
	for i := range b.Lines {
		l := &b.Lines[i]
		label := d.tierName(ev, l.Tier)
		if !l.Fee {
			label = strconv.FormatInt(l.Count, 10) + " × " + label
		}
		rows = append(rows, mailkit.BillRow{Label: label, Amount: d.Money(l.Amount(), b.Currency)})
	}
	add := func(label string, amount int64) {
		if amount != 0 {
			rows = append(rows, mailkit.BillRow{Label: label, Amount: d.Money(amount, b.Currency)})
		}
	}
	add(d.discount, -b.Discount)
	add(d.tax, b.TaxOnTop)
	add(d.rounding, b.Rounding)
	rows = append(rows, mailkit.BillRow{Label: d.total, Amount: d.Money(b.Total, b.Currency), Total: true})
	add(d.taxIncluded, b.TaxIncluded)
	add(d.donation, b.Given)
	return rows
}

// tierName returns the name of a tier as it is shown; without one, that of any ticket.
func (d *dictionary) tierName(ev *events.EventView, tier string) string {
	if t := ev.Tier(tier); t != nil {
		return mailkit.Clean(t.Name, mailkit.MaxTitle)
	}
	return d.what
}

// price returns what an offer costs to claim, with the tax that comes on top; "" if it is
// free.
func (d *dictionary) price(ev *events.EventView, h *inv.Hold, a about) string {
	t := ev.Tier(a.tier)
	if h != nil && h.Order != nil && (t == nil || !t.Chosen()) && len(h.Order.Items) > 0 { // whatever the tier costs by now
		o, n := h.Order, int64(len(h.Order.Items))
		if o.Total == 0 {
			return ""
		}
		if o.Items[0].Gross*n != o.Total { // seats of several prices
			return d.Money(o.Total, o.Currency)
		}
		return d.times(n, o.Items[0].Gross, o.Currency)
	}
	if t == nil || !t.Paid() {
		return ""
	}
	currency := ev.Event.Settings.Orders.Currency
	if t.Chosen() {
		if t.PriceMin == 0 {
			return d.payAny
		}
		return strings.ReplaceAll(d.payFrom, "{amount}", d.Money(t.PriceMin+inv.UnitFees(inv.Fees(ev.Tiers), t.PriceMin, currency), currency))
	}
	gross := inv.Charged(t.Price, 0, currency).Gross
	return d.times(a.units, gross+inv.UnitFees(inv.Fees(ev.Tiers), gross, currency), currency)
}

// times is what so many units cost: "3 × €15.00 = €45.00".
func (d *dictionary) times(units, each int64, currency string) string {
	if units == 1 {
		return d.Money(each, currency)
	}
	return strconv.FormatInt(units, 10) + " × " + d.Money(each, currency) + " = " + d.Money(units*each, currency)
}
