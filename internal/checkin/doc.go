// Package checkin has the rules of the door, and no I/O: what a scan is, and
// what a set of scans adds up to.
//
// Doors lose their network. So devices let people in alone, and their logs
// arrive later, in any order, some twice. What has happened is therefore never
// a sequence of updates but a fold over the set of scans: for each ticket the
// earliest admission stands, and every other one of the same ticket is a double
// admission, flagged with both scans. The same set gives the same state,
// however it came together.
//
// A door has lists: the event's own, and those that an organizer makes (a day, a
// lounge, a stage), each with its tiers, its hours, and its rule of coming in
// again. A ticket comes in at each list by itself.
//
// The store applies this fold to the tickets that a sync touches; package
// verify applies it to the whole event and compares.
package checkin
