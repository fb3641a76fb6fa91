package bookings

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/gather"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// Booking is the time of rooms of a venue.
type Booking struct {
	OrgID, ID, VenueID string
	Status             booking.State
	Reason             string   // of what was declined or cancelled
	Rooms              []string // as they were asked for
	StartsAt, EndsAt   inventory.Instant
	Setup, Teardown    inventory.Micros
	Layout             string
	People             int64
	AddOns             []booking.AddOn // each once
	Purpose            string
	EventID            string          // for which it is, or empty
	Follows            booking.Follows // whether it moves with that event
	SeriesID           string          // of the booking that repeats, of which it is a date, or empty
	CreatedBy          string          // as actors of the organization's chain
	// RequestHash is of the request that made it: whoever repeats one with its Idempotency-Key
	// asks for the same.
	RequestHash [32]byte
	BookingMoney
	// RemindedAt is when its booker was reminded of the rest of its price last, and DepositRemindedAt of its deposit.
	RemindedAt           inventory.Instant
	DepositRemindedAt    inventory.Instant
	CreatedAt, UpdatedAt inventory.Instant
	// ChangedIn is the version of the venue in which it was changed last.
	ChangedIn int64
}

// Time is the booking as the calendar of its venue knows it.
func (b *Booking) Time() booking.Booking {
	return booking.Booking{ID: b.ID, Rooms: b.Rooms, StartsAt: b.StartsAt, EndsAt: b.EndsAt, Setup: b.Setup, Teardown: b.Teardown, Uses: b.uses()}
}

// BookedRoom is a room that a booking has: one that it asks for, or a part of that.
type BookedRoom struct {
	OrgID, BookingID, RoomID string
	Live                     bool
	// BusyFrom and BusyTo have set-up and tear-down in them. CoreFrom and CoreTo do where
	// those of two bookings must not overlap; see the schema.
	BusyFrom, CoreFrom, CoreTo, BusyTo inventory.Instant
}

// Sequence grows with each change of the booking, so that calendar programs know the newer entry.
func (b *Booking) Sequence() int64 {
	return int64((b.UpdatedAt - b.CreatedAt) / inventory.Instant(inventory.Second/10))
}

// BookingTable describes the table bookings; a row is one Booking.
var BookingTable = table.New("bookings", new(Booking), func(c *table.Columns, b *Booking) {
	c.Key("org_id", &b.OrgID)
	c.Key("id", &b.ID)
	c.Text("venue_id", &b.VenueID)
	c.Changes(1)
	c.Text("status", (*string)(&b.Status))
	c.Text("reason", &b.Reason)
	c.Encoded("rooms", table.AsList(&b.Rooms))
	c.Number("starts_at", (*int64)(&b.StartsAt))
	c.Number("ends_at", (*int64)(&b.EndsAt))
	c.Number("setup", (*int64)(&b.Setup))
	c.Number("teardown", (*int64)(&b.Teardown))
	c.Text("layout", &b.Layout)
	c.Number("people", &b.People)
	c.Encoded("add_ons", table.AsJSON(&b.AddOns))
	b.BookingMoney.visit(c)
	c.Text("follows", (*string)(&b.Follows))
	c.Number("updated_at", (*int64)(&b.UpdatedAt))
	c.Number("changed_in", &b.ChangedIn)
	c.Changes(0)
	c.Text("purpose", &b.Purpose)
	c.Text("event_id", &b.EventID)
	c.Text("series_id", &b.SeriesID)
	c.Text("created_by", &b.CreatedBy)
	c.ExactHash("request_hash", &b.RequestHash)
	c.Number("created_at", (*int64)(&b.CreatedAt))
	c.Number("reminded_at", (*int64)(&b.RemindedAt))
	c.Number("deposit_reminded_at", (*int64)(&b.DepositRemindedAt))
})

// BookedRoomTable describes the table booking_rooms; a row is one BookedRoom.
var BookedRoomTable = table.New("booking_rooms", new(BookedRoom), func(c *table.Columns, r *BookedRoom) {
	c.Key("org_id", &r.OrgID)
	c.Key("booking_id", &r.BookingID)
	c.Key("room_id", &r.RoomID)
	c.Truth("live", &r.Live)
	c.Number("busy_from", (*int64)(&r.BusyFrom))
	c.Number("core_from", (*int64)(&r.CoreFrom))
	c.Number("core_to", (*int64)(&r.CoreTo))
	c.Number("busy_to", (*int64)(&r.BusyTo))
})

