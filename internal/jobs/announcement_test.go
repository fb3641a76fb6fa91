package jobs_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// announcement writes to guests, from now on.
func (f *fixture) announce(audience, locale, words string) string {
	f.t.Helper()
	b := messages.WrittenAnnouncement{EventID: f.event, ID: f.ids.In(id.Announcement, f.event), OrgID: f.org, Audience: audience, Locale: locale, Words: words, CreatedAt: inventory.At(f.clock())}
	if err := f.store.Announcements.CreateWritten(f.t.Context(), b, b.CreatedAt); err != nil {
		f.t.Fatal(err)
	}
	return b.ID
}

// TestWrittenAnnouncementGoesOut: what an organizer writes goes once to each whom it is for,
// in pages, in the organizer's words and language, and not to people who opted out; with
// two servers, and deliveries that wait in the database for want of room.
func TestWrittenAnnouncementGoesOut(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 600)
		mx := mailtest.Start(t, &mailtest.Server{})
		f.register(0, 620) // 20 of them wait
		running := f.servers(2, mx)
		f.settled()
		if err := f.store.Contacts.MuteContact(t.Context(), f.org, delivery.PersonKey(key, f.org, "user8"), 1, 1); err != nil {
			t.Fatal(err)
		}
		told := f.announce(`{"standing":"confirmed","live":true}`, "en", `{"subject":"Doors at {starts_short}","heading":"Doors","body":["{name}, use the yard.","See you."]}`)
		line := f.announce(`{"standing":"waiting","live":true}`, "de", `{"subject":"Noch Geduld","heading":"Noch Geduld","body":["Es dauert noch."]}`)
		third, err := f.store.Registrations.Registration(t.Context(), f.event, "user3")
		if err != nil {
			t.Fatal(err)
		}
		one := f.announce(`{"people":["`+third.Person.ID+`"],"live":true}`, "en", `{"subject":"Only you","heading":"Only you","body":["Hello."]}`)
		sent := func(announcement string) int {
			return f.count(fmt.Sprintf("select count(*) from deliveries where announcement = '%s' and state = 'sent'", announcement))
		}
		mailtest.WaitForCount(t, "who get one of the three", 599+20+1, func() int { return sent(told) + sent(line) + sent(one) })
		mailtest.WaitFor(t, "all three to be done", func() bool {
			return f.count("select count(*) from announcements where kind = 'announcement' and state = 'done'") == 3
		})
		if b, err := f.store.Announcements.WrittenByID(t.Context(), f.event, told); err != nil || b.Announcement.Made != 600 {
			t.Errorf("%+v, %v", b, err)
		}
		counts := map[string]int{}
		for _, r := range mx.Received() {
			switch subject := r.Header("Subject"); {
			case strings.HasPrefix(subject, "Doors at"):
				counts[r.To]++
				if !strings.Contains(r.Data, "Person, use the yard.") || !strings.Contains(r.Header("List-Unsubscribe"), "https://holdfast.example/u/") {
					t.Fatalf("%s", r.Data)
				}
			case subject == "Noch Geduld":
				counts["line"]++
				if !strings.Contains(r.Data, "Es dauert noch.") || !strings.Contains(r.Data, "Guten Tag") && !strings.Contains(r.Data, "Hallo") {
					t.Fatalf("%s", r.Data)
				}
			case subject == "Only you":
				counts["one to "+r.To]++
			}
		}
		if counts["user8@example.org"] != 0 || counts["user0@example.org"] != 1 || counts["user601@example.org"] != 0 || counts["line"] != 20 || counts["one to user3@example.org"] != 1 || len(counts) != 601 {
			t.Errorf("%d were written to; who opted out %d times, who waits %d, one %d", len(counts), counts["user8@example.org"], counts["line"], counts["one to user3@example.org"])
		}
		f.once(mx)
		// Another day: nothing goes out again.
		before := len(mx.Received())
		f.jump(25*time.Hour, mx, running)
		f.settled()
		if after := len(mx.Received()); after != before {
			t.Errorf("%d more mails", after-before)
		}
	})
}
