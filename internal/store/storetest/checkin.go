package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
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
)

// Order registers a party and returns its order.
func (h *Fixture) Order(user string, units int64) string {
	h.T.Helper()
	return h.Must(h.Register(user, units))[0].OrderID
}

// holder is the person who holds a ticket.
func (h *Fixture) holder(ticket string) string {
	h.T.Helper()
	v, err := h.S.Tickets.TicketByID(h.T.Context(), ticket)
	if err != nil {
		h.T.Fatal(err)
	}
	return v.HolderID
}

// told is what a person was told, newest first.
func (h *Fixture) told(person string) []events.MessageView {
	h.T.Helper()
	list, err := h.S.Messages.Inbox(h.T.Context(), h.Event, person, 0, 100)
	if err != nil {
		h.T.Fatal(err)
	}
	return list
}

func entering(ticket, device, scan string, at inventory.Instant) checkins.Entering {
	return checkins.Entering{Scan: checkin.Scan{Device: device, ID: scan, Ticket: ticket, At: at, Gate: "north"}, Version: 0}
}

// enter checks one ticket in.
func (h *Fixture) enter(e checkins.Entering) checkins.Entered {
	h.T.Helper()
	got, err := h.S.CheckIns.CheckIn(h.T.Context(), h.Event, []checkins.Entering{e})
	if err != nil {
		h.T.Fatal(err)
	}
	return got[0]
}

func (h *Fixture) wantVerdict(e checkins.Entering, want checkin.Verdict) checkins.Entered {
	h.T.Helper()
	got := h.enter(e)
	if got.Verdict != want {
		h.T.Errorf("%s by %s: %s, want %s", e.Scan.Ticket, e.Scan.Device, got.Verdict, want)
	}
	return got
}

func testCheckIn(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 5, nil)
	order := h.Order("ann", 2)
	one, two := id.TicketOf(order, 1), id.TicketOf(order, 2)
	h.wantVerdict(entering(one, "d1", "a", 10), checkin.Admit)
	h.wantVerdict(entering(one, "d1", "a", 10), checkin.Admit) // the answer was lost, and the device asks again
	got := h.wantVerdict(entering(one, "d2", "a", 11), checkin.AlreadyAdmitted)
	if got.First.At != 10 || got.First.Gate != "north" || got.First.Device != "d1" {
		t.Errorf("already admitted by %+v", got.First)
	}
	h.wantVerdict(entering(two, "d2", "b", 12), checkin.Admit)
	h.wantVerdict(entering(id.TicketOf(order, 3), "d2", "c", 13), checkin.Invalid)
	h.wantVerdict(entering(id.TicketOf(h.In(id.Order), 1), "d2", "d", 13), checkin.Invalid)

	h.Must(h.Register("bob", 3)) // full from here
	waiting := h.Must(h.Register("cyd", 1))[0]
	if waiting.EntryID == "" {
		t.Fatalf("%+v", waiting)
	}
	h.Must(inventory.Cancel{Who: inventory.Who{Actor: "key_test", Staff: true}, OrderID: order})
	h.wantVerdict(entering(two, "d3", "e", 14), checkin.AlreadyAdmitted) // it was used; the API says first that the order is void
	offered, err := h.S.Registrations.Entry(t.Context(), waiting.EntryID)
	if err != nil || offered.Offer == nil {
		t.Fatalf("%+v, %v", offered, err)
	}
	held := id.TicketOf(offered.Offer.OrderID, 1)
	h.wantVerdict(entering(held, "d3", "f", 15), checkin.Invalid)
	h.Must(inventory.Accept{Who: inventory.Who{Actor: "public"}, OfferID: offered.Offer.ID})
	h.wantVerdict(entering(held, "d3", "f", 16), checkin.Admit)

	if _, err := h.S.CheckIns.CheckIn(t.Context(), h.Event, []checkins.Entering{entering(id.TicketOf(offered.Offer.OrderID, 1), "d3", "g", 17), entering("tkt_x", "d3", "h", 17)}); err == nil {
		t.Error("something that is not a ticket was taken")
	}
	if _, err := h.S.CheckIns.CheckIn(t.Context(), h.Event, nil); err == nil {
		t.Error("a check-in of nobody was taken")
	}
	a, err := h.S.CheckIns.Attendance(t.Context(), h.Event, "")
	want := &checkins.Attendance{Tickets: 4, Admitted: 3, Inside: 3, Gates: []checkins.GateCount{{Gate: "north", Admitted: 3, Inside: 3}}, Hours: []checkins.HourCount{{Admitted: 3}}}
	if d := cmp.Diff(want, a); err != nil || d != "" {
		t.Errorf("%v, %s", err, d)
	}
}