func bookingDeed(b *Booking, action audit.Action) audit.Deed {
	return audit.Deed{Subject: b.ID, Action: action, Commitment: commitBooking(b)}
}

func commitBooking(b *Booking) string {
	c := audit.Booking{
		ID: b.ID, Org: b.OrgID, Venue: b.VenueID, State: string(b.Status), Reason: b.Reason, Rooms: b.Rooms, StartsAt: b.StartsAt, EndsAt: b.EndsAt,
		Setup: b.Setup, Teardown: b.Teardown, Layout: b.Layout, People: b.People, Event: b.EventID, Follows: string(b.Follows), Series: b.SeriesID,
		Currency: b.Terms.Currency, Price: b.Price, Deposit: b.Deposit, PayUntil: b.PayUntil, BalanceDue: b.BalanceDue, DepositBy: b.DepositBy, BalanceBy: b.BalanceBy,
		Waived: b.Waiver != "", ByVenue: b.ByVenue,
	}
	for i := range b.AddOns {
		a := &b.AddOns[i]
		c.AddOns = append(c.AddOns, audit.BookedAddOn{ID: a.ID, Quantity: a.Quantity, Each: a.Each, TaxRate: a.TaxRate})
	}
	return c.Commitment()
}

// Reader reads bookings, and what is free beside them, without the lock of their venue: whoever books what
// it returned may find it taken.
type Reader struct {
	db   *database.DB
	days *keptDays
}

// Booking returns a booking of an organization, or ErrNotFound.
func (s Reader) Booking(ctx context.Context, org, id string) (*Booking, error) {
	b, err := One(ctx, s.db.Read, org, id)
	if err != nil {
		return nil, fmt.Errorf("store: booking: %w", s.db.Classify(err))
	}
	return &b, nil
}

// One reads a booking of an organization.
func One(ctx context.Context, q table.Querier, org, id string) (Booking, error) {
	return table.One(ctx, q, BookingTable.Scan, BookingTable.From()+" where org_id = $1 and id = $2", org, id)
}

// updateBooking stores what became of a booking whose venue is held, as of the version that the venue
// has by that.
func updateBooking(ctx context.Context, q table.Querier, b *Booking) (err error) {
	if b.ChangedIn, err = venues.VersionOf(ctx, q, gather.Key{Org: b.OrgID, ID: b.VenueID})(); err != nil {
		return err
	}
	return BookingTable.UpdateRow(ctx, q, b, 1)
}

// BookingFilter selects bookings of a venue; what is empty selects all.
type BookingFilter struct {
	Room   string // that they have, by itself or as a part
	Status booking.State
	// From and Until select what overlaps the time between; Until 0: all that follows.
	From, Until inventory.Instant
	// Busy: set-up and tear-down count as well.
	Busy bool
}

// BookingPosition is where a page of bookings ends.
type BookingPosition struct {
	StartsAt inventory.Instant
	ID       string
}

// Bookings that keep their rooms for a day at most, set-up and tear-down included, are found
// by when that begins. The others have an index of their own.
const (
	oneDay  = inventory.Instant(inventory.Day)
	busyFor = "b.ends_at - b.starts_at + b.setup + b.teardown"
	longest = inventory.Instant(booking.MaxLength + booking.MaxBuffer)
)

// Bookings returns bookings of a venue behind a position, by start and id, at most limit.
func (s Reader) Bookings(ctx context.Context, org, venue string, f BookingFilter, after BookingPosition, limit int) ([]Booking, error) {
	if f.Until == 0 {
		f.Until = math.MaxInt64
	}
	// A start may lie behind the time that is asked for, when its set-up does not.
	until := func(setup inventory.Instant) inventory.Instant {
		if !f.Busy || f.Until > math.MaxInt64-setup {
			return f.Until
		}
		return f.Until + setup
	}
	list, err := s.bookings(ctx, shortBookings(&f), org, venue, &f, f.From-oneDay, until(oneDay), after, limit)
	if err != nil {
		return nil, err
	}
	long, err := s.bookings(ctx, longBookings(&f), org, venue, &f, f.From-longest, until(inventory.Instant(booking.MaxBuffer)), after, limit)
	if err != nil {
		return nil, err
	}
	list = append(list, long...)
	slices.SortFunc(list, func(a, b Booking) int {
		return cmp.Or(cmp.Compare(a.StartsAt, b.StartsAt), strings.Compare(a.ID, b.ID))
	})
	return list[:min(len(list), limit)], nil
}

