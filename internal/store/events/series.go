package events

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// EventSeries is several dates of one thing, each of them an event of its own.
type EventSeries struct {
	OrgID, ID, Title, Description string
	CreatedAt, ChangedAt          inventory.Instant // ChangedAt: its words were; it was made then, or they were changed
	// ToldPlan is the last plan of dates that followers of the organization are told about, by
	// the announcement of ToldEvent, which stands for ToldDates dates.
	ToldPlan  int64
	ToldEvent string
	ToldDates int64
	// Texts are its title and description in other languages.
	Texts translation.All
}

// In returns what a series is called in a language, and what is said of it there: its own words
// where they are not translated.
func (s *EventSeries) In(language string) (title, description string) {
	texts := s.Texts[language]
	title, _ = texts.Or(translation.Title, s.Title)
	description, _ = texts.Or(translation.Description, s.Description)
	return title, description
}

// SeriesDate is a date of a series. It is planned first, and made when its event is there.
type SeriesDate struct {
	OrgID, SeriesID string
	Position        int64 // 1, 2, 3, … as they were planned
	EventID         string
	// SourceID is the event that it is a copy of: itself, if the series was made of it.
	SourceID string
	StartsAt inventory.Instant // as planned; the event may have been moved since
	Made     bool
	// Plan is by which plan it came: 1 made the series, each later one added dates.
	Plan int64
}

// EventsOf returns the ids of the events of dates.
func EventsOf(dates []SeriesDate) []string {
	ids := make([]string, len(dates))
	for i := range dates {
		ids[i] = dates[i].EventID
	}
	return ids
}

// SeriesTable describes the table series; a row is one EventSeries.
var SeriesTable = table.New("series", new(EventSeries), func(c *table.Columns, s *EventSeries) {
	c.Key("org_id", &s.OrgID)
	c.Key("id", &s.ID)
	c.Text("title", &s.Title)
	c.Text("description", &s.Description)
	c.Number("created_at", (*int64)(&s.CreatedAt))
	c.Number("told_plan", &s.ToldPlan)
	c.Text("told_event", &s.ToldEvent)
	c.Number("told_dates", &s.ToldDates)
	c.Number("changed_at", (*int64)(&s.ChangedAt))
	c.Encoded("texts", table.AsJSON(&s.Texts))
})

// SeriesDateTable describes the table series_dates; a row is one SeriesDate.
var SeriesDateTable = table.New("series_dates", new(SeriesDate), func(c *table.Columns, d *SeriesDate) {
	c.Key("org_id", &d.OrgID)
	c.Key("series_id", &d.SeriesID)
	c.NumberKey("position", &d.Position)
	c.Text("event_id", &d.EventID)
	c.Text("source_id", &d.SourceID)
	c.Number("starts_at", (*int64)(&d.StartsAt))
	c.Truth("made", &d.Made)
	c.Number("plan", &d.Plan)
})

// CreateSeries stores a series with its dates. ErrConflict: there is one with that id, or an
// event is a date of a series already. If followers of the organization are yet to be told about
// one of the events, they are told about the series instead.
func (s Series) CreateSeries(ctx context.Context, v EventSeries, dates []SeriesDate) error { //nolint:gocritic // what is kept is a copy
	v.ChangedAt = v.CreatedAt
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := SeriesTable.InsertRow(ctx, tx, &v); err != nil {
			return err
		}
		if err := insertDates(ctx, tx, 1, dates); err != nil {
			return err
		}
		told, err := table.All(ctx, tx, table.ScanText, `select n.event_id from announcements n
			join series_dates d on d.event_id = n.event_id where d.series_id = $1 and `+yetToTell+" order by d.position limit 1", v.ID)
		if err != nil || len(told) == 0 {
			return err
		}
		_, err = table.Exec(ctx, tx, "update series set told_plan = 1, told_dates = $1, told_event = $2 where id = $3", int64(len(dates)), told[0], v.ID)
		return err
	})
}

// yetToTell are announcements to followers that have not begun to go out.
const yetToTell = "n.id = '" + NewEventID + "' and n.state = 'planned'"

func insertDates(ctx context.Context, tx *sql.Tx, plan int64, dates []SeriesDate) error {
	for i := range dates {
		d := dates[i]
		d.Plan = plan
		if err := SeriesDateTable.InsertRow(ctx, tx, &d); err != nil {
			return err
		}
	}
	return nil
}

