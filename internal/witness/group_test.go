package witness_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/mod/sumdb/note"
	xtlog "golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/witness"
	"github.com/holdfast-events/holdfast/internal/witness/witnesstest"
)

// log is a log in memory.
type log struct {
	t      *testing.T
	signer *tlog.Signer
	hashes []xtlog.Hash // as package tlog of x/mod stores them
	size   int64
	file   string // of the key
	key    string
}

func newLog(t *testing.T) *log {
	t.Helper()
	file := filepath.Join(t.TempDir(), "log.key")
	s, err := tlog.OpenSigner(file, "holdfast.test")
	if err != nil {
		t.Fatal(err)
	}
	key, err := s.Key().VerifierKey(tlog.Installation)
	if err != nil {
		t.Fatal(err)
	}
	return &log{t: t, signer: s, file: file, key: key}
}

func (l *log) ReadHashes(at []int64) ([]xtlog.Hash, error) {
	list := make([]xtlog.Hash, len(at))
	for i, n := range at {
		list[i] = l.hashes[n]
	}
	return list, nil
}

func (l *log) must(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

// grow adds entries and returns the head.
func (l *log) grow(n int, text string) *witness.Head {
	l.t.Helper()
	for range n {
		more, err := xtlog.StoredHashes(l.size, fmt.Appendf(nil, "%s %d", text, l.size), l)
		l.must(err)
		l.hashes = append(l.hashes, more...)
		l.size++
	}
	root, err := xtlog.TreeHash(l.size, l)
	l.must(err)
	size := l.size
	prove := func(old int64) (xtlog.TreeProof, error) { return xtlog.ProveTree(size, old, l) }
	signed, err := l.signer.Sign(tlog.Installation, tlog.Head{Size: size, Root: root}, prove)
	l.must(err)
	return &witness.Head{
		Checkpoint: signed, Size: size, Prove: prove,
		Grown: func(context.Context) (int64, error) { return l.size, nil },
	}
}

// forget puts the signer back to before it signed anything: a machine that was restored.
func (l *log) forget() {
	l.t.Helper()
	l.must(os.RemoveAll(l.file + ".heads"))
	l.must(os.Mkdir(l.file+".heads", 0o700))
}

// group makes a group of witnesses.
func (l *log) group(told *bytes.Buffer, list string, transport http.RoundTripper) *witness.Group {
	l.t.Helper()
	witnesses, err := witness.Parse(list)
	l.must(err)
	return witness.NewGroup(witnesses, transport, slog.New(slog.NewTextHandler(told, nil)))
}

// direct calls handlers by the host of a request.
type direct map[string]http.Handler

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	h, found := d[r.URL.Host]
	if !found {
		return nil, errors.New("no such host")
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	res := httptest.NewRecorder()
	done := make(chan struct{})
	go func() {
		h.ServeHTTP(res, r)
		close(done)
	}()
	select {
	case <-done:
		return res.Result(), nil
	case <-r.Context().Done():
		<-done
		return nil, r.Context().Err()
	}
}

// TestCosign: witnesses sign a head that grows, also one that has seen older heads from a
// server before, and their signatures are checked with their keys alone.
func TestCosign(t *testing.T) {
	t.Parallel()
	l := newLog(t)
	one, two, stranger := witnesstest.New(t, "witness.example.net/w1"), witnesstest.New(t, "witness.example.org/w2"), witnesstest.New(t, "witness.example.com/w3")
	one.Knows(t, l.key)
	two.Knows(t, l.key)
	list := one.Line(one.Listen(t)) + "# the second\n\n" + two.Line(two.Listen(t)+"/") + stranger.Line(stranger.Listen(t))
	var told bytes.Buffer
	g := l.group(&told, list, http.DefaultTransport)
	for _, n := range []int{1, 1, 5, 300} {
		h := l.grow(n, "entry")
		signed := g.Cosign(t.Context(), h)
		if at := g.Signed(signed); len(at) != 2 || time.Since(at["witness.example.net/w1"]) > time.Hour || at["witness.example.com/w3"] != (time.Time{}) {
			t.Fatalf("%d entries: signed at %v:\n%s", h.Size, at, signed)
		}
		v, err := note.NewVerifier(l.key)
		l.must(err)
		if n, err := note.Open(signed, note.VerifierList(v)); err != nil || len(n.UnverifiedSigs) != 2 {
			t.Errorf("others read %+v, %v", n, err)
		}
		// What is signed is not asked for again.
		before := one.Asked()
		if h.Checkpoint = signed; !bytes.Equal(g.Cosign(t.Context(), h), signed) || one.Asked() != before {
			t.Error("it is asked again")
		}
	}
	if n := stranger.Asked(); n != 1 {
		t.Errorf("a witness that refuses was asked %d times", n)
	}
	want := map[witness.Standing]int{witness.Signs: 2, witness.Refuses: 1}
	if got := g.Standings(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("standings: %v", got)
	}
	if s := told.String(); strings.Count(s, "\n") != 3 || strings.Count(s, "404 Not Found") != 1 {
		t.Errorf("the operator is told:\n%s", s)
	}

	// A server that begins does not know what they have signed.
	again := l.group(&told, list, http.DefaultTransport)
	if signed := again.Cosign(t.Context(), l.grow(7, "entry")); len(again.Signed(signed)) != 2 {
		t.Errorf("after a start: %s", signed)
	}
	if n := one.Head("holdfast.test/log/installation"); n != l.size {
		t.Errorf("the witness has seen %d of %d", n, l.size)
	}
}

// TestServersAskTogether: servers that ask the same witnesses about heads of one log, the
// older ones too, accuse nobody.
func TestServersAskTogether(t *testing.T) {
	t.Parallel()
	l := newLog(t)
	w := witnesstest.New(t, "witness.example.net/w1")
	w.Knows(t, l.key)
	list := w.Line(w.Listen(t))
	var told [4]bytes.Buffer
	groups := make([]*witness.Group, len(told))
	for i := range groups {
		groups[i] = l.group(&told[i], list, http.DefaultTransport)
	}
	for range 20 {
		heads := make([]*witness.Head, len(groups))
		for i := range heads {
			heads[i] = l.grow(3, "entry")
		}
		size := l.size
		var wg sync.WaitGroup
		for i, g := range groups {
			heads[i].Grown = func(context.Context) (int64, error) { return size, nil }
			wg.Go(func() { g.Cosign(t.Context(), heads[i]) })
		}
		wg.Wait()
	}
	for i, g := range groups {
		if s := g.Standings(); s[witness.Contradicts]+s[witness.Refuses]+s[witness.Away] > 0 || strings.Contains(told[i].String(), "another history") {
			t.Errorf("server %d: %v\n%s", i, s, told[i].String())
		}
	}
}

// TestOlderBackup: a witness finds out that a whole machine, with what was signed last, is
// an older backup, or that its log is another; the operator is told, and nothing is signed.
func TestOlderBackup(t *testing.T) {
	t.Parallel()
	for name, was := range map[string]func(l *log) *witness.Head{
		"shorter":         func(l *log) *witness.Head { return l.grow(3, "entry") },
		"as long":         func(l *log) *witness.Head { return l.grow(9, "another") },
		"longer by now":   func(l *log) *witness.Head { return l.grow(12, "another") },
		"longer, shorter": func(l *log) *witness.Head { l.grow(2, "another"); return l.grow(8, "entry") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLog(t)
			w := witnesstest.New(t, "witness.example.net/w1")
			w.Knows(t, l.key)
			list := w.Line(w.Listen(t))
			var told bytes.Buffer
			l.group(&told, list, http.DefaultTransport).Cosign(t.Context(), l.grow(9, "entry"))
			// The same key, and nothing of what it signed.
			restored := *l
			restored.hashes, restored.size = nil, 0
			restored.forget()
			h := was(&restored)
			g := restored.group(&told, list, http.DefaultTransport)
			signed := g.Cosign(t.Context(), h)
			if !bytes.Equal(signed, h.Checkpoint) || g.Standings()[witness.Contradicts] != 1 || !strings.Contains(told.String(), "older backup") {
				t.Errorf("%v: %s\n%s", g.Standings(), signed, told.String())
			}
			if n := w.Head("holdfast.test/log/installation"); n != 9 {
				t.Errorf("the witness has seen %d", n)
			}
		})
	}
}

