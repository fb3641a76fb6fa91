package bookings

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// The time of the rooms of a venue is given under a lock on the row of the venue: one
// booking after another is decided, with all that is stored near it. The engines refuse two
// live bookings of a room at one time by themselves; see engine.Engine.Guards.

// Errors of bookings.
var (
	// ErrBooked: live bookings are in the way of a change.
	ErrBooked = errors.New("store: there are live bookings")
	// ErrPartOf: a room cannot be part of that one.
	ErrPartOf = errors.New("store: no such room to be part of")
	// ErrBookingEnded: the booking is no longer live.
	ErrBookingEnded = errors.New("store: the booking has ended")
)

// Refused is the error of a booking that cannot be: what is wrong with it, or which others
// are in its way.
type Refused struct {
	booking.Decision
	// Near: Before and After of the decision are what Nearest returns. Else they were not
	// looked for.
	Near bool
}

func (e *Refused) Error() string { return "store: the booking is refused: " + string(e.Code) }

// begin gives a booking its first state, and says who made it, and when, and what it costs.
func begin(v *venues.Venue, b *Booking, by string, now inventory.Instant) {
	b.Status, b.CreatedAt, b.UpdatedAt, b.CreatedBy = v.FirstState(), now, now, by
	b.ask(&v.Terms, now)
}

// book is Book under the lock of the venue, of one booking.
func (s Bookings) book(ctx context.Context, b Booking, now inventory.Instant) (*Booking, error) { //nolint:gocritic // what is kept is a copy
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		v, err := s.Current(ctx, tx, b.OrgID, b.VenueID, now)
		if err != nil {
			return err
		}
		switch _, err := One(ctx, tx, b.OrgID, b.ID); {
		case err == nil:
			return database.ErrConflict
		case !errors.Is(err, database.ErrNotFound):
			return err
		}
		begin(&v, &b, organizations.ByOf(ctx).Actor, now)
		c, err := s.decide(ctx, tx, &v, &b)
		if err != nil {
			return err
		}
		if err := c.insert(ctx, tx, &b); err != nil {
			return err
		}
		if err := s.made(ctx, tx, b); err != nil {
			return err
		}
		return s.record(ctx, tx, b.OrgID, "", bookingDeed(&b, audit.BookingCreated))
	})
	if err != nil {
		return nil, err
	}
	return &b, nil
}

// CheckBooking returns the error that Book would, as things stand, and stores nothing: ErrNotFound or
// *Refused. A booking that is stored under its id is not in its own way.
func (s Reader) CheckBooking(ctx context.Context, b *Booking, now inventory.Instant) error {
	return s.CheckMove(ctx, nil, b, now)
}

// CheckMove is CheckBooking of a booking that was elsewhere, as MoveBooking would decide; nil: it is new.
func (s Reader) CheckMove(ctx context.Context, was, b *Booking, now inventory.Instant) error {
	return s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		c, err := calendarNow(ctx, tx, b.OrgID, b.VenueID)
		if err != nil {
			return err
		}
		c.stays = was != nil && was.sameTime(b)
		return c.look(ctx, tx, b, now)
	})
}

// sameTime reports whether a booking has the rooms and the time of another, and set-up and tear-down as that.
func (b *Booking) sameTime(o *Booking) bool {
	return slices.Equal(b.Rooms, o.Rooms) && b.StartsAt == o.StartsAt && b.EndsAt == o.EndsAt && b.Setup == o.Setup && b.Teardown == o.Teardown
}

// look refuses a booking that cannot be, or that others are in the way of, on a snapshot.
func (c *venueCalendar) look(ctx context.Context, tx *sql.Tx, b *Booking, now inventory.Instant) error {
	of, err := c.possible(b)
	if err != nil {
		return err
	}
	near, err := c.near(ctx, tx, of)
	if err != nil {
		return err
	}
	return c.refuse(liveAt(now, near), of)
}