func (s Reader) bookings(ctx context.Context, query, org, venue string, f *BookingFilter, first, last inventory.Instant, after BookingPosition, limit int) ([]Booking, error) {
	args := []any{org, venue, int64(first), int64(last), int64(f.From), int64(f.Until), int64(after.StartsAt), after.ID, string(f.Status), limit}
	if f.Room != "" {
		args = append(args, f.Room)
	}
	list, err := table.All(ctx, s.db.Read, BookingTable.Scan, query, args...)
	if err != nil {
		return nil, fmt.Errorf("store: bookings: %w", s.db.Classify(err))
	}
	return list, nil
}

// bookingsText is the end of both queries: what a filter selects, in order.
func bookingsText(f *BookingFilter) string {
	overlap := " and b.starts_at < $6 and b.ends_at > $5"
	if f.Busy {
		overlap = " and b.starts_at - b.setup < $6 and b.ends_at + b.teardown > $5"
	}
	if f.Status == booking.Requested {
		overlap += " and b.status = 'requested'" // which has an index
	}
	return overlap + ` and (b.starts_at, b.id) > (cast($7 as bigint), cast($8 as text)) and (cast($9 as text) = '' or b.status = $9)
		order by b.starts_at, b.id limit $10`
}

// shortBookings reads bookings that keep their rooms for a day at most: of a venue by their
// start, of a room by when they take it, which is read first.
func shortBookings(f *BookingFilter) string {
	if f.Room == "" {
		return "select " + BookingTable.As("b") + " from bookings b where b.org_id = $1 and b.venue_id = $2 and b.starts_at >= $3 and b.starts_at < $4 and " +
			busyFor + " <= 86400000000" + bookingsText(f)
	}
	return `with r as materialized (select org_id, booking_id from booking_rooms where org_id = $1 and room_id = $11 and busy_from >= $3 and busy_from < $4)
		select ` + BookingTable.As("b") + ` from r cross join bookings b where b.org_id = r.org_id and b.id = r.booking_id and b.venue_id = $2 and ` + busyFor + " <= 86400000000" + bookingsText(f)
}

// longBookings reads the others.
func longBookings(f *BookingFilter) string {
	room := ""
	if f.Room != "" {
		room = " and exists (select 1 from booking_rooms r where r.org_id = b.org_id and r.booking_id = b.id and r.room_id = $11)"
	}
	return "select " + BookingTable.As("b") + " from bookings b where b.org_id = $1 and b.venue_id = $2 and b.starts_at >= $3 and b.starts_at < $4 and " +
		busyFor + " > 86400000000" + room + bookingsText(f)
}

// venueCalendar is what of a venue is taken, as far as it was read.
type venueCalendar struct {
	*booking.Calendar
	venue *venues.Venue
	rooms []booking.Room
	zone  *time.Location
	// others: there are calendars of others, whose busy times keep its rooms.
	others bool
	// stays: what is decided keeps its rooms and its time. It is not asked again whether the venue is open then,
	// and what is taken elsewhere.
	stays bool
}

// calendarNow is calendarOf of a venue as it is stored.
func calendarNow(ctx context.Context, q table.Querier, org, venue string) (*venueCalendar, error) {
	v, err := venues.One(ctx, q, org, venue)
	if err != nil {
		return nil, err
	}
	return calendarOf(ctx, q, &v)
}

// CalendarOf returns the calendar of a venue as it is stored, without its bookings.
func CalendarOf(ctx context.Context, q table.Querier, org, venue string) (*booking.Calendar, error) {
	c, err := calendarNow(ctx, q, org, venue)
	if err != nil {
		return nil, err
	}
	return c.Calendar, nil
}

