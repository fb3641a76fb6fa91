package bench

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
)

// slowFsync runs a program so that each of its fsyncs takes 1.5 ms longer. The
// filter in the kernel (--seccomp-bpf) stops the program at these calls only,
// so nothing else of it becomes slower.
var slowFsync = []string{
	"strace", "-f", "-qqq", "--seccomp-bpf", "-o", "/dev/null",
	"-e", "trace=fsync,fdatasync", "-e", "signal=none", "-e", "inject=fsync,fdatasync:delay_exit=1500",
}

// slow lets systems take turns on storage that is slower than this machine's:
// the more a system puts into one fsync, the less it minds.
func (r *Report) slow(ctx context.Context) error {
	if _, err := exec.LookPath(slowFsync[0]); err != nil {
		fmt.Fprintln(r.Config.Log, "slow     left out:", err)
		return nil // the report says that it was not measured
	}
	l, err := newLab(ctx, 1, keptSegments, r.Config.Log, slowFsync...)
	if err != nil {
		return err
	}
	err = r.rounds(ctx, l, groupSlow, r.middle(), sysNoop, sysPG, sysLite, sysTextbook)
	return errors.Join(err, l.close())
}
