package server

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
	"github.com/holdfast-events/holdfast/internal/witness"
)

// metrics are the figures of the sequencer, at /metrics in Prometheus' format.
// They count and time; they name no event and no person.
type metrics struct {
	handler  http.Handler
	registry *prometheus.Registry
	commands prometheus.Counter
	size     prometheus.Histogram
	seconds  prometheus.Histogram
	waited   prometheus.Histogram

	deliveries *prometheus.CounterVec
	took       *prometheus.HistogramVec
	offerAfter prometheus.Histogram
	offerTook  *prometheus.HistogramVec
	offerThere *prometheus.HistogramVec
	refused    prometheus.Counter

	work work
	edge edge
	away away
}

func newMetrics(version, engine string) *metrics {
	seconds := prometheus.ExponentialBuckets(0.0005, 2, 16) // 0.5 ms to 16 s
	m := &metrics{
		commands: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "holdfast_commands_total", Help: "Commands that were decided, refused ones included.",
		}),
		size: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "holdfast_batch_commands", Help: "Commands in one transaction.", Buckets: prometheus.ExponentialBuckets(1, 2, 10),
		}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "holdfast_batch_seconds", Help: "From taking a batch to its commit.", Buckets: seconds,
		}),
		waited: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "holdfast_queue_seconds", Help: "How long the first command of a batch had waited.", Buckets: seconds,
		}),
	}
	m.refused = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "holdfast_clock_refused_total", Help: "Batches that were refused because clocks do not agree.",
	})
	waits := prometheus.ExponentialBuckets(0.01, 4, 12) // 10 ms to 12 h
	m.deliveries = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "holdfast_deliveries_total", Help: "What became of messages on a channel; a retry counts as queued.",
	}, []string{"channel", "state", "kind"})
	m.took = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "holdfast_message_seconds", Help: "From a message to the provider's yes.", Buckets: waits,
	}, []string{"channel"})
	m.offerAfter = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "holdfast_release_to_offer_seconds", Help: "From a place that came back to the offer of it.", Buckets: waits,
	})
	// A counter that begins with the first failure does not rise by it: no alert would see it.
	for _, channel := range delivery.Channels {
		for _, state := range [...]string{messages.DeliveryFailed, messages.DeliveryBounced} {
			m.deliveries.WithLabelValues(channel, state, string(inventory.MsgOffer))
		}
	}
	m.offerTook = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "holdfast_offer_to_sent_seconds", Help: "From an offer to the provider's yes to its message.", Buckets: waits,
	}, []string{"channel"})
	m.offerThere = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "holdfast_offer_to_delivered_seconds", Help: "From an offer to the provider's word that its message has arrived, where it gives one.", Buckets: waits,
	}, []string{"channel"})
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "holdfast_info", Help: "Always 1; the labels say what runs.",
		ConstLabels: prometheus.Labels{"version": version, "engine": engine},
	})
	info.Set(1)
	r := prometheus.NewRegistry()
	m.registry = r
	m.work, m.edge, m.away = newWork(r), newEdge(r), newAway(r)
	r.MustRegister(info, m.commands, m.size, m.seconds, m.waited, m.deliveries, m.took, m.offerAfter, m.offerTook, m.offerThere, m.refused,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(r, promhttp.HandlerOpts{})
	return m
}

// observe records each batch.
func (m *metrics) observe(b sequencer.BatchStats) {
	m.commands.Add(float64(b.Commands))
	m.size.Observe(float64(b.Commands))
	m.seconds.Observe(b.Took.Round(time.Microsecond).Seconds())
	m.waited.Observe(b.Waited.Round(time.Microsecond).Seconds())
}

// delivered is told what became of each delivery.
func (m *metrics) delivered(o delivery.Observation) {
	m.deliveries.WithLabelValues(o.Channel, o.State, string(o.Kind)).Inc()
	if o.OfferToDelivered > 0 {
		m.offerThere.WithLabelValues(o.Channel).Observe(o.OfferToDelivered.Seconds())
	}
	if o.State != messages.DeliverySent {
		return
	}
	m.took.WithLabelValues(o.Channel).Observe(o.Took.Seconds())
	if o.Kind == inventory.MsgOffer {
		m.offerTook.WithLabelValues(o.Channel).Observe(o.OfferToSent.Seconds())
	}
	if o.ReleaseToOffer > 0 {
		m.offerAfter.Observe(o.ReleaseToOffer.Seconds())
	}
}

// waiting adds how much waits for each channel.
func (m *metrics) waiting(st *store.Store, now func() time.Time) {
	for _, channel := range delivery.Channels {
		labels := prometheus.Labels{"channel": channel}
		m.registry.MustRegister(&looked{gauges: []*prometheus.Desc{
			prometheus.NewDesc("holdfast_deliveries_waiting", "Deliveries that could go out now.", nil, labels),
			prometheus.NewDesc("holdfast_deliveries_oldest_seconds", "How long the oldest of them waits; -1: the database does not answer.", nil, labels),
		}, ask: func(ctx context.Context) []float64 {
			n, oldest, err := st.Deliveries.Waiting(ctx, channel, inventory.At(now()))
			if err != nil {
				return []float64{0, -1}
			}
			return []float64{float64(n), float64(oldest) / float64(inventory.Second)}
		}})
	}
}

