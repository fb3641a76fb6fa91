package store

import (
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ledgerMark is up to where the ledger of an event was read.
type ledgerMark struct {
	EventID string
	Seq     int64
}

// markColumns are the columns of a table of marks.
func markColumns(c *table.Columns, v *ledgerMark) {
	c.Key("event_id", &v.EventID)
	c.Changes(1)
	c.Number("seq", &v.Seq)
}
