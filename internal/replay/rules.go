package replay

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// fold is what a row does to the state.
type fold func(*State, *inventory.AuditRow) error

// rules are all kinds of rows there are, by the kind of their subject: the prefix of its
// id. What is not here is an error, and a test compares them with what package inventory
// can write. Rows of orders, transfers and people differ in what they do to the state, so each is
// named; those of the others say in their states what they do.
var rules = map[string]map[inventory.Reason]fold{
	"evt": every("evt", (*State).eventRow),
	"pol": every("pol", (*State).poolRow),
	"tir": every("tir", (*State).tierRow),
	"cod": every("cod", (*State).codeRow),
	"per": {
		inventory.ReasonPersonErased:   (*State).erasedRow,
		inventory.ReasonProfileChanged: nothing,
		inventory.ReasonAskedAgain:     nothing,
	},
	"ord": with(with(all((*State).holdRow,
		inventory.ReasonRegistered, inventory.ReasonPromoted, inventory.ReasonOffered, inventory.ReasonAccepted, inventory.ReasonDeclined,
		inventory.ReasonOfferExpired, inventory.ReasonLeft, inventory.ReasonRemovedByStaff, inventory.ReasonEventCancelled,
		inventory.ReasonCancelledByPerson, inventory.ReasonCancelledByStaff, inventory.ReasonOrdered, inventory.ReasonOrderedFree,
		inventory.ReasonPaymentBegun, inventory.ReasonOrderTaxed, inventory.ReasonProlonged, inventory.ReasonPaymentAsked, inventory.ReasonPaymentMismatch,
		inventory.ReasonPaid, inventory.ReasonPaidLate, inventory.ReasonPaymentLate, inventory.ReasonPaymentAgain, inventory.ReasonCardLimit,
		inventory.ReasonOrderExpired, inventory.ReasonOrderCancelled, inventory.ReasonOrderRefunded, inventory.ReasonOrderExchanged,
		inventory.ReasonItemsCancelled, inventory.ReasonItemsRefunded, inventory.ReasonItemsExchanged, inventory.ReasonExchangeUsed,
		inventory.ReasonGuestCancelled, inventory.ReasonTicketVoided),
		inventory.ReasonTicketReissued, (*State).reissuedRow), inventory.ReasonReseated, (*State).reseatedRow),
	"blk": every("blk", (*State).holdRow),
	"wle": every("wle", (*State).entryRow),
	"stm": every("stm", (*State).statementRow),
	"off": every("off", (*State).offerRow),
	"trf": with(all((*State).transferRow,
		inventory.ReasonTransferOffered, inventory.ReasonTicketReceived, inventory.ReasonTransferDeclined, inventory.ReasonTransferCancelled),
		inventory.ReasonTransferAccepted, (*State).acceptedRow),
	"inv": every("inv", (*State).invitationRow),
	"exc": every("exc", (*State).exchangeRow),
}

// every folds all rows about a kind of subject alike.
func every(kind string, f fold) map[inventory.Reason]fold {
	return all(f, inventory.ReasonsBySubject()[kind]...)
}

func all(f fold, reasons ...inventory.Reason) map[inventory.Reason]fold {
	rows := make(map[inventory.Reason]fold, len(reasons))
	for _, r := range reasons {
		rows[r] = f
	}
	return rows
}

func with(rows map[inventory.Reason]fold, reason inventory.Reason, f fold) map[inventory.Reason]fold {
	rows[reason] = f
	return rows
}

// nothing is for rows that tell of what is not part of the state.
func nothing(*State, *inventory.AuditRow) error { return nil }

func (s *State) eventRow(r *inventory.AuditRow) error {
	if r.Subject != s.event {
		return fmt.Errorf("%w: the log is that of %s", ErrBroken, s.event)
	}
	if r.From != string(s.status) {
		return fmt.Errorf("%w: the event was %q", ErrBroken, s.status)
	}
	s.status = inventory.EventStatus(r.To)
	return nil
}

func (s *State) poolRow(r *inventory.AuditRow) error {
	p := s.pools[r.Subject]
	if p == nil {
		p = &pool{id: r.Subject}
		s.pools[r.Subject] = p
	}
	n, err := strconv.ParseInt(r.To, 10, 64)
	if err != nil || n < 0 {
		return fmt.Errorf("%w: %q is not a capacity", ErrBroken, r.To)
	}
	p.capacity = n
	return p.step(r)
}

