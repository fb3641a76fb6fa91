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
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Of a venue, bookings that are asked for at once are looked at together, on one snapshot,
// and what that lets through is decided in one transaction under the lock of the venue, in the
// order in which it came. Whatever that cannot decide of many (a booking whose time has come
// meanwhile, so that others may have waited for it; more bookings than are read at once; an
// error) is decided of one after another.
//
// What was read for many is kept with the version of the venue, and is good as long as that is
// the one that is stored.

// ownedID is the id of something that an organization has.
type ownedID struct{ org, id string }

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
	venuesRead gathering[struct{}, *VenueRooms]
	looks      gathering[bookCall, struct{}]
	books      gathering[bookCall, *Booking]
	keptVenues
	// EnoughCalls are as many as the calendar of a venue is read for; fewer use what is kept.
	// Only tests change it.
	EnoughCalls int
	// blind: bookings are decided without those that are stored. Only tests set it, to see that
	// a room is booked twice then.
	Blind bool
}

// NewVenues returns the venues of a database.
func NewVenues(d *database.DB) (Venues, error) {
	v := Venues{d, &together{EnoughCalls: 4}}
	var errs [3]error
	v.venuesRead, errs[0] = gather(v.readRooms)
	v.looks, errs[1] = gather(v.lookAt)
	v.books, errs[2] = gather(v.bookAll)
	return v, errors.Join(errs[:]...)
}

// VenueRooms is a venue with its rooms. Those who ask share it: it is only read.
type VenueRooms struct {
	Venue
	Rooms  []Room
	AddOns []AddOn
}

// Fits says of a booking that the venue or its rooms hold fewer people, or that a room is not furnished so:
// OK, LayoutNotOffered or TooMany.
func (h *VenueRooms) Fits(b *Booking) booking.Code {
	if b.People == 0 && b.Layout == "" {
		return booking.OK
	}
	if h.Capacity > 0 && b.People > h.Capacity {
		return booking.TooMany
	}
	var capacities []booking.Capacities
	for i := range h.Rooms {
		if slices.Contains(b.Rooms, h.Rooms[i].ID) {
			capacities = append(capacities, h.Rooms[i].Capacities)
		}
	}
	if len(capacities) < len(b.Rooms) {
		return booking.OK // one is unknown or named twice, which the decision says
	}
	return booking.Fit(capacities, b.Layout, b.People)
}

// VenueRooms returns a venue of an organization and its rooms as they are now, or ErrNotFound.
// Those who ask at once are answered by one reading, which begins after they asked.
func (s Venues) VenueRooms(ctx context.Context, org, id string) (*VenueRooms, error) {
	return s.venuesRead.do(ctx, ownedID{org, id}, struct{}{})
}

// EventPlace is the venue of an event, with those of its rooms that the event takes.
type EventPlace VenueRooms

// Has is all that the venue and these rooms have, the venue's first.
func (p *EventPlace) Has() []string {
	list := slices.Clone(p.Facilities)
	for i := range p.Rooms {
		list = append(list, p.Rooms[i].Facilities...)
	}
	return list
}

// EventPlace returns where an event is that takes rooms of a venue; nil: it takes none, or the
// venue is no longer there.
func (s Venues) EventPlace(ctx context.Context, v *events.EventView) (*EventPlace, error) {
	takes := &v.Details.VenueRooms
	if takes.VenueID == "" {
		return nil, nil
	}
	house, err := s.VenueRooms(ctx, v.Event.OrgID, takes.VenueID)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	place := &EventPlace{Venue: house.Venue}
	for _, id := range takes.Rooms {
		if i := slices.IndexFunc(house.Rooms, func(r Room) bool { return r.ID == id }); i >= 0 {
			place.Rooms = append(place.Rooms, house.Rooms[i])
		}
	}
	return place, nil
}

func (s Venues) readRooms(ctx context.Context, k ownedID, list []struct{}) []gathered[*VenueRooms] {
	var of gathered[*VenueRooms]
	of.out, of.err = houseNow(ctx, s, k)
	return slices.Repeat([]gathered[*VenueRooms]{of}, len(list))
}

func houseNow(ctx context.Context, s Venues, k ownedID) (*VenueRooms, error) {
	calendar := s.calendars.Get(k)
	house, err := s.houses.Current(k, &s.commits, versionOf(ctx, s.db.Read, k))
	if err != nil {
		return nil, fmt.Errorf("store: venue: %w", s.db.Classify(err))
	}
	if house == nil {
		v, err := s.Venue(ctx, k.org, k.id)
		if err != nil {
			return nil, err
		}
		house = &VenueRooms{Venue: *v}
		if house.Rooms, err = s.Rooms(ctx, k.org, k.id, MaxVenueRooms); err != nil {
			return nil, err
		}
		if house.AddOns, err = s.AddOns(ctx, k.org, k.id); err != nil {
			return nil, err
		}
		s.houses.Keep(k, house)
	}
	if calendar != nil && calendar.Version() > house.Version() { // see versions.Kept.Current
		s.calendars.Drop(k, calendar)
	}
	return house, nil
}

