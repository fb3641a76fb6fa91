package inventory

import "slices"

// Bounds of what an organizer may set, beside those of state.go.
const (
	DefaultClaimWindow = 6 * Hour
	MinClaimWindow     = Second
	MaxClaimWindow     = 90 * Day
	MaxWaveInterval    = 30 * Day
	MaxClassHeadStart  = 365 * Day
	minutesPerDay      = 24 * 60

	DefaultFirstHoldTime = 5 * Minute
	DefaultHoldTime      = 15 * Minute
	DefaultSeatHoldTime  = 2 * Minute
	MinHoldTime          = 10 * Second
	MaxHoldTime          = 30 * Day // bank transfers take their time
	MaxInstructions      = 2000     // characters
	DefaultTransfers     = 1
	MaxTransfers         = 10
)

// PartyPolicy says what happens when the party at the head does not fit.
type PartyPolicy string

const (
	// Strict lets units gather until the head fits; nobody passes.
	Strict PartyPolicy = "strict"
	// BoundedSkip lets the next party that fits pass, each entry at most
	// MaxPasses times.
	BoundedSkip PartyPolicy = "bounded_skip"
)

// Promotion says what the head of the waitlist is given.
type Promotion string

const (
	PromoteOffer   Promotion = "offer"   // a hold with a claim window
	PromoteConfirm Promotion = "confirm" // the place, at once
)

// PositionDisplay says how a person's place is shown to that person.
type PositionDisplay string

const (
	PositionExact  PositionDisplay = "exact"
	PositionBand   PositionDisplay = "band"
	PositionHidden PositionDisplay = "hidden"
)

// LogAudience says who can read the public log of an event.
type LogAudience string

const (
	// LogPeople: each person gets proofs of what is their own, and everybody the signed
	// heads. The default.
	LogPeople LogAudience = "people"
	LogPublic LogAudience = "public" // everybody can read every entry, under pseudonyms
	LogOff    LogAudience = "off"    // there is no log
)

// Visibility says who finds an event.
type Visibility string

const (
	VisiblePublic Visibility = "public" // the default
	// Unlisted: whoever has the address of the event or its series, and nobody else. No
	// list, search, feed or search engine has it.
	Unlisted Visibility = "unlisted"
	// ByInvitation: whoever has an Invitation, and nobody else. To everybody else there is no
	// such event. It is sold without a waiting room.
	ByInvitation Visibility = "invite"
)

// GuestNames says whether who brings guests names them.
type GuestNames string

const (
	GuestNamesRequired GuestNames = "required" // the default
	GuestNamesOptional GuestNames = "optional"
	GuestNamesNone     GuestNames = "none" // nobody is asked, and no name is taken
)

