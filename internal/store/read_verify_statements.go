package store

import "github.com/holdfast-events/holdfast/internal/inventory"

// Statements returns the versions of the statement of an event, oldest first.
func (v *Snapshot) Statements(event string) ([]inventory.Statement, error) {
	return all(v.ctx, v.q, statementTable.scan, statementsText, event)
}
