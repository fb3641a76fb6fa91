package bookings

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// BookedTime is what a calendar of many bookings knows of one.
type BookedTime struct {
	ID                         string
	Status                     booking.State
	StartsAt, EndsAt, PayUntil inventory.Instant
	ChangedIn                  int64 // the version of the venue in which it was changed last
}

// At is where the booking stands at a time, which a job may not have written yet.
func (b *BookedTime) At(now inventory.Instant) booking.State {
	return b.Status.At(b.StartsAt, b.EndsAt, b.PayUntil, now)
}

// stands reports whether the booking stands or may stand between two times.
func (b *BookedTime) stands(from, until inventory.Instant) bool {
	return b.StartsAt < until && b.EndsAt > from && (b.Status.Live() || b.Status == booking.Completed)
}

// earlier orders bookings by start and id.
func earlier(a, b BookedTime) int {
	return cmp.Or(cmp.Compare(a.StartsAt, b.StartsAt), strings.Compare(a.ID, b.ID))
}

// bookedTime is a booking as a line of a text: of thousands of bookings, most of the time would go into the
// rows and columns that are handed over one by one.
const bookedTime = "b.id || ' ' || b.status || ' ' || b.starts_at || ' ' || b.ends_at || ' ' || b.pay_until || ' ' || b.changed_in"

// readBookedTimes reads lines of bookings, each as bookedTime has it.
func readBookedTimes(text string) ([]BookedTime, error) {
	list := make([]BookedTime, 0, strings.Count(text, "\n")+1)
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" {
			continue
		}
		var b BookedTime
		var state string
		b.ID, line, _ = strings.Cut(line, " ")
		state, line, _ = strings.Cut(line, " ")
		b.Status = booking.State(state)
		for _, n := range [...]*int64{(*int64)(&b.StartsAt), (*int64)(&b.EndsAt), (*int64)(&b.PayUntil), &b.ChangedIn} {
			var digits string
			var err error
			digits, line, _ = strings.Cut(line, " ")
			if *n, err = strconv.ParseInt(digits, 10, 64); err != nil {
				return nil, fmt.Errorf("store: bookings of days: booking %s: %w", b.ID, err)
			}
		}
		list = append(list, b)
	}
	return list, nil
}

// The texts of BookedBetween. Those that keep their rooms for a day at most are found
// by their start, or by when they take the room, as with all bookings of a venue.
const (
	linesText     = "select coalesce(string_agg(line, '\n'), '') from (select " + bookedTime + " as line"
	standsText    = " and b.starts_at < $4 and b.ends_at > $5 and b.status in ('requested', 'pending_deposit', 'confirmed', 'completed') order by b.starts_at, b.id limit $6) lines"
	bookedOfVenue = linesText + " from bookings b where b.org_id = $1 and b.venue_id = $2 and b.starts_at >= $3 and " + busyFor
	bookedShort   = bookedOfVenue + " <= 86400000000" + standsText
	bookedLong    = bookedOfVenue + " > 86400000000" + standsText
	roomShort     = `with r as materialized (select org_id, booking_id from booking_rooms where org_id = $1 and room_id = $7 and busy_from >= $3 and busy_from < $4)
		` + linesText + " from r cross join bookings b where b.org_id = r.org_id and b.id = r.booking_id and b.venue_id = $2 and " + busyFor + " <= 86400000000" + standsText
	roomLong = bookedOfVenue + " > 86400000000 and exists (select 1 from booking_rooms r where r.org_id = b.org_id and r.booking_id = b.id and r.room_id = $7)" + standsText
)

// BookedBetween returns the bookings of a venue, or of a room if one is named, that stand or may stand between
// two times, without set-up and tear-down, by start and id, at most limit.
func (s Reader) BookedBetween(ctx context.Context, org, venue, room string, from, until inventory.Instant, limit int) ([]BookedTime, error) {
	short, long := bookedShort, bookedLong
	args := []any{org, venue, int64(from - oneDay), int64(until), int64(from), limit}
	if room != "" {
		short, long, args = roomShort, roomLong, append(args, room)
	}
	text, err := table.One(ctx, s.db.Read, table.ScanText, short, args...)
	if err != nil {
		return nil, fmt.Errorf("store: bookings of days: %w", s.db.Classify(err))
	}
	args[2] = int64(from - longest)
	more, err := table.One(ctx, s.db.Read, table.ScanText, long, args...)
	if err != nil {
		return nil, fmt.Errorf("store: long bookings of days: %w", s.db.Classify(err))
	}
	list, err := readBookedTimes(text + "\n" + more)
	if err != nil {
		return nil, err
	}
	if !slices.IsSortedFunc(list, earlier) { // there are long ones, or the engine has put lines together otherwise
		slices.SortFunc(list, earlier)
	}
	return list[:min(len(list), limit)], nil
}