// Settings are the organizer's rules for an event. They are stored as JSON, by the
// names of their tags: a setting may be added, and is zero in rows that were written
// before.
type Settings struct {
	MaxGuests int64 `json:"max_guests"` // guests beside the person who registers, 0..MaxGuestsAllowed
	// GuestNames says whether the guests are named; empty: GuestNamesRequired. See GuestsNamed.
	GuestNames GuestNames `json:"guest_names,omitempty"`
	// LimitPerPerson bounds the units one person holds, has ordered or waits
	// for, together; 0 means no bound beside MaxGuests+1 for a registration.
	LimitPerPerson int64 `json:"limit_per_person"`
	// NoSingleSeats refuses named seats that would leave one seat alone without need.
	NoSingleSeats      bool             `json:"no_single_seats"`
	RegistrationCutoff Instant          `json:"registration_cutoff"` // no new registrations, entries, offers or claims from then on; zero: EndsAt
	CancellationCutoff Instant          `json:"cancellation_cutoff"` // a person cannot cancel alone from then on; zero: EndsAt
	Waitlist           WaitlistSettings `json:"waitlist"`
	Orders             OrderSettings    `json:"orders"`
	DoorsOpen          Instant          `json:"doors_open"` // nobody is let in before; zero: the door is always open
	// MaxTransfers is how often a ticket may go to somebody else: 0 means
	// DefaultTransfers, a negative number never. See TransferLimit.
	MaxTransfers int64 `json:"max_transfers"`
	// RequireConfirmedAddress refuses who takes part alone and has not proven that mail
	// to the address given reaches them. Staff vouch for whom they bring.
	RequireConfirmedAddress bool `json:"require_confirmed_address"`
	// UnconfirmedPerNetwork bounds the places, taken and waited for, of those in one network
	// who have not proven their address: 0 means DefaultUnconfirmedPerNetwork, a
	// negative number no bound. Beyond it they are asked to.
	UnconfirmedPerNetwork int64 `json:"unconfirmed_per_network"`
	// Onsale is the waiting room before the sale.
	Onsale Onsale `json:"onsale,omitzero"`
	// Log says who can read the event's public log; empty: LogPeople. See LogAudience.
	Log LogAudience `json:"log,omitempty"`
	// Visibility says who finds the event; empty: VisiblePublic. See VisibleTo.
	Visibility Visibility `json:"visibility,omitempty"`
	// Approval: whoever takes part alone applies, and the organizer approves each. It goes
	// with tickets without seats, with a waitlist, and without a waiting room.
	Approval bool `json:"approval,omitempty"`
	// Demand says how many are expected at once; empty: DemandNormal. See DemandExpected.
	Demand Demand `json:"demand,omitempty"`
}

// OrderSettings are the organizer's rules for orders.
type OrderSettings struct {
	Currency string `json:"currency"` // ISO 4217, of every price of the event; empty while all is free
	// HoldTime is how long an order waits for its payment, SeatHoldTime how long
	// one that names seats does, and FirstHoldTime how long both do until the payment
	// begins; it never makes either longer. None is zero in a State.
	FirstHoldTime Micros `json:"first_hold_time"`
	HoldTime      Micros `json:"hold_time"`
	SeatHoldTime  Micros `json:"seat_hold_time"`
	// SelfRefund lets a buyer cancel a confirmed order, for the money, until
	// CancellationCutoff.
	SelfRefund bool `json:"self_refund"`
	// NoExchange: tickets cannot be given back to the waitlist for their money.
	NoExchange bool `json:"no_exchange"`
	// Instructions say how to pay by bank transfer or in cash: plain text. Where
	// there are any, the buyer of an order that is to be paid is told them.
	Instructions string `json:"instructions,omitempty"`
	// BankTransfer: orders can be paid to the organization's bank account, of which buyers
	// are told with their order.
	BankTransfer bool `json:"bank_transfer,omitempty"`
	// UnpaidPerNetwork bounds the units of unpaid orders of those in one network who have
	// not proven their address, UnpaidPerPerson those of one person: 0 means the
	// default, a negative number no bound. Staff are not bounded.
	UnpaidPerNetwork int64 `json:"unpaid_per_network"`
	UnpaidPerPerson  int64 `json:"unpaid_per_person"`
	// LimitPerCard bounds the tickets that are bought with one payment card, or one account at
	// a provider, and stand; 0: no bound. What would be more is given back.
	LimitPerCard int64 `json:"limit_per_card,omitempty"`
}

// PaidByHand reports whether buyers are told with their order how to pay without a page to
// pay on: by bank transfer or in cash.
func (o *OrderSettings) PaidByHand() bool { return o.Instructions != "" || o.BankTransfer }

