package certs

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/caddyserver/certmagic"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

const (
	// lockFor is how long a server that dies keeps others from asking the authority, and
	// lockEvery how often a server looks whether it may ask, or says that it still does.
	lockFor   = 2 * time.Minute
	lockEvery = time.Second
	renewLock = lockFor / 4
	// pageOfNames bounds what one statement lists.
	pageOfNames = 500
)

// storage is where certmagic keeps what it has, in the database.
type storage struct {
	store organizations.Certificates
	seal  cipher.AEAD
	now   func() time.Time
	log   *slog.Logger

	mu    sync.Mutex
	locks map[string]held // guarded by mu; by name
}

// held is a lock of this server, which is prolonged until stop is called.
type held struct {
	holder string
	stop   context.CancelFunc
	done   <-chan struct{}
}

var _ certmagic.Storage = (*storage)(nil)

func newStorage(of organizations.Certificates, key []byte, now func() time.Time, log *slog.Logger) (*storage, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("certs: %w", err)
	}
	seal, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("certs: %w", err)
	}
	return &storage{store: of, seal: seal, now: now, log: log, locks: map[string]held{}}, nil
}

// Store keeps a value under a name.
func (s *storage) Store(ctx context.Context, name string, value []byte) error {
	return s.store.PutFile(ctx, &organizations.TLSFile{Name: name, Sealed: s.seal.Seal(nil, nil, value, []byte(name)), ChangedAt: inventory.At(s.now())})
}

// Load returns the value of a name, or fs.ErrNotExist.
func (s *storage) Load(ctx context.Context, name string) ([]byte, error) {
	value, _, err := s.load(ctx, name)
	return value, err
}

func (s *storage) load(ctx context.Context, name string) ([]byte, time.Time, error) {
	f, err := s.store.File(ctx, name)
	if errors.Is(err, database.ErrNotFound) {
		return nil, time.Time{}, fs.ErrNotExist
	}
	if err != nil {
		return nil, time.Time{}, err
	}
	value, err := s.seal.Open(nil, nil, f.Sealed, []byte(name))
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("certs: %s cannot be opened with the keys of this server: %w", name, err)
	}
	return value, f.ChangedAt.Time(), nil
}

// Delete forgets a name and those below it.
func (s *storage) Delete(ctx context.Context, name string) error {
	return s.store.DeleteFiles(ctx, name)
}

// Exists reports whether there is something under a name or below it.
func (s *storage) Exists(ctx context.Context, name string) bool {
	_, err := s.Stat(ctx, name)
	return err == nil
}

// List returns the names below a name: all of them, or those that are right below it.
func (s *storage) List(ctx context.Context, name string, recursive bool) ([]string, error) {
	below := name + "/"
	if name == "" {
		below = ""
	}
	var list []string
	for after := ""; ; {
		page, err := s.store.FilesBelow(ctx, below, after, pageOfNames)
		if err != nil {
			return nil, err
		}
		for _, found := range page {
			if step, _, deeper := strings.Cut(found[len(below):], "/"); deeper && !recursive {
				found = below + step
			}
			list = append(list, found)
		}
		if len(page) < pageOfNames {
			break
		}
		after = page[len(page)-1]
	}
	if len(list) == 0 {
		return nil, fs.ErrNotExist
	}
	return slices.Compact(list), nil
}

// Stat says what is under a name.
func (s *storage) Stat(ctx context.Context, name string) (certmagic.KeyInfo, error) {
	value, changed, err := s.load(ctx, name)
	if err == nil {
		return certmagic.KeyInfo{Key: name, Modified: changed, Size: int64(len(value)), IsTerminal: true}, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return certmagic.KeyInfo{}, err
	}
	below, err := s.store.FilesBelow(ctx, name+"/", "", 1)
	if err == nil && len(below) == 0 {
		err = fs.ErrNotExist
	}
	return certmagic.KeyInfo{Key: name}, err
}

// Lock waits until nobody else has a name, on any server, and takes it. Whoever dies with
// it loses it after lockFor.
func (s *storage) Lock(ctx context.Context, name string) error {
	holder := rand.Text()
	for {
		got, err := s.take(ctx, name, holder)
		if err != nil {
			// A database says in words of its own that it was not waited for.
			if ended := ctx.Err(); ended != nil {
				return ended
			}
			return err
		}
		if got {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockEvery):
		}
	}
	keep, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	s.mu.Lock()
	s.locks[name] = held{holder, stop, done}
	s.mu.Unlock()
	go func() {
		defer close(done)
		s.prolong(keep, name, holder)
	}()
	return nil
}

func (s *storage) take(ctx context.Context, name, holder string) (bool, error) {
	now := inventory.At(s.now())
	return s.store.Lock(ctx, name, holder, now, now+inventory.Instant(lockFor.Microseconds()))
}

// prolong keeps a name until ctx ends.
func (s *storage) prolong(ctx context.Context, name, holder string) {
	tick := time.NewTicker(renewLock)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if got, err := s.take(ctx, name, holder); ctx.Err() == nil && (err != nil || !got) {
			// Both may ask the authority then, which gives each what it asks for.
			s.log.WarnContext(ctx, "certs: another server may ask the certificate authority, too", slog.String("name", name), slog.Any("error", err))
		}
	}
}

// errNotLocked: a name is given up that this server does not have.
var errNotLocked = errors.New("certs: it is not locked by this server")

// Unlock gives a name up.
func (s *storage) Unlock(ctx context.Context, name string) error {
	s.mu.Lock()
	l, ok := s.locks[name]
	delete(s.locks, name)
	s.mu.Unlock()
	if !ok {
		return fmt.Errorf("%w: %s", errNotLocked, name)
	}
	l.stop()
	<-l.done
	// Also when what was asked for was cut off: nobody should wait for it.
	return s.store.Unlock(context.WithoutCancel(ctx), name, l.holder)
}
