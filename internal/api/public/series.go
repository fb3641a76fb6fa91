package public

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// PublicSeries is a series as everybody may see it.
type PublicSeries struct {
	ID           string            `json:"id" example:"ser_3k9q0a7c1v5m"`
	Title        string            `json:"title" example:"Jazz on Fridays"`
	Description  string            `json:"description"`
	Organization Organizer         `json:"organization" doc:"Who runs it."`
	Items        []PublicEvent     `json:"items" doc:"Its dates by start, 400 at most: those that are over or were cancelled too, and no drafts. Unlisted dates are here when all are."`
	Passes       []wire.PublicPass `json:"passes,omitempty" doc:"Passes for several of its dates that are published."`
	// Unlisted: so are all of its dates, and no search engine shall have it.
	Unlisted bool `json:"-"`
}

// How long what is said of a series is remembered, and of how many.
const (
	seriesFresh = 2 * time.Second
	seriesStale = 10 * time.Second
	seriesLimit = 500
)

// manySeries remembers what is said of series: their pages are read by everybody who looks for
// a date, and each has hundreds.
type manySeries struct {
	once  sync.Once
	pages *cache.Cache[inWords, *seriesPage]
	err   error
}

// seriesPage is a series and the name of what is said of it.
type seriesPage struct {
	PublicSeries
	etag []string
}

// Series returns a series of which everybody sees a date, with its words and their titles in a language,
// or database.ErrNotFound.
func (h *Handlers) Series(ctx context.Context, series, language string) (*PublicSeries, error) {
	p, err := h.seriesPage(ctx, series, language)
	if err != nil {
		return nil, err
	}
	return &p.PublicSeries, nil
}

func (h *Handlers) seriesPage(ctx context.Context, series, language string) (*seriesPage, error) {
	if !id.Valid(series, id.Series) {
		return nil, database.ErrNotFound
	}
	m := &h.series
	m.once.Do(func() {
		m.pages, m.err = cache.New(cache.Config[inWords, *seriesPage]{Fresh: seriesFresh, Stale: seriesStale, Limit: seriesLimit, Now: h.Now, Load: h.loadSeries})
	})
	if m.err != nil {
		return nil, m.err
	}
	return m.pages.Get(ctx, inWords{series, language})
}

func (h *Handlers) loadSeries(ctx context.Context, of inWords) (*seriesPage, error) {
	s, err := h.Store.Series.SeriesByID(ctx, of.id)
	if err != nil {
		return nil, err
	}
	dates, err := h.Store.Series.Dates(ctx, s.OrgID, s.ID, events.MaxSeriesDates)
	if err != nil {
		return nil, err
	}
	briefs, views, err := h.Store.Events.BriefsOfAll(ctx, events.EventsOf(dates))
	if err != nil {
		return nil, err
	}
	if err := h.named(ctx, of.language, briefs); err != nil {
		return nil, err
	}
	title, description := s.In(of.language)
	out := &seriesPage{PublicSeries: PublicSeries{ID: s.ID, Title: title, Description: description, Items: []PublicEvent{}}}
	out.Unlisted = !slices.ContainsFunc(briefs, func(b events.Brief) bool { return b.Status != inventory.Draft && !b.Unlisted })
	for i := range briefs {
		b := &briefs[i]
		if b.Status == inventory.Draft || b.ByInvitation || b.Unlisted != out.Unlisted {
			continue
		}
		out.Organization = Organizer{b.OrgID, b.OrgName, b.OrgColor}
		out.Items = append(out.Items, publicEvent(b, views[b.EventID], inventory.At(h.Now())))
	}
	if len(out.Items) == 0 {
		return nil, database.ErrNotFound
	}
	if out.Passes, err = h.publicPasses(ctx, s.ID, views); err != nil {
		return nil, err
	}
	body, err := json.Marshal(&out.PublicSeries)
	if err != nil {
		return nil, err
	}
	out.etag = httpapi.ETag(body)
	return out, nil
}

// publicPasses are the passes of a series, whose dates are given, that are sold or were.
func (h *Handlers) publicPasses(ctx context.Context, series string, views map[string]*events.EventView) (list []wire.PublicPass, err error) {
	kinds, err := h.Store.Passes.OfSeries(ctx, series)
	if err != nil || len(kinds) == 0 {
		return nil, err
	}
	ids := make([]string, len(kinds))
	for i := range kinds {
		ids[i] = kinds[i].ID
	}
	sells, err := h.Store.Events.EventsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i := range kinds {
		v := sells[kinds[i].ID]
		if v == nil || v.Event.Status != inventory.Published || v.Event.Settings.VisibleTo() == inventory.ByInvitation {
			continue
		}
		if p := wire.PublicPassOf(&kinds[i], v, views, inventory.At(h.Now()), false); len(p.Dates) > 0 {
			list = append(list, p)
		}
	}
	return list, nil
}

func (h *Handlers) getPublicSeries(c *access.Call, _ *httpapi.None) (*PublicSeries, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	c.Writer.Header().Add("Vary", "Accept-Language")
	p, err := h.seriesPage(c.Context(), c.Param("series_id"), wire.Accepted(c.HTTP))
	if err != nil {
		return nil, err
	}
	return &p.PublicSeries, c.Version(p.etag)
}
