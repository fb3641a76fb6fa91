package jobs_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/push"
	"github.com/holdfast-events/holdfast/internal/sms"
	"github.com/holdfast-events/holdfast/internal/sms/smstest"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// twilio is a client of a stand-in.
func (f *fixture) twilio(s *smstest.Server) *sms.Twilio {
	f.t.Helper()
	t, err := sms.New(sms.Config{Base: s.URL, Account: smstest.Account, Token: smstest.Token, From: smstest.From})
	if err != nil {
		f.t.Fatal(err)
	}
	return t
}

// contact says how a person is reached.
func (f *fixture) contact(user string, c messages.Contact) {
	f.t.Helper()
	c.OrgID, c.PersonKey = f.org, delivery.PersonKey(key, f.org, user)
	if err := f.store.Contacts.PutContact(f.t.Context(), c); err != nil {
		f.t.Fatal(err)
	}
}

// TestPhoneTakesOverAfterABounce: the mailbox of the person who is offered a place is dead.
// The phone rings instead, the window is whole again, once, and the dead address
// is written to no more.
func TestPhoneTakesOverAfterABounce(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		mx := mailtest.Start(t, &mailtest.Server{Answer: func(phase, to string) error {
			if phase == "RCPT" && to == "user1@example.org" {
				return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
			}
			return nil
		}})
		phone := smstest.Start(t, &smstest.Server{})
		f.contact("user1", messages.Contact{Phone: "+4930123456", SMSAt: 1})
		j := f.worker(f.smtp(mx), func(c *delivery.Config) { c.SMS = f.twilio(phone) })
		out := f.register(0, 1)
		f.write(f.registration(1)) // waits
		before := f.clock()
		f.write(inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: out[0].OrderID})
		f.later(time.Hour) // the offer's mail goes out an hour late
		f.start(j)
		f.settled()
		mailtest.WaitFor(t, "the window to be whole again", func() bool { return f.messages("user1")[0].Message.Kind == inventory.MsgOfferExtended })
		f.settled()
		var offer, extended told
		for _, m := range f.messages("user1") {
			switch m.Message.Kind {
			case inventory.MsgOffer:
				offer = m
			case inventory.MsgOfferExtended:
				extended = m
			}
		}
		if d := offer.mail(); d.State != messages.DeliveryBounced && d.State != messages.DeliverySuppressed {
			t.Errorf("the mail: %+v", d)
		}
		if d := offer.by(delivery.SMSChannel); d.State != messages.DeliverySent || d.ProviderID == "" {
			t.Errorf("the short message: %+v", d)
		}
		if d := extended.Deliveries; len(d) != 1 || d[0].State != messages.DeliverySuppressed || d[0].Answer != "told with the offer" {
			t.Errorf("of the extension: %+v", d)
		}
		got := phone.Received()
		if len(got) != 1 || got[0].To != "+4930123456" || !strings.Contains(got[0].Body, "https://holdfast.example/o/") || !strings.HasPrefix(got[0].Key, f.event) {
			t.Errorf("the phone got %+v", got)
		}
		o := offer.Offer
		if o.Extensions != 1 || o.ExpiresAt.Time().Sub(before) < 7*time.Hour-time.Minute {
			t.Errorf("the window: %+v", o)
		}
		rows, err := f.store.Events.Audit(t.Context(), f.event, extended.Message.Seq-1, 1)
		if err != nil || len(rows) != 1 || rows[0].Actor != delivery.Actor || rows[0].Reason != inventory.ReasonOfferExtended {
			t.Errorf("the audit row: %+v, %v", rows, err)
		}
		if n := f.count("select count(*) from suppressions"); n != 1 {
			t.Errorf("%d addresses are suppressed", n)
		}
	})
}

