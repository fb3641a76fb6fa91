package jobs_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
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
		must, now := f.must, inventory.At(f.clock())
		places, of := f.tables(func(r *resources.Resource) { r.NotifyURL, r.PublicPage = "https://tables.example/in", true })
		f.start(j)
		join := func(name string) string {
			t.Helper()
			a := &resources.ResourceJoin{
				ResourceID: of.ID, EntryID: f.ids.InResource(id.ResourceEntry, of.ID), Name: name, Email: name + "@example.org", Address: name + "@example.org", Locale: "fr",
				Attributes: resource.Attributes{}, Units: 2, RequestedAt: now, ExpiresAt: now + inventory.Instant(2*inventory.Hour),
			}
			letter, err := jobs.AccountMail(accountmail.ResourceAddressMail, a.EntryID, of.OrgID)
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
		_, _, err := places.Do(t.Context(), of.ID, resource.Receive{Signal: resource.Signal{EventID: "a", Kind: resource.Released, Units: 2, Attributes: resource.Attributes{}}})
		must(err)
		e, err := f.store.Resources.Entry(t.Context(), of.ID, ada)
		must(err)
		_, err = places.Accept(t.Context(), of.ID, e.OfferID, "")
		must(err)
		_, _, err = places.Do(t.Context(), of.ID, resource.Leave{EntryID: ben, Reason: resource.ReasonLeft})
		must(err)
		f.placeMailed("ben", "Vous avez quitté la liste d’attente : Old Harbour", ben)
		poll.Until(t, "the other system knows of both", func() bool {
			mu.Lock()
			defer mu.Unlock()
			_, was := told["resource_offer.open"]
			_, done := told["resource_offer.accepted"]
			return was && done
		})
		mu.Lock()
		defer mu.Unlock()
		if open, accepted := told["resource_offer.open"], told["resource_offer.accepted"]; open != " " || accepted != "ada ada@example.org" {
			t.Errorf("of an offer it is told %q, and when it is accepted %q", open, accepted)
		}
	})
}

// placeMailed waits until somebody has a mail that leads to their place.
func (f *fixture) placeMailed(name, subject, entry string) {
	f.t.Helper()
	links := identity.Links{Key: key, Base: "https://tickets.example"}
	poll.Until(f.t, name+" is mailed "+subject, func() bool {
		return slices.ContainsFunc(f.box(), func(m messages.Mail) bool {
			return m.Recipient == name+"@example.org" && m.Subject == subject && strings.Contains(m.TextBody, links.PlaceURL(entry))
		})
	})
}
