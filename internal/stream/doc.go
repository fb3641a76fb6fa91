// Package stream tells those who look at an event that it has changed.
//
// The sequencer calls Publish after each commit; what other servers on the same
// database commit is noticed by asking, twice a second and for all watched
// events at once, where their ledgers stand. Where other servers tell of their
// changes (package peers), that is Publish too, and asking is the safety net, four
// times as seldom. Nothing of the change itself
// travels: a channel per watched event waits a moment, so that a thousand changes
// are one, reads how things are now, encodes that once, and hands it to all
// readers. So a hot event costs the same however hot it is, an event that nobody
// looks at costs a look into a map, and a reader can lose nothing but the states
// in between.
//
// The package owns channels, readers and the count of connections. It knows
// neither HTTP nor SQL nor what is said: package api gives it a Source, and
// writes the frames, as a Sink that waits for nobody or from a Reader's channel.
// A reader that does not keep up is dropped; it comes back with the number of the
// last frame that it saw.
package stream
