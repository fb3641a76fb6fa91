package e2e

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// binary is the path of bin/holdfast.
var binary string

func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == beRestaurant {
		if err := runRestaurant(os.Args[2], os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, "restaurant:", err)
			os.Exit(1)
		}
		return
	}
	if len(os.Args) == 3 && os.Args[1] == beServer {
		if err := runOwnTime(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, "server:", err)
			os.Exit(1)
		}
		return
	}
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	defer func() { err = errors.Join(err, pgserver.StopShared()) }()
	// Nothing is compiled a second time when it is current, as after make build.
	if out, err := exec.Command("../scripts/binary").CombinedOutput(); err != nil {
		return 1, fmt.Errorf("build: %w\n%s", err, out)
	}
	if binary, err = filepath.Abs("../bin/holdfast"); err != nil {
		return 1, err
	}
	// All servers of the tests have one master key, and those of a test the key of its logs:
	// copies of a database can be served and verified wherever they lie.
	keys, err := os.MkdirTemp("", "holdfast-e2e-*")
	if err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(keys)) }()
	if err := os.Setenv("HOLDFAST_MASTER_KEY_FILE", filepath.Join(keys, "master.keys")); err != nil {
		return 1, err
	}
	logKeys = keys
	// What ends here ends at once; TestNobodyIsCutOff is about the other.
	if err := os.Setenv("HOLDFAST_DRAIN", "0s"); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

// logKeys is the folder of the keys of the logs.
var logKeys string

// logKey is the file of the key of the logs of a test. The log of an installation is of one
// database and its copies, so each test has another on each engine.
func logKey(t *testing.T) string {
	name, rest, _ := strings.Cut(t.Name(), "/")
	for _, engine := range []string{"sqlite", "postgres"} {
		if rest == engine || strings.HasPrefix(rest, engine+"/") {
			name += "-" + engine
		}
	}
	return filepath.Join(logKeys, name, "log.key")
}

// environment is that of the commands of a test.
func environment(t *testing.T) []string { return append(os.Environ(), "HOLDFAST_LOG_KEY="+logKey(t)) }

// count is a number from the environment, for runs that are longer than CI's.
func count(t *testing.T, variable string, otherwise int) int {
	t.Helper()
	return seed.Count(t, variable, otherwise)
}

// engines runs a test on a fresh, migrated database of each engine.
func engines(t *testing.T, test func(t *testing.T, db string)) {
	testdb.Engines(t, test)
}

// together is engines for a test that mostly waits: both engines, and all tests
// like it, run at the same time. Tests that put load on the machine do not, because
// they also measure how soon a server is back.
func together(t *testing.T, test func(t *testing.T, db string)) {
	t.Parallel()
	testdb.EnginesAtOnce(t, test)
}

func sqlite(t *testing.T) string {
	t.Helper()
	return "sqlite:" + filepath.Join(t.TempDir(), "holdfast.db")
}

// within asks until the answer is yes, and fails when that takes too long.
func within(t *testing.T, d time.Duration, what string, ask func() bool) {
	t.Helper()
	poll.Within(t, d, what, ask)
}

// holdfast runs a command to its end and returns what it printed.
func holdfast(t *testing.T, args ...string) (stdout string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = environment(t)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("holdfast %s: %w\n%s%s", strings.Join(args, " "), err, out.Bytes(), log.Bytes())
	}
	return out.String(), nil
}

