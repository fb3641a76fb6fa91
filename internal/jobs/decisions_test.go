package jobs_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// afterJobs waits until so many jobs of a kind that were inserted by the test are done.
func (f *fixture) afterJobs(kind string, want int) {
	f.t.Helper()
	mailtest.WaitForCount(f.t, "jobs that are done: "+kind, want, func() int {
		return f.count("select count(*) from river_job where kind = '" + kind + "' and max_attempts = 3 and state = 'completed'")
	})
}

// unanswered has so many people accept a unit each of a resource, about whom its own system gives no answer that decides.
func (f *fixture) unanswered(places *waitlists.Service, of *resources.Resource, event string, people int) (offers []string) {
	f.t.Helper()
	ctx := f.t.Context()
	var entries []string
	for i := range people {
		entry := f.ids.InResource(id.ResourceEntry, of.ID)
		user := fmt.Sprint(event, i)
		_, err := places.Join(ctx, of.ID, resource.Join{EntryID: entry, UserID: user, Units: 1, Attributes: resource.Attributes{}}, &resources.ResourceEntry{Email: user + "@example.org"})
		f.must(err)
		entries = append(entries, entry)
	}
	_, _, err := places.Do(ctx, of.ID, resource.Receive{Signal: resource.Signal{EventID: event, Kind: resource.Released, Units: int64(people), Attributes: resource.Attributes{}}})
	f.must(err)
	for _, entry := range entries {
		e, err := f.store.Resources.Entry(ctx, of.ID, entry)
		f.must(err)
		_, err = places.Accept(ctx, of.ID, e.OfferID, "")
		f.must(err)
		_, _, err = places.Do(ctx, of.ID, resource.Conclude{OfferID: e.OfferID, As: resource.OutcomeFailed, Cause: resource.CauseTimeout})
		f.must(err)
		offers = append(offers, e.OfferID)
	}
	return offers
}

// TestMembersAreToldOfUndecidedOffers: owners and organizers are mailed that accepted offers wait for them: of an outage
// once, however many there are, of others an hour later, of another resource at once with all that there is, and again
// after a day; and not when all is decided.
func TestMembersAreToldOfUndecidedOffers(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		owner := f.member("owner")
		for _, role := range []string{"organizer", "box_office", "viewer"} {
			f.member(role)
		}
		asks := func(key, name string) func(*resources.Resource) {
			return func(r *resources.Resource) { r.Key, r.Name, r.ConfirmURL, r.WaitlistLimit = key, name, askAt, 500 }
		}
		places, harbour := f.tables(asks("harbour", "Old Harbour"))
		_, bar := f.tables(asks("bar", "Bar"))
		offers := map[string][]string{harbour.ID: f.unanswered(places, &harbour, "outage", 25)}
		f.asking = func(context.Context, *webhook.Parcel) (webhook.Reply, error) { return webhook.Reply{Status: 503}, nil }
		f.exec("delete from river_job") // what people are mailed
		f.start(f.worker(mail.NewLocal(f.store), nil))
		looks := 0
		look := func() {
			t.Helper()
			looks++
			f.must(f.store.Jobs.InsertJobs(t.Context(), database.Job{Kind: "tell_resource_decisions", Args: []byte("{}"), Queue: "default", Priority: 1, MaxAttempts: 3}))
			f.afterJobs("tell_resource_decisions", looks)
		}
		wanted := 0
		dealt := func(mails int) {
			t.Helper()
			mailtest.WaitForCount(t, "mails to members that are dealt with", mails, func() int {
				return f.count("select count(*) from river_job where kind = 'send_account_mail' and cast(args as text) like '%undecided%' and state = 'completed'")
			})
			wanted = max(wanted, mails)
		}
		// told waits until so many mails about decisions were dealt with, and wants all to have been sent, so many with this
		// subject, as many to each.
		told := func(mails, with int, subject string, has ...string) {
			t.Helper()
			dealt(max(mails, wanted))
			to, sent := map[string]int{}, 0
			for _, m := range f.box() {
				if !strings.Contains(m.Subject, "for you to decide") {
					continue
				}
				if sent++; m.Subject != subject {
					continue
				}
				to[m.Recipient]++
				for _, want := range has {
					if !strings.Contains(m.TextBody, want) {
						t.Errorf("the mail says nothing of %q: %s", want, m.TextBody)
					}
				}
			}
			if sent != mails || len(to) != 2 || to["organizer@example.org"] != with/2 || to["owner@example.org"] != with/2 {
				t.Fatalf("%d mails, %q to %v", sent, subject, to)
			}
		}
		look()
		look()
		told(2, 2, "Old Harbour: accepted offers for you to decide: 25", "/sign-in?to=/manage/resources/harbour")

		offers[harbour.ID] = append(offers[harbour.ID], f.unanswered(places, &harbour, "later", 1)...)
		look()
		told(2, 2, "Old Harbour: accepted offers for you to decide: 25")
		offers[bar.ID] = f.unanswered(places, &bar, "other", 2)
		look()
		told(4, 2, "Test: accepted offers for you to decide: 28", "Old Harbour", "26", "Bar", "/manage/resources/bar", "/manage/resources/harbour")
		f.later(61 * time.Minute)
		look()
		told(6, 4, "Test: accepted offers for you to decide: 28") // of the one that came an hour ago
		look()
		decide := func(of *resources.Resource) {
			t.Helper()
			for _, offer := range offers[of.ID] {
				_, _, err := places.Do(t.Context(), of.ID, resource.Conclude{OfferID: offer, As: resource.OutcomeAccepted, Staff: true})
				f.must(err)
			}
		}
		decide(&harbour)
		f.later(23 * time.Hour)
		look()
		f.later(time.Hour)
		look()
		told(8, 2, "Bar: accepted offers for you to decide: 2", "/sign-in?to=/manage/resources/bar")

		// All are decided before a mail is made, and after a day.
		decide(&bar)
		late, err := jobs.AccountMail(accountmail.UndecidedMail, owner, f.org)
		f.must(err)
		f.must(f.store.Jobs.InsertJobs(t.Context(), late))
		f.later(25 * time.Hour)
		look()
		dealt(9)
		told(8, 2, "Bar: accepted offers for you to decide: 2")
	})
}
