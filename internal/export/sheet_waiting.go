package export

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// waitlistRows tells the waitlist of each tier, from its head.
func waitlistRows(ctx context.Context, s *store.Store, v *events.EventView, asked *asked, row func(...any) error) error {
	for i := range v.Tiers {
		place := int64(0)
		for after := (events.WaitlistCursor{}); ; {
			page, err := s.Waitlist.WaitlistPage(ctx, v.Event.ID, v.Tiers[i].ID, after, pageSize)
			if err != nil {
				return err
			}
			ids := make([]string, len(page))
			for j := range page {
				ids[j] = page[j].Entry.ID
			}
			from, err := s.Tracking.Sources(ctx, v.Event.ID, ids)
			if err != nil {
				return err
			}
			answers, err := asked.readEntries(ctx, ids)
			if err != nil {
				return err
			}
			for j := range page {
				e, p := page[j].Entry, &page[j].Person
				place++
				cells := []any{
					place, e.ID, v.Tiers[i].Name, inventory.NameFor(e.Name, p), p.Profile.Email, p.UserID, e.Units, guestNames(e.Guests), int64(e.Class), e.JoinedAt,
					e.Passes, from[e.ID].Code, from[e.ID].Name,
				}
				if err := row(append(cells, asked.partyCells(answers[e.ID], e.Units)...)...); err != nil {
					return err
				}
				after = events.WaitlistCursor{Rank: e.Rank, JoinNo: e.JoinNo}
			}
			if len(page) < pageSize {
				break
			}
		}
	}
	return nil
}

// applicationRows tells all that ever were applications, in the order in which they came: those
// that wait for an answer, were approved, declined or withdrawn.
func applicationRows(ctx context.Context, s *store.Store, v *events.EventView, asked *asked, row func(...any) error) error {
	tiers := tierNames(v)
	for after := ""; ; {
		page, err := s.People.AllApplications(ctx, v.Event.ID, after, pageSize)
		if err != nil {
			return err
		}
		ids := make([]string, len(page))
		for i := range page {
			ids[i] = page[i].Entry.ID
		}
		from, err := s.Tracking.Sources(ctx, v.Event.ID, ids)
		if err != nil {
			return err
		}
		answers, err := asked.readEntries(ctx, ids)
		if err != nil {
			return err
		}
		for i := range page {
			e, p := page[i].Entry, &page[i].Person
			answer, declined := answerTo(e)
			cells := []any{
				e.ID, answer, string(e.State), strings.TrimPrefix(string(e.Reason), "declined_"), tiers[e.Tier], inventory.NameFor(e.Name, p), p.Profile.Email, p.UserID,
				e.Units, guestNames(e.Guests), e.JoinedAt, e.ApprovedAt, declined, from[e.ID].Code, from[e.ID].Name,
			}
			if err := row(append(cells, asked.partyCells(answers[e.ID], e.Units)...)...); err != nil {
				return err
			}
			after = e.ID
		}
		if len(page) < pageSize {
			return nil
		}
	}
}

// answerTo is what the organizer has said to an application, "" where it has no answer, and
// when it was declined.
func answerTo(e *inventory.Entry) (answer string, declined inventory.Instant) {
	switch {
	case e.ApprovedAt != 0:
		return "approved", 0
	case e.State == inventory.EntryRejected:
		return "declined", e.UpdatedAt // nothing changes it any more
	}
	return "", 0
}

// invitationRows tells who was invited, and what they answered when. Links are in no file:
// whoever has one has the places.
func invitationRows(ctx context.Context, s *store.Store, v *events.EventView, _ *asked, row func(...any) error) error {
	for after := ""; ; {
		page, err := s.Invitations.Page(ctx, v.Event.ID, "", after, pageSize)
		if err != nil {
			return err
		}
		people := make([]string, len(page))
		for i := range page {
			people[i] = page[i].PersonID
		}
		taken, err := s.People.FirstTaken(ctx, v.Event.ID, people)
		if err != nil {
			return err
		}
		for i := range page {
			n := &page[i]
			status, answered := string(n.State), inventory.Instant(0)
			switch {
			case n.State == inventory.InvitationDeclined:
				answered = n.UpdatedAt
			case n.State == inventory.InvitationSent && n.Person.Units > 0:
				status, answered = "accepted", taken[n.PersonID]
			}
			if err := row(n.ID, status, n.Person.Profile.Name, n.Person.Profile.Email, n.Person.UserID, n.Places, n.Person.Units, n.Waited, n.CreatedAt, n.SentAt, answered); err != nil {
				return err
			}
			after = n.ID
		}
		if len(page) < pageSize {
			return nil
		}
	}
}

// guestNames are the names in a list of guests.
func guestNames(list string) string {
	var guests []struct {
		Name string `json:"name"`
	}
	if json.Unmarshal([]byte(list), &guests) != nil {
		return "" // erased
	}
	names := make([]string, 0, len(guests))
	for _, g := range guests {
		names = append(names, g.Name)
	}
	return strings.Join(names, "; ")
}
