package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The kinds of announcements that are sent automatically.
const (
	ReminderKind     = "reminder"
	EventChangedKind = "event_changed"
	// NewEventKind tells those who follow an organization that it has published an event.
	NewEventKind = "new_event"
	// FeedbackKind asks guests how the event was.
	FeedbackKind = "feedback"
)

// The states of an announcement.
const (
	AnnouncementPlanned = "planned"
	AnnouncementSending = "sending"
	AnnouncementDone    = "done"
	AnnouncementMissed  = "missed" // it was due before it was planned, or the event is not, or no longer, held
	AnnouncementVoid    = "void"   // a later change took its place, or its offset was taken out
)

// CancellationID is the ID of the announcement that an event is cancelled. It goes to
// people with a transferred ticket; people with a hold or entry of their own are told by
// the message about that.
const CancellationID = "cancelled"

// NewEventID is the ID of the announcement that an event was published, of which an event
// has one at most.
const NewEventID = "published"

// FeedbackID is the ID of the announcement that asks guests how the event was.
const FeedbackID = "feedback"

// newEventDelay is how long after an event was published its organization's followers are
// told, so that what was published by mistake can be called off before.
const newEventDelay = 15 * inventory.Minute

// changeDelay is how long after a change of time or place it is announced, so that an
// organizer who corrects a correction sends one message.
const changeDelay = 30 * inventory.Second

// Announcement is a message to many people of an event that is sent at DueAt: a
// reminder, a change, or what an organizer wrote (WrittenAnnouncement).
type Announcement struct {
	EventID, ID, Kind string
	Offset            int64 // seconds before the start, of a reminder; after the end, of a question how it was
	DueAt             inventory.Instant
	State             string
	Owner             string // while sending
	LastHold          string // while sending: the last hold, and then the last transferred ticket, that was processed
	Made              int64  // deliveries made so far
	UpdatedAt         inventory.Instant
}

var announcementTable = table.New("announcements", new(Announcement), func(c *table.Columns, v *Announcement) {
	c.Key("event_id", &v.EventID)
	c.Key("id", &v.ID)
	c.Text("kind", &v.Kind)
	c.Number("offset_seconds", &v.Offset)
	c.Number("due_at", (*int64)(&v.DueAt))
	c.Text("state", &v.State)
	c.Text("owner", &v.Owner)
	c.Text("last_hold", &v.LastHold)
	c.Number("made", &v.Made)
	c.Number("updated_at", (*int64)(&v.UpdatedAt))
})

// ReminderID returns the ID of the announcement that is a reminder.
func ReminderID(offset int64) string { return "r" + strconv.FormatInt(offset, 10) }

