package inventory

import "strings"

// MessageKind says what a message tells.
type MessageKind string

const (
	MsgConfirmed      MessageKind = "registration_confirmed"
	MsgWaitlisted     MessageKind = "waitlisted"
	MsgOffer          MessageKind = "waitlist_offer"
	MsgOfferExtended  MessageKind = "offer_extended"
	MsgOfferExpired   MessageKind = "offer_expired"
	MsgCancelled      MessageKind = "registration_cancelled"
	MsgGuestCancelled MessageKind = "guest_cancelled" // to whose registration it is: one of its tickets was given back
	MsgEntryRemoved   MessageKind = "waitlist_removed"
	MsgWaitlistClosed MessageKind = "waitlist_closed"
	MsgEventCancelled MessageKind = "event_cancelled"

	MsgApplied             MessageKind = "application_received" // the organizer will answer
	MsgApproved            MessageKind = "application_approved" // and there is no place yet
	MsgApplicationDeclined MessageKind = "application_declined"

	MsgTransferOffered   MessageKind = "transfer_offered"   // to the person who may have the ticket
	MsgTransferAccepted  MessageKind = "transfer_accepted"  // to the person who had it
	MsgTicketReceived    MessageKind = "ticket_received"    // to the person who has it from then on
	MsgTransferDeclined  MessageKind = "transfer_declined"  // to the person who has it
	MsgTransferCancelled MessageKind = "transfer_cancelled" // to the person who might have had it
	MsgExchanged         MessageKind = "ticket_exchanged"   // to the person who had the ticket
	MsgExchangeClosed    MessageKind = "exchange_closed"    // to the person who keeps the ticket
	MsgTicketReissued    MessageKind = "ticket_reissued"    // to the ticket's holder
	MsgTicketReseated    MessageKind = "ticket_reseated"    // to the ticket's holder
	MsgTicketVoided      MessageKind = "ticket_voided"      // to the person who held the ticket, if the order was another's
	MsgInvitation        MessageKind = "invitation"         // to the invited person
	MsgOrderPending      MessageKind = "order_pending"      // to the buyer who is to pay by bank transfer or in cash
	MsgOrderConfirmed    MessageKind = "order_confirmed"
	MsgOrderExpired      MessageKind = "order_expired"
	MsgOrderCancelled    MessageKind = "order_cancelled"
	MsgOrderRefunded     MessageKind = "order_refunded"
)

// Message is something a person is to be told. It is named by the audit row
// that it tells of: at most one per row.
type Message struct {
	Seq      int64 // of the audit row
	PersonID string
	Kind     MessageKind
	Ref      string // the hold or entry of the row; the offer or the ticket, when it tells of one
	At       Instant
}

// told is a transition that a person is told about.
type told struct {
	subject  string // kind
	from, to string
	kind     MessageKind
}

