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
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// ask sets when guests are asked how the event was, and when it is.
func (f *fixture) ask(after int64, starts, ends inventory.Instant) {
	f.t.Helper()
	ev, err := f.store.Events.Event(f.t.Context(), f.event)
	if err != nil {
		f.t.Fatal(err)
	}
	change := &events.DetailsChange{FeedbackAfter: &after}
	if after < 0 {
		change = nil
	}
	f.writing.Lock()
	defer f.writing.Unlock()
	results, _ := f.writer.Write(f.t.Context(), f.event, []sequencer.Request{{
		EventID: f.event, Details: change,
		Command: inventory.Configure{Who: inventory.Who{Actor: "system", Staff: true}, StartsAt: starts, EndsAt: ends, Zone: ev.Event.Zone, Settings: ev.Event.Settings},
	}})
	if results[0].Err != nil || results[0].Reply.Code != inventory.OK {
		f.t.Fatalf("%+v", results[0])
	}
}

// TestGuestsAreAsked: after an event its guests are asked once how it was, with a link of
// their own: in pages, by two servers, where tickets were scanned only people who came in, and not
// those who opted out of what is optional. The question moves with the event.
func TestGuestsAreAsked(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 300)
		mx := mailtest.Start(t, &mailtest.Server{})
		const guests = 230
		outcomes := f.register(0, guests)
		ends := inventory.At(f.clock().Add(2 * time.Hour))
		f.ask(3600, ends-inventory.Instant(inventory.Hour), ends)
		due := func() inventory.Instant {
			list, err := f.store.Announcements.Automatic(t.Context(), f.event)
			if err != nil || len(list) == 0 {
				t.Fatalf("%v %v", list, err)
			}
			for _, n := range list {
				if n.Kind == messages.FeedbackKind && n.State == messages.AnnouncementPlanned {
					return n.DueAt
				}
			}
			return 0
		}
		if got := due(); got != ends+inventory.Instant(inventory.Hour) {
			t.Errorf("due %v", got.Time())
		}
		ends += inventory.Instant(inventory.Hour)
		f.ask(-1, ends-inventory.Instant(inventory.Hour), ends) // moved
		if got := due(); got != ends+inventory.Instant(inventory.Hour) {
			t.Errorf("moved, and due %v", got.Time())
		}
		f.ask(7200, ends-inventory.Instant(inventory.Hour), ends) // asked later
		if got := due(); got != ends+inventory.Instant(2*inventory.Hour) {
			t.Errorf("asked later, and due %v", got.Time())
		}
		// All but the first ten come in; one of them has opted out.
		for _, o := range outcomes[10:] {
			f.exec(fmt.Sprintf(`insert into scans (event_id, device_id, scan_id, list_id, ticket_id, at, gate, verdict, online, counts, once, first_device, first_scan, override_by, override_reason, received_at)
				values ('%s', 'd', '%s', '', '%s', 1, 'North', 'admit', true, true, false, '', '', '', '', 1)`, f.event, o.OrderID, id.TicketOf(o.OrderID, 1)))
		}
		muted := delivery.PersonKey(key, f.org, "user20")
		if err := f.store.Contacts.MuteContact(t.Context(), f.org, muted, 1, 1); err != nil {
			t.Fatal(err)
		}
		running := f.servers(2, mx)
		f.settled()
		asked := func() int {
			return f.count("select count(*) from deliveries where kind = 'feedback' and state = 'sent'")
		}
		if n := asked(); n != 0 {
			t.Fatalf("%d were asked at once", n)
		}
		running = f.jump(6*time.Hour, mx, running)
		mailtest.WaitForCount(t, "guests who are asked", guests-11, asked)
		mailtest.WaitFor(t, "the question to end", func() bool {
			return f.count("select count(*) from announcements where kind = 'feedback' and state = 'done'") == 1
		})
		links := map[string]bool{}
		for _, r := range mx.Received() {
			if !strings.HasPrefix(r.Header("Subject"), "How was ") {
				continue
			}
			_, link, ok := strings.Cut(strings.ReplaceAll(r.Data, "=\r\n", ""), "https://holdfast.example/h/")
			if !ok || !strings.Contains(r.Header("List-Unsubscribe"), "/u/") {
				t.Fatalf("%s", r.Data)
			}
			link, _, _ = strings.Cut(link, "\r\n")
			links[link] = true
		}
		if len(links) != guests-11 {
			t.Errorf("%d links", len(links))
		}
		// A change of the event's rules, or of when it is asked, asks nobody again.
		f.ask(10800, ends-inventory.Instant(inventory.Hour), ends)
		f.jump(24*time.Hour, mx, running)
		f.settled()
		if n := asked(); n != guests-11 {
			t.Errorf("%d were asked in the end", n)
		}
	})
}
