package venues

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/roomtime"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/recurrence"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
)

// BookingSeries is a booking that repeats.
type BookingSeries struct {
	ID         string        `json:"id" example:"bks_3k9q0a7c1v5m"`
	VenueID    string        `json:"venue_id"`
	RRule      string        `json:"rrule" example:"FREQ=WEEKLY;COUNT=10"`
	OnConflict string        `json:"on_conflict" enum:"all,skip,wait"`
	Dates      int64         `json:"dates" doc:"How many dates the rule came to."`
	Skipped    []SkippedDate `json:"skipped" doc:"The dates of which there is no booking."`
	CreatedBy  string        `json:"created_by" doc:"The member or API key."`
	CreatedAt  time.Time     `json:"created_at"`
}

// SkippedDate is a date of which there is no booking.
type SkippedDate struct {
	StartsAt   time.Time `json:"starts_at"`
	EndsAt     time.Time `json:"ends_at"`
	Reason     string    `json:"reason" enum:"room_taken,add_on_taken,outside_opening_hours" doc:"Why there is none."`
	BookingIDs []string  `json:"booking_ids" doc:"The bookings that were in the way."`
}

// SeriesWithBookings is a booking that repeats, and its bookings.
type SeriesWithBookings struct {
	BookingSeries
	Bookings []Booking      `json:"bookings" doc:"By start."`
	Together *DatesTogether `json:"together,omitempty" doc:"What can be paid at once; absent: no more than one date waits."`
}

// BookingDate is what would become of a date.
type BookingDate struct {
	StartsAt   time.Time `json:"starts_at"`
	EndsAt     time.Time `json:"ends_at"`
	Status     string    `json:"status" enum:"requested,pending_deposit,confirmed,waiting,skipped" doc:"What the booking of this date would be; skipped: there would be none."`
	Reason     string    `json:"reason,omitempty" enum:"room_taken,add_on_taken,outside_opening_hours" doc:"Why it would wait, or be left out."`
	BookingIDs []string  `json:"booking_ids,omitempty" doc:"The bookings that are in the way."`
}

// SeriesCancelled is the answer to a booking that repeats and was cancelled.
type SeriesCancelled struct {
	ID        string `json:"id" example:"bks_3k9q0a7c1v5m"`
	Cancelled int64  `json:"cancelled" doc:"How many dates were cancelled by this call."`
}

// SeriesOf is a series as it is answered.
func SeriesOf(s *bookings.BookingSeries) *BookingSeries {
	out := &BookingSeries{
		ID: s.ID, VenueID: s.VenueID, RRule: s.RRule, OnConflict: string(s.OnConflict), Dates: s.Dates, Skipped: []SkippedDate{},
		CreatedBy: s.CreatedBy, CreatedAt: s.CreatedAt.Time(),
	}
	for _, d := range s.Skipped {
		out.Skipped = append(out.Skipped, SkippedDate{d.StartsAt.Time(), d.EndsAt.Time(), string(d.Reason), append([]string{}, d.Bookings...)})
	}
	return out
}

// conflictRule is what becomes of dates whose rooms are taken.
func (in *NewBooking) conflictRule() booking.OnConflict {
	if in.OnConflict == "" {
		return booking.Refuse
	}
	return booking.OnConflict(in.OnConflict)
}

// datesOf returns the bookings that a booking with a rule, or one that may wait, comes to.
// of is their series, which is nil where nothing repeats.
func datesOf(check *httpapi.Checks, v *storevenues.Venue, in *NewBooking, b *bookings.Booking, of *bookings.BookingSeries) ([]bookings.Booking, error) {
	b.Follows = booking.FollowsNothing // what repeats, or waits, stays where it is
	return DatesOf(check, v, in.RRule, in.conflictRule(), booking.MaxDates, b, of)
}

// DatesOf returns the bookings that b comes to with a rule, at most so many. of is their series, which
// is not read where nothing repeats.
func DatesOf(check *httpapi.Checks, v *storevenues.Venue, rrule string, others booking.OnConflict, most int, b *bookings.Booking, of *bookings.BookingSeries) ([]bookings.Booking, error) {
	if rrule == "" {
		if others == booking.Skip {
			check.Add("on_conflict", "needs_rrule", "leaves dates out of what repeats: rrule is missing")
		}
		return []bookings.Booking{*b}, nil
	}
	rule, err := recurrence.Parse(rrule)
	if err != nil {
		check.Add("rrule", "bad_format", "%s", err)
		return nil, nil
	}
	zone, err := time.LoadLocation(v.Timezone)
	if err != nil {
		return nil, fmt.Errorf("venues: time zone of venue %s: %w", v.ID, err)
	}
	starts, more := recurrence.Expand(rule, b.StartsAt.Time(), zone, nil, most)
	switch {
	case more:
		check.Add("rrule", "too_many_dates", "must come to at most %d dates", most)
	case len(starts) == 0 || !starts[0].Equal(b.StartsAt.Time()):
		check.Add("rrule", "not_the_first_date", "must match the day of starts_at")
	}
	of.RRule, of.OnConflict, of.Dates = rule.String(), others, int64(len(starts))
	list := make([]bookings.Booking, len(starts))
	for i, start := range starts {
		list[i] = *b
		list[i].ID, list[i].SeriesID = id.TopNamed(id.Booking, fmt.Sprintf("%s\n%d", of.ID, i)), of.ID
		list[i].StartsAt, list[i].EndsAt = inventory.At(start), inventory.At(recurrence.EndOf(b.StartsAt.Time(), b.EndsAt.Time(), start, zone))
	}
	return list, nil
}

