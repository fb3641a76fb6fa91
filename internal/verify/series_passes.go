package verify

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/passes"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Invariant 46: on each date that a pass covers at least as many places are set aside as there
// are passes, by a block of the date.

// checkSeriesPasses compares what is sold of passes with what the dates keep for them.
func (r *run) checkSeriesPasses() error {
	return r.snapshot.PassDates(func(d *snapshot.PassDate) error {
		r.report.Checked.PassDates++
		if !d.InSeries {
			r.report.add(46, d.EventID, d.PassID, "the pass covers an event that is not a date of its series")
		}
		// A date that was over or cancelled when it was asked keeps what it had, and so do those
		// that are by now; but of these nothing was asked.
		if d.State != passes.DateSet {
			return nil
		}
		if most := max(d.Capacity, d.Taken); most > d.Places {
			r.report.add(46, d.EventID, d.PassID, "the date keeps %d places for the pass, and there are %d passes", d.Places, most)
		}
		if !d.Settled {
			return nil
		}
		if d.Places != d.SettledPlaces {
			r.report.add(46, d.EventID, d.PassID, "the date keeps %d places for the pass, and is to keep %d", d.Places, d.SettledPlaces)
		}
		if d.Archived || d.Places == 0 || d.Status == string(inventory.Cancelled) {
			return nil
		}
		if d.BlockState != string(inventory.HoldHeld) || d.BlockUnits != d.Places || d.BlockTier != d.TierID {
			r.report.add(46, d.EventID, d.PassID, "the places that are kept for the pass are not blocked by %s", d.BlockID)
		}
		return nil
	})
}
