package venues

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
)

const (
	// maxDays is how many days can be asked for at once: six weeks show any month.
	maxDays = 42
	// firstsOfDay is how many bookings of a day are named.
	firstsOfDay = 3
	// maxCounted is how many bookings are counted: a month of 50 rooms that are booked thirteen times a day.
	maxCounted = 20_000
	// maxKept is how many answers are kept.
	maxKept = 256
)

// BookedDay is what stands on a day on the clocks of a venue.
type BookedDay struct {
	Date      string          `json:"date" example:"2027-06-01"`
	Bookings  int64           `json:"bookings" doc:"How many have rooms at some time of the day, without set-up and tear-down. Those that were cancelled, declined or have lapsed, and those that wait, are not counted."`
	Requested int64           `json:"requested" doc:"How many of these wait for an answer."`
	First     []BookingOfADay `json:"first" doc:"The first of them by start, at most three."`
}

// BookingOfADay is a booking as a month shows it.
type BookingOfADay struct {
	ID       string    `json:"id" example:"bkg_3k9q0a7c1v5m"`
	Status   string    `json:"status" enum:"requested,pending_deposit,confirmed,completed"`
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
	Purpose  string    `json:"purpose,omitempty"`
}

// BookedDays are the days that were asked for.
type BookedDays struct {
	Items []BookedDay `json:"items" doc:"In their order, those on which nothing stands too."`
	More  bool        `json:"more" doc:"There are more than 20,000 bookings, and what is behind them is not counted."`
}

// Days keeps what stands on days of venues. An answer is good for one version of its venue, which whoever
// changes a booking of it raises, and until a booking of it lapses by itself.
type Days struct {
	mu   sync.Mutex
	kept map[daysAsked]*daysFound // guarded by mu
}

// NewDays keeps nothing yet.
func NewDays() *Days { return &Days{kept: map[daysAsked]*daysFound{}} }

// daysAsked are days of a venue, or of a room of it.
type daysAsked struct {
	org, venue, room, zone, date string
	days                         int
}

// daysFound is what was counted.
type daysFound struct {
	version int64
	until   inventory.Instant // when the first of it lapses; 0: nothing does
	days    []dayFound
	more    bool
}

type dayFound struct {
	count, requested int64
	first            []bookings.BookedTime
}

func (d *Days) get(k *daysAsked, version int64, now inventory.Instant) *daysFound {
	d.mu.Lock()
	defer d.mu.Unlock()
	found := d.kept[*k]
	if found == nil || found.version != version || found.until != 0 && found.until <= now {
		return nil
	}
	return found
}

func (d *Days) keep(k *daysAsked, found *daysFound) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.kept) >= maxKept {
		clear(d.kept)
	}
	d.kept[*k] = found
}

// lapsing is when a booking lapses by itself; 0: it does not.
func lapsing(b *bookings.BookedTime, at booking.State) inventory.Instant {
	if at == booking.Requested {
		return b.StartsAt
	}
	if at == booking.PendingDeposit {
		return b.PayUntil
	}
	return 0
}

// count counts bookings on days, of which each begins where the one before it ends.
func count(list []bookings.BookedTime, begins []inventory.Instant, now inventory.Instant) (days []dayFound, until inventory.Instant) {
	days = make([]dayFound, len(begins)-1)
	for i := range list {
		b := &list[i]
		at := b.At(now)
		if !at.Live() && at != booking.Completed {
			continue
		}
		if lapses := lapsing(b, at); lapses != 0 && (until == 0 || lapses < until) {
			until = lapses
		}
		first, found := slices.BinarySearch(begins, b.StartsAt)
		if !found {
			first--
		}
		for n := max(0, first); n < len(days) && begins[n] < b.EndsAt; n++ {
			d := &days[n]
			if d.count++; at == booking.Requested {
				d.requested++
			}
			if len(d.first) < firstsOfDay {
				d.first = append(d.first, *b)
			}
		}
	}
	return days, until
}

// of is what stands on days: as it was kept, or as it is read.
func (d *Days) of(ctx context.Context, st bookings.Venues, v *bookings.Venue, k *daysAsked, begins []inventory.Instant, now inventory.Instant) (*daysFound, error) {
	if found := d.get(k, v.Version, now); found != nil {
		return found, nil
	}
	// The version was read first: what is kept is never older than it.
	list, err := st.BookedBetween(ctx, k.org, k.venue, k.room, begins[0], begins[len(begins)-1], maxCounted+1)
	if err != nil {
		return nil, err
	}
	found := &daysFound{version: v.Version, more: len(list) > maxCounted}
	found.days, found.until = count(list[:min(len(list), maxCounted)], begins, now)
	d.keep(k, found)
	return found, nil
}

// daysQuery are the parameters of listDays.
var daysQuery = []string{"date", "days", "room_id"}

func listDays(h *Handlers, c *access.Call) (*BookedDays, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(v.Timezone)
	if err != nil {
		return nil, fmt.Errorf("venues: time zone of venue %s: %w", v.ID, err)
	}
	var check httpapi.Checks
	date, err := time.ParseInLocation(time.DateOnly, c.Query.Get("date"), zone)
	if err != nil {
		check.Add("date", "bad_format", "must be a date like 2027-06-01")
	}
	days, err := strconv.Atoi(c.Query.Get("days"))
	if err != nil || days < 1 || days > maxDays {
		check.Add("days", "out_of_range", "must be from 1 to %d", maxDays)
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	begins := make([]inventory.Instant, days+1)
	for i := range begins { // a day may have 23 hours, or 25
		begins[i] = inventory.At(time.Date(date.Year(), date.Month(), date.Day()+i, 0, 0, 0, 0, zone))
	}
	now := inventory.At(h.Now())
	k := &daysAsked{v.OrgID, v.ID, c.Query.Get("room_id"), v.Timezone, date.Format(time.DateOnly), days}
	found, err := h.Days.of(c.Context(), h.Store.Venues, v, k, begins, now)
	if err != nil {
		return nil, err
	}
	var named []string
	for i := range found.days {
		for _, b := range found.days[i].first {
			named = append(named, b.ID)
		}
	}
	slices.Sort(named)
	named = slices.Compact(named)
	purposes, err := bookings.PurposesOf(c.Context(), h.Store.Venues, v.OrgID, named) // of whoever was erased meanwhile there is none
	if err != nil {
		return nil, err
	}
	out := &BookedDays{Items: make([]BookedDay, days), More: found.more}
	for i := range out.Items {
		d := &found.days[i]
		out.Items[i] = BookedDay{Date: begins[i].Time().In(zone).Format(time.DateOnly), Bookings: d.count, Requested: d.requested, First: make([]BookingOfADay, len(d.first))}
		for n := range d.first {
			b := &d.first[n]
			out.Items[i].First[n] = BookingOfADay{b.ID, string(b.At(now)), b.StartsAt.Time(), b.EndsAt.Time(), purposes[b.ID]}
		}
	}
	return out, nil
}
