package store

import (
	"cmp"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
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
}

// writeChanges appends one statement per table and kind of change. Updates come
// before inserts: a person whose registration ends and who registers again in
// one batch would else have two live ones for a moment, which a unique index forbids.
func (wr *writer) writeChanges() {
	c := wr.w.Changes
	wr.pools(c)
	wr.changedTiers(c.Tiers)
	wr.lanes(c.Lanes)
	wr.places(c.Places)
	wr.people(c.People)
	wr.holds(c.Holds)
	wr.orders(c)
	wr.entries(c.Entries)
	wr.offers(c.Offers)
	wr.tickets(c)
	wr.exchanges(c.Exchanges)
	wr.audit(c.Audit, wr.w.Hashes)
	wr.messages(c.Messages)
	for i := range c.People {
		if p := &c.People[i]; p.Erased {
			wr.steps = eraseSteps(wr.steps, wr.b.query.EventID, p, wr.w.Now)
		}
	}
}

func (wr *writer) bulk(spec *engine.Spec, rows int, columns ...engine.Column) {
	if rows == 0 {
		return
	}
	bulk := &engine.Bulk{Spec: spec, EventID: wr.b.query.EventID, Rows: rows, Columns: columns}
	if spec.Kind == engine.Update {
		wr.toUpdate += int64(rows)
		bulk.Affected = &wr.updated
	}
	wr.steps = wr.b.session.Bulk(wr.steps, bulk)
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
	pools := c.Pools
	if !c.Created {
		wr.bulk(updatePools, len(pools),
			texts(pools, func(p **inventory.Pool) string { return (*p).ID }),
			ints(pools, func(p **inventory.Pool) int64 { return (*p).Capacity }),
			ints(pools, func(p **inventory.Pool) int64 { return (*p).Held }),
			ints(pools, func(p **inventory.Pool) int64 { return (*p).Confirmed }),
			ints(pools, func(p **inventory.Pool) int64 { return (*p).Blocked }))
		return
	}
	st := wr.b.Cached.State
	poolAt, tierAt := positions(st, wr.b.query.Batch.Commands)
	pools = slices.SortedFunc(maps.Values(st.Pools), func(x, y *inventory.Pool) int { return cmp.Compare(poolAt[x.ID], poolAt[y.ID]) })
	tiers := slices.SortedFunc(maps.Values(st.Tiers), func(x, y *inventory.Tier) int { return cmp.Compare(tierAt[x.ID], tierAt[y.ID]) })
	wr.bulk(insertPools, len(pools),
		texts(pools, func(p **inventory.Pool) string { return (*p).ID }),
		texts(pools, func(p **inventory.Pool) string { return (*p).Name }),
		ints(pools, func(p **inventory.Pool) int64 { return poolAt[(*p).ID] }),
		ints(pools, func(p **inventory.Pool) int64 { return (*p).Capacity }),
		ints(pools, func(p **inventory.Pool) int64 { return (*p).Held }),
		ints(pools, func(p **inventory.Pool) int64 { return (*p).Confirmed }),
		ints(pools, func(p **inventory.Pool) int64 { return (*p).Blocked }))
	wr.newTiers(tiers, func(t **inventory.Tier) int64 { return tierAt[(*t).ID] })
}

func (wr *writer) tierPools(tiers []*inventory.Tier) {
	var ts, ps []string
	var at []int64
	for _, t := range tiers {
		for i, pool := range t.Pools {
			ts, ps, at = append(ts, t.ID), append(ps, pool), append(at, int64(i))
		}
	}
	wr.bulk(insertTierPools, len(ts), engine.Column{Texts: ts}, engine.Column{Texts: ps}, engine.Column{Ints: at})
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
	wr.bulk(upsertLanes, len(lanes),
		texts(lanes, func(l **inventory.Lane) string { return (*l).Tier }),
		ints(lanes, func(l **inventory.Lane) int64 { return int64((*l).Class) }),
		ints(lanes, func(l **inventory.Lane) int64 { return (*l).Waiting }),
		ints(lanes, func(l **inventory.Lane) int64 { return (*l).LastRank }))
}

// lineLevels and lineRadix are the shape of the tree of waitlist_counts: a bucket of
// level l covers lineRadix^l line numbers.
const (
	lineLevels = 6
	lineRadix  = 16
)

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
	deltas := make(map[bucket]int64, 2*lineLevels)
	for i := range changes {
		no := changes[i].JoinNo
		for level := int64(1); level <= lineLevels; level++ {
			no /= lineRadix
			deltas[bucket{changes[i].Lane, level, no}] += changes[i].Delta
		}
	}
	rows := make([]bucket, 0, len(deltas))
	for b, d := range deltas {
		if d != 0 {
			rows = append(rows, b)
		}
	}
	// In one order everywhere, so that two runs of one simulation write the same.
	slices.SortFunc(rows, func(x, y bucket) int {
		return cmp.Or(cmp.Compare(x.lane.Tier, y.lane.Tier), cmp.Compare(x.lane.Class, y.lane.Class),
			cmp.Compare(x.level, y.level), cmp.Compare(x.no, y.no))
	})
	wr.bulk(addWaitlistCounts, len(rows),
		texts(rows, func(b *bucket) string { return b.lane.Tier }),
		ints(rows, func(b *bucket) int64 { return int64(b.lane.Class) }),
		ints(rows, func(b *bucket) int64 { return b.level }),
		ints(rows, func(b *bucket) int64 { return b.no }),
		ints(rows, func(b *bucket) int64 { return deltas[*b] }))
}

