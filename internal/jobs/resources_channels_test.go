package jobs_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/sms/smstest"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// TestOffersOfResourcesGoByTheChosenChannel: somebody who chose to be texted by an organization is texted what
// they are offered of its resources, in their quiet hours too: by the name that it has for them, or as whoever
// its events know by the address. Where the phone is dead, or the mailbox, the other channel takes over, once
// for each offer; and which it was is stored.
func TestOffersOfResourcesGoByTheChosenChannel(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		must := f.must
		mx := mailtest.Start(t, &mailtest.Server{Answer: func(phase, to string) error {
			if phase == "RCPT" && to == "eve@example.org" {
				return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
			}
			return nil
		}})
		const dead = "+4930111111"
		phone := smstest.Start(t, &smstest.Server{Answer: func(to string) *smstest.Refusal {
			if to == dead {
				return &smstest.Refusal{Status: 400, Code: 21211, Message: "Invalid 'To' Phone Number"}
			}
			return nil
		}})
		texted := messages.Contact{SMSAt: 1, Channels: []string{delivery.SMSChannel, delivery.MailChannel}, QuietFrom: 0, QuietTo: 24*60 - 1}
		with := func(number string, channels ...string) messages.Contact {
			c := texted
			c.Phone = number
			if len(channels) > 0 {
				c.Channels = channels
			}
			return c
		}
		f.contact("ada", with("+4930222222"))
		f.contact(address.PublicID("Ben@Example.org"), with("+4930333333"))
		f.contact("cyd", with(dead))
		f.contact("eve", with("+4930444444", delivery.MailChannel, delivery.SMSChannel))
		mute := with("+4930555555")
		mute.SMSAt = 0 // who has not agreed to be texted
		f.contact("dan", mute)
		j := f.worker(f.smtp(mx), func(c *delivery.Config) { c.SMS = f.twilio(phone) })
		places, of := f.tables(func(*resources.Resource) {})
		want := map[string]string{"ada": "sms +4930222222", "ben": "sms +4930333333", "cyd": "mail cyd@example.org", "dan": "mail dan@example.org", "eve": "sms +4930444444"}
		users := []string{"ada", "ben", "cyd", "dan", "eve"}
		entries := map[string]string{}
		for _, user := range users {
			entries[user] = f.ids.InResource(id.ResourceEntry, of.ID)
			_, err := places.Join(t.Context(), of.ID, resource.Join{EntryID: entries[user], UserID: user, Units: 1, Attributes: resource.Attributes{}}, &resources.ResourceEntry{Email: user + "@example.org"})
			must(err)
		}
		f.exec("delete from river_job") // that they wait
		release := func(event string) {
			t.Helper()
			_, _, err := places.Do(t.Context(), of.ID, resource.Receive{Signal: resource.Signal{EventID: event, Kind: resource.Released, Units: int64(len(users)), Attributes: resource.Attributes{}}})
			must(err)
		}
		release("a")
		f.start(j)
		links := identity.Links{Key: key, Base: "https://tickets.example"}
		poll.Until(t, "all are told", func() bool {
			return f.count("select count(*) from resource_offers where told_at > 0") == len(users)
		})
		got := map[string][]string{}
		for _, m := range phone.Received() {
			for user, entry := range entries {
				if strings.Contains(m.Body, links.PlaceURL(entry)) && strings.Contains(m.Body, "Old Harbour") {
					got[user] = append(got[user], "sms "+m.To)
				}
			}
		}
		for _, m := range mx.Received() {
			user, _, _ := strings.Cut(m.To, "@")
			got[user] = append(got[user], "mail "+m.To)
		}
		for _, user := range users {
			if !slices.Equal(got[user], []string{want[user]}) {
				t.Errorf("%s is told by %q, want %q", user, got[user], want[user])
			}
			offers, err := f.store.Resources.EntryOffers(t.Context(), of.ID, entries[user], 2)
			must(err)
			if way, _, _ := strings.Cut(want[user], " "); len(offers) != 1 || offers[0].ToldBy != way || offers[0].ToldAt < offers[0].MadeAt {
				t.Errorf("%s: %+v", user, offers)
			}
		}
		// The dead number is written to no more.
		if n := f.count("select count(*) from suppressions where channel = 'sms'"); n != 1 {
			t.Errorf("%d numbers are suppressed", n)
		}
	})
}
