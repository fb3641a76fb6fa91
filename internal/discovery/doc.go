// Package discovery finds published events by words.
//
// It keeps an index in a file of its own, one per server, whichever engine the
// database runs on: a search reads that file and leaves the database that sells
// alone. The index is a cache. It is filled from a Source, follows what changes
// there by a cursor, and is thrown away and filled again when there is any doubt
// about it: another version wrote the file, the last process did not close it, it
// is damaged, or it is gone. Until it is whole a search says ErrNotReady.
//
// The index says which events to look at and in which order. What is shown of them
// is read from the database, by whoever asked.
//
// Searches read memory only: what is in the file is there for the next start. A row is
// the number of an event and begins with its start, so that a span of time is a span of
// rows and "soonest first" is their order. Events are cut into segments of rows that
// follow each other; each knows for each term which of its events have it. A walk looks
// at one segment after the other and ends when a page is full. The first events that fit,
// a window, are ranked here. Filters are terms too, so that one walk has all.
//
//	file.go       the file: events put in and taken out, read again at a start
//	follow.go     keeping up with the source, beginning again
//	dictionary.go numbers for terms
//	segment.go    events in memory, and which have a term
//	memory.go     snapshots of all segments, what changes in them
//	text.go       words of a text, in scripts with and without spaces
//	stem.go       forms of a word: stems, transcriptions, ends of compounds
//	query.go      what a text asks for, as terms
//	match.go      walks over the events that have them
//	search.go     windows of events, pages, totals
//	day.go        days of the calendar, wherever that is
//	sort.go       orders of all that is found, by distance and price
//	geo.go        where events are
//	price.go      what the cheapest ticket costs
//	rank.go       how well an event fits
//	points.go     and what it has beside that: people come to it, it is near, it is cheap
//	city.go       cities, and which one an event counts for
//	citynames.go  how cities are called in other languages and scripts
//	home.go       what the home page lists: cities, what is new, this weekend
//	typo.go       words that nobody has, and what may have been meant
package discovery
