//go:build linux || darwin

package server

import "syscall"

// descriptors returns how many files and connections the process may have open. want
// is how many it can use: an operating system that allows it is asked for as many.
// (Go's runtime has raised the limit to what everybody may have; more is root's.)
func descriptors(want int) int {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return 0
	}
	if l.Cur < uint64(want) {
		raised := syscall.Rlimit{Cur: uint64(want), Max: max(l.Max, uint64(want))}
		if syscall.Setrlimit(syscall.RLIMIT_NOFILE, &raised) == nil {
			return want
		}
	}
	return int(min(l.Cur, 1<<30))
}
