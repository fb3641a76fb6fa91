package hammer

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sort"
	"sync"

	"github.com/holdfast-events/holdfast/internal/id"
)

// ErrMissing is what a Source answers for what it does not have.
var ErrMissing = errors.New("hammer: not found")

// Found is an order or an entry as it stands.
type Found struct {
	State string // of a hold: held, confirmed, released; of an entry: waiting, offered, …
	User  string // user_id; "" when the source does not say
}

// Source says what stands in a Holdfast. It is used by several goroutines.
type Source interface {
	// Order returns the order id of user in event, or ErrMissing.
	Order(ctx context.Context, event, user, id string) (Found, error)
	// Entry returns the waitlist entry id, or ErrMissing.
	Entry(ctx context.Context, id string) (Found, error)
	// Place returns an error that is ErrMissing if the place in a waiting room that was
	// acknowledged (OpArrive) is not there, or is another.
	Place(ctx context.Context, a *Ack) error
}

// maxFaults is how many faults a report spells out. The rest are counted.
const maxFaults = 20

// CheckReport says what became of what was acknowledged.
type CheckReport struct {
	Acks    int `json:"acks"`    // acknowledged changes
	Unknown int `json:"unknown"` // changes that were sent and never answered
	Orders  int `json:"orders"`  // acknowledged orders looked up
	Entries int `json:"entries"` // acknowledged entries looked up
	Lost    int `json:"lost"`    // acknowledged and not there, or not as it must be
	Doubled int `json:"doubled"` // one id given twice, or one ledger seq for two changes
	Unfair  int `json:"unfair"`  // answered before another was sent, and yet later in the ledger
	// Of waiting rooms: places that were looked up, guests who were let in, how many were
	// inside at once by what they were answered, and how often that was too many.
	Joined     int      `json:"joined"`
	Entered    int      `json:"entered"`
	MostInside int64    `json:"most_inside"`
	Crowded    int      `json:"crowded"`
	Faults     []string `json:"faults"` // the first of them
}

// OK reports whether nothing is wrong.
func (r *CheckReport) OK() bool { return r.Lost+r.Doubled+r.Unfair+r.Crowded == 0 }

func (r *CheckReport) fault(count *int, format string, a ...any) {
	*count++
	if len(r.Faults) < maxFaults {
		r.Faults = append(r.Faults, fmt.Sprintf(format, a...))
	}
}

// expectation is what must be true of one order or entry.
type expectation struct {
	ack     Ack      // that brought it into being
	ends    []string // states that the last acknowledged change of it may leave it in
	perhaps []string // states that changes without an answer may have left it in
}

// CheckAcks looks up everything that was acknowledged. The error is of the
// source; what is wrong with the server is in the report. It may run while
// offers expire, but not while the run that filled the log still goes on.
func CheckAcks(ctx context.Context, log *AckLog, src Source) (*CheckReport, error) {
	acks := log.Acks()
	rep := &CheckReport{}
	orders, entries := rep.expect(acks)
	rep.Orders, rep.Entries = len(orders), len(entries)
	rep.checkSeqs(acks)
	rep.checkSeats(acks, orders)
	rep.checkRooms(acks)
	if err := rep.lookUpPlaces(ctx, acks, src); err != nil {
		return rep, fmt.Errorf("hammer: look up places: %w", err)
	}
	err := each(ctx, orders, func(e *expectation) (Found, error) {
		return src.Order(ctx, e.ack.Event, e.ack.User, e.ack.OrderID)
	}, func(e *expectation, f Found, err error) { rep.judge("order "+e.ack.OrderID, e, f, err, "confirmed") })
	if err != nil {
		return rep, fmt.Errorf("hammer: look up orders: %w", err)
	}
	err = each(ctx, entries, func(e *expectation) (Found, error) {
		return src.Entry(ctx, e.ack.EntryID)
	}, func(e *expectation, f Found, err error) {
		// A waitlist moves on its own: offers are made, promoted and lapse.
		rep.judge("entry "+e.ack.EntryID, e, f, err, "waiting", "offered", "accepted", "expired", "closed")
	})
	if err != nil {
		return rep, fmt.Errorf("hammer: look up entries: %w", err)
	}
	return rep, nil
}

// expect collects what must be there, and counts ids that were given twice.
func (r *CheckReport) expect(acks []Ack) (orders, entries []*expectation) {
	byID := map[string]*expectation{}
	for _, a := range acks {
		if a.Op == OpWatch { // which changes nothing
			continue
		}
		if a.Unknown() {
			r.Unknown++
			if a.Refused == "already_registered" || a.Refused == "already_waiting" { // and each person asks once
				r.fault(&r.Doubled, "%s of %s was sent again with its key and answered %s: the first answer is lost", a.Op, a.User, a.Refused)
			}
			continue
		}
		r.Acks++
		if a.Op == OpRegister || a.Op == OpJoin {
			if a.EntryID != "" {
				entries = r.began(byID, entries, a.EntryID, a)
			}
			if a.OrderID != "" && a.Status == "confirmed" {
				orders = r.began(byID, orders, a.OrderID, a)
			}
			if a.OrderID == "" && a.EntryID == "" {
				r.fault(&r.Lost, "%s of %s was acknowledged without an order or entry", a.Op, a.User)
			}
		}
		if a.Op == OpWait && a.EntryID != "" {
			entries = r.began(byID, entries, a.EntryID, a)
		}
		if (a.Op == OpReserve || a.Op == OpAccept || a.Op == OpBuy) && a.OrderID != "" {
			orders = r.began(byID, orders, a.OrderID, a)
			if e := byID[a.OrderID]; a.Status == "pending" {
				e.ends = []string{"held", "pending", "released", "expired"} // until it is paid
			}
		}
	}
	for _, a := range acks {
		noteEnded(byID, a)
	}
	return orders, entries
}

