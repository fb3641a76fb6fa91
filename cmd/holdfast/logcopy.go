package main

import (
	"context"
	"log/slog"

	"github.com/holdfast-events/holdfast/internal/archive"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/publiclog/mirror"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// logCopy is the flag of where public logs are copied to.
type logCopy struct {
	LogCopy string `help:"Where to copy public logs to, by their paths: a folder, or s3://BUCKET/PREFIX?endpoint=HOST:PORT, with the keys of --files. Default: nowhere." env:"HOLDFAST_LOG_COPY" placeholder:"WHERE"`
}

// compare returns what compares the copies of public logs with the logs; nil: there are none.
func (c *logCopy) compare(st *store.Store, signer *tlog.Signer, files *fileStore, db string, log *slog.Logger) func(context.Context, func(tlog.CopyFault)) error {
	if c == nil || c.LogCopy == "" {
		return nil
	}
	return func(ctx context.Context, wrong func(tlog.CopyFault)) error {
		kept, err := files.opened(db)()
		if err != nil {
			return err
		}
		to, err := objectstore.Open(c.LogCopy, objectstore.Credentials{AccessKey: files.S3AccessKey, SecretKey: files.S3SecretKey})
		if err != nil {
			return err
		}
		logs := &publiclog.Logs{Store: st, Signer: signer, Log: log, Archived: archive.LogEntries{Store: st, Files: kept}.Bundle}
		k, err := mirror.New(mirror.Config{Logs: logs, Store: st, To: to, Log: log})
		if err != nil {
			return err
		}
		return k.Compare(ctx, wrong)
	}
}
