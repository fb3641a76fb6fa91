//go:build !linux && !darwin

package runs

import "os/exec"

// aside does nothing on this system.
func aside(*exec.Cmd) {}

// lower does nothing: this system has other priorities.
func lower(int) error { return nil }
