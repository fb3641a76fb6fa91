package inventory

import "slices"

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
	ReasonDrawValueEntered   Reason = "draw_value_entered"     // event: s→s; the first of two members entered the value of a ceremony
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
	ReasonCardLimit       Reason = "card_limit"       // order: held→held|released→released; its card has bought as much as one may, to be given back
	ReasonPaymentAsked    Reason = "payment_asked"    // order: held→held; its buyer is told how to pay by bank transfer or in cash
	ReasonPaymentBegun    Reason = "payment_begun"    // order: held→held; its buyer goes on to pay, and has the whole time for it
	ReasonOrderTaxed      Reason = "order_taxed"      // order: held→held; it is taxed otherwise because of its buyer, and costs something else
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
	ReasonInvitationMade     Reason = "invitation_made"     // invitation: ""|declined|ended|invited→invited; there is no address: the organizer hands its link over
	ReasonInvitationClaimed  Reason = "invitation_claimed"  // invitation: invited→invited; somebody has confirmed an address with that link
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
	ReasonReseated       Reason = "reseated"        // order: confirmed→confirmed; Related is the ticket, the seat that it had and the one that it has since (see SeatMove)
	ReasonTicketVoided   Reason = "ticket_voided"   // order: confirmed→confirmed; Related is a ticket that somebody else holds, and whose unit goes next
)

// step is one legal transition.
type step struct {
	from, to string
	reason   Reason
}

