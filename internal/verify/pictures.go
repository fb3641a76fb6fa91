package verify

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// Invariant 33: a picture of an event, a venue or a room is its organization's, is there with every byte, and is
// put into words for whoever does not see it. Those of a venue or a room are in an order.

// coverOf is an event, or a venue or a room, that names a picture.
type coverOf struct {
	event, place  string // the other one is empty
	org           string
	width, height int64
}

// about returns what the report says a finding is about, of a cover whose picture has that name.
func (c *coverOf) about(name string) (event, subject string) {
	if c.place != "" {
		return "", c.place
	}
	return c.event, name
}

// noteCover checks what an event, a venue or a room says of its picture, and notes that it names it.
func (r *run) noteCover(of coverOf, name string, cover *events.Cover) {
	event, subject := of.about(name)
	if name == "" {
		if *cover != (events.Cover{}) {
			r.report.add(33, event, subject, "says what is seen in a picture, and has none")
		}
		return
	}
	of.width, of.height = cover.Width, cover.Height
	r.covers[name] = append(r.covers[name], of)
	if strings.TrimSpace(cover.Alt) == "" {
		r.report.add(33, event, subject, "nothing says what is seen in its picture")
	}
	if cover.X < 0 || cover.X > 100 || cover.Y < 0 || cover.Y > 100 {
		r.report.add(33, event, subject, "what matters in its picture is outside of it, at %d and %d percent", cover.X, cover.Y)
	}
}

// notePlaceCovers is noteCover for every picture of every venue and every room, which are in an order
// without gaps, and of a room that the venue has.
func (r *run) notePlaceCovers() error {
	if len(r.options.Events) > 0 {
		return nil
	}
	type place struct{ org, venue, room string }
	rooms := map[place]bool{}
	if err := r.snapshot.AllRooms(func(room *venues.Room) error {
		rooms[place{room.OrgID, room.VenueID, room.ID}] = true
		return nil
	}); err != nil {
		return err
	}
	var of place
	next := int64(0)
	return snapshot.GalleryPictures(r.snapshot, func(g *galleries.Row) error {
		at := place{g.OrgID, g.VenueID, g.RoomID}
		if at != of {
			of, next = at, 0
			if g.RoomID != "" && !rooms[at] {
				r.report.add(33, "", g.RoomID, "has pictures, and is not a room of %s", g.VenueID)
			}
		}
		subject := cmp.Or(g.RoomID, g.VenueID)
		switch {
		case g.Position != next:
			r.report.add(33, "", subject, "its picture after %d others is at position %d", next, g.Position)
		case next == galleries.Max:
			r.report.add(33, "", subject, "has more than %d pictures", galleries.Max)
		}
		next = g.Position + 1
		r.noteCover(coverOf{place: subject, org: g.OrgID}, g.Picture, &g.Cover)
		return nil
	})
}

// checkPictures compares the pictures with the events, venues and rooms that name them, and with their files.
func (r *run) checkPictures(ctx context.Context) error {
	if err := r.notePlaceCovers(); err != nil {
		return err
	}
	err := r.snapshot.Pictures(func(p *events.Picture) error {
		if len(r.options.Events) == 0 {
			r.report.Checked.Pictures++
		}
		named := r.covers[p.ID]
		delete(r.covers, p.ID)
		for _, c := range named {
			event, subject := c.about(p.ID)
			switch {
			case c.org != p.OrgID:
				r.report.add(33, event, subject, "its picture is of %s", p.OrgID)
			case c.width != p.Width || c.height != p.Height:
				r.report.add(33, event, subject, "its picture has %d × %d pixels, and is shown with %d × %d", p.Width, p.Height, c.width, c.height)
			}
		}
		if n := len(p.Files); n == 0 || p.Files[n-1].Width != p.Width || p.Files[n-1].Height != p.Height {
			r.report.add(33, "", p.ID, "its largest file is not as large as it")
		}
		if len(named) == 0 {
			return nil
		}
		event, subject := named[0].about(p.ID)
		if p.UnusedSince < 0 {
			r.report.add(33, event, subject, "the files of its picture are being deleted")
		}
		if r.options.Pictures == nil {
			return nil
		}
		switch file, there, err := r.options.Pictures(ctx, p); {
		case err != nil:
			return err
		case file != "" && there:
			r.report.add(33, event, subject, "its file %s is not what was stored", file)
		case file != "":
			r.report.add(33, event, subject, "its file %s is not there", file)
		}
		return nil
	})
	for _, name := range slices.Sorted(maps.Keys(r.covers)) {
		for _, c := range r.covers[name] {
			event, subject := c.about(name)
			r.report.add(33, event, subject, "its picture is not stored")
		}
	}
	return err
}
