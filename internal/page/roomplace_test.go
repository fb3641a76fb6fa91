package page_test

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

// waitingRooms has the pages show places in waiting rooms, and lets people join these.
func (f *fixture) waitingRooms() (*turnstile.Turnstile, *joins.Writer) {
	f.t.Helper()
	now := func() inventory.Instant { return inventory.At(f.now()) }
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	rooms, err := turnstile.New(turnstile.Config{Store: f.store, Key: make([]byte, 32), Receipts: []ed25519.PublicKey{key.Public().(ed25519.PublicKey)}, Queued: func(string) float64 { return 0 }, Now: now})
	f.must(err)
	writer, err := joins.New(joins.Config{Store: f.store, Key: key, IdentityKey: make([]byte, 32), Now: now})
	f.must(err)
	f.t.Cleanup(func() { f.must(writer.Close(context.Background())) })
	f.serve(func(c *page.Config) { c.Rooms, c.RoomReceipt = rooms, writer.Receipt })
	return rooms, writer
}

// TestPostponedPlace: whoever waits for an event that is postponed reads that their place, or their
// part in the draw, stays, and not that nobody needs one; the page is looked at again.
func TestPostponedPlace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode inventory.OnsaleMode
		says []string
		not  string
	}{
		{inventory.OnsaleQueue, []string{"Your number", ">1<", "Your place stays yours."}, "still in the draw"},
		{inventory.OnsaleDraw, []string{"You’re still in the draw."}, "Your place stays yours"},
		{inventory.OnsaleBallot, []string{"If you’ve entered the ballot, you’re still in it"}, "Your place stays yours"},
	} {
		t.Run(string(c.mode), func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			rooms, writer := f.waitingRooms()
			v, err := f.store.Events.Event(t.Context(), f.event)
			f.must(err)
			e := v.Event
			opens := inventory.At(f.now()) + inventory.Instant(inventory.Minute)
			o := inventory.Onsale{Mode: c.mode, Identity: inventory.OnsaleNobody, Inside: 1, Admission: 10 * inventory.Minute, OpensAt: opens, ServesAt: opens + inventory.Instant(2*inventory.Hour)}
			if c.mode != inventory.OnsaleQueue {
				hash := sha256.Sum256(nil)
				o.SealsAt = opens + inventory.Instant(inventory.Hour)
				o.Beacon = inventory.OnsaleBeacon{Kind: inventory.BeaconCeremony, Commitment: hex.EncodeToString(hash[:]), Source: "the lottery", Members: 1}
			}
			if c.mode == inventory.OnsaleBallot {
				o.Identity, o.Inside, o.Admission = inventory.OnsaleAccount, 0, 0
			}
			e.Settings.Onsale = o
			f.submit(inventory.Configure{Who: staff, From: &v.Event, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings}, nil)
			f.later(2 * time.Minute)
			join := func() *waitroom.Receipt {
				if c.mode != inventory.OnsaleBallot {
					r, err := writer.Join(t.Context(), f.event, "a")
					f.must(err)
					return r
				}
				r, err := writer.JoinBallot(t.Context(), f.event, "a", &waitingrooms.RoomWish{UserID: "mail:a@example.org", Email: "a@example.org", Name: "Ada", Tiers: `["` + f.tier + `"]`, Units: 1})
				f.must(err)
				return r
			}
			path := pathOf(f.links.RoomURL(f.event, join().Entrant.Index))
			rooms.Forget(f.event)
			before := f.send(http.MethodGet, path).Body.String()
			f.submit(inventory.Postpone{Who: staff}, nil)
			rooms.Forget(f.event)
			body := f.shows(path, 200, "This event is postponed", append(c.says, "Until there’s a new date", `<noscript><meta http-equiv="refresh" content="60;url=`+path+`"></noscript>`)...)
			if strings.Contains(body, "need a place anymore") || strings.Contains(body, c.not) || strings.Contains(body, "<form") {
				t.Errorf("the page says %s", body)
			}
			if got := f.send(http.MethodGet, path, "Accept-Language: de").Body.String(); !strings.Contains(got, "Bis es einen neuen Termin gibt") {
				t.Errorf("in German: %s", got)
			}
			v, err = f.store.Events.Event(t.Context(), f.event)
			f.must(err)
			e = v.Event
			f.submit(inventory.Configure{Who: staff, From: &v.Event, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings, Reschedule: true}, nil)
			rooms.Forget(f.event)
			if after := f.send(http.MethodGet, path).Body.String(); after != before {
				t.Errorf("with a new date the page is\n%s\nand was\n%s", after, before)
			}
		})
	}
}