func (wr *writer) people(all []inventory.PersonChange) {
	now := int64(wr.w.Now)
	erasedAt := func(p *inventory.PersonChange) int64 {
		if p.Erased {
			return now
		}
		return 0
	}
	rows, updates := split(all, func(p *inventory.PersonChange) bool { return p.New })
	id := func(p *inventory.PersonChange) string { return p.ID }
	user := func(p *inventory.PersonChange) string { return p.UserID }
	email := func(p *inventory.PersonChange) string { return p.Profile.Email }
	name := func(p *inventory.PersonChange) string { return p.Profile.Name }
	locale := func(p *inventory.PersonChange) string { return p.Profile.Locale }
	hold := func(p *inventory.PersonChange) string { return p.HoldID }
	entry := func(p *inventory.PersonChange) string { return p.EntryID }
	units := func(p *inventory.PersonChange) int64 { return p.Units }
	wr.bulk(updatePeople, len(updates), texts(updates, id), texts(updates, hold), texts(updates, entry), ints(updates, units))
	profiles, _ := split(updates, func(p *inventory.PersonChange) bool { return p.ProfileChanged || p.Erased })
	wr.bulk(updateProfiles, len(profiles), texts(profiles, id), texts(profiles, user), texts(profiles, email),
		texts(profiles, name), texts(profiles, locale), ints(profiles, erasedAt))
	if len(rows) > 0 {
		wr.bulk(insertPeople, len(rows), texts(rows, id), texts(rows, user), texts(rows, email), texts(rows, name), texts(rows, locale),
			texts(rows, hold), texts(rows, entry), ints(rows, units),
			ints(rows, func(*inventory.PersonChange) int64 { return now }), ints(rows, erasedAt))
	}
}

func (wr *writer) holds(all []inventory.HoldChange) {
	rows, updates := split(all, func(h *inventory.HoldChange) bool { return h.New })
	id := func(h *inventory.HoldChange) string { return h.ID }
	state := func(h *inventory.HoldChange) string { return string(h.State) }
	units := func(h *inventory.HoldChange) int64 { return h.Units }
	guests := func(h *inventory.HoldChange) string { return h.Guests }
	expires := func(h *inventory.HoldChange) int64 { return int64(h.ExpiresAt) }
	updated := func(h *inventory.HoldChange) int64 { return int64(h.UpdatedAt) }
	reason := func(h *inventory.HoldChange) string { return string(h.Reason) }
	last := func(h *inventory.HoldChange) int64 { return h.LastSeq }
	wr.bulk(updateHolds, len(updates), texts(updates, id), texts(updates, state), ints(updates, units), texts(updates, guests),
		ints(updates, expires), ints(updates, updated), texts(updates, reason), ints(updates, last))
	if len(rows) > 0 {
		wr.bulk(insertHolds, len(rows), texts(rows, id),
			texts(rows, func(h *inventory.HoldChange) string { return string(h.Kind) }), texts(rows, state),
			texts(rows, func(h *inventory.HoldChange) string { return h.PersonID }),
			texts(rows, func(h *inventory.HoldChange) string { return h.Tier }), ints(rows, units),
			texts(rows, func(h *inventory.HoldChange) string { return h.EntryID }),
			texts(rows, func(h *inventory.HoldChange) string { return h.OfferID }), texts(rows, guests), ints(rows, expires),
			ints(rows, func(h *inventory.HoldChange) int64 { return int64(h.CreatedAt) }), ints(rows, updated), texts(rows, reason), ints(rows, last))
	}
}

