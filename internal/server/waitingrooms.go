package server

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/drand"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/turns"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

// waitingRooms are those before on-sales.
type waitingRooms struct {
	gate      *challenge.Gate
	joins     *joins.Writer
	crowd     *turns.Gate // of those who join
	turnstile *turnstile.Turnstile
	passKey   []byte
}

// maxArriving bounds those who wait for their turn to join a waiting room: as many as may wait for a
// transaction then.
const maxArriving = 16_384

// joining is how full the fuller of the two places is at which those who join the room of an event
// wait, from 0 to 1.
func (w *waitingRooms) joining(event string) float64 {
	return max(w.crowd.Waiting(), w.joins.Queued(event))
}

// openWaitingRooms makes what people join and come in by. Receipts are signed with the key
// outside the database that signs the audit log; those of earlier versions stay good. queued is how
// full the queue of the writer of an event is.
func openWaitingRooms(g *ground, queued func(event string) float64) (w waitingRooms, err error) {
	w.passKey = g.links.Derive("waiting room pass")
	if g.cfg.JoinTurns >= 0 {
		w.crowd = turns.New(g.cfg.JoinTurns, maxArriving)
	}
	now := func() inventory.Instant { return inventory.At(g.now()) }
	if w.turnstile, err = turnstile.New(turnstile.Config{Store: g.store, Key: w.passKey, Receipts: g.masterKeys.AuditKeys(), Queued: queued, Now: now}); err != nil {
		return w, err
	}
	// Last: it runs, and is stopped only when nothing after it has failed.
	w.joins, err = joins.New(joins.Config{Store: g.store, Key: g.auditKey, IdentityKey: g.links.Derive("waiting room identity"), Now: now, Mail: jobs.MailReceipts, Observe: g.figures.joined})
	g.figures.rooms(w.turnstile.Figures)
	return w, err
}

// openGate makes what asks strangers for a proof of work, or has a company ask them; nil: none.
func openGate(c *core, asks *challenge.Captcha) (*challenge.Gate, error) {
	return challenge.NewGate(challenge.Config{
		Captcha: asks, Observe: c.figures.challenged, Store: c.store, Key: c.links.Derive("challenge"), Now: func() inventory.Instant { return inventory.At(c.now()) },
		Queued: func(event string) float64 { return max(c.rooms.joining(event), c.sequencer.Queued(event)) },
	})
}

// forget makes unknown who joined with an address: in the waiting room of an event, or with
// event "" in all.
func (w *waitingRooms) forget(ctx context.Context, event, email string) error {
	return w.joins.Forget(ctx, event, joins.AccountIdentity(address.Fold(email)))
}

// openDraws makes what moves the draws of waiting rooms on.
func openDraws(c *core) (*draws.Keeper, error) {
	relays, err := openRelays(c.cfg.BeaconRelays)
	if err != nil {
		return nil, err
	}
	return draws.New(draws.Config{
		Store: c.store, Signature: relays.Signature, Now: func() inventory.Instant { return inventory.At(c.now()) }, Log: c.log, Moved: c.rooms.turnstile.Forget, Tell: jobs.MailStrikes,
		IDs: c.ids,
		Submit: func(ctx context.Context, event string, cmd inventory.Command, key *database.Key) (inventory.Outcome, error) {
			reply, err := c.sequencer.Submit(ctx, sequencer.Request{EventID: event, Command: cmd, Key: key})
			return reply.Outcome, err
		},
	})
}

// openRehearsals makes what rehearses on-sales for organizers.
func openRehearsals(g *ground) (*runs.Keeper, error) {
	cfg := runs.Config{Store: g.store, Now: func() inventory.Instant { return inventory.At(g.now()) }, Log: g.log}
	if g.cfg.rehearses() {
		cfg.Run = (&runs.Process{Program: g.cfg.Program, DB: g.cfg.DB, Log: g.log}).Run
	}
	return runs.New(cfg)
}

// openRelays makes the client of drand's relays. Those that an operator names may be in the
// operator's own network; what they answer is checked either way.
func openRelays(urls []string) (*drand.Relays, error) {
	if len(urls) == 0 {
		return drand.New(drand.PublicRelays(), netguard.Guard{})
	}
	return drand.New(urls, netguard.Guard{Private: true})
}
