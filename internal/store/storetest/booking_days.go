package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// calendarOfDays is a hall that two servers change at random, in the weeks around a day of change.
type calendarOfDays struct {
	*dividedHall
	*rand.Rand
	servers [2]*store.Store
	now     inventory.Instant
	made    []string
	rooms   int
}

// begins is a random hour within five weeks.
func (c *calendarOfDays) begins() int { return 24*100 + c.IntN(24*35) }

func (c *calendarOfDays) wanted() bookings.Booking {
	rooms := []string{"hall", "east", "west", "west-1", "west-2", "cellar", "east cellar"}
	from := c.begins()
	length := 1 + c.IntN(8)
	if c.IntN(8) == 0 {
		length = 30 + c.IntN(100)
	}
	b := c.booking(rooms[c.IntN(len(rooms))], from, from+length)
	b.Setup, b.Teardown = inventory.Micros(c.IntN(3))*inventory.Hour, inventory.Micros(c.IntN(3))*inventory.Hour
	b.Purpose = fmt.Sprint("Choir ", c.next)
	return b
}

// one is one of the bookings that were made.
func (c *calendarOfDays) one() string {
	if len(c.made) == 0 {
		return "bkg_none"
	}
	return c.made[c.IntN(len(c.made))]
}

// changes are what happens to a venue and its bookings.
var changes = []func(*calendarOfDays, *store.Store) error{
	func(c *calendarOfDays, s *store.Store) error {
		b, err := s.Bookings.Book(c.ctx, c.wanted(), c.now)
		if err == nil {
			c.made = append(c.made, b.ID)
		}
		return err
	},
	func(c *calendarOfDays, s *store.Store) error {
		first := c.wanted()
		dates := []bookings.Booking{first}
		for week := 1; week < 3; week++ {
			next := first
			c.next++
			next.ID = fmt.Sprintf("bkg_%04d", c.next)
			next.StartsAt, next.EndsAt = next.StartsAt+inventory.Instant(week)*inventory.Instant(7*inventory.Day), next.EndsAt+inventory.Instant(week)*inventory.Instant(7*inventory.Day)
			dates = append(dates, next)
		}
		of := &bookings.BookingSeries{OrgID: "org_a", ID: "bks_" + first.ID, VenueID: "ven_a", RRule: "FREQ=WEEKLY", OnConflict: []booking.OnConflict{booking.Skip, booking.Wait}[c.IntN(2)], RequestHash: [32]byte{1}}
		for i := range dates {
			dates[i].SeriesID = of.ID
		}
		kept, err := s.Bookings.BookDates(c.ctx, of, dates, of.OnConflict, c.now)
		for i := range kept {
			c.made = append(c.made, kept[i].ID)
		}
		if err == nil && c.IntN(4) == 0 {
			_, err = s.Bookings.CancelSeries(c.ctx, of, "other", true, c.now)
		}
		return err
	},
	func(c *calendarOfDays, s *store.Store) error {
		_, err := s.Bookings.EndBooking(c.ctx, "org_a", c.one(), []booking.State{booking.Cancelled, booking.Declined}[c.IntN(2)], "other", false, c.now)
		return err
	},
	func(c *calendarOfDays, s *store.Store) error {
		_, err := s.Bookings.ConfirmBooking(c.ctx, "org_a", c.one(), c.now)
		return err
	},
	func(c *calendarOfDays, s *store.Store) error {
		_, err := s.Bookings.WaiveDeposit(c.ctx, "org_a", c.one(), "known", c.now)
		return err
	},
	func(c *calendarOfDays, s *store.Store) error {
		to := c.wanted()
		_, err := s.Bookings.MoveBooking(c.ctx, "org_a", c.one(), &bookings.Move{StartsAt: &to.StartsAt, EndsAt: &to.EndsAt, Rooms: &to.Rooms, Setup: &to.Setup, Ask: c.IntN(2) == 0}, c.now)
		return err
	},
	func(c *calendarOfDays, s *store.Store) error {
		zone := []string{"Europe/Vienna", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "UTC"}[c.IntN(5)]
		asks, rule := c.IntN(2) == 0, []booking.Rule{booking.Sum, booking.Larger}[c.IntN(2)]
		change := &venuechanges.VenueChange{NeedsApproval: &asks, BufferRule: &rule}
		if c.IntN(3) == 0 {
			change.Timezone = &zone
		}
		change.Hours = &booking.Hours{}
		if c.IntN(3) == 0 {
			for day := range 6 {
				change.Hours.Weekly = append(change.Hours.Weekly, booking.Opening{Weekday: time.Weekday(day), Span: booking.Span{Opens: 6 * 60, Closes: 2 * 60}})
			}
		}
		change.Terms = &booking.Terms{}
		if c.IntN(3) == 0 {
			change.Terms = &booking.Terms{Currency: "EUR", PerHour: 1000, DepositPercent: 50, PayWithin: inventory.Day}
		}
		_, err := s.Venues.ChangeVenue(c.ctx, "org_a", "ven_a", change)
		return err
	},
	func(c *calendarOfDays, s *store.Store) error {
		of := []string{"", "hall", "cellar"}[c.IntN(3)]
		_, err := s.Venues.ChangeRoom(c.ctx, "org_a", "east", &venuechanges.RoomChange{PartOf: &of})
		return err
	},
	func(c *calendarOfDays, s *store.Store) error {
		c.rooms++
		r := venues.Room{OrgID: "org_a", ID: fmt.Sprint("more-", c.rooms), VenueID: "ven_a", Name: "More", CreatedAt: 3, PartOf: "cellar"}
		if err := s.Venues.CreateRoom(c.ctx, r); err != nil || c.IntN(2) == 0 {
			return err
		}
		_, err := s.Venues.DeleteRoom(c.ctx, "org_a", r.ID)
		return err
	},
	func(c *calendarOfDays, s *store.Store) error {
		c.now += inventory.Instant(c.IntN(12)) * inventory.Instant(inventory.Hour)
		c.ctx = organizations.WithBy(c.Context(), organizations.By{Actor: "mem_a", At: c.now})
		_, err := s.Bookings.EndBookings(c.ctx, c.now, 100)
		return err
	},
	func(c *calendarOfDays, s *store.Store) error {
		if c.IntN(4) > 0 {
			return nil
		}
		return s.Bookers.Forget(c.ctx, "org_a", c.one(), c.now)
	},
}

