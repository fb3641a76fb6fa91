package access

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/gather"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/turns"
)

// Kinds of problem of whoever calls, and of handing a command to the sequencer.
var (
	kindCredentials = httpapi.Kind{
		Code: "credentials_required", Status: 401, Title: "Credentials required",
		Help: "Sign in, or send Authorization: Bearer with an API key (hf_…), the token of a signed link (hl_…) or that of a phone with a pass for check-in (hp_…).",
	}
	KindKeyInvalid  = httpapi.Kind{Code: "invalid_key", Status: 401, Title: "Invalid API key", Help: "The key is not known here."}
	KindKeyExpired  = httpapi.Kind{Code: "key_expired", Status: 401, Title: "API key expired", Help: "Make a new key."}
	KindKeyRevoked  = httpapi.Kind{Code: "key_revoked", Status: 401, Title: "API key revoked", Help: "Make a new key."}
	KindPassInvalid = httpapi.Kind{
		Code: "checkin_pass_invalid", Status: 401, Title: "Not a phone of this server", Help: "The token is not known here. Scan a new code.",
	}
	KindPassExpired = httpapi.Kind{
		Code: "checkin_pass_expired", Status: 401, Title: "The time of this phone is over",
		Help: "For a while it may still send, with POST /v1/checkins:sync, what it scanned before. For more it needs a new code.",
	}
	KindPassEnded = httpapi.Kind{
		Code: "checkin_pass_ended", Status: 401, Title: "Signed out by the organizer",
		Help: "For a while the phone may still send, with POST /v1/checkins:sync, what it scanned before, unless the organizer wants none of it. " +
			"For more it needs a new code.",
	}
	KindLinkInvalid = httpapi.Kind{
		Code: "invalid_link", Status: 401, Title: "Invalid link",
		Help: "The token was not made by this server, or not completely copied.",
	}
	KindLinkExpired = httpapi.Kind{Code: "link_expired", Status: 401, Title: "Link expired", Help: "Ask for a fresh one with POST /v1/links:renew."}
	KindLinkRevoked = httpapi.Kind{
		Code: "link_revoked", Status: 401, Title: "Link signed out",
		Help: "All links of this person were signed out. Ask for a fresh one with POST /v1/links:renew.",
	}
	KindFreshLink = httpapi.Kind{
		Code: "fresh_link_required", Status: 403, Title: "A fresh link is needed",
		Help: "This link does not go that far. Ask for a fresh one with POST /v1/links:renew, which is mailed to its person, or sign in.",
	}
	kindForbidden = httpapi.Kind{
		Code: "forbidden", Status: 403, Title: "Not allowed",
		Help: "Your role, the role of this key, or this link does not permit that. detail says which role does and whom to ask; role is that role.",
	}
	kindEventKey = httpapi.Kind{
		Code: "key_for_one_event", Status: 403, Title: "The key is for one event",
		Help: "The key reaches one event of the organization, and this call is about the organization. detail says which event it is. " +
			"Ask an owner of the organization for a key for all of its events.",
	}
	KindBusy = httpapi.Kind{
		Code: "busy", Status: 503, Title: "Busy",
		Help: "Too many requests wait for this event. Nothing was changed: repeat after Retry-After.",
	}
	KindShuttingDown = httpapi.Kind{Code: "shutting_down", Status: 503, Title: "Shutting down", Help: "Nothing was changed: repeat after Retry-After."}
	KindClock        = httpapi.Kind{
		Code: "clock_off", Status: 503, Title: "Clock off",
		Help: "The clocks of the server, the database and the event do not agree, so nothing is decided. Nothing was changed: repeat after " +
			"Retry-After. The operator is told in the log.",
	}
	// KindStorageFull refuses what needs room on the server's disk.
	KindStorageFull = httpapi.Kind{
		Code: "storage_full", Status: 507, Title: "No room left",
		Help: "The disk of the server is full. Nothing was changed: repeat when the operator, who is told in the log, has made room.",
	}
	kindUnknown = httpapi.Kind{
		Code: "outcome_unknown", Status: 503, Title: "Outcome unknown",
		Help: "The database went away while it stored the change. Repeat with the same Idempotency-Key to learn what became of it.",
	}
	KindForeignPage = httpapi.Kind{
		Code: "cross_origin", Status: 403, Title: "Sent from another page",
		Help: "A change with the cookie of a session must come from this server's own pages.",
	}
	kindOrganization = httpapi.Kind{
		Code: "organization_required", Status: 422, Title: "Which organization?",
		Help:  "You are a member of several: name one in the header Holdfast-Organization.",
		Field: "Holdfast-Organization",
	}
	// KindFileTaken refuses an answer whose file another answer has taken meanwhile.
	KindFileTaken = httpapi.Kind{
		Code: "file_taken", Status: 409, Title: "A file does not wait for this answer any more", Field: "answers",
		Help: "Each file answers one question once, within a day. Nothing was changed: send the file again, and the answer with its new id.",
	}
	KindPasskey = httpapi.Kind{
		Code: "passkey_required", Status: 403, Title: "Passkey required",
		Help: "The organization wants its members to sign in with a passkey.",
	}
	KindOIDC = httpapi.Kind{
		Code: "oidc_required", Status: 403, Title: "Sign in with the provider",
		Help: "The organization wants its members to sign in with its OpenID Connect provider: neither a link by mail nor a passkey is enough. " +
			"While the provider is down, whoever runs the installation can let an owner in: holdfast recover.",
	}
	KindLastOwner = httpapi.Kind{
		Code: "last_owner", Status: 409, Title: "The last owner",
		Help:  "An organization needs an owner. Make somebody else an owner first.",
		Field: "role",
	}
)