// WaitlistSettings are the organizer's rules for the waitlist.
type WaitlistSettings struct {
	Disabled bool  `json:"disabled"` // nobody can join
	Limit    int64 `json:"limit"`    // entries waiting or offered at once; 0: no limit
	// Promotion, PartyPolicy and PositionDisplay are never empty in a State.
	Promotion       Promotion       `json:"promotion"`
	PartyPolicy     PartyPolicy     `json:"party_policy"`
	PositionDisplay PositionDisplay `json:"position_display"`
	ClaimWindow     Micros          `json:"claim_window"` // how long an offer stands; default 6 h
	WaveSize        int64           `json:"wave_size"`    // offers per wave; 0: no waves
	WaveInterval    Micros          `json:"wave_interval"`
	// QuietFrom and QuietTo are minutes after local midnight in the event's
	// zone, 0..1439; equal means no quiet hours. From may be later than To:
	// 1320..480 is ten in the evening to eight in the morning.
	QuietFrom int `json:"quiet_from"`
	QuietTo   int `json:"quiet_to"`
	// TimeCritical offers start their window inside quiet hours too.
	TimeCritical bool `json:"time_critical"`
	// ClassHeadStart is what one step of priority class is worth: an entry of
	// class c counts as if it had joined c × ClassHeadStart earlier. So classes
	// age, nobody starves, and the order of the waitlist never has to be redone.
	ClassHeadStart Micros `json:"class_head_start"`
}

// Setting describes a setting that is a number or a switch and stands for itself. It has
// one name: in the API, in the text tables, and, but for its group, in the database. A row
// here is all that bounds it, applies what a request says of it and generates it.
type Setting struct {
	Name string
	// Most is the bound of a number, which is never negative. 0: it is a switch.
	Most int64
	at   func(*Settings) any // *int64 or *bool
}

var simpleSettings = [...]Setting{
	{"max_guests", MaxGuestsAllowed, func(s *Settings) any { return &s.MaxGuests }},
	{"limit_per_person", MaxCapacity, func(s *Settings) any { return &s.LimitPerPerson }},
	{"no_single_seats", 0, func(s *Settings) any { return &s.NoSingleSeats }},
	{"require_confirmed_address", 0, func(s *Settings) any { return &s.RequireConfirmedAddress }},
	{"waitlist.limit", MaxCapacity, func(s *Settings) any { return &s.Waitlist.Limit }},
	{"waitlist.time_critical", 0, func(s *Settings) any { return &s.Waitlist.TimeCritical }},
	{"orders.self_refund", 0, func(s *Settings) any { return &s.Orders.SelfRefund }},
	{"orders.bank_transfer", 0, func(s *Settings) any { return &s.Orders.BankTransfer }},
}

// SimpleSettings returns the descriptions of all settings that stand for themselves.
func SimpleSettings() []Setting { return simpleSettings[:] }

// SetNumber sets a setting; false: no number has that name.
func (s *Settings) SetNumber(name string, n int64) bool { return setTo(s, name, n) }

// SetSwitch turns a setting on or off; false: no switch has that name.
func (s *Settings) SetSwitch(name string, on bool) bool { return setTo(s, name, on) }

func setTo[T int64 | bool](s *Settings, name string, value T) bool {
	for i := range simpleSettings {
		if at, ok := simpleSettings[i].at(s).(*T); ok && simpleSettings[i].Name == name {
			*at = value
			return true
		}
	}
	return false
}

// wrongNumber names the first of the described numbers that is out of range.
func (s *Settings) wrongNumber() string {
	for i := range simpleSettings {
		d := &simpleSettings[i]
		if n, ok := d.at(s).(*int64); ok && (*n < 0 || *n > d.Most) {
			return d.Name
		}
	}
	return ""
}

// TransferLimit is how often a ticket may go to somebody else.
func (s *Settings) TransferLimit() int64 {
	if s.MaxTransfers == 0 {
		return DefaultTransfers
	}
	return max(0, s.MaxTransfers)
}

// GuestsNamed is whether who brings guests names them.
func (s *Settings) GuestsNamed() GuestNames {
	if s.GuestNames == "" {
		return GuestNamesRequired
	}
	return s.GuestNames
}

// LogAudience is who can read the event's public log.
func (s *Settings) LogAudience() LogAudience {
	if s.Log == "" {
		return LogPeople
	}
	return s.Log
}

