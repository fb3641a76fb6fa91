package jobs_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/desk"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// TestJoinersAreTold: somebody who joins a waitlist by themselves is mailed the link that confirms
// the address, and what becomes of the place; the other system is told who it is when they accept, and
// not before.
func TestJoinersAreTold(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		var mu sync.Mutex
		told := map[string]string{}
		f.post = func(_ context.Context, p *webhook.Parcel) (webhook.Answer, error) {
			mu.Lock()
			defer mu.Unlock()
			o := p.Data.(webhook.ResourceOffer)
			told[p.Type] = o.Name + " " + o.Email
			return webhook.Answer{Status: 204}, nil
		}
		j := f.worker(mail.NewLocal(f.store), nil)
		places, err := desk.New(f.store, jobs.ResourceOutbox, func() time.Time { return f.clock() }, nil)
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(err)
		org, err := f.store.Organizations.AllOrganizations(t.Context(), "", 1)
		must(err)
		now := inventory.At(f.clock())
		of := resources.Resource{
			ID: f.ids.Top(id.Resource), OrgID: org[0].ID, Key: "tables", Name: "Old Harbour", Timezone: "Europe/Vienna", PositionDisplay: "exact", NotifyURL: "https://tables.example/in", SecretVersion: 1,
			PublicPage: true, CreatedAt: now, UpdatedAt: now, Settings: resource.Settings{ClaimWindow: 2 * inventory.Hour, WaitlistLimit: 9, MaxUnits: 4},
		}
		_, _, err = f.store.Resources.PutResource(t.Context(), of)
		must(err)
		f.start(j)
		join := func(name string) string {
			t.Helper()
			a := &resources.ResourceJoin{
				ResourceID: of.ID, EntryID: f.ids.InResource(id.ResourceEntry, of.ID), Name: name, Email: name + "@example.org", Address: name + "@example.org", Locale: "fr",
				Attributes: resource.Attributes{}, Units: 2, RequestedAt: now, ExpiresAt: now + inventory.Instant(2*inventory.Hour),
			}
			letter, err := jobs.AccountMail(message.ResourceAddressMail, a.EntryID, of.OrgID)
			must(err)
			must(f.store.ResourceJoins.Ask(t.Context(), a, letter))
			f.placeMailed(name, "Confirmez votre adresse : Old Harbour", a.EntryID)
			_, err = f.store.ResourceJoins.Confirm(t.Context(), of.ID, a.EntryID, now)
			must(err)
			_, err = places.JoinOwn(t.Context(), a, "self_"+name)
			must(err)
			f.placeMailed(name, "Vous êtes sur la liste d’attente : Old Harbour", a.EntryID)
			return a.EntryID
		}
		ada, ben := join("ada"), join("ben")
		_, _, err = places.Do(t.Context(), of.ID, resource.Receive{Signal: resource.Signal{EventID: "a", Kind: resource.Released, Units: 2, Attributes: resource.Attributes{}}})
		must(err)
		e, err := f.store.Resources.Entry(t.Context(), of.ID, ada)
		must(err)
		_, err = places.Accept(t.Context(), of.ID, e.OfferID, "")
		must(err)
		_, _, err = places.Do(t.Context(), of.ID, resource.Leave{EntryID: ben, Reason: resource.ReasonLeft})
		must(err)
		f.placeMailed("ben", "Vous avez quitté la liste d’attente : Old Harbour", ben)
		deadline := time.Now().Add(time.Minute)
		for {
			mu.Lock()
			open, was := told["resource_offer.open"]
			accepted, done := told["resource_offer.accepted"]
			mu.Unlock()
			if was && done {
				if open != " " || accepted != "ada ada@example.org" {
					t.Errorf("of an offer it is told %q, and when it is accepted %q", open, accepted)
				}
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("told %v", told)
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
}

// placeMailed waits until somebody has a mail that leads to their place.
func (f *fixture) placeMailed(name, subject, entry string) {
	f.t.Helper()
	links := identity.Links{Key: key, Base: "https://tickets.example"}
	deadline := time.Now().Add(time.Minute)
	for {
		box, err := f.store.Mails.Mailbox(f.t.Context(), 50)
		if err != nil {
			f.t.Fatal(err)
		}
		for _, m := range box {
			if m.Recipient == name+"@example.org" && m.Subject == subject && strings.Contains(m.TextBody, links.PlaceURL(entry)) {
				return
			}
		}
		if time.Now().After(deadline) {
			f.t.Fatalf("%s has no mail %q in %v", name, subject, box)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
