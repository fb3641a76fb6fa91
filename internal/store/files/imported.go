package files

import (
	"context"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ImportedAttendee is the person who comes in with a ticket that another shop has sold.
type ImportedAttendee struct {
	TicketID, PersonID string
	events.Attendee
}

// ImportedAlready says which of these orders, entries and invitations of an event are here.
func (s Imports) ImportedAlready(ctx context.Context, event string, names []string) (map[string]bool, error) {
	found := map[string]bool{}
	for part := range slices.Chunk(names, table.MaxInList/2) {
		list, args := table.InList(2, part)
		rows, err := table.All(ctx, s.db.Read, table.ScanText, "select id from holds where event_id = $1 and id in ("+list+") union all select id from waitlist_entries where event_id = $1 and id in ("+list+")"+
			" union all select id from invitations where event_id = $1 and id in ("+list+")",
			append([]any{event}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for _, name := range rows {
			found[name] = true
		}
	}
	return found, nil
}
