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
	"github.com/holdfast-events/holdfast/internal/push"
	"github.com/holdfast-events/holdfast/internal/sms"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Limits of a Dispatcher.
const (
	// GiveUpAfter is how long a delivery is tried; then it has failed.
	GiveUpAfter = 72 * time.Hour
	// pageSize is how many messages are routed in one transaction.
	pageSize = 250
	// queueLimit is how many deliveries of a channel wait in memory at most, and
	// queueFor how long they may: with a slow provider fewer are taken.
	queueLimit = 1000
	queueFor   = 2 * time.Second
	minQueue   = 20
	// wakeLimit is how many deliveries are woken in one transaction.
	wakeLimit = 1000
	// orgLimit is how many organizations one round looks at.
	orgLimit = 200
	// settleLimit is how many outcomes are stored in one transaction, settleEvery
	// how long the first of them waits for others, and unsettled how many more may
	// wait for that. What a crash can send again is what is between the provider
	// and this: these, and one for each sender.
	settleLimit = 64
	settleEvery = 10 * time.Millisecond
	unsettled   = 32
	// lookEvery is how often a worker says that it is alive, deadAfter when the
	// others give up on it, and staleAfter when it stops sending by itself.
	lookEvery  = 2 * time.Second
	deadAfter  = 8 * time.Second
	staleAfter = 5 * time.Second
	// noticesAtOnce is how many notices page through their people side by side;
	// most of the time they wait for room.
	noticesAtOnce = 8
	// maxBackoff is the longest wait between two tries.
	maxBackoff = 2 * time.Hour
)

// minKey is the shortest secret, in bytes.
const minKey = 32

// Config says what a Dispatcher needs.
type Config struct {
	Store *store.Store
	// Worker names this process in the table of workers; it is unique among them.
	Worker string
	// Mail sends mails, MailSenders of them at once; nil or mail.Nowhere: there is no
	// mail channel.
	Mail        mail.Sender
	MailSenders int
	// SMS sends short messages; nil: they are kept in the local mailbox when
	// SMSMailbox is set, and there is no SMS channel when it is not.
	SMS        *sms.Twilio
	SMSMailbox bool
	// Push sends to browsers; nil: there is no web push channel.
	Push  *push.Client
	Links message.Links
	// Codes are the codes of the tickets of an order that a person holds, as they
	// go with the mail that says so; nil: the mail leads to them.
	Codes func(ctx context.Context, order, person string) ([]mail.Image, error)
	// From is the sender of mails, and who invites in calendar entries; Host is
	// the name that this server goes by in them.
	From mail.Address
	Host string
	// Key makes the names of people and addresses in contacts and suppressions,
	// and the addresses for bounces.
	Key []byte
	// BounceDomain takes mails about bounces: the sender in the envelope is an
	// address there that names the delivery (VERP). "": From is.
	BounceDomain string
	// Rates bound the letters per second of a channel over all servers, and
	// OrgRate those of one organization on one channel; 0: no bound.
	Rates   map[string]float64
	OrgRate float64
	Log     *slog.Logger     // nil: nothing is logged
	Now     func() time.Time // nil: time.Now
	// Busy says whether people wait for an answer right now: then messages wait
	// a little (see yieldFor). Nil: never.
	Busy func() bool
	// Backoff is how long a delivery waits after its nth try; nil: defaultBackoff.
	Backoff func(attempt int) time.Duration
	// Observe, when not nil, is told what became of each delivery.
	Observe func(Observation)
}

