package snapshot

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// QuestionLists streams the versions of what an event asks, oldest first.
func (v *Snapshot) QuestionLists(event string, fn func(*audience.QuestionList) error) error {
	return database.Stream(func(last *audience.QuestionList) ([]audience.QuestionList, error) {
		if last == nil {
			last = &audience.QuestionList{}
		}
		return audience.ListsAfter(v.ctx, v.q, event, last.Version, database.PageRows)
	}, fn)
}

// Answers streams what was answered at an event, by thing and unit.
func (v *Snapshot) Answers(event string, fn func(*audience.Answered) error) error {
	return audience.EachAnswered(v.ctx, v.q, event, fn)
}

// ContextOf is that of a snapshot, for what is read beside it.
func ContextOf(v *Snapshot) context.Context { return v.ctx }

// Uploads streams the files that were sent to answer questions of an event, by id.
func Uploads(v *Snapshot, event string, fn func(*audience.Upload) error) error {
	return database.Stream(func(last *audience.Upload) ([]audience.Upload, error) {
		if last == nil {
			last = &audience.Upload{}
		}
		return audience.UploadsPage(v.ctx, v.q, event, last.ID, database.PageRows)
	}, fn)
}

// Feedback streams what guests said of an event, by person.
func (v *Snapshot) Feedback(event string, fn func(*messages.Feedback) error) error {
	return database.Stream(func(last *messages.Feedback) ([]messages.Feedback, error) {
		if last == nil {
			last = &messages.Feedback{}
		}
		return table.All(v.ctx, v.q, messages.FeedbackTable.Scan, messages.FeedbackTable.From()+" where event_id = $1 and person_id > $2 order by person_id limit $3", event, last.PersonID, database.PageRows)
	}, fn)
}

// FeedbackAsked is the announcement that asks guests how an event was; nil: there is none.
func (v *Snapshot) FeedbackAsked(event string) (*messages.Announcement, error) {
	n, err := table.One(v.ctx, v.q, messages.AnnouncementTable.Scan, messages.AnnouncementTable.From()+" where event_id = $1 and id = $2", event, messages.FeedbackID)
	if errors.Is(err, database.ErrNotFound) {
		return nil, nil
	}
	return &n, err
}

// Invitations streams the invitations of an event, by id.
func (v *Snapshot) Invitations(event string, fn func(*inventory.Invitation) error) error {
	return rowsOf(v, events.InvitationKind, event, fn)
}
