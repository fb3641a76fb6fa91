package storetest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// testItemTickets: the tickets of an order are its items: each has its tier, comes
// in by itself, and is void when it was given back.
func testItemTickets(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 9, priced)
	h.Sell(1000)
	reserve := h.Reserve("ann", 3)
	h.Must(reserve)
	order := reserve.OrderID
	one, two, three := id.TicketOf(order, 1), id.TicketOf(order, 2), id.TicketOf(order, 3)
	good := func(want ...string) {
		t.Helper()
		var ids, each []string
		list, err := h.S.Tickets.OrderTickets(t.Context(), order)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range list.Tickets {
			ids = append(ids, v.ID)
			if v.Tier != "General" || v.TierID != h.Tier || v.Units != 3 {
				t.Errorf("%+v", v)
			}
		}
		if err := h.S.Tickets.EachTicket(t.Context(), h.Event, func(v *events.TicketView) bool {
			each = append(each, v.ID)
			return v.Tier == "General" && v.Units == 3
		}); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, ids); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(want, each); d != "" {
			t.Error(d)
		}
	}
	good() // not paid yet
	h.wantVerdict(entering(one, "d1", "a", 10), checkin.Invalid)
	h.reissue(one, 0, inventory.TicketVoid)
	h.Must(inventory.Pay{Who: inventory.Who{Actor: "system"}, OrderID: order, PaymentID: "pay_1", Amount: 3000, Currency: "EUR"})
	good(one, two, three)
	h.wantVerdict(entering(one, "d1", "a", 10), checkin.Admit)
	h.wantVerdict(entering(id.TicketOf(order, 4), "d1", "b", 10), checkin.Invalid)
	h.Must(inventory.CancelItems{Who: staff, OrderID: order, Items: []int{2}})
	good(one, three)
	h.wantVerdict(entering(two, "d1", "c", 11), checkin.Invalid)
	lounge := h.List(checkin.WithExit)
	h.wantVerdict(enteringAt(lounge, two, "d", 11, checkin.WithExit, checkin.Admit), checkin.Invalid)
	h.wantVerdict(enteringAt(lounge, three, "e", 11, checkin.WithExit, checkin.Admit), checkin.Admit)
	h.wantVerdict(entering(three, "d1", "f", 12), checkin.Admit)
	if v, err := h.S.Tickets.TicketByID(t.Context(), two); err != nil || v.Valid || v.Units != 3 {
		t.Errorf("%+v, %v", v, err)
	}
	h.reissue(two, 0, inventory.TicketVoid)
	issued := func(void bool) {
		t.Helper()
		list, err := h.S.Tickets.IssuedOrders(t.Context(), h.Event, "", 10)
		if err != nil || len(list) != 1 || list[0].Void != void || len(list[0].Items) != 3 || list[0].Items[1].Live() || list[0].Items[0].Live() == void {
			t.Errorf("%+v, %v", list, err)
		}
	}
	issued(false)
	// Somebody came in with it by a device that had no network: that happened.
	log := func(n int, ticket string, want checkins.SyncedScan, admitted int64) {
		t.Helper()
		got, err := h.S.CheckIns.SyncScans(t.Context(), h.Event, []checkin.Scan{{Device: "roof", ID: fmt.Sprint(n), Ticket: ticket, At: 9, Verdict: checkin.Admit}}, h.Now)
		if err != nil || got[0] != want {
			t.Errorf("%v, %v", got, err)
		}
		if a, err := h.S.CheckIns.Attendance(t.Context(), h.Event, ""); err != nil || a.Admitted != admitted {
			t.Errorf("%+v, %v; want %d", a, err, admitted)
		}
	}
	log(1, two, checkins.SyncedScan{Status: checkins.SyncStored, Issued: true}, 3)
	log(2, id.TicketOf(order, 4), checkins.SyncedScan{Status: checkins.SyncStored}, 3)
	h.Must(inventory.CancelOrder{Who: staff, OrderID: order})
	good()
	issued(true)
	h.wantVerdict(enteringAt(lounge, one, "g", 13, checkin.WithExit, checkin.Admit), checkin.Invalid)
	lapsed := h.Reserve("bob", 1)
	h.Must(lapsed, inventory.CancelOrder{Who: staff, OrderID: lapsed.OrderID})
	log(3, id.TicketOf(lapsed.OrderID, 1), checkins.SyncedScan{Status: checkins.SyncStored}, 3) // never paid for
	issued(true)
	free := h.Reserve("cyd", 1)
	h.Sell(0)
	h.Must(free)
	h.wantVerdict(entering(id.TicketOf(free.OrderID, 1), "d1", "z", 20), checkin.Admit)
}
