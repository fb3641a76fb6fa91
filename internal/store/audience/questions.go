package audience

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Questions are what events ask their people, and what was answered.
type Questions struct{ db *database.DB }

// NewQuestions returns Questions on a database.
func NewQuestions(db *database.DB) Questions { return Questions{db} }

// QuestionList is a version of what an event asks.
type QuestionList struct {
	EventID   string
	Version   int64
	Document  string // JSON of question.List; opaque here
	Questions int64  // how many there are in it
	CreatedAt inventory.Instant
}

// QuestionListTable describes the table question_lists; a row is one QuestionList.
var QuestionListTable = table.New("question_lists", new(QuestionList), func(c *table.Columns, l *QuestionList) {
	c.Key("event_id", &l.EventID)
	c.NumberKey("version", &l.Version)
	c.Text("document", &l.Document)
	c.Number("questions", &l.Questions)
	c.Number("created_at", (*int64)(&l.CreatedAt))
})

// Answered is what was answered of one unit of an order, a registration or an entry, or
// with unit 0 of the whole.
type Answered struct {
	ThingID   string // see ThingOf
	Unit      int64
	PersonID  string
	Answers   string // JSON; opaque here
	Demanded  int64  // the version of the list whose required questions had to be answered; 0: none had to
	UpdatedAt inventory.Instant
}

// AnswersTable describes the answers to the questions of an event.
var AnswersTable = table.NewBatched("answers", "event_id", engine.Insert, new(Answered), func(c *table.Columns, a *Answered) {
	c.Key("thing_id", &a.ThingID)
	c.NumberKey("unit", &a.Unit)
	c.Text("person_id", &a.PersonID)
	c.Changes(1)
	c.Text("answers", &a.Answers)
	c.Number("demanded", &a.Demanded)
	c.Number("updated_at", (*int64)(&a.UpdatedAt))
})

// ThingOf is what the answers of a hold are stored by: the entry that it came of, so that
// they go with it from the waitlist to the ticket, or else the hold.
func ThingOf(h *inventory.Hold) string { return cmp.Or(h.EntryID, h.ID) }

// UnitsOf are the numbers of the units that a hold still has, as those of its tickets.
func UnitsOf(h *inventory.Hold) []int64 {
	kept := *h
	kept.State = inventory.HoldConfirmed // of one that waits for its payment too
	return events.UnitsOf(&kept)
}

// QuestionList returns what an event asks now, or ErrNotFound when it never asked anything.
func (s Questions) QuestionList(ctx context.Context, event string) (*QuestionList, error) {
	l, err := currentList(ctx, s.db.Read, event)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &l, nil
}

func currentList(ctx context.Context, q table.Querier, event string) (QuestionList, error) {
	return table.One(ctx, q, QuestionListTable.Scan, QuestionListTable.From()+" where event_id = $1 order by version desc limit 1", event)
}

// Versions returns the versions of what an event asks that are named.
func (s Questions) Versions(ctx context.Context, event string, versions []int64) ([]QuestionList, error) {
	var found []QuestionList
	for part := range slices.Chunk(versions, table.MaxInList) {
		list, args := table.InList(2, part)
		rows, err := table.All(ctx, s.db.Read, QuestionListTable.Scan, QuestionListTable.From()+" where event_id = $1 and version in ("+list+") order by version",
			append([]any{event}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		found = append(found, rows...)
	}
	return found, nil
}

// SetQuestions makes a list with so many questions what an event asks from now on, and
// returns it. It is another version, unless it is what the event asks already. ErrConflict:
// it is not version base that the event asks; ErrLimit: it was changed most times.
func (s Questions) SetQuestions(ctx context.Context, event, document string, questions int, base *int64, most int64, now inventory.Instant) (*QuestionList, error) {
	var out QuestionList
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := events.LockEventRow(ctx, s.db, tx, event); err != nil {
			return err
		}
		var err error
		out, err = currentList(ctx, tx, event)
		switch {
		case err != nil && !errors.Is(err, database.ErrNotFound):
			return err
		case base != nil && *base != out.Version:
			return fmt.Errorf("%w: the questions are version %d", database.ErrConflict, out.Version)
		case out.Document == document:
			return nil
		case out.Version >= most:
			return database.ErrLimit
		}
		out = QuestionList{EventID: event, Version: out.Version + 1, Document: document, Questions: int64(questions), CreatedAt: now}
		if err := QuestionListTable.InsertRow(ctx, tx, &out); err != nil {
			return err
		}
		return organizations.RecordOf(ctx, s.db, tx, event, audit.Deed{Subject: event, Action: audit.QuestionsChanged, Commitment: commitQuestions(&out)})
	})
	if err != nil {
		return nil, err
	}
	return &out, nil
}

func commitQuestions(l *QuestionList) string {
	q := audit.Questions{Event: l.EventID, Version: l.Version, Document: l.Document}
	return q.Commitment()
}

