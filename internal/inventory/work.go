package inventory

// Work is what was loaded of one event for one batch. Decide changes it in place.
type Work struct {
	// People by UserID, Holds, Entries and Offers by id: everything that the
	// commands name and that these lead to, as far as it exists.
	People  map[string]*Person
	Holds   map[string]*Hold
	Entries map[string]*Entry
	Offers  map[string]*Offer
	// Codes has the promo and access codes by id, CodesByText the same by what
	// people type.
	Codes, CodesByText map[string]*PriceCode
	// Transfers by id and Tickets by id: those that the commands name or lead to.
	Transfers map[string]*Transfer
	Tickets   map[string]*Ticket
	// Exchanges by id: those that the commands name and that have ended.
	// Admitted are the tickets that the commands or ExchangesWanted named with which
	// somebody came in.
	Exchanges map[string]*Exchange
	Admitted  map[string]bool
	// Passes of the waiting room by Who.Entrant: those that the commands show, and those with
	// which the held holds that they lead to were taken. An entrant without one has none here,
	// or an empty one, which is never good.
	Passes map[int64]*Pass
	// Invitations by id: those that the commands name, or of all people here.
	Invitations map[string]*Invitation
	// Origins by key, as far as they have anything.
	Origins map[string]*OriginCount
	// Statements are all versions of the statement, oldest first, where a command needs them.
	Statements []*Statement
	// PeopleByID has the same persons as People, by Person.ID.
	PeopleByID map[string]*Person

	// Due are the ids of held holds with ExpiresAt <= now, earliest first, at
	// most MaxSweep of them; DueMore says that there are more. They, their
	// entries, offers and persons are in the maps too. Loaded only when
	// State.Event.DueAt <= now.
	Due     []string
	DueMore bool
	// NextExpiry is the earliest ExpiresAt of a held hold that is later than
	// now, zero when there is none. Loaded together with Due.
	NextExpiry Instant

	// Lookahead are the first waiting entries of each lane, in order, as many as
	// LookaheadWanted asked for, with their persons in the maps. A lane is loaded
	// whole when len == Lane.Waiting.
	// Entries that join during the batch are added by Decide.
	Lookahead map[LaneKey][]*Entry

	// SweepHolds and SweepEntries are ids of live holds (confirmed or held, no
	// blocks) and live entries, at most MaxSweep each, loaded only while
	// SweepWanted says so; the rows themselves and what they lead to are in the maps.
	SweepHolds   []string
	SweepEntries []string
}

// NewWork returns an empty Work.
func NewWork() *Work {
	return &Work{
		People: map[string]*Person{}, PeopleByID: map[string]*Person{},
		Holds: map[string]*Hold{}, Entries: map[string]*Entry{}, Offers: map[string]*Offer{},
		Codes: map[string]*PriceCode{}, CodesByText: map[string]*PriceCode{},
		Transfers: map[string]*Transfer{}, Tickets: map[string]*Ticket{},
		Exchanges: map[string]*Exchange{}, Admitted: map[string]bool{}, Origins: map[string]*OriginCount{}, Passes: map[int64]*Pass{},
		Invitations: map[string]*Invitation{},
		Lookahead:   map[LaneKey][]*Entry{},
	}
}

// Sweep says which rows a batch must load to close down an event.
type Sweep struct {
	Holds   bool // live holds: the event is cancelled
	Entries bool // waiting entries (cutoff) or live entries (cancelled)
}

// Batch is what Decide is asked.
type Batch struct {
	Now      Instant
	Commands []Command
	// DeriveID makes the id of a thing that Decide brings into being at a
	// ledger seq: prefix "off_" or "ord_". It must be a pure function.
	DeriveID func(prefix string, seq int64) string
}

// Result is what Decide answers: one outcome per command, in order, and
// everything that must be written for them to be true.
type Result struct {
	Outcomes []Outcome
	Changes  Changes
}