// TestEachChannelInTurn: the mailbox of the person who is offered a place is dead, and their
// browser has unsubscribed. The phone is third; the window is made whole once, and
// neither of the dead ends is tried for the next offer.
func TestEachChannelInTurn(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		mx := mailtest.Start(t, &mailtest.Server{Answer: func(phase, to string) error {
			if phase == "RCPT" && to == "user1@example.org" {
				return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
			}
			return nil
		}})
		var pushed atomic.Int64
		browser := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			pushed.Add(1)
			if r.Header.Get("Authorization") == "" || r.Header.Get("Content-Encoding") != "aes128gcm" {
				t.Errorf("pushed with %v", r.Header)
			}
			w.WriteHeader(http.StatusGone)
		}))
		t.Cleanup(browser.Close)
		phone := smstest.Start(t, &smstest.Server{})
		f.contact("user1", messages.Contact{Phone: "+4930123456", SMSAt: 1, PushAt: 1})
		if err := f.store.Contacts.AddPush(t.Context(), f.org, delivery.PersonKey(key, f.org, "user1"), messages.PushSubscription{
			ID: "psh_1", Endpoint: browser.URL, P256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", Auth: "BTBZMqHH6r4Tts7J_aSIgg", CreatedAt: 1,
		}); err != nil {
			t.Fatal(err)
		}
		client, err := push.New(push.Config{Key: key, Subject: "mailto:events@holdfast.example", Guard: netguard.Guard{Private: true}})
		if err != nil {
			t.Fatal(err)
		}
		j := f.worker(f.smtp(mx), func(c *delivery.Config) { c.Push, c.SMS = client, f.twilio(phone) })
		out := f.register(0, 1)
		f.write(f.registration(1)) // waits
		f.exec("delete from river_job")
		f.write(inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: out[0].OrderID})
		f.later(time.Hour)
		f.start(j)
		mailtest.WaitForCount(t, "short messages", 1, func() int { return len(phone.Received()) })
		mailtest.WaitFor(t, "the window to be whole again", func() bool { return f.messages("user1")[0].Message.Kind == inventory.MsgOfferExtended })
		offer := f.messages("user1")[1]
		states := map[string]string{}
		for _, d := range offer.Deliveries {
			states[d.Channel] = d.State
		}
		if states[delivery.MailChannel] != messages.DeliveryBounced || states[delivery.PushChannel] != messages.DeliveryFailed || pushed.Load() != 1 || offer.Offer.Extensions != 1 {
			t.Errorf("%v, pushed %d times, %+v", states, pushed.Load(), offer.Offer)
		}
		contacts, err := f.store.Contacts.ContactsOf(t.Context(), f.org, []string{delivery.PersonKey(key, f.org, "user1")})
		if err != nil || len(contacts) != 1 {
			t.Fatalf("%v, %v", contacts, err)
		}
		for _, c := range contacts {
			if len(c.Push) != 0 {
				t.Errorf("the browser is remembered: %+v", c.Push)
			}
		}
	})
}

