package jobs_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/holdfast-events/holdfast/internal/campaign"
	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// purpose makes a purpose of marketing, for which the event asks.
func (f *fixture) purpose(words string) string {
	f.t.Helper()
	text := consent.Text{Default: "en", Words: map[string]string{"en": words, "de": "Neues von " + words}}
	document, err := text.Encode()
	if err != nil {
		f.t.Fatal(err)
	}
	p := audience.ConsentPurpose{OrgID: f.org, ID: f.ids.Top(id.Purpose), Kind: string(consent.Marketing), CreatedAt: f.instant()}
	if err := f.store.Consents.MakePurpose(f.t.Context(), p, document, consent.MaxPurposes); err != nil {
		f.t.Fatal(err)
	}
	return p.ID
}

// agree registers somebody for the event who has agreed to purposes, and returns their code.
func (f *fixture) agree(n int, email, locale string, proven bool, purposes ...string) string {
	f.t.Helper()
	r := f.registration(n)
	r.Profile.Email = email
	code := identity.Links{Key: key}.ConsentCode(f.org, r.UserID)
	req := sequencer.Request{EventID: f.event, Command: r}
	for _, p := range purposes {
		req.Consents = append(req.Consents, audience.ConsentEntry{PurposeID: p, OrgID: f.org, Code: code, Version: 1, Locale: locale, Way: "registration", Proven: proven, Actor: "person"})
	}
	f.writing.Lock()
	defer f.writing.Unlock()
	if results, _ := f.writer.Write(f.t.Context(), f.event, []sequencer.Request{req}); results[0].Err != nil || results[0].Reply.Code != inventory.OK {
		f.t.Fatalf("%+v", results[0])
	}
	return code
}

// campaign writes to people who have agreed, from a time on.
func (f *fixture) campaign(purpose string, wanted campaign.Audience, due inventory.Instant) string {
	f.t.Helper()
	text, err := campaign.Encode(&campaign.Text{Default: "en", EventID: f.event, Words: map[string]campaign.Words{
		"en": {Subject: "The season opens", Body: []string{"Dear {name}, come."}}, "de": {Subject: "Die Saison beginnt", Body: []string{"Hallo {name}, komm."}},
	}})
	if err != nil {
		f.t.Fatal(err)
	}
	to, err := campaign.Encode(&wanted)
	if err != nil {
		f.t.Fatal(err)
	}
	c := audience.Campaign{OrgID: f.org, ID: f.ids.Top(id.Campaign), PurposeID: purpose, Audience: to, Text: text, CreatedBy: "key_1", CreatedAt: f.instant(), DueAt: due, State: audience.CampaignPlanned, UpdatedAt: f.instant()}
	if err := f.store.Campaigns.Create(f.t.Context(), c); err != nil {
		f.t.Fatal(err)
	}
	return c.ID
}

