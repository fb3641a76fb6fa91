package storetest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// sample is one row of every kind, each field of which has a value that no
// other field has, so that two columns that change places are found.
type sample struct {
	person *inventory.Person
	hold   *inventory.Hold
	entry  *inventory.Entry
	offer  *inventory.Offer
	lane   *inventory.Lane
	pool   *inventory.Pool
}

func newSample(h *Fixture) *sample {
	s := &sample{
		person: &inventory.Person{
			ID: h.In(id.Person), UserID: "ü-user'\"\\", Profile: inventory.Profile{Email: "a@example.com", Name: "Zoë Ω", Locale: "de"}, Units: 4,
		},
		hold: &inventory.Hold{
			ID: h.In(id.Order), Kind: inventory.KindRegistration, State: inventory.HoldHeld, Tier: h.Tier, Units: 4,
			Name: "typed", Guests: `[{"name":"{}\"'"}]`, ExpiresAt: Epoch + 5, CreatedAt: Epoch + 6, UpdatedAt: Epoch + 7, Reason: inventory.ReasonOffered, LastSeq: 8,
		},
		entry: &inventory.Entry{
			ID: h.In(id.Entry), State: inventory.EntryOffered, Units: 9, Passes: 2,
			Placement: inventory.Placement{Tier: h.Tier, Class: 3, JoinNo: 10, Rank: -11, PlacedSeq: 13},
			Name:      "waited", Guests: `[{"name":"e"}]`, JoinedAt: Epoch + 12, ApprovedAt: Epoch + 13, LeftSeq: 14, UpdatedAt: Epoch + 15, Reason: inventory.ReasonOffered, LastSeq: 16,
		},
		offer: &inventory.Offer{
			ID: h.In(id.Offer), State: inventory.OfferOpen, OpenedAt: Epoch + 17, WindowStartsAt: Epoch + 18, ExpiresAt: Epoch + 19,
			EndedAt: 20, Extensions: 21, RuleVersion: 22, LastSeq: 23,
		},
		lane: &inventory.Lane{Tier: h.Tier, Class: 3, Waiting: 24, LastRank: -25},
		pool: h.Cached.State.Pools[h.Pool],
	}
	s.person.HoldID, s.person.EntryID = s.hold.ID, s.entry.ID
	s.hold.PersonID, s.hold.EntryID, s.hold.OfferID = s.person.ID, s.entry.ID, s.offer.ID
	s.entry.PersonID, s.entry.OfferID = s.person.ID, s.offer.ID
	s.offer.EntryID, s.offer.OrderID, s.offer.PersonID = s.entry.ID, s.hold.ID, s.person.ID
	return s
}

func (s *sample) changes(seq int64, isNew bool) *inventory.Changes {
	return &inventory.Changes{
		EventChanged: true,
		Pools:        []*inventory.Pool{s.pool},
		Lanes:        []*inventory.Lane{s.lane},
		People:       []inventory.PersonChange{{Person: s.person, New: isNew, ProfileChanged: !isNew}},
		Holds:        []inventory.HoldChange{{Hold: s.hold, New: isNew}},
		Entries:      []inventory.EntryChange{{Entry: s.entry, New: isNew}},
		Offers:       []inventory.OfferChange{{Offer: s.offer, New: isNew}},
		Places:       []inventory.PlaceChange{{Lane: s.entry.Lane(), JoinNo: s.entry.JoinNo, Delta: 1}},
		Audit: []inventory.AuditRow{{
			Seq: seq, At: Epoch + 26, Actor: "key_a", Subject: s.hold.ID, From: "a", To: "b", Reason: inventory.ReasonAccepted,
			Rule: 27, Related: s.entry.ID, Units: 28, PrevSeq: 1,
		}},
		Messages: []inventory.Message{{Seq: seq, PersonID: s.person.ID, Kind: inventory.MsgConfirmed, Ref: s.hold.ID, At: Epoch + 29}},
	}
}

// write commits the sample on an open event, and forgets the cached state so
// that what is read next is what was stored.
func (s *sample) write(h *Fixture, isNew bool) {
	h.T.Helper()
	b := h.Begin()
	st := b.Cached.State
	// Begin may have loaded the state again: the sample's rows are now its rows.
	st.Pools[h.Pool], st.Lanes[inventory.LaneKey{Tier: s.lane.Tier, Class: s.lane.Class}] = s.pool, s.lane
	st.Event.Seq++
	st.Event.JoinNo, st.Event.Clock, st.Event.DueAt = st.Event.JoinNo+30, Epoch+31, 0
	st.Event.WaveStartedAt, st.Event.WaveUsed, st.Event.SweptAt, st.LiveOffers, st.Applications = Epoch+32, 33, Epoch+34, 35, 36
	if err := h.commit(b, s.changes(st.Event.Seq, isNew)); err != nil {
		h.T.Fatal(err)
	}
	h.Cached = b.Cached
	h.CheckReload()
}

