package ledger

// mode is how a batch comes by what it needs, and with that, when the event's row
// is locked and how often the database is asked. modeOf chooses it once, when the
// batch begins.
//
//	mode         asked before deciding            asked to write
//	locked       the row's lock and all it needs  the changes; COMMIT, and what the next batch names
//	contended    the row's lock and all it needs  the changes; COMMIT
//	prefetched   nothing                          the changes; COMMIT, and what the next batch names
//	firstTimers  nothing                          the changes and COMMIT, at once
//
// A batch that does not hold the row's lock while it is decided compares the row's
// version when it writes (or by Check, when it writes nothing), and is decided
// again when another server has written.
type mode int

const (
	// locked: under the row's lock everything is read that the commands name and
	// what that leads to.
	locked mode = iota
	// contended: another server wrote the event lately, so what this one remembers
	// for the next batch would be stale by then. As locked, and nothing is
	// remembered: nothing is read ahead, and no filter of known users begun.
	contended
	// prefetched: the batch before has read what the commands name, in the round
	// trip of its COMMIT (decision 0023).
	prefetched
	// firstTimers: the commands name nobody whom the event knows, so there is
	// nothing to read (decision 0031). The next batch will hardly have anything to
	// read either: nothing is read ahead for it.
	firstTimers
)

// situation is what is known when a batch begins: all that its mode depends on.
type situation struct {
	// shared: another server wrote the event lately.
	shared bool
	// cached: the event's state is in memory.
	cached bool
	// commands is how many are to be decided. A batch without is for callers that want the
	// row's lock.
	commands int
	// lookups is how many questions what the commands name takes; read: they were
	// asked, and answered, with the commit of the batch before.
	lookups int
	read    bool
	// passes: passes of the waiting room are shown, which are read under a lock.
	passes bool
}

// modeOf chooses the mode of a batch. One that then turns out to need more than
// its commands name (something is due, a person's hold, the lookahead) is locked
// after all.
func modeOf(s situation) mode {
	switch {
	case s.shared:
		return contended
	case !s.cached, s.commands == 0, s.passes:
		return locked
	case s.lookups == 0:
		return firstTimers
	case s.read:
		return prefetched
	}
	return locked
}

// locks reports whether a batch of the mode holds the row's lock.
func (m mode) locks() bool { return m == locked || m == contended }

// prefetches reports whether a batch of the mode reads ahead for the next one.
func (m mode) prefetches() bool { return m == locked || m == prefetched }

// atOnce reports whether a batch of the mode writes and commits in one round trip.
func (m mode) atOnce() bool { return m == firstTimers }
