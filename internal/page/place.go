package page

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/venue"
)

// facilities are what a venue and the rooms of an event have, as they are called; nil: the event
// takes no rooms.
func (w *Words) facilities(at *venues.EventPlace) []string {
	if at == nil {
		return nil
	}
	names := venue.InOrder(at.Has())
	for i, f := range names {
		if name := w.Facilities[f]; name != "" {
			names[i] = name
		}
	}
	return names
}

// atVenue adds what an event's venue has and asks for, behind where the event is.
func (v *view) atVenue(at *venues.EventPlace) {
	if at == nil {
		return
	}
	comma := locale.Comma(v.Words.Tag)
	rooms := make([]string, len(at.Rooms))
	for i := range at.Rooms {
		rooms[i] = at.Rooms[i].Name
	}
	for _, f := range []fact{
		{Label: v.Rooms, Text: strings.Join(rooms, comma)},
		{Label: v.AtVenue, Text: strings.Join(v.facilities(at), comma)},
		{Label: v.HouseRules, Text: at.HouseRules, Lines: true},
	} {
		if f.Text != "" {
			v.Facts = append(v.Facts, f)
		}
	}
}