// messageFor says which transitions a person is told about, by reason. A person who
// acts alone and in person (declines, leaves) is answered at once and needs no mail.
var messageFor = map[Reason][]told{
	ReasonRegistered:         {{"ord", "", "confirmed", MsgConfirmed}},
	ReasonAccepted:           {{"ord", "held", "confirmed", MsgConfirmed}},
	ReasonPromoted:           {{"ord", "", "confirmed", MsgConfirmed}},
	ReasonCancelledByPerson:  {{"ord", "confirmed", "released", MsgCancelled}},
	ReasonCancelledByStaff:   {{"ord", "confirmed", "released", MsgCancelled}},
	ReasonJoined:             {{"wle", "", "waiting", MsgWaitlisted}},
	ReasonApplied:            {{"wle", "", "applied", MsgApplied}},
	ReasonApproved:           {{"wle", "applied", "waiting", MsgApproved}},
	ReasonDeclinedNoPlaces:   {{"wle", "applied", "rejected", MsgApplicationDeclined}},
	ReasonDeclinedAudience:   {{"wle", "applied", "rejected", MsgApplicationDeclined}},
	ReasonDeclinedIncomplete: {{"wle", "applied", "rejected", MsgApplicationDeclined}},
	ReasonDeclinedDuplicate:  {{"wle", "applied", "rejected", MsgApplicationDeclined}},
	ReasonDeclinedRules:      {{"wle", "applied", "rejected", MsgApplicationDeclined}},
	ReasonOffered:            {{"wle", "waiting", "offered", MsgOffer}},
	ReasonOfferExpired:       {{"wle", "offered", "expired", MsgOfferExpired}},
	ReasonOfferExtended:      {{"off", "open", "open", MsgOfferExtended}},
	ReasonRegistrationClosed: {
		{"wle", "waiting", "closed", MsgWaitlistClosed},
		{"wle", "applied", "closed", MsgApplicationDeclined},
	},
	ReasonPartyTooLarge: {{"wle", "waiting", "closed", MsgWaitlistClosed}},
	ReasonRemovedByStaff: {
		{"wle", "waiting", "removed", MsgEntryRemoved},
		{"wle", "offered", "removed", MsgEntryRemoved},
	},
	ReasonEventCancelled: {
		{"ord", "confirmed", "released", MsgEventCancelled},
		{"ord", "held", "released", MsgEventCancelled}, // see toldByEntry
		{"wle", "waiting", "closed", MsgEventCancelled},
		{"wle", "applied", "closed", MsgEventCancelled},
		{"wle", "offered", "closed", MsgEventCancelled},
	},
	ReasonOrderedFree:  {{"ord", "", "confirmed", MsgOrderConfirmed}},
	ReasonPaymentAsked: {{"ord", "held", "held", MsgOrderPending}},
	ReasonPaid:         {{"ord", "held", "confirmed", MsgOrderConfirmed}},
	ReasonPaidLate:     {{"ord", "released", "confirmed", MsgOrderConfirmed}},
	ReasonOrderExpired: {{"ord", "held", "released", MsgOrderExpired}},
	ReasonOrderCancelled: {
		{"ord", "confirmed", "released", MsgOrderCancelled},
		{"ord", "held", "released", MsgOrderCancelled}, // see answered
	},
	ReasonItemsCancelled:  {{"ord", "confirmed", "confirmed", MsgOrderCancelled}},
	ReasonOrderRefunded:   {{"ord", "confirmed", "released", MsgOrderRefunded}},
	ReasonItemsRefunded:   {{"ord", "confirmed", "confirmed", MsgOrderRefunded}},
	ReasonPaymentLate:     {{"ord", "released", "released", MsgOrderRefunded}},
	ReasonPaymentMismatch: {{"ord", "held", "held", MsgOrderRefunded}},
	ReasonPaymentAgain:    {{"ord", "confirmed", "confirmed", MsgOrderRefunded}},
	ReasonCardLimit:       {{"ord", "held", "held", MsgOrderRefunded}, {"ord", "released", "released", MsgOrderRefunded}},

	ReasonGuestCancelled:    {{"ord", "confirmed", "confirmed", MsgGuestCancelled}},
	ReasonTicketReissued:    {{"ord", "confirmed", "confirmed", MsgTicketReissued}},
	ReasonReseated:          {{"ord", "confirmed", "confirmed", MsgTicketReseated}},
	ReasonTicketVoided:      {{"ord", "confirmed", "confirmed", MsgTicketVoided}},
	ReasonTransferOffered:   {{"trf", "", "offered", MsgTransferOffered}},
	ReasonTransferAccepted:  {{"trf", "offered", "accepted", MsgTransferAccepted}},
	ReasonTicketReceived:    {{"trf", "accepted", "accepted", MsgTicketReceived}},
	ReasonTransferDeclined:  {{"trf", "offered", "declined", MsgTransferDeclined}},
	ReasonTransferCancelled: {{"trf", "offered", "cancelled", MsgTransferCancelled}},

	ReasonInvited: {
		{"inv", "", "invited", MsgInvitation},
		{"inv", "declined", "invited", MsgInvitation},
		{"inv", "ended", "invited", MsgInvitation},
	},
	ReasonInvitationSent:    {{"inv", "invited", "invited", MsgInvitation}},
	ReasonInvitationClaimed: {{"inv", "invited", "invited", MsgInvitation}},

	ReasonExchanged: {{"exc", "matched", "exchanged", MsgExchanged}},
	ReasonExchangeClosed: {
		{"exc", "open", "closed", MsgExchangeClosed},
		{"exc", "matched", "closed", MsgExchangeClosed},
	},
}

// AboutTicket reports whether a message of a kind is about a ticket of the order whose
// row it tells of, and goes to the holder of that.
func AboutTicket(kind MessageKind) bool {
	return kind == MsgTicketReissued || kind == MsgTicketReseated || kind == MsgTicketVoided
}

// NamesTicket reports whether a message of a kind names a ticket of the order whose row
// it tells of, and not the order.
func NamesTicket(kind MessageKind) bool { return AboutTicket(kind) || kind == MsgGuestCancelled }

// toldByEntry reports whether the row of a hold says what the row of its entry says
// already: the hold of an offer, which its row names, ends with the entry.
func toldByEntry(r *AuditRow) bool {
	return r.Reason == ReasonEventCancelled && r.From == string(HoldHeld) && r.Related != ""
}

// answered reports whether somebody ended an order of theirs that was not paid, and was
// answered: they are told when the organization did it.
func answered(r *AuditRow) bool {
	return r.Reason == ReasonOrderCancelled && r.From == string(HoldHeld) && !strings.HasPrefix(r.Actor, "key_") && !strings.HasPrefix(r.Actor, "mem_")
}

// subjectKind is the prefix of an id without its underscore: "ord", "wle", …
func subjectKind(id string) string {
	kind, _, _ := strings.Cut(id, "_")
	return kind
}

// MessageFor returns the message that a transition calls for; ok is false when
// it calls for none. verify uses it to check that each change has its message.
func MessageFor(r *AuditRow) (kind MessageKind, ok bool) {
	for _, t := range messageFor[r.Reason] {
		if t.from == r.From && t.to == r.To && t.subject == subjectKind(r.Subject) && !toldByEntry(r) && !answered(r) && !imported(r) {
			return t.kind, true
		}
	}
	return "", false
}
