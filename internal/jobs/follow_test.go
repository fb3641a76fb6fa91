package jobs_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// follows makes accounts from fan0 on that follow the organization.
func (f *fixture) follows(n int) {
	f.t.Helper()
	for i := range n {
		mail := fmt.Sprintf("fan%d@example.org", i)
		account := f.ids.Top(id.Account)
		f.exec(fmt.Sprintf(`insert into accounts (id, address, email, name, locale, created_at) values ('%s', '%s', '%s', 'Fan', 'en', 1)`, account, mail, mail))
		follow := messages.Follow{AccountID: account, OrgID: f.org, Code: fmt.Sprintf("%016d", i), CreatedAt: inventory.At(f.clock())}
		if err := f.store.Follows.Follow(f.t.Context(), follow); err != nil {
			f.t.Fatal(err)
		}
	}
}

// TestFollowersAreTold: whoever follows an organization is told about an event that it publishes
// once, some time later, with a link that ends it: in pages, by two servers, and not who
// opted out of all that is optional after they followed, or does not follow any more, nor
// of an event that was called off or unlisted meanwhile.
func TestFollowersAreTold(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 10)
		mx := mailtest.Start(t, &mailtest.Server{})
		f.follows(230)
		person := func(n int) string {
			return delivery.PersonKey(key, f.org, address.PublicID(fmt.Sprintf("fan%d@example.org", n)))
		}
		mute := func(n int, at inventory.Instant) {
			if err := f.store.Contacts.MuteContact(t.Context(), f.org, person(n), at, at); err != nil {
				t.Fatal(err)
			}
		}
		// The seventh wants nothing in these hours.
		here := f.clock().UTC()
		minute := here.Hour()*60 + here.Minute()
		if err := f.store.Contacts.PutContact(t.Context(), messages.Contact{
			OrgID: f.org, PersonKey: person(7), Zone: "UTC", QuietFrom: (minute + 1439) % 1440, QuietTo: (minute + 60) % 1440, UpdatedAt: inventory.At(here),
		}); err != nil {
			t.Fatal(err)
		}
		mute(3, 1) // before they followed
		mute(4, inventory.At(f.clock().Add(time.Minute)))
		first, org := f.event, f.org
		planned := func(event string) int {
			return f.count(fmt.Sprintf("select count(*) from announcements where event_id = '%s' and kind = 'new_event'", event))
		}
		if n := planned(first); n != 0 {
			t.Errorf("%d announcements of an event that was published before anybody followed", n)
		}
		told, off, draft := f.openAt(org, 10, true), f.openAt(org, 10, true), f.openAt(org, 10, false)
		for event, want := range map[string]int{told: 1, off: 1, draft: 0} {
			if n := planned(event); n != want {
				t.Errorf("%d announcements of %s, want %d", n, event, want)
			}
		}
		f.event = off
		f.write(inventory.CancelEvent{Who: inventory.Who{Actor: "system", Staff: true}})
		hidden := f.openAt(org, 10, true)
		unlist := func(event string, v inventory.Visibility) {
			f.event = event
			ev, err := f.store.Events.Event(t.Context(), event)
			if err != nil {
				t.Fatal(err)
			}
			set := ev.Event.Settings
			set.Visibility = v
			f.write(inventory.Configure{Who: inventory.Who{Actor: "system", Staff: true}, StartsAt: ev.Event.StartsAt, EndsAt: ev.Event.EndsAt, Zone: ev.Event.Zone, Settings: set})
		}
		unlist(hidden, inventory.Unlisted)
		f.event = told
		if err := f.store.Follows.UnfollowByCode(t.Context(), org, fmt.Sprintf("%016d", 5)); err != nil {
			t.Fatal(err)
		}
		running := f.servers(2, mx)
		f.settled()
		if n := len(mx.Received()); n != 0 {
			t.Fatalf("%d mails at once", n)
		}
		running = f.jump(16*time.Minute, mx, running)
		sent := func() int {
			return f.count("select count(*) from deliveries where kind = 'new_event' and state = 'sent'")
		}
		mailtest.WaitForCount(t, "followers who are told", 227, sent)
		mailtest.WaitFor(t, "both announcements to end", func() bool {
			return f.count("select count(*) from announcements where kind = 'new_event' and state = 'done'") == 1 &&
				f.count("select count(*) from announcements where kind = 'new_event' and state = 'missed'") == 2
		})
		got := map[string]int{}
		for _, r := range mx.Received() {
			got[r.To]++
			unsubscribe := r.Header("List-Unsubscribe")
			if !strings.HasPrefix(r.Header("Subject"), "New from Test: Concert") || !strings.Contains(r.Data, "/events/"+told) || !strings.HasPrefix(unsubscribe, "<https://holdfast.example/f/") {
				t.Fatalf("%s", r.Data)
			}
		}
		if got["fan3@example.org"] != 1 || got["fan4@example.org"] != 0 || got["fan5@example.org"] != 0 || got["fan7@example.org"] != 0 || len(got) != 227 {
			t.Errorf("%d were told; who opted out before %d times, after %d, who does not follow any more %d", len(got), got["fan3@example.org"], got["fan4@example.org"], got["fan5@example.org"])
		}
		// Another change of the event, or another day: nothing goes out again.
		f.remind(3600)
		f.jump(25*time.Hour, mx, running)
		mailtest.WaitForCount(t, "followers who are told in the end", 228, sent) // the seventh, once their hours were over
		f.settled()
		if list := mx.Received(); len(list) != 228 || list[227].To != "fan7@example.org" {
			t.Errorf("%d mails, the last to %s", len(list), list[len(list)-1].To)
		}
		unlist(draft, inventory.Unlisted)
		f.write(inventory.Publish{Who: inventory.Who{Actor: "system", Staff: true}})
		if n := planned(draft); n != 0 {
			t.Errorf("%d announcements of the draft that is published unlisted", n)
		}
		unlist(draft, inventory.VisiblePublic)
		if n := planned(draft); n != 1 {
			t.Errorf("%d announcements of the draft once it is listed", n)
		}
	})
}

