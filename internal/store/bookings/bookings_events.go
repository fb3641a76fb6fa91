package bookings

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// An event takes its place by a booking that follows it: its times are those of the event.
// Bookings are moved before the event is, in a transaction of their own, because what is in
// the way has to be known then; the ledger of the event knows nothing of rooms. Whoever stops
// between the two leaves bookings that AlignEvent and AlignBookings bring back to the event.

// EventTimes is what the bookings of an event are to become.
type EventTimes struct {
	OrgID, EventID   string
	StartsAt, EndsAt inventory.Instant
	// Title is what a booking that is made is for.
	Title string
	// Rooms are those that it takes from now on: of no venue, none; nil: as it is.
	Rooms *storeevents.EventRooms
	// Keep: rooms that are booked stay, and Rooms are booked where there are none.
	Keep bool
	// NewID is the id of a booking that is made.
	NewID string
	// Ask: whoever does it cannot confirm bookings. See Move.
	Ask bool
}

// EventRefused is the error of an event whose bookings cannot become what they are to.
type EventRefused struct {
	// Bookings are those that cannot, as they would be; why is beside each.
	Bookings []Booking
	Why      []*Refused
}

func (e *EventRefused) Error() string {
	return fmt.Sprintf("store: %d bookings of the event are refused, the first: %s", len(e.Why), e.Why[0].Code)
}

// Reasons of bookings that ended because of their event.
const (
	EventCancelled = "event_cancelled"
	EventMoved     = "event_moved" // to a time at which its rooms are taken
	notNeeded      = "no_longer_needed"
)

// errOtherVenue: meanwhile the event has got a booking of a venue that is not held.
var errOtherVenue = errors.New("store: the event has a booking of another venue")

const (
	// maxEventBookings bounds the bookings of an event that are read.
	maxEventBookings = 200
	// followTries is how often bookings of an event are read again that others have changed.
	followTries = 4
)

const followingText = " where org_id = $1 and event_id = $2 and event_id <> '' and follows <> '' and status in ('requested', 'pending_deposit', 'confirmed') order by starts_at, id limit $3"

// EventBookings returns the bookings that are for an event, by start and id, at most limit.
func (s Venues) EventBookings(ctx context.Context, org, event string, limit int) ([]Booking, error) {
	list, err := table.All(ctx, s.db.Read, BookingTable.Scan, BookingTable.From()+" where org_id = $1 and event_id = $2 and event_id <> '' order by starts_at, id limit $3", org, event, limit)
	if err != nil {
		return nil, fmt.Errorf("store: bookings of an event: %w", s.db.Classify(err))
	}
	return list, nil
}

// FollowEvent gives the bookings that follow an event its times, and books or gives back the
// rooms that it takes, all of it or nothing. It returns the booking that it made, nil where it
// made none. ErrNotFound: the organization has no such venue; *EventRefused: bookings cannot be
// so.
func (s Venues) FollowEvent(ctx context.Context, e *EventTimes, now inventory.Instant) (made *Booking, err error) {
	for range followTries {
		var list []Booking
		if list, err = table.All(ctx, s.db.Read, BookingTable.Scan, BookingTable.From()+followingText, e.OrgID, e.EventID, maxEventBookings); err != nil {
			return nil, fmt.Errorf("store: bookings that follow an event: %w", s.db.Classify(err))
		}
		var venues []string
		for i := range list {
			venues = append(venues, list[i].VenueID)
		}
		if e.Rooms != nil && e.Rooms.VenueID != "" {
			venues = append(venues, e.Rooms.VenueID)
		}
		if len(venues) == 0 {
			return nil, nil //nolint:nilnil // nothing follows it
		}
		slices.Sort(venues)
		err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
			f := follower{Venues: s, times: e, tx: tx, now: now, venues: map[string]*Venue{}}
			if err := f.follow(ctx, slices.Compact(venues)); err != nil {
				return err
			}
			made = f.made
			return nil
		})
		// Of two who book the place of an event at once, one finds that of the other.
		if !errors.Is(err, errOtherVenue) && !errors.Is(err, database.ErrConflict) {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	return made, nil
}

