package server

import (
	"os"
	"runtime/debug"
)

// gcPercent lets the heap grow to five times what is live before it is
// collected. What is live is small (no hold, entry or person is cached), and
// under a storm collecting took a sixth of the server's time at Go's default of 100.
const gcPercent = 400

// ballast counts as live and is never touched, so it takes no memory: it lets
// the heap grow by five times its size more before it is collected. Without it
// the little that is live had a rush collected several times a second.
var ballast []byte //nolint:unused // to be held is its use

const ballastSize = 16 << 20

// Tune sets the garbage collector for a process that is a server and nothing
// else. Who sets GOGC keeps what it says.
func Tune() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
		ballast = make([]byte, ballastSize)
	}
}
