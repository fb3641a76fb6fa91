package jobs_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// A link to sign in is mailed with its token, which neither the job nor the row
// holds; one that was used meanwhile is not mailed any more.
func TestLettersAreSent(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		links := identity.Links{Key: make([]byte, 32), Base: "https://tickets.example"}
		j := f.worker(mail.NewLocal(f.store), nil)
		now := inventory.At(time.Now())
		link := func(address string, used inventory.Instant, event string) organizations.SignInLink {
			l := organizations.SignInLink{ID: f.ids.Top(id.SignIn), Purpose: "sign_in", Address: address, Email: address, Locale: "de", EventID: event,
				CreatedAt: now, ExpiresAt: now + inventory.Instant(5*inventory.Minute), UsedAt: used}
			job, err := jobs.AccountMail(accountmail.SignInMail, l.ID, "")
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(job.Args), links.OneTime(identity.ForSignIn, l.ID)) {
				t.Error("the job holds the token")
			}
			if err := f.store.Accounts.CreateSignInLink(t.Context(), l, &job); err != nil {
				t.Fatal(err)
			}
			return l
		}
		link("used@example.org", now, "")
		fresh := link("ada@example.org", 0, "")
		confirm := link("eve@example.org", 0, f.event)
		org, err := f.store.Organizations.AllOrganizations(t.Context(), "", 10)
		if err != nil {
			t.Fatal(err)
		}
		member := organizations.Member{ID: f.ids.Top(id.Member), OrgID: org[0].ID, Address: "grace@example.org", Email: "grace@example.org", Role: "door", CreatedAt: now}
		job, err := jobs.AccountMail(accountmail.InvitationMail, member.ID, member.OrgID)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.store.Organizations.AddMember(t.Context(), member, &job); err != nil {
			t.Fatal(err)
		}
		// An endpoint that is disabled is told to the owner and to nobody else; one
		// that is enabled again meanwhile to nobody.
		olga := organizations.Member{ID: f.ids.Top(id.Member), OrgID: org[0].ID, Address: "olga@example.org", Email: "olga@example.org", Role: "owner", CreatedAt: now}
		if err := f.store.Organizations.AddMember(t.Context(), olga, nil); err != nil {
			t.Fatal(err)
		}
		for i, state := range []string{"enabled", "enabled"} {
			e := messages.WebhookEndpoint{ID: f.ids.Top("whk_"), OrgID: org[0].ID, URL: "https://hooks.example.net/in", Types: []string{}, State: state, CreatedAt: now}
			if err := f.store.Webhooks.CreateWebhook(t.Context(), e); err != nil {
				t.Fatal(err)
			}
			tell, err := j.EndpointDisabled(t.Context(), &e)
			if err != nil || len(tell) != 1 {
				t.Fatalf("%d letters, %v", len(tell), err)
			}
			if done, err := f.store.Webhooks.DisableWebhook(t.Context(), e.ID, "took nothing", tell); err != nil || !done {
				t.Fatalf("not disabled: %v", err)
			}
			if done, err := f.store.Webhooks.DisableWebhook(t.Context(), e.ID, "took nothing", tell); err != nil || done {
				t.Fatalf("disabled twice: %v", err)
			}
			if i == 1 {
				_, err := f.store.Webhooks.ChangeWebhook(t.Context(), e.OrgID, e.ID, func(e *messages.WebhookEndpoint) error {
					e.State = "enabled"
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		f.start(j)
		var mails []messages.Mail
		poll.Until(t, "four letters", func() bool {
			mails = f.box()
			return len(mails) >= 4
		})
		to := map[string]messages.Mail{}
		for _, m := range mails {
			to[m.Recipient] = m
		}
		for recipient, prefix := range map[string]string{"ada@example.org": id.SignIn, "eve@example.org": id.SignIn, "grace@example.org": id.Member, "olga@example.org": id.Member} {
			if m := to[recipient]; !id.Valid(m.Reader, prefix) {
				t.Errorf("the mail to %s is to %q", recipient, m.Reader)
			}
		}
		if m := to["ada@example.org"]; !strings.Contains(m.TextBody, links.OneTimeURL(identity.ForSignIn, fresh.ID)) || !strings.Contains(m.Subject, "Anmeldung") {
			t.Errorf("sign-in: %+v", m)
		} else if strings.Contains(m.TextBody, "10 Minuten") || !strings.Contains(m.TextBody, "Minuten") {
			t.Errorf("a link of five minutes that is mailed again: %s", m.TextBody)
		}
		if m := to["eve@example.org"]; !strings.Contains(m.TextBody, "https://tickets.example/sign-in?to=/events/"+f.event+"#"+links.OneTime(identity.ForSignIn, confirm.ID)) ||
			!strings.Contains(m.Subject, "Adresse bestätigen") {
			t.Errorf("confirmation: %+v", m)
		}
		if m := to["grace@example.org"]; !strings.Contains(m.TextBody, "https://tickets.example/sign-in") || !strings.Contains(m.TextBody, org[0].Name) {
			t.Errorf("invitation: %+v", m)
		}
		if m := to["olga@example.org"]; !strings.Contains(m.TextBody, "hooks.example.net") || !strings.Contains(m.TextBody, "/sign-in?to=/manage/webhooks") {
			t.Errorf("a disabled endpoint: %+v", m)
		}
		if len(mails) != 4 {
			t.Errorf("%d letters", len(mails))
		}
	})
}

// A fresh link is mailed to the address that its person has, in their language; it
// reaches all of theirs, and neither the job nor a row holds it.
func TestFreshLinkIsMailed(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := newFixture(t, database.Config{URL: url}, 1)
		links := identity.Links{Key: make([]byte, 32), Base: "https://tickets.example"}
		j := h.worker(mail.NewLocal(h.store), nil)
		ada := h.registration(7)
		ada.Profile = inventory.Profile{Email: "Ada@example.org", Name: "Ada", Locale: "de"}
		h.write(ada)
		job, err := jobs.FreshLink(ada.OrderID, ada.PersonID)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(job.Args), identity.LinkPrefix) {
			t.Error("the job holds the link")
		}
		if made, err := h.store.People.MailLink(t.Context(), h.event, ada.PersonID, &job, 0, 1); err != nil || !made {
			t.Fatal(made, err)
		}
		h.start(j)
		var found messages.Mail
		poll.Until(t, "the fresh link is mailed", func() bool {
			for _, m := range h.box() {
				if strings.Contains(m.Subject, "Dein neuer Link") {
					found = m
				}
			}
			return found.ID != ""
		})
		_, rest, _ := strings.Cut(found.TextBody, "https://tickets.example/r/")
		link, err := links.Parse(strings.Fields(rest + " ")[0])
		if err != nil || found.Recipient != "Ada@example.org" || link.Reach != identity.ReachFull || link.ID != ada.OrderID || link.Person != ada.PersonID {
			t.Errorf("mailed %+v, %v: %+v", link, err, found)
		}
	})
}

