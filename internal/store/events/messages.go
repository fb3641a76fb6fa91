package events

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MessageView is a message with what is needed to show or send it: the hold,
// entry or offer that it names, and those that these lead to.
type MessageView struct {
	EventID  string
	Message  inventory.Message
	Person   inventory.Person
	Hold     *inventory.Hold
	Entry    *inventory.Entry
	Offer    *inventory.Offer
	Transfer *TransferView
	Exchange *inventory.Exchange
	// Invitation is the one that the message mails.
	Invitation *inventory.Invitation
	// FollowedAt is since when the recipient follows the organization, of a message to followers.
	FollowedAt inventory.Instant
	// Entrant is the number of the recipient among those who wait for a draw; 0: they are none.
	Entrant int64
	// Pass is what covers the event, of a message about it to somebody with a pass of its series,
	// who is a person of the event that sells the pass, as are Hold and Transfer; nil: to others.
	Pass *WithPass
	// Answers are what was answered with Hold, where the text of the message shows it.
	Answers []SaidAnswer
}

// SaidAnswer is an answer as people read it.
type SaidAnswer struct {
	Unit           int64 // of the hold; 0: of the whole
	Question, Text string
}

// WithPass is a pass of a series that covers an event.
type WithPass struct {
	EventID string     // the event that sells it
	Sells   *EventView // the same; nil: it was not read
}

// Recipient is what stands for the person in deliveries of the event: their id there, and for
// whoever has a pass one that is nobody's of the event.
func (v *MessageView) Recipient() string {
	if v.Pass == nil {
		return v.Person.ID
	}
	return id.With(id.Person, v.EventID, id.TailOf(v.Person.ID))
}

// TicketUnit returns the number of the ticket that the message names within its order;
// 0: it names none.
func (v *MessageView) TicketUnit() int64 {
	_, unit, _ := id.UnitOf(v.Message.Ref)
	return unit
}

// MessageColumns are the columns of a message, its event first.
var MessageColumns = "event_id, " + MessageTable.Columns

// MessageInto adds the fields of a message to what a row of MessageColumns is
// scanned into.
func MessageInto(c *table.Columns, v *MessageView) {
	c.Add(&v.EventID)
	MessageTable.Into(c, &v.Message)
}

func scanMessage(r engine.Row, v *MessageView) error {
	c := table.Scanning()
	MessageInto(c, v)
	PersonTable.Into(c, &v.Person)
	return c.From(r)
}

// Inbox returns a person's messages of one event, newest first, seq less than
// before (0: from the newest).
func (s Messages) Inbox(ctx context.Context, event, person string, before int64, limit int) ([]MessageView, error) {
	older, args := "", []any{event, person, limit}
	if before > 0 {
		older, args = "and seq < $4 ", append(args, before)
	}
	return s.messages(ctx, event, "person_id = $2 "+older+"order by seq desc limit $3", "desc", args)
}

// MessagesBetween returns the messages of an event with fromSeq <= seq <= toSeq, in order.
func (s Messages) MessagesBetween(ctx context.Context, event string, fromSeq, toSeq int64, limit int) ([]MessageView, error) {
	return s.messages(ctx, event, "seq >= $2 and seq <= $3 order by seq limit $4", "asc",
		[]any{event, fromSeq, toSeq, limit})
}

// MessagesBySeq returns those messages of an event, in order; one that does not
// exist is missing.
func (s Messages) MessagesBySeq(ctx context.Context, event string, seqs []int64) ([]MessageView, error) {
	var list []MessageView
	for part := range slices.Chunk(seqs, table.MaxInList) {
		in, args := table.InList(4, part)
		views, err := s.messages(ctx, event, "seq >= $2 and seq <= $3 and seq in ("+in+")", "asc",
			append([]any{event, slices.Min(part), slices.Max(part)}, args...))
		if err != nil {
			return nil, err
		}
		list = append(list, views...)
	}
	return list, nil
}

// messages reads, in one snapshot, the messages of an event that a condition
// selects, and what they are about.
func (s Messages) messages(ctx context.Context, event, where, order string, args []any) ([]MessageView, error) {
	var list []MessageView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		list, err = table.All(ctx, tx, scanMessage, "select "+table.Aliased("m", MessageColumns)+", "+PersonTable.As("p")+" from (select "+MessageColumns+` from messages
			where event_id = $1 and `+where+`) m
			cross join people p where p.event_id = $1 and p.id = m.person_id order by m.seq `+order, args...)
		if err != nil {
			return err
		}
		return attach(ctx, s.db.Reader(tx), event, list)
	})
	return list, err
}

