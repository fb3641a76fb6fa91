package server

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/api/resources"
	"github.com/holdfast-events/holdfast/internal/broker"
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// reasonNoResource is what messages count as that are about no resource.
const reasonNoResource = "no_resource"

// addBroker lists the consumer of messages of other systems, if there is a NATS. Resources are in the
// catalogue: servers of other cells hand requests about them on to it, and leave messages to it.
func addBroker(c *core, l *lifecycle) error {
	if !c.cfg.NATS.On() {
		return nil
	}
	if c.cfg.Cells.Catalogue != "" {
		c.log.Info("server: servers of the catalogue take the messages of NATS")
		return nil
	}
	signals, err := api.NewSignals(c.store, c.places, c.hooks, c.now)
	if err != nil {
		return err
	}
	consumer, err := broker.New(broker.Config{
		Settings: c.cfg.NATS, Take: takeMessages(signals.Take, c.now, c.log), Log: c.log,
		Reasons: append(resources.SignalProblems(), reasonNoResource),
	})
	if err != nil {
		return err
	}
	c.figures.nats(consumer)
	l.add("broker", consumer.Start, consumer.Stop)
	return nil
}

// takeMessages returns how a message is taken, and what its problem means for it.
func takeMessages(take func(context.Context, *resources.SignalMessage) (bool, *httpapi.Problem, error), now func() time.Time, log *slog.Logger) func(context.Context, *broker.Message) broker.Verdict {
	return func(ctx context.Context, m *broker.Message) broker.Verdict {
		repeated, p, err := take(ctx, &resources.SignalMessage{OrgID: m.Organization, Key: m.Resource, Type: m.Type, Header: m.Header, Body: m.Body, At: m.At})
		switch {
		case p == nil && repeated:
			return broker.Verdict{Became: broker.Repeated}
		case p == nil:
			return broker.Verdict{Became: broker.Taken}
		case errors.Is(err, resources.ErrNoResource):
			return broker.Verdict{Became: broker.Refused, Reason: reasonNoResource, Told: resources.SignatureCode, Detail: "there is no such resource of this organization"}
		case resources.Final(p, now().Sub(m.At)):
			return broker.Verdict{Became: broker.Refused, Reason: p.Code, Told: p.Code, Detail: detail(p)}
		case p.Status == httpapi.KindInternal.Status:
			log.ErrorContext(ctx, "server: a message could not be taken", slog.Any("error", err))
		}
		return broker.Verdict{Became: broker.Later, Reason: p.Code, Detail: p.Detail}
	}
}

// detail is what a problem says of the fields of a message.
func detail(p *httpapi.Problem) string {
	if len(p.Errors) == 0 {
		return p.Detail
	}
	var list []string
	for _, e := range p.Errors[:min(3, len(p.Errors))] {
		list = append(list, e.Field+" "+e.Message)
	}
	text := strings.Join(list, "; ")
	return strings.ToValidUTF8(text[:min(200, len(text))], "")
}

// nats adds what was taken from NATS.
func (m *metrics) nats(c interface {
	Figures() broker.Figures
	Reasons() []string
}) {
	const messages, what = "holdfast_nats_messages_total", "Messages of other systems: taken, repeated (taken before) and later (they come again)."
	const refused, why = "holdfast_nats_refused_total", "Messages that were refused for good, by reason."
	count := func(name, help, label, value string, is func(broker.Figures) uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: prometheus.Labels{label: value}}, func() float64 { return float64(is(c.Figures())) })
	}
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "holdfast_nats_up", Help: "1: messages of other systems reach this server; 0: NATS or its stream is away."}, func() float64 {
			if c.Figures().Up {
				return 1
			}
			return 0
		}),
		count(messages, what, "became", "taken", func(f broker.Figures) uint64 { return f.Taken }),
		count(messages, what, "became", "repeated", func(f broker.Figures) uint64 { return f.Repeated }),
		count(messages, what, "became", "later", func(f broker.Figures) uint64 { return f.Later }))
	for _, reason := range c.Reasons() {
		m.registry.MustRegister(count(refused, why, "reason", reason, func(f broker.Figures) uint64 { return f.Refused[reason] }))
	}
}
