// Package guestlist brings a guest list that somebody keeps elsewhere into an
// event: it reads CSV and names each fault by line and column, and registers the
// people of a list that was checked, in the background.
//
// Each line is a registration like any other: it goes through the event's
// sequencer, in the order of the file, and every limit holds. What package inventory
// refuses is kept with the line it stands on. A line is registered once, however
// often the work is begun again.
package guestlist
