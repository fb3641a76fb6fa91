// Package roomcalendars answers for calendars of others whose busy times keep rooms of venues.
package roomcalendars

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storecalendars "github.com/holdfast-events/holdfast/internal/store/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// maxBusyFor bounds the time of which busy times are listed.
const maxBusyFor = inventory.Instant(62 * inventory.Day)

var kindCalendars = httpapi.Kind{
	Code: "too_many_imported_calendars", Status: 409, Title: "Too many calendars", Help: "A venue can have at most 20 calendars whose busy times keep its rooms.",
}

// NewImportedCalendar is the body that has the busy times of a calendar keep a room.
type NewImportedCalendar struct {
	RoomID string `json:"room_id" maxLength:"60" doc:"The room that it keeps, with its parts." example:"roo_3k9q0a7c1v5m"`
	Name   string `json:"name" minLength:"1" maxLength:"200" doc:"What it is called among the organizers." example:"Parish calendar"`
	URL    string `json:"url" maxLength:"2000" doc:"Its address (iCalendar, RFC 5545): https, or webcal for the same. It is not shown again, because whoever has it may read that calendar." example:"https://calendar.example.org/parish.ics"`
}

// ImportedCalendar is a calendar whose busy times keep a room.
type ImportedCalendar struct {
	ID        string     `json:"id" example:"cal_3k9q0a7c1v5m"`
	VenueID   string     `json:"venue_id"`
	RoomID    string     `json:"room_id"`
	Name      string     `json:"name"`
	Host      string     `json:"host" doc:"Where it is: the name in its address." example:"calendar.example.org"`
	BusyTimes int64      `json:"busy_times" doc:"How many it has from yesterday on, for 400 days."`
	Failure   string     `json:"failure" enum:"none,unreachable,private_address,certificate,timeout,status,too_large,not_a_calendar,unknown_zone,unknown_rule,bad_time,too_many_times" doc:"Why it was not read the last time. Its busy times are those of when it worked."`
	Detail    string     `json:"detail,omitempty" doc:"What the server answered, or what could not be read." example:"404"`
	TriedAt   *time.Time `json:"tried_at,omitempty" doc:"When it was asked for last; absent: never yet."`
	WorkedAt  *time.Time `json:"worked_at,omitempty" doc:"When that worked last; absent: never yet, and it keeps nothing."`
	NextAt    time.Time  `json:"next_at" doc:"When it is asked for next."`
	CreatedAt time.Time  `json:"created_at"`
	Clashes   []Clash    `json:"clashes" doc:"Bookings at its busy times that were there before, at most 50. They stand: it is for the venue to decide."`
}

// Clash is a booking at a time that is taken elsewhere.
type Clash struct {
	BookingID string    `json:"booking_id" example:"bkg_3k9q0a7c1v5m"`
	StartsAt  time.Time `json:"starts_at" doc:"Of the busy time."`
	EndsAt    time.Time `json:"ends_at" doc:"Of the busy time."`
}

// ImportedCalendarList is the calendars whose busy times keep rooms of a venue.
type ImportedCalendarList struct {
	Items []ImportedCalendar `json:"items" doc:"By id, at most 20."`
}

// ImportedCalendarRemoved is the answer to one that was removed.
type ImportedCalendarRemoved struct {
	ID     string `json:"id" example:"cal_3k9q0a7c1v5m"`
	Status string `json:"status" enum:"removed"`
}

// BusyTimeList is when rooms of a venue are taken elsewhere.
type BusyTimeList struct {
	Items []BusyTime `json:"items" doc:"By start. What is longer than 31 days is several."`
}

// BusyTime is a time in which a calendar says that a room is taken.
type BusyTime struct {
	CalendarID string    `json:"calendar_id" example:"cal_3k9q0a7c1v5m"`
	RoomID     string    `json:"room_id" doc:"It and its parts are taken." example:"roo_3k9q0a7c1v5m"`
	StartsAt   time.Time `json:"starts_at"`
	EndsAt     time.Time `json:"ends_at"`
}

// Handlers answer for imported calendars.
type Handlers struct {
	Now   func() time.Time
	Store *store.Store
	// CheckURL checks an address that is called later: the error is netguard.ErrURL or
	// netguard.ErrPrivate.
	CheckURL func(url string) error
	// Wrap wraps an address for a purpose, and Unwrap opens what it made.
	Wrap   func(purpose string, secret []byte) (organizations.ServerKey, error)
	Unwrap func(*organizations.ServerKey) ([]byte, error)
}

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{Kinds: []httpapi.Kind{kindCalendars}}

