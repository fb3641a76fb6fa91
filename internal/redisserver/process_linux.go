package redisserver

import (
	"os/exec"
	"runtime"
	"syscall"
)

// attributes have the server die with this process, and keep a Ctrl-C at the terminal from it
// before the tests are done.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// keep starts cmd and waits for its end. Linux sends the death signal when the thread that
// started the child ends, not the process, so this goroutine keeps its thread for as long as
// the child lives.
func keep(cmd *exec.Cmd, started chan<- error, exited chan<- struct{}) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(exited)
	err := cmd.Start()
	started <- err
	if err == nil {
		_ = cmd.Wait() // its exit status says nothing: it is stopped by signals
	}
}
