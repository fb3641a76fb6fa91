package events

import (
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

var (
	exampleDates = SeriesDatesIn{Rule: "FREQ=WEEKLY;COUNT=2"}
	exampleStart = time.Date(2027, 9, 3, 17, 30, 0, 0, time.UTC)
	exampleEnd   = exampleStart.Add(2 * time.Hour)

	exampleSeries = Series{
		SeriesBrief: SeriesBrief{ID: "ser_3k9q0a7c1v5m", Title: "Jazz on Fridays", CreatedAt: exampleStart.AddDate(0, -3, 0)},
		Items: []SeriesDate{{
			Position: 1, EventID: "evt_3k9q0a7c1v5m", Status: "published", Title: "Jazz on Fridays", Location: "Riverside Workshop", StartsAt: exampleStart, EndsAt: &exampleEnd,
			Timezone: "Europe/Berlin", Availability: &wire.Availability{Capacity: 80, Available: 12, Confirmed: 68},
		}},
	}
	exampleChanged = SeriesChanged{
		SeriesID: "ser_3k9q0a7c1v5m", Changed: []DateChanged{{"evt_3k9q0a7c1v5m", 1, exampleStart, 12}}, Refused: []DateUnchanged{},
	}
)

func (h *Handlers) seriesRoutes() []access.Route {
	fromHere := SeriesFrom{From: "evt_3k9q0a7c1v5m"}
	making := append([]httpapi.Kind{access.KindEventsElsewhere, kindManyDates}, refusal.Kinds(inventory.InvalidSettings, inventory.CapacityOutOfRange)...)
	return []access.Route{
		access.InEvent(identity.MakeSeries, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/series", ID: "create-series", Tag: access.TagSeries,
			Status: http.StatusCreated, Summary: "Make a series of an event",
			Description: "The event becomes a date of the series, and an event is made for each other date: with what the event says, asks and costs, " +
				"its pools, tiers and plan of seats, and its deadlines as long before the start; as a draft if it is one. Blocks, releases, codes and the waiting room are " +
				"not copied. Each date has places, a waitlist and a log of its own from then on. If something comes in between, `pending` dates are left, which " +
				"a repetition with the same `Idempotency-Key`, or `:resume`, makes.",
			Problems: append([]httpapi.Kind{kindInSeries, kindPassPool}, making...), Refusals: refusal.Closed(),
			Example: NewSeries{SeriesDatesIn: exampleDates}, Answer: exampleSeries,
		}, h.createSeries),
		access.InEvent(identity.MakeSeries, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/series:preview", ID: "preview-series", Tag: access.TagSeries, Unkeyed: true,
			Summary: "Which dates a series would have", Description: "Makes nothing.", Example: exampleDates,
			Answer: SeriesPreview{Items: []SeriesSpan{{exampleStart, exampleEnd}}},
		}, h.previewSeries),
		access.On(identity.ListSeries, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/series", ID: "list-series", Tag: access.TagSeries,
			Summary: "List series", Description: "The organization's series by id.", Query: []string{"limit", "cursor"},
		}, h.listSeries),
		access.On(identity.ListSeries, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/series/{series_id}", ID: "get-series", Tag: access.TagSeries,
			Summary: "Read a series", Description: "With all its dates, drafts too. What everybody sees of it is `GET /v1/public/series/{series_id}`.", Answer: exampleSeries,
		}, h.getSeries),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/series/{series_id}", ID: "change-series", Tag: access.TagSeries,
			Summary: "Change what a series is called", Description: "What is absent stays as it is. Its events keep their titles.",
			Example: map[string]any{"title": "Jazz on Fridays"}, Answer: exampleSeries,
		}, h.changeSeries),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/series/{series_id}:extend", ID: "extend-series", Tag: access.TagSeries,
			Summary: "Add dates to a series",
			Description: "The new dates are copies of the last one that was not cancelled, or of the one that is named, as it is now. A rule counts from that date on, which is " +
				"the first of its COUNT. Dates that the series has already are not made again.",
			Problems: making, Example: MoreDates{SeriesDatesIn: exampleDates}, Answer: exampleSeries,
		}, h.extendSeries),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/series/{series_id}:resume", ID: "resume-series", Tag: access.TagSeries,
			Summary: "Make the dates that are pending", Description: "Goes on with what was planned and not made, because the server stopped or was busy. Without any, nothing happens.",
			Problems: making, Answer: exampleSeries,
		}, h.resumeSeries),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/series/{series_id}:change", ID: "change-series-dates", Tag: access.TagSeries,
			Summary: "Change a date and all following",
			Description: "Changes the events of dates one by one, each by its own rules: what one of them refuses is listed with the reason, and keeps no other from being changed. " +
				"A single date is changed as any event is, with `PATCH /v1/events/{event_id}`. What is a time there is a span before the start here: it is the same for each date.",
			Example: map[string]any{"from": fromHere.From, "start_time": "20:00"}, Answer: exampleChanged,
		}, h.changeFollowing),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/series/{series_id}:copy-questions", ID: "copy-series-questions", Tag: access.TagSeries,
			Summary: "Ask the same at a date and all following",
			Description: "Has each of them ask what one date asks, in the place of what it asked, of its tiers of the same names. What was answered before stays as it was answered. " +
				"A date without such a tier is listed as refused.",
			Example: fromHere, Answer: exampleChanged,
		}, h.copyFollowingQuestions),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/series/{series_id}:publish", ID: "publish-series-dates", Tag: access.TagSeries,
			Summary: "Publish a date and all following", Description: "Publishes the drafts among them.", Example: fromHere, Answer: exampleChanged,
		}, h.publishFollowing),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/series/{series_id}:cancel", ID: "cancel-series-dates", Tag: access.TagSeries,
			Summary: "Cancel a date and all following", Description: "Cancels each of them that is not cancelled, as `POST /v1/events/{event_id}:cancel` does. It cannot be undone.",
			Example: fromHere, Answer: exampleChanged,
		}, h.cancelFollowing),
	}
}
