//go:build unix

package pgserver

import (
	"errors"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// account returns the user that the cluster runs as: PostgreSQL refuses root.
func account() (uid, gid int, other bool) {
	if os.Geteuid() != 0 {
		return 0, 0, false
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err1 == nil && err2 == nil {
			return uid, gid, true
		}
	}
	return 65534, 65534, true
}

func chown(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if uid, gid, other := account(); other {
		return os.Chown(dir, uid, gid)
	}
	return nil
}

// asUser sets who runs cmd. A server gets a group of its own, so that a
// Ctrl-C at the terminal does not reach it before the tests are done.
func asUser(cmd *exec.Cmd, server bool) {
	attr := &syscall.SysProcAttr{Setpgid: server}
	if uid, gid, other := account(); other {
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	if server {
		dieWithParent(attr)
	}
	cmd.SysProcAttr = attr
}

// killGroup kills a process, its children, and what they have put into
// sessions of their own.
func killGroup(cmd *exec.Cmd) error {
	pids := append(children(cmd.Process.Pid), cmd.Process.Pid)
	var errs []error
	for _, pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func alive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
