package events

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Brief is what an event is called, where and when it is, and who runs it.
type Brief struct {
	EventID, Title, Location, Coordinates, Timezone string
	Status                                          inventory.EventStatus
	StartsAt, EndsAt                                inventory.Instant
	OrgID, OrgName, OrgColor                        string
	Unlisted                                        bool // lists do not have it; see inventory.Unlisted
	ByInvitation                                    bool // nor may anybody know of it who is not invited
	Labels
	Online       bool   // it takes place online, too; see Details.OnlineURL
	Series       string // the series of which it is a date; "": it is none
	MainLanguage string // that of its words; "": not said
	// TitleLanguage is that which Named gave it a title in; "": the main one.
	TitleLanguage string
	CoverPicture  string // see Details
	Cover         Cover
}

// Labels are what an event says of itself beside words, place and time; see Details.
type Labels struct {
	Category, Language string
	Tags, Performers   []string
	AgeMin             int64
}

const briefColumns = "e.id, e.title, e.location, e.coordinates, e.timezone, e.status, e.starts_at, e.ends_at, o.id, o.name, o.color" +
	", e.category, e.language, e.age_min, e.tags, e.performers, e.unlisted, e.cover_picture, e.cover, e.online_url <> '', e.main_language" +
	", coalesce((select date.series_id from series_dates date where date.event_id = e.id), '')"

// scan reads briefColumns, and what stands behind them.
func (b *Brief) scan(r engine.Row, more ...any) error {
	var tags, performers, cover string
	var unlisted int64
	if err := r.Scan(append([]any{
		&b.EventID, &b.Title, &b.Location, &b.Coordinates, &b.Timezone, (*string)(&b.Status), (*int64)(&b.StartsAt), (*int64)(&b.EndsAt),
		&b.OrgID, &b.OrgName, &b.OrgColor, &b.Category, &b.Language, &b.AgeMin, &tags, &performers, &unlisted, &b.CoverPicture, &cover, &b.Online, &b.MainLanguage, &b.Series,
	}, more...)...); err != nil {
		return err
	}
	b.Unlisted, b.ByInvitation = unlisted != 0, unlisted == ByInvitation
	return errors.Join(table.AsList(&b.Tags).Decode(tags), table.AsList(&b.Performers).Decode(performers), table.AsJSON(&b.Cover).Decode(cover))
}

// Listed reports whether lists, searches and feeds have the event, over or not.
func (b *Brief) Listed() bool {
	return (b.Status == inventory.Published || b.Status == inventory.Postponed) && !b.Unlisted
}

// Over reports whether the event is over at a time: never, while it has no date.
func (b *Brief) Over(now inventory.Instant) bool {
	return b.Status != inventory.Postponed && b.EndsAt <= now
}

func scanBrief(r engine.Row, b *Brief) error { return b.scan(r) }

// longestEvent is how long an event can be under way and still be in the list of all: that
// is read by start, and this is how far back it begins. The list of one organization is
// short, and begins with its first event.
const longestEvent = 366 * inventory.Day

// PublicList says which published events are listed.
type PublicList struct {
	Org  string // only those of this organization; "": of all
	Past bool   // those that have ended instead of those that have not
	// Unlisted: those too that are.
	Unlisted bool
	// Collapsed: of the dates of a series that are listed, only the first in the list.
	Collapsed bool
	// Only those that take place between these, at least in part: they end after From,
	// and start before Until. 0: no bound.
	From, Until inventory.Instant
}

