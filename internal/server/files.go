package server

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

const (
	// lookAtFiles is how often an embedded database looks for its files.
	lookAtFiles = time.Second
	// lookAtFilesTimeout bounds one look, which may wait for a batch.
	lookAtFilesTimeout = 30 * time.Second
)

// addFiles lists the part that looks for the files of the database, also while
// nobody writes.
func addFiles(l *lifecycle, st *store.Store, log *slog.Logger) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	l.add("files", func(context.Context) error {
		go func() { defer close(ended); keepFiles(ctx, st, log) }()
		return nil
	}, func(context.Context) error {
		cancel()
		<-ended
		return nil
	})
}

func keepFiles(ctx context.Context, st *store.Store, log *slog.Logger) {
	t := time.NewTicker(lookAtFiles)
	defer t.Stop()
	told := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		look, cancel := context.WithTimeout(ctx, lookAtFilesTimeout)
		err := st.CheckFiles(look)
		cancel()
		if errors.Is(err, database.ErrLost) && err.Error() != told {
			told = err.Error()
			log.ErrorContext(ctx, "server: nothing is written any more", slog.Any("error", err))
		}
	}
}
