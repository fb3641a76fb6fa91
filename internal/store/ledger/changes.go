package ledger

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// writer collects the statements of a batch.
type writer struct {
	b     *Batch
	w     *Write
	steps []engine.Step
	// fence is the step that writes the event's row, -1 when none does; touched is
	// how many rows it wrote.
	fence   int
	touched int64
	// toUpdate and updated count rows: a row that a decision changed and that is
	// not there to be changed must not pass unnoticed.
	toUpdate, updated int64
	// asked: statements were made before the steps, so these cannot be all of the transaction.
	asked bool
	// claims are the steps by which answers name uploads; claimed is how many uploads they changed.
	claims  []int
	claimed int64
	// err is the first of making the statements.
	err error
}

// writeChanges appends one statement per table and kind of change. Updates come
// before inserts: a person whose registration ends and who registers again in
// one batch would else have two live ones for a moment, which a unique index forbids.
func (wr *writer) writeChanges() {
	c := wr.w.Changes
	wr.pools(c)
	wr.changedTiers(c.Tiers)
	wr.orderTiers()
	wr.lanes(c.Lanes)
	wr.places(c.Places)
	wr.people(c.People)
	wr.holds(c.Holds)
	wr.orders(c)
	wr.entries(c)
	wr.offers(c.Offers)
	wr.origins(c.Origins)
	wr.answers(wr.w.Answers)
	wr.uploads(wr.w.Uploads)
	wr.importedTickets(wr.w.Imported)
	wr.importedAttendees(wr.w.Attendees)
	wr.tillSales(wr.w.TillSales)
	wr.tracked(wr.w.Tracked)
	wr.consents(wr.w.Consents)
	wr.passes(c.Passes)
	wr.tickets(c)
	wr.exchanges(c.Exchanges)
	wr.invitations(c.Invitations)
	wr.audit(c.Audit, wr.w.Hashes)
	wr.messages(c.Messages)
	for i := range c.People {
		if p := &c.People[i]; p.Erased {
			steps, err := eraseSteps(wr.steps, wr.b.query.EventID, p, wr.w.Now)
			wr.steps, wr.err = append(steps, wr.b.s.Mails.EraseMail(p.ID, p.ErasedEmail)...), errors.Join(wr.err, err)
		}
	}
}

// write appends the statement st on t for n rows.
func write[T any](wr *writer, t *table.Of[T], st *table.Statement, n int, row func(int) T, beside ...table.Given) {
	if n == 0 {
		return
	}
	cols, err := table.Values(t, st, n, row, beside...)
	if err != nil {
		wr.err = errors.Join(wr.err, err)
		return
	}
	bulk := &engine.Bulk{Spec: st.Spec, EventID: wr.b.query.EventID, Rows: n, Columns: cols}
	if st.Spec.Kind == engine.Update {
		wr.toUpdate += int64(n)
		bulk.Affected = &wr.updated
	}
	wr.steps = wr.b.session.Bulk(wr.steps, bulk)
}

// numbers is a column of numbers that comes beside n rows.
func numbers(name string, n int, value func(int) int64) table.Given {
	list := make([]int64, n)
	for i := range list {
		list[i] = value(i)
	}
	return table.Beside(name, engine.Column{Ints: list})
}

// split parts rows into those to insert and those to update, in order.
func split[T any](rows []T, isNew func(*T) bool) (inserts, updates []T) {
	n := 0
	for i := range rows {
		if isNew(&rows[i]) {
			n++
		}
	}
	switch n {
	case len(rows):
		return rows, nil
	case 0:
		return nil, rows
	}
	inserts, updates = make([]T, 0, n), make([]T, 0, len(rows)-n)
	for i := range rows {
		if isNew(&rows[i]) {
			inserts = append(inserts, rows[i])
		} else {
			updates = append(updates, rows[i])
		}
	}
	return inserts, updates
}

