package sim

import (
	"math/rand/v2"

	"github.com/holdfast-events/holdfast/internal/faultsql"
)

// faults decides which call to the database fails. It is used by one goroutine.
type faults struct {
	countdown int           // calls until the failure; below 0: none is planned
	when      faultsql.When // on which side of the call
	crash     bool          // from then on, every call fails: the process is gone
	down      bool          // it has crashed
	met       int           // failures injected
}

// power is what takes the power away from the disk of the database. Only tests have one.
type power interface {
	// open is called when the file of a database is there, before it is opened.
	open(path string) error
	// plan may plan that the power goes in what comes next.
	plan(r *rand.Rand)
	down() bool
	// restore is called when the database is closed, and leaves what was left of it.
	restore(r *rand.Rand) error
}

// maxCallsAhead is how far into a batch a failure is planned. A batch takes
// about this many calls; a plan beyond its end meets nothing.
const maxCallsAhead = 40

// decide plans the failures of the next batch; nil plans none.
func (f *faults) decide(r *rand.Rand) {
	f.countdown = -1
	if r == nil {
		return
	}
	f.countdown = r.IntN(maxCallsAhead)
	f.when = faultsql.Before
	if r.IntN(2) == 0 {
		f.when = faultsql.After
	}
	f.crash = r.IntN(3) == 0
}

// fails is the faultsql.Decider.
func (f *faults) fails(_ faultsql.Op, when faultsql.When) bool {
	if f.down {
		return when == faultsql.Before
	}
	if f.countdown < 0 || when != f.when {
		return false
	}
	f.countdown--
	if f.countdown >= 0 {
		return false
	}
	f.met++
	f.down = f.crash
	return true
}

// restart ends a crash.
func (f *faults) restart() {
	f.down = false
	f.countdown = -1
}
