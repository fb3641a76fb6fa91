package storetest

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// bought is an order of units that was paid.
func (h *Fixture) bought(user string, units int64) string {
	h.T.Helper()
	order := h.Must(h.Reserve(user, units))[0]
	h.Must(inventory.Pay{Who: staff, OrderID: order.OrderID, PaymentID: "pay_" + user, Amount: order.Total, Currency: order.Currency})
	return order.OrderID
}

// testExchanges: tickets that are given to the waitlist, as they are written, loaded
// and read, and what is known of those with which somebody came in.
func testExchanges(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 3, priced)
	h.Sell(1000)
	order := h.bought("ann", 3)
	give := func(unit int64) inventory.ExchangeTicket {
		return inventory.ExchangeTicket{Who: staff, ExchangeID: h.In(id.Exchange), TicketID: id.TicketOf(order, unit), OrderID: order, Unit: unit}
	}
	first, second, third := give(1), give(2), give(3)
	h.Must(first, second, third)
	h.CheckReload()
	h.Must(inventory.WithdrawExchange{Who: staff, ExchangeID: third.ExchangeID}, give(3)) // in one batch: one ends, the other begins
	h.Must(inventory.WithdrawExchange{Who: staff, ExchangeID: third.ExchangeID})          // it is read again
	taken := h.Must(inventory.Join{Who: staff, Party: h.Party("ben", 2)})[0]
	h.CheckReload()
	offer, err := h.S.Registrations.OfferByID(t.Context(), taken.OfferID)
	if err != nil {
		t.Fatal(err)
	}
	live, err := h.S.Tickets.OpenExchanges(t.Context(), order)
	if err != nil || len(live) != 3 || live[second.TicketID].State != inventory.ExchangeMatched || live[second.TicketID].TakerID != offer.Hold.ID || live[second.TicketID].TakerUnit != 2 {
		t.Fatalf("%+v, %v", live, err)
	}
	// Somebody comes in with one of them: whoever stands on it gets the money back.
	h.wantVerdict(entering(first.TicketID, "d1", "a", 10), checkin.Admit)
	h.Cached = nil
	h.Now++
	got := h.Must(inventory.Pay{Who: staff, OrderID: offer.Hold.ID, PaymentID: "pay_ben", Amount: 2000, Currency: "EUR"})[0]
	if got.Status != "refund_due" {
		t.Errorf("%+v", got)
	}
	next := h.Must(inventory.Join{Who: staff, Party: h.Party("cid", 1)})[0]
	if offer, err = h.S.Registrations.OfferByID(t.Context(), next.OfferID); err != nil {
		t.Fatal(err)
	}
	h.Cached = nil
	h.Must(inventory.Pay{Who: staff, OrderID: offer.Hold.ID, PaymentID: "pay_cid", Amount: 1000, Currency: "EUR"})
	x, err := h.S.Tickets.ExchangeByID(t.Context(), second.ExchangeID)
	if err != nil {
		t.Fatal(err)
	}
	sold, err := h.S.Registrations.Hold(t.Context(), order)
	if err != nil {
		t.Fatal(err)
	}
	all, err := h.S.Tickets.OrderExchanges(t.Context(), order, 10)
	var states []inventory.ExchangeState
	for _, x := range all {
		states = append(states, x.State)
	}
	if d := cmp.Diff([]inventory.ExchangeState{inventory.ExchangeOpen, inventory.ExchangeWithdrawn, inventory.ExchangeDone, inventory.ExchangeClosed}, states); err != nil || d != "" {
		t.Error(err, d)
	}
	if all, err = h.S.Tickets.OrderExchanges(t.Context(), order, 1); err != nil || len(all) != 1 {
		t.Error(all, err)
	}
	person := sold.Person.ID
	want := &inventory.Exchange{
		ID: second.ExchangeID, State: inventory.ExchangeDone, TicketID: second.TicketID, OrderID: order, Unit: 2, Tier: h.Tier, PersonID: person,
		TakerID: offer.Hold.ID, TakerUnit: 1, Refund: 1000, OpenedAt: h.Now - 1, EndedAt: h.Now, OpenedSeq: x.OpenedSeq, LastSeq: x.LastSeq,
	}
	if d := cmp.Diff(want, x); d != "" {
		t.Error(d)
	}
	list, err := h.S.Messages.Inbox(t.Context(), h.Event, person, 0, 10)
	if err != nil || len(list) == 0 || list[0].Message.Kind != inventory.MsgExchanged || list[0].Exchange.ID != x.ID || list[0].Hold.ID != order {
		t.Errorf("%+v, %v", list, err)
	}
	h.CheckReload()
	if _, err := h.S.Tickets.ExchangeByID(t.Context(), h.In(id.Exchange)); !errors.Is(err, database.ErrNotFound) {
		t.Error(err)
	}
	if _, err := h.S.Tickets.ExchangeByID(t.Context(), "exc_x"); !errors.Is(err, database.ErrNotFound) {
		t.Error(err)
	}
	if _, err := h.S.Tickets.OpenExchanges(t.Context(), "ord_x"); !errors.Is(err, database.ErrNotFound) {
		t.Error(err)
	}
	if _, err := h.S.Tickets.OrderExchanges(t.Context(), "ord_x", 10); !errors.Is(err, database.ErrNotFound) {
		t.Error(err)
	}
}
