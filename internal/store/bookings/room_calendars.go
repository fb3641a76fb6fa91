package bookings

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MaxVenueCalendars is how many calendars of others a venue can have.
const MaxVenueCalendars = 20

// maxBusyRows bounds what the calendars of a venue come to: busy.MaxPeriods of each.
const maxBusyRows = MaxVenueCalendars * 3_000

// RoomCalendarPurpose begins the purpose of the server key that has the address of a calendar; its
// organization and its ID follow. There addresses are wrapped, rotated and backed up as all secrets.
const RoomCalendarPurpose = "room_calendar/"

// AddressPurpose is the purpose of the server key that has the address of a calendar.
func AddressPurpose(org, id string) string { return RoomCalendarPurpose + org + "/" + id }

// RoomCalendar is a calendar of others whose busy times keep a room, without its address.
type RoomCalendar struct {
	OrgID, ID, VenueID, RoomID, Name string
	Host                             string // the name in its address
	CreatedAt                        inventory.Instant
	NextAt                           inventory.Instant // when it is fetched next
	TriedAt, WorkedAt                inventory.Instant // when it was fetched last, and when that went well; 0: never
	ReadAt                           inventory.Instant // when all of it was read last
	Failures                         int64             // since it went well last
	Failure, Detail                  string            // why the last fetch failed; "": it did not
	ETag, Modified                   string
	Periods                          int64
	Digest                           [32]byte // booking.Digest of its periods
}

// RoomCalendars are calendars of others whose busy times keep rooms of venues.
type RoomCalendars struct{ venues Venues }

// NewRoomCalendars returns RoomCalendars beside the venues that they keep rooms of.
func NewRoomCalendars(venues Venues) RoomCalendars { return RoomCalendars{venues} }

// RoomBusy is a time in which a calendar of others says that a room is taken.
type RoomBusy struct {
	OrgID, CalendarID string
	StartsAt, EndsAt  inventory.Instant
	VenueID, RoomID   string
}

// Period is from when to when it is.
func (b *RoomBusy) Period() booking.Period { return booking.Period{From: b.StartsAt, To: b.EndsAt} }

// RoomCalendarTable describes the table room_calendars; a row is one RoomCalendar.
var RoomCalendarTable = table.New("room_calendars", new(RoomCalendar), func(c *table.Columns, v *RoomCalendar) {
	c.Key("org_id", &v.OrgID)
	c.Key("id", &v.ID)
	c.Text("venue_id", &v.VenueID)
	c.Text("room_id", &v.RoomID)
	c.Text("name", &v.Name)
	c.Text("host", &v.Host)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Changes(1)
	c.Number("next_at", (*int64)(&v.NextAt))
	c.Number("tried_at", (*int64)(&v.TriedAt))
	c.Number("worked_at", (*int64)(&v.WorkedAt))
	c.Number("read_at", (*int64)(&v.ReadAt))
	c.Number("failures", &v.Failures)
	c.Text("failure", &v.Failure)
	c.Text("detail", &v.Detail)
	c.Text("etag", &v.ETag)
	c.Text("modified", &v.Modified)
	c.Number("periods", &v.Periods)
	c.ExactHash("digest", &v.Digest)
})

// RoomBusyTable describes the table room_busy; a row is one RoomBusy.
var RoomBusyTable = table.New("room_busy", new(RoomBusy), func(c *table.Columns, v *RoomBusy) {
	c.Key("org_id", &v.OrgID)
	c.Key("calendar_id", &v.CalendarID)
	c.NumberKey("starts_at", (*int64)(&v.StartsAt))
	c.Number("ends_at", (*int64)(&v.EndsAt))
	c.Text("venue_id", &v.VenueID)
	c.Text("room_id", &v.RoomID)
})

// close tells the calendar when rooms are taken elsewhere between two times.
func (c *venueCalendar) close(ctx context.Context, q table.Querier, from, to inventory.Instant) error {
	if !c.others {
		return nil
	}
	list, err := busyBetween(ctx, q, c.venue.OrgID, c.venue.ID, from, to)
	if err != nil {
		return err
	}
	closed := make([]booking.Closed, len(list))
	for i := range list {
		closed[i] = booking.Closed{Calendar: list[i].CalendarID, Room: list[i].RoomID, Period: list[i].Period()}
	}
	c.Close(closed)
	return nil
}

// elsewhereText finds what reaches into a time. No period is longer than booking.MaxPiece.
var elsewhereText = RoomBusyTable.From() + " where org_id = $1 and venue_id = $2 and starts_at >= $3 and starts_at < $4 and ends_at > $5 order by starts_at, calendar_id limit $6"

func busyBetween(ctx context.Context, q table.Querier, org, venue string, from, to inventory.Instant) ([]RoomBusy, error) {
	return table.All(ctx, q, RoomBusyTable.Scan, elsewhereText, org, venue, int64(from)-int64(booking.MaxPiece), int64(to), int64(from), maxBusyRows)
}

