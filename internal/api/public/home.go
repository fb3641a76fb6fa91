package public

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
)

// Home is what the home page lists.
type Home struct {
	City     *City         `json:"city,omitempty" doc:"The city that was asked for. Absent: events from everywhere."`
	Cities   []City        `json:"cities" doc:"In which events are on: the one with the most first, 60 at most."`
	Sections []HomeSection `json:"sections" doc:"In the order in which they are shown. No event is in two of them, but one of the first section may be on at the weekend. A section that has nothing to show is left out."`
	said     []byte        // as it is sent
}

// JSON is the home page as it is sent.
func (p *Home) JSON() []byte { return p.said }

// CityBrief is how a city is called.
type CityBrief struct {
	ID      string    `json:"id" doc:"What city takes." example:"munich"`
	Names   CityNames `json:"names"`
	Country string    `json:"country" doc:"ISO 3166-1 alpha-2." example:"DE"`
}

// City is a city in which events are on.
type City struct {
	CityBrief
	Timezone  string  `json:"timezone" example:"Europe/Berlin"`
	Latitude  float64 `json:"latitude" example:"48.1374"`
	Longitude float64 `json:"longitude" example:"11.5755"`
	RadiusKM  float64 `json:"radius_km" doc:"How far from its centre an event counts for the city." example:"25"`
	Events    int     `json:"events" doc:"How many are on that are not over." example:"42"`
}

// CityNames are the names of a city by language.
type CityNames struct {
	EN string `json:"en" example:"Munich"`
	DE string `json:"de" example:"München"`
	FR string `json:"fr,omitempty" doc:"Absent, as in each language but English and German: the English one." example:"Munich"`
	ES string `json:"es,omitempty" example:"Múnich"`
	IT string `json:"it,omitempty" example:"Monaco di Baviera"`
	NL string `json:"nl,omitempty" example:"München"`
	PT string `json:"pt,omitempty" example:"Munique"`
	PL string `json:"pl,omitempty" example:"Monachium"`
	CS string `json:"cs,omitempty" example:"Mnichov"`
	SV string `json:"sv,omitempty" example:"München"`
	TR string `json:"tr,omitempty" example:"Münih"`
	AR string `json:"ar,omitempty" example:"ميونخ"`
}

// HomeSection is a shelf of events.
type HomeSection struct {
	Kind string `json:"kind" enum:"top,trending,weekend,new,soon,nearby" doc:"top: of a city, those that people come to most, the first ones first; trending: the same of everywhere. weekend: on between Friday and Sunday, by the calendar of each event. new: published in the last two weeks, the latest first. soon: the next ones of all others. nearby: those that people come to most of what is within 100 km of the middle of a city and does not count for it."`
	// From and Until are days.
	From  string        `json:"from,omitempty" doc:"Of a weekend, the first of its days that is not over." example:"2026-11-27"`
	Until string        `json:"until,omitempty" doc:"Of a weekend, its Sunday." example:"2026-11-29"`
	Items []PublicEvent `json:"items"`
}

const (
	sectionTop      = "top"
	sectionTrending = "trending"
	sectionWeekend  = "weekend"
	sectionNew      = "new"
	sectionNearby   = "nearby"
	sectionSoon     = "soon"
)

// Bounds of the home page.
const (
	mostCities  = 60 // that are named
	mostTop     = 10
	mostWeekend = 8
	mostNew     = 4
	mostSoon    = 12
	mostNearby  = 8
	// leastEvents is with how many events a section stands: fewer are among the next ones.
	// leastSections is with how many events in all there are sections beside those.
	leastEvents   = 3
	leastSections = 8
	// candidates is how many events are looked at for a section.
	candidates = 60
	// longVisit is how long an event is on at least that nobody has to see at this weekend.
	longVisit = 4 * inventory.Day
	// nearbyMeters is how far from the middle of a city something is nearby.
	nearbyMeters = 100_000
	// isNew is how long after it was published an event is new.
	isNew = 14 * inventory.Day
)

