package public

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Limits of the public list.
const (
	// listPage is how many events are read at a time, listScan how many one
	// request looks at: a search that finds little comes back with a cursor.
	listPage, listScan = 200, 2000
)

// listShared lets any cache keep a page of the list, and none show it without asking: what changed
// on any server is found within a second, and whoever has the page is not sent it again.
const listShared = "public, max-age=0, must-revalidate"

// PublicEvent is an event in the public list.
type PublicEvent struct {
	wire.EventBrief
	State string `json:"state" enum:"announced,on_sale,sold_out,closed,completed,postponed,cancelled" doc:"Where it stands for its readers, as in an event."`
	wire.Labels
	Capacity         wire.Bound        `json:"capacity" doc:"null: there is no bound."`
	Available        int64             `json:"available" doc:"Free, 10000000 where there is no bound. While people wait these are reserved for the waitlist."`
	Waiting          int64             `json:"waiting" doc:"Entries on the waitlist."`
	RegistrationOpen bool              `json:"registration_open" doc:"The registration cutoff has not passed."`
	WaitlistOpen     bool              `json:"waitlist_open" doc:"The event keeps a waitlist, and it is not full."`
	Matched          []string          `json:"matched,omitempty" enum:"title,place,organizer,performer,tag" doc:"Where words of q stand, the best places first. Absent without q, and while the search is made ready."`
	DistanceKM       *float64          `json:"distance_km,omitempty" doc:"How far it is from near, over ground. Absent without near."`
	Series           *wire.EventSeries `json:"series,omitempty" doc:"The series of which it is a date; absent of what is none."`
	MoreDates        int               `json:"more_dates,omitempty" doc:"How many other dates of its series are listed that are not over, or with when=past are: the list has the first that fits. Absent when there are none, and with dates=all."`
	PriceRange       *PriceRange       `json:"price_range,omitempty" doc:"What is paid for one ticket, with tax and fees: of the tiers on sale that have tickets left; when none has, of all. Absent when every tier is hidden."`
	said             []byte            // without Matched, DistanceKM and MoreDates, as it is sent; nil: not written
}

// Organizer is an organization as everybody may see it.
type Organizer struct {
	ID    string `json:"id" example:"org_3k9q0a7c1v5m"`
	Name  string `json:"name" example:"Riverside Workshop"`
	Color string `json:"color" doc:"Its colour, as #rrggbb; empty: the default." example:"#0f766e"`
}

// PublicEventList is a page of the public list.
type PublicEventList struct {
	httpapi.List[PublicEvent] `doc:"By start, or as sort says. With q a page may have fewer than limit, and still not be the last."`

	Total      *int       `json:"total,omitempty" doc:"How many events are found, exact up to 1,000; 1,001: more. Absent when nothing is searched for, and while the search is made ready."`
	City       *CityBrief `json:"city,omitempty" doc:"The city that was asked for, or that q names, in any language, where q stands in no event."`
	DidYouMean string     `json:"did_you_mean,omitempty" doc:"What was searched for instead of q, of which a word stands in no event and one like it does."`
	said       []byte     // as it is sent; nil: not written
}

// matches reports whether every word stands in the title, the place, the name of the
// organization, or that of a performer or a tag.
func matches(b *events.Brief, words []string) bool {
	return len(words) == 0 || audience.ContainsAll(strings.Join(slices.Concat([]string{b.Title, b.Location, b.OrgName}, b.Performers, b.Tags), "\n"), words)
}

// publicPosition is where a page of the public list begins: in the list, or in what was
// found in the index.
type publicPosition struct {
	Start inventory.Instant   `json:"s"`
	ID    string              `json:"i"`
	Found *discovery.Position `json:"f,omitempty"`
	// Hot is what of the list stands before it, because people come to it.
	Hot *hotPosition `json:"h,omitempty"`
	// Sorted is how far the part of the list that begins here was shown in another order.
	Sorted *sortedPosition `json:"o,omitempty"`
}

// asked is what a call of the public list asks for.
type asked struct {
	q         string
	words     []string
	of        events.PublicList
	available bool
	price     *discovery.Price
	near      *discovery.Area // nil: anywhere
	city      *discovery.City // nil: in any
	labels    labelsAsked
	sort      discovery.Sort
	collapsed bool   // a series is listed once
	trending  bool   // what people come to first, the others by sort
	currency  string // of ByPrice
	// From which to which day on the calendar of each event; 0: no bound.
	first, last discovery.Day
	// read are events that were read for this call.
	read map[string]*face
}