// The legal transitions of everything that has a state. What is not here cannot
// happen; verify checks the ledger against it, and the tests check Decide.
var (
	legalHolds = map[step]bool{
		{"", "confirmed", ReasonRegistered}:                true,
		{"", "confirmed", ReasonPromoted}:                  true,
		{"", "held", ReasonOffered}:                        true,
		{"", "held", ReasonBlocked}:                        true,
		{"held", "confirmed", ReasonAccepted}:              true,
		{"held", "released", ReasonDeclined}:               true,
		{"held", "released", ReasonOfferExpired}:           true,
		{"held", "released", ReasonLeft}:                   true,
		{"held", "released", ReasonRemovedByStaff}:         true,
		{"held", "released", ReasonEventCancelled}:         true,
		{"held", "released", ReasonUnblocked}:              true,
		{"held", "held", ReasonSeatsUnblocked}:             true,
		{"", "held", ReasonHeldBack}:                       true,
		{"held", "released", ReasonUnitsReleased}:          true,
		{"held", "released", ReasonReleaseWithdrawn}:       true,
		{"confirmed", "released", ReasonCancelledByPerson}: true,
		{"confirmed", "released", ReasonCancelledByStaff}:  true,
		{"confirmed", "released", ReasonEventCancelled}:    true,

		{"", "held", ReasonOrdered}:                      true,
		{"", "confirmed", ReasonOrderedFree}:             true,
		{"held", "held", ReasonAccepted}:                 true, // a paid offer; its order goes on
		{"held", "held", ReasonPaymentBegun}:             true,
		{"held", "held", ReasonOrderTaxed}:               true,
		{"held", "held", ReasonProlonged}:                true,
		{"held", "held", ReasonPaymentAsked}:             true,
		{"held", "held", ReasonPaymentMismatch}:          true,
		{"held", "confirmed", ReasonPaid}:                true,
		{"held", "released", ReasonOrderExpired}:         true,
		{"held", "released", ReasonOrderCancelled}:       true,
		{"confirmed", "confirmed", ReasonItemsCancelled}: true,
		{"confirmed", "confirmed", ReasonItemsRefunded}:  true,
		{"confirmed", "confirmed", ReasonPaymentAgain}:   true,
		{"held", "held", ReasonCardLimit}:                true,
		{"released", "released", ReasonCardLimit}:        true,
		{"confirmed", "released", ReasonOrderCancelled}:  true,
		{"confirmed", "released", ReasonOrderRefunded}:   true,
		{"released", "released", ReasonPaymentLate}:      true,
		{"released", "confirmed", ReasonPaidLate}:        true,
		{"confirmed", "confirmed", ReasonItemsExchanged}: true,
		{"confirmed", "released", ReasonOrderExchanged}:  true,
		{"held", "released", ReasonExchangeUsed}:         true,
		{"confirmed", "confirmed", ReasonGuestCancelled}: true,
		{"confirmed", "confirmed", ReasonTicketReissued}: true,
		{"confirmed", "confirmed", ReasonReseated}:       true,
		{"confirmed", "confirmed", ReasonTicketVoided}:   true,
	}
	legalEntries = map[step]bool{
		{"", "waiting", ReasonJoined}:                     true,
		{"", "applied", ReasonApplied}:                    true,
		{"applied", "waiting", ReasonApproved}:            true,
		{"applied", "left", ReasonLeft}:                   true,
		{"applied", "removed", ReasonRemovedByStaff}:      true, // of an erased person
		{"applied", "closed", ReasonRegistrationClosed}:   true,
		{"applied", "closed", ReasonEventCancelled}:       true,
		{"applied", "rejected", ReasonDeclinedNoPlaces}:   true,
		{"applied", "rejected", ReasonDeclinedAudience}:   true,
		{"applied", "rejected", ReasonDeclinedIncomplete}: true,
		{"applied", "rejected", ReasonDeclinedDuplicate}:  true,
		{"applied", "rejected", ReasonDeclinedRules}:      true,
		{"waiting", "waiting", ReasonPassedPartySize}:     true,
		{"waiting", "offered", ReasonOffered}:             true,
		{"waiting", "accepted", ReasonPromoted}:           true,
		{"waiting", "left", ReasonLeft}:                   true,
		{"waiting", "removed", ReasonRemovedByStaff}:      true,
		{"waiting", "closed", ReasonRegistrationClosed}:   true,
		{"waiting", "closed", ReasonEventCancelled}:       true,
		{"waiting", "closed", ReasonPartyTooLarge}:        true,
		{"offered", "accepted", ReasonAccepted}:           true,
		{"offered", "declined", ReasonDeclined}:           true,
		{"offered", "expired", ReasonOfferExpired}:        true,
		{"offered", "left", ReasonLeft}:                   true,
		{"offered", "removed", ReasonRemovedByStaff}:      true,
		{"offered", "closed", ReasonEventCancelled}:       true,
	}
	// An offer's opening and end are told by the rows of its entry and hold;
	// only what happens in between has rows of its own.
	legalOffers = map[step]bool{
		{"open", "open", ReasonOfferExtended}: true,
	}
	legalEvents = map[step]bool{
		{"", "draft", ReasonCreated}:                       true,
		{"draft", "published", ReasonPublished}:            true,
		{"draft", "draft", ReasonSettingsChanged}:          true,
		{"published", "published", ReasonSettingsChanged}:  true,
		{"draft", "cancelled", ReasonEventCancelled}:       true,
		{"published", "cancelled", ReasonEventCancelled}:   true,
		{"published", "postponed", ReasonPostponed}:        true,
		{"postponed", "postponed", ReasonSettingsChanged}:  true,
		{"postponed", "published", ReasonRescheduled}:      true,
		{"postponed", "cancelled", ReasonEventCancelled}:   true,
		{"postponed", "postponed", ReasonClockMended}:      true,
		{"draft", "draft", ReasonDrawOpened}:               true,
		{"draft", "draft", ReasonDrawSealed}:               true,
		{"draft", "draft", ReasonDrawValueEntered}:         true,
		{"draft", "draft", ReasonDrawDrawn}:                true,
		{"draft", "draft", ReasonDrawServed}:               true,
		{"draft", "draft", ReasonDrawPlaced}:               true,
		{"draft", "draft", ReasonDrawClosed}:               true,
		{"published", "published", ReasonDrawOpened}:       true,
		{"published", "published", ReasonDrawSealed}:       true,
		{"published", "published", ReasonDrawValueEntered}: true,
		{"published", "published", ReasonDrawDrawn}:        true,
		{"published", "published", ReasonDrawServed}:       true,
		{"published", "published", ReasonDrawPlaced}:       true,
		{"published", "published", ReasonDrawClosed}:       true,
		{"cancelled", "cancelled", ReasonDrawClosed}:       true,
		{"draft", "draft", ReasonClockMended}:              true,
		{"published", "published", ReasonClockMended}:      true,
		{"cancelled", "cancelled", ReasonClockMended}:      true,
	}
	legalCodes = map[step]bool{
		{"", "active", ReasonCreated}:               true,
		{"", "disabled", ReasonCreated}:             true,
		{"active", "active", ReasonCodeChanged}:     true,
		{"active", "disabled", ReasonCodeChanged}:   true,
		{"disabled", "active", ReasonCodeChanged}:   true,
		{"disabled", "disabled", ReasonCodeChanged}: true,
	}
	legalTransfers = map[step]bool{
		{"", "offered", ReasonTransferOffered}:            true,
		{"offered", "accepted", ReasonTransferAccepted}:   true,
		{"accepted", "accepted", ReasonTicketReceived}:    true,
		{"offered", "declined", ReasonTransferDeclined}:   true,
		{"offered", "cancelled", ReasonTransferCancelled}: true,
	}
	legalExchanges = map[step]bool{
		{"", "open", ReasonExchangeOpened}:             true,
		{"open", "matched", ReasonExchangeMatched}:     true,
		{"matched", "open", ReasonExchangeUnmatched}:   true,
		{"matched", "exchanged", ReasonExchanged}:      true,
		{"open", "withdrawn", ReasonExchangeWithdrawn}: true,
		{"open", "closed", ReasonExchangeClosed}:       true,
		{"matched", "closed", ReasonExchangeClosed}:    true,
		{"open", "closed", ReasonExchangeVoid}:         true,
		{"matched", "closed", ReasonExchangeVoid}:      true,
		{"open", "closed", ReasonExchangeUsed}:         true,
		{"matched", "closed", ReasonExchangeUsed}:      true,
	}
	legalInvitations = map[step]bool{
		{"", "invited", ReasonInvited}:                    true,
		{"declined", "invited", ReasonInvited}:            true,
		{"ended", "invited", ReasonInvited}:               true,
		{"invited", "invited", ReasonInvitationSent}:      true,
		{"", "invited", ReasonInvitationMade}:             true,
		{"declined", "invited", ReasonInvitationMade}:     true,
		{"ended", "invited", ReasonInvitationMade}:        true,
		{"invited", "invited", ReasonInvitationMade}:      true,
		{"invited", "invited", ReasonInvitationClaimed}:   true,
		{"invited", "invited", ReasonInvitationChanged}:   true,
		{"invited", "declined", ReasonInvitationDeclined}: true,
		{"invited", "ended", ReasonInvitationEnded}:       true,
		{"declined", "ended", ReasonInvitationEnded}:      true,
	}
	legalPools = map[Reason]bool{
		ReasonCreated: true, ReasonCapacityRaised: true, ReasonCapacityLowered: true, ReasonOvercommitted: true,
	}
)

