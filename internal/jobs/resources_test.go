package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// TestResourcesAreTold: people are mailed that they wait, what they are offered and what
// became of it, in their language, and the other system is told about offers until it takes it. An
// offer that nobody answers lapses without anybody coming.
func TestResourcesAreTold(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		var mu sync.Mutex
		told, tries := map[string]bool{}, 0
		f.post = func(_ context.Context, p *webhook.Parcel) (webhook.Answer, error) {
			mu.Lock()
			defer mu.Unlock()
			if tries++; tries == 1 {
				return webhook.Answer{Status: 503, Error: "answered 503"}, nil
			}
			o := p.Data.(webhook.ResourceOffer)
			if p.URL != "https://tables.example/in" || !strings.HasPrefix(p.Owner, id.Resource) || p.ID == "" {
				t.Errorf("%+v", p)
			}
			told[p.Type+" "+o.UserID] = true
			return webhook.Answer{Status: 204}, nil
		}
		j := f.worker(mail.NewLocal(f.store), nil)
		must := f.must
		places, of := f.tables(func(r *resources.Resource) { r.NotifyURL = "https://tables.example/in" })
		entries := map[string]string{}
		for _, user := range []string{"ada", "ben", "cyd", "erased"} {
			entries[user] = f.ids.InResource(id.ResourceEntry, of.ID)
			_, err := places.Join(t.Context(), of.ID, resource.Join{EntryID: entries[user], UserID: user, Units: 2, Attributes: resource.Attributes{}},
				&resources.ResourceEntry{Email: user + "@example.org", Locale: map[string]string{"ben": "de", "cyd": "ar"}[user]})
			must(err)
		}
		must(places.Forget(t.Context(), entries["erased"]))
		release := func(event string, units int64) {
			t.Helper()
			_, _, err := places.Do(t.Context(), of.ID, resource.Receive{Signal: resource.Signal{EventID: event, Kind: resource.Released, Units: units, Attributes: resource.Attributes{}}})
			must(err)
		}
		release("a", 4)
		e, err := f.store.Resources.Entry(t.Context(), of.ID, entries["ada"])
		must(err)
		_, _, err = places.Do(t.Context(), of.ID, resource.Answer{OfferID: e.OfferID, Accept: true})
		must(err)
		f.start(j)
		links := identity.Links{Key: key, Base: "https://tickets.example"}
		want := func(mails []string, notices ...string) {
			t.Helper()
			slices.Sort(mails)
			poll.Until(t, fmt.Sprintf("mails %q, and told %q", mails, notices), func() bool {
				var got []string
				for _, m := range f.box() {
					user, _, _ := strings.Cut(m.Recipient, "@")
					got = append(got, user+": "+m.Subject)
					if !strings.Contains(m.TextBody, links.PlaceURL(entries[user])) {
						t.Errorf("no link in %s", m.TextBody)
					}
				}
				slices.Sort(got)
				mu.Lock()
				defer mu.Unlock()
				return slices.Equal(got, mails) && !slices.ContainsFunc(notices, func(n string) bool { return !told[n] })
			})
		}
		short := ""
		poll.Until(t, "ben is told that it is his turn", func() bool {
			for _, m := range f.box() {
				if m.Recipient == "ben@example.org" && strings.Contains(m.Subject, "Du bist dran") {
					short = m.Subject
					if !strings.Contains(m.TextBody, "Old Harbour × 2 ist frei geworden") {
						t.Errorf("%s", m.TextBody)
					}
				}
			}
			return short != ""
		})
		mails := []string{
			"ada: You’re on the waitlist: Old Harbour", "ada: Accepted: Old Harbour", "ben: Du stehst auf der Warteliste: Old Harbour", "ben: " + short, "cyd: أنت في قائمة الانتظار: Old Harbour",
		}
		want(mails, "resource_offer.open ada", "resource_offer.accepted ada", "resource_offer.open ben")
		// Anyone who is erased has no mail any more.
		must(places.Forget(t.Context(), entries["ben"]))
		if slices.ContainsFunc(f.box(), func(m messages.Mail) bool { return m.Recipient == "ben@example.org" }) {
			t.Error("mails to an erased person are left")
		}
		f.later(2*time.Hour + time.Second)
		if n, err := places.Lapse(t.Context()); err != nil || n != 1 {
			t.Errorf("%d, %v", n, err)
		}
		if e, err = f.store.Resources.Entry(t.Context(), of.ID, entries["cyd"]); err != nil || e.State != resource.Expired {
			t.Errorf("%+v %v", e, err)
		}
		mu.Lock()
		if tries < 4 {
			t.Errorf("told %d times", tries)
		}
		mu.Unlock()
	})
}

