package inventory

// HoldKind says what a hold is for.
type HoldKind string

const (
	KindRegistration HoldKind = "registration"
	KindOrder        HoldKind = "order" // has an Order with items
	KindBlock        HoldKind = "block"
)

// HoldState is where a hold stands.
type HoldState string

const (
	HoldNone      HoldState = "" // not taken yet; only in audit rows
	HoldHeld      HoldState = "held"
	HoldConfirmed HoldState = "confirmed"
	HoldReleased  HoldState = "released"
)

// Hold is the one claim on inventory.
type Hold struct {
	ID        string // ord_… for a person's, blk_… for an organizer's block or a release
	Kind      HoldKind
	State     HoldState
	PersonID  string // empty for a block
	Tier      string // empty for an order: its items have tiers
	Units     int64  // that it takes, or that its end released; of an order: items
	EntryID   string // the entry it was taken for, when it began as an offer
	OfferID   string
	Name      string  // typed with it, where the person is known by another; see NameFor
	Guests    string  // JSON array of {"name"}; opaque here, personal data
	ExpiresAt Instant // zero: no deadline; of a block: it is a Release, and happens then
	CreatedAt Instant
	UpdatedAt Instant
	Reason    Reason // of the last transition
	LastSeq   int64  // ledger seq of the last transition: the newest link of its story
	Order     *Order // the money and the items of an order, the items of a block of seats; else nil
	// GivenBack are the units of a registration that were given back while it went on
	// with the others, as numbers: "2,4". Those of an order are its items that are released.
	GivenBack string
	// Entrant is with whose Pass of the waiting room it was taken, as in Who; 0: none was
	// needed.
	Entrant int64
}

// Itemized reports whether the hold has items: orders, and blocks of seats.
func (h *Hold) Itemized() bool {
	return h.Kind == KindOrder || (h.Kind == KindBlock && h.Tier == "")
}

// NameFor returns the name by which a hold or an entry goes: the one that was typed
// with it, or else that of its person.
func NameFor(typed string, p *Person) string {
	if typed != "" {
		return typed
	}
	return p.Profile.Name
}

// Live reports whether the hold takes inventory.
func (h *Hold) Live() bool { return h.State == HoldHeld || h.State == HoldConfirmed }

// EntryState is where a waitlist entry stands.
type EntryState string

const (
	EntryNone     EntryState = "" // not joined yet; only in audit rows
	EntryWaiting  EntryState = "waiting"
	EntryOffered  EntryState = "offered"
	EntryAccepted EntryState = "accepted"
	EntryDeclined EntryState = "declined"
	EntryExpired  EntryState = "expired"
	EntryLeft     EntryState = "left"
	EntryRemoved  EntryState = "removed"
	EntryClosed   EntryState = "closed"
	// EntryApplied waits for the organizer's answer, and stands nowhere on the waitlist yet;
	// EntryRejected is what a no makes of it. See Settings.Approval.
	EntryApplied  EntryState = "applied"
	EntryRejected EntryState = "rejected"
)

// Entry is a place on the waitlist.
type Entry struct {
	ID        string // wle_…
	State     EntryState
	PersonID  string
	Wish      string // SeatWish.Text; empty: units of Tier
	Units     int64
	Placement        // where it stands, or stood when it stopped waiting; see Placed
	Passes    int64  // how often it has been passed
	Name      string // as in the Hold
	Guests    string
	OfferID   string // the latest offer; at most one is open
	JoinedAt  Instant
	// ApprovedAt is when an application was approved; 0: it is none, or was not.
	ApprovedAt Instant
	Entrant    int64 // as in the Hold
	LeftSeq    int64 // ledger seq at which it stopped waiting; 0 while waiting, NeverWaited before
	UpdatedAt  Instant
	Reason     Reason
	LastSeq    int64
}

// NeverWaited is the LeftSeq of an application that was not approved: nobody stood behind it.
const NeverWaited = -1

// Live reports whether the entry still has a chance: waiting or offered, or applied.
func (e *Entry) Live() bool {
	return e.State == EntryWaiting || e.State == EntryOffered || e.State == EntryApplied
}

