package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// How long a child may take.
const (
	childStart = 60 * time.Second
	childStop  = 60 * time.Second
)

// child is a server process of a bench.
type child struct {
	hello
	cmd    *exec.Cmd
	stdin  io.Closer
	exited chan struct{}
	err    error // of Wait; read after exited
}

// start runs this program again in a role, behind the words of wrap when there
// are any, and waits until it answers.
func start(ctx context.Context, r role, wrap ...string) (*child, error) {
	path, err := self()
	if err != nil {
		return nil, err
	}
	spec, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	args := append(append([]string(nil), wrap...), path, RoleArgument, string(spec))
	c := &child{cmd: exec.Command(args[0], args[1:]...), exited: make(chan struct{})}
	c.cmd.Stderr = os.Stderr
	stdin, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	c.stdin = stdin
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("bench: start %s: %w", r.Kind, err)
	}
	said := make(chan error, 1)
	go func() {
		lines := bufio.NewReader(out)
		line, err := lines.ReadBytes('\n')
		if err == nil {
			err = json.Unmarshal(line, &c.hello)
		}
		said <- err
		io.Copy(io.Discard, lines) //nolint:errcheck // nothing else is expected of it
		c.err = c.cmd.Wait()
		close(c.exited)
	}()
	ctx, cancel := context.WithTimeout(ctx, childStart)
	defer cancel()
	select {
	case err = <-said:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("bench: %s did not start: %w", r.Kind, err), c.stop())
	}
	return c, nil
}

// stop ends the child: politely, then not.
func (c *child) stop() error {
	err := c.stdin.Close()
	select {
	case <-c.exited:
		return errors.Join(err, c.err)
	case <-time.After(childStop):
	}
	if kill := c.cmd.Process.Kill(); kill != nil {
		return errors.Join(err, kill)
	}
	<-c.exited
	return errors.Join(err, errors.New("bench: a child had to be killed"))
}

// cpu is what the child has used so far.
func (c *child) cpu() time.Duration { return treeCPU(c.cmd.Process.Pid) }
