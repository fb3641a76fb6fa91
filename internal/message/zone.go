package message

import (
	"cmp"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/events"
)

// zoneOf is the time zone of an event, UTC where it has none.
func zoneOf(ev *events.EventView) *time.Location { return cmp.Or(ev.Event.Zone, time.UTC) }