// testCame: who came is counted by gate and by hour, and the guest list says of each
// guest when the first of their tickets came in, and where.
func testCame(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 9, nil)
	order := h.Order("ann", 3)
	hour := inventory.Instant(inventory.Hour)
	for unit, scan := range []struct {
		at   inventory.Instant
		gate string
	}{{2*hour + 5, "south"}, {hour - 1, "north"}, {2*hour + 1, "north"}} {
		e := entering(id.TicketOf(order, int64(unit+1)), "d1", scan.gate+"-"+string(rune('a'+unit)), scan.at)
		e.Scan.Gate = scan.gate
		h.wantVerdict(e, checkin.Admit)
	}
	a, err := h.S.CheckIns.Attendance(t.Context(), h.Event, "")
	want := &checkins.Attendance{Tickets: 3, Admitted: 3, Inside: 3,
		Gates: []checkins.GateCount{{Gate: "north", Admitted: 2, Inside: 2}, {Gate: "south", Admitted: 1, Inside: 1}},
		Hours: []checkins.HourCount{{At: 0, Admitted: 1}, {At: 2 * hour, Admitted: 2}}}
	if d := cmp.Diff(want, a); err != nil || d != "" {
		t.Errorf("%v, %s", err, d)
	}
	h.Order("bob", 1)
	guests, err := h.S.People.Guests(t.Context(), h.Event, "", 10)
	if err != nil || len(guests) != 2 {
		t.Fatalf("%d guests, %v", len(guests), err)
	}
	if b := guests[0]; b.Admitted != 0 || b.CameAt != 0 || b.Gate != "" {
		t.Errorf("bob came: %+v", b)
	}
	if a := guests[1]; a.Admitted != 3 || a.CameAt != hour-1 || a.Gate != "north" {
		t.Errorf("ann: %d, at %d by %s", a.Admitted, a.CameAt, a.Gate)
	}
}

// testOrderNumbers: the number of an order leads to it and to nothing else, and stays
// the same whatever happens to the order.
func testOrderNumbers(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 400, nil)
	var cmds []inventory.Command
	for i := range 300 { // more than one statement asks for
		cmds = append(cmds, h.Register("u"+strconv.Itoa(i), 1))
	}
	var orders []string
	for _, o := range h.Must(cmds...) {
		orders = append(orders, o.OrderID)
	}
	order := h.Order("ann", 2)
	orders = append(orders, order)
	before, err := h.S.Tickets.OrderNumbers(t.Context(), h.Event, append(orders, h.In(id.Order))...)
	if err != nil || len(before) != len(orders) {
		t.Fatalf("%d numbers of %d orders, %v", len(before), len(orders), err)
	}
	seen := map[int64]bool{}
	for o, n := range before {
		if got, err := h.S.Tickets.OrderNumbered(t.Context(), h.Event, n); err != nil || got != o || seen[n] {
			t.Fatalf("%d leads to %s and not to %s: %v", n, got, o, err)
		}
		seen[n] = true
	}
	h.Must(inventory.Cancel{Who: inventory.Who{Actor: "key_test", Staff: true}, OrderID: order})
	after, err := h.S.Tickets.OrderNumbers(t.Context(), h.Event, order)
	if err != nil || after[order] != before[order] {
		t.Errorf("the number was %d and is %d, %v", before[order], after[order], err)
	}
	// Neither the event's own first row, nor the order's second, nor one that is not there.
	for _, n := range []int64{1, before[order] + 1, 1 << 30} {
		if got, err := h.S.Tickets.OrderNumbered(t.Context(), h.Event, n); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("%d leads to %q, %v", n, got, err)
		}
	}
}