// Placed reports whether the entry has ever stood on the waitlist. An application that was
// not approved has a tier and a class and no rank, and a number below 0 that is only its own.
func (e *Entry) Placed() bool { return e.JoinNo > 0 }

// Before reports whether e stands before f on the waitlist.
func (e *Entry) Before(f *Entry) bool { return e.Placement.Before(&f.Placement) }

// OfferState is where an offer stands. It ends exactly once.
type OfferState string

const (
	OfferOpen     OfferState = "open"
	OfferAccepted OfferState = "accepted"
	OfferDeclined OfferState = "declined"
	OfferExpired  OfferState = "expired"
	OfferRevoked  OfferState = "revoked" // entry left or removed, event cancelled
)

// Offer is a hold taken for an entry, with a claim window.
type Offer struct {
	ID             string // off_…
	State          OfferState
	EntryID        string
	OrderID        string // the hold
	PersonID       string
	OpenedAt       Instant
	WindowStartsAt Instant // later than OpenedAt when quiet hours delay it
	ExpiresAt      Instant // first moment at which it can no longer be claimed
	EndedAt        Instant
	Extensions     int64
	RuleVersion    int64
	LastSeq        int64 // newest audit row with the offer as subject (extensions); 0: none
}

// Person is somebody who attends or waits, as far as one event knows.
type Person struct {
	ID      string // per_…, the pseudonym that audit rows use
	UserID  string // the caller's own name for the person
	Profile Profile
	// HoldID is the live registration, EntryID the live entry; empty when none.
	// At most one of them is set, except while an offer is open: then both are.
	// Orders, of which a person may have several, are not named here.
	HoldID  string
	EntryID string
	// Units is what the person holds or waits for at the moment, together (an
	// offered entry and its hold count once).
	Units int64
	// Places are those of the person's Invitation while it stands: as many may Units be at
	// most. 0: the person is not invited.
	Places int64
}

// Profile is personal data. The heart carries it and never looks at it.
type Profile struct {
	Email, Name, Locale string
}

// Reason says why a transition happened. The list is closed: there is no "other".
type Reason string

