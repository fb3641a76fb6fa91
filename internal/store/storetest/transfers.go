package storetest

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// reissue is the wish to give a ticket to somebody.
func (h *Fixture) reissue(ticket string, version int64, want inventory.Code) {
	h.T.Helper()
	order, unit, _ := id.UnitOf(ticket)
	got, err := h.Do(h.T.Context(), inventory.ReissueTicket{Who: staff, TicketID: ticket, OrderID: order, Unit: unit, Version: version})
	if err != nil || got[0].Code != want {
		h.T.Errorf("%s, of version %d, reissued: %+v, %v, want %q", ticket, version, got, err, want)
	}
}

func (h *Fixture) give(v *events.TicketView, user string) inventory.OfferTransfer {
	return inventory.OfferTransfer{
		Who: inventory.Who{Actor: v.HolderID}, TransferID: h.In(id.Transfer), TicketID: v.ID, OrderID: v.OrderID, Unit: v.Unit, Holder: v.HolderID,
		UserID: user, PersonID: h.In(id.Person), Profile: inventory.Profile{Email: user + "@example.com", Locale: "de"},
	}
}

// wantReceived wants one ticket that somebody has from somebody else, by a transfer,
// and to be told so by all that asks; of a person with a place of their own, by pages alone.
func (h *Fixture) wantReceived(ticket, transfer string, valid bool) {
	h.T.Helper()
	page, next, err := h.S.Announcements.ReceivedPage(h.T.Context(), h.Event, id.Ticket, 10)
	if err != nil || next != "" || len(page) != 1 {
		h.T.Fatalf("%+v, %q, %v", page, next, err)
	}
	if t := page[0].Transfer; t.Transfer.ID != transfer || t.Ticket.ID != ticket || t.Ticket.Valid != valid || t.To.ID != page[0].Person.ID || t.Ticket.HolderID != t.To.ID {
		h.T.Errorf("who has a ticket from somebody else: %+v", t)
	}
	found, err := h.S.Announcements.PeopleWithHolds(h.T.Context(), h.Event, []string{page[0].Person.ID})
	if err != nil || found[page[0].Person.ID] == nil {
		h.T.Fatal(err)
	}
	if d := cmp.Diff(page[0].Transfer, found[page[0].Person.ID].Transfer, cmpopts.IgnoreUnexported(events.TicketView{})); d != "" {
		h.T.Error(d)
	}
	// Page by page it is the same, and tickets that are void leave a page empty.
	var single []events.MessageView
	for next = id.Ticket; next != ""; single = append(single, page...) {
		if page, next, err = h.S.Announcements.ReceivedPage(h.T.Context(), h.Event, next, 1); err != nil {
			h.T.Fatal(err)
		}
	}
	if len(single) != 1 || single[0].Transfer.Transfer.ID != transfer {
		h.T.Errorf("page by page: %+v", single)
	}
}

// wantFromOthers wants a person to have, or to be offered, tickets by these transfers.
func (h *Fixture) wantFromOthers(person string, transfers ...string) {
	h.T.Helper()
	list, err := h.S.Tickets.FromOthers(h.T.Context(), h.Event, person, 10)
	if err != nil || len(list) != len(transfers) {
		h.T.Fatalf("from others: %+v, %v", list, err)
	}
	for i, v := range list {
		if v.Transfer.ID != transfers[i] || v.Ticket.ID == "" || v.To.ID != person {
			h.T.Errorf("from others: %+v", v)
		}
	}
}

