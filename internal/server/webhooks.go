package server

import (
	"context"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/webhook"
)

// pruneWebhooksEvery is how often old records of deliveries are deleted.
const pruneWebhooksEvery = time.Hour

// addPump lists what tells organizers' servers what happened.
func addPump(l *lifecycle, log *slog.Logger, p *webhook.Pump) {
	l.addWork("webhooks", p.Run, func(ctx context.Context) { prune(ctx, log, p) })
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