// LegalHold reports whether a hold may go from one state to another for a reason.
func LegalHold(from, to HoldState, r Reason) bool {
	return legalHolds[step{string(from), string(to), r}]
}

// LegalEntry reports whether an entry may go from one state to another for a reason.
func LegalEntry(from, to EntryState, r Reason) bool {
	return legalEntries[step{string(from), string(to), r}]
}

// LegalOffer reports whether an offer may have a row of its own with these states.
func LegalOffer(from, to OfferState, r Reason) bool {
	return legalOffers[step{string(from), string(to), r}]
}

// LegalEvent reports whether an event may go from one state to another for a reason.
func LegalEvent(from, to EventStatus, r Reason) bool {
	return legalEvents[step{string(from), string(to), r}]
}

// OfferEnds says how an offer ended when its entry left the state offered for to.
func OfferEnds(to EntryState) OfferState {
	switch to {
	case EntryAccepted:
		return OfferAccepted
	case EntryDeclined:
		return OfferDeclined
	case EntryExpired:
		return OfferExpired
	default:
		return OfferRevoked
	}
}

// Legal reports whether a row is a legal transition of its subject, whose kind is
// told by the id's prefix.
func (r *AuditRow) Legal() bool {
	switch subjectKind(r.Subject) {
	case "ord", "blk":
		return LegalHold(HoldState(r.From), HoldState(r.To), r.Reason)
	case "wle":
		return LegalEntry(EntryState(r.From), EntryState(r.To), r.Reason)
	case "off":
		return LegalOffer(OfferState(r.From), OfferState(r.To), r.Reason)
	case "evt":
		return LegalEvent(EventStatus(r.From), EventStatus(r.To), r.Reason)
	case "per":
		return r.From == "known" && (r.To == "erased" && r.Reason == ReasonPersonErased || r.To == "known" && (r.Reason == ReasonProfileChanged || r.Reason == ReasonAskedAgain))
	case "tir":
		return r.Reason == ReasonTierChanged && (r.From == "" || isPriceText(r.From)) && isPriceText(r.To)
	case "cod":
		return legalCodes[step{r.From, r.To, r.Reason}]
	case "trf":
		return legalTransfers[step{r.From, r.To, r.Reason}]
	case "inv":
		return legalInvitations[step{r.From, r.To, r.Reason}]
	case "exc":
		return legalExchanges[step{r.From, r.To, r.Reason}]
	case "stm":
		return r.Reason == ReasonStatementPublished && (r.From == "" || isHash(r.From)) && isHash(r.To)
	case "pol":
		return legalPools[r.Reason] && r.To != "" && r.From != r.To && (r.From == "") == (r.Reason == ReasonCreated)
	}
	return false
}