// OfVenue returns the calendars of others that a venue has, by id, at most MaxVenueCalendars.
func (s RoomCalendars) OfVenue(ctx context.Context, org, venue string) ([]RoomCalendar, error) {
	list, err := table.All(ctx, s.venues.db.Read, RoomCalendarTable.Scan, RoomCalendarTable.From()+" where org_id = $1 and venue_id = $2 order by id limit $3", org, venue, MaxVenueCalendars)
	if err != nil {
		return nil, fmt.Errorf("store: calendars of rooms: %w", s.venues.db.Classify(err))
	}
	return list, nil
}

// ByID returns a calendar of others, or ErrNotFound.
func (s RoomCalendars) ByID(ctx context.Context, org, id string) (*RoomCalendar, error) {
	v, err := oneRoomCalendar(ctx, s.venues.db.Read, org, id)
	if err != nil {
		return nil, fmt.Errorf("store: calendar of a room: %w", s.venues.db.Classify(err))
	}
	return &v, nil
}

func oneRoomCalendar(ctx context.Context, q table.Querier, org, id string) (RoomCalendar, error) {
	return table.One(ctx, q, RoomCalendarTable.Scan, RoomCalendarTable.From()+" where org_id = $1 and id = $2", org, id)
}

// Address returns the wrapped address of a calendar of others, or ErrNotFound.
func (s RoomCalendars) Address(ctx context.Context, org, id string) (*organizations.ServerKey, error) {
	k, err := table.One(ctx, s.venues.db.Read, organizations.ServerKeyTable.Scan, organizations.ServerKeyTable.From()+" where purpose = $1", AddressPurpose(org, id))
	if err != nil {
		return nil, fmt.Errorf("store: address of a calendar: %w", s.venues.db.Classify(err))
	}
	return &k, nil
}

// Add stores a calendar of others, of which nothing is known yet, with its wrapped address:
// ErrConflict when the id is taken, ErrNotFound when the venue has no such room, ErrLimit when it
// has MaxVenueCalendars.
func (s RoomCalendars) Add(ctx context.Context, c RoomCalendar, address organizations.ServerKey) error { //nolint:gocritic // what is kept is a copy
	c.Digest = booking.Digest(nil)
	return s.venues.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := s.venues.lockVenue(ctx, tx, c.OrgID, c.VenueID); err != nil {
			return err
		}
		if _, err := table.One(ctx, tx, table.ScanText, "select id from rooms where org_id = $1 and venue_id = $2 and id = $3", c.OrgID, c.VenueID, c.RoomID); err != nil {
			return err
		}
		switch _, err := oneRoomCalendar(ctx, tx, c.OrgID, c.ID); {
		case err == nil:
			return database.ErrConflict
		case !errors.Is(err, database.ErrNotFound):
			return err
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from room_calendars where org_id = $1 and venue_id = $2", c.OrgID, c.VenueID)
		if err == nil && n >= MaxVenueCalendars {
			err = fmt.Errorf("%w: calendars of a venue", database.ErrLimit)
		}
		if err != nil {
			return err
		}
		if err := organizations.ServerKeyTable.InsertRow(ctx, tx, &address); err != nil {
			return err
		}
		return RoomCalendarTable.InsertRow(ctx, tx, &c)
	})
}

// Remove deletes a calendar of others, or returns ErrNotFound. What it kept is free,
// and goes to those who wait for it.
func (s RoomCalendars) Remove(ctx context.Context, org, venue, id string, now inventory.Instant) error {
	return s.venues.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := currentVenue(ctx, s.venues, tx, org, venue, now); err != nil {
			return err
		}
		c, err := oneRoomCalendar(ctx, tx, org, id)
		if err == nil && c.VenueID != venue {
			err = database.ErrNotFound
		}
		if err != nil {
			return err
		}
		if err := dropCalendars(ctx, tx, org, "id", id); err != nil {
			return err
		}
		return s.venues.grantAll(ctx, tx, org, venue, now)
	})
}

// dropCalendars deletes the calendars of others that have a value in a column, and their addresses.
func dropCalendars(ctx context.Context, tx *sql.Tx, org, column, value string) error {
	if _, err := table.Exec(ctx, tx, "delete from room_busy where org_id = $1 and calendar_id in (select id from room_calendars where org_id = $1 and "+column+" = $2)", org, value); err != nil {
		return err
	}
	if _, err := table.Exec(ctx, tx, "delete from server_keys where purpose in (select '"+RoomCalendarPurpose+"' || org_id || '/' || id from room_calendars where org_id = $1 and "+column+" = $2)", org, value); err != nil {
		return err
	}
	_, err := table.Exec(ctx, tx, "delete from room_calendars where org_id = $1 and "+column+" = $2", org, value)
	return err
}

