package jobs_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// TestFoundMail: an address is mailed links to what it has, at events to come and lately
// over, and nothing of what it gave back; one that has nothing is mailed that; and a mail
// that comes too late is not sent.
func TestFoundMail(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		first, org := f.event, f.org
		f.register(1, 3) // 2 waits
		second := f.openAt(org, 5, true)
		f.register(1, 2)
		third := f.openAt(org, 5, true)
		f.register(1, 2)
		f.write(inventory.Cancel{Who: inventory.Who{Actor: "system", Staff: true}, UserID: "user1"})
		f.event = first
		j := f.worker(mail.NewLocal(f.store), nil)
		now := inventory.At(f.clock())
		ask := func(email string, life inventory.Micros) {
			t.Helper()
			l := organizations.SignInLink{
				ID: f.ids.Top(id.SignIn), Purpose: "find", Address: email, Email: email, Locale: "en", CreatedAt: now, ExpiresAt: now + inventory.Instant(life),
			}
			job, err := jobs.AccountMail(accountmail.FoundMail, l.ID, "")
			if err != nil {
				t.Fatal(err)
			}
			if err := f.store.Accounts.CreateSignInLink(t.Context(), l, &job); err != nil {
				t.Fatal(err)
			}
		}
		ask("user1@example.org", 10*inventory.Minute)
		ask("user2@example.org", 10*inventory.Minute)
		ask("nobody@example.org", 10*inventory.Minute)
		ask("late@example.org", -inventory.Minute)
		f.start(j)
		link := regexp.MustCompile(`/([a-z])/hl_[A-Za-z0-9_-]+`)
		// found are the subjects of the mails that were asked for, and the kinds of their links.
		found := func(jobs int) map[string]string {
			t.Helper()
			mails := f.afterLetters(jobs)
			got := map[string]string{}
			for i := range mails {
				m := &mails[i]
				if !strings.Contains(m.Subject, "tickets") || strings.Contains(m.Subject, "Concert") || got[m.Recipient] != "" {
					continue // what registering tells, or an older one
				}
				kinds := ""
				for _, l := range link.FindAllStringSubmatch(m.TextBody, -1) {
					kinds += l[1]
				}
				got[m.Recipient] = m.Subject + " " + kinds
				if kinds != "" && (!strings.Contains(m.TextBody, "Concert, ") || !strings.Contains(m.HTMLBody, "Concert</a>")) {
					t.Errorf("%s\n%s", m.TextBody, m.HTMLBody)
				}
			}
			return got
		}
		got := found(4)
		want := map[string]string{"user1@example.org": "Your tickets rr", "user2@example.org": "Your tickets e", "nobody@example.org": "No tickets with this address "}
		for to, subject := range want {
			if got[to] != subject {
				t.Errorf("%s was mailed %q, want %q", to, got[to], subject)
			}
		}
		if len(got) != len(want) {
			t.Errorf("mails %+v of %s, %s and %s", got, first, second, third)
		}
		for i, c := range []struct {
			days time.Duration
			want string
		}{{40, "Your tickets rr"}, {30, "No tickets with this address "}} {
			f.later(c.days * 24 * time.Hour)
			now = inventory.At(f.clock())
			ask("user1@example.org", 10*inventory.Minute)
			if got := found(5 + i)["user1@example.org"]; got != c.want {
				t.Errorf("later: %q, want %q", got, c.want)
			}
		}
	})
}