// Answers returns what was answered of things, by thing; those of which nothing was are
// missing. Of each thing there are at most as many as it has units, and one.
func (s Questions) Answers(ctx context.Context, event string, things []string) (map[string][]Answered, error) {
	found := map[string][]Answered{}
	for part := range slices.Chunk(things, table.MaxInList) {
		list, args := table.InList(2, part)
		rows, err := table.All(ctx, s.db.Read, AnswersTable.Scan, AnswersTable.From()+" where event_id = $1 and thing_id in ("+list+") order by thing_id, unit",
			append([]any{event}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for i := range rows {
			found[rows[i].ThingID] = append(found[rows[i].ThingID], rows[i])
		}
	}
	return found, nil
}

// AnswersOfOrders returns what was answered with orders and registrations, by their ids,
// whether or not they came of an entry.
func (s Questions) AnswersOfOrders(ctx context.Context, event string, orders []string) (map[string][]Answered, error) {
	things, entries, err := thingsOf(ctx, s.db.Read, event, orders)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	found, err := s.Answers(ctx, event, things)
	for order, entry := range entries {
		if rows := found[entry]; rows != nil {
			found[order] = rows
		}
	}
	return found, err
}

// VersionsPage returns versions of what an event asks, later than after.
func (s Questions) VersionsPage(ctx context.Context, event string, after int64, limit int) ([]QuestionList, error) {
	list, err := ListsAfter(ctx, s.db.Read, event, after, limit)
	return list, s.db.Classify(err)
}

// ListsAfter returns the versions of an event's questions behind one, by version.
func ListsAfter(ctx context.Context, q table.Querier, event string, after int64, limit int) ([]QuestionList, error) {
	return table.All(ctx, q, QuestionListTable.Scan, QuestionListTable.From()+" where event_id = $1 and version > $2 order by version limit $3", event, after, limit)
}

// EachAnswered calls fn with all that was answered at an event, PageRows at a time.
func (s Questions) EachAnswered(ctx context.Context, event string, fn func(*Answered) error) error {
	return s.db.Classify(EachAnswered(ctx, s.db.Read, event, fn))
}

// EachAnswered calls fn with all that was answered at an event, as q sees it.
func EachAnswered(ctx context.Context, q table.Querier, event string, fn func(*Answered) error) error {
	return database.Stream(func(last *Answered) ([]Answered, error) {
		if last == nil {
			last = &Answered{Unit: -1}
		}
		return table.All(ctx, q, AnswersTable.Scan, answersPage, event, last.ThingID, last.Unit, database.PageRows)
	}, fn)
}

// answersPage reads answers by thing and unit, after one.
var answersPage = AnswersTable.From() + ` where event_id = $1
	and (thing_id, unit) > (cast($2 as text), cast($3 as bigint)) order by thing_id, unit limit $4`

// AnswersChange says what becomes of the answers of one thing.
type AnswersChange struct {
	EventID, ThingID, PersonID string
	// Staff: it is recorded in the organization's chain who did it.
	Staff bool
	// Merge returns the rows that there are from now on, given those that there are, and the uploads
	// that they name.
	Merge func(before []Answered) ([]Answered, []UploadClaim, error)
	Now   inventory.Instant
}

// ChangeAnswers changes the answers of one thing, of which the caller has seen that it is
// there. ErrNotFound: its person was erased; ErrUploadTaken: an upload does not wait for an answer.
func (s Questions) ChangeAnswers(ctx context.Context, c *AnswersChange) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// The lock that batches take: so it meets no erasure after which personal data
		// would be left, and no transfer.
		if err := events.LockEventRow(ctx, s.db, tx, c.EventID); err != nil {
			return err
		}
		erased, err := table.One(ctx, tx, table.ScanInt, "select erased_at from people where event_id = $1 and id = $2", c.EventID, c.PersonID)
		switch {
		case err != nil:
			return err
		case erased != 0:
			return database.ErrNotFound
		}
		before, err := table.All(ctx, tx, AnswersTable.Scan, AnswersTable.From()+" where event_id = $1 and thing_id = $2 order by unit", c.EventID, c.ThingID)
		if err != nil {
			return err
		}
		after, uploads, err := c.Merge(before)
		if err != nil {
			return err
		}
		if err := changeUploads(ctx, tx, c, uploads); err != nil {
			return err
		}
		if _, err := table.Exec(ctx, tx, "delete from answers where event_id = $1 and thing_id = $2", c.EventID, c.ThingID); err != nil {
			return err
		}
		for i := range after {
			a := &after[i]
			a.ThingID, a.PersonID, a.UpdatedAt = c.ThingID, c.PersonID, c.Now
			if _, err := AnswersTable.InsertIn(ctx, tx, c.EventID, a, ""); err != nil {
				return err
			}
		}
		if !c.Staff {
			return nil
		}
		return organizations.RecordOf(ctx, s.db, tx, c.EventID, audit.Deed{Subject: c.ThingID, Action: audit.AnswersChanged})
	})
}
