package rehearsal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/verify"
)

const (
	// sampled is how often it is looked at how near anything is to its limit.
	sampled = 50 * time.Millisecond
	// rendering is how long mails are waited for that are not rendered yet.
	rendering = 30 * time.Second
	// maxLost is how many lost baskets are named.
	maxLost = 20
)

// Run rehearses, and reports. The copies of rehearsals that were interrupted are removed
// first. An error means that there is no report.
func Run(ctx context.Context, cfg Config) (r *Report, err error) {
	cfg, err = cfg.checked()
	if err != nil {
		return nil, err
	}
	cfg.tell(runs.Progress{Phase: runs.Copying})
	src, err := look(ctx, &cfg)
	if err != nil {
		return nil, err
	}
	removed, err := Remove(ctx, cfg.DB, cfg.Folder, false)
	if err != nil {
		return nil, err
	}
	s, err := newScratch(ctx, cfg.DB, cfg.Folder, mark{Event: cfg.Event, Title: titlePrefix + src.view.Details.Title, Made: time.Now().UTC()})
	if err != nil {
		return nil, err
	}
	defer func() {
		if cfg.Keep && err == nil {
			r.Kept, err = s.folder, s.keep()
			return
		}
		err = errors.Join(err, s.remove(context.WithoutCancel(ctx)))
	}()
	r = &Report{
		Event: cfg.Event, CPUs: runtime.GOMAXPROCS(0), Seed: cfg.Seed, People: cfg.People, Curve: cfg.Curve, Connections: cfg.Connections,
		Began: time.Now().UTC(), Differs: []string{}, DiffersBy: []Difference{}, LostBaskets: []string{}, Limits: []Limit{}, Removed: removed,
	}
	out := &outbox{}
	t, c, err := play(ctx, &cfg, s, src, r, out)
	if err != nil {
		return nil, err
	}
	cfg.tell(runs.Progress{Phase: runs.Checking, Seconds: t.took.Seconds(), Arrived: int64(cfg.People), Capacity: c.capacity})
	r.Mails = out.mails.Load()
	if err := judge(ctx, s, c, t, r); err != nil {
		return nil, err
	}
	return r, nil
}

// look reads the event, and that no on-sale is near.
func look(ctx context.Context, cfg *Config) (src *source, err error) {
	st, err := store.Open(ctx, database.Config{URL: cfg.DB, Log: cfg.Log})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if err := st.Ping(ctx); err != nil {
		return nil, err
	}
	now, err := server.Now(ctx, st)
	if err != nil {
		return nil, err
	}
	if !cfg.Force {
		if err := runs.Alone(ctx, st, now); err != nil {
			return nil, err
		}
		if err := roomy(ctx, cfg.DB); err != nil {
			return nil, err
		}
	}
	return read(ctx, st, cfg.Event)
}

// play starts the server of the copy, makes the copy, and lets the people come.
func play(ctx context.Context, cfg *Config, s *scratch, src *source, r *Report, out *outbox) (t *tally, c *copied, err error) {
	// The server is not stopped by what stops the rehearsal, but after it.
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	ready, ended := make(chan *server.Server, 1), make(chan error, 1)
	go func() {
		ended <- server.Run(serving, s.config(cfg, out), func(_ context.Context, s *server.Server) error {
			ready <- s
			return nil
		})
	}()
	defer func() {
		stop()
		if ended != nil {
			err = errors.Join(err, <-ended)
		}
	}()
	var running *server.Server
	select {
	case running = <-ready:
	case err := <-ended:
		ended = nil
		return nil, nil, fmt.Errorf("rehearsal: the server of the copy did not start: %w", err)
	}
	r.Engine = running.Store.Engine()
	if c, err = copyEvent(ctx, running, src, cfg, time.Now()); err != nil {
		return nil, nil, err
	}
	if cfg.begun != nil {
		cfg.begun(c)
	}
	r.Copy, r.Title, r.WaitingRoom, r.MaxInside, r.Capacity, r.Differs = c.event, c.title, c.room, c.inside, c.capacity, append(r.Differs, c.differs...)
	r.DiffersBy = append(r.DiffersBy, c.differsBy...)
	r.Mode = string(c.mode)
	if len(c.tiers) == 0 {
		return nil, nil, errNoTickets
	}
	random := rand.New(rand.NewPCG(cfg.Seed, 0))
	arrivals := cfg.Curve.arrivals(cfg.People, random)
	r.PeakPerSecond, r.CameSeconds = peak(arrivals), cfg.Curve.lasts().Seconds()
	if cfg.Curve == EMF {
		r.Factor = float64(cfg.People) / (emfPeak * cfg.Curve.lasts().Seconds())
	}
	if c.mode == inventory.OnsaleBallot {
		if c.cookies, err = enroll(ctx, running, cfg.People); err != nil {
			return nil, nil, err
		}
	}
	crowd := newCrowd(cfg, c, running.BaseURL, arrivals, random)
	if c.draw != nil {
		crowd.stage = &stage{server: running, copied: c}
	}
	if c.mode == inventory.OnsaleBallot {
		told := crowd.mailed
		out.told.Store(&told)
	}
	watch := sample(running, c.event)
	tell := crowd.tell(ctx, running.Store)
	t, err = crowd.storm(ctx)
	tell()
	peaks := watch()
	if err == nil {
		err = context.Cause(ctx) // who stops a rehearsal wants no report
	}
	if err != nil {
		return nil, nil, err
	}
	r.count(t, crowd.started)
	r.limit("event_queue", "queue of the event", peaks.Queued, 1)
	r.limit("join_queue", "queue of those who join", peaks.Joining, 1)
	r.limit("inside", "people inside", float64(t.inside), float64(c.inside))
	r.limit("connections", "connections", float64(peaks.Connections), float64(peaks.MaxConnections))
	r.MailsWaiting, err = rendered(ctx, running.Store, c.event)
	return t, c, err
}

