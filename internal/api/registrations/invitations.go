package registrations

import (
	"net/http"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

func (h *Handlers) invitationRoutes() []access.Route {
	const list, one = "/v1/events/{event_id}/invitations", "/v1/events/{event_id}/invitations/{invitation_id}"
	return []access.Route{
		access.InEvent(identity.ManageInvitations, httpapi.Route{
			Method: http.MethodPost, Path: list, ID: "invite", Tag: access.TagRegistrations,
			Status: http.StatusCreated, Summary: "Invite people",
			Description: "Up to 500 at once, all or none, each with a number of places. Each is mailed a link that is good for that event and so many places; " +
				"where there is no address you hand a link over, and whoever confirms an address with it first has the invitation (GET /v1/events/{event_id}/invitation-links). " +
				"Anyone who is invited already is left alone, so that a list can be sent again; whoever declined, or whose invitation was ended, is invited anew. " +
				"Whoever is invited takes no more places than that, whichever way they come.",
			Refusals: refusal.Kinds(inventory.EventNotPublished, inventory.EventIsCancelled, inventory.EventOver, inventory.RegistrationClosed, inventory.PlacesTaken),
			Example:  NewInvitations{Invitations: []InviteeIn{{Email: "grace@example.org", Name: "Grace Hopper", Places: 2}}},
			Answer:   Invited{Invited: 1, LedgerSeq: 43},
		}, h.invite),
		access.InEvent(identity.ReadInvitations, httpapi.Route{
			Method: http.MethodGet, Path: list, ID: "list-invitations", Tag: access.TagRegistrations,
			Summary: "List invitations", Description: "With how many of the places of each are taken or waited for, in the order in which people came to the event.",
			Query: []string{"limit", "cursor", "invitation_status"},
		}, h.listInvitations),
		access.InEvent(identity.ManageInvitations, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/invitation-links", ID: "list-invitation-links", Tag: access.TagRegistrations,
			Summary: "List links to hand over", Description: "Of invitations without an address that stand: whoever has a link can confirm an address with it, once, and has the invitation then. Give each to its person alone.",
			Query: []string{"limit", "cursor"},
		}, h.listInvitationLinks),
		access.InEvent(identity.ReadInvitations, httpapi.Route{
			Method: http.MethodGet, Path: one, ID: "get-invitation", Tag: access.TagRegistrations,
			Summary: "An invitation",
		}, h.getInvitation),
		access.InEvent(identity.ManageInvitations, httpapi.Route{
			Method: http.MethodPatch, Path: one, ID: "change-invitation", Tag: access.TagRegistrations,
			Summary: "Change an invitation", Description: "Its places, which are never fewer than are taken, or the invited person's name.",
			Refusals: refusal.Kinds(inventory.PlacesTaken, inventory.InvitationOver), Example: InvitationChange{Places: 3},
		}, h.changeInvitation),
		access.InEvent(identity.ManageInvitations, httpapi.Route{
			Method: http.MethodDelete, Path: one, ID: "end-invitation", Tag: access.TagRegistrations,
			Summary: "End an invitation", Description: "Its link is good for nothing any more. What the person has by then stays until it is cancelled.",
		}, h.endInvitation),
		access.InEvent(identity.ManageInvitations, httpapi.Route{
			Method: http.MethodPost, Path: one + ":resend", ID: "resend-invitation", Tag: access.TagRegistrations,
			Summary: "Mail an invitation again", Description: "With a new link. Those that were mailed before are good for nothing any more. Where there is no address nothing is mailed, and the link to hand over is a new one.",
			Refusals: refusal.Kinds(inventory.InvitationOver, inventory.EventIsCancelled, inventory.RegistrationClosed),
		}, h.resendInvitation),
		access.On(identity.AnswerInvitation, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/invitations/{invitation_id}", ID: "get-own-invitation", Tag: access.TagRegistrations,
			Summary: "One's own invitation", Description: "With the link of the mail. With the same link one registers, orders or waits: for the event, and as many places as are left.",
		}, h.ownInvitation),
		access.On(identity.AnswerInvitation, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/invitations/{invitation_id}:decline", ID: "decline-invitation", Tag: access.TagRegistrations,
			Summary: "Decline an invitation", Description: "By an invited person who has no place. The organizer can invite them anew.",
			Refusals: refusal.Kinds(inventory.PlacesTaken, inventory.InvitationOver),
		}, h.declineInvitation),
	}
}