// VisibleTo is who finds the event.
func (s *Settings) VisibleTo() Visibility {
	if s.Visibility == "" {
		return VisiblePublic
	}
	return s.Visibility
}

// Listed reports whether lists, searches and feeds have the event once it is published.
func (s *Settings) Listed() bool { return s.VisibleTo() == VisiblePublic }

// WithDefaults returns the settings with what was left out filled in.
func (s Settings) WithDefaults() Settings {
	w := &s.Waitlist
	if w.Promotion == "" {
		w.Promotion = PromoteOffer
		if s.Approval { // who asked to come, and was told yes, need not be asked again
			w.Promotion = PromoteConfirm
		}
	}
	if w.PartyPolicy == "" {
		w.PartyPolicy = BoundedSkip
	}
	if w.PositionDisplay == "" {
		w.PositionDisplay = PositionExact
	}
	if w.ClaimWindow == 0 {
		w.ClaimWindow = DefaultClaimWindow
	}
	if s.Orders.FirstHoldTime == 0 {
		s.Orders.FirstHoldTime = DefaultFirstHoldTime
	}
	if s.Orders.HoldTime == 0 {
		s.Orders.HoldTime = DefaultHoldTime
	}
	if s.Orders.SeatHoldTime == 0 {
		s.Orders.SeatHoldTime = DefaultSeatHoldTime
	}
	return s
}

// checkEvent checks what an organizer may set. Fields are named as in the API.
func checkEvent(starts, ends Instant, zone bool, s *Settings) Outcome {
	field := ""
	switch {
	case starts <= 0:
		field = "starts_at"
	case ends <= starts:
		field = "ends_at"
	case !zone:
		field = "timezone"
	case s.wrongNumber() != "":
		field = s.wrongNumber()
	case s.GuestsNamed() != GuestNamesRequired && s.GuestNames != GuestNamesOptional && s.GuestNames != GuestNamesNone:
		field = "guest_names"
	case s.RegistrationCutoff < 0 || s.RegistrationCutoff > ends:
		field = "registration_cutoff"
	case s.CancellationCutoff < 0 || s.CancellationCutoff > ends:
		field = "cancellation_cutoff"
	case s.DoorsOpen < 0 || s.DoorsOpen > ends:
		field = "doors_open_at"
	case s.UnconfirmedPerNetwork > MaxCapacity:
		field = "unconfirmed_per_network"
	case s.MaxTransfers > MaxTransfers:
		field = "max_transfers"
	case s.Log != "" && s.Log != LogPeople && s.Log != LogPublic && s.Log != LogOff:
		field = "log"
	case s.Visibility != "" && s.Visibility != VisiblePublic && s.Visibility != Unlisted && s.Visibility != ByInvitation,
		s.Visibility == ByInvitation && (s.Onsale.Mode != OnsaleOpen || s.Demand == DemandExtreme):
		field = "visibility"
	case s.Approval && (s.Waitlist.Disabled || s.Onsale.Mode != OnsaleOpen || s.Demand == DemandExtreme):
		field = "approval"
	case s.DemandExpected() != DemandNormal && s.Demand != DemandHigh && s.Demand != DemandExtreme:
		field = "demand"
	default:
		if field = s.Waitlist.wrong(); field == "" {
			field = s.Orders.wrong()
		}
		if field == "" {
			field = s.Onsale.wrong(ends)
		}
	}
	if field != "" {
		return Outcome{Code: InvalidSettings, Field: field}
	}
	return Outcome{}
}

