package store

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// NoticeBulletin is the kind of the notice that sends a bulletin.
const NoticeBulletin = "bulletin"

// maxBulletins bounds the bulletins that a list shows.
const maxBulletins = 100

// Bulletin is what an organizer writes to guests of an event.
type Bulletin struct {
	EventID, ID, OrgID string
	Audience           string // JSON: who is written to, as package audience keeps it
	Locale             string
	Words              string // JSON, as package message keeps it
	CreatedBy          string
	CreatedAt          inventory.Instant
	// Notice says when it goes out and how far it is: Made people so far.
	Notice Announcement
}

var bulletinTable = describe("bulletins", new(Bulletin), func(c *columns, v *Bulletin) {
	c.key("event_id", &v.EventID)
	c.key("id", &v.ID)
	c.text("org_id", &v.OrgID)
	c.text("audience", &v.Audience)
	c.text("locale", &v.Locale)
	c.text("words", &v.Words)
	c.text("created_by", &v.CreatedBy)
	c.number("created_at", (*int64)(&v.CreatedAt))
})

func scanBulletin(r engine.Row, b *Bulletin) error {
	c := scanning()
	bulletinTable.into(c, b)
	noticeTable.into(c, &b.Notice)
	return c.from(r)
}

var bulletinsSQL = "select " + bulletinTable.as("b") + ", " + noticeTable.as("n") + ` from bulletins b
	join notices n on n.event_id = b.event_id and n.id = b.id where b.event_id = $1 `

// CreateBulletin stores a bulletin together with the notice that sends it from
// due on; ErrConflict when the id is taken.
func (s Announcements) CreateBulletin(ctx context.Context, b Bulletin, due inventory.Instant) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		if err := bulletinTable.insertRow(ctx, tx, &b); err != nil {
			return err
		}
		return noticeTable.insertRow(ctx, tx, &Announcement{
			EventID: b.EventID, ID: b.ID, Kind: NoticeBulletin, DueAt: due, State: NoticePlanned, UpdatedAt: b.CreatedAt,
		})
	})
}

// BulletinByID returns a bulletin, or ErrNotFound.
func (s Announcements) BulletinByID(ctx context.Context, event, id string) (*Bulletin, error) {
	b, err := one(ctx, s.read, scanBulletin, bulletinsSQL+"and b.id = $2", event, id)
	if err != nil {
		return nil, s.classify(err)
	}
	return &b, nil
}

// Bulletins returns the latest bulletins of an event, the newest first.
func (s Announcements) Bulletins(ctx context.Context, event string) ([]Bulletin, error) {
	list, err := all(ctx, s.read, scanBulletin, bulletinsSQL+"order by b.created_at desc, b.id desc limit $2", event, maxBulletins)
	return list, s.classify(err)
}

// StopBulletin keeps a bulletin from going to anybody else, and says whether it
// was not over already.
func (s Announcements) StopBulletin(ctx context.Context, event, id string, now inventory.Instant) (stopped bool, err error) {
	err = s.withTx(ctx, func(tx *sql.Tx) error {
		n, err := exec(ctx, tx, `update notices set state = 'void', owner = '', updated_at = $1
			where event_id = $2 and id = $3 and kind = 'bulletin' and (state = 'planned' or state = 'sending')`, int64(now), event, id)
		stopped = n > 0
		return err
	})
	return stopped, err
}
