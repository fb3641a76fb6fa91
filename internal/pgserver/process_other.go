//go:build unix && !linux

package pgserver

import (
	"os/exec"
	"syscall"
)

// dieWithParent does nothing: only Linux can.
func dieWithParent(*syscall.SysProcAttr) {}

func keep(cmd *exec.Cmd, started chan<- error, exited chan<- struct{}) {
	defer close(exited)
	err := cmd.Start()
	started <- err
	if err == nil {
		_ = cmd.Wait() // its exit status says nothing: it is stopped by signals
	}
}

// children is empty: the backends end by themselves when their parent is gone.
func children(int) []int { return nil }
