package inventory

import "slices"

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
		{"held", "held", ReasonProlonged}:                true,
		{"held", "held", ReasonPaymentAsked}:             true,
		{"held", "held", ReasonPaymentMismatch}:          true,
		{"held", "confirmed", ReasonPaid}:                true,
		{"held", "released", ReasonOrderExpired}:         true,
		{"held", "released", ReasonOrderCancelled}:       true,
		{"confirmed", "confirmed", ReasonItemsCancelled}: true,
		{"confirmed", "confirmed", ReasonItemsRefunded}:  true,
		{"confirmed", "confirmed", ReasonPaymentAgain}:   true,
		{"confirmed", "released", ReasonOrderCancelled}:  true,
		{"confirmed", "released", ReasonOrderRefunded}:   true,
		{"released", "released", ReasonPaymentLate}:      true,
		{"released", "confirmed", ReasonPaidLate}:        true,
		{"confirmed", "confirmed", ReasonItemsExchanged}: true,
		{"confirmed", "released", ReasonOrderExchanged}:  true,
		{"held", "released", ReasonExchangeUsed}:         true,
		{"confirmed", "confirmed", ReasonGuestCancelled}: true,
		{"confirmed", "confirmed", ReasonTicketReissued}: true,
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
		{"", "draft", ReasonCreated}:                      true,
		{"draft", "published", ReasonPublished}:           true,
		{"draft", "draft", ReasonSettingsChanged}:         true,
		{"published", "published", ReasonSettingsChanged}: true,
		{"draft", "cancelled", ReasonEventCancelled}:      true,
		{"published", "cancelled", ReasonEventCancelled}:  true,
		{"published", "postponed", ReasonPostponed}:       true,
		{"postponed", "postponed", ReasonSettingsChanged}: true,
		{"postponed", "published", ReasonRescheduled}:     true,
		{"postponed", "cancelled", ReasonEventCancelled}:  true,
		{"postponed", "postponed", ReasonClockMended}:     true,
		{"draft", "draft", ReasonDrawOpened}:              true,
		{"draft", "draft", ReasonDrawSealed}:              true,
		{"draft", "draft", ReasonDrawDrawn}:               true,
		{"draft", "draft", ReasonDrawServed}:              true,
		{"draft", "draft", ReasonDrawPlaced}:              true,
		{"draft", "draft", ReasonDrawClosed}:              true,
		{"published", "published", ReasonDrawOpened}:      true,
		{"published", "published", ReasonDrawSealed}:      true,
		{"published", "published", ReasonDrawDrawn}:       true,
		{"published", "published", ReasonDrawServed}:      true,
		{"published", "published", ReasonDrawPlaced}:      true,
		{"published", "published", ReasonDrawClosed}:      true,
		{"cancelled", "cancelled", ReasonDrawClosed}:      true,
		{"draft", "draft", ReasonClockMended}:             true,
		{"published", "published", ReasonClockMended}:     true,
		{"cancelled", "cancelled", ReasonClockMended}:     true,
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
		ReasonSettingsChanged, ReasonPostponed, ReasonRescheduled, ReasonDrawOpened, ReasonDrawSealed, ReasonDrawDrawn, ReasonDrawServed, ReasonDrawPlaced, ReasonDrawClosed, ReasonClockMended, ReasonCapacityRaised, ReasonCapacityLowered, ReasonOvercommitted, ReasonPersonErased, ReasonProfileChanged, ReasonAskedAgain,
		ReasonOrdered, ReasonOrderedFree, ReasonPaid, ReasonPaidLate, ReasonPaymentLate, ReasonPaymentMismatch,
		ReasonPaymentAgain, ReasonPaymentAsked, ReasonPaymentBegun, ReasonProlonged, ReasonOrderExpired, ReasonOrderCancelled, ReasonOrderRefunded,
		ReasonItemsCancelled, ReasonItemsRefunded, ReasonTierChanged, ReasonCodeChanged,
		ReasonTransferOffered, ReasonTransferAccepted, ReasonTicketReceived, ReasonTransferDeclined, ReasonTransferCancelled,
		ReasonExchangeOpened, ReasonExchangeMatched, ReasonExchangeUnmatched, ReasonExchanged, ReasonExchangeWithdrawn,
		ReasonExchangeClosed, ReasonExchangeVoid, ReasonExchangeUsed, ReasonItemsExchanged, ReasonOrderExchanged,
		ReasonInvited, ReasonInvitationSent, ReasonInvitationChanged, ReasonInvitationDeclined, ReasonInvitationEnded,
		ReasonApplied, ReasonApproved, ReasonDeclinedNoPlaces, ReasonDeclinedAudience, ReasonDeclinedIncomplete, ReasonDeclinedDuplicate, ReasonDeclinedRules,
		ReasonGuestCancelled, ReasonTicketReissued, ReasonTicketVoided,
	}
}

// AllCodes returns every code; OK is the first.
func AllCodes() []Code {
	return append(append([]Code{OK}, ineligibleCodes()...),
		SoldOut, AlreadyRegistered, AlreadyWaiting, WaitlistFull, WaitlistDisabled,
		CancellationClosed, GuestsOverLimit, LimitReached,
		PartyExceedsCapacity, NotFound, OfferEnded, ExtendTooShort, ExtendPastCutoff, NotEnoughUnits,
		AlreadyPublished, EntryEnded, CapacityOutOfRange, InvalidSettings, StatementNoOpening, StatementStands, SettingsMoved, OnsaleFrozen, DrawNotDue, ClassNotAllowed, AlreadyExists,
		PaymentRequired, OrderedOnly, AddOnWithoutTicket, AddOnNotExchanged, QuantityOutOfRange, LimitPerOrder, SaleNotOpen, SaleOver, PriceOutOfRange, PriceFixed, CurrencyMismatch, CodeUnknown,
		CodeNotValid, CodeUsedUp, CodeNotApplicable, OrderPending, OrderEnded, RefundByStaffOnly, TooManyUnpaid, RefundTooHigh,
		TicketVoid, TicketMoved, TicketsMoved, VersionMoved, TransferOpen, TransferLimit, TransferToSelf, TransferEnded,
		TicketUsed, ExchangeNotBought, ExchangesOff, ExchangeStands, ExchangeTaken, ExchangeEnded,
		SeatTaken, SeatBlocked, SeatLeftAlone, SeatsRequired, NotTogether, SeatsCostMore,
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
