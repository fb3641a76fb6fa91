package api

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// What is in the name of somebody who is signed in, over all events of all
// organizations: those people of events who have the account's address.

// perEvent is how many orders or places on the waitlist of one event a page shows.
const perEvent = 50

// MyRegistration is where the caller stands at an event.
type MyRegistration struct {
	Event EventBrief `json:"event"`
	Registration
}

// MyRegistrationList is a page of registrations.
type MyRegistrationList struct {
	Items      []MyRegistration `json:"items" doc:"Those of the latest events first."`
	NextCursor string           `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// MyOrder is an order of the caller's.
type MyOrder struct {
	Event EventBrief `json:"event"`
	Order *Order     `json:"order"`
}

// MyOrderList is a page of orders. A page covers a number of events.
type MyOrderList struct {
	Items      []MyOrder `json:"items" doc:"Those of the latest events first."`
	NextCursor string    `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// MyTicket is a ticket of the caller's.
type MyTicket struct {
	Event  EventBrief `json:"event"`
	Ticket *Ticket    `json:"ticket"`
}

// MyTicketList is a page of tickets. A page covers a number of events.
type MyTicketList struct {
	Items      []MyTicket `json:"items" doc:"Those of the latest events first."`
	NextCursor string     `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// MyEntry is a place on the waitlist of the caller's.
type MyEntry struct {
	Event EventBrief `json:"event"`
	Entry *Entry     `json:"entry"`
}

// MyEntryList is a page of places on the waitlist. A page covers a number of events.
type MyEntryList struct {
	Items      []MyEntry `json:"items" doc:"Those of the latest events first."`
	NextCursor string    `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// minePosition is where a page of one's own things begins.
type minePosition struct {
	StartsAt inventory.Instant `json:"s"`
	EventID  string            `json:"e"`
	PersonID string            `json:"p"`
}

func positionOf(m *store.Mine) minePosition {
	return minePosition{m.StartsAt, m.EventID, m.PersonID}
}

// before says whether p comes before the position q, in the order of Book.
func (p minePosition) before(q minePosition) bool {
	return cmp.Or(cmp.Compare(q.StartsAt, p.StartsAt), cmp.Compare(q.EventID, p.EventID), cmp.Compare(q.PersonID, p.PersonID)) < 0
}

// catchUp brings the address book up to date, unless somebody is at it, or
// people wait for a place: then Book finds what it can.
func (s *server) catchUp(ctx context.Context) error {
	if !s.booking.TryLock() {
		return nil
	}
	defer s.booking.Unlock()
	const rounds = 5
	for range rounds {
		if s.seq.Busy() {
			return nil
		}
		if more, err := s.store.People.IndexAddresses(ctx, store.BookPage); err != nil || !more {
			return err
		}
	}
	return nil
}

// book is every person of every event that the caller is.
func (s *server) book(c *Call) ([]store.Mine, error) {
	if err := s.catchUp(c.Context()); err != nil {
		return nil, err
	}
	return s.store.People.Book(c.Context(), c.Caller.Login.Address)
}

// minePage is a page of the caller's people with briefs of their events.
type minePage struct {
	mine   []store.Mine
	briefs map[string]*store.Brief
	next   string
}

// minePage reads the page that the query asks for.
func (s *server) minePage(c *Call, what string) (*minePage, error) {
	var at minePosition
	list := what + " " + c.Caller.Login.AccountID
	limit, err := c.Page(list, &at)
	if err != nil {
		return nil, err
	}
	all, err := s.book(c)
	if err != nil {
		return nil, err
	}
	first := 0
	if at != (minePosition{}) {
		first, _ = slices.BinarySearchFunc(all, at, func(m store.Mine, p minePosition) int {
			if q := positionOf(&m); q == p || q.before(p) {
				return -1
			}
			return 1
		})
	}
	p := &minePage{mine: all[first:min(first+limit, len(all))]}
	ids := make([]string, len(p.mine))
	for i := range p.mine {
		ids[i] = p.mine[i].EventID
	}
	if p.briefs, err = s.store.Events.Briefs(c.Context(), ids); err != nil {
		return nil, err
	}
	if first+limit < len(all) {
		p.next, err = c.Cursor(list, positionOf(&p.mine[len(p.mine)-1]))
	}
	return p, err
}

// each calls do for each person of the page, with the event.
func (p *minePage) each(do func(m *store.Mine, event EventBrief) error) error {
	for i := range p.mine {
		m := &p.mine[i]
		b := p.briefs[m.EventID]
		if b == nil {
			continue
		}
		if err := do(m, briefOf(b)); err != nil && !errors.Is(err, store.ErrNotFound) { // erased meanwhile
			return err
		}
	}
	return nil
}

func (s *server) myRegistrations(c *Call, _ *None) (*MyRegistrationList, error) {
	p, err := s.minePage(c, "my registrations")
	if err != nil {
		return nil, err
	}
	out := &MyRegistrationList{Items: []MyRegistration{}, NextCursor: p.next}
	return out, p.each(func(m *store.Mine, event EventBrief) error {
		k, err := s.access.card(c.Context(), m.EventID)
		if err != nil {
			return err
		}
		v, err := s.store.Registrations.PersonByID(c.Context(), m.EventID, m.PersonID)
		if err != nil || v.Hold == nil && v.Entry == nil {
			return err
		}
		r, err := s.registrationOf(c, k, v)
		if err == nil {
			out.Items = append(out.Items, MyRegistration{Event: event, Registration: *r})
		}
		return err
	})
}

func (s *server) myOrders(c *Call, _ *None) (*MyOrderList, error) {
	p, err := s.minePage(c, "my orders")
	if err != nil {
		return nil, err
	}
	out := &MyOrderList{Items: []MyOrder{}, NextCursor: p.next}
	return out, p.each(func(m *store.Mine, event EventBrief) error {
		holds, err := s.store.People.PersonHolds(c.Context(), m.EventID, m.PersonID, perEvent)
		for i := range holds {
			out.Items = append(out.Items, MyOrder{Event: event, Order: orderOf(m.EventID, &holds[i], nil)})
		}
		return err
	})
}

func (s *server) myTickets(c *Call, _ *None) (*MyTicketList, error) {
	p, err := s.minePage(c, "my tickets")
	if err != nil {
		return nil, err
	}
	out := &MyTicketList{Items: []MyTicket{}, NextCursor: p.next}
	return out, p.each(func(m *store.Mine, event EventBrief) error {
		holds, err := s.store.People.PersonHolds(c.Context(), m.EventID, m.PersonID, perEvent)
		if err != nil {
			return err
		}
		for i := range holds {
			if holds[i].State != inventory.HoldConfirmed {
				continue
			}
			v, err := s.store.Tickets.OrderTickets(c.Context(), holds[i].ID)
			if err != nil {
				return err
			}
			tickets, err := s.ticketsOf(c.Context(), v, m.PersonID)
			if err != nil {
				return err
			}
			for _, t := range tickets.Items {
				out.Items = append(out.Items, MyTicket{Event: event, Ticket: t})
			}
		}
		return nil
	})
}

func (s *server) myEntries(c *Call, _ *None) (*MyEntryList, error) {
	p, err := s.minePage(c, "my entries")
	if err != nil {
		return nil, err
	}
	out := &MyEntryList{Items: []MyEntry{}, NextCursor: p.next}
	return out, p.each(func(m *store.Mine, event EventBrief) error {
		k, err := s.access.card(c.Context(), m.EventID)
		if err != nil {
			return err
		}
		list, err := s.store.People.PersonEntries(c.Context(), m.EventID, m.PersonID, perEvent)
		if err != nil {
			return err
		}
		for i := range list {
			v, err := s.store.Registrations.Entry(c.Context(), list[i].ID)
			if err != nil {
				return err
			}
			e, err := s.entryOf(c, k, v)
			if err != nil {
				return err
			}
			out.Items = append(out.Items, MyEntry{Event: event, Entry: e})
		}
		return nil
	})
}

// inboxPosition is where a page of the inbox of all events begins.
type inboxPosition struct {
	At      inventory.Instant `json:"a"`
	EventID string            `json:"e"`
	Seq     int64             `json:"s"`
}

func (p inboxPosition) compare(q inboxPosition) int {
	return cmp.Or(cmp.Compare(p.At, q.At), cmp.Compare(p.EventID, q.EventID), cmp.Compare(p.Seq, q.Seq))
}

// sameMoment is how many messages a person may get in one event at one moment,
// beyond a page.
const sameMoment = 16

// wholeInbox is the inbox of somebody who is signed in: of all events.
func (s *server) wholeInbox(c *Call) (*Inbox, error) {
	list := "inbox " + c.Caller.Login.AccountID
	var at inboxPosition
	limit, err := c.Page(list, &at)
	if err != nil {
		return nil, err
	}
	book, err := s.book(c)
	if err != nil {
		return nil, err
	}
	var found []store.MessageView
	for i := range book {
		views, err := s.store.Messages.InboxBefore(c.Context(), book[i].EventID, book[i].PersonID, at.At, limit+1+sameMoment)
		if err != nil {
			return nil, err
		}
		found = append(found, views...)
	}
	position := func(v *store.MessageView) inboxPosition {
		return inboxPosition{v.Message.At, v.EventID, v.Message.Seq}
	}
	found = slices.DeleteFunc(found, func(v store.MessageView) bool {
		return at != (inboxPosition{}) && position(&v).compare(at) >= 0
	})
	slices.SortFunc(found, func(a, b store.MessageView) int { return position(&b).compare(position(&a)) })
	out, oldest := &Inbox{Items: []Message{}}, inventory.Instant(0)
	if len(found) > limit {
		oldest = found[limit-1].Message.At
		if out.NextCursor, err = c.Cursor(list, position(&found[limit-1])); err != nil {
			return nil, err
		}
		found = found[:limit]
	}
	for i := range book {
		if err := s.inboxOf(c, out, &book[i], found, oldest, at.At); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// inboxOf adds what a person was told in one event: the messages found, with
// what became of them, and notices of that stretch of time.
func (s *server) inboxOf(c *Call, out *Inbox, in *store.Mine, found []store.MessageView, oldest, newest inventory.Instant) error {
	k, err := s.access.card(c.Context(), in.EventID)
	if err != nil {
		return err
	}
	var seqs []int64
	for i := range found {
		if found[i].EventID == in.EventID {
			seqs = append(seqs, found[i].Message.Seq)
		}
	}
	deliveries, err := s.store.Deliveries.DeliveriesOf(c.Context(), in.EventID, seqs)
	if err != nil {
		return err
	}
	for i := range found {
		if found[i].EventID == in.EventID {
			out.Items = append(out.Items, messageOf(k, &found[i], deliveries[found[i].Message.Seq]))
		}
	}
	told, err := s.store.Deliveries.Told(c.Context(), in.EventID, in.PersonID, maxTold)
	if err != nil {
		return err
	}
	out.weave(k, told, oldest, newest)
	return nil
}