// possible refuses a booking that cannot be at all, whoever else comes.
func (c *venueCalendar) possible(b *Booking) (*booking.Booking, error) {
	if c.venue.Inactive {
		return nil, &Refused{Decision: booking.Decision{Code: booking.NotActive, Room: -1}}
	}
	of := b.Time()
	if d := c.Check(&of); d.Code != booking.OK {
		return nil, &Refused{Decision: d}
	}
	if !c.stays && !c.venue.Hours.Open(b.StartsAt, b.EndsAt, c.zone) {
		return nil, &Refused{Decision: booking.Decision{Code: booking.OutsideHours, Room: -1}}
	}
	return &of, nil
}

// refuse fills the calendar with what is near a booking, and refuses it when that is in its
// way.
func (c *venueCalendar) refuse(near []Booking, of *booking.Booking) error {
	if err := c.take(near); err != nil {
		return err
	}
	meets := c.Meets
	if c.stays {
		meets = c.MeetsBookings
	}
	if d := meets(of); d.Code != booking.OK {
		return &Refused{Decision: d}
	}
	return nil
}

// decide asks whether a booking may have its time at a venue that Current has returned. It returns the
// calendar of the venue, also when it refuses.
func (s Bookings) decide(ctx context.Context, tx *sql.Tx, v *venues.Venue, b *Booking) (*venueCalendar, error) {
	return s.decideAgain(ctx, tx, v, nil, b)
}

// decideAgain is decide of a booking that was changed; nil: it is new.
func (s Bookings) decideAgain(ctx context.Context, tx *sql.Tx, v *venues.Venue, was, b *Booking) (*venueCalendar, error) {
	c, err := calendarOf(ctx, tx, v)
	if err != nil {
		return nil, err
	}
	c.stays = was != nil && was.sameTime(b)
	return c, s.decideIn(ctx, tx, c, b)
}

// decideIn is decide in a calendar that may have bookings already.
func (s Bookings) decideIn(ctx context.Context, tx *sql.Tx, c *venueCalendar, b *Booking) error {
	of, err := c.possible(b)
	if err != nil {
		return err
	}
	near, err := c.near(ctx, tx, of)
	if err != nil {
		return err
	}
	if s.Blind {
		near = nil
	}
	return c.refuse(near, of)
}

// insert stores a booking with the rooms that it has.
func (c *venueCalendar) insert(ctx context.Context, q table.Querier, b *Booking) error {
	b.ChangedIn = c.venue.Version
	if err := BookingTable.InsertRow(ctx, q, b); err != nil {
		return err
	}
	return c.insertRooms(ctx, q, b)
}

// insertPlain stores bookings without add-ons, with the rooms that they have.
func (c *venueCalendar) insertPlain(ctx context.Context, q table.Querier, list []*Booking) error {
	for _, b := range list {
		b.ChangedIn = c.venue.Version
	}
	if err := BookingTable.InsertMany(ctx, q, "", list); err != nil {
		return err
	}
	var rooms []*BookedRoom
	for _, b := range list {
		rooms = append(rooms, c.roomsOf(b)...)
	}
	return BookedRoomTable.InsertMany(ctx, q, "", rooms)
}

// replaceRooms stores which rooms a booking has instead of those that it had.
func (c *venueCalendar) replaceRooms(ctx context.Context, q table.Querier, b *Booking) error {
	if _, err := table.Exec(ctx, q, "delete from booking_rooms where org_id = $1 and booking_id = $2", b.OrgID, b.ID); err != nil {
		return err
	}
	return c.insertRooms(ctx, q, b)
}

// insertRooms stores which rooms a booking has.
func (c *venueCalendar) insertRooms(ctx context.Context, q table.Querier, b *Booking) error {
	if err := BookedRoomTable.InsertMany(ctx, q, "", c.roomsOf(b)); err != nil {
		return err
	}
	return replaceAddOns(ctx, q, b)
}

// roomsOf are the rows of the rooms that a booking has.
func (c *venueCalendar) roomsOf(b *Booking) (list []*BookedRoom) {
	of := b.Time()
	r := BookedRoom{
		OrgID: b.OrgID, BookingID: b.ID, Live: b.Status.Live(),
		BusyFrom: of.BusyFrom(), CoreFrom: of.BusyFrom(), CoreTo: of.BusyTo(), BusyTo: of.BusyTo(),
	}
	if c.venue.BufferRule == booking.Larger {
		r.CoreFrom, r.CoreTo = b.StartsAt, b.EndsAt
	}
	for _, room := range c.Takes(b.Rooms) {
		has := r
		has.RoomID = room
		list = append(list, &has)
	}
	return list
}

