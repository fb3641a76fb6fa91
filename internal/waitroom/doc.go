// Package waitroom has the rules of the waiting room that stands before an on-sale:
// which phase it is in, how many people are let in, what a receipt and a pass say, and
// how long somebody waits.
//
// A place in a waiting room lives in its receipt, not in a cookie and not in a session:
// whoever shows it comes in at that place, from any device. Nothing is asked about one
// person while that person waits: one public document says up to which place people are
// called, and everybody compares it with their own place.
//
//	announced ─► open ─► sealed ─► drawn ─► serving ─► closed
//
// A queue, whose order is that of arrival, goes from open to serving: people join while
// others are served. A draw is sealed and drawn first (package draw); whoever joins later
// stands behind the drawn.
//
// The package does no I/O and knows no clock. The terms are settings of an event
// (inventory.Onsale), by which its decisions ask for a pass. In a ballot nobody comes in:
// those who were drawn are put on the waitlist, in that order (package draws).
package waitroom
