package api

import (
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Message is something that a person was told.
type Message struct {
	Seq        int64             `json:"seq" doc:"The audit row that it tells of; 0 for what everybody was told: reminders and changes of the event."`
	Kind       string            `json:"kind" example:"waitlist_offer" doc:"registration_confirmed, waitlisted, waitlist_offer, offer_extended, offer_expired, registration_cancelled, waitlist_removed, waitlist_closed, event_cancelled, order_pending, order_confirmed, ticket_reissued, transfer_offered, ticket_received, ticket_voided, reminder, event_changed, and more to come."`
	EventID    string            `json:"event_id"`
	EventTitle string            `json:"event_title"`
	Ref        string            `json:"ref" doc:"The order, entry, offer, ticket, transfer or exchange that it is about; empty for what everybody was told."`
	In         string            `json:"in,omitempty" doc:"What shows that: of a ticket the order, or the transfer by which the person has it; of an offer the entry; of an exchange the order."`
	At         time.Time         `json:"at"`
	Deliveries []MessageDelivery `json:"deliveries" doc:"What became of it on each channel; empty until the first is chosen."`
}

// MessageDelivery is what became of a message on one channel, as its person sees it.
type MessageDelivery struct {
	Channel string     `json:"channel" enum:"mail,sms,push"`
	State   string     `json:"state" enum:"queued,sent,delivered,bounced,failed,suppressed"`
	SentAt  *time.Time `json:"sent_at,omitempty"`
}

// Inbox is a page of a person's messages.
type Inbox struct {
	Items      []Message `json:"items" doc:"Newest first."`
	NextCursor string    `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// inboxCursor is where a page of an inbox begins: before a row of the ledger,
// and for what has none, before a moment.
type inboxCursor struct{ Seq, At int64 }

// maxTold bounds the notices that an inbox shows: an event has ten reminders.
const maxTold = 100

func (s *server) readInbox(c *Call, _ *None) (*Inbox, error) {
	if c.Caller.Login != nil {
		return s.wholeInbox(c)
	}
	link := c.Caller.Link
	k, err := s.access.card(c.Context(), link.Event())
	if err != nil {
		return nil, err
	}
	if err := c.allowed(k, link.Person); err != nil {
		return nil, err
	}
	list := "inbox " + link.Person
	var before inboxCursor
	limit, err := c.Page(list, &before)
	if err != nil {
		return nil, err
	}
	views, err := s.store.Messages.Inbox(c.Context(), k.EventID, link.Person, before.Seq, limit+1)
	if err != nil {
		return nil, err
	}
	told, err := s.store.Deliveries.Told(c.Context(), k.EventID, link.Person, maxTold)
	if err != nil {
		return nil, err
	}
	last := len(views) <= limit
	views = views[:min(limit, len(views))]
	seqs := make([]int64, len(views))
	for i := range views {
		seqs[i] = views[i].Message.Seq
	}
	deliveries, err := s.store.Deliveries.DeliveriesOf(c.Context(), k.EventID, seqs)
	if err != nil {
		return nil, err
	}
	out := &Inbox{Items: []Message{}}
	for i := range views {
		out.Items = append(out.Items, messageOf(k, &views[i], deliveries[seqs[i]]))
	}
	oldest := inventory.Instant(0)
	if !last {
		end := &views[len(views)-1].Message
		oldest = end.At
		out.NextCursor, err = c.Cursor(list, inboxCursor{end.Seq, int64(end.At)})
	}
	out.weave(k, told, oldest, inventory.Instant(before.At))
	return out, err
}

func messageOf(k *card, v *store.MessageView, list []store.Delivery) Message {
	m := Message{
		Seq: v.Message.Seq, Kind: string(v.Message.Kind), EventID: k.EventID, EventTitle: k.Title,
		Ref: v.Message.Ref, In: shownIn(v), At: v.Message.At.Time(), Deliveries: []MessageDelivery{},
	}
	for i := range list {
		m.Deliveries = append(m.Deliveries, MessageDelivery{list[i].Channel, list[i].State, timePtr(list[i].SentAt)})
	}
	return m
}

// shownIn is what shows the thing that a message is about; "": the thing itself.
func shownIn(v *store.MessageView) string {
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

// weave adds what a person was told by notices from oldest on and before newest
// (0: no bound) where it belongs by time.
func (in *Inbox) weave(k *card, told []store.Delivery, oldest, newest inventory.Instant) {
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
			in.Items = append(in.Items, Message{Kind: string(d.Kind), EventID: k.EventID, EventTitle: k.Title, At: d.CreatedAt.Time(), Deliveries: []MessageDelivery{}})
		}
		in.Items[n].Deliveries = append(in.Items[n].Deliveries, MessageDelivery{d.Channel, d.State, timePtr(d.SentAt)})
	}
	slices.SortStableFunc(in.Items, func(a, b Message) int { return b.At.Compare(a.At) })
}

func (s *server) erasePerson(c *Call, _ *None) (*Ended, error) {
	k, user, err := c.eventUser()
	if err != nil {
		return nil, err
	}
	// The ways to reach somebody first: a crash in between is made good by asking
	// again, while nobody could say any more whose they are the other way round.
	if _, err := s.store.Registrations.Registration(c.Context(), k.EventID, user); err != nil {
		return nil, err
	}
	if err := s.store.Contacts.ForgetContact(c.Context(), k.OrgID, s.personKey(k.OrgID, user)); err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, inventory.Erase{Who: c.who(), UserID: user}, nil)
	if err != nil {
		return nil, err
	}
	s.keepErasures(c)
	return &Ended{Status: "erased", LedgerSeq: reply.Seq}, nil
}
