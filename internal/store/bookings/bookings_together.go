package bookings

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/gather"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/store/versions"
)

// Of a venue, bookings that are asked for at once are looked at together, on one snapshot,
// and what that lets through is decided in one transaction under the lock of the venue, in the
// order in which it came. Whatever that cannot decide of many (a booking whose time has come
// meanwhile, so that others may have waited for it; more bookings than are read at once; an
// error) is decided of one after another.
//
// What was read for many is kept with the version of the venue, and is good as long as that is
// the one that is stored.

// bookCall is a call that asks for a booking.
type bookCall struct {
	Booking
	by  organizations.By
	now inventory.Instant
}

// What is read for many who book: within which time of their bookings, beyond what is looked
// at for free times; and how many bookings of one room at most.
const (
	readBeyond  = inventory.Instant(30 * inventory.Day)
	maxTogether = 4000
	// maxReadRooms is of how many rooms, and maxReadFor of how long a time, what was known before
	// is read with them: those who come next want it again.
	maxReadRooms = 32
	maxReadFor   = inventory.Instant(366 * inventory.Day)
)

// errOneByOne: a batch is to be decided one by one.
var errOneByOne = errors.New("store: bookings have to be decided one by one")

// together is what is asked for at once of venues: read, looked at and booked together.
type together struct {
	looks     gather.Group[bookCall, struct{}]
	books     gather.Group[bookCall, *Booking]
	calendars versions.Kept[gather.Key, *sharedCalendar]
	// EnoughCalls are as many as the calendar of a venue is read for; fewer use what is kept.
	// Only tests change it.
	EnoughCalls int
	// blind: bookings are decided without those that are stored. Only tests set it, to see that
	// a room is booked twice then.
	Blind bool
}

// Bookings is bookings of rooms of venues.
type Bookings struct {
	Reader
	venues venues.Venues
	*together
}

// NewBookings returns the bookings of a database, beside their venues.
func NewBookings(d *database.DB, v venues.Venues) (Bookings, error) {
	s := Bookings{Reader{d, &keptDays{}}, v, &together{EnoughCalls: 4}}
	var errs [2]error
	s.looks, errs[0] = gather.New(s.lookAt)
	s.books, errs[1] = gather.New(s.bookAll)
	return s, errors.Join(errs[:]...)
}

// VenueRooms is venues.Venues.VenueRooms of one who books, see BookIn: a calendar is no longer kept whose
// version the database has lost since, because it was put back.
func (s Bookings) VenueRooms(ctx context.Context, org, id string) (*venues.VenueRooms, error) {
	k := gather.Key{Org: org, ID: id}
	c := s.calendars.Get(k)
	venue, err := s.venues.VenueRooms(ctx, org, id)
	if err == nil && c != nil && c.Version() > venue.Version() { // see versions.Kept.Current
		s.calendars.Drop(k, c)
	}
	return venue, err
}

// Fits says of a booking that the venue or its rooms hold fewer people, or that a room is not furnished so:
// OK, LayoutNotOffered or TooMany.
func Fits(venue *venues.VenueRooms, b *Booking) booking.Code {
	if b.People == 0 && b.Layout == "" {
		return booking.OK
	}
	if venue.Capacity > 0 && b.People > venue.Capacity {
		return booking.TooMany
	}
	var capacities []booking.Capacities
	for i := range venue.Rooms {
		if slices.Contains(b.Rooms, venue.Rooms[i].ID) {
			capacities = append(capacities, venue.Rooms[i].Capacities)
		}
	}
	if len(capacities) < len(b.Rooms) {
		return booking.OK // one is unknown or named twice, which the decision says
	}
	return booking.Fit(capacities, b.Layout, b.People)
}