// TestCampaign: what an organization writes to people who have agreed goes once to each address of
// those whose consent stands when it is sent, in their language, with a header and a link that
// withdraw it: not to people who agreed to something else, withdrew, are suppressed, erased, or have
// not confirmed their address; to those of one event alone where it is for those; and within a day
// no more than the limit. A server that is killed sends nobody another mail.
func TestCampaign(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 50)
		first := f.event
		news, other := f.purpose("new concerts"), f.purpose("new records")
		ctx := t.Context()
		f.agree(1, "ada@example.org", "en", true, news, other)
		f.agree(2, "dora@example.org", "de", true, news)
		gone := f.agree(3, "gone@example.org", "en", true, news)
		f.agree(4, "records@example.org", "en", true, other)
		f.agree(5, "dead@example.org", "en", true, news)
		f.agree(6, "typed@example.org", "en", false, news)
		f.agree(7, "Ada@example.org", "en", true, news) // another name for her
		f.agree(8, "erased@example.org", "en", true, news)
		late := f.agree(9, "late@example.org", "en", true, news)
		f.openAt(f.org, 50, true)
		f.agree(10, "elsewhere@example.org", "en", true, news)
		must := f.must
		_, err := f.store.Consents.Withdraw(ctx, f.org, gone, news, "person", "", f.instant())
		must(err)
		must(f.store.Contacts.Suppress(ctx, messages.Suppression{OrgID: f.org, Channel: delivery.MailChannel, Address: delivery.AddressKey(key, delivery.MailChannel, "dead@example.org"), Reason: "bounced"}))
		f.event = first
		f.write(inventory.Erase{Who: staff, UserID: "user8"})
		now := f.instant()
		all := f.campaign(news, campaign.Audience{EventIDs: []string{first}}, now)
		planned := f.campaign(news, campaign.Audience{Unconfirmed: true}, now+inventory.Instant(inventory.Hour))

		local := mail.NewLocal(f.store)
		sent := func(c string, state string) func() int {
			return func() int {
				return f.count(fmt.Sprintf("select count(*) from campaign_mails where campaign_id = '%s' and state = '%s'", c, state))
			}
		}
		done := func(c string) func() int {
			return func() int {
				return f.count(fmt.Sprintf("select count(*) from campaigns where id = '%s' and state = 'done'", c))
			}
		}
		f.round(local, "the campaign to be done", 1, done(all))
		got := f.mailed()
		for address, subject := range map[string]string{"dora@example.org": "Die Saison beginnt", "late@example.org": "The season opens"} {
			if n := len(got[address]); n == 0 || got[address][0].Subject != subject && got[address][n-1].Subject != subject {
				t.Errorf("%s: %+v", address, got[address])
			}
		}
		letters := func() (n int, to string) {
			for address, list := range f.mailed() {
				for _, m := range list {
					if m.Subject == "The season opens" || m.Subject == "Die Saison beginnt" {
						n, to = n+1, to+" "+address
					}
				}
			}
			return n, to
		}
		if n, to := letters(); n != 3 {
			t.Errorf("%d were mailed:%s", n, to)
		}
		if n := sent(all, "suppressed")(); n != 1 {
			t.Errorf("%d are noted as suppressed", n)
		}
		for _, m := range f.mailed()["dora@example.org"] {
			if m.Subject == "Die Saison beginnt" && (!strings.Contains(m.TextBody, "Neues von new concerts") || !strings.Contains(m.TextBody, "https://tickets.example/m/") || !strings.Contains(m.TextBody, "Hallo Person, komm.")) {
				t.Errorf("the mail: %s", m.TextBody)
			}
		}
		rows, err := f.store.Campaigns.MailsOf(ctx, f.org, all, 0, 10)
		must(err)
		if len(rows) != 4 || rows[0].Email == "" {
			t.Errorf("%+v", rows)
		}

		// By SMTP, an hour later: with the header; somebody has withdrawn meanwhile. A day has room
		// for five.
		_, err = f.store.Consents.Withdraw(ctx, f.org, late, news, "person", "", f.instant())
		must(err)
		f.later(2 * time.Hour)
		f.campaignMails = 5
		mx := mailtest.Start(t, &mailtest.Server{})
		f.round(f.smtp(mx), "two more mails", 2, sent(planned, "sent"))
		if n := done(planned)(); n != 0 {
			t.Error("it is done, and two are left")
		}
		f.later(23 * time.Hour)
		f.round(f.smtp(mx), "the campaign to be done", 1, done(planned))
		letter := 0
		for _, r := range mx.Received() {
			if r.Header("Subject") != "The season opens" && r.Header("Subject") != "Die Saison beginnt" {
				continue
			}
			letter++
			if r.To == "late@example.org" || r.To == "dead@example.org" || r.To == "erased@example.org" || r.To == "gone@example.org" || r.To == "records@example.org" {
				t.Errorf("%s was mailed", r.To)
			}
			if r.Header("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || !strings.HasPrefix(r.Header("List-Unsubscribe"), "<https://tickets.example/m/") {
				t.Errorf("no header of RFC 8058: %s", r.Data)
			}
		}
		if letter != 4 { // ada, dora, typed, elsewhere
			t.Errorf("%d mails", letter)
		}
		if n := f.count("select count(*) from campaign_mails where person_id <> '' and event_id = '" + first + "' and person_id in (select id from people where erased_at > 0)"); n != 0 {
			t.Errorf("%d mails lead to somebody who was erased", n)
		}
	})
}

