package accounts

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/oidc"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// Kinds of problem that only these resources have.
var (
	kindOneTimeInvalid = httpapi.Kind{
		Code: "one_time_link_invalid", Status: 401, Title: "Invalid link",
		Help:  "The token was not made by this server, or not completely copied.",
		Field: "token",
	}
	kindOneTimeEnded = httpapi.Kind{
		Code: "one_time_link_ended", Status: 410, Title: "Link used or expired",
		Help:  "The link works once, and for a short time. Ask for a new one.",
		Field: "token",
	}
	kindSetUp           = httpapi.Kind{Code: "already_set_up", Status: 409, Title: "Already set up", Help: "There is a member already: sign in, or be invited."}
	kindOperatorCreates = httpapi.Kind{
		Code: "organizations_by_operator", Status: 403, Title: "Organizations are made by the operator",
		Help: "Whoever runs this installation makes its organizations: ask there, or ask an owner to invite you.",
	}
	kindOrganizationLimit = httpapi.Kind{
		Code: "organization_limit", Status: 409, Title: "Enough organizations",
		Help: "You own as many organizations as one person may create.",
	}
	kindMemberExists   = httpapi.Kind{Code: "already_member", Status: 409, Title: "Already a member", Help: "This address is that of a member.", Field: "email"}
	kindPasskeyInvalid = httpapi.Kind{
		Code: "passkey_invalid", Status: 401, Title: "Not a passkey of this server",
		Help:  "The answer does not belong to a passkey that is known here, or not to what was asked.",
		Field: "credential",
	}
	kindMemberLimit = httpapi.Kind{
		Code: "member_limit", Status: 409, Title: "Too many members",
		Help: fmt.Sprintf("An organization has at most %d members, and an address is a member of at most %d organizations.", organizations.MaxMembers, organizations.MaxMemberships),
	}
	kindKeyLimit = httpapi.Kind{
		Code: "api_key_limit", Status: 409, Title: "Too many keys",
		Help: fmt.Sprintf("An organization has at most %d API keys that are not revoked. Revoke one first.", organizations.MaxAPIKeys),
	}
	kindPasskeyLimit = httpapi.Kind{Code: "passkey_limit", Status: 409, Title: "Enough passkeys", Help: "Remove one first."}
	kindOtherAccount = httpapi.Kind{
		Code: "payment_account_differs", Status: 409, Title: "Keys of another account",
		Help: "What was paid to an account can be refunded with its keys only. Add the other account as a new one.",
	}
	kindAccountClosed  = httpapi.Kind{Code: "payment_account_closed", Status: 409, Title: "Account closed", Help: "Its keys are deleted. Add the account again as a new one."}
	kindAccountLimit   = httpapi.Kind{Code: "payment_account_limit", Status: 409, Title: "Enough payment accounts", Help: "Remove one that was never used first."}
	kindKeysDenied     = httpapi.Kind{Code: "payment_keys_denied", Status: 422, Title: "The keys do not work", Help: "The provider does not accept them, or they may not look up a payment."}
	kindProviderSilent = httpapi.Kind{
		Code: "payment_keys_unchecked", Status: 503, Title: "The provider does not answer",
		Help: "Whether the keys are of the same account could not be found out. Try again.",
	}
	kindChallengeEnded = httpapi.Kind{
		Code: "challenge_ended", Status: 410, Title: "Asked too long ago",
		Help:  "A challenge is answered once, within 5 minutes. Begin again.",
		Field: "challenge_id",
	}
)

