package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// strangersProblems are those of calls that need no credentials and change something.
func strangersProblems(more ...Kind) []Kind {
	return append(more, kindForeignPage, kindRateLimited, kindUnavailable, kindTooLarge)
}

func (s *server) signInRoutes() []route {
	return []route{
		on(identity.Unauthenticated, Route{
			Method: http.MethodPost, Path: "/v1/auth/links", ID: "send-sign-in-link", Tag: tagSignIn, Unkeyed: true,
			Status: http.StatusAccepted, Summary: "Send a link to sign in",
			Description: "Mails a link that signs in once, within 10 minutes. The answer is the same for every address, and says whether mail leaves this installation at all. The token stands behind the # of the link: a page sends it, when the person asks for that, to `POST /v1/auth/sessions`.",
			Problems:    strangersProblems(),
			Example:     SignInRequest{Email: "ada@example.org"}, Answer: SentLink{"accepted", MailServer},
		}, s.sendSignInLink),
		on(identity.Unauthenticated, Route{
			Method: http.MethodPost, Path: "/v1/auth/sessions", ID: "sign-in", Tag: tagSignIn, Unkeyed: true,
			Status: http.StatusCreated, Summary: "Sign in",
			Description: "Uses the token of a link up and sets the cookie of a new session. A session that the browser had ends.",
			Problems:    strangersProblems(kindOneTimeInvalid, kindOneTimeEnded),
			Example:     OneTimeToken{Token: "ho_3k9q0a7c1v5mAQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6y"}, Answer: exampleMe,
		}, s.signIn),
		on(identity.Unauthenticated, Route{
			Method: http.MethodDelete, Path: "/v1/auth/session", ID: "sign-out", Tag: tagSignIn,
			Summary: "Sign out", Description: "Ends the session of the cookie, if there is one.", Problems: []Kind{kindForeignPage, kindUnavailable}, Answer: Accepted{"signed_out"},
		}, s.signOut),
		on(identity.Unauthenticated, Route{
			Method: http.MethodPost, Path: "/v1/setup", ID: "set-up", Tag: tagSignIn, Unkeyed: true,
			Status: http.StatusCreated, Summary: "Set up a new installation",
			Description: "With the token that `holdfast serve` prints while nobody is a member: makes an organization (or takes over the one with `organization_id`), its first owner, and signs that person in.",
			Problems:    strangersProblems(kindOneTimeInvalid, kindOneTimeEnded, kindSetUp),
			Example:     exampleSetup, Answer: exampleMe,
		}, s.setUp),
		on(identity.Unauthenticated, Route{
			Method: http.MethodGet, Path: "/v1/me", ID: "get-me", Tag: tagSignIn,
			Summary: "Who am I", Description: "Who the caller is, whatever the credentials: a key, a link, a person who is signed in, or the public. Never 401 for want of any.",
			Problems: []Kind{kindKeyInvalid, kindKeyExpired, kindKeyRevoked, kindLinkInvalid, kindLinkExpired, kindRateLimited, kindUnavailable}, Answer: exampleMe,
		}, s.getMe),
		on(identity.ManageSelf, Route{
			Method: http.MethodPatch, Path: "/v1/me", ID: "change-me", Tag: tagSignIn,
			Summary: "Change one's name and language", Description: "What is absent stays.", Example: map[string]any{"name": "Ada Lovelace", "locale": "de"}, Answer: exampleMe,
		}, s.changeMe),
		on(identity.ManageSelf, Route{
			Method: http.MethodGet, Path: "/v1/me/sessions", ID: "list-sessions", Tag: tagSignIn,
			Summary: "Where one is signed in", Description: "One's sessions, the oldest first.",
		}, s.listSessions),
		on(identity.ManageSelf, Route{
			Method: http.MethodDelete, Path: "/v1/me/sessions/{session_id}", ID: "end-session", Tag: tagSignIn,
			Summary: "Sign out elsewhere", Description: "Ends one of one's sessions. Every server refuses it within 5 seconds.", Answer: Accepted{"ended"},
		}, s.endSession),
	}
}

