//go:build linux || darwin

package avif

import (
	"os"
	"runtime"
	"syscall"
)

// mayCompile reports whether this process gets memory that it can write code into and run, in the
// way in which wazero asks for it: systemd's MemoryDenyWriteExecute, SELinux and others say no.
func mayCompile() bool {
	asked := syscall.PROT_READ | syscall.PROT_WRITE
	if runtime.GOARCH == "amd64" {
		asked |= syscall.PROT_EXEC
	}
	page, err := syscall.Mmap(-1, 0, os.Getpagesize(), asked, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return false
	}
	runs := runtime.GOARCH == "amd64" || syscall.Mprotect(page, syscall.PROT_READ|syscall.PROT_EXEC) == nil
	return syscall.Munmap(page) == nil && runs
}
