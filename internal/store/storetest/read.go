package storetest

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Reading checks every method that reads, and the small ones that write outside
// of batches.
func Reading(t *testing.T, open Open) {
	s := open(t)
	for _, c := range []struct {
		name string
		test func(*testing.T, *store.Store)
	}{
		{"Event", readEvent}, {"Events", readEvents}, {"Registration", readRegistration}, {"Registrations", readRegistrations},
		{"ByID", readByID}, {"Blocks", readBlocks}, {"Statements", readStatements},
		{"Line", readLine}, {"Place", readPlace}, {"EntryHistory", readHistory}, {"EntryHistoryMoved", readMovedHistory}, {"EntryHistoryRandom", readHistoryRandom},
		{"Audit", readAudit}, {"Story", readStory},
		{"Inbox", readInbox}, {"Messages", readMessages},
		{"Mailbox", readMailbox}, {"Keys", readKeys}, {"ServerKey", readServerKey}, {"PruneReplies", pruneReplies},
		{"Snapshot", readSnapshot}, {"Orphans", readOrphans}, {"Accounts", accounts}, {"LinkRequests", linkRequests}, {"Members", members}, {"OwnOrganizations", ownOrganizations}, {"OIDCLinks", oidcLinks}, {"SecurityLogs", securityLogs}, {"JobRanges", readJobRanges},
		{"Feed", readFeed}, {"Webhooks", readWebhooks},
		{"Deliveries", readDeliveries}, {"Contacts", readContacts},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, s) })
	}
}

func eventID(n int) string { return fmt.Sprintf("evt_%012d", n) }

func same(t testing.TB, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got, cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() })); d != "" {
		t.Errorf("got other than wanted (-want +got):\n%s", d)
	}
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func wantErr(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got error %v, want %v", err, want)
	}
}

func readEvent(t *testing.T, s *store.Store) {
	w := newWrittenRows(eventID(100), "tir_z", "tir_a")
	w.join(w.person("a"), "tir_z", 0)
	w.join(w.person("b"), "tir_a", 3)
	w.offer(w.join(w.person("c"), "tir_a", 0))
	w.write(t, s)
	got := must[*events.EventView](t)(s.Events.Event(t.Context(), w.event))
	zone := must[*time.Location](t)(time.LoadLocation(worldZone))
	hashes := w.hashes()
	same(t, got, &events.EventView{
		Event: inventory.Event{ID: w.event, OrgID: w.org, Status: inventory.Published, StartsAt: 10, EndsAt: 20, Zone: zone,
			Settings: inventory.Settings{MaxGuests: 3, Waitlist: inventory.WaitlistSettings{Promotion: inventory.PromoteOffer,
				PartyPolicy: inventory.Strict, PositionDisplay: inventory.PositionExact}},
			Version: 7, Seq: int64(len(w.audit)), JoinNo: 3, Clock: 9},
		Details:  events.Details{Title: "Title", Description: "About", Location: "There", Tags: []string{}, Performers: []string{}, Reminders: []int64{3600}},
		Timezone: worldZone,
		Pools:    []inventory.Pool{{ID: rowsPool, Name: "Main", Capacity: 100, Held: 1, Confirmed: 2, Blocked: 3}},
		Tiers:    []inventory.Tier{{ID: "tir_z", Name: "Tier tir_z", Pools: []string{rowsPool}}, {ID: "tir_a", Name: "Tier tir_a", Pools: []string{rowsPool}}},
		Waiting:  2, TierWaiting: map[string]int64{"tir_z": 1, "tir_a": 1}, Offered: 1, CreatedAt: 3, UpdatedAt: 4, HeadHash: hashes[len(hashes)-1], HeadSig: []byte("signature"),
	})
	_, err := s.Events.Event(t.Context(), eventID(199))
	wantErr(t, err, database.ErrNotFound)
}

