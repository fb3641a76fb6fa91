package bookings

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

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
)

// maxCalendars bounds the venues of which something is kept.
const maxCalendars = 64

// errOneByOne: a batch is to be decided one by one.
var errOneByOne = errors.New("store: bookings have to be decided one by one")

// together is what is asked for at once of venues: read, looked at and booked together.
type together struct {
	venuesRead gathering[struct{}, *VenueRooms]
	looks      gathering[bookCall, struct{}]
	books      gathering[bookCall, *Booking]
	houses     versions[*VenueRooms]
	calendars  versions[*sharedCalendar]
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
	v, err := s.Venue(ctx, k.org, k.id)
	var of gathered[*VenueRooms]
	if of.err = err; err == nil {
		if of.out = s.houses.get(k); of.out == nil || of.out.Version != v.Version {
			of.out = &VenueRooms{Venue: *v}
			of.out.Rooms, of.err = s.Rooms(ctx, k.org, k.id, MaxVenueRooms)
			if of.err == nil {
				of.out.AddOns, of.err = s.AddOns(ctx, k.org, k.id)
			}
		}
		if of.err == nil {
			s.houses.keep(k, of.out)
		}
	}
	return slices.Repeat([]gathered[*VenueRooms]{of}, len(list))
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
	if slices.ContainsFunc(calls, func(c bookCall) bool { return len(c.AddOns) > 0 }) {
		return nil, errOneByOne // what is kept knows the rooms alone
	}
	if len(calls) < s.EnoughCalls && s.calendars.get(k) == nil {
		return nil, errOneByOne
	}
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		version, err := table.One(ctx, tx, table.ScanInt, "select version from venues where org_id = $1 and id = $2", k.org, k.id)
		if err != nil {
			return err
		}
		if c = s.calendars.get(k); c != nil && c.version() == version && c.knows(calls) {
			return nil
		}
		if len(calls) < s.EnoughCalls {
			return errOneByOne
		}
		v, err := oneVenue(ctx, tx, k.org, k.id)
		if err != nil {
			return err
		}
		c, err = readCalendar(ctx, tx, &v, calls)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.calendars.keep(k, c)
	return c, nil
}

// bookAll decides bookings of a venue under its lock, and stores those that can be.
func (s Venues) bookAll(ctx context.Context, k ownedID, calls []bookCall) []gathered[*Booking] {
	var answers []gathered[*Booking]
	var c *sharedCalendar
	err := errOneByOne
	plain := !slices.ContainsFunc(calls, func(c bookCall) bool { return len(c.AddOns) > 0 })
	if plain && (len(calls) >= s.EnoughCalls || s.calendars.get(k) != nil) {
		err = s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
			v, err := s.lockedVenue(ctx, tx, k.org, k.id)
			if err != nil {
				return err
			}
			// What is kept of the version before is what is stored under the lock.
			if c = s.calendars.get(k); c != nil && c.version() == v.Version-1 && c.knows(calls) {
				c = c.clone(&v)
			} else if len(calls) < s.EnoughCalls {
				return errOneByOne
			} else if c, err = readCalendar(ctx, tx, &v, calls); err != nil {
				return err
			}
			answers, err = s.bookThose(ctx, tx, c, calls)
			return err
		})
	}
	if err == nil {
		s.calendars.keep(k, c)
		return answers
	}
	answers = make([]gathered[*Booking], len(calls))
	for i := range calls {
		answers[i].out, answers[i].err = s.book(organizations.WithBy(ctx, calls[i].by), calls[i].Booking, calls[i].now)
	}
	return answers
}

