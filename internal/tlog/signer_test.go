package tlog_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	xtlog "golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/tlog"
)

const eventLog = "evt_1"

// tree is a log in memory.
type tree struct{ hashes []xtlog.Hash }

func (tr *tree) ReadHashes(indexes []int64) ([]xtlog.Hash, error) {
	out := make([]xtlog.Hash, len(indexes))
	for i, at := range indexes {
		out[i] = tr.hashes[at]
	}
	return out, nil
}

// grown returns a tree with these leaves.
func grown(t *testing.T, leaves ...string) *tree {
	t.Helper()
	tr := &tree{}
	for i, leaf := range leaves {
		hashes, err := xtlog.StoredHashes(int64(i), []byte(leaf), tr)
		if err != nil {
			t.Fatal(err)
		}
		tr.hashes = append(tr.hashes, hashes...)
	}
	return tr
}

func (tr *tree) head(t *testing.T, size int64) tlog.Head {
	t.Helper()
	root, err := xtlog.TreeHash(size, tr)
	if err != nil {
		t.Fatal(err)
	}
	return tlog.Head{Size: size, Root: root}
}

func (tr *tree) prove(size int64) tlog.Prove {
	return func(old int64) (xtlog.TreeProof, error) { return xtlog.ProveTree(size, old, tr) }
}

func leaves(n int, but map[int]string) []string {
	out := make([]string, n)
	for i := range out {
		if out[i] = but[i]; out[i] == "" {
			out[i] = fmt.Sprintf("leaf %d", i)
		}
	}
	return out
}

func opened(t *testing.T, path string) *tlog.Signer {
	t.Helper()
	s, err := tlog.OpenSigner(path, "tickets.example")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sign(t *testing.T, s *tlog.Signer, tr *tree, size int64) []byte {
	t.Helper()
	signed, err := s.Sign(eventLog, tr.head(t, size), tr.prove(size))
	if err != nil {
		t.Fatalf("size %d: %v", size, err)
	}
	return signed
}

// TestSignerRefusesAnotherHistory: after a restart too, a tree is signed that continues
// the one before, and none that is smaller, forked at the same size, or grown from
// another history.
func TestSignerRefusesAnotherHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.key")
	tr := grown(t, leaves(300, nil)...)
	s := opened(t, path)
	for _, size := range []int64{0, 1, 7, 256, 256, 299} {
		sign(t, s, tr, size)
	}
	s = opened(t, path)
	forked := grown(t, leaves(300, map[int]string{41: "another"})...)
	late := grown(t, leaves(300, map[int]string{298: "another"})...)
	for name, try := range map[string]struct {
		tr   *tree
		size int64
	}{
		"an older backup": {tr, 256}, "nothing": {tr, 0}, "one leaf less": {tr, 298}, "a changed row": {forked, 299},
		"a changed row, and more": {forked, 300}, "the last row changed": {late, 299}, "the last row changed, and more": {late, 300},
	} {
		_, err := s.Sign(eventLog, try.tr.head(t, try.size), try.tr.prove(try.size))
		if !errors.Is(err, tlog.ErrRewritten) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.Sign("evt_2", forked.head(t, 300), forked.prove(300)); err != nil {
		t.Errorf("another log: %v", err)
	}
	sign(t, s, tr, 300)
}

// TestCheckpointIsOfOneLog: a checkpoint is opened with the key of its log, under its
// name, as it was signed.
func TestCheckpointIsOfOneLog(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "log.key"))
	tr := grown(t, leaves(9, nil)...)
	signed := sign(t, s, tr, 9)
	if !strings.HasPrefix(string(signed), "tickets.example/log/evt_1\n9\n") {
		t.Errorf("the checkpoint is %s", signed)
	}
	key := func(s *tlog.Signer, log string) string {
		v, err := s.Key().VerifierKey(log)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if h, err := tlog.OpenCheckpoint(signed, key(s, eventLog)); err != nil || h != tr.head(t, 9) {
		t.Errorf("opened to %v, %v", h, err)
	}
	other := opened(t, filepath.Join(t.TempDir(), "log.key"))
	for name, try := range map[string]struct{ signed, key string }{
		"another log":     {string(signed), key(s, "evt_2")},
		"another key":     {string(signed), key(other, eventLog)},
		"another size":    {strings.Replace(string(signed), "\n9\n", "\n8\n", 1), key(s, eventLog)},
		"another origin":  {strings.Replace(string(signed), "evt_1\n", "evt_2\n", 1), key(s, eventLog)},
		"no signature":    {strings.Split(string(signed), "\n\n")[0] + "\n\n", key(s, eventLog)},
		"nothing":         {"", key(s, eventLog)},
		"another's words": {strings.ReplaceAll(string(signed), "evt_1", "evt_2"), key(s, "evt_2")},
	} {
		if _, err := tlog.OpenCheckpoint([]byte(try.signed), try.key); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestHeadsOutsideTheDatabase: a head that somebody changed is not taken for one, and a
// name of a log is not a path.
func TestHeadsOutsideTheDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.key")
	s, tr := opened(t, path), grown(t, leaves(9, nil)...)
	signed := sign(t, s, tr, 8)
	changed := strings.Replace(string(signed), "\n8\n", "\n7\n", 1)
	if err := os.WriteFile(filepath.Join(path+".heads", eventLog), []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sign(eventLog, tr.head(t, 9), tr.prove(9)); !errors.Is(err, tlog.ErrCheckpoint) {
		t.Errorf("with a changed head: %v", err)
	}
	for _, log := range []string{"", "../log", "a/b", "evt 1"} {
		if _, err := s.Sign(log, tr.head(t, 9), tr.prove(9)); err == nil {
			t.Errorf("%q names a log", log)
		}
	}
}

// TestMakeKey: processes that start at once get one key, in a file that only its owner
// can read; the name stays; each use has a key of its own; what is not a key is refused.
func TestMakeKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "log.key")
	var keys [8]string
	var wg sync.WaitGroup
	for i := range keys {
		wg.Go(func() {
			k, err := tlog.MakeKey(path, "tickets.example")
			if err != nil {
				t.Error(err)
				return
			}
			keys[i], err = k.VerifierKey(eventLog)
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, k := range keys {
		if k != keys[0] {
			t.Fatal("two processes have two keys")
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("mode %v, %v", info.Mode(), err)
	}
	k, err := tlog.MakeKey(path, "moved.example")
	if err != nil || k.Origin(eventLog) != "tickets.example/log/evt_1" {
		t.Errorf("after a move: %q, %v", k.Origin(eventLog), err)
	}
	one, err1 := k.Derive("receipts")
	two, err2 := k.Derive("passes")
	again, err3 := k.Derive("receipts")
	if err := errors.Join(err1, err2, err3); err != nil || one.Equal(two) || !one.Equal(again) {
		t.Errorf("keys of two uses: %v", err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]string{
		"nothing": "", "a comment": "# none", "cut off": string(text[:len(text)-3]), "another version": strings.Replace(string(text), "/v1", "/v2", 1),
	} {
		other := filepath.Join(t.TempDir(), "log.key")
		if err := os.WriteFile(other, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := tlog.MakeKey(other, "tickets.example"); !errors.Is(err, tlog.ErrKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", "two words", "a+b", "a\nb"} {
		if _, err := tlog.MakeKey(filepath.Join(t.TempDir(), "log.key"), name); !errors.Is(err, tlog.ErrKey) {
			t.Errorf("%q names an installation: %v", name, err)
		}
	}
}
