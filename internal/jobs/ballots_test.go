package jobs_test

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

// ballot is one of the event of a fixture, in which people take part.
type ballot struct {
	*fixture
	keeper *draws.Keeper
}

const envelope = "what was in the envelope"

// ballot opens one of the event, in which somebody of each locale takes part.
func (f *fixture) ballot(locales ...string) *ballot {
	f.t.Helper()
	v, err := f.store.Events.Event(f.t.Context(), f.event)
	if err != nil {
		f.t.Fatal(err)
	}
	now, sum, e := inventory.At(f.clock()), sha256.Sum256([]byte(envelope)), v.Event
	minute := inventory.Instant(inventory.Minute)
	e.Settings.Onsale = inventory.Onsale{
		Mode: inventory.OnsaleBallot, Identity: inventory.OnsaleAccount, OpensAt: now + minute, SealsAt: now + 3*minute, ServesAt: now + 5*minute,
		Beacon: inventory.OnsaleBeacon{Kind: inventory.BeaconCeremony, Commitment: hex.EncodeToString(sum[:]), Source: "the lottery", Members: 1},
	}
	e.Settings.Waitlist.Limit = 3 // people with an offer count
	f.write(inventory.Configure{Who: inventory.Who{Actor: "system", Staff: true}, From: &v.Event, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings})
	b := &ballot{fixture: f}
	b.keeper = f.keeper()
	f.later(90 * time.Second)
	b.advance()
	w, err := joins.New(joins.Config{Store: f.store, Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), IdentityKey: make([]byte, 32), Now: f.instant})
	if err != nil {
		f.t.Fatal(err)
	}
	for i, locale := range locales {
		email := b.address(int64(i))
		wish := &waitingrooms.RoomWish{UserID: "mail:" + email, Email: email, Name: "Somebody", Locale: locale, Tiers: `["` + f.tier + `"]`, Units: 1}
		if _, err := w.JoinBallot(f.t.Context(), f.event, email, wish); err != nil {
			f.t.Fatal(err)
		}
	}
	if err := w.Close(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	return b
}

// drawBeacon is what a draw is drawn with.
func drawBeacon() *draws.Beacon { return &draws.Beacon{Secret: []byte(envelope), Value: "4 8 15"} }

func (f *fixture) instant() inventory.Instant { return inventory.At(f.clock()) }

// keeper returns who moves draws on.
func (f *fixture) keeper(change ...func(*draws.Config)) *draws.Keeper {
	f.t.Helper()
	cfg := draws.Config{
		Store: f.store, IDs: f.ids, Now: f.instant, Log: slog.New(slog.DiscardHandler),
		Signature: func(context.Context, uint64) ([]byte, error) { return nil, context.Canceled },
		Submit: func(ctx context.Context, event string, cmd inventory.Command, key *database.Key) (inventory.Outcome, error) {
			results, _ := f.writer.Write(ctx, event, []sequencer.Request{{EventID: event, Command: cmd, Key: key}})
			return results[0].Reply.Outcome, results[0].Err
		},
	}
	for _, c := range change {
		c(&cfg)
	}
	k, err := draws.New(cfg)
	if err != nil {
		f.t.Fatal(err)
	}
	return k
}

func (b *ballot) address(index int64) string {
	return fmt.Sprintf("%d-%s@example.org", index, strings.ToLower(b.event[len(b.event)-4:]))
}

