package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
)

func passkeyRoutes() []route {
	answer := func(more map[string]any) map[string]any {
		more["challenge_id"], more["credential"] = "chl_3k9q0a7c1v5m", map[string]any{"type": "public-key"}
		return more
	}
	return []route{
		on(route{
			Method: http.MethodPost, Path: "/v1/auth/passkeys/challenge", ID: "challenge-passkey", Tag: tagSignIn, Unkeyed: true,
			Summary: "Begin to sign in with a passkey", Description: "What `navigator.credentials.get` is to ask.", Problems: strangersProblems(),
		}, (*server).passkeyChallenge),
		on(route{
			Method: http.MethodPost, Path: "/v1/auth/passkeys", ID: "sign-in-with-passkey", Tag: tagSignIn, Unkeyed: true,
			Status: http.StatusCreated, Summary: "Sign in with a passkey",
			Description: "With what the browser answered: sets the cookie of a new session. A session that the browser had ends.",
			Problems:    strangersProblems(codePasskeyInvalid, codeChallengeEnded), Example: answer(map[string]any{}), Answer: exampleMe,
		}, (*server).signInByPasskey),
		on(route{
			Method: http.MethodPost, Path: "/v1/me/passkeys/challenge", ID: "challenge-new-passkey", Tag: tagSignIn, Action: identity.ManageSelf, Unkeyed: true,
			Summary: "Begin to add a passkey", Description: "What `navigator.credentials.create` is to ask. Where an organization asks for passkeys, a second one can be added only by who signed in with the first.",
			Problems: []string{codePasskey, codePasskeyLimit},
		}, (*server).newPasskeyChallenge),
		on(route{
			Method: http.MethodPost, Path: "/v1/me/passkeys", ID: "add-passkey", Tag: tagSignIn, Action: identity.ManageSelf, Unkeyed: true,
			Status: http.StatusCreated, Summary: "Add a passkey", Description: "With what the browser answered.",
			Problems: []string{codePasskey, codePasskeyInvalid, codeChallengeEnded}, Example: answer(map[string]any{"name": "Phone"}),
		}, (*server).addPasskey),
		on(route{
			Method: http.MethodGet, Path: "/v1/me/passkeys", ID: "list-passkeys", Tag: tagSignIn, Action: identity.ManageSelf,
			Summary: "One's passkeys", Description: "The oldest first.",
		}, (*server).listPasskeys),
		on(route{
			Method: http.MethodDelete, Path: "/v1/me/passkeys/{passkey_id}", ID: "remove-passkey", Tag: tagSignIn, Action: identity.ManageSelf,
			Summary: "Remove a passkey", Description: "It signs nobody in any more. Sessions that it opened go on.", Problems: []string{codePasskey}, Answer: Accepted{"removed"},
		}, (*server).removePasskey),
	}
}
