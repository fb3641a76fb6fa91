package bookings

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// A booking that repeats is a series and a booking for each of its dates, all of which are
// decided in one transaction. A date whose time is taken is left out, with the reason, or
// becomes a booking that waits: it keeps nobody out, and what comes free goes to the one that
// has waited longest of those that then have all of their rooms.

// BookingSeries is what repeats.
type BookingSeries struct {
	OrgID, ID, VenueID string
	RRule              string
	OnConflict         booking.OnConflict
	Dates              int64 // that the rule came to
	Skipped            []SkippedDate
	CreatedBy          string
	RequestHash        [32]byte // as of a booking
	CreatedAt          inventory.Instant
}

// SkippedDate is a date of a series of which there is no booking, and why.
type SkippedDate struct {
	StartsAt inventory.Instant `json:"starts_at"`
	EndsAt   inventory.Instant `json:"ends_at"`
	Reason   booking.Code      `json:"reason"`
	// Bookings are those that were in the way.
	Bookings []string `json:"bookings,omitempty"`
}

// BookingSeriesTable describes the table booking_series; a row is one BookingSeries.
var BookingSeriesTable = table.New("booking_series", new(BookingSeries), func(c *table.Columns, b *BookingSeries) {
	c.Key("org_id", &b.OrgID)
	c.Key("id", &b.ID)
	c.Text("venue_id", &b.VenueID)
	c.Text("rrule", &b.RRule)
	c.Text("on_conflict", (*string)(&b.OnConflict))
	c.Number("dates", &b.Dates)
	c.Encoded("skipped", table.AsList(&b.Skipped))
	c.Text("created_by", &b.CreatedBy)
	c.ExactHash("request_hash", &b.RequestHash)
	c.Number("created_at", (*int64)(&b.CreatedAt))
})

// DatesRefused is the error of a booking that repeats and of which dates cannot be.
type DatesRefused struct {
	// Dates are those that cannot be, with what is in the way of each.
	Dates []RefusedDate
}

// RefusedDate is a date that cannot be.
type RefusedDate struct {
	StartsAt, EndsAt inventory.Instant
	booking.Decision
}

func (e *DatesRefused) Error() string {
	return fmt.Sprintf("store: %d dates of the booking are refused, the first: %s", len(e.Dates), e.Dates[0].Code)
}

// BookingSeries returns a series of an organization, or ErrNotFound.
func (s Reader) BookingSeries(ctx context.Context, org, id string) (*BookingSeries, error) {
	b, err := table.One(ctx, s.db.Read, BookingSeriesTable.Scan, BookingSeriesTable.From()+" where org_id = $1 and id = $2", org, id)
	if err != nil {
		return nil, fmt.Errorf("store: booking series: %w", s.db.Classify(err))
	}
	return &b, nil
}

// SeriesBookings returns the bookings of a series, by start.
func (s Reader) SeriesBookings(ctx context.Context, org, id string) ([]Booking, error) {
	list, err := table.All(ctx, s.db.Read, BookingTable.Scan, BookingTable.From()+" where org_id = $1 and series_id = $2 and series_id <> '' order by starts_at, id limit $3", org, id, booking.MaxDates)
	if err != nil {
		return nil, fmt.Errorf("store: bookings of a series: %w", s.db.Classify(err))
	}
	return list, nil
}

// BookDates stores bookings that are dates of a series, or one that may wait and is of none:
// series is nil then. All are decided at once. ErrNotFound and ErrConflict as of Book, with
// the id of the series where there is one; *Refused: no date can be, whenever it is;
// *DatesRefused: dates cannot be, and others is booking.Refuse, or none can.
func (s Bookings) BookDates(ctx context.Context, series *BookingSeries, dates []Booking, others booking.OnConflict, now inventory.Instant) ([]Booking, error) {
	return s.bookDates(ctx, nil, series, dates, others, now)
}

