package verify_test

import (
	"crypto/ed25519"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

// queue is an event with a waiting room for two at a time, before which five wait and into
// which two are let.
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
	for n := range 5 {
		r, err := w.Join(f.t.Context(), p.id, fmt.Sprint(n))
		must(err)
		receipts = append(receipts, r.Text())
	}
	f.now = f.now.Add(time.Minute)
	gate, err := turnstile.New(turnstile.Config{Store: f.store, Key: []byte("pass"), Receipts: []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}, Now: now})
	must(err)
	for n := range 2 {
		_, _, err := gate.Enter(f.t.Context(), p.id, receipts[n])
		must(err)
	}
}
