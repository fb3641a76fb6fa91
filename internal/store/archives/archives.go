package archives

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/erasures"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Errors of events that nobody changes here, found with errors.Is.
var (
	ErrArchived  = events.ErrArchived
	ErrElsewhere = events.ErrElsewhere
)

// ArchiveState says where the rows of an event are.
type ArchiveState string

// The states of an archive. In ArchiveSealed and ArchiveRestored the event is whole in its
// tables, in the others in its file.
const (
	ArchiveSealed    ArchiveState = "sealed"    // nobody changes the event any more; its file is being written
	ArchiveRemoving  ArchiveState = "removing"  // the file is there, and rows leave the tables
	ArchiveArchived  ArchiveState = "archived"  // all that can leave the tables has left them
	ArchiveRestoring ArchiveState = "restoring" // rows come back
	ArchiveRestored  ArchiveState = "restored"  // they are back; the file is kept for a while, for older backups
)

// Archive is what the database knows of an event's file.
type Archive struct {
	EventID, OrgID string
	State          ArchiveState
	File           string // its name where files are kept; "": it is not written yet
	Checksum       string // hexadecimal SHA-256 of the file
	Size           int64  // bytes of the file
	Rows           int64  // in the file
	Removed        int64  // how many of them left the tables
	LogSize        int64  // entries of the public log that are kept beside the file
	ArchivedAt     inventory.Instant
	ChangedAt      inventory.Instant
	KeepUntil      inventory.Instant // of a restored event: when the file is deleted; else 0
	Again          bool              // of a restored event: it is archived again as soon as it can be
}

// ArchiveTable describes the table archives; a row is one Archive.
var ArchiveTable = table.New("archives", new(Archive), func(c *table.Columns, v *Archive) {
	c.Key("event_id", &v.EventID)
	c.Changes(1)
	c.Text("org_id", &v.OrgID)
	c.Text("state", (*string)(&v.State))
	c.Text("file", &v.File)
	c.Text("checksum", &v.Checksum)
	c.Number("size", &v.Size)
	c.Number("row_count", &v.Rows)
	c.Number("removed", &v.Removed)
	c.Number("log_size", &v.LogSize)
	c.Number("archived_at", (*int64)(&v.ArchivedAt))
	c.Number("changed_at", (*int64)(&v.ChangedAt))
	c.Number("keep_until", (*int64)(&v.KeepUntil))
	c.Truth("again", &v.Again)
})

// Archive returns what is known of the file of an event, or ErrNotFound.
func (s Archives) Archive(ctx context.Context, event string) (Archive, error) {
	a, err := table.One(ctx, s.db.Read, ArchiveTable.Scan, ArchiveTable.From()+" where event_id = $1", event)
	return a, s.db.Classify(err)
}

// Archives returns archives behind an event, by event.
func (s Archives) Archives(ctx context.Context, after string, limit int) ([]Archive, error) {
	list, err := table.All(ctx, s.db.Read, ArchiveTable.Scan, ArchiveTable.From()+" where event_id > $1 order by event_id limit $2", after, limit)
	return list, s.db.Classify(err)
}

// Unfinished returns archives that something is to be done with: those that a process left in
// the middle, and files whose time is over.
func (s Archives) Unfinished(ctx context.Context, now inventory.Instant, limit int) ([]Archive, error) {
	list, err := table.All(ctx, s.db.Read, ArchiveTable.Scan, ArchiveTable.From()+` where state <> 'archived'
		and (state <> 'restored' or keep_until <= $1) order by event_id limit $2`, int64(now), limit)
	return list, s.db.Classify(err)
}

// DueForArchive returns events behind one whose organization has them archived some days after
// their end, and whose time has come, and those that were brought back for an erasure. Drafts are
// left alone, and so are events that somebody brought back, until their file is deleted.
func (s Archives) DueForArchive(ctx context.Context, now inventory.Instant, after string, limit int) ([]string, error) {
	const day = int64(inventory.Day)
	list, err := table.All(ctx, s.db.Read, table.ScanText, `select e.id from events e join retention r on r.org_id = e.org_id and r.kind = 'events'
			where e.archived_at = 0 and e.status <> 'draft' and e.status <> 'postponed' and e.ends_at <= $1 - r.days * $2 and e.id > $3
			and not exists (select 1 from archives a where a.event_id = e.id and a.keep_until > $4)
		union select a.event_id from archives a where a.state = 'restored' and a.again and a.event_id > $5
		order by 1 limit $6`, int64(now), day, after, int64(now), after, limit)
	return list, s.db.Classify(err)
}

