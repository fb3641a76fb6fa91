package sequencer

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// Answers are what was answered to the questions of an event together with a command that
// makes an order, a registration or an entry. No decision reads them.
type Answers struct {
	// Units have the answers of each unit, and with 0 those of the whole, as JSON.
	Units map[int64]string
	// Demanded is the version of the list whose required questions had to be answered; 0:
	// none had to.
	Demanded int64
	// Uploads are the files that they name, without what is made and whose it is.
	Uploads []audience.UploadClaim
}

// claims are the uploads that the answers to a command with that outcome name.
func (a *Answers) claims(o *inventory.Outcome, c *inventory.Changes) []audience.UploadClaim {
	thing, person := made(o, c)
	if thing == "" {
		return nil
	}
	list := slices.Clone(a.Uploads)
	for i := range list {
		list[i].ThingID, list[i].PersonID = thing, person
	}
	return list
}

// of are the rows of the answers to a command with that outcome. There are none where it
// made nothing new, as when a stranger is told about what does not exist.
func (a *Answers) of(o *inventory.Outcome, c *inventory.Changes, now inventory.Instant) (rows []audience.Answered) {
	thing, person := made(o, c)
	if thing == "" {
		return nil
	}
	for unit, text := range a.Units {
		rows = append(rows, audience.Answered{ThingID: thing, Unit: unit, PersonID: person, Answers: text, Demanded: a.Demanded, UpdatedAt: now})
	}
	return rows
}

// made is the new entry or hold of an outcome, and whose it is.
func made(o *inventory.Outcome, c *inventory.Changes) (thing, person string) {
	for i := range c.Entries {
		if e := &c.Entries[i]; e.New && e.ID == o.EntryID {
			return e.ID, e.PersonID
		}
	}
	for i := range c.Holds {
		if h := &c.Holds[i]; h.New && h.ID == o.OrderID && h.EntryID == "" {
			return h.ID, h.PersonID
		}
	}
	return "", ""
}