// Kinds of problem of signing in with the OpenID Connect provider.
var (
	kindOIDCOff   = httpapi.Kind{Code: "oidc_off", Status: 404, Title: "No provider", Help: "This installation has no OpenID Connect provider. Sign in otherwise."}
	kindOIDCState = httpapi.Kind{
		Code: "oidc_state_invalid", Status: 401, Title: "Not begun in this browser",
		Help: "The sign-in was begun in another browser, or another one was begun here since. Begin again.", Field: "state",
	}
	kindOIDCEnded = httpapi.Kind{
		Code: "oidc_state_ended", Status: 410, Title: "Used, or begun too long ago",
		Help: "A sign-in is finished once, within 10 minutes. Begin again.", Field: "state",
	}
	kindOIDCDenied = httpapi.Kind{Code: "oidc_denied", Status: 403, Title: "The provider said no", Help: "The person or the provider did not agree to sign in here."}
	kindOIDCCode   = httpapi.Kind{
		Code: "oidc_code_refused", Status: 401, Title: "The code is not good",
		Help: "The provider does not take the code: it was used before, is too old, or was given to somebody else. Begin again.", Field: "code",
	}
	kindOIDCAnswer = httpapi.Kind{
		Code: "oidc_answer_invalid", Status: 502, Title: "The answer of the provider is not valid",
		Help: "What the provider says did not pass the checks: its signature, issuer, audience, time or nonce. The operator finds the reason in the log.",
	}
	kindOIDCAway = httpapi.Kind{
		Code: "oidc_unavailable", Status: 503, Title: "The provider cannot be used now",
		Help: "It does not answer, or refuses this server, which the operator finds in the log. Try again, or sign in otherwise.",
	}
	kindOIDCUnverified = httpapi.Kind{
		Code: "oidc_email_unverified", Status: 403, Title: "No verified address",
		Help: "At the first sign-in the provider has to vouch for an e-mail address that it has verified. It does not.",
	}
	kindOIDCDomain = httpapi.Kind{Code: "oidc_other_domain", Status: 403, Title: "An address of another domain", Help: "Only addresses of certain domains sign in with this provider here."}
	kindOIDCMember = httpapi.Kind{
		Code: "oidc_not_member", Status: 403, Title: "Not a member",
		Help: "Nobody has invited this address. The provider makes nobody a member: an owner of the organization does.",
	}
	kindOIDCLinked = httpapi.Kind{
		Code: "oidc_linked_otherwise", Status: 409, Title: "Linked with another person",
		Help: "The account of this address is linked with another person of the provider. Its owner can remove that link in the settings.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{
		kindOneTimeInvalid, kindOneTimeEnded, kindSetUp, kindOperatorCreates, kindOrganizationLimit, kindMemberExists, kindMemberLimit, kindKeyLimit,
		kindPasskeyInvalid, kindPasskeyLimit, kindChallengeEnded, kindOtherAccount, kindAccountClosed, kindAccountLimit, kindKeysDenied, kindProviderSilent,
		kindOIDCOff, kindOIDCState, kindOIDCEnded, kindOIDCDenied, kindOIDCCode, kindOIDCAnswer, kindOIDCAway, kindOIDCUnverified, kindOIDCDomain, kindOIDCMember, kindOIDCLinked,
	},
	Errors: []httpapi.ErrorKind{
		{Err: identity.ErrOneTimeInvalid, Kind: kindOneTimeInvalid},
		{Err: identity.ErrPasskeyInvalid, Kind: kindPasskeyInvalid},
		{Err: identity.ErrChallenge, Kind: kindChallengeEnded},
		{Err: oidc.ErrUnavailable, Kind: kindOIDCAway},
		{Err: oidc.ErrMisconfigured, Kind: kindOIDCAway},
		{Err: oidc.ErrCode, Kind: kindOIDCCode},
		{Err: oidc.ErrAnswer, Kind: kindOIDCAnswer},
		{Err: oidc.ErrDomain, Kind: kindOIDCDomain},
		{Err: organizations.ErrNotMember, Kind: kindOIDCMember},
		{Err: organizations.ErrUnverified, Kind: kindOIDCUnverified},
		{Err: organizations.ErrLinkedOtherwise, Kind: kindOIDCLinked},
		{Err: organizations.ErrEnded, Kind: kindOneTimeEnded},
		{Err: organizations.ErrSetUp, Kind: kindSetUp},
	},
}