// planAnnouncements plans the announcements of a change of the event. It runs before the
// event's row is written, because it compares the new times with that row. It is part of
// a batch only if settings or details are.
func (wr *writer) planAnnouncements() {
	c, d, e, now := wr.w.Changes, wr.w.Details, &wr.b.Cached.State.Event, int64(wr.w.Now)
	step := func(sql string, args ...any) {
		wr.steps = append(wr.steps, engine.Step{SQL: sql, Args: args})
	}
	starts := int64(e.StartsAt)
	if !c.Created && e.Status == inventory.Published {
		wr.planChangeAnnouncement(step)
	}
	if c.SettingsChanged && !c.Created {
		// A reminder moves with the event. One that was sent, or missed, is due
		// again when its new time is still to come.
		step(`update announcements set due_at = $1 - offset_seconds * 1000000, updated_at = $2, owner = '', last_hold = '', made = 0,
			state = case when $3 - offset_seconds * 1000000 > $4 then 'planned' else 'missed' end
			where event_id = $5 and kind = 'reminder' and state <> 'void' and due_at <> $6 - offset_seconds * 1000000`,
			starts, now, starts, now, e.ID, starts)
	}
	wr.planFeedback(step)
	if d == nil || d.Reminders == nil {
		return
	}
	keep, args := "", []any{now, e.ID}
	for _, offset := range *d.Reminders {
		args = append(args, offset)
		keep += ", $" + strconv.Itoa(len(args))
	}
	if keep != "" {
		keep = " and offset_seconds not in (" + keep[2:] + ")"
	}
	if !c.Created {
		step("update announcements set state = 'void', owner = '', updated_at = $1 where event_id = $2 and kind = 'reminder' and state <> 'void'"+keep, args...)
	}
	for _, offset := range *d.Reminders {
		due, state := starts-offset*1_000_000, AnnouncementPlanned
		if due <= now {
			state = AnnouncementMissed
		}
		// Two statements for an "on conflict", which needs a unique index without the
		// date, and a table that is partitioned by it has none. The lock on the event's
		// row keeps anybody else from coming in between.
		step("update announcements set due_at = $1, state = $2, last_hold = '', made = 0, updated_at = $3 where event_id = $4 and id = $5 and state = 'void'",
			due, state, now, e.ID, ReminderID(offset))
		step(`insert into announcements (`+announcementTable.Columns+`) select cast($1 as text), cast($2 as text), 'reminder', cast($3 as bigint), cast($4 as bigint), cast($5 as text), '', '', 0, cast($6 as bigint)
			where not exists (select 1 from announcements n where n.event_id = $7 and n.id = $8)`,
			e.ID, ReminderID(offset), offset, due, state, now, e.ID, ReminderID(offset))
	}
}

// planFeedback plans when guests are asked how the event was, or that they are not. Where it
// is asked for after that time, they are asked at once.
func (wr *writer) planFeedback(step func(string, ...any)) {
	c, d, e, now := wr.w.Changes, wr.w.Details, &wr.b.Cached.State.Event, int64(wr.w.Now)
	ends := int64(e.EndsAt)
	if c.SettingsChanged && !c.Created && (d == nil || d.FeedbackAfter == nil) {
		// It moves with the event: what is still to come, and what would be to come again.
		const due = "($1 + offset_seconds * 1000000)"
		step(`update announcements set due_at = case when `+due+` > $2 then `+due+` else $3 end,
				state = 'planned', owner = '', last_hold = '', made = 0, updated_at = $4
			where event_id = $5 and id = $6 and state <> 'void' and due_at <> `+due+` and (`+due+` > $7 or state = 'planned' and due_at > $8)`,
			ends, now, now, now, e.ID, FeedbackID, now, now)
	}
	if d == nil || d.FeedbackAfter == nil {
		return
	}
	after := *d.FeedbackAfter
	if after == 0 {
		if !c.Created {
			step("update announcements set state = 'void', owner = '', updated_at = $1 where event_id = $2 and id = $3", now, e.ID, FeedbackID)
		}
		return
	}
	due := max(ends+after*1_000_000, now)
	// Whoever was asked is not asked again because the time of asking changed.
	step(`update announcements set offset_seconds = $1, due_at = $2, state = 'planned', owner = '', last_hold = '', updated_at = $3
		where event_id = $4 and id = $5 and (state = 'void' or state = 'missed' or state = 'planned') and (offset_seconds <> $6 or state <> 'planned')`,
		after, due, now, e.ID, FeedbackID, after)
	step(`insert into announcements (`+announcementTable.Columns+`) select cast($1 as text), cast($2 as text), cast($3 as text), cast($4 as bigint), cast($5 as bigint), 'planned', '', '', 0, cast($6 as bigint)
		where not exists (select 1 from announcements n where n.event_id = $7 and n.id = $8)`,
		e.ID, FeedbackID, FeedbackKind, after, due, now, e.ID, FeedbackID)
}