func readEvents(t *testing.T, s *store.Store) {
	var want []string
	for i := range 7 {
		w := newWrittenRows(eventID(200+i), "tir_a")
		if i != 3 {
			w.org = "org_of_events"
			want = append(want, w.event)
		}
		for n := range i {
			w.join(w.person(fmt.Sprint(n)), "tir_a", 0)
		}
		if i > 0 && i != 3 {
			w.writeInto(t, s) // the organization is there
		} else {
			w.write(t, s)
		}
	}
	var got []string
	for after := ""; ; {
		page := must[[]events.EventView](t)(s.Events.EventsPage(t.Context(), "org_of_events", after, 2))
		if len(page) == 0 {
			break
		}
		for _, v := range page {
			got = append(got, v.Event.ID)
			one := must[*events.EventView](t)(s.Events.Event(t.Context(), v.Event.ID))
			same(t, v, *one)
		}
		after = got[len(got)-1]
	}
	same(t, got, want)
	same(t, len(must[[]events.EventView](t)(s.Events.EventsPage(t.Context(), "org_nobody", "", 9))), 0)
}

func readRegistration(t *testing.T, s *store.Store) {
	w := newWrittenRows(eventID(300), "tir_a")
	fresh := w.person("fresh")
	live := w.person("live")
	liveHold := w.take(live, "tir_a", 2, inventory.HoldConfirmed, inventory.ReasonRegistered)
	waits := w.person("waits")
	entry := w.join(waits, "tir_a", 0)
	offered := w.person("offered")
	open := w.offer(w.join(offered, "tir_a", 0))
	again := w.person("again") // cancelled, then left the waitlist
	first := w.take(again, "tir_a", 1, inventory.HoldConfirmed, inventory.ReasonRegistered)
	w.turn(first, inventory.HoldReleased, inventory.ReasonCancelledByPerson)
	second := w.join(again, "tir_a", 0)
	w.move(second, inventory.EntryLeft, inventory.ReasonLeft)
	declined := w.person("declined")
	over := w.offer(w.join(declined, "tir_a", 0))
	w.end(over, inventory.OfferDeclined, inventory.EntryDeclined, inventory.HoldReleased, inventory.ReasonDeclined)
	cancelled := w.person("cancelled") // left the waitlist, then cancelled
	w.move(w.join(cancelled, "tir_a", 0), inventory.EntryLeft, inventory.ReasonLeft)
	last := w.take(cancelled, "tir_a", 1, inventory.HoldConfirmed, inventory.ReasonRegistered)
	w.turn(last, inventory.HoldReleased, inventory.ReasonCancelledByPerson)
	w.write(t, s)
	for _, c := range []events.RegistrationView{
		{Person: *fresh},
		{Person: *live, Hold: liveHold},
		{Person: *waits, Entry: entry},
		{Person: *offered, Hold: w.hold(open.OrderID), Entry: w.entry(open.EntryID), Offer: open},
		{Person: *again, Entry: second},
		{Person: *declined, Hold: w.hold(over.OrderID), Entry: w.entry(over.EntryID)},
		{Person: *cancelled, Hold: last},
	} {
		got := must[*events.RegistrationView](t)(s.Registrations.Registration(t.Context(), w.event, c.Person.UserID))
		same(t, *got, c)
	}
	_, err := s.Registrations.Registration(t.Context(), w.event, "nobody")
	wantErr(t, err, database.ErrNotFound)
	_, err = s.Registrations.Registration(t.Context(), eventID(301), "live")
	wantErr(t, err, database.ErrNotFound)
}

func (w *writtenRows) hold(hid string) *inventory.Hold {
	i := slices.IndexFunc(w.holds, func(h *inventory.Hold) bool { return h.ID == hid })
	return w.holds[i]
}

func (w *writtenRows) entry(eid string) *inventory.Entry {
	i := slices.IndexFunc(w.entries, func(e *inventory.Entry) bool { return e.ID == eid })
	return w.entries[i]
}

