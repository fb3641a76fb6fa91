package venues

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/roomtime"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookers"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
)

// maxEventBookings bounds the bookings of an event that are listed.
const maxEventBookings = 200

// maxPurpose bounds what a booking is for, in characters.
const maxPurpose = 1000

// NewBooking is the body that books rooms.
type NewBooking struct {
	Rooms           []string      `json:"rooms" minItems:"1" maxItems:"50" doc:"Ids of rooms of the venue. All of them are booked, or none. Who books a room has its parts too."`
	StartsAt        time.Time     `json:"starts_at" doc:"Not in the past."`
	EndsAt          time.Time     `json:"ends_at" doc:"At most 366 days later."`
	SetupMinutes    *int64        `json:"setup_minutes,omitempty" minimum:"0" maximum:"10080" doc:"How long the rooms are busy before. Default: the venue's."`
	TeardownMinutes *int64        `json:"teardown_minutes,omitempty" minimum:"0" maximum:"10080" doc:"How long the rooms are busy after. Default: the venue's."`
	Layout          string        `json:"layout,omitempty" enum:"rows,tables,standing" doc:"How the rooms are furnished."`
	People          int64         `json:"people,omitempty" minimum:"0" maximum:"1000000" doc:"How many come. The rooms hold them together."`
	AddOns          []ChosenAddOn `json:"add_ons,omitempty" maxItems:"50" doc:"What it has beside rooms: all of it and the rooms, or nothing."`
	Purpose         string        `json:"purpose,omitempty" maxLength:"1000" doc:"What it is for, in your own words."`
	EventID         string        `json:"event_id,omitempty" maxLength:"60" doc:"The event that it is for, of the same organization. A booking without rrule and on_conflict that is made at the times of the event follows it: it moves with the event, and its rooms are free when that is cancelled."`
	RRule           string        `json:"rrule,omitempty" maxLength:"500" doc:"Repeats it: a rule of RFC 5545, on the clocks of the venue, of at most 400 dates. starts_at and ends_at are of the first date, which the rule has to match." example:"FREQ=WEEKLY;COUNT=10"`
	OnConflict      string        `json:"on_conflict,omitempty" enum:"all,skip,wait" doc:"What becomes of it, or of a date of it, when the rooms are taken. all, the default: nothing is booked. skip: the date is left out. wait: it waits, and gets its time when that comes free, in the order in which bookings came. A date on which the venue is closed is left out with either."`
}

// FastField returns where the fast body reader stores a field; nil: it is not one of the simple ones.
func (in *NewBooking) FastField(name string) any {
	switch name {
	case "rooms":
		return &in.Rooms
	case "starts_at":
		return &in.StartsAt
	case "ends_at":
		return &in.EndsAt
	case "setup_minutes":
		return &in.SetupMinutes
	case "teardown_minutes":
		return &in.TeardownMinutes
	case "people":
		return &in.People
	case "purpose":
		return &in.Purpose
	}
	return nil
}

// Plain reports whether the simple fields are as their schema says.
func (in *NewBooking) Plain() bool {
	most := func(n *int64, most int64) bool { return n == nil || *n <= most }
	return len(in.Rooms) > 0 && len(in.Rooms) <= booking.MaxRooms && !in.StartsAt.IsZero() && !in.EndsAt.IsZero() &&
		most(in.SetupMinutes, maxBufferMinutes) && most(in.TeardownMinutes, maxBufferMinutes) && in.People <= maxPeople &&
		len(in.Purpose) <= maxPurpose // in bytes, which are no fewer than characters
}

// maxPeople is how many come to a booking at most, maxBufferMinutes how long its set-up takes, and
// its tear-down.
const (
	maxPeople        = 1_000_000
	maxBufferMinutes = 10_080
)

// BookingTrial is the body that tries a booking, or a move of one.
type BookingTrial struct {
	NewBooking
	BookingID string `json:"booking_id,omitempty" maxLength:"60" doc:"The booking that would be moved to this: it is not in its own way, and its set-up and tear-down are the default."`
}

// BookingCheck is what would become of a booking.
type BookingCheck struct {
	Status   string    `json:"status" enum:"waiting,requested,pending_deposit,confirmed" doc:"What the booking would be: requested where the venue wants to confirm it first, pending_deposit where a deposit is to be paid, waiting with on_conflict when its rooms are taken."`
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
	BusyFrom time.Time `json:"busy_from" doc:"When set-up would begin."`
	BusyTo   time.Time `json:"busy_to" doc:"When tear-down would be over."`

	Cost *BookingCost `json:"cost,omitempty" doc:"What it would cost; of a booking that repeats, the first of its dates. Absent: nothing."`

	Dates []BookingDate `json:"dates,omitempty" doc:"Of a booking that repeats: what would become of each date."`
}