// PlanDates adds dates to a series. more is told those that the series has, which nobody else
// changes meanwhile, and returns those to add. They are a plan of their own, of which followers
// of the organization are told, unless they are yet to be told about the last one.
// ErrNotFound: the organization has no such series.
func (s Series) PlanDates(ctx context.Context, org, id string, more func(have []SeriesDate) ([]SeriesDate, error)) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		v, err := table.One(ctx, tx, SeriesTable.Scan, SeriesTable.From()+" where org_id = $1 and id = $2"+s.db.ForUpdate, org, id)
		if err != nil {
			return err
		}
		have, err := table.All(ctx, tx, SeriesDateTable.Scan, datesOfSeries, org, id, MaxSeriesDates)
		if err != nil {
			return err
		}
		dates, err := more(have)
		if err != nil {
			return err
		}
		if len(have)+len(dates) > MaxSeriesDates {
			return database.ErrLimit
		}
		plan := int64(1)
		for i := range have {
			plan = max(plan, have[i].Plan)
		}
		waits, err := table.All(ctx, tx, table.ScanInt, "select 1 from announcements n where n.event_id = $1 and "+yetToTell, v.ToldEvent)
		if err != nil {
			return err
		}
		if len(waits) == 0 || v.ToldPlan < plan {
			return insertDates(ctx, tx, plan+1, dates)
		}
		if err := insertDates(ctx, tx, plan, dates); err != nil {
			return err
		}
		return table.ExecOne(ctx, tx, "update series set told_dates = told_dates + $1 where org_id = $2 and id = $3", int64(len(dates)), org, id)
	})
}

// MaxSeriesDates is how many dates a series has at most.
const MaxSeriesDates = 400

var datesOfSeries = SeriesDateTable.From() + " where org_id = $1 and series_id = $2 order by position limit $3"

// Series returns a series of an organization, or ErrNotFound.
func (s Series) Series(ctx context.Context, org, id string) (*EventSeries, error) {
	v, err := table.One(ctx, s.db.Read, SeriesTable.Scan, SeriesTable.From()+" where org_id = $1 and id = $2", org, id)
	if err != nil {
		return nil, fmt.Errorf("store: series: %w", s.db.Classify(err))
	}
	return &v, nil
}

// SeriesByID returns a series of any organization, or ErrNotFound.
func (s Series) SeriesByID(ctx context.Context, id string) (*EventSeries, error) {
	v, err := table.One(ctx, s.db.Read, SeriesTable.Scan, SeriesTable.From()+" where id = $1", id)
	if err != nil {
		return nil, fmt.Errorf("store: series: %w", s.db.Classify(err))
	}
	return &v, nil
}

// SeriesPage returns the series of an organization after an id, at most limit.
func (s Series) SeriesPage(ctx context.Context, org, after string, limit int) ([]EventSeries, error) {
	list, err := table.All(ctx, s.db.Read, SeriesTable.Scan, SeriesTable.From()+" where org_id = $1 and id > $2 order by id limit $3", org, after, limit)
	if err != nil {
		return nil, fmt.Errorf("store: series of an organization: %w", s.db.Classify(err))
	}
	return list, nil
}

// Dates returns the dates of a series by position, at most limit.
func (s Series) Dates(ctx context.Context, org, id string, limit int) ([]SeriesDate, error) {
	list, err := table.All(ctx, s.db.Read, SeriesDateTable.Scan, datesOfSeries, org, id, limit)
	if err != nil {
		return nil, fmt.Errorf("store: dates of a series: %w", s.db.Classify(err))
	}
	return list, nil
}

// SetMade notes that the event of a date is there.
func (s Series) SetMade(ctx context.Context, d *SeriesDate) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		return table.ExecOne(ctx, tx, "update series_dates set made = $1 where org_id = $2 and series_id = $3 and position = $4", true, d.OrgID, d.SeriesID, d.Position)
	})
}

// ChangeSeries gives a series at a time what is not nil, and returns what it became, or ErrNotFound.
func (s Series) ChangeSeries(ctx context.Context, org, id string, at inventory.Instant, title, description *string) (*EventSeries, error) {
	var v EventSeries
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if v, err = table.One(ctx, tx, SeriesTable.Scan, SeriesTable.From()+" where org_id = $1 and id = $2"+s.db.ForUpdate, org, id); err != nil {
			return err
		}
		database.Put(&v.Title, title)
		database.Put(&v.Description, description)
		v.ChangedAt = max(v.ChangedAt, at)
		return table.ExecOne(ctx, tx, "update series set title = $1, description = $2, changed_at = $3 where org_id = $4 and id = $5", v.Title, v.Description, int64(v.ChangedAt), org, id)
	})
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// SetTexts gives a series at a time other words in a language, by those that it has there: none, and it has no
// words in it. It returns the series, or ErrNotFound.
func (s Series) SetTexts(ctx context.Context, org, id string, at inventory.Instant, language string, words func(*EventSeries) translation.Texts) (*EventSeries, error) {
	var v EventSeries
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if v, err = table.One(ctx, tx, SeriesTable.Scan, SeriesTable.From()+" where org_id = $1 and id = $2"+s.db.ForUpdate, org, id); err != nil {
			return err
		}
		if v.Texts == nil {
			v.Texts = translation.All{}
		}
		if v.Texts[language] = words(&v); len(v.Texts[language]) == 0 {
			delete(v.Texts, language)
		}
		texts, err := table.AsJSON(&v.Texts).Encode()
		if err != nil {
			return err
		}
		v.ChangedAt = max(v.ChangedAt, at)
		return table.ExecOne(ctx, tx, "update series set texts = $1, changed_at = $2 where org_id = $3 and id = $4", texts, int64(v.ChangedAt), org, id)
	})
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// InSeries says of which series an event is a date.
type InSeries struct {
	ID, Title string
	Position  int64 // 0: it sells passes for the series, and is not a date of it
	// Told is how many dates of the series the announcement of the event tells of; 0: it is
	// the announcement of another date that does, or of none.
	Told int64
	// Texts are the words of the series in other languages.
	Texts translation.All
}