// dates makes a series, or adds to it, of the events from from on.
func (f *fixture) dates(series string, from int64, source string, events ...string) {
	f.t.Helper()
	dates := make([]storeevents.SeriesDate, len(events))
	for i, event := range events {
		dates[i] = storeevents.SeriesDate{OrgID: f.org, SeriesID: series, Position: from + int64(i), EventID: event, SourceID: source, StartsAt: 1, Made: event == source}
	}
	var err error
	if from == 1 {
		err = f.store.Series.CreateSeries(f.t.Context(), storeevents.EventSeries{OrgID: f.org, ID: series, Title: "Fridays", CreatedAt: 1}, dates)
	} else {
		err = f.store.Series.PlanDates(f.t.Context(), f.org, series, func([]storeevents.SeriesDate) ([]storeevents.SeriesDate, error) { return dates, nil })
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

// TestFollowersAreToldOfASeries: the dates that a series was planned with are told about by one
// message, whichever is published first, together with those that are added before it goes out,
// and also when its event is called off; what is added later, by another.
func TestFollowersAreToldOfASeries(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 10)
		mx := mailtest.Start(t, &mailtest.Server{})
		f.follows(1)
		org := f.org
		ids := func(n int) (list []string) {
			for range n {
				list = append(list, f.ids.Top(id.Event))
			}
			return list
		}
		publish := func(events ...string) {
			for _, event := range events {
				f.makeAt(event, org, 10, true)
			}
		}
		told := func(want ...string) {
			t.Helper()
			for _, event := range want {
				if n := f.count("select count(*) from announcements where kind = 'new_event' and event_id = '" + event + "'"); n != 1 {
					t.Errorf("%d announcements of %s", n, event)
				}
			}
			if n := f.count("select count(*) from announcements where kind = 'new_event'"); n != len(want) {
				t.Errorf("%d announcements, want %d", n, len(want))
			}
		}

		// One that is made of an event of which followers are yet to be told.
		source := f.openAt(org, 10, true)
		copies := ids(4)
		f.dates("ser_a", 1, source, source, copies[0], copies[1])
		publish(copies[:2]...)
		f.dates("ser_a", 4, source, copies[2])
		publish(copies[2])
		told(source)
		f.later(16 * time.Minute)
		running := f.servers(2, mx)
		mailtest.WaitForCount(t, "mails", 1, func() int { return len(mx.Received()) })
		if r := mx.Received()[0]; r.Header("Subject") != "New from Test: Fridays" || !strings.Contains(r.Data, "/series/ser_a") {
			t.Errorf("%s", r.Data)
		}
		f.settled()

		// What is added to it later. Its first date is called off before anybody is told.
		f.dates("ser_a", 5, source, copies[3])
		more := ids(2)
		f.dates("ser_b", 1, source, more...)
		publish(copies[3])
		publish(more...)
		told(source, copies[3], more[0])
		f.event = more[0]
		f.write(inventory.CancelEvent{Who: inventory.Who{Actor: "system", Staff: true}})
		f.jump(16*time.Minute, mx, running)
		mailtest.WaitForCount(t, "mails", 3, func() int { return len(mx.Received()) })
		f.settled()
		told(source, copies[3], more[0], more[1])
		var single, series int
		for _, r := range mx.Received()[1:] {
			if strings.HasPrefix(r.Header("Subject"), "New from Test: Concert, ") && strings.Contains(r.Data, "/events/"+copies[3]) {
				single++ // a plan of one date
			}
			if r.Header("Subject") == "New from Test: Fridays" && strings.Contains(r.Data, "/series/ser_b") {
				series++
			}
		}
		if single != 1 || series != 1 {
			t.Errorf("%d mails about a date, %d about dates", single, series)
		}
	})
}

