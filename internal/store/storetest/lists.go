package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// List makes a list of the door.
func (h *Fixture) List(rule checkin.ReEntry, gates ...string) string {
	h.T.Helper()
	l := checkins.List{ID: h.In(id.List), EventID: h.Event, Name: "List", Gates: gates, Rules: checkin.Rules{ReEntry: rule}, CreatedAt: h.Now, UpdatedAt: h.Now}
	if err := h.S.CheckIns.CreateList(h.T.Context(), l); err != nil {
		h.T.Fatal(err)
	}
	return l.ID
}

func testLists(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 5, nil)
	l := checkins.List{ID: h.In(id.List), EventID: h.Event, Name: "Lounge", Gates: []string{"A", "B"}, CreatedAt: 5, UpdatedAt: 6,
		Rules: checkin.Rules{ReEntry: checkin.WithExit, OpensAt: 7, ClosesAt: 8, Tiers: []string{h.Tier}}}
	for _, want := range []error{nil, database.ErrConflict} {
		if err := h.S.CheckIns.CreateList(t.Context(), l); !errors.Is(err, want) {
			t.Fatalf("%v, want %v", err, want)
		}
	}
	wantLists := func(want ...checkins.List) {
		t.Helper()
		got, err := h.S.CheckIns.Lists(t.Context(), h.Event)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%v, %s", err, d)
		}
	}
	wantLists(l)
	other := checkins.List{ID: h.In(id.List), EventID: h.Event, Gates: []string{"B"}, Rules: checkin.Rules{ReEntry: checkin.Once}, Name: "Roof"}
	var taken *checkins.GateTaken
	if err := h.S.CheckIns.CreateList(t.Context(), other); !errors.As(err, &taken) || taken.Gate != "B" || taken.List != l.ID {
		t.Errorf("a gate of two lists: %v", err)
	}
	l.Name, l.Tiers, l.Gates, l.OpensAt, l.ClosesAt, l.UpdatedAt = "Bar", []string{}, []string{"C"}, 0, 0, 9
	if err := h.S.CheckIns.ChangeList(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if err := h.S.CheckIns.ChangeList(t.Context(), l); !errors.Is(err, database.ErrConflict) {
		t.Errorf("changed from an old version: %v", err)
	}
	l.Version = 1
	wantLists(l)
	other.Gates = []string{}
	other.Tiers = []string{}
	if err := h.S.CheckIns.CreateList(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	other.Gates = []string{"C"}
	if err := h.S.CheckIns.ChangeList(t.Context(), other); !errors.As(err, &taken) {
		t.Errorf("a gate of two lists: %v", err)
	}
	gone := other
	gone.ID, gone.Gates = h.In(id.List), nil
	if err := h.S.CheckIns.ChangeList(t.Context(), gone); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("no such list: %v", err)
	}
	gone.EventID = "evt_000000000000"
	if err := h.S.CheckIns.CreateList(t.Context(), gone); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("no such event: %v", err)
	}
	for range checkins.MaxLists - 2 {
		h.List(checkin.Once)
	}
	gone = checkins.List{ID: h.In(id.List), EventID: h.Event, Rules: checkin.Rules{ReEntry: checkin.Once}}
	if err := h.S.CheckIns.CreateList(t.Context(), gone); !errors.Is(err, database.ErrLimit) {
		t.Errorf("one list too many: %v", err)
	}
}

func enteringAt(list, ticket, scan string, at inventory.Instant, rule checkin.ReEntry, verdict checkin.Verdict) checkins.Entering {
	return checkins.Entering{Version: -1, ReEntry: rule, Scan: checkin.Scan{Device: "d", ID: scan, List: list, Ticket: ticket, At: at, Gate: "north", Verdict: verdict}}
}

