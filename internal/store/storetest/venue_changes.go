package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

func planFor(org, room, id string, version int64) *venues.SeatingPlan {
	return &venues.SeatingPlan{OrgID: org, ID: id, Version: version, RoomID: room, Name: fmt.Sprint("Version ", version), Seats: 10, Document: `{"seats":10}`, CreatedAt: 4}
}

// testVenueChanges: what is renamed and deleted is one organization's, whatever another says.
func testVenueChanges(t *testing.T, open Open) {
	s := twoVenues(t, open)
	ctx := t.Context()
	done := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	name, address := "Other name", ""
	for v := int64(1); v <= 2; v++ {
		done(s.Venues.CreateSeatingPlan(ctx, planFor("org_a", "roo_a", "pla_a", v)))
	}
	done(s.Venues.CreateSeatingPlan(ctx, planFor("org_a", "roo_a", "pla_c", 1)))
	done(s.Venues.CreateSeatingPlan(ctx, planFor("org_b", "roo_b", "pla_b", 1)))

	for _, id := range []string{"ven_b", "ven_x"} {
		_, err := s.Venues.ChangeVenue(ctx, "org_a", id, &venuechanges.VenueChange{Name: &name})
		wantErr(t, err, database.ErrNotFound)
		_, err = s.Venues.DeleteVenue(ctx, "org_a", id)
		wantErr(t, err, database.ErrNotFound)
	}
	for _, id := range []string{"roo_b", "roo_x"} {
		_, err := s.Venues.ChangeRoom(ctx, "org_a", id, &venuechanges.RoomChange{Name: &name})
		wantErr(t, err, database.ErrNotFound)
		_, err = s.Venues.DeleteRoom(ctx, "org_a", id)
		wantErr(t, err, database.ErrNotFound)
	}
	for _, id := range []string{"pla_b", "pla_x"} {
		_, err := s.Venues.RenameSeatingPlan(ctx, "org_a", id, name)
		wantErr(t, err, database.ErrNotFound)
		wantErr(t, s.Venues.DeleteSeatingPlan(ctx, "org_a", id), database.ErrNotFound)
	}

	venue := &venues.Venue{OrgID: "org_a", ID: "ven_a", Name: name, Address: "Quay", CreatedAt: 2, Timezone: "UTC", BufferRule: booking.Sum, Facilities: []string{}, Version: 2}
	same(t, must[*venues.Venue](t)(s.Venues.ChangeVenue(ctx, "org_a", "ven_a", &venuechanges.VenueChange{Name: &name})), venue)
	venue.Address, venue.Version = "", 3
	same(t, must[*venues.Venue](t)(s.Venues.ChangeVenue(ctx, "org_a", "ven_a", &venuechanges.VenueChange{Address: &address})), venue)
	venue.Version = 4
	same(t, must[*venues.Venue](t)(s.Venues.ChangeVenue(ctx, "org_a", "ven_a", &venuechanges.VenueChange{})), venue)
	same(t, must[*venues.Venue](t)(s.Venues.Venue(ctx, "org_a", "ven_a")), venue)

	// What it is and has, all of it and each by itself.
	at, kind, rules, capacity, has, closed := "53.5436,9.9889", "theatre", "No dogs.", int64(300), []string{"step_free", "Piano"}, true
	venue.Coordinates, venue.Kind, venue.HouseRules, venue.Capacity, venue.Facilities, venue.Inactive, venue.Version = at, kind, rules, capacity, has, true, 5
	same(t, must[*venues.Venue](t)(s.Venues.ChangeVenue(ctx, "org_a", "ven_a",
		&venuechanges.VenueChange{Coordinates: &at, Kind: &kind, HouseRules: &rules, Capacity: &capacity, Facilities: &has, Inactive: &closed})), venue)
	same(t, must[*venues.Venue](t)(s.Venues.Venue(ctx, "org_a", "ven_a")), venue)
	closed = false
	venue.Inactive, venue.Version = false, 6
	same(t, must[*venues.Venue](t)(s.Venues.ChangeVenue(ctx, "org_a", "ven_a", &venuechanges.VenueChange{Inactive: &closed})), venue)
	same(t, must[*venues.Room](t)(s.Venues.ChangeRoom(ctx, "org_a", "roo_a", &venuechanges.RoomChange{Facilities: &has})).Facilities, has)
	same(t, must[*venues.Room](t)(s.Venues.Room(ctx, "org_a", "roo_a")).Facilities, has)
	same(t, must[*venues.Room](t)(s.Venues.ChangeRoom(ctx, "org_a", "roo_a", &venuechanges.RoomChange{Name: &name})).Name, name)
	same(t, must[*venues.Room](t)(s.Venues.Room(ctx, "org_a", "roo_a")).Name, name)
	newest := planFor("org_a", "roo_a", "pla_a", 2)
	newest.Name = name
	bare := *newest
	bare.Document = ""
	same(t, must[*venues.SeatingPlan](t)(s.Venues.RenameSeatingPlan(ctx, "org_a", "pla_a", name)), &bare)
	same(t, must[*venues.SeatingPlan](t)(s.Venues.SeatingPlan(ctx, "org_a", "pla_a", 0)), newest)
	same(t, must[*venues.SeatingPlan](t)(s.Venues.SeatingPlan(ctx, "org_a", "pla_a", 1)), planFor("org_a", "roo_a", "pla_a", 1))

	// A plan goes with all its versions, a room with its plans, a venue with its rooms.
	done(s.Venues.DeleteSeatingPlan(ctx, "org_a", "pla_a"))
	_, err := s.Venues.SeatingPlan(ctx, "org_a", "pla_a", 1)
	wantErr(t, err, database.ErrNotFound)
	wantErr(t, s.Venues.CreateSeatingPlan(ctx, planFor("org_a", "roo_a", "pla_a", 3)), database.ErrNotFound)
	same(t, len(must[[]venues.SeatingPlan](t)(s.Venues.SeatingPlans(ctx, "org_a", "roo_a", 10))), 1)
	done(s.Venues.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: "roo_c", VenueID: "ven_a", Name: "Second", CreatedAt: 3}))
	done(s.Venues.CreateSeatingPlan(ctx, planFor("org_a", "roo_c", "pla_d", 1)))
	done(s.Venues.CreateSeatingPlan(ctx, planFor("org_a", "roo_c", "pla_d", 2)))
	done(s.Venues.CreateSeatingPlan(ctx, planFor("org_a", "roo_c", "pla_e", 1)))
	same(t, must[int64](t)(s.Venues.DeleteRoom(ctx, "org_a", "roo_a")), int64(1))
	same(t, must[venuechanges.VenueRemoval](t)(s.Venues.DeleteVenue(ctx, "org_a", "ven_a")), venuechanges.VenueRemoval{Rooms: 1, Plans: 2})
	same(t, must[[]venues.PlacedPlan](t)(s.Venues.PlacedPlans(ctx, "org_a", "", 10)), []venues.PlacedPlan(nil))
	same(t, must[[]venues.Room](t)(s.Venues.Rooms(ctx, "org_a", "ven_a", 10)), []venues.Room(nil))
	_, err = s.Venues.DeleteVenue(ctx, "org_a", "ven_a")
	wantErr(t, err, database.ErrNotFound)
	wantErr(t, s.Venues.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: "roo_e", VenueID: "ven_a"}), database.ErrNotFound)

	same(t, must[*venues.Venue](t)(s.Venues.Venue(ctx, "org_b", "ven_b")).Name, "Venue b")
	same(t, len(must[[]venues.PlacedPlan](t)(s.Venues.PlacedPlans(ctx, "org_b", "", 10))), 1)
}

