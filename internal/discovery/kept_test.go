package discovery

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// kept is an index at a path that follows a source by turns of the test.
func kept(t *testing.T, path, of string, source Source) *Index {
	t.Helper()
	x, err := New(Config{Path: path, Of: of, Source: source, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	if err := x.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	close(ended)
	x.stop, x.ended = func() {}, ended
	return x
}

func stop(t *testing.T, x *Index) {
	t.Helper()
	if err := x.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestKept: what was filled is gone on with at the next start, with its figures, and only
// for the same database.
func TestKept(t *testing.T) {
	t.Parallel()
	var source list
	source.put(event("a", "Jazz", 1), event("b", "Jazz", 2))
	path := filepath.Join(t.TempDir(), "search", "events.db")
	x := kept(t, path, "one", &source)
	if f := x.Figures(time.Now()); f.Events != 0 || f.Behind != -1 || f.Rebuilds != 1 || f.Bytes == 0 {
		t.Errorf("before the first turn: %+v", f)
	}
	turn(t, x)
	source.put(Change{Event: Event{ID: "a"}, Gone: true}, Change{Event: Event{ID: "nobody"}, Gone: true}, event("b", "Jazz night", 3), event("c", "Jazz", 4), event("d", "Jazz", 5))
	turn(t, x)
	if f := x.Figures(time.Now().Add(time.Minute)); f.Events != 3 || f.Rebuilds != 1 || f.Behind < time.Minute || f.Behind > 2*time.Minute {
		t.Errorf("after two turns: %+v", f)
	}
	stop(t, x)

	x = kept(t, path, "one", &source)
	if f := x.Figures(time.Now()); f.Events != 3 || f.Rebuilds != 0 {
		t.Errorf("started again: %+v", f)
	}
	turn(t, x)
	if r := find(t, x, Query{Text: "jazz"}); len(r.Hits) != 3 {
		t.Errorf("%v of 3 events are found", ids(r))
	}
	stop(t, x)

	x = kept(t, path, "another", &source)
	if f := x.Figures(time.Now()); f.Events != 0 || f.Rebuilds != 1 {
		t.Errorf("another database goes on with it: %+v", f)
	}
	stop(t, x)
}

// TestOneServerPerFile: a second server on the same path fills an index of its own, and the
// first keeps its file.
func TestOneServerPerFile(t *testing.T) {
	t.Parallel()
	var source list
	source.put(event("a", "Jazz", 1))
	path := filepath.Join(t.TempDir(), "events.db")
	first := kept(t, path, "one", &source)
	turn(t, first)
	second := kept(t, path, "one", &source)
	turn(t, second)
	turn(t, first)
	for name, x := range map[string]*Index{"first": first, "second": second} {
		if f := x.Figures(time.Now()); len(find(t, x, Query{Text: "jazz"}).Hits) != 1 || f.Rebuilds != 1 {
			t.Errorf("the %s: %+v", name, f)
		}
	}
	folder := second.folder
	stop(t, second)
	if _, err := os.Stat(folder); folder == "" || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of the second, %q: %v", folder, err)
	}
	stop(t, first)
	third := kept(t, path, "one", &source)
	if f := third.Figures(time.Now()); f.Events != 1 || f.Rebuilds != 0 {
		t.Errorf("the file was not kept: %+v", f)
	}
	stop(t, third)
}

// TestNotWritable: where the file cannot be kept the search has one that is not.
func TestNotWritable(t *testing.T) {
	t.Parallel()
	var source list
	source.put(event("a", "Jazz", 1))
	blocked := filepath.Join(t.TempDir(), "folder")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	x := kept(t, filepath.Join(blocked, "events.db"), "one", &source)
	turn(t, x)
	if r := find(t, x, Query{Text: "jazz"}); len(r.Hits) != 1 {
		t.Error("nothing is found")
	}
	stop(t, x)
}

// TestRestored: an index that knows more than its database, which was restored from a
// backup, is filled anew; one that knows less is gone on with.
func TestRestored(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, db string) {
		s := testdb.Open(t, db)
		now := storetest.Epoch + inventory.Instant(inventory.Minute)
		path := filepath.Join(t.TempDir(), "events.db")
		second := inventory.Instant(inventory.Second)
		titled(t, s, "", now-20*second)
		event := titled(t, s, "", now-10*second)
		x := kept(t, path, "", sourceOf(s, &now))
		turn(t, x)
		stop(t, x)
		again := func(what string, rebuilds int64, found int) {
			t.Helper()
			x := kept(t, path, "", sourceOf(s, &now))
			for range 2 { // the first finds out, and the second fills it
				if err := x.turn(t.Context()); err != nil && !errors.Is(err, ErrForeign) {
					t.Fatal(err)
				}
			}
			r := find(t, x, Query{Text: "evening", Now: storetest.Epoch, Limit: 50})
			if f := x.Figures(time.Now()); f.Rebuilds != rebuilds || len(r.Hits) != found || f.Events != int64(found) {
				t.Errorf("%s: %d events are found, %+v", what, len(r.Hits), f)
			}
			stop(t, x)
		}
		again("nothing changed", 0, 2)
		event.Now = now - second
		event.Must(inventory.CancelEvent{Who: inventory.Who{Actor: "key_test", Staff: true}})
		again("one was called off", 0, 1)
		// As it was before that.
		for _, text := range []string{"update events set status = 'published'", "update events set listed_at = 1"} {
			if _, err := s.JobsDB().ExecContext(t.Context(), text); err != nil {
				t.Fatal(err)
			}
		}
		again("restored", 1, 2)
	})
}
