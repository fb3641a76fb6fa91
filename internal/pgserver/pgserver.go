// Package pgserver starts private PostgreSQL clusters for tests and benchmarks.
//
// A cluster lives in a directory of its own, listens on a unix socket there and
// on a free port of 127.0.0.1, and dies with the process that started it, also
// when that process is killed. It finds the programs of PostgreSQL on the PATH
// or where distributions put them. The server never uses it.
package pgserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrNotInstalled: initdb and postgres were not found on this machine.
var ErrNotInstalled = errors.New("pgserver: PostgreSQL is not installed")

// tempPrefix begins the names of temporary directories, and ownerFile in them
// names the process that made them.
const (
	tempPrefix = "hfpg"
	ownerFile  = "owner"
)

// startTimeout bounds the wait for a cluster to answer.
const startTimeout = 60 * time.Second

// Options say how a cluster runs. The zero value is a throwaway one.
type Options struct {
	// Dir is where the cluster lives; empty: a new temporary directory that Stop
	// removes. Its path must be short: a unix socket's is at most 107 bytes.
	Dir string
	// Durable leaves fsync on, as a real server has it. Without it the cluster
	// survives Kill (the operating system keeps the writes) but no power cut.
	Durable bool
	// Settings are further lines of the configuration, by name.
	Settings map[string]string
	// Initdb are further arguments of initdb, which makes the cluster.
	Initdb []string
	// Bin is the directory of initdb and postgres; empty: that of the newest version, or what
	// BinVariable says.
	Bin string
	// Wrap are words to put before the server's own, a program and its
	// arguments that runs it: a benchmark slows its system calls down that way.
	Wrap []string
}

// Server is a running cluster.
type Server struct {
	dir     string
	temp    bool
	port    int
	options Options
	bin     string
	cmd     *exec.Cmd
	exited  chan struct{} // closed when cmd has ended

	templates sync.Mutex
	made      map[string]bool // guarded by templates
}

// Start makes a cluster, or takes the one in Options.Dir, and waits until it answers.
func Start(ctx context.Context, o Options) (*Server, error) {
	bin, err := o.Bin, error(nil)
	if bin == "" {
		if bin, err = find(); err != nil {
			return nil, err
		}
	}
	s := &Server{dir: o.Dir, options: o, bin: bin, made: map[string]bool{}}
	if s.dir == "" {
		if s.dir, err = os.MkdirTemp("", tempPrefix); err != nil {
			return nil, fmt.Errorf("pgserver: %w", err)
		}
		s.temp = true
		if err := os.WriteFile(filepath.Join(s.dir, ownerFile), []byte(strconv.Itoa(os.Getpid())), 0o644); err != nil {
			return nil, errors.Join(fmt.Errorf("pgserver: %w", err), s.Stop())
		}
	}
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// BinVariable names the environment variable with the directory of another PostgreSQL's programs.
const BinVariable = "HOLDFAST_POSTGRES_BIN"

// find returns the directory of initdb and postgres, newest version first, or what BinVariable says.
func find() (string, error) {
	if dir := os.Getenv(BinVariable); dir != "" {
		if executable(filepath.Join(dir, "initdb")) && executable(filepath.Join(dir, "postgres")) {
			return dir, nil
		}
		return "", fmt.Errorf("%w: %s is %q", ErrNotInstalled, BinVariable, dir)
	}
	dirs, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		return "", fmt.Errorf("pgserver: %w", err)
	}
	more, err := filepath.Glob("/usr/pgsql-*/bin")
	if err != nil {
		return "", fmt.Errorf("pgserver: %w", err)
	}
	dirs = append(append(dirs, more...), "/usr/local/pgsql/bin", "/opt/homebrew/bin", "/usr/local/bin")
	// Directories before PATH: a program on the PATH may be a wrapper that
	// changes the user, which a child of ours must not do.
	slices.SortStableFunc(dirs, func(x, y string) int { return version(y) - version(x) })
	for _, dir := range append(dirs, filepath.SplitList(os.Getenv("PATH"))...) {
		if executable(filepath.Join(dir, "initdb")) && executable(filepath.Join(dir, "postgres")) {
			return dir, nil
		}
	}
	return "", ErrNotInstalled
}

