package accounts

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// strangersProblems are those of calls that need no credentials and change something.
func strangersProblems(more ...httpapi.Kind) []httpapi.Kind {
	return append(more, access.KindForeignPage, httpapi.KindRateLimited, httpapi.KindUnavailable, httpapi.KindTooLarge)
}

func (h *Handlers) signInRoutes() []access.Route {
	return []access.Route{
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/auth/links", ID: "send-sign-in-link", Tag: access.TagSignIn, Unkeyed: true,
			Status: http.StatusAccepted, Summary: "Send a link to sign in",
			Description: "Mails a link that signs in once, within 10 minutes. The answer is the same for every address, and says whether mail leaves this " +
				"installation at all. The token stands behind the # of the link: a page sends it, when the person asks for that, to `POST " +
				"/v1/auth/sessions`.",
			Problems: strangersProblems(),
			Example:  SignInRequest{Email: "ada@example.org"}, Answer: SentLink{"accepted", wire.MailServer},
		}, h.sendSignInLink),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/links:find", ID: "find-my-bookings", Tag: access.TagSignIn, Unkeyed: true,
			Status: http.StatusAccepted, Summary: "Find what I booked",
			Description: "Mails links to the tickets, orders and places on waitlists that an address has at events to come and of the last 30 days, at all organizations of this " +
				"installation; no account is needed or made. Each link works for an hour. An address that has none is mailed that. The answer is the same for every address, and takes as " +
				"long: what an address has is looked for afterwards. A network can have 6 such mails an hour sent to an address, and all of them 30.",
			Problems: strangersProblems(),
			Example:  FindRequest{Email: "ada@example.org"}, Answer: SentLink{"accepted", wire.MailServer},
		}, h.findBookings),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/auth/sessions", ID: "sign-in", Tag: access.TagSignIn, Unkeyed: true,
			Status: http.StatusCreated, Summary: "Sign in",
			Description: "Uses the token of a link up, of a mail or of `holdfast recover`, and sets the cookie of a new session. A session that the browser had ends.",
			Problems:    strangersProblems(kindOneTimeInvalid, kindOneTimeEnded),
			Example:     OneTimeToken{Token: "ho_3k9q0a7c1v5mAQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6y"}, Answer: exampleMe,
		}, h.signIn),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/auth/session", ID: "sign-out", Tag: access.TagSignIn,
			Summary:     "Sign out",
			Description: "Ends the session of the cookie, if there is one.",
			Problems:    []httpapi.Kind{access.KindForeignPage, httpapi.KindUnavailable},
			Answer:      Accepted{"signed_out"},
		}, h.signOut),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/setup", ID: "set-up", Tag: access.TagSignIn, Unkeyed: true,
			Status: http.StatusCreated, Summary: "Set up a new installation",
			Description: "With the token that `holdfast serve` prints while nobody is a member: makes an organization (or takes over the one with " +
				"`organization_id`), its first owner, and signs that person in.",
			Problems: strangersProblems(kindOneTimeInvalid, kindOneTimeEnded, kindSetUp),
			Example:  exampleSetup, Answer: exampleMe,
		}, h.setUp),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me", ID: "get-me", Tag: access.TagSignIn,
			Summary:     "Who am I",
			Description: "Who the caller is, whatever the credentials: a key, a link, a person who is signed in, or the public. Never 401 for want of any.",
			Problems: []httpapi.Kind{
				access.KindKeyInvalid, access.KindKeyExpired, access.KindKeyRevoked, access.KindLinkInvalid, access.KindLinkExpired,
				access.KindPassInvalid, access.KindPassExpired, access.KindPassEnded,
				httpapi.KindRateLimited, httpapi.KindUnavailable,
			},
			Answer: exampleMe,
		}, h.getMe),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/me", ID: "change-me", Tag: access.TagSignIn,
			Summary:     "Change one's name and language",
			Description: "What is absent stays.",
			Example:     map[string]any{"name": "Ada Lovelace", "locale": "de"},
			Answer:      exampleMe,
		}, h.changeMe),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/sessions", ID: "list-sessions", Tag: access.TagSignIn,
			Summary: "Where one is signed in", Description: "One's sessions, the oldest first.",
		}, h.listSessions),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/me/sessions/{session_id}", ID: "end-session", Tag: access.TagSignIn,
			Summary: "Sign out elsewhere", Description: "Ends one of one's sessions. Every server refuses it within 5 seconds.", Answer: Accepted{"ended"},
		}, h.endSession),
	}
}