// FetchSoon has a calendar of others fetched next, or returns ErrNotFound.
func (s RoomCalendars) FetchSoon(ctx context.Context, org, id string, now inventory.Instant) error {
	return s.venues.db.WithTx(ctx, func(tx *sql.Tx) error {
		return table.ExecOne(ctx, tx, "update room_calendars set next_at = $1 where org_id = $2 and id = $3", int64(now), org, id)
	})
}

// Take returns calendars of others that are to be fetched, at most limit. Each is given
// to one caller: until then nobody else is given it.
func (s RoomCalendars) Take(ctx context.Context, now, until inventory.Instant, limit int) ([]RoomCalendar, error) {
	due, err := table.All(ctx, s.venues.db.Read, RoomCalendarTable.Scan, RoomCalendarTable.From()+" where next_at <= $1 order by next_at, id limit $2", int64(now), limit)
	if err != nil {
		return nil, fmt.Errorf("store: calendars to be fetched: %w", s.venues.db.Classify(err))
	}
	var taken []RoomCalendar
	for i := range due {
		c := &due[i]
		err := s.venues.db.WithTx(ctx, func(tx *sql.Tx) error {
			return table.ExecOne(ctx, tx, "update room_calendars set next_at = $1 where org_id = $2 and id = $3 and next_at = $4", int64(until), c.OrgID, c.ID, int64(c.NextAt))
		})
		if errors.Is(err, database.ErrNotFound) { // somebody else was faster, or it was deleted
			continue
		}
		if err != nil {
			return nil, err
		}
		c.NextAt = until
		taken = append(taken, *c)
	}
	return taken, nil
}

// Fetched is what came of fetching a calendar of others.
type Fetched struct {
	// Failure is why nothing came of it, with what the organizer is shown of that; "": it went
	// well.
	Failure, Detail string
	// Unchanged: it is as it was, and was not sent again.
	Unchanged      bool
	ETag, Modified string
	// Periods are what it says, as booking.Periods has them.
	Periods []booking.Period
	// NextAt is when it is fetched again.
	NextAt inventory.Instant
}

// StoreFetched writes what came of fetching a calendar that Take has returned. What
// failed leaves its times as they are. What is free now goes to those who wait for it; bookings
// that are in its times stand. One that was deleted, or given to somebody else, meanwhile is left alone.
// tell are jobs that tell of it, which are stored with it.
func (s RoomCalendars) StoreFetched(ctx context.Context, c RoomCalendar, f *Fetched, now inventory.Instant, tell ...database.Job) error { //nolint:gocritic // what is changed is a copy
	was, taken := c.Digest, c.NextAt
	c.TriedAt, c.NextAt, c.Failure, c.Detail = now, f.NextAt, f.Failure, f.Detail
	if f.Failure != "" {
		c.Failures++
	} else {
		c.WorkedAt, c.Failures = now, 0
	}
	if f.Failure == "" && !f.Unchanged {
		c.ReadAt, c.ETag, c.Modified, c.Periods, c.Digest = now, f.ETag, f.Modified, int64(len(f.Periods)), booking.Digest(f.Periods)
	}
	err := s.venues.db.WithTx(ctx, func(tx *sql.Tx) error {
		if c.Digest != was {
			if _, err := currentVenue(ctx, s.venues, tx, c.OrgID, c.VenueID, now); err != nil {
				return err
			}
		}
		// Whoever has waited too long for its server finds that somebody else was given it.
		if _, err := table.One(ctx, tx, table.ScanText, "select id from room_calendars where org_id = $1 and id = $2 and next_at = $3"+s.venues.db.ForUpdate, c.OrgID, c.ID, int64(taken)); err != nil {
			return err
		}
		if err := s.venues.db.InsertJobs(ctx, tx, tell...); err != nil {
			return err
		}
		if c.Digest == was {
			return RoomCalendarTable.UpdateRow(ctx, tx, &c, 1)
		}
		if err := RoomCalendarTable.UpdateRow(ctx, tx, &c, 1); err != nil {
			return err
		}
		if err := replaceBusy(ctx, tx, &c, f.Periods); err != nil {
			return err
		}
		return s.venues.grantAll(ctx, tx, c.OrgID, c.VenueID, now)
	})
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	return err
}

