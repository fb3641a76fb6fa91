// Package verify recomputes the invariants of docs/INVARIANTS.md from the
// database alone and says what does not hold.
//
// It reads one snapshot, writes nothing, and trusts nothing that was derived:
// counters are counted again, every row's state is folded from the audit rows,
// the waitlist is replayed entry by entry, and the hash chain is computed from its
// first row. `holdfast verify` prints its Report; every integration, fault and
// load test ends with one.
//
// An event is read as a stream. What stays in memory is a record without
// pointers for each hold, entry, offer and person of the one event at hand,
// about 150 bytes each, so that an event of a million people can be checked on
// a small machine. Each invariant has a file of its own.
package verify
