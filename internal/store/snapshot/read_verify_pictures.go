package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Pictures streams the pictures of all organizations.
func (v *Snapshot) Pictures(fn func(*events.Picture) error) error {
	return database.Stream(func(last *events.Picture) ([]events.Picture, error) {
		if last == nil {
			last = &events.Picture{}
		}
		return table.All(v.ctx, v.q, events.PictureTable.Scan, events.PictureTable.From()+`
			where (org_id, id) > (cast($1 as text), cast($2 as text)) order by org_id, id limit $3`, last.OrgID, last.ID, database.PageRows)
	}, fn)
}

// GalleryPictures streams the pictures that venues and rooms show, of each in their order.
func GalleryPictures(v *Snapshot, fn func(*galleries.Row) error) error {
	return database.Stream(func(last *galleries.Row) ([]galleries.Row, error) {
		if last == nil {
			last = &galleries.Row{Position: -1}
		}
		return table.All(v.ctx, v.q, galleries.Table.Scan, galleries.Table.From()+` where (org_id, venue_id, room_id, position) > (cast($1 as text), cast($2 as text), cast($3 as text), cast($4 as bigint))
			order by org_id, venue_id, room_id, position limit $5`, last.OrgID, last.VenueID, last.RoomID, last.Position, database.PageRows)
	}, fn)
}