func readRegistrations(t *testing.T, s *store.Store) {
	w := newWrittenRows(eventID(400), "tir_a")
	want := map[bool][]string{}
	for i := range 25 {
		p := w.person(fmt.Sprint("p", i))
		h := w.take(p, "tir_a", 1, inventory.HoldConfirmed, inventory.ReasonRegistered)
		ended := i%3 == 0
		if ended {
			w.turn(h, inventory.HoldReleased, inventory.ReasonCancelledByStaff)
		}
		want[ended] = append(want[ended], h.ID)
	}
	w.offer(w.join(w.person("held"), "tir_a", 0)) // neither confirmed nor released
	w.turn(w.block("tir_a", 2), inventory.HoldReleased, inventory.ReasonUnblocked)
	w.write(t, s)
	for ended, ids := range want {
		slices.Sort(ids)
		var got []string
		for after := ""; ; {
			page := must[[]events.RegistrationView](t)(s.Registrations.RegistrationsPage(t.Context(), w.event, after, ended, 4))
			if len(page) == 0 {
				break
			}
			for _, v := range page {
				got = append(got, v.Hold.ID)
				same(t, v.Hold, w.hold(v.Hold.ID))
				same(t, &v.Person, w.personOf(v.Hold.PersonID))
			}
			after = got[len(got)-1]
		}
		same(t, got, ids)
	}
	same(t, len(must[[]events.RegistrationView](t)(s.Registrations.RegistrationsPage(t.Context(), eventID(401), "", false, 4))), 0)
}

func readByID(t *testing.T, s *store.Store) {
	w := newWrittenRows(eventID(500), "tir_a")
	o := w.offer(w.join(w.person("offered"), "tir_a", 0))
	over := w.offer(w.join(w.person("declined"), "tir_a", 0))
	w.end(over, inventory.OfferDeclined, inventory.EntryDeclined, inventory.HoldReleased, inventory.ReasonDeclined)
	b := w.block("tir_a", 3)
	w.write(t, s)
	p, pOver := w.personOf(o.PersonID), w.personOf(over.PersonID)
	same(t, must[*events.RegistrationView](t)(s.Registrations.Entry(t.Context(), o.EntryID)),
		&events.RegistrationView{Person: *p, Entry: w.entry(o.EntryID), Offer: o, Hold: w.hold(o.OrderID)})
	same(t, must[*events.RegistrationView](t)(s.Registrations.Entry(t.Context(), over.EntryID)),
		&events.RegistrationView{Person: *pOver, Entry: w.entry(over.EntryID)})
	same(t, must[*events.RegistrationView](t)(s.Registrations.OfferByID(t.Context(), over.ID)),
		&events.RegistrationView{Person: *pOver, Entry: w.entry(over.EntryID), Offer: over, Hold: w.hold(over.OrderID)})
	same(t, must[*events.RegistrationView](t)(s.Registrations.Hold(t.Context(), o.OrderID)),
		&events.RegistrationView{Person: *p, Hold: w.hold(o.OrderID)})
	same(t, must[*events.RegistrationView](t)(s.Registrations.Hold(t.Context(), b.ID)), &events.RegistrationView{Hold: b})
	for _, get := range []func(string) (*events.RegistrationView, error){
		func(s1 string) (*events.RegistrationView, error) { return s.Registrations.Entry(t.Context(), s1) },
		func(s1 string) (*events.RegistrationView, error) { return s.Registrations.OfferByID(t.Context(), s1) },
		func(s1 string) (*events.RegistrationView, error) { return s.Registrations.Hold(t.Context(), s1) },
	} {
		for _, wrong := range []string{"", "wle_", "nonsense", p.ID, w.event,
			id.Seq(id.Entry, w.event, 1<<30), id.Seq(id.Offer, w.event, 1<<30), id.Seq(id.Order, w.event, 1<<30),
			id.Seq(id.Entry, eventID(501), 2), o.EntryID + "0"} {
			_, err := get(wrong)
			wantErr(t, err, database.ErrNotFound)
		}
	}
}