// endThose writes of bookings whose time has come what that makes of them.
func (s Bookings) endThose(ctx context.Context, tx *sql.Tx, list []Booking, now inventory.Instant) (deeds []audit.Deed, err error) {
	for i := range list {
		b := &list[i]
		at := b.At(now)
		action := audit.BookingCompleted
		if at == booking.Lapsed {
			action = audit.BookingLapsed
		}
		if err := s.end(ctx, tx, b, at, "", now); err != nil {
			return nil, err
		}
		deeds = append(deeds, bookingDeed(b, action))
	}
	return deeds, nil
}

// end gives the rooms of a booking back, and what was paid for it as far as that is due.
func (s Bookings) end(ctx context.Context, tx *sql.Tx, b *Booking, state booking.State, reason string, now inventory.Instant) error {
	b.Status, b.Reason, b.UpdatedAt = state, reason, now
	if err := updateBooking(ctx, tx, b); err != nil {
		return err
	}
	if _, err := table.Exec(ctx, tx, "update booking_rooms set live = false where org_id = $1 and booking_id = $2", b.OrgID, b.ID); err != nil {
		return err
	}
	if len(b.AddOns) > 0 {
		if _, err := table.Exec(ctx, tx, "update booking_add_ons set live = false where org_id = $1 and booking_id = $2", b.OrgID, b.ID); err != nil {
			return err
		}
	}
	return s.giveBack(ctx, tx, b, now)
}

// onBooking does something to a live booking under the lock of its venue, and returns what
// became of it. do says which action it was; with none nothing has changed.
func (s Bookings) onBooking(ctx context.Context, org, id string, now inventory.Instant,
	do func(tx *sql.Tx, v *venues.Venue, b *Booking) (action audit.Action, err error),
) (*Booking, error) {
	var b Booking
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		venue, err := table.One(ctx, tx, table.ScanText, "select venue_id from bookings where org_id = $1 and id = $2", org, id)
		if err != nil {
			return err
		}
		v, err := s.Current(ctx, tx, org, venue, now)
		if errors.Is(err, database.ErrNotFound) {
			return ErrBookingEnded // a venue that is gone has no live booking
		}
		if err != nil {
			return err
		}
		if b, err = One(ctx, tx, org, id); err != nil {
			return err
		}
		was := b
		action, err := do(tx, &v, &b)
		if err != nil || action == "" {
			return err
		}
		if err := s.record(ctx, tx, org, "", bookingDeed(&b, action)); err != nil {
			return err
		}
		if before, after := was.Time(), b.Time(); !was.Status.Live() || b.Status.Live() && reflect.DeepEqual(before, after) {
			return nil
		}
		granted, err := grant(ctx, tx, &v, was.Time(), now)
		if err != nil {
			return err
		}
		return s.recordEnds(ctx, tx, org, granted)
	})
	if err != nil {
		return nil, err
	}
	return &b, nil
}

// ConfirmBooking confirms what was requested, or has it wait for its deposit. ErrBookingEnded: the
// booking is no longer live.
func (s Bookings) ConfirmBooking(ctx context.Context, org, id string, now inventory.Instant) (*Booking, error) {
	return s.onBooking(ctx, org, id, now, func(tx *sql.Tx, _ *venues.Venue, b *Booking) (audit.Action, error) {
		switch b.At(now) {
		case booking.Confirmed, booking.PendingDeposit:
			return "", nil
		case booking.Requested:
			b.Status, b.UpdatedAt = booking.Confirmed, now
			b.due(now)
			action := audit.BookingConfirmed
			if b.Status == booking.PendingDeposit {
				action = audit.BookingApproved
			}
			return action, updateBooking(ctx, tx, b)
		}
		return "", ErrBookingEnded
	})
}