// Changes is the difference that a batch makes. Each row appears once, in its
// final state; New says that it must be inserted.
type Changes struct {
	Pools    []*Pool // changed; of a new event: all
	NewPools []*Pool // that an event got after it was made
	Lanes    []*Lane // changed or new: write as upsert
	People   []PersonChange
	Holds    []HoldChange
	Entries  []EntryChange
	// PastPlacements are where entries stood that were moved: all new, in the order
	// of the moves. The entries are in Entries too, where they stand now.
	PastPlacements []PastPlacement
	Offers         []OfferChange
	Tiers          []TierChange
	Codes          []CodeChange
	Refunds        []Refund     // all new
	Statements     []*Statement // all new
	// Tickets that changed hands: what was said about the people who come in with them is to
	// be deleted.
	Tickets   []TicketChange
	Transfers []TransferChange
	Exchanges []ExchangeChange
	// Invitations are those that were sent, changed or ended.
	Invitations []InvitationChange
	Origins     []Originated // all new
	Passes      []*Pass      // of which somebody is done
	AskedAgain  []AskedAgain // who is to be mailed what they have
	// Places are the changes to the number of waiting entries along the waitlist,
	// from which a place is read without walking the waitlist.
	Places   []PlaceChange
	Reseated []Reseated   // all that were moved
	Seats    []SeatChange // where seats stand now, in the order of the changes
	Audit    []AuditRow   // in ledger order, seq without gaps
	Messages []Message
	// Created is set by Create: pools and tiers are to be inserted.
	Created bool
	// SettingsChanged is set when times, zone or settings differ.
	SettingsChanged bool
	// EventChanged is set when any field of State.Event differs (always when
	// there are audit rows; alone when only DueAt moved).
	EventChanged bool
}

// Empty reports whether there is nothing to write.
func (c *Changes) Empty() bool { return !c.EventChanged && len(c.Audit) == 0 }

// PersonChange, HoldChange, EntryChange and OfferChange are a row and whether it is new.
type (
	PersonChange struct {
		*Person
		New bool
		// ProfileChanged: the profile of an existing person is another now, as an audit row says.
		ProfileChanged bool
		// Erased: UserID is now "erased:" + ID and the Profile empty; the
		// guests of all the person's holds and entries, ended ones too, are to
		// be blanked, and mail kept in the local mailbox deleted. ErasedEmail is
		// the address that the person had.
		Erased      bool
		ErasedEmail string
	}
	HoldChange struct {
		*Hold
		New bool
		// Repriced: the order was stored with another price, which its person has chosen since.
		Repriced bool
		// Added is how many of the order's items, the last of them, are not stored yet.
		Added int
	}
	EntryChange struct {
		*Entry
		New bool
		// Approved: it was stored as an application, and stands on the waitlist since this batch.
		Approved bool
	}
	OfferChange struct {
		*Offer
		New bool
	}
	TierChange struct {
		*Tier
		New bool
	}
	CodeChange struct {
		*PriceCode
		New bool
	}
	TicketChange struct {
		*Ticket
		New   bool
		Moved bool // it has another holder
	}
	TransferChange struct {
		*Transfer
		New bool
	}
	ExchangeChange struct {
		*Exchange
		New bool
	}
	InvitationChange struct {
		*Invitation
		New bool
	}
)

// PlaceChange says that an entry began (+1) or stopped (-1) waiting.
type PlaceChange struct {
	Lane   LaneKey
	JoinNo int64
	Delta  int64
}

// Code says how a command ended. OK, or the one reason why it was refused. Those for people who
// may not take part at all stand beside their rules, in eligibility.go.
type Code string

