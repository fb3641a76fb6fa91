package storetest

import (
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// sold is an order of seats that was paid.
func (h *Fixture) sold(user string, seats ...int32) string {
	h.T.Helper()
	order := h.Must(h.Seat(user, seats...))[0]
	h.Must(inventory.Pay{Who: staff, OrderID: order.OrderID, PaymentID: "pay_" + user, Amount: order.Total, Currency: order.Currency})
	return order.OrderID
}

// waits joins the waitlist for a seat, and returns the order that it is offered, if
// it is.
func (h *Fixture) waits(user string, seat int32) (order, offer string) {
	h.T.Helper()
	p := h.Party(user, 1)
	p.Tier, p.Wish = "", &inventory.SeatWish{Seats: []string{h.Cached.State.Seats.ID(seat)}}
	out := h.Must(inventory.Join{Who: staff, Party: p})[0]
	if out.OfferID == "" {
		return "", ""
	}
	return h.taking(out.OfferID), out.OfferID
}

func (h *Fixture) taking(offer string) string {
	h.T.Helper()
	v, err := h.S.Registrations.OfferByID(h.T.Context(), offer)
	if err != nil {
		h.T.Fatal(err)
	}
	return v.Hold.ID
}

// wantSeats says how the items of the event stand, and how seats did since a
// ledger seq; and that a server which begins now sees the same.
func (h *Fixture) wantSeats(what string, since, live, standing int64, want map[int32]seatmap.State) {
	h.T.Helper()
	for state, n := range map[string]int64{"live": live, "standing": standing} {
		if have := h.Count("select count(*) from hold_items where event_id = $1 and state = $2", h.Event, state); have != n {
			h.T.Errorf("%s: %d items are %s, want %d", what, have, state, n)
		}
	}
	v, err := h.S.Events.SeatsSince(h.T.Context(), h.Event, h.Cached.State.Seats.Layout, since)
	if err != nil {
		h.T.Fatal(err)
	}
	have := map[int32]seatmap.State{}
	for _, s := range v.Seats {
		have[s.Seat] = s.To
	}
	if d := diff(want, have); d != "" {
		h.T.Errorf("%s: seats since %d (-want +stored):\n%s", what, since, d)
	}
	h.CheckReload()
}

// testSeatExchanges: seats that are given to the waitlist. Each has one owner in every
// row that is committed, and whoever stands on one has none.
func testSeatExchanges(t *testing.T, open Open) {
	h := RowHall(t, open(t), 3, priced)
	h.Sell(1000)
	ann := h.sold("ann", 0, 1)
	give := func(order string, unit int64) inventory.ExchangeTicket {
		return inventory.ExchangeTicket{Who: staff, ExchangeID: h.In(id.Exchange), TicketID: id.TicketOf(order, unit), OrderID: order, Unit: unit}
	}
	first, second := give(ann, 1), give(ann, 2)
	h.Must(first)
	since := h.Cached.State.Event.Seq
	ben, _ := h.waits("ben", 0)
	h.waits("cid", 0)
	h.wantSeats("Ben is offered it", since, 2, 1, map[int32]seatmap.State{0: seatmap.Sold})
	v, err := h.S.Registrations.Hold(t.Context(), ben)
	if err != nil || !v.Hold.Order.Items[0].Standing || v.Hold.Order.Items[0].Seat == "" {
		t.Fatalf("%+v, %v", v.Hold.Order, err)
	}
	if x, err := h.S.Tickets.ExchangeByID(t.Context(), first.ExchangeID); err != nil || x.Seat != v.Hold.Order.Items[0].Seat || x.TakerID != ben {
		t.Errorf("%+v, %v", x, err)
	}
	if figures, err := h.S.Events.Figures(t.Context(), h.Event, 0, nil); err != nil || figures.Tiers[0].Held != 1 || figures.Tiers[0].Confirmed != 2 {
		t.Errorf("%+v, %v", figures, err)
	}
	// The index keeps a second owner out, whatever else goes wrong.
	if _, err := h.S.JobsDB().ExecContext(t.Context(), "update hold_items set state = 'live' where state = 'standing'"); err == nil {
		t.Fatal("a seat has two owners")
	}

	// It lapses, on a server that has nothing in memory, and the next is offered it.
	since = h.Cached.State.Event.Seq
	h.Cached = nil
	h.Now += inventory.Instant(7 * inventory.Hour)
	h.Must(inventory.Tick{})
	h.wantSeats("Cid is offered it", since, 2, 1, map[int32]seatmap.State{0: seatmap.Sold})
	x, err := h.S.Tickets.ExchangeByID(t.Context(), first.ExchangeID)
	if err != nil || x.TakerID == ben || x.State != inventory.ExchangeMatched {
		t.Fatalf("%+v, %v", x, err)
	}
	since = h.Cached.State.Event.Seq
	cid, err := h.S.Registrations.Hold(t.Context(), x.TakerID)
	if err != nil {
		t.Fatal(err)
	}
	h.Must(inventory.Decline{Who: staff, OfferID: cid.Hold.OfferID})
	h.wantSeats("Cid declines", since, 2, 0, map[int32]seatmap.State{0: seatmap.Sold})

	// It is given back otherwise: in that step it is the taker's.
	since = h.Cached.State.Event.Seq
	dan, _ := h.waits("dan", 0)
	h.Cached = nil
	h.Must(inventory.CancelItems{Who: staff, OrderID: ann, Items: []int{1}})
	h.wantSeats("Ann gives it back", since, 2, 0, map[int32]seatmap.State{0: seatmap.Held, 1: seatmap.Sold})
	h.Must(inventory.Pay{Who: staff, OrderID: dan, PaymentID: "pay_dan", Amount: 1000, Currency: "EUR"})

	// It is paid on another server, which has to find the holder's order itself.
	h.Must(second)
	eve, _ := h.waits("eve", 1)
	other := h.Beside(open(t))
	other.Must(inventory.Pay{Who: staff, OrderID: eve, PaymentID: "pay_eve", Amount: 1000, Currency: "EUR"})
	h.Cached = other.Cached
	h.wantSeats("Eve has paid", since, 2, 0, map[int32]seatmap.State{0: seatmap.Sold, 1: seatmap.Sold})
	for order, want := range map[string]string{ann: "refunded", dan: "confirmed", eve: "confirmed"} {
		v, err := h.S.Registrations.Hold(t.Context(), order)
		if err != nil || v.Hold.OrderStatus() != want || slices.ContainsFunc(v.Hold.Order.Items, func(it inventory.Item) bool { return it.Standing }) {
			t.Errorf("%+v, %v", v.Hold, err)
		}
	}
	view, err := h.S.Events.Seats(t.Context(), h.Event)
	if d := diff([]events.SeatStand{{Seat: 0, To: seatmap.Sold}, {Seat: 1, To: seatmap.Sold}}, view.Seats); err != nil || d != "" {
		t.Errorf("%v\n%s", err, d)
	}
}
