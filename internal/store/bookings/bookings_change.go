package bookings

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
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

func zoneOf(v *Venue) (*time.Location, error) {
	zone, err := time.LoadLocation(v.Timezone)
	if err != nil {
		return nil, fmt.Errorf("store: time zone of venue %s: %w", v.ID, err)
	}
	return zone, nil
}

// FirstState is what a booking of a venue is at first, unless a deposit is to be paid.
func (v *Venue) FirstState() booking.State {
	if v.NeedsApproval {
		return booking.Requested
	}
	return booking.Confirmed
}

// begin gives a booking its first state, and says who made it, and when, and what it costs.
func (v *Venue) begin(b *Booking, by string, now inventory.Instant) {
	b.Status, b.CreatedAt, b.UpdatedAt, b.CreatedBy = v.FirstState(), now, now, by
	b.ask(&v.Terms, now)
}

// book is Book under the lock of the venue, of one booking.
func (s Venues) book(ctx context.Context, b Booking, now inventory.Instant) (*Booking, error) { //nolint:gocritic // what is kept is a copy
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		v, err := currentVenue(ctx, s, tx, b.OrgID, b.VenueID, now)
		if err != nil {
			return err
		}
		switch _, err := oneBooking(ctx, tx, b.OrgID, b.ID); {
		case err == nil:
			return database.ErrConflict
		case !errors.Is(err, database.ErrNotFound):
			return err
		}
		v.begin(&b, organizations.ByOf(ctx).Actor, now)
		c, deeds, err := s.decide(ctx, tx, &v, &b, now)
		if err != nil {
			return err
		}
		if err := c.insert(ctx, tx, &b); err != nil {
			return err
		}
		if err := s.recordEnds(ctx, tx, b.OrgID, deeds); err != nil {
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
func (s Venues) CheckBooking(ctx context.Context, b *Booking, now inventory.Instant) error {
	return CheckMove(ctx, s, nil, b, now)
}

// CheckMove is CheckBooking of a booking that was elsewhere, as MoveBooking would decide; nil: it is new.
func CheckMove(ctx context.Context, s Venues, was, b *Booking, now inventory.Instant) error {
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

// decide asks whether a booking may have its time. It returns the calendar of the venue, and
// what became meanwhile of bookings that had time before, or waited for it.
func (s Venues) decide(ctx context.Context, tx *sql.Tx, v *Venue, b *Booking, now inventory.Instant) (*venueCalendar, []audit.Deed, error) {
	return decideAgain(ctx, s, tx, v, nil, b, now)
}

// decideAgain is decide of a booking that was changed; nil: it is new.
func decideAgain(ctx context.Context, s Venues, tx *sql.Tx, v *Venue, was, b *Booking, now inventory.Instant) (*venueCalendar, []audit.Deed, error) {
	c, err := calendarOf(ctx, tx, v)
	if err != nil {
		return nil, nil, err
	}
	c.stays = was != nil && was.sameTime(b)
	deeds, err := s.decideIn(ctx, tx, c, b, now)
	return c, deeds, err
}

// decideIn is decide in a calendar that may have bookings already. Anyone who waits for time that
// nobody knew to be free comes before one who asks for it now.
func (s Venues) decideIn(ctx context.Context, tx *sql.Tx, c *venueCalendar, b *Booking, now inventory.Instant) ([]audit.Deed, error) {
	of, err := c.possible(b)
	if err != nil {
		return nil, err
	}
	near, ended, deeds, err := s.nearLive(ctx, tx, c, of, now)
	if err != nil {
		return nil, err
	}
	for i := range ended {
		granted, err := s.grant(ctx, tx, c.venue, ended[i].Time(), now)
		if err != nil {
			return nil, err
		}
		deeds = append(deeds, granted...)
	}
	if len(ended) > 0 {
		if near, err = c.near(ctx, tx, of); err != nil {
			return nil, err
		}
	}
	if s.Blind {
		near = nil
	}
	return deeds, c.refuse(near, of)
}

// nearLive returns the live bookings near one, and those that are no longer live, of which it
// writes so.
func (s Venues) nearLive(ctx context.Context, tx *sql.Tx, c *venueCalendar, of *booking.Booking, now inventory.Instant) (near, ended []Booking, deeds []audit.Deed, err error) {
	if near, err = c.near(ctx, tx, of); err != nil {
		return nil, nil, nil, err
	}
	return s.endThose(ctx, tx, near, now)
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

// endThose writes of bookings whose time has come what that makes of them, and returns them
// and the others.
func (s Venues) endThose(ctx context.Context, tx *sql.Tx, list []Booking, now inventory.Instant) (others, ended []Booking, deeds []audit.Deed, err error) {
	for i := range list {
		b := &list[i]
		at := b.At(now)
		if at == b.Status {
			others = append(others, *b)
			continue
		}
		action := audit.BookingCompleted
		if at == booking.Lapsed {
			action = audit.BookingLapsed
		}
		if err := s.end(ctx, tx, b, at, "", now); err != nil {
			return nil, nil, nil, err
		}
		ended, deeds = append(ended, *b), append(deeds, bookingDeed(b, action))
	}
	return others, ended, deeds, nil
}

// end gives the rooms of a booking back, and what was paid for it as far as that is due.
func (s Venues) end(ctx context.Context, tx *sql.Tx, b *Booking, state booking.State, reason string, now inventory.Instant) error {
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
func (s Venues) onBooking(ctx context.Context, org, id string, now inventory.Instant,
	do func(tx *sql.Tx, v *Venue, b *Booking) (action audit.Action, deeds []audit.Deed, err error),
) (*Booking, error) {
	var b Booking
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		venue, err := table.One(ctx, tx, table.ScanText, "select venue_id from bookings where org_id = $1 and id = $2", org, id)
		if err != nil {
			return err
		}
		v, err := currentVenue(ctx, s, tx, org, venue, now)
		if errors.Is(err, database.ErrNotFound) {
			return ErrBookingEnded // a venue that is gone has no live booking
		}
		if err != nil {
			return err
		}
		if b, err = oneBooking(ctx, tx, org, id); err != nil {
			return err
		}
		was := b
		action, deeds, err := do(tx, &v, &b)
		if err != nil || action == "" {
			return err
		}
		if err := s.recordEnds(ctx, tx, org, deeds); err != nil {
			return err
		}
		if err := s.record(ctx, tx, org, "", bookingDeed(&b, action)); err != nil {
			return err
		}
		if before, after := was.Time(), b.Time(); !was.Status.Live() || b.Status.Live() && reflect.DeepEqual(before, after) {
			return nil
		}
		granted, err := s.grant(ctx, tx, &v, was.Time(), now)
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
func (s Venues) ConfirmBooking(ctx context.Context, org, id string, now inventory.Instant) (*Booking, error) {
	return s.onBooking(ctx, org, id, now, func(tx *sql.Tx, _ *Venue, b *Booking) (audit.Action, []audit.Deed, error) {
		switch b.At(now) {
		case booking.Confirmed, booking.PendingDeposit:
			return "", nil, nil
		case booking.Requested:
			b.Status, b.UpdatedAt = booking.Confirmed, now
			b.due(now)
			action := audit.BookingConfirmed
			if b.Status == booking.PendingDeposit {
				action = audit.BookingApproved
			}
			return action, nil, updateBooking(ctx, tx, b)
		}
		return "", nil, ErrBookingEnded
	})
}

// EndBooking declines what was requested, or cancels what is live: state says which. byVenue:
// it is the venue that cancels, and all that was paid goes back. ErrBookingEnded: the booking
// is not, or has ended otherwise.
func (s Venues) EndBooking(ctx context.Context, org, id string, state booking.State, reason string, byVenue bool, now inventory.Instant) (*Booking, error) {
	return s.onBooking(ctx, org, id, now, func(tx *sql.Tx, _ *Venue, b *Booking) (audit.Action, []audit.Deed, error) {
		at := b.At(now)
		switch {
		case at == state && b.Reason == reason:
			return "", nil, nil
		case state == booking.Declined && at == booking.Requested:
			return audit.BookingDeclined, nil, s.end(ctx, tx, b, state, reason, now)
		case state == booking.Cancelled && (at.Live() || at == booking.Waiting):
			b.ByVenue = byVenue
			return audit.BookingCancelled, nil, s.end(ctx, tx, b, state, reason, now)
		}
		return "", nil, ErrBookingEnded
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
func (s Venues) MoveBooking(ctx context.Context, org, id string, m *Move, now inventory.Instant) (*Booking, error) {
	return s.onBooking(ctx, org, id, now, func(tx *sql.Tx, v *Venue, b *Booking) (audit.Action, []audit.Deed, error) {
		if !b.At(now).Live() {
			return "", nil, ErrBookingEnded
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
			return "", nil, nil
		}
		if m.Ask && v.NeedsApproval {
			b.Status = booking.Requested
		}
		if err := b.moved(&was, m.Ask, now); err != nil {
			return "", nil, err
		}
		if b.At(now) == booking.Lapsed {
			return "", nil, ErrBookingEnded // it has begun, and would have to be answered, or paid, before
		}
		c, deeds, err := decideAgain(ctx, s, tx, v, &was, b, now)
		if err != nil {
			return "", nil, err
		}
		b.UpdatedAt = now
		if err := updateBooking(ctx, tx, b); err != nil {
			return "", nil, err
		}
		return audit.BookingMoved, deeds, s.placed(ctx, tx, c, &was, b, m.Ask)
	})
}

// maxDue bounds the bookings whose end one transaction writes.
const maxDue = 200

// EndBookings writes of the bookings of all venues whose time has come that they lapsed, or
// are completed, and returns how many: fewer than asked for when there are no more.
func (s Venues) EndBookings(ctx context.Context, now inventory.Instant, limit int) (ended int, err error) {
	due, err := table.All(ctx, s.db.Read, BookingTable.Scan, "select "+BookingTable.Columns+` from bookings where status = 'requested' and starts_at <= $1
		union all select `+BookingTable.Columns+` from bookings where status = 'pending_deposit' and pay_until <= $1
		union all select `+BookingTable.Columns+` from bookings where status = 'waiting' and starts_at <= $1
		union all select `+BookingTable.Columns+" from bookings where status = 'confirmed' and ends_at <= $2 limit $3", int64(now), int64(now), limit)
	if err != nil {
		return 0, fmt.Errorf("store: bookings whose time has come: %w", s.db.Classify(err))
	}
	venues := map[[2]string]bool{}
	for i := range due {
		key := [2]string{due[i].OrgID, due[i].VenueID}
		if venues[key] {
			continue
		}
		venues[key] = true
		err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
			if err := s.lockVenue(ctx, tx, key[0], key[1]); err != nil {
				return err
			}
			return s.endDue(ctx, tx, key[0], key[1], now)
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

// currentVenue is lockedVenue of whoever decides about the time of its rooms: what the time has made of its
// bookings is written first, and those who wait are served, wherever in the house that is. So nothing
// depends on when the job of each minute was there, and nobody who asks now, or changes the rules, comes
// before one who waits for what nobody knew to be free.
func currentVenue(ctx context.Context, s Venues, tx *sql.Tx, org, id string, now inventory.Instant) (Venue, error) {
	v, err := s.lockedVenue(ctx, tx, org, id)
	if err != nil {
		return v, err
	}
	due, err := overdue(ctx, tx, org, id, now)
	if err == nil && due {
		err = s.endDue(ctx, tx, org, id, now)
	}
	return v, err
}

// endDue writes of the bookings of a venue that is held, whose time has come, what that
// makes of them, and gives what is free then to those who wait for it.
func (s Venues) endDue(ctx context.Context, tx *sql.Tx, org, venue string, now inventory.Instant) error {
	var deeds []audit.Deed
	for {
		due, err := table.All(ctx, tx, BookingTable.Scan, BookingTable.From()+` where org_id = $1 and venue_id = $2
			and (status in ('requested', 'waiting') and starts_at <= $3 or status = 'pending_deposit' and pay_until <= $3 or status = 'confirmed' and ends_at <= $4) order by id limit $5`, org, venue, int64(now), int64(now), maxDue)
		if err != nil {
			return err
		}
		_, _, more, err := s.endThose(ctx, tx, due, now)
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
		return s.grantAll(ctx, tx, org, venue, now)
	}
}

// recordEnds records what time made of bookings, which nobody did.
func (s Venues) recordEnds(ctx context.Context, tx *sql.Tx, org string, deeds []audit.Deed) error {
	if len(deeds) == 0 {
		return nil
	}
	return s.record(organizations.WithBy(ctx, organizations.By{At: organizations.ByOf(ctx).At}), tx, org, "", deeds...)
}

// notBooked is ErrBooked when a venue that is held, or a room of it, has a live booking.
func (s Venues) notBooked(ctx context.Context, tx *sql.Tx, org, venue, room string) error {
	if err := s.endDue(ctx, tx, org, venue, organizations.ByOf(ctx).At); err != nil {
		return err
	}
	live, err := table.All(ctx, tx, table.ScanText, `select b.id from bookings b where b.org_id = $1 and b.venue_id = $2 and b.status in ('waiting', 'requested', 'pending_deposit', 'confirmed')
		and (cast($3 as text) = '' or exists (select 1 from booking_rooms r where r.org_id = b.org_id and r.booking_id = b.id and r.room_id = $3)) limit 1`, org, venue, room)
	if err == nil && len(live) > 0 {
		err = ErrBooked
	}
	return err
}