// TestFollowersOfASeries: whoever follows a series is told about its new dates and about nothing
// else of its organization; whoever follows both is told once, and the link ends both.
func TestFollowersOfASeries(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 10)
		mx := mailtest.Start(t, &mailtest.Server{})
		first := f.event
		source := f.openAt(f.org, 10, true)
		f.dates("ser_a", 1, source, source)
		f.dates("ser_b", 1, first, first)
		for i, series := range []string{"ser_a", "ser_b", "ser_a"} {
			mail := fmt.Sprintf("date%d@example.org", i)
			account := f.ids.Top(id.Account)
			f.exec(fmt.Sprintf(`insert into accounts (id, address, email, name, locale, created_at) values ('%s', '%s', '%s', 'Fan', 'en', 1)`, account, mail, mail))
			follow := messages.Follow{AccountID: account, OrgID: f.org, SeriesID: series, Code: fmt.Sprintf("%016d", 100+i), CreatedAt: inventory.At(f.clock())}
			of := []messages.Follow{follow}
			if i == 2 {
				follow.SeriesID = ""
				of = append(of, follow)
			}
			for _, one := range of {
				if err := f.store.Follows.Follow(t.Context(), one); err != nil {
					t.Fatal(err)
				}
			}
		}
		date := f.ids.Top(id.Event)
		f.dates("ser_a", 2, source, date)
		f.makeAt(date, f.org, 10, true)
		other := f.openAt(f.org, 10, true)
		f.later(16 * time.Minute)
		f.servers(2, mx)
		mailtest.WaitForCount(t, "mails", 3, func() int { return len(mx.Received()) })
		f.settled()
		got := map[string]int{}
		for _, r := range mx.Received() {
			switch {
			case strings.Contains(r.Data, "/events/"+date):
				got[r.To+" of the date"]++
			case strings.Contains(r.Data, "/events/"+other):
				got[r.To+" of the other"]++
			}
		}
		if len(got) != 3 || got["date0@example.org of the date"] != 1 || got["date2@example.org of the date"] != 1 || got["date2@example.org of the other"] != 1 {
			t.Errorf("told: %v", got)
		}
		if err := f.store.Follows.UnfollowByCode(t.Context(), f.org, fmt.Sprintf("%016d", 102)); err != nil {
			t.Fatal(err)
		}
		if n := f.count("select count(*) from follows"); n != 2 {
			t.Errorf("%d follows are left", n)
		}
	})
}

// TestDatesArePublishedAtOnce: of dates that are published at the same moment one tells.
func TestDatesArePublishedAtOnce(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 10)
		f.follows(1)
		org, dates := f.org, []string{}
		for range 6 {
			dates = append(dates, f.openAt(org, 10, false))
		}
		f.dates("ser_a", 1, f.event, dates...)
		var all sync.WaitGroup
		for _, event := range dates {
			all.Go(func() {
				results, _ := f.writer.Write(t.Context(), event, []sequencer.Request{{EventID: event, Command: inventory.Publish{Who: inventory.Who{Actor: "system", Staff: true}}}})
				if results[0].Err != nil || results[0].Reply.Code != inventory.OK {
					t.Errorf("%+v", results[0])
				}
			})
		}
		all.Wait()
		if n := f.count("select count(*) from announcements where kind = 'new_event'"); n != 1 {
			t.Errorf("%d announcements, want 1", n)
		}
	})
}