// in is the series as it is called in a language.
func (s *InSeries) in(language string) *InSeries {
	if s == nil {
		return nil
	}
	title, translated := s.Texts[language].Or(translation.Title, s.Title)
	if !translated {
		return s
	}
	said := *s
	said.Title = title
	return &said
}

// Listed returns how many dates of series the public list has that are not over at a time, or are
// with past, of which none begins outside of a list; series without any are missing.
func (s Series) Listed(ctx context.Context, series []string, of *PublicList, now inventory.Instant) (map[string]int, error) {
	found := make(map[string]int, len(series))
	for part := range slices.Chunk(series, table.MaxInList) {
		in, args := table.InList(4, part)
		over := "(e.ends_at > $1 or e.status = 'postponed') and e.ends_at > $2 and e.starts_at < $3"
		if of.Past {
			over = "e.ends_at <= $1 and e.status = 'published' and e.ends_at > $2 and e.starts_at < $3"
		}
		_, err := table.All(ctx, s.db.OftenRead(), func(r engine.Row, id *string) error {
			var n int
			err := r.Scan(id, &n)
			found[*id] = n
			return err
		}, "select d.series_id, cast(count(*) as bigint) from series_dates d join events e on e.id = d.event_id where "+over+
			" and e.status in ('published', 'postponed') and e.unlisted = 0 and d.series_id in ("+in+") group by d.series_id",
			append([]any{int64(now), int64(of.From), int64(cmp.Or(of.Until, forever))}, args...)...)
		if err != nil {
			return nil, fmt.Errorf("store: dates of series: %w", s.db.Classify(err))
		}
	}
	return found, nil
}

// forever is behind every time.
const forever = inventory.Instant(1<<63 - 1)

// fillSeries says of events of which series they are dates, or sell passes: these have position 0.
func fillSeries(ctx context.Context, q table.Querier, at map[string]*EventView) error {
	ids := slices.Sorted(maps.Keys(at))
	list, args := table.InList(1, ids)
	sell, more := table.InList(len(args)+1, ids)
	_, err := table.All(ctx, q, func(r engine.Row, in *InSeries) error {
		var event string
		in.Texts = nil // of the row before
		c := table.Scanning()
		c.Add(&event, &in.ID, &in.Title, &in.Position, &in.Told)
		c.Encoded("texts", table.AsJSON(&in.Texts))
		err := c.From(r)
		if err == nil {
			kept := *in
			at[event].Series = &kept
		}
		return err
	}, `select series_dates.event_id, series.id, series.title, series_dates.position,
			case when series.told_event = series_dates.event_id then series.told_dates else 0 end, series.texts from series_dates
		join series on series.org_id = series_dates.org_id and series.id = series_dates.series_id
		where series_dates.event_id in (`+list+`)
		union all select series_passes.id, series.id, series.title, 0, 0, series.texts from series_passes
		join series on series.org_id = series_passes.org_id and series.id = series_passes.series_id where series_passes.id in (`+sell+")", append(args, more...)...)
	return err
}

// BriefsOfAll is EventsByID with the briefs of the events, for as many as there are, in the
// order of their start; those that do not exist are missing.
func (s Events) BriefsOfAll(ctx context.Context, ids []string) (briefs []Brief, views map[string]*EventView, err error) {
	views = make(map[string]*EventView, len(ids))
	for part := range slices.Chunk(ids, table.MaxInList) {
		found, err := s.EventsByID(ctx, part)
		if err != nil {
			return nil, nil, err
		}
		for id, v := range found {
			views[id] = v
		}
	}
	byID, err := s.Briefs(ctx, ids)
	if err != nil {
		return nil, nil, err
	}
	for id, b := range byID {
		if views[id] != nil {
			briefs = append(briefs, *b)
		}
	}
	slices.SortFunc(briefs, func(a, b Brief) int {
		return cmp.Or(cmp.Compare(a.StartsAt, b.StartsAt), cmp.Compare(a.EventID, b.EventID))
	})
	return briefs, views, nil
}

// Series is events that are dates of one thing.
type Series struct{ db *database.DB }

// NewSeries returns Series on a database.
func NewSeries(db *database.DB) Series { return Series{db} }

// NewEventID is the ID of the announcement that an event was published, of which an event
// has one at most.
const NewEventID = "published"