// venue is the venue in the path.
func (h *Handlers) venue(c *access.Call) (*venues.Venue, error) {
	v, err := h.Store.Venues.Venue(c.Context(), c.Caller.OrgID, c.Param("venue_id"))
	if err != nil {
		return nil, err
	}
	return v, c.Caller.Authorize(c.Action, identity.Resource{OrgID: v.OrgID})
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return []access.Route{
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/venues/{venue_id}/imported-calendars", ID: "import-calendar", Tag: access.TagBookings, Status: http.StatusCreated,
			Summary: "Keep a room by the busy times of a calendar",
			Description: "The calendar is fetched within a minute, and then every quarter of an hour. At its busy times the room, its parts and what it is a part of cannot be booked; nothing but the times is kept of it. " +
				"Bookings that are there already stand, and are listed as `clashes`. A fetch that fails changes nothing. What is cancelled, marked as free, or was given out by this server keeps nothing.",
			Problems: []httpapi.Kind{kindCalendars}, Refusals: refusal.Kinds(inventory.AlreadyExists),
			Example: map[string]any{"room_id": "roo_3k9q0a7c1v5m", "name": "Parish calendar", "url": "https://calendar.example.org/parish.ics"},
		}, h.importCalendar),
		access.On(identity.ReadBookings, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/venues/{venue_id}/imported-calendars", ID: "list-imported-calendars", Tag: access.TagBookings,
			Summary: "List the calendars that keep rooms", Description: "With when each worked last, why it did not since, and the bookings that are at its busy times.",
		}, h.listImported),
		access.On(identity.ReadBookings, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/venues/{venue_id}/busy-times", ID: "list-busy-times", Tag: access.TagBookings,
			Summary: "When rooms are taken elsewhere", Description: "What imported calendars say of the time from `from` (now) until `until` (14 days later, at most 62).",
			Query: []string{"from", "until"},
		}, h.listBusyTimes),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/venues/{venue_id}/imported-calendars/{calendar_id}:fetch", ID: "fetch-imported-calendar", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Fetch a calendar soon", Description: "Within a minute, instead of when it is its turn.",
		}, h.fetchImported),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/venues/{venue_id}/imported-calendars/{calendar_id}", ID: "remove-imported-calendar", Tag: access.TagBookings,
			Summary: "Remove a calendar that keeps a room", Description: "What it kept is free, and goes to bookings that wait for it.",
			Answer: ImportedCalendarRemoved{"cal_3k9q0a7c1v5m", "removed"},
		}, h.removeImported),
	}
}

func importedOf(c *storecalendars.RoomCalendar, clashes []storecalendars.Clash) ImportedCalendar {
	out := ImportedCalendar{
		ID: c.ID, VenueID: c.VenueID, RoomID: c.RoomID, Name: c.Name, BusyTimes: c.Periods, Failure: "none", Detail: c.Detail, TriedAt: wire.TimePtr(c.TriedAt),
		WorkedAt: wire.TimePtr(c.WorkedAt), Host: c.Host, NextAt: c.NextAt.Time(), CreatedAt: c.CreatedAt.Time(), Clashes: []Clash{},
	}
	if c.Failure != "" {
		out.Failure = c.Failure
	}
	for i := range clashes {
		if x := &clashes[i]; x.CalendarID == c.ID {
			out.Clashes = append(out.Clashes, Clash{x.BookingID, x.From.Time(), x.To.Time()})
		}
	}
	return out
}

// calendarURL checks the address of a calendar. webcal is what programs call https where they
// hand over a calendar.
func (h *Handlers) calendarURL(check *httpapi.Checks, text string) string {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "webcal://"); ok {
		text = "https://" + rest
	}
	switch err := h.CheckURL(text); {
	case errors.Is(err, netguard.ErrPrivate):
		check.Add("url", "forbidden", "is an address inside a private network")
	case err != nil:
		check.Add("url", "bad_format", "is not an https address without a user, a password or a fragment")
	}
	return text
}

