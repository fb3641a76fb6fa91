// Package busy reads calendars of others (RFC 5545) for when somebody is busy, and for nothing
// else: no title, no name and no place is kept of them. It is pure: the text of a calendar and a
// time go in, and periods, or what is wrong with the text, come out.
//
// A period that is overlooked lets a room be booked twice, so that whatever could be one and is
// not understood fails the calendar as a whole: a zone that is not known, a rule that is not
// supported, a text that ends too early. What takes no time (transparent, cancelled) is left out.
package busy