// replaceBusy writes the times of a calendar in place of those that it had.
func replaceBusy(ctx context.Context, tx *sql.Tx, c *RoomCalendar, periods []booking.Period) error {
	had, err := table.All(ctx, tx, RoomBusyTable.Scan, RoomBusyTable.From()+" where org_id = $1 and calendar_id = $2 order by starts_at limit $3", c.OrgID, c.ID, maxBusyRows)
	if err != nil {
		return err
	}
	stays := map[booking.Period]bool{}
	for _, p := range periods {
		stays[p] = true
	}
	for i := range had {
		if p := had[i].Period(); stays[p] {
			delete(stays, p)
			continue
		}
		if err := table.ExecOne(ctx, tx, "delete from room_busy where org_id = $1 and calendar_id = $2 and starts_at = $3", c.OrgID, c.ID, int64(had[i].StartsAt)); err != nil {
			return err
		}
	}
	for _, p := range periods {
		if !stays[p] {
			continue
		}
		if err := RoomBusyTable.InsertRow(ctx, tx, &RoomBusy{c.OrgID, c.ID, p.From, p.To, c.VenueID, c.RoomID}); err != nil {
			return err
		}
	}
	return nil
}

// BusyTimes returns when calendars of others say that rooms of a venue are taken, of what reaches
// into the time between two times, by start, at most maxBusyRows.
func (s RoomCalendars) BusyTimes(ctx context.Context, org, venue string, from, until inventory.Instant) ([]RoomBusy, error) {
	list, err := busyBetween(ctx, s.venues.db.Read, org, venue, from, until)
	if err != nil {
		return nil, fmt.Errorf("store: busy times: %w", s.venues.db.Classify(err))
	}
	return list, nil
}

// Clash is a live booking of a room that is taken elsewhere at its time, as a calendar of others
// says.
type Clash struct {
	CalendarID, BookingID string
	booking.Period
}

// maxClashes bounds those of one calendar that are shown.
const maxClashes = 50

// Clashes returns the live bookings of a venue that are not over and in the busy times of its
// calendars, by calendar and time, at most maxClashes of each.
func (s RoomCalendars) Clashes(ctx context.Context, org, venue string, now inventory.Instant) (list []Clash, err error) {
	err = s.venues.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		list = nil
		c, err := calendarNow(ctx, tx, org, venue)
		if err != nil || !c.others {
			return err
		}
		calendars, err := table.All(ctx, tx, RoomCalendarTable.Scan, RoomCalendarTable.From()+" where org_id = $1 and venue_id = $2 order by id limit $3", org, venue, MaxVenueCalendars)
		if err != nil {
			return err
		}
		for i := range calendars {
			found, err := clashesOf(ctx, tx, &calendars[i], c.Takes([]string{calendars[i].RoomID}), now)
			if err != nil {
				return err
			}
			list = append(list, found...)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store: bookings in busy times of others: %w", err)
	}
	return list, nil
}

// clashesOf are those of one calendar, with the rooms that it keeps.
func clashesOf(ctx context.Context, tx *sql.Tx, c *RoomCalendar, rooms []string, now inventory.Instant) (list []Clash, err error) {
	for part := range slices.Chunk(rooms, table.MaxInList) {
		in, args := table.InList(5, part)
		found, err := table.All(ctx, tx, func(r engine.Row, x *Clash) error {
			return r.Scan(&x.CalendarID, &x.BookingID, (*int64)(&x.From), (*int64)(&x.To))
		}, `select distinct y.calendar_id, r.booking_id, y.starts_at, y.ends_at from room_busy y join booking_rooms r on r.org_id = y.org_id and r.live
			and r.busy_from < y.ends_at and r.busy_to > y.starts_at and r.busy_to > $3 and r.room_id in (`+in+`)
			where y.org_id = $1 and y.calendar_id = $2 order by y.starts_at, r.booking_id limit $4`, append([]any{c.OrgID, c.ID, int64(now), maxClashes}, args...)...)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	slices.SortStableFunc(list, func(a, b Clash) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.BookingID, b.BookingID))
	})
	list = slices.Compact(list) // a room of the one part, and another of the next
	return list[:min(len(list), maxClashes)], nil
}

// RoomCalendarCounts are how many calendars of others were read when they were fetched last, how
// many could not be, and how many were not fetched yet.
type RoomCalendarCounts struct{ Read, Failing, Unread int64 }

// Counts returns how the calendars of all venues are read.
func (s RoomCalendars) Counts(ctx context.Context) (*RoomCalendarCounts, error) {
	n, err := table.One(ctx, s.venues.db.Read, func(r engine.Row, n *RoomCalendarCounts) error { return r.Scan(&n.Read, &n.Failing, &n.Unread) },
		`select cast(coalesce(sum(case when failures = 0 and tried_at > 0 then 1 else 0 end), 0) as bigint), cast(coalesce(sum(case when failures > 0 then 1 else 0 end), 0) as bigint),
		cast(coalesce(sum(case when tried_at = 0 then 1 else 0 end), 0) as bigint) from room_calendars`)
	if err != nil {
		return nil, fmt.Errorf("store: calendars of others: %w", s.venues.db.Classify(err))
	}
	return &n, nil
}
