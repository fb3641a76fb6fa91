package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Archives streams what is known of the files of events.
func (v *Snapshot) Archives(fn func(*archives.Archive) error) error {
	return database.Stream(func(last *archives.Archive) ([]archives.Archive, error) {
		after := ""
		if last != nil {
			after = last.EventID
		}
		return table.All(v.ctx, v.q, archives.ArchiveTable.Scan, archives.ArchiveTable.From()+" where event_id > $1 order by event_id limit $2", after, database.PageRows)
	}, fn)
}

// Leftover returns the tables of a snapshot that have rows of an event which left with its archive.
func Leftover(v *Snapshot, event string) (names []string, err error) {
	for _, l := range archives.Leaving {
		column, goes := "event_id", ""
		if l.Table == "idempotency_keys" {
			column = "scope"
		}
		if l.Stays != "" {
			goes = " and not " + l.Stays
		}
		found, err := table.All(v.ctx, v.q, table.ScanInt, "select 1 from "+l.Table+" t where t."+column+" = $1"+goes+" limit 1", event)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			names = append(names, l.Table)
		}
	}
	return names, nil
}