// tables makes a resource, of which more is said, and returns who decides about it.
func (f *fixture) tables(more func(*resources.Resource)) (*waitlists.Service, resources.Resource) {
	f.t.Helper()
	places, err := waitlists.New(f.store, jobs.ResourceOutbox, func() time.Time { return f.clock() }, nil)
	f.must(err)
	now := inventory.At(f.clock())
	of := resources.Resource{
		ID: f.ids.Top(id.Resource), OrgID: f.org, Key: "tables", Name: "Old Harbour", Timezone: "Europe/Vienna", PositionDisplay: "exact", SecretVersion: 1,
		CreatedAt: now, UpdatedAt: now, Settings: resource.Settings{ClaimWindow: 2 * inventory.Hour, WaitlistLimit: 9, MaxUnits: 4},
	}
	more(&of)
	_, _, err = f.store.Resources.PutResource(f.t.Context(), of)
	f.must(err)
	return places, of
}

// askAt is where another system is asked about what is accepted.
const askAt = "https://tables.example/confirm"

// TestAcceptsAreAsked: a job asks about what was accepted, and people are mailed what was
// answered, in their language.
func TestAcceptsAreAsked(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		answers := map[string]webhook.Reply{"ada": {Status: 201}, "ben": {Status: 409}, "cyd": {Status: 422, Reason: "payment_failed", Message: "Card expired"}}
		f.asking = func(_ context.Context, p *webhook.Parcel) (webhook.Reply, error) {
			q := p.Data.(webhook.ResourceConfirm)
			if p.URL != askAt || p.ID != q.OfferID || q.PaymentMethodID != "pm_"+q.UserID {
				t.Errorf("%+v", p)
			}
			return answers[q.UserID], nil
		}
		j := f.worker(mail.NewLocal(f.store), nil)
		must := f.must
		places, of := f.tables(func(r *resources.Resource) { r.ConfirmURL = askAt })
		for _, user := range []string{"ada", "ben", "cyd"} {
			_, err := places.Join(t.Context(), of.ID, resource.Join{EntryID: f.ids.InResource(id.ResourceEntry, of.ID), UserID: user, Units: 1, Attributes: resource.Attributes{}},
				&resources.ResourceEntry{Email: user + "@example.org", Locale: map[string]string{"cyd": "de"}[user]})
			must(err)
		}
		_, _, err := places.Do(t.Context(), of.ID, resource.Receive{Signal: resource.Signal{EventID: "a", Kind: resource.Released, Units: 3, Attributes: resource.Attributes{}}})
		must(err)
		offers, err := f.store.Resources.OffersPage(t.Context(), of.ID, false, 0, 9)
		must(err)
		for _, o := range offers {
			e, err := f.store.Resources.Entry(t.Context(), of.ID, o.EntryID)
			must(err)
			_, err = places.Accept(t.Context(), of.ID, o.ID, "pm_"+e.UserID)
			must(err)
		}
		if n := f.count("select count(*) from river_job where kind = 'resource_confirm'"); n != 3 {
			t.Errorf("%d jobs for 3 accepts", n)
		}
		if n := f.count("select count(*) from river_job where cast(args as text) like '%pm!_%' escape '!'"); n != 0 {
			t.Errorf("%d jobs have the means of payment", n)
		}
		f.start(j)
		mailtest.WaitForCount(t, "mails about what was answered", 3, func() (n int) {
			for _, m := range f.box() {
				text := m.TextBody
				switch {
				case m.Recipient == "ada@example.org" && m.Subject == "Accepted: Old Harbour",
					m.Recipient == "ben@example.org" && m.Subject == "No longer available: Old Harbour" && strings.Contains(text, "You keep your place"),
					m.Recipient == "cyd@example.org" && m.Subject == "Nicht bestätigt: Old Harbour" && strings.Contains(text, "Die Zahlung hat nicht geklappt.") && strings.Contains(text, "„Card expired“"):
					n++
				}
			}
			return n
		})
		if n := f.count("select count(*) from resource_confirmations where state <> 'ended' or payment_method <> '' or attempts <> 1"); n != 0 {
			t.Errorf("%d have not ended", n)
		}
	})
}

