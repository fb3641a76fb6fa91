package accounts

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) passkeyRoutes() []access.Route {
	answer := func(more map[string]any) map[string]any {
		more["challenge_id"], more["credential"] = "chl_3k9q0a7c1v5m", map[string]any{"type": "public-key"}
		return more
	}
	return []access.Route{
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/auth/passkeys/challenge", ID: "challenge-passkey", Tag: access.TagSignIn, Unkeyed: true,
			Summary: "Begin to sign in with a passkey", Description: "What `navigator.credentials.get` is to ask.", Problems: strangersProblems(),
		}, h.passkeyChallenge),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/auth/passkeys", ID: "sign-in-with-passkey", Tag: access.TagSignIn, Unkeyed: true,
			Status: http.StatusCreated, Summary: "Sign in with a passkey",
			Description: "With what the browser answered: sets the cookie of a new session. A session that the browser had ends.",
			Problems:    strangersProblems(kindPasskeyInvalid, kindChallengeEnded), Example: answer(map[string]any{}), Answer: exampleMe,
		}, h.signInByPasskey),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/me/passkeys/challenge", ID: "challenge-new-passkey", Tag: access.TagSignIn, Unkeyed: true,
			Summary: "Begin to add a passkey",
			Description: "What `navigator.credentials.create` is to ask. Where an organization asks for passkeys, a second one can be added only by somebody who is " +
				"signed in with the first.",
			Problems: []httpapi.Kind{access.KindPasskey, kindPasskeyLimit},
		}, h.newPasskeyChallenge),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/me/passkeys", ID: "add-passkey", Tag: access.TagSignIn, Unkeyed: true,
			Status: http.StatusCreated, Summary: "Add a passkey", Description: "With what the browser answered.",
			Problems: []httpapi.Kind{access.KindPasskey, kindPasskeyInvalid, kindChallengeEnded}, Example: answer(map[string]any{"name": "Phone"}),
		}, h.addPasskey),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/passkeys", ID: "list-passkeys", Tag: access.TagSignIn,
			Summary: "One's passkeys", Description: "The oldest first.",
		}, h.listPasskeys),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/me/passkeys/{passkey_id}", ID: "remove-passkey", Tag: access.TagSignIn,
			Summary:     "Remove a passkey",
			Description: "It signs nobody in any more. Sessions that it opened go on.",
			Problems:    []httpapi.Kind{access.KindPasskey},
			Answer:      Accepted{"removed"},
		}, h.removePasskey),
	}
}
