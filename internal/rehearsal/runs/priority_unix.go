//go:build linux || darwin

package runs

import (
	"fmt"
	"os/exec"
	"syscall"
)

// aside puts a process into a group of its own: what a terminal sends this one, it is not sent.
func aside(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// lowest is how nice a process can be.
const lowest = 19

// lower gives a process in a group of its own the lowest priority: by its group, because that
// counts for all of its threads.
func lower(pid int) error {
	if err := syscall.Setpriority(syscall.PRIO_PGRP, pid, lowest); err != nil {
		return fmt.Errorf("rehearsal: lower the priority: %w", err)
	}
	return nil
}