func (wr *writer) entries(all []inventory.EntryChange) {
	rows, updates := split(all, func(e *inventory.EntryChange) bool { return e.New })
	id := func(e *inventory.EntryChange) string { return e.ID }
	state := func(e *inventory.EntryChange) string { return string(e.State) }
	units := func(e *inventory.EntryChange) int64 { return e.Units }
	passes := func(e *inventory.EntryChange) int64 { return e.Passes }
	guests := func(e *inventory.EntryChange) string { return e.Guests }
	offer := func(e *inventory.EntryChange) string { return e.OfferID }
	left := func(e *inventory.EntryChange) int64 { return e.LeftSeq }
	updated := func(e *inventory.EntryChange) int64 { return int64(e.UpdatedAt) }
	reason := func(e *inventory.EntryChange) string { return string(e.Reason) }
	last := func(e *inventory.EntryChange) int64 { return e.LastSeq }
	wr.bulk(updateEntries, len(updates), texts(updates, id), texts(updates, state), ints(updates, units), ints(updates, passes),
		texts(updates, guests), texts(updates, offer), ints(updates, left), ints(updates, updated), texts(updates, reason), ints(updates, last))
	if len(rows) > 0 {
		wr.bulk(insertEntries, len(rows), texts(rows, id), texts(rows, state),
			texts(rows, func(e *inventory.EntryChange) string { return e.PersonID }),
			texts(rows, func(e *inventory.EntryChange) string { return e.Tier }), ints(rows, units),
			ints(rows, func(e *inventory.EntryChange) int64 { return int64(e.Class) }),
			ints(rows, func(e *inventory.EntryChange) int64 { return e.JoinNo }),
			ints(rows, func(e *inventory.EntryChange) int64 { return e.Rank }),
			texts(rows, func(e *inventory.EntryChange) string { return e.Wish }), ints(rows, passes), texts(rows, guests), texts(rows, offer),
			ints(rows, func(e *inventory.EntryChange) int64 { return int64(e.JoinedAt) }),
			ints(rows, func(e *inventory.EntryChange) int64 { return e.JoinedSeq }), ints(rows, left), ints(rows, updated), texts(rows, reason), ints(rows, last))
	}
}

func (wr *writer) offers(all []inventory.OfferChange) {
	rows, updates := split(all, func(o *inventory.OfferChange) bool { return o.New })
	id := func(o *inventory.OfferChange) string { return o.ID }
	state := func(o *inventory.OfferChange) string { return string(o.State) }
	starts := func(o *inventory.OfferChange) int64 { return int64(o.WindowStartsAt) }
	expires := func(o *inventory.OfferChange) int64 { return int64(o.ExpiresAt) }
	ended := func(o *inventory.OfferChange) int64 { return int64(o.EndedAt) }
	extensions := func(o *inventory.OfferChange) int64 { return o.Extensions }
	last := func(o *inventory.OfferChange) int64 { return o.LastSeq }
	wr.bulk(updateOffers, len(updates), texts(updates, id), texts(updates, state), ints(updates, starts), ints(updates, expires),
		ints(updates, ended), ints(updates, extensions), ints(updates, last))
	if len(rows) > 0 {
		wr.bulk(insertOffers, len(rows), texts(rows, id), texts(rows, state),
			texts(rows, func(o *inventory.OfferChange) string { return o.EntryID }),
			texts(rows, func(o *inventory.OfferChange) string { return o.OrderID }),
			texts(rows, func(o *inventory.OfferChange) string { return o.PersonID }),
			ints(rows, func(o *inventory.OfferChange) int64 { return int64(o.OpenedAt) }), ints(rows, starts), ints(rows, expires), ints(rows, ended),
			ints(rows, extensions), ints(rows, func(o *inventory.OfferChange) int64 { return o.RuleVersion }), ints(rows, last))
	}
}

func (wr *writer) audit(rows []inventory.AuditRow, hashes []audit.Hash) {
	wr.bulk(insertAudit, len(rows),
		ints(rows, func(a *inventory.AuditRow) int64 { return a.Seq }),
		ints(rows, func(a *inventory.AuditRow) int64 { return int64(a.At) }),
		texts(rows, func(a *inventory.AuditRow) string { return a.Actor }),
		texts(rows, func(a *inventory.AuditRow) string { return a.Subject }),
		texts(rows, func(a *inventory.AuditRow) string { return a.From }),
		texts(rows, func(a *inventory.AuditRow) string { return a.To }),
		texts(rows, func(a *inventory.AuditRow) string { return string(a.Reason) }),
		ints(rows, func(a *inventory.AuditRow) int64 { return a.Rule }),
		texts(rows, func(a *inventory.AuditRow) string { return a.Related }),
		ints(rows, func(a *inventory.AuditRow) int64 { return a.Units }),
		ints(rows, func(a *inventory.AuditRow) int64 { return a.PrevSeq }),
		blobs(hashes, func(h *audit.Hash) []byte { return h[:] }))
}

func (wr *writer) messages(rows []inventory.Message) {
	wr.bulk(insertMessages, len(rows),
		ints(rows, func(m *inventory.Message) int64 { return m.Seq }),
		texts(rows, func(m *inventory.Message) string { return m.PersonID }),
		texts(rows, func(m *inventory.Message) string { return string(m.Kind) }),
		texts(rows, func(m *inventory.Message) string { return m.Ref }),
		ints(rows, func(m *inventory.Message) int64 { return int64(m.At) }))
}
