package publiclog_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/note"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/objectstore/s3test"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/publiclog/mirror"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// bucket is a bucket that may refuse, and counts what is written to it.
type bucket struct {
	objectstore.Store
	after  atomic.Int64 // how many writes are let through before the others are refused; below 0: all
	writes map[string]int
}

func newBucket(t *testing.T) *bucket {
	t.Helper()
	b := &bucket{writes: map[string]int{}}
	b.after.Store(-1)
	b.Store = s3test.New(t, func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut {
			return false
		}
		if left := b.after.Load(); left == 0 {
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, "<Error><Code>AccessDenied</Code><Message>no</Message></Error>")
			return true
		} else if left > 0 {
			b.after.Add(-1)
		}
		b.writes[strings.TrimPrefix(r.URL.Path, "/holdfast/logs/")]++
		return false
	}).Open(t, "logs")
	return b
}

// file returns a file; nil: there is none.
func (b *bucket) file(t *testing.T, name string) []byte {
	t.Helper()
	r, _, err := b.Get(t.Context(), name)
	if errors.Is(err, objectstore.ErrNotFound) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close() //nolint:errcheck // only read
	body, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// TestCopies: what serves the bucket serves the log, to other people's programs too; a copy that
// was cut off goes on, tiles are written once, another history is not written over, what was
// changed in the bucket is found by verify, and a log that is not for everybody any more is gone.
func TestCopies(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		k := &kept{t: t, store: testdb.Open(t, url), ids: &id.Maker{}, tiers: map[string]string{}}
		public, private, err := ed25519.GenerateKey(nil)
		k.must(err)
		k.writer, err = sequencer.NewWriter(sequencer.WriterConfig{Store: k.store, SigningKey: private})
		k.must(err)
		signer, err := tlog.OpenSigner(filepath.Join(t.TempDir(), "log.key"), "holdfast.test")
		k.must(err)
		k.logs = &publiclog.Logs{Store: k.store, Signer: signer, Log: slog.New(slog.NewTextHandler(&k.told, nil))}
		b := newBucket(t)
		marks := mirror.NewMarks()
		copier, err := mirror.New(mirror.Config{Logs: k.logs, Store: k.store, To: b, Log: k.logs.Log, Marks: marks})
		k.must(err)
		says := func(want ...string) {
			t.Helper()
			report, err := verify.Run(t.Context(), k.store, verify.Options{Logs: signer, AuditKeys: []ed25519.PublicKey{public}, WithoutJobs: true, LogCopies: copier.Compare})
			k.must(err)
			var got []string
			for _, v := range report.Violations {
				if v.Invariant != 54 {
					t.Errorf("%+v", v)
				}
				got = append(got, v.What)
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("verify says %q, want %q", got, want)
			}
		}

		event, people := k.open(), k.open() // the second is not public
		k.settings(event, func(s *inventory.Settings) { s.Log = inventory.LogPublic })
		k.register(event, 300)
		k.register(people, 3)
		k.grown(people)
		p := k.grown(event)
		k.must(k.logs.Include(t.Context()))
		in := "log/" + event + "/"

		b.after.Store(3)
		if err := copier.Copy(t.Context(), event); err == nil || b.file(t, in+"checkpoint") != nil {
			t.Fatalf("cut off: %v", err)
		}
		marks.Grown(event)
		copier.Round(t.Context())
		if copier.Failing() != 1 || strings.Count(k.told.String(), "is not copied") != 1 {
			t.Errorf("%d fail: %s", copier.Failing(), &k.told)
		}
		b.after.Store(-1)
		marks.Grown(people)
		marks.Grown(tlog.Installation)
		copier.Round(t.Context()) // tries again by itself
		if copier.Failing() != 0 || !bytes.Equal(b.file(t, in+"checkpoint"), p.Checkpoint) || b.file(t, "log/"+people+"/checkpoint") != nil || b.file(t, "log/installation/checkpoint") == nil {
			t.Fatalf("%d fail, and there is %v: %s", copier.Failing(), b.writes, &k.told)
		}
		full, part := in+"tile/entries/000", in+"tile/entries/001.p/"
		if len(b.file(t, full)) == 0 {
			t.Errorf("there is no %s", full)
		}
		written := b.writes[full]
		says()
		k.readCopy(b, event, p)

		// It grows: what was part of a tile is replaced by more of it, and the rest stays.
		k.register(event, 30)
		says()
		p = k.grown(event)
		k.must(copier.Copy(t.Context(), event))
		k.must(copier.Copy(t.Context(), event))
		k.readCopy(b, event, p)
		parts := 0
		k.must(b.List(t.Context(), strings.TrimSuffix(part, "/"), func(string) error { parts++; return nil }))
		if parts != 1 || b.writes[full] != written {
			t.Errorf("there are %d parts of the last bundle, and the first was written %d times more", parts, b.writes[full]-written)
		}

		// Somebody changes the bucket.
		put := func(name string, body []byte) {
			t.Helper()
			k.must(b.Put(t.Context(), name, bytes.NewReader(body), int64(len(body)), "text/plain"))
		}
		kept := b.file(t, full)
		put(full, append([]byte("x"), kept[1:]...))
		tile := in + "tile/0/000"
		hashes := b.file(t, tile)
		k.must(b.Delete(t.Context(), tile))
		says("the copy of the public log has no tile/0/000", "tile/entries/000 of the copy of the public log is not what the log has")
		put(full, kept)
		put(tile, hashes)
		says()
		other := k.open()
		k.settings(other, func(s *inventory.Settings) { s.Log = inventory.LogPublic })
		k.register(other, 40)
		foreign := k.grown(other).Checkpoint
		put(in+"checkpoint", foreign)
		says("the copy of the public log is of another tree")
		k.register(event, 1)
		k.grown(event)
		if err := copier.Copy(t.Context(), event); !errors.Is(err, mirror.ErrForeign) || !bytes.Equal(b.file(t, in+"checkpoint"), foreign) {
			t.Errorf("another history: %v", err)
		}
		put(in+"checkpoint", p.Checkpoint)
		k.must(copier.Copy(t.Context(), event))
		says()

		// It is not for everybody any more.
		k.settings(event, func(s *inventory.Settings) { s.Log = inventory.LogPeople })
		says("the public log is not for everybody, and there is a copy of it")
		marks.Grown(event)
		copier.Round(t.Context())
		for name := range b.writes {
			if strings.HasPrefix(name, in) && b.file(t, name) != nil {
				t.Errorf("%s is still there", name)
			}
		}
		says()
	})
}