// searches reports whether the index may answer: what has no words and no filter that
// needs it is the list as it is.
func (a *asked) searches() bool {
	return a.q != "" || a.available || a.price != nil || a.near != nil || a.city != nil || a.labels.any() || a.byDays() || a.sort != discovery.ByDate
}

// String tells lists apart: a cursor of one is not one of another.
func (a *asked) String() string {
	list := fmt.Sprintf("public events of %s, past %t, from %d until %d, on days %d to %d, available %t",
		a.of.Org, a.of.Past, a.of.From, a.of.Until, a.first, a.last, a.available)
	if a.city != nil {
		list += ", in " + a.city.ID
	}
	list += a.labels.String()
	if a.trending {
		list += ", trending"
	}
	if !a.collapsed {
		list += ", all dates"
	}
	return list + fmt.Sprintf(", costs %+v, near %+v, sort %d%s, %s",
		cmp.Or(a.price, &discovery.Price{Most: -1}), cmp.Or(a.near, &discovery.Area{}), a.sort, a.currency, a.q)
}

func (a *asked) byDays() bool { return a.first != 0 || a.last != 0 }

// takesPlace reports whether an event is what, where and on one of the days that are asked for.
func (h *Handlers) takesPlace(a *asked, b *events.Brief) (bool, error) {
	if a.near != nil {
		if at, ok := discovery.ParsePoint(b.Coordinates); !ok || !a.near.Has(at) {
			return false, nil
		}
	}
	if a.city != nil && cityOfBrief(b) != a.city || !a.labels.has(&b.Labels) {
		return false, nil
	}
	if !a.byDays() {
		return true, nil
	}
	zone, err := h.zones.Load(b.Timezone)
	if err != nil {
		return false, fmt.Errorf("public: zone of %s: %w", b.EventID, err)
	}
	first, last := discovery.DaysOf(b.StartsAt, b.EndsAt, zone)
	return last >= a.first && (a.last == 0 || first <= a.last), nil
}

// cityOfBrief is the city that an event counts for.
func cityOfBrief(b *events.Brief) *discovery.City {
	var at *discovery.Point
	if p, ok := discovery.ParsePoint(b.Coordinates); ok {
		at = &p
	}
	return discovery.CityOf(b.Location, at, b.Timezone)
}

// distance is how far an event is away, in kilometers; nil when nobody asked for it.
func (a *asked) distance(b *events.Brief) *float64 {
	if a.near == nil {
		return nil
	}
	at, ok := discovery.ParsePoint(b.Coordinates)
	if !ok {
		return nil
	}
	km := math.Round(a.near.MetersTo(at)/100) / 10
	return &km
}

func (h *Handlers) listPublicEvents(c *access.Call, _ *httpapi.None) (*PublicEventList, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	list, err := h.Events(&c.Request)
	if err != nil {
		return nil, err
	}
	if err := list.write(); err != nil {
		return nil, fmt.Errorf("public: %w", err)
	}
	err = c.Version(httpapi.ETag(list.said))
	c.Writer.Header().Add("Vary", "Accept-Language")
	c.Writer.Header().Set("Cache-Control", listShared)
	return list, err
}

// Events reads a page of the public list, as the query of a request asks for it.
func (h *Handlers) Events(r *httpapi.Request) (*PublicEventList, error) {
	a, err := askedOf(r.Query)
	if err != nil {
		return nil, err
	}
	if a, err = h.meant(r.Context(), a); err != nil {
		return nil, err
	}
	out := &PublicEventList{}
	if a.city != nil {
		city := briefOfCity(a.city)
		out.City = &city
	}
	var matched map[string][]string
	list := func(at *publicPosition, limit int) ([]events.Brief, bool, error) {
		if at.Found == nil && (at.ID != "" || at.Sorted != nil || !a.searches() || h.Search == nil || !h.Search.Ready()) {
			return h.publicEvents(r.Context(), a, at, limit)
		}
		result, err := h.search(r.Context(), a, at.Found, limit)
		if errors.Is(err, discovery.ErrNotReady) && at.Found == nil {
			return h.publicEvents(r.Context(), a, at, limit)
		}
		if err != nil {
			return nil, false, err
		}
		out.Total, out.DidYouMean, matched = &result.Total, result.DidYouMean, map[string][]string{}
		*at = publicPosition{Found: result.Next}
		briefs, err := h.stillFit(r.Context(), a, result.Hits, matched)
		return briefs, result.Next != nil, err
	}
	if a.trending {
		rest := list
		list = func(at *publicPosition, limit int) ([]events.Brief, bool, error) {
			return h.trendingFirst(r.Context(), a, at, limit, rest)
		}
	}
	found, next, err := httpapi.Search(r, a.String(), list)
	if err != nil {
		return nil, err
	}
	items, err := h.shown(r.Context(), a, wire.Accepted(r.HTTP), found)
	items = slices.DeleteFunc(items, func(e PublicEvent) bool {
		return a.available && e.Available == 0 || a.price != nil && !e.PriceRange.within(a.price)
	})
	for i := range items {
		items[i].Matched = matched[items[i].ID]
	}
	out.Items, out.NextCursor = items, next
	return out, err
}

