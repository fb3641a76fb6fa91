package sim

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
)

// world is what the people of one history know: what they were told, and what
// the audit log says happened.
type world struct {
	sim    *simulation
	number int
	event  string
	pools  []string
	tiers  []string
	start  time.Time
	// Of a hall with seats: where they are, by name, and what was asked for.
	hall            *seatmap.Layout // nil: an event without
	seats, sections []string
	shut            map[string][]string
	prices          map[string]inventory.Price // of its tiers, at first
	price           int64                      // of the seat that was given to the waitlist last
	script          []inventory.Command        // what comes next, sooner or later
	nextID          int                        // of idempotency keys

	// seen is the ledger as far as it was read: every later reading must
	// begin with it.
	seen   []store.ChainedRow
	exists map[string]bool // subjects with a row
	// Things that a command can name.
	entries, offers, orders, blocks, transfers, exchanges []string
	totals                                                map[string]int64 // what orders cost, as far as it was told
	taking                                                string           // the last order that was put on an exchange

	told    []told   // acknowledged
	refused []string // ids that must never appear: a rule said no
	failed  []string // ids that must not be there until the request is sent again
}

// told is an acknowledged change: an id that must be in the ledger.
type told struct {
	id  string
	seq int64
}

func newWorld(s *simulation, number int) *world {
	w := &world{sim: s, number: number, event: s.ids.Top(id.Event), exists: map[string]bool{}, totals: map[string]int64{}, shut: map[string][]string{}, prices: map[string]inventory.Price{}}
	return w
}

// requests gives each command an idempotency key, as a careful client does.
func (w *world) requests(cmds []inventory.Command) []sequencer.Request {
	reqs := make([]sequencer.Request, len(cmds))
	for i, c := range cmds {
		w.nextID++
		key := &store.Key{Scope: w.event, Caller: "sim", Key: fmt.Sprint(w.nextID)}
		key.BodyHash[0], key.BodyHash[1] = byte(w.nextID), byte(w.nextID>>8)
		reqs[i] = sequencer.Request{EventID: w.event, Command: c, Key: key}
		if _, ok := c.(inventory.Create); ok {
			reqs[i].Details = store.Details{Title: "Simulated"}.All()
			if w.hall != nil {
				reqs[i].Details.Seating = w.seating()
			}
		}
	}
	return reqs
}

// made is the id that a request would bring into being, "" when it makes none.
func made(r sequencer.Request) []string {
	switch c := r.Command.(type) {
	case inventory.Register:
		return []string{c.OrderID, c.EntryID}
	case inventory.Join:
		return []string{c.EntryID}
	case inventory.Block:
		return []string{c.HoldID}
	case inventory.Reserve:
		return []string{c.OrderID}
	case inventory.OfferTransfer:
		return []string{c.TransferID}
	case inventory.ExchangeTicket:
		return []string{c.ExchangeID}
	}
	return nil
}

// answered notes a reply.
func (w *world) answered(r sequencer.Request, reply sequencer.Reply) {
	if reply.Code != inventory.OK {
		w.refused = append(w.refused, made(r)...)
		return
	}
	if reply.Total > 0 {
		w.totals[reply.OrderID] = reply.Total
	}
	for _, thing := range []string{reply.OrderID, reply.EntryID, reply.TransferID, reply.ExchangeID} {
		if thing != "" {
			w.told = append(w.told, told{thing, reply.Seq})
		}
	}
}

// unchanged notes an answer that promises that nothing was changed. The request
// is sent again, so only the ledger as it is now can be held against it.
func (w *world) unchanged(r sequencer.Request) {
	w.failed = append(w.failed, made(r)...)
}

// follow reads what the ledger has that was not seen yet, and checks what was
// seen against what had to be.
func (w *world) follow(ctx context.Context) error {
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

func (w *world) note(r store.ChainedRow) {
	if r.Seq != int64(len(w.seen))+1 {
		w.sim.report.violate(w.number, "ledger seq %d after %d", r.Seq, len(w.seen))
	}
	w.seen = append(w.seen, r)
	if !w.exists[r.Subject] {
		w.exists[r.Subject] = true
		switch {
		case strings.HasPrefix(r.Subject, id.Entry):
			w.entries = append(w.entries, r.Subject)
		case strings.HasPrefix(r.Subject, id.Order):
			w.orders = append(w.orders, r.Subject)
		case strings.HasPrefix(r.Subject, id.Block):
			w.blocks = append(w.blocks, r.Subject)
		case strings.HasPrefix(r.Subject, id.Transfer):
			w.transfers = append(w.transfers, r.Subject)
		case strings.HasPrefix(r.Subject, id.Exchange):
			w.exchanges = append(w.exchanges, r.Subject)
		}
	}
	if r.Reason == inventory.ReasonExchangeMatched {
		w.taking = r.Related
		if w.totals[w.taking] == 0 {
			w.totals[w.taking] = w.price // if it is not, the refusal of the money says what it costs
		}
	}
	if strings.HasPrefix(r.Related, id.Offer) && !w.exists[r.Related] {
		w.exists[r.Related] = true
		w.offers = append(w.offers, r.Related)
	}
}

// settle compares everything that was told with the ledger, at the end.
func (w *world) settle(report *Report) {
	for _, t := range w.told {
		if !w.exists[t.id] {
			report.violate(w.number, "%s was acknowledged and is not in the ledger", t.id)
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
