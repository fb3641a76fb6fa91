package discovery

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestHarmUnderLoad: whatever is done to the file while people search, each of them gets
// the whole answer or is told that there is none now, and the index comes back by itself.
func TestHarmUnderLoad(t *testing.T) {
	t.Parallel()
	const events, page = batch + 200, 30 // it is filled in two steps
	overwrite := func(with func(n int64) []byte) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteAt(with(info.Size()), 0); err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, harm := range map[string]func(t *testing.T, path string){
		"zeroes": overwrite(func(n int64) []byte { return make([]byte, n) }),
		"noise": overwrite(func(n int64) []byte {
			b := make([]byte, n)
			for i := range b {
				b[i] = byte(rand.Uint32())
			}
			return b
		}),
		"cut short": func(t *testing.T, path string) {
			if err := os.Truncate(path, 5000); err != nil {
				t.Fatal(err)
			}
		},
		"removed": func(t *testing.T, path string) {
			if err := remove(path); err != nil {
				t.Fatal(err)
			}
		},
		"the folder is removed": func(t *testing.T, path string) {
			if err := os.RemoveAll(filepath.Dir(path)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		if testing.Short() && name != "zeroes" {
			continue // one is enough for the race detector, under which each takes minutes
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var source list
			for i := range events {
				source.put(event("jazz"+strconv.Itoa(i), "Jazz in the park", 1+float64(i%90)))
			}
			x, err := New(Config{Source: &source, Log: quiet, Every: 2 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			if err := x.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(x.folder, "events.db")
			var whole, refused atomic.Int64
			ctx, stop := context.WithCancel(t.Context())
			var searching sync.WaitGroup
			for range 4 {
				searching.Go(func() {
					for ctx.Err() == nil {
						r, err := x.Search(t.Context(), &Query{Text: "jazz park", Now: now, Limit: page})
						switch {
						case errors.Is(err, ErrNotReady):
							refused.Add(1)
							time.Sleep(100 * time.Microsecond)
						case err != nil:
							t.Errorf("a search says %v", err)
						case len(r.Hits) != page || r.Total != events || r.DidYouMean != "":
							t.Errorf("%d of %d are shown, %d of %d found, %q", len(r.Hits), page, r.Total, events, r.DidYouMean)
						default:
							whole.Add(1)
						}
					}
				})
			}
			pace := time.NewTicker(time.Millisecond)
			defer pace.Stop()
			answers := func() {
				t.Helper()
				end, enough := time.Now().Add(2*time.Minute), whole.Load()+8
				for i := 0; whole.Load() < enough; i++ {
					if time.Now().After(end) {
						t.Fatalf("no answers any more: %d whole, %d refused", whole.Load(), refused.Load())
					}
					source.put(event("market"+strconv.Itoa(i%7), "Market "+strconv.Itoa(i), 3)) // the file is written
					<-pace.C
				}
			}
			answers()
			for range 3 {
				since, before := time.Now(), refused.Load()
				harm(t, path)
				answers()
				t.Logf("answers again after %s, %d refused", time.Since(since).Round(time.Millisecond), refused.Load()-before)
			}
			stop()
			searching.Wait()
			if err := x.Stop(t.Context()); err != nil {
				t.Error(err)
			}
			if refused.Load() == 0 {
				t.Error("nobody was refused: the harm did not reach the file")
			}
		})
	}
}

// TestNoFolder: a server that cannot write the file starts without a search, and has one
// when it can.
func TestNoFolder(t *testing.T) {
	var source list
	source.put(event("a", "Jazz", 1))
	blocked := filepath.Join(t.TempDir(), "folder")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", blocked)
	x, err := New(Config{Path: filepath.Join(blocked, "events.db"), Source: &source, Log: quiet, Every: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Start(t.Context()); err != nil {
		t.Fatalf("it does not start: %v", err)
	}
	q := Query{Text: "jazz", Now: now, Limit: 1}
	if _, err := x.Search(t.Context(), &q); !errors.Is(err, ErrNotReady) {
		t.Errorf("a search without a file: %v", err)
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	// The index may have made it by now: it tries all the time.
	if err := os.Mkdir(blocked, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Fatal(err)
	}
	end := time.Now().Add(20 * time.Second)
	for !x.Ready() {
		if time.Now().After(end) {
			t.Fatal("it is never ready")
		}
		time.Sleep(time.Millisecond)
	}
	if r := find(t, x, q); len(r.Hits) != 1 {
		t.Errorf("%d of 1 event is found", len(r.Hits))
	}
	if err := x.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}