// testMoves: out and in again, whatever the clocks say, and idempotent.
func testMoves(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 5, nil)
	order := h.Order("ann", 2)
	one := id.TicketOf(order, 1)
	lounge, yard := h.List(checkin.WithExit), h.List(checkin.Free)
	in := func(scan string, at inventory.Instant) checkins.Entering {
		return enteringAt(lounge, one, scan, at, checkin.WithExit, checkin.Admit)
	}
	out := func(scan string, at inventory.Instant) checkins.Entering {
		return enteringAt(lounge, one, scan, at, checkin.WithExit, checkin.Exit)
	}
	h.wantVerdict(out("0", 1), checkin.NotInside)
	h.wantVerdict(in("1", 10), checkin.Admit)
	h.wantVerdict(in("1", 11), checkin.Admit)
	h.wantVerdict(in("2", 11), checkin.AlreadyAdmitted)
	h.wantVerdict(out("3", 5), checkin.Exit) // by a server whose clock is late
	h.wantVerdict(out("3", 5), checkin.Exit)
	h.wantVerdict(out("4", 12), checkin.NotInside)
	got := h.wantVerdict(in("5", 6), checkin.Admit)
	if got.First.At != 12 {
		t.Errorf("in again at %d, want 12: later than the exit", got.First.At)
	}
	if _, err := h.S.CheckIns.CheckIn(t.Context(), h.Event, []checkins.Entering{enteringAt(lounge, id.TicketOf(order, 2), "5", 13, checkin.WithExit, checkin.Admit)}); !errors.Is(err, database.ErrConflict) {
		t.Errorf("one name, two tickets: %v", err)
	}
	if _, err := h.S.CheckIns.CheckIn(t.Context(), h.Event, []checkins.Entering{enteringAt(h.In(id.List), one, "6", 13, checkin.WithExit, checkin.Admit)}); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("no such list: %v", err)
	}
	for n := range 3 {
		h.wantVerdict(enteringAt(yard, one, fmt.Sprint("y", n), 20, checkin.Free, checkin.Admit), checkin.Admit)
	}
	h.wantVerdict(enteringAt(yard, one, "y9", 20, checkin.Free, checkin.Exit), checkin.NotInside)
	h.wantVerdict(entering(one, "d1", "own", 30), checkin.Admit)
	a, err := h.S.CheckIns.Attendance(t.Context(), h.Event, lounge)
	want := &checkins.Attendance{Tickets: 2, Admitted: 1, Inside: 1, Gates: []checkins.GateCount{{Gate: "north", Admitted: 1, Inside: 1, Exits: 1}}, Hours: []checkins.HourCount{{Admitted: 1}}}
	if d := cmp.Diff(want, a); err != nil || d != "" {
		t.Errorf("%v, %s", err, d)
	}
	h.Must(inventory.Cancel{Who: inventory.Who{Actor: "key_test", Staff: true}, OrderID: order})
	h.wantVerdict(out("7", 40), checkin.Exit) // inside with a ticket that is void by now
	h.wantVerdict(in("8", 41), checkin.Invalid)
	h.wantVerdict(enteringAt(yard, one, "y5", 42, checkin.Free, checkin.Admit), checkin.Invalid)
}

// testMoveRaces: at a list where people come in again, of all who want in with
// one ticket at once one comes in, on two servers; then one goes out.
func testMoveRaces(t *testing.T, open Open) {
	servers := []*store.Store{open(t), open(t)}
	h := OpenEvent(t, servers[0], 3, nil)
	ticket := id.TicketOf(h.Order("ann", 1), 1)
	lounge := h.List(checkin.WithExit)
	for round := range 4 {
		verdict := []checkin.Verdict{checkin.Admit, checkin.Exit}[round%2]
		won := make(chan struct{}, 64)
		var wg sync.WaitGroup
		for d := range 16 {
			wg.Go(func() {
				for n := range 4 {
					got, err := servers[d%2].CheckIns.CheckIn(t.Context(), h.Event, []checkins.Entering{
						enteringAt(lounge, ticket, fmt.Sprint(round, "-", d, "-", n), h.Now, checkin.WithExit, verdict)})
					if err != nil {
						t.Error(err)
						return
					}
					if got[0].Verdict == verdict {
						won <- struct{}{}
					}
				}
			})
		}
		wg.Wait()
		if len(won) != 1 {
			t.Errorf("round %d: %d went %s", round, len(won), verdict)
		}
	}
}

