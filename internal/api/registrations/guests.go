package registrations

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	storeguests "github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/passes"
)

// maxPast bounds what is over in the record of one guest.
const maxPast = 50

// EventGuest is a person of an event with everything that they have there.
type EventGuest struct {
	Person    wire.Person   `json:"person"`
	Standing  string        `json:"standing" enum:"confirmed,ticket_holder,offered,pending,waiting,applied,ended" doc:"What counts most of it. confirmed: has a place. ticket_holder: has tickets that somebody else ordered. offered: a place is kept for them. pending: has an order to pay. waiting: is on the waitlist. applied: waits for the organizer's answer. ended: has nothing any more."`
	Tickets   int64         `json:"tickets" doc:"How many good tickets the person holds."`
	CheckedIn int64         `json:"checked_in" doc:"How many of them came in, at any list of the door."`
	CameAt    *time.Time    `json:"checked_in_at,omitempty" doc:"When the first of them came in."`
	Gate      string        `json:"gate,omitempty" doc:"Where."`
	Orders    []*wire.Order `json:"orders" doc:"That are live: registrations, open offers and orders."`
	Entry     *wire.Entry   `json:"entry,omitempty" doc:"The live place on the waitlist for tickets, without its position."`
	Goods     []*wire.Entry `json:"goods_entries,omitempty" doc:"The live places on the waitlist for goods, without their positions."`
	Erased    bool          `json:"erased,omitempty" doc:"The person's data was removed."`
}

// EventGuestList is a page of the guest list.
type EventGuestList struct {
	httpapi.List[*EventGuest] `doc:"The latest first. A search can answer with fewer than limit, or none, and still have more."`

	Passes []GuestPasses `json:"passes,omitempty" doc:"Passes of the series that cover the event: whoever has one may come too, and is a guest of the event that sells it."`
}

// GuestPasses are the passes of a kind with which people may come.
type GuestPasses struct {
	EventID string `json:"event_id" example:"evt_3k9q0a7c1v5n" doc:"The event that sells them, whose guests have them."`
	Title   string `json:"title" example:"Jazz on Fridays: all evenings"`
	Tickets int64  `json:"tickets" doc:"How many are good."`
}

