package rehearsal

import (
	"context"
	"sync/atomic"

	"github.com/holdfast-events/holdfast/internal/mail"
)

// outbox takes mails that were rendered, counts them, and sends none.
type outbox struct{ mails atomic.Int64 }

// Send counts a mail.
func (o *outbox) Send(context.Context, mail.Mail) error {
	o.mails.Add(1)
	return nil
}
