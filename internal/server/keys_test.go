package server

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/keyring"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// masterKeys are the keys of the servers of these tests.
const masterKeys = "hmk_1_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

func auditKeys(t *testing.T) []ed25519.PublicKey {
	t.Helper()
	r, err := keyring.Parse(masterKeys)
	if err != nil {
		t.Fatal(err)
	}
	return r.AuditKeys()
}

// secrets are what a server has after its start.
type secrets struct {
	link, ticket string
	audit        ed25519.PrivateKey
}

// startKeys reads and makes secrets as the start of a server does.
func startKeys(ctx context.Context, st *store.Store, m MasterKeys) (*secrets, error) {
	g := &ground{cfg: &Config{MasterKeys: m}, store: st, log: slog.New(slog.DiscardHandler), now: time.Now}
	if err := g.readSecrets(ctx); err != nil {
		return nil, err
	}
	key, err := m.Secret(ctx, st, "ticket")
	return &secrets{link: string(g.links.Key), ticket: string(key), audit: g.auditKey}, err
}

func (s *secrets) same(t *testing.T, other *secrets, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if s.link != other.link || s.ticket != other.ticket {
		t.Error("the secrets are others")
	}
}

func onEngines(t *testing.T, test func(t *testing.T, st *store.Store, url string)) {
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		st, err := store.Open(t.Context(), database.Config{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = st.Close() })
		test(t, st, url)
	})
}

// TestMasterKeys: the first start makes a file and wraps with it; nothing of the
// secrets, and nothing of the key that signs, is in the database. Without the file,
// or with another, a server does not start and makes none; a rotation changes no
// secret, and a server with the old file says what it lacks.
func TestMasterKeys(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, st *store.Store, _ string) {
		ctx := t.Context()
		m := MasterKeys{File: filepath.Join(t.TempDir(), "data", "master.keys")}
		if _, err := m.Rotate(ctx, st, slog.Default()); !errors.Is(err, ErrNothingWrapped) {
			t.Errorf("rotated before the first start: %v", err)
		}
		first, err := startKeys(ctx, st, m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := startKeys(ctx, st, m)
		first.same(t, again, err)
		stored, err := st.Organizations.ServerKeys(ctx)
		if err != nil || len(stored) != 2 {
			t.Fatalf("%d secrets, %v", len(stored), err)
		}
		for _, k := range stored {
			for _, secret := range []string{first.link, first.ticket, string(first.audit.Seed())} {
				if bytes.Contains(k.Secret, []byte(secret)) {
					t.Errorf("the secret for %s lies in clear", k.Purpose)
				}
			}
		}

		lost := MasterKeys{File: filepath.Join(t.TempDir(), "master.keys")}
		if _, err := startKeys(ctx, st, lost); !errors.Is(err, ErrNoMasterKey) || !strings.Contains(err.Error(), lost.File) || !strings.Contains(err.Error(), "need the same keys") {
			t.Errorf("without a file: %v", err)
		}
		if _, err := os.Stat(lost.File); err == nil {
			t.Error("a server that may not start has made a file")
		}
		if _, err := startKeys(ctx, st, MasterKeys{Text: masterKeys}); !errors.Is(err, ErrMasterKey) || !strings.Contains(err.Error(), "need the same keys") {
			t.Errorf("with another key: %v", err)
		}

		old, err := os.ReadFile(m.File)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Rotate(ctx, st, slog.Default()); err != nil {
			t.Fatal(err)
		}
		rotated, err := startKeys(ctx, st, m)
		first.same(t, rotated, err)
		if rotated.audit.Equal(first.audit) {
			t.Error("heads are signed with the old key")
		}
		ring, err := m.Read()
		if err != nil || len(ring.AuditKeys()) != 2 || !ring.AuditKeys()[0].Equal(first.audit.Public()) {
			t.Errorf("what the old key signed cannot be checked: %v", err)
		}
		if err := os.WriteFile(m.File, old, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := startKeys(ctx, st, m); !errors.Is(err, ErrMasterKey) || !strings.Contains(err.Error(), "version 2") {
			t.Errorf("with the file from before: %v", err)
		}
	})
}

