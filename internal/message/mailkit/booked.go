package mailkit

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// BookedTime is what a calendar has of a booking of rooms, or of an event. One that is neither
// cancelled nor Tentative is confirmed.
type BookedTime struct {
	ID string
	// Sequence grows with each change of it.
	Sequence     int64
	Title, Where string
	Starts, Ends inventory.Instant
	Cancelled    bool
	Tentative    bool // it waits for somebody, or for its deposit
}
