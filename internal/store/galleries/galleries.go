// Package galleries keeps the pictures of venues and rooms: which pictures of their organization
// they show, in which order, and what is seen in each.
//
// What is changed here is changed by packages venues and venuechanges, under the lock of the venue. The pictures
// themselves are those of package events.
package galleries

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Max is how many pictures a venue, and each of its rooms, has at most.
const Max = 12

// Shown is a picture of the organization that a venue or a room shows, and what is seen in it.
type Shown struct {
	Picture string
	Cover   events.Cover
}

// Row is a picture of a venue or of one of its rooms, and which of them.
type Row struct {
	OrgID, VenueID string
	RoomID         string // "": it is the venue's own
	Position       int64  // 0, 1, 2, …: the first is the main picture
	Shown
}

// Table describes the table gallery_pictures; a row is one Row.
var Table = table.New("gallery_pictures", new(Row), func(c *table.Columns, v *Row) {
	c.Key("org_id", &v.OrgID)
	c.Key("venue_id", &v.VenueID)
	c.Key("room_id", &v.RoomID)
	c.NumberKey("position", &v.Position)
	c.Text("picture", &v.Picture)
	c.Encoded("cover", table.AsJSON(&v.Cover))
})

// Main is the first of the pictures of a venue or a room; without any it is empty.
func Main(pictures []Shown) Shown {
	if len(pictures) == 0 {
		return Shown{}
	}
	return pictures[0]
}

// Of reads the pictures of a venue, or of a room of it, in their order.
func Of(ctx context.Context, q table.Querier, org, venue, room string) ([]Shown, error) {
	rows, err := table.All(ctx, q, Table.Scan, Table.From()+" where org_id = $1 and venue_id = $2 and room_id = $3 order by position limit $4", org, venue, room, Max)
	var list []Shown
	for i := range rows {
		list = append(list, rows[i].Shown)
	}
	return list, err
}

// OfVenues reads the pictures of the venues from one id to another, by their ids.
func OfVenues(ctx context.Context, q table.Querier, org, first, last string) (map[string][]Shown, error) {
	return read(ctx, q, "room_id = ''", func(r *Row) string { return r.VenueID }, org, first, last)
}

// OfRooms reads the pictures of all rooms of these venues, by the ids of the rooms.
func OfRooms(ctx context.Context, q table.Querier, org, first, last string) (map[string][]Shown, error) {
	return read(ctx, q, "room_id <> ''", func(r *Row) string { return r.RoomID }, org, first, last)
}

func read(ctx context.Context, q table.Querier, which string, of func(*Row) string, org, first, last string) (map[string][]Shown, error) {
	rows, err := table.All(ctx, q, Table.Scan, Table.From()+" where org_id = $1 and venue_id >= $2 and venue_id <= $3 and "+which+" order by venue_id, room_id, position", org, first, last)
	lists := map[string][]Shown{}
	for i := range rows {
		lists[of(&rows[i])] = append(lists[of(&rows[i])], rows[i].Shown)
	}
	return lists, err
}

// Hang gives a venue that is held, or a room of it, its pictures, in place of those that it had.
// ErrLimit: they are more than Max; ErrConflict, of the transaction: one is there twice.
func Hang(ctx context.Context, tx *sql.Tx, org, venue, room string, pictures []Shown) error {
	if len(pictures) > Max {
		return fmt.Errorf("%w: pictures of a venue or a room", database.ErrLimit)
	}
	if _, err := table.Exec(ctx, tx, "delete from gallery_pictures where org_id = $1 and venue_id = $2 and room_id = $3", org, venue, room); err != nil {
		return err
	}
	rows := make([]*Row, len(pictures))
	for i := range pictures {
		rows[i] = &Row{OrgID: org, VenueID: venue, RoomID: room, Position: int64(i), Shown: pictures[i]}
	}
	return Table.InsertMany(ctx, tx, "", rows)
}

// ClearRoom takes all pictures from a room that goes.
func ClearRoom(ctx context.Context, tx *sql.Tx, org, room string) error {
	_, err := table.Exec(ctx, tx, "delete from gallery_pictures where org_id = $1 and room_id = $2", org, room)
	return err
}
