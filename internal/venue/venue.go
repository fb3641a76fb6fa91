// Package venue has what a venue can be and what it can have, as far as there are words for it in
// every language. It is pure.
package venue

import "slices"

// Kinds are what a venue can be. "" is not said.
var Kinds = []string{"hall", "club", "theatre", "outdoor", "meeting", "online"}

// Facilities are what venues and rooms have that guests read of in their own language. What is not
// among them is shown in the words of the organizer.
var Facilities = []string{
	"step_free", "accessible_toilet", "wheelchair_spaces", "hearing_loop", "quiet_room",
	"stage", "projector", "sound_system", "wifi", "kitchen", "bar", "cloakroom", "parking", "bicycle_parking",
}

// Limits of what is said of a venue.
const (
	MaxFacilities = 40    // of a venue, and of a room
	MaxFacility   = 60    // letters
	MaxHouseRules = 5_000 // letters
	MaxCapacity   = 1_000_000
)

// InOrder puts facilities into the order of Facilities, in which those stand first that people need to
// come in at all; what is not among these follows as it was given.
func InOrder(list []string) []string {
	out := make([]string, 0, len(list))
	for _, f := range Facilities {
		if slices.Contains(list, f) {
			out = append(out, f)
		}
	}
	for _, f := range list {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}
