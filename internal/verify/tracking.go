package verify

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// Invariant 31: what came through a tracking link is counted once, by a link whose code
// somebody can have come by.

// checkTracking compares the tracking links of the event with the chain of its organization,
// and what came through them with the holds and entries. A link, a hold or an entry that is
// not stored is named by the check of references.
func (c *check) checkTracking() error {
	event := c.event.Event.ID
	links, err := c.run.snapshot.TrackingLinks(event)
	if err != nil {
		return err
	}
	for i := range links {
		l := &links[i]
		c.run.report.Checked.TrackingLinks++
		c.run.compare(c.event.Event.OrgID, l.ID, l.Commitment(), "the code of the tracking link, what it brings along, or its end")
		c.checkHome(l.ID)
		if !linkCode(l.Code) {
			c.fail(31, l.ID, "the code of the tracking link is %q, which no address has", l.Code)
		}
	}
	return c.run.snapshot.Tracked(event, func(t *audience.Tracked) error {
		c.run.report.Checked.Tracked++
		h := c.holds.find(c.names.key(t.ThingID))
		switch {
		case h == nil:
		case c.words.text(h.kind) == string(inventory.KindBlock):
			c.fail(31, t.ThingID, "came through a tracking link, and is what an organizer keeps back")
		case h.entry != (key{}):
			c.fail(31, t.ThingID, "is counted for a tracking link, and so is the place on the waitlist that it came of")
		}
		return nil
	})
}

// linkCode reports whether a text is the code of a link, by rules of its own.
func linkCode(text string) bool {
	for _, r := range text {
		small, digit := r >= 'a' && r <= 'z', r >= '0' && r <= '9'
		if !small && !digit && r != '-' && r != '_' {
			return false
		}
	}
	return text != ""
}
