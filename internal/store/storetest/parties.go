package storetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// testParties: a unit of a registration that is given back is void at the door, in the
// bundle and in every list; the others keep their numbers, and its number is nobody's.
func testParties(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 4, nil)
	c := h.Register("ann", 4)
	c.Guests = `[{"name":"Bo"},{"name":"Cy"},{"name":"Di"}]`
	order := h.Must(c)[0].OrderID
	ticket := func(unit int64) string { return id.TicketOf(order, unit) }
	cancel := func(unit int64) inventory.Outcome {
		t.Helper()
		out, err := h.Do(t.Context(), inventory.CancelGuest{Who: staff, TicketID: ticket(unit), OrderID: order, Unit: unit})
		if err != nil {
			t.Fatal(err)
		}
		return out[0]
	}
	good := func(want ...string) {
		t.Helper()
		var names, each []string
		list, err := h.S.Tickets.OrderTickets(t.Context(), order)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range list.Tickets {
			names = append(names, v.Attendee.Name)
			if v.Units != 4 {
				t.Errorf("ticket %d of %d", v.Unit, v.Units)
			}
		}
		if err := h.S.Tickets.EachTicket(t.Context(), h.Event, func(v *events.TicketView) bool {
			each = append(each, v.Attendee.Name)
			return v.Units == 4
		}); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, names) + cmp.Diff(want, each); d != "" {
			t.Error(d)
		}
	}
	const first = "Person ann"
	good(first, "Bo", "Cy", "Di")
	h.wantVerdict(entering(ticket(2), "d1", "a", 10), checkin.Admit)
	if o := cancel(2); o.Code != inventory.TicketUsed {
		t.Errorf("of a guest who came in: %+v", o)
	}
	for range 2 { // the second changes nothing
		if o := cancel(3); o.Code != inventory.OK || o.Status != "released" {
			t.Errorf("%+v", o)
		}
	}
	good(first, "Bo", "Di")
	h.wantVerdict(entering(ticket(3), "d1", "b", 11), checkin.Invalid)
	h.wantVerdict(entering(ticket(4), "d1", "c", 12), checkin.Admit)
	h.wantVerdict(entering(ticket(5), "d1", "d", 13), checkin.Invalid)
	h.reissue(ticket(3), 0, inventory.TicketVoid)
	if v, err := h.S.Tickets.TicketByID(t.Context(), ticket(3)); err != nil || v.Valid || v.Units != 4 {
		t.Errorf("%+v, %v", v, err)
	}
	lounge := h.List(checkin.WithExit)
	h.wantVerdict(enteringAt(lounge, ticket(3), "e", 14, checkin.WithExit, checkin.Admit), checkin.Invalid)
	h.wantVerdict(enteringAt(lounge, ticket(4), "h", 14, checkin.WithExit, checkin.Admit), checkin.Admit)
	issued, err := h.S.Tickets.IssuedOrders(t.Context(), h.Event, "", 10)
	if d := cmp.Diff([]events.IssuedOrder{{OrderID: order, Units: 3, TierID: h.Tier, GivenBack: "3"}}, issued); d != "" || err != nil {
		t.Error(d, err)
	}
	// A device that did not know lets somebody in: that is a fact, and it was a ticket.
	synced, err := h.S.CheckIns.SyncScans(t.Context(), h.Event, []checkin.Scan{
		{Device: "phone", ID: "f", Ticket: ticket(3), At: 15, Verdict: checkin.Admit}, {Device: "phone", ID: "g", Ticket: ticket(5), At: 15, Verdict: checkin.Admit},
	}, 20)
	if err != nil || !synced[0].Issued || synced[1].Issued {
		t.Errorf("%+v, %v", synced, err)
	}
	if a, err := h.S.CheckIns.Attendance(t.Context(), h.Event, ""); err != nil || a.Tickets != 3 {
		t.Errorf("%+v, %v", a, err)
	}
	// The place is somebody else's, and its number nobody's.
	if other := h.Must(h.Register("eve", 1))[0]; other.Status != string(inventory.HoldConfirmed) {
		t.Errorf("%+v", other)
	}
	left, err := h.S.Registrations.Hold(t.Context(), order)
	if err != nil || left.Hold.GivenBack != "3" || left.Hold.Units != 3 || left.Hold.GuestsLeft() != `[{"name":"Bo"},{"name":"Di"}]` {
		t.Errorf("%+v, %v", left.Hold, err)
	}
	if told := h.told(left.Hold.PersonID)[0]; told.Message.Kind != inventory.MsgGuestCancelled || told.Message.Ref != ticket(3) || told.Hold == nil {
		t.Errorf("told %+v", told)
	}
}