// accepted has somebody accept an offer of a resource, at a time.
func (f *fixture) accepted(at func() time.Time, of *resources.Resource, user string) (places *waitlists.Service, offer string) {
	f.t.Helper()
	places, err := waitlists.New(f.store, jobs.ResourceOutbox, at, nil)
	f.must(err)
	entry := f.ids.InResource(id.ResourceEntry, of.ID)
	_, err = places.Join(f.t.Context(), of.ID, resource.Join{EntryID: entry, UserID: user, Units: 1, Attributes: resource.Attributes{}}, &resources.ResourceEntry{Email: user + "@example.org"})
	f.must(err)
	_, _, err = places.Do(f.t.Context(), of.ID, resource.Receive{Signal: resource.Signal{EventID: user, Kind: resource.Released, Units: 1, Attributes: resource.Attributes{}}})
	f.must(err)
	e, err := f.store.Resources.Entry(f.t.Context(), of.ID, entry)
	f.must(err)
	_, err = places.Accept(f.t.Context(), of.ID, e.OfferID, "")
	f.must(err)
	return places, e.OfferID
}

// TestWhatCannotBeAsked: where this server cannot ask the other system, because it has not the key,
// say, it tries for as long as it would ask, and leaves it to people then.
func TestWhatCannotBeAsked(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		now := f.clock()
		_, of := f.tables(func(r *resources.Resource) { r.ConfirmURL = askAt })
		places, offer := f.accepted(func() time.Time { return now }, &of, "ada")
		noKey, begun, tries := errors.New("there is no key"), now, 0
		for {
			tries++
			again, err := places.Confirm(t.Context(), of.ID, offer, func(context.Context, *waitlists.Question) (waitlists.Reply, error) { return waitlists.Reply{}, noKey })
			if !errors.Is(err, noKey) {
				t.Fatalf("why it cannot be asked is not said: %v", err)
			}
			a, err := f.store.Resources.Confirmation(t.Context(), of.ID, offer)
			f.must(err)
			if again == 0 {
				if a.State != resource.Failed || a.Cause != resource.CauseNotAsked {
					t.Errorf("%+v", a)
				}
				break
			}
			if a.State != resource.Asking || a.DueAt != again || a.LeasedUntil != 0 || a.LastCause != resource.CauseNotAsked || tries > 100 {
				t.Fatalf("after %d tries: %+v", tries, a)
			}
			now = again.Time()
		}
		if asked := now.Sub(begun); asked < 50*time.Minute || asked > time.Hour {
			t.Errorf("it was tried for %s", asked)
		}
		// Whoever stops meanwhile leaves it to those who come once the lease is over.
		_, _, err := places.Do(t.Context(), of.ID, resource.Retry{OfferID: offer})
		f.must(err)
		ctx, stop := context.WithCancel(t.Context())
		if _, err := places.Confirm(ctx, of.ID, offer, func(context.Context, *waitlists.Question) (waitlists.Reply, error) {
			stop()
			return waitlists.Reply{}, ctx.Err()
		}); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		if a, err := f.store.Resources.Confirmation(t.Context(), of.ID, offer); err != nil || a.LeasedUntil != inventory.At(now)+inventory.Instant(resource.AskLease) {
			t.Errorf("%+v, %v", a, err)
		}
	})
}

