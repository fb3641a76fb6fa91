package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// shownAs are pictures by their names, in that order.
func shownAs(names ...string) []galleries.Shown {
	var list []galleries.Shown
	for i, name := range names {
		list = append(list, galleries.Shown{Picture: name, Cover: events.Cover{Alt: "Seen in " + name, X: int64(i), Y: 50, Width: 640, Height: 360}})
	}
	return list
}

// testGalleries: a venue and each room have pictures in their order, which are changed as a whole,
// read with them, and go with them.
func testGalleries(t *testing.T, open Open) {
	s := twoVenues(t, open)
	ctx := t.Context()
	done := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ofVenue, ofRoom := shownAs("pic_b", "pic_a", "pic_c"), shownAs("pic_c", "pic_a")
	done(s.Venues.CreateVenue(ctx, venues.Venue{OrgID: "org_a", ID: "ven_c", Name: "Third", CreatedAt: 3, Pictures: ofVenue}))
	done(s.Venues.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: "roo_c", VenueID: "ven_c", Name: "Attic", CreatedAt: 3, Pictures: ofRoom}))
	done(s.Venues.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: "roo_d", VenueID: "ven_c", Name: "Bare", CreatedAt: 3, PartOf: "roo_c"}))
	is := func(ofVenue, ofRoom []galleries.Shown) {
		t.Helper()
		same(t, must[*venues.Venue](t)(s.Venues.Venue(ctx, "org_a", "ven_c")).Pictures, ofVenue)
		same(t, must[*venues.Room](t)(s.Venues.Room(ctx, "org_a", "roo_c")).Pictures, ofRoom)
		page := must[[]venues.Venue](t)(s.Venues.VenuesPage(ctx, "org_a", "", 10))
		same(t, page[0].Pictures, []galleries.Shown(nil))
		same(t, page[1].Pictures, ofVenue)
		for _, rooms := range [][]venues.Room{
			must[[]venues.Room](t)(s.Venues.Rooms(ctx, "org_a", "ven_c", 10)), must[[]venues.Room](t)(s.Venues.RoomsBetween(ctx, "org_a", "ven_a", "ven_c", 10))[1:],
			must[*venues.VenueRooms](t)(s.Venues.VenueRooms(ctx, "org_a", "ven_c")).Rooms,
		} {
			same(t, rooms[0].Pictures, ofRoom)
			same(t, rooms[1].Pictures, []galleries.Shown(nil))
		}
		same(t, must[*venues.VenueRooms](t)(s.Venues.VenueRooms(ctx, "org_a", "ven_c")).Pictures, ofVenue)
	}
	is(ofVenue, ofRoom)

	// Another name leaves them; another order, other words and other pictures are one change.
	name := "Renamed"
	same(t, must[*venues.Venue](t)(s.Venues.ChangeVenue(ctx, "org_a", "ven_c", &venuechanges.VenueChange{Name: &name})).Pictures, ofVenue)
	same(t, must[*venues.Room](t)(s.Venues.ChangeRoom(ctx, "org_a", "roo_c", &venuechanges.RoomChange{Name: &name})).Pictures, ofRoom)
	is(ofVenue, ofRoom)
	ofVenue, ofRoom = shownAs("pic_c", "pic_b"), shownAs("pic_a", "pic_d", "pic_c")
	same(t, must[*venues.Venue](t)(s.Venues.ChangeVenue(ctx, "org_a", "ven_c", &venuechanges.VenueChange{Pictures: &ofVenue})).Pictures, ofVenue)
	same(t, must[*venues.Room](t)(s.Venues.ChangeRoom(ctx, "org_a", "roo_c", &venuechanges.RoomChange{Pictures: &ofRoom})).Pictures, ofRoom)
	is(ofVenue, ofRoom)

	// What is too much, and a picture that is there twice, changes nothing.
	var names []string
	for i := range galleries.Max + 1 {
		names = append(names, fmt.Sprint("pic_", i))
	}
	most := shownAs(names[1:]...)
	for _, wrong := range []struct {
		pictures []galleries.Shown
		err      error
	}{{shownAs(names...), database.ErrLimit}, {shownAs("pic_a", "pic_b", "pic_a"), database.ErrConflict}} {
		_, err := s.Venues.ChangeVenue(ctx, "org_a", "ven_c", &venuechanges.VenueChange{Name: &names[0], Pictures: &wrong.pictures})
		wantErr(t, err, wrong.err)
		_, err = s.Venues.ChangeRoom(ctx, "org_a", "roo_c", &venuechanges.RoomChange{Name: &names[0], Pictures: &wrong.pictures})
		wantErr(t, err, wrong.err)
		wantErr(t, s.Venues.CreateVenue(ctx, venues.Venue{OrgID: "org_a", ID: "ven_e", Pictures: wrong.pictures}), wrong.err)
		wantErr(t, s.Venues.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: "roo_e", VenueID: "ven_c", Pictures: wrong.pictures}), wrong.err)
		_, err = s.Venues.Room(ctx, "org_a", "roo_e")
		wantErr(t, err, database.ErrNotFound)
	}
	is(ofVenue, ofRoom)
	same(t, must[*venues.Venue](t)(s.Venues.ChangeVenue(ctx, "org_a", "ven_c", &venuechanges.VenueChange{Pictures: &most})).Pictures, most)
	is(most, ofRoom)
	galleriesAtOnce(t, s.Venues.ChangeVenue, func() []galleries.Shown {
		return must[*venues.Venue](t)(s.Venues.Venue(ctx, "org_a", "ven_c")).Pictures
	})

	// They go with their room, and with their venue.
	none := []galleries.Shown(nil)
	same(t, must[*venues.Venue](t)(s.Venues.ChangeVenue(ctx, "org_a", "ven_c", &venuechanges.VenueChange{Pictures: &none})).Pictures, none)
	is(nil, ofRoom)
	same(t, must[int64](t)(s.Venues.DeleteRoom(ctx, "org_a", "roo_c")), int64(0))
	done(s.Venues.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: "roo_c", VenueID: "ven_c", Name: "Attic", CreatedAt: 3}))
	is(nil, nil)
	must[*venues.Venue](t)(s.Venues.ChangeVenue(ctx, "org_a", "ven_c", &venuechanges.VenueChange{Pictures: &most}))
	must[*venues.Room](t)(s.Venues.ChangeRoom(ctx, "org_a", "roo_c", &venuechanges.RoomChange{Pictures: &most}))
	must[venuechanges.VenueRemoval](t)(s.Venues.DeleteVenue(ctx, "org_a", "ven_c"))
	done(s.Venues.CreateVenue(ctx, venues.Venue{OrgID: "org_a", ID: "ven_c", Name: "Third", CreatedAt: 3}))
	done(s.Venues.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: "roo_c", VenueID: "ven_c", Name: "Attic", CreatedAt: 3}))
	same(t, must[*venues.Venue](t)(s.Venues.Venue(ctx, "org_a", "ven_c")).Pictures, none)
	same(t, must[*venues.Room](t)(s.Venues.Room(ctx, "org_a", "roo_c")).Pictures, none)
}

// galleriesAtOnce: of those who change the pictures of a venue at once, one has the last word: what
// is there then is one of their lists, whole.
func galleriesAtOnce(t *testing.T, change func(ctx context.Context, org, id string, c *venuechanges.VenueChange) (*venues.Venue, error), now func() []galleries.Shown) {
	t.Helper()
	lists := make([][]galleries.Shown, 4)
	errs := make([]error, len(lists))
	var all sync.WaitGroup
	for i := range lists {
		for n := range i + 2 {
			lists[i] = append(lists[i], shownAs(fmt.Sprint("pic_", i, n))...)
		}
		all.Go(func() {
			_, errs[i] = change(t.Context(), "org_a", "ven_c", &venuechanges.VenueChange{Pictures: &lists[i]})
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	got := now()
	same(t, got, lists[len(got)-2])
}
