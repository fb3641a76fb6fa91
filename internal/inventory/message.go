package inventory

import "strings"

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

	ReasonGuestCancelled:    {{"ord", "confirmed", "confirmed", MsgGuestCancelled}},
	ReasonTicketReissued:    {{"ord", "confirmed", "confirmed", MsgTicketReissued}},
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
	ReasonInvitationSent: {{"inv", "invited", "invited", MsgInvitation}},

	ReasonExchanged: {{"exc", "matched", "exchanged", MsgExchanged}},
	ReasonExchangeClosed: {
		{"exc", "open", "closed", MsgExchangeClosed},
		{"exc", "matched", "closed", MsgExchangeClosed},
	},
}

// AboutTicket reports whether a message of a kind is about a ticket of the order whose
// row it tells of, and goes to the holder of that.
func AboutTicket(kind MessageKind) bool { return kind == MsgTicketReissued || kind == MsgTicketVoided }

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