// wrong names the first setting that is out of range, "" when none is.
func (w *WaitlistSettings) wrong() string {
	switch {
	case w.Promotion != PromoteOffer && w.Promotion != PromoteConfirm:
		return "waitlist.promotion"
	case w.PartyPolicy != Strict && w.PartyPolicy != BoundedSkip:
		return "waitlist.party_policy"
	case w.PositionDisplay != PositionExact && w.PositionDisplay != PositionBand && w.PositionDisplay != PositionHidden:
		return "waitlist.position_display"
	case w.ClaimWindow < MinClaimWindow || w.ClaimWindow > MaxClaimWindow:
		return "waitlist.claim_window_seconds"
	case w.WaveSize < 0 || w.WaveSize > MaxCapacity:
		return "waitlist.wave_size"
	case w.WaveInterval < 0 || w.WaveInterval > MaxWaveInterval || (w.WaveSize > 0 && w.WaveInterval == 0):
		return "waitlist.wave_interval_seconds"
	case w.QuietFrom < 0 || w.QuietFrom >= minutesPerDay:
		return "waitlist.quiet_hours.from"
	case w.QuietTo < 0 || w.QuietTo >= minutesPerDay:
		return "waitlist.quiet_hours.to"
	case w.ClassHeadStart < 0 || w.ClassHeadStart > MaxClassHeadStart:
		return "waitlist.priority_head_start_seconds"
	}
	return ""
}

// wrong names the first setting that is out of range, "" when none is.
func (o *OrderSettings) wrong() string {
	switch {
	case o.Currency != "" && !IsCurrency(o.Currency):
		return "currency"
	case o.FirstHoldTime < MinHoldTime || o.FirstHoldTime > MaxHoldTime:
		return "orders.first_hold_seconds"
	case o.HoldTime < MinHoldTime || o.HoldTime > MaxHoldTime:
		return "orders.hold_seconds"
	case o.SeatHoldTime < MinHoldTime || o.SeatHoldTime > MaxHoldTime:
		return "orders.seat_hold_seconds"
	case o.UnpaidPerNetwork > MaxCapacity:
		return "orders.unpaid_per_network"
	case o.UnpaidPerPerson > MaxCapacity:
		return "orders.unpaid_per_person"
	case o.LimitPerCard < 0 || o.LimitPerCard > MaxCapacity:
		return "orders.limit_per_card"
	case len([]rune(o.Instructions)) > MaxInstructions:
		return "orders.payment_instructions"
	}
	return ""
}

// checkInventory checks the pools and tiers of a new event.
func checkInventory(pools []Pool, tiers []Tier, currency string) Outcome {
	wrong := func(field string) Outcome { return Outcome{Code: InvalidSettings, Field: field} }
	if len(pools) == 0 || len(pools) > MaxPools {
		return wrong("pools")
	}
	if len(tiers) > MaxTiers || !slices.ContainsFunc(tiers, func(t Tier) bool { return t.Admits() }) {
		return wrong("tiers")
	}
	known := make(map[string]bool, len(pools))
	for _, p := range pools {
		if p.ID == "" || known[p.ID] {
			return wrong("pools")
		}
		if p.Capacity < 0 || p.Capacity > MaxCapacity {
			return Outcome{Code: CapacityOutOfRange, Field: "capacity"}
		}
		known[p.ID] = true
	}
	seen := make(map[string]bool, len(tiers))
	for _, t := range tiers {
		if t.ID == "" || seen[t.ID] || (len(t.Pools) == 0) != t.Fee() {
			return wrong("tiers")
		}
		seen[t.ID] = true
		drawn := make(map[string]bool, len(t.Pools))
		for _, p := range t.Pools {
			if !known[p] || drawn[p] {
				return wrong("tiers")
			}
			drawn[p] = true
		}
		if field := t.wrongKind(func(id string) *Tier { return tierOfID(tiers, id) }); field != "" {
			return wrong(field)
		}
		if slices.ContainsFunc(tiers, func(other Tier) bool { return other.Admits() != t.Admits() && sharePool(&other, &t) }) {
			return wrong("pools")
		}
		if o := t.checkSale(currency); o.Code != OK {
			return o
		}
	}
	return Outcome{}
}
