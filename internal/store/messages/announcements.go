package messages

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The kinds of announcements that are sent automatically.
const (
	ReminderKind     = "reminder"
	EventChangedKind = "event_changed"
	// EventPostponedKind tells guests that the event has no date for now.
	EventPostponedKind = "event_postponed"
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

// FeedbackID is the ID of the announcement that asks guests how the event was.
const FeedbackID = "feedback"

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

// ForWaiting reports whether an announcement is for people who wait too: that there is no date for
// now, and what has changed that they see.
func (a *Announcement) ForWaiting() bool {
	return a.Kind == EventPostponedKind || a.Kind == EventChangedKind && a.ID != CancellationID && !strings.HasPrefix(a.ID, OnlineChange)
}

// OnlineChange begins the id of the announcement of a change of where the event is online, which is
// told to nobody without a ticket. Others of a change begin with "c".
const OnlineChange = "o"

// AnnouncementTable describes the announcements of an event, the planned ones too.
var AnnouncementTable = table.New("announcements", new(Announcement), func(c *table.Columns, v *Announcement) {
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

// TakeDue gives a worker announcements that are due, or that another one left unfinished.
func (s Announcements) TakeDue(ctx context.Context, worker string, now inventory.Instant, limit int) ([]Announcement, error) {
	due, err := table.All(ctx, s.db.Read, AnnouncementTable.Scan, "select "+AnnouncementTable.Columns+` from announcements
		where (state = 'planned' or state = 'sending') and owner = '' and due_at <= $1 order by due_at limit $2`, int64(now), limit)
	if err != nil || len(due) == 0 {
		return nil, s.db.Classify(err)
	}
	var taken []Announcement
	err = s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) error {
		taken = taken[:0]
		for _, n := range due {
			list, err := table.All(ctx, tx, AnnouncementTable.Scan, `update announcements set state = 'sending', owner = $1, updated_at = $2
				where event_id = $3 and id = $4 and (state = 'planned' or state = 'sending') and owner = '' and due_at = $5 returning `+AnnouncementTable.Columns,
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
	texts, err := deliveryTexts(ctx, s.db)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	err = s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) error {
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
			return database.ErrStale
		}
		if n.Kind == NewEventKind && n.State == AnnouncementMissed && n.Made == 0 {
			if err := tellAnotherDate(ctx, s.db, tx, n.EventID, now); err != nil {
				return err
			}
		}
		added, err = addDeliveries(ctx, database.NewHeldTx(tx, texts), page)
		return err
	})
	return added, err
}

// Add stores an announcement beside those that follow from the event's settings.
func (s Announcements) Add(ctx context.Context, n Announcement) error {
	return s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) error {
		return AnnouncementTable.InsertRow(ctx, tx, &n)
	})
}

// Automatic returns the announcements of an event that no organizer wrote, by due time.
func (s Announcements) Automatic(ctx context.Context, event string) ([]Announcement, error) {
	list, err := table.All(ctx, s.db.Read, AnnouncementTable.Scan, "select "+AnnouncementTable.Columns+" from announcements where event_id = $1 and kind <> 'announcement' order by due_at, id limit 200", event)
	return list, s.db.Classify(err)
}

// ConfirmedPage returns people of an event with a confirmed hold, and that hold, by the
// ID of the hold, from IDs greater than after. A person with two holds is returned twice. Who
// has nothing left in an order but a donation does not come by it.
func (s Announcements) ConfirmedPage(ctx context.Context, event, after string, limit int) ([]events.MessageView, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *events.MessageView) error {
		v.EventID, v.Hold = event, &inventory.Hold{}
		c := table.Scanning()
		events.HoldTable.Into(c, v.Hold)
		events.PersonTable.Into(c, &v.Person)
		return c.From(r)
	}, "select "+events.HoldTable.As("h")+", "+events.PersonTable.As("p")+fmt.Sprintf(` from (select %s from holds
			where event_id = $1 and id > $2 and state = 'confirmed' and person_id <> '' and (kind <> 'order' or exists (select 1 from hold_items i
				where i.event_id = holds.event_id and i.hold_id = holds.id and i.state <> 'released' and i.donation = 0 and i.fee = '')) order by id limit $3) h
		cross join people p where p.event_id = $4 and p.id = h.person_id order by h.id`, events.HoldTable.Columns), event, after, limit, event)
	return list, s.db.Classify(err)
}

// PeopleWithHolds returns those people of an event, each with the live hold of their
// registration, or else another confirmed hold, or an order that is not paid yet, and without a
// confirmed hold their waitlist entry. A person without a confirmed hold also comes with the transfer of a ticket to them that is
// valid, or was until the event was cancelled.
func (s Announcements) PeopleWithHolds(ctx context.Context, event string, ids []string) (map[string]*events.MessageView, error) {
	found := make(map[string]*events.MessageView, len(ids))
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		list, err := table.ByID(ctx, s.db.Reader(tx), events.PersonKind, event, ids)
		if err != nil {
			return err
		}
		var holding []string
		for _, p := range list {
			found[p.ID] = &events.MessageView{EventID: event, Person: *p}
			if p.HoldID != "" {
				holding = append(holding, p.HoldID)
			}
		}
		live, err := table.ByID(ctx, s.db.Reader(tx), events.HoldKind, event, holding)
		if err != nil {
			return err
		}
		for _, v := range found {
			v.Hold = live[v.Person.HoldID]
		}
		if err := otherHolds(ctx, s.db.Reader(tx), event, found); err != nil {
			return err
		}
		if err := events.OtherTickets(ctx, s.db.Reader(tx), event, found); err != nil {
			return err
		}
		return waitlistPositions(ctx, s.db.Reader(tx), event, found)
	})
	return found, err
}

