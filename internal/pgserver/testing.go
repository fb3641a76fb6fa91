package pgserver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

// SharedVariable names the cluster that several test programs share: its folder
// and port, as Address prints them. Unset, a program starts one of its own.
const SharedVariable = "HOLDFAST_TEST_POSTGRES"

// shared is the one cluster of a test program. Its own ends with the program: by
// the death signal, because no test knows whether it is the last.
var shared struct {
	once   sync.Once
	server *Server
	err    error
	dbs    atomic.Int64
}

// Shared returns the cluster that all tests of this program share: the one that
// SharedVariable names, or one that the first call starts. Stale directories of
// programs that ended are removed.
func Shared() (*Server, error) {
	shared.once.Do(func() {
		if address := os.Getenv(SharedVariable); address != "" {
			shared.server, shared.err = attach(address)
			return
		}
		sweep()
		shared.server, shared.err = Start(context.Background(), Options{})
	})
	return shared.server, shared.err
}

// Address is how another program finds this cluster: see SharedVariable.
func (s *Server) Address() string { return fmt.Sprintf("%s:%d", s.dir, s.port) }

// attach returns the cluster at an address. It belongs to the program that
// started it: Stop leaves it running.
func attach(address string) (*Server, error) {
	dir, text, ok := strings.Cut(address, ":")
	port, err := strconv.Atoi(text)
	if !ok || err != nil {
		return nil, fmt.Errorf("pgserver: %s=%s is not FOLDER:PORT", SharedVariable, address)
	}
	return &Server{dir: dir, port: port, made: map[string]bool{}}, nil
}

// StopShared ends the shared cluster, for a TestMain that wants to leave nothing behind.
func StopShared() error {
	if shared.server == nil {
		return nil
	}
	return shared.server.Stop()
}

// Main is the body of a TestMain: it runs the tests, ends the shared cluster, and
// exits. atOnce is how many parallel tests run at the same time, unless -parallel
// says so: where most of them wait for what happens next, more than there are
// processors. Zero is one for each processor, as always. after is asked once all tests
// have passed, and says what they have not done together.
func Main(m *testing.M, atOnce int, after ...func() error) {
	flag.Parse()
	told := false
	flag.Visit(func(f *flag.Flag) { told = told || f.Name == parallelFlag })
	if atOnce > runtime.GOMAXPROCS(0) && !told {
		if err := flag.Set(parallelFlag, strconv.Itoa(atOnce)); err != nil {
			panic(err) // the testing package has no such flag any more
		}
	}
	code := m.Run()
	for _, ask := range after {
		if code != 0 {
			break
		}
		if err := ask(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	if err := StopShared(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// parallelFlag is the flag of the testing package that Main sets.
const parallelFlag = "test.parallel"

// ForTest returns the URL of a fresh, empty database on the shared cluster,
// dropped when the test ends. Where PostgreSQL is not installed the test is
// skipped, but fails when CI=true: there nothing may go untested.
func ForTest(t testing.TB) string {
	t.Helper()
	return CopyForTest(t, "")
}

// CopyForTest is ForTest, with a copy of a template database; "" is an empty one.
func CopyForTest(t testing.TB, template string) string {
	t.Helper()
	server := RequireShared(t)
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), shared.dbs.Add(1))
	url, err := server.CreateDB(t.Context(), name, template)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.DropDB(context.Background(), name); err != nil {
			t.Error(err)
		}
	})
	return url
}

// templateLock is the advisory lock under which a template is made, since the
// programs that share a cluster begin at the same time.
const templateLock = 7_046_172_020

// Template makes the template database once on a cluster: an empty one that fill
// fills, which CreateDB then copies.
func (s *Server) Template(ctx context.Context, name string, fill func(url string) error) (err error) {
	s.templates.Lock()
	defer s.templates.Unlock()
	if s.made[name] {
		return nil
	}
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return fmt.Errorf("pgserver: template: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }() // which frees the lock
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", templateLock); err != nil {
		return fmt.Errorf("pgserver: template: %w", err)
	}
	var there bool
	if err := conn.QueryRow(ctx, "select exists (select 1 from pg_database where datname = $1)", name).Scan(&there); err != nil {
		return fmt.Errorf("pgserver: template: %w", err)
	}
	if !there {
		if err := s.fillTemplate(ctx, name, fill); err != nil {
			return err
		}
	}
	s.made[name] = true
	return nil
}

// fillTemplate gives the database its name only once it is full: a program that
// dies halfway leaves no template behind.
func (s *Server) fillTemplate(ctx context.Context, name string, fill func(url string) error) error {
	making := name + "_making"
	if err := s.DropDB(ctx, making); err != nil {
		return err
	}
	url, err := s.CreateDB(ctx, making, "")
	if err != nil {
		return err
	}
	if err := fill(url); err != nil {
		return fmt.Errorf("pgserver: fill template: %w", err)
	}
	text := "alter database " + pgx.Identifier{making}.Sanitize() + " rename to " + pgx.Identifier{name}.Sanitize()
	if err := s.exec(ctx, "postgres", text); err != nil {
		return fmt.Errorf("pgserver: name template: %w", err)
	}
	return nil
}

// RequireShared is Shared for a test, which it skips or fails as ForTest does.
func RequireShared(t testing.TB) *Server {
	t.Helper()
	server, err := Shared()
	Require(t, err)
	return server
}

// Require skips or fails a test because of an error of Start.
func Require(t testing.TB, err error) {
	t.Helper()
	switch {
	case err == nil:
	case errors.Is(err, ErrNotInstalled) && os.Getenv("CI") != "true":
		t.Skip(err)
	default:
		t.Fatal(err)
	}
}

// sweep removes the directories of programs that ended without Stop.
func sweep() {
	dirs, err := filepath.Glob(filepath.Join(os.TempDir(), tempPrefix+"*"))
	if err != nil {
		return // the pattern is a constant
	}
	for _, dir := range dirs {
		b, err := os.ReadFile(filepath.Join(dir, ownerFile))
		if err != nil {
			continue // not ours, or being made
		}
		pid, err := strconv.Atoi(string(b))
		if err == nil && !alive(pid) {
			_ = os.RemoveAll(dir) // another program may be removing it too
		}
	}
}