// testSyncMoves: logs of devices at all kinds of lists, in any order, in pieces,
// twice and at once, while others scan online, add up to what the fold says.
func testSyncMoves(t *testing.T, open Open) {
	servers := []*store.Store{open(t), open(t)}
	rng := rand.New(rand.NewPCG(6, 6))
	h := OpenEvent(t, servers[0], 12, nil)
	rules := map[string]checkin.ReEntry{"": checkin.Once, h.List(checkin.WithExit): checkin.WithExit, h.List(checkin.Free): checkin.Free, h.List(checkin.Once): checkin.Once}
	var tickets, lists []string
	for n := range 3 {
		order := h.Order(fmt.Sprint("user", n), 2)
		tickets = append(tickets, id.TicketOf(order, 1), id.TicketOf(order, 2))
	}
	for l := range rules {
		lists = append(lists, l)
	}
	var scans []checkin.Scan
	for d := range 10 {
		for n := range 8 {
			s := checkin.Scan{Device: fmt.Sprint("d", d), ID: fmt.Sprint(n), Ticket: tickets[rng.IntN(len(tickets))], List: lists[rng.IntN(len(lists))],
				At: h.Now + inventory.Instant(rng.IntN(30)), Gate: fmt.Sprint("g", n), Verdict: checkin.Admit}
			if rng.IntN(3) == 0 {
				s.Verdict = checkin.Exit
			}
			scans = append(scans, s)
		}
	}
	var wg sync.WaitGroup
	for n, s := range servers {
		mine := append([]checkin.Scan(nil), scans...)
		rng.Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
		online := rand.New(rand.NewPCG(7, uint64(n)))
		wg.Go(func() {
			for at := 0; at < len(mine); at += 5 + n {
				if _, err := s.CheckIns.SyncScans(t.Context(), h.Event, mine[at:min(at+5+n, len(mine))], h.Now); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() {
			for i := range 30 {
				list := lists[online.IntN(len(lists))]
				e := enteringAt(list, tickets[online.IntN(len(tickets))], fmt.Sprint("on", n, "-", i), h.Now+inventory.Instant(online.IntN(30)), rules[list], checkin.Admit)
				if rules[list] == checkin.WithExit && i%2 == 0 {
					e.Scan.Verdict = checkin.Exit
				}
				if _, err := s.CheckIns.CheckIn(t.Context(), h.Event, []checkins.Entering{e}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	h.wantStored(rules)
}

// wantStored compares the admissions and flags with the fold of all that is stored.
func (h *Fixture) wantStored(rules map[string]checkin.ReEntry) {
	h.T.Helper()
	type state struct {
		First, Moved any
		Inside       bool
	}
	want, have := map[checkin.Stay]state{}, map[checkin.Stay]state{}
	flags, flagged := map[checkin.Key]checkin.Key{}, map[checkin.Key]checkin.Key{}
	err := h.S.Snapshot(h.T.Context(), func(v *snapshot.Snapshot) error {
		var moves []checkin.Scan
		if err := v.Scans(h.Event, func(s *checkins.ScanRow) error {
			if s.Counts {
				moves = append(moves, s.Scan)
			}
			if s.First != (checkin.Key{}) {
				flagged[s.Key()] = s.First
			}
			return nil
		}); err != nil {
			return err
		}
		for _, a := range checkin.Fold(moves, func(list string) checkin.ReEntry { return rules[list] }) {
			want[a.Stay] = state{a.First.Key(), a.MovedAt, a.Inside}
			for _, d := range a.Doubles {
				flags[d.Scan.Key()] = d.First.Key()
			}
		}
		return v.Admissions(h.Event, func(a *checkins.AdmissionRow) error {
			have[checkin.Stay{List: a.List, Ticket: a.Ticket}] = state{a.Key(), a.MovedAt, a.Inside}
			return nil
		})
	})
	if err != nil {
		h.T.Fatal(err)
	}
	if d := cmp.Diff(want, have); d != "" {
		h.T.Errorf("admissions (-fold +stored):\n%s", d)
	}
	if d := cmp.Diff(flags, flagged); d != "" {
		h.T.Errorf("double admissions (-fold +stored):\n%s", d)
	}
	if len(want) < 8 || len(flags) == 0 {
		h.T.Errorf("%d admissions, %d doubles: too few to show anything", len(want), len(flags))
	}
}

func testOverride(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 5, nil)
	order := h.Order("ann", 2)
	one, two := id.TicketOf(order, 1), id.TicketOf(order, 2)
	lounge := h.List(checkin.WithExit)
	over := func(list, ticket, scan string, at inventory.Instant) (checkins.Entered, error) {
		return h.S.CheckIns.Override(t.Context(), h.Event, checkins.Overriding{By: "key_boss", Why: "Plays tonight",
			Scan: checkin.Scan{Device: "boss", ID: scan, List: list, Ticket: ticket, At: at, Gate: "north"}}, at)
	}
	for _, list := range []string{"", lounge} {
		for n, ticket := range []string{one, two, two, two} {
			scan := fmt.Sprint(list, ticket, max(n, 1))
			if n == 3 {
				scan = fmt.Sprint(list, ticket, 1) // again
			}
			if got, err := over(list, ticket, scan, 10); err != nil || got.Verdict != checkin.Admit {
				t.Fatalf("%+v, %v", got, err)
			}
		}
	}
	h.wantVerdict(entering(one, "d1", "a", 20), checkin.AlreadyAdmitted)
	h.wantVerdict(enteringAt(lounge, one, "b", 20, checkin.WithExit, checkin.Admit), checkin.AlreadyAdmitted)
	if _, err := over("", one, two+"1", 30); !errors.Is(err, database.ErrConflict) {
		t.Errorf("one name, two tickets: %v", err)
	}
	for _, ticket := range []string{id.TicketOf(order, 3), id.TicketOf(h.In(id.Order), 1), "tkt_x"} {
		if _, err := over("", ticket, "x", 30); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("%s: %v", ticket, err)
		}
	}
	if _, err := over(h.In(id.List), one, "x", 30); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("no such list: %v", err)
	}
	a, err := h.S.CheckIns.Attendance(t.Context(), h.Event, lounge)
	if err != nil || a.Admitted != 2 || a.Overrides != 3 || a.Doubles != 0 {
		t.Errorf("%+v, %v", a, err)
	}
	all, err := h.S.CheckIns.Overrides(t.Context(), h.Event, checkins.OverrideCursor{}, 10)
	if err != nil || len(all) != 6 || all[0].OverrideBy != "key_boss" || all[0].OverrideReason != "Plays tonight" || !all[0].Override {
		t.Errorf("%+v, %v", all, err)
	}
	rest, err := h.S.CheckIns.Overrides(t.Context(), h.Event, checkins.OverrideCursor{At: all[1].At, Device: all[1].Device, ID: all[1].ID}, 10)
	if err != nil || len(rest) != 4 || rest[0].ID != all[2].ID {
		t.Errorf("%+v, %v", rest, err)
	}
	in, err := h.S.CheckIns.AdmissionsOf(t.Context(), h.Event, lounge, []string{one, two, "tkt_x"})
	if err != nil || len(in) != 2 || !in[one].Inside || in[one].At != 10 {
		t.Errorf("%+v, %v", in, err)
	}
	if in, err := h.S.CheckIns.AdmissionsOf(t.Context(), h.Event, lounge, nil); err != nil || len(in) != 0 {
		t.Errorf("%+v, %v", in, err)
	}
}

func testAttendees(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 9, nil)
	order := h.Order("ann", 3)
	h.Order("bob", 1)
	two := id.TicketOf(order, 2)
	v, err := h.S.Tickets.TicketByID(t.Context(), two)
	if err != nil || v.Attendee != (events.Attendee{Name: "Guest of ann"}) || v.HolderID != v.Person.ID {
		t.Fatalf("%+v, %v", v, err)
	}
	holder := v.HolderID
	set := func(ticket, holder string, a events.Attendee, want error) {
		t.Helper()
		if err := h.S.Tickets.SetAttendee(t.Context(), ticket, holder, a, h.Now); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	grace := events.Attendee{Name: "Grace", Email: "grace@example.org"}
	set(two, holder, events.Attendee{Name: "Somebody"}, nil)
	set(two, holder, grace, nil)
	set(two, h.In(id.Person), grace, database.ErrConflict)
	set(id.TicketOf(order, 4), holder, grace, database.ErrNotFound)
	set("tkt_x", holder, grace, database.ErrNotFound)
	set(id.TicketOf(order, 3), holder, grace, nil)
	set(id.TicketOf(order, 3), holder, events.Attendee{}, nil)
	list, err := h.S.Tickets.OrderTickets(t.Context(), order)
	names := func(tickets []events.TicketView) (names []string) {
		for i := range tickets {
			names = append(names, tickets[i].Attendee.Name)
		}
		return names
	}
	want := []string{"Person ann", "Grace", ""}
	if d := cmp.Diff(want, names(list.Tickets)); err != nil || d != "" || list.Tickets[1].Attendee != grace {
		t.Errorf("%v, %s", err, d)
	}
	each := func(stop int) (found []events.TicketView) {
		t.Helper()
		if err := h.S.Tickets.EachTicket(t.Context(), h.Event, func(v *events.TicketView) bool { found = append(found, *v); return len(found) != stop }); err != nil {
			t.Fatal(err)
		}
		return found
	}
	if d := cmp.Diff(append(want, "Person bob"), names(each(0))); d != "" {
		t.Error(d)
	}
	if got := each(2); len(got) != 2 || got[1].Attendee != grace || got[1].Tier != "General" {
		t.Errorf("%+v", got)
	}
	h.Must(inventory.Erase{Who: inventory.Who{Actor: "key_test", Staff: true}, UserID: "ann"})
	if n := h.Count("select count(*) from attendees where event_id = $1", h.Event); n != 0 {
		t.Errorf("%d are still named", n)
	}
	set(two, holder, grace, database.ErrNotFound)
	if got := names(each(0)); len(got) != 1 {
		t.Errorf("%v", got)
	}
	void, err := h.S.Tickets.TicketsOf(t.Context(), order)
	if err != nil || len(void) != 3 || void[0].Valid || void[0].Attendee.Name != "" {
		t.Errorf("%+v, %v", void, err)
	}
	if _, err := h.S.Tickets.TicketsOf(t.Context(), h.In(id.Order)); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("no such order: %v", err)
	}
	if _, err := h.S.Tickets.OrderTickets(t.Context(), "ord_x"); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("no order: %v", err)
	}
}
