// Package streams answers for server-sent events: what changes in an event, and
// what changes for a person.
package streams

import (
	"cmp"
	"time"

	"golang.org/x/time/rate"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/stream"
)

// Handlers answer for streams.
type Handlers struct {
	wire.Base
	// Gate counts the open streams of a network.
	Gate *stream.Gate
	// Looks bounds how often the streams of people read the database, all together.
	Looks *rate.Limiter
	// Heartbeat is how often a stream shows that it goes on, and asks whether its
	// reader still may have it; 0: DefaultHeartbeat.
	Heartbeat time.Duration
	// Streams is the hub of streams; nil: there are none.
	Streams *stream.Hub
}

func (h *Handlers) heartbeat() time.Duration { return cmp.Or(h.Heartbeat, DefaultHeartbeat) }

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return h.streamRoutes()
}
