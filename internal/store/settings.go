package store

import (
	"encoding/json"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// settingsJSON is inventory.Settings as it is stored. Its names are part of the
// schema: a field may be added, and is zero in rows that were written before.
type settingsJSON struct {
	MaxGuests          int64        `json:"max_guests"`
	LimitPerPerson     int64        `json:"limit_per_person"`
	KeepPairs          bool         `json:"keep_pairs"`
	RegistrationCutoff int64        `json:"registration_cutoff"`
	CancellationCutoff int64        `json:"cancellation_cutoff"`
	Waitlist           waitlistJSON `json:"waitlist"`
	Orders             ordersJSON   `json:"orders"`
	DoorsOpen          int64        `json:"doors_open"`
	MaxTransfers       int64        `json:"max_transfers"`
	ConfirmedAddress   bool         `json:"confirmed_address"`
}

type ordersJSON struct {
	Currency     string `json:"currency"`
	HoldTime     int64  `json:"hold_time"`
	SeatHoldTime int64  `json:"seat_hold_time"`
	SelfRefund   bool   `json:"self_refund"`
	NoExchange   bool   `json:"no_exchange"`
	Instructions string `json:"instructions,omitempty"`
}

type waitlistJSON struct {
	Disabled        bool   `json:"disabled"`
	Limit           int64  `json:"limit"`
	Promotion       string `json:"promotion"`
	PartyPolicy     string `json:"party_policy"`
	PositionDisplay string `json:"position_display"`
	ClaimWindow     int64  `json:"claim_window"`
	WaveSize        int64  `json:"wave_size"`
	WaveInterval    int64  `json:"wave_interval"`
	QuietFrom       int    `json:"quiet_from"`
	QuietTo         int    `json:"quiet_to"`
	TimeCritical    bool   `json:"time_critical"`
	ClassHeadStart  int64  `json:"class_head_start"`
}

func encodeSettings(s *inventory.Settings) (string, error) {
	w := &s.Waitlist
	b, err := json.Marshal(settingsJSON{
		MaxGuests: s.MaxGuests, LimitPerPerson: s.LimitPerPerson, KeepPairs: s.KeepPairs,
		RegistrationCutoff: int64(s.RegistrationCutoff), CancellationCutoff: int64(s.CancellationCutoff),
		DoorsOpen: int64(s.DoorsOpen), MaxTransfers: s.MaxTransfers, ConfirmedAddress: s.ConfirmedAddress,
		Waitlist: waitlistJSON{
			Disabled: w.Disabled, Limit: w.Limit, Promotion: string(w.Promotion), PartyPolicy: string(w.PartyPolicy),
			PositionDisplay: string(w.PositionDisplay), ClaimWindow: int64(w.ClaimWindow), WaveSize: w.WaveSize,
			WaveInterval: int64(w.WaveInterval), QuietFrom: w.QuietFrom, QuietTo: w.QuietTo,
			TimeCritical: w.TimeCritical, ClassHeadStart: int64(w.ClassHeadStart),
		},
		Orders: ordersJSON{
			Currency: s.Orders.Currency, HoldTime: int64(s.Orders.HoldTime), SeatHoldTime: int64(s.Orders.SeatHoldTime),
			SelfRefund: s.Orders.SelfRefund, NoExchange: s.Orders.NoExchange, Instructions: s.Orders.Instructions,
		},
	})
	return string(b), err
}

func decodeSettings(text string) (inventory.Settings, error) {
	var j settingsJSON
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		return inventory.Settings{}, err
	}
	w := &j.Waitlist
	return inventory.Settings{
		MaxGuests: j.MaxGuests, LimitPerPerson: j.LimitPerPerson, KeepPairs: j.KeepPairs,
		RegistrationCutoff: inventory.Instant(j.RegistrationCutoff), CancellationCutoff: inventory.Instant(j.CancellationCutoff),
		DoorsOpen: inventory.Instant(j.DoorsOpen), MaxTransfers: j.MaxTransfers, ConfirmedAddress: j.ConfirmedAddress,
		Waitlist: inventory.WaitlistSettings{
			Disabled: w.Disabled, Limit: w.Limit, Promotion: inventory.Promotion(w.Promotion),
			PartyPolicy: inventory.PartyPolicy(w.PartyPolicy), PositionDisplay: inventory.PositionDisplay(w.PositionDisplay),
			ClaimWindow: inventory.Micros(w.ClaimWindow), WaveSize: w.WaveSize, WaveInterval: inventory.Micros(w.WaveInterval),
			QuietFrom: w.QuietFrom, QuietTo: w.QuietTo, TimeCritical: w.TimeCritical,
			ClassHeadStart: inventory.Micros(w.ClassHeadStart),
		},
		Orders: inventory.OrderSettings{
			Currency: j.Orders.Currency, HoldTime: inventory.Micros(j.Orders.HoldTime),
			SeatHoldTime: inventory.Micros(j.Orders.SeatHoldTime), SelfRefund: j.Orders.SelfRefund, NoExchange: j.Orders.NoExchange,
			Instructions: j.Orders.Instructions,
		},
	}, nil
}
