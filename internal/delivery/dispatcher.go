package delivery

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/push"
	"github.com/holdfast-events/holdfast/internal/sms"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Limits of a Dispatcher.
const (
	// GiveUpAfter is how long a delivery is retried before it has failed.
	GiveUpAfter = 72 * time.Hour
	// pageSize is how many messages are routed in one transaction.
	pageSize = 250
	// queueLimit is the maximum number of tasks of a channel in memory, and queueFor
	// how long they may wait there: with a slow provider fewer are taken.
	queueLimit = 1000
	queueFor   = 2 * time.Second
	minQueue   = 20
	// wakeLimit is how many due deliveries become ready in one transaction.
	wakeLimit = 1000
	// orgLimit is how many organizations one round considers.
	orgLimit = 200
	// recordLimit is how many results are stored in one transaction, recordEvery how
	// long the first of them waits for others, and resultBacklog how many more may wait
	// to be stored. After a crash at most these, and one task for each sender, are sent
	// again.
	recordLimit   = 64
	recordEvery   = 10 * time.Millisecond
	resultBacklog = 32
	// heartbeatEvery is how often a worker records that it is alive, deadAfter when the
	// others take it for dead, and staleAfter when it stops sending by itself.
	heartbeatEvery = 2 * time.Second
	deadAfter      = 8 * time.Second
	staleAfter     = 5 * time.Second
	// announcementsAtOnce is how many announcements are sent in parallel; most of the
	// time they wait for room.
	announcementsAtOnce = 8
	// maxBackoff is the longest wait between two attempts.
	maxBackoff = 2 * time.Hour
)

// minKey is the shortest secret, in bytes.
const minKey = 32

// Config configures a Dispatcher.
type Config struct {
	Store *store.Store
	// Worker is the unique name of this process in the table of workers.
	Worker string
	// Mail sends mails, MailSenders of them at once. There is no mail channel if it is
	// nil or mail.Nowhere.
	Mail        mail.Sender
	MailSenders int
	// SMS sends text messages. If it is nil, they are kept in the local mailbox when
	// SMSMailbox is set; otherwise there is no SMS channel.
	SMS        *sms.Twilio
	SMSMailbox bool
	// Push sends to browsers; nil: no web push channel.
	Push  *push.Client
	Links message.Links
	// Codes returns the tickets of an order that a person holds, with their QR codes;
	// nil: the mail only links to them.
	Codes func(ctx context.Context, order, person string) ([]Code, error)
	// LogHead returns the head of an event's public log, for footers; nil where there is
	// none. Nil: mails have none. Mails never wait for it.
	LogHead func(ctx context.Context, event string) (*mailkit.LogHead, error)
	// From is the sender of mails and the organizer in calendar entries; Host is this
	// server's name in them.
	From mail.Address
	Host string
	// Key keys the hashes of people and addresses in contacts and suppressions, and
	// signs the addresses for bounces.
	Key []byte
	// BounceDomain receives bounces: the envelope sender is an address there that names
	// the delivery (VERP). If it is empty, the envelope sender is From.
	BounceDomain string
	// Rates limit the messages per second of a channel over all servers, and OrgRate
	// those of one organization on one channel; 0: no limit.
	Rates   map[string]float64
	OrgRate float64
	Log     *slog.Logger     // nil: nothing is logged
	Now     func() time.Time // nil: time.Now
	// Busy reports whether people are waiting for a response right now; messages then
	// wait a little (see yieldFor). Nil: never.
	Busy func() bool
	// Backoff is how long a delivery waits after its nth attempt; nil: defaultBackoff.
	Backoff func(attempt int) time.Duration
	// Observe, if not nil, is called with the result of each delivery.
	Observe func(Observation)
}

// Observation is the result of a delivery, for the metrics.
type Observation struct {
	Channel, State string
	Kind           inventory.MessageKind
	// ReleaseToOffer is the time from the release of a unit to the offer, and
	// OfferToSent the time from the offer to its message being sent; 0: not an offer.
	ReleaseToOffer, OfferToSent time.Duration
	// OfferToDelivered is the time from the offer until the provider reported its
	// message as delivered; 0: not reported.
	OfferToDelivered time.Duration
	// Took is the time from the message's row to the provider accepting it.
	Took time.Duration
}