// must is holdfast, and an error fails the test.
func must(t *testing.T, args ...string) string {
	t.Helper()
	out, err := holdfast(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// verified fails the test when any invariant of the database does not hold.
func verified(t *testing.T, db string) {
	t.Helper()
	if _, err := holdfast(t, "verify", "--db", db); err != nil {
		t.Errorf("%v", err)
	}
}

// process is a server that runs.
type process struct {
	t    *testing.T
	args []string
	base string // http://127.0.0.1:PORT
	key  string // of an organizer
	// program is another binary than that of the tests, and env is added to its environment.
	program string
	env     []string

	cmd    *exec.Cmd
	log    *logBuffer
	exited chan struct{}
	err    error // of cmd.Wait, once exited is closed
}

// serve starts a server on a database, with a new organizer key.
func serve(t *testing.T, db string, flags ...string) *process {
	t.Helper()
	return serveAs(t, db, issued(t, db), flags...)
}

// issued is the key of a new organizer.
func issued(t *testing.T, db string) string {
	t.Helper()
	return strings.TrimSpace(must(t, "apikey", "create", "--db", db, "--org", "End to End"))
}

// serveAs starts a server on a database that has the key already.
func serveAs(t *testing.T, db, key string, flags ...string) *process {
	t.Helper()
	return serveAt(t, freeAddress(t), db, key, flags...)
}

// serveAt starts a server on an address.
func serveAt(t *testing.T, address, db, key string, flags ...string) *process {
	t.Helper()
	p := newProcess(t, address, db, key, flags...)
	p.begin()
	p.ready(30 * time.Second)
	return p
}

// newProcess is a server on an address that is not started yet.
func newProcess(t *testing.T, address, db, key string, flags ...string) *process {
	t.Helper()
	p := &process{t: t, base: "http://" + address, key: key, log: &logBuffer{}}
	p.args = append([]string{"serve", "--db", db, "--listen", address, "--local-mailbox", "--files", t.TempDir(), "--search-index", t.TempDir(), "--log-level", "warn", "--key-rate", "0"}, flags...)
	return p
}

// begin starts a server until the test ends.
func (p *process) begin() {
	p.t.Helper()
	p.start("")
	p.t.Cleanup(func() {
		p.kill()
		if p.t.Failed() {
			p.t.Logf("log of %s:\n%s", p.base, p.log)
		}
	})
}

// freeAddress is an address that nothing listens on, so that a server can be
// started on it again after it was killed.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // nobody has connected
	return l.Addr().String()
}

// start runs the binary in dir; "" is the folder of the tests.
func (p *process) start(dir string) {
	p.t.Helper()
	p.cmd = exec.Command(cmp.Or(p.program, binary), p.args...)
	p.cmd.Env = append(environment(p.t), p.env...)
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = dir, p.log, p.log
	p.exited = make(chan struct{})
	started := make(chan error)
	go p.keep(p.cmd, p.exited, started)
	if err := <-started; err != nil {
		p.t.Fatal(err)
	}
}

// ready waits until the server and its database answer, and returns how long
// that took.
func (p *process) ready(d time.Duration) time.Duration {
	p.t.Helper()
	begin := time.Now()
	within(p.t, d, p.base+" is ready", func() bool {
		select {
		case <-p.exited:
			p.t.Fatalf("the server ended: %v\n%s", p.err, p.log)
		default:
		}
		resp, err := http.Get(p.base + "/readyz")
		if err != nil {
			return false
		}
		return resp.Body.Close() == nil && resp.StatusCode == http.StatusOK
	})
	return time.Since(begin)
}

// kill ends the server with SIGKILL, as a crash would.
func (p *process) kill() {
	p.t.Helper()
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Errorf("kill: %v", err)
	}
	<-p.exited
}

// signal sends the server a signal, such as one that stops it where it is.
func (p *process) signal(sig syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(sig); err != nil {
		p.t.Fatalf("%s: %v", sig, err)
	}
}

// stop asks the server to end, and fails the test when it does not do so
// cleanly.
func (p *process) stop() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatalf("SIGTERM: %v", err)
	}
	select {
	case <-p.exited:
	case <-time.After(40 * time.Second):
		p.t.Fatalf("not stopped 40 s after SIGTERM\n%s", p.log)
	}
	if p.err != nil {
		p.t.Fatalf("after SIGTERM: %v\n%s", p.err, p.log)
	}
}

// restart starts the same server again after kill or stop, and returns how long
// it took to be ready.
func (p *process) restart() time.Duration {
	p.t.Helper()
	begin := time.Now()
	p.start("")
	p.ready(30 * time.Second)
	return time.Since(begin)
}

// logBuffer keeps the last part of what a server logs.
type logBuffer struct {
	mu   sync.Mutex
	text []byte // guarded by mu
}

const logKept = 64 << 10

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text = append(b.text, p...)
	if over := len(b.text) - logKept; over > 0 {
		b.text = b.text[over:]
	}
	return len(p), nil
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return string(b.text)
}