// move commits that the entry was moved, with nothing else of it changed.
func (s *sample) move(h *Fixture) {
	h.T.Helper()
	b := h.Begin()
	b.Cached.State.Event.Seq++
	seq := b.Cached.State.Event.Seq
	past := inventory.PastPlacement{EntryID: s.entry.ID, Placement: s.entry.Placement, UntilSeq: 60}
	s.entry.Placement = inventory.Placement{Tier: "tir_other", Class: 5, JoinNo: 61, Rank: -62, PlacedSeq: 60}
	err := h.commit(b, &inventory.Changes{
		EventChanged: true, Entries: []inventory.EntryChange{{Entry: s.entry}}, PastPlacements: []inventory.PastPlacement{past},
		Audit: []inventory.AuditRow{{Seq: seq, At: Epoch + 63, Actor: "key_a", Subject: s.entry.ID, Rule: 1}},
	})
	if err != nil {
		h.T.Fatal(err)
	}
	h.Cached = b.Cached
	var stored []inventory.PastPlacement
	err = h.S.Snapshot(h.T.Context(), func(v *snapshot.Snapshot) error {
		return v.PastPlacements(h.Event, func(p *inventory.PastPlacement) error { stored = append(stored, *p); return nil })
	})
	if err != nil {
		h.T.Fatal(err)
	}
	if d := diff([]inventory.PastPlacement{past}, stored); d != "" {
		h.T.Errorf("past placement (-written +loaded):\n%s", d)
	}
}

// check loads the sample by each of its names and compares.
func (s *sample) check(h *Fixture) {
	h.T.Helper()
	for name, cmd := range map[string]inventory.Command{
		"user":  inventory.Cancel{UserID: s.person.UserID},
		"hold":  inventory.Cancel{OrderID: s.hold.ID},
		"entry": inventory.Leave{EntryID: s.entry.ID},
		"offer": inventory.Decline{OfferID: s.offer.ID},
	} {
		b := h.Begin(cmd)
		b.Rollback()
		want := inventory.NewWork()
		want.People[s.person.UserID], want.PeopleByID[s.person.ID] = s.person, s.person
		want.Holds[s.hold.ID], want.Entries[s.entry.ID], want.Offers[s.offer.ID] = s.hold, s.entry, s.offer
		b.Work.Lookahead = want.Lookahead // of how much is wanted, LookaheadWanted has the say
		if d := diff(want, b.Work); d != "" {
			h.T.Errorf("found by %s (-written +loaded):\n%s", name, d)
		}
		if b.Work.People[s.person.UserID] != b.Work.PeopleByID[s.person.ID] {
			h.T.Error("one person is two in memory")
		}
	}
}

func testRows(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 100, nil)
	h.CheckReload()
	s := newSample(h)
	s.pool.Held, s.pool.Confirmed, s.pool.Blocked = 4, 5, 6
	s.write(h, true)
	s.check(h)

	view, err := h.S.Events.Event(t.Context(), h.Event)
	if err != nil {
		t.Fatal(err)
	}
	if view.Details.Title != "An evening" || len(view.Details.Reminders) != 2 || view.Timezone != "Europe/Vienna" {
		t.Errorf("details: %+v %s", view.Details, view.Timezone)
	}
	lines, err := h.S.Events.Audit(t.Context(), h.Event, h.Cached.State.Event.Seq-1, 10)
	if err != nil || len(lines) != 1 {
		t.Fatalf("audit: %d rows, %v", len(lines), err)
	}
	want := s.changes(h.Cached.State.Event.Seq, true)
	if d := diff(want.Audit[0], lines[0].AuditRow); d != "" {
		t.Errorf("audit row (-written +loaded):\n%s", d)
	}
	if lines[0].Hash != h.Cached.Head || view.HeadHash != h.Cached.Head {
		t.Error("the head is not the hash of the last row")
	}
	inbox, err := h.S.Messages.Inbox(t.Context(), h.Event, s.person.ID, 0, 10)
	if err != nil || len(inbox) != 1 {
		t.Fatalf("inbox: %d messages, %v", len(inbox), err)
	}
	if d := diff(want.Messages[0], inbox[0].Message); d != "" {
		t.Errorf("message (-written +loaded):\n%s", d)
	}
}

