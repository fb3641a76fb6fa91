// Package witnesstest has a witness for tests, as strict as C2SP's tlog-witness: it signs
// only heads of logs that it knows, signed by their keys, which continue the one before.
package witnesstest

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A Witness is a witness that listens.
type Witness struct {
	signer *torchwood.CosignatureSigner
	mu     sync.Mutex
	logs   map[string]note.Verifier
	heads  map[string]torchwood.Checkpoint // the newest head of each log (guarded by mu)
	asked  int                             // guarded by mu
	fault  http.HandlerFunc                // answers instead (guarded by mu)
}

// New returns a witness of that name, which knows no log.
func New(t testing.TB, name string) *Witness {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := torchwood.NewCosignatureSigner(name, key)
	if err != nil {
		t.Fatal(err)
	}
	return &Witness{signer: s, logs: map[string]note.Verifier{}, heads: map[string]torchwood.Checkpoint{}}
}

// Listen serves the witness until the test ends.
func (w *Witness) Listen(t testing.TB) (url string) {
	t.Helper()
	s := httptest.NewServer(w)
	t.Cleanup(s.Close)
	return s.URL
}

// Line is the witness in a list of witnesses.
func (w *Witness) Line(url string) string {
	return "witness " + w.signer.Name() + " " + w.VerifierKey() + " " + url + "\n"
}

// VerifierKey is what its signatures are checked with.
func (w *Witness) VerifierKey() string { return w.signer.Verifier().String() }

// Knows makes the log with a verifier key known to it.
func (w *Witness) Knows(t testing.TB, verifierKey string) {
	t.Helper()
	v, err := note.NewVerifier(verifierKey)
	if err != nil {
		t.Fatal(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.logs[v.Name()] = v
}

// Fails lets h answer instead of the witness; nil: no more.
func (w *Witness) Fails(h http.HandlerFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fault = h
}

// Asked returns how often the witness was asked.
func (w *Witness) Asked() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asked
}

// Head returns the size of the newest head that it has signed of a log.
func (w *Witness) Head(origin string) int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.heads[origin].N
}

// ServeHTTP answers as the protocol says.
func (w *Witness) ServeHTTP(res http.ResponseWriter, req *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked++
	if w.fault != nil {
		w.fault(res, req)
		return
	}
	if req.Method != http.MethodPost || req.URL.Path != "/add-checkpoint" {
		http.Error(res, "no such call", http.StatusNotFound)
		return
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		http.Error(res, err.Error(), http.StatusBadRequest)
		return
	}
	lines, status, err := w.add(body)
	var other size
	switch {
	case errors.As(err, &other):
		res.Header()["Content-Type"] = []string{"text/x.tlog.size"}
		res.WriteHeader(http.StatusConflict)
		_, err = fmt.Fprintf(res, "%d\n", int64(other))
	case err != nil:
		http.Error(res, err.Error(), status)
		return
	default:
		_, err = res.Write(lines)
	}
	if err != nil {
		panic(err)
	}
}

// size is the size of the newest head, when another was named.
type size int64

func (size) Error() string { return "another head was signed last" }

func (w *Witness) add(body []byte) (lines []byte, status int, err error) {
	top, checkpoint, found := bytes.Cut(body, []byte("\n\n"))
	words := strings.Split(string(top), "\n")
	text, isOld := strings.CutPrefix(words[0], "old ")
	old, err := strconv.ParseInt(text, 10, 64)
	if !found || !isOld || err != nil || strconv.FormatInt(old, 10) != text || old < 0 || len(words) > 64 {
		return nil, http.StatusBadRequest, errors.New("want: old SIZE, hashes, an empty line, a checkpoint")
	}
	var proof tlog.TreeProof
	for _, line := range words[1:] {
		hash, err := base64.StdEncoding.DecodeString(line)
		if err != nil || len(hash) != tlog.HashSize {
			return nil, http.StatusBadRequest, fmt.Errorf("%q is not a hash", line)
		}
		proof = append(proof, tlog.Hash(hash))
	}
	origin, _, _ := strings.Cut(string(checkpoint), "\n")
	v, known := w.logs[origin]
	if !known {
		return nil, http.StatusNotFound, fmt.Errorf("%s is not known", origin)
	}
	n, err := note.Open(checkpoint, note.VerifierList(v))
	if err != nil {
		return nil, http.StatusForbidden, err
	}
	c, err := torchwood.ParseCheckpoint(n.Text)
	if err != nil {
		return nil, http.StatusBadRequest, err
	}
	last := w.heads[origin]
	switch {
	case old > c.N:
		return nil, http.StatusBadRequest, fmt.Errorf("%d entries do not continue %d", c.N, old)
	case old != last.N:
		return nil, 0, size(last.N)
	case old == c.N && old > 0 && last.Hash != c.Hash:
		return nil, http.StatusConflict, errors.New("another root of as many entries")
	case old == c.N || old == 0:
		if len(proof) > 0 {
			return nil, http.StatusUnprocessableEntity, errors.New("nothing is to be proven")
		}
	default:
		if err := tlog.CheckTree(proof, c.N, c.Hash, last.N, last.Hash); err != nil {
			return nil, http.StatusUnprocessableEntity, err
		}
	}
	w.heads[origin] = c
	signed, err := note.Sign(&note.Note{Text: n.Text}, w.signer)
	if err != nil {
		return nil, http.StatusInternalServerError, err
	}
	return signed[len(n.Text)+1:], http.StatusOK, nil
}
