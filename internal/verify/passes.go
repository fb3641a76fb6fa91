package verify

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/passes"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Invariant 46: on each date that a pass covers at least as many places are set aside as there
// are passes, by a block of the date.

// checkPasses compares what is sold of passes with what the dates keep for them.
func (r *run) checkPasses() error {
	return r.snapshot.PassDates(func(d *snapshot.PassDate) error {
		r.report.Checked.PassDates++
		fail := func(format string, args ...any) { r.report.add(46, d.EventID, d.PassID, format, args...) }
		if !d.InSeries {
			fail("the pass covers what is no date of its series")
		}
		// A date that was over or cancelled when it was asked keeps what it had, and so do those
		// that are by now; but of these nothing was asked.
		if d.State != passes.DateSet {
			return nil
		}
		if most := max(d.Capacity, d.Taken); most > d.Places {
			fail("the date keeps %d places for the pass, and there are %d passes", d.Places, most)
		}
		if !d.Settled {
			return nil
		}
		if d.Places != d.SettledPlaces {
			fail("the date keeps %d places for the pass, and is to keep %d", d.Places, d.SettledPlaces)
		}
		if d.Archived || d.Places == 0 || d.Status == string(inventory.Cancelled) {
			return nil
		}
		if d.BlockState != string(inventory.HoldHeld) || d.BlockUnits != d.Places || d.BlockTier != d.TierID {
			fail("the places that are kept for the pass are not blocked by %s", d.BlockID)
		}
		return nil
	})
}
