package jobs_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func TestMain(m *testing.M) { pgserver.Main(m, 8) }

func TestEachMessageIsSentOnce(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 100)
		s := mailtest.Start(t, &mailtest.Server{})
		f.register(0, 70)
		f.register(70, 71)
		// Two workers, as two servers on one database would have.
		f.servers(2, s)
		f.register(71, 150) // fills the event: the last 50 wait
		f.settled()
		f.once(s)
		if n := s.Count(); n != 150 && f.buried.Load() == 0 {
			t.Errorf("%d mails came, want 150", n)
		}
		for user, kind := range map[string]inventory.MessageKind{"user0": inventory.MsgConfirmed, "user149": inventory.MsgWaitlisted} {
			m := f.messages(user)
			if len(m) != 1 || m[0].mail().State != "sent" || m[0].mail().SentAt == 0 || m[0].mail().Attempts > 1+f.buried.Load() || m[0].Message.Kind != kind {
				t.Errorf("%s was told %+v", user, m)
			}
		}
		for _, r := range s.Received() {
			if r.To == "user149@example.org" && !strings.Contains(r.Data, "/w/") && !strings.Contains(r.Data, "holdfast.example") {
				t.Errorf("no link to one's own place in\n%s", r.Data)
			}
		}
	})
}

func TestStopInTheMiddle(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1000)
		g := newGate(30)
		t.Cleanup(g.release)
		s := mailtest.Start(t, &mailtest.Server{Answer: func(phase, _ string) error {
			if phase == "DATA" {
				g.pass()
			}
			return nil
		}})
		f.register(0, 300)
		first := f.worker(f.smtp(s), nil)
		f.start(first)
		<-g.full
		// The mail server lets nothing more through until the dispatcher has been told to
		// stop, however long that takes: so what it was at is finished, and no more.
		if err := first.Jobs.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := first.dispatcher.Stop(waited{t.Context(), g.release}); err != nil {
			t.Fatal(err)
		}
		at := s.Count()
		if at < 30 || at > 30+senders || f.queued() != 300-at {
			t.Fatalf("%d mails went out before the stop, and %d are queued", at, f.queued())
		}
		f.start(f.worker(f.smtp(s), nil))
		f.settled()
		if n := s.Count(); n != 300 || repeats(t, s, 1) != 0 {
			t.Errorf("%d mails came, want 300", n)
		}
	})
}

// waited is a context that says when somebody begins to wait for its end.
type waited struct {
	context.Context //nolint:containedctx // it is one
	began           func()
}

// Done says so.
func (w waited) Done() <-chan struct{} {
	w.began()
	return w.Context.Done()
}

func TestTemporaryFailuresAreTriedAgain(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 100)
		var greeted atomic.Int64
		s := mailtest.Start(t, &mailtest.Server{Answer: func(phase, to string) error {
			if phase == "RCPT" && to == "user3@example.org" && greeted.Add(1) < 3 {
				return &smtp.SMTPError{Code: 451, Message: "greylisted, come again"}
			}
			return nil
		}})
		f.register(0, 25)
		f.start(f.worker(f.smtp(s), nil))
		f.settled()
		if n := s.Count(); n != 25 || repeats(t, s, 1) != 0 {
			t.Errorf("%d mails came, want 25", n)
		}
		if m := f.messages("user3")[0].mail(); m.State != "sent" || m.Attempts != 3 || m.Answer != "" {
			t.Errorf("the greylisted message: %+v", m)
		}
	})
}

func TestPermanentFailuresAreMarked(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 100)
		var asked atomic.Int64
		s := mailtest.Start(t, &mailtest.Server{Answer: func(phase, to string) error {
			if phase == "RCPT" && to == "user3@example.org" {
				asked.Add(1)
				return &smtp.SMTPError{Code: 550, Message: "<user3@example.org> is unknown here"}
			}
			return nil
		}})
		f.register(0, 25)
		f.start(f.worker(f.smtp(s), nil))
		f.settled()
		m := f.messages("user3")[0].mail()
		if m.State != "bounced" || m.Attempts != 1 || !strings.Contains(m.Answer, "550") || strings.Contains(m.Answer, "user3") {
			t.Errorf("the refused message: %+v", m)
		}
		if asked.Load() != 1 || s.Count() != 24 {
			t.Errorf("asked %d times, %d others came", asked.Load(), s.Count())
		}
	})
}

// A mail server that is down for a while loses nothing and is not hammered: one
// try of a job asks it a few times at most.
func TestServerDown(t *testing.T) {
	t.Parallel()
	f := newFixture(t, database.Config{URL: testdb.SQLite(t)}, 1000)
	s := mailtest.Start(t, &mailtest.Server{})
	out := f.smtp(s)
	addr := s.Addr
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	release := mailtest.Refuse(t, addr)
	f.register(0, 200)
	f.start(f.worker(out, nil))
	tried := func() int { return f.count("select count(*) from deliveries where attempts > 1") }
	mailtest.WaitFor(t, "a few tries", func() bool { return tried() >= 3 })
	answer := ""
	mailtest.WaitFor(t, "an answer that says why", func() bool {
		for n := range 200 {
			if d := f.messages(fmt.Sprint("user", n))[0].mail(); d.State == "queued" && d.Answer != "" {
				answer = d.Answer
				return true
			}
		}
		return false
	})
	if !strings.Contains(answer, "cannot be reached") {
		t.Errorf("while the server is down: %q", answer)
	}
	// The senders rest between tries, longer each time.
	if n := f.count("select cast(coalesce(sum(attempts), 0) as bigint) from deliveries"); n > 400 {
		t.Errorf("200 mails were tried %d times while the server was down", n)
	}
	release()
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	s.Serve(l)
	f.settled()
	if s.Count() != 200 || repeats(t, s, 1) != 0 {
		t.Errorf("%d mails came, want 200", s.Count())
	}
}

func TestGivesUpInTheEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t, database.Config{URL: testdb.SQLite(t)}, 100)
	s := mailtest.Start(t, &mailtest.Server{Answer: func(phase, _ string) error {
		if phase == "RCPT" {
			return &smtp.SMTPError{Code: 452, Message: "mailbox full"}
		}
		return nil
	}})
	f.register(0, 45)
	f.start(f.worker(f.smtp(s), nil))
	mailtest.WaitFor(t, "all to be tried", func() bool { return f.count("select count(*) from deliveries where answer <> ''") == 45 })
	f.later(delivery.GiveUpAfter + time.Minute)
	f.settled()
	if m := f.messages("user44")[0].mail(); m.State != "failed" || !strings.Contains(m.Answer, "mailbox full") {
		t.Errorf("after three days: %+v", m)
	}
}

func TestWhatIsOverIsNotSent(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 2)
		out := f.register(0, 6) // 0 and 1 are in; 2, 3, 4 and 5 wait
		f.write(inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: out[0].OrderID})
		offers := f.messages("user2")
		if len(offers) != 2 || offers[0].Message.Kind != inventory.MsgOffer {
			t.Fatalf("user2 was told %+v", offers)
		}
		f.write(inventory.Decline{Who: inventory.Who{Actor: "public"}, OfferID: offers[0].Offer.ID}) // so user3 is offered
		f.write(inventory.Erase{Who: inventory.Who{Actor: "system", Staff: true}, UserID: "user5"})
		erased := f.queuedOf("")
		s := mailtest.Start(t, &mailtest.Server{})
		f.start(f.worker(f.smtp(s), nil))
		f.settled()
		if m := f.messages("user2")[0].mail(); m.State != "suppressed" || m.Answer != "the offer was declined before the message went out" {
			t.Errorf("the offer that was declined: %+v", m)
		}
		if m := f.messages("user3")[0]; m.mail().State != "sent" || m.Message.Kind != inventory.MsgOffer {
			t.Errorf("the offer that stands: %+v", m)
		}
		if len(erased) == 0 {
			t.Error("the erased person has no message, so this shows nothing")
		}
		for _, r := range s.Received() {
			if r.To == "user5@example.org" || r.To == "" {
				t.Errorf("mail to the erased person: %s", r.Data)
			}
		}
	})
}

// queuedOf returns the queued messages of persons with that address.
func (f *fixture) queuedOf(email string) (of []events.MessageView) {
	f.t.Helper()
	list, err := f.store.Messages.MessagesBetween(f.t.Context(), f.event, 0, 1<<40, 10_000)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, m := range list {
		if m.Person.Profile.Email == email {
			of = append(of, m)
		}
	}
	return of
}

// The job that a batch writes is one that the queue's library finds.
func TestOutboxIsFound(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 100)
		j := f.worker(f.smtp(mailtest.Start(t, &mailtest.Server{})), nil)
		if n := j.Pending(t); n != 0 {
			t.Errorf("%d jobs before anything happened", n)
		}
		f.register(0, 1)
		if n := j.Pending(t); n != 1 {
			t.Errorf("%d jobs after a commit, want 1", n)
		}
	})
}

func TestLocalMailboxGetsAll(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 100)
		f.start(f.worker(mail.NewLocal(f.store), nil))
		f.register(0, 45)
		f.settled()
		mails, err := f.store.Mails.Mailbox(t.Context(), 200)
		if err != nil {
			t.Fatal(err)
		}
		if len(mails) != 45 {
			t.Errorf("%d mails in the mailbox, want 45", len(mails))
		}
		for i := range mails {
			m, err := f.store.Mails.MailByID(t.Context(), mails[i].ID)
			if err != nil {
				t.Fatal(err)
			}
			// Nothing is kept of a person erased meanwhile: the store asks whose it is.
			if event, ok := id.EventOf(m.Reader, id.Person); !ok || event != f.event {
				t.Errorf("%s is to %q", m.ID, m.Reader)
			}
		}
	})
}

func TestConfigIsChecked(t *testing.T) {
	t.Parallel()
	f := newFixture(t, database.Config{URL: testdb.SQLite(t)}, 1)
	k := f.worker(mail.NewLocal(f.store), nil).dispatcher
	for name, c := range map[string]jobs.Config{
		"no store":     {},
		"no sequencer": {Store: f.store, Dispatcher: k},
	} {
		if _, err := jobs.New(c); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}
