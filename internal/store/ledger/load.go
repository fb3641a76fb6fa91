package ledger

import (
	"context"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// load fills the batch. The order matters: first the lock, so that everything
// after it is what the last batch left; last the heads of the waitlist, because how
// many are wanted depends on all else.
func (b *Batch) load(ctx context.Context) error {
	b.Work, b.Replies = inventory.NewWork(), map[database.Key]database.Reply{}
	if err := b.loadNamed(ctx); err != nil {
		return err
	}
	if b.Cached.State.Event.ID == "" {
		return nil
	}
	return b.loadRest(ctx)
}

// loadRest adds what the state and the rows that are named lead to.
func (b *Batch) loadRest(ctx context.Context) error {
	if err := b.loadDue(ctx); err != nil {
		return err
	}
	if err := b.loadLinked(ctx); err != nil {
		return err
	}
	if err := b.loadMoved(ctx); err != nil {
		return err
	}
	if err := b.loadExchanges(ctx); err != nil {
		return err
	}
	return b.loadHeads(ctx)
}

// loadNamed is the first round trip: the lock, the version, and what the
// commands name. When the cached state is stale, a second one loads it again, but
// for the seats that stand where they stood.
func (b *Batch) loadNamed(ctx context.Context) error {
	q := &b.query
	fresh := newStateLoader(b.s, q.EventID)
	var steps []engine.Step
	if q.Cached == nil {
		steps = b.readState(fresh, steps, b.s.Guards().LockEvent)
	} else {
		steps = append(steps, engine.Step{
			SQL:  "select version, seq, head_hash from events where id = $1" + b.s.Guards().LockEvent,
			Args: []any{q.EventID},
			Row:  func(r engine.Row) error { b.exists = true; return scanHead(r, &b.head, &b.version, &b.seq) },
		})
	}
	needs := inventory.RequiredRowsOf(q.Batch.Commands)
	b.ordersOf, b.releases, b.promises = needs.OrdersOf, needs.Releases, needs.Statements
	b.invited = needs.Invitations
	steps = b.findNamed(steps, &needs, nil)
	steps = b.passSteps(steps, needs.Passes)
	if err := b.session.Run(ctx, steps); err != nil {
		return err
	}
	if q.Cached.current() && b.exists && b.version == q.Cached.State.Event.Version && b.head == q.Cached.Head {
		b.Cached = q.Cached
		return nil
	}
	if q.Cached != nil {
		fresh.follow(q.Cached, b.seq)
		if err := b.session.Run(ctx, b.readState(fresh, steps[:0], "")); err != nil {
			return err
		}
		if f := fresh.following; f != nil && !f.same { // the rows since then are those of another history
			fresh = newStateLoader(b.s, q.EventID)
			if err := b.session.Run(ctx, b.readState(fresh, steps[:0], "")); err != nil {
				return err
			}
		}
		if err := b.readFollowed(ctx, fresh); err != nil {
			return err
		}
	}
	b.Cached = fresh.cached()
	b.exists, b.version, b.seq, b.head = fresh.found, b.Cached.State.Event.Version, b.Cached.State.Event.Seq, b.Cached.Head
	return nil
}

// scanHead scans a row whose last column is the hash of an event's newest audit row.
func scanHead(r engine.Row, head *audit.Hash, numbers ...*int64) error {
	var hash []byte
	into := make([]any, 0, len(numbers)+1)
	for _, n := range numbers {
		into = append(into, n)
	}
	if err := r.Scan(append(into, &hash)...); err != nil {
		return err
	}
	if len(hash) != len(head) {
		return fmt.Errorf("store: the hash of an event has %d bytes", len(hash))
	}
	copy(head[:], hash)
	return nil
}

// readState appends the steps that load the event's state. Of an event that
// another server writes too, it would be thrown away before the filter is of use.
func (b *Batch) readState(fresh *stateLoader, steps []engine.Step, lock string) []engine.Step {
	steps = fresh.steps(steps, lock)
	if b.mode != contended {
		steps = fresh.readKnownUsers(steps)
	}
	return steps
}

// findNamed appends the steps that look for what is needed, and for the replies,
// but for people who are not on known.
func (b *Batch) findNamed(steps []engine.Step, needs *inventory.RequiredRows, known *knownUsers) []engine.Step {
	steps = b.find(steps, events.PeopleByUser, known.unsure(needs.UserIDs), b.addPerson)
	steps = b.find(steps, events.HoldsByID, needs.HoldIDs, b.addHold)
	steps = b.find(steps, events.EntriesByID, needs.EntryIDs, b.addEntry)
	steps = b.find(steps, events.OffersByID, needs.OfferIDs, b.addOffer)
	steps = b.find(steps, events.TransfersByID, needs.TransferIDs, b.addTransfer)
	steps = b.find(steps, events.TicketsByID, needs.TicketIDs, b.addTicket)
	steps = b.find(steps, events.OpenTransfers, needs.TicketIDs, b.addTransfer)
	steps = b.find(steps, events.ExchangesByID, needs.ExchangeIDs, b.addExchange)
	steps = b.find(steps, events.InvitationsByID, needs.InvitationIDs, b.addInvitation)
	steps = b.find(steps, events.CodesByText, needs.Codes, b.addCode)
	steps = b.find(steps, events.CodesByID, needs.CodeIDs, b.addCode)
	steps = b.countOrigins(steps, needs.Origins)
	return b.findReplies(steps)
}

func (b *Batch) find(steps []engine.Step, spec *engine.LookupSpec, keys []string, row func(engine.Row) error) []engine.Step {
	if len(keys) == 0 {
		return steps
	}
	return b.session.Find(steps, &engine.Lookup{Spec: spec, EventID: b.query.EventID, Keys: keys, Row: row})
}

// findReplies looks for the stored replies, scope by scope: nearly always one.
func (b *Batch) findReplies(steps []engine.Step) []engine.Step {
	for scope, keys := range byScope(b.query.Keys, func(k *database.Key) *database.Key { return k }) {
		l := &engine.Lookup{Spec: events.RepliesByKey, EventID: scope, Row: func(r engine.Row) error { return b.addReply(scope, r) }}
		for _, k := range keys {
			l.Keys = append(l.Keys, k.Caller)
			l.Keys2 = append(l.Keys2, k.Key)
		}
		steps = b.session.Find(steps, l)
	}
	return steps
}

func byScope[T any](list []T, key func(*T) *database.Key) map[string][]T {
	groups := make(map[string][]T, 1)
	for i := range list {
		scope := key(&list[i]).Scope
		groups[scope] = append(groups[scope], list[i])
	}
	return groups
}

func (b *Batch) addReply(scope string, r engine.Row) error {
	reply := database.Reply{Key: database.Key{Scope: scope}}
	if err := events.ReplyTable.Scan(r, &reply); err != nil {
		return err
	}
	name := reply.Key
	name.BodyHash = [32]byte{}
	b.Replies[name] = reply
	return nil
}

// Each row is in memory once, however many ways lead to it: the add… functions
// keep the one that is there.

func (b *Batch) addPerson(r engine.Row) error {
	p := new(inventory.Person)
	if err := events.PersonTable.Scan(r, p); err != nil || b.Work.PeopleByID[p.ID] != nil {
		return err
	}
	b.Work.PeopleByID[p.ID], b.Work.People[p.UserID] = p, p
	return nil
}

func (b *Batch) addHold(r engine.Row) error {
	_, err := b.hold(r)
	return err
}

func (b *Batch) addEntry(r engine.Row) error {
	_, err := b.entry(r)
	return err
}

func (b *Batch) entry(r engine.Row) (*inventory.Entry, error) {
	e := new(inventory.Entry)
	if err := events.EntryTable.Scan(r, e); err != nil {
		return nil, err
	}
	if have := b.Work.Entries[e.ID]; have != nil {
		return have, nil
	}
	b.Work.Entries[e.ID] = e
	return e, nil
}

func (b *Batch) addOffer(r engine.Row) error {
	o := new(inventory.Offer)
	if err := events.OfferTable.Scan(r, o); err != nil || b.Work.Offers[o.ID] != nil {
		return err
	}
	b.Work.Offers[o.ID] = o
	return nil
}

// now is the time that the batch will be decided at: it never goes back.
func (b *Batch) now() inventory.Instant { return max(b.query.Batch.Now, b.Cached.State.Event.Clock) }

var (
	dueText = "select " + events.HoldTable.Columns + " from holds where event_id = $1 and state = 'held' and expires_at > 0 " +
		"and expires_at <= $2 order by expires_at, id limit $3"
	nextExpiryText = "select cast(coalesce(min(expires_at), 0) as bigint) from holds " +
		"where event_id = $1 and state = 'held' and expires_at > 0 and expires_at > $2"
	// The conditions are those of the partial indexes, which also leave out blocks.
	sweepHoldsText = "select " + events.HoldTable.Columns + " from holds where event_id = $1 and kind = 'registration' and state <> 'released' " +
		"order by person_id limit $2"
	sweepOrdersText = "select " + events.HoldTable.Columns + " from holds where event_id = $1 and kind = 'order' and state <> 'released' " +
		"order by person_id, id limit $2"
	sweepLiveText = "select " + events.EntryTable.Columns + " from waitlist_entries where event_id = $1 and " + guests.LiveEntries + " " +
		"order by person_id limit $2"
	sweepWaitingText = "select " + events.EntryTable.Columns + " from waitlist_entries where event_id = $1 and state = 'waiting' " +
		"order by tier_id, class, rank, join_no limit $2"
	sweepAppliedText = "select " + events.EntryTable.Columns + " from waitlist_entries where event_id = $1 and state = 'applied' order by id limit $2"
	headsText        = "select " + events.EntryTable.Columns + " from waitlist_entries where event_id = $1 and tier_id = $2 and class = $3 " +
		"and state = 'waiting' order by rank, join_no limit $4"
)

// loadDue adds the holds that have expired and the rows of a sweep.
func (b *Batch) loadDue(ctx context.Context) error {
	st, event := b.Cached.State, b.query.EventID
	steps := b.findOrdersOf(nil)
	if b.releases {
		steps = append(steps, engine.Step{SQL: events.ReleasesText, Args: []any{event}, Row: b.addHold})
	}
	if b.promises {
		steps = append(steps, engine.Step{SQL: events.StatementsText, Args: []any{event}, Row: func(r engine.Row) error {
			s := new(inventory.Statement)
			err := events.StatementTable.Scan(r, s)
			b.Work.Statements = append(b.Work.Statements, s)
			return err
		}})
	}
	if due := st.Event.DueAt; due != 0 && due <= b.now() {
		steps = append(steps,
			engine.Step{SQL: dueText, Args: []any{event, int64(b.now()), int64(inventory.MaxSweep + 1)}, Row: b.addDue},
			engine.Step{SQL: nextExpiryText, Args: []any{event, int64(b.now())}, Row: func(r engine.Row) error {
				return r.Scan((*int64)(&b.Work.NextExpiry))
			}})
	}
	if sweep, ok := inventory.SweepWanted(st, b.query.Batch); ok {
		limit := int64(inventory.MaxSweep)
		entries := []string{sweepWaitingText, sweepAppliedText}
		if sweep.Holds {
			entries = []string{sweepLiveText}
			addHold := func(r engine.Row) error {
				h, err := b.hold(r)
				if err == nil {
					b.Work.SweepHolds = append(b.Work.SweepHolds, h.ID)
				}
				return err
			}
			steps = append(steps, engine.Step{SQL: sweepHoldsText, Args: []any{event, limit}, Row: addHold},
				engine.Step{SQL: sweepOrdersText, Args: []any{event, limit}, Row: addHold})
		}
		if !sweep.Entries {
			entries = nil
		}
		for _, text := range entries {
			steps = append(steps, engine.Step{SQL: text, Args: []any{event, limit}, Row: func(r engine.Row) error {
				e, err := b.entry(r)
				if err == nil {
					b.Work.SweepEntries = append(b.Work.SweepEntries, e.ID)
				}
				return err
			}})
		}
	}
	return b.session.Run(ctx, steps)
}

func (b *Batch) hold(r engine.Row) (*inventory.Hold, error) {
	h := new(inventory.Hold)
	if err := events.HoldTable.Scan(r, h); err != nil {
		return nil, err
	}
	if have := b.Work.Holds[h.ID]; have != nil {
		return have, nil
	}
	b.Work.Holds[h.ID] = h
	return h, nil
}

// addDue takes one hold more than a batch may release, to learn of it.
func (b *Batch) addDue(r engine.Row) error {
	if len(b.Work.Due) == inventory.MaxSweep {
		b.Work.DueMore = true
		var h inventory.Hold
		return events.HoldTable.Scan(r, &h)
	}
	h, err := b.hold(r)
	if err == nil {
		b.Work.Due = append(b.Work.Due, h.ID)
	}
	return err
}

// loadHeads adds the first of each lane, as many as could be promoted, and the
// people who wait there.
func (b *Batch) loadHeads(ctx context.Context) error {
	wanted := inventory.LookaheadWanted(b.Cached.State, b.Work, b.query.Batch)
	var steps []engine.Step
	steps = b.find(steps, events.EntriesByID, b.missingEntries(inventory.SeatLookaheadWanted(b.Cached.State, b.Work, b.query.Batch)), b.addEntry)
	for lane, n := range wanted {
		if n <= 0 {
			continue
		}
		steps = append(steps, engine.Step{
			SQL:  headsText,
			Args: []any{b.query.EventID, lane.Tier, int64(lane.Class), int64(n)},
			Row: func(r engine.Row) error {
				e, err := b.entry(r)
				if err == nil {
					b.Work.Lookahead[lane] = append(b.Work.Lookahead[lane], e)
				}
				return err
			},
		})
	}
	if len(steps) == 0 {
		return nil
	}
	if err := b.session.Run(ctx, steps); err != nil {
		return err
	}
	return b.loadLinked(ctx)
}