const (
	OK Code = "" // done, or (Accept, Cancel, Leave, Decline again) was done before

	SoldOut              Code = "sold_out"               // no units for the public, and the caller did not want to wait
	AlreadyRegistered    Code = "already_registered"     // the person has a live registration
	AlreadyWaiting       Code = "already_waiting"        // the person has a live entry
	WaitlistFull         Code = "waitlist_full"          // the waitlist limit is reached
	WaitlistDisabled     Code = "waitlist_disabled"      // the event has no waitlist
	CancellationClosed   Code = "cancellation_closed"    // past the cancellation cutoff, and not staff
	GuestsOverLimit      Code = "guests_over_limit"      // more guests than MaxGuests
	LimitReached         Code = "limit_per_person"       // LimitPerPerson
	LimitPerCard         Code = "limit_per_card"         // Reserve, Register, Join: more than OrderSettings.LimitPerCard, which no card could pay
	PartyExceedsCapacity Code = "party_exceeds_capacity" // no pool of the tier could ever hold the party
	NotFound             Code = "not_found"              // no such hold, entry, offer, pool, tier or person in this event
	OfferEnded           Code = "offer_ended"            // declined, expired, revoked; Outcome.OfferState says which
	ExtendTooShort       Code = "extension_too_short"    // would not move the end of the window later
	ExtendPastCutoff     Code = "extension_past_cutoff"  // the window would outlive the registration cutoff
	NotEnoughUnits       Code = "not_enough_units"       // Block: fewer available
	AlreadyPublished     Code = "already_published"      //
	EntryEnded           Code = "entry_ended"            // Leave: accepted, declined, expired, removed or closed before
	CapacityOutOfRange   Code = "capacity_out_of_range"  // below 0 or above MaxCapacity
	InvalidSettings      Code = "invalid_settings"       // Outcome.Field names which
	DrawNotDue           Code = "draw_not_due"           // AdvanceDraw: it is not time for this step, or it was made already
	OnsaleFrozen         Code = "onsale_frozen"          // Configure: the waiting room has opened, and its terms stand
	StatementNoOpening   Code = "statement_no_opening"   // PublishStatement: nobody knows when the sale opens, so there is no time before it
	StatementStands      Code = "statement_stands"       // PublishStatement: the sale has opened, or there are as many versions as may be
	SettingsMoved        Code = "settings_moved"         // Configure: the event is no longer what the change was merged with
	ClassNotAllowed      Code = "class_not_allowed"      // a class above 0, and not staff
	AlreadyExists        Code = "already_exists"         // Create, Block: the id is taken

	OrderedOnly        Code = "ordered_only"           // Register: add-ons and goods are ordered; Join: add-ons are
	PaymentRequired    Code = "payment_required"       // Register for a tier that costs something: it must be ordered
	QuantityOutOfRange Code = "quantity_out_of_range"  // below 1, or above MaxOrderUnits in all
	LimitPerOrder      Code = "limit_per_order"        // more of a tier than Tier.MaxPerOrder
	SaleNotOpen        Code = "sale_not_open"          // before Tier.SaleStarts
	SaleOver           Code = "sale_over"              // from Tier.SaleEnds on
	PriceOutOfRange    Code = "price_out_of_range"     // nothing was chosen where buyers choose, or less or more than may be
	PriceFixed         Code = "price_fixed"            // a price was chosen where there is nothing to choose
	CurrencyMismatch   Code = "currency_mismatch"      // the caller counts in another currency than the event
	CodeUnknown        Code = "code_unknown"           // no such promo or access code in this event
	CodeNotValid       Code = "code_not_valid"         // disabled, or outside of its window
	CodeUsedUp         Code = "code_used_up"           // live orders have all its uses
	CodeNotApplicable  Code = "code_not_applicable"    // the code is for none of the tiers ordered
	OrderPending       Code = "order_pending"          // CancelItems: not paid yet; cancel the whole order
	OrderEnded         Code = "order_ended"            // cancelled, refunded or expired
	RefundByStaffOnly  Code = "refund_by_staff_only"   // the event gives buyers no money back without staff
	TooManyUnpaid      Code = "too_many_unpaid"        // OrderSettings.UnpaidPerPerson
	RefundTooHigh      Code = "refund_exceeds_payment" // more than was paid and not yet given back

	TicketVoid         Code = "ticket_void"           // its order is not confirmed, or the item was given back
	TicketMoved        Code = "ticket_moved"          // somebody else holds it by now
	AddOnWithoutTicket Code = "add_on_without_ticket" // Reserve: more of an add-on than the tickets it goes with can have
	AddOnNotExchanged  Code = "add_on_not_exchanged"  // ExchangeTicket: an add-on, goods, or a ticket that add-ons go with
	TicketsMoved       Code = "tickets_transferred"   // a person gives back what somebody else holds
	TicketUsed         Code = "ticket_used"           // CancelGuest: somebody came in with it
	VersionMoved       Code = "ticket_version"        // ReissueTicket: another token is the good one
	TransferOpen       Code = "transfer_open"         // the ticket is offered to somebody else already
	TransferLimit      Code = "transfer_limit"        // it went to somebody else as often as it may
	TransferToSelf     Code = "transfer_to_self"      // to its own holder
	TransferEnded      Code = "transfer_ended"        // accepted, declined or cancelled before; Outcome.Status says which

	ExchangeNotBought Code = "exchange_not_bought" // the ticket went to somebody else, who did not pay for it
	ExchangesOff      Code = "exchange_disabled"   // the event has none
	ExchangeStands    Code = "exchange_open"       // OfferTransfer: the ticket is offered to the waitlist
	ExchangeTaken     Code = "exchange_taken"      // WithdrawExchange: somebody is offered a place for it
	ExchangeEnded     Code = "exchange_ended"      // exchanged or closed before; Outcome.Status says which

	SeatTaken     Code = "seat_taken"      // held, sold, reserved for the waitlist, or named twice
	SeatBlocked   Code = "seat_blocked"    // by the organizer
	SeatLeftAlone Code = "seat_left_alone" // NoSingleSeats
	SeatsRequired Code = "seats_required"  // the tier is sold by seats: order or wait for seats
	NotTogether   Code = "not_together"    // seats are open, but not so many side by side
	SeatsCostMore Code = "seats_cost_more" // seats are open, but none so cheap

	SeatOtherTier  Code = "seat_other_tier"     // Reseat: the seat is sold at another price
	TicketUnseated Code = "ticket_without_seat" // Reseat: the ticket is for any place of its tier

	PlacesTaken    Code = "places_taken"     // of an invitation: the person has more than that, or something at all
	InvitationOver Code = "invitation_ended" // it was declined or ended before; Outcome.Status says which

	ApprovalRequired    Code = "approval_required"    // Reserve: the organizer approves each, so people apply by Register or Join
	ApplicationsPending Code = "applications_pending" // Configure, Leave by staff: applications are answered by Approve or DeclineApplications
)

