// Package venues reads and writes what venues are: their rooms, seating plans, add-ons and pictures, the
// lock that whoever changes something of a venue takes, and what is kept of a venue with its version.
// It knows nothing of bookings. What these have a say in, package venuechanges changes.
package venues
