package messages

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Mail is a message as it would have been sent, for the local mailbox.
type Mail struct {
	ID                                     string
	SentAt                                 inventory.Instant
	Recipient, Subject, TextBody, HTMLBody string
	Address                                string // the recipient's, folded; PutMail fills it in
	// Reader is the id of the person, the one-time link, the member or the place on the waitlist
	// of a resource that it is to; "": of none of these.
	Reader   string
	Calendar string // the calendar entry that came with it, or ""
}

// maxBodies is the longest list of mails that comes with bodies.
const maxBodies = 50

// MailTable describes the table mailbox; a row is one Mail.
var MailTable = table.New("mailbox", new(Mail), func(c *table.Columns, v *Mail) {
	c.Key("id", &v.ID)
	c.Number("sent_at", (*int64)(&v.SentAt))
	c.Text("recipient", &v.Recipient)
	c.Text("address", &v.Address)
	c.Text("reader", &v.Reader)
	c.Text("subject", &v.Subject)
	c.Text("text_body", &v.TextBody)
	c.Text("html_body", &v.HTMLBody)
	c.Text("calendar", &v.Calendar)
})

// mailboxDoor is the name of the lock between writing mail and erasing people: many
// write at once, and nobody does while somebody is erased.
const mailboxDoor = "mailbox"

// PutMail stores mail in the local mailbox; the same ID again changes nothing. Of mail to
// a reader who is gone nothing is kept: it was on its way while they were erased.
func (s Mails) PutMail(ctx context.Context, m []Mail) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if s.db.EnterDoor != "" {
			if _, err := table.Exec(ctx, tx, s.db.EnterDoor, mailboxDoor); err != nil {
				return err
			}
		}
		for i := range m {
			if gone, err := readerGone(ctx, tx, m[i].Reader); err != nil {
				return err
			} else if gone {
				continue
			}
			m[i].Address = address.Fold(m[i].Recipient)
			if _, err := MailTable.InsertUnless(ctx, tx, &m[i], MailTable.Otherwise); err != nil {
				return err
			}
		}
		return nil
	})
}

// readerGone reports whether a person or the guest of a booking was erased, or a link or a member
// deleted.
func readerGone(ctx context.Context, q table.Querier, reader string) (bool, error) {
	var query string
	args := []any{reader}
	switch event, person := id.EventOf(reader, id.Person); {
	case reader == "":
		return false, nil
	case person:
		// Or a follower of its organization, who is not a person of the event.
		query = `select 1 from people where id = $1 and event_id = $2 and erased_at = 0
			union all select 1 from events e join follows f on f.org_id = e.org_id where e.id = $3 and f.code = $4`
		args = append(args, event, event, id.TailOf(reader))
		if index, ok := entrantOf(reader); ok { // nor is an entrant of its draw
			query += ` union all select 1 from waiting_room_mails where event_id = $5 and idx = $6 and email <> ''
				union all select 1 from waiting_room_wishes where event_id = $7 and idx = $8 and email <> ''`
			args = append(args, event, index, event, index)
		}
	case strings.HasPrefix(reader, id.ResourceEntry):
		query = `select 1 from resource_entries where resource_id = $2 and id = $1 and email <> ''
			union all select 1 from resource_joins where resource_id = $3 and entry_id = $4 and email <> ''`
		of, _ := id.ResourceOf(reader, id.ResourceEntry)
		args = append(args, of, of, reader)
	case strings.HasPrefix(reader, id.Booking):
		query = "select 1 from booking_guests where booking_id = $1 and email <> ''"
	case id.Valid(reader, id.SignIn):
		query = "select 1 from sign_in_links where id = $1"
	case id.Valid(reader, id.Member):
		query = "select 1 from members where id = $1"
	default:
		return false, fmt.Errorf("store: %q reads no mail", reader)
	}
	found, err := table.All(ctx, q, table.ScanInt, query, args...)
	return len(found) == 0, err
}

// EraseMailSteps are the statements that delete somebody's mail from the local mailbox. They
// come last of what an erasure writes: mail that was being written when it began is
// there then, and what is written later finds that its reader is gone.
func EraseMailSteps(db *database.DB, reader, email string) (steps []engine.Step) {
	if db.WatchDoor != "" {
		steps = append(steps, engine.Step{SQL: db.WatchDoor, Args: []any{mailboxDoor}})
	}
	return append(steps,
		engine.Step{SQL: "delete from mailbox where reader = $1 and reader <> ''", Args: []any{reader}},
		engine.Step{SQL: "delete from mailbox where address = $1 and address <> ''", Args: []any{address.Fold(email)}})
}

// Mailbox returns the newest mails, at most limit. A limit above 50 leaves the
// bodies out: they are for MailByID.
func (s Mails) Mailbox(ctx context.Context, limit int) ([]Mail, error) {
	read, scan := MailTable.From(), MailTable.Scan
	if limit > maxBodies {
		read = "select id, sent_at, recipient, subject from mailbox"
		scan = func(r engine.Row, m *Mail) error { return r.Scan(&m.ID, (*int64)(&m.SentAt), &m.Recipient, &m.Subject) }
	}
	list, err := table.All(ctx, s.db.Read, scan, read+" order by sent_at desc, id desc limit $1", limit)
	return list, s.db.Classify(err)
}

// MailByID returns one mail of the local mailbox, or ErrNotFound.
func (s Mails) MailByID(ctx context.Context, id string) (*Mail, error) {
	m, err := table.One(ctx, s.db.Read, MailTable.Scan, MailTable.From()+" where id = $1", id)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &m, nil
}

// Mails is the local mailbox.
type Mails struct{ db *database.DB }

// NewMails returns Mails on a database.
func NewMails(db *database.DB) Mails { return Mails{db} }

// EraseMail are the statements that delete somebody's mail from the local mailbox: the last
// of what an erasure writes.
func (s Mails) EraseMail(reader, email string) []engine.Step {
	return EraseMailSteps(s.db, reader, email)
}