func (s Venues) bookThose(ctx context.Context, tx *sql.Tx, c *sharedCalendar, calls []bookCall) ([]gathered[*Booking], error) {
	if c.ended {
		return nil, errOneByOne
	}
	answers := make([]gathered[*Booking], len(calls))
	there, err := idsOf(ctx, tx, c.venue.OrgID, calls)
	if err != nil {
		return nil, err
	}
	var made []bookCall // with what is stored
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
		if err := c.insert(ctx, tx, &b); err != nil {
			return nil, err
		}
		there[b.ID], answers[i].out = true, &b
		made = append(made, bookCall{b, call.by, call.now})
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

// sharedCalendar is the calendar of a venue of one version, with all bookings of some rooms
// that have to do with some time. It is not changed any more once it is kept.
type sharedCalendar struct {
	*venueCalendar
	known    map[string]bool // the rooms
	from, to inventory.Instant
	// due is when the first of its bookings is no longer live.
	due inventory.Instant
	// ended: a booking was read whose time has come, which nobody has written.
	ended bool

	mu   sync.Mutex
	near map[string][2]*inventory.Instant // guarded by mu: nearest free times that were looked for
}

// wants is what has to be known for those who book.
func (c *venueCalendar) wants(calls []bookCall, within inventory.Instant) (rooms []string, from, to, now inventory.Instant) {
	from, to = math.MaxInt64, math.MinInt64
	for i := range calls {
		of := calls[i].Time()
		rooms = append(rooms, of.Rooms...)
		from, to, now = min(from, of.BusyFrom()-within), max(to, of.BusyTo()+within), max(now, calls[i].now)
	}
	slices.Sort(rooms)
	return c.Takes(slices.Compact(rooms)), from, to, now
}

// searched is how far around a booking free times may be found, and be in the way of others.
const searched = inventory.Instant(NearestWithin + 2*booking.MaxBuffer)

func (c *sharedCalendar) knows(calls []bookCall) bool {
	rooms, from, to, now := c.wants(calls, searched)
	return from >= c.from && to <= c.to && now < c.due && !slices.ContainsFunc(rooms, func(id string) bool { return !c.known[id] })
}

// readCalendar reads the calendar of a venue for those who book: errOneByOne, if that is too
// much.
func readCalendar(ctx context.Context, q table.Querier, v *Venue, calls []bookCall) (*sharedCalendar, error) {
	empty, err := calendarOf(ctx, q, v)
	if err != nil {
		return nil, err
	}
	c := &sharedCalendar{venueCalendar: empty, known: map[string]bool{}, due: math.MaxInt64, near: map[string][2]*inventory.Instant{}}
	rooms, from, to, now := c.wants(calls, searched+readBeyond)
	if err := c.close(ctx, q, from, to); err != nil {
		return nil, err
	}
	ids, more, err := c.nearIDs(ctx, q, rooms, from, to, maxTogether)
	if err != nil {
		return nil, err
	}
	if more {
		return nil, errOneByOne
	}
	list, err := bookingsIn(ctx, q, v.OrgID, ids)
	if err != nil {
		return nil, err
	}
	live := liveAt(now, list)
	for _, id := range rooms {
		c.known[id] = true
	}
	c.from, c.to, c.ended = from, to, len(live) < len(ids)
	return c, c.add(live)
}

// add puts bookings into a calendar that is not kept yet.
func (c *sharedCalendar) add(list []Booking) error {
	for i := range list {
		switch c.due = min(c.due, list[i].EndsAt); list[i].Status {
		case booking.Requested:
			c.due = min(c.due, list[i].StartsAt)
		case booking.PendingDeposit:
			c.due = min(c.due, list[i].PayUntil)
		}
	}
	return c.take(list)
}

// clone returns the calendar for the next version of the venue.
func (c *sharedCalendar) clone(v *Venue) *sharedCalendar {
	return &sharedCalendar{
		venueCalendar: &venueCalendar{c.Clone(), v, c.rooms, c.zone, c.others}, known: c.known, from: c.from, to: c.to, due: c.due, ended: c.ended,
		near: map[string][2]*inventory.Instant{},
	}
}

// meets is why a booking cannot be, nil where it can. near: with the nearest free times.
func (c *sharedCalendar) meets(call *bookCall, near bool) error {
	of, err := c.possible(&call.Booking)
	if err == nil {
		err = c.refuse(nil, of)
	}
	var r *Refused
	if near && errors.As(err, &r) && (r.Code == booking.RoomTaken || r.Code == booking.OutsideHours) {
		r.Before, r.After = c.nearest(call)
		r.Near = true
	}
	return err
}

// nearest looks for the nearest free times, or remembers them.
func (c *sharedCalendar) nearest(call *bookCall) (before, after *inventory.Instant) {
	of := call.Time()
	key := fmt.Sprint(of.Rooms, of.StartsAt, of.EndsAt, of.Setup, of.Teardown)
	c.mu.Lock()
	found, there := c.near[key]
	c.mu.Unlock()
	if there && (found[0] == nil || *found[0] >= call.now) {
		return found[0], found[1]
	}
	const within = inventory.Instant(NearestWithin)
	before, after = c.Nearest(&of, max(call.now, of.StartsAt-within), of.StartsAt+within, &c.venue.Hours, c.zone)
	c.mu.Lock()
	c.near[key] = [2]*inventory.Instant{before, after}
	c.mu.Unlock()
	return before, after
}

// versions keeps something of some venues, each of one version.
type versions[T interface{ version() int64 }] struct {
	mu   sync.Mutex
	list map[ownedID]T // guarded by mu
}

func (v *VenueRooms) version() int64     { return v.Version }
func (c *sharedCalendar) version() int64 { return c.venue.Version }

func (v *versions[T]) get(k ownedID) T {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.list[k]
}

func (v *versions[T]) keep(k ownedID, of T) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if have, there := v.list[k]; there && have.version() > of.version() {
		return // of a snapshot that is older
	}
	if v.list == nil {
		v.list = map[ownedID]T{}
	}
	for other := range v.list {
		if len(v.list) < maxCalendars {
			break
		}
		delete(v.list, other)
	}
	v.list[k] = of
}