// Whoever enters the address of somebody who is there already is told nothing; that
// person is mailed what they have, once an hour at most, however often it is entered.
func TestWhoIsThereAlreadyIsMailed(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := newFixture(t, database.Config{URL: url}, 1)
		j := h.worker(mail.NewLocal(h.store), nil)
		ada, ben := h.registration(7), h.registration(8)
		ada.Profile = inventory.Profile{Email: "Ada@example.org", Name: "Ada", Locale: "de"}
		ben.JoinWaitlist = true
		h.write(ada, ben)
		enter := func(r inventory.Register) {
			r.Who = inventory.Who{Actor: "public", Origins: []inventory.Origin{{Key: "somewhere", Share: 1}}}
			r.OrderID, r.EntryID, r.PersonID = h.ids.In(id.Order, h.event), h.ids.In(id.Entry, h.event), h.ids.In(id.Person, h.event)
			r.Profile.Email, r.JoinWaitlist = "elsewhere@example.org", true
			h.write(r)
		}
		mailed := func(subject string) (n int, to string) {
			for _, m := range h.box() {
				if strings.Contains(m.Subject, subject) {
					n, to = n+1, m.Recipient
				}
			}
			return n, to
		}
		wait := func(subject string, want int) (to string) {
			t.Helper()
			poll.Until(t, "mailed: "+subject, func() bool {
				var n int
				n, to = mailed(subject)
				return n >= want
			})
			return to
		}
		enter(ada)
		enter(ada)
		enter(ada)
		h.start(j)
		if to := wait("Du bist schon angemeldet", 1); to != "Ada@example.org" {
			t.Errorf("mailed to %s", to)
		}
		enter(ben)
		wait("on the waitlist already", 1) // which comes after those about Ada
		if n, _ := mailed("Du bist schon angemeldet"); n != 1 {
			t.Errorf("she was mailed %d times", n)
		}
		h.later(61 * time.Minute)
		enter(ada)
		wait("Du bist schon angemeldet", 2)
	})
}
