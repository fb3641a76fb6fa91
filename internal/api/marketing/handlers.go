// Package marketing answers for the links that organizers give out, for what came through
// them, for what people agree to for marketing and sponsors, and for what
// organizations write to them.
package marketing

import (
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/tracking"
)

// Handlers answer for tracking links, consents and campaigns.
type Handlers struct {
	wire.Base
	// Origin is where people reach the server, without a path.
	Origin string
	// Renderer renders mails of campaigns.
	Renderer *message.Renderer
	// Tracking finds the links and counts their visits.
	Tracking *tracking.Links
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.trackingRoutes(), h.consentRoutes(), h.campaignRoutes())
}

// Kinds of problem that only these resources have.
var (
	kindCodeTaken = httpapi.Kind{
		Code: "tracking_code_taken", Status: 409, Title: "The event has a link with this code", Field: "code",
		Help: "A code stays with its link, also when that has ended: orders came by it. Choose another.",
	}
	kindTooManyLinks = httpapi.Kind{
		Code: "too_many_tracking_links", Status: 409, Title: "Too many tracking links",
		Help: fmt.Sprintf("An event has at most %d tracking links, those that ended among them.", audience.MaxTrackingLinks),
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{Kinds: []httpapi.Kind{kindCodeTaken, kindTooManyLinks, kindTooManyPurposes, kindTooManyVersions, kindPurposeEnded, kindTooManyCampaigns}}