// NewInvitations is the body that invites people.
type NewInvitations struct {
	Invitations []InviteeIn `json:"invitations" minItems:"1" maxItems:"500" doc:"Who is invited."`
}

// InviteeIn is somebody who is to be invited.
type InviteeIn struct {
	Email  string `json:"email,omitempty" maxLength:"254" doc:"Where the invitation is mailed. Without one it is a link that you hand over, and user_id must be there."`
	UserID string `json:"user_id,omitempty" maxLength:"128" doc:"Your own name for somebody without an address, by whom they are invited once."`
	Waited int64  `json:"waited,omitempty" minimum:"0" maximum:"1000000" doc:"Their number on the waitlist of the shop that they come from."`
	Name   string `json:"name" minLength:"1" maxLength:"200" doc:"Plain text."`
	Places int64  `json:"places,omitempty" minimum:"1" maximum:"100" doc:"How many places, their own included. Default 1."`
	Locale string `json:"locale,omitempty" maxLength:"35" doc:"The language of the mail, as in BCP 47. Default: that of the server."`
}

// Invited says how many were invited.
type Invited struct {
	Invited   int64 `json:"invited" doc:"How many were invited by this call; those who were already are not counted."`
	LedgerSeq int64 `json:"ledger_seq" doc:"The number of the last audit row of this change."`
}

// Invitation is an invitation of an event.
type Invitation struct {
	ID        string    `json:"id" example:"inv_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Status    string    `json:"status" enum:"invited,declined,ended"`
	Email     string    `json:"email" doc:"Empty while nobody has confirmed an address with the link that you hand over."`
	Waited    int64     `json:"waited,omitempty" doc:"The person's number on the waitlist of the shop that they come from."`
	Name      string    `json:"name"`
	UserID    string    `json:"user_id" doc:"Of the person, by which the guest list has what they took."`
	Places    int64     `json:"places"`
	Taken     int64     `json:"taken" doc:"Places that the person has, has ordered or waits for."`
	SentAt    time.Time `json:"sent_at" doc:"When it was mailed last."`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

func invitationOf(v *events.InvitationView) *Invitation {
	return &Invitation{
		ID: v.ID, Status: string(v.State), Email: v.Person.Profile.Email, Name: v.Person.Profile.Name, UserID: v.Person.UserID, Waited: v.Waited, Places: v.Places, Taken: v.Person.Units,
		SentAt: v.SentAt.Time(), CreatedAt: v.CreatedAt.Time(), UpdatedAt: v.UpdatedAt.Time(),
	}
}

// InvitationCounts are how many invitations there are.
type InvitationCounts struct {
	Invited  int64 `json:"invited" doc:"Invitations that stand."`
	Accepted int64 `json:"accepted" doc:"Of these, those of whose places some are taken."`
	Declined int64 `json:"declined"`
	Ended    int64 `json:"ended"`
	Places   int64 `json:"places" doc:"Of the invitations that stand."`
	Taken    int64 `json:"taken" doc:"Of these places."`
}

// InvitationList is a page of invitations.
type InvitationList struct {
	Counts InvitationCounts `json:"counts" doc:"Of all invitations of the event."`
	httpapi.List[*Invitation]
}

// InvitationLink is an invitation without an address, and the link that is handed over.
type InvitationLink struct {
	InvitationID string `json:"invitation_id" example:"inv_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Name         string `json:"name"`
	Places       int64  `json:"places"`
	Waited       int64  `json:"waited,omitempty" doc:"The person's number on the waitlist of the shop that they come from."`
	URL          string `json:"url" doc:"The link. Nobody but the organizer can ask for it, and no log has it." example:"https://tickets.example/c/hv_M2s5cTBhN2MxdjVtMDZmMnc4ZDR4azFuN3A5c6AAECAwQFBgcICQoLDA0ODw"`
}

