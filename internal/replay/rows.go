package replay

import (
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Told is where the rows about a subject left it.
type Told struct {
	State   string
	Reason  inventory.Reason
	LastSeq int64 // 0: no row is about it
}

func (t *trace) told() Told { return Told{t.state, t.reason, t.lastSeq} }

// HoldRow is what the rows say of a hold.
type HoldRow struct {
	Told
	Units  int64
	Items  []ItemRow
	GaveUp []string // tickets of units that were given back while the registration went on
}

// ItemRow is what the rows say of an item.
type ItemRow struct {
	Released int64 // the row that released it; 0: it lives
	Standing bool  // it stands on an exchange
	Seat     string
}

// Hold returns what the rows say of a hold.
func (s *State) Hold(id string) HoldRow {
	h := s.holds[id]
	if h == nil {
		return HoldRow{}
	}
	row := HoldRow{Told: h.told(), Units: h.units, GaveUp: h.gaveUp, Items: make([]ItemRow, h.begun)}
	for i := range h.items[:h.begun] {
		row.Items[i] = ItemRow{Released: h.items[i].released, Standing: h.items[i].on != nil, Seat: h.items[i].Seat}
	}
	return row
}

// EntryRow is what the rows say of an entry.
type EntryRow struct {
	Told
	inventory.Placement
	Units, Passes, LeftSeq int64
	OfferID                string
}

// Entry returns what the rows say of an entry.
func (s *State) Entry(id string) EntryRow {
	e := s.entries[id]
	if e == nil {
		return EntryRow{}
	}
	return EntryRow{Told: e.told(), Placement: e.Placement, Units: e.units, Passes: e.passes, LeftSeq: e.leftSeq, OfferID: e.offer}
}

// OfferRow is what the rows say of an offer.
type OfferRow struct {
	EntryID string
	State   inventory.OfferState
	LastSeq int64 // of the rows about the offer itself
}

// Offer returns what the rows say of an offer.
func (s *State) Offer(id string) OfferRow {
	o := s.offers[id]
	if o == nil {
		return OfferRow{}
	}
	return OfferRow{o.entry, o.state, o.last}
}

// ExchangeRow is what the rows say of an exchange.
type ExchangeRow struct {
	Told
	TakerID string // the order that stands on it
}

// Exchange returns what the rows say of an exchange.
func (s *State) Exchange(id string) ExchangeRow {
	x := s.exchanges[id]
	if x == nil {
		return ExchangeRow{}
	}
	row := ExchangeRow{Told: x.told()}
	if x.home != nil {
		row.TakerID = x.home.ID
	}
	return row
}

// Transfer returns what the rows say of a transfer.
func (s *State) Transfer(id string) Told {
	if t := s.transfers[id]; t != nil {
		return t.told()
	}
	return Told{}
}

// InvitationRow is what the rows say of an invitation.
type InvitationRow struct {
	Told
	PersonID string
	Places   int64
	SentAt   inventory.Instant
}

// Invitations returns what the rows say of all invitations, by id.
func (s *State) Invitations() map[string]InvitationRow {
	all := make(map[string]InvitationRow, len(s.invitations))
	for id, v := range s.invitations {
		all[id] = InvitationRow{v.told(), v.person, v.places, v.sentAt}
	}
	return all
}

// TicketRow is what the rows say of a ticket.
type TicketRow struct {
	Holder             string // who accepted it last; "": whose order it is
	Transfers, Version int64
}

// Ticket returns what the rows say of a ticket.
func (s *State) Ticket(id string) TicketRow {
	t := s.tickets[id]
	if t == nil {
		return TicketRow{}
	}
	return TicketRow{t.holder, t.transfers, t.transfers + t.reissued}
}

// CodeRow is what the rows say of a promo or access code.
type CodeRow struct {
	Told
	Used int64 // live orders that have it
}

// Codes returns what the rows say of all codes.
func (s *State) Codes() map[string]CodeRow {
	codes := make(map[string]CodeRow, len(s.codes))
	for id, c := range s.codes {
		codes[id] = CodeRow{Told: c.told()}
	}
	for _, h := range s.holds {
		if !alive(inventory.HoldState(h.state)) || h.open {
			continue
		}
		for _, id := range h.Codes {
			c := codes[id]
			c.Used++
			codes[id] = c
		}
	}
	return codes
}

// PersonRow is what the rows say of a person.
type PersonRow struct {
	Erased  bool
	Units   int64
	HoldID  string   // the live registration
	EntryID string   // the live entry for tickets
	Goods   []string // the live entries for goods, sorted
}

// extras is how many live items of a hold let nobody in.
func (s *State) extras(h *hold) (n int64) {
	for i := range h.items[:h.begun] {
		if t := s.tiers[h.items[i].Tier]; h.items[i].released == 0 && t != nil && t.Extra {
			n++
		}
	}
	return n
}

// People returns what the rows say of all people who have anything.
func (s *State) People() map[string]PersonRow {
	people := map[string]PersonRow{}
	for id, h := range s.holds {
		if h.PersonID == "" || !alive(inventory.HoldState(h.state)) {
			continue
		}
		p := people[h.PersonID]
		p.Units += h.units - s.extras(h)
		if h.Kind == inventory.KindRegistration {
			p.HoldID = id
		}
		people[h.PersonID] = p
	}
	for id, e := range s.entries {
		p := people[e.PersonID]
		t := s.tiers[e.Tier]
		goods := t != nil && t.Extra
		switch inventory.EntryState(e.state) {
		case inventory.EntryWaiting, inventory.EntryApplied:
			if !goods {
				p.Units += e.units // those of an offered entry are its hold's
			}
		case inventory.EntryOffered:
		default:
			continue
		}
		if goods {
			at, _ := slices.BinarySearch(p.Goods, id)
			p.Goods = slices.Insert(p.Goods, at, id)
		} else {
			p.EntryID = id
		}
		people[e.PersonID] = p
	}
	for id := range s.erased {
		p := people[id]
		p.Erased = true
		people[id] = p
	}
	return people
}

// Price returns what a tier costs by the rows, as they write it. Of a tier whose price no
// row has told, told is false: the first row that changes one tells.
func (s *State) Price(tier string) (price string, told bool) {
	if t := s.tier(tier); t != nil {
		return t.price, t.told
	}
	return "", false
}

// StatementRow is what the rows say of the statement of the event.
type StatementRow struct {
	Told     // its state is the hash of the newest version
	ID       string
	Versions int64
}

// Statement returns what the rows say of the statement.
func (s *State) Statement() StatementRow {
	return StatementRow{s.statement.told(), s.statement.id, s.statement.versions}
}

// Lanes returns the lanes in which anybody was placed.
func (s *State) Lanes() map[inventory.LaneKey]inventory.Lane {
	lanes := make(map[inventory.LaneKey]inventory.Lane, len(s.lastRank))
	for k, rank := range s.lastRank {
		lanes[k] = inventory.Lane{Tier: k.Tier, Class: k.Class, LastRank: rank}
	}
	for _, e := range s.entries {
		if e.state == string(inventory.EntryWaiting) {
			l := lanes[e.Lane()]
			l.Waiting++
			lanes[e.Lane()] = l
		}
	}
	return lanes
}

// JoinNo is the number that the last entry to be placed was given.
func (s *State) JoinNo() int64 { return s.joinNo }

// Names are the ids of what the rows told of and which has no facts: whoever compares
// finds what is not stored.
func (s *State) Names() (offers, codes, pools, tickets []string) {
	return slices.Sorted(maps.Keys(s.offers)), slices.Sorted(maps.Keys(s.codes)), slices.Sorted(maps.Keys(s.pools)), slices.Sorted(maps.Keys(s.tickets))
}