// TestReminderGoesOut: a reminder is one row, goes to those confirmed when it is
// due, again when the event moves, and never twice, with several servers.
func TestReminderGoesOut(t *testing.T) {
	t.Parallel()
	reminded := func(t *testing.T, f *fixture) {
		mx := mailtest.Start(t, &mailtest.Server{})
		servers := f.servers(2, mx)
		f.remind(24*3600, 3600)
		out := f.register(0, 300)
		f.settled()
		f.write(inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: out[7].OrderID})
		if err := f.store.Contacts.MuteContact(t.Context(), f.org, delivery.PersonKey(key, f.org, "user8"), 1, 1); err != nil {
			t.Fatal(err)
		}
		f.settled()
		servers = f.jump(29*24*time.Hour-time.Second, mx, servers) // a moment before it is due
		sent := func(announcement string) func() int {
			return func() int {
				return f.count("select count(*) from deliveries where announcement = '" + announcement + "' and state = 'sent'")
			}
		}
		mailtest.WaitForCount(t, "who get the first reminder", 298, sent("r86400"))
		f.register(300, 310) // too late for the first, not for the second
		f.settled()
		f.jump(23*time.Hour, mx, servers)
		mailtest.WaitForCount(t, "who get the second reminder", 308, sent("r3600"))
		f.settled()
		counts := map[string]int{}
		for _, r := range mx.Received() {
			if strings.Contains(r.Header("Subject"), "Reminder") {
				counts[r.To]++
				if !strings.Contains(r.Header("List-Unsubscribe"), "https://holdfast.example/u/") || r.Header("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
					t.Fatalf("no way out of a reminder: %s", r.Data)
				}
			}
		}
		if counts["user7@example.org"] != 0 || counts["user8@example.org"] != 0 || counts["user0@example.org"] != 2 || counts["user305@example.org"] != 1 || len(counts) != 308 {
			t.Errorf("%d were reminded; who cancelled %d times, who opted out %d, who came late %d", len(counts),
				counts["user7@example.org"], counts["user8@example.org"], counts["user305@example.org"])
		}
		f.once(mx)
		mailtest.WaitFor(t, "both reminders to be done", func() bool {
			return f.count("select count(*) from announcements where state = 'done'") == 2
		})
	}
	engines(t, func(t *testing.T, url string) { reminded(t, newFixture(t, database.Config{URL: url}, 1000)) })
	// The same where an operator has partitioned what is due by its date.
	t.Run("postgres, by month", func(t *testing.T) {
		f := newFixture(t, database.Config{URL: testdb.Postgres(t)}, 1000)
		f.remind(7200) // there before
		f.byMonth()
		reminded(t, f)
		f.byMonth() // again, which adds what is missing
		if n := f.count("select count(*) from pg_inherits where inhparent = 'announcements'::regclass"); n < 25 {
			t.Errorf("%d partitions", n)
		}
		if n := f.count("select count(*) from only announcements_later"); n != 0 {
			t.Errorf("%d announcements are in no month", n)
		}
		ev, err := f.store.Events.Event(t.Context(), f.event)
		if err != nil {
			t.Fatal(err)
		}
		before, err := f.store.Announcements.Automatic(t.Context(), f.event)
		if err != nil || len(before) != 3 || before[0].State != messages.AnnouncementVoid && before[1].State != messages.AnnouncementVoid {
			t.Fatalf("%+v, %v", before, err)
		}
		f.move(ev, 60*inventory.Day) // to a partition of another month
		f.remind(7200)
		after, err := f.store.Announcements.Automatic(t.Context(), f.event)
		if err != nil {
			t.Fatal(err)
		}
		states := map[string]string{}
		for _, n := range after {
			states[n.ID] += n.State
		}
		if states["r7200"] != messages.AnnouncementPlanned || states["r86400"] != messages.AnnouncementVoid || states["r3600"] != messages.AnnouncementVoid {
			t.Errorf("after the move: %+v", after)
		}
	})
}

// byMonth partitions the announcements as an operator does.
func (f *fixture) byMonth() {
	f.t.Helper()
	script, err := os.ReadFile("../../deploy/postgres/announcements-by-month.sql")
	if err != nil {
		f.t.Fatal(err)
	}
	if _, err := f.store.JobsDB().ExecContext(f.t.Context(), string(script)); err != nil {
		f.t.Fatal(err)
	}
}

// move moves the event.
func (f *fixture) move(ev *events.EventView, by inventory.Micros) {
	f.t.Helper()
	f.write(inventory.Configure{
		Who: inventory.Who{Actor: "system", Staff: true}, StartsAt: ev.Event.StartsAt + inventory.Instant(by), EndsAt: ev.Event.EndsAt + inventory.Instant(by),
		Zone: time.UTC, Settings: ev.Event.Settings,
	})
}

