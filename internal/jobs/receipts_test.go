package jobs_test

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

// room opens a waiting room of the event, and returns who lets people join it.
func (f *fixture) room(draws bool) *joins.Writer {
	f.t.Helper()
	v, err := f.store.Events.Event(f.t.Context(), f.event)
	if err != nil {
		f.t.Fatal(err)
	}
	now := inventory.At(f.clock())
	e := v.Event
	e.Settings.Onsale = inventory.Onsale{
		Mode: inventory.OnsaleQueue, Identity: inventory.OnsaleNobody, Inside: 5, Admission: 10 * inventory.Minute, OpensAt: now + inventory.Instant(inventory.Minute),
		ServesAt: now + inventory.Instant(inventory.Hour),
	}
	if draws {
		sum := sha256.Sum256([]byte(envelope))
		e.Settings.Onsale.Mode, e.Settings.Onsale.SealsAt = inventory.OnsaleDraw, now+inventory.Instant(30*inventory.Minute)
		e.Settings.Onsale.Beacon = inventory.OnsaleBeacon{Kind: inventory.BeaconCeremony, Commitment: hex.EncodeToString(sum[:]), Source: "the lottery", Members: 1}
	}
	f.write(inventory.Configure{Who: inventory.Who{Actor: "system", Staff: true}, From: &v.Event, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings})
	f.later(2 * time.Minute)
	w, err := joins.New(joins.Config{
		Store: f.store, Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), IdentityKey: make([]byte, 32), Now: func() inventory.Instant { return inventory.At(f.clock()) },
		Mail: jobs.MailReceipts,
	})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		if err := w.Close(context.Background()); err != nil {
			f.t.Error(err)
		}
	})
	return w
}

// TestReceiptMail: who joins a waiting room is mailed the link to the place and its QR code,
// once, in their language, with the head of the public log; then nobody knows where it went.
func TestReceiptMail(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		links := identity.Links{Key: key, Base: "https://tickets.example"}
		for _, draws := range []bool{false, true} {
			f.openAt(f.org, 1, true)
			w := f.room(draws)
			j := f.worker(mail.NewLocal(f.store), func(c *delivery.Config) {
				c.LogHead = func(context.Context, string) (*mailkit.LogHead, error) {
					return &mailkit.LogHead{Size: 7, Fingerprint: "abcdef0123456789", URL: "https://tickets.example/log"}, nil
				}
			})
			for i, who := range []string{"Ada", "Ada", "Ben"} {
				if _, err := w.JoinMailed(t.Context(), f.event, fmt.Sprint(draws, who), waitingrooms.RoomMail{
					Email: fmt.Sprintf("%s%v@example.org", who, draws), Address: fmt.Sprintf("%s%v@example.org", strings.ToLower(who), draws), Locale: []string{"en", "en", "de"}[i],
				}); err != nil {
					t.Fatal(err)
				}
			}
			if n := f.count("select count(*) from river_job where kind = 'mail_receipts' and cast(args as text) like '%" + f.event + "%'"); n != 2 {
				t.Errorf("%d jobs mail two receipts: those of one run side by side", n)
			}
			f.start(j)
			mailtest.WaitForCount(t, "receipts that were mailed", 2, func() int {
				if draws { // how it ends is still to be told
					return f.count("select count(*) from waiting_room_mails where event_id = '" + f.event + "' and email <> '' and receipt_at > 0")
				}
				return f.count("select count(*) from waiting_room_mails where event_id = '" + f.event + "' and email = '' and address = '' and locale = ''")
			})
			mails, err := f.store.Mails.Mailbox(t.Context(), 50)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string][]messages.Mail{}
			for _, m := range mails {
				got[m.Recipient] = append(got[m.Recipient], m)
			}
			for i, want := range [][]string{
				{"You’re number 1: Concert", "Your number: 1", "7 entries", "abcdef0123456789"},
				{"Du bist Nummer 2: Concert", "Deine Nummer: 2", "abcdef0123456789"},
			} {
				to := []string{"Ada", "Ben"}[i]
				if draws {
					want = [][]string{{"You’re in the draw: Concert", "Your entry: 1", "The draw is sealed: "}, {"Du nimmst an der Verlosung teil: Concert", "Dein Los: 2", "Eingelassen wird ab: "}}[i]
				}
				list := got[fmt.Sprintf("%s%v@example.org", to, draws)]
				if len(list) != 1 {
					t.Fatalf("%d mails to %s: %v", len(list), to, got)
				}
				m := list[0]
				for _, text := range want {
					if !strings.Contains(m.Subject+"\n"+m.TextBody, text) {
						t.Errorf("%s: no %q in %s\n%s", to, text, m.Subject, m.TextBody)
					}
				}
				if link := links.RoomURL(f.event, int64(i)); !strings.Contains(m.TextBody, link) || !strings.Contains(m.HTMLBody, link) || !strings.Contains(m.HTMLBody, "data:image/png;base64,") {
					t.Errorf("%s: no link or no code: %s", to, m.TextBody)
				}
			}
			if n := f.count("select count(*) from river_job where kind = 'mail_receipts' and cast(args as text) like '%@%'"); n != 0 {
				t.Errorf("%d jobs have an address", n)
			}
		}
	})
}

