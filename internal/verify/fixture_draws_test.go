package verify_test

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/draw/drawtest"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
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
	f.drawn(inventory.OnsaleBeacon{Kind: inventory.BeaconCeremony, Commitment: hex.EncodeToString(commitment[:]), Source: "Lotto 6 aus 49", Members: 2},
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
	keeper, w := f.drawers()
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
	_, err := keeper.Strike(f.t.Context(), p.id, 1, draw.Duplicate)
	must(err)
	f.now = seals
	must(keeper.Advance(f.t.Context()))
	join()
	f.now = seals.Add(3 * time.Minute)
	if entered != nil {
		if _, err := keeper.Enter(f.t.Context(), p.id, staff, entered); !errors.Is(err, draws.ErrMembers) {
			f.t.Fatalf("a key entered the value: %v", err)
		}
		for _, member := range []string{"mem_ada", "mem_ben"} {
			_, err = keeper.Enter(f.t.Context(), p.id, inventory.Who{Actor: member, Staff: true}, entered)
			must(err)
		}
	}
	f.now = seals.Add(10 * time.Minute)
	must(keeper.Advance(f.t.Context()))
	gate, err := turnstile.New(turnstile.Config{Store: f.store, Key: []byte("pass"), Receipts: []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}, Queued: func(string) float64 { return 0 }, Now: now})
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
		// Anyone who was struck out may have the first place: then somebody else is called.
		f.now = f.now.Add(time.Minute)
		gate.Forget(p.id)
	}
	if came != 1 {
		f.t.Fatalf("%d came in, and there is room for one", came)
	}
}

// drawers are what moves draws on, and by what people join.
func (f *fixture) drawers() (*draws.Keeper, *joins.Writer) {
	f.t.Helper()
	now := func() inventory.Instant { return inventory.At(f.now) }
	keeper, err := draws.New(draws.Config{
		Store: f.store, Now: now, Log: slog.New(slog.DiscardHandler), IDs: f.ids,
		Signature: func(context.Context, uint64) ([]byte, error) { return hex.DecodeString(drawtest.Signature) },
		Submit: func(ctx context.Context, event string, cmd inventory.Command, key *database.Key) (inventory.Outcome, error) {
			results, _ := f.writer.Write(ctx, event, []sequencer.Request{{EventID: event, Command: cmd, Key: key}})
			return results[0].Reply.Outcome, results[0].Err
		},
	})
	if err != nil {
		f.t.Fatal(err)
	}
	w, err := joins.New(joins.Config{Store: f.store, Key: signingKey, IdentityKey: make([]byte, 32), Now: now})
	if err != nil {
		f.t.Fatal(err)
	}
	return keeper, w
}

// balloted is an event with a ballot in which four took part, of whom the second has left.
// Everybody else is on the waitlist, or was refused.
func (f *fixture) balloted() {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	at := draw.RoundTime(drawtest.Round)
	seals := at.Add(-2 * time.Minute)
	f.now = at.Add(-time.Hour)
	settings := line(inventory.PromoteOffer, inventory.BoundedSkip)
	settings.Onsale = inventory.Onsale{
		Mode: inventory.OnsaleBallot, Identity: inventory.OnsaleAccount, OpensAt: inventory.At(f.now.Add(time.Minute)), SealsAt: inventory.At(seals), ServesAt: inventory.At(at.Add(8 * time.Minute)),
		Beacon: inventory.OnsaleBeacon{Kind: inventory.BeaconQuicknet, Round: drawtest.Round, At: inventory.At(at)},
	}
	p := f.open(16, settings)
	keeper, w := f.drawers()
	defer func() { must(w.Close(f.t.Context())) }()
	f.now = f.now.Add(time.Minute)
	must(keeper.Advance(f.t.Context()))
	for n := range int64(4) {
		tiers := fmt.Sprintf(`["%s","%s"]`, p.tiers[n%2], p.tiers[1-n%2])
		email := fmt.Sprintf("ballot%d@example.org", n)
		_, err := w.JoinBallot(f.t.Context(), p.id, email, &waitingrooms.RoomWish{UserID: "mail:" + email, Email: email, Name: "Ballot", Locale: "en", Tiers: tiers, Units: 1 + n%2})
		must(err)
	}
	_, err := keeper.Strike(f.t.Context(), p.id, 1, draw.Left)
	must(err)
	f.now = seals
	must(keeper.Advance(f.t.Context()))
	f.now = at.Add(8 * time.Minute)
	must(keeper.Advance(f.t.Context()))
	must(keeper.Advance(f.t.Context()))
	if left := f.column("select idx from waiting_room_wishes where event_id = $1 and outcome <> 'placed'", p.id); len(left) != 1 {
		f.t.Fatalf("%v are not on the waitlist", left)
	}
}

// ofBallot selects the rows of the event with a ballot.
const ofBallot = "event_id in (select event_id from waiting_room_wishes)"

// ballotCorruptions are done to that event.
var ballotCorruptions = []corruption{
	{"a ballot gives places in another order", 18, "was put on the waitlist after place", []string{
		"update waitlist_entries set entrant = 5 - entrant where entrant in (1, 4) and " + ofBallot}},
	{"a ballot puts somebody on the waitlist twice", 18, "was put on the waitlist before, as", []string{"update waitlist_entries set entrant = 1 where entrant = 3 and " + ofBallot}},
	{"a ballot gives a place to which it has not come", 18, "and the ballot has come to place 0", []string{"update waiting_rooms set serving = 0 where " + ofBallot}},
	{"a ballot is over before its end", 18, "is said to be over", []string{"update waiting_rooms set serving = serving - 1 where " + ofBallot}},
	{"who was struck out of a ballot is on the waitlist", 18, "and was struck out of the ballot", []string{"update waiting_room_strikes set idx = 2 where " + ofBallot}},
	{"what somebody wants of a ballot cannot be read", 18, "wants cannot be read", []string{"update waiting_room_wishes set tiers = '' where idx = 0"}},
	{"somebody is given more than they wanted of a ballot", 18, "and wanted something else", []string{"update waiting_room_wishes set units = units + 1 where idx = 0"}},
	{"somebody is given a tier that they did not want", 18, "and wanted something else", []string{"update waiting_room_wishes set tiers = '[]' where idx = 0"}},
	{"who was struck out of a ballot is said to be on the waitlist", 18, "was struck out of the ballot, and is", []string{"update waiting_room_wishes set outcome = 'placed' where outcome = ''"}},
	{"somebody is left out of a ballot", 18, "whether it was their turn is true", []string{"update waiting_room_wishes set outcome = '' where idx = 0"}},
	{"somebody is said to have another place by a ballot", 18, "and no row says so", []string{"update waiting_room_wishes set entry_id = 'wle_other' where idx = 0"}},
	{"who is on the waitlist by a ballot is said to be refused", 18, "is on the waitlist, and is said to be", []string{"update waiting_room_wishes set outcome = 'waitlist_full', entry_id = '' where idx = 0"}},
	{"a ballot is said to be a draw", 17, "and is not a ballot", inSettings(`"mode":"ballot"`, `"mode":"draw"`)},
}
