package inventory_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// failed shows how a sequence went that ended in an error.
func (p *pair) failed(t *testing.T, seed int, err error) {
	for _, line := range p.trace[max(0, len(p.trace)-12):] {
		t.Log(line)
	}
	t.Fatalf("seed %d: %s\n%v", seed, p.trace[:2], err)
}

// TestSeatsAtRandom plays random commands in a hall with seats beside the naive
// model, which knows whose each seat is. It also sees to it that everything that can happen to seats does.
func TestSeatsAtRandom(t *testing.T) {
	t.Parallel()
	// The first seeds are known to meet everything below.
	n := seed.Count(t, "HOLDFAST_SEQUENCES", 200)
	codes, reasons := map[inventory.Code]int{}, map[inventory.Reason]int{}
	for seed := range n {
		g := seeded(uint64(seed), 7)
		h, err := newSeated(g)
		for i := 0; err == nil && i < 50; i++ {
			err = h.batch(g.Some(4))
		}
		if err != nil {
			h.failed(t, seed, err)
		}
		for _, l := range h.log {
			codes[l.out.Code]++
		}
		for _, row := range h.store.Audit {
			e, isEntry := h.store.Entries[row.Subject]
			o := h.store.Holds[row.Subject].Order
			if isEntry && e.Wish != "" || o != nil && o.Items[0].Seat != "" || h.store.Exchanges[row.Subject].Seat != "" {
				reasons[row.Reason]++
			}
		}
	}
	t.Logf("%d tickets moved", reasons[inventory.ReasonReseated])
	t.Logf("exchanges of seats: %d opened, %d matched, %d unmatched, %d exchanged", reasons[inventory.ReasonExchangeOpened],
		reasons[inventory.ReasonExchangeMatched], reasons[inventory.ReasonExchangeUnmatched], reasons[inventory.ReasonExchanged])
	for _, c := range []inventory.Code{
		inventory.OK, inventory.SeatTaken, inventory.SeatBlocked, inventory.SeatLeftAlone, inventory.SeatsRequired,
		inventory.NotTogether, inventory.SeatsCostMore, inventory.SeatOtherTier, inventory.TicketUnseated, inventory.SoldOut, inventory.NotFound, inventory.PartyExceedsCapacity,
	} {
		if codes[c] == 0 {
			t.Errorf("code %q never occurs", c)
		}
	}
	for _, r := range []inventory.Reason{
		inventory.ReasonOrdered, inventory.ReasonOrderedFree, inventory.ReasonPaid, inventory.ReasonPaidLate, inventory.ReasonPaymentLate,
		inventory.ReasonOrderExpired, inventory.ReasonOrderCancelled, inventory.ReasonItemsCancelled, inventory.ReasonItemsRefunded,
		inventory.ReasonJoined, inventory.ReasonOffered, inventory.ReasonPromoted, inventory.ReasonAccepted, inventory.ReasonDeclined,
		inventory.ReasonOfferExpired, inventory.ReasonPassedPartySize, inventory.ReasonBlocked, inventory.ReasonUnblocked, inventory.ReasonSeatsUnblocked,
		inventory.ReasonLeft, inventory.ReasonEventCancelled, inventory.ReasonRegistrationClosed,
		inventory.ReasonExchangeOpened, inventory.ReasonExchangeMatched, inventory.ReasonExchangeUnmatched, inventory.ReasonExchanged,
		inventory.ReasonExchangeWithdrawn, inventory.ReasonExchangeClosed, inventory.ReasonExchangeVoid, inventory.ReasonItemsExchanged, inventory.ReasonOrderExchanged, inventory.ReasonReseated,
	} {
		if reasons[r] == 0 {
			t.Errorf("reason %s never occurs", r)
		}
	}
}

// TestSeatBatchesDoNotMatter: the same commands in one batch and in many.
func TestSeatBatchesDoNotMatter(t *testing.T) {
	t.Parallel()
	for seed := range 60 {
		r := rand.New(rand.NewPCG(uint64(seed), 8))
		g := seeded(uint64(seed), 8)
		g.Calm = true
		h, err := newSeated(g)
		for i := 0; err == nil && i < 60; i++ {
			err = h.batch(1)
		}
		if err != nil {
			h.failed(t, seed, err)
		}
		// A payment is not in the batch in which its order comes into being: see canTakeOver,
		// and TestPaymentBesideItsOrder of the sequencer, for what becomes of one that is.
		early := func(l logged) bool {
			c, ok := l.cmd.(inventory.Pay)
			return ok && h.store.Holds[c.OrderID].CreatedAt >= l.now
		}
		again := inventorytest.NewMemoryStore()
		again.Passes = inventorytest.Passes(start)
		for i := 0; i < len(h.log); {
			j := i + 1
			for j < len(h.log) && h.log[j].now == h.log[i].now && !early(h.log[j]) && r.IntN(5) > 0 {
				j++
			}
			var cmds []inventory.Command
			for _, l := range h.log[i:j] {
				cmds = append(cmds, l.cmd)
			}
			outs, err := again.Do(h.log[i].now, cmds...)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for k, o := range outs {
				if want := h.log[i+k].out; i+k > 0 && o != want {
					t.Fatalf("seed %d: %+v → %+v in a batch of %d, alone %+v", seed, cmds[k], o, len(cmds), want)
				}
			}
			i = j
		}
		if !reflect.DeepEqual(again.Audit, h.store.Audit) || !reflect.DeepEqual(again.Holds, h.store.Holds) {
			t.Fatalf("seed %d: another ledger in other batches", seed)
		}
	}
}