// testScanNames: the name of a scan is a promise that it is the same scan.
func testScanNames(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 5, nil)
	order := h.Order("ann", 3)
	h.wantVerdict(entering(id.TicketOf(order, 1), "d1", "a", 10), checkin.Admit)
	_, err := h.S.CheckIns.CheckIn(t.Context(), h.Event, []checkins.Entering{entering(id.TicketOf(order, 2), "d1", "a", 11), entering(id.TicketOf(order, 3), "d1", "b", 11)})
	if !errors.Is(err, database.ErrConflict) {
		t.Fatalf("one name, two tickets: %v", err)
	}
	_, err = h.S.CheckIns.CheckIn(t.Context(), h.Event, []checkins.Entering{entering(id.TicketOf(order, 2), "d1", "c", 11), entering(id.TicketOf(order, 3), "d1", "c", 11)})
	if !errors.Is(err, database.ErrConflict) {
		t.Fatalf("one name, two tickets at once: %v", err)
	}
	if n := h.Count("select count(*) from admissions where event_id = $1", h.Event); n != 1 {
		t.Errorf("%d came in", n)
	}
}

func testReissue(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 5, nil)
	order := h.Order("ann", 2)
	ticket := id.TicketOf(order, 2)
	for _, from := range []int64{0, 0, 1, 1} { // each of them twice, as a client that got no answer does
		h.reissue(ticket, from, inventory.OK)
	}
	for _, from := range []int64{0, 3, 4} {
		h.reissue(ticket, from, inventory.VersionMoved)
	}
	if n := h.Count("select count(*) from audit where subject = $1 and reason = 'ticket_reissued' and related = $2", order, ticket); n != 2 {
		t.Errorf("%d audit rows, want 2", n)
	}
	h.CheckReload()
	if told := h.told(h.holder(ticket)); len(told) != 3 || told[0].Message.Kind != inventory.MsgTicketReissued || told[0].Message.Ref != ticket || told[0].Hold.ID != order || told[0].Transfer != nil {
		t.Errorf("who holds it was told %+v", told)
	}
	v, err := h.S.Tickets.TicketByID(t.Context(), ticket)
	if err != nil || v.Version != 2 || !v.Valid || v.Unit != 2 || v.OrderID != order || v.EventID != h.Event || v.Tier != "General" || v.Person.UserID != "ann" {
		t.Errorf("%+v, %v", v, err)
	}
	list, err := h.S.Tickets.OrderTickets(t.Context(), order)
	if err != nil || len(list.Tickets) != 2 || list.Tickets[0].Version != 0 || list.Tickets[1].Version != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	h.wantVerdict(entering(ticket, "d1", "a", 10), checkin.Invalid) // the old token
	e := entering(ticket, "d1", "b", 10)
	e.Version = 2
	h.wantVerdict(e, checkin.Admit)
	before, err := h.S.Tickets.TicketsVersion(t.Context(), h.Event)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{id.TicketOf(order, 3), id.TicketOf(h.In(id.Order), 1), "tkt_x"} {
		if _, _, named := id.UnitOf(bad); named {
			h.reissue(bad, 0, inventory.TicketVoid)
		}
		if _, err := h.S.Tickets.TicketByID(t.Context(), bad); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	h.Must(inventory.Cancel{Who: inventory.Who{Actor: "key_test", Staff: true}, OrderID: order})
	h.reissue(ticket, 2, inventory.TicketVoid)
	if v, err := h.S.Tickets.TicketByID(t.Context(), ticket); err != nil || v.Valid {
		t.Errorf("%+v, %v", v, err)
	}
	if after, err := h.S.Tickets.TicketsVersion(t.Context(), h.Event); err != nil || after == before {
		t.Errorf("%+v after %+v, %v", after, before, err)
	}
	orders, err := h.S.Tickets.IssuedOrders(t.Context(), h.Event, "", 10)
	want := []events.IssuedOrder{{OrderID: order, Units: 2, TierID: h.Tier, Void: true, Versions: map[int64]uint32{2: 2}}}
	if d := cmp.Diff(want, orders); err != nil || d != "" {
		t.Errorf("%v, %s", err, d)
	}
	if orders, err = h.S.Tickets.IssuedOrders(t.Context(), h.Event, order, 10); err != nil || len(orders) != 0 {
		t.Errorf("%v, %v", orders, err)
	}
	if _, err := h.S.Tickets.TicketsVersion(t.Context(), "evt_gone"); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("of no event: %v", err)
	}
}

