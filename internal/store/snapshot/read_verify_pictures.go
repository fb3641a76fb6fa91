package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
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
