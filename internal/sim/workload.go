package sim

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// workload is what the people of one history know: what they were told, and what
// the audit log says happened.
type workload struct {
	sim    *simulation
	number int
	event  string
	gen    *inventorytest.Generator
	nextID int // of idempotency keys
	// crowd: many want to go, so that there is a waitlist, and crowds how many came.
	crowd  bool
	crowds int

	// seen is the ledger as far as it was read: every later reading must
	// begin with it.
	seen   []events.ChainedRow
	exists map[string]bool // subjects with a row
	// pretended are the things that strangers were told about and there are not.
	pretended map[string]bool
	// known is what commands can name; see knows.
	known      inventorytest.Known
	orders     map[string]*inventorytest.KnownOrder
	registered map[string]bool  // orders that are registrations
	totals     map[string]int64 // what orders cost, as far as it was told

	fresh []string            // ids that were made for the command that is being made
	made  map[string][]string // by idempotency key: what its command would bring into being
	told  []told              // acknowledged
	// answers are what requests were answered, by key, and replied the keys, in order:
	// some are sent again, as by a client whose answer was lost on its way.
	answers map[string]answered
	replied []string
	keyless map[string]bool // requests that went out without their key; nil: none did
	lobby   lobby
	refused []string // ids that must never appear: a rule said no
	failed  []string // ids that must not be there until the request is sent again
}

// answered is a request with what it was answered.
type answered struct {
	request sequencer.Request
	outcome inventory.Outcome
}

// told is an acknowledged change: an id that must be in the ledger.
type told struct {
	id  string
	seq int64
}

func newWorkload(s *simulation, number int) *workload {
	w := &workload{
		sim: s, number: number, event: s.ids.Top(id.Event), exists: map[string]bool{}, pretended: map[string]bool{}, made: map[string][]string{}, answers: map[string]answered{},
		orders: map[string]*inventorytest.KnownOrder{}, registered: map[string]bool{}, totals: map[string]int64{},
	}
	w.gen = w.generator()
	w.lobby = newLobby(s.cfg.Seed, number)
	return w
}

// founding is the request that creates the event.
func (w *workload) founding() sequencer.Request {
	r := w.request(w.create())
	w.made[r.Key.Key] = nil // pools and tiers are not answered for by name
	r.Details = events.Details{Title: "Simulated"}.All()
	if w.known.Layout != nil {
		r.Details.Seating = w.seating()
	}
	return r
}

// request gives a command an idempotency key, as a careful client does. The server
// itself begins payments and prolongs orders, without one: done twice it is done once.
// With a key, its reply would say of an order that is pending what the reply says that
// made it, and verify takes the second for an order that was made for another key.
func (w *workload) request(c inventory.Command) sequencer.Request {
	switch c.(type) {
	case inventory.BeginPayment, inventory.Prolong, inventory.TaxOrder:
		return sequencer.Request{EventID: w.event, Command: c}
	}
	w.nextID++
	key := &database.Key{Scope: w.event, Caller: "sim", Key: fmt.Sprint(w.nextID)}
	key.BodyHash[0], key.BodyHash[1] = byte(w.nextID), byte(w.nextID>>8)
	// A code may be named by another command before it is there.
	w.made[key.Key] = slices.DeleteFunc(w.fresh, func(made string) bool { return strings.HasPrefix(made, id.Code) })
	return sequencer.Request{EventID: w.event, Command: c, Key: key}
}

// keyOf is the key of a request, or empty.
func keyOf(r sequencer.Request) string {
	if r.Key == nil {
		return ""
	}
	return r.Key.Key
}

// repeat is a request that was answered before: as it was, or, of another client that
// took the same key, with another body. ok is false when there is none.
func (w *workload) repeat() (r sequencer.Request, ok bool) {
	if len(w.replied) == 0 {
		return r, false
	}
	r = w.answers[w.replied[w.sim.rand.IntN(len(w.replied))]].request
	if w.sim.rand.IntN(4) == 0 {
		key := *r.Key
		key.BodyHash[len(key.BodyHash)-1]++
		r.Key = &key
	}
	return r, true
}

// repeats reports whether a request is one that was answered before, and whether
// only its key is the same.
func (w *workload) repeats(r sequencer.Request) (before answered, repeats, other bool) {
	before, repeats = w.answers[keyOf(r)]
	return before, repeats, repeats && before.request.Key.BodyHash != r.Key.BodyHash
}

// names is what a command cannot but find when it is there, the entry or the offer that it is about;
// "" for the others.
func names(c inventory.Command) string {
	needs := inventory.RequiredRowsOf([]inventory.Command{c})
	if about := append(needs.EntryIDs, needs.OfferIDs...); len(about) == 1 && len(needs.UserIDs) == 0 {
		return about[0]
	}
	return ""
}

// answered notes a reply.
func (w *workload) answered(r sequencer.Request, reply sequencer.Reply) {
	if before, repeats, other := w.repeats(r); repeats {
		w.sim.report.Repeated++
		if other || !reply.Replayed || reply.Outcome != before.outcome {
			w.sim.report.violate(w.number, "the key %s with another body: %v; answered %+v, and before %+v", keyOf(r), other, reply, before.outcome)
		}
		return
	}
	// With a field it is something else that is asked for, as an add-on that is hidden by now.
	if thing := names(r.Command); reply.Code == inventory.NotFound && reply.Field == "" && w.exists[thing] {
		w.sim.report.violate(w.number, "%T of %s was answered that there is no such thing", r.Command, thing)
	}
	if key := keyOf(r); key != "" && !w.keyless[key] {
		w.answers[key], w.replied = answered{r, reply.Outcome}, append(w.replied, key)
	}
	if reply.Code != inventory.OK {
		w.refused = append(w.refused, w.made[keyOf(r)]...)
		return
	}
	if reply.Total > 0 {
		w.totals[reply.OrderID] = reply.Total
	}
	switch c := r.Command.(type) {
	case inventory.PlanReleases:
		w.known.Releases = c.Releases
	case inventory.Configure:
		if c.Releases != nil {
			w.known.Releases = c.Releases.Releases
		}
	}
	for _, thing := range []string{reply.OrderID, reply.EntryID, reply.TransferID, reply.ExchangeID} {
		if thing != "" {
			w.told = append(w.told, told{thing, reply.Seq})
		}
	}
}

