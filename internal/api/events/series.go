package events

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/recurrence"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

var (
	kindInSeries = httpapi.Kind{
		Code: "already_in_series", Status: 409, Title: "The event is in a series",
		Help: "An event is a date of one series at most. Add dates to that one instead.",
	}
	kindManyDates = httpapi.Kind{
		Code: "too_many_dates", Status: 409, Title: "Too many dates",
		Help: "A series has at most 400 dates. Make another one.",
	}
)

// SeriesDatesIn says when a series takes place.
type SeriesDatesIn struct {
	Rule   string      `json:"rule,omitempty" maxLength:"500" doc:"A recurrence rule of RFC 5545: FREQ of DAILY, WEEKLY, MONTHLY or YEARLY, INTERVAL, COUNT or UNTIL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS and WKST. It counts from the event on, in the event's zone: what begins at 19:30 does so all year." example:"FREQ=WEEKLY;BYDAY=FR;COUNT=12"`
	Except []string    `json:"except,omitempty" maxItems:"400" doc:"Days that the rule leaves out, as 2027-12-24. They count for its COUNT."`
	Dates  []time.Time `json:"dates,omitempty" maxItems:"400" doc:"Further starts."`
}

// NewSeries is the body that makes a series of an event.
type NewSeries struct {
	Title       *string `json:"title,omitempty" minLength:"1" maxLength:"200" doc:"What the series is called. Default: as the event."`
	Description *string `json:"description,omitempty" maxLength:"10000" doc:"Default: that of the event."`
	SeriesDatesIn
}

// SeriesChange is the body that changes what a series is called. What is absent stays.
type SeriesChange struct {
	Title       *string `json:"title,omitempty" minLength:"1" maxLength:"200" doc:"What the series is called. Its events keep their titles."`
	Description *string `json:"description,omitempty" maxLength:"10000" doc:"Plain text; markup is shown as it is written."`
}

// MoreDates is the body that adds dates to a series.
type MoreDates struct {
	EventID string `json:"event_id,omitempty" maxLength:"64" doc:"The date of the series that the new ones are copies of, and that rule counts from. Default: the last." example:"evt_3k9q0a7c1v5m"`
	SeriesDatesIn
}

// Series is a series as its organizers see it.
type Series struct {
	SeriesBrief
	Items   []SeriesDate `json:"items" doc:"By start; 400 at most."`
	Pending int64        `json:"pending" doc:"How many dates are planned and not made yet, because something came in between: :resume makes them."`
}

// SeriesBrief is what a series is called.
type SeriesBrief struct {
	ID          string    `json:"id" example:"ser_3k9q0a7c1v5m"`
	Title       string    `json:"title" example:"Jazz on Fridays"`
	Description string    `json:"description"`
	CreatedAt   time.Time `json:"created_at"`
}

// SeriesDate is a date of a series.
type SeriesDate struct {
	Position     int64              `json:"position" doc:"Its number, as it was planned."`
	EventID      string             `json:"event_id" example:"evt_3k9q0a7c1v5m"`
	Status       string             `json:"status" enum:"planned,draft,published,postponed,cancelled" doc:"planned: its event is not made yet."`
	Title        string             `json:"title" doc:"Empty while it is planned."`
	Location     string             `json:"location"`
	StartsAt     time.Time          `json:"starts_at"`
	EndsAt       *time.Time         `json:"ends_at" doc:"null while it is planned."`
	Timezone     string             `json:"timezone,omitempty"`
	Moved        bool               `json:"moved,omitempty" doc:"It starts at another time than the series had planned."`
	Availability *wire.Availability `json:"availability,omitempty" doc:"Of the event-wide pool; absent while it is planned."`
}

// SeriesList is a page of series.
type SeriesList struct {
	httpapi.List[SeriesBrief]
}

// SeriesPreview is what dates a series would have.
type SeriesPreview struct {
	Items []SeriesSpan `json:"items" doc:"By start, the event itself among them."`
}

// SeriesSpan is when a date takes place.
type SeriesSpan struct {
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
}

func briefOfSeries(s *events.EventSeries) SeriesBrief {
	return SeriesBrief{ID: s.ID, Title: s.Title, Description: s.Description, CreatedAt: s.CreatedAt.Time()}
}

