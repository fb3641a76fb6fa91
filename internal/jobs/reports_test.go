package jobs_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/sms/smstest"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// TestReportBeforeTheAnswer: the provider says what became of a short message
// before its answer to the sending has been read, so before its name for it is
// known. That is recorded, counts as taken, and what the sender says afterwards
// changes nothing. A report of another message, or of another try, is not ours.
func TestReportBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 10)
		mx := mailtest.Start(t, &mailtest.Server{})
		var j *sending
		var asked, wrong atomic.Int64
		reports := []delivery.Report{
			{State: messages.DeliveryDelivered},
			{State: messages.DeliveryBounced, Reason: "the provider could not deliver it (30005)", Address: true},
		}
		phone := smstest.Start(t, &smstest.Server{Answer: func(to string) *smstest.Refusal {
			n := int(asked.Add(1)) - 1
			d := f.messages(fmt.Sprint("user", n))[0].by(delivery.SMSChannel)
			sid, key := fmt.Sprintf("SM%032d", n+1), delivery.KeyOf(&d)
			for _, other := range []string{"", "x", f.event + ".x", "evt_none." + d.Message} {
				if err := j.dispatcher.Reported(t.Context(), delivery.SMSChannel, sid, other, reports[n]); !errors.Is(err, delivery.ErrNotOurs) {
					wrong.Add(1)
				}
			}
			for range 2 { // the second changes nothing
				if err := j.dispatcher.Reported(t.Context(), delivery.SMSChannel, sid, key, reports[n]); err != nil {
					wrong.Add(1)
				}
			}
			return nil
		}})
		j = f.worker(f.smtp(mx), func(c *delivery.Config) { c.SMS = f.twilio(phone) })
		f.start(j)
		for n := range reports {
			user := fmt.Sprint("user", n)
			f.contact(user, messages.Contact{Phone: fmt.Sprint("+493012345", n, n), SMSAt: 1, Channels: []string{delivery.SMSChannel, delivery.MailChannel}})
			f.register(n, n+1)
			f.settled()
			mailtest.WaitFor(t, "the provider's answer", func() bool { return len(phone.Received()) == n+1 })
			d := f.messages(user)[0].by(delivery.SMSChannel)
			if sid := phone.Received()[n].SID; d.State != reports[n].State || d.Answer != reports[n].Reason || d.ProviderID != sid || d.Owner != "" || d.SentAt == 0 || d.EndedAt == 0 || d.Attempts != 1 {
				t.Errorf("%+v", d)
			}
		}
		if n := wrong.Load(); n != 0 {
			t.Errorf("%d reports were answered otherwise", n)
		}
		// What the sender says is on its way to the record now, or was there already.
		if err := j.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		for n := range reports {
			if d := f.messages(fmt.Sprint("user", n))[0].by(delivery.SMSChannel); d.State != reports[n].State {
				t.Errorf("after the sender's word: %+v", d)
			}
		}
		if n := f.count("select count(*) from suppressions"); n != 1 || phone.Asked() != 2 {
			t.Errorf("%d numbers are suppressed, the provider was asked %d times", n, phone.Asked())
		}
	})
}
