package page

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// Clash is why a time is not available, as far as a stranger may know it, and what is free in its place.
type Clash struct {
	// Taken is when which room or add-on is taken, by time.
	Taken []TakenTime
	// Before and After are the nearest starts at which all is free; nil: there is none.
	Before, After *time.Time
	// Dates are those of several that cannot be, of Asked; none: it is one date.
	Dates []TakenTime
	Asked int64
	// Shut: the venue is closed then, which nobody can wait for.
	Shut bool
}

// TakenTime is a time at which something is taken: Of is the id of the room or the add-on that was asked for;
// empty: it is a date. Shut: on that date the venue is closed.
type TakenTime struct {
	Of       string
	From, To time.Time
	Shut     bool
}

// Instead is what a guest takes in place of what they asked for. What is empty stays.
type Instead struct {
	StartsAt   inventory.Instant
	OnConflict booking.OnConflict
}

// mostTaken bounds the times that a page names.
const mostTaken = 12

// latestStart bounds what is read as a time, in microseconds: the year 9999.
const latestStart = 253_402_300_799_000_000

// clashView is a clash as a page shows it, with the form that takes something else.
type clashView struct {
	URL        string
	Kept       []choice // fields of the form that was refused, by name and value
	Lead, Note string
	Taken      []takenLine
	Ways       []clashWay
}

// takenLine is one time of a clash.
type takenLine struct{ Name, When, Datetime, Why string }

// clashWay is a button that takes something else: the field that it sends, and its value.
type clashWay struct{ Name, Value, Label string }

// startOf reads the start that a button of a clash sends; 0: none was pressed.
func startOf(r *http.Request) (inventory.Instant, error) {
	text := r.PostFormValue("at")
	if text == "" {
		return 0, nil
	}
	at, err := strconv.ParseInt(text, 10, 64)
	if err != nil || at <= 0 || at > latestStart {
		return 0, &GuestRefusal{Code: "in_the_past", Field: "starts_at"}
	}
	return inventory.Instant(at), nil
}

// insteadOf reads what the button of a clash takes.
func insteadOf(r *http.Request) (in Instead, err error) {
	in.StartsAt, err = startOf(r)
	if how := booking.OnConflict(r.PostFormValue("taken")); how == booking.Skip || how == booking.Wait {
		in.OnConflict = how
	}
	return in, err
}

// keptOf are the fields of a form that are sent again with what a button of a clash takes.
func keptOf(form url.Values) (list []choice) {
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if name == "at" || name == "taken" || name == "look" || name == "agreed" {
			continue
		}
		for _, value := range form[name] {
			list = append(list, choice{Value: value, Label: name})
		}
	}
	return list
}

// showClash shows why something is not available that lasts so long, with the buttons that take something else.
// waits: whoever asks can wait.
func showClash(w *Words, c *Clash, venue *venues.VenueRooms, zone *time.Location, lasts inventory.Instant, waits bool) *clashView {
	if c == nil {
		return nil
	}
	text, v := w.Booking, &clashView{}
	if len(c.Dates) > 0 {
		v.dates(w, c, zone)
		return v
	}
	v.taken(w, c, venue, zone)
	for _, at := range []*time.Time{c.Before, c.After} {
		if at != nil {
			start := inventory.At(*at)
			v.Ways = append(v.Ways, clashWay{"at", strconv.FormatInt(int64(start), 10), w.Span(*at, (start + lasts).Time(), zone)})
		}
	}
	if v.Note = text.FreeNear; len(v.Ways) == 0 {
		v.Note = text.NoneNear
	}
	if waits && !c.Shut {
		v.Ways = append(v.Ways, clashWay{"taken", string(booking.Wait), text.WaitOne})
	}
	return v
}

// taken names when what is taken.
func (v *clashView) taken(w *Words, c *Clash, venue *venues.VenueRooms, zone *time.Location) {
	names := map[string]string{}
	for i := range venue.Rooms {
		names[venue.Rooms[i].ID] = venue.Rooms[i].Name
	}
	for i := range venue.AddOns {
		names[venue.AddOns[i].ID] = venue.AddOns[i].Name
	}
	for _, t := range c.Taken {
		line := takenLine{Name: names[t.Of], When: w.Span(t.From, t.To, zone), Datetime: t.From.Format(time.RFC3339)}
		if !slices.Contains(v.Taken, line) {
			v.Taken = append(v.Taken, line)
		}
	}
	if more := len(v.Taken) - mostTaken; more > 0 {
		v.Taken = append(v.Taken[:mostTaken], takenLine{When: "+ " + w.number(float64(more))})
	}
	if len(v.Taken) > 0 {
		v.Lead = w.Booking.TakenThen
	}
}

// dates names those that cannot be, with what can be done about it: the others are booked, or those that are
// taken wait.
func (v *clashView) dates(w *Words, c *Clash, zone *time.Location) {
	text, waits := w.Booking, false
	v.Lead = fill(text.DatesTaken, "{n}", w.number(float64(len(c.Dates))), "{all}", w.number(float64(c.Asked)))
	for _, d := range c.Dates {
		why := text.IsTaken
		if d.Shut {
			why = w.Venue.Closed
		}
		waits = waits || !d.Shut
		v.Taken = append(v.Taken, takenLine{When: w.Span(d.From, d.To, zone), Datetime: d.From.Format(time.RFC3339), Why: why})
	}
	if int64(len(c.Dates)) < c.Asked {
		v.Ways = append(v.Ways, clashWay{"taken", string(booking.Skip), text.SkipThose})
	}
	if waits {
		v.Ways = append(v.Ways, clashWay{"taken", string(booking.Wait), text.WaitThose})
	}
}
