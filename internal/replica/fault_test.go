package replica_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/replica"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// faulty is a target that fails.
type faulty struct {
	objectstore.Store
	down  atomic.Bool  // nothing can be created
	after atomic.Int64 // creations that succeed although the answer is lost
}

func (f *faulty) Create(ctx context.Context, name string, content []byte, mediaType string) error {
	if f.down.Load() {
		return fmt.Errorf("objectstore: %w", syscall.ENOSPC)
	}
	err := f.Store.Create(ctx, name, content, mediaType)
	if err == nil && f.after.Add(-1) >= 0 {
		return errors.New("the answer is lost")
	}
	return err
}

// restored restores to a new file, opens it, and reports which of the names are there.
func restored(t *testing.T, from objectstore.Store, names ...string) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "restored.db")
	if _, err := replica.Restore(t.Context(), replica.RestoreConfig{Target: from, Path: path}); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), database.Config{URL: "sqlite:" + path})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close() //nolint:errcheck // only read
	n := &node{T: t, store: st}
	var there []string
	for _, name := range names {
		if n.has(name) {
			there = append(there, name)
		}
	}
	whole(t, path)
	return there
}

// whole fails the test when a database file is damaged.
func whole(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // only read
	var says string
	if err := db.QueryRow("pragma integrity_check").Scan(&says); err != nil || says != "ok" {
		t.Errorf("%s, %v", says, err)
	}
}

// TestTargetAway: while the target takes nothing, in sync mode nothing is written, and without
// it the lag is told; both recover.
func TestTargetAway(t *testing.T) {
	for _, sync := range []bool{true, false} {
		t.Run(fmt.Sprintf("sync=%t", sync), func(t *testing.T) {
			to := &faulty{Store: folder(t)}
			n := begin(t, to, filepath.Join(t.TempDir(), "a.db"), sync)
			if err := n.write("org_before"); err != nil {
				t.Fatal(err)
			}
			to.down.Store(true)
			err := n.write("org_meanwhile")
			if sync && !errors.Is(err, database.ErrUnavailable) || !sync && err != nil {
				t.Errorf("while it is away: %v", err)
			}
			poll.Until(t, "the failure is told", func() bool {
				f := n.keeper.Figures()
				return f.Failing && f.Failures > 0 && f.Lag > 50*time.Millisecond && f.Bytes >= 0 && f.Error != ""
			})
			if err := n.write("org_refused"); sync && (!errors.Is(err, database.ErrUnavailable) || errors.Is(err, database.ErrCommitUnknown) || n.has("org_refused")) {
				t.Errorf("it was written, or that is not known: %v", err)
			}
			to.down.Store(false)
			poll.Until(t, "it is up to date again", func() bool { f := n.keeper.Figures(); return !f.Failing && f.Lag == 0 })
			before := n.keeper.Figures().Seq
			if err := n.write("org_after"); err != nil {
				t.Fatal(err)
			}
			poll.Until(t, "what was written is sent", func() bool { return n.keeper.Figures().Seq > before })
			if there := restored(t, to, "org_before", "org_meanwhile", "org_after"); len(there) != 3 {
				t.Errorf("restored: %q", there)
			}
		})
	}
}