// InvitationLinks is a page of links to hand over.
type InvitationLinks struct {
	httpapi.List[InvitationLink]
}

// InvitationChange is the body that changes an invitation.
type InvitationChange struct {
	Places int64  `json:"places,omitempty" minimum:"1" maximum:"100" doc:"Default: as many as there are."`
	Name   string `json:"name,omitempty" maxLength:"200" doc:"Plain text. Default: as it is."`
}

// OwnInvitation is an invitation as the invited person sees it.
type OwnInvitation struct {
	ID      string `json:"id"`
	EventID string `json:"event_id"`
	Status  string `json:"status" enum:"invited,declined,ended"`
	Email   string `json:"email" doc:"In whose name places are taken with the link."`
	Name    string `json:"name"`
	Places  int64  `json:"places"`
	Taken   int64  `json:"taken" doc:"Places that they have, have ordered or wait for."`
}

func (h *Handlers) invite(c *access.Call, k *access.EventSummary, in *NewInvitations) (*Invited, error) {
	var check httpapi.Checks
	cmd := inventory.Invite{Who: c.Who()}
	for i := range in.Invitations {
		g, at := &in.Invitations[i], "invitations["+httpapi.Itoa(int64(i))+"]."
		if g.Places == 0 {
			g.Places = 1
		}
		email, user := g.Email, ""
		switch {
		case g.Email != "" || g.UserID == "":
			email = check.Email(at+"email", g.Email)
			if user = wire.PublicID(email); g.UserID != "" {
				check.Add(at+"user_id", "not_allowed", "must not be there beside an address, by which the person is known")
			}
		default:
			if user = wire.UserID(&check, at+"user_id", g.UserID); strings.HasPrefix(user, wire.PublicIDPrefix) {
				check.Add(at+"user_id", "not_allowed", "must not be that of an address")
			}
		}
		check.Count(at+"places", g.Places, 1, inventory.MaxInvitedPlaces)
		cmd.Guests = append(cmd.Guests, inventory.Invitee{
			PersonID: h.IDs.In(id.Person, k.EventID), UserID: user, Places: g.Places, Waited: g.Waited,
			Profile: inventory.Profile{Email: email, Name: check.Line(at+"name", g.Name, 1, httpapi.MaxName), Locale: check.Locale(at+"locale", g.Locale)},
		})
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	reply, err := c.Submit(k.EventID, cmd, nil)
	if err != nil {
		return nil, err
	}
	return &Invited{Invited: reply.Units, LedgerSeq: reply.Seq}, nil
}

func (h *Handlers) listInvitations(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*InvitationList, error) {
	state := c.Query.Get("invitation_status")
	switch inventory.InvitationState(state) {
	case "", inventory.InvitationSent, inventory.InvitationDeclined, inventory.InvitationEnded:
	default:
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "invitation_status", Code: "not_allowed", Message: "must be invited, declined or ended"})
	}
	list, err := httpapi.ReadList(&c.Request, "invitations "+k.EventID+" "+state,
		func(after string, limit int) ([]events.InvitationView, error) {
			return h.Store.Invitations.Page(c.Context(), k.EventID, state, after, limit)
		},
		func(v *events.InvitationView) string { return v.ID }, invitationOf)
	if err != nil {
		return nil, err
	}
	n, err := h.Store.Invitations.Counts(c.Context(), k.EventID)
	return &InvitationList{
		Counts: InvitationCounts{Invited: n.Invited, Accepted: n.Accepted, Declined: n.Declined, Ended: n.Ended, Places: n.Places, Taken: n.Taken},
		List:   list,
	}, err
}