// How long a home page is remembered: it may say that long what was so.
const (
	homeFresh = 5 * time.Second
	homeStale = 30 * time.Second
	homeLimit = 500
	// homeShared lets any cache keep it, and show it while it asks for the next.
	homeShared = "public, max-age=30, stale-while-revalidate=300"
)

// homes remembers the home pages of cities.
type homes struct {
	once   sync.Once
	pages  *cache.Cache[inWords, *homePage]
	cities *cache.Cache[struct{}, []discovery.CityEvents]
	err    error
}

// inWords names what is remembered: that of a city or a series, with the titles of events in a
// language.
type inWords struct{ id, language string }

// homePage is a home page and the name of what it says.
type homePage struct {
	Home
	etag []string
}

func (h *Handlers) homes() (*homes, error) {
	m := &h.home
	m.once.Do(func() {
		m.cities, m.err = cache.New(cache.Config[struct{}, []discovery.CityEvents]{
			Fresh: homeFresh, Stale: homeStale, Limit: 1, Now: h.Now,
			Load: func(ctx context.Context, _ struct{}) ([]discovery.CityEvents, error) {
				return h.Search.Cities(ctx, inventory.At(h.Now()))
			},
		})
		if m.err == nil {
			m.pages, m.err = cache.New(cache.Config[inWords, *homePage]{Fresh: homeFresh, Stale: homeStale, Limit: homeLimit, Now: h.Now, Load: h.loadHome})
		}
	})
	return m, m.err
}

func (h *Handlers) getHome(c *access.Call, _ *httpapi.None) (*Home, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	found, err := h.homeOf(c.Context(), c.Query.Get("city"), wire.Accepted(c.HTTP))
	if errors.Is(err, discovery.ErrNotReady) {
		return nil, httpapi.KindUnavailable.With("The search is being made ready.")
	}
	if err != nil {
		return nil, err
	}
	err = c.Version(found.etag)
	c.Writer.Header().Add("Vary", "Accept-Language")
	c.Writer.Header().Set("Cache-Control", homeShared)
	return &found.Home, err
}

// Home reads what the home page lists of a city, in any spelling; "": of all,
// with the titles of events in a language. The error is
// discovery.ErrNotReady while the index is made ready, and a problem when there is no such
// city.
func (h *Handlers) Home(ctx context.Context, city, language string) (*Home, error) {
	found, err := h.homeOf(ctx, city, language)
	if err != nil {
		return nil, err
	}
	return &found.Home, nil
}

func (h *Handlers) homeOf(ctx context.Context, city, language string) (*homePage, error) {
	if h.Search == nil {
		return nil, discovery.ErrNotReady
	}
	var check httpapi.Checks
	of := cityOf(&check, city)
	if err := check.Err(); err != nil {
		return nil, err
	}
	m, err := h.homes()
	if err != nil {
		return nil, err
	}
	key := inWords{language: language}
	if of != nil {
		key.id = of.ID
	}
	return m.pages.Get(ctx, key)
}

// maxCity is how many characters the name of a city has at most.
const maxCity = 80

// cityOf is the city that a query asks for; nil: it does not.
func cityOf(check *httpapi.Checks, text string) *discovery.City {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	if text = check.Line("city", text, 0, maxCity); check.Err() != nil {
		return nil
	}
	city := discovery.CityNamed(text)
	if city == nil {
		check.Add("city", "not_allowed", "must be a city of more than 50,000 people, as munich, München or Monaco di Baviera")
	}
	return city
}

func briefOfCity(c *discovery.City) CityBrief {
	other := func(language string) string {
		if name := c.NameIn(language); name != c.Name {
			return name
		}
		return ""
	}
	return CityBrief{ID: c.ID, Country: c.Country, Names: CityNames{
		EN: c.Name, DE: c.NameIn("de"), FR: other("fr"), ES: other("es"), IT: other("it"), NL: other("nl"),
		PT: other("pt"), PL: other("pl"), CS: other("cs"), SV: other("sv"), TR: other("tr"), AR: other("ar"),
	}}
}