// TestWhatNobodyAsks: an offer that was accepted, and whose job is gone, is asked about after a while
// by another job, once.
func TestWhatNobodyAsks(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		f.asking = func(context.Context, *webhook.Parcel) (webhook.Reply, error) { return webhook.Reply{Status: 201}, nil }
		j := f.worker(mail.NewLocal(f.store), nil)
		now := f.clock().Add(-time.Hour)
		_, of := f.tables(func(r *resources.Resource) {
			r.ConfirmURL, r.CreatedAt, r.UpdatedAt = askAt, inventory.At(now), inventory.At(now)
		})
		places, offer := f.accepted(func() time.Time { return now }, &of, "ada")
		f.exec("delete from river_job where kind = 'resource_confirm'")
		taken := func(want int) {
			t.Helper()
			n, err := places.AskAbandoned(t.Context(), 10, func(resourceID, of string) (database.Job, error) {
				if of != offer {
					t.Errorf("%s is asked about", of)
				}
				return database.Job{Kind: "resource_confirm", Args: fmt.Appendf(nil, `{"resource_id":%q,"offer_id":%q}`, resourceID, of), Queue: "nobody", Priority: 2, MaxAttempts: 1}, nil
			})
			f.must(err)
			if n != want || f.count("select count(*) from river_job where kind = 'resource_confirm'") != want {
				t.Errorf("%d are asked about, want %d", n, want)
			}
		}
		now = now.Add(9 * time.Minute)
		taken(0)
		now = now.Add(2 * time.Minute)
		taken(1)
		f.exec("delete from river_job where kind = 'resource_confirm'")
		taken(0) // the job that was made has its time
		f.start(j)
		poll.Until(t, "the offer is asked about", func() bool {
			a, err := f.store.Resources.Confirmation(t.Context(), of.ID, offer)
			f.must(err)
			return a.State == resource.Ended && a.Outcome == resource.OutcomeAccepted
		})
	})
}

// TestPricesAreHandedOn: the other system is told what a unit costs, as it was when the offer was
// made, and what the person has paid for their place.
func TestPricesAreHandedOn(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		asked := make(chan webhook.ResourceConfirm, 1)
		f.asking = func(_ context.Context, p *webhook.Parcel) (webhook.Reply, error) {
			asked <- p.Data.(webhook.ResourceConfirm)
			return webhook.Reply{Status: 201}, nil
		}
		j := f.worker(mail.NewLocal(f.store), nil)
		must := f.must
		places, of := f.tables(func(r *resources.Resource) {
			r.ConfirmURL, r.Price, r.PriceCurrency, r.HoldFee, r.HoldFeeCurrency, r.GiveBack = askAt, 4500, "EUR", 500, "EUR", resource.GiveNever
		})
		entry := f.ids.InResource(id.ResourceEntry, of.ID)
		_, err := places.Join(t.Context(), of.ID, resource.Join{EntryID: entry, UserID: "ada", Units: 1, Attributes: resource.Attributes{}}, &resources.ResourceEntry{Email: "ada@example.org"})
		must(err)
		_, _, err = places.Do(t.Context(), of.ID, resource.Pay{EntryID: entry, PaymentID: "pay_1", Money: resource.Money{Amount: 500, Currency: "EUR"}})
		must(err)
		_, _, err = places.Do(t.Context(), of.ID, resource.Receive{Signal: resource.Signal{EventID: "a", Kind: resource.Released, Units: 1, Attributes: resource.Attributes{}}})
		must(err)
		of.Settings.Price = 9900 // from now on
		_, _, err = f.store.Resources.PutResource(t.Context(), of)
		must(err)
		offers, err := f.store.Resources.OffersPage(t.Context(), of.ID, false, 0, 9)
		must(err)
		_, err = places.Accept(t.Context(), of.ID, offers[0].ID, "")
		must(err)
		f.start(j)
		q := <-asked
		if q.Price == nil || *q.Price != (webhook.Money{Amount: 4500, Currency: "EUR"}) {
			t.Errorf("price %+v", q.Price)
		}
		if q.HoldFee == nil || *q.HoldFee != (webhook.HoldFee{Money: webhook.Money{Amount: 500, Currency: "EUR"}, GiveBack: "never", PaymentID: "pay_1"}) {
			t.Errorf("fee %+v", q.HoldFee)
		}
	})
}