func testChangedRows(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 100, nil)
	s := newSample(h)
	s.write(h, true)
	// Everything that a transition may change, and nothing else.
	s.pool.Capacity, s.pool.Held, s.pool.Confirmed, s.pool.Blocked = 90, 1, 2, 3
	s.lane.Waiting, s.lane.LastRank = 40, 41
	s.person.HoldID, s.person.EntryID, s.person.Units = "", "", 0
	s.person.Profile = inventory.Profile{Email: "b@example.com", Name: "B", Locale: "en"}
	s.hold.State, s.hold.Guests, s.hold.ExpiresAt, s.hold.UpdatedAt = inventory.HoldConfirmed, "[]", 0, Epoch+42
	s.hold.Reason, s.hold.LastSeq, s.hold.Units = inventory.ReasonAccepted, 43, 44
	s.entry.State, s.entry.Units, s.entry.Passes, s.entry.Guests = inventory.EntryAccepted, 45, 3, "[]"
	s.entry.LeftSeq, s.entry.UpdatedAt, s.entry.Reason, s.entry.LastSeq = 46, Epoch+47, inventory.ReasonAccepted, 48
	// A row that changes without a move keeps its placement.
	kept := s.entry.Placement
	s.entry.Placement = inventory.Placement{Tier: "tir_none", Class: 9, JoinNo: 900, Rank: 901, PlacedSeq: 902}
	s.offer.State, s.offer.WindowStartsAt, s.offer.ExpiresAt = inventory.OfferAccepted, Epoch+49, Epoch+50
	s.offer.EndedAt, s.offer.Extensions, s.offer.LastSeq = Epoch+51, 52, 53
	s.write(h, false)
	s.person.HoldID = s.hold.ID // so that the person leads to the rest
	s.write(h, false)
	s.entry.Placement = kept
	s.check(h)
	s.move(h)
	s.check(h)
	if n := h.Count("select cast(sum(waiting) as bigint) from waitlist_counts where event_id = $1 and level = 1", h.Event); n != 3 {
		t.Errorf("three places were added to waitlist_counts, which has %d", n)
	}
}

func testMissingRow(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 100, nil)
	s := newSample(h)
	b := h.Begin()
	b.Cached.State.Event.Seq++
	before := b.Cached.State.Event.Version
	if err := h.commit(b, s.changes(b.Cached.State.Event.Seq, false)); err == nil {
		t.Fatal("rows that are not there were changed without an error")
	}
	h.Cached = nil
	if b = h.Begin(); b.Cached.State.Event.Version != before {
		t.Error("the batch was written")
	}
}

