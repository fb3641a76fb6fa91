package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/cells"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// LeftBehind returns the tables of a snapshot that have rows of an event which lives in another cell.
func LeftBehind(v *Snapshot, event string) (names []string, err error) {
	for _, of := range cells.Gone() {
		found, err := table.All(v.ctx, v.q, table.ScanInt, "select 1 from "+of.Table+" where "+of.Column+" = $1 limit 1", event)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			names = append(names, of.Table)
		}
	}
	return names, nil
}