// EndBooking declines what was requested, or cancels what is live: state says which. byVenue:
// it is the venue that cancels, and all that was paid goes back. ErrBookingEnded: the booking
// is not, or has ended otherwise.
func (s Bookings) EndBooking(ctx context.Context, org, id string, state booking.State, reason string, byVenue bool, now inventory.Instant) (*Booking, error) {
	return s.onBooking(ctx, org, id, now, func(tx *sql.Tx, _ *venues.Venue, b *Booking) (audit.Action, error) {
		at := b.At(now)
		switch {
		case at == state && b.Reason == reason:
			return "", nil
		case state == booking.Declined && at == booking.Requested:
			return audit.BookingDeclined, s.end(ctx, tx, b, state, reason, now)
		case state == booking.Cancelled && (at.Live() || at == booking.Waiting):
			b.ByVenue = byVenue
			return audit.BookingCancelled, s.end(ctx, tx, b, state, reason, now)
		}
		return "", ErrBookingEnded
	})
}

// Move is what becomes of a booking. What is nil stays as it is.
type Move struct {
	StartsAt, EndsAt *inventory.Instant
	Setup, Teardown  *inventory.Micros
	Rooms            *[]string
	Layout           *string
	People           *int64
	// Ask: whoever moves it cannot confirm it, and where the venue wants to confirm bookings, or has
	// named a price for another length or number of rooms, it is requested again.
	Ask bool
}

// MoveBooking gives a live booking another time, or other rooms, which it costs from then on: what is
// to be paid beside the deposit grows, or becomes less. ErrBookingEnded: it is no longer live, or has begun
// and would have to be confirmed or paid again, which nobody can do any more; *Refused:
// it cannot be so, or others are in its way, and it stays where it is; ErrPaidFor: whoever asks has
// paid all of it, or more than it would cost. Where the venue moves such a booking its price stays.
func (s Bookings) MoveBooking(ctx context.Context, org, id string, m *Move, now inventory.Instant) (*Booking, error) {
	return s.onBooking(ctx, org, id, now, func(tx *sql.Tx, v *venues.Venue, b *Booking) (audit.Action, error) {
		if !b.At(now).Live() {
			return "", ErrBookingEnded
		}
		was := *b
		database.Put(&b.StartsAt, m.StartsAt)
		database.Put(&b.EndsAt, m.EndsAt)
		database.Put(&b.Setup, m.Setup)
		database.Put(&b.Teardown, m.Teardown)
		database.Put(&b.Rooms, m.Rooms)
		database.Put(&b.Layout, m.Layout)
		database.Put(&b.People, m.People)
		if commitBooking(b) == commitBooking(&was) {
			return "", nil
		}
		if m.Ask && v.NeedsApproval {
			b.Status = booking.Requested
		}
		if err := b.moved(&was, m.Ask, now); err != nil {
			return "", err
		}
		if b.At(now) == booking.Lapsed {
			return "", ErrBookingEnded // it has begun, and would have to be answered, or paid, before
		}
		c, err := s.decideAgain(ctx, tx, v, &was, b)
		if err != nil {
			return "", err
		}
		b.UpdatedAt = now
		if err := updateBooking(ctx, tx, b); err != nil {
			return "", err
		}
		return audit.BookingMoved, s.placed(ctx, tx, c, &was, b, m.Ask)
	})
}

// maxDue bounds the bookings whose end one transaction writes.
const maxDue = 200

// EndBookings writes of the bookings of all venues whose time has come that they lapsed, or
// are completed, and returns how many: fewer than asked for when there are no more.
func (s Bookings) EndBookings(ctx context.Context, now inventory.Instant, limit int) (ended int, err error) {
	due, err := table.All(ctx, s.db.Read, BookingTable.Scan, "select "+BookingTable.Columns+` from bookings where status = 'requested' and starts_at <= $1
		union all select `+BookingTable.Columns+` from bookings where status = 'pending_deposit' and pay_until <= $1
		union all select `+BookingTable.Columns+` from bookings where status = 'waiting' and starts_at <= $1
		union all select `+BookingTable.Columns+" from bookings where status = 'confirmed' and ends_at <= $2 limit $3", int64(now), int64(now), limit)
	if err != nil {
		return 0, fmt.Errorf("store: bookings whose time has come: %w", s.db.Classify(err))
	}
	seen := map[[2]string]bool{}
	for i := range due {
		key := [2]string{due[i].OrgID, due[i].VenueID}
		if seen[key] {
			continue
		}
		seen[key] = true
		err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
			if err := s.venues.Lock(ctx, tx, key[0], key[1]); err != nil {
				return err
			}
			return s.EndDue(ctx, tx, key[0], key[1], now)
		})
		if err != nil && !errors.Is(err, database.ErrNotFound) { // who deletes a venue ends its bookings
			return 0, err
		}
	}
	return len(due), nil
}

