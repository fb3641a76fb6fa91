package bookings

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/gather"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// lookAtKept is why a booking cannot be beside what is kept of its venue: known, where that is of
// the version that was read after the call came, or of a newer one, and has all that is asked for.
func (t *together) lookAtKept(k gather.Key, read *venues.VenueRooms, call *bookCall) (known bool, err error) {
	c := t.calendars.Get(k)
	if read == nil || c == nil || c.Version() < read.Version() || len(call.AddOns) > 0 || !c.knowsFor(call) {
		return false, nil
	}
	return true, c.meets(call, true)
}

// booked keeps the calendar of a venue of which this server has made a new version, by bookings
// alone: all else is as it was.
func (s Bookings) booked(k gather.Key, c *sharedCalendar) {
	s.calendars.Keep(k, c)
	s.venues.Booked(k, c.Version())
}

// sharedCalendar is the calendar of a venue of one version, with all bookings of some rooms
// that have to do with some time. It is not changed any more once it is kept.
type sharedCalendar struct {
	*venueCalendar
	known    map[string]bool // the rooms, each with its parts
	from, to inventory.Instant
	// due is when the first of its bookings is no longer live.
	due inventory.Instant

	mu   sync.Mutex
	near map[nearKey]nearTimes // guarded by mu: nearest free times that were looked for
}

// nearKey is a time of rooms of which nearest free times were looked for.
type nearKey struct {
	rooms           string // each behind another with a zero between
	starts, ends    inventory.Instant
	setup, teardown inventory.Micros
}

// nearTimes are these, as they were in a version of the venue.
type nearTimes struct {
	before, after *inventory.Instant
	version       int64
}

// maxNearTimes bounds those that are remembered of a venue.
const maxNearTimes = 4096

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
	for i := range calls {
		if !c.knowsFor(&calls[i]) {
			return false
		}
	}
	return true
}

// knowsFor reports whether all is known that a call has to do with.
func (c *sharedCalendar) knowsFor(call *bookCall) bool {
	for _, id := range call.Rooms {
		if !c.known[id] && c.Has(id) {
			return false
		}
	}
	busyFrom, busyTo := call.StartsAt-inventory.Instant(call.Setup), call.EndsAt+inventory.Instant(call.Teardown)
	return busyFrom-searched >= c.from && busyTo+searched <= c.to && call.now < c.due
}

// readCalendar reads the calendar of a venue for those who book, and what was known of it before,
// if that is not too much, too; nil: nothing was. errOneByOne, if it is too much for them alone.
func readCalendar(ctx context.Context, q table.Querier, v *venues.Venue, calls []bookCall, had *sharedCalendar) (*sharedCalendar, error) {
	empty, err := calendarOf(ctx, q, v)
	if err != nil {
		return nil, err
	}
	c := &sharedCalendar{venueCalendar: empty, known: map[string]bool{}, due: math.MaxInt64, near: map[nearKey]nearTimes{}}
	rooms, from, to, now := c.wants(calls, searched+readBeyond)
	var ids []string
	more := true
	if had != nil {
		r, f, t := c.Takes(slices.AppendSeq(slices.Clone(rooms), maps.Keys(had.known))), min(from, had.from), max(to, had.to)
		if len(r) <= maxReadRooms && t-f <= maxReadFor {
			if ids, more, err = c.nearIDs(ctx, q, r, f, t, maxTogether); err != nil {
				return nil, err
			}
			if !more {
				rooms, from, to = r, f, t
			}
		}
	}
	if more {
		if ids, more, err = c.nearIDs(ctx, q, rooms, from, to, maxTogether); err != nil {
			return nil, err
		}
	}
	if more {
		return nil, errOneByOne
	}
	if err := c.close(ctx, q, from, to); err != nil {
		return nil, err
	}
	list, err := bookingsIn(ctx, q, v.OrgID, ids)
	if err != nil {
		return nil, err
	}
	live := liveAt(now, list)
	for _, id := range rooms {
		c.known[id] = true
	}
	c.from, c.to = from, to
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

// clone returns the calendar for the next version of the venue, to which bookings are added.
func (c *sharedCalendar) clone(v *venues.Venue) *sharedCalendar {
	next := &sharedCalendar{
		venueCalendar: &venueCalendar{c.Clone(), v, c.rooms, c.zone, c.others, false}, known: c.known, from: c.from, to: c.to, due: c.due,
		near: map[nearKey]nearTimes{},
	}
	if v.Hours.Always() { // see NearestAgain
		c.mu.Lock()
		next.near = maps.Clone(c.near)
		c.mu.Unlock()
	}
	return next
}

// meets is why a booking cannot be, nil where it can. near: with the nearest free times.
func (c *sharedCalendar) meets(call *bookCall, near bool) error {
	of, err := c.possible(&call.Booking)
	if err == nil {
		err = c.refuse(nil, of)
	}
	if r, refused := err.(*Refused); near && refused && (r.Code == booking.RoomTaken || r.Code == booking.OutsideHours) { //nolint:errorlint // as both return it
		r.Before, r.After = c.nearest(call)
		r.Near = true
	}
	return err
}

// nearest looks for the nearest free times, or remembers them.
func (c *sharedCalendar) nearest(call *bookCall) (before, after *inventory.Instant) {
	of := call.Time()
	key := nearKey{strings.Join(of.Rooms, "\x00"), of.StartsAt, of.EndsAt, of.Setup, of.Teardown}
	c.mu.Lock()
	found, there := c.near[key]
	c.mu.Unlock()
	const within = inventory.Instant(NearestWithin)
	since, until := max(call.now, of.StartsAt-within), of.StartsAt+within
	switch {
	case !there || found.before != nil && *found.before < call.now:
		found.before, found.after = c.Nearest(&of, since, until, &c.venue.Hours, c.zone)
	case found.version != c.Version(): // what was remembered then is free, or was taken since
		found.before, found.after = c.NearestAgain(&of, since, until, found.before, found.after)
	default:
		return found.before, found.after
	}
	found.version = c.Version()
	c.mu.Lock()
	if len(c.near) >= maxNearTimes {
		clear(c.near)
	}
	c.near[key] = found
	c.mu.Unlock()
	return found.before, found.after
}

// Version is that of the venue.
func (c *sharedCalendar) Version() int64 { return c.venue.Version }
