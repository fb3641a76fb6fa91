package wire

import (
	"cmp"
	"strings"

	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/venue"
)

// EventVenue is the venue of an event, as guests have it.
type EventVenue struct {
	Name        string   `json:"name"`
	Address     string   `json:"address"`
	Coordinates string   `json:"coordinates" doc:"Latitude and longitude in degrees. Empty: not said." example:"53.5436,9.9889"`
	Type        string   `json:"type" enum:"none,hall,club,theatre,outdoor,meeting,online" doc:"What it is. none: not said."`
	Rooms       []string `json:"rooms" doc:"What the rooms are called that the event takes." example:"[\"Great hall\"]"`
	Facilities  []string `json:"facilities" doc:"What the venue has, and these rooms: step_free, accessible_toilet, wheelchair_spaces, hearing_loop, quiet_room, stage, projector, sound_system, wifi, kitchen, bar, cloakroom, parking, bicycle_parking, or what the organizer wrote." example:"[\"step_free\",\"hearing_loop\"]"`
	HouseRules  string   `json:"house_rules"`
}

// NoVenueType is the type of a venue that says none.
const NoVenueType = "none"

// VenueType is what a venue is, as the API calls it.
func VenueType(kind string) string { return cmp.Or(kind, NoVenueType) }

// EventVenueOf shows the venue of an event that takes rooms of it.
func EventVenueOf(v *venues.EventPlace) *EventVenue {
	if v == nil {
		return nil
	}
	p := &EventVenue{
		Name: v.Name, Address: v.Address, Coordinates: v.Coordinates, Type: VenueType(v.Kind), HouseRules: v.HouseRules,
		Rooms: []string{}, Facilities: venue.InOrder(v.Has()),
	}
	for i := range v.Rooms {
		p.Rooms = append(p.Rooms, v.Rooms[i].Name)
	}
	return p
}

// Coordinates is a point as it is stored; "" is none.
func Coordinates(c *httpapi.Checks, text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	p, ok := discovery.ParsePoint(text)
	if !ok {
		c.Add("coordinates", "bad_format", "must be a latitude and a longitude in degrees, like 53.5436,9.9889")
		return ""
	}
	return p.String()
}
