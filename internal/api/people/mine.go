package people

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/guests"
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
	httpapi.List[MyRegistration] `doc:"Those of the latest events first."`
}

// MyOrder is an order of the caller's.
type MyOrder struct {
	Event wire.EventBrief `json:"event"`
	Order *wire.Order     `json:"order" nullable:"false"`
}

// MyOrderList is a page of orders. A page covers a number of events.
type MyOrderList struct {
	httpapi.List[MyOrder] `doc:"Those of the latest events first."`
}

// MyTicket is a ticket of the caller's.
type MyTicket struct {
	Event  wire.EventBrief `json:"event"`
	Ticket *wire.Ticket    `json:"ticket" nullable:"false"`
}

// MyTicketList is a page of tickets. A page covers a number of events.
type MyTicketList struct {
	httpapi.List[MyTicket] `doc:"Those of the latest events first."`
}

// MyEntry is a place on the waitlist of the caller's.
type MyEntry struct {
	Event wire.EventBrief `json:"event"`
	Entry *wire.Entry     `json:"entry" nullable:"false"`
}

// MyEntryList is a page of places on the waitlist. A page covers a number of events.
type MyEntryList struct {
	httpapi.List[MyEntry] `doc:"Those of the latest events first."`
}

// minePosition is where a page of one's own things begins.
type minePosition struct {
	StartsAt inventory.Instant `json:"s"`
	EventID  string            `json:"e"`
	PersonID string            `json:"p"`
}

func positionOf(m *guests.Mine) minePosition {
	return minePosition{m.StartsAt, m.EventID, m.PersonID}
}

// before reports whether p comes before the position q, in the order of Book.
func (p minePosition) before(q minePosition) bool {
	return cmp.Or(cmp.Compare(q.StartsAt, p.StartsAt), cmp.Compare(q.EventID, p.EventID), cmp.Compare(q.PersonID, p.PersonID)) < 0
}

// bookPage returns at most limit of the caller's people behind a position.
func (h *Handlers) bookPage(c *access.Call, after minePosition, limit int) ([]guests.Mine, error) {
	all, err := h.Reader.Book(c)
	if err != nil {
		return nil, err
	}
	first := 0
	if after != (minePosition{}) {
		first, _ = slices.BinarySearchFunc(all, after, func(m guests.Mine, p minePosition) int {
			if q := positionOf(&m); q == p || q.before(p) {
				return -1
			}
			return 1
		})
	}
	return all[first:min(first+limit, len(all))], nil
}

// mine returns a page of what belongs to the caller. add adds what one of the caller's
// people has in an event.
func mine[Item any](h *Handlers, c *access.Call, what string, add func(to []Item, m *guests.Mine, event wire.EventBrief) ([]Item, error)) (page httpapi.List[Item], err error) {
	people, next, err := httpapi.Page(&c.Request, what+" "+c.Caller.Login.AccountID,
		func(after minePosition, limit int) ([]guests.Mine, error) { return h.bookPage(c, after, limit) }, positionOf)
	if err != nil {
		return page, err
	}
	items, err := eachOf(h, c, people, add)
	return httpapi.NewList(items, next), err
}

// eachOf returns what people of events have, with what each of the events is called.
func eachOf[Item any](h *Handlers, c *access.Call, people []guests.Mine, add func(to []Item, m *guests.Mine, event wire.EventBrief) ([]Item, error)) ([]Item, error) {
	ids := make([]string, len(people))
	for i := range people {
		ids[i] = people[i].EventID
	}
	briefs, err := h.Store.Events.Briefs(c.Context(), ids)
	if err != nil {
		return nil, err
	}
	if err := h.Store.Events.Named(c.Context(), wire.Accepted(c.HTTP), slices.Collect(maps.Values(briefs))); err != nil {
		return nil, err
	}
	items := []Item{}
	for i := range people {
		b := briefs[people[i].EventID]
		if b == nil {
			continue
		}
		if items, err = add(items, &people[i], wire.BriefOf(b)); err != nil && !errors.Is(err, database.ErrNotFound) { // erased meanwhile
			return nil, err
		}
	}
	return items, nil
}

func (h *Handlers) myRegistrations(c *access.Call, _ *httpapi.None) (*MyRegistrationList, error) {
	page, err := mine(h, c, "my registrations", func(to []MyRegistration, m *guests.Mine, event wire.EventBrief) ([]MyRegistration, error) {
		k, err := h.Access.Event(c.Context(), m.EventID)
		if err != nil {
			return to, err
		}
		v, err := h.Store.Registrations.PersonByID(c.Context(), m.EventID, m.PersonID)
		if err != nil || v.Hold == nil && v.Entry == nil {
			return to, err
		}
		r, err := h.Reader.RegistrationOf(c, k, v)
		if err != nil {
			return to, err
		}
		return append(to, MyRegistration{Event: event, Registration: *r}), nil
	})
	return &MyRegistrationList{page}, err
}

func (h *Handlers) myOrders(c *access.Call, _ *httpapi.None) (*MyOrderList, error) {
	page, err := mine(h, c, "my orders", func(to []MyOrder, m *guests.Mine, event wire.EventBrief) ([]MyOrder, error) {
		holds, err := h.Store.People.PersonHolds(c.Context(), m.EventID, m.PersonID, perEvent)
		for i := range holds {
			to = append(to, MyOrder{Event: event, Order: wire.OrderOf(m.EventID, &holds[i], nil)})
		}
		return to, err
	})
	return &MyOrderList{page}, err
}

