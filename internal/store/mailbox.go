package store

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Mail is a message as it would have been sent, for the local mailbox.
type Mail struct {
	ID                                     string
	SentAt                                 inventory.Instant
	Recipient, Subject, TextBody, HTMLBody string
	Calendar                               string // the calendar entry that came with it, or ""
}

// maxBodies is the longest list of mails that comes with bodies.
const maxBodies = 50

func scanMail(r engine.Row, m *Mail) error {
	return r.Scan(&m.ID, (*int64)(&m.SentAt), &m.Recipient, &m.Subject, &m.TextBody, &m.HTMLBody, &m.Calendar)
}

// PutMail stores mail in the local mailbox; the same ID again changes nothing.
func (s Mails) PutMail(ctx context.Context, m []Mail) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		for i := range m {
			_, err := exec(ctx, tx, `insert into mailbox (id, sent_at, recipient, subject, text_body, html_body, calendar)
				values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
				m[i].ID, int64(m[i].SentAt), m[i].Recipient, m[i].Subject, m[i].TextBody, m[i].HTMLBody, m[i].Calendar)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Mailbox returns the newest mails, at most limit. A limit above 50 leaves the
// bodies out: they are for MailByID.
func (s Mails) Mailbox(ctx context.Context, limit int) ([]Mail, error) {
	bodies := "text_body, html_body, calendar"
	if limit > maxBodies {
		bodies = "'', '', ''"
	}
	list, err := all(ctx, s.read, scanMail,
		"select id, sent_at, recipient, subject, "+bodies+" from mailbox order by sent_at desc, id desc limit $1", limit)
	return list, s.classify(err)
}

// MailByID returns one mail of the local mailbox, or ErrNotFound.
func (s Mails) MailByID(ctx context.Context, id string) (*Mail, error) {
	m, err := one(ctx, s.read, scanMail,
		"select id, sent_at, recipient, subject, text_body, html_body, calendar from mailbox where id = $1", id)
	if err != nil {
		return nil, s.classify(err)
	}
	return &m, nil
}
