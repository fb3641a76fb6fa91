package server

import (
	"os"
	"runtime/debug"
)

// gcPercent lets the heap grow to five times what is live before it is
// collected. What is live is small (no hold, entry or person is cached), and
// under a storm collecting took a sixth of the server's time at Go's default of 100.
const gcPercent = 400

// Tune sets the garbage collector for a process that is a server and nothing
// else, and keeps it within the memory of its container: it collects more often
// before it is killed. Whoever sets GOGC or GOMEMLIMIT keeps what they say. Where the
// kernel knows how, it runs no code from then on that it has written into its memory.
func Tune() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if limit := memoryLimit(os.DirFS("/")); limit > 0 && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit / 100 * memoryShare)
	}
	denyExecution()
}
