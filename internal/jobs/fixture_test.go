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
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	storemessages "github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// fixture is a database with one published event, and a writer of its batches
// whose jobs are inserted but worked by nobody yet.
type fixture struct {
	t      testing.TB
	store  *store.Store
	ids    *id.Maker
	event  string
	org    string
	tier   string
	writer *sequencer.Writer
	// ownJobs: each batch has a job of its own, as those have that come after the job before
	// was begun.
	ownJobs bool
	// campaignMails is how many mails of campaigns an organization sends within a day; 0: many.
	campaignMails int64
	clock         func() time.Time

	writing sync.Mutex // one batch of the event at a time, as the sequencer does
	workers int
	post    jobs.Post      // of workers; nil: other systems are not told
	others  jobs.Calendars // of workers; nil: calendars of others are not fetched
	asking  jobs.Ask       // the same; nil: other systems are not asked

	checkClock func() error // of workers; nil: their clocks can be relied on
	ahead      atomic.Int64 // nanoseconds
	buried     atomic.Int64 // how often a worker was thought dead by others
}

// engines runs a test on SQLite and on PostgreSQL, at the same time: most of these
// tests wait for what a worker does next.
func engines(t *testing.T, test func(t *testing.T, url string)) {
	testdb.EnginesAtOnce(t, test)
}

// later moves the clock on, for workers that look at it too.
func (f *fixture) later(d time.Duration) { f.ahead.Add(int64(d)) }

func newFixture(t testing.TB, conf database.Config, capacity int64) *fixture {
	t.Helper()
	st := testdb.Open(t, conf.URL, func(c *database.Config) { *c = conf })
	f := &fixture{t: t, store: st, ids: &id.Maker{}}
	var err error
	f.clock = func() time.Time { return time.Now().Add(time.Duration(f.ahead.Load())) }
	f.writer, err = sequencer.NewWriter(sequencer.WriterConfig{
		Store: st, SigningKey: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), Outbox: f.outbox, TellAgain: jobs.TellAgain,
		Now: func() time.Time { return f.clock() }, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	f.open(capacity)
	return f
}

// open creates the event.
func (f *fixture) open(capacity int64) {
	f.t.Helper()
	org := f.ids.Top(id.Organization)
	if err := f.store.Organizations.CreateOrganization(f.t.Context(), organizations.Organization{ID: org, Name: "Test", CreatedAt: 1}); err != nil {
		f.t.Fatal(err)
	}
	f.org = org
	f.openAt(org, capacity, true)
}

// openAt creates another event of an organization, which is the one of the fixture then.
func (f *fixture) openAt(org string, capacity int64, publish bool) string {
	f.t.Helper()
	return f.makeAt(f.ids.Top(id.Event), org, capacity, publish)
}

// makeAt is openAt of an event with this id.
func (f *fixture) makeAt(event, org string, capacity int64, publish bool) string {
	f.t.Helper()
	f.event = event
	f.tier = f.ids.In(id.Tier, f.event)
	pool := f.ids.In(id.Pool, f.event)
	now := inventory.At(f.clock())
	f.write(inventory.Create{
		Who: inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{
			ID: f.event, OrgID: org, Zone: time.UTC,
			StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day),
			Settings: inventory.Settings{MaxGuests: 3, Waitlist: inventory.WaitlistSettings{
				Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip,
				PositionDisplay: inventory.PositionExact, ClaimWindow: 6 * inventory.Hour,
			}},
		},
		Pools:   []inventory.Pool{{ID: pool, Name: "All", Capacity: capacity}},
		Tiers:   []inventory.Tier{{ID: f.tier, Name: "General", Pools: []string{pool}}},
		Publish: publish,
	})
	return f.event
}

func (f *fixture) outbox(event string, messages []inventory.Message) (database.Job, error) {
	job, err := jobs.Outbox(event, messages)
	if f.ownJobs {
		job.Covers = 0
	}
	return job, err
}

// write decides commands in one batch and returns their outcomes; a refusal fails the test.
func (f *fixture) write(commands ...inventory.Command) []inventory.Outcome {
	f.t.Helper()
	reqs := make([]sequencer.Request, 0, len(commands))
	for _, c := range commands {
		r := sequencer.Request{EventID: f.event, Command: c}
		if _, ok := c.(inventory.Create); ok {
			r.Details = events.Details{Title: "Concert"}.All()
		}
		reqs = append(reqs, r)
	}
	f.writing.Lock()
	results, _ := f.writer.Write(f.t.Context(), f.event, reqs)
	f.writing.Unlock()
	outcomes := make([]inventory.Outcome, 0, len(results))
	for i, r := range results {
		if r.Err != nil || r.Reply.Code != inventory.OK {
			f.t.Fatalf("%T: %q, %v", commands[i], r.Reply.Code, r.Err)
		}
		outcomes = append(outcomes, r.Reply.Outcome)
	}
	return outcomes
}

