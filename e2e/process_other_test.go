//go:build !linux

package e2e

import "os/exec"

// keep starts cmd and waits for its end.
func (p *process) keep(cmd *exec.Cmd, exited chan<- struct{}, started chan<- error) {
	defer close(exited)
	err := cmd.Start()
	started <- err
	if err == nil {
		p.err = cmd.Wait()
	}
}