// planCancellation plans the announcement that the event is cancelled, if anybody has a
// transferred ticket. By the time it is due, people with a hold of their own were told.
func (wr *writer) planCancellation() {
	e, now := &wr.b.Cached.State.Event, int64(wr.w.Now)
	wr.steps = append(wr.steps, engine.Step{
		SQL: `insert into announcements (` + announcementTable.Columns + `) select cast($1 as text), cast($2 as text), 'event_changed', 0, cast($3 as bigint), 'planned', '', '', 0, cast($4 as bigint)
			where exists (select 1 from ticket_versions v where v.event_id = $5 and v.holder_id <> '')`,
		Args: []any{e.ID, CancellationID, now + int64(changeDelay), now, e.ID},
	})
}

// planNewEvent plans the announcement that the event was published, if it is listed for
// the first time and anybody follows its organization. It runs before that it was is noted.
// Of the dates that a series was planned with, the first that is published tells of all; the
// lock on the row of the series orders those that are published at once.
func (wr *writer) planNewEvent() {
	e, now := &wr.b.Cached.State.Event, int64(wr.w.Now)
	const first = "v.published_at = 0 and exists (select 1 from follows f where f.org_id = v.org_id)"
	ofDate := func(column string) string { return "(select d." + column + " from series_dates d where d.event_id = $" }
	wr.steps = append(wr.steps, engine.Step{
		SQL: `update series set told_event = $1, told_plan = ` + ofDate("plan") + `2),
				told_dates = (select count(*) from series_dates d join series_dates o on o.org_id = d.org_id and o.series_id = d.series_id and o.plan = d.plan where d.event_id = $3)
			where id = ` + ofDate("series_id") + `4) and told_plan < ` + ofDate("plan") + `5) and exists (select 1 from events v where v.id = $6 and ` + first + ")",
		Args: []any{e.ID, e.ID, e.ID, e.ID, e.ID, e.ID},
	})
	wr.steps = append(wr.steps, engine.Step{
		SQL: `insert into announcements (` + announcementTable.Columns + `) select v.id, cast($1 as text), cast($2 as text), 0, cast($3 as bigint), 'planned', '', '', 0, cast($4 as bigint)
			from events v where v.id = $5 and ` + first + `
			and not exists (select 1 from series_dates d join series s on s.org_id = d.org_id and s.id = d.series_id where d.event_id = $6 and s.told_event <> $7)`,
		Args: []any{NewEventID, NewEventKind, now + int64(newEventDelay), now, e.ID, e.ID, e.ID},
	})
}

// planChangeAnnouncement plans an announcement of a change of time or place, in the place of
// one that has not gone out yet.
func (wr *writer) planChangeAnnouncement(step func(string, ...any)) {
	e, now := &wr.b.Cached.State.Event, int64(wr.w.Now)
	id := "c" + strconv.FormatInt(wr.b.version+1, 10)
	moved, args := "(v.starts_at <> $6 or v.ends_at <> $7)", []any{id, now + int64(changeDelay), now, e.ID, now, int64(e.StartsAt), int64(e.EndsAt)}
	if d := wr.w.Details; d != nil && d.Location != nil {
		moved = "(v.starts_at <> $6 or v.ends_at <> $7 or v.location <> $8)"
		args = append(args, *d.Location)
	}
	step(`insert into announcements (`+announcementTable.Columns+`) select v.id, cast($1 as text), 'event_changed', 0, cast($2 as bigint), 'planned', '', '', 0, cast($3 as bigint)
		from events v where v.id = $4 and v.status = 'published' and v.ends_at > $5 and `+moved, args...)
	step(`update announcements set state = 'void', updated_at = $1 where event_id = $2 and kind = 'event_changed' and state = 'planned' and id <> $3
		and exists (select 1 from announcements n where n.event_id = $4 and n.id = $5)`, now, e.ID, id, e.ID, id)
}