// TestBallotPlace: whoever has the link of the mail that acknowledges an application for a ballot sees
// the entry, later the place that was drawn and where to read what became of it, and at any time the
// receipt; nobody is told to come in.
func TestBallotPlace(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	rooms, writer := f.waitingRooms()
	v, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	e := v.Event
	opens, secret := inventory.At(f.now())+inventory.Instant(inventory.Minute), []byte("what was in the envelope")
	hash := sha256.Sum256(secret)
	e.Settings.Onsale = inventory.Onsale{
		Mode: inventory.OnsaleBallot, Identity: inventory.OnsaleAccount, OpensAt: opens, SealsAt: opens + inventory.Instant(inventory.Hour), ServesAt: opens + inventory.Instant(2*inventory.Hour),
		Beacon: inventory.OnsaleBeacon{Kind: inventory.BeaconCeremony, Commitment: hex.EncodeToString(hash[:]), Source: "the lottery", Members: 1},
	}
	f.submit(inventory.Configure{Who: staff, From: &v.Event, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings}, nil)
	f.later(2 * time.Minute)
	r, err := writer.JoinBallot(t.Context(), f.event, "a", &waitingrooms.RoomWish{UserID: "mail:a@example.org", Email: "a@example.org", Name: "Ada", Tiers: `["` + f.tier + `"]`, Units: 1})
	f.must(err)
	path := pathOf(f.links.RoomURL(f.event, r.Entrant.Index))
	shows := func(heading string, says ...string) {
		t.Helper()
		rooms.Forget(f.event)
		body := f.shows(path, 200, heading, append(says, "Your receipt", path+"/receipt.txt", "Download as a file")...)
		if strings.Contains(body, "<form") || strings.Contains(body, "Go in") {
			t.Errorf("nobody comes in by a ballot: %s", body)
		}
		if w := f.send(http.MethodGet, path+"/receipt.txt"); w.Code != 200 || w.Body.String() != r.Text() || !strings.HasPrefix(w.Header().Get("Content-Disposition"), "attachment") {
			t.Errorf("the receipt is %d %q, want %q", w.Code, w.Body, r.Text())
		}
	}
	system := inventory.Who{Actor: "system"}
	f.submit(inventory.AdvanceDraw{Who: system, To: inventory.DrawOpened}, nil)
	shows("You’re in the draw", ">1<")
	f.later(time.Hour)
	empty := sha256.Sum256(nil)
	f.submit(inventory.AdvanceDraw{Who: system, To: inventory.DrawSealed, Seal: inventory.DrawSeal{
		Entrants: 1, Root: hex.EncodeToString(r.Checkpoint.Root[:]), StruckRoot: hex.EncodeToString(empty[:]),
	}}, nil)
	f.later(2 * time.Minute)
	f.submit(inventory.AdvanceDraw{Who: system, To: inventory.DrawDrawn, Result: inventory.DrawValue{Signature: "ab", Seed: hex.EncodeToString(hash[:])}}, nil)
	shows("You’re in the ballot", "Tickets are offered in this order from", "To the ballot", "/events/"+f.event+"/waiting-room")
	f.later(time.Hour)
	shows("You’re in the ballot", "Tickets are offered in this order from") // nobody is on the waitlist yet
	f.must(f.store.WaitingRooms.Placed(t.Context(), f.event, 1, nil))
	shows("You’re in the ballot", "What became of your entry is on the page of the ballot")
}