func (f *fixture) registration(n int) inventory.Register {
	user := fmt.Sprintf("user%d", n)
	return inventory.Register{
		Who: inventory.Who{Actor: "public"}, OrderID: f.ids.In(id.Order, f.event), JoinWaitlist: true,
		Party: inventory.Party{
			UserID: user, Profile: inventory.Profile{Email: user + "@example.org", Name: "Person", Locale: "en"},
			Tier: f.tier, Units: 1, PersonID: f.ids.In(id.Person, f.event), EntryID: f.ids.In(id.Entry, f.event),
		},
	}
}

// register registers people from..to-1 in one batch, so in one job.
func (f *fixture) register(from, to int) []inventory.Outcome {
	f.t.Helper()
	commands := make([]inventory.Command, 0, to-from)
	for n := from; n < to; n++ {
		commands = append(commands, f.registration(n))
	}
	return f.write(commands...)
}

// told is what a person was told, and what became of it.
type told struct {
	events.MessageView
	Deliveries []storemessages.Delivery
}

// mail is the delivery by mail; the zero Delivery when there is none yet.
func (t told) mail() storemessages.Delivery { return t.by(delivery.MailChannel) }

func (t told) by(channel string) storemessages.Delivery {
	for _, d := range t.Deliveries {
		if d.Channel == channel {
			return d
		}
	}
	return storemessages.Delivery{}
}

// messages returns what a person was told, newest first.
func (f *fixture) messages(user string) []told {
	f.t.Helper()
	r, err := f.store.Registrations.Registration(f.t.Context(), f.event, user)
	if err != nil {
		f.t.Fatal(err)
	}
	list, err := f.store.Messages.Inbox(f.t.Context(), f.event, r.Person.ID, 0, 100)
	if err != nil {
		f.t.Fatal(err)
	}
	out := make([]told, len(list))
	for i := range list {
		by, err := f.store.Deliveries.DeliveriesOf(f.t.Context(), f.event, []int64{list[i].Message.Seq})
		if err != nil {
			f.t.Fatal(err)
		}
		out[i] = told{list[i], by[list[i].Message.Seq]}
	}
	return out
}

// exec changes the database behind the server's back, and returns how many rows.
func (f *fixture) exec(query string) int64 {
	f.t.Helper()
	r, err := f.store.JobsDB().ExecContext(f.t.Context(), query)
	if err != nil {
		f.t.Fatal(err)
	}
	n, err := r.RowsAffected()
	if err != nil {
		f.t.Fatal(err)
	}
	return n
}

// remind sets the offsets of the event's reminders.
func (f *fixture) remind(offsets ...int64) {
	f.t.Helper()
	ev, err := f.store.Events.Event(f.t.Context(), f.event)
	if err != nil {
		f.t.Fatal(err)
	}
	f.writing.Lock()
	defer f.writing.Unlock()
	results, _ := f.writer.Write(f.t.Context(), f.event, []sequencer.Request{{
		EventID: f.event, Details: &events.DetailsChange{Reminders: &offsets},
		Command: inventory.Configure{Who: inventory.Who{Actor: "system", Staff: true}, StartsAt: ev.Event.StartsAt, EndsAt: ev.Event.EndsAt, Zone: ev.Event.Zone, Settings: ev.Event.Settings},
	}})
	if results[0].Err != nil || results[0].Reply.Code != inventory.OK {
		f.t.Fatalf("%+v", results[0])
	}
}

// must ends the test when there is an error.
func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// member adds a member with a role to the organization, whose address is that, and returns its id.
func (f *fixture) member(role string) string {
	f.t.Helper()
	m := organizations.Member{ID: f.ids.Top(id.Member), OrgID: f.org, Address: role + "@example.org", Email: role + "@example.org", Role: role, CreatedAt: inventory.At(f.clock())}
	f.must(f.store.Organizations.AddMember(f.t.Context(), m, nil))
	return m.ID
}

// box is what was mailed.
func (f *fixture) box() []storemessages.Mail {
	f.t.Helper()
	mails, err := f.store.Mails.Mailbox(f.t.Context(), 50)
	f.must(err)
	return mails
}

// afterLetters is what was mailed when so many letters that are not messages of an event were dealt with.
func (f *fixture) afterLetters(jobs int) []storemessages.Mail {
	f.t.Helper()
	mailtest.WaitForCount(f.t, "jobs that are done", jobs, func() int {
		return f.count("select count(*) from river_job where kind = 'send_account_mail' and state = 'completed'")
	})
	return f.box()
}

