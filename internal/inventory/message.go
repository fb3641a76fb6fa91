package inventory

import "strings"

type messageKey struct {
	subject  string
	from, to string
	reason   Reason
}

// messageFor says which transitions a person is told of. A person who acts
// alone and in person (declines, leaves) is answered at once and needs no mail.
var messageFor = map[messageKey]MessageKind{
	{"ord", "", "confirmed", ReasonRegistered}:                MsgConfirmed,
	{"ord", "held", "confirmed", ReasonAccepted}:              MsgConfirmed,
	{"ord", "", "confirmed", ReasonPromoted}:                  MsgConfirmed,
	{"ord", "confirmed", "released", ReasonCancelledByPerson}: MsgCancelled,
	{"ord", "confirmed", "released", ReasonCancelledByStaff}:  MsgCancelled,
	{"ord", "confirmed", "released", ReasonEventCancelled}:    MsgEventCancelled,
	{"wle", "", "waiting", ReasonJoined}:                      MsgWaitlisted,
	{"wle", "waiting", "offered", ReasonOffered}:              MsgOffer,
	{"wle", "offered", "expired", ReasonOfferExpired}:         MsgOfferExpired,
	{"wle", "waiting", "removed", ReasonRemovedByStaff}:       MsgEntryRemoved,
	{"wle", "offered", "removed", ReasonRemovedByStaff}:       MsgEntryRemoved,
	{"wle", "waiting", "closed", ReasonRegistrationClosed}:    MsgWaitlistClosed,
	{"wle", "waiting", "closed", ReasonPartyTooLarge}:         MsgWaitlistClosed,
	{"wle", "waiting", "closed", ReasonEventCancelled}:        MsgEventCancelled,
	{"wle", "offered", "closed", ReasonEventCancelled}:        MsgEventCancelled,
	{"off", "open", "open", ReasonOfferExtended}:              MsgOfferExtended,
}

// subjectKind is the prefix of an id without its underscore: "ord", "wle", …
func subjectKind(id string) string {
	kind, _, _ := strings.Cut(id, "_")
	return kind
}