// Observation is what became of a delivery, for the metrics.
type Observation struct {
	Channel, State string
	Kind           inventory.MessageKind
	// ReleaseToOffer is how long the waitlist waited for an offer after a place came
	// back, and OfferToSent how long the message of it took; 0: it is no offer.
	ReleaseToOffer, OfferToSent time.Duration
	// OfferToDelivered is how long it took until the provider said that the message
	// of an offer has arrived; 0: it has not said so.
	OfferToDelivered time.Duration
	// Took is how long the message waited from its row to the provider's yes.
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
	scenes   scenes

	// holding orders what is taken in the database against what is in memory:
	// taking holds it shared, giving back what nobody holds holds it alone.
	holding sync.RWMutex
	heldMu  sync.Mutex
	held    map[heldKey]struct{} // guarded by heldMu
	suspect atomic.Bool          // something may be taken that nobody holds

	beatAt     atomic.Int64 // monotonic: nanoseconds since began
	began      time.Time
	generation atomic.Int64 // rises when others gave up on this worker

	nudged  chan struct{}
	results chan result

	sendCtx   context.Context // ends when a stop takes too long
	cancel    context.CancelFunc
	started   atomic.Bool
	stopOnce  sync.Once
	stopping  chan struct{}
	done      chan struct{}  // closed when all have ended
	loops     sync.WaitGroup // pump, notices, beat
	senders   sync.WaitGroup
	recorders sync.WaitGroup
	fan       chan struct{} // one token for each notice that is being sent
	pages     chan struct{} // one token for each page that is being routed
	turns     turns
}

// pagesAtOnce is how many pages of messages are routed side by side: one for two
// processors, because the database works as much on a page as this process does.
// With more of them, people who ask at the same time wait for the pages.
func pagesAtOnce() int { return max(1, runtime.GOMAXPROCS(0)/2) }

type heldKey struct{ event, message, channel string }

func keyOf(d *store.Delivery) heldKey { return heldKey{d.EventID, d.Message, d.Channel} }

// channel is one way out and what waits for it.
type channel struct {
	name  string
	post  *post
	queue *queue
	gate  gate
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
	k := &Dispatcher{
		cfg: c, store: c.Store, log: c.Log, now: c.Now, renderer: renderer, channels: map[string]*channel{},
		held: map[heldKey]struct{}{}, began: time.Now(), nudged: make(chan struct{}, 1), results: make(chan result, unsettled),
		stopping: make(chan struct{}), done: make(chan struct{}), fan: make(chan struct{}, noticesAtOnce),
		pages: make(chan struct{}, pagesAtOnce()),
	}
	if k.now == nil {
		k.now = time.Now
	}
	if k.log == nil {
		k.log = slog.New(slog.DiscardHandler)
	}
	if k.cfg.Backoff == nil {
		k.cfg.Backoff = defaultBackoff
	}
	k.sendCtx, k.cancel = context.WithCancel(context.Background())
	k.addChannels()
	return k, nil
}

// addChannels makes the channels that are configured.
func (k *Dispatcher) addChannels() {
	if _, nowhere := k.cfg.Mail.(mail.Nowhere); k.cfg.Mail != nil && !nowhere {
		k.use(MailChannel, k.mailPost(k.cfg.Mail, k.cfg.MailSenders))
	}
	switch {
	case k.cfg.SMS != nil:
		k.use(SMSChannel, smsPost(k.cfg.SMS))
	case k.cfg.SMSMailbox:
		k.use(SMSChannel, k.smsMailboxPost())
	}
	if k.cfg.Push != nil {
		k.use(PushChannel, k.pushPost(k.cfg.Push))
	}
}

func (k *Dispatcher) use(name string, p *post) {
	k.channels[name] = &channel{name: name, post: p, queue: newQueue(k.cfg.Rates[name], k.cfg.OrgRate)}
}

func (k *Dispatcher) instant() inventory.Instant { return inventory.At(k.now()) }

// Start says that this worker is alive and begins to send, until Stop.
func (k *Dispatcher) Start(ctx context.Context) error {
	if err := k.beat(ctx, true); err != nil {
		return fmt.Errorf("delivery: start: %w", err)
	}
	k.started.Store(true)
	k.loops.Go(k.beats)
	k.loops.Go(k.pump)
	k.loops.Go(k.notices)
	k.recorders.Go(k.record)
	for _, ch := range k.channels {
		for range max(1, ch.post.senders) {
			k.senders.Go(func() { k.send(ch) })
		}
	}
	return nil
}