// TestMailedPlace: whoever has the link to a place sees their own number, how many are ahead and
// the wait, comes in by a form when it is their turn, and reads how it ended, without a script.
func TestMailedPlace(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	rooms, writer := f.waitingRooms()
	v, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	e := v.Event
	opens := inventory.At(f.now()) + inventory.Instant(inventory.Minute)
	e.Settings.Onsale = inventory.Onsale{
		Mode: inventory.OnsaleQueue, Identity: inventory.OnsaleNobody, Inside: 1, Admission: 10 * inventory.Minute, OpensAt: opens, ServesAt: opens + inventory.Instant(inventory.Hour),
	}
	f.submit(inventory.Configure{Who: staff, From: &v.Event, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings}, nil)
	f.later(2 * time.Minute)
	var path []string
	for _, who := range []string{"a", "b", "c"} {
		r, err := writer.Join(t.Context(), f.event, who)
		f.must(err)
		path = append(path, pathOf(f.links.RoomURL(f.event, r.Entrant.Index)))
	}
	forget := func() { rooms.Forget(f.event) }
	forget()
	body := f.shows(path[2], 200, "Waiting room", "Your number", ">3<", "2 people ahead of you", "People are let in from", "On sale from the opening", "3 people have joined", "It’s unlikely that there are any left", `<noscript><meta http-equiv="refresh" content="60;url=`+path[2]+`"></noscript>`, "Stop updating")
	if strings.Contains(body, "<form") {
		t.Error("who waits can enter")
	}
	if body := f.shows(path[2]+"?stay", 200, "Waiting room", "Update by itself"); strings.Contains(body, "http-equiv") {
		t.Error("the page is loaded again although it should not be")
	}
	if got := f.send(http.MethodGet, path[1], "Accept-Language: de").Body.String(); !strings.Contains(got, "Deine Nummer") || !strings.Contains(got, "1 Person vor dir") {
		t.Errorf("in German: %s", got)
	}
	if got := f.send(http.MethodGet, path[0], "Accept-Language: ar").Body.String(); !strings.Contains(got, `dir="rtl"`) || !strings.Contains(got, "رقمك") {
		t.Errorf("in Arabic: %s", got)
	}
	f.later(time.Hour)
	forget()
	f.shows(path[0], 200, "It’s your turn", "you have 10 minutes to order", "Go in", "Ordering takes JavaScript")
	f.shows(path[1], 200, "Waiting room", "You’re next.", "Your wait", "Letting in up to number 1", "Still available")
	f.click(path[1]+"/enter", "Waiting room")
	if w := f.send(http.MethodPost, path[0]+"/enter", "Sec-Fetch-Site: cross-site"); w.Code != http.StatusForbidden {
		t.Errorf("from another page: %d", w.Code)
	}
	f.click(path[0]+"/enter", "You’re in")
	f.click(path[0]+"/enter", "You’re in")
	f.shows(path[0], 200, "You’re in", "Continue to tickets", "/events/"+f.event)
	if w := f.send(http.MethodGet, path[0]+"/code.svg"); w.Code != 200 || w.Header().Get("Content-Type") != "image/svg+xml" || !strings.Contains(w.Body.String(), "<svg") {
		t.Errorf("the code: %d %v", w.Code, w.Header())
	}
	f.later(11 * time.Minute)
	forget()
	f.shows(path[0], 200, "Your time inside is over")
	f.shows(path[1], 200, "It’s your turn")
	f.shows(path[1]+"x", 404, "This link doesn’t work")

	// Staff give the only place to somebody: whoever is called joins the waitlist, and whoever waits is told.
	f.submit(inventory.Register{
		Who: staff, OrderID: f.ids.In(id.Order, f.event),
		Party: inventory.Party{
			UserID: "ada", Profile: inventory.Profile{Name: "Ada", Email: "ada@example.org"}, Tier: f.tier, Units: 1, Guests: "[]",
			PersonID: f.ids.In(id.Person, f.event), EntryID: f.ids.In(id.Entry, f.event),
		},
	}, nil)
	forget()
	f.shows(path[1], 200, "It’s your turn to join the waitlist", "you have 10 min to join the waitlist", "Go in")
	f.shows(path[2], 200, "Waiting room", "Sold out", "You can join the waitlist, in the order of the numbers here.")
	f.later(21 * time.Second)
	forget()
	f.shows(path[2], 200, "It’s your turn to join the waitlist") // who was called first is not waited for
	f.click(path[1]+"/enter", "You’re in")
	// The answer to the form is loaded again by the address of the place.
	w := f.send(http.MethodPost, path[2]+"/enter", "Sec-Fetch-Site: same-origin", "Origin: http://holdfast.test")
	if w.Code != http.StatusTooEarly || !strings.Contains(w.Body.String(), `content="15;url=`+path[2]+`"`) {
		t.Errorf("as many are inside as may be: %d %s", w.Code, w.Body)
	}
	v, err = f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	e = v.Event
	e.Settings.Waitlist.Disabled = true
	f.submit(inventory.Configure{Who: staff, From: &v.Event, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings}, nil)
	forget()
	if body := f.shows(path[2], 200, "It’s your turn", "Sold out", "If tickets come back, people are let in again"); strings.Contains(body, "join the waitlist") {
		t.Error("somebody is called for a waitlist that nobody can join")
	}
	v, err = f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	e = v.Event
	e.Settings.Onsale.Closed = true
	f.submit(inventory.Configure{Who: staff, From: &v.Event, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings}, nil)
	forget()
	f.shows(path[1], 200, "The waiting room is closed", "View event")
	f.submit(inventory.CancelEvent{Who: staff}, nil)
	forget()
	f.shows(path[1], 200, "This event has been cancelled", "Nobody is let in anymore")
}