// Problems are the problems of callers and of handing a command on.
var Problems = httpapi.Problems{
	Kinds: slices.Concat(ChallengeProblems, []httpapi.Kind{
		kindCredentials, KindKeyInvalid, KindKeyExpired, KindKeyRevoked, KindLinkInvalid, KindLinkExpired, KindLinkRevoked, KindFreshLink, kindForbidden, kindEventKey,
		KindPassInvalid, KindPassExpired, KindPassEnded,
		KindBusy, KindShuttingDown, KindClock, kindUnknown, refusal.KindOtherVersion, KindForeignPage, kindOrganization, KindPasskey, KindOIDC, KindLastOwner, KindArchived, KindElsewhere, KindEventsElsewhere, KindStorageFull, KindFileTaken,
	}),
	Errors: []httpapi.ErrorKind{
		{Err: identity.ErrUnauthenticated, Kind: kindCredentials},
		{Err: identity.ErrForbidden, Kind: kindForbidden},
		{Err: identity.ErrEventKey, Kind: kindEventKey},
		{Err: identity.ErrHidden, Kind: httpapi.KindNotFound},
		{Err: identity.ErrKeyInvalid, Kind: KindKeyInvalid},
		{Err: identity.ErrKeyExpired, Kind: KindKeyExpired},
		{Err: identity.ErrKeyRevoked, Kind: KindKeyRevoked},
		{Err: identity.ErrPassInvalid, Kind: KindPassInvalid},
		{Err: identity.ErrPassExpired, Kind: KindPassExpired},
		{Err: identity.ErrPassEnded, Kind: KindPassEnded},
		{Err: identity.ErrLinkInvalid, Kind: KindLinkInvalid},
		{Err: identity.ErrLinkExpired, Kind: KindLinkExpired},
		{Err: identity.ErrLinkRevoked, Kind: KindLinkRevoked},
		{Err: identity.ErrReach, Kind: KindFreshLink},
		{Err: identity.ErrWhichOrganization, Kind: kindOrganization},
		{Err: identity.ErrPasskey, Kind: KindPasskey},
		{Err: identity.ErrOIDC, Kind: KindOIDC},
		{Err: organizations.ErrLastOwner, Kind: KindLastOwner},
		{Err: challenge.ErrInvalid, Kind: kindChallengeInvalid},
		{Err: challenge.ErrExpired, Kind: kindChallengeExpired},
		{Err: challenge.ErrUsed, Kind: kindChallengeUsed},
		{Err: challenge.ErrUnsolved, Kind: kindChallengeUnsolved},
		{Err: challenge.ErrBusy, Kind: KindBusy},
		{Err: turns.ErrFull, Kind: KindBusy},
		{Err: challenge.ErrClosed, Kind: KindShuttingDown},
		{Err: sequencer.ErrBusy, Kind: KindBusy},
		{Err: sequencer.ErrClosed, Kind: KindShuttingDown},
		{Err: sequencer.ErrClock, Kind: KindClock},
		{Err: clock.ErrOff, Kind: KindClock},
		{Err: sequencer.ErrKeyReused, Kind: httpapi.KindKeyReused},
		{Err: sequencer.ErrUnknown, Kind: kindUnknown},
		{Err: sequencer.ErrUnavailable, Kind: httpapi.KindUnavailable},
		{Err: audience.ErrUploadTaken, Kind: KindFileTaken},
		{Err: organizations.ErrEventsElsewhere, Kind: KindEventsElsewhere},
		{Err: archives.ErrElsewhere, Kind: KindElsewhere}, // before what it is like
		{Err: archives.ErrArchived, Kind: KindArchived},
		{Err: sequencer.ErrInternal, Kind: httpapi.KindInternal},
		{Err: objectstore.ErrNotCopied, Kind: httpapi.KindUnavailable},
		{Err: objectstore.ErrFull, Kind: KindStorageFull},
		{Err: database.ErrNotFound, Kind: httpapi.KindNotFound},
		{Err: database.ErrCommitUnknown, Kind: kindUnknown}, // before what made the commit fail
		{Err: database.ErrUnavailable, Kind: httpapi.KindUnavailable},
		{Err: database.ErrConflict, Kind: refusal.Kind(inventory.AlreadyExists)},
		{Err: database.ErrStale, Kind: KindBusy},
		{Err: gather.ErrBusy, Kind: KindBusy},
		{Err: database.ErrConstraint, Kind: httpapi.KindInternal},
	},
}
