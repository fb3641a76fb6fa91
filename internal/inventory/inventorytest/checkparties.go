package inventorytest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// replayedParty is a registration as its rows so far tell it.
type replayedParty struct {
	numbers int64 // of units
	gone    []int64
}

func (p *replayedParty) left() int64 { return p.numbers - int64(len(p.gone)) }

// partyRow replays a row of a hold without items: how many units it has left, and that
// none is given back twice.
func (c *checker) partyRow(r inventory.AuditRow, parties map[string]*replayedParty) {
	p := parties[r.Subject]
	if p == nil {
		p = &replayedParty{numbers: r.Units}
		parties[r.Subject] = p
	}
	if r.Reason != inventory.ReasonGuestCancelled {
		c.want(r.Units == p.left(), "4: row %d speaks of %d units, %s has %d", r.Seq, r.Units, r.Subject, p.left())
		return
	}
	for unit := int64(1); unit <= p.numbers; unit++ {
		if TicketID(r.Subject, int(unit)) == r.Related {
			c.want(!slices.Contains(p.gone, unit), "4: row %d gives back %s, which was given back before", r.Seq, r.Related)
			p.gone = append(p.gone, unit)
			c.want(r.Units == 1 && p.left() > 0, "4: row %d gives back %d units, which leaves %d", r.Seq, r.Units, p.left())
			return
		}
	}
	c.want(false, "4: row %d gives back %s, which is not one of the tickets of %s", r.Seq, r.Related, r.Subject)
}

// parties compares the registrations with their replay.
func (c *checker) parties(parties map[string]*replayedParty) {
	for id, h := range c.Holds {
		if h.Order != nil {
			continue
		}
		p := parties[id]
		if p == nil {
			c.want(false, "4: no row tells of %s", id)
			continue
		}
		slices.Sort(p.gone)
		gone := strings.Trim(strings.ReplaceAll(fmt.Sprint(p.gone), " ", ","), "[]")
		c.want(h.Units == p.left() && h.GivenBack == gone, "4: %s has %d units and has given back %q; by its rows %d and %q", id, h.Units, h.GivenBack, p.left(), gone)
	}
}
