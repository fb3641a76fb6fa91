package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

var errPart = errors.New("it will not")

// TestOrderOfParts: parts start in order and stop in reverse, and the one that
// fails is not stopped.
func TestOrderOfParts(t *testing.T) {
	names := []string{"made", "one", "two", "three"}
	for fail := 1; fail <= len(names); fail++ {
		var did []string
		note := func(what, name string) func(context.Context) error {
			return func(context.Context) error {
				if what == "start" && fail < len(names) && name == names[fail] {
					return errPart
				}
				did = append(did, what+" "+name)
				return nil
			}
		}
		l := &lifecycle{log: slog.New(slog.DiscardHandler)}
		if err := l.made(names[0], nil, note("stop", names[0])); err != nil {
			t.Fatal(err)
		}
		for _, name := range names[1:] {
			l.add(name, note("start", name), note("stop", name))
		}
		err := l.start(t.Context())
		if want := fail < len(names); errors.Is(err, errPart) != want || want && !strings.Contains(err.Error(), "start "+names[fail]) {
			t.Errorf("%d: %v", fail, err)
		}
		if err := l.stop(t.Context()); err != nil {
			t.Error(err)
		}
		var want []string
		for _, name := range names[1:fail] {
			want = append(want, "start "+name)
		}
		for _, name := range slices.Backward(names[:fail]) {
			want = append(want, "stop "+name)
		}
		if !slices.Equal(did, want) {
			t.Errorf("with %d of the parts: %q, want %q", fail, did, want)
		}
	}
}

// TestPartsThatStopBadly: a part that fails to stop, or takes all the time, keeps no
// other from being stopped.
func TestPartsThatStopBadly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &lifecycle{log: slog.New(slog.DiscardHandler)}
		stopped := 0
		good := func(ctx context.Context) error {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(stopGrace / 2):
				stopped++
				return nil
			}
		}
		for _, p := range []part{
			{name: "first", stop: good},
			{name: "failing", stop: func(context.Context) error { return errPart }},
			{name: "slow", stop: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }},
			{name: "last", stop: good},
		} {
			if err := l.made(p.name, nil, p.stop); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		err := l.stop(ctx)
		if !errors.Is(err, errPart) || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "stop slow") || !strings.Contains(err.Error(), "stop failing") {
			t.Error(err)
		}
		if stopped != 2 {
			t.Errorf("%d of the good parts were stopped", stopped)
		}
		if err := l.stop(ctx); err != nil {
			t.Errorf("a second time: %v", err)
		}
	})
}

// start runs a server on a new database until it answers. before fails a part.
func start(t *testing.T, before func(name string) error) (st *store.Store, addr net.Addr, err error) {
	t.Helper()
	st, err = store.Open(t.Context(), database.Config{URL: testdb.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{
		DB: "sqlite:", Files: t.TempDir(), Search: t.TempDir(), Listen: "127.0.0.1:0", MetricsListen: "127.0.0.1:0", LocalMailbox: true, Payments: Payments{Test: true},
		MasterKeys: MasterKeys{Text: masterKeys}, LogKey: filepath.Join(t.TempDir(), "log.key"), BounceListen: "127.0.0.1:0", BounceDomain: "bounces.example.org", Log: slog.New(slog.DiscardHandler), beforePart: before,
	}
	if err := cfg.check(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	err = run(ctx, &cfg, st, nil, func(_ context.Context, s *Server) error {
		addr = s.Addr
		stop()
		return nil
	})
	return st, addr, err
}

// TestEachPartFails: whichever part fails to begin, the server says which, stops
// what has begun, and leaves no goroutine, no open database and no listener behind.
func TestEachPartFails(t *testing.T) {
	ignore := goleak.IgnoreCurrent()
	var names []string
	if _, _, err := start(t, func(name string) error { names = append(names, name); return nil }); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"store", "replica", "listener", "streams", "sequencer", "waiting rooms", "challenges", "rehearsals", "settlement", "metrics listener", // work when they are made
		"clock", "files", "erasures", "draws", "search", "trends", "tracking", "refusals", "delivery", "jobs", "webhooks", "logs", "snapshots", "installation log", "bounces", "warming", "metrics", "reserve", "http",
	}
	if !slices.Equal(names, want) {
		t.Errorf("the parts are %q, want %q", names, want)
	}
	goleak.VerifyNone(t, ignore)
	for _, name := range names {
		begun := 0
		st, _, err := start(t, func(next string) error {
			if next == name {
				return fmt.Errorf("part %d: %w", begun, errPart)
			}
			begun++
			return nil
		})
		if !errors.Is(err, errPart) || !strings.Contains(err.Error(), name) || begun != slices.Index(names, name) {
			t.Errorf("%s: after %d parts: %v", name, begun, err)
		}
		if _, err := st.Organizations.AnyMember(t.Context()); err == nil {
			t.Errorf("%s: the database is still open", name)
		}
		goleak.VerifyNone(t, ignore)
	}
}
