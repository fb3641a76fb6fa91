//go:build linux || darwin

package doctor

import "syscall"

// openFiles is how many files and connections a process may have open, at most.
func openFiles() (n uint64, known bool) {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return 0, false
	}
	return l.Max, true
}
