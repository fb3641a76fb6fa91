package access

import (
	"net/http"
	"reflect"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// Route is a row of the table of routes with the action that it needs.
type Route struct {
	httpapi.Route
	// Action is what a caller must be allowed to do.
	Action identity.Action
	serve  func(*Call) (any, error)
	// gate, when not nil, is passed before the body is read; leave ends the call behind it.
	gate func(*Call) (leave func(), err error)
	// crowd calls take turns; see OfCrowd.
	crowd bool
	// What Handler finds out once: websites is FromWebsites, chained that the call may change who
	// acts for an organization, or be a matter of its security.
	websites, chained bool
}

// On completes a row with its action and its handler, whose types are those of
// the bodies.
func On[In, Out any](action identity.Action, rt httpapi.Route, handle func(*Call, *In) (*Out, error)) Route {
	row := newRoute(action, rt)
	row.In, row.Out = reflect.TypeFor[In](), reflect.TypeFor[Out]()
	row.serve = func(c *Call) (any, error) {
		in := new(In)
		if err := c.Decode(in); err != nil {
			return nil, err
		}
		return handle(c, in)
	}
	return row
}

// InEvent is like On, for a call about the event in the path, which is looked up, and
// the caller's access to it checked, before the handler runs. An event that the
// caller may not know of is not found.
func InEvent[In, Out any](action identity.Action, rt httpapi.Route, handle func(*Call, *EventSummary, *In) (*Out, error)) Route {
	return On(action, rt, func(c *Call, in *In) (*Out, error) {
		k, err := c.Event()
		if err != nil {
			return nil, err
		}
		c.found = true
		return handle(c, k, in)
	})
}

// newRoute adds to a row what its action means: who may call, and the problems
// of callers.
func newRoute(action identity.Action, rt httpapi.Route) Route {
	add := func(more ...httpapi.Kind) { rt.Problems = append(rt.Problems, more...) }
	if action != identity.Unauthenticated {
		roles, links, public := identity.Callers(action)
		rt.Access = &httpapi.Access{Public: public, SignedIn: identity.SignedIn(action)}
		rt.Access.Phone, rt.Access.Late = identity.ForPhones(action)
		for _, r := range links {
			rt.Access.Links = append(rt.Access.Links, r.String())
		}
		for _, r := range roles {
			rt.Access.Roles = append(rt.Access.Roles, string(r))
		}
		// Credentials that are presented and wrong are refused where none, or
		// others, are asked for too.
		add(kindCredentials, KindKeyInvalid, KindKeyExpired, KindKeyRevoked, KindLinkInvalid, KindLinkExpired, KindLinkRevoked)
		add(KindPassInvalid, KindPassExpired, KindPassEnded)
		if slices.Contains(links, identity.ReachFull) {
			add(KindFreshLink)
		}
		add(kindForbidden, httpapi.KindUnavailable, httpapi.KindRateLimited)
		if rt.Method != http.MethodGet {
			add(KindForeignPage)
		}
		if len(roles) > 0 {
			add(KindPasskey, KindOIDC)
			if in, outside := identity.ForEventKeys(action); !in || !outside && !inEvent(&rt) {
				add(kindEventKey)
			}
			if !namesEvent(&rt) {
				// An organization that the caller is not a member of is not found.
				add(kindOrganization, httpapi.KindNotFound)
			}
		}
	}
	if rt.Method != http.MethodGet && rt.Tag != TagKeys && rt.Tag != TagSignIn && rt.Tag != TagMembers {
		add(KindBusy, KindShuttingDown, KindClock, kindUnknown)
		if rt.Changes() {
			add(refusal.KindOtherVersion)
		}
	}
	switch action {
	case identity.Register, identity.JoinWaitlist, identity.PlaceOrder, identity.ChangeAnswers:
		if rt.Method != http.MethodGet {
			add(KindFileTaken)
		}
	}
	if namesEvent(&rt) && action != identity.Unauthenticated && (rt.Method != http.MethodGet || slices.Contains(inFile, rt.Path)) {
		add(KindArchived)
	}
	return Route{Route: rt, Action: action}
}

// namesEvent reports whether the path leads into an event, which then says whose it is.
func namesEvent(rt *httpapi.Route) bool {
	for _, name := range rt.PathParams() {
		switch name {
		case "event_id", "order_id", "entry_id", "offer_id", "ticket_id", "transfer_id", "exchange_id", "announcement_id", "pass_id", "invitation_id":
			return true
		}
	}
	return false
}
