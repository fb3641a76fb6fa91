package venues

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MaxVenueCalendars is how many calendars of others a venue can have.
const MaxVenueCalendars = 20

// MaxBusyRows bounds what the calendars of a venue come to: busy.MaxPeriods of each.
const MaxBusyRows = MaxVenueCalendars * 3_000

// RoomBusy is a time in which a calendar of others says that a room is taken.
type RoomBusy struct {
	OrgID, CalendarID string
	StartsAt, EndsAt  inventory.Instant
	VenueID, RoomID   string
}

// Period is from when to when it is.
func (b *RoomBusy) Period() booking.Period { return booking.Period{From: b.StartsAt, To: b.EndsAt} }

// RoomBusyTable describes the table room_busy; a row is one RoomBusy.
var RoomBusyTable = table.New("room_busy", new(RoomBusy), func(c *table.Columns, v *RoomBusy) {
	c.Key("org_id", &v.OrgID)
	c.Key("calendar_id", &v.CalendarID)
	c.NumberKey("starts_at", (*int64)(&v.StartsAt))
	c.Number("ends_at", (*int64)(&v.EndsAt))
	c.Text("venue_id", &v.VenueID)
	c.Text("room_id", &v.RoomID)
})

// elsewhereText finds what reaches into a time. No period is longer than booking.MaxPiece.
var elsewhereText = RoomBusyTable.From() + " where org_id = $1 and venue_id = $2 and starts_at >= $3 and starts_at < $4 and ends_at > $5 order by starts_at, calendar_id limit $6"

// BusyBetween returns the busy times of a venue that reach into the time between two times, by start.
func BusyBetween(ctx context.Context, q table.Querier, org, venue string, from, to inventory.Instant) ([]RoomBusy, error) {
	return table.All(ctx, q, RoomBusyTable.Scan, elsewhereText, org, venue, int64(from)-int64(booking.MaxPiece), int64(to), int64(from), MaxBusyRows)
}
