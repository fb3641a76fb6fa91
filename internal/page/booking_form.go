package page

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// timesOf reads when somebody wants rooms, on the clocks of the venue: until the next day where the
// end is not after the start.
func timesOf(r *http.Request, v *venues.Venue) (from, to inventory.Instant, err error) {
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
	from, to = inventory.At(begins), inventory.At(ends)
	// A button takes another time that lasts as long, of which the form speaks from then on.
	if at, err := startOf(r); err != nil {
		return 0, 0, err
	} else if at != 0 {
		from, to = at, at+to-from
		r.PostForm.Set("date", from.Time().In(zone).Format(time.DateOnly))
		r.PostForm.Set("from", from.Time().In(zone).Format("15:04"))
		r.PostForm.Set("to", to.Time().In(zone).Format("15:04"))
	}
	return from, to, nil
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

// sentForm is what becomes of the form on the page of a venue: why it is refused, and what is in the way of
// what it asks for; or what that costs.
type sentForm struct {
	wrong   string
	asked   *AskedBooking
	clash   *Clash
	refused bool
}

// refuseForm says in the form that was sent, or on the page, why it does not do what it asks for.
func (p bookingPages) refuseForm(r *http.Request, w *Words, v *view, g *GuestBooking, f *refusedForm, base string, zone *time.Location) {
	b := g.Guest.Booking()
	if g.Booking != nil {
		b = *g.Booking
	}
	var form *bookingForm
	clash := showClash(w, f.clash, g.Venue, zone, b.EndsAt-b.StartsAt, g.Booking == nil)
	switch {
	case f.bill != nil:
		v.Business = f.bill
		return
	case f.name == "move" && v.Moving != nil:
		form = v.Moving
		if from, to, err := timesOf(r, &g.Venue.Venue); err == nil {
			clash = showClash(w, f.clash, g.Venue, zone, to-from, false)
		}
		form.Date, form.From, form.To = r.PostFormValue("date"), r.PostFormValue("from"), r.PostFormValue("to")
	case f.name == "add-ons" && v.Adding != nil:
		form = v.Adding
		counts := countsOf(r)
		for i := range form.AddOns {
			a := &form.AddOns[i]
			if a.Count = ""; counts[a.ID] > 0 {
				a.Count = strconv.FormatInt(counts[a.ID], 10)
			}
		}
		if clash != nil { // it stays at its time
			clash.Note, clash.Ways = "", nil
		}
	case f.name != "":
		v.State, v.LeadText, v.Back = "booking.refused", f.why, venuePath+g.Venue.ID
		if v.Clash = clash; clash != nil {
			clash.URL, v.Ways = base+"/confirm", nil
		}
		return
	default:
		return
	}
	form.Wrong = f.why
	if form.Clash = clash; clash != nil {
		clash.URL, clash.Kept = form.URL+"#moving", keptOf(r.PostForm)
	}
	if of := f.cost; of != nil {
		form.Note, form.Agreed = w.Booking.Changes, agreedCost(of)
		if form.Cost = costOf(w, of, false, zone, inventory.At(p.cfg.Now())); len(form.Cost) == 0 {
			form.Cost = []fact{{Label: w.Booking.Price, Text: w.money(0, of.Terms.Currency), Strong: true}}
		}
	}
}
