package logs

import (
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// Kinds of problem that only the public logs have.
var (
	kindPending = httpapi.Kind{
		Code: "log_pending", Status: 503, Title: "Not in the log yet",
		Help: "The public log is a few seconds behind what happens. Nothing is lost: repeat after Retry-After.",
	}
	kindRewritten = httpapi.Kind{
		Code: "log_stopped", Status: 503, Title: "The log has stopped",
		Help: "The database is not what was signed before: it was restored from an older backup, or changed; or the key that signed is missing. Nothing is " +
			"signed until the operator, who is told in the log of the server, has decided what to do.",
	}
	kindErased = httpapi.Kind{
		Code: "proof_erased", Status: 410, Title: "The proof was erased",
		Help: "Whom this is about was erased, and with them the salt that opens the entry: the log has the entry as it was signed, and nobody can show any more " +
			"what it is about. A proof that was downloaded before still holds.",
	}
	kindPrivate = httpapi.Kind{
		Code: "log_not_public", Status: 403, Title: "The log is not public",
		Help: "The organizer keeps the entries of this event's log for its people: each can prove what is their own, with the checkpoint that everybody can read.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindPending, kindRewritten, kindErased, kindPrivate},
	Errors: []httpapi.ErrorKind{
		{Err: publiclog.ErrPending, Kind: kindPending},
		{Err: publiclog.ErrNone, Kind: httpapi.KindNotFound},
		{Err: publiclog.ErrErased, Kind: kindErased},
		{Err: publiclog.ErrStopped, Kind: kindRewritten},
		{Err: tlog.ErrRewritten, Kind: kindRewritten},
	},
}
