package messages

import (
	"context"
	"database/sql"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Feedback is what a guest said of an event after it.
type Feedback struct {
	EventID, PersonID string
	Rating            int64  // from 1, the worst, to MaxRating
	Words             string // as they were written; "": none
	Named             bool   // organizers may know who said it
	// CreatedAt is when it was said first.
	CreatedAt, UpdatedAt inventory.Instant
}

// MaxRating is the best rating.
const MaxRating = 5

// FeedbackTable describes the table feedback; a row is one Feedback.
var FeedbackTable = table.New("feedback", new(Feedback), func(c *table.Columns, v *Feedback) {
	c.Key("event_id", &v.EventID)
	c.Key("person_id", &v.PersonID)
	c.Number("rating", &v.Rating)
	c.Text("words", &v.Words)
	c.Truth("named", &v.Named)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("updated_at", (*int64)(&v.UpdatedAt))
})

// Give stores what a person said, in the place of what they said before. ErrNotFound: there
// is no such person, or they were erased.
func (s Feedbacks) Give(ctx context.Context, f Feedback) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// The lock keeps the person from being erased meanwhile.
		if _, err := table.One(ctx, tx, table.ScanText, "select id from people where event_id = $1 and id = $2 and erased_at = 0"+s.db.Eng.ForUpdate(), f.EventID, f.PersonID); err != nil {
			return err
		}
		changed, err := table.Exec(ctx, tx, "update feedback set rating = $1, words = $2, named = $3, updated_at = $4 where event_id = $5 and person_id = $6",
			f.Rating, f.Words, f.Named, int64(f.UpdatedAt), f.EventID, f.PersonID)
		if err != nil || changed > 0 {
			return err
		}
		f.CreatedAt = f.UpdatedAt
		return FeedbackTable.InsertRow(ctx, tx, &f)
	})
}

// Of returns what a person said, or ErrNotFound.
func (s Feedbacks) Of(ctx context.Context, event, person string) (*Feedback, error) {
	f, err := table.One(ctx, s.db.Read, FeedbackTable.Scan, FeedbackTable.From()+" where event_id = $1 and person_id = $2", event, person)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &f, nil
}

// FeedbackView is what was said, with the name of its author, if organizers may know.
type FeedbackView struct {
	Feedback
	Name string
}

// Page returns what was said of an event, the latest first, from what is older than a time
// and, at that time, has a smaller person; 0: from the latest.
func (s Feedbacks) Page(ctx context.Context, event string, before inventory.Instant, person string, limit int) ([]FeedbackView, error) {
	where, args := "f.event_id = $1", []any{event}
	if before != 0 {
		where += " and (f.created_at < $2 or f.created_at = $3 and f.person_id < $4)"
		args = append(args, int64(before), int64(before), person)
	}
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *FeedbackView) error {
		c := table.Scanning()
		FeedbackTable.Into(c, &v.Feedback)
		c.Text("name", &v.Name)
		return c.From(r)
	}, "select "+FeedbackTable.As("f")+", case when f.named then p.name else '' end from feedback f join people p on p.event_id = f.event_id and p.id = f.person_id where "+
		where+" order by f.created_at desc, f.person_id desc limit $"+strconv.Itoa(len(args)+1), append(args, limit)...)
	return list, s.db.Classify(err)
}

// FeedbackCounts are how many people gave each rating: that of rating n at n-1.
type FeedbackCounts [MaxRating]int64

// Counts counts what was said of an event.
func (s Feedbacks) Counts(ctx context.Context, event string) (FeedbackCounts, error) {
	var counts FeedbackCounts
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *[2]int64) error { return r.Scan(&v[0], &v[1]) },
		"select rating, cast(count(*) as bigint) from feedback where event_id = $1 group by rating", event)
	for _, n := range list {
		counts[n[0]-1] = n[1]
	}
	return counts, s.db.Classify(err)
}

// Feedbacks is what guests said of events after them.
type Feedbacks struct{ db *database.DB }

// NewFeedbacks returns Feedbacks on a database.
func NewFeedbacks(db *database.DB) Feedbacks { return Feedbacks{db} }
