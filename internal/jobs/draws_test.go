package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

// dying sends, and is dead before it can say so.
type dying struct {
	*mail.Local
	sent atomic.Int64
}

func (d *dying) Send(ctx context.Context, m mail.Mail) error {
	if err := d.Local.Send(ctx, m); err != nil {
		return err
	}
	d.sent.Add(1)
	return &provider.Error{Channel: "mail", Phase: "test", Reason: "killed", Cause: errors.New("killed")}
}

// mailed returns what is in the mailbox, by the address that it went to.
func (f *fixture) mailed() map[string][]messages.Mail {
	f.t.Helper()
	mails, err := f.store.Mails.Mailbox(f.t.Context(), 50)
	if err != nil {
		f.t.Fatal(err)
	}
	got := map[string][]messages.Mail{}
	for _, m := range mails {
		got[m.Recipient] = append(got[m.Recipient], m)
	}
	return got
}

// reachable is of how many entrants it is known how to mail them.
func (f *fixture) reachable() int {
	return f.count("select count(*) from waiting_room_mails where email <> ''")
}

// join lets people join the waiting room and be mailed.
func (f *fixture) join(w *joins.Writer, locale string, who ...string) {
	f.t.Helper()
	for _, name := range who {
		address := name + "@example.org"
		if _, err := w.JoinMailed(f.t.Context(), f.event, f.event+name, waitingrooms.RoomMail{Email: address, Address: address, Locale: locale}); err != nil {
			f.t.Fatal(err)
		}
	}
}

// round has a worker of its own do what is due.
func (f *fixture) round(sender mail.Sender, what string, want int, get func() int) {
	f.t.Helper()
	j := f.worker(sender, nil)
	f.start(j)
	mailtest.WaitForCount(f.t, what, want, get)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := j.Stop(ctx); err != nil {
		f.t.Fatal(err)
	}
}

