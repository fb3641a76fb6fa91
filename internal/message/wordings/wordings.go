// Package wordings has what people are told about an event, for each kind of message and each reason of it, in twelve
// languages. Placeholders in braces are filled in by package message.
package wordings

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Key is the kind of message, and the reason if the text depends on it.
type Key struct {
	Kind   inventory.MessageKind
	Reason inventory.Reason
}

const (
	// NewDates is the reason of a message about a new event that tells of all dates that a series was planned with.
	NewDates inventory.Reason = "new_dates"
	// ToPay is the reason of an offer to whom the organizer has approved, of what costs something.
	ToPay inventory.Reason = "to_pay"
)
