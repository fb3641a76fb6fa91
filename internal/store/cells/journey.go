package cells

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// bound are what keeps an event where it is, each in words and as a statement that finds it.
var bound = [...]struct{ why, text string }{
	{"it is being archived, or brought back", "select 1 from archives where event_id = $1 and state not in ('archived', 'restored')"},
	{"it sells passes for a series, or is a date of a series that has passes", "select 1 from series_passes where id = $1 union all select 1 from series_dates d join series_passes p on p.series_id = d.series_id where d.event_id = $1"},
	{"dates of its series are still to be made as copies of it", "select 1 from series_dates where source_id = $1 and not made"},
	{"followers are not told about its series yet", "select 1 from series s join announcements n on n.event_id = s.told_event and n.id = 'published' where s.told_event = $1 and n.state in ('planned', 'sending')"},
	{"rooms are booked for it", "select 1 from bookings where event_id = $1 union all select 1 from events where id = $1 and venue_rooms <> '{}'"},
	{"its organization issues invoices, whose numbers have no gap in one database alone", "select 1 from invoicing i join events e on e.org_id = i.org_id where e.id = $1 and i.since > 0 union all select 1 from invoices where event_id = $1"},
	{"its organization is paid to accounts of its own", "select 1 from payment_accounts a join events e on e.org_id = a.org_id where e.id = $1 and a.state <> 'closed'"},
	{"its organization is paid by bank transfers", "select 1 from bank_accounts b join events e on e.org_id = b.org_id where e.id = $1 union all select 1 from bank_transactions where event_id = $1"},
	{"it asks for consents", "select 1 from event_consents where event_id = $1 union all select 1 from campaign_mails where event_id = $1"},
	{"a file of its rows is being made", "select 1 from exports where (event_id = $1 or series_id in (select series_id from series_dates where event_id = $1)) and state in ('queued', 'running')"},
	{"an import into it is under way", "select 1 from imports where event_id = $1 and state in ('queued', 'running')"},
}

// BoundError says what keeps an event where it is.
type BoundError struct{ Reasons []string }

func (e *BoundError) Error() string {
	return "store: the event stays in its cell: " + strings.Join(e.Reasons, "; ")
}

func reasons(ctx context.Context, q table.Querier, event string) error {
	var found []string
	for _, b := range bound {
		rows, err := table.All(ctx, q, table.ScanInt, b.text+" limit 1", event)
		if err != nil {
			return fmt.Errorf("store: cells: whether %s: %w", b.why, err)
		}
		if len(rows) > 0 {
			found = append(found, b.why)
		}
	}
	if len(found) > 0 {
		return &BoundError{found}
	}
	return nil
}

// Bound is nil when an event can be moved. Else it is a *BoundError, or ErrNotFound where the
// event does not live here.
func (s Cells) Bound(ctx context.Context, event string) error {
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		if err := here(ctx, tx, event, ""); err != nil {
			return err
		}
		return reasons(ctx, tx, event)
	})
	return err
}

// Free is nil when nothing keeps an event that is closed. Else it is a *BoundError.
func (s Cells) Free(ctx context.Context, event string) error {
	return s.db.WithSnapshot(ctx, func(tx *sql.Tx) error { return reasons(ctx, tx, event) })
}

// here is nil when the event lives here, and else ErrNotFound.
func here(ctx context.Context, q table.Querier, event, lock string) error {
	at, err := table.One(ctx, q, table.ScanInt, "select archived_at from events where id = $1"+lock, event)
	if err == nil && at == int64(events.Elsewhere) {
		return fmt.Errorf("%w: %w", database.ErrNotFound, archives.ErrElsewhere)
	}
	return err
}

const (
	// parked is who has taken the deliveries of an event that is on its way: nobody.
	parked = "moving"
	// closedText bumps the version, by which servers know that what they have of an event in
	// memory is not current.
	closedText = "update events set archived_at = $1, version = version + 1 where id = $2"
	// openedText gives it back what archives say of it: those that lead to a file are archived.
	openedText = `update events set archived_at = coalesce((select a.archived_at from archives a where a.event_id = events.id and a.state <> 'restored'), 0),
		version = version + 1 where id = $1`
	// unfinishedJobs are those of the queue that are about an event; $1 is like its code.
	unfinishedJobs = " from river_job where state in ('available', 'pending', 'retryable', 'scheduled') and cast(args as text) like $1"
	// aside is how far away the jobs are that are put aside.
	aside = "interval '1000 years'"
)

func code(event string) string { return strings.TrimPrefix(event, id.Event) }