// Dispatcher routes and sends messages in one process.
type Dispatcher struct {
	cfg      Config
	store    *store.Store
	log      *slog.Logger
	now      func() time.Time
	renderer *message.Renderer
	channels map[string]*channel
	contexts eventContexts

	// holding keeps what is taken in the database in step with what is in memory:
	// taking locks it shared, returning what is not in memory locks it exclusively.
	holding sync.RWMutex
	heldMu  sync.Mutex
	held    map[heldKey]struct{} // guarded by heldMu
	suspect atomic.Bool          // something may be taken in the database and not in memory

	heartbeatAt atomic.Int64 // monotonic: nanoseconds since began
	began       time.Time
	generation  atomic.Int64 // rises when others took this worker for dead

	nudged  chan struct{}
	results chan result

	sendCtx    context.Context // ends when a stop takes too long
	cancel     context.CancelFunc
	started    atomic.Bool
	stopOnce   sync.Once
	stopping   chan struct{}
	done       chan struct{}  // closed when all goroutines have ended
	loops      sync.WaitGroup // pump, announce, heartbeats
	senders    sync.WaitGroup
	recorders  sync.WaitGroup
	announcing chan struct{} // one token for each announcement that is being sent
	pages      chan struct{} // one token for each page that is being routed
	turns      turns
}

// pagesAtOnce returns how many pages of messages are routed in parallel: one for two
// processors, because the database works as much on a page as this process does. With
// more of them, requests of people wait for the pages.
func pagesAtOnce() int { return max(1, runtime.GOMAXPROCS(0)/2) }

type heldKey struct{ event, message, channel string }

func keyOf(row *messages.Delivery) heldKey { return heldKey{row.EventID, row.Message, row.Channel} }

// channel is a channel with its transport and queue.
type channel struct {
	name      string
	transport *transport
	queue     *queue
	breaker   breaker
}

// New checks the configuration.
func New(c Config) (*Dispatcher, error) {
	switch {
	case c.Store == nil:
		return nil, errors.New("delivery: no store")
	case c.Worker == "":
		return nil, errors.New("delivery: the worker has no name")
	case len(c.Key) < minKey:
		return nil, fmt.Errorf("delivery: a key of at least %d bytes is needed", minKey)
	}
	if _, err := mail.CheckAddress(c.From.Addr); err != nil {
		return nil, fmt.Errorf("delivery: the address that mail is sent from: %w", err)
	}
	renderer, err := message.New(c.Links)
	if err != nil {
		return nil, fmt.Errorf("delivery: %w", err)
	}
	d := &Dispatcher{
		cfg: c, store: c.Store, log: c.Log, now: c.Now, renderer: renderer, channels: map[string]*channel{},
		held: map[heldKey]struct{}{}, began: time.Now(), nudged: make(chan struct{}, 1), results: make(chan result, resultBacklog),
		stopping: make(chan struct{}), done: make(chan struct{}), announcing: make(chan struct{}, announcementsAtOnce),
		pages: make(chan struct{}, pagesAtOnce()),
	}
	if d.now == nil {
		d.now = time.Now
	}
	if d.log == nil {
		d.log = slog.New(slog.DiscardHandler)
	}
	if d.cfg.Backoff == nil {
		d.cfg.Backoff = defaultBackoff
	}
	d.sendCtx, d.cancel = context.WithCancel(context.Background())
	d.addChannels()
	return d, nil
}

// addChannels makes the channels that are configured.
func (d *Dispatcher) addChannels() {
	if _, nowhere := d.cfg.Mail.(mail.Nowhere); d.cfg.Mail != nil && !nowhere {
		d.use(MailChannel, d.mailTransport(d.cfg.Mail, d.cfg.MailSenders))
	}
	switch {
	case d.cfg.SMS != nil:
		d.use(SMSChannel, smsTransport(d.cfg.SMS))
	case d.cfg.SMSMailbox:
		d.use(SMSChannel, d.smsMailboxTransport())
	}
	if d.cfg.Push != nil {
		d.use(PushChannel, d.pushTransport(d.cfg.Push))
	}
}

func (d *Dispatcher) use(name string, p *transport) {
	d.channels[name] = &channel{name: name, transport: p, queue: newQueue(d.cfg.Rates[name], d.cfg.OrgRate)}
}

func (d *Dispatcher) instant() inventory.Instant { return inventory.At(d.now()) }

// Start registers this worker and sends until Stop.
func (d *Dispatcher) Start(ctx context.Context) error {
	if err := d.heartbeat(ctx, true); err != nil {
		return fmt.Errorf("delivery: start: %w", err)
	}
	d.started.Store(true)
	d.loops.Go(d.heartbeats)
	d.loops.Go(d.pump)
	d.loops.Go(d.announce)
	d.recorders.Go(d.recordResults)
	for _, ch := range d.channels {
		for range max(1, ch.transport.senders) {
			d.senders.Go(func() { d.send(ch) })
		}
	}
	return nil
}

