package public

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) healthRoutes() []access.Route {
	return []access.Route{
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/healthz", ID: "health", Tag: access.TagOperations,
			Summary: "Is the process alive", Description: "Answers as long as the process serves requests.", Answer: Health{Status: "ok"},
		}, h.health),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/readyz", ID: "ready", Tag: access.TagOperations,
			Problems: []httpapi.Kind{httpapi.KindUnavailable, access.KindClock, access.KindShuttingDown},
			Summary:  "Can it serve",
			Description: "Asks the database; 503 when it does not answer, its schema is not current, or the system clock is more than a second from the " +
				"time that counts, or the server was told to stop: load balancers send it no more requests, and it goes on answering for some seconds.",
			Answer: Health{Status: "ok"},
		}, h.ready),
	}
}

func (h *Handlers) publicRoutes() []access.Route {
	return []access.Route{
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/public/events", ID: "list-public-events", Tag: access.TagEvents, Versioned: true,
			Summary: "What is on",
			Description: "Published events of all organizations that are not over, by start. `q` searches title, place, organization, performers and tags: every word must " +
				"stand in one of them, or another form of it, or a longer word that it begins or that is put together of it; case and accents do not " +
				"matter, and small words such as \"the\" need not be there. With `q`, or `sort=relevance`, the best of the next 200 events come first, and then those of the 200 behind them: by where the words stand and in which form, " +
				"and of those that fit about as well those that people come to, then what is near the middle of `near`, and what costs half of `price_max` at most; what is alike, by start. " +
				"`sort=date` lists all by start, " +
				"the nearest first with `sort=distance`, or with `sort=price` the cheapest in `currency`, what costs nothing before and what " +
				"is in another currency or shows no price last. `sort=trending` begins with those that people come to: registrations, orders, joins of the waitlist " +
				"and looks at their pages count, half as much a day later; of a `city`, or of what is `near`, where one is asked for, and else of everywhere; the others follow by start. While the search is made ready, those two sort the next 2,000 events. " +
				"`available=true` lists those with a place left, `price_max` those whose cheapest ticket costs a buyer no more, tax included, in minor units " +
				"of `currency`: of the tickets that can be bought now, or when none can, of all; with 0, those that have a free one. " +
				"`when=past` lists those that are over instead, the latest first; `organizer` those of one organization; `from` and `to` those that take place between these times, at least in part: one that began before `from` and " +
				"ends after it is listed, one that begins at `to` is not. Either may be a day instead, as 2026-11-28: then an event is listed that takes " +
				"place on that day, or one after or before it, by the calendar of its own time zone; the day of `to` is among them. `near` lists those " +
				"whose coordinates are no more than `radius_km` away, and says how far they are. `city` lists those that count for a city, as the home page does, and so does a `q` that names a city, in any language, where no event has its words. " +
				"`category`, `tag` and `language` list those that say so of themselves, a tag in any spelling, and `age` those that somebody so old may come to. Of a series the list has one date, the first in its order that fits, and `more_dates` says how many others there are; `dates=all` lists each by itself, as do lists that are filtered or sorted while the search is made ready. Everybody gets the same answer, and caches may keep it as `Cache-Control` says.",
			Query: []string{"limit", "cursor", "q", "organizer", "when", "from", "to", "available", "price_max", "currency", "near", "radius_km", "city", "category", "tag", "language", "age", "sort", "dates"},
			Days: map[string]httpapi.QueryDay{
				"from": {Description: "From this day on, by the calendar of each event's time zone, or from this time.", Example: "2027-09-01"},
				"to":   {Description: "Up to and with this day, or before this time.", Example: "2027-09-02"},
			},
			Values:   map[string][]any{"sort": {"relevance", "date", "distance", "price", "trending"}, "dates": {"all"}},
			Problems: []httpapi.Kind{httpapi.KindRateLimited, httpapi.KindUnavailable},
		}, h.listPublicEvents),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/public/home", ID: "get-home", Tag: access.TagEvents, Versioned: true,
			Summary: "The home page of a city",
			Description: "What people come to now, what is on at the weekend, what is new, what is next, and what people come to around the city: in a city, or everywhere without one. `city` is the `id` of a city or one of its names, in any " +
				"spelling. An event counts for one city: by its coordinates, for that which it is nearest to for its size, of those that reach so far; without coordinates, for " +
				"that which its address names, in its own time zone. What is said may be half a minute old, and caches may keep it as `Cache-Control` says.",
			Query:    []string{"city"},
			Problems: []httpapi.Kind{httpapi.KindRateLimited, httpapi.KindUnavailable},
		}, h.getHome),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/public/series/{series_id}", ID: "get-public-series", Tag: access.TagSeries, Versioned: true,
			Summary: "A series and its dates", Description: "A series as everybody may see it, with what is left of each date: 404 until one is published. What is said may be some seconds old.",
			Problems: []httpapi.Kind{httpapi.KindNotFound, httpapi.KindRateLimited, httpapi.KindUnavailable},
		}, h.getPublicSeries),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/public/organizers/{organization_id}", ID: "get-organizer", Tag: access.TagEvents,
			Summary: "Who hosts events", Description: "An organization as everybody may see it: 404 until it has published an event.",
			Problems: []httpapi.Kind{httpapi.KindNotFound, httpapi.KindRateLimited, httpapi.KindUnavailable},
			Answer:   Organizer{"org_3k9q0a7c1v5m", "Riverside Workshop", "#0f766e"},
		}, h.getOrganizer),
	}
}
