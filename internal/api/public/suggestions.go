package public

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Suggestions are events for the signed-in account.
type Suggestions struct {
	Enabled bool         `json:"enabled" doc:"false: they were turned off, and nothing is read for them."`
	Items   []Suggestion `json:"items" doc:"What suits best first, 8 at most."`
}

// Suggestion is an event and why it is suggested.
type Suggestion struct {
	Event  PublicEvent      `json:"event"`
	Reason SuggestionReason `json:"reason"`
}

// SuggestionReason is what speaks for an event most.
type SuggestionReason struct {
	Kind  string       `json:"kind" enum:"performer,organizer,category,followed_organizer,followed_series" doc:"What the event has in common with one that was booked, or who or what of it one follows."`
	Name  string       `json:"name" doc:"Of the performer, the organization or the series; of a category, its name in the API." example:"Nina Okoye"`
	Event *BookedEvent `json:"event,omitempty" doc:"The latest one that was booked and has this in common. Absent of what one follows."`
}

// BookedEvent is an event that somebody has, or had, a place at.
type BookedEvent struct {
	ID    string `json:"id" example:"evt_3k9q0a7c1v5m"`
	Title string `json:"title"`
}

func (h *Handlers) suggestionRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/suggestions", ID: "list-my-suggestions", Tag: access.TagSignIn,
			Summary: "Events for me",
			Description: "Events to come, everywhere or in a city, with performers, organizers or of categories of events that one has registered for or ordered, or by whom or of what series one follows, and " +
				"why each is suggested. What was booked a year ago weighs half. It is computed from one's registrations, orders and follows when it is asked for: no profile is stored. " +
				"`PATCH /v1/me` with `suggestions: false` turns it off.",
			Query:    []string{"city"},
			Problems: []httpapi.Kind{httpapi.KindUnavailable},
		}, h.mySuggestions),
	}
}

const (
	mostSuggested = 8
	// mostAttended is how many of the latest events of somebody are looked at.
	mostAttended = 60
	// halfLife is after how long what was booked weighs half.
	halfLife = 365 * inventory.Day
	// mostOfKind is how many interests of a kind are searched for, and mostFound how many
	// events of each are looked at.
	mostOfKind = 4
	mostFound  = 20
	// mostAlike is how many suggestions may have one reason.
	mostAlike = 3
)

// Kinds of reasons, and what each weighs: whom one came to see, more than who made it
// happen, more than what kind of thing it was. Whom one follows weighs more than who happened to
// make what one booked.
const (
	forPerformer = "performer"
	forOrganizer = "organizer"
	forCategory  = "category"
	forFollowed  = "followed_organizer"
	forSeries    = "followed_series"
)

var reasonWeights = map[string]float64{forPerformer: 3, forOrganizer: 2, forCategory: 1, forFollowed: 2.5, forSeries: 2.8}

// interest is something that events have in common which somebody booked.
type interest struct {
	kind, key string // the key compares it
	reason    SuggestionReason
	weight    float64
	latest    inventory.Instant // start of the event of the reason
}

// interests are by kind and key.
type interests map[[2]string]*interest

// add notes that an event which was booked has something.
func (in interests) add(kind, key, name string, weight float64, b *events.Brief) {
	one := in[[2]string{kind, key}]
	if one == nil {
		one = &interest{kind: kind, key: key, latest: math.MinInt64}
		in[[2]string{kind, key}] = one
	}
	if one.weight += weight; b.StartsAt > one.latest {
		one.latest = b.StartsAt
		one.reason = SuggestionReason{Kind: kind, Name: name, Event: &BookedEvent{b.EventID, b.Title}}
	}
}

// keysOf calls visit with what events can have in common.
func keysOf(b *events.Brief, visit func(kind, key, name string)) {
	for _, name := range b.Performers {
		visit(forPerformer, discovery.TagKey(name), name)
	}
	visit(forOrganizer, b.OrgID, b.OrgName)
	if b.Category != "" {
		visit(forCategory, b.Category, b.Category)
	}
}

// follow notes what somebody follows.
func (in interests) follow(list []messages.FollowView) {
	for i := range list {
		f := &list[i]
		kind, key, name := forFollowed, f.OrgID, f.OrgName
		if f.SeriesID != "" {
			kind, key, name = forSeries, f.SeriesID, f.SeriesTitle
		}
		in[[2]string{kind, key}] = &interest{kind: kind, key: key, weight: 1, reason: SuggestionReason{Kind: kind, Name: name}}
	}
}

// decay is what a booking weighs of an event that started at a time.
func decay(starts, now inventory.Instant) float64 {
	return math.Exp2(-float64(max(0, now-starts)) / float64(halfLife))
}

// interestsOf are what somebody is interested in, by what they booked.
func interestsOf(booked []*events.Brief, now inventory.Instant) interests {
	in := interests{}
	for _, b := range booked {
		keysOf(b, func(kind, key, name string) {
			in.add(kind, key, name, decay(b.StartsAt, now), b)
		})
	}
	return in
}

// strongest are those of a kind that weigh most.
func (in interests) strongest(kind string) (list []*interest) {
	for _, one := range in {
		if one.kind == kind {
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b *interest) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.key, b.key))
	})
	return list[:min(len(list), mostOfKind)]
}

