package discovery

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// lateness is how long after its decision a transaction is committed at most. What the
// source has told is asked for again for so long.
const lateness = inventory.Instant(60_000_000)

// maxMarks is how many marks of what changed lately are read at a time.
const maxMarks = 2000

// renamedStep is how far the cursor of the organizations moves at once, so that it is
// not written at each turn.
const renamedStep = 10 * lateness

// published is the Source that tells what the database says of published events.
type published struct {
	store *store.Store
	now   func() time.Time
	// told is what was told lately, by id: the time of the change.
	events, organizations map[string]inventory.Instant
	renamed               []string          // organizations whose events are to be told
	upTo                  inventory.Instant // where the cursor of the organizations stands then; 0: where it is
	after                 string            // the last event that was, of the first of them
}

// Published returns the Source of the events in a database. It has one reader.
func Published(s *store.Store, now func() time.Time) Source {
	return &published{store: s, now: now, events: map[string]inventory.Instant{}, organizations: map[string]inventory.Instant{}}
}

// reached is the cursor: up to which change of an event and which of an organization the
// source was read.
type reached struct {
	At      inventory.Instant `json:"at"`
	ID      string            `json:"id"`
	Renamed inventory.Instant `json:"renamed"`
}

func (r reached) String() string {
	b, err := json.Marshal(r)
	if err != nil {
		panic(err) // numbers and a text
	}
	return string(b)
}

func (p *published) Changes(ctx context.Context, cursor string, limit int) ([]Change, string, error) {
	now := inventory.At(p.now())
	at := reached{Renamed: now - lateness} // who was renamed before has its events read as they are
	if cursor == "" {
		clear(p.events)
		clear(p.organizations)
		p.renamed, p.after, p.upTo = nil, "", 0
	} else if err := json.Unmarshal([]byte(cursor), &at); err != nil {
		return nil, "", fmt.Errorf("discovery: cursor: %w", err)
	}
	list, err := p.store.Events.ListedAfter(ctx, at.At, at.ID, limit)
	if err != nil {
		return nil, "", err
	}
	if n := len(list); n > 0 {
		at.At, at.ID = list[n-1].ListedAt, list[n-1].EventID
		return p.tell(list, now), at.String(), nil
	}
	if list, err = p.late(ctx, now, limit); err != nil || len(list) > 0 {
		return p.tell(list, now), at.String(), err
	}
	list, err = p.ofRenamed(ctx, &at, now, limit)
	return p.tell(list, now), at.String(), err
}

// tell makes changes of what the database says, and keeps that it was told.
func (p *published) tell(list []store.Listed, now inventory.Instant) []Change {
	changes := make([]Change, len(list))
	for i := range list {
		l := &list[i]
		changes[i] = Change{Gone: l.Status != inventory.Published, Event: Event{
			ID: l.EventID, Title: l.Title, Place: l.Location, Host: l.OrgName, Organizer: l.OrgID, Description: l.Description,
			StartsAt: l.StartsAt, EndsAt: l.EndsAt, Available: l.Available,
		}}
		if l.ListedAt > now-lateness {
			p.events[l.EventID] = l.ListedAt
		}
	}
	return changes
}

// late returns what changed lately and was not told: it was committed after something
// that was decided after it.
func (p *published) late(ctx context.Context, now inventory.Instant, limit int) ([]store.Listed, error) {
	for id, at := range p.events {
		if at <= now-lateness {
			delete(p.events, id)
		}
	}
	var ids []string
	for at, id := now-lateness+1, ""; len(ids) < limit; {
		marks, err := p.store.Events.ListedSince(ctx, at, id, maxMarks)
		if err != nil {
			return nil, err
		}
		for _, m := range marks {
			if p.events[m.ID] != m.At && len(ids) < limit {
				ids = append(ids, m.ID)
			}
			at, id = m.At, m.ID
		}
		if len(marks) < maxMarks {
			break
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return p.store.Events.ListedByID(ctx, ids)
}

// ofRenamed returns events of organizations that show themselves otherwise.
func (p *published) ofRenamed(ctx context.Context, at *reached, now inventory.Instant, limit int) ([]store.Listed, error) {
	if len(p.renamed) == 0 {
		since := min(at.Renamed, now-lateness)
		marks, err := p.store.Organizations.ChangedSince(ctx, since, maxMarks)
		if err != nil {
			return nil, err
		}
		if p.upTo = 0; len(marks) == maxMarks {
			p.upTo = marks[maxMarks-1].At
		}
		for id, told := range p.organizations {
			if told < since {
				delete(p.organizations, id)
			}
		}
		for _, m := range marks {
			if p.organizations[m.ID] != m.At {
				p.organizations[m.ID] = m.At
				p.renamed = append(p.renamed, m.ID)
			}
		}
	}
	for len(p.renamed) > 0 {
		list, err := p.store.Events.ListedOf(ctx, p.renamed[0], p.after, limit)
		if err != nil {
			return nil, err
		}
		if n := len(list); n > 0 {
			p.after = list[n-1].EventID
			return list, nil
		}
		p.renamed, p.after = p.renamed[1:], ""
	}
	if at.Renamed = max(at.Renamed, p.upTo); p.upTo == 0 && at.Renamed < now-lateness-renamedStep {
		at.Renamed = now - lateness
	}
	return nil, nil
}