// follower is FollowEvent in a transaction.
type follower struct {
	Venues
	times  *EventTimes
	tx     *sql.Tx
	now    inventory.Instant
	venues map[string]*Venue // those that are held

	// has is the booking that is the place of the event from now on, where there was one.
	has         string
	made        *Booking
	refused     EventRefused
	ends, deeds []audit.Deed
	// left are bookings as they were before, whose time may be free now.
	left []Booking
}

func (f *follower) follow(ctx context.Context, venues []string) error {
	for _, id := range venues { // in the order of their ids, so that no two wait for each other
		v, err := currentVenue(ctx, f.Venues, f.tx, f.times.OrgID, id, f.now)
		if err != nil {
			return err
		}
		f.venues[id] = &v
	}
	list, err := table.All(ctx, f.tx, BookingTable.Scan, BookingTable.From()+followingText, f.times.OrgID, f.times.EventID, maxEventBookings)
	if err != nil {
		return err
	}
	for i := range list {
		if f.venues[list[i].VenueID] == nil {
			return errOtherVenue
		}
	}
	list, f.left, f.ends, err = f.endThose(ctx, f.tx, list, f.now)
	if err != nil {
		return err
	}
	if err := f.place(ctx, list); err != nil {
		return err
	}
	for i := range list {
		if err := f.move(ctx, list[i]); err != nil {
			return err
		}
	}
	if f.made != nil {
		if err := f.make(ctx); err != nil {
			return err
		}
	}
	if len(f.refused.Why) > 0 {
		return &f.refused
	}
	return f.record(ctx)
}

// place decides what becomes of the booking where the event takes place: it is given back, gets
// other rooms, or is to be made. What it gives back it marks as ended in the list.
func (f *follower) place(ctx context.Context, list []Booking) error {
	if f.times.Rooms == nil || f.times.Keep && slices.ContainsFunc(list, func(b Booking) bool { return b.Follows == booking.FollowsPlace }) {
		return nil
	}
	for i := range list {
		b := &list[i]
		switch {
		case b.Follows == booking.FollowsPlace && b.VenueID != f.times.Rooms.VenueID:
			f.left = append(f.left, *b)
			if err := f.end(ctx, f.tx, b, booking.Cancelled, notNeeded, f.now); err != nil {
				return err
			}
			f.deeds = append(f.deeds, bookingDeed(b, audit.BookingCancelled))
		case b.Follows == booking.FollowsPlace, f.has == "" && b.VenueID == f.times.Rooms.VenueID && slices.Equal(b.Rooms, f.times.Rooms.Rooms):
			f.has = b.ID // the one that was made for it before one that somebody has made
		}
	}
	if f.times.Rooms.VenueID != "" && f.has == "" {
		f.made = &Booking{OrgID: f.times.OrgID, ID: f.times.NewID, EventID: f.times.EventID, Follows: booking.FollowsPlace, Purpose: f.times.Title, StartsAt: f.times.StartsAt, EndsAt: f.times.EndsAt}
		f.venues[f.times.Rooms.VenueID].AskedBy(f.times.Rooms, f.made)
	}
	return nil
}

// move gives a booking the times of the event, and its place the rooms that it takes.
func (f *follower) move(ctx context.Context, b Booking) error { //nolint:gocritic // what was is kept
	if !b.Status.Live() {
		return nil // it was given back
	}
	was, v := b, f.venues[b.VenueID]
	b.StartsAt, b.EndsAt = f.times.StartsAt, f.times.EndsAt
	if b.ID == f.has {
		v.AskedBy(f.times.Rooms, &b)
		b.Follows = booking.FollowsPlace
	}
	if commitBooking(&b) == commitBooking(&was) {
		return nil
	}
	// What has begun nobody can confirm again before it begins: it goes on as long as its event does.
	ask := f.times.Ask && b.StartsAt > f.now
	if ask && v.NeedsApproval {
		b.Status = booking.Requested
	}
	if err := b.moved(&was, ask, f.now); err != nil {
		return err
	}
	c, deeds, err := decideAgain(ctx, f.Venues, f.tx, v, &was, &b, f.now)
	if refused := (*Refused)(nil); errors.As(err, &refused) {
		f.refused.Bookings, f.refused.Why = append(f.refused.Bookings, b), append(f.refused.Why, refused)
		return nil
	}
	if err != nil {
		return err
	}
	b.UpdatedAt = f.now
	if err := updateBooking(ctx, f.tx, &b); err != nil {
		return err
	}
	f.left, f.ends, f.deeds = append(f.left, was), append(f.ends, deeds...), append(f.deeds, bookingDeed(&b, audit.BookingMoved))
	return f.placed(ctx, f.tx, c, &was, &b, ask)
}

