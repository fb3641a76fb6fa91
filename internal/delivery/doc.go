// Package delivery sends messages to people. It chooses the channel, hands the
// message to a provider, records the result, and tries the next channel when one
// fails.
//
// The life of a message: a batch of the sequencer writes the message and a job in
// one transaction. The job calls Route, which makes a delivery, a row with a stable
// key (event, message, channel). From then on the row is the queue:
//
//	queued ──► sent ──► delivered   the provider reports it
//	   │  │      └────► bounced     the provider reports later that the address is dead
//	   │  ├──► bounced | failed     refused for good, or not accepted for GiveUpAfter
//	   │  └──► suppressed           opted out, no address, or out of date
//	   └─ queued                    not now: tried again at due_at
//
// A worker owns the deliveries that it has taken for as long as its row in the table
// of workers is fresh. When it dies, any other worker returns them to the queue within
// deadAfter and heartbeatEvery. This is the only way in which a message can be sent
// twice: the worker died, or was taken for dead, after the provider accepted the
// message and before that was recorded. The provider sees the same key both times.
//
// Within a channel the organizations take turns, each within its own rate, and all
// within the provider's. A message to everybody at an event (a reminder, a change) is
// one row, an announcement. When it is due, one worker pages through its recipients
// and makes their deliveries.
//
// The package decides nothing about tickets. When a claim window has to be extended
// because a channel failed, it stores a job that asks for that.
package delivery

import "github.com/holdfast-events/holdfast/internal/inventory"

// KeyPurpose is the purpose for which Config.Key is derived from the key of links.
const KeyPurpose = "contacts"

// The channels, as they are stored.
const (
	MailChannel = "mail"
	SMSChannel  = "sms"
	PushChannel = "push"
)

// Channels are all channels, in the order in which they are tried for a person who
// has set none: the cheapest that reaches everybody first.
var Channels = []string{MailChannel, PushChannel, SMSChannel}

// Urgencies, the most urgent first: messages with a claim window, messages to one
// person, and announcements to everybody.
const (
	urgent = iota
	personal
	everybody
	urgencies
)

func urgencyOf(kind inventory.MessageKind, announcement string) int64 {
	switch {
	case announcement != "":
		return everybody
	case Claimable(kind):
		return urgent
	}
	return personal
}

// Claimable reports whether a message is about an offer whose claim window may be running.
func Claimable(kind inventory.MessageKind) bool {
	return kind == inventory.MsgOffer || kind == inventory.MsgOfferExtended
}