// TestLostAnswer: an entry that was kept although its answer was lost is this server's own.
func TestLostAnswer(t *testing.T) {
	to := &faulty{Store: folder(t)}
	n := begin(t, to, filepath.Join(t.TempDir(), "a.db"), true)
	for i := range 5 {
		to.after.Store(1)
		if err := n.write(fmt.Sprintf("org_%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	if n.keeper.Taken() != nil {
		t.Error(n.keeper.Taken())
	}
}

// TestDamaged: what is missing or changed in a replica is named, and nothing is restored.
func TestDamaged(t *testing.T) {
	for name, harm := range map[string]func(t *testing.T, file string){
		"a byte":  func(t *testing.T, file string) { change(t, file, func(b []byte) []byte { b[len(b)/2] ^= 1; return b }) },
		"cut off": func(t *testing.T, file string) { change(t, file, func(b []byte) []byte { return b[:len(b)/2] }) },
		"missing": func(t *testing.T, file string) {
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		},
		"another": func(t *testing.T, file string) {
			other, err := os.ReadFile(strings.TrimSuffix(file, "4") + "3")
			if err != nil {
				t.Fatal(err)
			}
			change(t, file, func([]byte) []byte { return other })
		},
	} {
		for _, object := range []string{"log/0000000000000004", "snapshots/0000000000000001-*-000000", "snapshots/0000000000000001-all"} {
			if name == "another" && !strings.HasPrefix(object, "log/") {
				continue // there is one snapshot alone
			}
			t.Run(name+" "+object, func(t *testing.T) {
				at := filepath.Join(t.TempDir(), "replica")
				to, err := objectstore.Open(at, objectstore.Credentials{})
				if err != nil {
					t.Fatal(err)
				}
				n := begin(t, to, filepath.Join(t.TempDir(), "a.db"), true)
				for i := range 8 {
					if err := n.write(fmt.Sprintf("org_%d", i)); err != nil {
						t.Fatal(err)
					}
				}
				files, err := filepath.Glob(filepath.Join(at, object))
				if err != nil || len(files) != 1 {
					t.Fatalf("%q, %v", files, err)
				}
				harm(t, files[0])
				path := filepath.Join(t.TempDir(), "b.db")
				_, err = replica.Restore(t.Context(), replica.RestoreConfig{Target: to, Path: path})
				wanted := errors.Is(err, replica.ErrDamaged) && strings.Contains(err.Error(), strings.TrimPrefix(files[0], at+"/"))
				if name == "missing" && strings.HasSuffix(object, "-all") {
					wanted = errors.Is(err, replica.ErrEmpty)
				}
				if !wanted {
					t.Errorf("%v", err)
				}
				if left, err := filepath.Glob(path + "*"); err != nil || len(left) > 0 {
					t.Errorf("left: %q, %v", left, err)
				}
			})
		}
	}
}

func change(t *testing.T, file string, to func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, to(b), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestWrongDatabase: a database that is older than the replica is refused, and so is another.
func TestWrongDatabase(t *testing.T) {
	to, dir := folder(t), t.TempDir()
	path := filepath.Join(dir, "a.db")
	n := begin(t, to, path, true)
	if err := errors.Join(n.write("org_1"), n.end()); err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(dir, "old.db")
	duplicate(t, path, old)
	n = begin(t, to, path, true)
	if err := errors.Join(n.write("org_2"), n.end()); err != nil {
		t.Fatal(err)
	}
	if _, err := tryBegin(t, to, old, true); !errors.Is(err, replica.ErrBehind) && !errors.Is(err, replica.ErrOther) {
		t.Errorf("an older one: %v", err)
	}
	same := begin(t, to, path, true) // and nobody was stopped by that
	if err := same.write("org_3"); err != nil {
		t.Error(err)
	}
	middle := filepath.Join(dir, "middle.db")
	if err := same.store.CopyTo(t.Context(), middle); err != nil {
		t.Fatal(err)
	}
	if err := same.write("org_4"); err != nil {
		t.Error(err)
	}
	if _, err := tryBegin(t, to, middle, true); !errors.Is(err, replica.ErrBehind) {
		t.Errorf("an older one of the same server: %v", err)
	}
	if err := same.end(); err != nil {
		t.Fatal(err)
	}
	begin(t, folder(t), filepath.Join(dir, "other.db"), true)
	fresh := filepath.Join(dir, "fresh.db")
	st, err := store.Open(t.Context(), database.Config{URL: "sqlite:" + fresh})
	if err == nil {
		err = errors.Join(st.Migrate(t.Context()), st.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "other.db"), fresh} {
		if _, err := tryBegin(t, to, path, true); !errors.Is(err, replica.ErrOther) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if there := restored(t, to, "org_1", "org_2", "org_3", "org_4"); len(there) != 4 {
		t.Errorf("restored: %q", there)
	}
}

func duplicate(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(to)
	if err == nil {
		_, err = io.Copy(out, in)
	}
	if err := errors.Join(err, in.Close(), out.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestGoesOn: whatever happens to the log of the database, by this process or another, what is
// restored is whole and has everything; a restart in good order takes no snapshot.
func TestGoesOn(t *testing.T) {
	at := filepath.Join(t.TempDir(), "replica")
	to, err := objectstore.Open(at, objectstore.Credentials{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.db")
	n := begin(t, to, path, true)
	var names []string // acknowledged
	asked := 0
	write := func() {
		t.Helper()
		// A machine with much else to do may not send in time what another process wrote: then
		// it is not known, and asked again under another name.
		poll.Until(t, "a write that is acknowledged", func() bool {
			asked++
			name := fmt.Sprintf("org_%d", asked)
			err := n.write(name)
			if errors.Is(err, database.ErrNotReplicated) {
				return false
			}
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, name)
			return true
		})
	}
	snapshots := func() int {
		t.Helper()
		all, err := filepath.Glob(filepath.Join(at, "snapshots", "*-all"))
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	other := func(texts ...string) {
		t.Helper()
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			if _, err := db.Exec(text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"another process writes", func() { other("create table if not exists o (a int)", "insert into o values (1)") }},
		{"another carries the log over", func() {
			other("pragma wal_checkpoint(passive)", "pragma busy_timeout=100", "pragma wal_checkpoint(full)")
		}},
		{"vacuum", func() { other("vacuum") }},
		{"scrub", func() {
			clean, err := n.store.Erasures.Scrub(t.Context())
			if err != nil || !clean {
				t.Errorf("%t, %v", clean, err)
			}
			if info, err := os.Stat(path + "-wal"); err != nil || info.Size() > 64<<10 {
				t.Errorf("%v, %v", info, err)
			}
		}},
		{"restart", func() {
			had := snapshots()
			if err := n.end(); err != nil {
				t.Fatal(err)
			}
			n = begin(t, to, path, true)
			write()
			if got := snapshots(); got != had {
				t.Errorf("%d snapshots were taken", got-had)
			}
		}},
		{"restart after another wrote", func() {
			if err := n.end(); err != nil {
				t.Fatal(err)
			}
			other("create table if not exists o (a int)", "insert into o values (1)")
			n = begin(t, to, path, true)
		}},
		{"much is written", func() {
			other("create table if not exists b (a blob)", "insert into b select randomblob(4000) from (with recursive x(n) as (select 1 union all select n + 1 from x where n < 6000) select n from x)", "delete from b")
		}},
	} {
		t.Run(step.name, func(t *testing.T) {
			write()
			step.do()
			write()
			write()
			if there := restored(t, to, names...); len(there) != len(names) {
				t.Errorf("%d of %d are restored", len(there), len(names))
			}
		})
	}
}

// TestOlderState restores what was there at a time.
func TestOlderState(t *testing.T) {
	to := folder(t)
	n := begin(t, to, filepath.Join(t.TempDir(), "a.db"), true)
	if err := n.write("org_1"); err != nil {
		t.Fatal(err)
	}
	then := time.Now()
	if err := n.write("org_2"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "b.db")
	if _, err := replica.Restore(t.Context(), replica.RestoreConfig{Target: to, Path: path, Until: then}); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), database.Config{URL: "sqlite:" + path})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close() //nolint:errcheck // only read
	m := &node{T: t, store: st}
	if !m.has("org_1") || m.has("org_2") {
		t.Error("it is another state")
	}
	if _, err := replica.Restore(t.Context(), replica.RestoreConfig{Target: to, Path: path}); !errors.Is(err, replica.ErrExists) {
		t.Errorf("over a database: %v", err)
	}
	if _, err := replica.Restore(t.Context(), replica.RestoreConfig{Target: folder(t), Path: path + "2"}); !errors.Is(err, replica.ErrEmpty) {
		t.Errorf("of nothing: %v", err)
	}
}

// TestAfterACrash: a server that goes on with the files of one that was killed takes no
// snapshot, because the log of the database shows where the replica ends; without that log it
// takes one.
func TestAfterACrash(t *testing.T) {
	for _, log := range []bool{true, false} {
		t.Run(fmt.Sprintf("log=%t", log), func(t *testing.T) {
			at := filepath.Join(t.TempDir(), "replica")
			to, err := objectstore.Open(at, objectstore.Credentials{})
			if err != nil {
				t.Fatal(err)
			}
			snapshots := func() int {
				t.Helper()
				all, err := filepath.Glob(filepath.Join(at, "snapshots", "*-all"))
				if err != nil {
					t.Fatal(err)
				}
				return len(all)
			}
			path, killed := filepath.Join(t.TempDir(), "a.db"), filepath.Join(t.TempDir(), "a.db")
			n := begin(t, to, path, true)
			for _, name := range []string{"org_1", "org_2"} {
				if err := n.write(name); err != nil {
					t.Fatal(err)
				}
			}
			duplicate(t, path, killed)
			duplicate(t, path+"-wal", killed+"-wal")
			if !log { // somebody has opened and closed it since
				db, err := sql.Open("sqlite", killed)
				if err == nil {
					_, err = db.Exec("pragma wal_checkpoint(truncate)")
				}
				if err := errors.Join(err, db.Close()); err != nil {
					t.Fatal(err)
				}
			}
			had := snapshots()
			m := begin(t, to, killed, true)
			if err := m.write("org_3"); err != nil {
				t.Fatal(err)
			}
			if took := snapshots() - had; log && took != 0 || !log && took != 1 {
				t.Errorf("%d snapshots were taken", took)
			}
			if there := restored(t, to, "org_1", "org_2", "org_3"); len(there) != 3 {
				t.Errorf("restored: %q", there)
			}
		})
	}
}

// TestPrune: what no state needs that is still kept is deleted; the entries with which servers
// began stay, and what is left can be restored.
func TestPrune(t *testing.T) {
	at, path := filepath.Join(t.TempDir(), "replica"), filepath.Join(t.TempDir(), "a.db")
	to, err := objectstore.Open(at, objectstore.Credentials{})
	if err != nil {
		t.Fatal(err)
	}
	n, err := keeping(t, to, path, true, time.Nanosecond)
	if err != nil {
		t.Fatal(err)
	}
	if err := n.write("org_1"); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("create table b as select randomblob(4000) from (with recursive x(n) as (select 1 union all select n + 1 from x where n < 6000) select n from x)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	poll.Until(t, "the first snapshot and the entry behind it are deleted", func() bool {
		left, err := filepath.Glob(filepath.Join(at, "snapshots", "0000000000000001-*"))
		if err != nil {
			t.Fatal(err)
		}
		_, gone := os.Stat(filepath.Join(at, "log", "0000000000000002"))
		return len(left) == 0 && errors.Is(gone, os.ErrNotExist)
	})
	if _, err := os.Stat(filepath.Join(at, "log", "0000000000000001")); err != nil {
		t.Errorf("the entry with which the server began: %v", err)
	}
	if err := n.write("org_2"); err != nil {
		t.Fatal(err)
	}
	if there := restored(t, to, "org_1", "org_2"); len(there) != 2 {
		t.Errorf("restored: %q", there)
	}
}

// TestBegun: a server that dies behind its first snapshot, before anything that it sent has a
// stamp in the database, is followed by one on an empty disk, and by one on its disk.
func TestBegun(t *testing.T) {
	for _, disk := range []string{"empty", "own"} {
		t.Run(disk, func(t *testing.T) {
			to := folder(t)
			path, next := filepath.Join(t.TempDir(), "a.db"), filepath.Join(t.TempDir(), "b.db")
			first := organizations.Organization{ID: "org_1", Name: "org_1", CreatedAt: 1}
			st, err := store.Open(t.Context(), database.Config{URL: "sqlite:" + path})
			if err == nil {
				err = errors.Join(st.Migrate(t.Context()), st.Organizations.CreateOrganization(t.Context(), first), st.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
			k, err := replica.New(replica.Config{Target: to, Where: "the target", Sync: true, Host: "test", Now: time.Now, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			exact, err := k.Prepare(t.Context(), path)
			if err == nil {
				st, err = store.Open(t.Context(), database.Config{URL: "sqlite:" + path, Replica: k})
			}
			if err != nil {
				t.Fatal(err)
			}
			feed, err := st.Feed(t.Context())
			if err == nil {
				err = k.Start(t.Context(), feed, exact)
			}
			if err != nil {
				t.Fatal(err)
			}
			if disk != "empty" {
				duplicate(t, path, next)
			}
			n := begin(t, to, next, true)
			if !n.has("org_1") {
				t.Error("the organization is lost")
			}
			dead, stop := context.WithCancel(t.Context())
			stop()
			_ = k.Stop(dead) // which was taken over
			if err := errors.Join(n.end(), st.Close()); err != nil {
				t.Error(err)
			}
		})
	}
}
