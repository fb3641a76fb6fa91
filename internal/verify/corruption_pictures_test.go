package verify_test

import (
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// pictureCorruptions are those of the pictures of events and venues.
var pictureCorruptions = []corruption{
	// 33
	{"a picture is lost", 33, "its picture is not stored", []string{"delete from pictures"}},
	{"a picture is another organization's", 33, "its picture is of", []string{"update pictures set org_id = " + otherOrg}},
	{"a picture has another size", 33, "and is shown with 1600 × 900", []string{"update pictures set width = 1601"}},
	{"a picture has no file of its size", 33, "its largest file is not as large as it", []string{"update pictures set files = '[]'"}},
	{"a picture that is shown is being deleted", 33, "the files of its picture are being deleted", []string{"update pictures set unused_since = -1"}},
	{"nobody is told what is seen", 33, "nothing says what is seen in its picture", []string{`update events set cover = '{"x":50,"y":40,"width":1600,"height":900}' where cover_picture <> ''`}},
	{"what matters is outside", 33, "what matters in its picture is outside of it", []string{`update events set cover = '{"alt":"a boat","x":50,"y":140,"width":1600,"height":900}' where cover_picture <> ''`}},
	{"what is seen is left of a picture", 33, "says what is seen in a picture, and has none", []string{"update events set cover_picture = ''"}},
	{"the picture of a venue is lost", 33, "its picture is not stored", []string{"update gallery_pictures set picture = 'pic_x' where room_id = '' and position = 0"}},
	{"nobody is told what is seen of a venue", 33, "nothing says what is seen in its picture", []string{`update gallery_pictures set cover = '{"x":50,"y":40,"width":1600,"height":900}' where room_id = ''`}},
	{"the picture of a venue has another size", 33, "and is shown with 1601 × 900", []string{`update gallery_pictures set cover = '{"alt":"a mill","x":50,"y":40,"width":1601,"height":900}' where room_id = '' and position = 0`}},
	{"the picture of a room is lost", 33, "its picture is not stored", []string{"update gallery_pictures set picture = 'pic_x' where room_id <> '' and position = 0"}},
	{"nobody is told what is seen of a room", 33, "nothing says what is seen in its picture", []string{`update gallery_pictures set cover = '{"x":50,"y":40,"width":1600,"height":900}' where room_id <> ''`}},
	{"the main picture is gone, and none became it", 33, "its picture after 0 others is at position 1", []string{"delete from gallery_pictures where room_id = '' and position = 0"}},
	{"a venue has too many pictures", 33, "has more than 12 pictures", []string{fillGallery}},
	{"pictures are of a room of nobody", 33, "has pictures, and is not a room of", []string{"update gallery_pictures set room_id = 'roo_x' where room_id <> ''"}},
}

// fillGallery gives each venue that has two pictures eleven others behind them.
const fillGallery = `insert into gallery_pictures (org_id, venue_id, room_id, position, picture, cover)
	select g.org_id, g.venue_id, '', n.position, 'pic_' || n.position, g.cover from gallery_pictures g
	join (select 2 as position union select 3 union select 4 union select 5 union select 6 union select 7 union select 8 union select 9 union select 10 union select 11 union select 12) n on true
	where g.room_id = '' and g.position = 1`

// show gives an event a picture, and a venue and its room two.
func (f *fixture) show() {
	f.t.Helper()
	p := f.open(4, line(inventory.PromoteOffer, inventory.BoundedSkip))
	pic := events.Picture{
		OrgID: f.org, ID: "pic_" + f.org[4:] + "0123456789abcdef", Width: 1600, Height: 900, CreatedAt: inventory.At(f.now),
		Files: []events.PictureFile{{Width: 1600, Height: 900, Size: 1, SHA256: "00"}},
	}
	second := pic
	second.ID = "pic_" + f.org[4:] + "fedcba9876543210"
	for _, p := range []events.Picture{pic, second} {
		if err := f.store.Pictures.Keep(f.t.Context(), p); err != nil {
			f.t.Fatal(err)
		}
	}
	gallery := func(first, behind string) []galleries.Shown {
		return []galleries.Shown{
			{Picture: pic.ID, Cover: events.Cover{Alt: first, X: 50, Y: 40, Width: 1600, Height: 900}},
			{Picture: second.ID, Cover: events.Cover{Alt: behind, X: 50, Y: 40, Width: 1600, Height: 900}},
		}
	}
	venue := f.ids.Top(id.Venue)
	if err := f.store.Venues.CreateVenue(f.t.Context(), venues.Venue{
		OrgID: f.org, ID: venue, Name: "Old mill", CreatedAt: inventory.At(f.now), Facilities: []string{},
		Pictures: gallery("a mill", "its yard"),
	}); err != nil {
		f.t.Fatal(err)
	}
	if err := f.store.Venues.CreateRoom(f.t.Context(), venues.Room{
		OrgID: f.org, ID: f.ids.Top(id.Room), VenueID: venue, Name: "Loft", CreatedAt: inventory.At(f.now), Facilities: []string{},
		Pictures: gallery("beams", "a window"),
	}); err != nil {
		f.t.Fatal(err)
	}
	var now inventory.Event
	view, err := f.store.Events.Event(f.t.Context(), p.id)
	if err != nil {
		f.t.Fatal(err)
	}
	now = view.Event
	r := p.write(sequencer.Request{EventID: p.id, Command: inventory.Configure{
		Who: staff, From: &now, StartsAt: now.StartsAt, EndsAt: now.EndsAt, Zone: now.Zone, Settings: now.Settings,
	}, Details: &events.DetailsChange{CoverPicture: &pic.ID, Cover: &events.Cover{Alt: "a boat", X: 50, Y: 40, Width: 1600, Height: 900}}})[0]
	if r.Code != inventory.OK {
		f.t.Fatalf("%+v", r)
	}
}