// PublicEvents returns published events: those that have not ended at now, by start and
// id, after the given ones; or past ones, the latest start first, before the given ones,
// of which a start of 0 means none.
func (s Events) PublicEvents(ctx context.Context, of PublicList, now, afterStart inventory.Instant, afterID string, limit int) ([]Brief, error) {
	// One that is postponed has no date: no time of its old one ends it, and it is within no times.
	text := `e.starts_at >= $1 and (e.starts_at > $2 or e.id > $3) and (e.ends_at > $4 or e.status = 'postponed')`
	if of.From != 0 || of.Until != 0 {
		text = `e.starts_at >= $1 and (e.starts_at > $2 or e.id > $3) and e.ends_at > $4`
	}
	order := ` order by e.starts_at, e.id limit $5`
	ends, start := max(now, of.From), afterStart
	if of.Org == "" {
		start = max(start, ends-inventory.Instant(longestEvent))
	}
	if of.Past {
		text = `e.starts_at <= $1 and (e.starts_at < $2 or e.id < $3) and e.ends_at <= $4 and e.status = 'published'`
		order = ` order by e.starts_at desc, e.id desc limit $5`
		ends = now
		if start = afterStart; start == 0 {
			start = now
		}
		if of.Until != 0 && start >= of.Until {
			start, afterID = of.Until, ""
		}
	}
	args := []any{int64(start), int64(start), afterID, int64(ends), limit}
	and := func(condition string, values ...any) {
		for _, v := range values {
			args = append(args, v)
			condition = strings.Replace(condition, "?", "$"+strconv.Itoa(len(args)), 1)
		}
		text += " and " + condition
	}
	if of.Org != "" {
		and("e.org_id = ?", of.Org)
	}
	if !of.Unlisted {
		and("e.unlisted = 0")
	}
	if of.Until != 0 && !of.Past {
		and("e.starts_at < ?", int64(of.Until))
	}
	if of.From != 0 && of.Past {
		and("e.ends_at > ?", int64(of.From))
		if of.Org == "" {
			and("e.starts_at >= ?", int64(of.From)-int64(longestEvent))
		}
	}
	if of.Collapsed {
		before := "(f.starts_at < e.starts_at or f.starts_at = e.starts_at and f.id < e.id) and (f.ends_at > ? or f.status = 'postponed')"
		if of.Past {
			before = "(f.starts_at > e.starts_at or f.starts_at = e.starts_at and f.id > e.id) and f.ends_at <= ?"
		}
		values := []any{int64(ends)}
		if of.Past && of.From != 0 {
			before, values = before+" and f.ends_at > ?", append(values, int64(of.From))
		}
		if of.Past && of.Until != 0 {
			before, values = before+" and f.starts_at < ?", append(values, int64(of.Until))
		}
		if !of.Unlisted {
			before += " and f.unlisted = 0"
		}
		spread, err := s.db.Eng.Spread(ctx)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		others := otherDates
		if spread {
			others = otherDatesAtOnce
		}
		and("not exists (select 1 from series_dates d join "+others+" where d.event_id = e.id and f.status in ('published', 'postponed') and "+before+")", values...)
	}
	list, err := table.All(ctx, s.db.OftenRead(), scanBrief, "select "+briefColumns+` from events e join organizations o on o.id = e.org_id
		where e.status in ('published', 'postponed') and `+text+order, args...)
	return list, s.db.Classify(err)
}

// otherDates are the other dates f of the series of a date d.
const otherDates = `series_dates o on o.org_id = d.org_id and o.series_id = d.series_id and o.position <> d.position
	join events f on f.id = o.event_id`

// otherDatesAtOnce is otherDates where events are on several machines: it reads the dates of all
// series once, and not those of one for each event.
const otherDatesAtOnce = `(select o.org_id, o.series_id, o.position, f.id, f.starts_at, f.ends_at, f.status, f.unlisted
	from series_dates o join events f on f.id = o.event_id offset 0) f on f.org_id = d.org_id and f.series_id = d.series_id and f.position <> d.position`

// Briefs returns briefs of events by id; those that do not exist are missing.
func (s Events) Briefs(ctx context.Context, ids []string) (map[string]*Brief, error) {
	found := make(map[string]*Brief, len(ids))
	for len(ids) > 0 {
		n := min(len(ids), table.MaxInList)
		list, args := table.InList(1, ids[:n])
		rows, err := table.All(ctx, s.db.Read, scanBrief, "select "+briefColumns+` from events e join organizations o on o.id = e.org_id
			where e.id in (`+list+")", args...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for i := range rows {
			found[rows[i].EventID] = &rows[i]
		}
		ids = ids[n:]
	}
	return found, nil
}

// EventsByID returns events by id, all read in one snapshot; those that do not
// exist are missing.
func (s Events) EventsByID(ctx context.Context, ids []string) (map[string]*EventView, error) {
	return s.eventsByID(ctx, ids, fillEvents)
}

// filler adds to events what belongs to them: table.MaxInList at most.
type filler func(context.Context, table.Querier, map[string]*EventView) error

// eventsByID returns events by id with what fillers add to them, all read in one snapshot.
func (s Events) eventsByID(ctx context.Context, ids []string, fill ...filler) (map[string]*EventView, error) {
	found := make(map[string]*EventView, len(ids))
	if len(ids) == 0 {
		return found, nil
	}
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		list, args := table.InList(1, ids[:min(len(ids), table.MaxInList)])
		records, err := table.All(ctx, tx, EventTable.Scan, "select "+EventTable.Columns+" from events where id in ("+list+") order by id", args...)
		if err != nil {
			return err
		}
		clear(found) // of an attempt that lost a race
		views := bareViews(records)
		for i := range views {
			found[views[i].Event.ID] = &views[i]
		}
		for _, more := range fill {
			if len(found) == 0 {
				break
			}
			if err := more(ctx, tx, found); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}
