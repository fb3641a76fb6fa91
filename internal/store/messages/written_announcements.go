package messages

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// AnnouncementKind is the kind of announcements that an organizer writes.
const AnnouncementKind = "announcement"

// maxWrittenAnnouncements limits the list of written announcements.
const maxWrittenAnnouncements = 100

// WrittenAnnouncement is an announcement that an organizer writes to guests of an event.
type WrittenAnnouncement struct {
	EventID, ID, OrgID string
	Audience           string // JSON of audience.Filter
	Locale             string
	Words              string // JSON of message.Words
	CreatedBy          string
	CreatedAt          inventory.Instant
	// Announcement, with the same ID, has the due time and the progress.
	Announcement Announcement
}

// WrittenAnnouncementTable describes the table written_announcements; a row is one WrittenAnnouncement.
var WrittenAnnouncementTable = table.New("written_announcements", new(WrittenAnnouncement), func(c *table.Columns, v *WrittenAnnouncement) {
	c.Key("event_id", &v.EventID)
	c.Key("id", &v.ID)
	c.Text("org_id", &v.OrgID)
	c.Text("audience", &v.Audience)
	c.Text("locale", &v.Locale)
	c.Text("words", &v.Words)
	c.Text("created_by", &v.CreatedBy)
	c.Number("created_at", (*int64)(&v.CreatedAt))
})

func scanWrittenAnnouncement(r engine.Row, b *WrittenAnnouncement) error {
	c := table.Scanning()
	WrittenAnnouncementTable.Into(c, b)
	AnnouncementTable.Into(c, &b.Announcement)
	return c.From(r)
}

var writtenAnnouncementsSQL = "select " + WrittenAnnouncementTable.As("b") + ", " + AnnouncementTable.As("n") + ` from written_announcements b
	join announcements n on n.event_id = b.event_id and n.id = b.id where b.event_id = $1 `

// CreateWritten stores a written announcement that is sent at due; ErrConflict if the ID
// is taken.
func (s Announcements) CreateWritten(ctx context.Context, b WrittenAnnouncement, due inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := WrittenAnnouncementTable.InsertRow(ctx, tx, &b); err != nil {
			return err
		}
		return AnnouncementTable.InsertRow(ctx, tx, &Announcement{
			EventID: b.EventID, ID: b.ID, Kind: AnnouncementKind, DueAt: due, State: AnnouncementPlanned, UpdatedAt: b.CreatedAt,
		})
	})
}

// WrittenByID returns a written announcement, or ErrNotFound.
func (s Announcements) WrittenByID(ctx context.Context, event, id string) (*WrittenAnnouncement, error) {
	b, err := table.One(ctx, s.db.Read, scanWrittenAnnouncement, writtenAnnouncementsSQL+"and b.id = $2", event, id)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &b, nil
}

// Written returns the latest written announcements of an event, the newest first.
func (s Announcements) Written(ctx context.Context, event string) ([]WrittenAnnouncement, error) {
	list, err := table.All(ctx, s.db.Read, scanWrittenAnnouncement, writtenAnnouncementsSQL+"order by b.created_at desc, b.id desc limit $2", event, maxWrittenAnnouncements)
	return list, s.db.Classify(err)
}

// StopWritten keeps a written announcement from going to anybody else, and reports
// whether it was still planned or being sent.
func (s Announcements) StopWritten(ctx context.Context, event, id string, now inventory.Instant) (stopped bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := table.Exec(ctx, tx, `update announcements set state = 'void', owner = '', updated_at = $1
			where event_id = $2 and id = $3 and kind = 'announcement' and (state = 'planned' or state = 'sending')`, int64(now), event, id)
		stopped = n > 0
		return err
	})
	return stopped, err
}
