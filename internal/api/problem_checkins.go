package api

import (
	"github.com/holdfast-events/holdfast/internal/admission"
)

// Kinds of problem that only these resources have.
var (
	kindGateTaken    = Kind{Code: "gate_taken", Status: 409, Title: "The gate belongs to another list", Help: "A gate belongs to one list, so that its scans do.", Field: "gates"}
	kindListMoved    = Kind{Code: "list_changed", Status: 409, Title: "Changed meanwhile", Help: "Somebody else has changed the list. Read it again and decide."}
	kindTooManyLists = Kind{Code: "too_many_lists", Status: 409, Title: "Too many lists", Help: "The door of an event has at most 50 lists."}
)

// checkinsProblems are the problems that only these resources have.
var checkinsProblems = Problems{
	Kinds: []Kind{kindGateTaken, kindListMoved, kindTooManyLists},
	Errors: []ErrorKind{
		{admission.ErrBusy, kindBusy},
	},
}
