package jobs_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// house is a database with one published event, and a writer of its batches
// whose jobs are inserted but worked by nobody yet.
type house struct {
	t      testing.TB
	store  *store.Store
	ids    *id.Maker
	event  string
	org    string
	tier   string
	writer *sequencer.Writer
	clock  func() time.Time

	writing sync.Mutex // one batch of the event at a time, as the sequencer does
	workers int
	ahead   atomic.Int64 // nanoseconds
	buried  atomic.Int64 // how often a worker was thought dead by others
}

// engines runs a test on SQLite and on PostgreSQL, at the same time: most of these
// tests wait for what a worker does next.
func engines(t *testing.T, test func(t *testing.T, url string)) {
	testdb.EnginesAtOnce(t, test)
}

// later moves the clock on, for workers that look at it too.
func (h *house) later(d time.Duration) { h.ahead.Add(int64(d)) }

func newHouse(t testing.TB, conf store.Config, capacity int64) *house {
	t.Helper()
	st, err := store.Open(t.Context(), conf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	h := &house{t: t, store: st, ids: &id.Maker{}}
	h.clock = func() time.Time { return time.Now().Add(time.Duration(h.ahead.Load())) }
	h.writer, err = sequencer.NewWriter(sequencer.WriterConfig{
		Store: st, SigningKey: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), Outbox: jobs.Outbox,
		Now: func() time.Time { return h.clock() }, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	h.open(capacity)
	return h
}

// open creates the event.
func (h *house) open(capacity int64) {
	h.t.Helper()
	org := h.ids.Top(id.Organization)
	if err := h.store.Organizations.CreateOrganization(h.t.Context(), store.Organization{ID: org, Name: "Test", CreatedAt: 1}); err != nil {
		h.t.Fatal(err)
	}
	h.event, h.org = h.ids.Top(id.Event), org
	h.tier = h.ids.In(id.Tier, h.event)
	pool := h.ids.In(id.Pool, h.event)
	now := inventory.At(h.clock())
	h.write(inventory.Create{
		Who: inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{
			ID: h.event, OrgID: org, Zone: time.UTC,
			StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day),
			Settings: inventory.Settings{MaxGuests: 3, Waitlist: inventory.WaitlistSettings{
				Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip,
				PositionDisplay: inventory.PositionExact, ClaimWindow: 6 * inventory.Hour,
			}},
		},
		Pools:   []inventory.Pool{{ID: pool, Name: "All", Capacity: capacity}},
		Tiers:   []inventory.Tier{{ID: h.tier, Name: "General", Pools: []string{pool}}},
		Publish: true,
	})
}

// write decides commands in one batch and returns their outcomes; a refusal fails the test.
func (h *house) write(commands ...inventory.Command) []inventory.Outcome {
	h.t.Helper()
	reqs := make([]sequencer.Request, 0, len(commands))
	for _, c := range commands {
		r := sequencer.Request{EventID: h.event, Command: c}
		if _, ok := c.(inventory.Create); ok {
			r.Details = store.Details{Title: "Concert"}.All()
		}
		reqs = append(reqs, r)
	}
	h.writing.Lock()
	results, _ := h.writer.Write(h.t.Context(), h.event, reqs)
	h.writing.Unlock()
	outcomes := make([]inventory.Outcome, 0, len(results))
	for i, r := range results {
		if r.Err != nil || r.Reply.Code != inventory.OK {
			h.t.Fatalf("%T: %q, %v", commands[i], r.Reply.Code, r.Err)
		}
		outcomes = append(outcomes, r.Reply.Outcome)
	}
	return outcomes
}

func (h *house) registration(n int) inventory.Register {
	user := fmt.Sprintf("user%d", n)
	return inventory.Register{
		Who: inventory.Who{Actor: "public"}, OrderID: h.ids.In(id.Order, h.event), JoinWaitlist: true,
		Party: inventory.Party{
			UserID: user, Profile: inventory.Profile{Email: user + "@example.org", Name: "Person", Locale: "en"},
			Tier: h.tier, Units: 1, PersonID: h.ids.In(id.Person, h.event), EntryID: h.ids.In(id.Entry, h.event),
		},
	}
}

// register registers people from..to-1 in one batch, so in one job.
func (h *house) register(from, to int) []inventory.Outcome {
	h.t.Helper()
	commands := make([]inventory.Command, 0, to-from)
	for n := from; n < to; n++ {
		commands = append(commands, h.registration(n))
	}
	return h.write(commands...)
}

// told is what a person was told, and what became of it.
type told struct {
	store.MessageView
	Deliveries []store.Delivery
}

// mail is the delivery by mail; the zero Delivery when there is none yet.
func (m told) mail() store.Delivery { return m.by(delivery.MailChannel) }

func (m told) by(channel string) store.Delivery {
	for _, d := range m.Deliveries {
		if d.Channel == channel {
			return d
		}
	}
	return store.Delivery{}
}

// messages returns what a person was told, newest first.
func (h *house) messages(user string) []told {
	h.t.Helper()
	r, err := h.store.Registrations.Registration(h.t.Context(), h.event, user)
	if err != nil {
		h.t.Fatal(err)
	}
	list, err := h.store.Messages.Inbox(h.t.Context(), h.event, r.Person.ID, 0, 100)
	if err != nil {
		h.t.Fatal(err)
	}
	out := make([]told, len(list))
	for i := range list {
		by, err := h.store.Deliveries.DeliveriesOf(h.t.Context(), h.event, []int64{list[i].Message.Seq})
		if err != nil {
			h.t.Fatal(err)
		}
		out[i] = told{list[i], by[list[i].Message.Seq]}
	}
	return out
}

// exec changes the database behind the server's back, and returns how many rows.
func (h *house) exec(query string) int64 {
	h.t.Helper()
	r, err := h.store.JobsDB().ExecContext(h.t.Context(), query)
	if err != nil {
		h.t.Fatal(err)
	}
	n, err := r.RowsAffected()
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

// remind sets the offsets of the event's reminders.
func (h *house) remind(offsets ...int64) {
	h.t.Helper()
	ev, err := h.store.Events.Event(h.t.Context(), h.event)
	if err != nil {
		h.t.Fatal(err)
	}
	h.writing.Lock()
	defer h.writing.Unlock()
	results, _ := h.writer.Write(h.t.Context(), h.event, []sequencer.Request{{
		EventID: h.event, Details: &store.DetailsChange{Reminders: &offsets},
		Command: inventory.Configure{Who: inventory.Who{Actor: "system", Staff: true}, StartsAt: ev.Event.StartsAt, EndsAt: ev.Event.EndsAt, Zone: ev.Event.Zone, Settings: ev.Event.Settings},
	}})
	if results[0].Err != nil || results[0].Reply.Code != inventory.OK {
		h.t.Fatalf("%+v", results[0])
	}
}

func (h *house) count(query string) (n int) {
	h.t.Helper()
	if err := h.store.JobsDB().QueryRowContext(h.t.Context(), query).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// queued counts the messages that are not settled.
func (h *house) queued() int {
	h.t.Helper()
	return h.count(`select count(*) from messages m where not exists (
		select 1 from deliveries d where d.event_id = m.event_id and d.message = cast(m.seq as text) and d.state <> 'queued')`)
}

// settled waits until each message has deliveries and none of them is queued.
func (h *house) settled() {
	h.t.Helper()
	mailtest.WaitForCount(h.t, "messages that are not settled", 0, func() int {
		return h.count("select count(*) from deliveries where state = 'queued'") + h.queued()
	})
}

// sending is one server's worth of workers.
type sending struct {
	*jobs.Jobs
	dispatcher *delivery.Dispatcher
}

func (s *sending) Start(ctx context.Context) error {
	return errors.Join(s.dispatcher.Start(ctx), s.Jobs.Start(ctx))
}

func (s *sending) Stop(ctx context.Context) error {
	return errors.Join(s.Jobs.Stop(ctx), s.dispatcher.Stop(ctx))
}

// key derives the names of people and addresses.
var key = make([]byte, 32)

// senders is how many mails of a worker are on their way at once.
const senders = 4

// obituaries counts how often a worker was thought dead.
type obituaries struct {
	slog.Handler
	buried *atomic.Int64
}

func (o obituaries) Enabled(context.Context, slog.Level) bool { return true }

func (o obituaries) Handle(_ context.Context, r slog.Record) error {
	if strings.Contains(r.Message, "taken for dead") {
		o.buried.Add(1)
	}
	return nil
}

// worker is a server that works, with short waits between tries.
func (h *house) worker(sender mail.Sender, change func(*delivery.Config)) *sending {
	h.t.Helper()
	h.workers++
	c := delivery.Config{
		Store: h.store, Worker: fmt.Sprintf("w%d", h.workers), From: mail.Address{Name: "Holdfast", Addr: "events@holdfast.example"},
		Links: identity.Links{Key: key, Base: "https://holdfast.example"}, Host: "holdfast.example", Key: key,
		Backoff: func(int) time.Duration { return 20 * time.Millisecond },
		Log:     slog.New(obituaries{slog.DiscardHandler, &h.buried}), Now: func() time.Time { return h.clock() },
		Mail: sender, MailSenders: senders,
	}
	if change != nil {
		change(&c)
	}
	k, err := delivery.New(c)
	if err != nil {
		h.t.Fatal(err)
	}
	j, err := jobs.New(jobs.Config{
		Store: h.store, Dispatcher: k, Worker: c.Worker, Log: c.Log,
		Submit: func(ctx context.Context, event string, cmd inventory.Command) error {
			h.writing.Lock()
			defer h.writing.Unlock()
			results, _ := h.writer.Write(ctx, event, []sequencer.Request{{EventID: event, Command: cmd}})
			return results[0].Err
		},
		Backoff: func(int) time.Duration { return 20 * time.Millisecond },
		Sender:  sender, From: c.From, Links: c.Links, OneTime: identity.Links{Key: key, Base: "https://tickets.example"},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return &sending{j, k}
}

// start starts a worker and stops it when the test ends.
func (h *house) start(j *sending) {
	h.t.Helper()
	if err := j.Start(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := j.Stop(ctx); err != nil {
			h.t.Error(err)
		}
	})
}

// servers starts as many workers that send to one mail server.
func (h *house) servers(n int, mx *mailtest.Server) []*sending {
	h.t.Helper()
	list := make([]*sending, n)
	for i := range list {
		list[i] = h.worker(h.smtp(mx), nil)
		h.start(list[i])
	}
	return list
}

// jump moves the clock on by more than a worker may be unseen for. Of two that
// run meanwhile, each would take the other for dead; so they end before it, and
// as many others begin after it.
func (h *house) jump(d time.Duration, mx *mailtest.Server, running []*sending) []*sending {
	h.t.Helper()
	for _, j := range running {
		if err := j.Stop(h.t.Context()); err != nil {
			h.t.Fatal(err)
		}
	}
	h.later(d)
	return h.servers(len(running), mx)
}

// smtp is a sender to a test server.
func (h *house) smtp(s *mailtest.Server) *mail.SMTP {
	h.t.Helper()
	out, err := mail.NewSMTP(mail.Config{URL: "smtp://" + s.Addr, Host: "holdfast.example", Timeout: time.Minute})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		if err := out.Close(); err != nil {
			h.t.Error(err)
		}
	})
	return out
}

// repeats counts the mails that came more than once, and fails the test when
// one came more often than most.
func repeats(t testing.TB, s *mailtest.Server, most int) (twice int) {
	t.Helper()
	count := map[string]int{}
	for _, r := range s.Received() {
		count[r.Header("Message-ID")]++
	}
	for id, n := range count {
		if n > most {
			t.Errorf("%s came %d times", id, n)
		}
		if n > 1 {
			twice++
		}
	}
	return twice
}

// once fails the test when a mail came twice, unless a worker was thought dead:
// it was not seen for eight seconds, and what it had sent goes out once more.
func (h *house) once(mx *mailtest.Server) {
	h.t.Helper()
	buried := int(h.buried.Load())
	if twice := repeats(h.t, mx, 1+buried); twice != 0 && buried == 0 {
		h.t.Errorf("%d mails came twice, and no worker was thought dead", twice)
	}
}

// gate lets the first mails through, and the others when it is released.
type gate struct {
	left    atomic.Int64
	full    chan struct{} // closed at the last of the first
	open    chan struct{} // closed by release
	release func()
}

func newGate(n int64) *gate {
	g := &gate{full: make(chan struct{}), open: make(chan struct{})}
	g.left.Store(n)
	g.release = sync.OnceFunc(func() { close(g.open) })
	return g
}

func (g *gate) pass() {
	switch left := g.left.Add(-1); {
	case left == 0:
		close(g.full)
	case left < 0:
		<-g.open
	}
}