// TestDrawMail: everybody who has the receipt of a draw is mailed how it ended for them, once,
// also by a server that was killed in between: with their place, when they are let in, the link to
// the place and the page on which the draw is checked. Then nobody knows how to reach them. Anyone
// who left, who is not written to any more, or who gave no address is mailed nothing.
func TestDrawMail(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		links := identity.Links{Key: key, Base: "https://tickets.example"}
		w, k := f.room(true), f.keeper()
		advance := func() {
			t.Helper()
			if err := k.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		advance()
		f.join(w, "en", "ada", "ben", "cem", "struck", "left", "quiet")
		f.join(w, "de", "dora")
		if _, err := w.Join(t.Context(), f.event, "nameless"); err != nil {
			t.Fatal(err)
		}
		if err := f.store.Contacts.Suppress(t.Context(), messages.Suppression{
			OrgID: f.org, Channel: delivery.MailChannel, Address: delivery.AddressKey(key, delivery.MailChannel, "quiet@example.org"), Reason: "unsubscribed",
		}); err != nil {
			t.Fatal(err)
		}
		sent := func() int { return f.count("select count(*) from waiting_room_mails where receipt_at > 0") }
		f.round(mail.NewLocal(f.store), "receipts", 7, sent)
		if n := f.reachable(); n != 7 {
			t.Fatalf("%d can be reached before the draw", n)
		}
		if n, err := f.store.WaitingRooms.PruneMails(t.Context(), inventory.At(f.clock().Add(time.Hour)), 100); err != nil || n != 0 {
			t.Fatalf("%d are forgotten who wait for the draw: %v", n, err)
		}
		for index, reason := range map[int64]draw.Reason{3: draw.Fraud, 4: draw.Left} {
			if _, err := k.Strike(t.Context(), f.event, index, reason); err != nil {
				t.Fatal(err)
			}
		}
		f.later(31 * time.Minute)
		advance()
		f.join(w, "en", "late")
		f.round(mail.NewLocal(f.store), "receipts", 8, sent)
		f.later(2 * time.Minute)
		e, err := k.Enter(t.Context(), f.event, inventory.Who{Actor: "key_1", Staff: true}, drawBeacon())
		if err != nil {
			t.Fatal(err)
		}
		places, _, err := waitroom.PlacesOf(&e.Settings.Onsale)
		if err != nil {
			t.Fatal(err)
		}
		f.join(w, "en", "known") // whose receipt has the place

		killed := &dying{Local: mail.NewLocal(f.store)}
		f.round(killed, "mails before it was killed", 4, func() int { return min(4, int(killed.sent.Load())) }) // the receipt, as often as it is tried, and as many as may fail
		f.round(mail.NewLocal(f.store), "people who can be reached", 0, f.reachable)
		f.round(mail.NewLocal(f.store), "people who can be reached", 0, f.reachable)

		got := f.mailed()
		check := "https://holdfast.example/events/" + f.event + "/waiting-room"
		for i, who := range []string{"ada", "ben", "cem", "struck", "left", "quiet", "dora", "", "late", "known"} {
			index, list := int64(i), got[who+"@example.org"]
			place := places.Of(index)
			var want []string
			switch who {
			case "":
				continue
			case "left", "quiet":
			case "struck":
				want = []string{"Your entry was taken out of the draw.", "Your entry: 4", check}
			case "late":
				want = []string{"You’re number 9.", "Your entry: 9", "People are let in from: ", links.RoomURL(f.event, index)}
			case "dora":
				want = []string{fmt.Sprintf("Du hast Platz %d von 8 gezogen.", place), "Dein Los: 7", "Eingelassen wird ab: ", check, links.RoomURL(f.event, index)}
			case "known":
				want = []string{"You’re number 10.", links.RoomURL(f.event, index)}
			default:
				want = []string{fmt.Sprintf("You drew place %d of 8.", place), fmt.Sprintf("Your place in the draw: %d of 8", place), "People are let in from: ", check, links.RoomURL(f.event, index)}
			}
			mails := 2
			switch who {
			case "left", "known":
				mails = 1
			case "quiet": // whose address is suppressed
				mails = 0
			}
			if len(list) != mails {
				t.Errorf("%d mails to %s, want %d", len(list), who, mails)
				continue
			}
			for _, text := range want {
				if !strings.Contains(list[0].Subject+"\n"+list[0].TextBody, text) {
					t.Errorf("%s: no %q in %s\n%s", who, text, list[0].Subject, list[0].TextBody)
				}
			}
		}
		if n := f.count("select count(*) from waiting_room_mails where address <> '' or locale <> ''"); n != 0 {
			t.Errorf("something is left of %d", n)
		}
	})
}

// TestStrikeMail: whoever is struck out of a draw is mailed so at once, once, while there is time to
// object, and how to reach them stays known. Who takes part again is mailed how it ends as everybody is,
// the others nothing more; whoever left was answered then.
func TestStrikeMail(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		w, k := f.room(true), f.keeper(func(c *draws.Config) { c.Tell = jobs.MailStrikes })
		advance := func() {
			t.Helper()
			if err := k.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		advance()
		f.join(w, "en", "ada", "ben", "cem")
		f.round(mail.NewLocal(f.store), "receipts", 3, func() int { return f.count("select count(*) from waiting_room_mails where receipt_at > 0") })
		for index, reason := range map[int64]draw.Reason{0: draw.Fraud, 1: draw.Duplicate, 2: draw.Left} {
			if _, err := k.Strike(t.Context(), f.event, index, reason); err != nil {
				t.Fatal(err)
			}
		}
		told := func() int { return f.count("select count(*) from waiting_room_strikes where told_at > 0") }
		f.round(mail.NewLocal(f.store), "people who were told that they are out", 2, told)
		mailed := func(when, who string, mails int, want string) {
			t.Helper()
			list := f.mailed()[who+"@example.org"]
			if len(list) != mails || !strings.Contains(list[0].TextBody, want) {
				t.Errorf("%s, %s: %d mails, want %d, the last with %q: %+v", when, who, len(list), mails, want, list)
			}
		}
		mailed("struck out", "ada", 2, "Your entry was taken out of the draw.")
		mailed("struck out", "ben", 2, "please contact the organizer")
		mailed("left", "cem", 1, "")
		if n := f.reachable(); n != 3 {
			t.Errorf("%d can be reached, want all", n)
		}
		if n, more, err := k.Restore(t.Context(), f.event, 1, ""); n != 1 || more || err != nil {
			t.Errorf("%d take part again, %v, %v", n, more, err)
		}
		f.later(31 * time.Minute)
		advance()
		f.later(2 * time.Minute)
		if _, err := k.Enter(t.Context(), f.event, inventory.Who{Actor: "key_1", Staff: true}, drawBeacon()); err != nil {
			t.Fatal(err)
		}
		f.round(mail.NewLocal(f.store), "people who can be reached", 0, f.reachable)
		mailed("drawn", "ada", 2, "Your entry was taken out of the draw.")
		mailed("drawn", "ben", 3, "You drew place")
		mailed("drawn", "cem", 1, "")
	})
}

