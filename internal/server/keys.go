package server

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/keyring"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
)

// Errors about master keys.
var (
	// ErrNoMasterKey: the database has secrets that a master key has wrapped, and
	// there is none here.
	ErrNoMasterKey = errors.New("server: there is no master key")
	// ErrMasterKey: there is one, and it is not the database's.
	ErrMasterKey = errors.New("server: the master key is not the one of this database")
	// ErrGivenKeys: keys that were given as text cannot be rotated here.
	ErrGivenKeys = errors.New("server: the newest of the given master keys is in use already")
	// ErrNothingWrapped: no server has started on this database yet.
	ErrNothingWrapped = errors.New("server: this database has no secrets yet; the first start of a server makes them")
)

// MasterKeys says where the master keys of the installation are.
type MasterKeys struct {
	// File is made at the first start. Empty: master.keys beside an SQLite
	// database, and data/master.keys with any other.
	File string
	// Text is the keys themselves, instead of a file.
	Text string
}

// At returns where the keys of a database are, with what is not given filled in.
func (m MasterKeys) At(db string) MasterKeys {
	if m.File == "" && m.Text == "" {
		m.File = beside(db, "master.keys")
	}
	return m
}

// RehearsalsAt returns the folder of the rehearsals that are made beside a database.
func RehearsalsAt(db, folder string) string {
	if folder == "" {
		return beside(db, "rehearsals")
	}
	return folder
}

// beside is where a file or folder is by default that belongs to a database.
func beside(db, name string) string {
	path := SQLitePath(db)
	if path == "" {
		return filepath.Join("data", name)
	}
	return filepath.Join(filepath.Dir(path), name)
}

// SQLitePath returns the file of an embedded database; "" for any other.
func SQLitePath(db string) string {
	path, ok := strings.CutPrefix(db, "sqlite:")
	if !ok {
		return ""
	}
	path, _, _ = strings.Cut(strings.TrimPrefix(path, "//"), "?")
	return path
}