func (s *server) memberRoutes() []route {
	return []route{
		on(identity.ReadOrganization, Route{
			Method: http.MethodGet, Path: "/v1/organization", ID: "get-organization", Tag: tagMembers,
			Summary: "Read the organization", Description: "How it shows itself, what it wants of its members, and where mail of this installation goes.", Answer: exampleOwnOrganization,
		}, s.getOrganization),
		on(identity.ChangeOrganization, Route{
			Method: http.MethodPatch, Path: "/v1/organization", ID: "change-organization", Tag: tagMembers,
			Summary: "Change the organization", Description: "What is absent stays. Passkeys can be made a duty only by somebody who is signed in with one, or with a key.",
			Example: map[string]any{"name": "Riverside Workshop", "color": "#0f766e"}, Answer: exampleOwnOrganization,
		}, s.changeOrganization),
		on(identity.ReadMembers, Route{
			Method: http.MethodGet, Path: "/v1/members", ID: "list-members", Tag: tagMembers,
			Summary: "List members", Description: "Who may act for the organization, and as what.",
		}, s.listMembers),
		on(identity.ManageMembers, Route{
			Method: http.MethodPost, Path: "/v1/members", ID: "invite-member", Tag: tagMembers,
			Status: http.StatusCreated, Summary: "Invite a member",
			Description: "Makes an address that of a member and mails an invitation. The person then signs in with it.",
			Problems:    []Kind{kindMemberExists},
			Example:     NewMember{Email: "grace@example.org", Name: "Grace Hopper", Role: "box_office"}, Answer: exampleMember,
		}, s.inviteMember),
		on(identity.ManageMembers, Route{
			Method: http.MethodPatch, Path: "/v1/members/{member_id}", ID: "change-member", Tag: tagMembers,
			Summary: "Change a member", Description: "Name and role; what is absent stays. Every server knows within 5 seconds. The last owner stays one.",
			Problems: []Kind{kindLastOwner},
			Example:  map[string]any{"role": "organizer"}, Answer: exampleMember,
		}, s.changeMember),
		on(identity.ManageMembers, Route{
			Method: http.MethodDelete, Path: "/v1/members/{member_id}", ID: "remove-member", Tag: tagMembers,
			Summary: "Remove a member", Description: "Every server knows within 5 seconds. The last owner cannot be removed.", Problems: []Kind{kindLastOwner}, Answer: Accepted{"removed"},
		}, s.removeMember),
	}
}

var (
	exampleOrganization    = Organization{ID: "org_3k9q0a7c1v5m", Name: "Riverside Workshop", Color: "#0f766e"}
	exampleOwnOrganization = OwnOrganization{exampleOrganization, MailServer}
	exampleSetup           = map[string]any{
		"token":        "ho_3k9q0a7c1v5mAQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6y",
		"organization": "Riverside Workshop", "email": "ada@example.org", "name": "Ada Lovelace",
	}
	exampleMe = map[string]any{
		"kind": "person", "setup_required": false,
		"account": map[string]any{"id": "acc_3k9q0a7c1v5m", "email": "ada@example.org", "name": "Ada Lovelace", "locale": "en"},
		"memberships": []any{map[string]any{
			"member_id": "mem_3k9q0a7c1v5m", "role": "owner", "passkey_required": false,
			"organization": map[string]any{"id": "org_3k9q0a7c1v5m", "name": "Riverside Workshop", "color": "#0f766e", "passkey_required": false},
		}},
	}
	exampleMember = map[string]any{
		"id": "mem_3k9q0a7c1v5m", "email": "grace@example.org", "name": "Grace Hopper", "role": "box_office",
		"signed_in": false, "created_at": "2027-09-01T08:00:00Z",
	}
)
