package people

import (
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Inbox is a page of a person's messages.
type Inbox struct {
	httpapi.List[wire.Message] `doc:"Newest first."`
}

// inboxCursor is where a page of an inbox begins: before a row of the ledger,
// and for what has none, before a moment.
type inboxCursor struct{ Seq, At int64 }

// maxTold bounds the announcements that an inbox shows: an event has ten reminders.
const maxTold = 100

// resourceOffer is the kind of the message with which somebody is offered something of a resource.
const resourceOffer = "resource_offer"

func (h *Handlers) readInbox(c *access.Call, _ *httpapi.None) (*Inbox, error) {
	if c.Caller.Login != nil {
		return h.wholeInbox(c)
	}
	link := c.Caller.Link
	k, err := h.Access.Event(c.Context(), link.Event())
	if err != nil {
		return nil, err
	}
	if err := c.Allowed(k, link.Person); err != nil {
		return nil, err
	}
	var before inboxCursor
	views, next, err := httpapi.Page(&c.Request, "inbox "+link.Person,
		func(after inboxCursor, limit int) ([]events.MessageView, error) {
			before = after
			return h.Store.Messages.Inbox(c.Context(), k.EventID, link.Person, after.Seq, limit)
		},
		func(v *events.MessageView) inboxCursor { return inboxCursor{v.Message.Seq, int64(v.Message.At)} })
	if err != nil {
		return nil, err
	}
	told, err := h.Store.Deliveries.Told(c.Context(), k.EventID, link.Person, maxTold)
	if err != nil {
		return nil, err
	}
	seqs := make([]int64, len(views))
	for i := range views {
		seqs[i] = views[i].Message.Seq
	}
	deliveries, err := h.Store.Deliveries.DeliveriesOf(c.Context(), k.EventID, seqs)
	if err != nil {
		return nil, err
	}
	out := &Inbox{httpapi.NewList([]wire.Message{}, next)}
	for i := range views {
		out.Items = append(out.Items, messageOf(k, &views[i], deliveries[seqs[i]]))
	}
	oldest := inventory.Instant(0)
	if next != "" {
		oldest = views[len(views)-1].Message.At
	}
	out.weave(k, told, "", oldest, inventory.Instant(before.At))
	return out, h.weaveDates(c, out, k, link.Person, oldest, inventory.Instant(before.At))
}

// weaveDates adds what dates of a series told a person of the event that sells a pass for them, as
// weave does.
func (h *Handlers) weaveDates(c *access.Call, out *Inbox, sells *access.EventSummary, person string, oldest, newest inventory.Instant) error {
	pass := sells.Pass(sells.EventID)
	if pass == nil {
		return nil
	}
	var dates []string
	for i := range pass.Dates {
		if pass.Dates[i].Covered() {
			dates = append(dates, pass.Dates[i].EventID)
		}
	}
	told, err := h.Store.Deliveries.ToldOfDates(c.Context(), dates, person, maxTold*len(dates))
	if err != nil {
		return err
	}
	for _, date := range slices.Sorted(maps.Keys(told)) {
		k, err := h.Access.Event(c.Context(), date)
		if err != nil {
			return err
		}
		out.weave(k, told[date], sells.EventID, oldest, newest)
	}
	return nil
}

func messageOf(k *access.EventSummary, v *events.MessageView, list []messages.Delivery) wire.Message {
	m := wire.Message{
		Seq: v.Message.Seq, Kind: string(v.Message.Kind), EventID: k.EventID, EventTitle: k.Title,
		Ref: v.Message.Ref, In: shownIn(v), Goods: ofGoods(k, v), At: v.Message.At.Time(), Deliveries: []wire.MessageDelivery{},
	}
	for i := range list {
		m.Deliveries = append(m.Deliveries, wire.MessageDelivery{Channel: list[i].Channel, State: list[i].State, SentAt: wire.TimePtr(list[i].SentAt)})
	}
	return m
}

// ofGoods reports whether what a message is about lets nobody in.
func ofGoods(k *access.EventSummary, v *events.MessageView) bool {
	unit := v.TicketUnit()
	switch {
	case v.Transfer != nil:
		return !k.Admits(v.Transfer.Ticket.TierID)
	case v.Hold != nil && unit > 0:
		return !k.Admits(wire.TierOfUnit(v.Hold, unit))
	case v.Hold != nil && v.Hold.Order != nil:
		goods := false
		for i := range v.Hold.Order.Items {
			if it := &v.Hold.Order.Items[i]; k.Admits(it.Tier) {
				return false
			} else if !it.Donation && !it.IsFee() {
				goods = true
			}
		}
		return goods
	case v.Entry != nil:
		return !k.Admits(v.Entry.Tier)
	}
	return false
}

// shownIn is what shows the thing that a message is about; "": the thing itself.
func shownIn(v *events.MessageView) string {
	about := func(prefix string) bool { return strings.HasPrefix(v.Message.Ref, prefix) }
	switch {
	case about(id.Ticket) && v.Transfer != nil:
		return v.Transfer.Transfer.ID
	case about(id.Ticket) && v.Hold != nil:
		return v.Hold.ID
	case about(id.Offer) && v.Entry != nil:
		return v.Entry.ID
	case about(id.Exchange) && v.Exchange != nil:
		return v.Exchange.OrderID
	}
	return ""
}

// weave adds what a person was told by announcements from oldest on and before newest
// (0: no bound) where it belongs by time. pass is the event that sells the pass that
// covers the event, of a date told to somebody with one.
func (in *Inbox) weave(k *access.EventSummary, told []messages.Delivery, pass string, oldest, newest inventory.Instant) {
	at := map[string]int{}
	for i := range told {
		d := &told[i]
		if d.CreatedAt < oldest || newest != 0 && d.CreatedAt >= newest {
			continue
		}
		n, ok := at[d.Message]
		if !ok {
			n = len(in.Items)
			at[d.Message] = n
			m := wire.Message{Kind: string(d.Kind), EventID: k.EventID, EventTitle: k.Title, PassID: pass, At: d.CreatedAt.Time(), Deliveries: []wire.MessageDelivery{}}
			if pass != "" {
				m.StartsAt, m.Timezone = new(k.StartsAt.Time()), k.Timezone
			}
			in.Items = append(in.Items, m)
		}
		in.Items[n].Deliveries = append(in.Items[n].Deliveries, wire.MessageDelivery{Channel: d.Channel, State: d.State, SentAt: wire.TimePtr(d.SentAt)})
	}
	in.sort()
}

// weaveOffers adds what somebody who is signed in was offered of resources, as weave does.
func weaveOffers(c *access.Call, h *Handlers, in *Inbox, oldest, newest inventory.Instant) error {
	places, err := h.Store.Resources.Mine(c.Context(), c.Caller.Login.Address, 0, maxTold)
	if err != nil {
		return err
	}
	for i := range places {
		r, err := h.Store.Resources.ByID(c.Context(), places[i].ResourceID)
		if err != nil {
			return err
		}
		offers, err := h.Store.Resources.EntryOffers(c.Context(), r.ID, places[i].ID, maxTold)
		if err != nil {
			return err
		}
		for k := range offers {
			o := &offers[k]
			if o.MadeAt < oldest || newest != 0 && o.MadeAt >= newest {
				continue
			}
			m := wire.Message{Kind: resourceOffer, Resource: r.Name, Ref: o.ID, In: o.EntryID, At: o.MadeAt.Time(), Deliveries: []wire.MessageDelivery{}}
			if o.ToldAt != 0 {
				m.Deliveries = append(m.Deliveries, wire.MessageDelivery{Channel: o.ToldBy, State: messages.DeliverySent, SentAt: wire.TimePtr(o.ToldAt)})
			}
			in.Items = append(in.Items, m)
		}
	}
	in.sort()
	return nil
}

func (in *Inbox) sort() {
	slices.SortStableFunc(in.Items, func(a, b wire.Message) int { return b.At.Compare(a.At) })
}

func (h *Handlers) erasePerson(c *access.Call, _ *httpapi.None) (*wire.Ended, error) {
	k, user, err := wire.EventUser(c)
	if err != nil {
		return nil, err
	}
	if err := h.Erasures.BringBack(c.Context(), k.EventID); err != nil {
		return nil, err
	}
	v, err := h.Store.Registrations.Registration(c.Context(), k.EventID, user)
	if err != nil {
		return nil, err
	}
	if err := h.Erasures.Around(c.Context(), k.OrgID, k.EventID, &v.Person); err != nil {
		return nil, err
	}
	reply, err := c.Submit(k.EventID, inventory.Erase{Who: c.Who(), UserID: user}, nil)
	if err != nil {
		return nil, err
	}
	h.forgetSalts(c, k.EventID, v.Person.ID)
	h.keepErasures(c.Context())
	return &wire.Ended{Status: "erased", LedgerSeq: reply.Seq}, nil
}