// overdueText finds a booking of a venue whose time has come, which nobody has written yet.
const overdueText = `select id from bookings where status = 'requested' and starts_at <= $1 and org_id = $2 and venue_id = $3
	union all select id from bookings where status = 'waiting' and starts_at <= $1 and org_id = $2 and venue_id = $3
	union all select id from bookings where status = 'pending_deposit' and pay_until <= $1 and org_id = $2 and venue_id = $3
	union all select id from bookings where status = 'confirmed' and ends_at <= $1 and org_id = $2 and venue_id = $3 limit 1`

// overdue reports whether there is one.
func overdue(ctx context.Context, q table.Querier, org, venue string, now inventory.Instant) (bool, error) {
	list, err := table.All(ctx, q, table.ScanText, overdueText, int64(now), org, venue)
	return len(list) > 0, err
}

// Current is venues.Venues.Locked of whoever decides about the time of its rooms: what the time has made of its
// bookings is written first, and those who wait are served, wherever in the venue that is. So nothing
// depends on when the job of each minute was there, and nobody who asks now, or changes the rules, comes
// before one who waits for what nobody knew to be free.
func (s Bookings) Current(ctx context.Context, tx *sql.Tx, org, id string, now inventory.Instant) (venues.Venue, error) {
	v, err := s.venues.Locked(ctx, tx, org, id)
	if err != nil {
		return v, err
	}
	due, err := overdue(ctx, tx, org, id, now)
	if err == nil && due {
		err = s.EndDue(ctx, tx, org, id, now)
	}
	return v, err
}

// EndDue writes of the bookings of a venue that is held, whose time has come, what that
// makes of them, and gives what is free then to those who wait for it.
func (s Bookings) EndDue(ctx context.Context, tx *sql.Tx, org, venue string, now inventory.Instant) error {
	var deeds []audit.Deed
	for {
		due, err := table.All(ctx, tx, BookingTable.Scan, BookingTable.From()+` where org_id = $1 and venue_id = $2
			and (status in ('requested', 'waiting') and starts_at <= $3 or status = 'pending_deposit' and pay_until <= $3 or status = 'confirmed' and ends_at <= $4) order by id limit $5`, org, venue, int64(now), int64(now), maxDue)
		if err != nil {
			return err
		}
		more, err := s.endThose(ctx, tx, due, now)
		if err != nil {
			return err
		}
		deeds = append(deeds, more...)
		if len(due) == maxDue {
			continue
		}
		if err := s.recordEnds(ctx, tx, org, deeds); err != nil || len(deeds) == 0 {
			return err
		}
		return s.GrantAll(ctx, tx, org, venue, now)
	}
}

// recordEnds records what time made of bookings, which nobody did.
func (s Bookings) recordEnds(ctx context.Context, tx *sql.Tx, org string, deeds []audit.Deed) error {
	if len(deeds) == 0 {
		return nil
	}
	return s.record(organizations.WithBy(ctx, organizations.By{At: organizations.ByOf(ctx).At}), tx, org, "", deeds...)
}

// NotBooked is ErrBooked when a venue that is held, or a room of it, has a live booking.
func (s Bookings) NotBooked(ctx context.Context, tx *sql.Tx, org, venue, room string) error {
	if err := s.EndDue(ctx, tx, org, venue, organizations.ByOf(ctx).At); err != nil {
		return err
	}
	live, err := table.All(ctx, tx, table.ScanText, `select b.id from bookings b where b.org_id = $1 and b.venue_id = $2 and b.status in ('waiting', 'requested', 'pending_deposit', 'confirmed')
		and (cast($3 as text) = '' or exists (select 1 from booking_rooms r where r.org_id = b.org_id and r.booking_id = b.id and r.room_id = $3)) limit 1`, org, venue, room)
	if err == nil && len(live) > 0 {
		err = ErrBooked
	}
	return err
}
