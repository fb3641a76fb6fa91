package checkins

import (
	"github.com/holdfast-events/holdfast/internal/admission"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Kinds of problem that only these resources have.
var (
	kindGateTaken = httpapi.Kind{
		Code: "gate_taken", Status: 409, Title: "The gate belongs to another list",
		Help:  "A gate belongs to one list, so that its scans do.",
		Field: "gates",
	}
	kindListMoved = httpapi.Kind{
		Code: "list_changed", Status: 409, Title: "Changed meanwhile",
		Help: "Somebody else has changed the list. Read it again and decide.",
	}
	kindTooManyLists = httpapi.Kind{Code: "too_many_lists", Status: 409, Title: "Too many lists", Help: "The door of an event has at most 50 lists."}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindGateTaken, kindListMoved, kindTooManyLists},
	Errors: []httpapi.ErrorKind{
		{Err: admission.ErrBusy, Kind: access.KindBusy},
	},
}
