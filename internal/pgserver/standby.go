package pgserver

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// Standby makes a copy of the cluster that follows it, and waits until it answers. name
// is what the setting synchronous_standby_names of the first calls it.
func (s *Server) Standby(ctx context.Context, name string) (*Server, error) {
	dir, err := os.MkdirTemp("", tempPrefix)
	if err != nil {
		return nil, fmt.Errorf("pgserver: %w", err)
	}
	n := &Server{dir: dir, temp: true, options: s.options, bin: s.bin, made: map[string]bool{}}
	err = os.WriteFile(filepath.Join(dir, ownerFile), []byte(strconv.Itoa(os.Getpid())), 0o644)
	if err == nil {
		n.port, err = freePort()
	}
	if err == nil {
		err = n.Follow(ctx, s, name)
	}
	if err != nil {
		return nil, errors.Join(err, n.Stop())
	}
	return n, nil
}

// Follow makes the cluster a standby of another one, on its own port: it is killed if it
// runs, and what it has is replaced with a copy of the other.
func (s *Server) Follow(ctx context.Context, primary *Server, name string) error {
	if err := s.Kill(); err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(s.data()), chown(s.dir)); err != nil {
		return fmt.Errorf("pgserver: %w", err)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin, "pg_basebackup"), "--pgdata="+s.data(), "--host="+primary.dir, "--port="+strconv.Itoa(primary.port),
		"--username=holdfast", "--checkpoint=fast", "--write-recovery-conf", "--no-sync")
	cmd.Dir = s.dir
	asUser(cmd, false)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("pgserver: pg_basebackup: %w\n%s", err, out)
	}
	s.options.Settings = maps.Clone(s.options.Settings)
	if s.options.Settings == nil {
		s.options.Settings = map[string]string{}
	}
	s.options.Settings["primary_conninfo"] = fmt.Sprintf("host=%s port=%d user=holdfast application_name=%s", primary.dir, primary.port, name)
	return s.launch(ctx)
}

// Promote makes a standby the primary, and waits until it takes writes.
func (s *Server) Promote(ctx context.Context) error {
	if err := s.exec(ctx, "postgres", "select pg_promote(true, 60)"); err != nil {
		return fmt.Errorf("pgserver: promote: %w", err)
	}
	return nil
}

// Set changes a setting of the running cluster. A Standby made later takes it over.
func (s *Server) Set(ctx context.Context, name, value string) error {
	for _, text := range []string{"alter system set " + name + " = '" + value + "'", "select pg_reload_conf()"} {
		if err := s.exec(ctx, "postgres", text); err != nil {
			return fmt.Errorf("pgserver: set %s: %w", name, err)
		}
	}
	return nil
}

// Ask answers a question with one value of text, in a database of the cluster.
func (s *Server) Ask(ctx context.Context, db, query string) (string, error) {
	conn, err := pgx.Connect(ctx, s.URL(db))
	if err != nil {
		return "", fmt.Errorf("pgserver: ask: %w", err)
	}
	var text string
	err = conn.QueryRow(ctx, query).Scan(&text)
	if err = errors.Join(err, conn.Close(ctx)); err != nil {
		return "", fmt.Errorf("pgserver: ask: %w", err)
	}
	return text, nil
}

// Freeze stops all processes of the cluster where they are, as a machine that hangs. The
// system goes on taking connections for it.
func (s *Server) Freeze() error { return s.signal(syscall.SIGSTOP) }

// Thaw lets them go on.
func (s *Server) Thaw() error { return s.signal(syscall.SIGCONT) }

func (s *Server) signal(sig syscall.Signal) error {
	var errs []error
	for _, pid := range append(children(s.cmd.Process.Pid), s.cmd.Process.Pid) {
		if err := syscall.Kill(pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
			errs = append(errs, fmt.Errorf("pgserver: %w", err))
		}
	}
	return errors.Join(errs...)
}

// Host is the address of the cluster by TCP, HOST:PORT.
func (s *Server) Host() string { return fmt.Sprintf("127.0.0.1:%d", s.port) }