// TestDrawMailOfNothing: those who wait for a draw that is called off, with its event or alone, are
// told so.
func TestDrawMailOfNothing(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		f.join(f.room(true), "en", "ada")
		f.write(inventory.CancelEvent{Who: inventory.Who{Actor: "system", Staff: true}})
		f.openAt(f.org, 1, true)
		w, k := f.room(true), f.keeper()
		f.join(w, "en", "ben")
		v, err := f.store.Events.Event(t.Context(), f.event)
		if err != nil {
			t.Fatal(err)
		}
		e := v.Event
		e.Settings.Onsale.Closed = true
		f.write(inventory.Configure{Who: inventory.Who{Actor: "system", Staff: true}, From: &v.Event, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings})
		if err := k.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.round(mail.NewLocal(f.store), "receipts", 2, func() int { return f.count("select count(*) from waiting_room_mails where receipt_at > 0") })
		f.round(mail.NewLocal(f.store), "people who can be reached", 0, f.reachable)
		got := f.mailed()
		for to, want := range map[string]string{"ada": "The event is cancelled.", "ben": "The waiting room has closed."} {
			list := got[to+"@example.org"]
			if len(list) == 0 || !strings.Contains(list[0].TextBody, want) {
				t.Errorf("%s: no %q in %+v", to, want, list)
			}
		}
		if list := got["ada@example.org"]; len(list) != 1 {
			t.Errorf("%d mails about an event that was cancelled", len(list))
		}
	})
}

// TestDrawMailFails: it is tried for a day to tell somebody, and then forgotten how.
func TestDrawMailFails(t *testing.T) {
	f := newFixture(t, database.Config{URL: testdb.SQLite(t)}, 1)
	w, k := f.room(true), f.keeper()
	f.join(w, "en", "ada")
	f.round(mail.NewLocal(f.store), "receipts", 1, func() int { return f.count("select count(*) from waiting_room_mails where receipt_at > 0") })
	for _, d := range []time.Duration{31 * time.Minute, 2 * time.Minute} {
		f.later(d)
		if err := k.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := k.Enter(t.Context(), f.event, inventory.Who{Actor: "key_1", Staff: true}, drawBeacon()); err != nil {
		t.Fatal(err)
	}
	killed := &dying{Local: mail.NewLocal(f.store)}
	f.round(killed, "mails that failed", 1, func() int { return int(killed.sent.Load()) })
	if n := f.reachable(); n != 1 {
		t.Errorf("given up at once: %d", n)
	}
	f.later(25 * time.Hour)
	f.round(killed, "people who can be reached", 0, f.reachable)
	if n := killed.sent.Load(); n != 1 {
		t.Errorf("tried %d times, the last after a day", n)
	}
}
