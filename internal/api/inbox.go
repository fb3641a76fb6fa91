package api

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Message is something that a person was told.
type Message struct {
	Seq     int64      `json:"seq" doc:"The audit row that it tells of."`
	Kind    string     `json:"kind" enum:"registration_confirmed,waitlisted,waitlist_offer,offer_extended,offer_expired,registration_cancelled,waitlist_removed,waitlist_closed,event_cancelled"`
	EventID string     `json:"event_id"`
	Ref     string     `json:"ref" doc:"The order, entry or offer that it is about."`
	At      time.Time  `json:"at"`
	Mail    string     `json:"mail" enum:"queued,sent,failed,suppressed" doc:"What became of the mail."`
	SentAt  *time.Time `json:"sent_at,omitempty"`
}

// Inbox is a page of a person's messages.
type Inbox struct {
	Items      []Message `json:"items" doc:"Newest first."`
	NextCursor string    `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

func (s *server) readInbox(c *call, _ *none) (*Inbox, error) {
	if c.caller.Login != nil {
		return s.wholeInbox(c)
	}
	link := c.caller.Link
	k, err := s.card(c.r.Context(), link.Event())
	if err != nil {
		return nil, err
	}
	if err := c.allowed(k, link.Person); err != nil {
		return nil, err
	}
	list := "inbox " + link.Person
	var before int64
	limit, err := c.page(list, &before)
	if err != nil {
		return nil, err
	}
	views, err := s.store.Inbox(c.r.Context(), k.EventID, link.Person, before, limit+1)
	if err != nil {
		return nil, err
	}
	out := &Inbox{Items: []Message{}}
	for i := range views[:min(limit, len(views))] {
		out.Items = append(out.Items, messageOf(&views[i]))
	}
	if len(views) > limit {
		out.NextCursor, err = s.cursors.encode(list, views[limit-1].Message.Seq)
	}
	return out, err
}

func (s *server) erasePerson(c *call, _ *none) (*Ended, error) {
	k, err := c.event()
	if err != nil {
		return nil, err
	}
	user, err := c.userParam()
	if err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, inventory.Erase{Who: c.who(), UserID: user}, nil)
	if err != nil {
		return nil, err
	}
	return &Ended{Status: "erased", LedgerSeq: reply.Seq}, nil
}