// TestWitnessesAway: what a witness does not sign holds nothing up for longer than five
// seconds; it is asked again after a pause that grows, and signs when it is back.
func TestWitnessesAway(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]http.HandlerFunc{
		"errors":           func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"hangs":            func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"says nothing":     func(http.ResponseWriter, *http.Request) {},
		"signs nothing":    func(w http.ResponseWriter, _ *http.Request) { write(w, "— witness.example.net/w1 AAAA\n") },
		"sends us on":      func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusTemporaryRedirect) },
		"no size":          func(w http.ResponseWriter, _ *http.Request) { conflicts(w, "many\n") },
		"a size, unended":  func(w http.ResponseWriter, _ *http.Request) { conflicts(w, "1") },
		"a negative size":  func(w http.ResponseWriter, _ *http.Request) { conflicts(w, "-1\n") },
		"says 0 each time": func(w http.ResponseWriter, _ *http.Request) { conflicts(w, "0\n") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := newLog(t)
				w, other := witnesstest.New(t, "witness.example.net/w1"), witnesstest.New(t, "witness.example.org/w2")
				w.Knows(t, l.key)
				other.Knows(t, l.key)
				var told bytes.Buffer
				g := l.group(&told, w.Line("https://one.test")+other.Line("https://two.test"), direct{"one.test": w, "two.test": other})
				w.Fails(fault)
				begun := time.Now()
				h := l.grow(2, "entry")
				h.Checkpoint = g.Cosign(t.Context(), h)
				if at := g.Signed(h.Checkpoint); len(at) != 1 || at["witness.example.org/w2"].IsZero() || time.Since(begun) > 5*time.Second {
					t.Errorf("after %s: %s", time.Since(begun), h.Checkpoint)
				}
				asked := w.Asked()
				for range 6 * 60 {
					time.Sleep(10 * time.Second)
					h.Checkpoint = g.Cosign(t.Context(), h)
				}
				if n := w.Asked() - asked; n < 8 || n > 4*20 {
					t.Errorf("in an hour it was asked %d times", n)
				}
				w.Fails(nil)
				time.Sleep(11 * time.Minute)
				if h.Checkpoint = g.Cosign(t.Context(), h); len(g.Signed(h.Checkpoint)) != 2 || g.Standings()[witness.Signs] != 2 {
					t.Errorf("when it is back: %s", h.Checkpoint)
				}
				if n := strings.Count(told.String(), "\n"); n > 3 {
					t.Errorf("the operator is told %d times:\n%s", n, told.String())
				}
			})
		})
	}
}