func (wr *writer) pools(c *inventory.Changes) {
	if !c.Created {
		write(wr, events.PoolTable, events.PoolTable.Update[1], len(c.Pools), func(i int) *inventory.Pool { return c.Pools[i] })
		next := len(wr.b.Cached.State.Pools) - len(c.NewPools)
		write(wr, events.PoolTable, events.PoolTable.Insert, len(c.NewPools), func(i int) *inventory.Pool { return c.NewPools[i] },
			numbers("position", len(c.NewPools), func(i int) int64 { return int64(next + i) }))
		return
	}
	st := wr.b.Cached.State
	poolAt, tierAt := positions(st, wr.b.query.Batch.Commands)
	pools := slices.SortedFunc(maps.Values(st.Pools), func(x, y *inventory.Pool) int { return cmp.Compare(poolAt[x.ID], poolAt[y.ID]) })
	tiers := slices.SortedFunc(maps.Values(st.Tiers), func(x, y *inventory.Tier) int { return cmp.Compare(tierAt[x.ID], tierAt[y.ID]) })
	write(wr, events.PoolTable, events.PoolTable.Insert, len(pools), func(i int) *inventory.Pool { return pools[i] },
		numbers("position", len(pools), func(i int) int64 { return poolAt[pools[i].ID] }))
	wr.newTiers(tiers, tierAt)
}

func (wr *writer) tierPools(tiers []*inventory.Tier) {
	var list []events.TierPool
	for _, t := range tiers {
		for i, pool := range t.Pools {
			list = append(list, events.TierPool{Tier: t.ID, Pool: pool, Position: int64(i)})
		}
	}
	write(wr, events.TierPoolTable, events.TierPoolTable.Insert, len(list), func(i int) *events.TierPool { return &list[i] })
}

// positions is the order in which the command that made the event listed its
// pools and tiers, which the state, being maps, does not remember. Ids sort as
// they were made, which serves when there is no such command.
func positions(st *inventory.State, cmds []inventory.Command) (pools, tiers map[string]int64) {
	pools, tiers = map[string]int64{}, map[string]int64{}
	for i, id := range slices.Sorted(maps.Keys(st.Pools)) {
		pools[id] = int64(i)
	}
	for i, id := range slices.Sorted(maps.Keys(st.Tiers)) {
		tiers[id] = int64(i)
	}
	for _, c := range cmds {
		create, ok := c.(inventory.Create)
		if !ok || !slices.ContainsFunc(create.Tiers, func(t inventory.Tier) bool { return st.Tiers[t.ID] != nil }) {
			continue
		}
		for i := range create.Pools {
			pools[create.Pools[i].ID] = int64(i)
		}
		for i := range create.Tiers {
			tiers[create.Tiers[i].ID] = int64(i)
		}
	}
	return pools, tiers
}

func (wr *writer) lanes(lanes []*inventory.Lane) {
	write(wr, events.LaneTable, events.LaneTable.Insert, len(lanes), func(i int) *inventory.Lane { return lanes[i] })
}

// places adds up what changed in each bucket of waitlist_counts, so that each of
// its rows is written once.
func (wr *writer) places(changes []inventory.PlaceChange) {
	if len(changes) == 0 {
		return
	}
	type bucket struct {
		lane      inventory.LaneKey
		level, no int64
	}
	deltas := make(map[bucket]int64, 2*events.CountLevels)
	for i := range changes {
		no := changes[i].JoinNo
		for level := int64(1); level <= events.CountLevels; level++ {
			no /= events.CountRadix
			deltas[bucket{changes[i].Lane, level, no}] += changes[i].Delta
		}
	}
	rows := make([]events.WaitlistCount, 0, len(deltas))
	for b, d := range deltas {
		if d != 0 {
			rows = append(rows, events.WaitlistCount{Lane: b.lane, Level: b.level, Bucket: b.no, Waiting: d})
		}
	}
	// In one order everywhere, so that two runs of one simulation write the same.
	slices.SortFunc(rows, func(x, y events.WaitlistCount) int {
		return cmp.Or(cmp.Compare(x.Lane.Tier, y.Lane.Tier), cmp.Compare(x.Lane.Class, y.Lane.Class),
			cmp.Compare(x.Level, y.Level), cmp.Compare(x.Bucket, y.Bucket))
	})
	write(wr, events.CountTable, events.CountTable.Insert, len(rows), func(i int) *events.WaitlistCount { return &rows[i] })
}

