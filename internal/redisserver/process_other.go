//go:build unix && !linux

package redisserver

import (
	"os/exec"
	"syscall"
)

func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func keep(cmd *exec.Cmd, started chan<- error, exited chan<- struct{}) {
	defer close(exited)
	err := cmd.Start()
	started <- err
	if err == nil {
		_ = cmd.Wait() // its exit status says nothing: it is stopped by signals
	}
}