const (
	ReasonRegistered         Reason = "registered"             // hold: ""→confirmed
	ReasonJoined             Reason = "joined"                 // entry: ""→waiting
	ReasonOffered            Reason = "offered"                // entry: waiting→offered, hold: ""→held
	ReasonPromoted           Reason = "promoted"               // promotion=confirm. entry: waiting→accepted, hold: ""→confirmed
	ReasonAccepted           Reason = "accepted"               // entry: offered→accepted, hold: held→confirmed
	ReasonDeclined           Reason = "declined"               // entry: offered→declined, hold: held→released
	ReasonOfferExpired       Reason = "offer_expired"          // entry: offered→expired, hold: held→released
	ReasonOfferExtended      Reason = "offer_extended"         // offer: open→open
	ReasonCancelledByPerson  Reason = "cancelled_by_person"    // hold: confirmed→released
	ReasonCancelledByStaff   Reason = "cancelled_by_staff"     // hold: confirmed→released
	ReasonLeft               Reason = "left"                   // entry: waiting|offered→left, hold: held→released
	ReasonRemovedByStaff     Reason = "removed_by_staff"       // entry: waiting|offered→removed, hold: held→released
	ReasonRegistrationClosed Reason = "registration_closed"    // entry: waiting→closed
	ReasonEventCancelled     Reason = "event_cancelled"        // everything live → released | closed; event →cancelled
	ReasonPartyTooLarge      Reason = "party_too_large"        // entry: waiting→closed, after a pool shrank below the party, or a price rose above what an order may cost
	ReasonPassedPartySize    Reason = "passed_party_size"      // entry: waiting→waiting; Related is the entry that passed
	ReasonBlocked            Reason = "blocked"                // block: ""→held
	ReasonUnblocked          Reason = "unblocked"              // block: held→released
	ReasonSeatsUnblocked     Reason = "seats_unblocked"        // block: held→held; Related lists the items
	ReasonHeldBack           Reason = "held_back"              // release: ""→held, until its time
	ReasonUnitsReleased      Reason = "units_released"         // release: held→released, at its time
	ReasonReleaseWithdrawn   Reason = "release_withdrawn"      // release: held→released, taken out of the plan
	ReasonStatementPublished Reason = "statement_published"    // statement: hash of the version before→hash; Units are the public places
	ReasonCreated            Reason = "created"                // event: ""→draft; pool: ""→capacity
	ReasonPublished          Reason = "published"              // event: draft→published
	ReasonSettingsChanged    Reason = "settings_changed"       // event: s→s
	ReasonPostponed          Reason = "postponed"              // event: published→postponed
	ReasonRescheduled        Reason = "rescheduled"            // event: postponed→published, with other times
	ReasonDrawOpened         Reason = "draw_opened"            // event: s→s; people may join, and the terms stand
	ReasonDrawSealed         Reason = "draw_sealed"            // event: s→s; who takes part is fixed, as the settings say that it commits to
	ReasonDrawDrawn          Reason = "draw_drawn"             // event: s→s; the beacon is known, and with it the order
	ReasonDrawServed         Reason = "draw_served"            // event: s→s; the first may be called
	ReasonDrawPlaced         Reason = "draw_placed"            // event: s→s; whoever takes part in the ballot is on the waitlist
	ReasonDrawClosed         Reason = "draw_closed"            // event: s→s; the waiting room is over
	ReasonClockMended        Reason = "clock_mended"           // event: s→s; its clock stood ahead and was set back, so this row is earlier than the one before
	ReasonCapacityRaised     Reason = "capacity_raised"        // pool: n→m
	ReasonCapacityLowered    Reason = "capacity_lowered"       // pool: n→m
	ReasonOvercommitted      Reason = "capacity_overcommitted" // pool: n→m with m below what is taken
	ReasonPersonErased       Reason = "person_erased"          // person: known→erased
	ReasonProfileChanged     Reason = "profile_changed"        // person: known→known; Related lists the fields
	ReasonAskedAgain         Reason = "asked_again"            // person: known→known; a stranger asked for what the person has, and was told about Related, which does not exist

	ReasonOrdered         Reason = "ordered"          // order: ""→held
	ReasonOrderedFree     Reason = "ordered_free"     // order with nothing to pay: ""→confirmed
	ReasonPaid            Reason = "paid"             // order: held→confirmed; Related is the payment, as in all that follow
	ReasonPaidLate        Reason = "paid_late"        // order: released→confirmed, its units were taken again
	ReasonPaymentLate     Reason = "payment_late"     // order: released→released; the payment is to be given back
	ReasonPaymentMismatch Reason = "payment_mismatch" // order: held→held; wrong amount or currency, to be given back
	ReasonPaymentAgain    Reason = "payment_again"    // order: confirmed→confirmed; paid already, to be given back
	ReasonPaymentAsked    Reason = "payment_asked"    // order: held→held; its buyer is told how to pay by bank transfer or in cash
	ReasonPaymentBegun    Reason = "payment_begun"    // order: held→held; its buyer goes on to pay, and has the whole time for it
	ReasonProlonged       Reason = "prolonged"        // order: held→held; a payment is under way
	ReasonOrderExpired    Reason = "order_expired"    // order: held→released
	ReasonOrderCancelled  Reason = "order_cancelled"  // order: held|confirmed→released, nothing to give back
	ReasonOrderRefunded   Reason = "order_refunded"   // order: confirmed→released, money to give back
	ReasonItemsCancelled  Reason = "items_cancelled"  // order: confirmed→confirmed; Related lists the items
	ReasonItemsRefunded   Reason = "items_refunded"   // order: confirmed→confirmed; the same, with money to give back
	ReasonTierChanged     Reason = "tier_changed"     // tier: price→price, ""→price
	ReasonCodeChanged     Reason = "code_changed"     // code: active|disabled→active|disabled

	ReasonTransferOffered   Reason = "transfer_offered"   // transfer: ""→offered; Related is the ticket, as in all that follow
	ReasonTransferAccepted  Reason = "transfer_accepted"  // transfer: offered→accepted; the ticket has a new holder and a new token
	ReasonTicketReceived    Reason = "ticket_received"    // transfer: accepted→accepted; its new holder is told, with the ticket
	ReasonTransferDeclined  Reason = "transfer_declined"  // transfer: offered→declined
	ReasonTransferCancelled Reason = "transfer_cancelled" // transfer: offered→cancelled

	ReasonExchangeOpened    Reason = "exchange_opened"    // exchange: ""→open; Related is the ticket
	ReasonExchangeMatched   Reason = "exchange_matched"   // exchange: open→matched; Related is the order whose next item stands on it, the last by the last
	ReasonExchangeUnmatched Reason = "exchange_unmatched" // exchange: matched→open; that order ended
	ReasonExchanged         Reason = "exchanged"          // exchange: matched→exchanged; that order has the unit, and its holder's money is due back
	ReasonExchangeWithdrawn Reason = "exchange_withdrawn" // exchange: open→withdrawn
	ReasonExchangeClosed    Reason = "exchange_closed"    // exchange: open|matched→closed; nobody took it before registration closed
	ReasonExchangeVoid      Reason = "exchange_void"      // exchange: open|matched→closed; the unit was given back otherwise
	ReasonExchangeUsed      Reason = "exchange_used"      // exchange: open|matched→closed; somebody came in with the ticket. order: held→released; so its unit is not available
	ReasonItemsExchanged    Reason = "items_exchanged"    // order: confirmed→confirmed; Related lists the item
	ReasonOrderExchanged    Reason = "order_exchanged"    // order: confirmed→released; its last item

	ReasonInvited            Reason = "invited"             // invitation: ""|declined|ended→invited; Related is the person, and Units the places, as in all that follow
	ReasonInvitationSent     Reason = "invitation_sent"     // invitation: invited→invited; it is mailed again
	ReasonInvitationChanged  Reason = "invitation_changed"  // invitation: invited→invited; it has other places
	ReasonInvitationDeclined Reason = "invitation_declined" // invitation: invited→declined
	ReasonInvitationEnded    Reason = "invitation_ended"    // invitation: invited|declined→ended

	ReasonApplied            Reason = "applied"             // entry: ""→applied
	ReasonApproved           Reason = "approved"            // entry: applied→waiting
	ReasonDeclinedNoPlaces   Reason = "declined_no_places"  // entry: applied→rejected; there are fewer places than people who applied, as in all that follow
	ReasonDeclinedAudience   Reason = "declined_audience"   // the event is for others
	ReasonDeclinedIncomplete Reason = "declined_incomplete" // it does not say what the organizer asked for
	ReasonDeclinedDuplicate  Reason = "declined_duplicate"  // the same people have applied otherwise
	ReasonDeclinedRules      Reason = "declined_rules"      // by the rules of the event or the place

	ReasonGuestCancelled Reason = "guest_cancelled" // registration: confirmed→confirmed; Related is the ticket of a unit that is given back, the others stay
	ReasonTicketReissued Reason = "ticket_reissued" // order: confirmed→confirmed; Related is the ticket, which has a new token
	ReasonTicketVoided   Reason = "ticket_voided"   // order: confirmed→confirmed; Related is a ticket that somebody else holds, and whose unit goes next
)

// AuditRow is one transition. The caller chains and stores it.
type AuditRow struct {
	Seq     int64
	At      Instant
	Actor   string // "system", "public", or the id of a key, member or person
	Subject string // id of the event, pool, hold, entry, offer or person
	From    string
	To      string
	Reason  Reason
	Rule    int64
	Related string // the other thing concerned: the offer, the entry that passed, the hold
	Units   int64  // of the hold or the party concerned, or by how many a pool changed; 0 when none
	PrevSeq int64  // seq of the subject's previous row, 0 for its first: stories are linked lists
	// Commitment is a hash of what decides and no other field says: see
	// TermsCommitment, CodeCommitment and HoldCommitment. Empty in most rows.
	Commitment string
}

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
