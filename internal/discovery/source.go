package discovery

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// lateness is how long after its decision a transaction is committed at most. What the
// source has told is asked for again for so long.
const lateness = inventory.Instant(60_000_000)

// endless is the end of an event that has no date.
const endless = inventory.Instant(1 << 62)

// marksAtOnce is how many marks of what changed lately are read at a time.
const marksAtOnce = 2000

// renamedStep is how far the cursor of the organizations moves at once, so that it is
// not written at each turn.
const renamedStep = 10 * lateness

// published is the Source that tells what the database says of published events.
type published struct {
	store *store.Store
	now   func() time.Time
	marks int // how many are read at a time
	// filling: the index is filled from its beginning.
	filling bool
	// What was told lately, by id: the time of the change.
	events, organizations map[string]inventory.Instant
	renamed               []string // organizations whose events are to be told
	known                 bool     // what was told is of this state of the database
	after                 string   // the last event that was, of the first of them
	zones                 Zones
}

// Published returns the Source of the events in a database. It has one reader.
func Published(s *store.Store, now func() time.Time) Source {
	return &published{store: s, now: now, marks: marksAtOnce, events: map[string]inventory.Instant{}, organizations: map[string]inventory.Instant{}}
}

// reached is the cursor: up to which change of an event and which of an organization the
// source was read.
type reached struct {
	At      inventory.Instant `json:"at"`
	ID      string            `json:"id"`
	Renamed inventory.Instant `json:"renamed"`
	// Last are the changes that were told last: the database that told them has them, or
	// later ones of the same events.
	Last []mark `json:"last,omitempty"`
}

// mark is an event and the time of a change.
type mark struct {
	ID string            `json:"id"`
	At inventory.Instant `json:"at"`
}

// witnesses is how many changes a cursor has.
const witnesses = 32

// saw keeps the changes that were told last.
func (r *reached) saw(list []events.Listed) {
	for i := range list[max(0, len(list)-witnesses):] {
		l := &list[max(0, len(list)-witnesses)+i]
		r.Last = append(r.Last, mark{l.EventID, l.ListedAt})
	}
	r.Last = slices.Clone(r.Last[max(0, len(r.Last)-witnesses):])
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
		p.forget()
	} else if err := json.Unmarshal([]byte(cursor), &at); err != nil {
		return nil, "", fmt.Errorf("discovery: cursor: %w", err)
	}
	if err := p.check(ctx, &at); err != nil {
		return nil, "", err
	}
	from := p.store
	if p.filling = p.filling || cursor == ""; p.filling {
		from = p.store.Reading(ctx, store.ReadSearch)
	}
	list, err := from.Events.ListedAfter(ctx, at.At, at.ID, limit)
	if err != nil {
		return nil, "", err
	}
	p.filling = p.filling && len(list) == limit
	changes, err := p.tell(list, now)
	if err != nil {
		return nil, "", err
	}
	at.saw(list)
	if n := len(list); n > 0 {
		at.At, at.ID = list[n-1].ListedAt, list[n-1].EventID
	}
	// What was committed late does not wait until nothing else changes.
	for _, more := range []func(context.Context, *reached, inventory.Instant, int) ([]events.Listed, error){p.late, p.ofRenamed} {
		if len(changes) == limit {
			break
		}
		if list, err = more(ctx, &at, now, limit-len(changes)); err != nil {
			p.forget() // what was read is not told now
			return nil, "", err
		}
		some, err := p.tell(list, now)
		if err != nil {
			p.forget()
			return nil, "", err
		}
		changes = append(changes, some...)
		at.saw(list)
	}
	return changes, at.String(), nil
}

// check returns ErrForeign for the cursor of an earlier process when the database has not
// got what that process was told: it was restored from a backup, and what is in the index
// may never have been. This process needs to ask once.
func (p *published) check(ctx context.Context, at *reached) error {
	if p.known || len(at.Last) == 0 {
		p.known = true
		return nil
	}
	latest := map[string]inventory.Instant{}
	for _, m := range at.Last {
		latest[m.ID] = max(latest[m.ID], m.At)
	}
	list, err := p.store.Events.ListedByID(ctx, slices.Collect(maps.Keys(latest)))
	if err != nil {
		return err
	}
	has := map[string]inventory.Instant{}
	for i := range list {
		has[list[i].EventID] = list[i].ListedAt
	}
	for id, told := range latest {
		if has[id] < told {
			return ErrForeign
		}
	}
	p.known = true
	return nil
}

