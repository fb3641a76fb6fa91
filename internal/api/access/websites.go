package access

import (
	"context"
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store"
)

// newWebsiteCache remembers the websites that organizations name, by organization.
func newWebsiteCache(s *store.Store) (*cache.Cache[string, []string], error) {
	return cache.New(cache.Config[string, []string]{
		Fresh: EventFresh, Stale: EventStale, Limit: EventLimit,
		Load: func(ctx context.Context, org string) ([]string, error) {
			p, err := s.Organizations.Profile(ctx, org)
			if err != nil {
				return nil, err
			}
			return p.Websites, nil
		},
	})
}

// ForgetWebsites makes the next request of a website read again which there are. Other
// servers of the database know it after EventStale.
func (a *Control) ForgetWebsites(org string) { a.websites.Forget(org) }

// FromWebsites reports whether pages of websites may make the call: a change in an event
// that the public may make, or a file that is sent for one.
func (rt *Route) FromWebsites() bool {
	return rt.Access != nil && rt.Access.Public && (rt.Changes() || len(rt.Raw) > 0) && slices.Contains(rt.PathParams(), "event_id")
}

// allowWebsite lets the page that sends a call read the answer, where the organization of
// the event has named its website. An event that does not exist names none.
func (c *Call) allowWebsite() {
	if c.HTTP.Header.Get("Origin") == "" || !c.control.website(c.HTTP, c.Param("event_id")) {
		return
	}
	httpapi.ThisOrigin(c.Writer.Header(), c.HTTP)
}

// WebsiteMay answers a browser that asks, before it sends a call about an event for a page
// of another origin, whether it may. Such questions count as calls of the public.
func (a *Control) WebsiteMay(w http.ResponseWriter, r *http.Request, event, method string) {
	if a.Admit(identity.ClientAddress(r, a.TrustedProxies)) == nil && a.website(r, event) {
		httpapi.ThisOriginMay(w.Header(), r, method)
	}
}

// website reports whether the organization of an event has named the origin of a request.
func (a *Control) website(r *http.Request, event string) bool {
	k, err := a.Event(r.Context(), event)
	if err != nil {
		return false
	}
	named, err := a.websites.Get(r.Context(), k.OrgID)
	return err == nil && slices.Contains(named, r.Header.Get("Origin"))
}
