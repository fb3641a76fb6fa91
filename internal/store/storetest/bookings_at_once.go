package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
)

// testBookingsAtOnce: those who ask at once are answered as if they came one after another,
// also when somebody else changes the venue on another server meanwhile.
func testBookingsAtOnce(t *testing.T, open Open) {
	h := openHall(t, open)
	ctx, other := h.ctx, open(t)
	// atOnce books an hour for each of many people, and returns who has it and why others do not.
	atOnce := func(n int, rooms []string, from int, now inventory.Instant) (made []*bookings.Booking, refused []*bookings.Refused) {
		t.Helper()
		var wg sync.WaitGroup
		var mu sync.Mutex
		bodies := make([]bookings.Booking, n)
		for i := range bodies {
			bodies[i] = h.booking(rooms[i%len(rooms)], from, from+1)
		}
		for i := range bodies {
			wg.Go(func() {
				by := organizations.By{Actor: fmt.Sprint("mem_", i%3), At: now}
				b, err := h.s.Bookings.Book(organizations.WithBy(ctx, by), bodies[i], now)
				mu.Lock()
				defer mu.Unlock()
				var r *bookings.Refused
				switch {
				case err == nil:
					if b.CreatedBy != by.Actor {
						t.Errorf("made by %s, asked for by %s", b.CreatedBy, by.Actor)
					}
					made = append(made, b)
				case errors.As(err, &r):
					refused = append(refused, r)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		return made, refused
	}
	for hours := range 4 {
		made, refused := atOnce(24, []string{"hall", "east", "west-1", "cellar"}, 10+hours, bookingsFrom)
		var rooms []string
		for _, b := range made {
			rooms = append(rooms, b.Rooms...)
		}
		slices.Sort(rooms)
		if got := fmt.Sprint(rooms); got != "[cellar hall]" && got != "[cellar east west-1]" {
			t.Fatalf("booked: %v", rooms)
		}
		for _, r := range refused {
			if r.Code != booking.RoomTaken || len(r.Conflicts) == 0 {
				t.Errorf("%+v", r)
			}
			if r.Near {
				first := bookings.Booking{OrgID: "org_a", ID: "bkg_try", VenueID: "ven_a", Rooms: []string{r.Conflicts[0].Room}, StartsAt: hour(10 + hours), EndsAt: hour(11 + hours)}
				before, after, err := h.s.Bookings.Nearest(ctx, &first, bookingsFrom)
				h.ok(err)
				same(t, []*inventory.Instant{r.Before, r.After}, []*inventory.Instant{before, after})
			}
		}
	}
	same(t, count(t, h.s, overlaps), int64(0))

	// What is cancelled on another server is free here, and what is made there is taken.
	made, _ := atOnce(8, []string{"cellar"}, 30, bookingsFrom)
	_, err := other.Bookings.EndBooking(ctx, "org_a", made[0].ID, booking.Cancelled, "other", false, bookingsFrom)
	h.ok(err)
	if made, _ = atOnce(8, []string{"cellar"}, 30, bookingsFrom); len(made) != 1 {
		t.Errorf("%d have the hour that another server gave back", len(made))
	}
	theirs := must[*bookings.Booking](t)(other.Bookings.Book(ctx, h.booking("west-1", 40, 41), bookingsFrom))
	made, refused := atOnce(8, []string{"hall"}, 40, bookingsFrom)
	if len(made) != 0 || refused[0].Conflicts[0].Booking != theirs.ID {
		t.Errorf("%d have the hour that another server gave", len(made))
	}
	// So it is with a room that is divided otherwise, and with hours.
	_, err = other.Venues.ChangeRoom(ctx, "org_a", "west", &venuechanges.RoomChange{PartOf: new(string)})
	h.ok(err)
	if made, _ = atOnce(8, []string{"hall"}, 40, bookingsFrom); len(made) != 1 {
		t.Errorf("%d have a hall that has nothing of that room any more", len(made))
	}

	// A request that nobody has answered when it begins keeps nobody out from then on.
	yes := true
	_, err = h.s.Venues.ChangeVenue(ctx, "org_a", "ven_a", &venuechanges.VenueChange{NeedsApproval: &yes})
	h.ok(err)
	long := h.booking("cellar", 50, 60)
	must[*bookings.Booking](t)(h.s.Bookings.Book(ctx, long, bookingsFrom))
	if made, _ = atOnce(8, []string{"cellar"}, 55, hour(49)); len(made) != 0 {
		t.Errorf("%d have an hour that is asked for", len(made))
	}
	if made, _ = atOnce(8, []string{"cellar"}, 55, hour(51)); len(made) != 1 || h.states(long) != "lapsed" {
		t.Errorf("%d have the hour, and the request is %s", len(made), h.states(long))
	}
	same(t, count(t, h.s, overlaps), int64(0))

	testFillingUp(t, h, other.Bookings)
}

// testFillingUp: while rooms fill up, those who come later are told what is in the way and the
// nearest free times as they are then, whatever was told to others before; also when somebody
// gives an hour back, or books one, on another server.
func testFillingUp(t *testing.T, h *dividedHall, other bookings.Bookings) {
	t.Helper()
	no := false
	_, err := h.s.Venues.ChangeVenue(h.ctx, "org_a", "ven_a", &venuechanges.VenueChange{NeedsApproval: &no})
	h.ok(err)
	r := rand.New(rand.NewPCG(seed.Of(t), 113))
	rooms := []string{"hall", "east", "west-1", "cellar", "east cellar"}
	const first, hours = 100, 40
	book := func(b bookings.Booking) (*bookings.Booking, *bookings.Refused) { //nolint:gocritic // what is kept is a copy
		venue, err := h.s.Bookings.VenueRooms(h.ctx, "org_a", "ven_a")
		if err != nil {
			t.Error(err)
			return nil, nil
		}
		made, err := h.s.Bookings.BookIn(h.ctx, venue, b, bookingsFrom)
		var refused *bookings.Refused
		if err != nil && !errors.As(err, &refused) {
			t.Error(err)
		}
		return made, refused
	}
	var live []string
	for round := range 12 {
		var wg sync.WaitGroup
		var mu sync.Mutex
		for range 20 {
			from := first + r.IntN(hours)
			b := h.booking(rooms[r.IntN(len(rooms))], from, from+1+r.IntN(2))
			wg.Go(func() {
				if made, _ := book(b); made != nil {
					mu.Lock()
					defer mu.Unlock()
					live = append(live, made.ID)
				}
			})
		}
		wg.Wait()
		if at := r.IntN(len(live)); round%4 == 3 {
			must[*bookings.Booking](t)(other.EndBooking(h.ctx, "org_a", live[at], booking.Cancelled, "other", false, bookingsFrom))
			live = slices.Delete(live, at, at+1)
		} else if made, err := other.Book(h.ctx, h.booking("cellar", first+round, first+round+1), bookingsFrom); err == nil {
			live = append(live, made.ID)
		}
		near := 0
		for i := range hours {
			b := h.booking(rooms[i%len(rooms)], first+i, first+i+1)
			err := other.CheckBooking(h.ctx, &b, bookingsFrom)
			if err == nil {
				continue
			}
			var want *bookings.Refused
			if !errors.As(err, &want) {
				t.Fatal(err)
			}
			want.Before, want.After, err = other.Nearest(h.ctx, &b, bookingsFrom)
			h.ok(err)
			wg.Go(func() {
				_, refused := book(b)
				if refused == nil {
					t.Errorf("%s is possible", b.ID)
					return
				}
				if refused.Near { // else whoever is told looks for them
					mu.Lock()
					near++
					mu.Unlock()
				} else {
					refused.Before, refused.After = want.Before, want.After
				}
				if !reflect.DeepEqual(refused.Decision, want.Decision) {
					t.Errorf("%+v, want %+v", refused.Decision, want.Decision)
				}
			})
		}
		wg.Wait()
		t.Logf("round %d: %d of those who were refused were told at once", round, near)
	}
	same(t, count(t, h.s, overlaps), int64(0))
	same(t, count(t, h.s, "select count(*) from bookings b where b.starts_at >= "+fmt.Sprint(int64(hour(first)))+" and b.status = 'confirmed'"), int64(len(live)))
	for _, id := range live {
		b := must[*bookings.Booking](t)(h.s.Bookings.Booking(h.ctx, "org_a", id))
		var want int64
		for _, room := range b.Rooms {
			want += map[string]int64{"hall": 2, "east": 1, "west-1": 1, "cellar": 1}[room]
		}
		same(t, count(t, h.s, "select count(*) from booking_rooms where live and booking_id = $1 and busy_from = $2 and busy_to = $3", id, int64(b.StartsAt), int64(b.EndsAt)), want)
	}
}
