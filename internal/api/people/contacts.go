package people

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// MyContact is how an organization reaches who is signed in.
type MyContact struct {
	Organization wire.Organization `json:"organization"`
	Contact      wire.ContactOut   `json:"contact" doc:"Under the first of the names; where there is none, that of whoever has one's address."`
	People       []MyName          `json:"people" doc:"The names that one has there, each with the latest event under it. Empty where one is nobody at its events."`
	Follows      bool              `json:"follows" doc:"Whether one follows the organization, or a series of it: then it is changed with PUT /v1/me/contacts/{organization_id} too."`
	Visits       bool              `json:"visits" doc:"Whether one has a place on the waitlist of a resource of the organization, or has booked rooms of it: then it is changed there, too."`
}

// MyName is a name that an organization has for somebody.
type MyName struct {
	EventID string `json:"event_id"`
	UserID  string `json:"user_id"`
}

// MyContactList are the contacts of the signed-in account.
type MyContactList struct {
	Items []*MyContact `json:"items" doc:"Those of the latest events first, then those that one only follows, by name, then those whose resources one waits for or whose rooms one has booked."`
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
	return out, otherContacts(c, h, out, byOrg)
}

// otherContacts adds the organizations that one follows, and those that one has to do with otherwise, to those at
// whose events one is somebody.
func otherContacts(c *access.Call, h *Handlers, out *MyContactList, byOrg map[string]*MyContact) error {
	l := c.Caller.Login
	follows, err := h.Store.Follows.Of(c.Context(), l.AccountID, "")
	if err != nil {
		return err
	}
	for i := range follows {
		f := &follows[i]
		item, err := addressContact(c, h, out, byOrg, wire.Organization{ID: f.OrgID, Name: f.OrgName, Color: f.OrgColor})
		if err != nil {
			return err
		}
		item.Follows = true
	}
	visited, err := h.Store.Contacts.Visited(c.Context(), address.Fold(l.Address))
	if err != nil {
		return err
	}
	for _, id := range visited {
		org, err := h.Store.Organizations.Profile(c.Context(), id)
		if err != nil {
			return err
		}
		item, err := addressContact(c, h, out, byOrg, wire.OrganizationOf(org))
		if err != nil {
			return err
		}
		item.Visits = true
	}
	return nil
}

// addressContact is the contact of an organization: the one that is there, or that of whoever has one's address.
func addressContact(c *access.Call, h *Handlers, out *MyContactList, byOrg map[string]*MyContact, org wire.Organization) (*MyContact, error) { //nolint:gocritic // what is kept is a copy
	if item := byOrg[org.ID]; item != nil {
		return item, nil
	}
	l := c.Caller.Login
	have, err := h.Reader.AddressContacts(c.Context(), org.ID, l.Address)
	if err != nil {
		return nil, err
	}
	contact, err := h.Reader.ContactShown(c.Context(), l.Address, "", have[0])
	if err != nil {
		return nil, err
	}
	item := &MyContact{Organization: org, Contact: *contact, People: []MyName{}}
	byOrg[org.ID] = item
	out.Items = append(out.Items, item)
	return item, nil
}
