package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// beServer is the argument with which this program is a server that tells a time of its own, so that
// a test whose event takes minutes by its terms does not wait for them; aheadOf names the environment
// variable with how far it is ahead.
const beServer, aheadOf = "be-server", "HOLDFAST_E2E_AHEAD"

// ownTime is such a server: a process that can be killed as any other, and started again at the time
// that it had come to.
type ownTime struct {
	*process
	db      string
	control string // where it is told to move on
	ahead   time.Duration
}

// ownTimeSettings are what it is started with.
type ownTimeSettings struct{ DB, Listen, Control, Files, Search string }

// serveOwnTime starts a server that tells a time of its own on a database.
func serveOwnTime(t *testing.T, db string) *ownTime {
	t.Helper()
	address := freeAddress(t)
	set := ownTimeSettings{DB: db, Listen: address, Control: freeAddress(t), Files: t.TempDir(), Search: t.TempDir()}
	text, err := json.Marshal(set)
	if err != nil {
		t.Fatal(err)
	}
	s := &ownTime{process: newProcess(t, address, db, issued(t, db)), db: db, control: "http://" + set.Control}
	s.program, s.args, s.env = os.Args[0], []string{beServer, string(text)}, []string{aheadOf + "=0s"}
	s.begin()
	s.ready(30 * time.Second)
	return s
}

// now is the time of the server, or a little later.
func (s *ownTime) now() time.Time { return time.Now().Add(s.ahead) }

// moveTo has the time of the server be at least at.
func (s *ownTime) moveTo(at time.Time) {
	s.t.Helper()
	by := at.Sub(s.now())
	if by <= 0 {
		return
	}
	s.tell("/advance", url.Values{"by": {by.String()}}, nil)
	s.ahead += by
	s.env = []string{aheadOf + "=" + s.ahead.String()}
}

// tell asks something of the server that no server is asked for by its interface.
func (s *ownTime) tell(path string, query url.Values, answer any) {
	s.t.Helper()
	var resp *http.Response
	within(s.t, 10*time.Second, path+" is answered", func() (answers bool) { // it begins a moment after the server
		var err error
		resp, err = http.Get(s.control + path + "?" + query.Encode())
		return err == nil
	})
	defer resp.Body.Close() //nolint:errcheck // only read
	if resp.StatusCode != http.StatusOK {
		s.t.Fatalf("%s?%s: %s", path, query.Encode(), resp.Status)
	}
	if answer != nil {
		if err := json.NewDecoder(resp.Body).Decode(answer); err != nil {
			s.t.Fatal(err)
		}
	}
}

// enroll signs so many people in, with addresses that begin with name, and returns the headers that
// show it. Nobody reads their mail for it: what is tried here is another thing.
func (s *ownTime) enroll(name string, people int) (cookies []string) {
	s.t.Helper()
	s.tell("/enroll", url.Values{"name": {name}, "people": {strconv.Itoa(people)}}, &cookies)
	return cookies
}

// verified fails the test when any invariant of the database does not hold at the time of the server.
func (s *ownTime) verified() {
	s.t.Helper()
	ring, err := server.MasterKeys{File: os.Getenv("HOLDFAST_MASTER_KEY_FILE")}.Read()
	if err != nil {
		s.t.Fatal(err)
	}
	logs, err := tlog.ReadSigner(logKey(s.t))
	if err != nil {
		s.t.Fatal(err)
	}
	report, err := verify.Run(s.t.Context(), testdb.Open(s.t, s.db), verify.Options{Now: inventory.At(s.now()), AuditKeys: ring.AuditKeys(), Logs: logs})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, v := range report.Violations {
		s.t.Errorf("verify: %+v", v)
	}
}

// runOwnTime is the program. It returns when it is told to stop.
func runOwnTime(settings string) error {
	var set ownTimeSettings
	if err := json.Unmarshal([]byte(settings), &set); err != nil {
		return err
	}
	ahead, err := time.ParseDuration(os.Getenv(aheadOf))
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	cfg := server.Config{
		DB: set.DB, Listen: set.Listen, LocalMailbox: true, Files: set.Files, Search: set.Search, TrustedProxies: 1,
		MasterKeys: server.MasterKeys{File: os.Getenv("HOLDFAST_MASTER_KEY_FILE")}, LogKey: os.Getenv("HOLDFAST_LOG_KEY"),
		OwnTime: true, Ahead: ahead, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	control := &http.Server{Addr: set.Control, ReadHeaderTimeout: time.Minute}
	failed := make(chan error, 1)
	err = server.Run(ctx, cfg, func(_ context.Context, s *server.Server) error {
		control.Handler = controls(s)
		go func() { failed <- control.ListenAndServe() }()
		return nil
	})
	select {
	case ended := <-failed: // it was never asked to end
		err = errors.Join(err, ended)
	default:
	}
	return errors.Join(err, control.Close())
}

// controls are what the test asks of the server beside its interface.
func controls(s *server.Server) http.Handler {
	mux := http.NewServeMux()
	answer := func(path string, do func(q url.Values) (any, error)) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			out, err := do(r.URL.Query())
			if err == nil {
				err = json.NewEncoder(w).Encode(out)
			}
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
			}
		})
	}
	answer("/advance", func(q url.Values) (any, error) {
		by, err := time.ParseDuration(q.Get("by"))
		if err != nil {
			return nil, err
		}
		return "moved", s.Advance(by)
	})
	answer("/enroll", func(q url.Values) (any, error) {
		people, err := strconv.Atoi(q.Get("people"))
		if err != nil {
			return nil, err
		}
		now := s.Now()
		list, cookies := make([]organizations.Enrolled, people), make([]string, people)
		for i := range list {
			email := fmt.Sprintf("%s-%d@example.org", q.Get("name"), i)
			account := organizations.Account{ID: s.IDs.Top(id.Account), Address: email, Email: email, Locale: "en", CreatedAt: now}
			session, text := identity.NewSession(s.IDs, account.ID, identity.ByLink, "e2e", now.Time())
			list[i], cookies[i] = organizations.Enrolled{Account: account, Session: session}, "Cookie: holdfast="+text
		}
		return cookies, s.Store.Accounts.Enroll(context.Background(), list)
	})
	return mux
}