// unready are what keeps an event from being archived, each with a code, words, and a statement
// that finds it.
var unready = [...]struct{ code, reason, text string }{
	{"not_ended", "it has not ended", "select 1 from events where id = $1 and ends_at > $2"},
	{"draft", "it is a draft", "select 1 from events where id = $1 and status = 'draft' and cast($2 as bigint) > 0"},
	{"archived", "it is archived already", "select 1 from events where id = $1 and archived_at <> 0 and cast($2 as bigint) > 0"},
	{"units_held", "units of it are held", "select 1 from holds where event_id = $1 and state = 'held' and kind <> 'block' and cast($2 as bigint) > 0"},
	{"offers_open", "offers of it are open", "select 1 from offers where event_id = $1 and state = 'open' and cast($2 as bigint) > 0"},
	{"messages_queued", "messages of it are still to be sent", "select 1 from deliveries where event_id = $1 and state = 'queued' and cast($2 as bigint) > 0"},
	{"announcements_planned", "announcements of it are still to be sent", "select 1 from announcements where event_id = $1 and (state = 'planned' or state = 'sending') and cast($2 as bigint) > 0"},
	{"payments_unsettled", "payments of it are not settled", "select 1 from payments where event_id = $1 and (state = 'captured' or fee_due > 0) and cast($2 as bigint) > 0"},
	{"checkouts_open", "orders of it are being paid", "select 1 from checkouts where event_id = $1 and state = 'open' and cast($2 as bigint) > 0"},
	{"payouts_due", "money of it is still to be given back", "select 1 from payouts where event_id = $1 and (state = 'due' or state = 'pending') and cast($2 as bigint) > 0"},
	{"refunds_due", "refunds of it have not begun", "select 1 from refunds_due where event_id = $1 and not begun and cast($2 as bigint) > 0"},
	{"till_open", "a till of it is open", "select 1 from tills where event_id = $1 and closed_at = 0 and cast($2 as bigint) > 0"},
	{"scans_unsealed", "scans of it are not sealed yet", "select 1 from scan_slots where event_id = $1 and cast($2 as bigint) > 0"},
	{"names_unsealed", "names of it are not sealed yet", "select 1 from events e where e.id = $1 and cast($2 as bigint) > 0 and e.seq > coalesce((" + erasures.SealedText + "), 0)"},
	{"log_behind", "its public log is behind", `select 1 from events e left join event_logs l on l.event_id = e.id where e.id = $1 and cast($2 as bigint) > 0
		and e.seq > coalesce(l.signed, 0) and e.settings not like '%"log":"off"%'`},
	{"webhooks_behind", "webhooks are behind", `select 1 from events e join webhook_positions w on w.event_id = e.id where e.id = $1 and cast($2 as bigint) > 0 and w.failing_since > 0 and w.seq < e.seq`},
	{"export_running", "a file of its rows is being made", "select 1 from exports where (event_id = $1 or series_id in (select series_id from series_dates where event_id = $1)) and (state = 'queued' or state = 'running') and cast($2 as bigint) > 0"},
	{"import_running", "an import into it is under way", "select 1 from imports where event_id = $1 and (state = 'queued' or state = 'running') and cast($2 as bigint) > 0"},
}

// UnreadyWords says what a code of Unready means.
func UnreadyWords(code string) string {
	for _, u := range unready {
		if u.code == code {
			return u.reason
		}
	}
	return code
}

// UnreadyCodes are the codes of all that can keep an event from being archived.
func UnreadyCodes() (codes []string) {
	for _, u := range unready {
		codes = append(codes, u.code)
	}
	return codes
}

// Unready returns what keeps an event from being archived, by codes; none: it can be. The
// error is ErrNotFound where there is no such event.
func (s Archives) Unready(ctx context.Context, event string, now inventory.Instant) (reasons []string, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		reasons, err = unreadyReasons(ctx, tx, event, now)
		return err
	})
	return reasons, s.db.Classify(err)
}

func unreadyReasons(ctx context.Context, tx *sql.Tx, event string, now inventory.Instant) (reasons []string, err error) {
	if _, err := table.One(ctx, tx, table.ScanText, organizations.OrgOfEvent, event); err != nil {
		return nil, err
	}
	for _, u := range unready {
		found, err := table.All(ctx, tx, table.ScanInt, u.text+" limit 1", event, int64(now))
		if err != nil {
			return nil, fmt.Errorf("store: archive: whether %s: %w", u.reason, err)
		}
		if len(found) > 0 {
			reasons = append(reasons, u.code)
		}
	}
	return reasons, nil
}

// NotReadyError says what keeps an event from being archived.
type NotReadyError struct{ Reasons []string }

func (e *NotReadyError) Error() string {
	return fmt.Sprintf("store: the event cannot be archived: %v", e.Reasons)
}