// testVenueRace: while some draw, one deletes the venue: it goes with all that was stored before,
// and nothing is stored after it. Without the locks on venue and room PostgreSQL
// refuses the deletion now and then, or a plan stays behind as its second version.
func testVenueRace(t *testing.T, open Open) {
	s := twoVenues(t, open)
	ctx := t.Context()
	for round := range 10 {
		venue, room := fmt.Sprint("ven_", round), fmt.Sprint("roo_", round)
		for _, err := range []error{
			s.Venues.CreateVenue(ctx, venues.Venue{OrgID: "org_a", ID: venue, Name: "Venue", CreatedAt: 2}),
			s.Venues.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: room, VenueID: venue, Name: "Room", CreatedAt: 3}),
			s.Venues.CreateSeatingPlan(ctx, planFor("org_a", room, fmt.Sprint("pla_", round), 1)),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		var wg sync.WaitGroup
		errs := make([]error, 6)
		begin := make(chan struct{})
		for i := range errs {
			wg.Go(func() {
				<-begin
				switch {
				case i < 2:
					errs[i] = s.Venues.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: fmt.Sprint(room, "_", i), VenueID: venue, Name: "Room", CreatedAt: 3})
				case i < 4:
					errs[i] = s.Venues.CreateSeatingPlan(ctx, planFor("org_a", room, fmt.Sprint("pla_", round, "_", i), 1))
				case i < 5:
					errs[i] = s.Venues.CreateSeatingPlan(ctx, planFor("org_a", room, fmt.Sprint("pla_", round), 2))
				default:
					_, errs[i] = s.Venues.DeleteVenue(ctx, "org_a", venue)
				}
			})
		}
		close(begin)
		wg.Wait()
		for i, err := range errs {
			if err != nil && (i == len(errs)-1 || !errors.Is(err, database.ErrNotFound)) {
				t.Errorf("round %d, %d: %v", round, i, err)
			}
		}
		same(t, must[[]venues.Room](t)(s.Venues.Rooms(ctx, "org_a", venue, 10)), []venues.Room(nil))
		same(t, must[[]venues.PlacedPlan](t)(s.Venues.PlacedPlans(ctx, "org_a", "", 10)), []venues.PlacedPlan(nil))
	}
}