// calendarOf returns the calendar of a venue without its bookings.
func calendarOf(ctx context.Context, q table.Querier, v *venues.Venue) (*venueCalendar, error) {
	// One question for both: whoever decides holds the venue meanwhile.
	list, err := table.All(ctx, q, scanHas, `select id, part_of, cast(-1 as bigint) from rooms where org_id = $1 and venue_id = $2
		union all select id, '', pool from add_ons where org_id = $1 and venue_id = $2
		union all select id, '', cast(-2 as bigint) from room_calendars where org_id = $1 and venue_id = $2 order by 1 limit $3`, v.OrgID, v.ID, venues.MaxVenueRooms+venues.MaxVenueAddOns+venues.MaxVenueCalendars)
	if err != nil {
		return nil, err
	}
	var rooms []booking.Room
	pools := map[string]int64{}
	others := false
	for _, h := range list {
		switch h.pool {
		case -1:
			rooms = append(rooms, h.room)
		case -2:
			others = true
		default:
			pools[h.room.ID] = h.pool
		}
	}
	c, err := booking.New(v.BufferRule, rooms)
	if err != nil {
		return nil, fmt.Errorf("store: rooms of venue %s: %w", v.ID, err)
	}
	zone, err := v.Zone()
	if err != nil {
		return nil, err
	}
	c.SetPools(pools)
	return &venueCalendar{c, v, rooms, zone, others, false}, nil
}

// has is a room of a venue, with a pool an add-on, or a calendar of others.
type has struct {
	room booking.Room
	pool int64
}

func scanHas(r engine.Row, h *has) error { return r.Scan(&h.room.ID, &h.room.PartOf, &h.pool) }

// maxNear bounds the bookings of one room that are read for a decision. One that more are
// in the way of is refused by those.
const maxNear = 1000

// nearText finds the live bookings of a room between two times. They follow one another,
// so that the last one that is over before begins what is read.
const nearText = `select booking_id from booking_rooms where org_id = $1 and room_id = $2 and live and busy_from < $3
	and busy_from >= coalesce((select busy_from from booking_rooms where org_id = $4 and room_id = $5 and live and busy_from <= $6 and busy_to <= $7
		order by busy_from desc limit 1), -9223372036854775807)
	order by busy_from limit $8`

// near returns the live bookings that have the rooms, or add-ons, of a booking at its time. The
// calendar knows from then on when rooms are taken elsewhere at that time.
func (c *venueCalendar) near(ctx context.Context, q table.Querier, of *booking.Booking) ([]Booking, error) {
	if err := c.close(ctx, q, of.BusyFrom(), of.BusyTo()); err != nil {
		return nil, err
	}
	ids, _, err := c.nearIDs(ctx, q, c.Takes(of.Rooms), of.BusyFrom(), of.BusyTo(), maxNear)
	if err != nil {
		return nil, err
	}
	using, _, err := usingIDs(ctx, q, c.venue.OrgID, of, of.BusyFrom(), of.BusyTo(), maxNear)
	if err != nil {
		return nil, err
	}
	if len(using) > 0 {
		ids = append(ids, using...)
		slices.Sort(ids)
		ids = slices.Compact(ids)
	}
	return bookingsIn(ctx, q, c.venue.OrgID, ids)
}

// nearIDs are the ids of these, in order; more: a room has more than the limit.
func (c *venueCalendar) nearIDs(ctx context.Context, q table.Querier, rooms []string, from, to inventory.Instant, limit int) (ids []string, more bool, err error) {
	org := c.venue.OrgID
	for _, room := range rooms {
		found, err := table.All(ctx, q, table.ScanText, nearText, org, room, int64(to), org, room, int64(from), int64(from), limit)
		if err != nil {
			return nil, false, err
		}
		ids, more = append(ids, found...), more || len(found) == limit
	}
	slices.Sort(ids)
	return slices.Compact(ids), more, nil
}

// liveAt returns those of a list that are live at a time. It changes the list.
func liveAt(now inventory.Instant, list []Booking) []Booking {
	return slices.DeleteFunc(list, func(b Booking) bool { return !b.At(now).Live() })
}

func bookingsIn(ctx context.Context, q table.Querier, org string, ids []string) ([]Booking, error) {
	var found []Booking
	for part := range slices.Chunk(ids, table.MaxInList) {
		list, args := table.InList(2, part)
		rows, err := table.All(ctx, q, BookingTable.Scan, BookingTable.From()+" where org_id = $1 and id in ("+list+") order by id", append([]any{org}, args...)...)
		if err != nil {
			return nil, err
		}
		found = append(found, rows...)
	}
	return found, nil
}