func (s *State) tierRow(r *inventory.AuditRow) error {
	t := s.tiers[r.Subject]
	if t == nil {
		return ErrMissing
	}
	if t.told && t.price != r.From {
		return fmt.Errorf("%w: it cost %q", ErrBroken, t.price)
	}
	if there := t.told || !t.Added; there != (r.From != "") {
		return fmt.Errorf("%w: that it was there is %t", ErrBroken, there)
	}
	t.told, t.price = true, r.To
	return nil
}

func (s *State) codeRow(r *inventory.AuditRow) error {
	c := s.codes[r.Subject]
	if c == nil {
		c = &trace{}
		s.codes[r.Subject] = c
	}
	return c.step(r)
}

// statementRow folds a version of the statement, which an event has one of.
func (s *State) statementRow(r *inventory.AuditRow) error {
	t := &s.statement
	if t.id != "" && t.id != r.Subject {
		return fmt.Errorf("%w: the statement of the event is %q", ErrBroken, t.id)
	}
	t.id = r.Subject
	t.versions++
	return t.step(r)
}

func (s *State) erasedRow(r *inventory.AuditRow) error {
	s.erased[r.Subject] = true
	s.touch(ofErased, r.Subject)
	return nil
}

func (s *State) entryRow(r *inventory.AuditRow) error {
	e := s.entries[r.Subject]
	if e == nil {
		return ErrMissing
	}
	before, to := inventory.EntryState(r.From), inventory.EntryState(r.To)
	if err := e.step(r); err != nil {
		return err
	}
	if before == inventory.EntryApplied {
		s.applied--
	}
	switch {
	case to == inventory.EntryApplied:
		e.units, e.leftSeq = r.Units, inventory.NeverWaited
		s.applied++
	case before == inventory.EntryNone:
		e.units = r.Units
		if err := s.place(e, r); err != nil {
			return err
		}
	case r.Reason == inventory.ReasonPassedPartySize:
		e.passes++
	case to == inventory.EntryWaiting:
		e.leftSeq = 0
		if err := s.place(e, r); err != nil {
			return err
		}
	case before == inventory.EntryWaiting:
		e.leftSeq = r.Seq
	}
	if e.units != r.Units {
		return fmt.Errorf("%w: the party was one of %d", ErrBroken, e.units)
	}
	switch {
	case to == inventory.EntryOffered:
		if s.offers[r.Related] != nil {
			return fmt.Errorf("%w: offer %q was made before", ErrBroken, r.Related)
		}
		e.offer = r.Related
		s.touch(ofOffer, e.offer)
		s.offers[r.Related] = &offer{entry: e.ID, state: inventory.OfferOpen}
		s.offered++
	case before == inventory.EntryOffered:
		o := s.offers[e.offer]
		if o == nil || o.state != inventory.OfferOpen {
			return fmt.Errorf("%w: offer %q had ended", ErrBroken, e.offer)
		}
		o.state = inventory.OfferEnds(to)
		s.touch(ofOffer, e.offer)
		s.offered--
	}
	return nil
}

// place puts an entry where the row says that it stands from now on.
func (s *State) place(e *entry, r *inventory.AuditRow) error {
	if e.placed >= len(e.Places) || e.Places[e.placed].PlacedSeq != r.Seq {
		return fmt.Errorf("%w: where the entry stands from this row on", ErrMissing)
	}
	e.Placement = e.Places[e.placed]
	e.placed++
	if e.JoinNo != s.joinNo+1 {
		return fmt.Errorf("%w: it has the number %d of the waitlist, and the last one was %d", ErrBroken, e.JoinNo, s.joinNo)
	}
	s.joinNo = e.JoinNo
	lane := e.Lane()
	if last, ok := s.lastRank[lane]; ok && e.Rank < last {
		return fmt.Errorf("%w: its rank %d lies before %d, the last of its lane", ErrBroken, e.Rank, last)
	}
	s.lastRank[lane] = e.Rank
	return nil
}

func (s *State) offerRow(r *inventory.AuditRow) error {
	o := s.offers[r.Subject]
	switch {
	case o == nil:
		return fmt.Errorf("%w: no row made the offer", ErrBroken)
	case string(o.state) != r.From:
		return fmt.Errorf("%w: the offer was %q", ErrBroken, o.state)
	case r.PrevSeq != o.last:
		return fmt.Errorf("%w: its last row was %d, not %d", ErrBroken, o.last, r.PrevSeq)
	}
	o.last = r.Seq
	return nil
}

