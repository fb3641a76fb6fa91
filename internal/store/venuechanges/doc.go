// Package venuechanges changes venues, their rooms and add-ons, of which there may be bookings. Whatever is
// said of a room later holds for the bookings that are there, too, or is refused; and time that comes free
// by it goes to those who wait for it.
package venuechanges

import (
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// Venues is venues, and what is changed of them.
type Venues struct {
	venues.Venues
	db       *database.DB
	bookings bookings.Bookings
}

// NewVenues returns the venues of a database beside their bookings.
func NewVenues(d *database.DB, v venues.Venues, b bookings.Bookings) Venues { return Venues{v, d, b} }
