package pgserver

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// keep starts cmd and waits for its end. Linux sends the death signal when the
// thread that started the child ends, not the process, so this goroutine keeps
// its thread for as long as the child lives.
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

// children lists the processes whose parent is pid: the backends, which have
// each a process group of their own.
func children(pid int) []int {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return nil // it has ended
	}
	var pids []int
	for _, f := range strings.Fields(string(b)) {
		if n, err := strconv.Atoi(f); err == nil {
			pids = append(pids, n)
		}
	}
	return pids
}
