package api

import (
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Kinds of problem of whoever calls, and of handing a command to the sequencer.
var (
	kindCredentials  = Kind{Code: "credentials_required", Status: 401, Title: "Credentials required", Help: "Sign in, or send Authorization: Bearer with an API key (hf_…) or the token of a signed link (hl_…)."}
	kindKeyInvalid   = Kind{Code: "invalid_key", Status: 401, Title: "Invalid API key", Help: "The key is not known here."}
	kindKeyExpired   = Kind{Code: "key_expired", Status: 401, Title: "API key expired", Help: "Make a new key."}
	kindKeyRevoked   = Kind{Code: "key_revoked", Status: 401, Title: "API key revoked", Help: "Make a new key."}
	kindLinkInvalid  = Kind{Code: "invalid_link", Status: 401, Title: "Invalid link", Help: "The token was not made by this server, or not completely copied."}
	kindLinkExpired  = Kind{Code: "link_expired", Status: 401, Title: "Link expired", Help: "Ask the organizer for a new message."}
	kindForbidden    = Kind{Code: "forbidden", Status: 403, Title: "Not allowed", Help: "The role of this key, or this link, does not permit that."}
	kindBusy         = Kind{Code: "busy", Status: 503, Title: "Busy", Help: "Too many requests wait for this event. Nothing was changed: repeat after Retry-After."}
	kindShuttingDown = Kind{Code: "shutting_down", Status: 503, Title: "Shutting down", Help: "Nothing was changed: repeat after Retry-After."}
	kindUnknown      = Kind{Code: "outcome_unknown", Status: 503, Title: "Outcome unknown", Help: "The database went away while it stored the change. Repeat with the same Idempotency-Key to learn what became of it."}
	kindOtherVersion = Kind{Code: "refused_by_another_version", Status: 409, Title: "Refused by another version", Help: "This request was sent before, and another version of the server refused it for a reason that this one does not know. Nothing was changed. Send it with a new Idempotency-Key to have it decided anew."}
	kindForeignPage  = Kind{Code: "cross_origin", Status: 403, Title: "Sent from another page", Help: "A change with the cookie of a session must come from this server's own pages."}
	kindOrganization = Kind{Code: "organization_required", Status: 422, Title: "Which organization?", Help: "You are a member of several: name one in the header Holdfast-Organization.", Field: "Holdfast-Organization"}
	kindPasskey      = Kind{Code: "passkey_required", Status: 403, Title: "Passkey required", Help: "The organization wants its members to sign in with a passkey."}
	kindLastOwner    = Kind{Code: "last_owner", Status: 409, Title: "The last owner", Help: "An organization needs an owner. Make somebody else an owner first.", Field: "role"}
)

// accessProblems are the problems of callers and of handing a command on.
var accessProblems = Problems{
	Kinds: []Kind{kindCredentials, kindKeyInvalid, kindKeyExpired, kindKeyRevoked, kindLinkInvalid, kindLinkExpired, kindForbidden, kindBusy, kindShuttingDown, kindUnknown, kindOtherVersion, kindForeignPage, kindOrganization, kindPasskey, kindLastOwner},
	Errors: []ErrorKind{
		{identity.ErrUnauthenticated, kindCredentials},
		{identity.ErrForbidden, kindForbidden},
		{identity.ErrHidden, kindNotFound},
		{identity.ErrKeyInvalid, kindKeyInvalid},
		{identity.ErrKeyExpired, kindKeyExpired},
		{identity.ErrKeyRevoked, kindKeyRevoked},
		{identity.ErrLinkInvalid, kindLinkInvalid},
		{identity.ErrLinkExpired, kindLinkExpired},
		{identity.ErrWhichOrganization, kindOrganization},
		{identity.ErrPasskey, kindPasskey},
		{store.ErrLastOwner, kindLastOwner},
		{sequencer.ErrBusy, kindBusy},
		{sequencer.ErrClosed, kindShuttingDown},
		{sequencer.ErrKeyReused, kindKeyReused},
		{sequencer.ErrUnknown, kindUnknown},
		{sequencer.ErrUnavailable, kindUnavailable},
		{sequencer.ErrInternal, kindInternal},
		{store.ErrNotFound, kindNotFound},
		{store.ErrUnavailable, kindUnavailable},
		{store.ErrCommitUnknown, kindUnknown},
		{store.ErrConflict, refusalKind(inventory.AlreadyExists)},
		{store.ErrStale, kindBusy},
		{store.ErrConstraint, kindInternal},
	},
}
