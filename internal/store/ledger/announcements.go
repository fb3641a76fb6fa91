package ledger

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// newEventDelay is how long after an event was published its organization's followers are
// told, so that what was published by mistake can be called off before.
const newEventDelay = 15 * inventory.Minute

// changeDelay is how long after a change of time or place it is announced, so that an
// organizer who corrects a correction sends one message.
const changeDelay = 30 * inventory.Second

// unplanned, with an event and an id, is that there is no such announcement.
const unplanned = "where not exists (select 1 from announcements n where n.event_id = $1 and n.id = $2)"

// plan adds an announcement if rest, with its arguments, finds something. It is planned unless
// its state says otherwise.
func (wr *writer) plan(a *messages.Announcement, rest string, args ...any) {
	a.State, a.UpdatedAt = cmp.Or(a.State, messages.AnnouncementPlanned), wr.w.Now
	step, err := messages.AnnouncementTable.InsertSelect(a, rest, args...)
	wr.err = errors.Join(wr.err, err)
	wr.steps = append(wr.steps, step)
}

// planAnnouncements plans the announcements of a change of the event. It runs before the
// event's row is written, because it compares the new times with that row. It is part of
// a batch only if settings or details are.
func (wr *writer) planAnnouncements() {
	c, d, e, now := wr.w.Changes, wr.w.Details, &wr.b.Cached.State.Event, int64(wr.w.Now)
	step := func(sql string, args ...any) {
		wr.steps = append(wr.steps, engine.Step{SQL: sql, Args: args})
	}
	starts := int64(e.StartsAt)
	switch {
	case c.Created || e.Status != inventory.Published:
	case becomes(c, inventory.ReasonRescheduled):
		wr.planRescheduled(step)
	default:
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
		due, state := starts-offset*1_000_000, messages.AnnouncementPlanned
		if due <= now {
			state = messages.AnnouncementMissed
		}
		// Two statements for an "on conflict", which needs a unique index without the
		// date, and a table that is partitioned by it has none. The lock on the event's
		// row keeps anybody else from coming in between.
		step("update announcements set due_at = $1, state = $2, last_hold = '', made = 0, updated_at = $3 where event_id = $4 and id = $5 and state = 'void'",
			due, state, now, e.ID, messages.ReminderID(offset))
		wr.plan(&messages.Announcement{EventID: e.ID, ID: messages.ReminderID(offset), Kind: messages.ReminderKind, Offset: offset, DueAt: inventory.Instant(due), State: state}, unplanned, e.ID, messages.ReminderID(offset))
	}
}

// becomes reports whether the event is moved to another state for a reason.
func becomes(c *inventory.Changes, reason inventory.Reason) bool {
	return slices.ContainsFunc(c.Audit, func(r inventory.AuditRow) bool { return r.Reason == reason })
}

// planRescheduled plans the announcement that a postponed event has a date again. Who was not
// told yet that it was postponed is told about the date alone, and nothing if it is the same.
func (wr *writer) planRescheduled(step func(string, ...any)) {
	e, now := &wr.b.Cached.State.Event, int64(wr.w.Now)
	id := "c" + strconv.FormatInt(wr.b.version+1, 10)
	step(`insert into announcements (`+messages.AnnouncementTable.Columns+`) select v.id, cast($1 as text), 'event_changed', 0, cast($2 as bigint), 'planned', '', '', 0, cast($3 as bigint)
		from events v where v.id = $4 and v.ends_at > 0 and (v.starts_at <> $5 or v.ends_at <> $6
			or not exists (select 1 from announcements n where n.event_id = v.id and n.kind = 'event_postponed' and n.state = 'planned'))`,
		id, now+int64(changeDelay), now, e.ID, int64(e.StartsAt), int64(e.EndsAt))
	step(`update announcements set state = 'void', updated_at = $1 where event_id = $2 and kind in ('event_changed', 'event_postponed') and state = 'planned' and id <> $3`,
		now, e.ID, id)
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
			ends, now, now, now, e.ID, messages.FeedbackID, now, now)
	}
	if d == nil || d.FeedbackAfter == nil {
		return
	}
	after := *d.FeedbackAfter
	if after == 0 {
		if !c.Created {
			step("update announcements set state = 'void', owner = '', updated_at = $1 where event_id = $2 and id = $3", now, e.ID, messages.FeedbackID)
		}
		return
	}
	due := max(ends+after*1_000_000, now)
	// Whoever was asked is not asked again because the time of asking changed.
	step(`update announcements set offset_seconds = $1, due_at = $2, state = 'planned', owner = '', last_hold = '', updated_at = $3
		where event_id = $4 and id = $5 and (state = 'void' or state = 'missed' or state = 'planned') and (offset_seconds <> $6 or state <> 'planned')`,
		after, due, now, e.ID, messages.FeedbackID, after)
	wr.plan(&messages.Announcement{EventID: e.ID, ID: messages.FeedbackID, Kind: messages.FeedbackKind, Offset: after, DueAt: inventory.Instant(due)}, unplanned, e.ID, messages.FeedbackID)
}