// make books the rooms that the event takes.
func (f *follower) make(ctx context.Context) error {
	v := f.venues[f.made.VenueID]
	v.begin(f.made, organizations.ByOf(ctx).Actor, f.now)
	c, deeds, err := f.decide(ctx, f.tx, v, f.made, f.now)
	if refused := (*Refused)(nil); errors.As(err, &refused) {
		f.refused.Bookings, f.refused.Why = append(f.refused.Bookings, *f.made), append(f.refused.Why, refused)
		return nil
	}
	if err != nil {
		return err
	}
	f.ends, f.deeds = append(f.ends, deeds...), append(f.deeds, bookingDeed(f.made, audit.BookingCreated))
	if err := c.insert(ctx, f.tx, f.made); err != nil {
		return err
	}
	return f.Venues.made(ctx, f.tx, *f.made)
}

// record writes the rows of what was done, and gives what is free now to those who wait for it.
func (f *follower) record(ctx context.Context) error {
	if err := f.recordEnds(ctx, f.tx, f.times.OrgID, f.ends); err != nil {
		return err
	}
	if len(f.deeds) > 0 {
		if err := f.Venues.record(ctx, f.tx, f.times.OrgID, "", f.deeds...); err != nil {
			return err
		}
	}
	var granted []audit.Deed
	for i := range f.left {
		more, err := f.grant(ctx, f.tx, f.venues[f.left[i].VenueID], f.left[i].Time(), f.now)
		if err != nil {
			return err
		}
		granted = append(granted, more...)
	}
	return f.recordEnds(ctx, f.tx, f.times.OrgID, granted)
}

// CheckEvent returns the error that FollowEvent would give an event that takes rooms, as things
// stand, and stores nothing: ErrNotFound or *EventRefused. Bookings that follow the event are
// not in its way.
func (s Venues) CheckEvent(ctx context.Context, e *EventTimes, now inventory.Instant) error {
	return s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		v, err := oneVenue(ctx, tx, e.OrgID, e.Rooms.VenueID)
		if err != nil {
			return err
		}
		c, err := calendarOf(ctx, tx, &v)
		if err != nil {
			return err
		}
		b := Booking{OrgID: e.OrgID, ID: e.NewID, EventID: e.EventID, StartsAt: e.StartsAt, EndsAt: e.EndsAt}
		v.AskedBy(e.Rooms, &b)
		of, err := c.possible(&b)
		if err == nil {
			var near []Booking
			if near, err = c.near(ctx, tx, of); err != nil {
				return err
			}
			near = slices.DeleteFunc(liveAt(now, near), func(o Booking) bool {
				return e.EventID != "" && o.EventID == e.EventID && o.Follows != booking.FollowsNothing
			})
			err = c.refuse(near, of)
		}
		if refused := (*Refused)(nil); errors.As(err, &refused) {
			return &EventRefused{[]Booking{b}, []*Refused{refused}}
		}
		return err
	})
}

// strayText finds bookings that follow an event and are not as it is: of one that is cancelled,
// the place of one that is no more than a draft, or of other times.
const strayText = ` from bookings b left join events e on e.id = b.event_id and e.org_id = b.org_id where b.follows <> '' and b.status in ('requested', 'pending_deposit', 'confirmed') and
	(e.id is null or e.status = 'cancelled' or e.status = 'draft' and b.follows = 'place' or b.starts_at <> e.starts_at or b.ends_at <> e.ends_at)`

