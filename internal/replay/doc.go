// Package replay folds the audit rows of an event into how the event stood after any of
// them: seats, counters and waitlist. It decides nothing and reads nothing: rows and
// facts go in, a State comes out.
//
// The rows tell every change of state, and not all about what changed: which tier and
// seats a hold is of, where an entry was placed, which unit an exchange is of. Those are
// the Facts. None of them ever changes once the subject is there, and the rows commit to
// what of them decides, so the facts of today are those of then.
//
// A row that the fold does not know, that does not follow from the rows before it, or
// that is about something without facts, is an error. Nothing is ignored: a kind of row
// that is added to package inventory has to be added here too.
package replay