// TestCampaignHeldUp: a mailbox that is full and one that is slow hold up nobody behind them, and are
// tried again for a day; whoever is erased between the claim of their mail and the moment it goes out
// gets none; and a server that dies after a mail server took a mail sends that one again, as the same.
func TestCampaignHeldUp(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 50)
		news := f.purpose("new concerts")
		for n := range 12 {
			f.agree(n, fmt.Sprintf("user%d@example.org", n), "en", true, news)
		}
		f.round(mail.NewLocal(f.store), "confirmations", 12, func() int { return f.count("select count(*) from deliveries where state = 'sent'") })
		full, slow, gone := "user0@example.org", "user1@example.org", ""
		var asked sync.Map
		var erased sync.Once
		mx := mailtest.Start(t, &mailtest.Server{Answer: func(phase, to string) error {
			if phase != "RCPT" {
				return nil
			}
			_, again := asked.LoadOrStore(to, true)
			if to == full || to == slow && !again {
				return &smtp.SMTPError{Code: 452, Message: "the mailbox is full"}
			}
			erased.Do(func() { // somebody whose mail is claimed, and not sent yet
				for n := 11; gone == ""; n-- {
					who := fmt.Sprintf("user%d@example.org", n)
					if _, known := asked.Load(who); known || who == full || who == slow {
						continue
					}
					gone = who
					f.write(inventory.Erase{Who: staff, UserID: fmt.Sprint("user", n)})
				}
			})
			return nil
		}})
		c := f.campaign(news, campaign.Audience{EventIDs: []string{f.event}}, f.instant())
		in := func(state string) func() int {
			return func() int {
				return f.count(fmt.Sprintf("select count(*) from campaign_mails where campaign_id = '%s' and state = '%s'", c, state))
			}
		}
		f.round(f.smtp(mx), "mails behind those that are held up", 9, in("sent"))
		if n := in("withdrawn")(); n != 1 || gone == "" {
			t.Errorf("%d mails of somebody who was erased, %q", n, gone)
		}
		f.later(2 * time.Minute)
		f.round(f.smtp(mx), "the mail to a slow mailbox", 10, in("sent"))
		if n := f.count("select count(*) from campaigns where state = 'done'"); n != 0 || in("claimed")() != 1 {
			t.Error("the campaign is over, and one mail is still tried")
		}
		f.later(25 * time.Hour)
		f.round(f.smtp(mx), "the mail to a full mailbox to be given up", 1, in("failed"))
		f.round(f.smtp(mx), "the campaign to be over", 1, func() int { return f.count("select count(*) from campaigns where state = 'done'") })
		if n := repeats(t, mx, 1); n != 0 {
			t.Errorf("%d mails came twice", n)
		}
		for _, r := range mx.Received() {
			if r.To == gone && r.Header("Subject") == "The season opens" {
				t.Errorf("%s was erased, and mailed", gone)
			}
		}

		killed := &dying{Local: mail.NewLocal(f.store)}
		c = f.campaign(news, campaign.Audience{EventIDs: []string{f.event}}, f.instant())
		f.round(killed, "mails before it was killed", 1, func() int { return min(1, int(killed.sent.Load())) })
		f.later(2 * time.Minute)
		f.round(mail.NewLocal(f.store), "the campaign to be over", 2, func() int { return f.count("select count(*) from campaigns where state = 'done'") })
		if n := in("sent")(); n != 11 {
			t.Errorf("%d were sent", n)
		}
		for address, list := range f.mailed() {
			of := map[string]bool{}
			for _, m := range list {
				if m.Subject == "The season opens" {
					of[m.ID] = true
				}
			}
			if len(of) > 1 {
				t.Errorf("%s got %d mails", address, len(of))
			}
		}
	})
}
