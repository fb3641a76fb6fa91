package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// keeps says that keep can do what it promises here.
const keeps = true

// keep runs a command and returns what it ended with. It takes over every process that the
// command leaves behind, as a browser does whose own parent has ended, waits for those that
// end meanwhile, and ends the others with the command: so that their time is in that of this
// process's children, and nothing outlives the command.
func keep(command []string) (status int, err error) {
	path, err := exec.LookPath(command[0])
	if err != nil {
		return 0, err
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return 0, fmt.Errorf("take over orphans: %w", err)
	}
	// The whole group is told to stop; the command decides when it does.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	child, err := os.StartProcess(path, command, &os.ProcAttr{Files: []*os.File{os.Stdin, os.Stdout, os.Stderr}})
	if err != nil {
		return 0, err
	}
	for ended := false; ; {
		var how syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &how, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case ended && errors.Is(err, syscall.ECHILD):
			return status, nil
		case err != nil:
			return 0, fmt.Errorf("wait for what was started: %w", err)
		case pid == child.Pid:
			ended, status = true, how.ExitStatus()
			if how.Signaled() {
				const bySignal = 128 // as shells say it
				status = bySignal + int(how.Signal())
			}
		}
		if ended {
			if err := endChildren(); err != nil {
				return 0, err
			}
		}
	}
}

// endChildren kills the children of this process, whoever started them.
func endChildren() error {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	for _, task := range tasks {
		list, err := os.ReadFile("/proc/self/task/" + task.Name() + "/children")
		if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue // the thread has ended
		}
		if err != nil {
			return err
		}
		for _, child := range strings.Fields(string(list)) {
			pid, err := strconv.Atoi(child)
			if err != nil {
				return err
			}
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
				return err
			}
		}
	}
	return nil
}
