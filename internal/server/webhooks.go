package server

import (
	"context"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// pruneWebhooksEvery is how often old records of deliveries are deleted.
const pruneWebhooksEvery = time.Hour

// webhooks returns what sends to organizers' servers.
func (s *Server) webhooks(cfg *Config) *webhook.Sender {
	return webhook.NewSender(webhook.Secrets{Key: s.links.Derive("webhook")}, netguard.Guard{Private: cfg.PrivateWebhooks}, nil, time.Now, cfg.Version)
}

// pump starts telling organizers' servers what happened; stop ends it after
// what is on its way.
func (s *Server) pump(cfg *Config, sender *webhook.Sender, queue *jobs.Jobs, figures *metrics) (stop func(), err error) {
	p, err := webhook.NewPump(webhook.Config{
		Store: s.Store, Sender: sender, Process: s.IDs.Top("prc_"), Now: time.Now, Log: cfg.Log,
		Tell: queue.EndpointDisabled, Observe: figures.told,
	})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{}, 2)
	go func() {
		p.Run(ctx)
		done <- struct{}{}
	}()
	go func() {
		defer func() { done <- struct{}{} }()
		tick := time.NewTicker(pruneWebhooksEvery)
		defer tick.Stop()
		for {
			if err := p.Prune(ctx); err != nil && ctx.Err() == nil {
				cfg.Log.Error("webhook: cannot prune old deliveries", slog.Any("error", err))
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return func() {
		cancel()
		<-done
		<-done
	}, nil
}
