// Package homes lets the servers of an installation write a busy event by one of them.
//
// Two servers that write one event in turn each wait for the lock of the other, and read what
// it has changed. So once a server meets another one at an event, the event gets a home: a
// lease in the database. The others hand on what they are asked, a batch at a time, and
// answer what the home answered:
//
//	caller ─► sequencer ─► Homes.HandOn ─► Listener of the home ─► its sequencer
//
// No decision depends on it. Each server may write each event at any time, because the
// database orders what they write: a lease that two believe to have costs speed alone. What
// cannot be handed on is written here; where it is not known whether the home has written it,
// a command with an idempotency key is asked again here, which cannot take effect twice, and
// one without is answered sequencer.ErrUnknown.
//
// Servers know each other by a key that all of them derive from the master key: each shows a
// certificate of that key, and takes no other (TLS 1.3, both ways).
package homes
