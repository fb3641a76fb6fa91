// Package calendars answers calendar programs and feed readers: with the public events of an
// organization, a series or a venue, and with the tickets of the owner of a secret address.
package calendars

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/calendar"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

const (
	// keptFor is how long events that are over stay in calendars.
	keptFor = 90 * inventory.Day
	// mostEntries bounds a calendar, mostNews a feed.
	mostEntries = 1000
	mostNews    = 50
	// How long what is served is remembered, and how many of them.
	fresh = 30 * time.Second
	stale = time.Minute
	limit = 200

	// Programs may keep what everybody may read for five minutes, and what is somebody's for
	// as long in the program itself.
	sharedCache  = "public, max-age=300, stale-while-revalidate=3600"
	privateCache = "private, max-age=300"
)

// Handlers answer calendar programs and feed readers.
type Handlers struct {
	Now func() time.Time
	// Origin is where people reach the server, without a slash at the end; Host the name in it.
	Origin, Host string
	Reader       *wire.Reader
	Store        *store.Store

	once  sync.Once
	files *cache.Cache[source, *file]
	err   error
}

// file is what is answered, and the name of it.
type file struct {
	httpapi.Image
	name string // of what it is stored as
	etag []string
}

func newFile(media, name string, body []byte) *file {
	return &file{httpapi.Image{Media: media, Body: body}, name, httpapi.ETag(body)}
}

// kind is of what is public.
type kind int

const (
	ofOrganizer kind = iota
	ofSeries
	ofVenue
	newsOf
	busyOf
)

// source is what a public file is made of.
type source struct {
	kind kind
	id   string
}

// public answers with a file that everybody may read.
func (h *Handlers) public(c *access.Call, kind kind, param, prefix string) (*httpapi.Image, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	of := c.Param(param)
	if !id.Valid(of, prefix) {
		return nil, database.ErrNotFound
	}
	h.once.Do(func() {
		h.files, h.err = cache.New(cache.Config[source, *file]{Fresh: fresh, Stale: stale, Limit: limit, Now: h.Now, Load: h.load})
	})
	if h.err != nil {
		return nil, h.err
	}
	f, err := h.files.Get(c.Context(), source{kind, of})
	if err != nil {
		return nil, err
	}
	return f.answer(c, sharedCache)
}

func (f *file) answer(c *access.Call, keep string) (*httpapi.Image, error) {
	err := c.Version(f.etag)
	head := c.Writer.Header()
	head.Set("Cache-Control", keep)
	head.Set("Content-Disposition", `inline; filename="`+f.name+`"`)
	return &f.Image, err
}

// load makes a file; database.ErrNotFound: there was never anything that everybody may see.
func (h *Handlers) load(ctx context.Context, from source) (*file, error) {
	of, after := from.id, h.keptAfter()
	switch from.kind {
	case ofOrganizer:
		return h.organizer(ctx, of, after)
	case newsOf:
		return h.news(ctx, of)
	case busyOf:
		return h.busy(ctx, of)
	case ofSeries:
		s, err := h.Store.Series.SeriesByID(ctx, of)
		if err != nil {
			return nil, err
		}
		return h.calendar(s.Title, page.SeriesURL(h.Origin, of), after, func(after inventory.Instant, limit int) ([]events.CalendarEvent, error) {
			return h.Store.Events.InSeries(ctx, of, after, limit)
		})
	default:
		v, err := h.Store.Venues.VenueByID(ctx, of)
		if err != nil {
			return nil, err
		}
		return h.calendar(v.Name, "", after, func(after inventory.Instant, limit int) ([]events.CalendarEvent, error) {
			return h.Store.Events.AtVenue(ctx, v.OrgID, of, after, limit)
		})
	}
}

// keptAfter is when what is over must have ended to be in calendars.
func (h *Handlers) keptAfter() inventory.Instant {
	return inventory.At(h.Now()) - inventory.Instant(keptFor)
}

func (h *Handlers) organizer(ctx context.Context, org string, after inventory.Instant) (*file, error) {
	profile, err := h.Store.Organizations.Profile(ctx, org)
	if err != nil {
		return nil, err
	}
	return h.calendar(profile.Name, page.HostURL(h.Origin, org), after, func(after inventory.Instant, limit int) ([]events.CalendarEvent, error) {
		return h.Store.Events.Hosted(ctx, org, after, limit)
	})
}

// calendar makes a calendar of the events that read returns. What has none now and had some
// before is empty.
func (h *Handlers) calendar(name, url string, after inventory.Instant, read func(after inventory.Instant, limit int) ([]events.CalendarEvent, error)) (*file, error) {
	list, err := read(after, mostEntries)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		if had, err := read(0, 1); err != nil || len(had) == 0 {
			return nil, errors.Join(err, database.ErrNotFound)
		}
	}
	c := calendar.Calendar{Host: h.Host, Name: name, URL: url}
	for i := range list {
		c.Entries = append(c.Entries, h.entry(&list[i]))
	}
	return newFile(calendar.MediaICS, "events.ics", c.ICS()), nil
}

// news makes the feed of an organization.
func (h *Handlers) news(ctx context.Context, org string) (*file, error) {
	list, err := h.Store.Events.News(ctx, org, mostNews)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 { // all that it published was cancelled, or it published nothing
		return nil, database.ErrNotFound
	}
	f := calendar.Feed{Self: page.FeedURL(h.Origin, org), URL: page.HostURL(h.Origin, org), Name: list[0].OrgName}
	for i := range list {
		e, err := h.newsEntry(&list[i])
		if err != nil {
			return nil, err
		}
		f.Entries = append(f.Entries, e)
	}
	body, err := f.Atom()
	return newFile(calendar.MediaAtom, "events.atom", body), err
}

// newsEntry says when and where an event is in its own zone, in figures, which are read in any
// language.
func (h *Handlers) newsEntry(v *events.CalendarEvent) (calendar.FeedEntry, error) {
	zone, err := time.LoadLocation(v.Timezone)
	if err != nil {
		return calendar.FeedEntry{}, err
	}
	starts, ends := v.StartsAt.Time().In(zone), v.EndsAt.Time().In(zone)
	until := ends.Format("15:04")
	if starts.Format(time.DateOnly) != ends.Format(time.DateOnly) {
		until = ends.Format("2006-01-02 15:04")
	}
	when := starts.Format("2006-01-02 15:04") + "–" + until + " (" + v.Timezone + ")"
	if v.Location != "" {
		when += " · " + v.Location
	}
	return calendar.FeedEntry{Entry: h.entry(v), When: when}, nil
}

func (h *Handlers) entry(v *events.CalendarEvent) calendar.Entry {
	e := calendar.Entry{
		EventID: v.EventID, Seq: v.Revision, Changed: v.ListedAt.Time(), Published: v.PublishedAt.Time(), Starts: v.StartsAt.Time(), Ends: v.EndsAt.Time(),
		Title: v.Title, Description: v.Description, Location: v.Location, URL: page.EventURL(h.Origin, v.EventID),
		Category: v.Category, Tags: v.Tags, Cancelled: v.Status == inventory.Cancelled, Postponed: v.Status == inventory.Postponed,
	}
	e.Latitude, e.Longitude, _ = strings.Cut(v.Coordinates, ",")
	return e
}