func version(dir string) int {
	n, err := strconv.Atoi(filepath.Base(filepath.Dir(dir)))
	if err != nil {
		return 0 // not a directory that names a version
	}
	return n
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) start(ctx context.Context) error {
	if err := chown(s.dir); err != nil {
		return fmt.Errorf("pgserver: %w", err)
	}
	if _, err := os.Stat(filepath.Join(s.data(), "PG_VERSION")); errors.Is(err, os.ErrNotExist) {
		if err := s.initdb(ctx); err != nil {
			return err
		}
	}
	port, err := freePort()
	if err != nil {
		return fmt.Errorf("pgserver: %w", err)
	}
	s.port = port
	return s.launch(ctx)
}

func (s *Server) initdb(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin, "initdb"), append([]string{"-D", s.data(),
		"--username=holdfast", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"}, s.options.Initdb...)...)
	cmd.Dir = s.dir
	asUser(cmd, false)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("pgserver: initdb: %w\n%s", err, out)
	}
	return nil
}

// freePort asks the system for a port. Another program may take it before the
// cluster does; then the start fails, and says so.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

func (s *Server) args() []string {
	settings := map[string]string{
		"port":                    strconv.Itoa(s.port),
		"listen_addresses":        "127.0.0.1",
		"unix_socket_directories": s.dir,
		"max_connections":         "200",
		"shared_buffers":          "128MB",
		"logging_collector":       "off",
	}
	if !s.options.Durable {
		// Not synchronous_commit, without which a Kill loses what was acknowledged.
		settings["fsync"] = "off"
		settings["full_page_writes"] = "off"
		// Shared memory is a file of the cluster's folder and goes with it: a killed
		// cluster leaves its segments behind in /dev/shm otherwise.
		settings["dynamic_shared_memory_type"] = "mmap"
	}
	for name, value := range s.options.Settings {
		settings[name] = value
	}
	args := []string{"-D", s.data()}
	for name, value := range settings {
		args = append(args, "-c", name+"="+value)
	}
	return args
}

func (s *Server) launch(ctx context.Context) error {
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("pgserver: %w", err)
	}
	defer log.Close() //nolint:errcheck // the child has its own descriptor
	words := append(slices.Clone(s.options.Wrap), filepath.Join(s.bin, "postgres"))
	cmd := exec.Command(words[0], append(words[1:], s.args()...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.dir, log, log
	asUser(cmd, true)
	started := make(chan error)
	exited := make(chan struct{})
	go keep(cmd, started, exited)
	if err := <-started; err != nil {
		return fmt.Errorf("pgserver: %w", err)
	}
	s.cmd, s.exited = cmd, exited
	return s.wait(ctx)
}

// wait polls until the cluster answers.
func (s *Server) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := s.exec(ctx, "postgres", "select 1")
		if err == nil {
			return nil
		}
		select {
		case <-tick.C:
		case <-s.exited:
			return fmt.Errorf("pgserver: the cluster ended at once; its log:\n%s", s.tail())
		case <-ctx.Done():
			return fmt.Errorf("pgserver: no answer: %w; log:\n%s", errors.Join(ctx.Err(), err), s.tail())
		}
	}
}

func (s *Server) tail() string {
	b, err := os.ReadFile(filepath.Join(s.dir, "log"))
	if err != nil {
		return err.Error()
	}
	return string(b[max(0, len(b)-2000):])
}

func (s *Server) exec(ctx context.Context, db, sql string) error {
	conn, err := pgx.Connect(ctx, s.URL(db))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, sql)
	return errors.Join(err, conn.Close(ctx))
}

