package storetest

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// give is the wish to give a ticket to somebody.
func (h *Hall) reissue(ticket string, version int64, want inventory.Code) {
	h.T.Helper()
	order, unit, _ := id.UnitOf(ticket)
	got, err := h.Do(h.T.Context(), inventory.ReissueTicket{Who: staff, TicketID: ticket, OrderID: order, Unit: unit, Version: version})
	if err != nil || got[0].Code != want {
		h.T.Errorf("%s, of version %d, reissued: %+v, %v, want %q", ticket, version, got, err, want)
	}
}

func (h *Hall) give(v *store.TicketView, user string) inventory.OfferTransfer {
	return inventory.OfferTransfer{
		Who: inventory.Who{Actor: v.HolderID}, TransferID: h.In(id.Transfer), TicketID: v.ID, OrderID: v.OrderID, Unit: v.Unit, Holder: v.HolderID,
		UserID: user, PersonID: h.In(id.Person), Profile: inventory.Profile{Email: user + "@example.com", Locale: "de"},
	}
}

// testTransfers: a ticket on its way, as it is written, loaded and read.
func testTransfers(t *testing.T, open Open) {
	h := OpenHall(t, Migrated(t, open), 5, func(s *inventory.Settings) { s.MaxTransfers = 3 })
	order := h.Order("ann", 2)
	ticket := id.TicketOf(order, 2)
	read := func() *store.TicketView {
		t.Helper()
		v, err := h.S.TicketByID(t.Context(), ticket)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	v := read()
	if err := h.S.SetAttendee(t.Context(), ticket, v.HolderID, store.Attendee{Name: "Grace"}, h.Now); err != nil {
		t.Fatal(err)
	}
	first, declined := h.give(v, "eve"), h.give(v, "dan")
	h.Must(declined)
	h.Must(inventory.DeclineTransfer{Who: staff, TransferID: declined.TransferID}, first) // in one batch: one ends, the other begins
	h.CheckReload()
	open1, err := h.S.OpenTransfers(t.Context(), order)
	if err != nil || len(open1) != 1 || open1[ticket].ID != first.TransferID {
		t.Errorf("%+v, %v", open1, err)
	}
	h.reissue(ticket, 0, inventory.OK)
	if v := read(); v.Version != 1 || v.Attendee.Name != "Grace" {
		t.Errorf("reissued: %+v", v)
	}
	h.Now++
	h.Must(inventory.AcceptTransfer{Who: inventory.Who{Actor: first.PersonID}, TransferID: first.TransferID})
	got, err := h.S.TransferByID(t.Context(), first.TransferID)
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
	if after.HolderID != first.PersonID || after.Version != 2 || after.Transfers != 1 || after.Attendee != (store.Attendee{Email: "eve@example.com"}) || !after.Valid {
		t.Errorf("%+v", after)
	}
	if err := h.S.SetAttendee(t.Context(), ticket, v.HolderID, store.Attendee{Name: "Grace"}, h.Now); !errors.Is(err, store.ErrConflict) {
		t.Errorf("who gave it away says who comes in: %v", err)
	}
	h.reissue(ticket, 2, inventory.OK)
	if m := h.told(first.PersonID); len(m) != 2 || m[0].Message.Kind != inventory.MsgTicketReissued || m[0].Message.Ref != ticket || m[0].Hold.ID != order || m[0].Transfer.Transfer.ID != first.TransferID {
		t.Errorf("who holds the ticket now was told %+v", m)
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
		list, err := h.S.Inbox(t.Context(), h.Event, person, 0, 10)
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
	}
	if d := cmp.Diff(wantTold, told); d != "" {
		t.Error(d)
	}
	if _, err := h.S.TransferByID(t.Context(), h.In(id.Transfer)); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if _, err := h.S.TransferByID(t.Context(), "trf_x"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	// What was said of a ticket goes with who said it.
	if err := h.S.SetAttendee(t.Context(), ticket, after.HolderID, store.Attendee{Name: "Eve"}, h.Now); err != nil {
		t.Fatal(err)
	}
	h.Must(inventory.Erase{Who: staff, UserID: "eve"})
	if v := read(); v.Attendee != (store.Attendee{}) || !v.Valid {
		t.Errorf("%+v", v)
	}
}
