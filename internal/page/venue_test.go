package page_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// TestVenuePage: the page of a venue says in the first HTML what it has, what it costs and when
// its rooms are free, in the reader's language and on its own clocks; not who has them, and nothing
// while its organization does not show it. The app does not take its place.
func TestVenuePage(t *testing.T) {
	app, err := site.New(shell, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := newFixture(t)
	f.serve(func(c *page.Config) { c.Site = app })
	e, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	v, now := f.store.Venues, inventory.At(f.now())
	venue, hall := f.ids.Top(id.Venue), f.ids.Top(id.Room)
	f.must(v.CreateVenue(t.Context(), venues.Venue{
		OrgID: e.Event.OrgID, ID: venue, Name: "Old <mill>", Address: "Am Bach 1", Timezone: "Asia/Kathmandu", CreatedAt: now, Coordinates: "53.5,9.9", Capacity: 300,
		Facilities: []string{"step_free", "Grand piano"}, HouseRules: "No dogs.\nShoes on.",
		Hours: booking.Hours{Weekly: []booking.Opening{{Weekday: time.Monday, Span: booking.Span{Opens: 9 * 60, Closes: 18 * 60}}}},
		Terms: booking.Terms{Currency: "EUR", PerHour: 4500, DepositPercent: 30, PayWithin: inventory.Hour},
	}))
	f.must(v.CreateRoom(t.Context(), venues.Room{OrgID: e.Event.OrgID, ID: hall, VenueID: venue, Name: "Great hall", CreatedAt: now, Capacities: booking.Capacities{}, Facilities: []string{}}))
	f.must(v.CreateAddOn(t.Context(), venues.AddOn{OrgID: e.Event.OrgID, ID: f.ids.Top(id.AddOn), VenueID: venue, Name: "Coffee", CreatedAt: now, Unit: booking.PerPerson, Price: 350}))
	path := "/venues/" + venue
	if r := f.send(http.MethodGet, path); r.Code != http.StatusNotFound {
		t.Fatalf("a venue that is not shown: %d", r.Code)
	}
	yes := true
	_, err = v.ChangeVenue(t.Context(), e.Event.OrgID, venue, &venuechanges.VenueChange{Published: &yes})
	f.must(err)
	// Of the next Monday but one a booking takes the hours from eleven to one, and says nothing of itself.
	zone, err := time.LoadLocation("Asia/Kathmandu")
	f.must(err)
	day := f.now().In(zone).AddDate(0, 0, 1)
	for day.Weekday() != time.Monday {
		day = day.AddDate(0, 0, 1)
	}
	at := func(hour int) inventory.Instant {
		return inventory.At(time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, zone))
	}
	_, err = f.store.Bookings.Book(t.Context(), bookings.Booking{
		OrgID: e.Event.OrgID, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: []string{hall}, StartsAt: at(12), EndsAt: at(13), Setup: inventory.Hour, Purpose: "Secret party",
	}, now)
	f.must(err)
	body := f.has(path, 200, "<h1>Old &lt;mill&gt;</h1>", "Am Bach 1", "Monday: 09:00 to 18:00", "Sunday: closed", "up to 300 people", "Great hall", "Step-free", "Grand piano", "No dogs.",
		"€45.00 per room and hour", "30 % deposit", "Coffee, €3.50 per person", "Free times", "UTC&#43;5:45", "09:00 to 11:00", "13:00 to 18:00",
		`<link rel="canonical" href="http://holdfast.test`+path+`">`, `"@type":"Place"`, `"latitude":"53.5"`, "openstreetmap.org/?mlat=53.5")
	if strings.Contains(body, "Secret") || strings.Contains(body, "12:00") || strings.Contains(body, "<script src") {
		t.Error("it says who has the rooms, or has a script")
	}
	german := f.send(http.MethodGet, path, "Accept-Language: de").Body.String()
	for _, text := range []string{`lang="de"`, "Freie Zeiten", "Montag: 09:00", "45,00 € je Raum und Stunde", "Öffnungszeiten"} {
		if !strings.Contains(german, text) {
			t.Errorf("%q is not in the German page", text)
		}
	}
	// From its first public event on there is a calendar to subscribe to.
	if strings.Contains(body, "webcal:") {
		t.Error("it offers a calendar in which nothing ever was")
	}
	_, err = v.ChangeVenue(t.Context(), e.Event.OrgID, venue, &venuechanges.VenueChange{Terms: new(booking.Terms)})
	f.must(err)
	_, err = f.store.Bookings.Book(t.Context(), bookings.Booking{
		OrgID: e.Event.OrgID, ID: f.ids.Top(id.Booking), VenueID: venue, EventID: f.event, Rooms: []string{hall}, StartsAt: at(12) + 91*inventory.Instant(inventory.Day), EndsAt: at(13) + 91*inventory.Instant(inventory.Day),
	}, now)
	f.must(err)
	f.has(path, 200, `href="webcal://holdfast.test/v1/public/venues/`+venue+`/events.ics"`)
	_, err = v.ChangeVenue(t.Context(), e.Event.OrgID, venue, &venuechanges.VenueChange{Inactive: &yes})
	f.must(err)
	if body := f.has(path, 200, "not taking bookings"); strings.Contains(body, "Free times") {
		t.Error("a venue that takes no bookings has free times")
	}
}
