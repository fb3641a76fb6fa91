package store

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Mail is a message as it would have been sent, for the local mailbox.
type Mail struct {
	ID                                     string
	SentAt                                 inventory.Instant
	Recipient, Subject, TextBody, HTMLBody string
	Address                                string // the recipient's, folded; PutMail fills it in
	Calendar                               string // the calendar entry that came with it, or ""
}

// maxBodies is the longest list of mails that comes with bodies.
const maxBodies = 50

var mailTable = describe("mailbox", new(Mail), func(c *columns, v *Mail) {
	c.key("id", &v.ID)
	c.number("sent_at", (*int64)(&v.SentAt))
	c.text("recipient", &v.Recipient)
	c.text("address", &v.Address)
	c.text("subject", &v.Subject)
	c.text("text_body", &v.TextBody)
	c.text("html_body", &v.HTMLBody)
	c.text("calendar", &v.Calendar)
})

// PutMail stores mail in the local mailbox; the same ID again changes nothing.
func (s Mails) PutMail(ctx context.Context, m []Mail) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		for i := range m {
			m[i].Address = address.Fold(m[i].Recipient)
			if _, err := mailTable.insertUnless(ctx, tx, &m[i], mailTable.otherwise); err != nil {
				return err
			}
		}
		return nil
	})
}

// Mailbox returns the newest mails, at most limit. A limit above 50 leaves the
// bodies out: they are for MailByID.
func (s Mails) Mailbox(ctx context.Context, limit int) ([]Mail, error) {
	read, scan := mailTable.from(), mailTable.scan
	if limit > maxBodies {
		read = "select id, sent_at, recipient, subject from mailbox"
		scan = func(r engine.Row, m *Mail) error { return r.Scan(&m.ID, (*int64)(&m.SentAt), &m.Recipient, &m.Subject) }
	}
	list, err := all(ctx, s.read, scan, read+" order by sent_at desc, id desc limit $1", limit)
	return list, s.classify(err)
}

// MailByID returns one mail of the local mailbox, or ErrNotFound.
func (s Mails) MailByID(ctx context.Context, id string) (*Mail, error) {
	m, err := one(ctx, s.read, mailTable.scan, mailTable.from()+" where id = $1", id)
	if err != nil {
		return nil, s.classify(err)
	}
	return &m, nil
}