// readCopy reads all entries of a copy with the client of torchwood, which checks each against the
// checkpoint.
func (k *kept) readCopy(b *bucket, event string, p *publiclog.Published) {
	k.t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := b.file(k.t, strings.TrimPrefix(r.URL.Path, "/"))
		if body == nil {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		_, _ = w.Write(body)
	}))
	defer server.Close()
	v, err := note.NewVerifier(p.VerifierKey)
	k.must(err)
	fetcher, err := torchwood.NewTileFetcher(server.URL + "/log/" + event + "/")
	k.must(err)
	client, err := torchwood.NewClient(fetcher)
	k.must(err)
	signed, err := fetcher.ReadEndpoint(k.t.Context(), "checkpoint")
	k.must(err)
	c, _, err := torchwood.VerifyCheckpoint(signed, torchwood.ThresholdPolicy(2, torchwood.OriginPolicy(v.Name()), torchwood.SingleVerifierPolicy(v)))
	k.must(err)
	var entries int64
	for range client.AllEntries(k.t.Context(), c.Tree, 0) {
		entries++
	}
	k.must(client.Err())
	if entries != p.Head.Size || c.N != p.Head.Size {
		k.t.Errorf("the copy has %d entries and a checkpoint of %d, and the log %d", entries, c.N, p.Head.Size)
	}
}
