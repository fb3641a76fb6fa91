package api

import (
	"context"
	"encoding/json"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Entry is a place on the waitlist.
type Entry struct {
	ID           string        `json:"id" example:"wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID      string        `json:"event_id"`
	Status       string        `json:"status" enum:"waiting,offered,accepted,declined,expired,left,removed,closed"`
	Reason       string        `json:"reason" doc:"Of the last change." example:"joined"`
	TierID       string        `json:"tier_id"`
	Units        int64         `json:"units"`
	Guests       []Guest       `json:"guests"`
	Class        int           `json:"priority_class"`
	Position     int64         `json:"position,omitempty" doc:"Place on the waitlist while waiting, 1 for the head."`
	PositionBand *PositionBand `json:"position_band,omitempty"`
	Waiting      int64         `json:"waiting,omitempty" doc:"How many wait on this waitlist, where places are shown exactly."`
	Passed       int64         `json:"times_passed" doc:"How often a smaller party that fitted has passed."`
	Offer        *Offer        `json:"offer,omitempty" doc:"The open offer."`
	Person       *Person       `json:"person,omitempty"`
	JoinedAt     time.Time     `json:"joined_at"`
	UpdatedAt    time.Time     `json:"updated_at"`
}

// guestsOf reads what party wrote. What was erased is an empty list.
func guestsOf(text string) []Guest {
	guests := []Guest{}
	if text == "" {
		return guests
	}
	if err := json.Unmarshal([]byte(text), &guests); err != nil || guests == nil {
		return []Guest{}
	}
	return guests
}

// entryOf shows an entry with its place.
func (s *server) entryOf(c *Call, k *card, v *store.RegistrationView) (*Entry, error) {
	out := entryWithoutPlace(k, v)
	if v.Entry.State == inventory.EntryWaiting && k.shows(&c.Caller) {
		if err := s.findPlace(c.Context(), k.EventID, v); err != nil {
			return nil, err
		}
		out.Position, out.PositionBand = k.position(&c.Caller, v.Place)
		if out.Position > 0 {
			out.Waiting = v.InLine
		}
	}
	return out, nil
}

// findPlace reads the place of a waiting entry, unless it came with the entry.
func (s *server) findPlace(ctx context.Context, event string, v *store.RegistrationView) (err error) {
	if v.Place == 0 {
		v.Place, v.InLine, err = s.store.Waitlist.Place(ctx, event, v.Entry)
	}
	return err
}

func entryWithoutPlace(k *card, v *store.RegistrationView) *Entry {
	e := v.Entry
	person := personOf(&v.Person)
	out := &Entry{
		ID: e.ID, EventID: k.EventID, Status: string(e.State), Reason: string(e.Reason), TierID: e.Tier, Units: e.Units,
		Guests: guestsOf(e.Guests), Class: e.Class, Passed: e.Passes, Person: &person,
		JoinedAt: e.JoinedAt.Time(), UpdatedAt: e.UpdatedAt.Time(),
	}
	if v.Offer != nil {
		out.Offer = offerOf(k.EventID, v.Offer)
	}
	return out
}

// entry finds the entry in the path and asks for access to it.
func (s *server) entry(c *Call) (*card, *store.RegistrationView, error) {
	entry := c.Param("entry_id")
	k, err := c.eventOf(entry, id.Entry)
	if err != nil {
		return nil, nil, err
	}
	v, err := s.store.Registrations.Entry(c.Context(), entry)
	if err != nil {
		return nil, nil, err
	}
	return k, v, c.allowed(k, v.Person.ID)
}

func (s *server) getEntry(c *Call, _ *None) (*Entry, error) {
	k, v, err := s.entry(c)
	if err != nil {
		return nil, err
	}
	return s.entryOf(c, k, v)
}

func (s *server) leaveWaitlist(c *Call, _ *None) (*Ended, error) {
	k, v, err := s.entry(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, inventory.Leave{Who: c.who(), EntryID: v.Entry.ID}, nil)
	if err != nil {
		return nil, err
	}
	return &Ended{Status: stateOr(reply.Status, string(inventory.EntryLeft)), LedgerSeq: reply.Seq}, nil
}

// EntryList is a page of the waitlist.
type EntryList struct {
	Items      []*Entry `json:"items" doc:"In the order of the waitlist."`
	NextCursor string   `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

func (s *server) listWaitlist(c *Call, k *card, _ *None) (*EntryList, error) {
	tier := c.Query.Get("tier_id")
	if tier == "" {
		tier = k.DefaultTier
	}
	if !k.hasTier(tier) {
		return nil, invalid(FieldError{Field: "tier_id", Code: "unknown", Message: "is not a tier of this event"})
	}
	list := "line " + k.EventID + " " + tier
	var after store.WaitlistCursor
	limit, err := c.Page(list, &after)
	if err != nil {
		return nil, err
	}
	views, err := s.store.Waitlist.WaitlistPage(c.Context(), k.EventID, tier, after, limit+1)
	if err != nil {
		return nil, err
	}
	out := &EntryList{Items: []*Entry{}}
	var place int64
	for i := range views[:min(limit, len(views))] {
		if i == 0 {
			// The rest of the page follows the first; only one place is read.
			if place, _, err = s.store.Waitlist.Place(c.Context(), k.EventID, views[0].Entry); err != nil {
				return nil, err
			}
		}
		e := entryWithoutPlace(k, &views[i])
		if place > 0 {
			e.Position = place + int64(i)
		}
		out.Items = append(out.Items, e)
	}
	if len(views) > limit {
		last := views[limit-1].Entry
		out.NextCursor, err = c.Cursor(list, store.WaitlistCursor{Rank: last.Rank, JoinNo: last.JoinNo})
	}
	return out, err
}
