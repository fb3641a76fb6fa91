package storetest

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// testInvitations invites people, and reads who is invited.
func testInvitations(t *testing.T, open Open) {
	s := open(t)
	h := OpenEvent(t, s, 10, func(set *inventory.Settings) { set.Visibility = inventory.ByInvitation })
	ann, ben := h.In(id.Person), h.In(id.Person)
	guest := func(person, name string, places int64) inventory.Invitee {
		return inventory.Invitee{
			PersonID: person, UserID: "mail:" + name + "@example.com", Places: places,
			Profile: inventory.Profile{Email: name + "@Example.com", Name: name, Locale: "de"},
		}
	}
	h.Must(inventory.Invite{Who: staff, Guests: []inventory.Invitee{guest(ann, "ann", 3), guest(ben, "ben", 1)}})
	h.Must(inventory.DeclineInvitation{Who: inventory.Who{Actor: ben}, InvitationID: inventory.InvitationID(ben)})
	v, err := s.Invitations.Of(t.Context(), inventory.InvitationID(ann))
	if err != nil || v.Places != 3 || v.Person.Places != 3 || v.State != inventory.InvitationSent || v.SentAt == 0 || v.Person.Profile.Name != "ann" {
		t.Fatalf("%+v, %v", v, err)
	}
	for state, want := range map[string]int{"": 2, "invited": 1, "declined": 1, "ended": 0} {
		if list, err := s.Invitations.Page(t.Context(), h.Event, state, "", 10); err != nil || len(list) != want {
			t.Errorf("%d are %q, want %d: %v", len(list), state, want, err)
		}
	}
	if n, err := s.Invitations.Counts(t.Context(), h.Event); err != nil || n != (events.InvitationCounts{Invited: 1, Declined: 1, Places: 3}) {
		t.Errorf("%+v, %v", n, err)
	}
	for address, want := range map[string]bool{"ann@example.com": true, "ben@example.com": false, "eve@example.com": false} {
		if knows, err := s.Invitations.Knows(t.Context(), h.Event, address); err != nil || knows != want {
			t.Errorf("%s knows of the event: %t, %v", address, knows, err)
		}
	}
	list, err := s.Messages.Inbox(t.Context(), h.Event, ann, 0, 10)
	if err != nil || len(list) != 1 || list[0].Message.Kind != inventory.MsgInvitation || list[0].Invitation == nil || list[0].Invitation.ID != v.ID {
		t.Errorf("%+v, %v", list, err)
	}
	for _, unknown := range []string{"", "inv_", h.In(id.Invitation)} {
		if _, err := s.Invitations.Of(t.Context(), unknown); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("%q: %v", unknown, err)
		}
	}
}
