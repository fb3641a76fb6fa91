// Package bookings reads and writes who has booked the rooms of venues: what is decided by package
// booking is read and stored under the lock of the venue, with what was paid for it. What a venue is, and
// its lock, are in package venues; what is asked of those who have to pay is in package dues.
package bookings
