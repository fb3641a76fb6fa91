package people

import (
	"cmp"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// What is in the name of somebody who is signed in, over all events of all
// organizations: those people of events who have the account's address.

// perEvent is how many orders or places on the waitlist of one event a page shows.
const perEvent = 50

// MyRegistration is where the caller stands at an event.
type MyRegistration struct {
	Event wire.EventBrief `json:"event"`
	wire.Registration
}

// MyRegistrationList is a page of registrations.
type MyRegistrationList struct {
	Items      []MyRegistration `json:"items" doc:"Those of the latest events first."`
	NextCursor string           `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// MyOrder is an order of the caller's.
type MyOrder struct {
	Event wire.EventBrief `json:"event"`
	Order *wire.Order     `json:"order"`
}

// MyOrderList is a page of orders. A page covers a number of events.
type MyOrderList struct {
	Items      []MyOrder `json:"items" doc:"Those of the latest events first."`
	NextCursor string    `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// MyTicket is a ticket of the caller's.
type MyTicket struct {
	Event  wire.EventBrief `json:"event"`
	Ticket *wire.Ticket    `json:"ticket"`
}

// MyTicketList is a page of tickets. A page covers a number of events.
type MyTicketList struct {
	Items      []MyTicket `json:"items" doc:"Those of the latest events first."`
	NextCursor string     `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// MyEntry is a place on the waitlist of the caller's.
type MyEntry struct {
	Event wire.EventBrief `json:"event"`
	Entry *wire.Entry     `json:"entry"`
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

// before reports whether p comes before the position q, in the order of Book.
func (p minePosition) before(q minePosition) bool {
	return cmp.Or(cmp.Compare(q.StartsAt, p.StartsAt), cmp.Compare(q.EventID, p.EventID), cmp.Compare(q.PersonID, p.PersonID)) < 0
}

// minePage is a page of the caller's people with briefs of their events.
type minePage struct {
	mine   []store.Mine
	briefs map[string]*store.Brief
	next   string
}

// minePage reads the page that the query asks for.
func (h *Handlers) minePage(c *access.Call, what string) (*minePage, error) {
	var at minePosition
	list := what + " " + c.Caller.Login.AccountID
	limit, err := c.Page(list, &at)
	if err != nil {
		return nil, err
	}
	all, err := h.Reader.Book(c)
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
	if p.briefs, err = h.Store.Events.Briefs(c.Context(), ids); err != nil {
		return nil, err
	}
	if first+limit < len(all) {
		p.next, err = c.Cursor(list, positionOf(&p.mine[len(p.mine)-1]))
	}
	return p, err
}

// each calls do for each person of the page, with the event.
func (p *minePage) each(do func(m *store.Mine, event wire.EventBrief) error) error {
	for i := range p.mine {
		m := &p.mine[i]
		b := p.briefs[m.EventID]
		if b == nil {
			continue
		}
		if err := do(m, wire.BriefOf(b)); err != nil && !errors.Is(err, store.ErrNotFound) { // erased meanwhile
			return err
		}
	}
	return nil
}

func (h *Handlers) myRegistrations(c *access.Call, _ *httpapi.None) (*MyRegistrationList, error) {
	p, err := h.minePage(c, "my registrations")
	if err != nil {
		return nil, err
	}
	out := &MyRegistrationList{Items: []MyRegistration{}, NextCursor: p.next}
	return out, p.each(func(m *store.Mine, event wire.EventBrief) error {
		k, err := h.Access.Event(c.Context(), m.EventID)
		if err != nil {
			return err
		}
		v, err := h.Store.Registrations.PersonByID(c.Context(), m.EventID, m.PersonID)
		if err != nil || v.Hold == nil && v.Entry == nil {
			return err
		}
		r, err := h.Reader.RegistrationOf(c, k, v)
		if err == nil {
			out.Items = append(out.Items, MyRegistration{Event: event, Registration: *r})
		}
		return err
	})
}

func (h *Handlers) myOrders(c *access.Call, _ *httpapi.None) (*MyOrderList, error) {
	p, err := h.minePage(c, "my orders")
	if err != nil {
		return nil, err
	}
	out := &MyOrderList{Items: []MyOrder{}, NextCursor: p.next}
	return out, p.each(func(m *store.Mine, event wire.EventBrief) error {
		holds, err := h.Store.People.PersonHolds(c.Context(), m.EventID, m.PersonID, perEvent)
		for i := range holds {
			out.Items = append(out.Items, MyOrder{Event: event, Order: wire.OrderOf(m.EventID, &holds[i], nil)})
		}
		return err
	})
}

func (h *Handlers) myTickets(c *access.Call, _ *httpapi.None) (*MyTicketList, error) {
	p, err := h.minePage(c, "my tickets")
	if err != nil {
		return nil, err
	}
	out := &MyTicketList{Items: []MyTicket{}, NextCursor: p.next}
	return out, p.each(func(m *store.Mine, event wire.EventBrief) error {
		holds, err := h.Store.People.PersonHolds(c.Context(), m.EventID, m.PersonID, perEvent)
		if err != nil {
			return err
		}
		for i := range holds {
			if holds[i].State != inventory.HoldConfirmed {
				continue
			}
			v, err := h.Store.Tickets.OrderTickets(c.Context(), holds[i].ID)
			if err != nil {
				return err
			}
			tickets, err := h.Reader.TicketsOf(c.Context(), v, m.PersonID)
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

func (h *Handlers) myEntries(c *access.Call, _ *httpapi.None) (*MyEntryList, error) {
	p, err := h.minePage(c, "my entries")
	if err != nil {
		return nil, err
	}
	out := &MyEntryList{Items: []MyEntry{}, NextCursor: p.next}
	return out, p.each(func(m *store.Mine, event wire.EventBrief) error {
		k, err := h.Access.Event(c.Context(), m.EventID)
		if err != nil {
			return err
		}
		list, err := h.Store.People.PersonEntries(c.Context(), m.EventID, m.PersonID, perEvent)
		if err != nil {
			return err
		}
		for i := range list {
			v, err := h.Store.Registrations.Entry(c.Context(), list[i].ID)
			if err != nil {
				return err
			}
			e, err := h.Reader.EntryOf(c, k, v)
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
func (h *Handlers) wholeInbox(c *access.Call) (*Inbox, error) {
	list := "inbox " + c.Caller.Login.AccountID
	var at inboxPosition
	limit, err := c.Page(list, &at)
	if err != nil {
		return nil, err
	}
	book, err := h.Reader.Book(c)
	if err != nil {
		return nil, err
	}
	var found []store.MessageView
	for i := range book {
		views, err := h.Store.Messages.InboxBefore(c.Context(), book[i].EventID, book[i].PersonID, at.At, limit+1+sameMoment)
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
	out, oldest := &Inbox{Items: []wire.Message{}}, inventory.Instant(0)
	if len(found) > limit {
		oldest = found[limit-1].Message.At
		if out.NextCursor, err = c.Cursor(list, position(&found[limit-1])); err != nil {
			return nil, err
		}
		found = found[:limit]
	}
	for i := range book {
		if err := h.inboxOf(c, out, &book[i], found, oldest, at.At); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// inboxOf adds what a person was told in one event: the messages found, with
// what became of them, and announcements of that stretch of time.
func (h *Handlers) inboxOf(c *access.Call, out *Inbox, in *store.Mine, found []store.MessageView, oldest, newest inventory.Instant) error {
	k, err := h.Access.Event(c.Context(), in.EventID)
	if err != nil {
		return err
	}
	var seqs []int64
	for i := range found {
		if found[i].EventID == in.EventID {
			seqs = append(seqs, found[i].Message.Seq)
		}
	}
	deliveries, err := h.Store.Deliveries.DeliveriesOf(c.Context(), in.EventID, seqs)
	if err != nil {
		return err
	}
	for i := range found {
		if found[i].EventID == in.EventID {
			out.Items = append(out.Items, messageOf(k, &found[i], deliveries[found[i].Message.Seq]))
		}
	}
	told, err := h.Store.Deliveries.Told(c.Context(), in.EventID, in.PersonID, maxTold)
	if err != nil {
		return err
	}
	out.weave(k, told, oldest, newest)
	return nil
}