// TakeDue gives a worker announcements that are due, or that another one left unfinished.
func (s Announcements) TakeDue(ctx context.Context, worker string, now inventory.Instant, limit int) ([]Announcement, error) {
	due, err := table.All(ctx, s.read, announcementTable.Scan, "select "+announcementTable.Columns+` from announcements
		where (state = 'planned' or state = 'sending') and owner = '' and due_at <= $1 order by due_at limit $2`, int64(now), limit)
	if err != nil || len(due) == 0 {
		return nil, s.classify(err)
	}
	var taken []Announcement
	err = s.inTx(ctx, s.eng.Pools().Jobs, nil, func(tx *sql.Tx) error {
		taken = taken[:0]
		for _, n := range due {
			list, err := table.All(ctx, tx, announcementTable.Scan, `update announcements set state = 'sending', owner = $1, updated_at = $2
				where event_id = $3 and id = $4 and (state = 'planned' or state = 'sending') and owner = '' and due_at = $5 returning `+announcementTable.Columns,
				worker, int64(now), n.EventID, n.ID, int64(n.DueAt))
			if err != nil {
				return err
			}
			taken = append(taken, list...)
		}
		return nil
	})
	return taken, err
}

// Advance stores a page of deliveries of an announcement and its progress. It returns
// ErrStale and stores nothing if the announcement is no longer the worker's, or the
// event was moved meanwhile. Where a date of a series has nobody told of it and all others of
// its plan, because it does not take place, another of them does.
func (s Announcements) Advance(ctx context.Context, worker string, now inventory.Instant, n *Announcement, page []Delivery) (added map[DeliveryKey]bool, err error) {
	texts, err := s.deliveryTexts(ctx)
	if err != nil {
		return nil, s.classify(err)
	}
	err = s.inTx(ctx, s.eng.Pools().Jobs, nil, func(tx *sql.Tx) error {
		owner := worker
		if n.State != AnnouncementSending {
			owner = ""
		}
		changed, err := table.Exec(ctx, tx, `update announcements set state = $1, owner = $2, last_hold = $3, made = $4, updated_at = $5
			where event_id = $6 and id = $7 and owner = $8 and state = 'sending' and due_at = $9`,
			n.State, owner, n.LastHold, n.Made, int64(now), n.EventID, n.ID, worker, int64(n.DueAt))
		if err != nil {
			return err
		}
		if changed == 0 {
			return ErrStale
		}
		if n.Kind == NewEventKind && n.State == AnnouncementMissed && n.Made == 0 {
			if err := s.tellAnotherDate(ctx, tx, n.EventID, now); err != nil {
				return err
			}
		}
		added, err = addDeliveries(ctx, heldTx{tx, texts}, page)
		return err
	})
	return added, err
}

// Add stores an announcement beside those that follow from the event's settings.
func (s Announcements) Add(ctx context.Context, n Announcement) error {
	return s.inTx(ctx, s.eng.Pools().Jobs, nil, func(tx *sql.Tx) error {
		return announcementTable.InsertRow(ctx, tx, &n)
	})
}

// Automatic returns the announcements of an event that no organizer wrote, by due time.
func (s Announcements) Automatic(ctx context.Context, event string) ([]Announcement, error) {
	list, err := table.All(ctx, s.read, announcementTable.Scan, "select "+announcementTable.Columns+" from announcements where event_id = $1 and kind <> 'announcement' order by due_at, id limit 200", event)
	return list, s.classify(err)
}

// ConfirmedPage returns people of an event with a confirmed hold, and that hold, by the
// ID of the hold, from IDs greater than after. A person with two holds is returned twice.
func (s Announcements) ConfirmedPage(ctx context.Context, event, after string, limit int) ([]MessageView, error) {
	list, err := table.All(ctx, s.read, func(r engine.Row, v *MessageView) error {
		v.EventID, v.Hold = event, &inventory.Hold{}
		c := table.Scanning()
		holdTable.Into(c, v.Hold)
		personTable.Into(c, &v.Person)
		return c.From(r)
	}, "select "+holdTable.As("h")+", "+personTable.As("p")+fmt.Sprintf(` from (select %s from holds
			where event_id = $1 and id > $2 and state = 'confirmed' and person_id <> '' order by id limit $3) h
		cross join people p where p.event_id = $4 and p.id = h.person_id order by h.id`, holdTable.Columns), event, after, limit, event)
	return list, s.classify(err)
}

