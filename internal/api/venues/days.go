package venues

import (
	"context"
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

	AddOns   []BookedAddOn `json:"add_ons,omitempty" doc:"What it has beside rooms."`
	Currency string        `json:"currency,omitempty" doc:"Of the amounts of its add-ons; absent where these cost nothing." example:"EUR"`
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
	named       map[string]named
	text        []byte
}

// named is what is said of a booking that is named, as of one of its versions.
type named struct {
	changedIn int64
	bookings.Said
}

// JSON is the answer as it is sent.
func (a *daysAnswer) JSON() []byte { return a.text }

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
		until = booking.Sooner(until, lapsing(b, at))
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
					until = booking.Sooner(until, b.EndsAt)
				}
			}
		}
	}
	return days, until
}

// saidOf is what is said of the first bookings of days: as it was read before of those that were not changed since.
func saidOf(ctx context.Context, h *Handlers, org string, days []dayFound, before map[string]named) (map[string]named, error) {
	found := map[string]named{}
	var unknown []string
	for i := range days {
		for _, b := range days[i].first {
			if _, there := found[b.ID]; there {
				continue
			}
			n, known := before[b.ID]
			if !known || n.changedIn != b.ChangedIn {
				n, unknown = named{changedIn: b.ChangedIn}, append(unknown, b.ID)
			}
			found[b.ID] = n
		}
	}
	read, err := h.Store.Bookings.SaidOf(ctx, org, unknown) // of whoever was erased meanwhile there is none
	if err != nil {
		return nil, err
	}
	for id := range read {
		found[id] = named{found[id].changedIn, read[id]}
	}
	return found, nil
}

// bookingOfADay is a booking as a month shows it.
func bookingOfADay(b *bookings.BookedTime, n *named, now inventory.Instant) BookingOfADay {
	out := BookingOfADay{ID: b.ID, Status: string(b.At(now)), StartsAt: b.StartsAt.Time(), EndsAt: b.EndsAt.Time(), Purpose: n.Purpose}
	if len(n.AddOns) > 0 {
		out.AddOns, out.Currency = bookedAddOns(n.AddOns), n.Currency
	}
	return out
}

// answerOf is what stands on days at a time.
func answerOf(ctx context.Context, h *Handlers, q *bookings.DaysAsked, now inventory.Instant) (*daysAnswer, error) {
	found, err := h.Store.Bookings.DaysOf(ctx, *q)
	if err != nil {
		return nil, err
	}
	var before map[string]named
	if had := h.Days.get(*q); had != nil {
		if had.serial == found.Serial && had.from <= now && (had.until == 0 || now < had.until) {
			return had, nil
		}
		before = had.named
	}
	days, until := count(found.Bookings, found.Begins, now)
	said, err := saidOf(ctx, h, q.OrgID, days, before)
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
			of := said[b.ID]
			out.Items[i].First[n] = bookingOfADay(b, &of, now)
		}
	}
	text, err := httpapi.JSON(out)
	if err != nil {
		return nil, err
	}
	made := &daysAnswer{found.Serial, now, until, said, text}
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
