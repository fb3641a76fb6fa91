package server

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/webhook"
)

// pruneWebhooksEvery is how often old records of deliveries are deleted.
const pruneWebhooksEvery = time.Hour

// addPump lists what tells organizers' servers what happened. Its stop waits for
// what is on its way.
func addPump(l *lifecycle, log *slog.Logger, p *webhook.Pump) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	l.add("webhooks", func(context.Context) error {
		running.Go(func() { p.Run(ctx) })
		running.Go(func() { prune(ctx, log, p) })
		return nil
	}, quiet(func() {
		cancel()
		running.Wait()
	}))
}

// prune deletes old records now and then, until ctx ends.
func prune(ctx context.Context, log *slog.Logger, p *webhook.Pump) {
	tick := time.NewTicker(pruneWebhooksEvery)
	defer tick.Stop()
	for {
		if err := p.Prune(ctx); err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "webhook: cannot prune old deliveries", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
