package api

import (
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// guestPage is how many people are read at a time, guestScan how many one search
// reads at most; then it answers with what it found and where to go on.
const (
	guestPage = 250
	guestScan = 5000
	// maxPast bounds what is over in the record of one guest.
	maxPast = 50
)

// EventGuest is a person of an event with everything that they have there.
type EventGuest struct {
	Person    Person   `json:"person"`
	Standing  string   `json:"standing" enum:"confirmed,ticket_holder,offered,pending,waiting,ended" doc:"What counts most of it. confirmed: has a place. ticket_holder: has tickets that somebody else ordered. offered: a place is kept for them. pending: has an order to pay. waiting: is on the waitlist. ended: has nothing any more."`
	Tickets   int64    `json:"tickets" doc:"How many good tickets the person holds."`
	CheckedIn int64    `json:"checked_in" doc:"How many of them came in, at any list of the door."`
	Orders    []*Order `json:"orders" doc:"That are live: registrations, open offers and orders."`
	Entry     *Entry   `json:"entry,omitempty" doc:"The live place on the waitlist, without its position."`
	Erased    bool     `json:"erased,omitempty" doc:"The person's data was removed."`
}

// EventGuestList is a page of the guest list.
type EventGuestList struct {
	Items      []*EventGuest `json:"items" doc:"The latest first. A search can answer with fewer than limit, or none, and still have more."`
	NextCursor string        `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// GuestTicket is a ticket that a guest holds or ordered, without what lets it in.
type GuestTicket struct {
	ID      string `json:"id" example:"tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01"`
	OrderID string `json:"order_id"`
	Unit    int64  `json:"unit"`
	TierID  string `json:"tier_id"`
	NamedSeat
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
	PastOrders   []*Order      `json:"past_orders" doc:"Those that are over, the latest first, at most 50."`
	PastEntries  []*Entry      `json:"past_entries" doc:"Places on the waitlist that are over, the latest first, at most 50."`
}

func guestOf(k *card, g *store.GuestView) EventGuest {
	out := EventGuest{
		Person: personOf(&g.Person), Standing: audience.Standing(g), Tickets: int64(len(g.Tickets)), CheckedIn: g.Admitted, Orders: []*Order{},
		Erased: strings.HasPrefix(g.Person.UserID, "erased:"),
	}
	for i := range g.Holds {
		out.Orders = append(out.Orders, orderOf(k.EventID, &g.Holds[i], nil))
	}
	if g.Entry != nil {
		out.Entry = entryWithoutPlace(k, &store.RegistrationView{Person: g.Person, Entry: g.Entry})
		out.Entry.Person = nil
	}
	return out
}

// guestFilter reads who is wanted of the query.
func (c *Call) guestFilter(k *card) (*audience.Filter, error) {
	f := &audience.Filter{Standing: c.Query.Get("standing"), Tier: c.Query.Get("tier_id"), CheckedIn: c.Query.Get("checked_in")}
	var check checks
	check.audience(k, "", f, c.Query.Get("q"))
	return f, check.err()
}

// audience checks who is wanted; at is what stands before the names of fields.
func (c *checks) audience(k *card, at string, f *audience.Filter, q string) {
	if q != "" {
		f.Words = strings.Fields(audience.Fold(c.line(at+"q", q, 0, maxSearch)))
	}
	if f.Standing != "" && !slices.Contains(audience.Standings, f.Standing) {
		c.add(at+"standing", "not_allowed", "must be one of: %s", strings.Join(audience.Standings, ", "))
	}
	if f.Tier != "" && !k.hasTier(f.Tier) {
		c.add(at+"tier_id", "unknown", "is not a tier of this event")
	}
	if f.CheckedIn != "" && f.CheckedIn != "yes" && f.CheckedIn != "no" {
		c.add(at+"checked_in", "not_allowed", "must be yes or no")
	}
}

func (s *server) listGuests(c *Call, k *card, _ *None) (*EventGuestList, error) {
	filter, err := c.guestFilter(k)
	if err != nil {
		return nil, err
	}
	var before string
	list := strings.Join([]string{"guests", k.EventID, filter.Standing, filter.Tier, filter.CheckedIn, strings.Join(filter.Words, " ")}, " ")
	limit, err := c.Page(list, &before)
	if err != nil {
		return nil, err
	}
	out := &EventGuestList{Items: []*EventGuest{}}
	for range guestScan / guestPage {
		page, err := s.store.People.Guests(c.Context(), k.EventID, before, guestPage)
		if err != nil {
			return nil, err
		}
		for i := range page {
			if filter.Wants(&page[i]) {
				if len(out.Items) == limit {
					out.NextCursor, err = c.Cursor(list, before)
					return out, err
				}
				g := guestOf(k, &page[i])
				out.Items = append(out.Items, &g)
			}
			before = page[i].Person.ID
		}
		if len(page) < guestPage {
			return out, nil
		}
	}
	out.NextCursor, err = c.Cursor(list, before)
	return out, err
}

func (s *server) getGuest(c *Call, _ *None) (*GuestRecord, error) {
	k, user, err := c.eventUser()
	if err != nil {
		return nil, err
	}
	g, err := s.store.People.GuestByUser(c.Context(), k.EventID, user)
	if err != nil {
		return nil, err
	}
	out := &GuestRecord{EventGuest: guestOf(k, g), PastOrders: []*Order{}, PastEntries: []*Entry{}}
	if e := g.Entry; e != nil {
		v, err := s.store.Registrations.Entry(c.Context(), e.ID)
		if err != nil {
			return nil, err
		}
		if out.Entry, err = s.entryOf(c, k, v); err != nil {
			return nil, err
		}
		out.Entry.Person = nil
	}
	over, left, err := s.store.People.GuestPast(c.Context(), k.EventID, g.Person.ID, maxPast)
	if err != nil {
		return nil, err
	}
	for i := range over {
		out.PastOrders = append(out.PastOrders, orderOf(k.EventID, &over[i], nil))
	}
	for i := range left {
		e := entryWithoutPlace(k, &store.RegistrationView{Person: g.Person, Entry: &left[i]})
		e.Person = nil
		out.PastEntries = append(out.PastEntries, e)
	}
	out.GuestTickets, err = s.guestTickets(c, k, g)
	return out, err
}

// guestTickets are the tickets of a guest's orders, and those given to them.
func (s *server) guestTickets(c *Call, k *card, g *store.GuestView) ([]GuestTicket, error) {
	var views []store.TicketView
	for i := range g.Holds {
		if g.Holds[i].State != inventory.HoldConfirmed {
			continue
		}
		list, err := s.store.Tickets.TicketsOf(c.Context(), g.Holds[i].ID)
		if err != nil {
			return nil, err
		}
		views = append(views, list...)
	}
	for _, ticket := range g.Tickets {
		if slices.ContainsFunc(views, func(v store.TicketView) bool { return v.ID == ticket }) {
			continue
		}
		v, err := s.store.Tickets.TicketByID(c.Context(), ticket)
		if err != nil {
			return nil, err
		}
		views = append(views, *v)
	}
	var ids []string
	for i := range views {
		ids = append(ids, views[i].ID)
	}
	came, err := s.store.CheckIns.Admitted(c.Context(), k.EventID, ids)
	if err != nil {
		return nil, err
	}
	out := []GuestTicket{}
	for i := range views {
		v := &views[i]
		if !v.Valid {
			continue
		}
		seat, err := s.namedSeat(c.Context(), v.Seat)
		if err != nil {
			return nil, err
		}
		t := GuestTicket{
			ID: v.ID, OrderID: v.OrderID, Unit: v.Unit, TierID: v.TierID, NamedSeat: seat, Attendee: v.Attendee.Name, Email: v.Attendee.Email,
			Held: v.HolderID == g.Person.ID, Received: v.Person.ID != g.Person.ID,
		}
		if row, ok := came[v.ID]; ok {
			t.AdmittedAt, t.Gate = timePtr(row.At), row.Gate
		}
		out = append(out, t)
	}
	return out, nil
}