func likeCode(event string) string { return "%" + code(event) + "%" }

// Close makes an event one that nobody changes here. Whoever has begun to change it comes to
// an end before, and whoever comes later is refused. Closing it once more changes
// nothing. The error is a *BoundError where something keeps it.
func (s Cells) Close(ctx context.Context, event string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		at, err := table.One(ctx, tx, table.ScanInt, "select archived_at from events where id = $1"+s.db.Eng.LockEvent(), event)
		if err != nil || at == int64(events.Elsewhere) {
			return err
		}
		if err := reasons(ctx, tx, event); err != nil {
			return err
		}
		return table.ExecOne(ctx, tx, closedText, int64(events.Elsewhere), event)
	})
}

// Writers tells which transactions have begun to write: those before a number.
func (s Cells) Writers(ctx context.Context) (int64, error) {
	n, err := table.One(ctx, s.db.Read, table.ScanInt, "select cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint)")
	return n, s.db.Classify(err)
}

// Ended reports whether all of them are over: who had not read by then that the event is closed.
func (s Cells) Ended(ctx context.Context, writers int64) (bool, error) {
	n, err := table.One(ctx, s.db.Read, table.ScanInt, "select cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)")
	return n >= writers, s.db.Classify(err)
}

// Park puts aside what is to be sent and done for a closed event, and returns how much of it is
// being sent or done at this moment: 0 when nobody is at it any more.
func (s Cells) Park(ctx context.Context, event string) (busy int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, "update deliveries set owner = $1 where event_id = $2 and state = 'queued' and owner = ''", parked, event); err != nil {
			return err
		}
		if _, err := table.Exec(ctx, tx, "update river_job set state = 'scheduled', scheduled_at = scheduled_at + "+aside+
			" where id in (select id"+unfinishedJobs+" and scheduled_at < now() + interval '500 years')", likeCode(event)); err != nil {
			return err
		}
		busy, err = table.One(ctx, tx, table.ScanInt, `select cast((select count(*) from deliveries where event_id = $1 and state = 'queued' and owner <> $2)
			+ (select count(*) from announcements where event_id = $3 and state = 'sending' and owner <> '')
			+ (select count(*) from river_job where state = 'running' and cast(args as text) like $4) as bigint)`, event, parked, event, likeCode(event))
		return err
	})
	return busy, err
}

// Open makes an event one that lives here, and has what was put aside done: what Close and Park
// did is undone, or what has arrived begins. Opening it once more changes nothing.
func (s Cells) Open(ctx context.Context, event string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		at, err := table.One(ctx, tx, table.ScanInt, "select archived_at from events where id = $1"+s.db.Eng.LockEvent(), event)
		if err != nil || at != int64(events.Elsewhere) {
			return err
		}
		if _, err := table.Exec(ctx, tx, "update deliveries set owner = '' where event_id = $1 and state = 'queued' and owner = $2", event, parked); err != nil {
			return err
		}
		if _, err := table.Exec(ctx, tx, "update river_job set scheduled_at = scheduled_at - "+aside+
			" where id in (select id"+unfinishedJobs+" and scheduled_at >= now() + interval '500 years')", likeCode(event)); err != nil {
			return err
		}
		return table.ExecOne(ctx, tx, openedText, event)
	})
}

// Read hands all rows of an event that is closed here to take, as they are at one moment, in
// the order in which they are written, and returns what they are. It may begin again: begin is
// told how often it has.
func (s Cells) Read(ctx context.Context, tables []Table, event string, begin func(tries int), take func(t *Table, rows [][]any) error) (c Content, err error) {
	tries := 0
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		tries++
		begin(tries)
		c = Content{}
		for i := range tables {
			t := &tables[i]
			if err := s.each(ctx, tx, t, event, func(rows [][]any) error {
				c.add(t, rows)
				return take(t, rows)
			}); err != nil {
				return err
			}
		}
		return nil
	})
	return c, err
}

// Job is a job of the queue that is put aside.
type Job struct {
	database.Job
	Attempt int64
}

// Aside returns the jobs of an event that are put aside.
func (s Cells) Aside(ctx context.Context, event string) ([]Job, error) {
	list, err := table.All(ctx, s.db.Read, scanJob, "select kind, cast(args as text), queue, priority, max_attempts, attempt, (extract(epoch from scheduled_at - "+aside+") * 1000000)::bigint"+
		unfinishedJobs+" and scheduled_at >= now() + interval '500 years' order by id", likeCode(event))
	return list, s.db.Classify(err)
}

