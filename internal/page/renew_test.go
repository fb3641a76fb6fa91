package page_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// mailed takes the job of a fresh link, as the job queue would.
func (f *fixture) mailed(thing, person string) (database.Job, error) {
	kind, ok := identity.KindOf(thing)
	if !ok {
		f.t.Fatalf("no link leads to %q", thing)
	}
	f.fresh = append(f.fresh, pathOf(f.links.FreshURL(kind, thing, person)))
	return database.Job{Kind: "write_letter", Args: []byte("{}"), Queue: "default", Priority: 1, MaxAttempts: 1}, nil
}

// What a link may not do, or no more, its page says, with a button that has a new
// one mailed to the person.
func TestFreshLinkInOneStep(t *testing.T) {
	f := newFixture(t)
	first, person := f.enter("ada")
	path := pathOf(f.links.OrderURL(first.OrderID, person, f.now()))
	f.shows(path, 200, "You’re going")

	f.must(f.store.People.SignOutLinks(context.Background(), f.event, person, inventory.At(f.now())))
	f.serve() // another server, which has not seen the link yet
	f.shows(path, 410, "This link was signed out", "Email me a new link", path+"/renew")
	if w := f.send("POST", path+"/renew", "Sec-Fetch-Site: same-origin"); w.Code != 200 || !strings.Contains(w.Body.String(), "Check your inbox") {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if len(f.fresh) != 1 {
		t.Fatalf("mailed %v", f.fresh)
	}
	f.shows(f.fresh[0], 200, "You’re going")

	// It is the same for a link that has expired, and not for what is none.
	late := pathOf(f.links.OrderURL(first.OrderID, person, f.now()))
	f.later(100 * 24 * time.Hour)
	f.shows(late, 410, "This link has expired", late+"/renew")
	f.send("POST", late+"/renew", "Sec-Fetch-Site: same-origin")
	if len(f.fresh) != 2 {
		t.Errorf("mailed %v", f.fresh)
	}
	f.later(-100 * 24 * time.Hour)
	if w := f.send("POST", path+"x/renew", "Sec-Fetch-Site: same-origin"); w.Code != 404 || len(f.fresh) != 2 {
		t.Errorf("a link that is none: %d, mailed %v", w.Code, f.fresh)
	}
	if w := f.send("POST", path+"/renew", "Sec-Fetch-Site: cross-site"); w.Code != 403 || len(f.fresh) != 2 {
		t.Errorf("from another page: %d, mailed %v", w.Code, f.fresh)
	}
}

// Money comes back for a person with a fresh link, not for one with the mail of a
// confirmation.
func TestMoneyBackTakesFreshLink(t *testing.T) {
	f := newFixture(t, euros, func(c *inventory.Create) { c.Event.Settings.Orders.SelfRefund = true })
	offer, _, order := f.priced()
	f.click(offer+"/accept", "Your tickets are reserved")
	f.pays(offer, 1250)
	if w := f.send("POST", order+"/cancel", "Sec-Fetch-Site: same-origin"); w.Code != 403 || !strings.Contains(w.Body.String(), order+"/renew") {
		t.Fatalf("given back by the link of a confirmation: %d %s", w.Code, w.Body)
	}
	f.shows(order, 200, "You’re going")
	f.send("POST", order+"/renew", "Sec-Fetch-Site: same-origin")
	f.click(f.fresh[0]+"/cancel", "You’re getting a refund")
}

// Anyone who has the page on which an order is paid ends it until then, and not after, and
// the audit log says that it was somebody.
func TestPageOfPayment(t *testing.T) {
	f := newFixture(t, euros, func(c *inventory.Create) { c.Event.Settings.Orders.SelfRefund = true })
	offer, _, order := f.priced()
	f.click(offer+"/accept", "Your tickets are reserved")
	link, err := f.links.Parse(strings.TrimPrefix(order, "/r/"))
	f.must(err)
	paying := pathOf(f.links.BearerURL(link.ID, f.now()))
	f.shows(paying, 200, "Your tickets are reserved")
	f.pays(offer, 1250)
	if w := f.send("POST", paying+"/cancel", "Sec-Fetch-Site: same-origin"); w.Code != 403 {
		t.Fatalf("a paid order was given back from there: %d", w.Code)
	}

	f = newFixture(t, euros)
	offer, _, order = f.priced()
	f.click(offer+"/accept", "Your tickets are reserved")
	link, err = f.links.Parse(strings.TrimPrefix(order, "/r/"))
	f.must(err)
	f.click(pathOf(f.links.BearerURL(link.ID, f.now()))+"/cancel", "This order is cancelled")
	rows, err := f.store.Events.Story(context.Background(), f.event, link.ID, 0, 1)
	f.must(err)
	if rows[0].Actor != "public" {
		t.Errorf("cancelled by %q", rows[0].Actor)
	}
}