// BookingMove is the body that moves a booking. What is absent stays as it is.
type BookingMove struct {
	Rooms           *[]string  `json:"rooms,omitempty" minItems:"1" maxItems:"50" doc:"Ids of rooms of the venue."`
	StartsAt        *time.Time `json:"starts_at,omitempty" doc:"Not in the past, unless it stays as it is."`
	EndsAt          *time.Time `json:"ends_at,omitempty" doc:"Without it, a booking that starts at another time lasts as long as before."`
	SetupMinutes    *int64     `json:"setup_minutes,omitempty" minimum:"0" maximum:"10080" doc:"How long the rooms are busy before."`
	TeardownMinutes *int64     `json:"teardown_minutes,omitempty" minimum:"0" maximum:"10080" doc:"How long the rooms are busy after."`
	Layout          *string    `json:"layout,omitempty" enum:"rows,tables,standing" doc:"How the rooms are furnished."`
	People          *int64     `json:"people,omitempty" minimum:"0" maximum:"1000000" doc:"How many come."`
}

// BookingDecline is the body that declines a booking.
type BookingDecline struct {
	Reason string `json:"reason" enum:"not_available,not_suitable,house_rules,other" doc:"Why."`
}

// BookingCancel is the body that cancels a booking.
type BookingCancel struct {
	Reason  string `json:"reason" enum:"no_longer_needed,moved_elsewhere,venue_closed,other" doc:"Why."`
	ByVenue bool   `json:"by_venue,omitempty" doc:"It is the venue that cancels, and all that was paid goes back. For those who can confirm bookings. Otherwise it is its booker, and the rule for giving back decides."`
}

// Booking is the time of rooms.
type Booking struct {
	ID      string   `json:"id" example:"bkg_3k9q0a7c1v5m"`
	VenueID string   `json:"venue_id"`
	Status  string   `json:"status" enum:"waiting,requested,pending_deposit,confirmed,completed,cancelled,declined,lapsed" doc:"waiting: its rooms are taken, and it gets them when they come free; it keeps nobody out. requested: it waits until the venue confirms or declines it; when nobody does before it starts, it has lapsed. pending_deposit: it waits for the payment of its deposit; when that does not come in time, it has lapsed. All three and confirmed bookings, but not those that wait, keep their rooms from others."`
	Reason  string   `json:"reason,omitempty" enum:"not_available,not_suitable,house_rules,no_longer_needed,moved_elsewhere,venue_closed,event_cancelled,event_moved,other" doc:"Why it was declined or cancelled. event_cancelled, event_moved: it followed its event, which was cancelled, or came to stand at a time at which its rooms are taken."`
	Rooms   []string `json:"rooms" doc:"Ids, as they were asked for."`

	StartsAt        time.Time `json:"starts_at"`
	EndsAt          time.Time `json:"ends_at"`
	SetupMinutes    int64     `json:"setup_minutes"`
	TeardownMinutes int64     `json:"teardown_minutes"`
	BusyFrom        time.Time `json:"busy_from" doc:"When set-up begins."`
	BusyTo          time.Time `json:"busy_to" doc:"When tear-down is over."`

	Layout    string        `json:"layout,omitempty" enum:"rows,tables,standing"`
	People    int64         `json:"people"`
	AddOns    []BookedAddOn `json:"add_ons,omitempty" doc:"What it has beside rooms."`
	Purpose   string        `json:"purpose,omitempty" example:"Choir rehearsal"`
	EventID   string        `json:"event_id,omitempty"`
	Follows   bool          `json:"follows_event,omitempty" doc:"It has the times of its event and moves with it: it was made at these times, or by the event that takes its place there."`
	SeriesID  string        `json:"booking_series_id,omitempty" doc:"The booking that repeats, of which it is a date."`
	CreatedBy string        `json:"created_by" doc:"The member or API key; guest: who booked on the public page of the venue, whom booker names."`
	Booker    *Booker       `json:"booker,omitempty" doc:"Of a guest: who it is. Absent: it was a member, or the guest was erased."`
	CreatedAt time.Time     `json:"created_at"`
	UpdatedAt time.Time     `json:"updated_at"`

	Cost *BookingCost `json:"cost,omitempty" doc:"What it costs, and what was paid. Absent: nothing."`

	Series *BookingSeries `json:"series,omitempty" doc:"Where it repeats, in the answer to the person who books it: the booking is its first date of which there is one."`
}

