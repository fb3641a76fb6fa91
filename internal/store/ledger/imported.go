package ledger

import (
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/files"
)

// importedTickets writes the codes of what the batch brings in.
func (wr *writer) importedTickets(all []events.ImportedTicket) {
	slices.SortFunc(all, func(a, b events.ImportedTicket) int { return cmp.Compare(a.TicketID, b.TicketID) })
	write(wr, events.ImportedTicketTable, events.ImportedTicketTable.Insert, len(all), func(i int) *events.ImportedTicket { return &all[i] })
}

// importedAttendees writes who comes in with what the batch brings in.
func (wr *writer) importedAttendees(all []files.ImportedAttendee) {
	slices.SortFunc(all, func(a, b files.ImportedAttendee) int { return cmp.Compare(a.TicketID, b.TicketID) })
	write(wr, events.AttendeeTable, events.AttendeeTable.Insert, len(all), func(i int) *events.StoredAttendee {
		return &events.StoredAttendee{TicketID: all[i].TicketID, PersonID: all[i].PersonID, Attendee: all[i].Attendee, UpdatedAt: wr.w.Now}
	})
}
