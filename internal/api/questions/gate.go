package questions

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/limit"
)

// Limits of the files that are on their way at once: each is in memory, and many come from people of
// whom nothing is known.
const (
	// onTheWay is how many a server reads, and onTheWayFrom those of one network.
	onTheWay, onTheWayFrom = 24, 6
	// sendFor is how long sending one may take: 10 MiB at a megabit a second, and some.
	sendFor = 2 * time.Minute
	// answerFor is how long after that the answer may take: a picture waits for its turn and is written
	// anew.
	answerFor = time.Minute
)

// NewGate returns what bounds the files that are being sent.
func NewGate() *limit.AtOnce { return limit.NewAtOnce(onTheWay, onTheWayFrom) }

// isBusy reports whether half of what can be on the way is.
func (h *Handlers) isBusy() bool { return h.Gate.Open() >= onTheWay/2 }
