package mail

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Local stores mails in the database, for the local mailbox page of a server without
// SMTP. Storing the same mail again changes nothing.
type Local struct{ store *store.Store }

// NewLocal returns a Sender that stores mails in st.
func NewLocal(st *store.Store) *Local { return &Local{store: st} }

// Send stores one mail.
func (l *Local) Send(ctx context.Context, m Mail) error { return l.SendAll(ctx, []Mail{m}) }

// SendAll stores mails in one transaction.
func (l *Local) SendAll(ctx context.Context, mails []Mail) error {
	rows := make([]messages.Mail, 0, len(mails))
	for _, m := range mails {
		rows = append(rows, messages.Mail{
			ID: m.ID, SentAt: inventory.At(m.Date), Recipient: m.To.Addr, Reader: m.Reader,
			Subject: m.Subject, TextBody: m.Text, HTMLBody: Inlined(m.HTML, m.Images), Calendar: calendarText(m.Calendar),
		})
	}
	if err := l.store.Mails.PutMail(ctx, rows); err != nil {
		return &provider.Error{Channel: channel, Outage: true, Phase: "mailbox", Reason: "the local mailbox cannot be written", Cause: err}
	}
	return nil
}

func calendarText(c *Calendar) string {
	if c == nil {
		return ""
	}
	return c.Text
}
