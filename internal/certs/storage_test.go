package certs

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

// serverOn makes the storage of one server, whose clock the test moves.
func serverOn(t *testing.T, st *store.Store, now *time.Time, key byte) *storage {
	t.Helper()
	s, err := newStorage(st.Certificates, bytes.Repeat([]byte{key}, 32), func() time.Time { return *now }, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStorage(t *testing.T) {
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		st := testdb.Open(t, url)
		now := time.Date(2027, 3, 1, 8, 0, 0, 0, time.UTC)
		s := serverOn(t, st, &now, 1)
		ctx := t.Context()
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		secret := []byte("-----BEGIN PRIVATE KEY-----")
		for _, name := range []string{"certificates/a/x.org/x.org.key", "certificates/a/x.org/x.org.crt", "certificates/a/y_%.org/y.crt", "acme/a/users/me.json"} {
			must(s.Store(ctx, name, []byte("before")))
			must(s.Store(ctx, name, secret))
		}
		another := serverOn(t, st, &now, 1)
		if got, err := another.Load(ctx, "certificates/a/x.org/x.org.key"); err != nil || !bytes.Equal(got, secret) {
			t.Errorf("another server loads %q, %v", got, err)
		}
		if _, err := s.Load(ctx, "certificates/a"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("what is a folder is loaded: %v", err)
		}

		// Nobody has any use for the rows without the key, nor under another name.
		f, err := st.Certificates.File(ctx, "certificates/a/x.org/x.org.key")
		must(err)
		if bytes.Contains(f.Sealed, []byte("PRIVATE")) {
			t.Error("the database has a key in clear")
		}
		if _, err := serverOn(t, st, &now, 2).Load(ctx, f.Name); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("another key opens it: %v", err)
		}
		f.Name = "certificates/a/z.org/z.org.key"
		must(st.Certificates.PutFile(ctx, &f))
		if _, err := s.Load(ctx, f.Name); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("it stands in for another: %v", err)
		}
		must(s.Delete(ctx, f.Name))

		list := func(name string, recursive bool, want ...string) {
			t.Helper()
			got, err := s.List(ctx, name, recursive)
			if !slices.Equal(got, want) || (len(want) == 0) != errors.Is(err, fs.ErrNotExist) {
				t.Errorf("list of %q (%t): %q, %v", name, recursive, got, err)
			}
		}
		list("certificates", false, "certificates/a")
		list("certificates/a", false, "certificates/a/x.org", "certificates/a/y_%.org")
		list("certificates/a", true, "certificates/a/x.org/x.org.crt", "certificates/a/x.org/x.org.key", "certificates/a/y_%.org/y.crt")
		list("certificates/a/x", true)
		list("", false, "acme", "certificates")

		info, err := s.Stat(ctx, "acme/a/users/me.json")
		if err != nil || !info.IsTerminal || info.Size != int64(len(secret)) || !info.Modified.Equal(now) {
			t.Errorf("stat of a file: %+v, %v", info, err)
		}
		if info, err = s.Stat(ctx, "acme"); err != nil || info.IsTerminal {
			t.Errorf("stat of a folder: %+v, %v", info, err)
		}
		if s.Exists(ctx, "acm") || !s.Exists(ctx, "acme/a") {
			t.Error("exists is wrong")
		}

		must(s.Delete(ctx, "certificates/a/x.org"))
		must(s.Delete(ctx, "certificates/a/x.org")) // is not an error
		list("certificates/a", true, "certificates/a/y_%.org/y.crt")
	})
}

// TestListOfMany: a list is longer than what one statement returns.
func TestListOfMany(t *testing.T) {
	t.Parallel()
	st := testdb.Open(t, testdb.SQLite(t))
	now := time.Now()
	s := serverOn(t, st, &now, 1)
	for i := range pageOfNames + 3 {
		if err := s.Store(t.Context(), "ocsp/"+string(rune('a'+i/100))+"/"+time.Duration(i).String(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.List(t.Context(), "ocsp", true); len(got) != pageOfNames+3 || err != nil {
		t.Errorf("%d names, %v", len(got), err)
	}
	if got, err := s.List(t.Context(), "ocsp", false); len(got) != 6 || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// TestLock: of all servers one asks the authority for a name, and what a server that died
// had is free after a while.
func TestLock(t *testing.T) {
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		st := testdb.Open(t, url)
		now := time.Date(2027, 3, 1, 8, 0, 0, 0, time.UTC)
		first, second := serverOn(t, st, &now, 1), serverOn(t, st, &now, 1)
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(first.Lock(t.Context(), "issue x.org"))
		must(second.Lock(t.Context(), "issue y.org"))
		refused := func(s *storage, why string) {
			t.Helper()
			if got, err := s.take(t.Context(), "issue x.org", "somebody"); got || err != nil {
				t.Errorf("%s: %t, %v", why, got, err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
			defer cancel()
			if err := s.Lock(ctx, "issue x.org"); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", why, err)
			}
		}
		refused(second, "it is another server's")
		refused(first, "it is this server's already")
		if err := second.Unlock(t.Context(), "issue x.org"); !errors.Is(err, errNotLocked) {
			t.Errorf("another server gives it up: %v", err)
		}
		now = now.Add(lockFor - time.Second)
		refused(second, "its time is not over")
		now = now.Add(time.Second)
		must(second.Lock(t.Context(), "issue x.org"))
		// The first, which was slow, takes nothing away from the second.
		must(first.Unlock(t.Context(), "issue x.org"))
		refused(first, "the second has it")
		must(second.Unlock(t.Context(), "issue x.org"))
		must(first.Lock(t.Context(), "issue x.org"))
		must(first.Unlock(t.Context(), "issue x.org"))
		must(second.Unlock(t.Context(), "issue y.org"))
	})
}

// TestLockIsKept: as long as a server works, it keeps what it has.
func TestLockIsKept(t *testing.T) {
	t.Parallel()
	st := testdb.Open(t, testdb.SQLite(t))
	now := time.Date(2027, 3, 1, 8, 0, 0, 0, time.UTC)
	s := serverOn(t, st, &now, 1)
	if got, err := s.take(t.Context(), "x", "me"); !got || err != nil {
		t.Fatal(got, err)
	}
	now = now.Add(lockFor - time.Second)
	if got, err := s.take(t.Context(), "x", "me"); !got || err != nil {
		t.Fatal("it cannot be prolonged", err)
	}
	now = now.Add(lockFor - time.Second)
	if got, err := s.take(t.Context(), "x", "another"); got || err != nil {
		t.Error("it was prolonged, and another has it", err)
	}
}