// testOneTicketRaces: however many want in with one ticket, and on how many
// servers, one comes in. In all, 1,000 try for each of a few tickets.
func testOneTicketRaces(t *testing.T, open Open) {
	const scanners, each, tickets = 16, 63, 3
	servers := []*store.Store{open(t), open(t)}
	h := OpenEvent(t, servers[0], tickets, nil)
	for n := range tickets {
		ticket := id.TicketOf(h.Order(fmt.Sprint("user", n), 1), 1)
		admitted := make(chan string, scanners*each)
		var wg sync.WaitGroup
		for d := range scanners {
			wg.Go(func() {
				for i := range each {
					device, scan := fmt.Sprint("d", d), fmt.Sprint(n, "-", i)
					got, err := servers[d%2].CheckIns.CheckIn(t.Context(), h.Event, []checkins.Entering{entering(ticket, device, scan, 10)})
					if err != nil {
						t.Error(err)
						return
					}
					if got[0].Verdict == checkin.Admit {
						admitted <- device + "/" + scan
					}
				}
			})
		}
		wg.Wait()
		close(admitted)
		if len(admitted) != 1 {
			t.Errorf("ticket %d let %d in", n, len(admitted))
		}
	}
	if n := h.Count("select count(*) from scans where event_id = $1 and online", h.Event); n != tickets {
		t.Errorf("%d admissions are recorded", n)
	}
}

// testSync: devices' logs, sent in any order, in pieces, twice and at once, add
// up to one state, which is what the fold says.
func testSync(t *testing.T, open Open) {
	servers := []*store.Store{open(t), open(t)}
	rng := rand.New(rand.NewPCG(5, 5))
	for round := range 4 {
		h := OpenEvent(t, servers[0], 12, nil)
		var tickets []string
		for n := range 6 {
			order := h.Order(fmt.Sprint("user", n), 2)
			tickets = append(tickets, id.TicketOf(order, 1), id.TicketOf(order, 2))
		}
		online := entering(tickets[0], "online", "o1", 8)
		h.wantVerdict(online, checkin.Admit)
		online.Scan.Verdict, online.Scan.Online = checkin.Admit, true
		scans := []checkin.Scan{}
		for d := range 20 {
			for n := range 3 {
				scans = append(scans, checkin.Scan{Device: fmt.Sprint("d", d), ID: fmt.Sprint(n), Ticket: tickets[rng.IntN(8)],
					At: inventory.Instant(1 + rng.IntN(12)), Gate: fmt.Sprint("g", n), Verdict: checkin.Admit})
			}
		}
		ghost := checkin.Scan{Device: "d0", ID: "ghost", Ticket: id.TicketOf(h.In(id.Order), 1), At: 3, Verdict: checkin.Admit}
		refused := checkin.Scan{Device: "d0", ID: "refused", Ticket: tickets[9], At: 3, Verdict: checkin.Invalid}
		h.send(servers, rng, append(scans, ghost, refused, checkin.Scan{Device: "d0", ID: "torn", At: 4, Verdict: checkin.Invalid}))
		h.wantFold(fmt.Sprint("round ", round), append(scans, online.Scan))
		h.wantVerdict(entering(tickets[9], "late", "1", 20), checkin.Admit)
		if got, err := h.S.CheckIns.SyncScans(t.Context(), h.Event, []checkin.Scan{{Device: "d0", ID: "ghost", Ticket: tickets[10], At: 1, Verdict: checkin.Admit}}, 30); err != nil || got[0].Status != checkins.SyncConflict {
			t.Errorf("one name, two tickets: %v, %v", got, err)
		}
	}
}

