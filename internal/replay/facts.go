package replay

import "github.com/holdfast-events/holdfast/internal/inventory"

// Facts are what rows are about and do not tell. Each is fixed by the first row of its
// subject.
type Facts struct {
	Holds     []Hold
	Entries   []Entry
	Exchanges []Exchange
	Transfers []Transfer
}

// Hold is what a hold is of.
type Hold struct {
	ID       string
	Kind     inventory.HoldKind
	PersonID string // empty for a block
	Tier     string // empty where there are items
	Items    []Item // of orders and of blocks of seats, by their numbers from 1
	Codes    []string
}

// Item is what an item of a hold is of. Seat is the one that it was taken with: rows tell
// to which others it was moved.
type Item struct{ Tier, Seat string }

// Entry is whose a place on the waitlist is, and where it stood.
type Entry struct {
	ID       string
	PersonID string
	Wish     string                // as in inventory.Entry
	Places   []inventory.Placement // oldest first
}

// Exchange is which unit is given to the waitlist.
type Exchange struct {
	ID      string
	OrderID string
	Unit    int64
	Tier    string
	Seat    string
}

// Transfer is which ticket goes to whom.
type Transfer struct{ ID, TicketID, To string }

// Tier is what a tier takes its units from.
type Tier struct {
	ID    string
	Pools []string
	Added bool // by a row of its own; the others came with the event
	Extra bool // add-ons, goods or donations, which let nobody in
	Fee   bool // which does not count as a unit of an order
}

// Know adds the facts of subjects that the next rows are about. Those of a subject that
// is known already are left as they were; an entry is told about where it came to stand since, and
// an order about the items and the code that it got since.
func (s *State) Know(f *Facts) {
	for i := range f.Holds {
		h := &f.Holds[i]
		known := s.holds[h.ID]
		if known == nil {
			known = &hold{Hold: *h}
			s.holds[h.ID] = known
		}
		known.Codes = h.Codes
		known.know(h.Items)
	}
	for i := range f.Entries {
		e := &f.Entries[i]
		if known := s.entries[e.ID]; known != nil {
			known.Places = e.Places
		} else {
			s.entries[e.ID] = &entry{Entry: *e}
		}
	}
	for i := range f.Exchanges {
		if x := &f.Exchanges[i]; s.exchanges[x.ID] == nil {
			s.exchanges[x.ID] = &exchange{Exchange: *x}
		}
	}
	for i := range f.Transfers {
		if t := &f.Transfers[i]; s.transfers[t.ID] == nil {
			s.transfers[t.ID] = &transfer{Transfer: *t}
		}
	}
}

// know adds the items that a hold is not known to have. What stands on an exchange is pointed to.
func (h *hold) know(items []Item) {
	if len(items) <= len(h.items) {
		return
	}
	h.Items = items
	for _, it := range items[len(h.items):] {
		h.items = append(h.items, item{Item: it})
	}
	for i := range h.items {
		if x := h.items[i].on; x != nil {
			x.taker = &h.items[i]
		}
	}
}