// TestBallotReceiptMail: whoever takes part in a ballot is mailed once, however often they change what
// they want, in their language: the number of the entry, the page of the place and the receipt as a
// file. There is no code in it, because nobody is let in by it, and no time from when anybody is.
func TestBallotReceiptMail(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		f.openAt(f.org, 1, true)
		f.ballot()
		w, err := joins.New(joins.Config{
			Store: f.store, Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), IdentityKey: make([]byte, 32), Now: f.instant, Mail: jobs.MailReceipts,
		})
		if err != nil {
			t.Fatal(err)
		}
		for n, locale := range []string{"en", "de", "en"} {
			email := []string{"Ada@example.org", "ben@example.org", "Ada@example.org"}[n]
			if _, err := w.JoinBallotMailed(t.Context(), f.event, strings.ToLower(email), "", &waitingrooms.RoomWish{
				UserID: "mail:" + strings.ToLower(email), Email: email, Name: fmt.Sprint("Somebody ", n), Locale: locale, Tiers: `["` + f.tier + `"]`, Units: 1,
			}, &waitingrooms.RoomMail{Email: email, Address: strings.ToLower(email), Locale: locale}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.start(f.worker(mail.NewLocal(f.store), nil))
		mailtest.WaitForCount(t, "applications that were acknowledged", 2, func() int {
			return f.count("select count(*) from waiting_room_mails where event_id = '" + f.event + "' and email = '' and address = '' and locale = '' and receipt_at = 0")
		})
		mails, err := f.store.Mails.Mailbox(t.Context(), 50)
		if err != nil || len(mails) != 2 {
			t.Fatalf("%d mails: %v", len(mails), err)
		}
		links := identity.Links{Key: key, Base: "https://tickets.example"}
		for _, m := range mails {
			index, want, not := int64(0), []string{"You’re in the ballot: Concert", "Your entry: 1", "The draw is sealed: ", "Your receipt as a file"}, "let in"
			if m.Recipient == "ben@example.org" {
				index, want, not = 1, []string{"Du nimmst an der Verlosung teil: Concert", "Dein Los: 2", "Deine Quittung als Datei"}, "Eingelassen"
			}
			page := links.RoomURL(f.event, index)
			for _, text := range append(want, page+"\n", page+"/receipt.txt") {
				if !strings.Contains(m.Subject+"\n"+m.TextBody, text) {
					t.Errorf("%s: no %q in %s\n%s", m.Recipient, text, m.Subject, m.TextBody)
				}
			}
			if strings.Contains(m.TextBody, not) || strings.Contains(m.HTMLBody, "data:image/png") || !strings.Contains(m.HTMLBody, page+"/receipt.txt") {
				t.Errorf("%s: %s", m.Recipient, m.TextBody)
			}
		}
	})
}