// Stop lets each sender finish its current task, records the results, and returns the
// rest to the queue. If ctx ends first, sending is cancelled.
func (d *Dispatcher) Stop(ctx context.Context) error {
	if !d.started.Load() {
		return nil
	}
	d.stopOnce.Do(func() {
		close(d.stopping)
		go func() {
			d.loops.Wait()
			d.senders.Wait()
			close(d.results)
			d.recorders.Wait()
			close(d.done)
		}()
	})
	select {
	case <-d.done:
	case <-ctx.Done():
		d.cancel()
		select {
		case <-d.done:
		case <-time.After(hardStop):
			return fmt.Errorf("delivery: stop: %w", ctx.Err())
		}
	}
	d.cancel()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), hardStop)
	defer cancel()
	if err := d.store.Deliveries.Retire(last, d.cfg.Worker); err != nil {
		return fmt.Errorf("delivery: stop: %w", err)
	}
	return nil
}

// hardStop is how long cancelled senders may take to end.
const hardStop = 5 * time.Second

// stopped reports whether Stop was called.
func (d *Dispatcher) stopped() bool {
	select {
	case <-d.stopping:
		return true
	default:
		return false
	}
}

// sleep waits for d, or until Stop.
func (d *Dispatcher) sleep(wait time.Duration) {
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
	case <-d.stopping:
	}
}

// nudge makes the pump look now.
func (d *Dispatcher) nudge() {
	select {
	case d.nudged <- struct{}{}:
	default:
	}
}

// heartbeats records every heartbeatEvery that this worker is alive.
func (d *Dispatcher) heartbeats() {
	for !d.stopped() {
		d.sleep(heartbeatEvery)
		ctx, cancel := context.WithTimeout(d.sendCtx, deadAfter)
		if err := d.heartbeat(ctx, false); err != nil && !d.stopped() {
			d.log.Warn("delivery: cannot record that this worker is alive", slog.Any("error", err))
		}
		if d.suspect.Load() {
			if err := d.reclaim(ctx); err != nil {
				d.log.Warn("delivery: cannot look for dead workers", slog.Any("error", err))
			}
		}
		cancel()
	}
}

func (d *Dispatcher) heartbeat(ctx context.Context, first bool) error {
	before := time.Since(d.began)
	now := d.instant()
	alive, known, err := d.store.Deliveries.Heartbeat(ctx, d.cfg.Worker, first, now, now-inventory.Instant(deadAfter.Microseconds()))
	if err != nil {
		return err
	}
	if !known {
		// Other workers own what this one had taken, and what is queued here with it.
		d.log.Warn("delivery: this worker was taken for dead; starting again")
		d.generation.Add(1)
		for _, ch := range d.channels {
			for _, task := range ch.queue.drain() {
				d.release(task)
			}
		}
		// Until now it took deliveries under a name that was not registered. Those that
		// are no longer in memory are returned once it is registered again.
		d.suspect.Store(true)
		return d.heartbeat(ctx, true)
	}
	for _, ch := range d.channels {
		ch.queue.share(alive)
	}
	d.heartbeatAt.Store(int64(before))
	return nil
}

// fresh reports whether other workers still take this one for alive.
func (d *Dispatcher) fresh() bool {
	return time.Since(d.began)-time.Duration(d.heartbeatAt.Load()) < staleAfter
}

// hold and release record which deliveries this process has in memory.
func (d *Dispatcher) hold(row *messages.Delivery) {
	d.heldMu.Lock()
	defer d.heldMu.Unlock()
	d.held[keyOf(row)] = struct{}{}
}

func (d *Dispatcher) release(task *Task) {
	d.heldMu.Lock()
	defer d.heldMu.Unlock()
	delete(d.held, keyOf(&task.Delivery))
}

// reclaim returns deliveries to the queue that an error left taken but not in memory.
func (d *Dispatcher) reclaim(ctx context.Context) error {
	d.holding.Lock()
	defer d.holding.Unlock()
	d.suspect.Store(false)
	taken, err := d.store.Deliveries.Taken(ctx, d.cfg.Worker, 100_000)
	if err != nil {
		d.suspect.Store(true)
		return err
	}
	var lost []messages.Outcome
	d.heldMu.Lock()
	for i := range taken {
		if _, ok := d.held[keyOf(&taken[i])]; !ok {
			lost = append(lost, messages.Outcome{EventID: taken[i].EventID, Message: taken[i].Message, Channel: taken[i].Channel, State: messages.DeliveryQueued})
		}
	}
	d.heldMu.Unlock()
	if err := d.store.Deliveries.RecordOutcomes(ctx, d.cfg.Worker, d.instant(), lost); err != nil {
		d.suspect.Store(true)
		return err
	}
	return nil
}
