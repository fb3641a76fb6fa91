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
// SQLite's FTS5 finds the rows and never ranks them: that would read all rows of a
// common word. A rowid begins with the start of the event, so that a span of time is
// a span of rowids and "soonest first" is the order of the rows. The first of them,
// a window, are ranked here. Filters are words too, so that one expression has all.
//
//	file.go    the file: its tables, events put in and taken out
//	follow.go  keeping up with the source, beginning again
//	text.go    words of a text, in scripts with and without spaces
//	stem.go    forms of a word: stems, transcriptions, ends of compounds
//	query.go   what a text asks for, as an expression of FTS5
//	search.go  windows of rows, pages, totals
//	day.go     days of the calendar, wherever that is
//	sort.go    orders of all that is found, by distance and price
//	geo.go     where events are
//	price.go   what the cheapest ticket costs
//	rank.go    how well an event fits
//	city.go    cities, and which one an event counts for
//	home.go    what the home page lists: cities, what is new, this weekend
//	typo.go    words that nobody has, and what may have been meant
package discovery
