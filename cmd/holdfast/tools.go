package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/backup"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
	storedatabase "github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// organization finds an organization by its id, or by its name; when there is
// none of that name it is created.
func organization(ctx context.Context, st *store.Store, ids *id.Maker, name string) (string, error) {
	have, err := st.Organizations.OrganizationNamed(ctx, name)
	switch {
	case err == nil:
		return have.ID, nil
	case !errors.Is(err, storedatabase.ErrNotFound):
		return "", err
	}
	name = strings.TrimSpace(name)
	if id.Valid(name, id.Organization) {
		return "", fmt.Errorf("there is no organization %s", name)
	}
	if name == "" {
		return "", errors.New("--org is empty")
	}
	org := organizations.Organization{ID: ids.Top(id.Organization), Name: name, CreatedAt: inventory.At(time.Now())}
	return org.ID, st.Organizations.CreateOrganization(ctx, org)
}

type verifyCommand struct {
	database
	masterKeys
	logKey
	fileStore
	logCopy
	JSON bool `help:"Print the report as JSON."`
}

// Run prints the report.
func (c *verifyCommand) Run(ctx context.Context, log *slog.Logger) error {
	// A long waitlist is folded in memory, often beside the server that it is about:
	// collecting often costs time here and spares memory there.
	debug.SetGCPercent(25)
	return c.verify(ctx, log, &c.masterKeys, &c.logKey, &c.fileStore, &c.logCopy, c.JSON)
}

// verify prints what does and does not hold; errFailed when anything does not.
func (d *database) verify(ctx context.Context, log *slog.Logger, master *masterKeys, logs *logKey, files *fileStore, copies *logCopy, asJSON bool) error {
	keys, err := master.auditKeys(ctx, d.DB, log)
	if err != nil {
		return err
	}
	signer, err := logs.signer(ctx, d.DB, log)
	if err != nil {
		return err
	}
	return d.use(ctx, log, func(st *store.Store) error {
		now, err := server.Now(ctx, st)
		if err != nil {
			return err
		}
		report, err := verify.Run(ctx, st, verify.Options{Now: now, AuditKeys: keys, Logs: signer, Pictures: files.wrong(d.DB), Uploads: files.wrongUpload(d.DB), Archives: files.archives(d.DB), LogCopies: copies.compare(st, signer, files, d.DB, log)})
		if err != nil {
			return err
		}
		if asJSON {
			out := json.NewEncoder(os.Stdout)
			out.SetIndent("", "  ")
			err = out.Encode(report)
		} else {
			err = report.WriteText(os.Stdout)
		}
		if err == nil && !report.Clean() {
			return errFailed
		}
		return err
	})
}

type backupCommand struct {
	database
	masterKeys
	To string `arg:"" help:"File to write. It must not exist."`
}

// Run writes the backup.
func (c *backupCommand) Run(ctx context.Context, log *slog.Logger) error {
	return c.use(ctx, log, func(st *store.Store) error {
		if err := backup.Write(ctx, st, c.DB, c.To); err != nil {
			return err
		}
		log.Info("backup written", "file", c.To)
		// A standby, or a database that was moved away, cannot be told; the backup is as good.
		if err := st.Backups.Note(ctx, backup.Kind(st), inventory.At(time.Now())); err != nil {
			log.Warn("the database does not know of the backup: holdfast doctor and metrics do not count it", "error", err)
		}
		if at := c.at(c.DB); at.Text == "" {
			log.Info("the backup is of no use without the master keys: keep a copy of them apart from it", "master_keys", at.File)
		}
		return nil
	})
}

type openapiCommand struct{}

// Run prints the document.
func (*openapiCommand) Run() error {
	doc, err := api.OpenAPI()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(doc)
	return err
}