func askedOf(query url.Values) (*asked, error) {
	a := &asked{q: query.Get("q"), of: events.PublicList{Org: query.Get("organizer")}}
	when, sort, available := query.Get("when"), query.Get("sort"), query.Get("available")
	var check httpapi.Checks
	if a.q != "" {
		a.q = check.Line("q", a.q, 0, wire.MaxSearch)
	}
	if a.of.Org != "" && !id.Valid(a.of.Org, id.Organization) {
		check.Add("organizer", "bad_format", "must be the id of an organization")
	}
	switch when {
	case "", "upcoming", "past":
	default:
		check.Add("when", "not_allowed", "must be upcoming or past")
	}
	switch sort {
	case "":
		if a.q == "" {
			a.sort = discovery.ByDate
		}
	case "relevance":
		a.sort = discovery.ByRelevance
	case "date":
		a.sort = discovery.ByDate
	case "trending":
		a.sort, a.trending = discovery.ByDate, true
	case "distance":
		if a.sort = discovery.ByDistance; query.Get("near") == "" {
			check.Add("near", "required", "must say where the distance is from")
		}
	case "price":
		a.sort, a.currency = discovery.ByPrice, query.Get("currency")
		if a.currency == "" && query.Get("price_max") == "" {
			check.Add("currency", "required", "must say in which currency prices are compared")
		}
	default:
		check.Add("sort", "not_allowed", "must be relevance, date, distance, price or trending")
	}
	switch available {
	case "", "true", "false":
	default:
		check.Add("available", "not_allowed", "must be true or false")
	}
	a.price, a.near = priceOf(&check, query), areaOf(&check, query)
	a.city = cityOf(&check, query.Get("city"))
	a.labels = labelsOf(&check, query)
	a.of.Past, a.available = when == "past", available == "true"
	if a.first, a.of.From = dayOrMoment(&check, query, "from"); a.first != 0 {
		a.of.From = a.first.Begins()
	}
	if a.last, a.of.Until = dayOrMoment(&check, query, "to"); a.last != 0 {
		a.of.Until = a.last.Ends()
	}
	if a.of.Until != 0 && a.of.Until <= a.of.From || a.last != 0 && a.last < a.first {
		check.Add("to", "out_of_range", "must be later than from")
	}
	switch query.Get("dates") {
	case "":
		a.collapsed = true
	case "all":
	default:
		check.Add("dates", "not_allowed", "must be all, or be left out")
	}
	a.words = strings.Fields(audience.Fold(a.q))
	return a, check.Err()
}

// priceOf is what the cheapest ticket may cost; nil: whatever it costs.
func priceOf(check *httpapi.Checks, query url.Values) *discovery.Price {
	most, currency := query.Get("price_max"), wire.Currency(check, "currency", query.Get("currency"))
	if most == "" {
		if currency != "" && query.Get("sort") != "price" {
			check.Add("price_max", "required", "must say how many minor units of the currency")
		}
		return nil
	}
	n, err := strconv.ParseInt(most, 10, 64)
	switch {
	case err != nil:
		check.Add("price_max", "bad_format", "must be a number of minor units, as 2000 for EUR 20")
	case n < 0 || n > MaxPrice:
		check.Add("price_max", "out_of_range", "must be from 0 to %d", int64(MaxPrice))
	case (n > 0 || query.Get("sort") == "price") && query.Get("currency") == "":
		check.Add("currency", "required", "must say which currency prices are in")
	}
	return &discovery.Price{Most: n, Currency: currency}
}

// usualKM is how far away something may be that is near.
const usualKM = 25