// Book stores a booking, which becomes what its venue makes of it: requested or confirmed.
// ErrNotFound: the organization has no such venue; ErrConflict: the id is taken; *Refused:
// it cannot be, or others are in its way. It is first looked at outside of the lock of the
// venue: of many who want one time, all but the first need none. Those who come at once are
// looked at, and decided, together.
func (s Bookings) Book(ctx context.Context, b Booking, now inventory.Instant) (*Booking, error) { //nolint:gocritic // what is kept is a copy
	return s.BookIn(ctx, nil, b, now)
}

// BookIn is Book at a venue that VenueRooms read after the call came, nil: it did not. A calendar of the
// venue as it was then, or later, need not be looked for.
func (s Bookings) BookIn(ctx context.Context, venue *venues.VenueRooms, b Booking, now inventory.Instant) (*Booking, error) { //nolint:gocritic // what is kept is a copy
	key, call := gather.Key{Org: b.OrgID, ID: b.VenueID}, bookCall{b, organizations.ByOf(ctx), now}
	if !s.Blind {
		known, err := s.lookAtKept(key, venue, &call)
		if !known {
			_, err = s.looks.Do(ctx, key, call)
		}
		if err != nil {
			return nil, err
		}
	}
	made, err := s.books.Do(ctx, key, call)
	var refused *Refused
	if errors.As(err, &refused) {
		// Whoever was faster is stored by now, and is looked at with the nearest free times.
		_, later := s.lookAtKept(key, venue, &call)
		if later == nil {
			_, later = s.looks.Do(ctx, key, call)
		}
		if errors.As(later, &refused) {
			err = later
		}
	}
	return made, err
}

// lookAt answers what would become of bookings of a venue, each beside what is stored, as
// CheckBooking does, with the nearest free times where others are in the way.
func (s Bookings) lookAt(ctx context.Context, k gather.Key, calls []bookCall) []gather.Answer[struct{}] {
	answers := make([]gather.Answer[struct{}], len(calls))
	c, err := s.calendarFor(ctx, k, calls)
	for i := range calls {
		if err == nil {
			answers[i].Err = c.meets(&calls[i], true)
		} else {
			answers[i].Err = s.CheckBooking(ctx, &calls[i].Booking, calls[i].now)
		}
	}
	return answers
}

// calendarFor returns the calendar of a venue with all that has to be known of it for many who
// book: errOneByOne, if that is too much.
func (s Bookings) calendarFor(ctx context.Context, k gather.Key, calls []bookCall) (c *sharedCalendar, err error) {
	if !plain(calls) {
		return nil, errOneByOne // what is kept knows the rooms alone
	}
	had := s.calendars.Get(k)
	if c, err = s.calendars.Current(k, &s.venues.Commits, venues.VersionOf(ctx, s.db.Read, k)); err != nil || c != nil && c.knows(calls) {
		return c, err
	}
	if len(calls) < s.EnoughCalls {
		return nil, errOneByOne
	}
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		v, err := venues.One(ctx, tx, k.Org, k.ID)
		if err != nil {
			return err
		}
		c, err = readCalendar(ctx, tx, &v, calls, had)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.calendars.Keep(k, c)
	return c, nil
}

// plain: none of the calls asks for more than rooms.
func plain(calls []bookCall) bool {
	return !slices.ContainsFunc(calls, func(c bookCall) bool { return len(c.AddOns) > 0 })
}

// bookAll decides bookings of a venue under its lock, and stores those that can be.
func (s Bookings) bookAll(ctx context.Context, k gather.Key, calls []bookCall) []gather.Answer[*Booking] {
	if plain(calls) && (len(calls) >= s.EnoughCalls || s.calendars.Get(k) != nil) {
		if answers, err := s.bookTogether(ctx, k, calls); err == nil {
			return answers
		}
	}
	answers := make([]gather.Answer[*Booking], len(calls))
	for i := range calls {
		answers[i].Out, answers[i].Err = s.book(organizations.WithBy(ctx, calls[i].by), calls[i].Booking, calls[i].now)
	}
	return answers
}

