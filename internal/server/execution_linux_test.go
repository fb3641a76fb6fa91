package server

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// executable asks for memory that is both written and run.
func executable() error {
	page, err := syscall.Mmap(-1, 0, os.Getpagesize(), syscall.PROT_READ|syscall.PROT_WRITE|syscall.PROT_EXEC, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	return errors.Join(err, syscall.Munmap(page))
}

// TestExecutionIsDenied: a process that is a server runs nothing that it has written into its
// memory, and one that it starts may, as the decoder of AVIF does.
func TestExecutionIsDenied(t *testing.T) {
	const role = "HOLDFAST_TEST_EXECUTION"
	again := func(as string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestExecutionIsDenied$", "-test.v")
		c.Env = append(os.Environ(), role+"="+as)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	switch os.Getenv(role) {
	case "server":
		Tune()
		if !denyExecution() {
			t.Log("this kernel does not know how")
			return
		}
		page, err := syscall.Mmap(-1, 0, os.Getpagesize(), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			t.Fatal(err)
		}
		if err := executable(); !errors.Is(err, syscall.EACCES) && !errors.Is(err, syscall.EPERM) {
			t.Errorf("memory that is written and run: %v", err)
		}
		if err := syscall.Mprotect(page, syscall.PROT_READ|syscall.PROT_EXEC); err == nil {
			t.Error("what it has written is made to be run")
		}
		t.Log(again("child"))
	case "child":
		if err := executable(); err != nil {
			t.Errorf("a process that it starts is denied it too: %v", err)
		}
		t.Log("it may")
	default:
		if said := again("server"); !strings.Contains(said, "it may") && !strings.Contains(said, "does not know how") {
			t.Error(said)
		}
	}
}
