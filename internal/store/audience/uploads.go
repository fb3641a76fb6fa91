package audience

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Uploads are files that answer questions of events. Their bytes are where files are kept.
type Uploads struct{ db *database.DB }

// NewUploads returns Uploads on a database.
func NewUploads(db *database.DB) Uploads { return Uploads{db} }

// Limits of the uploads of one event. Uploads at the same moment may go past them by themselves.
const (
	// MaxWaitingUploads and MaxWaitingBytes bound those that no answer names yet.
	MaxWaitingUploads = 5000
	MaxWaitingBytes   = 2 << 30
	// MaxUploadBytes bounds all.
	MaxUploadBytes = 20 << 30
)

// WaitsFor is how long an upload waits for the answer that names it.
const WaitsFor = inventory.Day

// ErrUploadTaken says that an upload does not wait for an answer to the question any more: another
// answer names it, or it is gone.
var ErrUploadTaken = errors.New("store: the upload does not wait for this answer")

// Upload is a file that somebody sent to answer a question with.
type Upload struct {
	EventID, ID string
	Question    string
	Name        string // as whoever sent it called it; empty once its file is being deleted
	Media       string // of package question
	Size, Sent  int64  // bytes that are kept, and that came
	SHA256      string
	// The answer that names it: of what, of which of its units, and whose; empty: none does.
	ThingID     string
	Unit        int64
	PersonID    string
	CreatedAt   inventory.Instant
	UnusedSince inventory.Instant // 0: an answer names it; -1: its file is being deleted
}

// UploadTable describes the table uploads; a row is one Upload.
var UploadTable = table.New("uploads", new(Upload), func(c *table.Columns, u *Upload) {
	c.Key("event_id", &u.EventID)
	c.Key("id", &u.ID)
	c.Text("question", &u.Question)
	c.Text("name", &u.Name)
	c.Text("media", &u.Media)
	c.Number("size", &u.Size)
	c.Number("sent", &u.Sent)
	c.Text("sha256", &u.SHA256)
	c.Text("thing_id", &u.ThingID)
	c.Number("unit", &u.Unit)
	c.Text("person_id", &u.PersonID)
	c.Number("created_at", (*int64)(&u.CreatedAt))
	c.Number("unused_since", (*int64)(&u.UnusedSince))
})

// Waits reports whether an answer may name the upload.
func (u *Upload) Waits(now inventory.Instant) bool {
	return u.UnusedSince > 0 && now < u.UnusedSince+inventory.Instant(WaitsFor)
}

// UploadClaim says which answer names an upload.
type UploadClaim struct {
	ID, Question, ThingID string
	Unit                  int64
	PersonID              string
}

// ReleaseUploads is what is set of uploads that no answer names any more: nobody's file is left, and
// nothing says whose it was. The conditions follow.
const ReleaseUploads = "update uploads set thing_id = '', unit = 0, person_id = '', name = '', unused_since = -1 where "

// Claim returns the statement with which an answer comes to name an upload. It changes one row, or
// none where the upload does not wait for an answer to the question.
func (c *UploadClaim) Claim(event string) (text string, args []any) {
	return `update uploads set thing_id = $3, unit = $4, person_id = $5, unused_since = 0
		where event_id = $1 and id = $2 and question = $6 and unused_since > 0`, []any{event, c.ID, c.ThingID, c.Unit, c.PersonID, c.Question}
}

// Release returns the step by which no answer of a unit names an upload any more. The thing is an
// expression about $2.
func Release(event, thing string, named any, unit int64) engine.Step {
	return engine.Step{SQL: ReleaseUploads + "event_id = $1 and thing_id = " + thing + " and unit = $3 and unused_since = 0", Args: []any{event, named, unit}}
}

// Keep stores an upload that no answer names yet. Its file is written after that. ErrLimit: the
// event has too many.
func (s Uploads) Keep(ctx context.Context, u Upload) error {
	u.UnusedSince = u.CreatedAt
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		var count, waiting, all int64
		_, err := table.One(ctx, tx, func(r engine.Row, _ *struct{}) error { return r.Scan(&count, &waiting, &all) },
			`select count(case when unused_since > 0 then 1 end), cast(coalesce(sum(case when unused_since > 0 then size end), 0) as bigint),
				cast(coalesce(sum(size), 0) as bigint) from uploads where event_id = $1`, u.EventID)
		switch {
		case err != nil:
			return err
		case count >= MaxWaitingUploads, waiting+u.Size > MaxWaitingBytes, all+u.Size > MaxUploadBytes:
			return database.ErrLimit
		}
		return UploadTable.InsertRow(ctx, tx, &u)
	})
}