func (b *ballot) advance() {
	b.t.Helper()
	if err := b.keeper.Advance(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// strike takes somebody out.
func (b *ballot) strike(index int64, reason draw.Reason) {
	b.t.Helper()
	if _, err := b.keeper.Strike(b.t.Context(), b.event, index, reason); err != nil {
		b.t.Fatal(err)
	}
}

// draw draws it, and returns the entrants by their places, from 0.
func (b *ballot) draw() (drawn []int64) {
	b.t.Helper()
	b.later(2 * time.Minute)
	b.advance()
	b.later(time.Minute + time.Second)
	e, err := b.keeper.Enter(b.t.Context(), b.event, inventory.Who{Actor: "key_1", Staff: true}, drawBeacon())
	if err != nil {
		b.t.Fatal(err)
	}
	places, _, err := waitroom.PlacesOf(&e.Settings.Onsale)
	if err != nil {
		b.t.Fatal(err)
	}
	for place := int64(1); place <= e.Settings.Onsale.Draw.Seal.Entrants; place++ {
		drawn = append(drawn, places.At(place))
	}
	return drawn
}

// TestBallotMail: everybody who took part in a ballot is mailed how it ended for them, once, in
// their language, with their place and the page on which the draw is checked; then nobody knows
// how to reach who has no place by it.
func TestBallotMail(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		b := f.ballot("en", "en", "en", "en", "en", "en", "en")
		b.strike(2, draw.Fraud)
		b.strike(4, draw.Left)
		first := f.event
		want := map[string][]string{b.address(2): {"Your entry was taken out of the ballot.", "Your entry: 3"}, b.address(4): nil}
		check := "https://holdfast.example/events/" + first + "/waiting-room"
		come := 0
		for i, index := range b.draw() {
			if index == 2 || index == 4 {
				continue
			}
			place := fmt.Sprintf("place %d of 7", i+1)
			fact := fmt.Sprintf("Your place in the draw: %d of 7", i+1)
			switch come++; come {
			case 1:
				want[b.address(index)] = []string{"You were drawn: claim by ", place, fact, check, "https://holdfast.example/o/"}
			case 2, 3:
				want[b.address(index)] = []string{"in the order that was drawn", place, fact, check, "https://holdfast.example/e/"}
			default:
				want[b.address(index)] = []string{"You didn’t get a ticket this time.", place, fact, check, "went to people who were drawn before you"}
			}
		}
		f.later(2 * time.Minute)
		b.advance()

		f.openAt(f.org, 1, true)
		b = f.ballot("de", "fr")
		want[b.address(0)], want[b.address(1)] = []string{"Abgesagt: Concert", "Dein Los: 1"}, []string{"Annulé : Concert", "Votre participation: 2"}
		f.write(inventory.CancelEvent{Who: inventory.Who{Actor: "system", Staff: true}})

		f.openAt(f.org, 1, true)
		b = f.ballot("en")
		want[b.address(0)] = []string{"The ballot has ended.", "Your place in the draw: 1 of 1"}
		b.draw()
		v, err := f.store.Events.Event(t.Context(), f.event)
		if err != nil {
			t.Fatal(err)
		}
		e := v.Event
		e.Settings.Onsale.Closed = true
		f.write(inventory.Configure{Who: inventory.Who{Actor: "system", Staff: true}, From: &v.Event, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings})
		b.advance()

		j := f.worker(mail.NewLocal(f.store), nil)
		f.start(j)
		mailtest.WaitForCount(t, "people who can be reached by a ballot", 0, func() int { return f.count("select count(*) from waiting_room_wishes where email <> ''") })
		mailtest.WaitForCount(t, "mails", len(want)-1, func() int { return f.count("select count(*) from mailbox") })
		if n := f.count("select count(*) from waiting_room_wishes where mail_until <> 0 or locale <> '' or name <> ''"); n != 0 {
			t.Errorf("%d have something left", n)
		}
		mails, err := f.store.Mails.Mailbox(t.Context(), 50)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string][]messages.Mail{}
		for _, m := range mails {
			got[m.Recipient] = append(got[m.Recipient], m)
		}
		for to, texts := range want {
			if len(texts) == 0 {
				if len(got[to]) > 0 {
					t.Errorf("%s, who left, was mailed", to)
				}
				continue
			}
			if len(got[to]) != 1 {
				t.Errorf("%d mails to %s", len(got[to]), to)
				continue
			}
			m := got[to][0]
			for _, text := range texts {
				if !strings.Contains(m.Subject+"\n"+m.TextBody, text) {
					t.Errorf("%s: no %q in %s\n%s", to, text, m.Subject, m.TextBody)
				}
			}
			if strings.HasPrefix(texts[len(texts)-1], "https") && !strings.Contains(m.HTMLBody, check) {
				t.Errorf("%s: no link to the draw in %s", to, m.HTMLBody)
			}
		}
	})
}