func (f *fixture) count(query string) (n int) {
	f.t.Helper()
	if err := f.store.JobsDB().QueryRowContext(f.t.Context(), query).Scan(&n); err != nil {
		f.t.Fatal(err)
	}
	return n
}

// queued counts the messages that are not settled.
func (f *fixture) queued() int {
	f.t.Helper()
	return f.count(`select count(*) from messages m where not exists (
		select 1 from deliveries d where d.event_id = m.event_id and d.message = cast(m.seq as text) and d.state <> 'queued')`)
}

// settled waits until each message has deliveries and none of them is queued.
func (f *fixture) settled() {
	f.t.Helper()
	mailtest.WaitForCount(f.t, "messages that are not settled", 0, func() int {
		return f.count("select count(*) from deliveries where state = 'queued'") + f.queued()
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

func (obituaries) Enabled(context.Context, slog.Level) bool { return true }

func (o obituaries) Handle(_ context.Context, r slog.Record) error {
	if strings.Contains(r.Message, "taken for dead") {
		o.buried.Add(1)
	}
	return nil
}

// worker is a server that works, with short waits between tries.
func (f *fixture) worker(sender mail.Sender, change func(*delivery.Config)) *sending {
	f.t.Helper()
	f.workers++
	c := delivery.Config{
		Store: f.store, Worker: fmt.Sprintf("w%d", f.workers), From: mail.Address{Name: "Holdfast", Addr: "events@holdfast.example"},
		Links: identity.Links{Key: key, Base: "https://holdfast.example"}, Host: "holdfast.example", Key: key,
		Backoff: func(int) time.Duration { return 20 * time.Millisecond },
		Log:     slog.New(obituaries{slog.DiscardHandler, &f.buried}), Now: func() time.Time { return f.clock() },
		Mail: sender, MailSenders: senders,
	}
	if change != nil {
		change(&c)
	}
	k, err := delivery.New(c)
	if err != nil {
		f.t.Fatal(err)
	}
	j, err := jobs.New(jobs.Config{
		Store: f.store, Dispatcher: k, Worker: c.Worker, Log: c.Log, Now: c.Now, CheckClock: f.checkClock,
		Submit: func(ctx context.Context, event string, cmd inventory.Command) error {
			f.writing.Lock()
			defer f.writing.Unlock()
			results, _ := f.writer.Write(ctx, event, []sequencer.Request{{EventID: event, Command: cmd}})
			return results[0].Err
		},
		Backoff: func(int) time.Duration { return 20 * time.Millisecond },
		Sender:  sender, From: c.From, Links: c.Links, OneTime: identity.Links{Key: key, Base: "https://tickets.example"}, Withdraw: identity.Links{Key: key, Base: "https://tickets.example"}, CampaignMails: f.campaignMails, Post: f.post, Ask: f.asking, Calendars: f.others,
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return &sending{j, k}
}

// start starts a worker and stops it when the test ends.
func (f *fixture) start(j *sending) {
	f.t.Helper()
	if err := j.Start(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := j.Stop(ctx); err != nil {
			f.t.Error(err)
		}
	})
}

// servers starts as many workers that send to one mail server.
func (f *fixture) servers(n int, mx *mailtest.Server) []*sending {
	f.t.Helper()
	list := make([]*sending, n)
	for i := range list {
		list[i] = f.worker(f.smtp(mx), nil)
		f.start(list[i])
	}
	return list
}

// jump moves the clock on by more than a worker may be unseen for. Of two that
// run meanwhile, each would take the other for dead; so they end before it, and
// as many others begin after it.
func (f *fixture) jump(d time.Duration, mx *mailtest.Server, running []*sending) []*sending {
	f.t.Helper()
	for _, j := range running {
		if err := j.Stop(f.t.Context()); err != nil {
			f.t.Fatal(err)
		}
	}
	f.later(d)
	return f.servers(len(running), mx)
}

// smtp is a sender to a test server.
func (f *fixture) smtp(s *mailtest.Server) *mail.SMTP {
	f.t.Helper()
	out, err := mail.NewSMTP(mail.Config{URL: "smtp://" + s.Addr, Host: "holdfast.example", Timeout: time.Minute})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		if err := out.Close(); err != nil {
			f.t.Error(err)
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
func (f *fixture) once(mx *mailtest.Server) {
	f.t.Helper()
	buried := int(f.buried.Load())
	if twice := repeats(f.t, mx, 1+buried); twice != 0 && buried == 0 {
		f.t.Errorf("%d mails came twice, and no worker was thought dead", twice)
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