// TestMovedEventUpdatesCalendars: one change moves the reminders and tells
// everybody, with a calendar entry that takes the place of the old one.
func TestMovedEventUpdatesCalendars(t *testing.T) {
	t.Parallel()
	f := newFixture(t, database.Config{URL: testdb.SQLite(t)}, 10)
	f.start(f.worker(mail.NewLocal(f.store), nil))
	f.remind(3600)
	out := f.register(0, 2)
	f.settled()
	ev, err := f.store.Events.Event(t.Context(), f.event)
	if err != nil {
		t.Fatal(err)
	}
	week := inventory.Instant(7 * inventory.Day)
	f.move(ev, 7*inventory.Day)
	f.later(time.Minute)
	mailtest.WaitFor(t, "word of the move", func() bool {
		return f.count("select count(*) from deliveries where kind = 'event_changed' and state = 'sent'") == 2
	})
	announcements, err := f.store.Announcements.Automatic(t.Context(), f.event)
	if err != nil || len(announcements) != 2 {
		t.Fatalf("%+v, %v", announcements, err)
	}
	if n := announcements[1]; n.Kind != messages.ReminderKind || n.State != messages.AnnouncementPlanned || n.DueAt != ev.Event.StartsAt+week-inventory.Instant(inventory.Hour) {
		t.Errorf("the reminder did not move: %+v", n)
	}
	f.write(inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: out[0].OrderID})
	f.settled()
	mails, err := f.store.Mails.Mailbox(t.Context(), 50)
	if err != nil {
		t.Fatal(err)
	}
	entries := map[string][]string{} // by recipient, newest first
	for _, m := range mails {
		if m.Calendar != "" {
			entries[m.Recipient] = append(entries[m.Recipient], m.Calendar)
		}
	}
	line := func(text, name string) string {
		for l := range strings.SplitSeq(text, "\r\n") {
			if value, ok := strings.CutPrefix(l, name+":"); ok {
				return value
			}
		}
		return ""
	}
	got := entries["user0@example.org"]
	if len(got) != 3 || line(got[0], "METHOD") != "CANCEL" || line(got[1], "METHOD") != "REQUEST" || line(got[0], "STATUS") != "CANCELLED" {
		t.Fatalf("user0 got %q", got)
	}
	uid := line(got[0], "UID")
	var last int
	for i := len(got) - 1; i >= 0; i-- {
		var seq int
		if _, err := fmt.Sscan(line(got[i], "SEQUENCE"), &seq); err != nil || seq <= last || line(got[i], "UID") != uid || uid == "" {
			t.Errorf("entry %d: SEQUENCE %d after %d, UID %s: %v", i, seq, last, line(got[i], "UID"), err)
		}
		last = seq
	}
	if start := (ev.Event.StartsAt + week).Time().Format("20060102T150405Z"); line(got[1], "DTSTART") != start {
		t.Errorf("starts at %s, want %s", line(got[1], "DTSTART"), start)
	}
}

// TestDeadWorkerIsNoticed: what a worker had when it died is given back within
// seconds: deliveries, an announcement, and the job that it ran.
func TestDeadWorkerIsNoticed(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 100)
		f.remind(3600)
		f.register(0, 20)
		ctx := t.Context()
		now := inventory.At(f.clock())
		if _, _, err := f.store.Deliveries.Heartbeat(ctx, "wdead", true, now, now-1); err != nil {
			t.Fatal(err)
		}
		// The dead one had routed the first five and taken three, and ran the job.
		page, err := f.store.Messages.MessagesBetween(ctx, f.event, 0, 1<<40, 5)
		if err != nil {
			t.Fatal(err)
		}
		var rows []messages.Delivery
		for i := range page {
			rows = append(rows, messages.Delivery{EventID: f.event, Message: messages.MessageOfSeq(page[i].Message.Seq), Channel: "mail", OrgID: f.org, PersonID: page[i].Person.ID,
				Kind: page[i].Message.Kind, Seq: page[i].Message.Seq, Urgency: 1, State: messages.DeliveryQueued, CreatedAt: now})
		}
		if _, err := f.store.Deliveries.AddDeliveries(ctx, rows); err != nil {
			t.Fatal(err)
		}
		if taken, err := f.store.Deliveries.TakeDeliveries(ctx, "mail", f.org, "wdead", 3); err != nil || len(taken) != 3 {
			t.Fatalf("%v, %v", taken, err)
		}
		if n := f.exec(`update river_job set state = 'running', attempt = 1, attempted_at = created_at, attempted_by = ` + map[bool]string{true: `'["wother","wdead"]'`, false: `array['wother','wdead']`}[strings.HasPrefix(url, "sqlite")]); n != 1 {
			t.Fatalf("%d jobs", n)
		}
		f.exec("update announcements set state = 'sending', owner = 'wdead'")
		mx := mailtest.Start(t, &mailtest.Server{})
		began := time.Now()
		f.start(f.worker(f.smtp(mx), nil))
		f.settled()
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("noticed after %s", took)
		}
		if n := mx.Count(); n != 20 || repeats(t, mx, 1) != 0 {
			t.Errorf("%d mails came, want 20", n)
		}
		if n := f.count("select count(*) from announcements where owner = 'wdead'") + f.count("select count(*) from workers where id = 'wdead'"); n != 0 {
			t.Error("the dead worker still owns something")
		}
	})
}