// Booker is who has booked without being a member.
type Booker struct {
	Name   string `json:"name" example:"Grace Hopper"`
	Email  string `json:"email" doc:"Confirmed." example:"grace@example.org"`
	Locale string `json:"locale" doc:"The language of their mails." example:"de"`
}

// name says who has booked of those of some bookings that are of guests.
func name(ctx context.Context, st bookers.Bookers, list []Booking, org string) error {
	var ids []string
	for i := range list {
		if list[i].CreatedBy == bookings.GuestBooker {
			ids = append(ids, list[i].ID)
		}
	}
	found, err := st.Of(ctx, org, ids)
	if err != nil {
		return err
	}
	for i := range list {
		if g := found[list[i].ID]; g != nil && g.Email != "" {
			list[i].Booker = &Booker{g.Name, g.Email, g.Locale}
		}
	}
	return nil
}

// BookingList is a page of bookings.
type BookingList struct {
	httpapi.List[Booking] `doc:"By start."`
}

func (h *Handlers) bookingOf(b *bookings.Booking) *Booking {
	return BookingOf(b, inventory.At(h.Now()))
}

// BookingOf is a booking as the API shows it at a time.
func BookingOf(b *bookings.Booking, now inventory.Instant) *Booking {
	of := b.Time()
	return &Booking{
		Cost: costOf(b, now),
		ID:   b.ID, VenueID: b.VenueID, Status: string(b.At(now)), Reason: b.Reason, Rooms: b.Rooms,
		StartsAt: b.StartsAt.Time(), EndsAt: b.EndsAt.Time(), SetupMinutes: minutes(b.Setup), TeardownMinutes: minutes(b.Teardown),
		BusyFrom: of.BusyFrom().Time(), BusyTo: of.BusyTo().Time(), Layout: b.Layout, People: b.People, AddOns: bookedAddOns(b.AddOns), Purpose: b.Purpose, EventID: b.EventID, Follows: b.Follows != booking.FollowsNothing, SeriesID: b.SeriesID,
		CreatedBy: b.CreatedBy, CreatedAt: b.CreatedAt.Time(), UpdatedAt: b.UpdatedAt.Time(),
	}
}

func minutes(m inventory.Micros) int64 { return int64(m / inventory.Minute) }

// booking reads a booking of a venue.
func (in *NewBooking) booking(check *httpapi.Checks, v *storevenues.Venue) bookings.Booking {
	b := bookings.Booking{
		OrgID: v.OrgID, VenueID: v.ID, Rooms: in.Rooms, Layout: in.Layout, People: in.People, Setup: v.DefaultSetup, Teardown: v.DefaultTeardown,
		StartsAt: wire.Moment(check, "starts_at", in.StartsAt), EndsAt: wire.Moment(check, "ends_at", in.EndsAt),
		Purpose: check.Prose("purpose", in.Purpose, maxPurpose), EventID: in.EventID,
	}
	in.buffers(&b)
	return b
}

// buffers gives a booking the set-up and tear-down that the body names.
func (in *NewBooking) buffers(b *bookings.Booking) {
	httpapi.Number(in.SetupMinutes, func(n int64) { b.Setup = inventory.Micros(n) * inventory.Minute })
	httpapi.Number(in.TeardownMinutes, func(n int64) { b.Teardown = inventory.Micros(n) * inventory.Minute })
}

