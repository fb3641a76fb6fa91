package people

import (
	"errors"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

func (h *Handlers) linkRoutes() []access.Route {
	return []access.Route{
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/links:renew", ID: "renew-link", Tag: access.TagSignIn, Unkeyed: true,
			Status: http.StatusAccepted, Summary: "Mail a fresh link",
			Description: "Mails a fresh link to the person of a signed link, which may have expired or been signed out: to the address that the person has now. It works for an hour and reaches all of the person's in the event, money back and transfers included. The answer is the same whether mail was sent: a person is sent one every two minutes at most.",
			Problems:    []httpapi.Kind{access.KindLinkInvalid, access.KindForeignPage, httpapi.KindRateLimited, httpapi.KindUnavailable, httpapi.KindNotFound},
			Example:     map[string]any{"link": "hl_Am9yAAYkTjzKAAABAA"},
		}, h.renewLink),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/links:mail", ID: "mail-link", Tag: access.TagSignIn, Unkeyed: true,
			Status: http.StatusAccepted, Summary: "Mail my link again",
			Description: "Mails a fresh link to the person with an address at an event: to the tickets, else to the place on the waitlist. The answer is the same whether anybody " +
				"has the address; a person is sent one every two minutes at most.",
			Problems: []httpapi.Kind{access.KindForeignPage, httpapi.KindRateLimited, httpapi.KindUnavailable},
			Example:  map[string]any{"email": "ada@example.org"},
		}, h.mailLink),
		access.On(identity.RevokeLinks, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/me/links:revoke", ID: "revoke-links", Tag: access.TagSignIn,
			Summary: "Sign out all links", Description: "Ends every signed link that was mailed so far to the person of this one, in its event; or of the signed-in account, in all events. Later mails carry links that work, and `POST /v1/links:renew` mails one at once. Other servers refuse the old ones within 5 seconds.",
			Answer: SignedOut{Status: "signed_out"},
		}, h.revokeLinks),
	}
}

// OldLink is the body that asks for a fresh link.
type OldLink struct {
	Link string `json:"link" minLength:"4" maxLength:"200" doc:"The token of a link that one has, whether it still works or not."`
}

// Mailed answers who asked for a fresh link.
type Mailed struct {
	Status string `json:"status" example:"accepted"`
}

func (h *Handlers) renewLink(c *access.Call, in *OldLink) (*Mailed, error) {
	if err := c.OwnPage(); err != nil {
		return nil, err
	}
	c.Address = identity.ClientAddress(c.HTTP, h.Access.TrustedProxies)
	if err := h.Access.MayMail(c.Address); err != nil {
		return nil, err
	}
	if err := h.LinkReader.Renew(c.Context(), in.Link); err != nil {
		return nil, err
	}
	return &Mailed{"accepted"}, nil
}

// LinkWanted is the body that asks for a link by an address.
type LinkWanted struct {
	Email string `json:"email" maxLength:"254" doc:"The address that tickets or a place on the waitlist were taken with."`
}

func (h *Handlers) mailLink(c *access.Call, in *LinkWanted) (*Mailed, error) {
	if err := c.OwnPage(); err != nil {
		return nil, err
	}
	k, err := h.Access.Event(c.Context(), c.Param("event_id"))
	if err != nil {
		return nil, err
	}
	check := &httpapi.Checks{}
	email := check.Email("email", in.Email)
	if err := check.Err(); err != nil {
		return nil, err
	}
	c.Address = identity.ClientAddress(c.HTTP, h.Access.TrustedProxies)
	if err := h.Access.MayMail(c.Address); err != nil {
		return nil, err
	}
	people, err := h.Reader.BookOf(c.Context(), email)
	if err != nil {
		return nil, err
	}
	for i := range people {
		if people[i].EventID != k.EventID {
			continue
		}
		thing, err := h.Store.People.Linkable(c.Context(), &people[i])
		if err == nil && thing != "" {
			err = h.LinkReader.MailTo(c.Context(), thing, k.EventID, people[i].PersonID)
		}
		if err != nil && !errors.Is(err, database.ErrNotFound) { // erased meanwhile
			return nil, err
		}
	}
	return &Mailed{"accepted"}, nil
}

// SignedOut answers who signed their links out.
type SignedOut struct {
	Status string `json:"status" example:"signed_out"`
}

func (h *Handlers) revokeLinks(c *access.Call, _ *httpapi.None) (*SignedOut, error) {
	mine := []guests.Mine{}
	if l := c.Caller.Link; l != nil {
		mine = append(mine, guests.Mine{EventID: l.Event(), PersonID: l.Person})
	} else {
		var err error
		if mine, err = h.Reader.Book(c); err != nil {
			return nil, err
		}
	}
	for _, m := range mine {
		if err := h.LinkReader.SignOut(c.Context(), m.EventID, m.PersonID); err != nil && !errors.Is(err, database.ErrNotFound) {
			return nil, err
		}
	}
	return &SignedOut{"signed_out"}, nil
}
