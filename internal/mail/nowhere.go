package mail

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/provider"
)

// Nowhere is the Sender of an installation with neither SMTP nor a local mailbox. People
// find their messages in the inbox; that no mail was sent is recorded, and no mail is
// kept for later.
type Nowhere struct{}

// NowhereReason is the reason that is recorded with each message.
const NowhereReason = "no mail server is configured"

// Send refuses the mail. Callers can check for Nowhere before they render one.
func (Nowhere) Send(context.Context, Mail) error {
	return &provider.Error{Channel: channel, Permanent: true, Phase: "connect", Reason: NowhereReason}
}