func write(w http.ResponseWriter, text string) {
	if _, err := w.Write([]byte(text)); err != nil {
		panic(err)
	}
}

func conflicts(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/x.tlog.size")
	w.WriteHeader(http.StatusConflict)
	write(w, text)
}

// TestParse: a list that cannot be read is refused with the line.
func TestParse(t *testing.T) {
	t.Parallel()
	w := witnesstest.New(t, "witness.example.net/w1")
	good := w.Line("https://witness.example.net/prefix/")
	list, err := witness.Parse("# ours\n\n  " + good)
	if err != nil || len(list) != 1 || list[0].Name != "witness.example.net/w1" || list[0].VerifierKey != w.VerifierKey() {
		t.Fatalf("%+v, %v", list, err)
	}
	logKey := newLog(t).key
	for text, want := range map[string]string{
		"nobody\n":         "line 1",
		"\n" + good + good: "line 3: witness.example.net/w1 is named twice",
		strings.Replace(good, "witness ", "log ", 1): "line 1: want",
		good[:strings.LastIndex(good, " ")]:          "line 1: want",
		"witness w1 " + logKey + " https://x.test\n": "line 1",
		w.Line("ftp://x.test"):                       "not an address",
		w.Line("https://"):                           "not an address",
		w.Line("https://x.test?a=b"):                 "not an address",
		w.Line("https://u:p@x.test"):                 "not an address",
	} {
		if _, err := witness.Parse(text); !errors.Is(err, witness.ErrList) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
