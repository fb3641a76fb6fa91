package events

import (
	"context"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// CalendarEvent is what a calendar says of an event that everybody may see, or saw before it
// was cancelled.
type CalendarEvent struct {
	Brief
	Description string
	OnlineURL   string // for ticket holders; see Details
	// Revision grows with every change, of what people read too. It is never below the seq of
	// the last ledger row, which entries in mails are numbered by.
	Revision int64
	// ListedAt is when what the public list says of it last changed.
	ListedAt, PublishedAt inventory.Instant
}

func scanCalendarEvent(r engine.Row, v *CalendarEvent) error {
	return v.scan(r, &v.Description, &v.OnlineURL, &v.Revision, (*int64)(&v.ListedAt), (*int64)(&v.PublishedAt))
}

const calendarEvents = "select " + briefColumns + ", e.description, e.online_url, e.seq + e.version, e.listed_at, e.published_at from events e join organizations o on o.id = e.org_id where "

// Hosted returns the events of an organization that were published, cancelled ones too, of
// those that end after a time, by start, at most limit.
func (s Events) Hosted(ctx context.Context, org string, after inventory.Instant, limit int) ([]CalendarEvent, error) {
	list, err := table.All(ctx, s.db.Read, scanCalendarEvent, calendarEvents+`e.org_id = $1 and e.published_at > 0 and e.unlisted = 0 and e.ends_at > $2
		order by e.starts_at, e.id limit $3`, org, int64(after), limit)
	return list, s.db.Classify(err)
}

// News returns the events of an organization that were published and not cancelled, the latest
// published first, at most limit.
func (s Events) News(ctx context.Context, org string, limit int) ([]CalendarEvent, error) {
	list, err := table.All(ctx, s.db.Read, scanCalendarEvent, calendarEvents+`e.org_id = $1 and e.published_at > 0 and e.unlisted = 0 and e.status in ('published', 'postponed')
		order by e.published_at desc, e.id desc limit $2`, org, limit)
	return list, s.db.Classify(err)
}

// InSeries is Hosted of the dates of a series: of those that are listed, or where none is, of
// all that are not drafts.
func (s Events) InSeries(ctx context.Context, series string, after inventory.Instant, limit int) ([]CalendarEvent, error) {
	list, err := table.All(ctx, s.db.Read, scanCalendarEvent, calendarEvents+`e.id in (select d.event_id from series_dates d
			join series s on s.org_id = d.org_id and s.id = d.series_id where s.id = $1)
		and e.status <> 'draft' and e.unlisted <> 2 and e.ends_at > $2 and (e.unlisted = 0 or not exists (select 1 from series_dates o join events l on l.id = o.event_id
			join series s on s.org_id = o.org_id and s.id = o.series_id where s.id = $3 and l.status <> 'draft' and l.unlisted = 0)) order by e.starts_at, e.id limit $4`,
		series, int64(after), series, limit)
	return list, s.db.Classify(err)
}

// AtVenue is Hosted of the events that have a room of a venue: by a booking that is confirmed,
// or was until the event was cancelled.
func (s Events) AtVenue(ctx context.Context, org, venue string, after inventory.Instant, limit int) ([]CalendarEvent, error) {
	list, err := table.All(ctx, s.db.Read, scanCalendarEvent, calendarEvents+`e.org_id = $1 and e.id in (select b.event_id from bookings b
			where b.org_id = $2 and b.venue_id = $3 and b.event_id <> '' and b.ends_at > $4
			and (b.status in ('confirmed', 'completed') or (b.status = 'cancelled' and e.status = 'cancelled')))
		and e.published_at > 0 and e.unlisted = 0 and e.ends_at > $5 order by e.starts_at, e.id limit $6`, org, org, venue, int64(after), int64(after), limit)
	return list, s.db.Classify(err)
}

// ForCalendar returns events by id, as calendars say them; drafts, and those that do not exist,
// are missing.
func (s Events) ForCalendar(ctx context.Context, ids []string) (map[string]*CalendarEvent, error) {
	found := make(map[string]*CalendarEvent, len(ids))
	for part := range slices.Chunk(ids, table.MaxInList) {
		in, args := table.InList(1, part)
		list, err := table.All(ctx, s.db.Read, scanCalendarEvent, calendarEvents+"e.status <> 'draft' and e.id in ("+in+")", args...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for i := range list {
			found[list[i].EventID] = &list[i]
		}
	}
	return found, nil
}
