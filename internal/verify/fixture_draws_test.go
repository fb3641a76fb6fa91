package verify_test

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/draw/drawtest"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

// apart lets something be written without moving the clock, the ids or what is random for
// what is written after it.
func (f *fixture) apart(seed uint64, write func()) {
	now, ids, rng, keys := f.now, f.ids, f.rng, f.keys
	f.rng = rand.New(rand.NewPCG(seed, 2))
	// Its ids are of this time, so that those of the first event stay the least.
	f.ids = &id.Maker{Now: func() time.Time { return now }, Rand: f.rng.Uint64}
	write()
	f.now, f.ids, f.rng, f.keys = now, ids, rng, keys
}

// drawByRound is a draw of 2024, by a round that was signed then.
func (f *fixture) drawByRound() {
	at := draw.RoundTime(drawtest.Round)
	f.now = at.Add(-time.Hour)
	f.drawn(inventory.OnsaleBeacon{Kind: inventory.BeaconQuicknet, Round: drawtest.Round, At: inventory.At(at)}, at.Add(-2*time.Minute), nil)
}

// drawByCeremony is a draw by a secret that was committed to.
func (f *fixture) drawByCeremony() {
	secret := []byte("what was in the envelope")
	commitment := sha256.Sum256(secret)
	f.drawn(inventory.OnsaleBeacon{Kind: inventory.BeaconCeremony, Commitment: hex.EncodeToString(commitment[:]), Source: "Lotto 6 aus 49"},
		f.now.Add(time.Hour), &draws.Beacon{Secret: secret, Value: "4 8 15"})
}

// drawn is an event whose waiting room four join before the seal, of whom the second is
// struck out, and one after it. The first who is called comes in.
func (f *fixture) drawn(beacon inventory.OnsaleBeacon, seals time.Time, entered *draws.Beacon) {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	now := func() inventory.Instant { return inventory.At(f.now) }
	settings := line(inventory.PromoteOffer, inventory.BoundedSkip)
	settings.Onsale = inventory.Onsale{
		Mode: inventory.OnsaleDraw, Identity: inventory.OnsaleNobody, OpensAt: inventory.At(f.now.Add(time.Minute)), SealsAt: inventory.At(seals), ServesAt: inventory.At(seals.Add(10 * time.Minute)),
		Inside: 1, Admission: inventory.Hour, Beacon: beacon,
	}
	p := f.open(16, settings)
	keeper, err := draws.New(draws.Config{
		Store: f.store, Now: now, Log: slog.New(slog.DiscardHandler),
		Signature: func(context.Context, uint64) ([]byte, error) { return hex.DecodeString(drawtest.Signature) },
		Submit: func(ctx context.Context, event string, cmd inventory.Command) (inventory.Outcome, error) {
			results, _ := f.writer.Write(ctx, event, []sequencer.Request{{EventID: event, Command: cmd}})
			return results[0].Reply.Outcome, results[0].Err
		},
	})
	must(err)
	w, err := joins.New(joins.Config{Store: f.store, Key: signingKey, IdentityKey: make([]byte, 32), Now: now})
	must(err)
	defer func() { must(w.Close(f.t.Context())) }()
	var receipts []string
	join := func() {
		r, err := w.Join(f.t.Context(), p.id, fmt.Sprint(len(receipts)))
		must(err)
		receipts = append(receipts, r.Text())
	}
	f.now = f.now.Add(time.Minute)
	must(keeper.Advance(f.t.Context()))
	for range 4 {
		join()
	}
	_, err = keeper.Strike(f.t.Context(), p.id, 1, draw.Duplicate)
	must(err)
	f.now = seals
	must(keeper.Advance(f.t.Context()))
	join()
	f.now = seals.Add(3 * time.Minute)
	if entered != nil {
		_, err = keeper.Enter(f.t.Context(), p.id, staff, entered)
		must(err)
	}
	f.now = seals.Add(10 * time.Minute)
	must(keeper.Advance(f.t.Context()))
	gate, err := turnstile.New(turnstile.Config{Store: f.store, Key: []byte("pass"), Receipts: []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}, Now: now})
	must(err)
	came := 0
	for tries := 0; came == 0 && tries < 3; tries++ {
		for n, receipt := range receipts {
			if _, _, err := gate.Enter(f.t.Context(), p.id, receipt); err == nil {
				came++
			} else {
				f.t.Logf("entrant %d does not come in: %v", n, err)
			}
		}
		// Who was struck out may have the first place: then somebody else is called.
		f.now = f.now.Add(time.Minute)
		gate.Forget(p.id)
	}
	if came != 1 {
		f.t.Fatalf("%d came in, and there is room for one", came)
	}
}