// testTransfers: a ticket on its way, as it is written, loaded and read.
func testTransfers(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 5, func(s *inventory.Settings) { s.MaxTransfers = 3 })
	order := h.Order("ann", 2)
	ticket := id.TicketOf(order, 2)
	read := func() *events.TicketView {
		t.Helper()
		v, err := h.S.Tickets.TicketByID(t.Context(), ticket)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	v := read()
	if err := h.S.Tickets.SetAttendee(t.Context(), ticket, v.HolderID, events.Attendee{Name: "Grace"}, h.Now); err != nil {
		t.Fatal(err)
	}
	first, declined := h.give(v, "eve"), h.give(v, "dan")
	h.Must(declined)
	h.wantFromOthers(declined.PersonID, declined.TransferID)
	h.Must(inventory.DeclineTransfer{Who: staff, TransferID: declined.TransferID}, first) // in one batch: one ends, the other begins
	h.CheckReload()
	open1, err := h.S.Tickets.OpenTransfers(t.Context(), order)
	if err != nil || len(open1) != 1 || open1[ticket].ID != first.TransferID {
		t.Errorf("%+v, %v", open1, err)
	}
	h.reissue(ticket, 0, inventory.OK)
	if v := read(); v.Version != 1 || v.Attendee.Name != "Grace" {
		t.Errorf("reissued: %+v", v)
	}
	h.Now++
	h.Must(inventory.AcceptTransfer{Who: inventory.Who{Actor: first.PersonID}, TransferID: first.TransferID})
	got, err := h.S.Tickets.TransferByID(t.Context(), first.TransferID)
	if err != nil {
		t.Fatal(err)
	}
	want := inventory.Transfer{
		ID: first.TransferID, State: inventory.TransferAccepted, TicketID: ticket, OrderID: order, Unit: 2, From: v.Person.ID, To: first.PersonID,
		OfferedAt: h.Now - 1, EndedAt: h.Now, LastSeq: h.Cached.State.Event.Seq,
	}
	if d := cmp.Diff(want, got.Transfer); d != "" || got.To.Profile.Email != "eve@example.com" || got.From.UserID != "ann" || got.Ticket.ID != ticket {
		t.Errorf("%s %+v", d, got)
	}
	after := read()
	h.wantReceived(ticket, first.TransferID, true)
	h.wantFromOthers(first.PersonID, first.TransferID)
	h.wantFromOthers(v.Person.ID)
	h.wantFromOthers(declined.PersonID)
	if n, err := h.S.Tickets.WithOthers(t.Context(), order); n != 1 || err != nil {
		t.Errorf("with others: %d, %v", n, err)
	}
	found, err := h.S.Announcements.PeopleWithHolds(t.Context(), h.Event, []string{first.PersonID, v.Person.ID, declined.PersonID})
	if err != nil || len(found) != 3 || found[v.Person.ID].Transfer != nil || found[declined.PersonID].Transfer != nil {
		t.Errorf("%+v, %v", found, err)
	}
	if after.HolderID != first.PersonID || after.Version != 2 || after.Transfers != 1 || after.Attendee != (events.Attendee{Email: "eve@example.com"}) || !after.Valid {
		t.Errorf("%+v", after)
	}
	if err := h.S.Tickets.SetAttendee(t.Context(), ticket, v.HolderID, events.Attendee{Name: "Grace"}, h.Now); !errors.Is(err, database.ErrConflict) {
		t.Errorf("who gave it away says who comes in: %v", err)
	}
	h.reissue(ticket, 2, inventory.OK)
	if m := h.told(first.PersonID); len(m) != 3 || m[0].Message.Kind != inventory.MsgTicketReissued || m[0].Message.Ref != ticket || m[0].Hold.ID != order || m[0].Transfer.Transfer.ID != first.TransferID {
		t.Errorf("who holds the ticket now was told %+v", m)
	} else if m[1].Message.Kind != inventory.MsgTicketReceived || m[1].Message.Ref != first.TransferID || m[1].Transfer.Ticket.HolderID != first.PersonID || !m[1].Transfer.Ticket.Valid {
		t.Errorf("who has accepted the ticket was told %+v", m[1])
	}
	e := entering(ticket, "d1", "old", 10)
	e.Version = 1
	h.wantVerdict(e, checkin.Invalid)
	refused := func(code inventory.Code, cmd inventory.Command) {
		t.Helper()
		outcomes, err := h.Do(t.Context(), cmd)
		if err != nil || outcomes[0].Code != code {
			t.Errorf("%T: %+v, %v, want %s", cmd, outcomes, err, code)
		}
	}
	ann := inventory.Who{Actor: v.Person.ID}
	refused(inventory.TicketsMoved, inventory.Cancel{Who: ann, OrderID: order})
	refused(inventory.TicketsMoved, inventory.Cancel{Who: ann, UserID: "ann"})
	refused(inventory.NotFound, inventory.AcceptTransfer{Who: ann, TransferID: h.In(id.Transfer)})
	second := h.give(after, "fay")
	h.Must(second)
	told := map[inventory.MessageKind]string{}
	for _, person := range []string{v.Person.ID, declined.PersonID, first.PersonID, second.PersonID} {
		list, err := h.S.Messages.Inbox(t.Context(), h.Event, person, 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			if m.Transfer != nil {
				told[m.Message.Kind] += m.Person.UserID + " by " + m.Transfer.From.UserID + "; "
			}
		}
	}
	wantTold := map[inventory.MessageKind]string{
		inventory.MsgTicketReissued:  "eve by ann; ", // and ann before, whose it was by no transfer
		inventory.MsgTransferOffered: "dan by ann; eve by ann; fay by eve; ", inventory.MsgTransferAccepted: "ann by ann; ", inventory.MsgTransferDeclined: "ann by ann; ",
		inventory.MsgTicketReceived: "eve by ann; ",
	}
	if d := cmp.Diff(wantTold, told); d != "" {
		t.Error(d)
	}
	if _, err := h.S.Tickets.TransferByID(t.Context(), h.In(id.Transfer)); !errors.Is(err, database.ErrNotFound) {
		t.Error(err)
	}
	if _, err := h.S.Tickets.TransferByID(t.Context(), "trf_x"); !errors.Is(err, database.ErrNotFound) {
		t.Error(err)
	}
	// What was said about a ticket goes with the person who said it.
	if err := h.S.Tickets.SetAttendee(t.Context(), ticket, after.HolderID, events.Attendee{Name: "Eve"}, h.Now); err != nil {
		t.Fatal(err)
	}
	h.Must(inventory.Erase{Who: staff, UserID: "eve"})
	if v := read(); v.Attendee != (events.Attendee{}) || !v.Valid {
		t.Errorf("%+v", v)
	}
	testCalledOff(h, ticket, first.TransferID)
}

