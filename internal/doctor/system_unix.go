//go:build linux || darwin

package doctor

import "syscall"

// freeBytes is how much room a user has in a folder.
func freeBytes(folder string) (free uint64, known bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(folder, &s) != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}

// openFiles is how many files and connections a process may have open, at most.
func openFiles() (n uint64, known bool) {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return 0, false
	}
	return l.Max, true
}