// send sends scans in shuffled pieces from several goroutines, most of them twice.
func (h *Fixture) send(servers []*store.Store, rng *rand.Rand, scans []checkin.Scan) {
	h.T.Helper()
	var wg sync.WaitGroup
	for n, s := range servers {
		mine := append([]checkin.Scan(nil), scans...)
		rng.Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
		wg.Go(func() {
			for at := 0; at < len(mine); at += 7 + n {
				if _, err := s.CheckIns.SyncScans(h.T.Context(), h.Event, mine[at:min(at+7+n, len(mine))], 100); err != nil {
					h.T.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	got, err := h.S.CheckIns.SyncScans(h.T.Context(), h.Event, scans[:3], 100)
	if err != nil || got[0].Status != checkins.SyncDuplicate || got[1].Status != checkins.SyncDuplicate || got[2].Status != checkins.SyncDuplicate {
		h.T.Errorf("again: %v, %v", got, err)
	}
}

func onceEverywhere(string) checkin.ReEntry { return checkin.Once }

// wantFold compares the admissions and the flags with what the scans add up to.
func (h *Fixture) wantFold(what string, scans []checkin.Scan) {
	h.T.Helper()
	var doubles []checkin.Double
	admitted := int64(0)
	for _, a := range checkin.Fold(scans, onceEverywhere) {
		admitted++
		got := h.enter(entering(a.Ticket, "probe", a.Ticket, 1000))
		if got.Verdict != checkin.AlreadyAdmitted || got.First.Key() != a.First.Key() || got.First.Gate != a.First.Gate || got.First.At != a.First.At {
			h.T.Errorf("%s: %s is in by %+v, want %+v", what, a.Ticket, got, a.First)
		}
		doubles = append(doubles, a.Doubles...)
	}
	stored := map[checkin.Key]checkin.Double{}
	for after := (checkins.DoubleCursor{}); ; {
		page, err := h.S.CheckIns.Doubles(h.T.Context(), h.Event, "", after, 7)
		if err != nil {
			h.T.Fatal(err)
		}
		for _, d := range page {
			if _, twice := stored[d.Scan.Key()]; twice {
				h.T.Errorf("%s: %v is flagged twice", what, d.Scan)
			}
			stored[d.Scan.Key()] = d
		}
		if len(page) < 7 {
			break
		}
		last := page[len(page)-1].Scan
		after = checkins.DoubleCursor{Ticket: last.Ticket, Device: last.Device, ID: last.ID}
	}
	if len(stored) != len(doubles) {
		h.T.Errorf("%s: %d doubles are flagged, want %d", what, len(stored), len(doubles))
	}
	for _, d := range doubles {
		if diff := cmp.Diff(d, stored[d.Scan.Key()]); diff != "" {
			h.T.Errorf("%s: %s", what, diff)
		}
	}
	a, err := h.S.CheckIns.Attendance(h.T.Context(), h.Event, "")
	if err != nil || a.Admitted != admitted || a.Doubles != int64(len(doubles)) {
		h.T.Errorf("%s: %+v, %v; want %d in, %d doubles", what, a, err, admitted, len(doubles))
	}
}