func (h *Handlers) listInvitationLinks(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*InvitationLinks, error) {
	list, err := httpapi.ReadList(&c.Request, "invitation links "+k.EventID,
		func(after string, limit int) ([]events.InvitationView, error) {
			return h.Store.Invitations.ByHand(c.Context(), k.EventID, after, limit)
		},
		func(v *events.InvitationView) string { return v.ID },
		func(v *events.InvitationView) InvitationLink {
			return InvitationLink{InvitationID: v.ID, Name: v.Person.Profile.Name, Places: v.Places, Waited: v.Waited, URL: h.Links.HandoverURL(v.ID, v.SentAt.Time())}
		})
	return &InvitationLinks{list}, err
}

// invitation reads the invitation in the path, which is one of the event.
func (h *Handlers) invitation(c *access.Call, k *access.EventSummary) (*events.InvitationView, error) {
	invitation := c.Param("invitation_id")
	if event, ok := id.EventOf(invitation, id.Invitation); !ok || event != k.EventID {
		return nil, database.ErrNotFound
	}
	v, err := h.Store.Invitations.Of(c.Context(), invitation)
	if err == nil && v.Person.Erased() {
		return nil, database.ErrNotFound
	}
	return v, err
}

func (h *Handlers) getInvitation(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Invitation, error) {
	v, err := h.invitation(c, k)
	if err != nil {
		return nil, err
	}
	return invitationOf(v), nil
}

// decided hands in a command about the invitation in the path, and reads what became of it.
func (h *Handlers) decided(c *access.Call, k *access.EventSummary, cmd func(invitation string) inventory.Command) (*Invitation, error) {
	v, err := h.invitation(c, k)
	if err != nil {
		return nil, err
	}
	if _, err := c.Submit(k.EventID, cmd(v.ID), nil); err != nil {
		return nil, err
	}
	return h.getInvitation(c, k, nil)
}

func (h *Handlers) changeInvitation(c *access.Call, k *access.EventSummary, in *InvitationChange) (*Invitation, error) {
	var check httpapi.Checks
	name := check.Line("name", in.Name, 0, httpapi.MaxName)
	if in.Places != 0 {
		check.Count("places", in.Places, 1, inventory.MaxInvitedPlaces)
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	return h.decided(c, k, func(invitation string) inventory.Command {
		return inventory.ChangeInvitation{Who: c.Who(), InvitationID: invitation, Places: in.Places, Name: name}
	})
}

func (h *Handlers) endInvitation(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Invitation, error) {
	return h.decided(c, k, func(invitation string) inventory.Command {
		return inventory.EndInvitation{Who: c.Who(), InvitationID: invitation}
	})
}

func (h *Handlers) resendInvitation(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Invitation, error) {
	return h.decided(c, k, func(invitation string) inventory.Command {
		return inventory.ResendInvitation{Who: c.Who(), InvitationID: invitation}
	})
}

// own finds the invitation in the path and asks for access to it.
func (h *Handlers) own(c *access.Call) (*events.InvitationView, error) {
	invitation := c.Param("invitation_id")
	k, err := c.EventOf(invitation, id.Invitation)
	if err != nil {
		return nil, err
	}
	v, err := h.Store.Invitations.Of(c.Context(), invitation)
	if err != nil {
		return nil, err
	}
	return v, c.Allowed(k, v.PersonID, v.ID)
}

func (h *Handlers) ownInvitation(c *access.Call, _ *httpapi.None) (*OwnInvitation, error) {
	v, err := h.own(c)
	if err != nil {
		return nil, err
	}
	event, _ := id.EventOf(v.ID, id.Invitation)
	return &OwnInvitation{
		ID: v.ID, EventID: event, Status: string(v.State), Email: v.Person.Profile.Email, Name: v.Person.Profile.Name, Places: v.Places, Taken: v.Person.Units,
	}, nil
}

func (h *Handlers) declineInvitation(c *access.Call, _ *httpapi.None) (*OwnInvitation, error) {
	v, err := h.own(c)
	if err != nil {
		return nil, err
	}
	event, _ := id.EventOf(v.ID, id.Invitation)
	if _, err := c.Submit(event, inventory.DeclineInvitation{Who: c.Who(), InvitationID: v.ID}, nil); err != nil {
		return nil, err
	}
	return h.ownInvitation(c, nil)
}