// planCancellation plans the announcement that the event is cancelled, if anybody has a
// transferred ticket, or a pass covers it. By the time it is due, people with a hold of their own
// were told.
func (wr *writer) planCancellation() {
	e := &wr.b.Cached.State.Event
	wr.plan(&messages.Announcement{EventID: e.ID, ID: messages.CancellationID, Kind: messages.EventChangedKind, DueAt: wr.w.Now + inventory.Instant(changeDelay)},
		"where exists (select 1 from ticket_versions v where v.event_id = $1 and v.holder_id <> '') or exists (select 1 from pass_dates d where d.event_id = $2 and d.state <> 'planned')", e.ID, e.ID)
}

// planPostponed plans the announcement that the event is postponed, in the place of one of a
// change that has not gone out yet.
func (wr *writer) planPostponed() {
	e := &wr.b.Cached.State.Event
	wr.voidChanges()
	wr.plan(&messages.Announcement{EventID: e.ID, ID: "p" + strconv.FormatInt(wr.b.version+1, 10), Kind: messages.EventPostponedKind, DueAt: wr.w.Now + inventory.Instant(changeDelay)}, "")
}

// voidChanges takes back announcements of changes that have not gone out yet: what the event
// becomes is announced instead.
func (wr *writer) voidChanges() {
	e, now := &wr.b.Cached.State.Event, int64(wr.w.Now)
	wr.steps = append(wr.steps, engine.Step{
		SQL:  `update announcements set state = 'void', updated_at = $1 where event_id = $2 and kind in ('event_changed', 'event_postponed') and state = 'planned'`,
		Args: []any{now, e.ID},
	})
}

// planNewEvent plans the announcement that the event was published, if it is listed for
// the first time and anybody follows its organization or its series. It runs before that it was is noted.
// Of the dates that a series was planned with, the first that is published tells of all; the
// lock on the row of the series orders those that are published at once.
func (wr *writer) planNewEvent() {
	e := &wr.b.Cached.State.Event
	const follower = "select 1 from follows f where f.org_id = "
	ofDate := func(column string) string { return "(select d." + column + " from series_dates d where d.event_id = $" }
	wr.steps = append(wr.steps, engine.Step{
		SQL: `update series set told_event = $1, told_plan = ` + ofDate("plan") + `2),
				told_dates = (select count(*) from series_dates d join series_dates o on o.org_id = d.org_id and o.series_id = d.series_id and o.plan = d.plan where d.event_id = $3)
			where id = ` + ofDate("series_id") + `4) and told_plan < ` + ofDate("plan") + `5) and exists (` + follower + `series.org_id and f.series_id in ('', series.id))`,
		Args: []any{e.ID, e.ID, e.ID, e.ID, e.ID},
	})
	wr.plan(&messages.Announcement{EventID: e.ID, ID: events.NewEventID, Kind: messages.NewEventKind, DueAt: wr.w.Now + inventory.Instant(newEventDelay)}, `from events v where v.id = $1 and v.published_at = 0
		and exists (`+follower+`v.org_id and f.series_id in ('', coalesce((select date.series_id from series_dates date where date.event_id = v.id), '')))
		and not exists (select 1 from series_dates d join series s on s.org_id = d.org_id and s.id = d.series_id where d.event_id = $2 and s.told_event <> $3)`,
		e.ID, e.ID, e.ID)
}

// planChangeAnnouncement plans an announcement of a change of time or place in the place of one that has not
// gone out yet. Where it is online alone has one of its own, unless one that has not gone out yet
// says it with the rest: only people with tickets see it. The times of an event that sells passes
// follow those of its dates, of which each announces its own.
func (wr *writer) planChangeAnnouncement(step func(string, ...any)) {
	e, now := &wr.b.Cached.State.Event, int64(wr.w.Now)
	version := strconv.FormatInt(wr.b.version+1, 10)
	id := "c" + version
	moved, args := "(v.starts_at <> $3 or v.ends_at <> $4) and not exists (select 1 from series_passes p where p.id = v.id)", []any{e.ID, now, int64(e.StartsAt), int64(e.EndsAt)}
	if d := wr.w.Details; d != nil && d.Location != nil {
		args = append(args, *d.Location)
		moved += " or v.location <> $5"
	}
	const changes = "from events v where v.id = $1 and v.status = 'published' and v.ends_at > $2 and ("
	due := wr.w.Now + inventory.Instant(changeDelay)
	wr.plan(&messages.Announcement{EventID: e.ID, ID: id, Kind: messages.EventChangedKind, DueAt: due}, changes+moved+")", args...)
	step(`update announcements set state = 'void', updated_at = $1 where event_id = $2 and kind = 'event_changed' and state = 'planned' and id <> $3
		and exists (select 1 from announcements n where n.event_id = $4 and n.id = $5)`, now, e.ID, id, e.ID, id)
	if d := wr.w.Details; d != nil && d.OnlineURL != nil {
		wr.plan(&messages.Announcement{EventID: e.ID, ID: messages.OnlineChange + version, Kind: messages.EventChangedKind, DueAt: due},
			changes+"v.online_url <> $3) and not exists (select 1 from announcements n where n.event_id = v.id and n.kind = 'event_changed' and n.state = 'planned')", e.ID, now, *d.OnlineURL)
	}
}
