package verify

import (
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// Invariant 41: whoever has joined the waitlist of a resource by themselves had confirmed the
// address before, and waits once; and of one who was erased nothing is left that says who it was.

// joined notes what somebody asked for.
func (c *resourceCheck) joined(j *resources.ResourceJoin) error {
	kept := *j
	c.joins[j.EntryID] = &kept
	if j.Email == "" && (j.Name != "" || j.Address != "" || j.Locale != "" || len(j.Attributes) > 0) {
		c.report.add(41, "", j.EntryID, "its person was erased, and something is left that says who it was")
	}
	return nil
}

// joiners compares the places of people who joined by themselves with what they asked for.
func (c *resourceCheck) joiners() {
	of := map[string][]*resources.ResourceEntry{} // the entries of each address
	for _, e := range c.entries {
		if e.Address != "" {
			of[e.Address] = append(of[e.Address], e)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.entries)) {
		e, j := c.entries[id], c.joins[id]
		switch {
		case !e.Own && j != nil:
			c.report.add(41, "", id, "its person asked for the place, and somebody else has put them on the waitlist")
		case !e.Own:
			continue
		case j == nil:
			c.report.add(41, "", id, "its person joined by themselves, and nothing says that they asked for it")
		case j.ConfirmedAt == 0 || j.ConfirmedAt > e.JoinedAt:
			c.report.add(41, "", id, "its person joined before the address was confirmed")
		case j.Address != e.Address || j.Units != e.Units || !maps.Equal(j.Attributes, e.Attributes):
			c.report.add(41, "", id, "the place is not what its person asked for")
		}
		for _, other := range of[e.Address] {
			if other != e && other.JoinedSeq < e.JoinedSeq && (other.EndedSeq == 0 || other.EndedSeq > e.JoinedSeq) {
				c.report.add(41, "", id, "its person joined while they waited with place %s", other.ID)
			}
		}
	}
}