// URL is the address of a database by the unix socket, which is the faster way.
func (s *Server) URL(db string) string {
	return fmt.Sprintf("postgres:///%s?host=%s&port=%d&user=holdfast&sslmode=disable", db, s.dir, s.port)
}

// TCPURL is the address of a database by TCP, for what may sit in between.
func (s *Server) TCPURL(db string) string {
	return fmt.Sprintf("postgres://holdfast@127.0.0.1:%d/%s?sslmode=disable", s.port, db)
}

// CreateDB makes a database, as a copy of template when that is not empty, and
// returns its URL.
func (s *Server) CreateDB(ctx context.Context, name, template string) (string, error) {
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return "", fmt.Errorf("pgserver: create database: %w", err)
	}
	text := "create database " + pgx.Identifier{name}.Sanitize()
	if template != "" {
		text += " template " + pgx.Identifier{template}.Sanitize()
		// Where nothing waits for a disk, copying the files takes half as long as copying
		// them through the log, which PostgreSQL 15 and later do unless they are told.
		major, _, _ := strings.Cut(conn.PgConn().ParameterStatus("server_version"), ".")
		if n, err := strconv.Atoi(major); err == nil && n >= 15 && !s.options.Durable {
			text += " strategy file_copy"
		}
	}
	if _, err := conn.Exec(ctx, text); err != nil {
		return "", errors.Join(fmt.Errorf("pgserver: create database: %w", err), conn.Close(ctx))
	}
	return s.URL(name), conn.Close(ctx)
}

// DropDB removes a database and ends its connections.
func (s *Server) DropDB(ctx context.Context, name string) error {
	if err := s.exec(ctx, "postgres", "drop database if exists "+pgx.Identifier{name}.Sanitize()+" with (force)"); err != nil {
		return fmt.Errorf("pgserver: drop database: %w", err)
	}
	return nil
}

// Port is where it listens on 127.0.0.1.
func (s *Server) Port() int { return s.port }

// Pid is the process id of the cluster.
func (s *Server) Pid() int { return s.cmd.Process.Pid }

// Kill ends all processes of the cluster with SIGKILL, as a crash would.
func (s *Server) Kill() error {
	if s.cmd == nil {
		return nil
	}
	err := killGroup(s.cmd)
	<-s.exited
	s.cmd = nil
	return err
}

// Ended reports whether the cluster has ended by itself, as it does when it cannot recover because its
// disk is full. Restart starts it again.
func (s *Server) Ended() bool {
	if s.cmd == nil {
		return true
	}
	select {
	case <-s.exited:
		return true
	default:
		return false
	}
}

// Restart starts a cluster again after Kill, on the same port.
func (s *Server) Restart(ctx context.Context) error {
	if s.cmd != nil {
		if err := s.shutdown(); err != nil {
			return err
		}
	}
	// Backends of a killed cluster may live a moment longer than their parent,
	// and the new one refuses to start beside them.
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for {
		err := s.launch(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if s.cmd != nil {
			if err := s.Kill(); err != nil {
				return err
			}
		}
	}
}

// shutdown asks the cluster to end at once but in order, and waits.
func (s *Server) shutdown() error {
	err := s.cmd.Process.Signal(os.Interrupt) // "fast shutdown"
	select {
	case <-s.exited:
	case <-time.After(10 * time.Second):
		return errors.Join(err, s.Kill())
	}
	s.cmd = nil
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// Stop ends the cluster and removes its directory when Start made it.
func (s *Server) Stop() error {
	var err error
	if s.cmd != nil {
		if s.temp && !s.options.Durable {
			err = s.Kill() // nobody will read it again, and nothing of it is left
		} else {
			err = s.shutdown()
		}
	}
	if s.temp {
		err = errors.Join(err, os.RemoveAll(s.dir))
	}
	return err
}

// Log is the end of the cluster's log.
func (s *Server) Log() string { return strings.TrimSpace(s.tail()) }