// writable adds whether the database takes what is written.
func (m *metrics) writable(st *store.Store) {
	m.registry.MustRegister(&looked{gauges: []*prometheus.Desc{
		prometheus.NewDesc("holdfast_database_writable", "1: the database takes what is written; 0: it does not, or not in time.", nil, nil),
	}, ask: func(ctx context.Context) []float64 {
		if err := st.Writable(ctx); err != nil {
			return []float64{0}
		}
		return []float64{1}
	}})
}

// logCopies adds how many public logs could not be copied out of the database.
func (m *metrics) logCopies(failing func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "holdfast_log_copies_failing", Help: "Public logs that this server could not copy when it tried last.",
	}, func() float64 { return float64(failing()) }))
}

// logs adds how many public logs of events are not signed any more, and how far they are
// behind.
func (m *metrics) logs(l *publiclog.Logs) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "holdfast_logs_lag_seconds", Help: "How long the oldest change that this server knows of has waited to be in the public log of its event.",
	}, func() float64 { return l.Lag().Seconds() }))
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "holdfast_logs_stopped", Help: "Public logs of events, and that of the installation, that are not signed any more, because the database is not what was signed.",
	}, func() float64 { return float64(l.Stopped()) }))
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "holdfast_installation_log_lag_seconds", Help: "For how long this server has not taken the newest checkpoints of events into the log of the installation although it was time.",
	}, func() float64 { return l.InstallationLag().Seconds() }))
	for _, standing := range witness.Standings {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "holdfast_log_witnesses", Help: "Witnesses of the log of the installation, by how it went when this server asked them last.",
			ConstLabels: prometheus.Labels{"standing": string(standing)},
		}, func() float64 { return float64(l.Witnesses.Standings()[standing]) }))
	}
}

// challenges adds how busy the server is, as far as strangers are asked for work.
func (m *metrics) challenges(level func() challenge.Level) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "holdfast_challenge_level", Help: "How much work strangers are asked for: 0 while the server is idle, to 3.",
	}, func() float64 { return float64(level()) }))
}

// queues adds how many commands wait for a batch on this server.
func (m *metrics) queues(depth func() (fullest float64, waiting int)) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "holdfast_queue_fullest_ratio", Help: "How full the fullest queue of commands of an event is, from 0 to 1. At 1 people are turned away.",
	}, func() float64 {
		fullest, _ := depth()
		return fullest
	}))
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "holdfast_queue_waiting", Help: "Commands of all events that are queued and in no batch yet.",
	}, func() float64 {
		_, waiting := depth()
		return float64(waiting)
	}))
}

// queueRefused adds how many commands found the queue of their event full.
func (m *metrics) queueRefused(refused func() uint64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "holdfast_queue_refused_total", Help: "Commands that found the queue of their event full: whoever sent them was told to come again, and nothing was changed.",
	}, func() float64 { return float64(refused()) }))
}

// captcha adds whether the company that asks strangers is away.
func (m *metrics) captcha(down func() bool) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "holdfast_captcha_down", Help: "1: the company that verifies strangers is away, or refuses the keys of this server.",
	}, func() float64 {
		if down() {
			return 1
		}
		return 0
	}))
}

// rooms adds how many wait in waiting rooms and how many are inside. Each server tells of the
// rooms that people look at by it, and of each all of it: several servers are not added up.
func (m *metrics) rooms(of func() turnstile.Figures) {
	gauge := func(name, help string, value func(turnstile.Figures) float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return value(of()) }))
	}
	gauge("holdfast_waiting_rooms", "Waiting rooms that people can join, as far as somebody looks at them.", func(f turnstile.Figures) float64 { return float64(f.Rooms) })
	gauge("holdfast_waiting_room_waiting", "People in them who are not called yet.", func(f turnstile.Figures) float64 { return float64(f.Waiting) })
	gauge("holdfast_waiting_room_inside", "People who came in from them and are not done.", func(f turnstile.Figures) float64 { return float64(f.Inside) })
}

// rush adds whether what works behind the ledger lets people go first.
func (m *metrics) rush(is func() bool) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "holdfast_rush", Help: "1: people come so fast that public logs and messages let them go first.",
	}, func() float64 {
		if is() {
			return 1
		}
		return 0
	}))
}

// clock adds how far the system clock is from the time that counts.
func (m *metrics) clock(c *clock.Clock) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "holdfast_clock_skew_seconds", Help: "How far the system clock is ahead of the time that counts, the database's where it has a clock.",
	}, func() float64 { return c.Skew().Seconds() }))
}

// clockRefused counts each batch that was refused because clocks do not agree.
func (m *metrics) clockRefused() { m.refused.Inc() }

// lookTimeout bounds one question to the database.
const lookTimeout = 2 * time.Second

// looked are gauges that one question to the database answers, asked when
// somebody looks.
type looked struct {
	gauges []*prometheus.Desc
	ask    func(context.Context) []float64 // a value for each gauge
}

// Describe tells the registry which gauges there are.
func (l *looked) Describe(out chan<- *prometheus.Desc) {
	for _, g := range l.gauges {
		out <- g
	}
}

// Collect asks, once for all gauges.
func (l *looked) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), lookTimeout)
	defer cancel()
	for i, v := range l.ask(ctx) {
		out <- prometheus.MustNewConstMetric(l.gauges[i], prometheus.GaugeValue, v)
	}
}
