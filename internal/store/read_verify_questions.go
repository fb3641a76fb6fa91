package store

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// QuestionLists streams the versions of what an event asks, oldest first.
func (v *Snapshot) QuestionLists(event string, fn func(*QuestionList) error) error {
	return stream(func(last *QuestionList) ([]QuestionList, error) {
		if last == nil {
			last = &QuestionList{}
		}
		return listsAfter(v.ctx, v.q, event, last.Version, pageRows)
	}, fn)
}

// Answers streams what was answered at an event, by thing and unit.
func (v *Snapshot) Answers(event string, fn func(*Answered) error) error {
	return eachAnswered(v.ctx, v.q, event, fn)
}

// Feedback streams what guests said of an event, by person.
func (v *Snapshot) Feedback(event string, fn func(*Feedback) error) error {
	return stream(func(last *Feedback) ([]Feedback, error) {
		if last == nil {
			last = &Feedback{}
		}
		return table.All(v.ctx, v.q, feedbackTable.Scan, feedbackTable.From()+" where event_id = $1 and person_id > $2 order by person_id limit $3", event, last.PersonID, pageRows)
	}, fn)
}

// FeedbackAsked is the announcement that asks guests how an event was; nil: there is none.
func (v *Snapshot) FeedbackAsked(event string) (*Announcement, error) {
	n, err := table.One(v.ctx, v.q, AnnouncementTable.Scan, AnnouncementTable.From()+" where event_id = $1 and id = $2", event, FeedbackID)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	return &n, err
}

// Invitations streams the invitations of an event, by id.
func (v *Snapshot) Invitations(event string, fn func(*inventory.Invitation) error) error {
	return rowsOf(v, invitations, event, fn)
}
