package inventorytest

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Entrants is how many of a waiting room came in, at most: commands show their passes.
const Entrants = 60

// Passes are those of a waiting room, by Who.Entrant, some of which are over, given up, or
// not good yet.
func Passes(now inventory.Instant) map[int64]inventory.Pass {
	const hour = inventory.Instant(inventory.Hour)
	passes := map[int64]inventory.Pass{}
	for n := range int64(Entrants) {
		p := inventory.Pass{Index: n, EnteredAt: now + inventory.Instant(n%4)*hour}
		p.Until = p.EnteredAt + inventory.Instant(1+n)*24*hour
		if n%10 == 9 {
			p.LeftAt = p.EnteredAt + 2*hour
		}
		passes[n+1] = p
	}
	return passes
}

// ComeIn tells the model of the passes of the waiting room.
func (m *Model) ComeIn(passes map[int64]inventory.Pass) { m.passes = passes }

// mayEnter reports whether the caller has a pass that is good.
func (m *Model) mayEnter(who inventory.Who) bool {
	p, ok := m.passes[who.Entrant]
	return ok && p.EnteredAt <= m.now && m.now < p.Until && p.LeftAt == 0 && p.DoneAt == 0
}

// showsPass reports whether the caller takes part by a pass.
func (m *Model) showsPass(who inventory.Who) bool { return m.waits() && !who.Staff }

// entrantOf is with whose pass somebody takes part, or for whom a ballot does.
func (m *Model) entrantOf(who inventory.Who) int64 {
	if who.Staff && m.event.Settings.Onsale.Mode == "ballot" {
		return who.Entrant // for whom the ballot does it
	}
	if !m.showsPass(who) {
		return 0
	}
	return who.Entrant
}

// done ends the pass of a person who has something valid.
func (m *Model) done(entrant int64) {
	if m.mayEnter(inventory.Who{Entrant: entrant}) {
		p := m.passes[entrant]
		p.DoneAt = m.now
		m.passes[entrant] = p
	}
}

// matchPasses says in what the passes and the model's differ, and with which of them
// something was taken.
func (w *MemoryStore) matchPasses(m *Model) error {
	for n, p := range w.Passes {
		if q := m.passes[n]; p != q {
			return fmt.Errorf("the pass of %d is %+v, the model's %+v", n, p, q)
		}
	}
	for id, h := range w.Holds {
		if c := m.claimByID(w.modelOrder(id)); c != nil && h.Entrant != c.entrant {
			return fmt.Errorf("%s was taken with the pass of %d, in the model of %d", id, h.Entrant, c.entrant)
		}
	}
	for _, v := range m.line {
		if e := w.Entries[v.id]; e.Entrant != v.entrant {
			return fmt.Errorf("%s was taken with the pass of %d, in the model of %d", v.id, e.Entrant, v.entrant)
		}
	}
	return nil
}