func (h *Handlers) createBooking(c *access.Call, in *NewBooking) (*Booking, error) {
	venue, err := h.Store.Bookings.VenueRooms(c.Context(), c.Caller.OrgID, c.Param("venue_id"))
	if err != nil {
		return nil, err
	}
	v := &venue.Venue
	if err := ownedBy(c, v.OrgID); err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	var check httpapi.Checks
	b := in.booking(&check, v)
	b.AddOns = Choose(&check, venue.AddOns, &b, in.AddOns, c.Caller.May(identity.AnswerBookings) == nil, now)
	b.ID, b.RequestHash = c.OwnID(id.Booking), c.BodyHash()
	if err := check.Err(); err != nil {
		return nil, err
	}
	ctx := c.Context()
	if in.RRule != "" || in.OnConflict != "" {
		return h.createDates(ctx, c, v, in, &b)
	}
	// Anyone who repeats a request is answered as the first time, whatever the time is by now.
	if c.Key != "" {
		if have, err := h.Store.Bookings.Booking(ctx, b.OrgID, b.ID); err == nil {
			if err := c.Repeated(have.RequestHash == b.RequestHash); err != nil {
				return nil, err
			}
			return h.bookingOf(have), nil
		} else if !errors.Is(err, database.ErrNotFound) {
			return nil, err
		}
	}
	if b.StartsAt < now {
		check.Add("starts_at", "in_the_past", "must not be in the past")
	}
	if err := h.checkEvent(c, &check, &b); err != nil {
		return nil, err
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := roomtime.Fits("", venue, &b); err != nil {
		return nil, err
	}
	made, err := h.Store.Bookings.BookIn(ctx, venue, b, now)
	if err != nil && !errors.Is(err, database.ErrConflict) {
		return nil, h.refused(ctx, err, &b, now)
	}
	made, err = access.Made(c, err, made, func(ctx context.Context) (*bookings.Booking, error) {
		return h.Store.Bookings.Booking(ctx, b.OrgID, b.ID)
	},
		func(have *bookings.Booking) bool { return have.RequestHash == b.RequestHash })
	if err != nil {
		return nil, err
	}
	return h.bookingOf(made), nil
}

// checkBooking answers what would become of a booking, or of a move, and stores nothing.
func (h *Handlers) checkBooking(c *access.Call, in *BookingTrial) (*BookingCheck, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	var check httpapi.Checks
	b := in.booking(&check, v)
	offered, err := h.Store.Venues.AddOns(c.Context(), v.OrgID, v.ID)
	if err != nil {
		return nil, err
	}
	b.AddOns = Choose(&check, offered, &b, in.AddOns, c.Caller.May(identity.AnswerBookings) == nil, now)
	bookings.Quote(v, &b, now)
	was, err := h.moved(c, &check, v, in.BookingID)
	if err != nil {
		return nil, err
	}
	if in.BookingID != "" && (in.RRule != "" || in.OnConflict != "") {
		check.Add("rrule", "not_with_booking_id", "a booking that is moved does not repeat, and does not wait")
	}
	if was != nil {
		if !was.At(now).Live() {
			return nil, KindEnded.Problem()
		}
		b.ID, b.Setup, b.Teardown = was.ID, was.Setup, was.Teardown
		in.buffers(&b)
		b.BookingMoney, b.AddOns = was.BookingMoney, slices.Clone(was.AddOns)
		if !v.NeedsApproval || c.Caller.May(identity.AnswerBookings) == nil {
			b.Status = was.Status // nobody is asked again
		} else {
			b.Status = booking.Requested
		}
		if err := b.Requote(was, c.Caller.May(identity.AnswerBookings) != nil, now); err != nil {
			return nil, err
		}
	}
	if b.StartsAt < now && (was == nil || was.StartsAt != b.StartsAt) && len(check.Errs) == 0 {
		check.Add("starts_at", "in_the_past", "must not be in the past")
	}
	if err := h.checkEvent(c, &check, &b); err != nil {
		return nil, err
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.fits(c.Context(), &b); err != nil {
		return nil, err
	}
	var dates []BookingDate
	if in.RRule != "" || in.OnConflict != "" {
		dates, err = h.checkDates(c, v, &in.NewBooking, &b, now)
	} else if err = h.Store.Bookings.CheckMove(c.Context(), was, &b, now); err != nil {
		err = h.refused(c.Context(), err, &b, now)
	}
	if err != nil {
		return nil, err
	}
	of := b.Time()
	return &BookingCheck{string(b.Status), b.StartsAt.Time(), b.EndsAt.Time(), of.BusyFrom().Time(), of.BusyTo().Time(), costOf(&b, now), dates}, nil
}

// moved is the booking that a trial would move, nil when it names none. That the venue has no
// such booking is noted.
func (h *Handlers) moved(c *access.Call, check *httpapi.Checks, v *storevenues.Venue, booking string) (*bookings.Booking, error) {
	if booking == "" {
		return nil, nil //nolint:nilnil // a trial of a new booking moves none
	}
	b, err := h.Store.Bookings.Booking(c.Context(), v.OrgID, booking)
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return nil, err
	}
	if err != nil || b.VenueID != v.ID {
		check.Add("booking_id", "not_found", "must be a booking of the venue")
		return nil, nil //nolint:nilnil // which is noted
	}
	return b, nil
}

// checkEvent notes that the event of a booking is not one of the organization's. One that has the
// times of its event follows it.
func (h *Handlers) checkEvent(c *access.Call, check *httpapi.Checks, b *bookings.Booking) error {
	if b.EventID == "" {
		return nil
	}
	k, err := h.Access.Event(c.Context(), b.EventID)
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return err
	}
	if err != nil || k.Resource().OrgID != b.OrgID {
		check.Add("event_id", "not_found", "must be an event of the organization")
		return nil
	}
	v, err := h.Store.Events.Event(c.Context(), b.EventID) // as it is, not as it was lately
	if err == nil && v.Event.Status != inventory.Cancelled && v.Event.StartsAt == b.StartsAt && v.Event.EndsAt == b.EndsAt {
		b.Follows = booking.FollowsTimes
	}
	return err
}