// TestGivenMasterKeys: keys from a variable leave no file, and are rotated by adding
// one to them.
func TestGivenMasterKeys(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, st *store.Store, url string) {
		ctx := t.Context()
		m := MasterKeys{Text: masterKeys}.At(url)
		first, err := startKeys(ctx, st, m)
		if err != nil || m.File != "" {
			t.Fatal(m.File, err)
		}
		ring, err := m.Rotate(ctx, st, slog.Default())
		if !errors.Is(err, ErrGivenKeys) {
			t.Fatalf("rotated with the same key: %v", err)
		}
		if ring, err = ring.Rotated(); err != nil {
			t.Fatal(err)
		}
		m.Text = ring.Text()
		if _, err := m.Rotate(ctx, st, slog.Default()); err != nil {
			t.Fatal(err)
		}
		rotated, err := startKeys(ctx, st, m)
		first.same(t, rotated, err)
		if _, err := startKeys(ctx, st, MasterKeys{Text: masterKeys}); !errors.Is(err, ErrMasterKey) {
			t.Errorf("with the key from before: %v", err)
		}
	})
}

// TestFirstStartsAtOnce: of servers that start at once with one file all have the
// same secrets; of those with files of their own one does, and the others say why not.
func TestFirstStartsAtOnce(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, st *store.Store, _ string) {
		const servers = 6
		dirs := [...]string{t.TempDir(), t.TempDir()}
		got, errs := make([]*secrets, servers), make([]error, servers)
		var wg sync.WaitGroup
		for i := range servers {
			wg.Go(func() {
				got[i], errs[i] = startKeys(t.Context(), st, MasterKeys{File: filepath.Join(dirs[i%2], "master.keys")})
			})
		}
		wg.Wait()
		var first *secrets
		for i := range servers {
			switch {
			case errs[i] != nil && !errors.Is(errs[i], ErrMasterKey) && !errors.Is(errs[i], ErrNoMasterKey):
				t.Errorf("server %d: %v", i, errs[i])
			case errs[i] == nil && first == nil:
				first = got[i]
			case errs[i] == nil:
				first.same(t, got[i], nil)
			}
		}
		if first == nil {
			t.Errorf("no server has started: %v", errs)
		}
	})
}

// TestWhereMasterKeysAre: beside the database, unless it is said otherwise.
func TestWhereMasterKeysAre(t *testing.T) {
	for db, want := range map[string]string{
		"sqlite:data/holdfast.db": "data/master.keys", "sqlite:///srv/holdfast.db?mode=rwc": "/srv/master.keys",
		"sqlite:holdfast.db": "master.keys", "postgres://db.example.org/holdfast": "data/master.keys",
	} {
		if got := (MasterKeys{}).At(db).File; got != filepath.FromSlash(want) {
			t.Errorf("%s: %s, want %s", db, got, want)
		}
	}
	if got := (MasterKeys{File: "here"}).At("sqlite:x/y.db").File; got != "here" {
		t.Error(got)
	}
}

// TestSecretsOfARunningServerFollowARotation: what comes in after a rotation is wrapped
// with the new key, also by a server that was started before, and what another server has
// wrapped with it is opened. Keys of another installation are not used.
func TestSecretsOfARunningServerFollowARotation(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, st *store.Store, _ string) {
		ctx := t.Context()
		m := MasterKeys{File: filepath.Join(t.TempDir(), "master.keys")}
		g := &ground{cfg: &Config{MasterKeys: m}, store: st, log: slog.New(slog.DiscardHandler), now: time.Now}
		if err := g.readSecrets(ctx); err != nil {
			t.Fatal(err)
		}
		wrap := func(version int64) {
			t.Helper()
			k, err := g.wrap("payment_account/x", []byte("keys"))
			if err != nil || k.KeyVersion != version {
				t.Errorf("wrapped with version %d, want %d, %v", k.KeyVersion, version, err)
			}
			if got, err := g.unwrap(&k); err != nil || string(got) != "keys" {
				t.Errorf("%q, %v", got, err)
			}
		}
		wrap(1)
		if _, err := m.Rotate(ctx, st, g.log); err != nil {
			t.Fatal(err)
		}
		wrap(2)
		if err := os.WriteFile(m.File, []byte(masterKeys), 0o600); err != nil {
			t.Fatal(err)
		}
		wrap(1)
		if k, err := g.wrap("payment_account/x", []byte("keys")); err != nil || k.KeyID != g.masterKeys.Versions()[0].ID {
			t.Errorf("wrapped with the key %s of another installation, %v", k.KeyID, err)
		}
		if err := os.Remove(m.File); err != nil {
			t.Fatal(err)
		}
		wrap(1)
	})
}
