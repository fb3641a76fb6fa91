package jobs_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// staff is who changes an event.
var staff = inventory.Who{Actor: "system", Staff: true}

// postpone takes the event its date, and reschedule gives it another. People are told
// a minute later.
func (f *fixture) postpone() {
	f.t.Helper()
	f.write(inventory.Postpone{Who: staff})
}

func (f *fixture) reschedule(by inventory.Micros) {
	f.t.Helper()
	ev, err := f.store.Events.Event(f.t.Context(), f.event)
	if err != nil {
		f.t.Fatal(err)
	}
	f.write(inventory.Configure{
		Who: staff, StartsAt: ev.Event.StartsAt + inventory.Instant(by), EndsAt: ev.Event.EndsAt + inventory.Instant(by),
		Zone: time.UTC, Settings: ev.Event.Settings, Reschedule: true,
	})
}

// deliveredOf is how many people were sent a kind of announcement of the event.
func (f *fixture) deliveredOf(kind string) int {
	f.t.Helper()
	return f.count(fmt.Sprintf("select count(distinct person_id) from deliveries where event_id = '%s' and kind = '%s' and state = 'sent'", f.event, kind))
}

// TestPeopleWhoWaitAreTold: that an event is postponed, that it has a date again and that it is
// cancelled is told once to each who holds tickets, waits, was offered something or has not paid
// yet, each in the words that are true of them; in pages, by two servers.
func TestPeopleWhoWaitAreTold(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 10)
		mx := mailtest.Start(t, &mailtest.Server{})
		const people = 290
		out := f.register(0, people) // 10 have a place, 280 wait
		f.write(inventory.Cancel{Who: staff, OrderID: out[9].OrderID})
		servers := f.servers(2, mx)
		f.settled()
		before := len(mx.Received())
		f.postpone()
		servers = f.jump(time.Minute, mx, servers)
		mailtest.WaitForCount(t, "who were told that it is postponed", people-1, func() int { return f.deliveredOf("event_postponed") })
		says := func(kind string) map[string]int {
			found, seen := map[string]int{}, map[string]bool{} // once judges what came twice
			for _, r := range mx.Received()[before:] {
				if !strings.HasPrefix(r.Header("Subject"), kind) || seen[r.Header("Message-ID")] {
					continue
				}
				seen[r.Header("Message-ID")] = true
				for name, text := range map[string]string{"keep": "Your registration stays valid", "wait": "You keep your position on the waitlist", "offer": "for you stays reserved until"} {
					if strings.Contains(strings.ReplaceAll(r.Data, "=\r\n", ""), text) {
						found[name]++
						found[name+" "+r.To]++
					}
				}
			}
			return found
		}
		check := func(kind string) {
			t.Helper()
			if got := says(kind); got["keep"] != 9 || got["wait"] != people-11 || got["offer"] != 1 || got["offer user10@example.org"] != 1 || got["wait user11@example.org"] != 1 {
				t.Errorf("%s: 9 have tickets, one an offer and %d wait: %v %v %v", kind, people-11, got["keep"], got["offer"], got["wait"])
			}
		}
		check("Postponed:")
		f.reschedule(inventory.Day)
		f.jump(time.Minute, mx, servers)
		mailtest.WaitForCount(t, "who were told about the new date", people-1, func() int { return f.deliveredOf("event_changed") })
		check("Changed:")
		f.write(inventory.CancelEvent{Who: staff})
		for range 3 { // what is live is closed in parts
			f.write(inventory.Tick{})
		}
		mailtest.WaitForCount(t, "who were told that it is cancelled", people-1, func() int { return f.deliveredOf("event_cancelled") })
		f.settled()
		closed := 0
		for _, r := range mx.Received()[before:] {
			if strings.Contains(strings.ReplaceAll(r.Data, "=\r\n", ""), "so the waitlist is closed") {
				closed++
			}
		}
		if closed != people-11 && closed != people-10 {
			t.Errorf("%d were told that the waitlist is closed", closed)
		}
		f.once(mx)
	})
}

// TestPendingAndDrawnAreTold: somebody whose order is not paid yet, and those who wait for a draw
// or a ballot, are told that an event is postponed and of its new date; whoever was struck out, or
// holds a ticket, is not told as an entrant. Where it is online is told to nobody who waits.
func TestPendingAndDrawnAreTold(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 5)
		local := mail.NewLocal(f.store)
		f.priced()
		f.order(0)
		f.round(local, "word of the order", 1, func() int { return f.count("select count(*) from deliveries where state = 'sent'") })
		f.postpone()
		f.later(time.Minute)
		f.round(local, "word of it", 1, func() int { return f.deliveredOf("event_postponed") })
		mails := f.mailed()["user0@example.org"]
		if len(mails) != 2 || !strings.Contains(fmt.Sprint(mails), "stays reserved until the deadline") {
			t.Errorf("whoever has not paid: %+v", mails)
		}

		f.openAt(f.org, 1, true)
		f.register(50, 51)
		b := f.ballot("en", "de")
		f.later(time.Second)
		f.postpone()
		f.later(time.Minute)
		f.round(local, "word to those of the ballot", 3, func() int { return f.deliveredOf("event_postponed") })
		for address, want := range map[string]string{b.address(0): "You’re still in the draw", b.address(1): "Du nimmst weiter an der Verlosung teil", "user50@example.org": "Your registration stays valid"} {
			got := f.mailed()[address]
			if n := len(got); n == 0 || strings.Count(fmt.Sprint(got), want) == 0 {
				t.Errorf("%s: %+v", address, got)
			}
		}
		f.reschedule(inventory.Day)
		f.later(time.Minute)
		f.round(local, "word of the date", 3, func() int { return f.deliveredOf("event_changed") })

		f.openAt(f.org, 1, true)
		w := f.room(true)
		f.join(w, "en", "ada", "ben")
		sent := func() int { return f.count("select count(*) from waiting_room_mails where receipt_at > 0") }
		f.round(local, "receipts", 2, sent)
		if _, err := f.keeper().Strike(t.Context(), f.event, 1, "fraud"); err != nil {
			t.Fatal(err)
		}
		f.postpone()
		f.later(time.Minute)
		f.round(local, "word to those of the draw", 1, func() int { return f.deliveredOf("event_postponed") })
		if n := f.count("select count(*) from announcements where kind = 'event_postponed' and state <> 'done'"); n != 0 {
			t.Errorf("%d are not done", n)
		}
		if got := fmt.Sprint(f.mailed()["ada@example.org"]); strings.Count(got, "Postponed: Concert") != 1 {
			t.Errorf("ada: %s", got)
		}
		if got := fmt.Sprint(f.mailed()["ben@example.org"]); strings.Contains(got, "Postponed:") {
			t.Errorf("who was struck out: %s", got)
		}
		f.ofSomebody()
	})
}
