package objectstore_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/objectstore/s3test"
)

// mirrored is a folder with a copy in a bucket that can be away.
type mirrored struct {
	*testing.T
	copy objectstore.Store
	away atomic.Bool
	sync bool
}

func newMirrored(t *testing.T, sync bool) *mirrored {
	m := &mirrored{T: t, sync: sync}
	m.copy = s3test.New(t, func(w http.ResponseWriter, _ *http.Request) bool {
		if m.away.Load() {
			w.WriteHeader(http.StatusForbidden) // which is not tried again
		}
		return m.away.Load()
	}).Open(t, "replica")
	return m
}

// open opens a folder, brings back what is gone and begins to copy.
func (m *mirrored) open(folder string) *objectstore.Mirror {
	m.Helper()
	f, err := objectstore.OpenMirror(m.Context(), objectstore.MirrorConfig{Folder: folder, Copy: m.copy, Sync: m.sync, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		m.Fatal(err)
	}
	if _, damaged, err := f.Recover(m.Context()); err != nil || len(damaged) > 0 {
		m.Fatalf("%q %v", damaged, err)
	}
	if err := f.Start(m.Context()); err != nil {
		m.Fatal(err)
	}
	return f
}

func (m *mirrored) put(f objectstore.Store, name, text string) {
	m.Helper()
	if err := f.Put(m.Context(), name, strings.NewReader(text), int64(len(text)), "text/plain"); err != nil {
		m.Fatal(err)
	}
}

// has fails the test unless a folder has exactly these files, as "name: content".
func (m *mirrored) has(folder string, want ...string) {
	m.Helper()
	var got []string
	err := filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.Contains(path, ".replica") {
			return err
		}
		text, err := os.ReadFile(path)
		got = append(got, strings.TrimPrefix(path, folder+"/")+": "+string(text))
		return err
	})
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		m.Errorf("%q %v, want %q", got, err, want)
	}
}

func (m *mirrored) caughtUp(f *objectstore.Mirror) {
	m.Helper()
	end := time.NewTimer(20 * time.Second)
	look := time.NewTicker(2 * time.Millisecond)
	defer end.Stop()
	defer look.Stop()
	for f.Figures().Waiting > 0 || f.Figures().Error != "" {
		select {
		case <-look.C:
		case <-end.C:
			m.Fatalf("%+v", f.Figures())
		}
	}
}

// TestMirror: files that were written are on another disk when this one is lost, those that were
// deleted are not, whoever has deleted them, and what a kill left in the middle goes on.
func TestMirror(t *testing.T) {
	t.Parallel()
	for _, sync := range []bool{true, false} {
		t.Run(fmt.Sprintf("sync=%t", sync), func(t *testing.T) {
			t.Parallel()
			m := newMirrored(t, sync)
			one := t.TempDir()
			f := m.open(one)
			m.put(f, "pictures/a.jpg", "a picture")
			m.put(f, "archives/e.1.log/0", "entries")
			m.put(f, "erasures/p", "")
			m.put(f, "exports/gone", "a list of people")
			m.put(f, "changes", "first")
			m.put(f, "changes", "second")
			if err := f.Create(t.Context(), "created", []byte("once"), ""); err != nil {
				t.Error(err)
			}
			if err := f.Delete(t.Context(), "exports/gone"); err != nil {
				t.Error(err)
			}
			m.caughtUp(f)
			// It is killed here. A command beside it writes one file and deletes another.
			beside, err := objectstore.Open(one, objectstore.Credentials{})
			if err != nil {
				t.Fatal(err)
			}
			m.put(beside, "archives/e.2", "newer")
			if err := beside.Delete(t.Context(), "created"); err != nil {
				t.Error(err)
			}
			f = m.open(one)
			m.caughtUp(f)
			want := []string{"archives/e.1.log/0: entries", "archives/e.2: newer", "changes: second", "erasures/p: ", "pictures/a.jpg: a picture"}
			m.has(one, want...)
			two := t.TempDir()
			g := m.open(two)
			m.has(two, want...)
			names := 0
			if err := m.copy.List(t.Context(), "files", func(name string) error {
				names++
				if strings.Contains(name, "gone") || strings.Contains(name, "created") {
					t.Errorf("%s is still copied", name)
				}
				return nil
			}); err != nil || names != len(want) {
				t.Errorf("%d copies, %v", names, err)
			}
			// A folder that is lost in part comes back too, and nothing is sent again.
			if err := os.RemoveAll(filepath.Join(two, "pictures")); err != nil {
				t.Fatal(err)
			}
			if err := g.Stop(t.Context()); err != nil {
				t.Error(err)
			}
			m.away.Store(false)
			g = m.open(two)
			m.has(two, want...)
			if n := g.Figures(); n.Waiting != 0 || n.Failures != 0 {
				t.Errorf("%+v", n)
			}
		})
	}
}

