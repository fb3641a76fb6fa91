package page

import (
	"encoding/json"
	"errors"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// venuePath is where the pages of venues are. They are the server's alone.
const venuePath = "/venues/"

// VenueURL is the public address of a venue below origin.
func VenueURL(origin, venue string) string { return origin + venuePath + venue }

// freeDay is when rooms are free on a day.
type freeDay struct {
	Day   string
	Rooms []freeRoom
}

// freeRoom is when a room is free on a day.
type freeRoom struct {
	Name  string
	Times []freeTime
}

// freeTime is from when until when, for people and for machines.
type freeTime struct{ Text, From string }

// venueView is what the page of a venue has beside its facts.
type venueView struct {
	Free, Lead, None string
	Days             []freeDay
}

// picturedRoom is a room that has pictures, and what it has.
type picturedRoom struct {
	Name, Has string
	Picture   *shownPicture   // the main one
	Behind    []*shownPicture // the others
}

// picturedRooms are those of rooms that have pictures.
func (w *Words) picturedRooms(rooms []venues.Room) (list []picturedRoom) {
	for i := range rooms {
		r := &rooms[i]
		shown, behind := galleryOf(r.Pictures, venueSizes)
		if shown == nil {
			continue
		}
		place := venues.EventPlace{Rooms: []venues.Room{{Facilities: r.Facilities}}}
		has := w.facilities(&place)
		if most := slices.Max(append(slices.Collect(maps.Values(r.Capacities)), 0)); most > 0 {
			has = append([]string{fill(w.Venue.People, "{count}", w.number(float64(most)))}, has...)
		}
		list = append(list, picturedRoom{r.Name, strings.Join(has, locale.Comma(w.Tag)), shown, behind})
	}
	return list
}

// venueSizes is how wide the main picture of a venue is on its page, for browsers to choose a file by.
const venueSizes = "(min-width: 36rem) 31rem, 100vw"

// venuePage shows a venue that everybody may see, and when its rooms are free.
func (p *Pages) venuePage(w http.ResponseWriter, r *http.Request) {
	p.showVenue(w, r, http.StatusOK, &sentForm{})
}

// showVenue shows the page of a venue, with what became of its form.
func (p *Pages) showVenue(w http.ResponseWriter, r *http.Request, status int, sent *sentForm) {
	venue, host, err := p.publicVenue(r)
	switch {
	case errors.Is(err, database.ErrNotFound):
		p.show(w, r, http.StatusNotFound, &view{State: "missing"})
		return
	case err != nil:
		p.fail(w, r, err)
		return
	}
	zone, err := time.LoadLocation(venue.Timezone)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	now := inventory.At(p.cfg.Now())
	free, err := p.cfg.Store.Bookings.FreeTimes(r.Context(), venue, now, now+bookings.FreeTimesFor, now)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	v := &view{State: "venue", Title: words.Venue.Heading, Called: venue.Name, Public: true, Venue: words.freeTimes(venue, free, zone, p.cfg.Now())}
	v.Facts, v.Asking = words.venueFacts(venue), bookingPages{p}.asking(words, venue, r, sent.wrong)
	if form, asked := v.Asking, sent.asked; form != nil && asked != nil {
		if form.Clash = showClash(words, sent.clash, venue, zone, asked.EndsAt-asked.StartsAt, true); form.Clash != nil {
			form.Clash.URL, form.Clash.Kept = form.URL+"#book", keptOf(r.PostForm)
		}
		if !sent.refused {
			form.Cost = costOf(words, asked.quote(venue, now), asked.RRule != "", zone, now)
		}
	}
	if latitude, longitude, ok := strings.Cut(venue.Coordinates, ","); ok {
		v.Further = "https://www.openstreetmap.org/?mlat=" + latitude + "&mlon=" + longitude + "#map=17/" + latitude + "/" + longitude
		v.FurtherText = words.Venue.Map
	}
	v.Pictured = words.picturedRooms(venue.Rooms)
	if venue.Inactive {
		v.LeadText = words.Venue.Resting
	}
	switch held, err := p.cfg.Store.Events.AtVenue(r.Context(), venue.OrgID, venue.ID, 0, 1); {
	case err != nil:
		p.fail(w, r, err)
		return
	case len(held) > 0: // its calendar is there from its first event on
		v.subscribe(VenueCalendarURL(p.cfg.Origin, venue.ID), "")
	}
	v.Picture, v.Gallery = galleryOf(venue.Pictures, venueSizes)
	if v.Head, err = head(headOf{
		Title: venue.Name, Summary: strings.Join(strings.Fields(venue.Address), " "), URL: VenueURL(p.cfg.Origin, venue.ID), Organizer: host, Locale: words.Tag.String(),
		Image: p.cfg.Origin + venuePreviewPath(venue, host, words), Shows: venue.Name,
	}); err != nil {
		p.fail(w, r, err)
		return
	}
	ld, err := json.Marshal(p.linkedVenue(words, venue, host)) // escapes what could end the element
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v.Head += template.HTML(`<script type="application/ld+json">` + string(ld) + "</script>\n")
	p.show(w, r, status, v)
}

// publicVenue is the venue in the path, if everybody may see it, and the name of its organization.
func (p *Pages) publicVenue(r *http.Request) (venue *venues.VenueRooms, host string, err error) {
	if venue, err = p.cfg.Store.Venues.PublicVenue(r.Context(), r.PathValue("venue_id")); err != nil {
		return nil, "", err
	}
	org, err := p.cfg.Store.Organizations.Profile(r.Context(), venue.OrgID)
	if err != nil {
		return nil, "", err
	}
	return venue, org.Name, nil
}

// venueFacts are what a venue is, has and asks for.
func (w *Words) venueFacts(venue *venues.VenueRooms) []fact {
	words, comma := w.Venue, locale.Comma(w.Tag)
	var rooms []string
	for i := range venue.Rooms {
		rooms = append(rooms, venue.Rooms[i].Name)
	}
	capacity := ""
	if venue.Capacity > 0 {
		capacity = fill(words.People, "{count}", w.number(float64(venue.Capacity)))
	}
	place := venues.EventPlace(*venue)
	facts := []fact{
		{Label: words.Address, Text: venue.Address, Lines: true},
		{Label: words.Hours, Text: w.openingHours(&venue.Hours), Lines: true},
		{Label: words.Capacity, Text: capacity},
		{Label: w.Rooms, Text: strings.Join(rooms, comma)},
		{Label: w.AtVenue, Text: strings.Join(w.facilities(&place), comma)},
		{Label: words.Prices, Text: w.venuePrices(&venue.Terms), Lines: true},
		{Label: words.AddOns, Text: w.venueAddOns(venue), Lines: true},
		{Label: w.HouseRules, Text: venue.HouseRules, Lines: true},
	}
	costs := venue.Terms.PerHour > 0 || venue.Terms.PerBooking > 0 || slices.ContainsFunc(venue.AddOns, func(a venues.AddOn) bool { return a.Price > 0 && !a.Inactive })
	if costs && venue.Terms.Currency != "" {
		facts = append(facts, fact{Label: w.Booking.Rule, Text: givenBack(w, &venue.Terms), Lines: true})
	}
	var said []fact
	for _, f := range facts {
		if f.Text != "" {
			said = append(said, f)
		}
	}
	return said
}

// venuePrices are what a venue asks for its time; empty, when nothing.
func (w *Words) venuePrices(t *booking.Terms) string {
	if t.Currency == "" {
		return ""
	}
	var lines []string
	if t.PerHour > 0 {
		lines = append(lines, fill(w.Venue.PerHour, "{price}", w.money(t.PerHour, t.Currency)))
	}
	if t.PerBooking > 0 {
		lines = append(lines, fill(w.Venue.Once, "{price}", w.money(t.PerBooking, t.Currency)))
	}
	switch {
	case t.DepositAmount > 0:
		lines = append(lines, fill(w.Venue.DepositFixed, "{price}", w.money(t.DepositAmount, t.Currency)), payWithin(w, t))
	case t.DepositPercent > 0:
		lines = append(lines, fill(w.Venue.Deposit, "{percent}", strconv.FormatInt(t.DepositPercent, 10)), payWithin(w, t))
	}
	switch {
	case len(lines) == 0, t.DepositAmount == 0 && t.DepositPercent == 100:
	case t.BalanceDays == 0:
		lines = append(lines, w.Venue.RestAtStart)
	default:
		lines = append(lines, w.Venue.RestDays.In(w.Tag, t.BalanceDays))
	}
	return strings.Join(lines, "\n")
}

// venueAddOns are what can be booked with the rooms.
func (w *Words) venueAddOns(venue *venues.VenueRooms) string {
	var lines []string
	for i := range venue.AddOns {
		a := &venue.AddOns[i]
		if a.Inactive {
			continue
		}
		lines = append(lines, w.addOnLine(a, venue.Terms.Currency))
	}
	return strings.Join(lines, "\n")
}

// addOnLine says what an add-on is and costs.
func (w *Words) addOnLine(a *venues.AddOn, currency string) string {
	if a.Price == 0 || currency == "" {
		return a.Name
	}
	per := map[booking.Unit]string{booking.PerPiece: w.Venue.Each, booking.PerPerson: w.Venue.Person, booking.PerHour: w.Venue.Hour}
	return a.Name + locale.Comma(w.Tag) + fill(per[a.Unit], "{price}", w.money(a.Price, currency))
}

// openingHours says the hours of each weekday, a line each, Monday first, and the dates to come
// that have others.
func (w *Words) openingHours(h *booking.Hours) string {
	if len(h.Weekly) == 0 && len(h.Exceptions) == 0 {
		return w.Venue.Always
	}
	clock := func(minute int) string { return time.Date(2000, 1, 1, 0, minute, 0, 0, time.UTC).Format(w.Clock) }
	spans := func(list []booking.Span) string {
		if len(list) == 0 {
			return w.Venue.Closed
		}
		var texts []string
		for _, s := range list {
			texts = append(texts, fill(w.Range, "{from}", clock(s.Opens), "{to}", clock(s.Closes)))
		}
		return strings.Join(texts, locale.Comma(w.Tag))
	}
	var lines []string
	for n := range 7 {
		day := time.Weekday((n + 1) % 7)
		var of []booking.Span
		for _, o := range h.Weekly {
			if o.Weekday == day {
				of = append(of, o.Span)
			}
		}
		if len(h.Weekly) > 0 {
			lines = append(lines, w.upperFirst(w.Weekdays[day])+": "+spans(of))
		}
	}
	for _, e := range h.Exceptions {
		if at, err := time.Parse(time.DateOnly, e.Date); err == nil {
			lines = append(lines, w.day(at)+": "+spans(e.Openings))
		}
	}
	return strings.Join(lines, "\n")
}

// day says a date: "Thursday, 11 November 2027".
func (w *Words) day(t time.Time) string {
	return w.upperFirst(fill(w.Date, "{weekday}", w.Weekdays[t.Weekday()], "{day}", strconv.Itoa(t.Day()), "{month}", w.Months[t.Month()-1], "{year}", strconv.Itoa(t.Year())))
}

// freeTimes says when rooms are free, by day on the clocks of the venue and by room.
func (w *Words) freeTimes(venue *venues.VenueRooms, list []booking.FreeTime, zone *time.Location, now time.Time) *venueView {
	v := &venueView{Free: w.Venue.Free, Lead: fill(w.Venue.FreeLead, "{zone}", mailkit.ZoneName(now, zone)), None: w.Venue.Full}
	if venue.Inactive {
		return nil
	}
	names := map[string]string{}
	for i := range venue.Rooms {
		names[venue.Rooms[i].ID] = venue.Rooms[i].Name
	}
	first := now.In(zone)
	for n := range int(bookings.FreeTimesFor/inventory.Instant(inventory.Day)) + 1 {
		begins := time.Date(first.Year(), first.Month(), first.Day()+n, 0, 0, 0, 0, zone)
		ends := time.Date(first.Year(), first.Month(), first.Day()+n+1, 0, 0, 0, 0, zone)
		d := freeDay{Day: w.day(begins)}
		for _, f := range list {
			from, to := f.From.Time(), f.To.Time()
			if !from.Before(ends) || !to.After(begins) {
				continue
			}
			if from.Before(begins) {
				from = begins
			}
			if to.After(ends) {
				to = ends
			}
			if k := len(d.Rooms); k == 0 || d.Rooms[k-1].Name != names[f.Room] {
				d.Rooms = append(d.Rooms, freeRoom{Name: names[f.Room]})
			}
			room := &d.Rooms[len(d.Rooms)-1]
			room.Times = append(room.Times, freeTime{
				Text: fill(w.Range, "{from}", from.In(zone).Format(w.Clock), "{to}", to.In(zone).Format(w.Clock)), From: from.In(zone).Format(time.RFC3339),
			})
		}
		if len(d.Rooms) > 0 {
			v.Days = append(v.Days, d)
		}
	}
	return v
}

// linkedVenue says a venue in the words of schema.org.
func (p *Pages) linkedVenue(w *Words, venue *venues.VenueRooms, host string) map[string]any {
	d := linkedPlace(venue.Address)
	d["@context"], d["name"], d["url"] = "https://schema.org", venue.Name, VenueURL(p.cfg.Origin, venue.ID)
	if latitude, longitude, ok := strings.Cut(venue.Coordinates, ","); ok {
		d["geo"] = map[string]any{"@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude}
	}
	var images []string
	for i := range venue.Pictures {
		files := pictureURLs(p.cfg.Origin, venue.Pictures[i].Picture, &venue.Pictures[i].Cover)
		if i > 0 {
			files = files[:1] // of the main one alone machines may choose a size
		}
		images = append(images, files...)
	}
	if len(images) == 0 {
		images = []string{p.cfg.Origin + venuePreviewPath(venue, host, w)}
	}
	d["image"] = images
	if venue.Capacity > 0 {
		d["maximumAttendeeCapacity"] = venue.Capacity
	}
	place := venues.EventPlace(*venue)
	var has []map[string]any
	for _, name := range w.facilities(&place) {
		has = append(has, map[string]any{"@type": "LocationFeatureSpecification", "name": name, "value": true})
	}
	if len(has) > 0 {
		d["amenityFeature"] = has
	}
	return d
}
