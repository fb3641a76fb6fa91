package inventory_test

import (
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// invitationCommand is "invite ann 2 ben 1", "resend ann", "change ann 3", "end ann", or
// "decline-invitation ann", which ann does; "hand ann 2" invites without an address, and
// "claim ann ann@example.org" confirms one with the newest link, or as "stale" with one before.
func (s *tableCase) invitationCommand(who inventory.Who, verb string, args []string) inventory.Command {
	if verb == "invite" || verb == "hand" {
		c := inventory.Invite{Who: who}
		for i := 0; i+1 < len(args); i += 2 {
			s.made++
			c.Guests = append(c.Guests, inventory.Invitee{
				PersonID: fmt.Sprintf("per_%s-%d", args[i], s.made), UserID: args[i], Places: s.number(args[i+1]),
				Profile: inventory.Profile{Email: args[i] + "@example.org", Name: args[i]},
			})
			if verb == "hand" {
				c.Guests[i/2].Profile.Email = ""
			}
		}
		return c
	}
	p, _ := s.store.Person(args[0])
	id := inventory.InvitationID(p.ID)
	switch verb {
	case "claim", "stale":
		c := inventory.ClaimInvitation{Who: who, InvitationID: id, SentAt: s.store.Invitations[id].SentAt, Email: args[1]}
		if verb == "stale" {
			c.SentAt--
		}
		return c
	case "resend":
		return inventory.ResendInvitation{Who: who, InvitationID: id}
	case "change":
		return inventory.ChangeInvitation{Who: who, InvitationID: id, Places: s.number(args[1])}
	case "end":
		return inventory.EndInvitation{Who: who, InvitationID: id}
	}
	if !who.Staff {
		who.Actor = p.ID
	}
	return inventory.DeclineInvitation{Who: who, InvitationID: id}
}

// invitation says how the invitation of somebody stands, and how much of it is taken.
func (s *tableCase) invitation(name string) string {
	p, _ := s.store.Person(name)
	v, ok := s.store.Invitations[inventory.InvitationID(p.ID)]
	if !ok {
		return "none"
	}
	return strings.TrimSpace(fmt.Sprintf("%s %d of %d", v.State, p.Units, v.Places))
}
