package store

import "github.com/holdfast-events/holdfast/internal/store/table"

// Pictures streams the pictures of all organizations.
func (v *Snapshot) Pictures(fn func(*Picture) error) error {
	return stream(func(last *Picture) ([]Picture, error) {
		if last == nil {
			last = &Picture{}
		}
		return table.All(v.ctx, v.q, pictureTable.Scan, pictureTable.From()+`
			where (org_id, id) > (cast($1 as text), cast($2 as text)) order by org_id, id limit $3`, last.OrgID, last.ID, pageRows)
	}, fn)
}