// Fill writes the rows of an event into a database where it is closed. Its own row and that of
// its public log may be there already, and nothing else.
func (s Cells) Fill(ctx context.Context, t *Table, event string, rows [][]any) error {
	if !t.stub {
		return s.db.WithTx(ctx, func(tx *sql.Tx) error {
			if err := stillClosed(ctx, tx, event, s.db.Eng.Share()); err != nil {
				return err
			}
			return insert(ctx, tx, t, rows, false)
		})
	}
	rows = slices.Clone(rows)
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		for i := range rows {
			rows[i] = slices.Clone(rows[i])
			switch t.Name {
			case "events":
				have, err := table.All(ctx, tx, table.ScanInt, "select archived_at from events where id = $1"+s.db.Eng.LockEvent(), event)
				if err != nil {
					return err
				}
				if len(have) > 0 && have[0] != int64(events.Elsewhere) {
					return ErrTwoMoves
				}
				version, err := table.One(ctx, tx, table.ScanInt, "select coalesce(max(version), 0) from events where id = $1", event)
				if err != nil {
					return err
				}
				at := t.column("version")
				left, _ := rows[i][at].(int64)
				// Servers that have the event in memory from when it was here last see that it is another.
				rows[i][at] = max(left, version) + 1
				rows[i][t.column("archived_at")] = int64(events.Elsewhere)
			case "series_dates":
				// It may be the copy of an event that is not here.
				rows[i][t.column("source_id")] = event
			case "event_logs":
				included, err := table.One(ctx, tx, table.ScanInt, "select coalesce(max(size), 0) from installation_entries where event_id = $1", event)
				if err != nil {
					return err
				}
				rows[i][t.column("included")] = included
			}
		}
		return insert(ctx, tx, t, rows, t.Name != "series_dates") // the catalogue has it from the beginning, as it is
	})
}

// stillClosed fails a transaction about an event that is not closed here.
func stillClosed(ctx context.Context, q table.Querier, event, lock string) error {
	at, err := table.One(ctx, q, table.ScanInt, "select archived_at from events where id = $1"+lock, event)
	if err == nil && at != int64(events.Elsewhere) {
		err = ErrTwoMoves
	}
	return err
}

// FillJobs writes the jobs of an event, put aside, instead of those that are put aside already.
func (s Cells) FillJobs(ctx context.Context, event string, jobs []Job) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := stillClosed(ctx, tx, event, s.db.Eng.Share()); err != nil {
			return err
		}
		if err := dropJobs(ctx, tx, event); err != nil {
			return err
		}
		for _, j := range jobs {
			if err := table.ExecOne(ctx, tx, `insert into river_job (kind, args, queue, priority, max_attempts, attempt, state, scheduled_at)
				values ($1, cast(cast($2 as text) as jsonb), $3, $4, $5, $6, 'scheduled', to_timestamp(cast($7 as bigint) / 1000000.0) + `+aside+`)`,
				j.Kind, string(j.Args), j.Queue, j.Priority, j.MaxAttempts, j.Attempt, int64(j.At)); err != nil {
				return err
			}
		}
		return nil
	})
}

func dropJobs(ctx context.Context, tx *sql.Tx, event string) error {
	_, err := table.Exec(ctx, tx, "delete from river_job where id in (select id"+unfinishedJobs+" and scheduled_at >= now() + interval '500 years')", likeCode(event))
	return err
}

// Clear deletes the rows of an event that is closed here, pages of them, but for those that
// stay to tell of it. It goes on where a call before was cut off. There may be none.
func (s Cells) Clear(ctx context.Context, tables []Table, event string) error {
	there, err := table.All(ctx, s.db.Read, table.ScanInt, "select archived_at from events where id = $1", event)
	if err != nil || len(there) == 0 {
		return s.db.Classify(err)
	}
	for _, name := range derived {
		if err := s.clear(ctx, name, "event_id", event); err != nil {
			return err
		}
	}
	for _, t := range slices.Backward(tables) {
		if t.stub {
			continue
		}
		if err := s.clear(ctx, t.Name, t.event, event); err != nil {
			return err
		}
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := stillClosed(ctx, tx, event, s.db.Eng.Share()); err != nil {
			return err
		}
		return dropJobs(ctx, tx, event)
	})
}

func (s Cells) clear(ctx context.Context, name, column, event string) error {
	for {
		var n int64
		err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
			if err := stillClosed(ctx, tx, event, s.db.Eng.Share()); err != nil {
				return err
			}
			n, err = table.Exec(ctx, tx, "delete from "+name+" where ctid = any (array(select ctid from "+name+" where "+column+" = $1 limit $2))", event, pageRows)
			return err
		})
		if err != nil {
			return fmt.Errorf("store: cells: delete from %s: %w", name, err)
		}
		if n < pageRows {
			return nil
		}
	}
}

