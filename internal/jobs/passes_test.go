package jobs_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/passes"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// sells makes an event that sells passes for dates of a series.
func (f *fixture) sells(series, title string, capacity int64, dates ...string) string {
	f.t.Helper()
	f.openAt(f.org, capacity, true)
	f.exec(fmt.Sprintf("update events set title = '%s' where id = '%s'", title, f.event))
	covered := make([]passes.Date, len(dates))
	for i, date := range dates {
		covered[i] = passes.Date{OrgID: f.org, PassID: f.event, EventID: date, TierID: f.tier, AddedPlan: 1, State: passes.DateSet, KnownStart: 1, KnownEnd: 2}
	}
	err := f.store.Passes.Create(f.t.Context(), passes.Pass{OrgID: f.org, ID: f.event, SeriesID: series, CreatedAt: 1, Plan: 1, State: passes.Settled}, covered)
	if err != nil {
		f.t.Fatal(err)
	}
	return f.event
}

// ofSomebody checks that each delivery is to somebody, as verify does.
func (f *fixture) ofSomebody() {
	f.t.Helper()
	err := f.store.Snapshot(f.t.Context(), func(v *snapshot.Snapshot) error {
		orphans, err := v.Orphans()
		for _, o := range orphans {
			if o.Table == "deliveries" {
				f.t.Errorf("%v", o)
			}
		}
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
}

// TestPassHoldersAreTold: people with a pass are reminded of a date that it covers, and told when
// that is moved, postponed, has a date again and is cancelled, each once: not again for a ticket
// of their own, nor for a second pass, nor by a server that goes on after one that was stopped.
// Whoever gave the pass back is told nothing.
func TestPassHoldersAreTold(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 10)
		local := mail.NewLocal(f.store)
		date := f.event
		f.register(1, 2)
		other := f.openAt(f.org, 10, true)
		f.dates("ser_p", 1, date, date, other)

		free, tier := f.sells("ser_p", "All evenings", 300, date, other), f.tier
		out := f.register(0, 6)
		f.give(id.TicketOf(out[4].OrderID, 1), "eve")
		f.write(inventory.Cancel{Who: staff, OrderID: out[5].OrderID})
		f.sells("ser_p", "Gold", 10, date)
		f.priced()
		for _, n := range []int{2, 7} {
			f.write(inventory.Pay{Who: staff, OrderID: f.order(n), PaymentID: fmt.Sprint("slip", n), Amount: 2500, Currency: "EUR"})
		}
		f.round(local, "that all is settled", 0, func() int {
			return f.count("select count(*) from deliveries where state = 'queued'") + f.queued()
		})
		if m := f.mailed()["user0@example.org"]; len(m) != 1 || strings.Count(m[0].TextBody, "/events/") != 2 || strings.Contains(m[0].TextBody, "When:") {
			t.Errorf("the confirmation says which dates the pass covers: %+v", m)
		}

		// Who got messages of a kind, with what was said, apart from words that are the same in each.
		f.event = date
		has := func(kind, subject, german, holder, guest string, more map[string]string) {
			t.Helper()
			// user1 has a ticket of the date as well, user2 two passes, user4 and eve the same pass.
			f.round(local, "word of "+kind, 7, func() int { return f.deliveredOf(kind) })
			got := f.mailed()
			for who, n := range map[string]int{"user0": 1, "user1": 1, "user2": 1, "user3": 1, "user4": 1, "user5": 0, "eve": 1, "user7": 1} {
				text, count := "", 0
				for _, m := range got[who+"@example.org"] {
					if strings.HasPrefix(m.Subject, subject) || strings.HasPrefix(m.Subject, german) {
						text, count = m.TextBody, count+1
					}
				}
				want := holder
				if w, ok := more[who]; ok {
					want = w
				} else if who == "user1" {
					want = guest
				}
				if count != n || n > 0 && !strings.Contains(text, want) {
					t.Errorf("%s: %s has %d, want %d with %q: %s", kind, who, count, n, want, text)
				}
			}
		}
		f.remind(30*86400 - 60)
		f.later(2 * time.Minute)
		has("reminder", "Reminder:", "Erinnerung:", "Your pass covers this date: All evenings.", "You have 1 ticket.", map[string]string{"eve": "Dein Pass gilt für diesen Termin: All evenings.", "user2": "Your pass covers this date: ", "user7": "Your pass covers this date: Gold."})

		ev, err := f.store.Events.Event(t.Context(), date)
		if err != nil {
			t.Fatal(err)
		}
		f.move(ev, inventory.Hour)
		f.later(time.Minute)
		has("event_changed", "Changed:", "Geändert:", "Your pass stays valid for it: All evenings.", "Your registration stays valid", map[string]string{"eve": "Dein Pass gilt weiter dafür", "user2": "Your pass stays valid", "user7": "Gold"})
		f.postpone()
		f.later(time.Minute)
		has("event_postponed", "Postponed:", "Verschoben:", "Your pass stays valid for it: All evenings. You’ll hear from us", "Your registration stays valid", map[string]string{"eve": "Dein Pass gilt weiter dafür", "user2": "Your pass stays valid", "user7": "Gold"})

		// It is cancelled, and the server that tells of it is stopped in the middle.
		f.event, f.tier = free, tier
		f.register(10, 280)
		f.round(local, "that all is settled", 0, func() int {
			return f.count("select count(*) from deliveries where state = 'queued'") + f.queued()
		})
		f.event = date
		f.write(inventory.CancelEvent{Who: staff})
		f.write(inventory.Tick{}) // ends what is live
		f.later(time.Minute)
		g := newGate(40)
		t.Cleanup(g.release)
		mx := mailtest.Start(t, &mailtest.Server{Answer: func(phase, _ string) error {
			if phase == "DATA" {
				g.pass()
			}
			return nil
		}})
		first := f.worker(f.smtp(mx), nil)
		f.start(first)
		<-g.full
		if err := first.Jobs.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := first.dispatcher.Stop(waited{t.Context(), g.release}); err != nil {
			t.Fatal(err)
		}
		if n := f.deliveredOf("event_cancelled"); n == 0 || n > 200 {
			t.Errorf("%d were told before the stop", n)
		}
		f.start(f.worker(f.smtp(mx), nil))
		const people = 270 + 7 // with a pass, and user1 for the ticket too
		mailtest.WaitForCount(t, "who were told that it is cancelled", people+1, func() int { return f.deliveredOf("event_cancelled") })
		f.settled()
		f.once(mx)
		counts := map[string]int{}
		for _, r := range mx.Received() {
			text := strings.ReplaceAll(r.Data, "=\r\n", "")
			counts[r.To]++
			if money := strings.Contains(text, "Nothing is refunded automatically"); money && r.To != "user7@example.org" && r.To != "user2@example.org" || !money && r.To == "user7@example.org" {
				t.Errorf("%s: what is said of money: %s", r.To, text)
			}
			if !strings.Contains(text, "method=CANCEL") {
				t.Errorf("%s: the entry stays in the calendar: %s", r.To, text)
			}
		}
		if counts["user1@example.org"] != 2 || counts["user2@example.org"] != 1 || counts["eve@example.org"] != 1 || counts["user5@example.org"] != 0 || len(counts) != people {
			t.Errorf("%d people: %v", len(counts), counts)
		}
		// What each was told about the date is found again by their pass.
		for user, kinds := range map[string]int{"user0": 4, "user5": 0} {
			at, err := f.store.Registrations.Registration(t.Context(), free, user)
			if err != nil {
				t.Fatal(err)
			}
			told, err := f.store.Deliveries.ToldOfDates(t.Context(), []string{date, other}, at.Person.ID, 100)
			if err != nil || len(told[date]) != kinds || len(told[other]) != 0 {
				t.Errorf("%s was told %v, %v", user, told, err)
			}
		}
		if n := f.count("select count(*) from announcements where (state = 'planned' or state = 'sending') and kind <> 'reminder'"); n != 0 {
			t.Errorf("%d announcements are not done", n)
		}
		f.ofSomebody()
	})
}