// unchanged notes an answer that promises that nothing was changed. The request
// is sent again, so only the ledger as it is now can be held against it.
func (w *workload) unchanged(r sequencer.Request) {
	if _, repeats, _ := w.repeats(r); repeats {
		return // by it, and it may have been before
	}
	w.failed = append(w.failed, w.made[keyOf(r)]...)
}

// follow reads what the ledger has that was not seen yet, and checks what was
// seen against what had to be.
func (w *workload) follow(ctx context.Context) error {
	const page = 500
	for {
		rows, err := w.sim.store.Events.Audit(ctx, w.event, int64(len(w.seen)), page)
		if err != nil {
			return err
		}
		for _, r := range rows {
			w.note(r)
			if r.Reason == inventory.ReasonExchanged {
				x, err := w.sim.store.Tickets.ExchangeByID(ctx, r.Subject)
				if err != nil {
					return err
				}
				if x.Seat != "" {
					w.sim.report.Seats++
				}
			}
		}
		if len(rows) < page {
			break
		}
	}
	// "Nothing was changed" holds until the request is sent again: now.
	for _, thing := range w.failed {
		if w.exists[thing] {
			w.sim.report.violate(w.number, "%s is in the ledger, though its sender was told that nothing was changed", thing)
		}
	}
	w.failed = w.failed[:0]
	return nil
}

// kept reads the ledger once more: what was seen of it must still be there.
func (w *workload) kept(ctx context.Context) error {
	const page = 500
	for from := 0; from < len(w.seen); from += page {
		rows, err := w.sim.store.Events.Audit(ctx, w.event, int64(from), page)
		if err != nil {
			return err
		}
		for i, seen := range w.seen[from:min(len(w.seen), from+page)] {
			if i >= len(rows) || rows[i].Hash != seen.Hash {
				w.sim.report.violate(w.number, "ledger row %d (%s of %s) was read, and is gone", seen.Seq, seen.Reason, seen.Subject)
				return nil
			}
		}
	}
	return nil
}

func (w *workload) note(r events.ChainedRow) {
	if r.Seq != int64(len(w.seen))+1 {
		w.sim.report.violate(w.number, "ledger seq %d after %d", r.Seq, len(w.seen))
	}
	w.seen = append(w.seen, r)
	k := &w.known
	isNew := !w.exists[r.Subject]
	w.exists[r.Subject] = true
	switch {
	case strings.HasPrefix(r.Subject, id.Order):
		if isNew {
			k.Orders = append(k.Orders, r.Subject)
			w.orders[r.Subject] = &inventorytest.KnownOrder{ID: r.Subject, Currency: "EUR", Items: int(r.Units), Order: r.Reason == inventory.ReasonOrdered || r.Reason == inventory.ReasonOrderedFree}
			w.registered[r.Subject] = r.Reason == inventory.ReasonRegistered
		}
		w.orders[r.Subject].State = inventory.HoldState(r.To)
	case strings.HasPrefix(r.Subject, id.Exchange):
		if isNew {
			k.Exchanges = append(k.Exchanges, inventory.Exchange{ID: r.Subject})
		}
		x := &k.Exchanges[slices.IndexFunc(k.Exchanges, func(x inventory.Exchange) bool { return x.ID == r.Subject })]
		x.State = inventory.ExchangeState(r.To)
		if r.Reason == inventory.ReasonExchangeMatched {
			x.TakerID = r.Related
		}
	case strings.HasPrefix(r.Subject, id.Entry):
		if isNew {
			k.Entries = append(k.Entries, r.Subject)
		}
		if r.To == string(inventory.EntryApplied) {
			k.Applications = append(k.Applications, r.Subject)
		} else {
			k.Applications = slices.DeleteFunc(slices.Clone(k.Applications), func(id string) bool { return id == r.Subject })
		}
	case !isNew:
	case strings.HasPrefix(r.Subject, id.Block):
		k.Blocks = append(k.Blocks, r.Subject)
	case strings.HasPrefix(r.Subject, id.Transfer):
		k.Transfers = append(k.Transfers, inventory.Transfer{ID: r.Subject})
	}
	if r.Reason == inventory.ReasonAskedAgain {
		w.pretended[r.Related] = true
	} else if strings.HasPrefix(r.Related, id.Offer) && !w.exists[r.Related] {
		w.exists[r.Related] = true
		k.Offers = append(k.Offers, r.Related)
	}
}

// settle compares everything that was told with the ledger, at the end.
func (w *workload) settle(report *Report) {
	for _, t := range w.told {
		switch {
		case !w.exists[t.id] && !w.pretended[t.id]:
			report.violate(w.number, "%s was acknowledged and is not in the ledger", t.id)
		case w.exists[t.id] && w.pretended[t.id]:
			report.violate(w.number, "a stranger was told about %s as if it were new, and it is there", t.id)
		}
		if t.seq < 1 || t.seq > int64(len(w.seen)) {
			report.violate(w.number, "%s was acknowledged with seq %d of %d", t.id, t.seq, len(w.seen))
		}
	}
	for _, thing := range w.refused {
		if thing != "" && w.exists[thing] {
			report.violate(w.number, "%s was refused and is in the ledger", thing)
		}
	}
}
