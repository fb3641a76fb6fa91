package verify

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Invariant 33: the picture of an event is its organization's, is there with every byte, and is
// put into words for whoever does not see it.

// coverOf is an event that names a picture.
type coverOf struct {
	event, org    string
	width, height int64
}

// noteCover checks what an event says of its picture, and notes that it names it.
func (r *run) noteCover(e *events.EventRecord) {
	name, cover := e.Details.CoverPicture, &e.Details.Cover
	if name == "" {
		if *cover != (events.Cover{}) {
			r.report.add(33, e.Event.ID, "", "says what is seen in a picture, and has none")
		}
		return
	}
	r.covers[name] = append(r.covers[name], coverOf{e.Event.ID, e.Event.OrgID, cover.Width, cover.Height})
	if strings.TrimSpace(cover.Alt) == "" {
		r.report.add(33, e.Event.ID, name, "nothing says what is seen in its picture")
	}
	if cover.X < 0 || cover.X > 100 || cover.Y < 0 || cover.Y > 100 {
		r.report.add(33, e.Event.ID, name, "what matters in its picture is outside of it, at %d and %d percent", cover.X, cover.Y)
	}
}

// checkPictures compares the pictures with the events that name them, and with their files.
func (r *run) checkPictures(ctx context.Context) error {
	err := r.snapshot.Pictures(func(p *events.Picture) error {
		if len(r.options.Events) == 0 {
			r.report.Checked.Pictures++
		}
		named := r.covers[p.ID]
		delete(r.covers, p.ID)
		for _, c := range named {
			switch {
			case c.org != p.OrgID:
				r.report.add(33, c.event, p.ID, "its picture is of %s", p.OrgID)
			case c.width != p.Width || c.height != p.Height:
				r.report.add(33, c.event, p.ID, "its picture has %d × %d pixels, and is shown with %d × %d", p.Width, p.Height, c.width, c.height)
			}
		}
		if n := len(p.Files); n == 0 || p.Files[n-1].Width != p.Width || p.Files[n-1].Height != p.Height {
			r.report.add(33, "", p.ID, "its largest file is not as large as it")
		}
		if len(named) == 0 {
			return nil
		}
		if p.UnusedSince < 0 {
			r.report.add(33, named[0].event, p.ID, "the files of its picture are being deleted")
		}
		if r.options.Pictures == nil {
			return nil
		}
		switch file, there, err := r.options.Pictures(ctx, p); {
		case err != nil:
			return err
		case file != "" && there:
			r.report.add(33, named[0].event, p.ID, "its file %s is not what was stored", file)
		case file != "":
			r.report.add(33, named[0].event, p.ID, "its file %s is not there", file)
		}
		return nil
	})
	for _, name := range slices.Sorted(maps.Keys(r.covers)) {
		for _, c := range r.covers[name] {
			r.report.add(33, c.event, name, "its picture is not stored")
		}
	}
	return err
}
