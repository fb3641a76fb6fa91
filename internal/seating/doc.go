// Package seating knows what a seating plan is: sections, rows and seats, with
// their numbers, positions and tiers. It reads plans from JSON and CSV, says what
// is wrong with one, and writes it small.
//
// It is pure. Which seats are free, and which are best, is package inventory's to say:
// Plan.Layout is what it is given.
package seating