// AlignEvent brings the bookings that follow an event to where it stands, and returns how many
// were elsewhere. One whose rooms are taken at the times of the event is given back.
func (s Venues) AlignEvent(ctx context.Context, org, event string, now inventory.Instant) (int, error) {
	stray, err := table.All(ctx, s.db.Read, BookingTable.Scan, "select "+BookingTable.As("b")+strayText+" and b.org_id = $1 and b.event_id = $2 order by b.id limit $3", org, event, maxEventBookings)
	if err != nil {
		return 0, fmt.Errorf("store: bookings that are not where their event is: %w", s.db.Classify(err))
	}
	return len(stray), s.align(ctx, stray, now)
}

// AlignBookings is AlignEvent of the bookings of all events that nobody has changed since a
// time, at most limit: whoever changes an event may be about to change it.
func (s Venues) AlignBookings(ctx context.Context, before, now inventory.Instant, limit int64) (int64, error) {
	stray, err := table.All(ctx, s.db.Read, BookingTable.Scan, "select "+BookingTable.As("b")+strayText+" and b.updated_at < $1 order by b.updated_at, b.id limit $2", int64(before), limit)
	if err != nil {
		return 0, fmt.Errorf("store: bookings that are not where their events are: %w", s.db.Classify(err))
	}
	return int64(len(stray)), s.align(ctx, stray, now)
}

func (s Venues) align(ctx context.Context, stray []Booking, now inventory.Instant) error {
	for i := range stray {
		_, err := s.onBooking(ctx, stray[i].OrgID, stray[i].ID, now, func(tx *sql.Tx, v *Venue, b *Booking) (audit.Action, []audit.Deed, error) {
			return s.alignOne(ctx, tx, v, b, now)
		})
		if err != nil && !errors.Is(err, ErrBookingEnded) {
			return err
		}
	}
	return nil
}

// alignOne brings a booking whose venue is held to where its event stands.
func (s Venues) alignOne(ctx context.Context, tx *sql.Tx, v *Venue, b *Booking, now inventory.Instant) (audit.Action, []audit.Deed, error) {
	if b.Follows == booking.FollowsNothing || !b.At(now).Live() {
		return "", nil, nil
	}
	events, err := table.All(ctx, tx, storeevents.EventTable.Scan, "select "+storeevents.EventTable.Columns+" from events where id = $1 and org_id = $2", b.EventID, b.OrgID)
	if err != nil {
		return "", nil, err
	}
	reason := ""
	switch {
	case len(events) == 0, events[0].Event.Status == inventory.Draft && b.Follows == booking.FollowsPlace:
		reason = notNeeded
	case events[0].Event.Status == inventory.Cancelled:
		reason = EventCancelled
	case events[0].Event.StartsAt == b.StartsAt && events[0].Event.EndsAt == b.EndsAt:
		return "", nil, nil
	}
	if reason != "" {
		return audit.BookingCancelled, nil, s.end(ctx, tx, b, booking.Cancelled, reason, now)
	}
	was := *b
	b.StartsAt, b.EndsAt = events[0].Event.StartsAt, events[0].Event.EndsAt
	if err := b.moved(&was, false, now); err != nil {
		return "", nil, err
	}
	c, deeds, err := s.decide(ctx, tx, v, b, now)
	if refused := (*Refused)(nil); errors.As(err, &refused) {
		*b = was
		return audit.BookingCancelled, deeds, s.end(ctx, tx, b, booking.Cancelled, EventMoved, now)
	}
	if err != nil {
		return "", nil, err
	}
	b.UpdatedAt = now
	if err := updateBooking(ctx, tx, b); err != nil {
		return "", nil, err
	}
	return audit.BookingMoved, deeds, s.placed(ctx, tx, c, &was, b, false)
}

// AskedBy gives a booking what the rooms of an event ask for at the venue.
func (v *Venue) AskedBy(r *storeevents.EventRooms, b *Booking) {
	b.VenueID, b.Rooms, b.Layout, b.People, b.Setup, b.Teardown = r.VenueID, r.Rooms, r.Layout, r.People, v.DefaultSetup, v.DefaultTeardown
	if r.SetupMinutes != nil {
		b.Setup = inventory.Micros(*r.SetupMinutes) * inventory.Minute
	}
	if r.TeardownMinutes != nil {
		b.Teardown = inventory.Micros(*r.TeardownMinutes) * inventory.Minute
	}
}
