package page

import (
	"html/template"
	"strings"
)

// HostCalendarURL is where calendar programs read the events of an organization, below origin.
func HostCalendarURL(origin, organization string) string {
	return origin + "/v1/public/organizers/" + organization + "/events.ics"
}

// SeriesCalendarURL is where calendar programs read the dates of a series.
func SeriesCalendarURL(origin, series string) string {
	return origin + "/v1/public/series/" + series + "/events.ics"
}

// VenueCalendarURL is where calendar programs read the events of a venue.
func VenueCalendarURL(origin, venue string) string {
	return origin + "/v1/public/venues/" + venue + "/events.ics"
}

// FeedURL is where feed readers read what is new of an organization.
func FeedURL(origin, organization string) string {
	return origin + "/v1/public/organizers/" + organization + "/events.atom"
}

// subscribe offers a calendar, and a feed unless it is "". The scheme webcal makes browsers
// ask a calendar program to subscribe, where https would save a file.
func (v *view) subscribe(calendar, feed string) {
	_, address, _ := strings.Cut(calendar, "://")
	v.Calendar, v.FeedPath = template.URL("webcal://"+address), feed //nolint:gosec // of our own address
}
