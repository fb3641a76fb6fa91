// Package limit bounds how often somebody may call: one table of limits, one pure
// decision, and the places where it is counted.
//
// The decision is GCRA, the generic cell rate algorithm: all that is kept of a subject is
// one instant, up to which its calls have used its rate up. Decide takes such instants and
// the time, and returns the new ones. Limits keeps them in memory, bounded, for one server;
// with a Shared store all servers of an installation count together, and memory is what
// decides while the store does not answer.
//
// AtOnce bounds what is open at the same time instead, on one server.
package limit