// refusals are errors of changes that cannot be made.
func refusals(err error) bool {
	var one *bookings.Refused
	var dates *bookings.DatesRefused
	return errors.As(err, &one) || errors.As(err, &dates) || errors.Is(err, bookings.ErrBookingEnded) || errors.Is(err, bookings.ErrBooked) || errors.Is(err, bookings.ErrPartOf) || errors.Is(err, database.ErrNotFound)
}

// looks at all days that are asked for by both servers: what they kept is what is stored, and what is said
// of bookings is known as of the version that they have.
func (c *calendarOfDays) looks(asked []bookings.DaysAsked, said map[string]string) {
	c.Helper()
	zone := must[*time.Location](c.T)(time.LoadLocation(must[*venues.Venue](c.T)(c.s.Venues.Venue(c.ctx, "org_a", "ven_a")).Timezone))
	for _, q := range asked {
		begins := booking.DaysOf(q.Year, q.Month, q.Day, q.Days, zone)
		plain := must[[]bookings.BookedTime](c.T)(c.s.Bookings.BookedBetween(c.ctx, "org_a", "ven_a", q.Room, begins[0], begins[q.Days], bookings.MaxBooked))
		for i, s := range c.servers {
			got := must[*bookings.BookedDays](c.T)(s.Bookings.DaysOf(c.ctx, q))
			if !slices.Equal(got.Begins, begins) || !slices.Equal(got.Bookings, plain) || got.More {
				c.Fatalf("server %d, %d days of %q:\n%+v\nwant\n%+v", i, q.Days, q.Room, got.Bookings, plain)
			}
		}
		var ids []string
		for _, b := range plain {
			ids = append(ids, b.ID)
		}
		for id, of := range must[map[string]bookings.Said](c.T)(c.s.Bookings.SaidOf(c.ctx, "org_a", ids)) {
			key, text := fmt.Sprint(id, plain[slices.Index(ids, id)].ChangedIn), fmt.Sprintf("%+v", of)
			if before, known := said[key]; known && before != text {
				c.Fatalf("of %s it was said %s and is said %s, and nobody who keeps it is told", id, before, text)
			}
			said[key] = text
		}
	}
}