// blockReasons are the reasons that rows of blocks have, and those of no other holds.
var blockReasons = []Reason{ReasonBlocked, ReasonUnblocked, ReasonSeatsUnblocked, ReasonHeldBack, ReasonUnitsReleased, ReasonReleaseWithdrawn}

// ReasonsBySubject returns the reasons that audit rows can have, in the order of
// their definition, by the kind of their subject: the prefix of its ids without the
// underscore. What is told to people is checked against it.
func ReasonsBySubject() map[string][]Reason {
	legal := map[string][]Reason{
		"per": {ReasonPersonErased, ReasonProfileChanged, ReasonAskedAgain},
		"tir": {ReasonTierChanged},
		"blk": {ReasonEventCancelled}, // of a release
		"stm": {ReasonStatementPublished},
	}
	for r := range legalPools {
		legal["pol"] = append(legal["pol"], r)
	}
	for kind, steps := range map[string]map[step]bool{
		"ord": legalHolds, "wle": legalEntries, "off": legalOffers, "evt": legalEvents, "cod": legalCodes, "trf": legalTransfers, "exc": legalExchanges, "inv": legalInvitations,
	} {
		for s := range steps {
			of := kind
			if kind == "ord" && slices.Contains(blockReasons, s.reason) {
				of = "blk"
			}
			if !slices.Contains(legal[of], s.reason) {
				legal[of] = append(legal[of], s.reason)
			}
		}
	}
	order := AllReasons()
	for _, reasons := range legal {
		slices.SortFunc(reasons, func(a, b Reason) int { return slices.Index(order, a) - slices.Index(order, b) })
	}
	return legal
}

