package main

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"github.com/holdfast-events/holdfast/internal/keyring"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// masterKeys are the flags of the commands that need the keys of the installation.
type masterKeys struct {
	MasterKeyFile string `help:"File with this installation's master keys, made at the first start. Default: master.keys beside the database." env:"HOLDFAST_MASTER_KEY_FILE" placeholder:"PATH"`
	MasterKey     string `help:"The master keys themselves, instead of a file." env:"HOLDFAST_MASTER_KEY" placeholder:"KEYS"`
}

// at returns where the keys of a database are. Keys that are given are taken, whatever
// file is named.
func (m *masterKeys) at(db string) server.MasterKeys {
	if m.MasterKey != "" {
		return server.MasterKeys{Text: m.MasterKey}
	}
	return server.MasterKeys{File: m.MasterKeyFile}.At(db)
}

// auditKeys returns the keys that heads may be signed with; none when they are not
// here, and then the log says where they were looked for.
func (m *masterKeys) auditKeys(ctx context.Context, db string, log *slog.Logger) ([]ed25519.PublicKey, error) {
	at := m.at(db)
	ring, err := at.Read()
	if err == nil && ring == nil {
		log.WarnContext(ctx, "master keys not found: the signatures of the audit log cannot be checked", slog.String("file", at.File))
	}
	return ring.AuditKeys(), err
}

// logKey is the flag of the commands that need the key of the public logs.
type logKey struct {
	LogKey string `help:"File with the key that signs the public logs of events, made at the first start. Default: log.key beside the database." env:"HOLDFAST_LOG_KEY" placeholder:"PATH"`
}

// signer returns what was signed of the public logs; nil when it is not here, and then
// the log says where it was looked for.
func (l *logKey) signer(ctx context.Context, db string, log *slog.Logger) (*tlog.Signer, error) {
	path := server.LogKeyAt(db, l.LogKey)
	s, err := tlog.ReadSigner(path)
	if errors.Is(err, fs.ErrNotExist) {
		log.WarnContext(ctx, "key of the public logs not found: what was signed of them cannot be checked", slog.String("file", path))
		return nil, nil
	}
	return s, err
}

type keysCommand struct {
	Show   keysShowCommand   `cmd:"" help:"List the master keys: their versions and IDs, and the public keys that check the audit log elsewhere."`
	Rotate keysRotateCommand `cmd:"" help:"Make a further master key and wrap the secrets of the database with it. Servers may run meanwhile."`
}

type keysShowCommand struct {
	DB string `help:"Database URL, for where its keys are." default:"sqlite:data/holdfast.db" env:"HOLDFAST_DB" placeholder:"URL"`
	masterKeys
}

// Run prints nothing that is secret.
func (c *keysShowCommand) Run() error {
	at := c.at(c.DB)
	ring, err := at.Read()
	if err == nil && ring == nil {
		err = fmt.Errorf("%w: %s is not there", server.ErrNoMasterKey, at.File)
	}
	if err != nil {
		return err
	}
	return show(ring)
}

func show(ring *keyring.Ring) error {
	for _, v := range ring.Versions() {
		if _, err := fmt.Fprintf(os.Stdout, "version %d  ID %-16s  audit key %s\n", v.Version, v.ID, v.Public); err != nil {
			return err
		}
	}
	return nil
}

type keysRotateCommand struct {
	database
	masterKeys
}

// Run rotates and lists the keys. Keys that were given as text are not ours to
// write: it makes one to add to them.
func (c *keysRotateCommand) Run(ctx context.Context, log *slog.Logger) error {
	return c.change(ctx, log, func(st *store.Store) error {
		ring, err := c.at(c.DB).Rotate(ctx, st, log)
		switch {
		case errors.Is(err, server.ErrGivenKeys):
			return propose(ring)
		case err != nil:
			return err
		}
		if err := show(ring); err != nil {
			return err
		}
		log.InfoContext(ctx, "rotated: give every server the new keys before it is started again; keep the older versions for backups and for what they signed")
		return nil
	})
}

// propose prints the keys with a further one, for whoever keeps them.
func propose(ring *keyring.Ring) error {
	next, err := ring.Rotated()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(os.Stdout, "# Nothing was changed. Put these keys where HOLDFAST_MASTER_KEY comes from, then run this again.\n%s", next.Text())
	return errors.Join(err, errFailed)
}
