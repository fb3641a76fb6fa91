package bench

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// runHoldfast runs the whole server, with its jobs, as the serve command does.
// Without a mail server messages wait in the inbox.
func runHoldfast(ctx context.Context, r *role, ready func(url, apiKey string) error) error {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	cfg := server.Config{
		DB: r.DB, Files: filepath.Join(r.Dir, "files"), Search: filepath.Join(r.Dir, "search"), MasterKeys: masterKeys(r.Dir), LogKey: logKey(r.Dir), Listen: "127.0.0.1:0", Version: "bench", SMTP: r.SMTP, Payments: stripePayments(r.Stripe),
		TrustedProxies: r.Proxies,
		Log:            slog.New(serverLog{slog.NewTextHandler(null, nil), slog.NewTextHandler(os.Stderr, nil)}),
	}
	if r.Peers {
		cfg.Homes.Listen = "127.0.0.1:0"
	}
	server.Tune()
	return server.Run(ctx, cfg, func(ctx context.Context, s *server.Server) error {
		key := ""
		if r.MakeKey {
			var err error
			if key, err = makeKey(ctx, s); err != nil {
				return err
			}
		}
		return ready("http://"+s.Addr.String(), key)
	})
}

// masterKeys and logKey say where a server keeps its keys that keeps them in dir.
func masterKeys(dir string) server.MasterKeys {
	return server.MasterKeys{File: filepath.Join(dir, "master.keys")}
}

func logKey(dir string) string { return filepath.Join(dir, "log.key") }

func makeKey(ctx context.Context, s *server.Server) (string, error) {
	now := inventory.At(time.Now())
	org := organizations.Organization{ID: s.IDs.Top(id.Organization), Name: "Bench", CreatedAt: now}
	if err := s.Store.Organizations.CreateOrganization(ctx, org); err != nil {
		return "", err
	}
	text, hash := identity.NewKey()
	key := organizations.APIKey{ID: s.IDs.Top(id.APIKey), OrgID: org.ID, Name: "bench", Role: "owner", Hash: hash, CreatedAt: now}
	return text, s.Store.Organizations.CreateAPIKey(ctx, key)
}

// serverLog writes the log as the serve command does by default to where it is
// not kept, and errors to standard error too.
type serverLog struct {
	slog.Handler
	errors slog.Handler
}

func (l serverLog) Handle(ctx context.Context, rec slog.Record) error {
	if rec.Level >= slog.LevelError {
		return errors.Join(l.Handler.Handle(ctx, rec), l.errors.Handle(ctx, rec))
	}
	return l.Handler.Handle(ctx, rec)
}

func (l serverLog) WithAttrs(a []slog.Attr) slog.Handler {
	return serverLog{l.Handler.WithAttrs(a), l.errors.WithAttrs(a)}
}

func (l serverLog) WithGroup(name string) slog.Handler {
	return serverLog{l.Handler.WithGroup(name), l.errors.WithGroup(name)}
}