// Stop lets each sender finish the letter it is at, records what was sent, and
// gives back the rest. When ctx ends first, what is being sent is cut short.
func (k *Dispatcher) Stop(ctx context.Context) error {
	if !k.started.Load() {
		return nil
	}
	k.stopOnce.Do(func() {
		close(k.stopping)
		go func() {
			k.loops.Wait()
			k.senders.Wait()
			close(k.results)
			k.recorders.Wait()
			close(k.done)
		}()
	})
	select {
	case <-k.done:
	case <-ctx.Done():
		k.cancel()
		select {
		case <-k.done:
		case <-time.After(hardStop):
			return fmt.Errorf("delivery: stop: %w", ctx.Err())
		}
	}
	k.cancel()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), hardStop)
	defer cancel()
	if err := k.store.Deliveries.Retire(last, k.cfg.Worker); err != nil {
		return fmt.Errorf("delivery: stop: %w", err)
	}
	return nil
}

// hardStop is how long what was cut short may take to notice.
const hardStop = 5 * time.Second

// stopped says whether Stop was called.
func (k *Dispatcher) stopped() bool {
	select {
	case <-k.stopping:
		return true
	default:
		return false
	}
}

// sleep waits, or until Stop.
func (k *Dispatcher) sleep(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-k.stopping:
	}
}

// nudge has the pump look now.
func (k *Dispatcher) nudge() {
	select {
	case k.nudged <- struct{}{}:
	default:
	}
}

// beats says again and again that this worker is alive.
func (k *Dispatcher) beats() {
	for !k.stopped() {
		k.sleep(lookEvery)
		ctx, cancel := context.WithTimeout(k.sendCtx, deadAfter)
		if err := k.beat(ctx, false); err != nil && !k.stopped() {
			k.log.Warn("delivery: cannot record that this worker is alive", slog.Any("error", err))
		}
		if k.suspect.Load() {
			if err := k.reclaim(ctx); err != nil {
				k.log.Warn("delivery: cannot look for dead workers", slog.Any("error", err))
			}
		}
		cancel()
	}
}

func (k *Dispatcher) beat(ctx context.Context, first bool) error {
	before := time.Since(k.began)
	now := k.instant()
	alive, known, err := k.store.Deliveries.Beat(ctx, k.cfg.Worker, first, now, now-inventory.Instant(deadAfter.Microseconds()))
	if err != nil {
		return err
	}
	if !known {
		// Others have what this worker had. What waits here is theirs now.
		k.log.Warn("delivery: this worker was taken for dead; starting again")
		k.generation.Add(1)
		for _, ch := range k.channels {
			for _, l := range ch.queue.drain() {
				k.release(l)
			}
		}
		// Until this moment it took things under a name that nobody knew: those that
		// are not in memory any more are given back once it is known again.
		k.suspect.Store(true)
		return k.beat(ctx, true)
	}
	for _, ch := range k.channels {
		ch.queue.share(alive)
	}
	k.beatAt.Store(int64(before))
	return nil
}

// fresh says whether others still take this worker for alive.
func (k *Dispatcher) fresh() bool {
	return time.Since(k.began)-time.Duration(k.beatAt.Load()) < staleAfter
}

// hold and release note which deliveries this process has in memory.
func (k *Dispatcher) hold(d *store.Delivery) {
	k.heldMu.Lock()
	defer k.heldMu.Unlock()
	k.held[keyOf(d)] = struct{}{}
}

func (k *Dispatcher) release(l *Letter) {
	k.heldMu.Lock()
	defer k.heldMu.Unlock()
	delete(k.held, keyOf(&l.Delivery))
}

// reclaim gives back what an error left taken and held by nobody.
func (k *Dispatcher) reclaim(ctx context.Context) error {
	k.holding.Lock()
	defer k.holding.Unlock()
	k.suspect.Store(false)
	taken, err := k.store.Deliveries.Taken(ctx, k.cfg.Worker, 100_000)
	if err != nil {
		k.suspect.Store(true)
		return err
	}
	var lost []store.Outcome
	k.heldMu.Lock()
	for i := range taken {
		if _, ok := k.held[keyOf(&taken[i])]; !ok {
			lost = append(lost, store.Outcome{EventID: taken[i].EventID, Message: taken[i].Message, Channel: taken[i].Channel, State: store.DeliveryQueued})
		}
	}
	k.heldMu.Unlock()
	if err := k.store.Deliveries.SettleDeliveries(ctx, k.cfg.Worker, k.instant(), lost); err != nil {
		k.suspect.Store(true)
		return err
	}
	return nil
}
