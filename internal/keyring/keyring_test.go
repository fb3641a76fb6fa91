package keyring_test

import (
	"crypto/ed25519"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/keyring"
)

func must[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestWrap: what was wrapped is opened by the same ring and by a rotated one, and by
// nothing else; a changed bit, another purpose, version or key is refused.
func TestWrap(t *testing.T) {
	one := must[*keyring.Ring](t)(keyring.New())
	secret := []byte("0123456789abcdef0123456789abcdef")
	w := must[keyring.Wrapped](t)(one.Wrap("link", secret))
	if strings.Contains(string(w.Box), string(secret)) {
		t.Error("the secret lies in clear")
	}
	two := must[*keyring.Ring](t)(one.Rotated())
	for _, r := range []*keyring.Ring{one, two, must[*keyring.Ring](t)(keyring.Parse(two.Text()))} {
		if got := must[[]byte](t)(r.Unwrap("link", w)); string(got) != string(secret) {
			t.Errorf("opened to %q", got)
		}
	}
	if _, err := one.Unwrap("ticket", w); !errors.Is(err, keyring.ErrForged) {
		t.Errorf("as another purpose: %v", err)
	}
	for i := range w.Box {
		bad := w
		bad.Box = append([]byte(nil), w.Box...)
		bad.Box[i] ^= 1
		if _, err := one.Unwrap("link", bad); !errors.Is(err, keyring.ErrForged) {
			t.Errorf("with byte %d changed: %v", i, err)
		}
	}
	if _, err := one.Unwrap("link", keyring.Wrapped{Version: w.Version, KeyID: w.KeyID}); !errors.Is(err, keyring.ErrForged) {
		t.Errorf("empty: %v", err)
	}
	other := must[*keyring.Ring](t)(keyring.New())
	if _, err := other.Unwrap("link", w); !errors.Is(err, keyring.ErrUnknownKey) {
		t.Errorf("by another installation: %v", err)
	}
	newer := must[keyring.Wrapped](t)(two.Wrap("link", secret))
	if newer.Version != 2 {
		t.Errorf("a rotated ring wraps with version %d", newer.Version)
	}
	if _, err := one.Unwrap("link", newer); !errors.Is(err, keyring.ErrUnknownKey) || !strings.Contains(err.Error(), "version 2") {
		t.Errorf("by a ring that was not rotated: %v", err)
	}
	newer.Version = 1
	if _, err := two.Unwrap("link", newer); !errors.Is(err, keyring.ErrUnknownKey) {
		t.Errorf("as another version: %v", err)
	}
}

// TestPublicHalves: whoever has only them checks every signature and makes nothing.
func TestPublicHalves(t *testing.T) {
	r := must[*keyring.Ring](t)(must[*keyring.Ring](t)(keyring.New()).Rotated())
	var text string
	for _, v := range r.Versions() {
		text += v.Public + " # version\n"
		if v.ID == "" || strings.Contains(r.Text(), v.ID) {
			t.Errorf("the ID of version %d is %q", v.Version, v.ID)
		}
	}
	public := must[*keyring.Ring](t)(keyring.Parse(text))
	sign := must[ed25519.PrivateKey](t)(r.AuditKey())
	keys := public.AuditKeys()
	if len(keys) != 2 || !keys[1].Equal(sign.Public()) || keys[0].Equal(keys[1]) {
		t.Errorf("%d public keys, or not those that sign", len(keys))
	}
	if _, err := public.AuditKey(); err == nil {
		t.Error("a public half signs")
	}
	if _, err := public.Wrap("link", []byte("x")); err == nil {
		t.Error("a public half wraps")
	}
	if strings.Contains(text, strings.TrimPrefix(strings.Fields(r.Text())[0], keyring.SecretPrefix)) {
		t.Error("the public text has the master key")
	}
	if (*keyring.Ring)(nil).AuditKeys() != nil {
		t.Error("no ring has keys")
	}
}

func TestParseRefuses(t *testing.T) {
	good := strings.TrimSpace(must[*keyring.Ring](t)(keyring.New()).Text())
	for name, text := range map[string]string{
		"nothing": "", "a comment": "# hmk", "another prefix": strings.Replace(good, "hmk_", "hf_", 1), "no version": strings.Replace(good, "_1_", "_", 1),
		"version 0": strings.Replace(good, "_1_", "_0_", 1), "version 01": strings.Replace(good, "_1_", "_01_", 1), "too short": good[:len(good)-4],
		"too long": good + "AAAA", "twice": good + "\n" + good, "standard base64": good[:len(good)-1] + "+",
	} {
		_, err := keyring.Parse(text)
		if !errors.Is(err, keyring.ErrSyntax) {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && len(good) > 12 && strings.Contains(err.Error(), good[6:16]) {
			t.Errorf("%s: the error quotes the key", name)
		}
	}
}

// TestMake: processes that start at once get one key, in a file that only its owner
// can read.
func TestMake(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "master.keys")
	if _, err := keyring.Read(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("before: %v", err)
	}
	const servers = 8
	var texts [servers]string
	var wg sync.WaitGroup
	for i := range servers {
		wg.Go(func() {
			r, err := keyring.Make(path)
			if err != nil {
				t.Error(err)
				return
			}
			texts[i] = r.Text()
		})
	}
	wg.Wait()
	for _, text := range texts {
		if text != texts[0] {
			t.Fatal("two processes have two keys")
		}
	}
	info := must[fs.FileInfo](t)(os.Stat(path))
	if info.Mode().Perm() != 0o600 || keyring.OpenToOthers(path) {
		t.Errorf("the file is %v", info.Mode())
	}
	r := must[*keyring.Ring](t)(must[*keyring.Ring](t)(keyring.Read(path)).Rotated())
	if err := r.Replace(path); err != nil {
		t.Fatal(err)
	}
	if got := must[*keyring.Ring](t)(keyring.Read(path)); got.Text() != r.Text() || !strings.HasPrefix(got.Text(), texts[0]) {
		t.Error("the rotated file has other keys")
	}
	if files := must[[]os.DirEntry](t)(os.ReadDir(filepath.Dir(path))); len(files) != 1 {
		t.Errorf("%d files are left", len(files))
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if !keyring.OpenToOthers(path) {
		t.Error("a file that a group can read is not open to others")
	}
}
