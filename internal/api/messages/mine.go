package messages

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// mineRoutes are how an organization reaches whoever follows it, waits for something of it, or has booked its
// rooms: they need be nobody at its events, and it need have none.
func (h *Handlers) mineRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/me/contacts/{organization_id}", ID: "put-my-contact", Tag: access.TagMessages,
			Summary: "Set how an organization reaches one",
			Description: "Replaces how an organization reaches whoever follows it or one of its series, has a place on the waitlist of a resource of it, or has booked rooms of it, as " +
				"`GET /v1/me/contacts` shows it. The name that counts is that of whoever registers without an account of the organization's, so who did has one contact. " +
				"404 unless one of these holds. It is forgotten when none does any more and one has registered nowhere by that name.",
			Problems: []httpapi.Kind{httpapi.KindNotFound},
			Example:  wire.Contact{Phone: "+4930123456", SMSConsent: true, Channels: []string{"sms", "mail"}, Zone: "Europe/Lisbon", QuietHours: &wire.QuietHours{From: "21:00", To: "09:00"}},
		}, h.putMyContact),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/me/contacts/{organization_id}/push-subscriptions", ID: "add-my-push-subscription", Tag: access.TagMessages, Status: http.StatusCreated,
			Summary:     "Subscribe a browser to an organization",
			Description: "What the browser's PushManager returned for the key of `GET /v1/push-key`. Counts as consent to push messages. 404 as for `put-my-contact`.",
			Problems:    []httpapi.Kind{httpapi.KindNotFound},
			Example:     examplePush,
		}, h.addMyPush),
	}
}

// mine finds how the organization in the path reaches the caller, who has to do with it, by all names that it has for
// them.
func (h *Handlers) mine(c *access.Call) ([]*messages.Contact, error) {
	org, l := c.Param("organization_id"), c.Caller.Login
	if !id.Valid(org, id.Organization) {
		return nil, database.ErrNotFound
	}
	knows, err := h.Store.Follows.Follows(c.Context(), l.AccountID, org)
	if err == nil && !knows {
		knows, err = h.Store.Contacts.Visits(c.Context(), org, l.Address)
	}
	if err != nil {
		return nil, err
	}
	if !knows {
		return nil, database.ErrNotFound
	}
	return h.Reader.AddressContacts(c.Context(), org, l.Address)
}

func (h *Handlers) putMyContact(c *access.Call, in *wire.Contact) (*wire.ContactOut, error) {
	list, err := h.mine(c)
	if err != nil {
		return nil, err
	}
	var next *messages.Contact
	for _, have := range list {
		if next, err = h.keepContact(c, have, in); err != nil {
			return nil, err
		}
	}
	return h.Reader.ContactShown(c.Context(), c.Caller.Login.Address, "", next)
}

func (h *Handlers) addMyPush(c *access.Call, in *PushSubscription) (*PushAdded, error) {
	list, err := h.mine(c)
	if err != nil {
		return nil, err
	}
	var added *PushAdded
	for _, have := range list {
		if added, err = h.keepPush(c, have, in); err != nil {
			return nil, err
		}
	}
	return added, nil
}

// guestRoutes are how an organization reaches somebody by its own name for them, whom it has put on the waitlist
// of a resource.
func (h *Handlers) guestRoutes() []access.Route {
	const contact = "/v1/people/{user_id}/contact"
	return []access.Route{
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodGet, Path: contact, ID: "get-guest-contact", Tag: access.TagMessages,
			Summary:     "Get how somebody on the waitlist of a resource is reached",
			Description: "By the organization's own name for them, which they were joined with, whether it has events or not. 404 when nobody of that name has a place of a resource.",
			Problems:    []httpapi.Kind{httpapi.KindNotFound},
		}, h.getGuestContact),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPut, Path: contact, ID: "put-guest-contact", Tag: access.TagMessages,
			Summary: "Set how somebody on the waitlist of a resource is reached",
			Description: "Replaces it, as `put-contact` does for a person at an event, who is the same one. SMS needs a phone number and `sms_consent`, which the organization " +
				"has asked them for. What they choose themselves later (`put-my-contact`) takes its place.",
			Problems: []httpapi.Kind{httpapi.KindNotFound},
			Example:  wire.Contact{Phone: "+4930123456", SMSConsent: true, Channels: []string{"sms", "mail"}},
		}, h.putGuestContact),
	}
}

// guestContact finds how somebody with a place of a resource is reached, by the name that the organization has for them.
func (h *Handlers) guestContact(c *access.Call) (email string, have *messages.Contact, err error) {
	user, err := wire.UserParam(c)
	if err != nil {
		return "", nil, err
	}
	if email, err = h.Store.Contacts.Guest(c.Context(), c.Caller.OrgID, user); err != nil {
		return "", nil, err
	}
	have, err = h.Reader.ContactOf(c.Context(), c.Caller.OrgID, h.Reader.PersonKey(c.Caller.OrgID, user))
	return email, have, err
}

func (h *Handlers) getGuestContact(c *access.Call, _ *httpapi.None) (*wire.ContactOut, error) {
	email, have, err := h.guestContact(c)
	if err != nil {
		return nil, err
	}
	return h.Reader.ContactShown(c.Context(), email, "", have)
}

func (h *Handlers) putGuestContact(c *access.Call, in *wire.Contact) (*wire.ContactOut, error) {
	email, have, err := h.guestContact(c)
	if err != nil {
		return nil, err
	}
	next, err := h.keepContact(c, have, in)
	if err != nil {
		return nil, err
	}
	return h.Reader.ContactShown(c.Context(), email, "", next)
}
