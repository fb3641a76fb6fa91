// Package bookings reads and writes venues, their rooms and add-ons, and who has booked
// them: what is decided by package booking is read and stored under the lock of the
// venue.
package bookings
