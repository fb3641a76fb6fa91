package store

import (
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Archives streams what is known of the files of events.
func (v *Snapshot) Archives(fn func(*Archive) error) error {
	return stream(func(last *Archive) ([]Archive, error) {
		after := ""
		if last != nil {
			after = last.EventID
		}
		return table.All(v.ctx, v.q, archiveTable.Scan, archiveTable.From()+" where event_id > $1 order by event_id limit $2", after, pageRows)
	}, fn)
}

// Leftover returns the tables of a snapshot that have rows of an event which left with its archive.
func Leftover(v *Snapshot, event string) (names []string, err error) {
	for _, l := range leaving {
		column, goes := "event_id", ""
		if l.table == "idempotency_keys" {
			column = "scope"
		}
		if l.stays != "" {
			goes = " and not " + l.stays
		}
		found, err := table.All(v.ctx, v.q, table.ScanInt, "select 1 from "+l.table+" t where t."+column+" = $1"+goes+" limit 1", event)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			names = append(names, l.table)
		}
	}
	return names, nil
}