// Book stores a booking, which becomes what its venue makes of it: requested or confirmed.
// ErrNotFound: the organization has no such venue; ErrConflict: the id is taken; *Refused:
// it cannot be, or others are in its way. It is first looked at outside of the lock of the
// venue: of many who want one time, all but the first need none. Those who come at once are
// looked at, and decided, together.
func (s Venues) Book(ctx context.Context, b Booking, now inventory.Instant) (*Booking, error) { //nolint:gocritic // what is kept is a copy
	return s.BookIn(ctx, nil, b, now)
}

// BookIn is Book at a venue that was read after the call came, nil: it was not. A calendar of the
// venue as it was then, or later, need not be looked for.
func (s Venues) BookIn(ctx context.Context, house *VenueRooms, b Booking, now inventory.Instant) (*Booking, error) { //nolint:gocritic // what is kept is a copy
	key, call := ownedID{b.OrgID, b.VenueID}, bookCall{b, organizations.ByOf(ctx), now}
	if !s.Blind {
		known, err := s.lookAtKept(key, house, &call)
		if !known {
			_, err = s.looks.do(ctx, key, call)
		}
		if err != nil {
			return nil, err
		}
	}
	made, err := s.books.do(ctx, key, call)
	var refused *Refused
	if errors.As(err, &refused) {
		// Whoever was faster is stored by now, and is looked at with the nearest free times.
		_, later := s.lookAtKept(key, house, &call)
		if later == nil {
			_, later = s.looks.do(ctx, key, call)
		}
		if errors.As(later, &refused) {
			err = later
		}
	}
	return made, err
}

// lookAt answers what would become of bookings of a venue, each beside what is stored, as
// CheckBooking does, with the nearest free times where others are in the way.
func (s Venues) lookAt(ctx context.Context, k ownedID, calls []bookCall) []gathered[struct{}] {
	answers := make([]gathered[struct{}], len(calls))
	c, err := s.calendarFor(ctx, k, calls)
	for i := range calls {
		if err == nil {
			answers[i].err = c.meets(&calls[i], true)
		} else {
			answers[i].err = s.CheckBooking(ctx, &calls[i].Booking, calls[i].now)
		}
	}
	return answers
}

// calendarFor returns the calendar of a venue with all that has to be known of it for many who
// book: errOneByOne, if that is too much.
func (s Venues) calendarFor(ctx context.Context, k ownedID, calls []bookCall) (c *sharedCalendar, err error) {
	if !plain(calls) {
		return nil, errOneByOne // what is kept knows the rooms alone
	}
	had := s.calendars.Get(k)
	if c, err = s.calendars.Current(k, &s.commits, versionOf(ctx, s.db.Read, k)); err != nil || c != nil && c.knows(calls) {
		return c, err
	}
	if len(calls) < s.EnoughCalls {
		return nil, errOneByOne
	}
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		v, err := oneVenue(ctx, tx, k.org, k.id)
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
func (s Venues) bookAll(ctx context.Context, k ownedID, calls []bookCall) []gathered[*Booking] {
	if plain(calls) && (len(calls) >= s.EnoughCalls || s.calendars.Get(k) != nil) {
		if answers, err := s.bookTogether(ctx, k, calls); err == nil {
			return answers
		}
	}
	answers := make([]gathered[*Booking], len(calls))
	for i := range calls {
		answers[i].out, answers[i].err = s.book(organizations.WithBy(ctx, calls[i].by), calls[i].Booking, calls[i].now)
	}
	return answers
}

// bookTogether is bookAll in one transaction, of which nothing is left with an error.
func (s Venues) bookTogether(ctx context.Context, k ownedID, calls []bookCall) (answers []gathered[*Booking], err error) {
	var c *sharedCalendar
	defer s.commits.End(k)
	err = s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		v, err := s.lockedVenue(ctx, tx, k.org, k.id)
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
			s.commits.Begin(k)
		}
		return err
	})
	if err == nil {
		s.booked(k, c)
	}
	return answers, err
}

func (s Venues) bookThose(ctx context.Context, tx *sql.Tx, c *sharedCalendar, calls []bookCall) ([]gathered[*Booking], error) {
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
	answers := make([]gathered[*Booking], len(calls))
	there, err := idsOf(ctx, tx, c.venue.OrgID, calls)
	if err != nil {
		return nil, err
	}
	var made []bookCall // with what is stored
	var rows []*Booking
	for i := range calls {
		call := &calls[i]
		if there[call.ID] {
			answers[i].err = database.ErrConflict
			continue
		}
		if answers[i].err = c.meets(call, false); answers[i].err != nil {
			continue
		}
		b := call.Booking
		c.venue.begin(&b, call.by.Actor, call.now)
		if err := c.add([]Booking{b}); err != nil {
			return nil, err
		}
		there[b.ID], answers[i].out = true, &b
		made, rows = append(made, bookCall{b, call.by, call.now}), append(rows, &b)
	}
	if err := c.insertPlain(ctx, tx, rows); err != nil {
		return nil, err
	}
	return answers, s.recordMade(ctx, tx, c.venue.OrgID, made)
}

// recordMade records bookings by those who made them, in their order.
func (s Venues) recordMade(ctx context.Context, tx *sql.Tx, org string, made []bookCall) error {
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