// fits refuses more people than the rooms hold, and a layout that a room does not have.
func (h *Handlers) fits(ctx context.Context, b *bookings.Booking) error {
	if b.People == 0 && b.Layout == "" {
		return nil
	}
	venue, err := h.Store.Venues.VenueRooms(ctx, b.OrgID, b.VenueID)
	switch {
	case errors.Is(err, database.ErrNotFound): // of a venue that is gone: the decision says what is wrong
		return nil
	case err != nil:
		return err
	}
	return roomtime.Fits("", venue, b)
}

// refused is what an error of a decision is answered with.
func (h *Handlers) refused(ctx context.Context, err error, b *bookings.Booking, now inventory.Instant) error {
	var r *bookings.Refused
	switch {
	case errors.Is(err, bookings.ErrBookingEnded):
		return KindEnded.Problem()
	case !errors.As(err, &r):
		return err
	}
	return roomtime.Refused(ctx, h.Store.Bookings, "", r, b, now)
}

// booking is the booking in the path.
func (h *Handlers) booking(c *access.Call) (*bookings.Booking, error) {
	b, err := h.Store.Bookings.Booking(c.Context(), c.Caller.OrgID, c.Param("booking_id"))
	if err != nil {
		return nil, err
	}
	return b, ownedBy(c, b.OrgID)
}

func (h *Handlers) getBooking(c *access.Call, _ *httpapi.None) (*Booking, error) {
	b, err := h.booking(c)
	if err != nil {
		return nil, err
	}
	out := []Booking{*h.bookingOf(b)}
	return &out[0], name(c.Context(), h.Store.Bookers, out, b.OrgID)
}

// bookingQuery are the parameters that select bookings.
var bookingQuery = []string{"room_id", "booking_status", "from", "until", "buffers"}

