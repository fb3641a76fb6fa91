package people

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Follow is that the caller is told about the new events of an organization.
type Follow struct {
	Organization wire.Organization `json:"organization"`
	Since        time.Time         `json:"since"`
}

// FollowList are those whom the caller follows.
type FollowList struct {
	Items []Follow `json:"items" doc:"By name, 500 at most."`
}

// Unfollowed says that the caller does not follow an organization any more.
type Unfollowed struct {
	Status string `json:"status" enum:"unfollowed"`
}

func (h *Handlers) followRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/follows", ID: "list-my-follows", Tag: access.TagSignIn,
			Summary: "Whom I follow", Description: "The organizations of whose new events one is told.",
		}, h.myFollows),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/me/follows/{organization_id}", ID: "follow-organizer", Tag: access.TagSignIn,
			Summary: "Follow an organizer",
			Description: "From now on one is told about each event that the organization publishes, once, a quarter of an hour later: on the channel and outside of the quiet hours " +
				"that hold for reminders. Each message has a link that ends it. Anyone who follows already goes on as before. An organization can be followed once it has published an event.",
			Problems: []httpapi.Kind{KindTooManyFollows},
			Answer:   Follow{Organization: wire.Organization{ID: "org_3k9q0a7c1v5m", Name: "Riverside Workshop", Color: "#0f766e"}, Since: time.Date(2027, 9, 1, 8, 0, 0, 0, time.UTC)},
		}, h.follow),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/me/follows/{organization_id}", ID: "unfollow-organizer", Tag: access.TagSignIn,
			Summary: "Unfollow an organizer", Description: "Whatever was on its way is not delivered any more. Anyone who does not follow is answered the same.",
			Answer: Unfollowed{"unfollowed"},
		}, h.unfollow),
	}
}

func (h *Handlers) myFollows(c *access.Call, _ *httpapi.None) (*FollowList, error) {
	items, err := h.followsOf(c)
	return &FollowList{Items: items}, err
}

// followsOf are those whom the caller follows.
func (h *Handlers) followsOf(c *access.Call) ([]Follow, error) {
	list, err := h.Store.Follows.Of(c.Context(), c.Caller.Login.AccountID)
	items := []Follow{}
	for i := range list {
		f := &list[i]
		items = append(items, Follow{Organization: wire.Organization{ID: f.OrgID, Name: f.OrgName, Color: f.OrgColor}, Since: f.CreatedAt.Time()})
	}
	return items, err
}

func (h *Handlers) follow(c *access.Call, _ *httpapi.None) (*Follow, error) {
	org := c.Param("organization_id")
	if err := h.Follow(c.Context(), c.Caller.Login.AccountID, org); err != nil {
		return nil, err
	}
	items, err := h.followsOf(c)
	if err != nil {
		return nil, err
	}
	for i := range items {
		if items[i].Organization.ID == org {
			return &items[i], nil
		}
	}
	return nil, store.ErrNotFound // it was ended meanwhile
}

// Follow makes an account follow an organization that everybody may see: store.ErrNotFound,
// or a problem.
func (h *Handlers) Follow(ctx context.Context, account, org string) error {
	if err := h.Hosts(ctx, org); err != nil {
		return err
	}
	err := h.Store.Follows.Follow(ctx, store.Follow{
		AccountID: account, OrgID: org, Code: h.Reader.Links.FollowCode(org, account), CreatedAt: inventory.At(h.Now()),
	})
	if errors.Is(err, store.ErrTooManyFollows) {
		return KindTooManyFollows.With("You follow " + strconv.Itoa(store.MaxFollows) + " organizers.")
	}
	return err
}

func (h *Handlers) unfollow(c *access.Call, _ *httpapi.None) (*Unfollowed, error) {
	org := c.Param("organization_id")
	if !id.Valid(org, id.Organization) {
		return nil, store.ErrNotFound
	}
	return &Unfollowed{"unfollowed"}, h.Store.Follows.Unfollow(c.Context(), c.Caller.Login.AccountID, org)
}