func (h *Handlers) memberRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/organizations", ID: "create-organization", Tag: access.TagMembers,
			Status: http.StatusCreated, Summary: "Create an organization",
			Description: "Makes a new organization whose first owner is the signed-in account. Where whoever runs the installation makes them all, this is " +
				"refused; `may_create_organization` of `GET /v1/me` says so before.",
			Problems: []httpapi.Kind{kindOperatorCreates, kindOrganizationLimit},
			Example:  NewOrganization{"Riverside Workshop"}, Answer: exampleMembership,
		}, h.createOrganization),
		access.On(identity.ReadOrganization, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/organization", ID: "get-organization", Tag: access.TagMembers,
			Summary:     "Read the organization",
			Description: "How it shows itself, what it wants of its members, and where mail of this installation goes.",
			Answer:      exampleOwnOrganization,
		}, h.getOrganization),
		access.On(identity.ChangeOrganization, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/organization", ID: "change-organization", Tag: access.TagMembers,
			Summary: "Change the organization",
			Description: "What is absent stays. Passkeys can be made a duty only by somebody who is signed in with one, or with a key, and the OpenID Connect provider only by somebody who is signed in with that, or with a key. Pages of the " +
				"`websites` can show events in a frame, and can send what people without an account send to the organization's events, from the browsers of those people; other servers of the installation know them after three seconds.",
			Example: map[string]any{"name": "Riverside Workshop", "color": "#0f766e", "websites": []any{"https://riverside.example"}}, Answer: exampleOwnOrganization,
		}, h.changeOrganization),
		access.On(identity.ReadSecurityLog, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/organization/security-log", ID: "read-security-log", Tag: access.TagMembers,
			Summary: "Read the security log",
			Description: "Who signed in or tried to, and who changed members, keys, webhooks and the organization or asked for a file with personal data: " +
				"when, and from which network. The latest first, kept for 90 days. What changes access is in the organization's audit chain besides, for good.",
			Query: append([]string{"limit", "cursor"}, securityQuery...),
		}, h.securityLog),
		access.On(identity.ReadSecurityLog, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/organization/security-log.csv", ID: "read-security-log-csv", Tag: access.TagMembers,
			Summary:     "Download the security log",
			Description: "The rows that the same filters select, as a table, the latest first. That you took it is a row of the log.",
			Query:       securityQuery, Media: httpapi.MediaCSV,
		}, h.securityCSV),
		access.On(identity.ReadMembers, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/members", ID: "list-members", Tag: access.TagMembers,
			Summary: "List members", Description: "Who may act for the organization, and as what.",
		}, h.listMembers),
		access.On(identity.ManageMembers, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/members", ID: "invite-member", Tag: access.TagMembers,
			Status: http.StatusCreated, Summary: "Invite a member",
			Description: "Makes an address that of a member and mails an invitation. The person then signs in with it.",
			Problems:    []httpapi.Kind{kindMemberExists, kindMemberLimit},
			Example:     NewMember{Email: "grace@example.org", Name: "Grace Hopper", Role: "box_office"}, Answer: exampleMember,
		}, h.inviteMember),
		access.On(identity.ManageMembers, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/members/{member_id}", ID: "change-member", Tag: access.TagMembers,
			Summary: "Change a member", Description: "Name and role; what is absent stays. Every server knows within 5 seconds. The last owner stays one.",
			Problems: []httpapi.Kind{access.KindLastOwner},
			Example:  map[string]any{"role": "organizer"}, Answer: exampleMember,
		}, h.changeMember),
		access.On(identity.ManageMembers, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/members/{member_id}", ID: "remove-member", Tag: access.TagMembers,
			Summary:     "Remove a member",
			Description: "Every server knows within 5 seconds. The last owner cannot be removed.",
			Problems:    []httpapi.Kind{access.KindLastOwner},
			Answer:      Accepted{"removed"},
		}, h.removeMember),
	}
}

var (
	exampleOrganization    = wire.Organization{ID: "org_3k9q0a7c1v5m", Name: "Riverside Workshop", Color: "#0f766e"}
	exampleMembership      = wire.Membership{MemberID: "mem_3k9q0a7c1v5m", Organization: wire.Organization{ID: "org_3k9q0a7c1v5m", Name: "Riverside Workshop"}, Role: "owner"}
	exampleOwnOrganization = OwnOrganization{exampleOrganization, false, false, wire.MailServer, []string{"https://riverside.example"}, []string{}, 0, []ResourceDecisions{}}
	exampleSetup           = map[string]any{
		"token":        "ho_3k9q0a7c1v5mAQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6y",
		"organization": "Riverside Workshop", "email": "ada@example.org", "name": "Ada Lovelace",
	}
	exampleMe = map[string]any{
		"kind": "person", "setup_required": false, "may_create_organization": false,
		"account": map[string]any{"id": "acc_3k9q0a7c1v5m", "email": "ada@example.org", "name": "Ada Lovelace", "locale": "en", "suggestions": true},
		"memberships": []any{map[string]any{
			"member_id": "mem_3k9q0a7c1v5m", "role": "owner", "passkey_required": false, "oidc_required": false,
			"organization": map[string]any{"id": "org_3k9q0a7c1v5m", "name": "Riverside Workshop", "color": "#0f766e"},
		}},
	}
	exampleMember = map[string]any{
		"id": "mem_3k9q0a7c1v5m", "email": "grace@example.org", "name": "Grace Hopper", "role": "box_office", "events": []map[string]any{},
		"signed_in": false, "created_at": "2027-09-01T08:00:00Z",
	}
)
