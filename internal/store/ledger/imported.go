package ledger

import (
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store"
)

// importedTickets writes the codes of what the batch brings in.
func (wr *writer) importedTickets(all []store.ImportedTicket) {
	slices.SortFunc(all, func(a, b store.ImportedTicket) int { return cmp.Compare(a.TicketID, b.TicketID) })
	write(wr, store.ImportedTicketTable, store.ImportedTicketTable.Insert, len(all), func(i int) *store.ImportedTicket { return &all[i] })
}

// importedAttendees writes who comes in with what the batch brings in.
func (wr *writer) importedAttendees(all []store.ImportedAttendee) {
	slices.SortFunc(all, func(a, b store.ImportedAttendee) int { return cmp.Compare(a.TicketID, b.TicketID) })
	write(wr, store.AttendeeTable, store.AttendeeTable.Insert, len(all), func(i int) *store.StoredAttendee {
		return &store.StoredAttendee{TicketID: all[i].TicketID, PersonID: all[i].PersonID, Attendee: all[i].Attendee, UpdatedAt: wr.w.Now}
	})
}