// guestPasses counts the passes with which people may come.
func (h *Handlers) guestPasses(ctx context.Context, k *access.EventSummary) (list []GuestPasses, err error) {
	for i := range k.Passes {
		p := &k.Passes[i]
		if k.OpenedBy(p) == nil {
			continue
		}
		v, err := h.Store.Events.Event(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for j := range v.Pools {
			if pool := &v.Pools[j]; pool.ID == passes.PoolID(p.ID) {
				list = append(list, GuestPasses{p.ID, v.Details.Title, pool.Confirmed})
			}
		}
	}
	return list, nil
}

// GuestTicket is a ticket that a guest holds or ordered, without what lets it in.
type GuestTicket struct {
	ID      string `json:"id" example:"tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01"`
	OrderID string `json:"order_id"`
	Unit    int64  `json:"unit"`
	TierID  string `json:"tier_id"`
	wire.NamedSeat
	Attendee   string     `json:"attendee,omitempty" doc:"Who comes in with it."`
	Email      string     `json:"attendee_email,omitempty"`
	Held       bool       `json:"held" doc:"The guest holds it; else it was given to somebody else."`
	Received   bool       `json:"received" doc:"Somebody else ordered it."`
	AdmittedAt *time.Time `json:"admitted_at,omitempty" doc:"When it first came in."`
	Gate       string     `json:"gate,omitempty" doc:"Where."`
}

// GuestRecord is all that an event knows of a guest.
type GuestRecord struct {
	EventGuest
	GuestTickets []GuestTicket `json:"guest_tickets" doc:"The tickets of the person's orders and those given to them."`
	PastOrders   []*wire.Order `json:"past_orders" doc:"Those that are over, the latest first, at most 50."`
	PastEntries  []*wire.Entry `json:"past_entries" doc:"Places on the waitlist that are over, the latest first, at most 50."`
}

func guestOf(k *access.EventSummary, g *storeguests.GuestView) EventGuest {
	out := EventGuest{
		Person: wire.PersonOf(&g.Person), Standing: audience.Standing(g), Tickets: int64(len(g.Tickets)), CheckedIn: g.Admitted, Orders: []*wire.Order{},
		CameAt: wire.TimePtr(g.CameAt), Gate: g.Gate, Erased: strings.HasPrefix(g.Person.UserID, "erased:"),
	}
	for i := range g.Holds {
		out.Orders = append(out.Orders, wire.OrderOf(k.EventID, &g.Holds[i], nil))
	}
	if g.Entry != nil {
		out.Entry = wire.EntryWithoutPlace(k, &events.RegistrationView{Person: g.Person, Entry: g.Entry})
		out.Entry.Person = nil
	}
	for i := range g.Goods {
		e := wire.EntryWithoutPlace(k, &events.RegistrationView{Person: g.Person, Entry: &g.Goods[i]})
		e.Person = nil
		out.Goods = append(out.Goods, e)
	}
	return out
}

// guestFilter reads who is wanted of the query.
func guestFilter(c *access.Call, k *access.EventSummary) (*audience.Filter, error) {
	f := &audience.Filter{Standing: c.Query.Get("standing"), Tier: c.Query.Get("tier_id"), CheckedIn: c.Query.Get("checked_in"), Answer: c.Query.Get("answer")}
	if f.Answer != "" { // who was found by it has given it
		if err := c.Caller.Authorize(identity.ReadAllAnswers, k.Resource()); err != nil {
			return nil, err
		}
	}
	var check httpapi.Checks
	wire.Audience(&check, k, "", f, c.Query.Get("q"))
	return f, check.Err()
}

func (h *Handlers) listGuests(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*EventGuestList, error) {
	filter, err := guestFilter(c, k)
	if err != nil {
		return nil, err
	}
	list := strings.Join([]string{"guests", k.EventID, filter.Standing, filter.Tier, filter.CheckedIn, strconv.Quote(filter.Answer), strings.Join(filter.Words, " ")}, " ")
	found, next, err := httpapi.Search(&c.Request, list, func(before *string, limit int) ([]storeguests.GuestView, bool, error) {
		return audience.Find(c.Context(), h.Store, k.EventID, filter, before, limit)
	})
	if err != nil {
		return nil, err
	}
	out := &EventGuestList{List: httpapi.NewList([]*EventGuest{}, next)}
	if out.Passes, err = h.guestPasses(c.Context(), k); err != nil {
		return nil, err
	}
	for i := range found {
		g := guestOf(k, &found[i])
		out.Items = append(out.Items, &g)
	}
	return out, h.showSources(c, k, out.Items...)
}

// showSources adds by which links came what guests have.
func (h *Handlers) showSources(c *access.Call, k *access.EventSummary, guests ...*EventGuest) error {
	var orders []*wire.Order
	var entries []*wire.Entry
	for _, g := range guests {
		orders = append(orders, g.Orders...)
		if g.Entry != nil {
			entries = append(entries, g.Entry)
		}
		entries = append(entries, g.Goods...)
	}
	return h.Reader.ShowSources(c, k.EventID, orders, entries)
}

func (h *Handlers) getGuest(c *access.Call, _ *httpapi.None) (*GuestRecord, error) {
	k, user, err := wire.EventUser(c)
	if err != nil {
		return nil, err
	}
	g, err := h.Store.People.GuestByUser(c.Context(), k.EventID, user)
	if err != nil {
		return nil, err
	}
	out := &GuestRecord{EventGuest: guestOf(k, g), PastOrders: []*wire.Order{}, PastEntries: []*wire.Entry{}}
	if e := g.Entry; e != nil {
		v, err := h.Store.Registrations.Entry(c.Context(), e.ID)
		if err != nil {
			return nil, err
		}
		if out.Entry, err = h.Reader.EntryOf(c, k, v); err != nil {
			return nil, err
		}
		out.Entry.Person = nil
	}
	over, left, err := h.Store.People.GuestPast(c.Context(), k.EventID, g.Person.ID, maxPast)
	if err != nil {
		return nil, err
	}
	for i := range over {
		out.PastOrders = append(out.PastOrders, wire.OrderOf(k.EventID, &over[i], nil))
	}
	for i := range left {
		e := wire.EntryWithoutPlace(k, &events.RegistrationView{Person: g.Person, Entry: &left[i]})
		e.Person = nil
		out.PastEntries = append(out.PastEntries, e)
	}
	if err := h.showSources(c, k, &out.EventGuest); err != nil {
		return nil, err
	}
	if err := h.Reader.ShowSources(c, k.EventID, out.PastOrders, out.PastEntries); err != nil {
		return nil, err
	}
	out.GuestTickets, err = h.guestTickets(c, k, g)
	return out, err
}

// guestTickets are the tickets of a guest's orders, and those given to them.
func (h *Handlers) guestTickets(c *access.Call, k *access.EventSummary, g *storeguests.GuestView) ([]GuestTicket, error) {
	var views []events.TicketView
	for i := range g.Holds {
		if g.Holds[i].State != inventory.HoldConfirmed {
			continue
		}
		list, err := h.Store.Tickets.TicketsOf(c.Context(), g.Holds[i].ID)
		if err != nil {
			return nil, err
		}
		views = append(views, list...)
	}
	for _, ticket := range g.Tickets {
		if slices.ContainsFunc(views, func(v events.TicketView) bool { return v.ID == ticket }) {
			continue
		}
		v, err := h.Store.Tickets.TicketByID(c.Context(), ticket)
		if err != nil {
			return nil, err
		}
		views = append(views, *v)
	}
	var ids []string
	for i := range views {
		ids = append(ids, views[i].ID)
	}
	came, err := h.Store.CheckIns.Admitted(c.Context(), k.EventID, ids)
	if err != nil {
		return nil, err
	}
	out := []GuestTicket{}
	for i := range views {
		v := &views[i]
		if !v.Valid {
			continue
		}
		seat, err := h.Reader.NamedSeat(c.Context(), v.Seat)
		if err != nil {
			return nil, err
		}
		t := GuestTicket{
			ID: v.ID, OrderID: v.OrderID, Unit: v.Unit, TierID: v.TierID, NamedSeat: seat, Attendee: v.Attendee.Name, Email: v.Attendee.Email,
			Held: v.HolderID == g.Person.ID, Received: v.Person.ID != g.Person.ID,
		}
		if row, ok := came[v.ID]; ok {
			t.AdmittedAt, t.Gate = wire.TimePtr(row.At), row.Gate
		}
		out = append(out, t)
	}
	return out, nil
}