// TestWaveKeepsToTheRate: many offers at once go out before what is not urgent,
// in the order of the waitlist, at the provider's rate and no faster, and how late
// they are is reported. None of it counts on anybody being quick: a machine that
// stands still makes mails late, and neither early nor wrong.
func TestWaveKeepsToTheRate(t *testing.T) {
	t.Parallel()
	const people, perSecond = 150, 50
	f := newFixture(t, database.Config{URL: testdb.SQLite(t)}, people)
	out := f.register(0, 2*people)
	var cancels []inventory.Command
	for _, o := range out[:people] {
		cancels = append(cancels, inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: o.OrderID})
	}
	var mu sync.Mutex
	var came []time.Time
	var order []string
	var lag []time.Duration
	mx := mailtest.Start(t, &mailtest.Server{Answer: func(phase, to string) error {
		if phase == "RCPT" {
			mu.Lock()
			defer mu.Unlock()
			came, order = append(came, time.Now()), append(order, to)
		}
		return nil
	}})
	before, err := f.store.Events.Event(t.Context(), f.event)
	if err != nil {
		t.Fatal(err)
	}
	f.write(cancels...)
	f.exec("delete from river_job") // what they were told before is not what this is about
	j := f.worker(f.smtp(mx), func(c *delivery.Config) {
		c.Rates = map[string]float64{delivery.MailChannel: perSecond}
		c.Observe = func(o delivery.Observation) {
			if o.Kind == inventory.MsgOffer && o.State == messages.DeliverySent && o.ReleaseToOffer > 0 {
				mu.Lock()
				defer mu.Unlock()
				lag = append(lag, o.OfferToSent)
			}
		}
	})
	// All of them are there before the first goes out, so that only the dispatcher
	// decides which that is.
	if err := j.dispatcher.Route(t.Context(), nil, f.event, before.Event.Seq+1, 1<<40, false); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	f.start(j)
	mailtest.WaitForCount(t, "reported offers", people, func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(lag)
	})
	mu.Lock()
	defer mu.Unlock()
	// A mail can be late, and then several come together. None can be early: the
	// nth leaves n turns after the start, but for the two that the rate lets go ahead.
	for i := range came {
		if after := came[i].Sub(begun); after < time.Duration(i-2)*time.Second/perSecond {
			t.Fatalf("mail %d came after %s, the rate is %d a second", i, after, perSecond)
		}
	}
	// They leave the queue in order: offers as the waitlist stood, then cancellations.
	// A sender may be slow with the one that it has, and the others go on: so of
	// those before the latest that came, each sender but one may have one at most.
	latest := 0
	for i, to := range order[:people] {
		var user int
		if _, err := fmt.Sscanf(to, "user%d@", &user); err != nil {
			t.Fatal(err)
		}
		latest = max(latest, (user+people)%(2*people))
		if ahead := latest - i; ahead > senders-1 {
			t.Fatalf("mail %d went to %s, and %d before it had not come", i, to, ahead)
		}
	}
}

// TestOptionalIsOptional: reminders, what followers are told and the question how it was, and nothing else of what has
// a default text, can be opted out of.
func TestOptionalIsOptional(t *testing.T) {
	t.Parallel()
	for _, kind := range message.Kinds() {
		if message.Optional(kind) != (kind == message.Reminder || kind == message.NewEvent || kind == message.Feedback) {
			t.Errorf("%s", kind)
		}
	}
}