func (h *Handlers) listBookings(c *access.Call, _ *httpapi.None) (*BookingList, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	f := bookings.BookingFilter{
		Room: c.Query.Get("room_id"), Status: booking.State(c.Query.Get("booking_status")),
		From: wire.QueryMoment(&check, c.Query, "from"), Until: wire.QueryMoment(&check, c.Query, "until"), Busy: c.Query.Get("buffers") == "true",
	}
	if text := c.Query.Get("buffers"); text != "" && text != "true" && text != "false" {
		check.Add("buffers", "not_allowed", "must be true or false")
	}
	if f.Status != "" && !slices.Contains(booking.States, f.Status) {
		check.Add("booking_status", "unknown", "must be one of %v", booking.States)
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	list := "bookings " + v.OrgID + "\n" + v.ID
	for _, name := range bookingQuery {
		list += "\n" + strings.ReplaceAll(c.Query.Get(name), "\n", " ")
	}
	rows, next, err := httpapi.Page(&c.Request, list,
		func(after bookings.BookingPosition, limit int) ([]bookings.Booking, error) {
			return h.Store.Bookings.Bookings(c.Context(), v.OrgID, v.ID, f, after, limit)
		},
		func(b *bookings.Booking) bookings.BookingPosition {
			return bookings.BookingPosition{StartsAt: b.StartsAt, ID: b.ID}
		})
	if err != nil {
		return nil, err
	}
	out := &BookingList{httpapi.NewList(make([]Booking, len(rows)), next)}
	for i := range rows {
		out.Items[i] = *h.bookingOf(&rows[i])
	}
	return out, name(c.Context(), h.Store.Bookers, out.Items, v.OrgID)
}

func (h *Handlers) confirmBooking(c *access.Call, _ *httpapi.None) (*Booking, error) {
	return h.onBooking(c, func(ctx context.Context, b *bookings.Booking, now inventory.Instant) (*bookings.Booking, error) {
		return h.Store.Bookings.ConfirmBooking(ctx, b.OrgID, b.ID, now)
	})
}

func (h *Handlers) declineBooking(c *access.Call, in *BookingDecline) (*Booking, error) {
	return h.onBooking(c, func(ctx context.Context, b *bookings.Booking, now inventory.Instant) (*bookings.Booking, error) {
		return h.Store.Bookings.EndBooking(ctx, b.OrgID, b.ID, booking.Declined, in.Reason, false, now)
	})
}

func (h *Handlers) cancelBooking(c *access.Call, in *BookingCancel) (*Booking, error) {
	if in.ByVenue {
		if err := c.Caller.May(identity.AnswerBookings); err != nil {
			return nil, err
		}
	}
	return h.onBooking(c, func(ctx context.Context, b *bookings.Booking, now inventory.Instant) (*bookings.Booking, error) {
		return h.Store.Bookings.EndBooking(ctx, b.OrgID, b.ID, booking.Cancelled, in.Reason, in.ByVenue, now)
	})
}

// onBooking does something to the booking in the path.
func (h *Handlers) onBooking(c *access.Call, do func(context.Context, *bookings.Booking, inventory.Instant) (*bookings.Booking, error)) (*Booking, error) {
	b, err := h.booking(c)
	if err != nil {
		return nil, err
	}
	ctx, now := organizations.WithBy(c.Context(), c.By()), inventory.At(h.Now())
	done, err := do(ctx, b, now)
	if err != nil {
		return nil, h.refused(ctx, err, b, now)
	}
	return h.bookingOf(done), nil
}

func (h *Handlers) moveBooking(c *access.Call, in *BookingMove) (*Booking, error) {
	return h.onBooking(c, func(ctx context.Context, b *bookings.Booking, now inventory.Instant) (*bookings.Booking, error) {
		var check httpapi.Checks
		m := &bookings.Move{Rooms: in.Rooms, Layout: in.Layout, People: in.People, Ask: c.Caller.May(identity.AnswerBookings) != nil}
		length, was := b.EndsAt-b.StartsAt, b.StartsAt
		if in.StartsAt != nil {
			b.StartsAt = wire.Moment(&check, "starts_at", *in.StartsAt)
			b.EndsAt = b.StartsAt + length
			m.StartsAt, m.EndsAt = &b.StartsAt, &b.EndsAt
			if b.StartsAt < now && b.StartsAt != was && len(check.Errs) == 0 {
				check.Add("starts_at", "in_the_past", "must not be in the past")
			}
		}
		if in.EndsAt != nil {
			b.EndsAt = wire.Moment(&check, "ends_at", *in.EndsAt)
			m.EndsAt = &b.EndsAt
		}
		httpapi.Number(in.SetupMinutes, func(n int64) { b.Setup = inventory.Micros(n) * inventory.Minute; m.Setup = &b.Setup })
		httpapi.Number(in.TeardownMinutes, func(n int64) { b.Teardown = inventory.Micros(n) * inventory.Minute; m.Teardown = &b.Teardown })
		if in.Rooms != nil {
			b.Rooms = *in.Rooms
		}
		if in.Layout != nil {
			b.Layout = *in.Layout
		}
		if in.People != nil {
			b.People = *in.People
		}
		if err := check.Err(); err != nil {
			return nil, err
		}
		if b.Follows != booking.FollowsNothing && (b.StartsAt != was || b.EndsAt != was+length) {
			return nil, kindFollows.Problem()
		}
		if err := h.fits(ctx, b); err != nil {
			return nil, err
		}
		return h.Store.Bookings.MoveBooking(ctx, b.OrgID, b.ID, m, now)
	})
}

// EventBookings are the bookings that are for an event.
type EventBookings struct {
	Items []Booking `json:"items" doc:"By start."`
}

func (h *Handlers) listEventBookings(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*EventBookings, error) {
	list, err := h.Store.Bookings.EventBookings(c.Context(), k.OrgID, k.EventID, maxEventBookings)
	if err != nil {
		return nil, err
	}
	out := &EventBookings{Items: make([]Booking, len(list))}
	for i := range list {
		out.Items[i] = *h.bookingOf(&list[i])
	}
	return out, nil
}
