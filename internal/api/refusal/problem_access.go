package refusal

import (
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Kinds of problem of whoever calls, and of handing a command to the sequencer.
var (
	KindOtherVersion = httpapi.Kind{Code: "refused_by_another_version", Status: 409, Title: "Refused by another version", Help: "This request was sent before, and another version of the server refused it for a reason that this one does not know. Nothing was changed. Send it with a new Idempotency-Key to have it decided anew."}
)
