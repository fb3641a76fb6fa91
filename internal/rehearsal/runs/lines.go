package runs

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// Phase is what a rehearsal does.
type Phase string

// Phases, in their order.
const (
	Copying  Phase = "copying"  // the event
	Selling  Phase = "selling"  // people come
	Checking Phase = "checking" // whether every invariant holds
)

// Progress is how far a rehearsal is.
type Progress struct {
	Phase    Phase   `json:"phase"`
	Seconds  float64 `json:"seconds"` // since people come
	Arrived  int64   `json:"arrived"` // people who have come
	Called   int64   `json:"called"`  // up to which place; 0 without a waiting room
	Sold     int64   `json:"sold"`    // units
	Capacity int64   `json:"capacity"`
}

// Line is one line that the process of a rehearsal prints, of which one field is there. The
// last one has the report, or why there is none.
type Line struct {
	Progress *Progress                    `json:"progress,omitempty"`
	Report   json.RawMessage              `json:"report,omitempty"`
	Failed   waitingrooms.RehearsalReason `json:"failed,omitempty"`
}

// Failure is the error of a rehearsal that has no report.
type Failure struct{ Reason waitingrooms.RehearsalReason }

func (f *Failure) Error() string { return "rehearsal: no report: " + string(f.Reason) }

// reasons are why a process may say that it failed.
var reasons = map[waitingrooms.RehearsalReason]bool{
	waitingrooms.RehearsalOnsale: true, waitingrooms.RehearsalConnections: true, waitingrooms.RehearsalNoTickets: true, waitingrooms.RehearsalError: true,
}

// errLine: the process has printed something else.
var errLine = errors.New("rehearsal: the process printed what is not a line of a rehearsal")

// parseLine reads a line.
func parseLine(text []byte) (l Line, err error) {
	if err := json.Unmarshal(text, &l); err != nil {
		return l, fmt.Errorf("%w: %w", errLine, err)
	}
	if l.Progress == nil && l.Report == nil && !reasons[l.Failed] {
		return l, errLine
	}
	return l, nil
}