// Read returns the keys; nil when there is no file.
func (m MasterKeys) Read() (*keyring.Ring, error) {
	if m.Text != "" {
		return keyring.Parse(m.Text)
	}
	r, err := keyring.Read(m.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return r, err
}

// open returns the keys that a database is used with. At the first start on a
// database it makes them; later nothing can take the place of keys that are missing.
func (m MasterKeys) open(ctx context.Context, st *store.Store, log *slog.Logger) (*keyring.Ring, error) {
	wrapped, err := st.Organizations.ServerKeys(ctx)
	if err != nil {
		return nil, fmt.Errorf("server: read the wrapped secrets: %w", err)
	}
	r, err := m.Read()
	switch {
	case err != nil:
		return nil, err
	case r == nil && len(wrapped) > 0:
		return nil, m.missing(wrapped)
	case r == nil:
		if r, err = keyring.Make(m.File); err != nil {
			return nil, err
		}
		log.InfoContext(ctx, "server: master key made; keep a copy of it apart from backups of the database", slog.String("file", m.File))
	}
	if m.Text == "" && keyring.OpenToOthers(m.File) {
		log.WarnContext(ctx, "server: other users can read the master keys; they should be their owner's only (mode 600)", slog.String("file", m.File))
	}
	for _, k := range wrapped {
		if _, err := m.unwrap(r, &k); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// missing is the error of a database whose keys are not here.
func (m MasterKeys) missing(wrapped []organizations.ServerKey) error {
	k := wrapped[0]
	return fmt.Errorf("%w: the secrets of this database are wrapped with version %d (ID %s), and %s is not there. "+
		"Put the file of this installation back, or name it with --master-key-file; all servers of one database need the same keys",
		ErrNoMasterKey, k.KeyVersion, k.KeyID, m.File)
}

// unwrap returns a secret of the database.
func (m MasterKeys) unwrap(r *keyring.Ring, k *organizations.ServerKey) ([]byte, error) {
	secret, err := r.Unwrap(k.Purpose, keyring.Wrapped{Version: k.KeyVersion, KeyID: k.KeyID, Box: k.Secret})
	if errors.Is(err, keyring.ErrUnknownKey) {
		where := m.File
		if m.Text != "" {
			where = "what was given"
		}
		return nil, fmt.Errorf("%w: %w; %s has %s. All servers of one database need the same keys, also after they are rotated: copy the file from a server that runs",
			ErrMasterKey, err, where, versions(r))
	}
	return secret, err
}

// versions says which keys a ring has.
func versions(r *keyring.Ring) string {
	var list []string
	for _, v := range r.Versions() {
		list = append(list, fmt.Sprintf("version %d with the ID %s", v.Version, v.ID))
	}
	return strings.Join(list, ", ")
}

// secret returns this installation's secret for a purpose, making it at the first start.
func (g *ground) secret(ctx context.Context, purpose string) ([]byte, error) {
	fresh := make([]byte, 32)
	if _, err := rand.Read(fresh); err != nil {
		return nil, fmt.Errorf("server: secret for %s: %w", purpose, err)
	}
	w, err := g.masterKeys.Wrap(purpose, fresh)
	if err != nil {
		return nil, err
	}
	k, err := g.store.Organizations.ServerKey(ctx, organizations.ServerKey{
		Purpose: purpose, Secret: w.Box, KeyVersion: w.Version, KeyID: w.KeyID, CreatedAt: inventory.At(g.now()),
	})
	if err != nil {
		return nil, fmt.Errorf("server: secret for %s: %w", purpose, err)
	}
	return g.cfg.MasterKeys.unwrap(g.masterKeys, k)
}

// wrap wraps a secret that comes in while the server runs. The master key may have been
// rotated since it started, because somebody has seen it: then it wraps with the new one.
func (g *ground) wrap(purpose string, secret []byte) (organizations.ServerKey, error) {
	r, err := g.cfg.MasterKeys.Read()
	if err != nil {
		return organizations.ServerKey{}, err
	}
	if !r.Follows(g.masterKeys) { // it is away, or another installation's
		r = g.masterKeys
	}
	w, err := r.Wrap(purpose, secret)
	return organizations.ServerKey{Purpose: purpose, Secret: w.Box, KeyVersion: w.Version, KeyID: w.KeyID}, err
}

// unwrap opens a secret while the server runs. The master key may have been rotated since
// it started: then the keys are read again.
func (g *ground) unwrap(k *organizations.ServerKey) ([]byte, error) {
	secret, err := g.cfg.MasterKeys.unwrap(g.masterKeys, k)
	if !errors.Is(err, keyring.ErrUnknownKey) {
		return secret, err
	}
	newer, readErr := g.cfg.MasterKeys.Read()
	if readErr != nil || newer == nil {
		return nil, errors.Join(err, readErr)
	}
	return g.cfg.MasterKeys.unwrap(newer, k)
}

// calendarAddress returns the address of a calendar of others.
func (g *ground) calendarAddress(ctx context.Context, c *roomcalendars.RoomCalendar) (string, error) {
	k, err := g.store.RoomCalendars.Address(ctx, c.OrgID, c.ID)
	if err != nil {
		return "", err
	}
	address, err := g.unwrap(k)
	return string(address), err
}

// Secret returns a secret that a server has made, for the tools of this module.
func (m MasterKeys) Secret(ctx context.Context, st *store.Store, purpose string) ([]byte, error) {
	r, err := m.Read()
	if err != nil {
		return nil, err
	}
	wrapped, err := st.Organizations.ServerKeys(ctx)
	if err != nil {
		return nil, err
	}
	for i := range wrapped {
		switch {
		case r == nil:
			return nil, m.missing(wrapped)
		case wrapped[i].Purpose == purpose:
			return m.unwrap(r, &wrapped[i])
		}
	}
	return nil, fmt.Errorf("%w: %s", ErrNothingWrapped, purpose)
}

// Check reports whether the keys are there and open every secret of a database, and
// makes none. It returns them; nil: there is no file yet, and nothing that needs it.
func (m MasterKeys) Check(ctx context.Context, st *store.Store) (*keyring.Ring, error) {
	r, err := m.Read()
	if err != nil {
		return nil, err
	}
	wrapped, err := st.Organizations.ServerKeys(ctx)
	if err != nil {
		return nil, err
	}
	if r == nil && len(wrapped) > 0 {
		return nil, m.missing(wrapped)
	}
	for i := range wrapped {
		if _, err := m.unwrap(r, &wrapped[i]); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// AuditKey returns the key that signs heads, for tools that write what a chain tells
// of. On a database that nobody has used yet it makes the master keys, as a server does.
func (m MasterKeys) AuditKey(ctx context.Context, st *store.Store, log *slog.Logger) (ed25519.PrivateKey, error) {
	r, err := m.open(ctx, st, log)
	if err != nil {
		return nil, err
	}
	return r.AuditKey()
}

// Rotate wraps all secrets of a database anew: with a further version, which it adds
// to the file, or with the newest of the keys that were given as text. Servers that
// run are not disturbed: the secrets stay the same. It returns the keys.
func (m MasterKeys) Rotate(ctx context.Context, st *store.Store, log *slog.Logger) (*keyring.Ring, error) {
	r, err := m.open(ctx, st, log)
	if err != nil {
		return nil, err
	}
	var next *keyring.Ring
	err = st.Organizations.RewrapServerKeys(ctx, func(list []organizations.ServerKey) error {
		if len(list) == 0 {
			return ErrNothingWrapped
		}
		// The keys are read and written while no other rotation of this database
		// can: of two new versions that replace each other one would be lost. They
		// are on disk before the database needs them.
		if next == nil {
			if next, err = m.next(list); err != nil {
				return err
			}
		}
		for i := range list {
			k := &list[i]
			secret, err := m.unwrap(next, k)
			if err != nil {
				return err
			}
			w, err := next.Wrap(k.Purpose, secret)
			if err != nil {
				return err
			}
			k.Secret, k.KeyVersion, k.KeyID = w.Box, w.Version, w.KeyID
		}
		return nil
	})
	if err != nil {
		return r, fmt.Errorf("server: rotate the master key: %w", err)
	}
	return next, nil
}

// next returns the keys to wrap with.
func (m MasterKeys) next(list []organizations.ServerKey) (*keyring.Ring, error) {
	r, err := m.Read()
	switch {
	case err != nil:
		return nil, err
	case r == nil:
		return nil, m.missing(list)
	case m.Text != "":
		all := r.Versions()
		if newest := all[len(all)-1]; newest.ID == list[0].KeyID {
			return nil, ErrGivenKeys
		}
		return r, nil
	}
	if r, err = r.Rotated(); err != nil {
		return nil, err
	}
	return r, r.Replace(m.File)
}