const (
	// MaxBooked is how many bookings of days are read: a month of 50 rooms that are booked thirteen times a day.
	MaxBooked = 20_000
	// maxChanged is of how many changes the others are kept. Of more, all are read again.
	maxChanged = 1000
	// maxKeptBooked is how many bookings are kept of all venues together, and maxKeptDays of how many days.
	maxKeptBooked, maxKeptDays = 250_000, 1024
)

// DaysAsked are days of a venue, or of a room of it, on the clocks of the venue.
type DaysAsked struct {
	OrgID, VenueID, Room string // Room "": of all rooms
	Year                 int
	Month                time.Month
	Day                  int // the first one
	Days                 int
}

// BookedDays are the bookings of a venue, or of a room, that stand or may stand on some days. Those who
// ask share them: they are only read.
type BookedDays struct {
	// Serial tells these from all others that this program has: what was made of them is good for them alone.
	Serial int64
	Zone   *time.Location
	// Begins are when the days begin, and when the last one ends. A day may have 23 hours, or 25.
	Begins   []inventory.Instant
	Bookings []BookedTime // by start and id, at most MaxBooked
	More     bool         // there are more of them
	version  int64        // of the venue: they are not older
}

// lastSerial is the last Serial that was given.
var lastSerial atomic.Int64

// changedText reads a venue with what was changed of its bookings since a version: one row without a
// booking, if nothing was. It is one look, so that of two changes none is missed.
const changedText = `select v.timezone, v.version, coalesce(b.id, ''), coalesce(b.status, ''), coalesce(b.starts_at, 0), coalesce(b.ends_at, 0), coalesce(b.pay_until, 0), coalesce(b.changed_in, 0)
	from venues v left join (select id, status, starts_at, ends_at, pay_until, changed_in from bookings where org_id = $1 and venue_id = $2 and changed_in > $3 order by changed_in limit $4) b on true
	where v.org_id = $5 and v.id = $6`

// venueSince is what a venue has become since a version of it, as far as days go.
type venueSince struct {
	zone    string
	version int64
	changed []BookedTime // whatever became of them, in no order
}

func (s Reader) since(ctx context.Context, q *DaysAsked, version int64) (*venueSince, error) {
	of := new(venueSince)
	_, err := table.One(ctx, s.db.OftenRead(), func(r engine.Row, _ *struct{}) error {
		var b BookedTime
		err := r.Scan(&of.zone, &of.version, &b.ID, (*string)(&b.Status), (*int64)(&b.StartsAt), (*int64)(&b.EndsAt), (*int64)(&b.PayUntil), &b.ChangedIn)
		if b.ID != "" {
			of.changed = append(of.changed, b)
		}
		return err
	}, changedText, q.OrgID, q.VenueID, version, maxChanged+1, q.OrgID, q.VenueID)
	if err != nil {
		return nil, fmt.Errorf("store: what changed of a venue: %w", s.db.Classify(err))
	}
	return of, nil
}

// DaysOf returns the bookings of days as they are stored, or ErrNotFound. What was read of days before
// is kept, and of a venue that has changed since, only what was changed is read.
func (s Reader) DaysOf(ctx context.Context, q DaysAsked) (*BookedDays, error) {
	had, version := s.days.get(q), int64(math.MaxInt64)
	if had != nil {
		version = had.version
	}
	// What is kept was stored before this is asked: less is stored only where the database was put back.
	of, err := s.since(ctx, &q, version)
	if err != nil {
		return nil, err
	}
	if had != nil && had.version == of.version {
		return had, nil
	}
	next, err := s.nextDays(ctx, &q, had, of)
	if err != nil {
		return nil, err
	}
	s.days.keep(q, next)
	return next, nil
}

