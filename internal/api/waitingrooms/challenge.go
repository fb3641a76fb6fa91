package waitingrooms

import (
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store"
)

func (h *Handlers) challengeRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/challenges/{purpose}", ID: "get-challenge", Tag: access.TagWaitingRoom,
			Summary: "Get a proof of work to solve",
			Description: "For who was refused with `challenge_required`. purpose is join (a waiting room), register, order or waitlist. It is a challenge of ALTCHA's protocol, " +
				"version 2, which its public clients solve: look for a counter with which PBKDF2-HMAC-SHA-256 of nonce and counter, with the salt and as many iterations as cost, " +
				"begins with keyPrefix. The header `Holdfast-Challenge` carries the base64 of the JSON {challenge, solution: {counter, derivedKey}}, once. The busier the " +
				"server is, the more work is asked for.",
			Answer: challenge.Challenge{Parameters: challenge.WorkParameters{
				Algorithm: "PBKDF2/SHA-256", Cost: 1000, Data: challenge.WorkScope{Event: "evt_3k9q0a7c1v5m", Purpose: challenge.Join}, ExpiresAt: 1825142700, KeyLength: 32, KeyPrefix: "00",
				Nonce: "9f7a4c1e2b8d43a6a7c9941e8f2d0b3c", Salt: "b42f7b0c18d44f12ab09e6a721bb2a91",
			}, Signature: "7b6d7e0a9e89b1e6bbf0cb3f3a8a1d8dfb0e0dbb8120f8e4ecf2cf9d93a62b17"},
		}, h.getChallenge),
	}
}

func (h *Handlers) getChallenge(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*challenge.Challenge, error) {
	scope := challenge.WorkScope{Event: k.EventID, Purpose: challenge.Purpose(c.Param("purpose"))}
	if !slices.Contains(challenge.Purposes, scope.Purpose) {
		return nil, store.ErrNotFound
	}
	return h.Challenges.Ask(scope), nil
}