// sealText makes an event one that nobody changes: its version tells every server that what
// it has of the event in memory is not current.
const sealText = "update events set archived_at = $1, version = version + 1 where id = $2"

// Seal makes an event one that nobody changes any more, from which its file can be written.
// The error is a *NotReadyError where something keeps it from being archived.
func (s Archives) Seal(ctx context.Context, event string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		org, err := table.One(ctx, tx, table.ScanText, organizations.OrgOfEvent+s.db.Eng.LockEvent(), event)
		if err != nil {
			return err
		}
		reasons, err := unreadyReasons(ctx, tx, event, now)
		if err != nil {
			return err
		}
		if len(reasons) > 0 {
			return &NotReadyError{reasons}
		}
		if _, err := table.Exec(ctx, tx, "delete from archives where event_id = $1 and state = 'restored'", event); err != nil {
			return err
		}
		if err := ArchiveTable.InsertRow(ctx, tx, &Archive{EventID: event, OrgID: org, State: ArchiveSealed, ArchivedAt: now, ChangedAt: now}); err != nil {
			return err
		}
		return table.ExecOne(ctx, tx, sealText, int64(now), event)
	})
}

// Unseal gives up an archive whose file was not written.
func (s Archives) Unseal(ctx context.Context, event string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := table.ExecOne(ctx, tx, "delete from archives where event_id = $1 and state = 'sealed'", event); err != nil {
			return err
		}
		return table.ExecOne(ctx, tx, sealText, 0, event)
	})
}

// Written names the file of a sealed event. From here on, the event is whole in the file, and
// its rows may leave the tables.
func (s Archives) Written(ctx context.Context, a *Archive) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		return table.ExecOne(ctx, tx, `update archives set state = 'removing', file = $1, checksum = $2, size = $3, row_count = $4, removed = $5, log_size = $6, changed_at = $7
			where event_id = $8 and state = 'sealed'`, a.File, a.Checksum, a.Size, a.Rows, a.Removed, a.LogSize, int64(a.ChangedAt), a.EventID)
	})
}

// Removed says that all rows have left the tables that can.
func (s Archives) Removed(ctx context.Context, event string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		return table.ExecOne(ctx, tx, "update archives set state = 'archived', changed_at = $1 where event_id = $2 and state = 'removing'", int64(now), event)
	})
}

// Restoring says that rows come back, until Restored. One that rows still leave is restored too.
func (s Archives) Restoring(ctx context.Context, event string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := table.ExecOne(ctx, tx, "update archives set state = 'restoring', changed_at = $1 where event_id = $2 and state in ('removing', 'archived', 'restoring')",
			int64(now), event); err != nil {
			return err
		}
		return events.Lives(ctx, tx, event)
	})
}

// Restored says that the event is whole in its tables again, how long its file is kept, and
// whether it is archived again as soon as it can be.
func (s Archives) Restored(ctx context.Context, event string, now, keepUntil inventory.Instant, again bool) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := table.ExecOne(ctx, tx, "update archives set state = 'restored', changed_at = $1, keep_until = $2, again = $3 where event_id = $4 and state = 'restoring'",
			int64(now), int64(keepUntil), again, event); err != nil {
			return err
		}
		return table.ExecOne(ctx, tx, sealText, 0, event)
	})
}

// Adopt names another file of an archived event: a database that was restored from a backup
// names one that was written anew since.
func (s Archives) Adopt(ctx context.Context, a *Archive) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := table.ExecOne(ctx, tx, "update archives set file = $1, checksum = $2, size = $3, row_count = $4, log_size = $5 where event_id = $6 and state in ('removing', 'archived', 'restoring')",
			a.File, a.Checksum, a.Size, a.Rows, a.LogSize, a.EventID); err != nil {
			return err
		}
		return events.Lives(ctx, tx, a.EventID)
	})
}

// Forget forgets the file of a restored event, which was deleted.
func (s Archives) Forget(ctx context.Context, event, file string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, "delete from archives where event_id = $1 and file = $2 and state = 'restored'", event, file); err != nil {
			return err
		}
		return events.Lives(ctx, tx, event)
	})
}

// Archived reports whether the rows of an event are in a file, or on the way there.
func (s Archives) Archived(ctx context.Context, event string) (bool, error) {
	archived, err := events.IsArchived(ctx, s.db.Read, event)
	return archived, s.db.Classify(err)
}

// Lives is nil when an event lives in this database, or is not known in it, and else ErrElsewhere.
func (s Archives) Lives(ctx context.Context, event string) error {
	return s.db.Classify(events.Lives(ctx, s.db.Read, event))
}

// Archives is which events are in files, and moving their rows there and back.
type Archives struct{ db *database.DB }

// NewArchives returns Archives on a database.
func NewArchives(db *database.DB) Archives { return Archives{db} }