// nextDays are the bookings of days of a version that is not the one that is kept.
func (s Reader) nextDays(ctx context.Context, q *DaysAsked, had *BookedDays, of *venueSince) (*BookedDays, error) {
	if had != nil && q.Room == "" && !had.More && had.version < of.version && had.Zone.String() == of.zone && len(of.changed) <= maxChanged {
		return had.with(of), nil
	}
	// Of a room there are few; and rooms may have become parts of others.
	zone, err := time.LoadLocation(of.zone)
	if err != nil {
		return nil, fmt.Errorf("store: time zone of venue %s: %w", q.VenueID, err)
	}
	d := &BookedDays{Serial: lastSerial.Add(1), Zone: zone, version: of.version, Begins: booking.DaysOf(q.Year, q.Month, q.Day, q.Days, zone)}
	// The version was read first: what is kept is never older than it.
	list, err := s.BookedBetween(ctx, q.OrgID, q.VenueID, q.Room, d.Begins[0], d.Begins[q.Days], MaxBooked+1)
	if err != nil {
		return nil, err
	}
	d.More, d.Bookings = len(list) > MaxBooked, list[:min(len(list), MaxBooked)]
	return d, nil
}

// with is what became of bookings by those that were changed.
func (d *BookedDays) with(of *venueSince) *BookedDays {
	next := *d
	next.version = of.version
	changed := make(map[string]bool, len(of.changed))
	var now []BookedTime
	for i := range of.changed {
		b := &of.changed[i]
		changed[b.ID] = true
		if b.stands(d.Begins[0], d.Begins[len(d.Begins)-1]) {
			now = append(now, *b)
		}
	}
	slices.SortFunc(now, earlier)
	list := make([]BookedTime, 0, len(d.Bookings)+len(now))
	same := len(now) == 0
	for i := range d.Bookings {
		b := &d.Bookings[i]
		if changed[b.ID] {
			same = false
			continue
		}
		for len(now) > 0 && earlier(now[0], *b) < 0 {
			list, now = append(list, now[0]), now[1:]
		}
		list = append(list, *b)
	}
	if same { // none of these days was touched
		return &next
	}
	list = append(list, now...)
	next.Serial, next.More, next.Bookings = lastSerial.Add(1), len(list) > MaxBooked, list[:min(len(list), MaxBooked)]
	return &next
}

// weight is how much of what may be kept it takes.
func (d *BookedDays) weight() int { return len(d.Bookings) }

// keptDays keeps bookings of days. It is safe for concurrent use; its zero value keeps nothing yet.
type keptDays struct {
	mu   sync.Mutex
	list map[DaysAsked]*BookedDays // guarded by mu
	held int                       // guarded by mu: how many bookings these are
}

func (k *keptDays) get(q DaysAsked) *BookedDays {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.list[q]
}

// keep keeps what was read last. Of two who read at once, whoever keeps the older last costs the next one a
// look at what was changed in between, and no more.
func (k *keptDays) keep(q DaysAsked, d *BookedDays) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.list == nil {
		k.list = map[DaysAsked]*BookedDays{}
	}
	k.drop(q)
	for other := range k.list {
		if k.held+d.weight() <= maxKeptBooked && len(k.list) < maxKeptDays {
			break
		}
		k.drop(other)
	}
	k.list[q], k.held = d, k.held+d.weight()
}

// drop is called with the lock.
func (k *keptDays) drop(q DaysAsked) {
	if d := k.list[q]; d != nil {
		delete(k.list, q)
		k.held -= d.weight()
	}
}

// Said is what a calendar of many bookings says of those that it names.
type Said struct {
	Purpose  string
	AddOns   []booking.AddOn
	Currency string // of their amounts; empty where these cost nothing
}

// scanSaid reads what is said of a booking. The terms of most are not looked into: they have no add-ons.
func scanSaid(r engine.Row, v *saidOf) error {
	var addOns, terms string
	if err := r.Scan(&v.id, &v.Purpose, &addOns, &terms); err != nil || len(addOns) <= len("null") { // which is none, as [] is
		return err
	}
	var t booking.Terms
	err := cmp.Or(json.Unmarshal([]byte(addOns), &v.AddOns), json.Unmarshal([]byte(terms), &t))
	v.Currency = t.Currency
	return err
}

// saidOf is what is said of the booking of an id.
type saidOf struct {
	id string
	Said
}

// SaidOf returns what is said of bookings of an organization, by their ids, in one look for many of them.
func (s Reader) SaidOf(ctx context.Context, org string, ids []string) (map[string]Said, error) {
	found := make(map[string]Said, len(ids))
	for part := range slices.Chunk(ids, table.MaxInList) {
		in, args := table.InList(2, part)
		list, err := table.All(ctx, s.db.Read, scanSaid, "select id, purpose, add_ons, terms from bookings where org_id = $1 and id in ("+in+")", append([]any{org}, args...)...)
		if err != nil {
			return nil, fmt.Errorf("store: what is said of bookings: %w", s.db.Classify(err))
		}
		for i := range list {
			found[list[i].id] = list[i].Said
		}
	}
	return found, nil
}
