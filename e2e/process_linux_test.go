package e2e

import (
	"os/exec"
	"runtime"
	"syscall"
)

// keep starts cmd and waits for its end. The server dies with the tests, also
// when they are killed: Linux sends that signal when the thread that started
// the child ends, so this goroutine keeps its thread.
func (p *process) keep(cmd *exec.Cmd, exited chan<- struct{}, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(exited)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	err := cmd.Start()
	started <- err
	if err == nil {
		p.err = cmd.Wait()
	}
}