// testCalledOff: whoever has a ticket of somebody else is still found as such when the
// event is called off, and not when the ticket was void before; one announcement is planned,
// and only where there is such a ticket.
func testCalledOff(h *Fixture, ticket, transfer string) {
	h.T.Helper()
	planned := func(h *Fixture) string {
		h.T.Helper()
		list, err := h.S.Announcements.Automatic(h.T.Context(), h.Event)
		if err != nil {
			h.T.Fatal(err)
		}
		said := ""
		for _, n := range list {
			if n.Kind == messages.ReminderKind {
				continue
			}
			said += n.ID + " " + n.Kind + " " + n.State + "; "
		}
		return said
	}
	void := h.Order("bob", 1)
	bobs, err := h.S.Tickets.TicketByID(h.T.Context(), id.TicketOf(void, 1))
	if err != nil {
		h.T.Fatal(err)
	}
	gone := h.give(bobs, "gus")
	h.Must(gone)
	h.Must(inventory.AcceptTransfer{Who: staff, TransferID: gone.TransferID})
	h.Must(inventory.Cancel{Who: staff, OrderID: void})
	if m := h.told(gone.PersonID)[0]; m.Message.Kind != inventory.MsgTicketVoided || m.Message.Ref != bobs.ID || m.Transfer.Transfer.ID != gone.TransferID || m.Transfer.Ticket.Valid {
		h.T.Errorf("who had a ticket that is void was told %+v", m)
	}
	h.Must(inventory.CancelEvent{Who: staff})
	h.wantReceived(ticket, transfer, false) // before the order is released
	h.Must(inventory.Tick{})
	h.wantReceived(ticket, transfer, false)
	if said := planned(h); said != messages.CancellationID+" event_changed planned; " {
		h.T.Errorf("planned: %s", said)
	}
	v, err := h.S.Tickets.TicketByID(h.T.Context(), ticket)
	if err != nil {
		h.T.Fatal(err)
	}
	told, err := h.S.Announcements.WereTold(h.T.Context(), h.Event, inventory.MsgEventCancelled, []string{v.Person.ID, v.HolderID, h.holder(id.TicketOf(void, 1))})
	if err != nil || len(told) != 1 || !told[v.Person.ID] {
		h.T.Errorf("who was told by a row: %v, %v", told, err)
	}
	none := OpenEvent(h.T, h.S, 5, nil)
	none.Order("ann", 1)
	none.Must(inventory.CancelEvent{Who: staff})
	if said := planned(none); said != "" {
		h.T.Errorf("planned where nobody has a ticket of somebody else: %s", said)
	}
}