// config is of a server with no way out: no mail server, no messages to telephones, no
// webhooks, and payments that move no money. It listens to this machine alone.
func (s *scratch) config(cfg *Config, out *outbox) server.Config {
	return server.Config{
		DB: s.db, Listen: "127.0.0.1:0", Mail: out, MailFrom: "rehearsal@rehearsal.invalid",
		Files: s.path("files"), Search: s.path("search"), LogKey: s.path("log.key"), MasterKeys: server.MasterKeys{File: s.path("master.keys")},
		Payments: server.Payments{Test: true}, Trial: true, OwnTime: true, JoinTurns: cfg.joinTurns, Version: cfg.Version, Log: slog.New(warnings{cfg.Log.Handler()}),
		// People come from addresses of their own, as through a proxy in front.
		TrustedProxies: 1,
	}
}

// enrolledAtOnce is how many people are signed in together.
const enrolledAtOnce = 500

// enroll signs in so many people, who could not read the mail by which people sign in, and returns
// their cookies.
func enroll(ctx context.Context, s *server.Server, people int) (cookies []string, err error) {
	now := s.Now()
	for part := range slices.Chunk(make([]organizations.Enrolled, people), enrolledAtOnce) {
		for i := range part {
			to := email(len(cookies))
			part[i].Account = organizations.Account{ID: s.IDs.Top(id.Account), Address: to, Email: to, Locale: "en", CreatedAt: now}
			session, text := identity.NewSession(s.IDs, part[i].Account.ID, identity.ByLink, "rehearsal", now.Time())
			part[i].Session = session
			cookies = append(cookies, text)
		}
		if err := s.Store.Accounts.Enroll(ctx, part); err != nil {
			return nil, fmt.Errorf("rehearsal: sign people in: %w", err)
		}
	}
	return cookies, nil
}

// warnings are what is logged of the server: what it says in passing is of nobody's
// interest.
type warnings struct{ slog.Handler }

// Enabled reports whether it is logged.
func (w warnings) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && w.Handler.Enabled(ctx, l)
}

// WithAttrs keeps it so.
func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}

// WithGroup keeps it so.
func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }

// sample looks at how near anything is to its limit, until the most is asked for.
func sample(s *server.Server, event string) (most func() server.Load) {
	var peaks server.Load
	stop := make(chan struct{})
	var looking sync.WaitGroup
	looking.Go(func() {
		tick := time.NewTicker(sampled)
		defer tick.Stop()
		for {
			l := s.Load(event)
			peaks.Queued, peaks.Joining = max(peaks.Queued, l.Queued), max(peaks.Joining, l.Joining)
			peaks.Connections, peaks.MaxConnections = max(peaks.Connections, l.Connections), l.MaxConnections
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
	})
	return func() server.Load {
		close(stop)
		looking.Wait()
		return peaks
	}
}

// rendered waits for mails, and returns how many were not rendered in time.
func rendered(ctx context.Context, st *store.Store, event string) (waiting int64, err error) {
	until := time.Now().Add(rendering)
	for {
		waiting, err = st.Deliveries.QueuedDeliveries(ctx, event)
		if err != nil || waiting == 0 || time.Now().After(until) {
			return waiting, err
		}
		select {
		case <-ctx.Done():
			return waiting, context.Cause(ctx)
		case <-time.After(sampled):
		}
	}
}

// judge looks at what the server has left: whether each basket is there, and whether every
// invariant holds.
func judge(ctx context.Context, s *scratch, c *copied, t *tally, r *Report) (err error) {
	st, err := store.Open(ctx, database.Config{URL: s.db})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	v, err := st.Events.Event(ctx, c.event)
	if err != nil {
		return err
	}
	r.Sold, r.SoldOut = v.Pools[0].Confirmed, v.Pools[0].Confirmed >= c.capacity
	if !r.SoldOut {
		r.SoldOutSeconds = 0
	}
	now, err := server.Now(ctx, st)
	if err != nil {
		return err
	}
	if c.draw != nil { // the copy has a time of its own
		now += inventory.Instant(c.draw.ahead.Microseconds())
	}
	for _, b := range t.baskets {
		lost, err := b.lost(ctx, st, now)
		if err != nil {
			return err
		}
		if lost != "" && len(r.LostBaskets) < maxLost {
			r.LostBaskets = append(r.LostBaskets, b.order+" "+lost)
		}
	}
	ring, err := server.MasterKeys{File: s.path("master.keys")}.Read()
	if err != nil {
		return err
	}
	logs, err := tlog.ReadSigner(s.path("log.key"))
	if err != nil {
		return err
	}
	report, err := verify.Run(ctx, st, verify.Options{Now: now, AuditKeys: ring.AuditKeys(), Logs: logs})
	if err != nil {
		return fmt.Errorf("rehearsal: verify the copy: %w", err)
	}
	r.Verified, r.Violations = report.Clean(), report.Violations
	return nil
}

// lost says what became of a basket that should be there; "": it is.
func (b *basket) lost(ctx context.Context, st *store.Store, now inventory.Instant) (string, error) {
	v, err := st.Registrations.Hold(ctx, b.order)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return "was acknowledged, and is not stored", nil
	case err != nil:
		return "", err
	}
	switch h := v.Hold; {
	case b.gaveBack:
		if h.State != inventory.HoldReleased {
			return "was given back, and is " + string(h.State), nil
		}
	case b.paid && h.State != inventory.HoldConfirmed:
		return "was paid, and is " + string(h.State), nil
	case h.State == inventory.HoldReleased && h.ExpiresAt > now:
		return "is over before its time", nil
	}
	return "", nil
}