// score says how well an event suits, and what speaks for it most; nil: nothing does.
func (in interests) score(b *events.Brief) (sum float64, most *interest) {
	var best float64
	weigh := func(kind, key, _ string) {
		if one := in[[2]string{kind, key}]; one != nil {
			weight := reasonWeights[kind] * one.weight
			if sum += weight; weight > best {
				best, most = weight, one
			}
		}
	}
	keysOf(b, weigh)
	weigh(forFollowed, b.OrgID, "")
	if b.Series != "" {
		weigh(forSeries, b.Series, "")
	}
	return sum, most
}

func (h *Handlers) mySuggestions(c *access.Call, _ *httpapi.None) (*Suggestions, error) {
	var check httpapi.Checks
	city := cityOf(&check, c.Query.Get("city"))
	if err := check.Err(); err != nil {
		return nil, err
	}
	account, err := h.Store.Accounts.Account(c.Context(), c.Caller.Login.AccountID)
	if err != nil {
		return nil, err
	}
	out := &Suggestions{Enabled: account.SuggestionsOffAt == 0, Items: []Suggestion{}}
	if !out.Enabled {
		return out, nil
	}
	if h.Search == nil || !h.Search.Ready() {
		return nil, httpapi.KindUnavailable.With("The search is being made ready.")
	}
	book, err := h.Reader.Book(c)
	if err != nil {
		return nil, err
	}
	attended, err := h.Store.People.Attended(c.Context(), book[:min(len(book), mostAttended)])
	if err != nil {
		return nil, err
	}
	follows, err := h.Store.Follows.Of(c.Context(), c.Caller.Login.AccountID, wire.Accepted(c.HTTP))
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for i := range book {
		known[book[i].EventID] = true
	}
	out.Items, err = h.suggest(c.Context(), attended, follows, known, city)
	if errors.Is(err, discovery.ErrNotReady) {
		return nil, httpapi.KindUnavailable.With("The search is being made ready.")
	}
	return out, err
}

// suggest finds what suits who was at some events and follows somebody, of what they do not know.
func (h *Handlers) suggest(ctx context.Context, attended []guests.Mine, follows []messages.FollowView, known map[string]bool, city *discovery.City) ([]Suggestion, error) {
	now := inventory.At(h.Now())
	ids := make([]string, len(attended))
	for i := range attended {
		ids[i] = attended[i].EventID
	}
	briefs, err := h.Store.Events.Briefs(ctx, ids)
	if err != nil {
		return nil, err
	}
	var booked []*events.Brief
	for _, id := range ids {
		if b := briefs[id]; b != nil {
			booked = append(booked, b)
		}
	}
	in := interestsOf(booked, now)
	in.follow(follows)
	found, err := h.candidates(ctx, in, known, city, now)
	if err != nil {
		return nil, err
	}
	type scored struct {
		*events.Brief
		score float64
		why   *interest
	}
	var list []scored
	for _, b := range found {
		if !b.Listed() || b.Over(now) || city != nil && cityOfBrief(b) != city {
			continue
		}
		if score, why := in.score(b); why != nil {
			list = append(list, scored{b, score, why})
		}
	}
	slices.SortFunc(list, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.StartsAt, b.StartsAt), strings.Compare(a.EventID, b.EventID))
	})
	alike, reasons := map[*interest]int{}, map[string]SuggestionReason{}
	var chosen []events.Brief
	series := map[string]bool{}
	for _, s := range list {
		if s.Series != "" && series[s.Series] {
			continue
		}
		series[s.Series] = true
		if alike[s.why]++; alike[s.why] > mostAlike {
			continue
		}
		reasons[s.EventID] = s.why.reason
		if chosen = append(chosen, *s.Brief); len(chosen) == mostSuggested {
			break
		}
	}
	shown, err := h.shown(ctx, &asked{collapsed: true}, "", chosen)
	items := make([]Suggestion, len(shown))
	for i := range shown {
		items[i] = Suggestion{shown[i], reasons[shown[i].ID]}
	}
	return items, err
}

// candidates are the next events that have what somebody is most interested in, and that they
// do not know.
func (h *Handlers) candidates(ctx context.Context, in interests, known map[string]bool, city *discovery.City, now inventory.Instant) (map[string]*events.Brief, error) {
	var ids []string
	for _, kind := range []string{forSeries, forFollowed, forPerformer, forOrganizer, forCategory} {
		for _, one := range in.strongest(kind) {
			q := discovery.Query{Now: now, Sort: discovery.ByDate, Limit: mostFound}
			if city != nil {
				q.City = city.ID
			}
			switch kind {
			case forPerformer:
				q.Performer = one.key
			case forSeries:
				q.Series = one.key
			case forCategory:
				q.Category = one.key
			default:
				q.Organizer = one.key
			}
			found, err := h.Search.Search(ctx, &q)
			if err != nil {
				return nil, err
			}
			ids = append(ids, idsOf(found)...)
		}
	}
	slices.Sort(ids)
	ids = slices.DeleteFunc(slices.Compact(ids), func(id string) bool { return known[id] })
	return h.Store.Events.Briefs(ctx, ids)
}
