package checkins

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/admission"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
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
	kindTooManyPasses = httpapi.Kind{
		Code: "too_many_checkin_passes", Status: 409, Title: "Too many phones",
		Help: fmt.Sprintf("An event has at most %d passes that a phone can use, and %d ever. End one that is not needed.", checkins.MaxPasses, checkins.MaxPassesEver),
	}
	kindPassOver = httpapi.Kind{
		Code: "checkin_pass_over", Status: 409, Title: "The pass is over",
		Help: "What was ended, or is past its hours, stays so. Make a new pass.",
	}
	kindCodeInvalid = httpapi.Kind{
		Code: "checkin_code_invalid", Status: 401, Title: "Not a code of this server",
		Help:  "The code is not known here, or not completely copied. Scan it again.",
		Field: "code",
	}
	kindCodeUsed = httpapi.Kind{
		Code: "checkin_code_used", Status: 410, Title: "Another phone has used the code",
		Help:  "A code lets one phone in, once. The organizer sees that it was tried: ask for a new one.",
		Field: "code",
	}
	kindCodeOver = httpapi.Kind{
		Code: "checkin_code_over", Status: 410, Title: "The code is over",
		Help:  "Its hours are past, or the organizer has ended it. Ask for a new one.",
		Field: "code",
	}
	kindCodeEarly = httpapi.Kind{
		Code: "checkin_code_early", Status: 403, Title: "Too early",
		Help:  "The code is good later; detail says when. It is not used up.",
		Field: "code",
	}
	kindTooManyLists = httpapi.Kind{Code: "too_many_lists", Status: 409, Title: "Too many lists", Help: "The door of an event has at most 50 lists."}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindGateTaken, kindListMoved, kindTooManyLists, kindTooManyPasses, kindPassOver, kindCodeInvalid, kindCodeUsed, kindCodeOver, kindCodeEarly},
	Errors: []httpapi.ErrorKind{
		{Err: admission.ErrBusy, Kind: access.KindBusy},
	},
}
