package venues

import (
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/roomtime"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func (h *Handlers) bookingRoutes() []access.Route {
	states := make([]any, len(booking.States))
	for i, s := range booking.States {
		states[i] = string(s)
	}
	return []access.Route{
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/venues/{venue_id}/bookings", ID: "create-booking", Tag: access.TagBookings,
			Status: http.StatusCreated, Summary: "Book rooms",
			Description: "All of the rooms for all of the time, or none. What is booked is `confirmed`, or `requested` where the venue wants to confirm bookings. Rooms are taken " +
				"from the begin of set-up to the end of tear-down; how two bookings follow one another is the venue's `buffer_rule`. A refusal lists everything that is in the " +
				"way, and the nearest free times. With `rrule` it is booked on each date of the rule, all in one decision; `on_conflict` says what becomes of dates whose rooms are taken. " +
				"The answer is the first date, with its `series`.",
			Problems: roomtime.Kinds, Refusals: refusal.Kinds(inventory.AlreadyExists),
			Example: map[string]any{
				"rooms": []any{"roo_3k9q0a7c1v5m"}, "starts_at": "2027-09-01T17:00:00Z", "ends_at": "2027-09-01T20:00:00Z", "setup_minutes": 30,
				"layout": "rows", "people": 80, "purpose": "Choir rehearsal",
			},
		}, h.createBooking),
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/venues/{venue_id}/bookings:check", ID: "check-booking", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Try a booking",
			Description: "Answers as booking it now would, with the same refusals, and stores nothing; nobody keeps the time. With `booking_id` it answers as moving that booking " +
				"would, and one that follows its event as moving the event would.",
			Problems: append(slices.Clone(roomtime.Kinds), KindEnded, KindPaidFor),
			Example: map[string]any{
				"rooms": []any{"roo_3k9q0a7c1v5m"}, "starts_at": "2027-09-01T17:00:00Z", "ends_at": "2027-09-01T20:00:00Z", "setup_minutes": 30,
			},
		}, h.checkBooking),
		access.On(identity.ReadBookings, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/venues/{venue_id}/bookings", ID: "list-bookings", Tag: access.TagBookings,
			Summary: "List bookings", Description: "The bookings of a venue by start. `from` and `until` select those that overlap the time between, without set-up and tear-down unless `buffers` is true; `room_id` those that have the room, by itself or as a part.",
			Query: append([]string{"limit", "cursor"}, bookingQuery...), Values: map[string][]any{"booking_status": states},
		}, h.listBookings),
		encoded[BookedDays](access.On(identity.ReadBookings, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/venues/{venue_id}/booking-days", ID: "list-booking-days", Tag: access.TagBookings,
			Summary: "Count bookings by day", Description: "For a calendar of a month: how many bookings stand on each day on the clocks of the venue, and the first of them, of all its rooms at once or of `room_id`, by itself or as a part.",
			Query: daysQuery,
		}, func(c *access.Call, _ *httpapi.None) (*daysAnswer, error) { return listDays(h, c) })),
		access.On(identity.ReadBookings, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/booking-series/{booking_series_id}", ID: "get-booking-series", Tag: access.TagBookings,
			Summary: "Read a booking that repeats", Description: "Its rule, its bookings by start, and the dates of which there is none, each with the reason.",
		}, h.getSeries),
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/booking-series/{booking_series_id}:cancel", ID: "cancel-booking-series", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Cancel a booking that repeats", Description: "All of its dates that have not ended. Cancelling it again changes nothing.",
			Problems: []httpapi.Kind{KindEnded}, Example: map[string]any{"reason": "no_longer_needed"},
		}, h.cancelSeries),
		access.On(identity.ReadBookings, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/bookings/{booking_id}", ID: "get-booking", Tag: access.TagBookings,
			Summary: "Read a booking", Description: "Bookings that are over can be read when their venue was deleted, too.",
		}, h.getBooking),
		access.InEvent(identity.ReadBookings, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/bookings", ID: "list-event-bookings", Tag: access.TagBookings,
			Summary: "List the bookings of an event", Description: "The bookings that are for it, at most 200, by start: where it takes place, and whatever else was booked for it. Those that have ended are among them.",
		}, h.listEventBookings),
		access.On(identity.AnswerBookings, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/bookings/{booking_id}:confirm", ID: "confirm-booking", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Confirm a booking", Description: "What was requested is confirmed, or waits for its deposit where it has one. Confirming it again changes nothing.",
			Problems: []httpapi.Kind{KindEnded},
		}, h.confirmBooking),
		access.On(identity.AnswerBookings, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/bookings/{booking_id}:decline", ID: "decline-booking", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Decline a booking", Description: "What was requested is declined, and its rooms are free. Declining it again for the same reason changes nothing.",
			Problems: []httpapi.Kind{KindEnded}, Example: map[string]any{"reason": "not_suitable"},
		}, h.declineBooking),
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/bookings/{booking_id}:cancel", ID: "cancel-booking", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Cancel a booking", Description: "Its rooms are free, and go to those who wait for them; one that waits itself waits no more. Cancelling it again for the same reason changes nothing.",
			Problems: []httpapi.Kind{KindEnded}, Example: map[string]any{"reason": "no_longer_needed"},
		}, h.cancelBooking),
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/bookings/{booking_id}:move", ID: "move-booking", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Move a booking",
			Description: "To another time, or into other rooms, decided as if it were not where it is. A refused move leaves it there. Where the venue wants to confirm bookings, " +
				"one that is moved by somebody who cannot confirm it is requested again. One that follows its event has other times when the event has. It costs from then on what it costs for its new time and rooms, " +
				"by the terms that it was made by: what is to be paid beside the deposit grows or becomes less. If all of it is paid, or more than it would cost, its booker cannot move it to what costs something else; " +
				"where the venue moves it, its price stays. If its booker cancels it later, no more goes back than when they moved it.",
			Problems: append(slices.Clone(roomtime.Kinds), KindEnded, kindFollows, KindPaidFor), Example: map[string]any{"starts_at": "2027-09-02T17:00:00Z"},
		}, h.moveBooking),
	}
}
