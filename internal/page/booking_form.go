package page

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
)

// timesOf reads when somebody wants rooms, on the clocks of the venue: until the next day where the
// end is not after the start.
func timesOf(r *http.Request, v *bookings.Venue) (from, to inventory.Instant, err error) {
	zone, err := time.LoadLocation(v.Timezone)
	if err != nil {
		return 0, 0, err
	}
	read := func(clock string) (time.Time, error) {
		return time.ParseInLocation("2006-01-02 15:04", r.PostFormValue("date")+" "+clock, zone)
	}
	begins, err := read(r.PostFormValue("from"))
	ends, other := read(r.PostFormValue("to"))
	if err != nil || other != nil {
		return 0, 0, &GuestRefusal{Code: "in_the_past", Field: "starts_at"}
	}
	if !ends.After(begins) {
		ends = ends.AddDate(0, 0, 1)
	}
	return inventory.At(begins), inventory.At(ends), nil
}

// repeatsOf reads how what somebody wants repeats, on the days of the venue, and what becomes of
// dates that are taken.
func repeatsOf(r *http.Request) (rrule, taken string, err error) {
	first, err := time.Parse(time.DateOnly, r.PostFormValue("date"))
	how := r.PostFormValue("repeats")
	taken = r.PostFormValue("taken")
	if err != nil || how == "" {
		if taken == string(booking.Skip) { // there is no date to leave out
			taken = ""
		}
		return "", taken, nil //nolint:nilerr // timesOf says so
	}
	switch how {
	case "weekly":
		rrule = "FREQ=WEEKLY"
	case "biweekly":
		rrule = "FREQ=WEEKLY;INTERVAL=2"
	case "monthly": // on the same weekday of the month, of which a fifth is the last
		nth := (first.Day() + 6) / 7
		if nth == 5 {
			nth = -1
		}
		rrule = "FREQ=MONTHLY;BYDAY=" + strconv.Itoa(nth) + strings.ToUpper(first.Weekday().String()[:2])
	}
	last, err := time.Parse(time.DateOnly, r.PostFormValue("until"))
	if err != nil || last.Before(first) {
		return "", "", &GuestRefusal{Code: "bad_format", Field: "rrule"}
	}
	return rrule + ";UNTIL=" + last.Format("20060102"), taken, nil
}

// countsOf reads how many of which add-on somebody wants.
func countsOf(r *http.Request) map[string]int64 {
	counts := map[string]int64{}
	for name, values := range r.PostForm {
		if id, ok := strings.CutPrefix(name, "addon."); ok && len(values) > 0 {
			if n, err := strconv.ParseInt(values[0], 10, 64); err == nil && n > 0 {
				counts[id] = n
			}
		}
	}
	return counts
}
