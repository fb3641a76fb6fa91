package verify

import (
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// checkFeedback sees that what guests said after the event is of people who are not erased,
// once each (the key of the table), and that guests are asked when the event says.
func (c *check) checkFeedback() error {
	event := &c.event.Event
	err := c.run.snapshot.Feedback(event.ID, func(f *messages.Feedback) error {
		c.run.report.Checked.Feedback++
		switch p := c.people.find(c.names.key(f.PersonID)); {
		case p != nil && p.erased:
			c.fail(26, f.PersonID, "the person was erased, and what they said of the event is left")
		case f.UpdatedAt < f.CreatedAt:
			c.fail(26, f.PersonID, "what the person said of the event was changed before it was said")
		}
		return nil
	})
	if err != nil {
		return err
	}
	n, err := c.run.snapshot.FeedbackAsked(event.ID)
	switch after := c.event.Details.FeedbackAfter; {
	case err != nil:
		return err
	case after == 0 && n != nil && n.State != messages.AnnouncementVoid:
		c.fail(26, event.ID, "guests are asked how it was, and the event does not say so")
	case after > 0 && (n == nil || n.State == messages.AnnouncementVoid || n.Offset != after && n.State == messages.AnnouncementPlanned):
		c.fail(26, event.ID, "the event says that guests are asked %d seconds after its end, and that is not planned", after)
	case after > 0 && n.State == messages.AnnouncementPlanned && int64(n.DueAt) < int64(event.EndsAt)+n.Offset*1_000_000:
		c.fail(26, event.ID, "guests are asked how it was before the event says")
	}
	return nil
}
