package verify

import (
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// partyRecord is what was given back of a registration that went on with the others
// (invariants 2 to 4 and 12).
type partyRecord struct {
	row  string  // as the row of the hold says it
	told []int64 // by the audit rows read so far
}

func (c *check) partyOf(hold key) *partyRecord {
	p := c.parties[hold]
	if p == nil {
		p = &partyRecord{}
		c.parties[hold] = p
	}
	return p
}

// numbers is the highest number that a unit of a registration ever had, by the audit
// rows read so far.
func (c *check) numbers(h *holdRecord) int64 {
	n := h.units
	if p := c.parties[h.id]; p != nil {
		n += int64(len(p.told))
	}
	return n
}

// guestCancelled replays a row that gives back one of the left units of a registration:
// a number that it has, once, and never the last.
func (c *check) guestCancelled(h *holdRecord, r *inventory.AuditRow, left int64) {
	h.told.units = left - 1
	p := c.partyOf(h.id)
	order, unit, ok := id.UnitOf(r.Related)
	switch {
	case !ok || order != r.Subject || unit > left+int64(len(p.told)):
		c.fail(4, r.Subject, "audit row %d gives back %q, which is not a ticket of the registration", r.Seq, r.Related)
	case slices.Contains(p.told, unit):
		c.fail(3, r.Subject, "audit row %d gives back %s, which was given back before", r.Seq, r.Related)
	}
	if r.Units != 1 || left < 2 {
		c.fail(4, r.Subject, "audit row %d gives back %d of %d units, and the registration goes on", r.Seq, r.Units, left)
	}
	p.told = append(p.told, unit)
	if tier := c.tierByID[h.tier]; tier != nil {
		for _, pool := range tier.pools {
			pool.taken--
		}
	}
}

// foldParties compares what registrations are said to have given back with their rows.
func (c *check) foldParties() {
	for k, p := range c.parties {
		slices.Sort(p.told)
		told := make([]string, len(p.told))
		for i, unit := range p.told {
			told[i] = strconv.FormatInt(unit, 10)
		}
		if want := strings.Join(told, ","); want != p.row {
			c.fail(4, c.names.id(k), "the row says that the units %q were given back, and by its audit rows they are %q", p.row, want)
		}
	}
}