// Outcome is the answer to one command.
type Outcome struct {
	Code Code
	// Field names the setting that is wrong, with InvalidSettings: as in the
	// API, for example "waitlist.claim_window_seconds".
	Field string
	// Status is "confirmed", "waitlisted" or "offered" after Register, Join and
	// Accept; "refund_due" after a Pay that did not end in tickets; a
	// Hold.OrderStatus for other commands on orders; else the new state.
	Status     string
	OrderID    string
	EntryID    string
	OfferID    string
	OfferState OfferState // with OfferEnded
	TransferID string     `json:",omitempty"`
	ExchangeID string     `json:",omitempty"`
	Units      int64
	// Place is the place on the waitlist of a new entry, 1 for the head. Zero when
	// people of other classes wait for the tier: then it is read after the commit.
	Place     int64
	ExpiresAt Instant // of the offer or pending order concerned
	// Of orders: Total is what the whole costs, Refund what this command makes
	// due back, both in minor units of Currency. Left out of stored replies when
	// empty: registrations do not pay for them.
	Total    int64  `json:",omitempty"`
	Refund   int64  `json:",omitempty"`
	Currency string `json:",omitempty"`
	// Seq is the ledger seq of the last audit row that this command wrote; of
	// the event as it stood when it wrote none.
	Seq int64
}
