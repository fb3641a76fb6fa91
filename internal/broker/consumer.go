package broker

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/semaphore"
)

const (
	// atOnce is how many messages a server takes at once, ahead how many it asks for.
	atOnce = 8
	ahead  = 32
	// takeFor bounds the taking of one, ackWait is when NATS gives a message to another server that
	// nobody has acknowledged.
	takeFor = 20 * time.Second
	ackWait = 30 * time.Second
	// maxPending is how many messages may be neither acknowledged nor ended: those that come again
	// are among them, and must not keep others waiting.
	maxPending = 20_000
	// againAfter is how long a server waits that could not read the stream.
	againAfter = 2 * time.Second
	// heartbeat is how often NATS says that it is there while there is nothing to take.
	heartbeat = 5 * time.Second
	// flushFor bounds the wait for NATS to learn of the last acknowledgements.
	flushFor = 2 * time.Second
)

// Config configures a consumer. All of it is required.
type Config struct {
	Settings
	// Take stores the effect of a message. It does not end before that is durable.
	Take func(ctx context.Context, m *Message) Verdict
	// Reasons are the codes that verdicts may have, for counting.
	Reasons []string
	Log     *slog.Logger
}

// Consumer takes messages while it is started.
type Consumer struct {
	cfg     Config
	options []nats.Option
	stop    context.CancelFunc
	done    chan struct{} // closed when it takes nothing any more
	conn    atomic.Pointer[nats.Conn]
	reads   atomic.Bool // the stream is asked for what it has
	counts  struct{ taken, repeated, later atomic.Uint64 }
	refused map[string]*atomic.Uint64
	ended   lined // lines about messages that are refused for good
	again   lined // and about those that come again

	mu   sync.Mutex
	told bool // that nothing is taken, which is said once
}

// New returns a consumer, or says what is wrong with its settings. Whether NATS answers does not
// matter here.
func New(cfg Config) (*Consumer, error) {
	if cfg.Take == nil || cfg.Log == nil {
		return nil, errors.New("broker: Config.Take and Log are required")
	}
	c := &Consumer{cfg: cfg, refused: map[string]*atomic.Uint64{}}
	for _, r := range append([]string{ReasonSubject, otherReason}, cfg.Reasons...) {
		c.refused[r] = &atomic.Uint64{}
	}
	var err error
	c.options, err = cfg.options()
	return c, err
}

// Start begins to connect and to take messages. It does not wait for NATS.
func (c *Consumer) Start(ctx context.Context) error {
	ctx, c.stop = context.WithCancel(context.WithoutCancel(ctx))
	c.done = make(chan struct{})
	go func() {
		defer close(c.done)
		c.run(ctx)
	}()
	return nil
}

// Stop takes no more messages, and waits for those that are being taken and for NATS to learn of
// them. What was asked for and not begun goes to another server at once.
func (c *Consumer) Stop(ctx context.Context) error {
	c.stop()
	select {
	case <-c.done:
		return nil
	case <-ctx.Done():
		if conn := c.conn.Load(); conn != nil {
			conn.Close() // what is still being taken comes again, and has no second effect
		}
		return ctx.Err()
	}
}

// run takes messages until ctx ends, however often NATS is gone meanwhile.
func (c *Consumer) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := c.connected(ctx); err != nil && ctx.Err() == nil {
			c.lost(err)
			rest(ctx)
		}
	}
}

// rest waits before something is tried again.
func rest(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(againAfter):
	}
}