func (s *State) transferRow(r *inventory.AuditRow) error {
	t := s.transfers[r.Subject]
	switch {
	case t == nil:
		return ErrMissing
	case t.TicketID != r.Related:
		return fmt.Errorf("%w: the transfer is of %q", ErrBroken, t.TicketID)
	}
	return t.step(r)
}

func (s *State) invitationRow(r *inventory.AuditRow) error {
	v := s.invitations[r.Subject]
	switch {
	case r.Subject != inventory.InvitationID(r.Related):
		return fmt.Errorf("%w: the invitation is not that of %q", ErrBroken, r.Related)
	case v == nil:
		v = &invitation{person: r.Related}
		s.invitations[r.Subject] = v
	}
	v.places = r.Units
	if r.Reason.MakesLink() {
		v.sentAt = r.At
	}
	return v.step(r)
}

func (s *State) acceptedRow(r *inventory.AuditRow) error {
	if err := s.transferRow(r); err != nil {
		return err
	}
	t := s.ticket(r.Related)
	t.holder = s.transfers[r.Subject].To
	t.transfers++
	return nil
}

func (s *State) reissuedRow(r *inventory.AuditRow) error {
	if err := s.holdRow(r); err != nil {
		return err
	}
	s.ticket(r.Related).reissued++
	return nil
}

// reseatedRow moves the item of an order that has the one seat to the other.
func (s *State) reseatedRow(r *inventory.AuditRow) error {
	if err := s.holdRow(r); err != nil {
		return err
	}
	h := s.holds[r.Subject]
	m, ok := r.SeatMove()
	i := slices.IndexFunc(h.items, func(it item) bool { return it.taken && it.Seat == m.From })
	switch {
	case !ok || i < 0 || s.seats[m.From] != h.ID:
		return fmt.Errorf("%w: it moves from a seat that the order does not have", ErrBroken)
	case s.seats[m.To] != "":
		return fmt.Errorf("%w: the seat %s was that of %s", ErrBroken, m.To, s.seats[m.To])
	}
	delete(s.seats, m.From)
	s.seats[m.To], h.items[i].Seat = h.ID, m.To
	return nil
}

// ticket returns a ticket that a row changes.
func (s *State) ticket(id string) *ticket {
	s.touch(ofTicket, id)
	t := s.tickets[id]
	if t == nil {
		t = &ticket{}
		s.tickets[id] = t
	}
	return t
}

// exchangeRow folds a row of an exchange. An item that stands on one takes nothing. When
// the exchange ends for it, it takes the unit, which came free by the row before.
func (s *State) exchangeRow(r *inventory.AuditRow) error {
	x := s.exchanges[r.Subject]
	if x == nil {
		return ErrMissing
	}
	if err := x.step(r); err != nil {
		return err
	}
	if x.state == string(inventory.ExchangeMatched) {
		s.coming[r.Related] = append(s.coming[r.Related], x)
		return nil
	}
	if x.taker == nil {
		return nil
	}
	it, home := x.taker, x.home
	x.taker, x.home, it.on = nil, nil, nil
	s.touch(ofHold, home.ID)
	switch r.Reason {
	case inventory.ReasonExchanged, inventory.ReasonExchangeVoid, inventory.ReasonExchangeUsed:
		return s.takeItem(home, it, inventory.HoldState(home.state))
	}
	return nil
}

// standOn puts the last of so many units of an order that begins on the exchanges that the rows
// before it matched with it, those of named seats on those of their seats.
func (s *State) standOn(h *hold, units int64) error {
	list := s.coming[h.ID]
	delete(s.coming, h.ID)
	first := int(units) - len(list) // fees come behind the units
	if first < 0 {
		return fmt.Errorf("%w: %d exchanges were matched with an order of %d units", ErrBroken, len(list), units)
	}
	for i, x := range list {
		at := first + i
		if x.Seat != "" {
			at = slices.IndexFunc(h.items, func(it item) bool { return it.Seat == x.Seat })
		}
		if at < 0 || at >= len(h.items) || h.items[at].on != nil {
			return fmt.Errorf("%w: no item of the order stands on %s", ErrBroken, x.ID)
		}
		h.items[at].on, x.taker, x.home = x, &h.items[at], h
		s.touch(ofExchange, x.ID)
	}
	return nil
}