func cityShown(c *discovery.City, events int) City {
	return City{
		CityBrief: briefOfCity(c), Timezone: c.Zone,
		Latitude: c.Latitude, Longitude: c.Longitude, RadiusKM: c.Meters / 1000, Events: events,
	}
}

// shelf is a section while it is filled.
type shelf struct {
	HomeSection
	ids  []string // that may stand on it, the best first
	most int
	fits func(*storeevents.Brief) (bool, error)
	// again: what stands on the first shelf may be on this one too.
	again bool
}

// loadHome reads a home page.
func (h *Handlers) loadHome(ctx context.Context, of inWords) (*homePage, error) {
	id := of.id
	now := inventory.At(h.Now())
	m, err := h.homes()
	if err != nil {
		return nil, err
	}
	cities, err := m.cities.Get(ctx, struct{}{})
	if err != nil {
		return nil, err
	}
	out := &homePage{Home: Home{Cities: []City{}, Sections: []HomeSection{}}}
	city := discovery.CityByID(id)
	if city != nil {
		shown := cityShown(city, 0)
		out.City = &shown
	}
	for i, c := range cities {
		if out.City != nil && c.ID == id {
			out.City.Events = c.Events
		}
		if i < mostCities {
			out.Cities = append(out.Cities, cityShown(c.City, c.Events))
		}
	}
	shelves, err := h.shelves(ctx, city, now)
	if err != nil {
		return nil, err
	}
	if out.Sections, err = h.fill(ctx, shelves, now, of.language); err != nil {
		return nil, err
	}
	if out.said, err = httpapi.JSON(&out.Home); err != nil {
		return nil, fmt.Errorf("public: home: %w", err)
	}
	out.etag = httpapi.ETag(out.said)
	return out, nil
}

// shelves are the sections of a home page, in their order, with what may stand on them.
func (h *Handlers) shelves(ctx context.Context, city *discovery.City, now inventory.Instant) ([]*shelf, error) {
	id, zone := "", time.UTC
	if city != nil {
		var err error
		id = city.ID
		if zone, err = h.zones.Load(city.Zone); err != nil {
			return nil, fmt.Errorf("public: zone of %s: %w", id, err)
		}
	}
	soon, err := h.Search.Search(ctx, &discovery.Query{City: id, Now: now, Sort: discovery.ByDate, Collapsed: true, Limit: candidates})
	if err != nil {
		return nil, err
	}
	rest := &shelf{HomeSection: HomeSection{Kind: sectionSoon}, ids: idsOf(soon), most: mostSoon}
	if soon.Total < leastSections {
		return append([]*shelf{rest}, h.nearby(city)...), nil
	}
	weekend, err := h.weekend(ctx, id, zone, now)
	if err != nil {
		return nil, err
	}
	fresh := &shelf{HomeSection: HomeSection{Kind: sectionNew}, most: mostNew}
	if fresh.ids, err = h.Search.Newest(ctx, id, now, now-inventory.Instant(isNew), candidates); err != nil {
		return nil, err
	}
	return append([]*shelf{h.hottest(city, soon.Total), weekend, fresh, rest}, h.nearby(city)...), nil
}

// nearby is the section of what people come to around a city; none where none is asked for.
func (h *Handlers) nearby(city *discovery.City) []*shelf {
	if city == nil || h.Trends == nil {
		return nil
	}
	s := &shelf{HomeSection: HomeSection{Kind: sectionNearby}, most: mostNearby}
	for _, r := range h.Trends.Near(&discovery.Area{Point: city.Point, Meters: nearbyMeters}, city.ID) {
		s.ids = append(s.ids, r.Event)
	}
	s.fits = func(b *storeevents.Brief) (bool, error) { return cityOfBrief(b) != city, nil } // it may have moved
	return []*shelf{s}
}

func idsOf(r *discovery.Result) []string {
	ids := make([]string, len(r.Hits))
	for i := range r.Hits {
		ids[i] = r.Hits[i].ID
	}
	return ids
}