func (h *Handlers) importCalendar(c *access.Call, in *NewImportedCalendar) (*ImportedCalendar, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	now, address := inventory.At(h.Now()), h.calendarURL(&check, in.URL)
	made := &storecalendars.RoomCalendar{
		OrgID: v.OrgID, ID: c.OwnID(id.RoomCalendar), VenueID: v.ID, RoomID: in.RoomID, Name: check.Line("name", in.Name, 1, httpapi.MaxName), CreatedAt: now, NextAt: now,
	}
	if u, err := url.Parse(address); err == nil {
		made.Host = u.Host
	}
	room, err := h.Store.Venues.Room(c.Context(), v.OrgID, in.RoomID)
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return nil, err
	}
	if err != nil || room.VenueID != v.ID {
		check.Add("room_id", "room_unknown", "must be a room of the venue")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	wrapped, err := h.Wrap(storecalendars.AddressPurpose(made.OrgID, made.ID), []byte(address))
	if err != nil {
		return nil, err
	}
	wrapped.CreatedAt = now
	had := ""
	have, err := access.Made(c, h.Store.RoomCalendars.Add(c.Context(), *made, wrapped), made,
		func(ctx context.Context) (*storecalendars.RoomCalendar, error) {
			key, err := h.Store.RoomCalendars.Address(ctx, made.OrgID, made.ID)
			if err != nil {
				return nil, err
			}
			text, err := h.Unwrap(key)
			if err != nil {
				return nil, err
			}
			had = string(text)
			return h.Store.RoomCalendars.ByID(ctx, made.OrgID, made.ID)
		},
		func(have *storecalendars.RoomCalendar) bool {
			return have.VenueID == made.VenueID && have.RoomID == made.RoomID && have.Name == made.Name && had == address
		})
	if errors.Is(err, database.ErrLimit) {
		return nil, kindCalendars.Problem()
	}
	if err != nil {
		return nil, err
	}
	out := importedOf(have, nil)
	return &out, nil
}

func (h *Handlers) listImported(c *access.Call, _ *httpapi.None) (*ImportedCalendarList, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	list, err := h.Store.RoomCalendars.OfVenue(c.Context(), v.OrgID, v.ID)
	if err != nil {
		return nil, err
	}
	clashes, err := h.Store.RoomCalendars.Clashes(c.Context(), v.OrgID, v.ID, inventory.At(h.Now()))
	if err != nil {
		return nil, err
	}
	out := &ImportedCalendarList{Items: make([]ImportedCalendar, len(list))}
	for i := range list {
		out.Items[i] = importedOf(&list[i], clashes)
	}
	return out, nil
}

func (h *Handlers) listBusyTimes(c *access.Call, _ *httpapi.None) (*BusyTimeList, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	from, until := wire.QueryMoment(&check, c.Query, "from"), wire.QueryMoment(&check, c.Query, "until")
	if from == 0 {
		from = inventory.At(h.Now())
	}
	if until == 0 {
		until = from + bookings.FreeTimesFor
	}
	if until <= from || until > from+maxBusyFor {
		check.Add("until", "out_of_range", "must be after from, and at most 62 days later")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	list, err := h.Store.RoomCalendars.BusyTimes(c.Context(), v.OrgID, v.ID, from, until)
	if err != nil {
		return nil, err
	}
	out := &BusyTimeList{Items: make([]BusyTime, len(list))}
	for i := range list {
		b := &list[i]
		out.Items[i] = BusyTime{b.CalendarID, b.RoomID, b.StartsAt.Time(), b.EndsAt.Time()}
	}
	return out, nil
}

// imported is the calendar in the path, which is of the venue in it.
func (h *Handlers) imported(c *access.Call) (*storecalendars.RoomCalendar, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	have, err := h.Store.RoomCalendars.ByID(c.Context(), v.OrgID, c.Param("calendar_id"))
	if err == nil && have.VenueID != v.ID {
		err = database.ErrNotFound
	}
	return have, err
}

func (h *Handlers) fetchImported(c *access.Call, _ *httpapi.None) (*ImportedCalendar, error) {
	have, err := h.imported(c)
	if err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	if err := h.Store.RoomCalendars.FetchSoon(c.Context(), have.OrgID, have.ID, now); err != nil {
		return nil, err
	}
	have.NextAt = now
	clashes, err := h.Store.RoomCalendars.Clashes(c.Context(), have.OrgID, have.VenueID, now)
	if err != nil {
		return nil, err
	}
	out := importedOf(have, clashes)
	return &out, nil
}

func (h *Handlers) removeImported(c *access.Call, _ *httpapi.None) (*ImportedCalendarRemoved, error) {
	have, err := h.imported(c)
	if err != nil {
		return nil, err
	}
	if err := h.Store.RoomCalendars.Remove(organizations.WithBy(c.Context(), c.By()), have.OrgID, have.VenueID, have.ID, inventory.At(h.Now())); err != nil {
		return nil, err
	}
	return &ImportedCalendarRemoved{have.ID, "removed"}, nil
}