// TestReceiptMailFails: a mailbox that is refused for good is forgotten, one that is full holds
// up nobody behind it, and is forgotten after a day.
func TestReceiptMailFails(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		w := f.room(false)
		mx := mailtest.Start(t, &mailtest.Server{Answer: func(phase, to string) error {
			switch {
			case phase != "RCPT":
			case strings.HasPrefix(to, "gone"):
				return &smtp.SMTPError{Code: 550, Message: "no such mailbox"}
			case strings.HasPrefix(to, "full"):
				return &smtp.SMTPError{Code: 452, Message: "mailbox full"}
			}
			return nil
		}})
		for _, who := range []string{"gone", "full", "ada"} {
			if _, err := w.JoinMailed(t.Context(), f.event, who, waitingrooms.RoomMail{Email: who + "@example.org", Address: who + "@example.org", Locale: "en"}); err != nil {
				t.Fatal(err)
			}
		}
		unsent := func() int { return f.count("select count(*) from waiting_room_mails where email <> ''") }
		f.start(f.worker(f.smtp(mx), nil))
		mailtest.WaitForCount(t, "mails that are not sent", 1, unsent)
		if got := mx.Received(); len(got) != 1 || got[0].To != "ada@example.org" || got[0].Header("Message-ID") == "" {
			t.Errorf("received %+v", got)
		}
		n, err := f.store.WaitingRooms.PruneMails(t.Context(), inventory.At(f.clock().Add(-24*time.Hour)), 10)
		if err != nil || n != 0 {
			t.Errorf("forgot %d early: %v", n, err)
		}
		n, err = f.store.WaitingRooms.PruneMails(t.Context(), inventory.At(f.clock().Add(time.Minute)), 10)
		if err != nil || n != 1 || unsent() != 0 {
			t.Errorf("forgot %d, and %d are left: %v", n, unsent(), err)
		}
	})
}

// TestNoReceiptToSuppressedAddress: an address that is not written to again gets no receipt, and it
// is forgotten where that was to go.
func TestNoReceiptToSuppressedAddress(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		w := f.room(false)
		if err := f.store.Contacts.Suppress(t.Context(), messages.Suppression{
			OrgID: f.org, Channel: delivery.MailChannel, Address: delivery.AddressKey(key, delivery.MailChannel, "quiet@example.org"), Reason: "bounced",
		}); err != nil {
			t.Fatal(err)
		}
		for _, who := range []string{"quiet", "ada"} {
			if _, err := w.JoinMailed(t.Context(), f.event, who, waitingrooms.RoomMail{Email: who + "@example.org", Address: who + "@example.org", Locale: "en"}); err != nil {
				t.Fatal(err)
			}
		}
		f.start(f.worker(mail.NewLocal(f.store), nil))
		mailtest.WaitForCount(t, "mails that are not sent", 0, func() int {
			return f.count("select count(*) from waiting_room_mails where event_id = '" + f.event + "' and email <> ''")
		})
		mails, err := f.store.Mails.Mailbox(t.Context(), 50)
		if err != nil || len(mails) != 1 || mails[0].Recipient != "ada@example.org" {
			t.Errorf("mailed %+v: %v", mails, err)
		}
	})
}

// TestNoReceiptOfWhatIsCancelled: nobody is told to be number one of an event that was cancelled
// meanwhile, and it is forgotten where the mail was to go.
func TestNoReceiptOfWhatIsCancelled(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		w := f.room(false)
		if _, err := w.JoinMailed(t.Context(), f.event, "Ada", waitingrooms.RoomMail{Email: "ada@example.org", Address: "ada@example.org", Locale: "en"}); err != nil {
			t.Fatal(err)
		}
		f.write(inventory.CancelEvent{Who: inventory.Who{Actor: "system", Staff: true}})
		f.start(f.worker(mail.NewLocal(f.store), nil))
		mailtest.WaitForCount(t, "receipts that are forgotten", 1, func() int {
			return f.count("select count(*) from waiting_room_mails where event_id = '" + f.event + "' and email = ''")
		})
		mails, err := f.store.Mails.Mailbox(t.Context(), 50)
		if err != nil || len(mails) != 0 {
			t.Errorf("%d mails were sent: %v", len(mails), err)
		}
	})
}
