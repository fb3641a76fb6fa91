package verify

import "github.com/holdfast-events/holdfast/internal/replay/stored"

// checkSnapshots compares the stored snapshots of the event with the fold of its audit rows.
// What is damaged in the rows themselves is said by others too.
func (c *check) checkSnapshots() error {
	damage, err := stored.Compare(c.run.snapshot, c.event.Event.ID)
	if damage != nil {
		c.fail(4, c.event.Event.ID, "the stored snapshot after audit row %d cannot be trusted: %s", damage.Seq, damage.Why)
	}
	return err
}