// createDates books what repeats, or what may wait for its time.
func (h *Handlers) createDates(ctx context.Context, c *access.Call, v *storevenues.Venue, in *NewBooking, b *bookings.Booking) (*Booking, error) {
	series := &bookings.BookingSeries{OrgID: v.OrgID, ID: c.OwnID(id.BookingDates), VenueID: v.ID, RequestHash: b.RequestHash}
	if in.RRule == "" {
		series = nil
	}
	// Anyone who repeats a request is answered as the first time, whatever the time is by now.
	if c.Key != "" {
		first, err := h.repeatedDates(ctx, c, series, b)
		if first != nil || err != nil {
			return first, err
		}
	}
	now := inventory.At(h.Now())
	var check httpapi.Checks
	dates, err := datesOf(&check, v, in, b, series)
	if err != nil {
		return nil, err
	}
	if b.StartsAt < now {
		check.Add("starts_at", "in_the_past", "must not be in the past")
	}
	if err := h.checkEvent(c, &check, b); err != nil {
		return nil, err
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.fits(ctx, b); err != nil {
		return nil, err
	}
	kept, err := h.Store.Bookings.BookDates(ctx, series, dates, in.conflictRule(), now)
	if errors.Is(err, database.ErrConflict) && c.Key != "" {
		first, err := h.repeatedDates(ctx, c, series, b)
		if first == nil && err == nil {
			err = database.ErrConflict
		}
		return first, err
	}
	if err != nil {
		return nil, DatesRefused(ctx, h.Store.Bookings, err, dates, now)
	}
	return h.firstDate(&kept[0], series), nil
}

func (h *Handlers) firstDate(b *bookings.Booking, series *bookings.BookingSeries) *Booking {
	out := h.bookingOf(b)
	if series != nil {
		out.Series = SeriesOf(series)
	}
	return out
}

// repeatedDates is the answer to a request that is repeated, nil when it is the first.
func (h *Handlers) repeatedDates(ctx context.Context, c *access.Call, series *bookings.BookingSeries, b *bookings.Booking) (*Booking, error) {
	if series == nil {
		have, err := h.Store.Bookings.Booking(ctx, b.OrgID, b.ID)
		if errors.Is(err, database.ErrNotFound) {
			return nil, nil //nolint:nilnil // it is the first
		}
		if err != nil {
			return nil, err
		}
		return h.bookingOf(have), c.Repeated(have.RequestHash == b.RequestHash)
	}
	have, err := h.Store.Bookings.BookingSeries(ctx, series.OrgID, series.ID)
	if errors.Is(err, database.ErrNotFound) {
		return nil, nil //nolint:nilnil // it is the first
	}
	if err != nil {
		return nil, err
	}
	if err := c.Repeated(have.RequestHash == series.RequestHash); err != nil {
		return nil, err
	}
	first, err := h.Store.Bookings.SeriesBookings(ctx, have.OrgID, have.ID)
	if err != nil {
		return nil, err
	}
	if len(first) == 0 {
		return nil, fmt.Errorf("venues: series %s has no booking", have.ID)
	}
	return h.firstDate(&first[0], have), nil
}

// DatesRefused is what an error of a decision about dates is answered with.
func DatesRefused(ctx context.Context, v bookings.Bookings, err error, dates []bookings.Booking, now inventory.Instant) error {
	var those *bookings.DatesRefused
	var r *bookings.Refused
	switch {
	case errors.As(err, &those):
		return takenDates(ctx, v, those.Dates, dates, now)
	case errors.As(err, &r):
		return roomtime.Refused(ctx, v, "", r, &dates[0], now)
	}
	return err
}

// LookAtDates returns what is in the way of each date as things stand, nil where nothing is; or the
// problem that dates cannot be, where others says that then none is booked, or where none can be.
func LookAtDates(ctx context.Context, v bookings.Bookings, dates []bookings.Booking, others booking.OnConflict, now inventory.Instant) ([]*bookings.RefusedDate, error) {
	found, err := v.CheckDates(ctx, dates, now)
	if err != nil {
		return nil, DatesRefused(ctx, v, err, dates, now)
	}
	var refused []bookings.RefusedDate
	for _, f := range found {
		if f != nil && (!f.Code.Taken() || others != booking.Wait) {
			refused = append(refused, *f)
		}
	}
	if len(refused) > 0 && (others == booking.Refuse || len(refused) == len(dates)) {
		return nil, takenDates(ctx, v, refused, dates, now)
	}
	return found, nil
}

// takenDates answers that dates cannot be, with what is in the way of all of them.
func takenDates(ctx context.Context, v bookings.Bookings, refused []bookings.RefusedDate, dates []bookings.Booking, now inventory.Instant) error {
	all, first := bookings.Refused{Decision: booking.Decision{Code: refused[0].Code, Room: -1}}, dates[0]
	for i := range refused {
		all.Conflicts = append(all.Conflicts, refused[i].Conflicts...)
	}
	first.StartsAt, first.EndsAt = refused[0].StartsAt, refused[0].EndsAt
	err := roomtime.Refused(ctx, v, "", &all, &first, now)
	var p *httpapi.Problem
	if errors.As(err, &p) && len(dates) > 1 {
		p.Dates = &httpapi.RefusedDates{Asked: int64(len(dates)), Items: make([]httpapi.RefusedDate, len(refused))}
		for i := range refused {
			p.Dates.Items[i] = httpapi.RefusedDate{StartsAt: refused[i].StartsAt.Time(), EndsAt: refused[i].EndsAt.Time(), Reason: string(refused[i].Code)}
		}
		p.Detail = fmt.Sprintf("%d of %d dates cannot be, the first on %s.", len(refused), len(dates), refused[0].StartsAt.Time().Format(time.RFC3339))
	}
	return err
}

// checkDates answers what would become of each date.
func (h *Handlers) checkDates(c *access.Call, v *storevenues.Venue, in *NewBooking, b *bookings.Booking, now inventory.Instant) ([]BookingDate, error) {
	var check httpapi.Checks
	series := &bookings.BookingSeries{OrgID: v.OrgID, ID: "bks_trial"}
	dates, err := datesOf(&check, v, in, b, series)
	if err == nil {
		err = check.Err()
	}
	if err != nil {
		return nil, err
	}
	rule := in.conflictRule()
	found, err := LookAtDates(c.Context(), h.Store.Bookings, dates, rule, now)
	if err != nil {
		return nil, err
	}
	out := make([]BookingDate, len(dates))
	for i, f := range found {
		out[i] = BookingDate{StartsAt: dates[i].StartsAt.Time(), EndsAt: dates[i].EndsAt.Time(), Status: string(b.Status)}
		if f == nil {
			continue
		}
		out[i].Reason, out[i].Status = string(f.Code), "skipped"
		out[i].BookingIDs = bookings.InTheWay(f.Conflicts)
		if f.Code.Taken() && rule == booking.Wait {
			out[i].Status = string(booking.Waiting)
			if i == 0 {
				b.Status = booking.Waiting
			}
		}
	}
	if in.RRule == "" {
		return nil, nil
	}
	return out, nil
}

// series is the series in the path.
func (h *Handlers) series(c *access.Call) (*bookings.BookingSeries, error) {
	s, err := h.Store.Bookings.BookingSeries(c.Context(), c.Caller.OrgID, c.Param("booking_series_id"))
	if err != nil {
		return nil, err
	}
	return s, ownedBy(c, s.OrgID)
}

func (h *Handlers) getSeries(c *access.Call, _ *httpapi.None) (*SeriesWithBookings, error) {
	s, err := h.series(c)
	if err != nil {
		return nil, err
	}
	list, err := h.Store.Bookings.SeriesBookings(c.Context(), s.OrgID, s.ID)
	if err != nil {
		return nil, err
	}
	out := &SeriesWithBookings{BookingSeries: *SeriesOf(s), Bookings: make([]Booking, len(list))}
	for i := range list {
		out.Bookings[i] = *h.bookingOf(&list[i])
	}
	out.Together, err = TogetherOf(c.Context(), h.Store.Dues, list, inventory.At(h.Now()))
	return out, err
}

func (h *Handlers) cancelSeries(c *access.Call, in *BookingCancel) (*SeriesCancelled, error) {
	s, err := h.series(c)
	if err != nil {
		return nil, err
	}
	if in.ByVenue {
		if err := c.Caller.May(identity.AnswerBookings); err != nil {
			return nil, err
		}
	}
	n, err := h.Store.Bookings.CancelSeries(organizations.WithBy(c.Context(), c.By()), s, in.Reason, in.ByVenue, inventory.At(h.Now()))
	if errors.Is(err, bookings.ErrBookingEnded) {
		return nil, KindEnded.Problem()
	}
	if err != nil {
		return nil, err
	}
	return &SeriesCancelled{s.ID, n}, nil
}