// testBookedDays: whatever happens to a venue and its bookings on one server, what another one and itself have kept
// of days is what is stored.
func testBookedDays(t *testing.T, open Open) {
	c := &calendarOfDays{dividedHall: openHall(t, open), Rand: rand.New(rand.NewPCG(seed.Of(t), 204)), now: hour(24 * 95)}
	c.servers = [2]*store.Store{c.s, open(t)}
	var asked []bookings.DaysAsked
	for _, room := range []string{"", "hall", "east", "west-2", "cellar", "more-1"} {
		for _, days := range []int{7, 42} {
			at := hour(24 * (98 + c.IntN(20))).Time()
			asked = append(asked, bookings.DaysAsked{OrgID: "org_a", VenueID: "ven_a", Room: room, Year: at.Year(), Month: at.Month(), Day: at.Day(), Days: days})
		}
	}
	said := map[string]string{}
	for n := range 250 {
		which := c.IntN(len(changes) + 6)
		if which >= len(changes) { // most often a booking is made
			which = 0
		}
		if err := changes[which](c, c.servers[c.IntN(2)]); err != nil && !refusals(err) {
			t.Fatalf("change %d, %d: %v", n, which, err)
		}
		if n%5 == 0 { // several changes at once, too
			c.looks(asked, said)
		}
	}
	c.looks(asked, said)
	for _, q := range []bookings.DaysAsked{{OrgID: "org_b", VenueID: "ven_a", Year: 2027, Month: 1, Day: 1, Days: 1}, {OrgID: "org_a", VenueID: "ven_b", Year: 2027, Month: 1, Day: 1, Days: 1}} {
		_, err := c.s.Bookings.DaysOf(c.ctx, q)
		wantErr(t, err, database.ErrNotFound)
	}

	testAcknowledged(t, c)

	// A database that was put back to what it was before has less than what is kept of it.
	all := asked[1]
	before := must[*bookings.BookedDays](t)(c.s.Bookings.DaysOf(c.ctx, all))
	for _, text := range []string{"update venues set version = version - 1", "update bookings set status = 'cancelled' where status = 'confirmed'"} {
		_, err := c.s.JobsDB().ExecContext(c.ctx, text)
		c.ok(err)
	}
	if after := must[*bookings.BookedDays](t)(c.s.Bookings.DaysOf(c.ctx, all)); after.Serial == before.Serial || len(after.Bookings) >= len(before.Bookings) {
		t.Errorf("%d bookings of a database that was put back, %d before", len(after.Bookings), len(before.Bookings))
	}
}

// testAcknowledged: while others book and cancel on both servers, whoever was told that a booking is made, or
// cancelled, finds it so on the days, on either server.
func testAcknowledged(t *testing.T, c *calendarOfDays) {
	t.Helper()
	zone, rule, no := "Europe/Vienna", booking.Sum, false
	_, err := c.s.Venues.ChangeVenue(c.ctx, "org_a", "ven_a", &venuechanges.VenueChange{NeedsApproval: &no, Hours: &booking.Hours{}, Terms: &booking.Terms{}})
	c.ok(err)
	if _, err = c.s.Venues.ChangeVenue(c.ctx, "org_a", "ven_a", &venuechanges.VenueChange{Timezone: &zone, BufferRule: &rule}); !errors.Is(err, bookings.ErrBooked) {
		c.ok(err)
	}
	at := hour(24 * 200)
	day := at.Time()
	q := bookings.DaysAsked{OrgID: "org_a", VenueID: "ven_a", Year: day.Year(), Month: day.Month(), Day: day.Day(), Days: 31}
	has := func(s *store.Store, id string) bool {
		got, err := s.Bookings.DaysOf(c.ctx, q)
		if err != nil {
			t.Error(err)
			return false
		}
		return slices.ContainsFunc(got.Bookings, func(b bookings.BookedTime) bool { return b.ID == id })
	}
	var wg sync.WaitGroup
	for who := range 6 {
		var mine []bookings.Booking
		for n := range 12 {
			mine = append(mine, c.booking("cellar", 24*200+48+4*(12*who+n), 24*200+50+4*(12*who+n)))
		}
		s, other := c.servers[who%2], c.servers[(who+1)%2]
		wg.Go(func() {
			for i := range mine {
				if _, err := s.Bookings.Book(c.ctx, mine[i], c.now); err != nil {
					t.Error(err)
					return
				}
				if !has(s, mine[i].ID) || !has(other, mine[i].ID) {
					t.Errorf("%s is made, and not on its day", mine[i].ID)
				}
				if i%2 == 0 {
					continue
				}
				if _, err := other.Bookings.EndBooking(c.ctx, "org_a", mine[i].ID, booking.Cancelled, "other", false, c.now); err != nil {
					t.Error(err)
					return
				}
				if has(s, mine[i].ID) || has(other, mine[i].ID) {
					t.Errorf("%s is cancelled, and stands on its day", mine[i].ID)
				}
			}
		})
	}
	wg.Wait()
	c.looks([]bookings.DaysAsked{q}, map[string]string{})
}