// connected takes messages with one connection, which finds NATS again by itself, until ctx ends or
// NATS has closed it for good.
func (c *Consumer) connected(ctx context.Context) error {
	conn, err := nats.Connect(c.cfg.URL, append(slices.Clone(c.options),
		nats.MaxReconnects(-1), nats.IgnoreAuthErrorAbort(), nats.ReconnectWait(againAfter/4), nats.PingInterval(heartbeat),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // nil: we have closed it
				c.lost(away(err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			if c.reads.Load() {
				c.found()
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			c.cfg.Log.Debug("broker: NATS says", slog.String("reason", reason(err)))
		}))...)
	if err != nil {
		return away(err)
	}
	c.conn.Store(conn)
	defer c.leave(conn)
	for ctx.Err() == nil && !conn.IsClosed() {
		err := c.consume(ctx, conn)
		if c.reads.Store(false); err != nil && ctx.Err() == nil {
			c.lost(err)
			rest(ctx)
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return errors.New("broker: NATS has closed the connection")
}

// leave ends a connection, once NATS knows what was acknowledged.
func (c *Consumer) leave(conn *nats.Conn) {
	if conn.IsConnected() {
		if err := conn.FlushTimeout(flushFor); err != nil {
			c.cfg.Log.Warn("broker: NATS may not know what was taken last, and sends it again", slog.String("reason", reason(err)))
		}
	}
	conn.Close()
}

// bind returns the durable consumer of the stream, which the first server makes.
func (c *Consumer) bind(ctx context.Context, conn *nats.Conn) (jetstream.Consumer, error) {
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	name, durable := c.cfg.names()
	stream, err := js.Stream(within, name)
	if err != nil {
		return nil, away(err)
	}
	is, err := stream.Consumer(within, durable)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		is, err = stream.CreateConsumer(within, jetstream.ConsumerConfig{
			Durable: durable, Description: "Holdfast takes what systems say of their capacity", FilterSubject: Prefix + ".>",
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1, MaxAckPending: maxPending,
		})
	}
	if err != nil {
		return nil, away(err)
	}
	return is, usable(is)
}

// consume takes messages until something is wrong or ctx ends.
func (c *Consumer) consume(ctx context.Context, conn *nats.Conn) error {
	from, err := c.bind(ctx, conn)
	if err != nil {
		return err
	}
	messages, err := from.Messages(jetstream.PullMaxMessages(ahead), jetstream.PullHeartbeat(heartbeat))
	if err != nil {
		return away(err)
	}
	defer messages.Stop()
	c.reads.Store(true)
	c.found()
	free := semaphore.NewWeighted(atOnce)
	defer free.Acquire(context.WithoutCancel(ctx), atOnce) //nolint:errcheck // waits for all: a context without an end
	for {
		next, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			if ctx.Err() != nil {
				giveBack(messages)
				return nil
			}
			return err
		}
		if free.Acquire(ctx, 1) != nil {
			_ = next.Nak() // if NATS does not learn of it, it gives the message to another later
			giveBack(messages)
			return nil
		}
		go func() {
			defer free.Release(1)
			c.handle(ctx, next)
		}()
	}
}

// giveBack lets others have at once what was asked for and not begun.
func giveBack(messages jetstream.MessagesContext) {
	messages.Drain()
	for {
		next, err := messages.Next()
		if err != nil {
			return
		}
		_ = next.Nak() // as above
	}
}

// handle takes one message, and tells NATS what became of it.
func (c *Consumer) handle(ctx context.Context, d jetstream.Msg) {
	about, err := d.Metadata()
	if err != nil {
		c.cfg.Log.Error("broker: a message is not from a stream", slog.String("reason", reason(err)))
		return
	}
	v := Verdict{Became: Refused, Reason: ReasonSubject, Told: ReasonSubject}
	m, ok := read(d, about.Timestamp)
	if ok {
		// What is begun is ended, also when the server stops.
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), takeFor)
		v = c.cfg.Take(within, m)
		cancel()
	}
	say := func(of *lined, text string) {
		if silent, ok := of.says(c.known(v.Reason), time.Now()); ok {
			c.cfg.Log.Warn(text, slog.Uint64("sequence", about.Sequence.Stream), slog.String("reason", v.Reason), slog.String("detail", v.Detail), slog.Uint64("without_a_line", silent))
		}
	}
	switch v.Became {
	case Taken:
		c.counts.taken.Add(1)
		err = d.Ack()
	case Repeated:
		c.counts.repeated.Add(1)
		err = d.Ack()
	case Refused:
		c.count(v.Reason)
		say(&c.ended, "broker: a message is refused for good")
		err = d.TermWithReason(v.Told)
	case Later:
		c.counts.later.Add(1)
		if about.NumDelivered == 1 {
			say(&c.again, "broker: a message cannot be taken now; it comes again")
		}
		err = d.NakWithDelay(pause(about.NumDelivered))
	}
	if err != nil {
		c.cfg.Log.Debug("broker: NATS does not learn what became of a message, and sends it again", slog.String("reason", reason(err)))
	}
}

func (c *Consumer) count(reason string) { c.refused[c.known(reason)].Add(1) }

// known is a reason as messages are counted by it.
func (c *Consumer) known(reason string) string {
	if c.refused[reason] == nil {
		return otherReason
	}
	return reason
}

// lost takes note that messages do not reach us.
func (c *Consumer) lost(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.told {
		c.told = true
		c.cfg.Log.Warn("broker: no messages are taken from NATS; trying again", slog.String("reason", reason(err)))
	}
}

// found takes note that they do.
func (c *Consumer) found() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.told {
		c.told = false
		c.cfg.Log.Info("broker: messages are taken from NATS again")
	}
}

// Figures say how a consumer is doing.
type Figures struct {
	// Up: what the stream has reaches this server.
	Up bool
	// Taken and Repeated are messages that were acknowledged, Later how often one was given back.
	Taken, Repeated, Later uint64
	// Refused are those that were ended, by reason.
	Refused map[string]uint64
}

// Reasons are those that refused messages are counted by.
func (c *Consumer) Reasons() []string {
	var list []string
	for r := range c.refused {
		list = append(list, r)
	}
	slices.Sort(list)
	return list
}

// Figures returns what has happened so far.
func (c *Consumer) Figures() Figures {
	conn := c.conn.Load()
	f := Figures{
		Up: conn != nil && conn.IsConnected() && c.reads.Load(), Taken: c.counts.taken.Load(), Repeated: c.counts.repeated.Load(), Later: c.counts.later.Load(),
		Refused: map[string]uint64{},
	}
	for r, n := range c.refused {
		f.Refused[r] = n.Load()
	}
	return f
}