// take fills the calendar with bookings that are stored. That they are in each other's way
// is for verify to find, and nothing more is decided beside them.
func (c *venueCalendar) take(list []Booking) error {
	for i := range list {
		if d := c.Keep(list[i].Time()); d.Code != booking.OK {
			return fmt.Errorf("store: booking %s of venue %s does not fit beside the others that are stored: %s", list[i].ID, c.venue.ID, d.Code)
		}
	}
	return nil
}

// NearestWithin is how far from what was asked for free times are looked for.
const NearestWithin = 60 * inventory.Day

// aheadText and behindText read the live bookings of a room from a time on, and back.
var (
	aheadText  = BookedRoomTable.From() + " where org_id = $1 and room_id = $2 and live and busy_from >= $3 and busy_from < $4 order by busy_from limit $5"
	behindText = BookedRoomTable.From() + " where org_id = $1 and room_id = $2 and live and busy_from < $3 order by busy_from desc limit $4"
)

// Nearest returns the nearest starts at which all rooms of a booking are free and the venue
// is open for as long, before what it asks for and after, within NearestWithin and where
// not too much has to be read; nil: there are none. It looks outside of the transaction that
// has decided: whoever books one of these may find it taken.
func (s Reader) Nearest(ctx context.Context, b *Booking, now inventory.Instant) (before, after *inventory.Instant, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		c, err := calendarNow(ctx, tx, b.OrgID, b.VenueID)
		if err != nil {
			return err
		}
		of := b.Time()
		rooms := c.Takes(b.Rooms)
		since, until := max(now, b.StartsAt-inventory.Instant(NearestWithin)), b.StartsAt+inventory.Instant(NearestWithin)
		length, most := b.EndsAt-b.StartsAt, max(20, maxNear/max(1, len(rooms)))
		var ids []string
		for _, room := range rooms {
			ahead, err := table.All(ctx, tx, BookedRoomTable.Scan, aheadText, b.OrgID, room, int64(b.StartsAt), int64(until+length+inventory.Instant(2*booking.MaxBuffer)), most)
			if err != nil {
				return err
			}
			behind, err := table.All(ctx, tx, BookedRoomTable.Scan, behindText, b.OrgID, room, int64(b.StartsAt), most)
			if err != nil {
				return err
			}
			// Of what is further away nothing is known, and nothing is proposed.
			if len(ahead) == most {
				until = min(until, ahead[most-1].BusyFrom-length-inventory.Instant(b.Teardown))
			}
			if len(behind) == most {
				since = max(since, behind[most-1].BusyTo+inventory.Instant(b.Setup))
			}
			for _, r := range append(ahead, behind...) {
				ids = append(ids, r.BookingID)
			}
		}
		if err := c.close(ctx, tx, since-inventory.Instant(booking.MaxBuffer), until+length+inventory.Instant(2*booking.MaxBuffer)); err != nil {
			return err
		}
		using, more, err := usingIDs(ctx, tx, b.OrgID, &of, since-inventory.Instant(booking.MaxBuffer), until+length+inventory.Instant(2*booking.MaxBuffer), maxTogether)
		if err != nil {
			return err
		}
		if more { // more have them than can be read: nothing is proposed
			return nil
		}
		ids = append(ids, using...)
		slices.Sort(ids)
		near, err := bookingsIn(ctx, tx, b.OrgID, slices.Compact(ids))
		if err != nil {
			return err
		}
		near = slices.DeleteFunc(liveAt(now, near), func(o Booking) bool { return o.ID == b.ID })
		if err := c.take(near); err != nil {
			return err
		}
		before, after = c.Nearest(&of, since, until, &c.venue.Hours, c.zone)
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("store: nearest free times: %w", err)
	}
	return before, after, nil
}

// close tells the calendar when rooms are taken elsewhere between two times.
func (c *venueCalendar) close(ctx context.Context, q table.Querier, from, to inventory.Instant) error {
	if !c.others {
		return nil
	}
	list, err := venues.BusyBetween(ctx, q, c.venue.OrgID, c.venue.ID, from, to)
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