func readBlocks(t *testing.T, s *store.Store) {
	w := newWrittenRows(eventID(600), "tir_a")
	a, gone, b := w.block("tir_a", 1), w.block("tir_a", 2), w.block("tir_a", 3)
	w.turn(gone, inventory.HoldReleased, inventory.ReasonUnblocked)
	w.take(w.person("p"), "tir_a", 1, inventory.HoldConfirmed, inventory.ReasonRegistered)
	w.write(t, s)
	same(t, must[[]inventory.Hold](t)(s.Registrations.Blocks(t.Context(), w.event, "", 2)), []inventory.Hold{*a, *b})
	same(t, must[[]inventory.Hold](t)(s.Registrations.Blocks(t.Context(), w.event, "", 1)), []inventory.Hold{*a})
	same(t, must[[]inventory.Hold](t)(s.Registrations.Blocks(t.Context(), w.event, a.ID, 2)), []inventory.Hold{*b})
	same(t, len(must[[]inventory.Hold](t)(s.Registrations.Blocks(t.Context(), eventID(601), "", 2))), 0)

	// Releases are blocks that end by themselves; what was taken out of the plan is none.
	w = newWrittenRows(eventID(602), "tir_a")
	later, sooner, dropped, happened := w.block("tir_a", 1), w.block("tir_a", 2), w.block("tir_a", 3), w.block("tir_a", 4)
	later.ExpiresAt, sooner.ExpiresAt, dropped.ExpiresAt, happened.ExpiresAt = 300, 200, 100, 50
	w.turn(dropped, inventory.HoldReleased, inventory.ReasonReleaseWithdrawn)
	w.turn(happened, inventory.HoldReleased, inventory.ReasonUnitsReleased)
	plain := w.block("tir_a", 5)
	w.write(t, s)
	same(t, must[[]inventory.Hold](t)(s.Registrations.Releases(t.Context(), w.event, 9)), []inventory.Hold{*happened, *sooner, *later})
	same(t, must[[]inventory.Hold](t)(s.Registrations.Releases(t.Context(), w.event, 1)), []inventory.Hold{*happened})
	same(t, must[[]inventory.Hold](t)(s.Registrations.Blocks(t.Context(), w.event, "", 9)), []inventory.Hold{*plain})
	same(t, must[*events.EventView](t)(s.Events.Event(t.Context(), w.event)).Releases, []inventory.Release{{At: 200, Tier: "tir_a", Units: 2}, {At: 300, Tier: "tir_a", Units: 1}})
}

