package wire

import (
	"time"
)

// Message is something that a person was told.
type Message struct {
	Seq        int64             `json:"seq" doc:"The audit row that it tells of; 0 for what everybody was told: reminders and changes of the event."`
	Kind       string            `json:"kind" example:"waitlist_offer" doc:"registration_confirmed, waitlisted, waitlist_offer, offer_extended, offer_expired, registration_cancelled, waitlist_removed, waitlist_closed, event_cancelled, order_pending, order_confirmed, ticket_reissued, ticket_reseated, transfer_offered, ticket_received, ticket_voided, reminder, event_changed, event_postponed, resource_offer, and more to come."`
	EventID    string            `json:"event_id" doc:"The event that it is about; empty: it is about a resource."`
	EventTitle string            `json:"event_title"`
	Resource   string            `json:"resource_name,omitempty" doc:"Of an offer of a resource: what that is called."`
	Ref        string            `json:"ref" doc:"The order, entry, offer, ticket, transfer or exchange that it is about; empty for what everybody was told."`
	In         string            `json:"in,omitempty" doc:"What shows that: of a ticket the order, or the transfer by which the person has it; of an offer the entry, of an event or a resource; of an exchange the order."`
	Goods      bool              `json:"goods,omitempty" doc:"What it is about lets nobody in: add-ons, or goods."`
	StartsAt   *time.Time        `json:"starts_at,omitempty" doc:"When that takes place as it stands now, of what a date of a series told people with a pass."`
	Timezone   string            `json:"timezone,omitempty" example:"Europe/Berlin" doc:"Where the date takes place, with starts_at."`
	PassID     string            `json:"pass_event_id,omitempty" doc:"The event that sells the pass because of which the person heard from the date event_id."`
	At         time.Time         `json:"at"`
	Deliveries []MessageDelivery `json:"deliveries" doc:"What became of it on each channel; empty until the first is chosen."`
}

// MessageDelivery is what became of a message on one channel, as its person sees it.
type MessageDelivery struct {
	Channel string     `json:"channel" enum:"mail,sms,push"`
	State   string     `json:"state" enum:"queued,sent,delivered,bounced,failed,suppressed"`
	SentAt  *time.Time `json:"sent_at,omitempty"`
}
