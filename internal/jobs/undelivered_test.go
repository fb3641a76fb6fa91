package jobs_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/database"
	storemessages "github.com/holdfast-events/holdfast/internal/store/messages"
)

// lost stores messages of the event that reached nobody since so long.
func (f *fixture) lost(kind inventory.MessageKind, first, n int, since time.Duration) {
	f.t.Helper()
	list := make([]storemessages.Delivery, n)
	for i := range list {
		list[i] = storemessages.Delivery{
			EventID: f.event, Message: strconv.Itoa(first + i), Channel: "mail", OrgID: f.org, PersonID: f.ids.In(id.Person, f.event), Kind: kind, Seq: int64(first + i),
			State: storemessages.DeliveryFailed, Answer: "no such mailbox", Attempts: 3, CreatedAt: 1, EndedAt: inventory.At(f.clock().Add(-since)),
		}
	}
	_, err := f.store.Deliveries.AddDeliveries(f.t.Context(), list)
	f.must(err)
}

// look runs a job that looks for what is to be told, and waits until it is done.
func (f *fixture) look(args string) {
	f.t.Helper()
	const done = "select count(*) from river_job where kind = 'tell_undelivered' and queue = 'default' and priority = 4 and state = 'completed'"
	before := f.count(done)
	f.must(f.store.Jobs.InsertJobs(f.t.Context(), database.Job{Kind: "tell_undelivered", Args: []byte(args), Queue: "default", Priority: 4, MaxAttempts: 3}))
	mailtest.WaitForCount(f.t, "looks for what is to be told", before+1, func() int { return f.count(done) })
}

// quietNow gives the event quiet hours from an hour before now to three after, or none.
func (f *fixture) quietNow(on bool) {
	f.t.Helper()
	ev, err := f.store.Events.Event(f.t.Context(), f.event)
	f.must(err)
	settings := ev.Event.Settings
	settings.Waitlist.QuietFrom, settings.Waitlist.QuietTo = 0, 0
	if on {
		minute := f.clock().UTC().Hour()*60 + f.clock().UTC().Minute()
		settings.Waitlist.QuietFrom, settings.Waitlist.QuietTo = (minute+1380)%1440, (minute+180)%1440
	}
	f.write(inventory.Configure{Who: inventory.Who{Actor: "system", Staff: true}, StartsAt: ev.Event.StartsAt, EndsAt: ev.Event.EndsAt, Zone: ev.Event.Zone, Settings: settings})
}

func (f *fixture) mailsOf(subject string) (list []storemessages.Mail) {
	f.t.Helper()
	for _, m := range f.box() {
		if strings.Contains(m.Subject, subject) {
			list = append(list, m)
		}
	}
	return list
}

// Owners and organizers are mailed once a day how many messages reached nobody, not in quiet hours, and
// not of those that arrived on another channel.
func TestMembersAreToldOnceADayOfUndeliveredMessages(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		for _, role := range []string{"owner", "organizer", "box_office"} {
			f.member(role)
		}
		f.quietNow(true)
		f.start(f.worker(mail.NewLocal(f.store), nil))
		const digest = `{"digest":true}`
		f.lost(inventory.MsgConfirmed, 1000, 3, 10*time.Minute)
		f.look(digest) // more may come
		f.later(time.Hour)
		f.look(digest) // people sleep
		if n := f.count("select count(*) from river_job where kind = 'send_account_mail'"); n != 0 {
			t.Fatalf("%d mails in quiet hours", n)
		}
		f.quietNow(false)
		sms := storemessages.Delivery{EventID: f.event, Message: "1002", Channel: "sms", OrgID: f.org, PersonID: f.ids.In(id.Person, f.event), Kind: inventory.MsgConfirmed, Seq: 1002, State: storemessages.DeliveryDelivered, CreatedAt: 1, SentAt: 2, EndedAt: 2}
		_, err := f.store.Deliveries.AddDeliveries(t.Context(), []storemessages.Delivery{sms})
		f.must(err)
		f.look(digest)
		f.look(digest)
		f.afterLetters(2)
		mails := f.mailsOf("Undelivered messages: 2")
		if len(mails) != 2 || !strings.Contains(mails[0].TextBody, "/sign-in?to=/manage/undelivered") || !strings.Contains(mails[0].TextBody, "Concert") {
			t.Fatalf("%+v", f.box())
		}
		f.lost(inventory.MsgConfirmed, 2000, 1, 2*time.Hour)
		f.lost(inventory.MsgConfirmed, 3000, 1, 0)
		f.later(20 * time.Hour)
		f.look(digest) // not a day ago
		f.later(5 * time.Hour)
		f.look(digest)
		f.afterLetters(4)
		if mails := f.mailsOf("Undelivered messages: 1"); len(mails) != 2 {
			t.Errorf("%+v", f.box())
		}
	})
}

