package calendars

import (
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// The types of what is answered, without their parameters, as the document names them.
const (
	mediaICS  = "text/calendar"
	mediaAtom = "application/atom+xml"
)

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	open := func(path, operation, media, summary, description string, handle func(*access.Call, *httpapi.None) (*httpapi.Image, error)) access.Route {
		return access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: path, ID: operation, Tag: access.TagCalendars, Versioned: true, Media: media, Summary: summary, Description: description,
			Problems: []httpapi.Kind{httpapi.KindNotFound, httpapi.KindRateLimited, httpapi.KindUnavailable},
		}, handle)
	}
	of := func(kind kind, param, prefix string) func(*access.Call, *httpapi.None) (*httpapi.Image, error) {
		return func(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) { return h.public(c, kind, param, prefix) }
	}
	const calendarDoc = " Events stay for 90 days after their end. One that is cancelled stays as `STATUS:CANCELLED`; one that changed has a greater `SEQUENCE` and the same `UID`, " +
		"which mails have too. All times are in UTC. What is said may be a minute old."
	since := time.Date(2027, 9, 1, 8, 0, 0, 0, time.UTC)
	return []access.Route{
		open("/v1/public/organizers/{organization_id}/events.ics", "get-organizer-calendar", mediaICS, "The calendar of an organizer",
			"Its published events for calendar programs (RFC 5545), the first 1,000 by start: 404 until it has published one."+calendarDoc, of(ofOrganizer, "organization_id", id.Organization)),
		open("/v1/public/organizers/{organization_id}/events.atom", "get-organizer-feed", mediaAtom, "The news of an organizer",
			"The 50 events that it published last, for feed readers (RFC 4287): 404 until it has published one.", of(newsOf, "organization_id", id.Organization)),
		open("/v1/public/series/{series_id}/events.ics", "get-series-calendar", mediaICS, "The calendar of a series",
			"Its published dates for calendar programs (RFC 5545): 404 until one is published."+calendarDoc, of(ofSeries, "series_id", id.Series)),
		open("/v1/public/venues/{venue_id}/events.ics", "get-venue-calendar", mediaICS, "The calendar of a venue",
			"The published events that have a confirmed booking of a room, for calendar programs (RFC 5545): 404 until there is one. Nothing is said of bookings, nor of what they are for otherwise."+calendarDoc,
			of(ofVenue, "venue_id", id.Venue)),
		open("/v1/public/venues/{venue_id}/busy.ics", "get-busy-calendar", mediaICS, "When the rooms of a venue are busy",
			"From the begin of set-up to the end of tear-down of each booking, for calendar programs (RFC 5545), for 400 days: 404 unless the organization shows the venue and its calendar (`public_page`, `public_calendar`). "+
				"Rooms are named, and nothing else is said of bookings. One that was moved or cancelled has a greater `SEQUENCE` and the same `UID`, and one that is cancelled stays as `STATUS:CANCELLED`. What imported calendars say is left out.",
			of(busyOf, "venue_id", id.Venue)),
		open("/v1/calendars/{secret}/tickets.ics", "get-ticket-calendar", mediaICS, "The calendar of somebody's tickets",
			"The events that the owner of the address has tickets for (RFC 5545), and as cancelled those for which they had some. It names no person and has no ticket, and the address gives "+
				"no access to anything else: 404 once it was renewed or ended."+calendarDoc, h.tickets),
		open("/v1/calendars/{secret}/bookings.ics", "get-bookings-calendar", mediaICS, "The calendar of a venue's bookings",
			"The bookings of the venue whose members made this address (RFC 5545), from 90 days ago to 400 days ahead, the first 1,000: what each is for, with its rooms, and in its description how many it has of each add-on. One that is requested or waits for its deposit is "+
				"`TENTATIVE`; one that was moved or cancelled has a greater `SEQUENCE` and the same `UID`, which the mails to its booker have too. It names no person, and the address gives access to nothing else: "+
				"404 once it was renewed or ended.", h.bookings),
		access.On(identity.ReadBookings, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/venues/{venue_id}/calendar", ID: "get-venue-calendar-address", Tag: access.TagCalendars,
			Summary: "Whether a venue's bookings have a calendar address", Answer: VenueCalendar{Enabled: true, Since: &since},
		}, h.venueCalendar),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/venues/{venue_id}/calendar", ID: "renew-venue-calendar", Tag: access.TagCalendars, Status: http.StatusCreated, Unkeyed: true,
			Summary:     "Make a calendar address of a venue's bookings",
			Description: "A secret address at which calendar programs read which rooms are booked when and what for. The one before leads nowhere from then on.",
			Answer:      NewVenueCalendar{"https://holdfast.example/v1/calendars/hc_4Zr0Yp6Wn2Xq8Lk5Tj1Vd7Bs3Mf9Hc0Ga6Ru2Ei4Oo8/bookings.ics", since},
		}, h.renewVenueCalendar),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/venues/{venue_id}/calendar", ID: "end-venue-calendar", Tag: access.TagCalendars,
			Summary: "End the calendar address of a venue's bookings", Description: "It leads nowhere from then on. A venue that has none is answered the same.", Answer: CalendarEnded{"ended"},
		}, h.endVenueCalendar),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/calendar", ID: "get-my-calendar", Tag: access.TagCalendars,
			Summary: "Whether I have a calendar address", Answer: MyCalendar{Enabled: true, Since: &since},
		}, h.myCalendar),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/me/calendar", ID: "renew-my-calendar", Tag: access.TagCalendars, Status: http.StatusCreated, Unkeyed: true,
			Summary:     "Make a calendar address",
			Description: "A secret address at which calendar programs read which events one has tickets for. The one before leads nowhere from then on.",
			Answer:      NewCalendar{"https://holdfast.example/v1/calendars/hc_4Zr0Yp6Wn2Xq8Lk5Tj1Vd7Bs3Mf9Hc0Ga6Ru2Ei4Oo8/tickets.ics", since},
		}, h.renewCalendar),
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/me/calendar", ID: "end-my-calendar", Tag: access.TagCalendars,
			Summary: "End the calendar address", Description: "It leads nowhere from then on. Anyone who has none is answered the same.", Answer: CalendarEnded{"ended"},
		}, h.endCalendar),
	}
}