// attach fills the Hold, Entry and Offer of messages, all of one kind at a time:
// what the messages name, then the offers of entries and holds, then the holds
// and entries of offers.
func attach(ctx context.Context, q table.Reader, event string, list []MessageView) error {
	is := func(v *MessageView, prefixes ...string) string {
		for _, p := range prefixes {
			if strings.HasPrefix(v.Message.Ref, p) {
				return v.Message.Ref
			}
		}
		return ""
	}
	for i := range list {
		if ref := is(&list[i], id.Transfer); ref != "" {
			if err := attachTransfer(ctx, q, event, ref, &list[i]); err != nil {
				return err
			}
		}
	}
	for i := range list {
		if ref := is(&list[i], id.Exchange); ref != "" {
			if err := attachExchange(ctx, q, event, ref, &list[i]); err != nil {
				return err
			}
		}
	}
	steps := []func() error{
		func() error {
			return join(ctx, q, EntryKind, event, list, func(v *MessageView) (string, **inventory.Entry) { return is(v, id.Entry), &v.Entry })
		},
		func() error {
			return join(ctx, q, HoldKind, event, list, func(v *MessageView) (string, **inventory.Hold) {
				if v.Exchange != nil {
					return v.Exchange.OrderID, &v.Hold
				}
				if order, _, ok := id.UnitOf(is(v, id.Ticket)); ok {
					return order, &v.Hold
				}
				return is(v, id.Order, id.Block), &v.Hold
			})
		},
		func() error {
			return join(ctx, q, InvitationKind, event, list, func(v *MessageView) (string, **inventory.Invitation) { return is(v, id.Invitation), &v.Invitation })
		},
		func() error { return attachGiven(ctx, q, event, list) },
		func() error {
			return join(ctx, q, OfferKind, event, list, func(v *MessageView) (string, **inventory.Offer) {
				switch {
				case v.Entry != nil:
					return v.Entry.OfferID, &v.Offer
				case v.Hold != nil:
					return v.Hold.OfferID, &v.Offer
				}
				return is(v, id.Offer), &v.Offer
			})
		},
		func() error {
			return join(ctx, q, HoldKind, event, list, func(v *MessageView) (string, **inventory.Hold) {
				if v.Offer == nil || v.Hold != nil {
					return "", nil
				}
				return v.Offer.OrderID, &v.Hold
			})
		},
		func() error {
			return join(ctx, q, EntryKind, event, list, func(v *MessageView) (string, **inventory.Entry) {
				switch {
				case v.Entry != nil:
					return "", nil
				case v.Offer != nil:
					return v.Offer.EntryID, &v.Entry
				case v.Hold != nil:
					return v.Hold.EntryID, &v.Entry
				}
				return "", nil
			})
		},
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	orders := make([]*inventory.Hold, len(list))
	for i := range list {
		orders[i] = list[i].Hold
	}
	return AttachOrders(ctx, q, event, orders...)
}

// join reads the rows that messages name and puts each where it belongs; name
// returns "" for a message that names none.
func join[T any](ctx context.Context, q table.Reader, k table.Kind[T], event string, list []MessageView, name func(*MessageView) (string, **T)) error {
	var ids []string
	seen := map[string]bool{}
	for i := range list {
		if ref, _ := name(&list[i]); ref != "" && !seen[ref] {
			seen[ref] = true
			ids = append(ids, ref)
		}
	}
	found, err := table.ByID(ctx, q, k, event, ids)
	if err != nil {
		return err
	}
	for i := range list {
		ref, place := name(&list[i])
		if ref == "" {
			continue
		}
		row := found[ref]
		if row == nil {
			return fmt.Errorf("store: message %d of %s names %s, which is missing from %s", list[i].Message.Seq, event, ref, k.Name)
		}
		*place = row
	}
	return nil
}

// Messages is what people are told, with all that a message tells of.
type Messages struct{ db *database.DB }

// NewMessages returns Messages on a database.
func NewMessages(db *database.DB) Messages { return Messages{db} }

// InboxBefore returns a person's messages of one event that are not younger
// than a moment (0: all), newest first.
func (s Messages) InboxBefore(ctx context.Context, event, person string, at inventory.Instant, limit int) ([]MessageView, error) {
	older, args := "", []any{event, person, limit}
	if at > 0 {
		older, args = "and created_at <= $4 ", append(args, int64(at))
	}
	return s.messages(ctx, event, "person_id = $2 "+older+"order by seq desc limit $3", "desc", args)
}

// InboxAfter returns a person's messages of one event after a seq, in order.
func (s Messages) InboxAfter(ctx context.Context, event, person string, seq int64, limit int) ([]MessageView, error) {
	return s.messages(ctx, event, "person_id = $2 and seq > $3 order by seq limit $4", "asc", []any{event, person, seq, limit})
}

// Told returns whom the messages of an event after a seq are for, in order and at most
// limit of them, and the seq of the last.
func (s Messages) Told(ctx context.Context, event string, since int64, limit int) (people []string, upTo int64, err error) {
	people, err = table.All(ctx, s.db.Read, func(r engine.Row, person *string) error { return r.Scan(person, &upTo) },
		"select person_id, seq from messages where event_id = $1 and seq > $2 order by seq limit $3", event, since, limit)
	return people, upTo, s.db.Classify(err)
}

// Waits reports whether the recipient has no ticket, and waits for one.
func (v *MessageView) Waits() bool {
	switch {
	case v.Hold != nil && v.Hold.State == inventory.HoldConfirmed:
		return false
	case v.Entrant > 0:
		return true
	}
	return v.Hold != nil && v.Hold.State == inventory.HoldHeld || v.Entry != nil && v.Entry.Live()
}