// PeopleWithHolds returns those people of an event, each with the live hold of their
// registration, or else another confirmed hold, or else their waitlist entry. A person
// without a confirmed hold also comes with the transfer of a ticket to them that is
// valid, or was until the event was cancelled.
func (s Announcements) PeopleWithHolds(ctx context.Context, event string, ids []string) (map[string]*MessageView, error) {
	found := make(map[string]*MessageView, len(ids))
	err := s.withSnapshot(ctx, func(tx *sql.Tx) error {
		list, err := table.ByID(ctx, s.reader(tx), people, event, ids)
		if err != nil {
			return err
		}
		var holding []string
		for _, p := range list {
			found[p.ID] = &MessageView{EventID: event, Person: *p}
			if p.HoldID != "" {
				holding = append(holding, p.HoldID)
			}
		}
		live, err := table.ByID(ctx, s.reader(tx), holds, event, holding)
		if err != nil {
			return err
		}
		for _, v := range found {
			v.Hold = live[v.Person.HoldID]
		}
		if err := otherHolds(ctx, s.reader(tx), event, found); err != nil {
			return err
		}
		if err := otherTickets(ctx, s.reader(tx), event, found); err != nil {
			return err
		}
		return waitlistPositions(ctx, s.reader(tx), event, found)
	})
	return found, err
}

// waitlistPositions finds the waitlist entries of people without a hold.
func waitlistPositions(ctx context.Context, q table.Reader, event string, found map[string]*MessageView) error {
	var ids []string
	for _, v := range found {
		if v.Hold == nil && v.Person.EntryID != "" {
			ids = append(ids, v.Person.EntryID)
		}
	}
	live, err := table.ByID(ctx, q, entries, event, ids)
	for _, v := range found {
		if v.Hold == nil {
			v.Entry = live[v.Person.EntryID]
		}
	}
	return err
}

// otherHolds finds a confirmed hold for people without a registration.
func otherHolds(ctx context.Context, q table.Reader, event string, found map[string]*MessageView) error {
	var ids []string
	for id, v := range found {
		if v.Hold == nil || v.Hold.State != inventory.HoldConfirmed {
			ids = append(ids, id)
		}
	}
	for _, spec := range guestHolds {
		list, err := table.LookUp(ctx, q, spec, holdTable.Scan, event, ids)
		if err != nil {
			return err
		}
		slices.SortFunc(list, func(a, b inventory.Hold) int { return strings.Compare(a.ID, b.ID) })
		for i := range list {
			if v := found[list[i].PersonID]; list[i].State == inventory.HoldConfirmed {
				v.Hold = &list[i]
			}
		}
	}
	return nil
}

// WereTold returns which of the people have a message of a kind.
func (s Announcements) WereTold(ctx context.Context, event string, kind inventory.MessageKind, people []string) (map[string]bool, error) {
	told := map[string]bool{}
	for part := range slices.Chunk(people, table.MaxInList) {
		in, args := table.InList(3, part)
		list, err := table.All(ctx, s.read, table.ScanText, "select distinct person_id from messages where event_id = $1 and kind = $2 and person_id in ("+in+")",
			append([]any{event, string(kind)}, args...)...)
		if err != nil {
			return nil, s.classify(err)
		}
		for _, person := range list {
			told[person] = true
		}
	}
	return told, nil
}

// ReleasedBefore returns when a unit was last released, or capacity raised, before a row
// of the ledger, looking back at most back rows; 0 if never.
func (s Announcements) ReleasedBefore(ctx context.Context, event string, seq, back int64) (inventory.Instant, error) {
	list, err := table.All(ctx, s.read, table.ScanInt, `select at from audit where event_id = $1 and seq < $2 and seq > $3
		and (state_to = 'released' or reason = 'capacity_raised') order by seq desc limit 1`, event, seq, seq-back)
	if err != nil || len(list) == 0 {
		return 0, s.classify(err)
	}
	return inventory.Instant(list[0]), nil
}
