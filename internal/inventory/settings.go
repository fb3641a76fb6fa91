package inventory

// Bounds of what an organizer may set, beside those of state.go.
const (
	DefaultClaimWindow = 6 * Hour
	MinClaimWindow     = Second
	MaxClaimWindow     = 90 * Day
	MaxWaveInterval    = 30 * Day
	MaxClassHeadStart  = 365 * Day
	minutesPerDay      = 24 * 60

	DefaultHoldTime     = 15 * Minute
	DefaultSeatHoldTime = 2 * Minute
	MinHoldTime         = 10 * Second
	MaxHoldTime         = 30 * Day // bank transfers take their time
	MaxInstructions     = 2000     // characters
	DefaultTransfers    = 1
	MaxTransfers        = 10
)

// TransferLimit is how often a ticket may go to somebody else.
func (s *Settings) TransferLimit() int64 {
	if s.MaxTransfers == 0 {
		return DefaultTransfers
	}
	return max(0, s.MaxTransfers)
}

// WithDefaults returns the settings with what was left out filled in.
func (s Settings) WithDefaults() Settings {
	w := &s.Waitlist
	if w.Promotion == "" {
		w.Promotion = PromoteOffer
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
	case s.MaxGuests < 0 || s.MaxGuests > MaxGuestsAllowed:
		field = "max_guests"
	case s.LimitPerPerson < 0 || s.LimitPerPerson > MaxCapacity:
		field = "limit_per_person"
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
	default:
		if field = s.Waitlist.wrong(); field == "" {
			field = s.Orders.wrong()
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
	case w.Limit < 0 || w.Limit > MaxCapacity:
		return "waitlist.limit"
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
	case o.HoldTime < MinHoldTime || o.HoldTime > MaxHoldTime:
		return "orders.hold_seconds"
	case o.SeatHoldTime < MinHoldTime || o.SeatHoldTime > MaxHoldTime:
		return "orders.seat_hold_seconds"
	case o.UnpaidPerNetwork > MaxCapacity:
		return "orders.unpaid_per_network"
	case o.UnpaidPerPerson > MaxCapacity:
		return "orders.unpaid_per_person"
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
	if len(tiers) == 0 || len(tiers) > MaxTiers {
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
		if t.ID == "" || seen[t.ID] || len(t.Pools) == 0 {
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
		if o := t.checkSale(currency); o.Code != OK {
			return o
		}
	}
	return Outcome{}
}
