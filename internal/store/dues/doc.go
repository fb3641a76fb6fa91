// Package dues reads what is to be paid for bookings of rooms, by which transfer, and for what of it there
// are documents, and stores the jobs that remind of it. What a payment becomes is decided by package
// bookings.
package dues

import (
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Dues is what is to be paid for bookings.
type Dues struct {
	db       *database.DB
	bookings bookings.Bookings
}

// NewDues returns what is to be paid for the bookings of a database.
func NewDues(d *database.DB, b bookings.Bookings) Dues { return Dues{d, b} }