// Told is what the chain of an organization says of an event.
func (s Cells) Told(ctx context.Context, org, event string) (list []organizations.Deed, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		// Whoever took the head of the event before it was closed has written it by then.
		if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.LockEvent(), org); err != nil {
			return err
		}
		list, err = told(ctx, tx, org, event)
		return err
	})
	return list, err
}

func told(ctx context.Context, q table.Querier, org, event string) ([]organizations.Deed, error) {
	return table.All(ctx, q, organizations.DeedTable.Scan, "select "+organizations.DeedTable.Columns+" from organization_audit where org_id = $1 and subject like $2 order by seq", org, "%\\_"+code(event)+"%")
}

// Tell appends to the chain of an organization what it does not say yet of an event that came
// from another database, whose chain said it. What it says has to be the beginning of that.
func (s Cells) Tell(ctx context.Context, org, event string, all []organizations.Deed) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.LockEvent(), org); err != nil {
			return err
		}
		have, err := told(ctx, tx, org, event)
		if err != nil {
			return err
		}
		for i := range have {
			if i >= len(all) || plain(have[i].Deed) != plain(all[i].Deed) {
				return fmt.Errorf("store: cells: row %d of organization %s says of the event what its chain in the other database does not", have[i].Seq, org)
			}
		}
		for _, d := range all[len(have):] {
			by := organizations.WithBy(ctx, organizations.By{Actor: d.Actor, At: d.At})
			if err := organizations.Record(by, s.db, tx, org, "", plain(d.Deed)); err != nil {
				return err
			}
		}
		return nil
	})
}

// plain is what a row says, without its place in the chain.
func plain(d audit.Deed) audit.Deed {
	return audit.Deed{Subject: d.Subject, Action: d.Action, EventSeq: d.EventSeq, Commitment: d.Commitment}
}

// OfOrganization returns what mails and pages of events need of an organization.
func (s Cells) OfOrganization(ctx context.Context, tables []Table, org string) (rows map[string][][]any, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		rows = map[string][][]any{}
		for i := range tables {
			t := &tables[i]
			if err := s.each(ctx, tx, t, org, func(page [][]any) error {
				rows[t.Name] = append(rows[t.Name], page...)
				return nil
			}); err != nil {
				return err
			}
		}
		return nil
	})
	return rows, err
}

// PutOrganization writes that, instead of what is there or, where keep is set, beside it.
func (s Cells) PutOrganization(ctx context.Context, tables []Table, rows map[string][][]any, keep bool) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		for i := range tables {
			t := &tables[i]
			those := rows[t.Name]
			if t.Name == "series" && !keep {
				those = untold(t, those)
			}
			if err := insert(ctx, tx, t, those, !keep); err != nil {
				return err
			}
		}
		return nil
	})
}

// untold takes out of series which of their dates followers were told by: they follow in the
// catalogue, and are told there.
func untold(t *Table, rows [][]any) [][]any {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i] = slices.Clone(rows[i])
		rows[i][t.column("told_event")], rows[i][t.column("told_dates")] = "", int64(0)
	}
	return rows
}

// Forgotten returns the contacts of an organization that nothing personal is known of.
func (s Cells) Forgotten(ctx context.Context, org string) (keys []string, err error) {
	for behind := ""; ; {
		list, err := table.All(ctx, s.db.Read, table.ScanText, "select person_key from contacts where org_id = $1 and phone = '' and zone = '' and channels = '' and quiet_from = quiet_to and sms_at = 0 and push_at = 0 and person_key > $2 collate \"C\" order by person_key collate \"C\" limit $3", org, behind, pageRows)
		if keys = append(keys, list...); err != nil || len(list) < pageRows {
			return keys, s.db.Classify(err)
		}
		behind = list[len(list)-1]
	}
}

// Forget takes the personal data out of contacts that have some.
func (s Cells) Forget(ctx context.Context, org string, keys []string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		for some := range slices.Chunk(keys, table.MaxInList) {
			in, args := table.InList(2, some)
			if _, err := table.Exec(ctx, tx, "update contacts set phone = '', zone = '', channels = '', quiet_from = 0, quiet_to = 0, sms_at = 0, push_at = 0 where org_id = $1 and person_key in ("+in+") and (phone <> '' or zone <> '' or quiet_from <> quiet_to or sms_at > 0 or push_at > 0)",
				append([]any{org}, args...)...); err != nil {
				return err
			}
		}
		return nil
	})
}

