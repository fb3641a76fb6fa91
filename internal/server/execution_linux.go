package server

import "golang.org/x/sys/unix"

// denyExecution has the kernel refuse this process memory that is both written and run, whatever
// somebody finds to do with a mistake in it, and reports whether it does: Linux does from 6.6 on.
// The processes that it starts may: the one that decodes an AVIF compiles its decoder. systemd's
// MemoryDenyWriteExecute would be for those too.
func denyExecution() bool {
	return unix.Prctl(unix.PR_SET_MDWE, unix.PR_MDWE_REFUSE_EXEC_GAIN|unix.PR_MDWE_NO_INHERIT, 0, 0, 0) == nil
}