// Members are mailed at once that offers reached nobody, in quiet hours too, at most once an hour of an
// event, and not of one that was sent again.
func TestMembersAreToldAtOnceOfUndeliveredOffers(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		f.member("owner")
		f.quietNow(true)
		f.start(f.worker(mail.NewLocal(f.store), nil))
		f.lost(inventory.MsgConfirmed, 1000, 1, time.Minute)
		f.look("{}")
		f.lost(inventory.MsgOffer, 2000, 2, time.Minute)
		f.look("{}")
		f.afterLetters(1)
		if mails := f.mailsOf("Concert: offers that reached nobody: 2"); len(mails) != 1 || mails[0].Recipient != "owner@example.org" {
			t.Fatalf("%+v", f.box())
		}
		f.lost(inventory.MsgOfferExtended, 3000, 1, 0)
		f.look("{}")
		f.later(50 * time.Minute)
		f.look("{}") // not an hour ago
		first := f.event
		f.openAt(f.org, 1, true)
		f.lost(inventory.MsgOffer, 2000, 1, 0)
		f.look("{}") // another event's
		f.afterLetters(2)
		f.event = first
		f.later(15 * time.Minute)
		f.look("{}")
		f.afterLetters(3)
		if mails := f.mailsOf("Concert: offers that reached nobody: 1"); len(mails) != 2 {
			t.Errorf("%+v", f.box())
		}
	})
}

// Of two servers that look at once one tells, and what was told long ago is forgotten.
func TestTellingOfUndeliveredMessagesIsStored(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		told := storemessages.UndeliveredTold{OrgID: f.org, EventID: f.event, ToldAt: 100}
		for i, c := range []struct {
			at, before inventory.Instant
			want       bool
		}{{100, 0, true}, {110, 90, false}, {200, 100, true}, {200, 100, false}} {
			told.ToldAt = c.at
			if got, err := f.store.Deliveries.TellUndelivered(t.Context(), told, c.before, nil); err != nil || got != c.want {
				t.Errorf("%d: %t, %v", i, got, err)
			}
		}
		for i, want := range []int64{0, 1, 0} {
			if n, err := f.store.Deliveries.PruneUndeliveredTold(t.Context(), inventory.Instant(200+min(i, 1)), 10); err != nil || n != want {
				t.Errorf("pruned %d, %v", n, err)
			}
		}
		if at, err := f.store.Deliveries.UndeliveredTold(t.Context(), f.org, f.event); err != nil || at != 0 {
			t.Error(at, err)
		}
	})
}

// Of offers that reached nobody what is read is what members were not told of, and of no event of which they
// were told lately.
func TestOnlyNewsOfUndeliveredOffersIsRead(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		ago := func(d time.Duration) inventory.Instant { return inventory.At(f.clock().Add(-d)) }
		f.lost(inventory.MsgOffer, 1000, 2, 90*time.Minute)
		told := inventory.Instant(0)
		for _, c := range []struct {
			told inventory.Instant
			want int
		}{{0, 1}, {ago(2 * time.Hour), 1}, {ago(80 * time.Minute), 0}, {ago(30 * time.Minute), 0}} {
			if c.told > 0 {
				if stored, err := f.store.Deliveries.TellUndelivered(t.Context(), storemessages.UndeliveredTold{OrgID: f.org, EventID: f.event, ToldAt: c.told}, told, nil); err != nil || !stored {
					t.Fatal(stored, err)
				}
				told = c.told
			}
			list, err := f.store.Deliveries.Undelivered(t.Context(), storemessages.UndeliveredQuery{Offers: true, Since: ago(24 * time.Hour), News: ago(time.Hour)})
			if err != nil || len(list) != c.want {
				t.Fatalf("told at %d: %+v, %v", c.told, list, err)
			}
			if c.want == 1 && (list[0].Count != 2 || list[0].Told != c.told) {
				t.Errorf("told at %d: %+v", c.told, list)
			}
		}
		// What has come since is news an hour after they were told.
		f.lost(inventory.MsgOffer, 2000, 1, 0)
		for _, lately := range []bool{true, false} {
			before := ago(time.Hour)
			if !lately {
				before = ago(20 * time.Minute)
			}
			list, err := f.store.Deliveries.Undelivered(t.Context(), storemessages.UndeliveredQuery{Offers: true, Since: ago(24 * time.Hour), News: before})
			if err != nil || len(list) == 0 != lately {
				t.Errorf("told lately %t: %+v, %v", lately, list, err)
			}
		}
	})
}
