package jobs_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/sms/smstest"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// evening is a fixture whose people sleep from ten until eight, at ten to ten.
func evening(t *testing.T, url string, capacity int64) (f *fixture, morning inventory.Instant) {
	t.Helper()
	f = newFixture(t, database.Config{URL: url}, capacity)
	ev, err := f.store.Events.Event(t.Context(), f.event)
	if err != nil {
		t.Fatal(err)
	}
	settings := ev.Event.Settings
	settings.Waitlist.QuietFrom, settings.Waitlist.QuietTo = 22*60, 8*60
	f.write(inventory.Configure{Who: inventory.Who{Actor: "system", Staff: true}, StartsAt: ev.Event.StartsAt, EndsAt: ev.Event.EndsAt, Zone: time.UTC, Settings: settings})
	now := f.clock().UTC()
	at := time.Date(now.Year(), now.Month(), now.Day()+1, 21, 50, 0, 0, time.UTC)
	f.later(at.Sub(now))
	return f, inventory.At(at.Add(10*time.Hour + 10*time.Minute))
}

// until moves the clock on to a moment.
func (f *fixture) until(at inventory.Instant) { f.later(at.Time().Sub(f.clock())) }

// TestPhoneWaitsForTheMorning: an offer's mail is taken in the evening and bounces
// at night. The phone rings in the morning, and the window is whole from then on.
func TestPhoneWaitsForTheMorning(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f, morning := evening(t, url, 1)
		phone := smstest.Start(t, &smstest.Server{})
		f.contact("user1", messages.Contact{Phone: "+4930123456", SMSAt: 1})
		j := f.worker(f.smtp(mailtest.Start(t, &mailtest.Server{})), func(c *delivery.Config) { c.SMS = f.twilio(phone) })
		out := f.register(0, 1)
		f.write(f.registration(1)) // waits
		f.write(inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: out[0].OrderID})
		f.start(j)
		f.settled()
		offer := func() told {
			for _, m := range f.messages("user1") {
				if m.Message.Kind == inventory.MsgOffer {
					return m
				}
			}
			t.Fatal("no offer")
			return told{}
		}
		mail := offer().mail()
		if mail.State != messages.DeliverySent {
			t.Fatalf("the mail: %+v", mail)
		}
		f.later(70 * time.Minute)
		if err := j.dispatcher.Report(t.Context(), &mail, delivery.Report{State: messages.DeliveryBounced, Reason: "no such mailbox", Address: true}); err != nil {
			t.Fatal(err)
		}
		if d := offer().by(delivery.SMSChannel); d.State != messages.DeliveryQueued || d.DueAt != morning {
			t.Fatalf("the short message at night: %+v", d)
		}
		whole := morning + inventory.Instant(6*inventory.Hour)
		mailtest.WaitFor(t, "the window to be whole from the morning on", func() bool { return offer().Offer.ExpiresAt == whole })
		if n := len(phone.Received()); n != 0 {
			t.Fatalf("the phone rang %d times at night", n)
		}
		f.until(morning)
		f.settled()
		if got := phone.Received(); len(got) != 1 || offer().by(delivery.SMSChannel).State != messages.DeliverySent || offer().Offer.Extensions != 1 {
			t.Errorf("in the morning the phone got %+v, the offer is %+v", got, offer().Offer)
		}
	})
}

// TestNobodyIsWokenByARetry: the mail server takes nothing from the evening on.
// When it comes back at night, what it had put off waits for the morning.
func TestNobodyIsWokenByARetry(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f, morning := evening(t, url, 1)
		var back atomic.Bool
		mx := mailtest.Start(t, &mailtest.Server{Answer: func(phase, _ string) error {
			if phase == "RCPT" && !back.Load() {
				return &smtp.SMTPError{Code: 451, Message: "come again"}
			}
			return nil
		}})
		out := f.register(0, 1)
		f.write(f.registration(1)) // waits
		f.write(inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: out[0].OrderID})
		j := f.worker(f.smtp(mx), nil)
		f.start(j)
		mailtest.WaitFor(t, "the offer to be tried", func() bool {
			return f.count("select count(*) from deliveries where kind = 'waitlist_offer' and attempts > 1") == 1
		})
		f.later(2 * time.Hour)
		waiting := func() int {
			return f.count("select count(*) from deliveries where state = 'queued' and due_at < " + fmt.Sprint(int64(morning)))
		}
		mailtest.WaitForCount(t, "letters that would go out at night", 0, waiting)
		back.Store(true)
		whole := morning + inventory.Instant(6*inventory.Hour)
		mailtest.WaitFor(t, "the window to be whole from the morning on", func() bool {
			return f.count("select count(*) from offers where expires_at = "+fmt.Sprint(int64(whole))) == 1
		})
		if waiting() != 0 || mx.Count() != 0 {
			t.Fatalf("%d mails came at night", mx.Count())
		}
		f.until(morning)
		f.settled()
		if m := f.messages("user1")[1].mail(); m.State != messages.DeliverySent || m.SentAt < morning {
			t.Errorf("the offer: %+v", m)
		}
	})
}

// TestMailboxDiesBeforeItsTurn: an offer waits for the morning, and meanwhile its
// person's mailbox is found dead by another mail. The phone gets the offer.
func TestMailboxDiesBeforeItsTurn(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f, morning := evening(t, url, 1)
		phone := smstest.Start(t, &smstest.Server{})
		mx := mailtest.Start(t, &mailtest.Server{})
		f.contact("user1", messages.Contact{Phone: "+4930123456", SMSAt: 1})
		out := f.register(0, 1)
		f.write(f.registration(1)) // waits
		f.exec("delete from river_job")
		f.later(time.Hour)
		f.write(inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: out[0].OrderID})
		j := f.worker(f.smtp(mx), func(c *delivery.Config) { c.SMS = f.twilio(phone) })
		f.start(j)
		mailtest.WaitForCount(t, "offers that wait for the morning", 1, func() int {
			return f.count("select count(*) from deliveries where kind = 'waitlist_offer' and channel = 'mail' and due_at = " + fmt.Sprint(int64(morning)))
		})
		if err := f.store.Contacts.Suppress(t.Context(), messages.Suppression{
			OrgID: f.org, Channel: delivery.MailChannel, Address: delivery.AddressKey(key, delivery.MailChannel, "user1@example.org"), Reason: "no such mailbox", CreatedAt: 1,
		}); err != nil {
			t.Fatal(err)
		}
		f.until(morning)
		mailtest.WaitForCount(t, "short messages", 1, func() int { return len(phone.Received()) })
		for _, m := range mx.Received() {
			if m.To == "user1@example.org" {
				t.Errorf("a mail to the dead mailbox: %s", m.Data)
			}
		}
	})
}