// areaOf is the area that a query asks for; nil: it does not. A distance alone bounds
// nothing.
func areaOf(check *httpapi.Checks, query url.Values) *discovery.Area {
	km := float64(usualKM)
	if text := query.Get("radius_km"); text != "" {
		var err error
		if km, err = strconv.ParseFloat(text, 64); err != nil {
			check.Add("radius_km", "bad_format", "must be a number of kilometers")
		} else if !(km >= 0.1 && km*1000 <= discovery.MaxMeters) { // NaN is neither
			check.Add("radius_km", "out_of_range", "must be between 0.1 and %d", discovery.MaxMeters/1000)
		}
	}
	text := query.Get("near")
	if text == "" {
		return nil
	}
	middle, ok := discovery.ParsePoint(text)
	if !ok {
		check.Add("near", "bad_format", "must be a latitude and a longitude in degrees, like 53.5436,9.9889")
	}
	return &discovery.Area{Point: middle, Meters: km * 1000}
}

// dayOrMoment is the day that a query names, as 2026-11-28, or the time; 0 what it does not
// name.
func dayOrMoment(check *httpapi.Checks, query url.Values, name string) (discovery.Day, inventory.Instant) {
	text := query.Get(name)
	if day, ok := discovery.ParseDay(text); ok {
		return day, 0
	}
	if _, err := time.Parse(time.RFC3339, text); text != "" && err != nil {
		check.Add(name, "bad_format", "must be a day like 2027-09-01 or a time like 2027-09-01T08:00:00Z")
		return 0, 0
	}
	return 0, wire.QueryMoment(check, query, name)
}

// search asks the index for a page. A page that goes on with one of the index while that
// is made ready is refused for a moment: the list has no place that it could go on from.
func (h *Handlers) search(ctx context.Context, a *asked, after *discovery.Position, limit int) (*discovery.Result, error) {
	q := discovery.Query{
		Text: a.q, Organizer: a.of.Org, Available: a.available, Past: a.of.Past,
		Now: inventory.At(h.Now()), From: a.of.From, Until: a.of.Until,
		FirstDay: a.first, LastDay: a.last, Price: a.price, Near: a.near,
		Category: a.labels.category, Tag: a.labels.tag, Language: a.labels.language, Age: a.labels.age, Sort: a.sort, Currency: a.currency,
		Collapsed: a.collapsed, Limit: limit,
	}
	if h.Trends != nil {
		q.Heats = h.Trends.Heats
	}
	if a.city != nil {
		q.City = a.city.ID
	}
	if after == nil {
		if h.Search == nil {
			return nil, discovery.ErrNotReady
		}
		return h.Search.Search(ctx, &q)
	}
	if q.After = *after; h.Search == nil {
		return nil, httpapi.KindUnavailable.With("The search is being made ready.")
	}
	r, err := h.Search.Search(ctx, &q)
	if errors.Is(err, discovery.ErrNotReady) {
		return nil, httpapi.KindUnavailable.With("The search is being made ready.")
	}
	return r, err
}

// stillFit reads what was found from the database and leaves out what has changed since
// it was indexed so that it does not belong to the list any more.
func (h *Handlers) stillFit(ctx context.Context, a *asked, hits []discovery.Hit, matched map[string][]string) ([]events.Brief, error) {
	ids := make([]string, len(hits))
	for i := range hits {
		ids[i] = hits[i].ID
	}
	faces, err := h.read(ctx, a, ids)
	if err != nil {
		return nil, err
	}
	list := make([]events.Brief, 0, len(hits))
	for i := range hits {
		f := faces[hits[i].ID]
		if f == nil {
			continue
		}
		if belongs, err := h.belongs(a, &f.brief); err != nil {
			return nil, err
		} else if !belongs {
			continue
		}
		list = append(list, f.brief)
		matched[f.brief.EventID] = hits[i].Matched
	}
	return list, nil
}

// belongs reports whether an event is what is asked for beside words, price and places left.
func (h *Handlers) belongs(a *asked, b *events.Brief) (bool, error) {
	if !b.Listed() || b.Over(inventory.At(h.Now())) != a.of.Past ||
		a.of.Org != "" && b.OrgID != a.of.Org ||
		b.EndsAt <= a.of.From || a.of.Until != 0 && b.StartsAt >= a.of.Until {
		return false, nil
	}
	return h.takesPlace(a, b)
}

// Organizer returns an organization that has, or had, an event that is published, in a list
// or not, or database.ErrNotFound.
func (h *Handlers) Organizer(ctx context.Context, organization string) (*Organizer, error) {
	if !id.Valid(organization, id.Organization) {
		return nil, database.ErrNotFound
	}
	now := inventory.At(h.Now())
	for _, past := range []bool{false, true} {
		found, err := h.Store.Events.PublicEvents(ctx, events.PublicList{Org: organization, Past: past, Unlisted: true}, now, 0, "", 1)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			return &Organizer{found[0].OrgID, found[0].OrgName, found[0].OrgColor}, nil
		}
	}
	return nil, database.ErrNotFound
}

