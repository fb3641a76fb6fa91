package events

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// StatementsText reads the statements of an event, oldest first.
var StatementsText = StatementTable.From() + " where event_id = $1 order by version"

// Statements returns the versions of the statement of an event, oldest first, at most limit.
func (s Events) Statements(ctx context.Context, event string, limit int) ([]inventory.Statement, error) {
	list, err := table.All(ctx, s.db.Read, StatementTable.Scan, StatementsText+" limit $2", event, limit)
	return list, s.db.Classify(err)
}
