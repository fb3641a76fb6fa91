package replica_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/objectstore/s3test"
	"github.com/holdfast-events/holdfast/internal/replica"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// targets are a folder and a bucket.
func targets(t *testing.T, test func(t *testing.T, s objectstore.Store)) {
	t.Run("folder", func(t *testing.T) {
		test(t, folder(t))
	})
	t.Run("bucket", func(t *testing.T) {
		test(t, s3test.New(t, nil).Open(t, "a"))
	})
}

func folder(t *testing.T) objectstore.Store {
	t.Helper()
	s, err := objectstore.Open(filepath.Join(t.TempDir(), "replica"), objectstore.Credentials{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// node is a database that is replicated.
type node struct {
	*testing.T
	path   string
	store  *store.Store
	keeper *replica.Keeper
	made   int
}

// begin opens the database at path and begins to replicate it.
func begin(t *testing.T, to objectstore.Store, path string, sync bool) *node {
	t.Helper()
	n, err := tryBegin(t, to, path, sync)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func tryBegin(t *testing.T, to objectstore.Store, path string, sync bool) (*node, error) {
	t.Helper()
	return keeping(t, to, path, sync, time.Hour)
}

// keeping is tryBegin with how long older states are kept.
func keeping(t *testing.T, to objectstore.Store, path string, sync bool, keep time.Duration) (*node, error) {
	t.Helper()
	k, err := replica.New(replica.Config{Target: to, Where: "the target", Sync: sync, Keep: keep, Every: 20 * time.Millisecond, Host: "test", Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	exact, err := k.Prepare(t.Context(), path)
	if err != nil {
		return nil, err
	}
	st, err := store.Open(t.Context(), database.Config{URL: "sqlite:" + path, Replica: k})
	if err != nil {
		return nil, err
	}
	n := &node{T: t, path: path, store: st, keeper: k}
	feed, err := st.Feed(t.Context())
	if err == nil {
		err = k.Start(t.Context(), feed, exact)
	}
	if err == nil {
		err = st.Migrate(t.Context())
	}
	if err != nil {
		return nil, errors.Join(err, k.Stop(context.WithoutCancel(t.Context())), st.Close())
	}
	t.Cleanup(func() { _ = n.end() })
	return n, nil
}

// end ends in good order.
func (n *node) end() error {
	if n.store == nil {
		return nil
	}
	err := errors.Join(n.keeper.Stop(context.WithoutCancel(n.Context())), n.store.Close())
	n.store = nil
	return err
}

func (n *node) write(name string) error {
	n.made++
	return n.store.Organizations.CreateOrganization(n.Context(), organizations.Organization{ID: name, Name: name, CreatedAt: 1})
}

func (n *node) has(name string) bool {
	_, err := n.store.Organizations.OrganizationNamed(n.Context(), name)
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		n.Fatal(err)
	}
	return err == nil
}

func TestRestoreOnEmptyDisk(t *testing.T) {
	targets(t, func(t *testing.T, to objectstore.Store) {
		n := begin(t, to, filepath.Join(t.TempDir(), "a.db"), true)
		for i := range 50 {
			if err := n.write(fmt.Sprintf("org_%d", i)); err != nil {
				t.Fatal(err)
			}
		}
		f := n.keeper.Figures()
		t.Logf("%+v", f)
		// The first is not ended: the second takes over from it.
		m := begin(t, to, filepath.Join(t.TempDir(), "b.db"), true)
		for i := range 50 {
			if !m.has(fmt.Sprintf("org_%d", i)) {
				t.Errorf("organization %d is lost", i)
			}
		}
		if err := m.write("org_new"); err != nil {
			t.Fatal(err)
		}
		if err := n.write("org_old"); !errors.Is(err, database.ErrUnavailable) {
			t.Errorf("the older server still writes: %v", err)
		}
		select {
		case <-n.keeper.Lost():
		case <-time.After(10 * time.Second):
			t.Error("the older server does not know that it has to stop")
		}
		// Nor does it begin again, on the database that it has.
		path := n.path
		if err := n.end(); err != nil {
			t.Fatal(err)
		}
		if _, err := tryBegin(t, to, path, true); !errors.Is(err, replica.ErrOther) && !errors.Is(err, replica.ErrBehind) {
			t.Errorf("the older server begins again: %v", err)
		}
	})
}
