package sequencer

import (
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/files"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
)

// Imported is what comes with an order that another shop has sold. No decision reads it.
type Imported struct {
	// Codes are the hashes of the codes that its tickets were sold with, by unit, Attendees
	// those who come in with them, where it is not the buyer.
	Codes     map[int64]string
	Attendees map[int64]events.Attendee
}

// add adds what came with a command of that outcome to what is written: nothing where it
// made nothing new.
func (i *Imported) add(w *ledger.Write, o *inventory.Outcome) {
	order, person := made(o, w.Changes)
	if order == "" {
		return
	}
	for unit, hash := range i.Codes {
		w.Imported = append(w.Imported, events.ImportedTicket{TicketID: id.TicketOf(order, unit), Hash: hash})
	}
	for unit, a := range i.Attendees {
		w.Attendees = append(w.Attendees, files.ImportedAttendee{TicketID: id.TicketOf(order, unit), PersonID: person, Attendee: a})
	}
}