// starts returns when dates that a request names begin that have not begun: those of its rule,
// from an event on, and those that it lists, in order and each once.
func (in *SeriesDatesIn) starts(check *httpapi.Checks, from *inventory.Event, now inventory.Instant) []inventory.Instant {
	var list []inventory.Instant
	var except []recurrence.Date
	for i, text := range in.Except {
		d, err := recurrence.ParseDate(text)
		if err != nil {
			check.Add("except["+strconv.Itoa(i)+"]", "bad_format", "must be a day such as 2027-12-24")
		}
		except = append(except, d)
	}
	for i, at := range in.Dates {
		start := wire.Moment(check, "dates["+strconv.Itoa(i)+"]", at)
		if start != 0 && start <= now {
			check.Add("dates["+strconv.Itoa(i)+"]", "out_of_range", "must not be in the past")
		}
		list = append(list, start)
	}
	if in.Rule != "" {
		rule, err := recurrence.Parse(in.Rule)
		var wrong *recurrence.Error
		switch {
		case errors.As(err, &wrong):
			check.Add("rule", "bad_format", "%s", strings.TrimSpace(cmp.Or(wrong.Part, "the rule")+" "+wrong.What))
		case !rule.Bounded():
			check.Add("rule", "required", "must say where it ends, with COUNT or UNTIL")
		default:
			dates, more := recurrence.Expand(rule, from.StartsAt.Time(), from.Zone, except, events.MaxSeriesDates)
			if more {
				check.Add("rule", "too_many", "has more than %d dates", events.MaxSeriesDates)
			}
			for _, at := range dates {
				if start := inventory.At(at); start > now {
					list = append(list, start)
				}
			}
		}
	}
	if check.Err() == nil && len(list) == 0 {
		check.Add("rule", "required", "and dates name no date that is to come")
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// planned are the dates of a new series, the event of which it is made among them.
func planned(series *events.EventSeries, v *events.EventView, starts []inventory.Instant) []events.SeriesDate {
	if !slices.Contains(starts, v.Event.StartsAt) {
		starts = append(starts, v.Event.StartsAt)
		slices.Sort(starts)
	}
	dates := make([]events.SeriesDate, len(starts))
	for i, at := range starts {
		d := newDate(series, int64(i)+1, v.Event.ID, at)
		if at == v.Event.StartsAt {
			d.EventID, d.Made = v.Event.ID, true
		}
		dates[i] = d
	}
	return dates
}

// newDate is a date whose event has an id that follows from its place: whoever makes it a
// second time meets it.
func newDate(series *events.EventSeries, position int64, source string, at inventory.Instant) events.SeriesDate {
	return events.SeriesDate{
		OrgID: series.OrgID, SeriesID: series.ID, Position: position, SourceID: source, StartsAt: at,
		EventID: id.TopNamed(id.Event, series.OrgID+"\n"+series.ID+"\n"+strconv.FormatInt(position, 10)),
	}
}

// seriesPlan is a series with its dates, as they are stored.
type seriesPlan struct {
	events.EventSeries
	dates []events.SeriesDate
	all   []*events.EventView // what following has read: those that are made
}

// repeats reports whether a series is what a request made of it: dates that were added since
// stand behind those.
func (p *seriesPlan) repeats(have *seriesPlan) bool {
	return have.Title == p.Title && have.Description == p.Description && len(have.dates) >= len(p.dates) &&
		slices.EqualFunc(have.dates[:len(p.dates)], p.dates, func(a, b events.SeriesDate) bool { return a.EventID == b.EventID && a.StartsAt == b.StartsAt })
}

func (h *Handlers) previewSeries(c *access.Call, k *access.EventSummary, in *SeriesDatesIn) (*SeriesPreview, error) {
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	starts := in.starts(&check, &v.Event, inventory.At(h.Now()))
	if err := check.Err(); err != nil {
		return nil, err
	}
	out := &SeriesPreview{Items: []SeriesSpan{}}
	for _, d := range planned(&events.EventSeries{OrgID: k.OrgID}, v, starts) {
		ends := d.StartsAt + v.Event.EndsAt - v.Event.StartsAt
		out.Items = append(out.Items, SeriesSpan{d.StartsAt.Time(), ends.Time()})
	}
	return out, nil
}

// createSeries plans all dates in one transaction, and makes their events one by one.
func (h *Handlers) createSeries(c *access.Call, k *access.EventSummary, in *NewSeries) (*Series, error) {
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	if h.InCell { // its dates would be made here, where nobody looks for them
		return nil, organizations.ErrEventsElsewhere
	}
	if v.Event.Status == inventory.Cancelled {
		return nil, refusal.Of(inventory.Outcome{Code: inventory.EventIsCancelled})
	}
	if k.SellsPass() {
		return nil, kindPassPool.Problem()
	}
	var check httpapi.Checks
	fresh := &seriesPlan{EventSeries: events.EventSeries{
		OrgID: k.OrgID, ID: c.OwnID(id.Series), Title: v.Details.Title, Description: v.Details.Description, CreatedAt: inventory.At(h.Now()),
	}}
	if in.Title != nil {
		fresh.Title = check.Line("title", *in.Title, 1, wire.MaxTitle)
	}
	if in.Description != nil {
		fresh.Description = check.Prose("description", *in.Description, wire.MaxDescription)
	}
	starts := in.starts(&check, &v.Event, fresh.CreatedAt)
	if err := check.Err(); err != nil {
		return nil, err
	}
	if fresh.dates = planned(&fresh.EventSeries, v, starts); len(fresh.dates) > events.MaxSeriesDates {
		return nil, kindManyDates.Problem()
	}
	err = h.Store.Series.CreateSeries(c.Context(), fresh.EventSeries, fresh.dates)
	made, err := access.Made(c, err, fresh, func(ctx context.Context) (*seriesPlan, error) { return h.seriesPlan(ctx, k.OrgID, fresh.ID) }, fresh.repeats)
	if errors.Is(err, database.ErrConflict) || errors.Is(err, database.ErrNotFound) { // it is not this series that the event is in
		return nil, kindInSeries.Problem()
	}
	if err != nil {
		return nil, err
	}
	h.Access.Forget(k.EventID)
	if err := h.makeDates(c, made.dates); err != nil {
		return nil, err
	}
	return h.seriesAnswer(c, &made.EventSeries)
}

// seriesPlan reads a series with its dates.
func (h *Handlers) seriesPlan(ctx context.Context, org, series string) (*seriesPlan, error) {
	s, err := h.Store.Series.Series(ctx, org, series)
	if err != nil {
		return nil, err
	}
	dates, err := h.Store.Series.Dates(ctx, org, series, events.MaxSeriesDates)
	return &seriesPlan{EventSeries: *s, dates: dates}, err
}

// series is the series in the path.
func (h *Handlers) series(c *access.Call) (*seriesPlan, error) {
	p, err := h.seriesPlan(c.Context(), c.Caller.OrgID, c.Param("series_id"))
	if err != nil {
		return nil, err
	}
	return p, c.Caller.Authorize(c.Action, identity.Resource{OrgID: p.OrgID})
}

func (h *Handlers) getSeries(c *access.Call, _ *httpapi.None) (*Series, error) {
	p, err := h.series(c)
	if err != nil {
		return nil, err
	}
	return h.seriesAnswer(c, &p.EventSeries)
}

func (h *Handlers) listSeries(c *access.Call, _ *httpapi.None) (*SeriesList, error) {
	list, err := httpapi.ReadList(&c.Request, "series "+c.Caller.OrgID,
		func(after string, limit int) ([]events.EventSeries, error) {
			return h.Store.Series.SeriesPage(c.Context(), c.Caller.OrgID, after, limit)
		},
		func(s *events.EventSeries) string { return s.ID }, briefOfSeries)
	return &SeriesList{list}, err
}

func (h *Handlers) changeSeries(c *access.Call, in *SeriesChange) (*Series, error) {
	p, err := h.series(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	if in.Title != nil {
		*in.Title = check.Line("title", *in.Title, 1, wire.MaxTitle)
	}
	if in.Description != nil {
		*in.Description = check.Prose("description", *in.Description, wire.MaxDescription)
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	s, err := h.Store.Series.ChangeSeries(c.Context(), p.OrgID, p.ID, inventory.At(h.Now()), in.Title, in.Description)
	if err != nil {
		return nil, err
	}
	for i := range p.dates {
		h.Access.Forget(p.dates[i].EventID)
	}
	return h.seriesAnswer(c, s)
}

// extendSeries plans further dates, and makes all that are not made yet.
func (h *Handlers) extendSeries(c *access.Call, in *MoreDates) (*Series, error) {
	p, err := h.series(c)
	if err != nil {
		return nil, err
	}
	source, taken, err := h.sourceOf(c.Context(), p, in.EventID)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	starts := in.starts(&check, &source.Event, inventory.At(h.Now()))
	if err := check.Err(); err != nil {
		return nil, err
	}
	err = h.Store.Series.PlanDates(c.Context(), p.OrgID, p.ID, func(have []events.SeriesDate) ([]events.SeriesDate, error) {
		var more []events.SeriesDate
		for _, at := range starts {
			if !taken[at] && !slices.ContainsFunc(have, func(d events.SeriesDate) bool { return d.StartsAt == at }) {
				more = append(more, newDate(&p.EventSeries, int64(len(have)+len(more))+1, source.Event.ID, at))
			}
		}
		p.dates = slices.Concat(have, more)
		return more, nil
	})
	switch {
	case errors.Is(err, database.ErrLimit):
		return nil, kindManyDates.Problem()
	case err != nil:
		return nil, err
	}
	if err := h.makeDates(c, p.dates); err != nil {
		return nil, err
	}
	return h.seriesAnswer(c, &p.EventSeries)
}

// sourceOf is the date that new ones are copies of: the one that is named, or the last. taken
// are the starts of all dates as they are by now: some were moved.
func (h *Handlers) sourceOf(ctx context.Context, p *seriesPlan, event string) (source *events.EventView, taken map[inventory.Instant]bool, err error) {
	_, views, err := h.Store.Events.BriefsOfAll(ctx, events.EventsOf(p.dates))
	if err != nil {
		return nil, nil, err
	}
	taken = make(map[inventory.Instant]bool, len(views))
	var last *events.EventView
	for _, v := range views {
		taken[v.Event.StartsAt] = true
		switch {
		case event != "" && v.Event.ID == event:
			last = v
		case event == "" && v.Event.Status != inventory.Cancelled && (last == nil || v.Event.StartsAt > last.Event.StartsAt):
			last = v
		}
	}
	if last == nil {
		return nil, nil, httpapi.Invalid(httpapi.FieldError{Field: "event_id", Code: "unknown", Message: "must be a date of the series"})
	}
	if last.ArchivedAt == events.Elsewhere {
		return nil, nil, organizations.ErrEventsElsewhere
	}
	return last, taken, nil
}

func (h *Handlers) resumeSeries(c *access.Call, _ *httpapi.None) (*Series, error) {
	p, err := h.series(c)
	if err != nil {
		return nil, err
	}
	if err := h.makeDates(c, p.dates); err != nil {
		return nil, err
	}
	return h.seriesAnswer(c, &p.EventSeries)
}

// seriesAnswer is a series as it stands.
func (h *Handlers) seriesAnswer(c *access.Call, s *events.EventSeries) (*Series, error) {
	dates, err := h.Store.Series.Dates(c.Context(), s.OrgID, s.ID, events.MaxSeriesDates)
	if err != nil {
		return nil, err
	}
	_, views, err := h.Store.Events.BriefsOfAll(c.Context(), events.EventsOf(dates))
	if err != nil {
		return nil, err
	}
	out := &Series{SeriesBrief: briefOfSeries(s), Items: []SeriesDate{}}
	for i := range dates {
		d := &dates[i]
		item := SeriesDate{Position: d.Position, EventID: d.EventID, Status: "planned", StartsAt: d.StartsAt.Time()}
		if v := views[d.EventID]; v != nil {
			e := wire.EventOf(v)
			item.Status, item.Title, item.Location, item.StartsAt, item.EndsAt = e.Status, e.Title, e.Location, e.StartsAt, &e.EndsAt
			item.Timezone, item.Moved, item.Availability = e.Timezone, v.Event.StartsAt != d.StartsAt, &e.Availability
		}
		if !d.Made {
			out.Pending++
		}
		out.Items = append(out.Items, item)
	}
	slices.SortStableFunc(out.Items, func(a, b SeriesDate) int { return a.StartsAt.Compare(b.StartsAt) })
	return out, nil
}