// forget has what changed lately told again.
func (p *published) forget() {
	clear(p.events)
	clear(p.organizations)
	p.renamed, p.after = nil, ""
}

// tell makes changes of what the database says, and keeps that it was told.
func (p *published) tell(list []events.Listed, now inventory.Instant) ([]Change, error) {
	changes := make([]Change, len(list))
	for i := range list {
		l := &list[i]
		zone, err := p.zones.Load(l.Timezone)
		if err != nil {
			return nil, fmt.Errorf("discovery: zone of %s: %w", l.EventID, err)
		}
		first, last := DaysOf(l.StartsAt, l.EndsAt, zone)
		ends := l.EndsAt
		if l.Status == inventory.Postponed {
			ends = endless // it has no date that could pass
		}
		changes[i] = Change{Gone: !l.Brief.Listed(), Event: Event{
			ID: l.EventID, Title: l.Title, Place: l.Location, Host: l.OrgName, Organizer: l.OrgID, Description: l.Description,
			StartsAt: l.StartsAt, EndsAt: ends, FirstDay: first, LastDay: last, Available: l.Available,
			Currency: l.Currency, Prices: l.Prices, PublishedAt: l.PublishedAt,
			Category: l.Category, Spoken: l.Language, Tags: l.Tags, Performers: l.Performers, AgeMin: l.AgeMin, Series: l.Series,
		}}
		for _, t := range l.Named {
			changes[i].Translated = append(changes[i].Translated, Translated{t.Language, t.Title, t.Location})
		}
		if at, ok := ParsePoint(l.Coordinates); ok {
			changes[i].At = &at
		}
		if city := CityOf(l.Location, changes[i].At, l.Timezone); city != nil {
			changes[i].City = city.ID
		}
		if l.ListedAt > now-lateness {
			p.events[l.EventID] = l.ListedAt
		}
	}
	return changes, nil
}

// unheard reads marks from a time on, in their order, and returns the first ones that were
// not told. read returns at most a number of them, after one.
func (p *published) unheard(ctx context.Context, read func(context.Context, inventory.Instant, string, int) ([]events.ListedMark, error),
	told map[string]inventory.Instant, from inventory.Instant, limit int) ([]events.ListedMark, error) {
	var fresh []events.ListedMark
	for at, id := from, ""; ; {
		marks, err := read(ctx, at, id, p.marks)
		if err != nil {
			return nil, err
		}
		for _, m := range marks {
			if told[m.ID] != m.At {
				if fresh = append(fresh, m); len(fresh) == limit {
					return fresh, nil
				}
			}
			at, id = m.At, m.ID
		}
		if len(marks) < p.marks {
			return fresh, nil
		}
	}
}

// late returns what changed lately and was not told: it was committed after something
// that was decided after it.
func (p *published) late(ctx context.Context, _ *reached, now inventory.Instant, limit int) ([]events.Listed, error) {
	maps.DeleteFunc(p.events, func(_ string, at inventory.Instant) bool { return at <= now-lateness })
	marks, err := p.unheard(ctx, p.store.Events.ListedSince, p.events, now-lateness+1, limit)
	if err != nil || len(marks) == 0 {
		return nil, err
	}
	ids := make([]string, len(marks))
	for i := range marks {
		ids[i] = marks[i].ID
	}
	return p.store.Events.ListedByID(ctx, ids)
}

// ofRenamed returns events of organizations that show themselves otherwise.
func (p *published) ofRenamed(ctx context.Context, at *reached, now inventory.Instant, limit int) (found []events.Listed, err error) {
	for {
		for len(p.renamed) > 0 {
			list, err := p.store.Events.ListedOf(ctx, p.renamed[0], p.after, limit-len(found))
			if err != nil {
				return nil, err
			}
			if found = append(found, list...); len(found) == limit {
				p.after = list[len(list)-1].EventID
				return found, nil
			}
			p.renamed, p.after = p.renamed[1:], ""
		}
		since := min(at.Renamed, now-lateness)
		maps.DeleteFunc(p.organizations, func(_ string, told inventory.Instant) bool { return told < since })
		marks, err := p.unheard(ctx, p.store.Events.ChangedSince, p.organizations, since, p.marks)
		if err != nil {
			return nil, err
		}
		if len(marks) == 0 {
			if at.Renamed < now-lateness-renamedStep {
				at.Renamed = now - lateness
			}
			return found, nil
		}
		for _, m := range marks {
			p.organizations[m.ID] = m.At
			p.renamed = append(p.renamed, m.ID)
		}
	}
}