func testErase(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 3, nil)
	h.Must(h.Register("ann", 3))
	h.Must(inventory.Cancel{Who: inventory.Who{Actor: "public"}, UserID: "ann"})
	typed := func(user, name string, units int64) inventory.Register {
		c := h.Register(user, units)
		c.Profile.Name = name
		return c
	}
	h.Must(typed("ann", "Annabel", 3), h.Register("bob", 1))
	ann, bob := h.PersonID("ann"), h.PersonID("bob")
	dan := h.Must(h.Register("dan", 1))
	h.Must(inventory.Leave{Who: inventory.Who{Actor: "public"}, EntryID: dan[0].EntryID})
	h.Must(typed("dan", "Danny", 1))
	names := func() int64 {
		return h.Count("select count(*) from holds where event_id = $1 and name <> ''", h.Event) +
			h.Count("select count(*) from waitlist_entries where event_id = $1 and name <> ''", h.Event)
	}
	if n := names(); n != 2 {
		t.Fatalf("%d names were typed with what a person has, want those of an order and an entry", n)
	}
	putMail(t, h.S, "ANN@Example.com", "ann@example.com", "bob@example.com")
	if err := h.S.Mails.PutMail(t.Context(), []messages.Mail{{ID: "text", SentAt: Epoch, Recipient: "+491701234567", Reader: ann}}); err != nil {
		t.Fatal(err)
	}
	personal := func() (n int64) {
		for _, table := range []string{"holds", "waitlist_entries"} {
			n += h.Count("select count(*) from "+table+" where event_id = $1 and guests like '%ann%'", h.Event)
		}
		return n + h.Count("select count(*) from people where event_id = $1 and (email like '%ann%' or name like '%ann%' or user_id = 'ann')", h.Event) +
			h.Count("select count(*) from mailbox where lower(recipient) = 'ann@example.com'")
	}
	if n := personal(); n < 4 {
		t.Fatalf("only %d rows have personal data before it is erased", n)
	}
	h.Must(inventory.Erase{Who: inventory.Who{Actor: "key_a", Staff: true}, UserID: "ann"}, inventory.Erase{Who: inventory.Who{Actor: "key_a", Staff: true}, UserID: "dan"})
	if n := personal() + names(); n != 0 {
		t.Errorf("%d rows still have personal data", n)
	}
	if n := h.Count("select count(*) from mailbox"); n != 1 {
		t.Errorf("%d mails are left, want the one to somebody else", n)
	}
	// What was on its way is not kept, by mail or as a text to a phone, nor is a text that was there.
	late := func(id, reader string) messages.Mail {
		return messages.Mail{ID: id, SentAt: Epoch, Recipient: "+491701234567", Reader: reader}
	}
	if err := h.S.Mails.PutMail(t.Context(), []messages.Mail{late("late", ann), late("nobody", h.In(id.Person)), late("bob", bob)}); err != nil {
		t.Fatal(err)
	}
	if n := h.Count("select count(*) from mailbox where id in ('late', 'nobody', 'text')"); n != 0 {
		t.Errorf("%d mails to the erased are kept", n)
	}
	if n := h.Count("select count(*) from mailbox where id = 'bob'"); n != 1 {
		t.Error("nor is what others are sent")
	}
	if err := h.S.Mails.PutMail(t.Context(), []messages.Mail{late("x", "tkt_1")}); err == nil {
		t.Error("a ticket reads mail")
	}
	if n := h.Count("select count(*) from people where event_id = $1 and erased_at > 0 and user_id like 'erased:%'", h.Event); n != 2 {
		t.Errorf("%d people are marked as erased", n)
	}
	if n := h.Count("select count(*) from waitlist_entries where event_id = $1 and guests like '%bob%'", h.Event) +
		h.Count("select count(*) from holds where event_id = $1 and guests like '%bob%'", h.Event); n == 0 {
		t.Error("the guests of another person are gone")
	}
	h.CheckReload()
}

// testEraseSpelling: the mails of an erased person go, and those of an address that looks
// alike stay.
func testEraseSpelling(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 3, nil)
	kelvin := h.Register("\u212Aim", 1) // the Kelvin sign
	kelvin.Profile.Email = "\u212Aim@example.com"
	h.Must(kelvin, h.Register("kim", 1))
	putMail(t, h.S, "\u212Aim@EXAMPLE.com", "kim@example.com", "KIM@example.com")
	h.Must(inventory.Erase{Who: inventory.Who{Actor: "key_a", Staff: true}, UserID: "\u212Aim"})
	if n := h.Count("select count(*) from mailbox where recipient in ('kim@example.com', 'KIM@example.com')"); n != 2 {
		t.Errorf("%d of 2 mails of somebody else are left", n)
	}
	if n := h.Count("select count(*) from mailbox"); n != 2 {
		t.Errorf("%d mails are left, want 2", n)
	}
}

func testNoEvent(t *testing.T, open Open) {
	h := NewFixture(t, open(t))
	b := h.Begin(h.Register("ann", 1))
	st := b.Cached.State
	if st.Event.ID != "" || st.Pools == nil || st.Tiers == nil || st.Lanes == nil {
		t.Errorf("the state of no event: %+v", st)
	}
	b.Rollback()
	// Pools and tiers come back in the order in which they were listed.
	create := h.CreateCommand(5, nil)
	second := h.In(id.Pool)
	create.Pools = append([]inventory.Pool{{ID: second, Name: "Hall", Capacity: 7}}, create.Pools...)
	create.Tiers = append([]inventory.Tier{{ID: h.In(id.Tier), Name: "VIP", Pools: []string{h.Pool, second}}}, create.Tiers...)
	h.Must(create)
	h.CheckReload()
	view, err := h.S.Events.Event(t.Context(), h.Event)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range view.Pools {
		names = append(names, p.Name)
	}
	for _, tier := range view.Tiers {
		names = append(names, tier.Name)
	}
	if got := strings.Join(names, " "); got != "Hall Seats VIP General" {
		t.Errorf("pools and tiers are listed as %q", got)
	}
	if got := slices.Sorted(maps.Keys(h.Cached.State.Pools)); len(got) != 2 {
		t.Errorf("pools %v", got)
	}
}