func (h *Handlers) getOrganizer(c *access.Call, _ *httpapi.None) (*Organizer, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	return h.Organizer(c.Context(), c.Param("organization_id"))
}

// shown says of events what the public list says, with their titles in a language.
func (h *Handlers) shown(ctx context.Context, a *asked, language string, found []events.Brief) ([]PublicEvent, error) {
	ids := make([]string, len(found))
	for i := range found {
		ids[i] = found[i].EventID
	}
	faces, err := h.read(ctx, a, ids)
	if err != nil {
		return nil, err
	}
	items := make([]PublicEvent, 0, len(found))
	for _, id := range ids {
		f := faces[id]
		if f == nil || !f.brief.Listed() { // it was, when it was found
			continue
		}
		e := f.in(language)
		e.DistanceKM = a.distance(&f.brief)
		items = append(items, e)
	}
	return items, h.countDates(ctx, a, items)
}

// named gives events their titles and places in a language.
func (h *Handlers) named(ctx context.Context, language string, list []events.Brief) error {
	all := make([]*events.Brief, len(list))
	for i := range list {
		all[i] = &list[i]
	}
	return h.Store.Events.Named(ctx, language, all)
}

// countDates says of events how many other dates of their series there are, where a series is
// listed once.
func (h *Handlers) countDates(ctx context.Context, a *asked, items []PublicEvent) error {
	var series []string
	for i := range items {
		if a.collapsed && items[i].Series != nil {
			series = append(series, items[i].Series.ID)
		}
	}
	if len(series) == 0 {
		return nil
	}
	slices.Sort(series)
	listed, err := h.Store.Series.Listed(ctx, slices.Compact(series), &a.of, inventory.At(h.Now()))
	for i := range items {
		if s := items[i].Series; s != nil {
			items[i].MoreDates = max(0, listed[s.ID]-1)
		}
	}
	return err
}

// publicEvents reads on from a position until it has found enough or looked at
// listScan events, and moves the position.
func (h *Handlers) publicEvents(ctx context.Context, a *asked, at *publicPosition, limit int) (found []events.Brief, more bool, err error) {
	if a.sort.Whole() {
		return h.sortedEvents(ctx, a, at, limit)
	}
	pages := listScan / listPage
	most, of := listPage, a.of
	if len(a.words) == 0 && a.near == nil && a.city == nil && !a.labels.any() && !a.byDays() {
		pages, most = 1, limit+1 // every row is wanted
		of.Collapsed = a.collapsed && !a.available && a.price == nil
	}
	for range pages {
		page, err := h.Store.Events.PublicEvents(ctx, of, inventory.At(h.Now()), at.Start, at.ID, most)
		if err != nil {
			return nil, false, err
		}
		for i := range page {
			b := &page[i]
			there, err := h.takesPlace(a, b)
			if err != nil {
				return nil, false, err
			}
			if there && matches(b, a.words) {
				if len(found) == limit {
					return found, true, nil
				}
				found = append(found, *b)
			}
			*at = publicPosition{Start: b.StartsAt, ID: b.EventID}
		}
		if len(page) < most {
			return found, false, nil
		}
	}
	return found, true, nil
}

// publicEvent is what lists show of an event at now; see wire.HoldsUntil.
func publicEvent(b *events.Brief, v *events.EventView, now inventory.Instant) PublicEvent {
	full := wire.PublicEventOf(v, now)
	set := &v.Event.Settings
	cutoff := set.RegistrationCutoff
	if cutoff == 0 {
		cutoff = v.Event.EndsAt
	}
	open := v.Event.Status != inventory.Postponed && now < cutoff
	return PublicEvent{
		EventBrief: wire.BriefOf(b), State: full.State, Labels: wire.LabelsOf(&b.Labels), Capacity: full.Capacity,
		Available: full.Availability.Available, Waiting: full.Availability.Waiting, RegistrationOpen: open,
		PriceRange:   priceRange(full.Tiers, inventory.Fees(v.Tiers), now.Time()),
		Series:       full.Series,
		WaitlistOpen: open && !set.Waitlist.Disabled && (set.Waitlist.Limit == 0 || v.Waiting < set.Waitlist.Limit),
	}
}
