package bank

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/dues"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/transfer"
)

func transferOrderOf(b *payments.BankOrder, o *transfer.Order) TransferOrder {
	return TransferOrder{
		OrderID: o.ID, EventID: o.EventID, EventTitle: b.Title, Status: b.Hold.OrderStatus(), Reference: b.Hold.PaymentReference(), Name: o.Name,
		Email: b.Person.Profile.Email, Total: o.Total, Received: o.Received, Due: dueOf(o), Currency: o.Currency,
	}
}

func transferBookingOf(d *dues.BookingDue, o *transfer.Order) TransferOrder {
	out := TransferOrder{
		EventTitle: d.Venue, BookingID: d.ID, Part: string(d.Part), VenueID: d.VenueID, StartsAt: wire.TimePtr(d.StartsAt), Timezone: d.Zone,
		Reference: inventory.InFours(o.Reference), Name: d.Name, Email: d.Email, Total: o.Total, Received: o.Received, Due: dueOf(o), Currency: o.Currency,
	}
	out.Status = statusOf(o)
	return out
}

// statusOf is where a part of a price stands, in the words of orders.
func statusOf(o *transfer.Order) string {
	switch {
	case o.State == inventory.HoldConfirmed:
		return "confirmed"
	case o.Lapsed:
		return "expired"
	case o.Waits():
		return "pending"
	}
	return "cancelled"
}

func transferDatesOf(d *dues.DatesDue, o *transfer.Order, now inventory.Instant) TransferOrder {
	first := &d.Dates[0]
	out := TransferOrder{
		EventTitle: first.Venue, SeriesID: d.SeriesID, Part: string(d.Part), VenueID: first.VenueID, StartsAt: wire.TimePtr(first.StartsAt), Timezone: first.Zone,
		Status: statusOf(o), Reference: inventory.InFours(o.Reference), Name: first.Name, Email: first.Email, Total: o.Total, Received: o.Received, Due: dueOf(o), Currency: o.Currency,
	}
	for i := range d.Dates {
		one := settlement.PartOf(&d.Dates[i], now)
		out.Dates = append(out.Dates, TransferDate{d.Dates[i].ID, d.Dates[i].StartsAt.Time(), d.Dates[i].Total(), statusOf(&one)})
	}
	return out
}

// dueOf is what is still to be paid for an order.
func dueOf(o *transfer.Order) int64 {
	if o.State == inventory.HoldConfirmed {
		return 0
	}
	return max(0, o.Due())
}

// named is the order, or the part of a booking's price, that a transaction names or may be for.
func (h *Handlers) named(c *access.Call, order string) (TransferOrder, error) {
	if _, _, ok := bookings.CutBookingOrder(order); ok {
		d, err := h.Store.Dues.BookingDue(c.Context(), c.Caller.OrgID, order)
		if err != nil {
			return TransferOrder{}, err
		}
		o := settlement.PartOf(d, inventory.At(h.Now()))
		return transferBookingOf(d, &o), nil
	}
	if _, _, ok := bookings.CutSeriesOrder(order); ok {
		d, err := h.Store.Dues.DatesDue(c.Context(), c.Caller.OrgID, order)
		if err != nil {
			return TransferOrder{}, err
		}
		o := settlement.DatesOf(d, 0, inventory.At(h.Now()))
		return transferDatesOf(d, &o, inventory.At(h.Now())), nil
	}
	b, err := h.Store.Banks.OrderForTransfer(c.Context(), c.Caller.OrgID, order)
	if err != nil {
		return TransferOrder{}, err
	}
	o := settlement.OrderOf(b)
	return transferOrderOf(b, &o), nil
}

// suggest suggests what a transaction may be for.
func (h *Handlers) suggest(c *access.Call, t *payments.BankTransaction, out *BankTransactionView) error {
	since := inventory.At(h.Now().Add(-suggestFrom))
	list, err := h.Store.Banks.OrdersToPay(c.Context(), t.OrgID, since, suggestOf)
	if err != nil {
		return err
	}
	due, err := h.Store.Dues.BookingsToPay(c.Context(), t.OrgID, since, suggestOf)
	if err != nil {
		return err
	}
	var orders []transfer.Order
	at := map[string]TransferOrder{}
	for i := range list {
		o := settlement.OrderOf(&list[i])
		orders, at[o.ID] = append(orders, o), transferOrderOf(&list[i], &o)
	}
	for i := range due {
		o := settlement.PartOf(&due[i], inventory.At(h.Now()))
		orders, at[o.ID] = append(orders, o), transferBookingOf(&due[i], &o)
	}
	for _, d := range dues.DatesOf(due) {
		o := settlement.DatesOf(&d, t.Amount, inventory.At(h.Now()))
		orders, at[o.ID] = append(orders, o), transferDatesOf(&d, &o, inventory.At(h.Now()))
	}
	for _, s := range transfer.Suggest(settlement.TransactionOf(t), orders) {
		if s.ID != t.OrderID {
			out.Suggestions = append(out.Suggestions, TransferSuggestion{
				TransferOrder: at[s.ID], ByReference: s.ByReference(), SameAmount: s.SameAmount, SimilarName: s.SimilarName > 0,
			})
		}
	}
	return nil
}

// suggestReversed suggests the orders of transfers that a reversal may be of.
func (h *Handlers) suggestReversed(c *access.Call, t *payments.BankTransaction, out *BankTransactionView) error {
	list, err := h.Store.Banks.Reversed(c.Context(), t, suggestReversals)
	if err != nil {
		return err
	}
	seen := map[string]bool{t.OrderID: true}
	for i := range list {
		if order := list[i].OrderID; !seen[order] {
			of, err := h.named(c, order)
			if err != nil {
				return err
			}
			seen[order] = true
			out.Suggestions = append(out.Suggestions, TransferSuggestion{TransferOrder: of, SameAmount: true})
		}
	}
	return nil
}
