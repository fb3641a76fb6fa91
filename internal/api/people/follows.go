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
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Follow is that the caller is told about the new events of an organization, or of one series.
type Follow struct {
	Organization wire.Organization `json:"organization"`
	Series       *FollowedSeries   `json:"series,omitempty" doc:"Of which alone one is told. Absent: of all that the organization publishes."`
	Since        time.Time         `json:"since"`
}

// FollowedSeries is a series that somebody follows.
type FollowedSeries struct {
	ID    string `json:"id" example:"ser_3k9q0a7c1v5m"`
	Title string `json:"title" example:"Jazz on Fridays"`
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
			Summary: "Whom I follow", Description: "The organizations and series of whose new events one is told.",
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
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/me/followed-series/{series_id}", ID: "follow-series", Tag: access.TagSignIn,
			Summary: "Follow a series",
			Description: "From now on one is told about new dates of the series, as who follows its organization is told about all that this publishes. Whoever follows both is told once. " +
				"A series can be followed once a date of it is published. The link in each message ends it, and whatever else one follows of that organization.",
			Problems: []httpapi.Kind{KindTooManyFollows},
			Answer: Follow{Organization: wire.Organization{ID: "org_3k9q0a7c1v5m", Name: "Riverside Workshop", Color: "#0f766e"},
				Series: &FollowedSeries{"ser_3k9q0a7c1v5m", "Jazz on Fridays"}, Since: time.Date(2027, 9, 1, 8, 0, 0, 0, time.UTC)},
		}, h.followSeries),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/me/followed-series/{series_id}", ID: "unfollow-series", Tag: access.TagSignIn,
			Summary: "Unfollow a series", Description: "Whatever was on its way is not delivered any more. Anyone who does not follow is answered the same.",
			Answer: Unfollowed{"unfollowed"},
		}, h.unfollowSeries),
	}
}

func (h *Handlers) myFollows(c *access.Call, _ *httpapi.None) (*FollowList, error) {
	items, err := h.followsOf(c)
	return &FollowList{Items: items}, err
}

// followsOf are those whom the caller follows.
func (h *Handlers) followsOf(c *access.Call) ([]Follow, error) {
	list, err := h.Store.Follows.Of(c.Context(), c.Caller.Login.AccountID, wire.Accepted(c.HTTP))
	items := []Follow{}
	for i := range list {
		f := &list[i]
		item := Follow{Organization: wire.Organization{ID: f.OrgID, Name: f.OrgName, Color: f.OrgColor}, Since: f.CreatedAt.Time()}
		if f.SeriesID != "" {
			item.Series = &FollowedSeries{f.SeriesID, f.SeriesTitle}
		}
		items = append(items, item)
	}
	return items, err
}

func (h *Handlers) follow(c *access.Call, _ *httpapi.None) (*Follow, error) {
	org := c.Param("organization_id")
	if err := h.Follow(c.Context(), c.Caller.Login.AccountID, org); err != nil {
		return nil, err
	}
	return h.followed(c, org, "")
}

// followed is what the caller follows now: an organization or, unless it is "", one of its series.
func (h *Handlers) followed(c *access.Call, org, series string) (*Follow, error) {
	items, err := h.followsOf(c)
	if err != nil {
		return nil, err
	}
	for i := range items {
		if f := &items[i]; f.Organization.ID == org && (series == "" && f.Series == nil || f.Series != nil && f.Series.ID == series) {
			return f, nil
		}
	}
	return nil, database.ErrNotFound // it was ended meanwhile
}

func (h *Handlers) followSeries(c *access.Call, _ *httpapi.None) (*Follow, error) {
	series := c.Param("series_id")
	org, err := h.HostOfSeries(c.Context(), series)
	if err != nil {
		return nil, err
	}
	if err := h.keepFollow(c.Context(), c.Caller.Login.AccountID, org, series); err != nil {
		return nil, err
	}
	return h.followed(c, org, series)
}

func (h *Handlers) unfollowSeries(c *access.Call, _ *httpapi.None) (*Unfollowed, error) {
	series := c.Param("series_id")
	if !id.Valid(series, id.Series) {
		return nil, database.ErrNotFound
	}
	list, err := h.Store.Follows.Of(c.Context(), c.Caller.Login.AccountID, wire.Accepted(c.HTTP))
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].SeriesID == series {
			return endFollow(c, h, list[i].OrgID, series)
		}
	}
	return &Unfollowed{"unfollowed"}, nil
}

// Follow makes an account follow an organization that everybody may see: database.ErrNotFound,
// or a problem.
func (h *Handlers) Follow(ctx context.Context, account, org string) error {
	if err := h.Hosts(ctx, org); err != nil {
		return err
	}
	return h.keepFollow(ctx, account, org, "")
}

// keepFollow stores that an account follows an organization, or a series of it.
func (h *Handlers) keepFollow(ctx context.Context, account, org, series string) error {
	err := h.Store.Follows.Follow(ctx, messages.Follow{
		AccountID: account, OrgID: org, SeriesID: series, Code: h.Reader.Links.FollowCode(org, account), CreatedAt: inventory.At(h.Now()),
	})
	if errors.Is(err, messages.ErrTooManyFollows) {
		return KindTooManyFollows.With("You follow " + strconv.Itoa(messages.MaxFollows) + " organizers and series.")
	}
	return err
}

func (h *Handlers) unfollow(c *access.Call, _ *httpapi.None) (*Unfollowed, error) {
	org := c.Param("organization_id")
	if !id.Valid(org, id.Organization) {
		return nil, database.ErrNotFound
	}
	return endFollow(c, h, org, "")
}

// endFollow ends following an organization or, unless it is "", one of its series, and forgets how one was
// told where nothing else needs it.
func endFollow(c *access.Call, h *Handlers, org, series string) (*Unfollowed, error) {
	l := c.Caller.Login
	if err := h.Store.Follows.Unfollow(c.Context(), l.AccountID, org, series); err != nil {
		return nil, err
	}
	return &Unfollowed{"unfollowed"}, h.Erasures.Unfollowed(c.Context(), org, l.Address)
}
