package waitingrooms

import (
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Challenge is what somebody who is not known is asked before taking part.
type Challenge struct {
	Kind string `json:"kind" enum:"proof_of_work,turnstile,hcaptcha" doc:"What it is: a proof of work of ours, with parameters and signature, or the widget of another company, with site_key and script." example:"proof_of_work"`
	// Parameters and Signature are of a proof of work.
	Parameters *challenge.WorkParameters `json:"parameters,omitempty" doc:"Of a proof of work: what is looked for."`
	Signature  string                    `json:"signature,omitempty" doc:"HMAC-SHA256 of the parameters with sorted names, in hex. Send it back unchanged."`
	// The others are of a widget.
	SiteKey string `json:"site_key,omitempty" doc:"Of a widget: the name of this server at the company." example:"0x4AAAAAAAholdfast"`
	Script  string `json:"script,omitempty" doc:"Of a widget: the address of the company's script."`
	Action  string `json:"action,omitempty" doc:"Of a Turnstile widget: what it has to be rendered with as action."`
	Data    string `json:"cdata,omitempty" doc:"Of a Turnstile widget: what it has to be rendered with as cData."`
}

// Visit is the opening of a page.
type Visit struct {
	Visit string `json:"visit" doc:"Send it as the header Holdfast-Visit with whatever takes part in the event or waits for it."`
}

func (h *Handlers) getVisit(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Visit, error) {
	c.Writer.Header().Set("Cache-Control", "no-store")
	return &Visit{Visit: h.Access.Signals.Visit(k.EventID)}, nil
}

const (
	// proofOfWork is the kind of our own challenges.
	proofOfWork = "proof_of_work"
	// widgetFailed is said by a client that cannot load a widget.
	widgetFailed = "failed"
)

func shownTo(q challenge.Question) *Challenge {
	if w := q.Widget; w != nil {
		return &Challenge{Kind: string(w.Kind), SiteKey: w.SiteKey, Script: w.Script, Action: w.Action, Data: w.Data}
	}
	return &Challenge{Kind: proofOfWork, Parameters: &q.Work.Parameters, Signature: q.Work.Signature}
}

func (h *Handlers) challengeRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/challenges/{purpose}", ID: "get-challenge", Tag: access.TagWaitingRoom,
			Summary: "Get a challenge to answer",
			Description: "For callers refused with `challenge_required`. purpose is join (a waiting room), register, order or waitlist. A `proof_of_work` is a challenge of ALTCHA's protocol, " +
				"version 2, which its public clients solve: look for a counter with which PBKDF2-HMAC-SHA-256 of nonce and counter, with the salt and as many iterations as cost, " +
				"begins with keyPrefix. The header `Holdfast-Challenge` carries the base64 of the JSON {challenge, solution: {counter, derivedKey}}, once. The busier the " +
				"server is, the more work is asked for, and also the more strangers of the same network go about it as programs do (`GET /v1/events/{event_id}/takers` says how). Where whoever runs the server has chosen `turnstile` or `hcaptcha`, show the widget of script with site_key, and with action and cdata " +
				"where they are there; the header carries the token that it gives, once. While that company is away, which widget=failed reports, the proof of work is asked for in " +
				"its place, or `captcha_unavailable` answered, as whoever runs the server has chosen.",
			Query: []string{"widget"}, Values: map[string][]any{"widget": {widgetFailed}}, Problems: []httpapi.Kind{access.KindCaptchaUnavailable},
			Answer: Challenge{Kind: proofOfWork, Parameters: &challenge.WorkParameters{
				Algorithm: "PBKDF2/SHA-256", Cost: 1000, Data: challenge.WorkScope{Event: "evt_3k9q0a7c1v5m", Purpose: challenge.Join}, ExpiresAt: 1825142700, KeyLength: 32, KeyPrefix: "00",
				Nonce: "9f7a4c1e2b8d43a6a7c9941e8f2d0b3c", Salt: "b42f7b0c18d44f12ab09e6a721bb2a91",
			}, Signature: "7b6d7e0a9e89b1e6bbf0cb3f3a8a1d8dfb0e0dbb8120f8e4ecf2cf9d93a62b17"},
		}, h.getChallenge),
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/visit", ID: "get-visit", Tag: access.TagWaitingRoom,
			Summary: "Say that the page of an event was opened",
			Description: "A signed text that says when. Ask for it when somebody opens a page on which they can take part, join the waitlist or the waiting room, and send it with that as the header `Holdfast-Visit`. " +
				"Without it, or sooner after it than anybody can fill in a form, or with one that was used often before, nobody is refused, and a challenge costs their network more. It names nobody and nothing is stored of it. It is good for a week.",
			Answer: Visit{Visit: "AAZWJ2q2gAC7m2rS0n1m1l9J2wqk0o0mD3p8Yc2TqV8"},
		}, h.getVisit),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/public/venues/{venue_id}/challenges/{purpose}", ID: "get-venue-challenge", Tag: access.TagBookings,
			Summary: "Get a challenge to answer before asking for rooms", Description: "As `get-challenge` does for an event, with the venue in its place and register as purpose.",
			Problems: []httpapi.Kind{access.KindCaptchaUnavailable, httpapi.KindNotFound, httpapi.KindRateLimited, httpapi.KindUnavailable},
		}, h.getVenueChallenge),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/public/resources/{resource_id}/challenges/{purpose}", ID: "get-resource-challenge", Tag: access.TagResources,
			Summary: "Get a challenge to answer before joining the waitlist of a resource", Description: "As `get-challenge` does for an event, with the resource in its place and waitlist as purpose.",
			Problems: []httpapi.Kind{access.KindCaptchaUnavailable, httpapi.KindNotFound, httpapi.KindRateLimited, httpapi.KindUnavailable},
		}, h.getResourceChallenge),
	}
}

func (h *Handlers) getVenueChallenge(c *access.Call, _ *httpapi.None) (*Challenge, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	v, err := h.Store.Venues.PublicVenue(c.Context(), c.Param("venue_id"))
	if err != nil {
		return nil, err
	}
	return h.challengeOf(c, v.ID)
}

func (h *Handlers) getResourceChallenge(c *access.Call, _ *httpapi.None) (*Challenge, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	r, err := h.Store.Resources.Public(c.Context(), c.Param("resource_id"))
	if err != nil {
		return nil, err
	}
	return h.challengeOf(c, r.ID)
}

func (h *Handlers) getChallenge(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Challenge, error) {
	return h.challengeOf(c, k.EventID)
}

// challengeOf returns a challenge for an event, or for what stands in its place.
func (h *Handlers) challengeOf(c *access.Call, of string) (*Challenge, error) {
	scope := challenge.WorkScope{Event: of, Purpose: challenge.Purpose(c.Param("purpose"))}
	if !slices.Contains(challenge.Purposes, scope.Purpose) {
		return nil, database.ErrNotFound
	}
	widget := c.Query.Get("widget")
	if widget != "" && widget != widgetFailed {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "widget", Code: "not_allowed", Message: "must be failed"})
	}
	q, err := h.Challenges.Ask(c.Context(), scope, c.Suspicion(of), widget == widgetFailed)
	if err != nil {
		return nil, access.ChallengeProblem(err)
	}
	return shownTo(q), nil
}