// Upload returns an upload, or ErrNotFound.
func (s Uploads) Upload(ctx context.Context, event, name string) (*Upload, error) {
	u, err := table.One(ctx, s.db.Read, UploadTable.Scan, UploadTable.From()+" where event_id = $1 and id = $2", event, name)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &u, nil
}

// Named returns the uploads of an event with these ids, by id; those that are not there are missing.
func (s Uploads) Named(ctx context.Context, event string, ids []string) (map[string]*Upload, error) {
	found := map[string]*Upload{}
	for part := range slices.Chunk(ids, table.MaxInList) {
		list, args := table.InList(2, part)
		rows, err := table.All(ctx, s.db.Read, UploadTable.Scan, UploadTable.From()+" where event_id = $1 and id in ("+list+")", append([]any{event}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for i := range rows {
			found[rows[i].ID] = &rows[i]
		}
	}
	return found, nil
}

// Unused returns uploads that have been unused since a time or longer, and those whose files are
// being deleted, at most limit. Before 0: these alone.
func (s Uploads) Unused(ctx context.Context, before inventory.Instant, limit int) ([]Upload, error) {
	list, err := table.All(ctx, s.db.Read, UploadTable.Scan, UploadTable.From()+" where unused_since <> 0 and unused_since <= $1 order by unused_since, event_id, id limit $2", int64(before), limit)
	return list, s.db.Classify(err)
}

// Go says that the file of an upload is being deleted. It reports false when an answer names it by
// now, or its event lives elsewhere.
func (s Uploads) Go(ctx context.Context, u *Upload) (bool, error) {
	var n int64
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		n, err = table.Exec(ctx, tx, ReleaseUploads+"event_id = $1 and id = $2 and unused_since = $3", u.EventID, u.ID, int64(u.UnusedSince))
		if err != nil {
			return err
		}
		away, err := table.All(ctx, tx, table.ScanInt, "select 1 from events where id = $1 and archived_at < 0", u.EventID)
		if err == nil && len(away) > 0 {
			err = errAway
		}
		return err
	})
	if errors.Is(err, errAway) {
		return false, nil
	}
	return n == 1, err
}

// errAway: the event is on its way to another cell, where an answer may name the file (0184).
var errAway = errors.New("store: the event of the file lives elsewhere")

// Forget deletes an upload whose file is deleted, after Go.
func (s Uploads) Forget(ctx context.Context, u *Upload) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "delete from uploads where event_id = $1 and id = $2 and unused_since = -1", u.EventID, u.ID)
		return err
	})
}

// UploadsPage returns the uploads of an event behind one, by id.
func UploadsPage(ctx context.Context, q table.Querier, event, after string, limit int) ([]Upload, error) {
	return table.All(ctx, q, UploadTable.Scan, UploadTable.From()+" where event_id = $1 and id > $2 order by id limit $3", event, after, limit)
}

// changeUploads has the uploads that answers of a thing name be these, and no others.
func changeUploads(ctx context.Context, tx *sql.Tx, c *AnswersChange, now []UploadClaim) error {
	before, err := table.All(ctx, tx, UploadTable.Scan, UploadTable.From()+" where event_id = $1 and thing_id = $2 and unused_since = 0 order by id", c.EventID, c.ThingID)
	if err != nil {
		return err
	}
	for i := range before {
		u := &before[i]
		if !slices.ContainsFunc(now, func(n UploadClaim) bool { return n.ID == u.ID && n.Unit == u.Unit }) {
			if _, err := table.Exec(ctx, tx, ReleaseUploads+"event_id = $1 and id = $2", c.EventID, u.ID); err != nil {
				return err
			}
		}
	}
	for i := range now {
		n := &now[i]
		if slices.ContainsFunc(before, func(u Upload) bool { return n.ID == u.ID && n.Unit == u.Unit && n.Question == u.Question }) {
			continue
		}
		n.ThingID, n.PersonID = c.ThingID, c.PersonID
		text, args := n.Claim(c.EventID)
		changed, err := table.Exec(ctx, tx, text, args...)
		if err != nil {
			return err
		}
		if changed != 1 {
			return ErrUploadTaken
		}
	}
	return nil
}
