package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
)

func (s *server) passkeyRoutes() []route {
	answer := func(more map[string]any) map[string]any {
		more["challenge_id"], more["credential"] = "chl_3k9q0a7c1v5m", map[string]any{"type": "public-key"}
		return more
	}
	return []route{
		on(identity.Unauthenticated, Route{
			Method: http.MethodPost, Path: "/v1/auth/passkeys/challenge", ID: "challenge-passkey", Tag: tagSignIn, Unkeyed: true,
			Summary: "Begin to sign in with a passkey", Description: "What `navigator.credentials.get` is to ask.", Problems: strangersProblems(),
		}, s.passkeyChallenge),
		on(identity.Unauthenticated, Route{
			Method: http.MethodPost, Path: "/v1/auth/passkeys", ID: "sign-in-with-passkey", Tag: tagSignIn, Unkeyed: true,
			Status: http.StatusCreated, Summary: "Sign in with a passkey",
			Description: "With what the browser answered: sets the cookie of a new session. A session that the browser had ends.",
			Problems:    strangersProblems(kindPasskeyInvalid, kindChallengeEnded), Example: answer(map[string]any{}), Answer: exampleMe,
		}, s.signInByPasskey),
		on(identity.ManageSelf, Route{
			Method: http.MethodPost, Path: "/v1/me/passkeys/challenge", ID: "challenge-new-passkey", Tag: tagSignIn, Unkeyed: true,
			Summary: "Begin to add a passkey", Description: "What `navigator.credentials.create` is to ask. Where an organization asks for passkeys, a second one can be added only by who signed in with the first.",
			Problems: []Kind{kindPasskey, kindPasskeyLimit},
		}, s.newPasskeyChallenge),
		on(identity.ManageSelf, Route{
			Method: http.MethodPost, Path: "/v1/me/passkeys", ID: "add-passkey", Tag: tagSignIn, Unkeyed: true,
			Status: http.StatusCreated, Summary: "Add a passkey", Description: "With what the browser answered.",
			Problems: []Kind{kindPasskey, kindPasskeyInvalid, kindChallengeEnded}, Example: answer(map[string]any{"name": "Phone"}),
		}, s.addPasskey),
		on(identity.ManageSelf, Route{
			Method: http.MethodGet, Path: "/v1/me/passkeys", ID: "list-passkeys", Tag: tagSignIn,
			Summary: "One's passkeys", Description: "The oldest first.",
		}, s.listPasskeys),
		on(identity.ManageSelf, Route{
			Method: http.MethodDelete, Path: "/v1/me/passkeys/{passkey_id}", ID: "remove-passkey", Tag: tagSignIn,
			Summary: "Remove a passkey", Description: "It signs nobody in any more. Sessions that it opened go on.", Problems: []Kind{kindPasskey}, Answer: Accepted{"removed"},
		}, s.removePasskey),
	}
}
