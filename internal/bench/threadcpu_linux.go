package bench

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadCPU is the CPU time that the calling thread has used. What getrusage says of it is
// as old as the last tick of the scheduler.
func threadCPU() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0 // the report has no such figure then
	}
	return time.Duration(t.Nano())
}
