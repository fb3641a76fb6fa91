package storetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// testGuests: what everybody at an event has, with tickets that changed hands.
func testGuests(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 5, func(s *inventory.Settings) { s.MaxTransfers = 3; priced(s) })
	ann := h.Order("ann", 2)
	h.Sell(1000)
	paid := h.Must(h.Reserve("bob", 2))[0].OrderID
	pay := inventory.Pay{Who: staff, OrderID: paid, PaymentID: "pay_1", Amount: 2000, Currency: "EUR"}
	h.Must(pay, inventory.CancelItems{Who: staff, OrderID: paid, Items: []int{1}})
	h.Must(h.Reserve("cyd", 1))
	gone := h.Must(h.Reserve("dan", 1))[0].OrderID
	h.Must(inventory.CancelOrder{Who: staff, OrderID: gone})
	h.Must(inventory.Join{Who: inventory.Who{Actor: "public"}, Party: h.Party("fay", 5), OrderID: h.In(id.Order)}) // more than are left, so she waits

	given := id.TicketOf(ann, 2)
	v := must[*events.TicketView](t)(h.S.Tickets.TicketByID(t.Context(), given))
	gift := h.give(v, "eve")
	h.Must(gift)
	h.Must(inventory.AcceptTransfer{Who: inventory.Who{Actor: gift.PersonID}, TransferID: gift.TransferID})
	e := entering(given, "d1", "1", 10)
	e.Version = int64(must[*events.TicketView](t)(h.S.Tickets.TicketByID(t.Context(), given)).Version)
	h.wantVerdict(e, checkin.Admit)
	lounge := h.List(checkin.Once)
	e.Scan.ID, e.Scan.List = "2", lounge
	h.wantVerdict(e, checkin.Admit) // in at two lists is in once

	type standing struct {
		holds, tickets int
		admitted       int64
		waits          bool
	}
	want := map[string]standing{
		"ann": {1, 1, 0, false}, "bob": {1, 1, 0, false}, "cyd": {1, 0, 0, false}, "dan": {}, "eve": {0, 1, 1, false}, "fay": {0, 0, 0, true},
	}
	var order []string
	for before := ""; ; {
		page := must[[]guests.GuestView](t)(h.S.People.Guests(t.Context(), h.Event, before, 2))
		for i := range page {
			g := &page[i]
			got := standing{len(g.Holds), len(g.Tickets), g.Admitted, g.Entry != nil}
			if w := want[g.Person.UserID]; got != w {
				t.Errorf("%s: %+v, want %+v", g.Person.UserID, got, w)
			}
			one := must[*guests.GuestView](t)(h.S.People.GuestByUser(t.Context(), h.Event, g.Person.UserID))
			same(t, one, g)
			before = g.Person.ID
			order = append(order, before)
		}
		if len(page) < 2 {
			break
		}
	}
	if len(order) != len(want) || !slices.IsSortedFunc(order, func(a, b string) int { return strings.Compare(b, a) }) {
		t.Errorf("in order: %v", order)
	}
	eve := must[*guests.GuestView](t)(h.S.People.GuestByUser(t.Context(), h.Event, "eve"))
	came := must[map[string]checkins.AdmissionRow](t)(h.S.CheckIns.Admitted(t.Context(), h.Event, eve.Tickets))
	if eve.Tickets[0] != given || came[given].At != 10 || came[given].Gate != "north" {
		t.Errorf("%+v, %+v", eve.Tickets, came)
	}
	dan := must[*guests.GuestView](t)(h.S.People.GuestByUser(t.Context(), h.Event, "dan"))
	over, left, err := h.S.People.GuestPast(t.Context(), h.Event, dan.Person.ID, 10)
	if err != nil || len(over) != 1 || over[0].ID != gone || len(over[0].Order.Items) != 1 || len(left) != 0 {
		t.Errorf("%+v, %+v, %v", over, left, err)
	}
	_, err = h.S.People.GuestByUser(t.Context(), h.Event, "nobody")
	wantErr(t, err, database.ErrNotFound)

	newest := must[[]events.RegistrationView](t)(h.S.Orders.OrdersIn(t.Context(), h.Event, events.OrderPage{NewestFirst: true, Limit: 2}))
	if len(newest) != 2 || newest[0].Hold.ID != gone || newest[0].Hold.Order == nil || newest[0].Person.UserID != "dan" {
		t.Errorf("the newest orders: %+v", newest)
	}
	rest := must[[]events.RegistrationView](t)(h.S.Orders.OrdersIn(t.Context(), h.Event, events.OrderPage{NewestFirst: true, From: newest[1].Hold.ID, State: "confirmed", Limit: 5}))
	if len(rest) != 1 || rest[0].Hold.ID != paid {
		t.Errorf("those before: %+v", rest)
	}
	if held := must[[]string](t)(h.S.People.SeatHolds(t.Context(), h.Event, "", 10)); len(held) != 0 {
		t.Errorf("orders of no seat: %v", held)
	}
}