// readStatements: versions are read oldest first, and the event has the number of the newest.
func readStatements(t *testing.T, s *store.Store) {
	w, other := newWrittenRows(eventID(610), "tir_a"), newWrittenRows(eventID(611), "tir_a")
	w.write(t, s)
	other.write(t, s)
	tx := must[*sql.Tx](t)(s.JobsDB().BeginTx(t.Context(), nil))
	defer func() { _ = tx.Rollback() }()
	var want []inventory.Statement
	var rows [][]any
	for _, version := range []int64{10, 2, 1} {
		v := inventory.Statement{Version: version, ID: w.id(id.Statement), Text: fmt.Sprint("text ", version), Hash: fmt.Sprint("hash ", version), At: 5, OpensAt: 7, Seq: version + 3}
		rows = append(rows, []any{w.event, v.Version, v.ID, v.Text, v.Hash, int64(v.At), int64(v.OpensAt), v.Seq})
		want = append([]inventory.Statement{v}, want...)
	}
	insert(t, tx, "statements", rows, "event_id, version, id, text, hash, created_at, opens_at, seq")
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	same(t, must[[]inventory.Statement](t)(s.Events.Statements(t.Context(), w.event, 9)), want)
	same(t, must[[]inventory.Statement](t)(s.Events.Statements(t.Context(), w.event, 2)), want[:2])
	same(t, len(must[[]inventory.Statement](t)(s.Events.Statements(t.Context(), other.event, 9))), 0)
	err := s.Snapshot(t.Context(), func(v *snapshot.Snapshot) error {
		same(t, must[[]inventory.Statement](t)(v.Statements(w.event)), want)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, must[*events.EventView](t)(s.Events.Event(t.Context(), w.event)).Statement, int64(10))
	same(t, must[*events.EventView](t)(s.Events.Event(t.Context(), other.event)).Statement, int64(0))
}

func readAudit(t *testing.T, s *store.Store) {
	w := randomRows(rand.New(rand.NewPCG(1, 2)), eventID(700), 120, 2)
	w.write(t, s)
	var got []events.ChainedRow
	for after := int64(0); ; {
		page := must[[]events.ChainedRow](t)(s.Events.Audit(t.Context(), w.event, after, 17))
		if len(page) == 0 {
			break
		}
		got = append(got, page...)
		after = page[len(page)-1].Seq
	}
	same(t, got, w.lines(func(*inventory.AuditRow) bool { return true }))
	same(t, len(must[[]events.ChainedRow](t)(s.Events.Audit(t.Context(), eventID(701), 0, 5))), 0)
}

// lines are the audit rows that match, with their hashes, in order.
func (w *writtenRows) lines(match func(*inventory.AuditRow) bool) []events.ChainedRow {
	var list []events.ChainedRow
	for i, h := range w.hashes() {
		if match(&w.audit[i]) {
			list = append(list, events.ChainedRow{AuditRow: w.audit[i], Hash: h})
		}
	}
	return list
}

func readStory(t *testing.T, s *store.Store) {
	w := randomRows(rand.New(rand.NewPCG(3, 4)), eventID(800), 150, 2)
	var prev int64
	for range 5 { // a pool, whose rows need not be linked
		w.record(rowsPool, "1", "2", inventory.ReasonCapacityRaised, 0)
		prev = w.record(w.event, "published", "published", inventory.ReasonSettingsChanged, prev)
	}
	o := w.offers[0]
	o.LastSeq = w.record(o.ID, "open", "open", inventory.ReasonOfferExtended, 0)
	unextended := w.offers[1]
	w.write(t, s)
	subjects := []string{rowsPool, w.event, o.ID}
	for _, e := range w.entries {
		subjects = append(subjects, e.ID)
	}
	for _, h := range w.holds {
		subjects = append(subjects, h.ID)
	}
	for _, subject := range subjects {
		want := w.lines(func(r *inventory.AuditRow) bool { return r.Subject == subject })
		slices.Reverse(want)
		same(t, must[[]events.ChainedRow](t)(s.Events.Story(t.Context(), w.event, subject, 0, 100)), want)
		// In pages of two, as the doc says.
		var got []events.ChainedRow
		linked := subject != rowsPool && subject != w.event
		for from := int64(0); ; {
			page := must[[]events.ChainedRow](t)(s.Events.Story(t.Context(), w.event, subject, from, 2))
			got = append(got, page...)
			if len(page) == 0 || linked && page[len(page)-1].PrevSeq == 0 {
				break
			}
			if from = page[len(page)-1].PrevSeq; !linked {
				if from = page[len(page)-1].Seq - 1; from == 0 {
					break
				}
			}
		}
		same(t, got, want)
	}
	same(t, len(must[[]events.ChainedRow](t)(s.Events.Story(t.Context(), w.event, unextended.ID, 0, 5))), 0)
	same(t, len(must[[]events.ChainedRow](t)(s.Events.Story(t.Context(), w.event, "pol_none", 0, 5))), 0)
	_, err := s.Events.Story(t.Context(), w.event, id.Seq(id.Entry, w.event, 1<<30), 0, 5)
	wantErr(t, err, database.ErrNotFound)
	_, err = s.Events.Story(t.Context(), eventID(801), w.entries[0].ID, 0, 5)
	wantErr(t, err, database.ErrNotFound)
	// A seq of another subject tells nothing of this one.
	same(t, len(must[[]events.ChainedRow](t)(s.Events.Story(t.Context(), w.event, w.entries[0].ID, w.entries[1].PlacedSeq, 1))), 0)
}
