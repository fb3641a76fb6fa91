// Package redisserver starts private Redis servers for tests and benchmarks.
//
// A server keeps nothing, listens on a free port of 127.0.0.1 or on a unix socket, and dies
// with the process that started it, also when that process is killed. Valkey does as well.
package redisserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// ErrNotInstalled: neither redis-server nor valkey-server was found on this machine.
var ErrNotInstalled = errors.New("redisserver: Redis is not installed")

// startTimeout bounds the wait for a server to answer.
const startTimeout = 20 * time.Second

// Options say how a server runs. The zero value is one without a password.
type Options struct {
	// Socket is a unix socket to listen on instead of a port.
	Socket string
	// Password that clients have to give.
	Password string
	// Arguments are further ones of the server, as --tls-cert-file.
	Arguments []string
	// TLS makes the port one with TLS; the files are among Arguments.
	TLS bool
}

// Server is a running server.
type Server struct {
	options Options
	address string // of the port or the socket
	program string
	cmd     *exec.Cmd
	exited  chan struct{} // closed when cmd has ended
}

// Start starts a server and waits until it answers.
func Start(ctx context.Context, o Options) (*Server, error) {
	s := &Server{options: o, address: o.Socket}
	for _, name := range []string{"redis-server", "valkey-server"} {
		if path, err := exec.LookPath(name); err == nil {
			s.program = path
			break
		}
	}
	if s.program == "" {
		return nil, ErrNotInstalled
	}
	if s.address == "" {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("redisserver: %w", err)
		}
		s.address = l.Addr().String()
		if err := l.Close(); err != nil {
			return nil, fmt.Errorf("redisserver: %w", err)
		}
	}
	return s, s.Restart(ctx)
}

// Address is the port, as 127.0.0.1:4711, or the socket.
func (s *Server) Address() string { return s.address }

// URL is how clients name it.
func (s *Server) URL() string {
	who := ""
	if s.options.Password != "" {
		who = ":" + s.options.Password + "@"
	}
	switch {
	case s.options.Socket != "":
		return "unix://" + who + s.address
	case s.options.TLS:
		return "rediss://" + who + s.address
	}
	return "redis://" + who + s.address
}

// Pid is its process.
func (s *Server) Pid() int { return s.cmd.Process.Pid }

// Restart starts it anew, empty, at the same address.
func (s *Server) Restart(ctx context.Context) error {
	if err := s.Stop(); err != nil {
		return err
	}
	args := []string{"--save", "", "--appendonly", "no", "--bind", "127.0.0.1"}
	_, port, err := net.SplitHostPort(s.address)
	switch {
	case s.options.Socket != "":
		args = append(args, "--port", "0", "--unixsocket", s.address)
	case err != nil:
		return fmt.Errorf("redisserver: %w", err)
	case s.options.TLS:
		args = append(args, "--port", "0", "--tls-port", port)
	default:
		args = append(args, "--port", port)
	}
	if s.options.Password != "" {
		args = append(args, "--requirepass", s.options.Password)
	}
	s.cmd = exec.Command(s.program, append(args, s.options.Arguments...)...)
	s.cmd.Dir = os.TempDir()
	s.cmd.SysProcAttr = attributes()
	s.exited = make(chan struct{})
	started := make(chan error)
	go keep(s.cmd, started, s.exited)
	if err := <-started; err != nil {
		s.cmd = nil
		return fmt.Errorf("redisserver: %w", err)
	}
	return s.wait(ctx)
}

// wait polls until something listens.
func (s *Server) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	network := "tcp"
	if s.options.Socket != "" {
		network = "unix"
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, s.address)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-tick.C:
		case <-s.exited:
			return errors.New("redisserver: the server ended at once")
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("redisserver: no answer at %s: %w", s.address, err), s.Stop())
		}
	}
}

// Freeze stops the server where it is: it takes connections and answers nothing, until Thaw.
func (s *Server) Freeze() error { return s.cmd.Process.Signal(syscall.SIGSTOP) }

// Thaw lets it go on.
func (s *Server) Thaw() error { return s.cmd.Process.Signal(syscall.SIGCONT) }

// Stop kills the server, which keeps nothing, and waits for its end.
func (s *Server) Stop() error {
	if s.cmd == nil {
		return nil
	}
	err := s.cmd.Process.Kill()
	if errors.Is(err, os.ErrProcessDone) {
		err = nil
	}
	<-s.exited
	s.cmd = nil
	return err
}

// ForTest starts a server that ends with the test. Where Redis is not installed the test is
// skipped, but fails when CI=true: there nothing may go untested.
func ForTest(t testing.TB, o Options) *Server {
	t.Helper()
	s, err := Start(t.Context(), o)
	switch {
	case errors.Is(err, ErrNotInstalled) && os.Getenv("CI") != "true":
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}
