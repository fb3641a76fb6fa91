package events

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

var examplePass = SeriesPass{
	PublicPass: wire.PublicPass{
		EventID: "evt_3k9q0a7c1v5n", Title: "Jazz on Fridays: all evenings", State: "published", Currency: "EUR", Price: 4000, Singly: 6000, Saves: 2000, Available: 12,
		Dates: []wire.PassDate{{
			EventID: "evt_3k9q0a7c1v5m", Title: "Jazz on Fridays", Location: "Riverside Workshop", StartsAt: exampleStart, EndsAt: exampleEnd, Timezone: "Europe/Berlin", Status: "published",
		}},
	},
	SeriesID: "ser_3k9q0a7c1v5m", Places: 20, Taken: 8,
	SetAside: []PassSetAside{{EventID: "evt_3k9q0a7c1v5m", Tier: "General", Places: 20, BlockID: "blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Status: "set"}},
}

func (h *passHandlers) seriesPassRoutes() []access.Route {
	making := append([]httpapi.Kind{access.KindEventsElsewhere, kindPassPlaces, kindPassBusy, kindManyPasses, kindManyDates}, refusal.Kinds(inventory.InvalidSettings, inventory.CapacityOutOfRange)...)
	return []access.Route{
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/series/{series_id}/passes", ID: "create-pass", Tag: access.TagSeries,
			Status: http.StatusCreated, Summary: "Sell a pass for dates of a series",
			Description: "A pass opens the door of each date that it covers, once. It is sold by an event of its own, which is unlisted and has what every event has: orders, promo " +
				"codes, questions, a waitlist, transfers. As many places as there are passes are set aside on each date first, by a block of the date: a date that cannot give them is " +
				"named, and nothing is changed. It is published if its first date is. A date that is added to the series later is covered once it is added to the pass.",
			Problems: making, Refusals: refusal.Closed(),
			Example: map[string]any{"title": "Jazz on Fridays: all evenings", "places": 20, "price": 4000}, Answer: examplePass,
		}, h.createPass),
		access.On(identity.ListSeries, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/series/{series_id}/passes", ID: "list-passes", Tag: access.TagSeries,
			Summary: "The passes of a series", Description: "With what is set aside for them on each date.", Answer: SeriesPasses{Items: []SeriesPass{examplePass}},
		}, h.listPasses),
		access.On(identity.ListSeries, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/series/{series_id}/passes/{pass_event_id}", ID: "get-pass", Tag: access.TagSeries,
			Summary: "Read a pass", Description: "`pass_event_id` is the event that sells it.", Answer: examplePass,
		}, h.getPass),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/series/{series_id}/passes/{pass_event_id}", ID: "change-pass", Tag: access.TagSeries,
			Summary: "Change how many passes there are, or what they cover",
			Description: "More places are set aside on each date before more passes can be sold; fewer are given back after. What a date cannot give, or what is sold already, " +
				"is refused with the date named, and nothing is changed. Dates that are added are covered for everybody who has the pass. Its price and words are those of its event: `PATCH /v1/events/{event_id}`.",
			Problems: append([]httpapi.Kind{kindPassSold}, making...),
			Example:  map[string]any{"places": 30}, Answer: examplePass,
		}, h.changePass),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/series/{series_id}/passes/{pass_event_id}:resume", ID: "resume-pass", Tag: access.TagSeries,
			Summary: "Go on setting places aside", Description: "Finishes a change of the pass that something came in between of. It is also finished by itself within minutes. Without any, nothing happens.",
			Problems: append([]httpapi.Kind{kindPassSold}, making...), Answer: examplePass,
		}, h.resumePass),
	}
}
