// Package delivery brings messages to people: it chooses the channel, hands the
// message to a provider, records what became of it, and goes to the next channel
// when one fails.
//
// The life of a message: a batch of the sequencer writes it and a job in one
// transaction. The job calls Route, which makes a delivery of it, a row with a
// stable key (event, message, channel). From then on the row is the queue:
//
//	queued ──► sent ──► delivered   the provider says so
//	   │  │      └────► bounced     the provider says later that the address is dead
//	   │  ├──► bounced | failed     refused for good, or not taken for GiveUpAfter
//	   │  └──► suppressed           opted out, no address, or no longer true
//	   └─ queued                    not now: again at due_at
//
// A worker owns the deliveries that it has taken for as long as it is seen in
// the table of workers. When it dies, any other gives them back within deadAfter
// and lookEvery, whatever it was doing. A message can be sent twice only by that:
// the worker died, or was thought dead, between the provider's yes and its
// record. The provider sees the same key both times.
//
// Within a channel the organizations take turns, each within its rate, and all
// within that of the provider. What everybody in an event is told at a time (a
// reminder, a change) is one row, a notice; its people are paged through when it
// is due, by one worker, and go the same way.
//
// This package never decides anything about places: when a window is to be
// extended because a channel failed, it stores a job that asks for it.
package delivery

import "github.com/holdfast-events/holdfast/internal/inventory"

// KeyPurpose is what Config.Key is derived for, of the key of links.
const KeyPurpose = "contacts"

// The channels, as they are stored.
const (
	MailChannel = "mail"
	SMSChannel  = "sms"
	PushChannel = "push"
)

// Channels are all channels, in the order in which they are tried when a person
// has not said otherwise: the cheapest that reaches everybody first.
var Channels = []string{MailChannel, PushChannel, SMSChannel}

// Urgencies: what has a claim window goes before what has not, and what one
// person is told before what everybody is told.
const (
	urgent = iota
	personal
	everybody
	urgencies
)

func urgencyOf(kind inventory.MessageKind, notice string) int64 {
	switch {
	case notice != "":
		return everybody
	case Claimable(kind):
		return urgent
	}
	return personal
}

// Claimable says whether a message tells of an offer whose window may be running.
func Claimable(kind inventory.MessageKind) bool {
	return kind == inventory.MsgOffer || kind == inventory.MsgOfferExtended
}
