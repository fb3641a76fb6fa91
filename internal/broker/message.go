package broker

import (
	"net/http"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Prefix begins the subjects of messages: Prefix.ORGANIZATION.KEY.SIGNAL, where SIGNAL is
// capacity-released or capacity-withdrawn.
const Prefix = "holdfast.resources"

// Message is what a system has said.
type Message struct {
	// Organization is the id of whose resource it is about, and Resource its key there.
	Organization, Resource string
	// Type is the signal of the subject, as bodies have it: capacity_released or capacity_withdrawn.
	Type   string
	Header http.Header
	Body   []byte
	// At is when NATS has taken it.
	At time.Time
}

// Became is what became of a message.
type Became int

// What may become of it.
const (
	// Later: it cannot be taken now, and comes again.
	Later Became = iota
	// Taken: its effect is stored.
	Taken
	// Repeated: its effect was stored before.
	Repeated
	// Refused: it can never be taken.
	Refused
)

// Verdict is what became of a message, and why.
type Verdict struct {
	Became Became
	// Reason is a code, of what was refused or comes again, one of Config.Reasons.
	Reason string
	// Told is the reason as everybody may learn it who reads what NATS tells of ended messages.
	Told string
	// Detail says more, for the log.
	Detail string
}

// ReasonSubject: the subject does not name an organization, a resource and a signal.
const ReasonSubject = "subject"

// otherReason is what a reason counts as that is not in the list.
const otherReason = "other"

// signals are the last parts of subjects.
var signals = map[string]string{"capacity-released": "capacity_released", "capacity-withdrawn": "capacity_withdrawn"}

// read returns the message of a delivery; false: it is on no subject of ours.
func read(d jetstream.Msg, at time.Time) (*Message, bool) {
	rest, ok := strings.CutPrefix(d.Subject(), Prefix+".")
	parts := strings.Split(rest, ".")
	if !ok || len(parts) != 3 || signals[parts[2]] == "" {
		return nil, false
	}
	header := http.Header{}
	for name, values := range d.Headers() {
		for _, v := range values {
			header.Add(name, v)
		}
	}
	return &Message{Organization: parts[0], Resource: parts[1], Type: signals[parts[2]], Header: header, Body: d.Data(), At: at}, true
}

// pauses are from the first to the longest that a message waits which comes again.
const (
	firstPause   = time.Second
	longestPause = time.Minute
)

// pause is how long a message waits that was delivered so many times.
func pause(delivered uint64) time.Duration {
	if delivered > 6 {
		return longestPause
	}
	return min(longestPause, firstPause<<max(0, int(delivered)-1)) //nolint:gosec // at most 6
}