// bookDates is BookDates of a guest, or of a member, who is nil.
func (s Bookings) bookDates(ctx context.Context, guest *BookingGuest, series *BookingSeries, dates []Booking, others booking.OnConflict, now inventory.Instant) ([]Booking, error) {
	if others == booking.Refuse {
		// Anyone who is refused waits for nobody, as of one booking.
		found, err := s.CheckDates(ctx, dates, now)
		if err != nil {
			return nil, err
		}
		if refused := refusedOf(found); len(refused) > 0 {
			return nil, &DatesRefused{refused}
		}
	}
	var kept []Booking
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		first := &dates[0]
		v, err := s.Current(ctx, tx, first.OrgID, first.VenueID, now)
		if err != nil {
			return err
		}
		if err := newDates(ctx, tx, series, first); err != nil {
			return err
		}
		d := dateDecision{Bookings: s, tx: tx, others: others, now: now, by: organizations.ByOf(ctx).Actor}
		if guest != nil {
			d.first = guest.BookingID
		}
		if d.calendar, err = calendarOf(ctx, tx, &v); err != nil {
			return err
		}
		for i := range dates {
			if err := d.next(ctx, dates[i]); err != nil {
				return err
			}
		}
		if len(d.refused) > 0 && (others == booking.Refuse || len(d.kept) == 0) {
			return &DatesRefused{d.refused}
		}
		if series != nil {
			series.Skipped, series.Dates, series.CreatedAt, series.CreatedBy = d.skipped, int64(len(dates)), now, d.by
			if err := BookingSeriesTable.InsertRow(ctx, tx, series); err != nil {
				return err
			}
		}
		kept = d.kept
		if guest != nil {
			if err := guest.insertDates(ctx, tx, kept); err != nil {
				return err
			}
		}
		if err := s.made(ctx, tx, kept...); err != nil {
			return err
		}
		return s.record(ctx, tx, v.OrgID, "", d.deeds...)
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

func refusedOf(found []*RefusedDate) (refused []RefusedDate) {
	for _, f := range found {
		if f != nil {
			refused = append(refused, *f)
		}
	}
	return refused
}

// newDates is ErrConflict when there is a series or a booking with that id.
func newDates(ctx context.Context, tx *sql.Tx, series *BookingSeries, first *Booking) error {
	query, id := "select id from bookings where org_id = $1 and id = $2", first.ID
	if series != nil {
		query, id = "select id from booking_series where org_id = $1 and id = $2", series.ID
	}
	switch _, err := table.One(ctx, tx, table.ScanText, query, first.OrgID, id); {
	case err == nil:
		return database.ErrConflict
	case !errors.Is(err, database.ErrNotFound):
		return err
	}
	return nil
}

// dateDecision decides dates one after another, each beside those before it.
type dateDecision struct {
	Bookings
	tx       *sql.Tx
	calendar *venueCalendar
	others   booking.OnConflict
	now      inventory.Instant
	by       string
	first    string // the id of the first date that is kept; "": its own

	kept    []Booking
	refused []RefusedDate
	skipped []SkippedDate
	deeds   []audit.Deed
}

func (d *dateDecision) next(ctx context.Context, b Booking) error { //nolint:gocritic // what is kept is a copy
	if d.first != "" && len(d.kept) == 0 {
		b.ID = d.first
	}
	begin(d.calendar.venue, &b, d.by, d.now)
	err := d.decideIn(ctx, d.tx, d.calendar, &b)
	var r *Refused
	switch {
	case err == nil:
	case !errors.As(err, &r):
		return err
	case !r.Code.Taken() && r.Code != booking.OutsideHours:
		return err // of every date
	case r.Code.Taken() && d.others == booking.Wait:
		b.Status = booking.Waiting
		b.askNothing()
	default:
		d.refused = append(d.refused, RefusedDate{b.StartsAt, b.EndsAt, r.Decision})
		d.skipped = append(d.skipped, SkippedDate{b.StartsAt, b.EndsAt, r.Code, InTheWay(r.Conflicts)})
		return nil
	}
	if err := d.calendar.insert(ctx, d.tx, &b); err != nil {
		return err
	}
	d.kept, d.deeds = append(d.kept, b), append(d.deeds, bookingDeed(&b, audit.BookingCreated))
	return nil
}

// InTheWay are the bookings of a list of conflicts, each once.
func InTheWay(conflicts []booking.Conflict) []string {
	var ids []string
	for i := range conflicts {
		if conflicts[i].Booking != "" {
			ids = append(ids, conflicts[i].Booking)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// CheckDates returns, for each date of a booking that repeats, what is in its way as things
// stand, nil where nothing is; *Refused: no date can be, whenever it is. Dates that are in
// each other's way are found as well.
func (s Reader) CheckDates(ctx context.Context, dates []Booking, now inventory.Instant) ([]*RefusedDate, error) {
	found := make([]*RefusedDate, len(dates))
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		c, err := calendarNow(ctx, tx, dates[0].OrgID, dates[0].VenueID)
		if err != nil {
			return err
		}
		for i := range dates {
			err := c.look(ctx, tx, &dates[i], now)
			if err == nil {
				err = c.take(dates[i : i+1])
			}
			var r *Refused
			switch {
			case err == nil:
			case errors.As(err, &r) && (r.Code.Taken() || r.Code == booking.OutsideHours):
				found[i] = &RefusedDate{dates[i].StartsAt, dates[i].EndsAt, r.Decision}
			default:
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// maxWaiting is how many bookings that wait are read at once.
const maxWaiting = 200

// grant gives time that has come free to those who wait for it.
func grant(ctx context.Context, tx *sql.Tx, v *venues.Venue, free booking.Booking, now inventory.Instant) ([]audit.Deed, error) {
	// A set-up or a tear-down may reach into it from further away than the booking does.
	const margin = inventory.Instant(booking.MaxBuffer)
	return grantBetween(ctx, tx, v, free.BusyFrom()-margin, free.BusyTo()+margin, now)
}

// GrantAll gives all time of a venue that is held, and free, to those who wait for it.
func (s Bookings) GrantAll(ctx context.Context, tx *sql.Tx, org, venue string, now inventory.Instant) error {
	v, err := venues.One(ctx, tx, org, venue)
	if err != nil {
		return err
	}
	deeds, err := grantBetween(ctx, tx, &v, 0, math.MaxInt64, now)
	if err != nil {
		return err
	}
	return s.recordEnds(ctx, tx, org, deeds)
}

// grantBetween goes through those who wait in the order in which they came. Each has its time
// when it has all of its rooms then. Anyone who is passed over by one behind it has a row that says
// so.
func grantBetween(ctx context.Context, tx *sql.Tx, v *venues.Venue, from, to, now inventory.Instant) (deeds []audit.Deed, err error) {
	var passed []audit.Deed
	var c *venueCalendar
	for last := new(Booking); ; {
		waiting, err := table.All(ctx, tx, BookingTable.Scan, BookingTable.From()+` where org_id = $1 and venue_id = $2 and status = 'waiting'
			and (created_at, id) > (cast($3 as bigint), cast($4 as text)) and starts_at < $5 and ends_at > $6 and starts_at > $7
			order by created_at, id limit $8`, v.OrgID, v.ID, int64(last.CreatedAt), last.ID, int64(to), int64(from), int64(now), maxWaiting)
		if err != nil {
			return nil, err
		}
		if len(waiting) > 0 && c == nil {
			if c, err = calendarOf(ctx, tx, v); err != nil {
				return nil, err
			}
		}
		for i := range waiting {
			b := &waiting[i]
			err := grantOne(ctx, tx, c, b, now)
			if r := (*Refused)(nil); errors.As(err, &r) {
				passed = append(passed, bookingDeed(b, audit.BookingPassedOver))
				continue
			} else if err != nil {
				return nil, err
			}
			deeds = append(append(deeds, passed...), bookingDeed(b, audit.BookingGranted))
			passed = nil
		}
		if len(waiting) == maxWaiting {
			last = &waiting[maxWaiting-1]
			continue
		}
		return deeds, nil
	}
}

// grantOne gives a booking that waits its time, or returns *Refused.
func grantOne(ctx context.Context, tx *sql.Tx, c *venueCalendar, b *Booking, now inventory.Instant) error {
	of, err := c.possible(b)
	if err != nil {
		return err
	}
	near, err := c.near(ctx, tx, of)
	if err == nil {
		err = c.refuse(near, of)
	}
	if err != nil {
		return err
	}
	return give(ctx, tx, c, b, now)
}

// give makes a booking that waited one that has its time.
func give(ctx context.Context, tx *sql.Tx, c *venueCalendar, b *Booking, now inventory.Instant) error {
	b.Status, b.UpdatedAt = c.venue.FirstState(), now
	b.due(now)
	if err := updateBooking(ctx, tx, b); err != nil {
		return err
	}
	return c.replaceRooms(ctx, tx, b)
}

// CancelSeries cancels all bookings of a series that have not ended, and returns how many; for
// byVenue see EndBooking.
// ErrBookingEnded: the venue is no longer there.
func (s Bookings) CancelSeries(ctx context.Context, series *BookingSeries, reason string, byVenue bool, now inventory.Instant) (cancelled int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		v, err := s.Current(ctx, tx, series.OrgID, series.VenueID, now)
		if errors.Is(err, database.ErrNotFound) {
			return ErrBookingEnded
		}
		if err != nil {
			return err
		}
		dates, err := table.All(ctx, tx, BookingTable.Scan, BookingTable.From()+` where org_id = $1 and series_id = $2 and series_id <> ''
			and status in ('waiting', 'requested', 'pending_deposit', 'confirmed') order by starts_at, id limit $3`, series.OrgID, series.ID, booking.MaxDates)
		if err != nil {
			return err
		}
		deeds := make([]audit.Deed, len(dates))
		for i := range dates {
			dates[i].ByVenue = byVenue
			if err := s.end(ctx, tx, &dates[i], booking.Cancelled, reason, now); err != nil {
				return err
			}
			deeds[i] = bookingDeed(&dates[i], audit.BookingCancelled)
		}
		if cancelled = int64(len(dates)); cancelled == 0 {
			return nil
		}
		if err := s.record(ctx, tx, series.OrgID, "", deeds...); err != nil {
			return err
		}
		return s.GrantAll(ctx, tx, v.OrgID, v.ID, now)
	})
	return cancelled, err
}