func (h *Handlers) myTickets(c *access.Call, _ *httpapi.None) (*MyTicketList, error) {
	page, err := mine(h, c, "my tickets", func(to []MyTicket, m *guests.Mine, event wire.EventBrief) ([]MyTicket, error) {
		holds, err := h.Store.People.PersonHolds(c.Context(), m.EventID, m.PersonID, perEvent)
		if err != nil {
			return to, err
		}
		for i := range holds {
			if holds[i].State != inventory.HoldConfirmed {
				continue
			}
			v, err := h.Store.Tickets.OrderTickets(c.Context(), holds[i].ID)
			if err != nil {
				return to, err
			}
			tickets, err := h.Reader.TicketsOf(c.Context(), v, m.PersonID)
			if err != nil {
				return to, err
			}
			for _, t := range tickets.Items {
				to = append(to, MyTicket{Event: event, Ticket: t})
			}
		}
		received, err := h.Store.Tickets.FromOthers(c.Context(), m.EventID, m.PersonID, perEvent)
		if err != nil {
			return to, err
		}
		for i := range received {
			if received[i].Transfer.State != inventory.TransferAccepted || !received[i].Ticket.Valid {
				continue
			}
			t, err := h.Reader.TicketOf(c.Context(), &received[i].Ticket)
			if err != nil {
				return to, err
			}
			to = append(to, MyTicket{Event: event, Ticket: t})
		}
		return to, nil
	})
	return &MyTicketList{page}, err
}

func (h *Handlers) myEntries(c *access.Call, _ *httpapi.None) (*MyEntryList, error) {
	page, err := mine(h, c, "my entries", func(to []MyEntry, m *guests.Mine, event wire.EventBrief) ([]MyEntry, error) {
		k, err := h.Access.Event(c.Context(), m.EventID)
		if err != nil {
			return to, err
		}
		list, err := h.Store.People.PersonEntries(c.Context(), m.EventID, m.PersonID, perEvent)
		if err != nil {
			return to, err
		}
		for i := range list {
			v, err := h.Store.Registrations.Entry(c.Context(), list[i].ID)
			if err != nil {
				return to, err
			}
			e, err := h.Reader.EntryOf(c, k, v)
			if err != nil {
				return to, err
			}
			to = append(to, MyEntry{Event: event, Entry: e})
		}
		return to, nil
	})
	return &MyEntryList{page}, err
}

// inboxPosition is where a page of the inbox of all events begins.
type inboxPosition struct {
	At      inventory.Instant `json:"a"`
	EventID string            `json:"e"`
	Seq     int64             `json:"s"`
}

func inboxPositionOf(v *events.MessageView) inboxPosition {
	return inboxPosition{v.Message.At, v.EventID, v.Message.Seq}
}

func (p inboxPosition) compare(q inboxPosition) int {
	return cmp.Or(cmp.Compare(p.At, q.At), cmp.Compare(p.EventID, q.EventID), cmp.Compare(p.Seq, q.Seq))
}

// sameMoment is how many messages a person may get in one event at one moment,
// beyond a page.
const sameMoment = 16

// wholeInbox is the inbox of somebody who is signed in: of all events.
func (h *Handlers) wholeInbox(c *access.Call) (*Inbox, error) {
	var at inboxPosition
	var book []guests.Mine
	found, next, err := httpapi.Page(&c.Request, "inbox "+c.Caller.Login.AccountID,
		func(after inboxPosition, limit int) (found []events.MessageView, err error) {
			at = after
			if book, err = h.Reader.Book(c); err != nil {
				return nil, err
			}
			return h.messagesBefore(c, book, at, limit)
		}, inboxPositionOf)
	if err != nil {
		return nil, err
	}
	out, oldest := &Inbox{httpapi.NewList([]wire.Message{}, next)}, inventory.Instant(0)
	if next != "" {
		oldest = found[len(found)-1].Message.At
	}
	if err := weaveOffers(c, h, out, oldest, at.At); err != nil {
		return nil, err
	}
	for i := range book {
		if err := h.inboxOf(c, out, &book[i], found, oldest, at.At); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// messagesBefore returns at least the first limit messages of a person's events behind a
// position, the latest first.
func (h *Handlers) messagesBefore(c *access.Call, book []guests.Mine, at inboxPosition, limit int) ([]events.MessageView, error) {
	var found []events.MessageView
	for i := range book {
		views, err := h.Store.Messages.InboxBefore(c.Context(), book[i].EventID, book[i].PersonID, at.At, limit+sameMoment)
		if err != nil {
			return nil, err
		}
		found = append(found, views...)
	}
	found = slices.DeleteFunc(found, func(v events.MessageView) bool {
		return at != (inboxPosition{}) && inboxPositionOf(&v).compare(at) >= 0
	})
	slices.SortFunc(found, func(a, b events.MessageView) int { return inboxPositionOf(&b).compare(inboxPositionOf(&a)) })
	return found, nil
}

// inboxOf adds what a person was told in one event: the messages found, with
// what became of them, and announcements of that stretch of time.
func (h *Handlers) inboxOf(c *access.Call, out *Inbox, in *guests.Mine, found []events.MessageView, oldest, newest inventory.Instant) error {
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
	out.weave(k, told, "", oldest, newest)
	return h.weaveDates(c, out, k, in.PersonID, oldest, newest)
}
