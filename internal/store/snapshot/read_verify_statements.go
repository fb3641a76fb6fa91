package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Statements returns the versions of the statement of an event, oldest first.
func (v *Snapshot) Statements(event string) ([]inventory.Statement, error) {
	return table.All(v.ctx, v.q, events.StatementTable.Scan, events.StatementsText, event)
}