// hottest is the section of what people come to: a third of all at most, so that it says
// something.
func (h *Handlers) hottest(city *discovery.City, total int) *shelf {
	s := &shelf{HomeSection: HomeSection{Kind: sectionTop}, most: min(mostTop, max(leastEvents, total/3)), ids: h.hottestIn(city, nil)}
	if city == nil {
		s.Kind, s.most = sectionTrending, min(mostWeekend, s.most)
	}
	return s
}

// weekend is the section of this weekend, or of the next one: on its days in the time zone
// of the city, and events that are on at the weekend where they are.
func (h *Handlers) weekend(ctx context.Context, city string, zone *time.Location, now inventory.Instant) (*shelf, error) {
	friday, sunday := discovery.WeekendAt(now, zone)
	today, _ := discovery.DaysOf(now, now+1, zone)
	s := &shelf{HomeSection: HomeSection{Kind: sectionWeekend, From: max(friday, today).String(), Until: sunday.String()}, most: mostWeekend, again: true}
	if city == "" {
		friday, sunday = discovery.WeekendsAt(now)
	}
	found, err := h.Search.Search(ctx, &discovery.Query{City: city, Now: now, FirstDay: friday, LastDay: sunday, Sort: discovery.ByDate, Collapsed: true, Limit: candidates})
	if err != nil {
		return nil, err
	}
	s.ids = idsOf(found)
	s.fits = func(b *storeevents.Brief) (bool, error) {
		zone, err := h.zones.Load(b.Timezone)
		if err != nil {
			return false, fmt.Errorf("public: zone of %s: %w", b.EventID, err)
		}
		friday, sunday := discovery.WeekendAt(now, zone)
		first, last := discovery.DaysOf(b.StartsAt, b.EndsAt, zone)
		return last >= friday && first <= sunday, nil
	}
	return s, nil
}

// fill puts events on shelves: each on the first that it fits on, and as many as that takes.
func (h *Handlers) fill(ctx context.Context, shelves []*shelf, now inventory.Instant, language string) ([]HomeSection, error) {
	var ids []string
	for _, s := range shelves {
		ids = append(ids, s.ids...)
	}
	slices.Sort(ids)
	briefs, err := h.Store.Events.Briefs(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	taken := map[string]*shelf{} // events by the first shelf that they stand on
	var list []storeevents.Brief // of all shelves, in order
	for _, s := range shelves {
		var on []*storeevents.Brief
		series := map[string]bool{} // that the shelf has a date of
		for _, id := range s.ids {
			b := briefs[id]
			if b == nil || taken[id] != nil && (!s.again || taken[id] != shelves[0]) || !b.Listed() || b.Over(now) {
				continue
			}
			if s.fits != nil {
				if ok, err := s.fits(b); err != nil {
					return nil, err
				} else if !ok {
					continue
				}
			}
			if b.Series == "" || !series[b.Series] {
				series[b.Series] = true
				on = append(on, b)
			}
		}
		if s.Kind == sectionWeekend {
			// What is on for weeks comes behind what is on at this weekend only.
			slices.SortStableFunc(on, func(a, b *storeevents.Brief) int {
				return cmp.Compare((a.EndsAt-a.StartsAt)/inventory.Instant(longVisit), (b.EndsAt-b.StartsAt)/inventory.Instant(longVisit))
			})
		}
		if len(on) < leastEvents && s.Kind != sectionSoon {
			s.ids = nil
			continue
		}
		s.ids = nil
		for _, b := range on[:min(len(on), s.most)] {
			s.ids = append(s.ids, b.EventID)
			if taken[b.EventID] == nil {
				taken[b.EventID] = s
				list = append(list, *b)
			}
		}
	}
	shown, err := h.shown(ctx, &asked{collapsed: true}, language, list)
	if err != nil {
		return nil, err
	}
	of := make(map[string]PublicEvent, len(shown))
	for i := range shown {
		of[shown[i].ID] = shown[i]
	}
	sections := []HomeSection{}
	for _, s := range shelves {
		for _, id := range s.ids {
			if e, ok := of[id]; ok {
				s.Items = append(s.Items, e)
			}
		}
		if len(s.Items) > 0 {
			sections = append(sections, s.HomeSection)
		}
	}
	return sections, nil
}
