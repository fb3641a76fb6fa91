package accounts

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h oidcHandlers) routes() []access.Route {
	return []access.Route{
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/auth/oidc", ID: "begin-oidc-sign-in", Tag: access.TagSignIn, Unkeyed: true,
			Summary: "Begin to sign in with the provider",
			Description: "Where the browser goes to sign in with the OpenID Connect provider of this installation, with state, nonce and PKCE; sets a cookie that " +
				"binds what comes back to this browser, for 10 minutes and once.",
			Problems: strangersProblems(kindOIDCOff, kindOIDCAway),
			Answer:   OIDCBegun{"https://id.example.org/auth?client_id=holdfast&response_type=code"},
		}, h.beginOIDC),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/auth/oidc/sessions", ID: "sign-in-with-oidc", Tag: access.TagSignIn, Unkeyed: true,
			Status: http.StatusCreated, Summary: "Sign in with the provider",
			Description: "With what the provider sent the browser back with: sets the cookie of a new session, and a session that the browser had ends. The " +
				"person of the provider (issuer and subject) is linked with an account of a member. The first time it is linked with that of an address " +
				"which the provider has verified and which belongs to a member, invited or already here; nobody becomes a member so. An address that changes at the provider changes nothing here.",
			Problems: strangersProblems(kindOIDCOff, kindOIDCState, kindOIDCEnded, kindOIDCDenied, kindOIDCCode, kindOIDCAnswer, kindOIDCAway, kindOIDCUnverified,
				kindOIDCDomain, kindOIDCMember, kindOIDCLinked),
			Example: OIDCAnswer{State: "b3Blbi1zZXNhbWU", Code: "SplxlOBeZQQYbYS6WxSbIA", Issuer: "https://id.example.org"}, Answer: exampleMe,
		}, h.signInByOIDC),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/oidc-links", ID: "list-oidc-links", Tag: access.TagSignIn,
			Summary: "Who one is at the provider", Description: "The persons of OpenID Connect providers that sign in as one, the oldest link first.",
		}, h.listOIDCLinks),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/me/oidc-links/{oidc_link_id}", ID: "remove-oidc-link", Tag: access.TagSignIn,
			Summary: "Remove a link with the provider",
			Description: "Sessions that the provider vouched for end. The next sign-in with the provider makes a link again, if the provider has verified the address. " +
				"Where an organization asks for the provider, only somebody who is signed in with it can do so.",
			Problems: []httpapi.Kind{access.KindOIDC},
			Answer:   Accepted{"removed"},
		}, h.removeOIDCLink),
	}
}
