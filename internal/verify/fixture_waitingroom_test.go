package verify_test

import (
	"crypto/ed25519"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

// queue is an event with a waiting room for two at a time, before which six wait. The first
// three come in, register, pay an order and join the waitlist; the fourth has an order to
// pay, and the fifth looks around.
func (f *fixture) queue() {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	settings := line(inventory.PromoteOffer, inventory.BoundedSkip)
	opens := inventory.At(f.now) + inventory.Instant(inventory.Minute)
	settings.Onsale = inventory.Onsale{
		Mode: inventory.OnsaleQueue, Identity: inventory.OnsaleNobody, OpensAt: opens, ServesAt: opens + inventory.Instant(inventory.Minute), Inside: 2, Admission: inventory.Hour,
	}
	p := f.open(16, settings)
	f.now = f.now.Add(time.Minute)
	now := func() inventory.Instant { return inventory.At(f.now) }
	w, err := joins.New(joins.Config{Store: f.store, Key: signingKey, IdentityKey: make([]byte, 32), Now: now})
	must(err)
	defer func() { must(w.Close(f.t.Context())) }()
	var receipts []string
	for n := range 6 {
		r, err := w.Join(f.t.Context(), p.id, fmt.Sprint(n))
		must(err)
		receipts = append(receipts, r.Text())
	}
	f.now = f.now.Add(time.Minute)
	enter := func(n int64) inventory.Who {
		f.t.Helper()
		f.now = f.now.Add(time.Second)
		gate, err := turnstile.New(turnstile.Config{Store: f.store, Key: []byte("pass"), Receipts: []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}, Queued: func(string) float64 { return 0 }, Now: now})
		must(err)
		_, pass, err := gate.Enter(f.t.Context(), p.id, receipts[n])
		must(err)
		f.now = f.now.Add(time.Second)
		return inventory.Who{Actor: "public", Entrant: pass.Index + 1}
	}
	registers := p.register(0, 1, 0).(inventory.Register)
	pays, waits, orders := p.reserve(""), inventory.Join{Party: p.register(1, 1, 0).(inventory.Register).Party}, p.reserve("")
	registers.Who, pays.Who = enter(0), enter(1)
	p.must(registers, pays)
	f.now = f.now.Add(time.Second)
	p.must(p.payment(pays.OrderID))
	waits.Who = enter(2)
	p.must(waits)
	orders.Who = enter(3)
	p.must(orders)
	enter(4)
}
