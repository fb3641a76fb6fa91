package drand

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/draw/drawtest"
	"github.com/holdfast-events/holdfast/internal/netguard"
)

// relay is a stand-in for one of drand's, as strict as they are: it serves quicknet by its
// hash, with GET, and knows the rounds that are signed.
func relay(t *testing.T, answer func(w http.ResponseWriter, r *http.Request, round uint64)) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		number, ok := strings.CutPrefix(r.URL.Path, "/"+draw.QuicknetChain+"/public/")
		round, err := strconv.ParseUint(number, 10, 64)
		if r.Method != http.MethodGet || !ok || err != nil || r.URL.RawQuery != "" || r.Header.Get("Accept") != "application/json" {
			t.Errorf("a relay was asked %s %s", r.Method, r.URL)
			http.NotFound(w, r)
			return
		}
		answer(w, r, round)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// honest answers as relays do.
func honest(w http.ResponseWriter, r *http.Request, round uint64) {
	signature, signed := drawtest.Signatures[round]
	if !signed {
		http.Error(w, "", http.StatusTooEarly)
		return
	}
	says(w, round, signature)
	_ = r
}

func says(w http.ResponseWriter, round uint64, signature string) {
	raw, _ := hex.DecodeString(signature)
	_, _ = fmt.Fprintf(w, `{"round":%d,"randomness":%q,"signature":%q}`, round, draw.RandomnessOf(raw).String(), signature)
}

func ask(t *testing.T, round uint64, urls ...string) ([]byte, error) {
	t.Helper()
	r, err := New(urls, netguard.Guard{Private: true})
	if err != nil {
		t.Fatal(err)
	}
	return r.Signature(t.Context(), round)
}

// TestSignature: whatever other relays say or do, what a genuine one says is found, and
// without one there is no signature.
func TestSignature(t *testing.T) {
	const round = 1000
	stop := make(chan struct{})
	bad := map[string]string{
		"another round":             relay(t, func(w http.ResponseWriter, _ *http.Request, _ uint64) { says(w, 1001, drawtest.Signatures[1001]) }),
		"another round's signature": relay(t, func(w http.ResponseWriter, _ *http.Request, r uint64) { says(w, r, drawtest.Signatures[1001]) }),
		"a bit that is changed":     relay(t, func(w http.ResponseWriter, _ *http.Request, r uint64) { says(w, r, "b5"+drawtest.Signatures[r][2:]) }),
		"a signature that is short": relay(t, func(w http.ResponseWriter, _ *http.Request, r uint64) { says(w, r, drawtest.Signatures[r][:94]) }),
		"upper case": relay(t, func(w http.ResponseWriter, _ *http.Request, r uint64) {
			says(w, r, strings.ToUpper(drawtest.Signatures[r]))
		}),
		"nothing yet":     relay(t, func(w http.ResponseWriter, _ *http.Request, _ uint64) { http.Error(w, "", http.StatusTooEarly) }),
		"a page":          relay(t, func(w http.ResponseWriter, _ *http.Request, _ uint64) { _, _ = w.Write([]byte("<html>")) }),
		"an empty answer": relay(t, func(http.ResponseWriter, *http.Request, uint64) {}),
		"the right one, but too long": relay(t, func(w http.ResponseWriter, r *http.Request, n uint64) {
			_, _ = w.Write(bytes.Repeat([]byte(" "), maxAnswer))
			honest(w, r, n)
		}),
		"no end": relay(t, func(w http.ResponseWriter, r *http.Request, _ uint64) {
			for r.Context().Err() == nil {
				if _, err := w.Write(bytes.Repeat([]byte("1"), maxAnswer)); err != nil {
					return
				}
			}
		}),
		"no answer": relay(t, func(_ http.ResponseWriter, r *http.Request, _ uint64) {
			select {
			case <-stop:
			case <-r.Context().Done():
			}
		}),
	}
	t.Cleanup(func() { close(stop) })
	good := relay(t, honest)
	all := []string{}
	for name, url := range bad {
		if name == "no answer" {
			continue
		}
		if got, err := ask(t, round, url); !errors.Is(err, ErrNone) || got != nil {
			t.Errorf("%s: %x, %v", name, got, err)
		}
		if len(all) < MaxRelays-2 {
			all = append(all, url)
		}
	}
	// One that is slow keeps nobody waiting.
	got, err := ask(t, round, append(all, bad["no answer"], good)...)
	if err != nil || hex.EncodeToString(got) != drawtest.Signatures[round] {
		t.Errorf("with liars: %x, %v", got, err)
	}
	for n, want := range drawtest.Signatures {
		if got, err := ask(t, n, good); err != nil || hex.EncodeToString(got) != want {
			t.Errorf("round %d: %x, %v", n, got, err)
		}
	}
	if _, err := ask(t, 1003, good); !errors.Is(err, ErrNone) || !strings.Contains(err.Error(), "status 425") || !strings.Contains(err.Error(), good) {
		t.Errorf("a round that is not signed: %v", err)
	}
}

// TestSignatureEnds: a relay that does not answer is given up when the caller gives up.
func TestSignatureEnds(t *testing.T) {
	url := relay(t, func(_ http.ResponseWriter, r *http.Request, _ uint64) { <-r.Context().Done() })
	r, err := New([]string{url}, netguard.Guard{Private: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := r.Signature(ctx, 1000); !errors.Is(err, ErrNone) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// TestNew: relays are named, few, and where the guard allows.
func TestNew(t *testing.T) {
	if _, err := New(PublicRelays(), netguard.Guard{}); err != nil {
		t.Error(err)
	}
	for name, urls := range map[string][]string{
		"none": nil, "too many": make([]string, MaxRelays+1), "no address": {"drand"}, "a private one": {"http://127.0.0.1:1"}, "a file": {"file:///etc/passwd"},
	} {
		if _, err := New(urls, netguard.Guard{}); err == nil {
			t.Errorf("%s: is taken", name)
		}
	}
}
