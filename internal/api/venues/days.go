package venues

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
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

// Days keeps what was answered of the days of venues: as long as what it was made of is what is stored, and until
// a booking that it tells of lapses or is over by itself.
type Days struct {
	mu   sync.Mutex
	kept map[bookings.DaysAsked]*daysAnswer // guarded by mu
}

// NewDays keeps nothing yet.
func NewDays() *Days { return &Days{kept: map[bookings.DaysAsked]*daysAnswer{}} }

// daysAnswer is an answer that was encoded before. It is not changed any more.
type daysAnswer struct {
	serial      int64             // of the bookings that it was made of
	from, until inventory.Instant // when it is as it should be
	purposes    map[string]purpose
	text        []byte
}

// purpose is what a booking that is named is for, as of one of its versions.
type purpose struct {
	changedIn int64
	text      string
}

// Reply writes the answer.
func (a *daysAnswer) Reply(q *httpapi.Request) {
	h := q.Writer.Header()
	h["Content-Type"] = httpapi.JsonType
	h["Content-Length"] = []string{strconv.Itoa(len(a.text))}
	q.Writer.WriteHeader(http.StatusOK)
	q.Writer.Write(a.text)
}

func (d *Days) get(q bookings.DaysAsked) *daysAnswer {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.kept[q]
}

func (d *Days) keep(q bookings.DaysAsked, a *daysAnswer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.kept) >= maxKept {
		clear(d.kept)
	}
	d.kept[q] = a
}

// dayFound is what was counted on a day.
type dayFound struct {
	count, requested int64
	first            []*bookings.BookedTime
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

// sooner is the earlier one of two times, of which 0 is never.
func sooner(a, b inventory.Instant) inventory.Instant {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// count counts bookings, which are in the order of their starts, on days, of which each begins where the one
// before it ends. until is when the first of it lapses, or one of the first of a day is over; 0: nothing does.
func count(list []bookings.BookedTime, begins []inventory.Instant, now inventory.Instant) (days []dayFound, until inventory.Instant) {
	days = make([]dayFound, len(begins)-1)
	first := 0 // day of the last start
	for i := range list {
		b := &list[i]
		at := b.At(now)
		if !at.Live() && at != booking.Completed {
			continue
		}
		until = sooner(until, lapsing(b, at))
		for first+1 < len(days) && begins[first+1] <= b.StartsAt {
			first++
		}
		for n := first; n < len(days) && begins[n] < b.EndsAt; n++ {
			d := &days[n]
			if begins[n] == begins[n+1] { // a date that clocks left out
				continue
			}
			if d.count++; at == booking.Requested {
				d.requested++
			}
			if len(d.first) < firstsOfDay {
				if d.first = append(d.first, b); at == booking.Confirmed {
					until = sooner(until, b.EndsAt)
				}
			}
		}
	}
	return days, until
}

// purposesOf is what the first bookings of days are for: as it was read before of those that were not changed
// since.
func purposesOf(ctx context.Context, h *Handlers, org string, days []dayFound, before map[string]purpose) (map[string]purpose, error) {
	named := map[string]purpose{}
	var unknown []string
	for i := range days {
		for _, b := range days[i].first {
			if _, there := named[b.ID]; there {
				continue
			}
			p, known := before[b.ID]
			if !known || p.changedIn != b.ChangedIn {
				p, unknown = purpose{changedIn: b.ChangedIn}, append(unknown, b.ID)
			}
			named[b.ID] = p
		}
	}
	read, err := bookings.PurposesOf(ctx, h.Store.Venues, org, unknown) // of whoever was erased meanwhile there is none
	if err != nil {
		return nil, err
	}
	for id, text := range read {
		named[id] = purpose{named[id].changedIn, text}
	}
	return named, nil
}

// answerOf is what stands on days at a time.
func answerOf(ctx context.Context, h *Handlers, q *bookings.DaysAsked, now inventory.Instant) (*daysAnswer, error) {
	found, err := bookings.DaysOf(ctx, h.Store.Venues, *q)
	if err != nil {
		return nil, err
	}
	var before map[string]purpose
	if had := h.Days.get(*q); had != nil {
		if had.serial == found.Serial && had.from <= now && (had.until == 0 || now < had.until) {
			return had, nil
		}
		before = had.purposes
	}
	days, until := count(found.Bookings, found.Begins, now)
	purposes, err := purposesOf(ctx, h, q.OrgID, days, before)
	if err != nil {
		return nil, err
	}
	out := &BookedDays{Items: make([]BookedDay, len(days)), More: found.More}
	for i := range out.Items {
		d := &days[i]
		out.Items[i] = BookedDay{
			Date:     time.Date(q.Year, q.Month, q.Day+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly),
			Bookings: d.count, Requested: d.requested, First: make([]BookingOfADay, len(d.first)),
		}
		for n, b := range d.first {
			out.Items[i].First[n] = BookingOfADay{b.ID, string(b.At(now)), b.StartsAt.Time(), b.EndsAt.Time(), purposes[b.ID].text}
		}
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, err
	}
	made := &daysAnswer{found.Serial, now, until, purposes, text.Bytes()}
	h.Days.keep(*q, made)
	return made, nil
}

// daysQuery are the parameters of listDays.
var daysQuery = []string{"date", "days", "room_id"}

func listDays(h *Handlers, c *access.Call) (*daysAnswer, error) {
	var check httpapi.Checks
	date, err := time.Parse(time.DateOnly, c.Query.Get("date"))
	if err != nil {
		check.Add("date", "bad_format", "must be a date like 2027-06-01")
	}
	days, err := strconv.Atoi(c.Query.Get("days"))
	if err != nil || days < 1 || days > maxDays {
		check.Add("days", "out_of_range", "must be from 1 to %d", maxDays)
	}
	if wrong := check.Err(); wrong != nil {
		if _, err := h.venue(c); err != nil { // what is not there is not found, whatever is asked of it
			return nil, err
		}
		return nil, wrong
	}
	found, err := answerOf(c.Context(), h, &bookings.DaysAsked{
		OrgID: c.Caller.OrgID, VenueID: c.Param("venue_id"), Room: c.Query.Get("room_id"), Year: date.Year(), Month: date.Month(), Day: date.Day(), Days: days,
	}, inventory.At(h.Now()))
	if err != nil {
		return nil, err
	}
	return found, ownedBy(c, c.Caller.OrgID)
}