// TestMirrorAway: while the copy takes nothing, what has to wait for it fails, and the rest is
// told; both are made good.
func TestMirrorAway(t *testing.T) {
	t.Parallel()
	for _, sync := range []bool{true, false} {
		t.Run(fmt.Sprintf("sync=%t", sync), func(t *testing.T) {
			t.Parallel()
			m := newMirrored(t, sync)
			one := t.TempDir()
			f := m.open(one)
			m.put(f, "kept", "1")
			m.caughtUp(f)
			m.away.Store(true)
			err := f.Put(t.Context(), "late", strings.NewReader("2"), 1, "")
			if sync && !errors.Is(err, objectstore.ErrNotCopied) || !sync && err != nil {
				t.Errorf("stored while the copy is away: %v", err)
			}
			if err := f.Delete(t.Context(), "kept"); sync != errors.Is(err, objectstore.ErrNotCopied) {
				t.Errorf("deleted while the copy is away: %v", err)
			}
			if n := f.Figures(); n.Waiting == 0 || n.Lag <= 0 {
				t.Errorf("%+v", n)
			}
			m.away.Store(false)
			m.caughtUp(f)
			two := t.TempDir()
			m.open(two)
			m.has(two, "late: 2")
		})
	}
}

// TestMirrorDamaged: a copy that is not what was sent is not given the name of the file, and the
// others come back.
func TestMirrorDamaged(t *testing.T) {
	t.Parallel()
	m := newMirrored(t, true)
	f := m.open(t.TempDir())
	m.put(f, "good", "good")
	m.put(f, "bad", "bad")
	var at string
	if err := m.copy.List(t.Context(), "files", func(name string) error {
		if strings.Contains(name, "bad") {
			at = name
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	m.put(m.copy, at, "other")
	two := t.TempDir()
	g, err := objectstore.OpenMirror(t.Context(), objectstore.MirrorConfig{Folder: two, Copy: m.copy, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	n, damaged, err := g.Recover(t.Context())
	if n != 1 || len(damaged) != 1 || damaged[0] != "bad" || err != nil {
		t.Errorf("%d %q %v", n, damaged, err)
	}
	m.has(two, "good: good")
}

// failingReader fails as a disk that is full would.
type failingReader struct{}

func (failingReader) Read([]byte) (int, error) {
	return 0, fmt.Errorf("write: %w", syscall.ENOSPC)
}

// TestFull: a file for which there is no room is said to be so, and what had its name is unchanged.
func TestFull(t *testing.T) {
	t.Parallel()
	s, err := objectstore.Open(t.TempDir(), objectstore.Credentials{})
	if err != nil {
		t.Fatal(err)
	}
	put := func(r io.Reader) error { return s.Put(context.Background(), "a/b", r, 4, "") }
	if err := put(strings.NewReader("text")); err != nil {
		t.Fatal(err)
	}
	if err := put(failingReader{}); !errors.Is(err, objectstore.ErrFull) {
		t.Errorf("%v", err)
	}
	r, _, err := s.Get(t.Context(), "a/b")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close() //nolint:errcheck // only read
	if text, err := io.ReadAll(r); string(text) != "text" || err != nil {
		t.Errorf("%q %v", text, err)
	}
}

// TestMirrorDeletesWhatIsStoredAgain: the copy of a file that was compared again, and found to be
// the same, goes with the file.
func TestMirrorDeletesWhatIsStoredAgain(t *testing.T) {
	t.Parallel()
	m := newMirrored(t, true)
	f := m.open(t.TempDir())
	m.put(f, "kept", "1")
	m.put(f, "kept", "1")
	if err := f.Delete(t.Context(), "kept"); err != nil {
		t.Fatal(err)
	}
	two := t.TempDir()
	m.open(two)
	m.has(two)
}