// AllReasons returns every reason, in the order of their definition.
func AllReasons() []Reason {
	return []Reason{
		ReasonRegistered, ReasonJoined, ReasonOffered, ReasonPromoted, ReasonAccepted, ReasonDeclined,
		ReasonOfferExpired, ReasonOfferExtended, ReasonCancelledByPerson, ReasonCancelledByStaff, ReasonLeft,
		ReasonRemovedByStaff, ReasonRegistrationClosed, ReasonEventCancelled, ReasonPartyTooLarge,
		ReasonPassedPartySize, ReasonBlocked, ReasonUnblocked, ReasonSeatsUnblocked, ReasonHeldBack, ReasonUnitsReleased, ReasonReleaseWithdrawn, ReasonStatementPublished, ReasonCreated, ReasonPublished,
		ReasonSettingsChanged, ReasonPostponed, ReasonRescheduled, ReasonDrawOpened, ReasonDrawSealed, ReasonDrawValueEntered, ReasonDrawDrawn, ReasonDrawServed, ReasonDrawPlaced, ReasonDrawClosed, ReasonClockMended, ReasonCapacityRaised, ReasonCapacityLowered, ReasonOvercommitted, ReasonPersonErased, ReasonProfileChanged, ReasonAskedAgain,
		ReasonOrdered, ReasonOrderedFree, ReasonPaid, ReasonPaidLate, ReasonPaymentLate, ReasonPaymentMismatch,
		ReasonPaymentAgain, ReasonCardLimit, ReasonPaymentAsked, ReasonPaymentBegun, ReasonOrderTaxed, ReasonProlonged, ReasonOrderExpired, ReasonOrderCancelled, ReasonOrderRefunded,
		ReasonItemsCancelled, ReasonItemsRefunded, ReasonTierChanged, ReasonCodeChanged,
		ReasonTransferOffered, ReasonTransferAccepted, ReasonTicketReceived, ReasonTransferDeclined, ReasonTransferCancelled,
		ReasonExchangeOpened, ReasonExchangeMatched, ReasonExchangeUnmatched, ReasonExchanged, ReasonExchangeWithdrawn,
		ReasonExchangeClosed, ReasonExchangeVoid, ReasonExchangeUsed, ReasonItemsExchanged, ReasonOrderExchanged,
		ReasonInvited, ReasonInvitationSent, ReasonInvitationMade, ReasonInvitationClaimed, ReasonInvitationChanged, ReasonInvitationDeclined, ReasonInvitationEnded,
		ReasonApplied, ReasonApproved, ReasonDeclinedNoPlaces, ReasonDeclinedAudience, ReasonDeclinedIncomplete, ReasonDeclinedDuplicate, ReasonDeclinedRules,
		ReasonGuestCancelled, ReasonTicketReissued, ReasonReseated, ReasonTicketVoided,
	}
}

// AllCodes returns every code; OK is the first.
func AllCodes() []Code {
	return append(append([]Code{OK}, ineligibleCodes()...),
		SoldOut, AlreadyRegistered, AlreadyWaiting, WaitlistFull, WaitlistDisabled,
		CancellationClosed, GuestsOverLimit, LimitReached, LimitPerCard,
		PartyExceedsCapacity, NotFound, OfferEnded, ExtendTooShort, ExtendPastCutoff, NotEnoughUnits,
		AlreadyPublished, EntryEnded, CapacityOutOfRange, InvalidSettings, StatementNoOpening, StatementStands, SettingsMoved, OnsaleFrozen, DrawNotDue, ClassNotAllowed, AlreadyExists,
		PaymentRequired, OrderedOnly, AddOnWithoutTicket, AddOnNotExchanged, QuantityOutOfRange, LimitPerOrder, SaleNotOpen, SaleOver, PriceOutOfRange, PriceFixed, CurrencyMismatch, CodeUnknown,
		CodeNotValid, CodeUsedUp, CodeNotApplicable, OrderPending, OrderEnded, RefundByStaffOnly, TooManyUnpaid, RefundTooHigh,
		TicketVoid, TicketMoved, TicketsMoved, VersionMoved, TransferOpen, TransferLimit, TransferToSelf, TransferEnded,
		TicketUsed, ExchangeNotBought, ExchangesOff, ExchangeStands, ExchangeTaken, ExchangeEnded,
		SeatTaken, SeatBlocked, SeatLeftAlone, SeatsRequired, NotTogether, SeatsCostMore, SeatOtherTier, TicketUnseated,
		PlacesTaken, InvitationOver, ApprovalRequired, ApplicationsPending,
	)
}

// RetiredCodes are refusals that nobody is given any more. Replies that were
// stored with them can still be asked for.
func RetiredCodes() []Code {
	return []Code{
		"exchange_seat",     // seats could not be given to the waitlist
		"exchange_together", // nor one ticket of a free registration of several
	}
}
