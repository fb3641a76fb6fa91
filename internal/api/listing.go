package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/public"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/tracking"
)

// listing gives the pages the public list as the API answers, so that both read it in one
// way, and once.
func (s *shared) listing(h *public.Handlers) page.Events {
	return func(r *http.Request, query url.Values) (*page.Listing, error) {
		found, err := h.Events(&httpapi.Request{API: s.kit, HTTP: r, Query: query})
		if p := new(httpapi.Problem); errors.As(err, &p) {
			return refused(p)
		}
		if err != nil {
			return nil, err
		}
		l := &page.Listing{Answer: found, Next: found.NextCursor, Instead: found.DidYouMean}
		if t := found.Total; t != nil {
			n := min(*t, discovery.MaxTotal)
			l.Total, l.MoreThanTotal = &n, *t > n
		}
		for i := range found.Items {
			card, err := cardOf(&found.Items[i])
			if err != nil {
				return nil, err
			}
			l.Cards = append(l.Cards, card)
		}
		return l, nil
	}
}

// home gives the pages what the home page lists, as the API answers.
func home(h *public.Handlers) page.Home {
	return func(ctx context.Context, city, language string) (*page.HomeListing, error) {
		found, err := h.Home(ctx, city, language)
		switch p := new(httpapi.Problem); {
		case errors.Is(err, discovery.ErrNotReady):
			return nil, fmt.Errorf("%w: %w", page.ErrBusy, err)
		case errors.As(err, &p) && p.Code == httpapi.KindInvalid.Code:
			return nil, fmt.Errorf("%w: %w", page.ErrCity, p)
		case err != nil:
			return nil, err
		}
		out := &page.HomeListing{Answer: found}
		for i := range found.Cities {
			out.Cities = append(out.Cities, listedCity(&found.Cities[i], language))
		}
		if found.City != nil {
			c := listedCity(found.City, language)
			out.City = &c
		}
		for i := range found.Sections {
			s := page.HomeSection{Kind: found.Sections[i].Kind}
			for j := range found.Sections[i].Items {
				card, err := cardOf(&found.Sections[i].Items[j])
				if err != nil {
					return nil, err
				}
				s.Cards = append(s.Cards, card)
			}
			out.Sections = append(out.Sections, s)
		}
		return out, nil
	}
}

// saw counts who looks at the page of an event, by the network of the request, and by which
// link they came.
func (s *shared) saw(h *public.Handlers, links *tracking.Links) func(*http.Request, string) {
	return func(r *http.Request, event string) {
		if r.Method != http.MethodGet { // HEAD: a program that only asks whether the page is there
			return
		}
		links.Saw(r.Context(), event, r.URL.Query().Get(tracking.Parameter),
			tracking.Page{UserAgent: r.UserAgent(), Purpose: r.Header.Get("Sec-Purpose"), Site: r.Header.Get("Sec-Fetch-Site")})
		if h.Trends == nil {
			return
		}
		h.Trends.Saw(event, identity.Network(identity.ClientAddress(r, s.access.TrustedProxies)).String())
	}
}

func listedCity(c *public.City, language string) page.ListedCity {
	return page.ListedCity{ID: c.ID, Name: discovery.CityByID(c.ID).NameIn(language), Events: c.Events}
}

// refused is the list of a query that is refused.
func refused(p *httpapi.Problem) (*page.Listing, error) {
	l := &page.Listing{}
	for _, e := range p.Errors {
		if e.Field == "cursor" {
			return nil, fmt.Errorf("%w: %w", page.ErrCursor, p)
		}
		l.Wrong = append(l.Wrong, page.Wrong{Field: e.Field, Code: e.Code})
	}
	switch {
	case len(l.Wrong) > 0:
		return l, nil
	case p.Code == httpapi.KindUnavailable.Code:
		return nil, fmt.Errorf("%w: %w", page.ErrBusy, p)
	default:
		return nil, p
	}
}

func cardOf(e *public.PublicEvent) (page.Card, error) {
	zone, err := time.LoadLocation(e.Timezone)
	if err != nil {
		return page.Card{}, fmt.Errorf("api: zone of %s: %w", e.ID, err)
	}
	c := page.Card{
		ID: e.ID, Title: e.Title, TitleLanguage: e.TitleLanguage, Location: e.Location, Online: e.Online, Zone: zone, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Open: e.RegistrationOpen, Status: e.Status, Standing: inventory.Standing(e.State), Free: e.Available, WaitlistOpen: e.WaitlistOpen,
		Performers: e.Performers, KM: e.DistanceKM, Host: page.Host{ID: e.Organization.ID, Name: e.Organization.Name},
	}
	if e.Series != nil {
		c.Series, c.MoreDates = e.Series.ID, e.MoreDates
	}
	if !slices.Contains(e.Matched, discovery.FieldTitle) {
		c.InPlace, c.InHost = slices.Contains(e.Matched, discovery.FieldPlace), slices.Contains(e.Matched, discovery.FieldOrganizer)
		c.InPerformers = slices.Contains(e.Matched, discovery.FieldPerformer)
	}
	if e.Waiting > 0 && e.Available < inventory.MaxCapacity {
		c.Free = 0 // it is reserved for the waitlist
	}
	if p := e.PriceRange; p != nil {
		c.Priced, c.Lowest, c.Highest, c.Currency = true, p.Lowest, p.Highest, p.Currency
	}
	return c, nil
}

// series gives the pages a series as the API shows it.
func series(h *public.Handlers) func(context.Context, string, string) (*page.SeriesListing, error) {
	return func(ctx context.Context, id, language string) (*page.SeriesListing, error) {
		s, err := h.Series(ctx, id, language)
		if err != nil {
			return nil, err
		}
		out := &page.SeriesListing{Answer: s, Unlisted: s.Unlisted, ID: s.ID, Title: s.Title, Description: s.Description, Host: page.Host{ID: s.Organization.ID, Name: s.Organization.Name}}
		for i := range s.Items {
			card, err := cardOf(&s.Items[i])
			if err != nil {
				return nil, err
			}
			out.Cards = append(out.Cards, card)
		}
		for i := range s.Passes {
			p, err := passOf(&s.Passes[i])
			if err != nil {
				return nil, err
			}
			out.Passes = append(out.Passes, p)
		}
		return out, nil
	}
}

// passOf is a pass as pages show it: of its dates those that are not cancelled.
func passOf(p *wire.PublicPass) (page.SeriesPass, error) {
	out := page.SeriesPass{EventID: p.EventID, Title: p.Title, Price: p.Price, Saves: p.Saves, Currency: p.Currency}
	for i := range p.Dates {
		d := &p.Dates[i]
		zone, err := time.LoadLocation(d.Timezone)
		if err != nil {
			return out, err
		}
		if d.Status != string(inventory.Cancelled) {
			out.Dates = append(out.Dates, page.PassDate{StartsAt: d.StartsAt, Zone: zone})
		}
	}
	return out, nil
}

// host gives the pages an organization as the API shows it.
func host(h *public.Handlers) func(context.Context, string) (*page.Host, any, error) {
	return func(ctx context.Context, organization string) (*page.Host, any, error) {
		o, err := h.Organizer(ctx, organization)
		if err != nil {
			return nil, nil, err
		}
		return &page.Host{ID: o.ID, Name: o.Name}, o, nil
	}
}