// waitlistPositions finds the waitlist entries of people without a confirmed hold.
func waitlistPositions(ctx context.Context, q table.Reader, event string, found map[string]*events.MessageView) error {
	var ids []string
	for _, v := range found {
		if (v.Hold == nil || v.Hold.State != inventory.HoldConfirmed) && v.Person.EntryID != "" {
			ids = append(ids, v.Person.EntryID)
		}
	}
	live, err := table.ByID(ctx, q, events.EntryKind, event, ids)
	for _, v := range found {
		if v.Hold == nil || v.Hold.State != inventory.HoldConfirmed {
			v.Entry = live[v.Person.EntryID]
		}
	}
	return err
}

// otherHolds finds a confirmed hold for people without a registration, or else an order that is not
// paid yet.
func otherHolds(ctx context.Context, q table.Reader, event string, found map[string]*events.MessageView) error {
	var ids []string
	for id, v := range found {
		if v.Hold == nil || v.Hold.State != inventory.HoldConfirmed {
			ids = append(ids, id)
		}
	}
	for _, spec := range guests.GuestHolds {
		list, err := table.LookUp(ctx, q, spec, events.HoldTable.Scan, event, ids)
		if err != nil {
			return err
		}
		slices.SortFunc(list, func(a, b inventory.Hold) int { return strings.Compare(a.ID, b.ID) })
		for i := range list {
			if v := found[list[i].PersonID]; list[i].State == inventory.HoldConfirmed || list[i].State == inventory.HoldHeld && v.Hold == nil {
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
		list, err := table.All(ctx, s.db.Read, table.ScanText, "select distinct person_id from messages where event_id = $1 and kind = $2 and person_id in ("+in+")",
			append([]any{event, string(kind)}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
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
	list, err := table.All(ctx, s.db.Read, table.ScanInt, `select at from audit where event_id = $1 and seq < $2 and seq > $3
		and (state_to = 'released' or reason = 'capacity_raised') order by seq desc limit 1`, event, seq, seq-back)
	if err != nil || len(list) == 0 {
		return 0, s.db.Classify(err)
	}
	return inventory.Instant(list[0]), nil
}

// Announcements is reminders, changes, and what organizers write.
type Announcements struct{ db *database.DB }

// NewAnnouncements returns Announcements on a database.
func NewAnnouncements(db *database.DB) Announcements { return Announcements{db} }

// tellAnotherDate lets another date tell the followers of an organization of the plan of dates
// that an event was to tell of.
func tellAnotherDate(ctx context.Context, db *database.DB, tx *sql.Tx, event string, now inventory.Instant) error {
	list, err := table.All(ctx, tx, events.SeriesTable.Scan, events.SeriesTable.From()+" where told_event = $1"+db.ForUpdate, event)
	if err != nil || len(list) == 0 { // the event is not a date of a series
		return err
	}
	v := &list[0]
	next, err := table.All(ctx, tx, table.ScanText, `select e.id from series_dates d join events e on e.id = d.event_id
		where d.org_id = $1 and d.series_id = $2 and d.plan = $3 and e.status = 'published' and e.starts_at > $4
		and not exists (select 1 from announcements n where n.event_id = e.id and n.id = $5) order by d.position limit 1`,
		v.OrgID, v.ID, v.ToldPlan, int64(now), events.NewEventID)
	if err != nil || len(next) == 0 {
		return err
	}
	if err := table.ExecOne(ctx, tx, "update series set told_event = $1 where org_id = $2 and id = $3", next[0], v.OrgID, v.ID); err != nil {
		return err
	}
	return AnnouncementTable.InsertRow(ctx, tx, &Announcement{EventID: next[0], ID: events.NewEventID, Kind: NewEventKind, DueAt: now, State: AnnouncementPlanned, UpdatedAt: now})
}

// ReceivedPage returns people of an event who have a ticket from somebody else
// that is good, or was until the event was called off, each with the transfer by
// which they have it: of the next limit tickets by id, ids greater than after. next is
// where the page after it begins; "": there is none. Anyone who has two comes twice.
func (s Announcements) ReceivedPage(ctx context.Context, event, after string, limit int) (page []events.MessageView, next string, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		page, next = nil, ""
		got, err := events.ReceivedWhere(ctx, s.db.Reader(tx), event, "ticket_id > $2 order by ticket_id limit $3", after, limit)
		if err != nil {
			return err
		}
		if len(got) == limit {
			next = got[limit-1].TicketID
		}
		for i := range got {
			if !got[i].Good && !got[i].CalledOff {
				continue
			}
			v := events.MessageView{EventID: event}
			if err := events.AttachReceived(ctx, tx, &v, &got[i]); err != nil {
				return err
			}
			v.Person = v.Transfer.To
			page = append(page, v)
		}
		return nil
	})
	return page, next, err
}
