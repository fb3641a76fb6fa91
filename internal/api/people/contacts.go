package people

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// MyContact is how an organization reaches who is signed in.
type MyContact struct {
	Organization wire.Organization `json:"organization"`
	Contact      wire.ContactOut   `json:"contact" doc:"Under the first of the names; where there is none, that of a follower."`
	People       []MyName          `json:"people" doc:"The names that one has there, each with the latest event under it. Empty where one only follows."`
	Follows      bool              `json:"follows" doc:"Whether one follows the organization, or a series of it: then it is changed with PUT /v1/me/follows/{organization_id}/contact too."`
}

// MyName is a name that an organization has for somebody.
type MyName struct {
	EventID string `json:"event_id"`
	UserID  string `json:"user_id"`
}

// MyContactList are the contacts of the signed-in account.
type MyContactList struct {
	Items []*MyContact `json:"items" doc:"Those of the latest events first, then those that one only follows, by name."`
}

func (h *Handlers) myContacts(c *access.Call, _ *httpapi.None) (*MyContactList, error) {
	book, err := h.Reader.Book(c)
	if err != nil {
		return nil, err
	}
	out := &MyContactList{Items: []*MyContact{}}
	byOrg, seen := map[string]*MyContact{}, map[MyName]bool{}
	for _, m := range book {
		k, err := h.Access.Event(c.Context(), m.EventID)
		if err != nil {
			return nil, err
		}
		v, err := h.Store.Registrations.PersonByID(c.Context(), m.EventID, m.PersonID)
		if errors.Is(err, database.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		name := MyName{k.OrgID, v.Person.UserID}
		if seen[name] {
			continue
		}
		seen[name] = true
		item := byOrg[k.OrgID]
		if item == nil {
			var d PersonData
			if err := h.contactData(c, k, v, &d); err != nil {
				return nil, err
			}
			org, err := h.Store.Organizations.Profile(c.Context(), k.OrgID)
			if err != nil {
				return nil, err
			}
			item = &MyContact{Organization: wire.OrganizationOf(org), Contact: *d.Contact}
			byOrg[k.OrgID] = item
			out.Items = append(out.Items, item)
		}
		item.People = append(item.People, MyName{m.EventID, v.Person.UserID})
	}
	return out, followedContacts(c, h, out, byOrg)
}

// followedContacts adds the organizations that one follows to those at whose events one is somebody.
func followedContacts(c *access.Call, h *Handlers, out *MyContactList, byOrg map[string]*MyContact) error {
	l := c.Caller.Login
	follows, err := h.Store.Follows.Of(c.Context(), l.AccountID, "")
	if err != nil {
		return err
	}
	for i := range follows {
		f := &follows[i]
		item := byOrg[f.OrgID]
		if item == nil {
			have, err := h.Reader.FollowerContact(c.Context(), f.OrgID, l.Address)
			if err != nil {
				return err
			}
			contact, err := h.Reader.ContactShown(c.Context(), l.Address, "", have)
			if err != nil {
				return err
			}
			item = &MyContact{Organization: wire.Organization{ID: f.OrgID, Name: f.OrgName, Color: f.OrgColor}, Contact: *contact, People: []MyName{}}
			byOrg[f.OrgID] = item
			out.Items = append(out.Items, item)
		}
		item.Follows = true
	}
	return nil
}
