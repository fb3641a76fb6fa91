package mail

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/provider"
)

// Nowhere is the sender of a server that has neither SMTP nor a local mailbox.
// What people are told is in their inbox; that it did not go out by mail is
// recorded, and nothing is kept for a server that may come one day.
type Nowhere struct{}

// NowhereReason is what is recorded with each message.
const NowhereReason = "no mail server is configured"

// Send refuses. Who asks for Nowhere first need not put the mail into words.
func (Nowhere) Send(context.Context, Mail) error {
	return &provider.Error{Channel: channel, Permanent: true, Phase: "connect", Reason: NowhereReason}
}
