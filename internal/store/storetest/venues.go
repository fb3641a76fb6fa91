package storetest

import (
	"fmt"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// twoVenues is two organizations with a venue and a room each.
func twoVenues(t *testing.T, open Open) *store.Store {
	t.Helper()
	s := open(t)
	for _, n := range []string{"a", "b"} {
		for _, err := range []error{
			s.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: "org_" + n, Name: n, CreatedAt: 1}),
			s.Venues.CreateVenue(t.Context(), venues.Venue{OrgID: "org_" + n, ID: "ven_" + n, Name: "Venue " + n, Address: "Quay", CreatedAt: 2}),
			s.Venues.CreateRoom(t.Context(), venues.Room{OrgID: "org_" + n, ID: "roo_" + n, VenueID: "ven_" + n, Name: "Room " + n, CreatedAt: 3}),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return s
}

func testVenues(t *testing.T, open Open) {
	s := twoVenues(t, open)
	ctx := t.Context()
	venue := venues.Venue{OrgID: "org_a", ID: "ven_a", Name: "Venue a", Address: "Quay", CreatedAt: 2, Timezone: "UTC", BufferRule: booking.Sum, Facilities: []string{}, Version: 1}
	room := venues.Room{OrgID: "org_a", ID: "roo_a", VenueID: "ven_a", Name: "Room a", CreatedAt: 3, Facilities: []string{}}
	same(t, must[*venues.Venue](t)(s.Venues.Venue(ctx, "org_a", "ven_a")), &venue)
	same(t, must[*venues.Room](t)(s.Venues.Room(ctx, "org_a", "roo_a")), &room)
	same(t, must[[]venues.Venue](t)(s.Venues.VenuesPage(ctx, "org_a", "", 10)), []venues.Venue{venue})
	same(t, must[[]venues.Venue](t)(s.Venues.VenuesPage(ctx, "org_a", "ven_a", 10)), []venues.Venue(nil))
	same(t, must[[]venues.Room](t)(s.Venues.Rooms(ctx, "org_a", "ven_a", 10)), []venues.Room{room})
	same(t, must[[]venues.Room](t)(s.Venues.Rooms(ctx, "org_a", "ven_b", 10)), []venues.Room(nil))
	same(t, must[[]venues.Room](t)(s.Venues.RoomsBetween(ctx, "org_a", "ven_a", "ven_b", 10)), []venues.Room{room})
	same(t, must[[]venues.Room](t)(s.Venues.RoomsBetween(ctx, "org_a", "ven_b", "ven_c", 10)), []venues.Room(nil))
	_, err := s.Venues.Venue(ctx, "org_a", "ven_b")
	wantErr(t, err, database.ErrNotFound)
	_, err = s.Venues.Room(ctx, "org_a", "roo_b")
	wantErr(t, err, database.ErrNotFound)
	wantErr(t, s.Venues.CreateVenue(ctx, venue), database.ErrConflict)
	wantErr(t, s.Venues.CreateRoom(ctx, room), database.ErrConflict)
	wantErr(t, s.Venues.CreateVenue(ctx, venues.Venue{OrgID: "org_nobody", ID: "ven_c"}), database.ErrConstraint)
	wantErr(t, s.Venues.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: "roo_c", VenueID: "ven_b"}), database.ErrNotFound)
}

func testSeatingPlans(t *testing.T, open Open) {
	s := twoVenues(t, open)
	ctx := t.Context()
	plan := func(version int64) *venues.SeatingPlan {
		return &venues.SeatingPlan{OrgID: "org_a", ID: "pla_a", Version: version, RoomID: "roo_a", Name: fmt.Sprint("Version ", version), Seats: 10 * version,
			Document: fmt.Sprintf(`{"seats":%d}`, 10*version), CreatedAt: 4}
	}
	wantErr(t, s.Venues.CreateSeatingPlan(ctx, plan(2)), database.ErrNotFound) // no version 1
	for v := int64(1); v <= 2; v++ {
		if err := s.Venues.CreateSeatingPlan(ctx, plan(v)); err != nil {
			t.Fatal(err)
		}
	}
	wantErr(t, s.Venues.CreateSeatingPlan(ctx, plan(2)), database.ErrConflict)
	wantErr(t, s.Venues.CreateSeatingPlan(ctx, plan(4)), database.ErrNotFound)
	foreign := plan(1)
	foreign.ID, foreign.RoomID = "pla_b", "roo_b"
	wantErr(t, s.Venues.CreateSeatingPlan(ctx, foreign), database.ErrNotFound)
	elsewhere := plan(3)
	elsewhere.OrgID, elsewhere.RoomID = "org_b", "roo_b"
	wantErr(t, s.Venues.CreateSeatingPlan(ctx, elsewhere), database.ErrNotFound)

	same(t, must[*venues.SeatingPlan](t)(s.Venues.SeatingPlan(ctx, "org_a", "pla_a", 0)), plan(2))
	same(t, must[*venues.SeatingPlan](t)(s.Venues.SeatingPlan(ctx, "org_a", "pla_a", 1)), plan(1))
	_, err := s.Venues.SeatingPlan(ctx, "org_b", "pla_a", 0)
	wantErr(t, err, database.ErrNotFound)
	listed := *plan(2)
	listed.Document = ""
	placed := venues.PlacedPlan{SeatingPlan: listed, Room: "Room a", VenueID: "ven_a", Venue: "Venue a"}
	same(t, must[[]venues.PlacedPlan](t)(s.Venues.PlacedPlans(ctx, "org_a", "", 10)), []venues.PlacedPlan{placed})
	same(t, must[[]venues.PlacedPlan](t)(s.Venues.PlacedPlans(ctx, "org_a", "pla_a", 10)), []venues.PlacedPlan(nil))
	same(t, must[[]venues.PlacedPlan](t)(s.Venues.PlacedPlans(ctx, "org_b", "", 10)), []venues.PlacedPlan(nil))
	same(t, must[[]venues.SeatingPlan](t)(s.Venues.SeatingPlans(ctx, "org_a", "roo_a", 10)), []venues.SeatingPlan{listed})
	same(t, must[[]venues.SeatingPlan](t)(s.Venues.SeatingPlans(ctx, "org_b", "roo_a", 10)), []venues.SeatingPlan(nil))

	// Of many who make the next version at once, one does.
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() { errs[i] = s.Venues.CreateSeatingPlan(ctx, plan(3)) })
	}
	wg.Wait()
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
			continue
		}
		wantErr(t, err, database.ErrConflict)
	}
	if made != 1 {
		t.Errorf("version 3 was made %d times", made)
	}
}