func (wr *writer) people(all []inventory.PersonChange) {
	now := int64(wr.w.Now)
	row := func(list []inventory.PersonChange) func(int) *inventory.Person {
		return func(i int) *inventory.Person { return list[i].Person }
	}
	erasedAt := func(list []inventory.PersonChange) table.Given {
		return numbers("erased_at", len(list), func(i int) int64 {
			if list[i].Erased {
				return now
			}
			return 0
		})
	}
	added, changed := split(all, func(p *inventory.PersonChange) bool { return p.New })
	write(wr, events.PersonTable, events.PersonTable.Update[1], len(changed), row(changed))
	profiles, _ := split(changed, func(p *inventory.PersonChange) bool { return p.ProfileChanged || p.Erased })
	if len(profiles) > 0 {
		write(wr, events.PersonTable, events.PersonTable.Update[events.ChangedProfile], len(profiles), row(profiles), erasedAt(profiles))
	}
	if len(added) > 0 {
		write(wr, events.PersonTable, events.PersonTable.Insert, len(added), row(added), erasedAt(added),
			numbers("created_at", len(added), func(int) int64 { return now }))
	}
}

func (wr *writer) holds(all []inventory.HoldChange) {
	added, changed := split(all, func(h *inventory.HoldChange) bool { return h.New })
	write(wr, events.HoldTable, events.HoldTable.Update[1], len(changed), func(i int) *inventory.Hold { return changed[i].Hold })
	write(wr, events.HoldTable, events.HoldTable.Insert, len(added), func(i int) *inventory.Hold { return added[i].Hold })
}

func (wr *writer) entries(c *inventory.Changes) {
	added, changed := split(c.Entries, func(e *inventory.EntryChange) bool { return e.New })
	wr.placements(c.PastPlacements, changed)
	write(wr, events.EntryTable, events.EntryTable.Update[1], len(changed), func(i int) *inventory.Entry { return changed[i].Entry })
	write(wr, events.EntryTable, events.EntryTable.Insert, len(added), func(i int) *inventory.Entry { return added[i].Entry })
}

// placements writes where entries stood that were moved, and where they stand now, and so
// those that were approved. One that joined in this batch is inserted where it stands.
func (wr *writer) placements(past []inventory.PastPlacement, changed []inventory.EntryChange) {
	if len(past) == 0 && !slices.ContainsFunc(changed, func(e inventory.EntryChange) bool { return e.Approved }) {
		return
	}
	write(wr, events.PastPlacementTable, events.PastPlacementTable.Insert, len(past), func(i int) *inventory.PastPlacement { return &past[i] })
	ids := make(map[string]bool, len(past))
	for i := range past {
		ids[past[i].EntryID] = true
	}
	moved, _ := split(changed, func(e *inventory.EntryChange) bool { return e.Approved || ids[e.ID] })
	write(wr, events.EntryTable, events.EntryTable.Update[events.ChangedPlacement], len(moved), func(i int) *inventory.Entry { return moved[i].Entry })
}

// origins writes where orders and entries come from that nobody vouches for.
func (wr *writer) origins(all []inventory.Originated) {
	if len(all) > 0 {
		write(wr, events.OriginTable, events.OriginTable.Insert, len(all), func(i int) *inventory.Originated { return &all[i] })
	}
}

// passes writes who of the waiting room is done.
func (wr *writer) passes(done []*inventory.Pass) {
	write(wr, waitingrooms.RoomPassTable, waitingrooms.RoomPassTable.Update[1], len(done), func(i int) *inventory.Pass { return done[i] })
}

func (wr *writer) offers(all []inventory.OfferChange) {
	added, changed := split(all, func(o *inventory.OfferChange) bool { return o.New })
	write(wr, events.OfferTable, events.OfferTable.Update[1], len(changed), func(i int) *inventory.Offer { return changed[i].Offer })
	write(wr, events.OfferTable, events.OfferTable.Insert, len(added), func(i int) *inventory.Offer { return added[i].Offer })
}

func (wr *writer) audit(rows []inventory.AuditRow, hashes []audit.Hash) {
	write(wr, events.AuditTable, events.AuditTable.Insert, len(rows), func(i int) events.AuditRow { return events.AuditRow{AuditRow: &rows[i], Hash: &hashes[i]} })
}

func (wr *writer) messages(rows []inventory.Message) {
	write(wr, events.MessageTable, events.MessageTable.Insert, len(rows), func(i int) *inventory.Message { return &rows[i] })
}