// Picture returns the picture of an event; nil: it has none.
func (s Cells) Picture(ctx context.Context, event string) (*events.Picture, error) {
	name, err := table.One(ctx, s.db.Read, table.ScanText, "select cover_picture from events where id = $1", event)
	if err != nil || name == "" {
		return nil, s.db.Classify(err)
	}
	p, err := table.One(ctx, s.db.Read, events.PictureTable.Scan, events.PictureTable.From()+" where id = $1", name)
	return &p, s.db.Classify(err)
}

// CopyPicture stores a picture of another database, whose files are where those of this one are. An
// event is about to name it. ErrConflict: its row is being deleted.
func (s Cells) CopyPicture(ctx context.Context, p events.Picture, now inventory.Instant) error {
	p.UnusedSince = now
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := events.PictureTable.InsertUnless(ctx, tx, &p, "on conflict (org_id, id) do update set unused_since = case when pictures.unused_since = 0 then 0 else excluded.unused_since end where pictures.unused_since >= 0")
		if err == nil && n == 0 {
			err = database.ErrConflict
		}
		return err
	})
}

// OrgOf returns the organization of an event, or ErrNotFound.
func (s Cells) OrgOf(ctx context.Context, event string) (string, error) {
	org, err := table.One(ctx, s.db.Read, table.ScanText, organizations.OrgOfEvent, event)
	return org, s.db.Classify(err)
}

// Head returns how long the ledger of an event is, and whether its newest row is its head. Of one
// that is archived the rows are in its file, whose checksum is in a row that was compared.
func (s Cells) Head(ctx context.Context, event string) (seq int64, is bool, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		if seq, err = table.One(ctx, tx, table.ScanInt, "select seq from events where id = $1", event); err != nil {
			return err
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select cast(count(*) as bigint) from audit a join events e on e.id = a.event_id where e.id = $1 and a.seq = e.seq and a.hash = e.head_hash", event)
		if err != nil {
			return err
		}
		kept, err := table.One(ctx, tx, table.ScanInt, "select cast(count(*) as bigint) from archives where event_id = $1 and state <> 'restored'", event)
		is = n+kept == 1
		return err
	})
	return seq, is, err
}

// Row returns the row of an event, and whether it lives here; nil: there is none.
func (s Cells) Row(ctx context.Context, t *Table, event string) (row []any, lives bool, err error) {
	err = s.each(ctx, s.db.Read, t, event, func(rows [][]any) error {
		row = rows[0]
		at, _ := row[t.column("archived_at")].(int64)
		lives = at != int64(events.Elsewhere)
		return nil
	})
	return row, lives, err
}

// Mirror tells of an event that lives in another cell what its row there says: lists show it.
func (s Cells) Mirror(ctx context.Context, t *Table, event string, row []any) error {
	row = slices.Clone(row)
	row[t.column("archived_at")] = int64(events.Elsewhere)
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := stillClosed(ctx, tx, event, s.db.Eng.LockEvent()); err != nil {
			return err
		}
		return insert(ctx, tx, t, [][]any{row}, true)
	})
}

// Versions returns the versions of the events that live here, by event, those behind one.
func (s Cells) Versions(ctx context.Context, behind string) (list []Version, more bool, err error) {
	list, err = table.All(ctx, s.db.Read, func(r engine.Row, v *Version) error { return r.Scan(&v.EventID, &v.Version) },
		"select id, version from events where archived_at >= 0 and id > $1 order by id limit $2", behind, placesAtOnce)
	return list, len(list) == placesAtOnce, s.db.Classify(err)
}

// Version is that of the row of an event.
type Version struct {
	EventID string
	Version int64
}

func scanJob(r engine.Row, j *Job) error {
	var args string
	err := r.Scan(&j.Kind, &args, &j.Queue, &j.Priority, &j.MaxAttempts, &j.Attempt, (*int64)(&j.At))
	j.Args = []byte(args)
	return err
}

// Away returns the events that live in other cells, by id.
func (s Cells) Away(ctx context.Context) (all []string, err error) {
	for behind := ""; ; {
		list, err := table.All(ctx, s.db.Read, table.ScanText, "select id from events where archived_at < 0 and id > $1 order by id limit $2", behind, placesAtOnce)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		if all = append(all, list...); len(list) < placesAtOnce {
			return all, nil
		}
		behind = list[len(list)-1]
	}
}