// bookTogether is bookAll in one transaction, of which nothing is left with an error.
func (s Bookings) bookTogether(ctx context.Context, k gather.Key, calls []bookCall) (answers []gather.Answer[*Booking], err error) {
	var c *sharedCalendar
	defer s.venues.Commits.End(k)
	err = s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		v, err := s.venues.Locked(ctx, tx, k.Org, k.ID)
		if err != nil {
			return err
		}
		// What is kept of the version before is what is stored under the lock.
		had := s.calendars.Get(k)
		if had != nil && had.Version() == v.Version-1 && had.knows(calls) {
			c = had.clone(&v)
		} else if len(calls) < s.EnoughCalls {
			return errOneByOne
		} else if c, err = readCalendar(ctx, tx, &v, calls, had); err != nil {
			return err
		}
		if answers, err = s.bookThose(ctx, tx, c, calls); err == nil {
			s.venues.Commits.Begin(k)
		}
		return err
	})
	if err == nil {
		s.booked(k, c)
	}
	return answers, err
}

func (s Bookings) bookThose(ctx context.Context, tx *sql.Tx, c *sharedCalendar, calls []bookCall) ([]gather.Answer[*Booking], error) {
	latest := calls[0].now
	for i := range calls {
		latest = max(latest, calls[i].now)
	}
	switch due, err := overdue(ctx, tx, c.venue.OrgID, c.venue.ID, latest); {
	case err != nil:
		return nil, err
	case due:
		return nil, errOneByOne
	}
	answers := make([]gather.Answer[*Booking], len(calls))
	there, err := idsOf(ctx, tx, c.venue.OrgID, calls)
	if err != nil {
		return nil, err
	}
	var made []bookCall // with what is stored
	var rows []*Booking
	for i := range calls {
		call := &calls[i]
		if there[call.ID] {
			answers[i].Err = database.ErrConflict
			continue
		}
		if answers[i].Err = c.meets(call, false); answers[i].Err != nil {
			continue
		}
		b := call.Booking
		begin(c.venue, &b, call.by.Actor, call.now)
		if err := c.add([]Booking{b}); err != nil {
			return nil, err
		}
		there[b.ID], answers[i].Out = true, &b
		made, rows = append(made, bookCall{b, call.by, call.now}), append(rows, &b)
	}
	if err := c.insertPlain(ctx, tx, rows); err != nil {
		return nil, err
	}
	return answers, s.recordMade(ctx, tx, c.venue.OrgID, made)
}

// recordMade records bookings by those who made them, in their order.
func (s Bookings) recordMade(ctx context.Context, tx *sql.Tx, org string, made []bookCall) error {
	for len(made) > 0 {
		by := made[0].by
		var deeds []audit.Deed
		var list []Booking
		for len(made) > 0 && made[0].by.Actor == by.Actor {
			list = append(list, made[0].Booking)
			deeds = append(deeds, bookingDeed(&made[0].Booking, audit.BookingCreated))
			made = made[1:]
		}
		if err := s.made(ctx, tx, list...); err != nil {
			return err
		}
		if err := s.record(organizations.WithBy(ctx, by), tx, org, "", deeds...); err != nil {
			return err
		}
	}
	return nil
}

// idsOf are the ids of calls that are those of bookings.
func idsOf(ctx context.Context, q table.Querier, org string, calls []bookCall) (map[string]bool, error) {
	ids := make([]string, len(calls))
	for i := range calls {
		ids[i] = calls[i].ID
	}
	there := map[string]bool{}
	for part := range slices.Chunk(ids, table.MaxInList) {
		list, args := table.InList(2, part)
		found, err := table.All(ctx, q, table.ScanText, "select id from bookings where org_id = $1 and id in ("+list+")", append([]any{org}, args...)...)
		if err != nil {
			return nil, err
		}
		for _, id := range found {
			there[id] = true
		}
	}
	return there, nil
}