func (r *CheckReport) began(byID map[string]*expectation, list []*expectation, id string, a Ack) []*expectation {
	if old := byID[id]; old != nil {
		r.fault(&r.Doubled, "%s was given to %s and to %s", id, old.ack.User, a.User)
		return list
	}
	e := &expectation{ack: a}
	byID[id] = e
	return append(list, e)
}

// noteEnded notes what a later change has, or may have, made of an order or entry.
func noteEnded(byID map[string]*expectation, a Ack) {
	var subject string
	var states []string
	switch a.Op {
	case OpReturn: // as the store and as the API call it
		subject, states = a.Subject, []string{"released", "cancelled", "refunded"}
	case OpPay:
		subject, states = a.Subject, []string{"confirmed"}
	case OpExchange: // it stands while a ticket of it is left
		subject, _, _ = id.UnitOf(a.Subject)
		states = []string{"confirmed", "released", "refunded"}
	case OpCancel:
		subject, states = a.Subject, []string{"released"}
	case OpLeave:
		subject, states = a.Subject, []string{"left", "removed"} // by the person, or by staff
	case OpAccept:
		subject, states = a.EntryID, []string{"accepted"}
	case OpDecline:
		subject, states = a.EntryID, []string{"declined"}
	default:
		return
	}
	e := byID[subject]
	switch {
	case e == nil: // came into being without an answer: nothing was promised
	case a.Unknown():
		e.perhaps = append(e.perhaps, states...)
	default:
		e.ends = states
	}
}

// checkSeats sees to it that no seat was given to two orders that both stand.
func (r *CheckReport) checkSeats(acks []Ack, orders []*expectation) {
	ended := map[string]bool{}
	for _, e := range orders {
		ended[e.ack.OrderID] = slices.ContainsFunc(slices.Concat(e.ends, e.perhaps), func(state string) bool { return state != "confirmed" })
	}
	of := map[string]string{}
	for _, a := range acks {
		if a.Op != OpReserve || ended[a.OrderID] {
			continue
		}
		for _, seat := range a.Seats {
			if other := of[seat]; other != "" && other != a.User {
				r.fault(&r.Doubled, "%s was given to %s and to %s", seat, other, a.User)
			}
			of[seat] = a.User
		}
	}
}

// judge compares one order or entry with what must be true of it.
func (r *CheckReport) judge(what string, e *expectation, f Found, err error, untouched ...string) {
	if err != nil {
		r.fault(&r.Lost, "%s of %s was acknowledged and is not there", what, e.ack.User)
		return
	}
	if f.User != "" && f.User != e.ack.User {
		r.fault(&r.Lost, "%s was given to %s and belongs to %s", what, e.ack.User, f.User)
		return
	}
	allowed := untouched
	if len(e.ends) > 0 {
		allowed = e.ends
	}
	for _, s := range append(allowed[:len(allowed):len(allowed)], e.perhaps...) {
		if s == f.State {
			return
		}
	}
	r.fault(&r.Lost, "%s of %s is %s, and must be one of %v", what, e.ack.User, f.State, allowed)
}

// checkSeqs holds the ledger seqs against the times of sending and answering:
// what was answered before another change was sent stands before it in the
// ledger of the same event.
func (r *CheckReport) checkSeqs(acks []Ack) {
	byEvent := map[string][]Ack{}
	for _, a := range acks {
		if !a.Unknown() && a.Seq > 0 && (a.Op == OpRegister || a.Op == OpJoin) {
			byEvent[a.Event] = append(byEvent[a.Event], a)
		}
	}
	for event, list := range byEvent {
		r.checkOrder(event, list)
	}
}

func (r *CheckReport) checkOrder(event string, bySent []Ack) {
	sort.Slice(bySent, func(i, j int) bool { return bySent[i].Sent < bySent[j].Sent })
	byAnswer := append([]Ack(nil), bySent...)
	sort.Slice(byAnswer, func(i, j int) bool { return byAnswer[i].Received < byAnswer[j].Received })
	seen := make(map[int64]string, len(bySent))
	var latest Ack // the highest seq among those answered so far
	next := 0
	for _, a := range bySent {
		if other, twice := seen[a.Seq]; twice {
			r.fault(&r.Doubled, "ledger seq %d of %s was given to %s and to %s", a.Seq, event, other, a.User)
		}
		seen[a.Seq] = a.User
		for ; next < len(byAnswer) && byAnswer[next].Received < a.Sent; next++ {
			if byAnswer[next].Seq > latest.Seq {
				latest = byAnswer[next]
			}
		}
		if latest.Seq > a.Seq {
			r.fault(&r.Unfair, "%s: %s was answered with seq %d before %s was sent, who got seq %d", event, latest.User, latest.Seq, a.User, a.Seq)
		}
	}
}

// each looks up all expectations, several at a time, and hands the answers over
// one at a time. It ends at the first error that is not ErrMissing.
func each(ctx context.Context, list []*expectation, find func(*expectation) (Found, error), judge func(*expectation, Found, error)) error {
	var (
		mu    sync.Mutex
		next  int
		first error
		wg    sync.WaitGroup
	)
	take := func() *expectation {
		mu.Lock()
		defer mu.Unlock()
		if next == len(list) || first != nil || ctx.Err() != nil {
			return nil
		}
		next++
		return list[next-1]
	}
	for range 2 * runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for e := take(); e != nil; e = take() {
				f, err := find(e)
				mu.Lock()
				if err != nil && !lost(err) {
					first = err
				} else {
					judge(e, f, err)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if first == nil {
		first = ctx.Err()
	}
	return first
}
