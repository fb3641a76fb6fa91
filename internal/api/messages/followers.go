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

// followerRoutes are how whoever follows an organization is reached: they need be nobody at its events.
func (h *Handlers) followerRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/me/follows/{organization_id}/contact", ID: "put-follow-contact", Tag: access.TagMessages,
			Summary: "Set how one hears about what one follows",
			Description: "Replaces how an organization reaches whoever follows it or one of its series, as `GET /v1/me/contacts` shows it. The name that counts is that of " +
				"whoever registers without an account of the organization's, so who did has one contact. 404 unless one follows. It is forgotten when one " +
				"stops following and has registered nowhere by that name.",
			Problems: []httpapi.Kind{httpapi.KindNotFound},
			Example:  wire.Contact{Channels: []string{"mail"}, Zone: "Europe/Lisbon", QuietHours: &wire.QuietHours{From: "21:00", To: "09:00"}},
		}, h.putFollowContact),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/me/follows/{organization_id}/push-subscriptions", ID: "add-follow-push-subscription", Tag: access.TagMessages, Status: http.StatusCreated,
			Summary:     "Subscribe a browser to what one follows",
			Description: "What the browser's PushManager returned for the key of `GET /v1/push-key`. Counts as consent to push messages. 404 unless one follows.",
			Problems:    []httpapi.Kind{httpapi.KindNotFound},
			Example:     examplePush,
		}, h.addFollowPush),
	}
}

// followed finds how the organization in the path reaches the caller, who follows it.
func (h *Handlers) followed(c *access.Call) (*messages.Contact, error) {
	org := c.Param("organization_id")
	if !id.Valid(org, id.Organization) {
		return nil, database.ErrNotFound
	}
	follows, err := h.Store.Follows.Follows(c.Context(), c.Caller.Login.AccountID, org)
	if err != nil {
		return nil, err
	}
	if !follows {
		return nil, database.ErrNotFound
	}
	return h.Reader.FollowerContact(c.Context(), org, c.Caller.Login.Address)
}

func (h *Handlers) putFollowContact(c *access.Call, in *wire.Contact) (*wire.ContactOut, error) {
	have, err := h.followed(c)
	if err != nil {
		return nil, err
	}
	next, err := h.keepContact(c, have, in)
	if err != nil {
		return nil, err
	}
	return h.Reader.ContactShown(c.Context(), c.Caller.Login.Address, "", next)
}

func (h *Handlers) addFollowPush(c *access.Call, in *PushSubscription) (*PushAdded, error) {
	have, err := h.followed(c)
	if err != nil {
		return nil, err
	}
	return h.keepPush(c, have, in)
}
