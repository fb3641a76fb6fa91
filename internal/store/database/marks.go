package database

import (
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// LedgerMark is up to where the ledger of an event was read.
type LedgerMark struct {
	EventID string
	Seq     int64
}

// MarkColumns are the columns of a table of marks.
func MarkColumns(c *table.Columns, v *LedgerMark) {
	c.Key("event_id", &v.EventID)
	c.Changes(1)
	c.Number("seq", &v.Seq)
}
