package wire

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// SettingsIn are the settings of an event as far as they are given.
type SettingsIn struct {
	RegistrationCutoff OptionalTime `json:"registration_cutoff,omitzero" doc:"From then on nobody registers, joins or claims. Default, and null: the end of the event."`
	CancellationCutoff OptionalTime `json:"cancellation_cutoff,omitzero" doc:"From then on a person cannot cancel alone. Default, and null: the end of the event."`
	DoorsOpenAt        OptionalTime `json:"doors_open_at,omitzero" doc:"Nobody is let in before. Default, and null: the door is always open."`
	RulesIn
}

// RulesIn are the settings of an event that are no times, as far as they are given.
type RulesIn struct {
	MaxGuests               *int64     `json:"max_guests,omitempty" minimum:"0" maximum:"50" doc:"How many guests one person may bring. Default 0."`
	GuestNames              *string    `json:"guest_names,omitempty" enum:"required,optional,none" doc:"Whether who brings guests names them: each, as they like, or none, then no name is asked for or taken. Who has registered stays as it is. Default required."`
	LimitPerPerson          *int64     `json:"limit_per_person,omitempty" minimum:"0" maximum:"10000000" doc:"How many places one person may hold or wait for, together. Orders then take a confirmed address, unless staff place them. Default 0: no bound beside max_guests."`
	MaxTransfers            *int64     `json:"max_transfers,omitempty" minimum:"0" maximum:"10" doc:"How often a ticket may go to somebody else. Default 1."`
	Waitlist                WaitlistIn `json:"waitlist,omitzero" doc:"The rules of the waitlist."`
	Currency                *string    `json:"currency,omitempty" maxLength:"3" doc:"ISO 4217: of every price of the event. Required when a tier has one. It cannot become another once places are taken." example:"EUR"`
	Orders                  OrdersIn   `json:"orders,omitzero" doc:"The rules of orders."`
	NoSingleSeats           *bool      `json:"no_single_seats,omitempty" doc:"Refuse a choice of seats that leaves one seat alone which could have been avoided. Default false."`
	RequireConfirmedAddress *bool      `json:"require_confirmed_address,omitempty" doc:"Whoever takes part from now on without staff must be signed in with the address that is given; whoever is in or waits stays. Default false: the address is proven by using the links of the messages only."`
	UnconfirmedPerNetwork   *int64     `json:"unconfirmed_per_network,omitempty" minimum:"0" maximum:"10000000" doc:"How many places people in one network may take and wait for, together, who have not confirmed their address; whoever comes then is asked to. A network is an IPv4 address or an IPv6 /64; a /24 or /48 may have four times as many. Default 120; 0: no bound. Staff are not bounded."`
	Log                     *string    `json:"log,omitempty" enum:"people,public,off" doc:"Who can read the event's public log, which proves that nobody rewrote what happened: each person what is their own, everybody all of it under pseudonyms, or nobody, then there is none. Default people."`
	Visibility              *string    `json:"visibility,omitempty" enum:"public,unlisted,invite" doc:"Who finds the event: everybody, in lists, searches and feeds (public); people with its address, and no search engine (unlisted); or invited people, while for everybody else there is no such event (invite). An event by invitation has no waiting room. Default public."`
	Approval                *bool      `json:"approval,omitempty" doc:"Whoever takes part alone applies, and the organizer approves or declines each application; people whom staff register or who are invited are approved already. What costs something is held for whoever is approved until the end of the claim window, and theirs once it is paid. Where there are seats, people apply for a tier, and seats are chosen when the place is offered, as for whoever waits for that tier. Add-ons are taken, and donations given, where an offer is accepted. Goods alone are ordered without approval. It takes no waiting room, and a waitlist, on which the approved are put; promotion of the waitlist of a new event then is confirm, or offer if it has add-ons or asks for a donation, unless it is said. It can be switched on at any time, when people who already wait stay on the waitlist, and off once no application is open. Default false."`
	Demand                  *string    `json:"demand,omitempty" enum:"normal,high,extreme" doc:"How many are expected at once when something opens: the sale of a tier, or the waiting room. high: from 10 minutes before each opening until 30 minutes after it, whoever is not signed in is asked for a proof of work (unless challenge of the on-sale is off), and accounts and networks can try less often. extreme: the same from 30 minutes before until 2 hours after, and tighter; and when the event is published, or becomes extreme later, it gets a waiting room of mode queue if it has none, which opens half an hour before the first sale. Default normal."`
}

// WaitlistIn are the rules of the waitlist, as far as they are given.
type WaitlistIn struct {
	Enabled           *bool       `json:"enabled,omitempty" doc:"Whether people can wait. Default true."`
	Limit             *int64      `json:"limit,omitempty" minimum:"0" maximum:"10000000" doc:"How many entries may wait, for tickets and goods together. Default 0: no limit."`
	Promotion         *string     `json:"promotion,omitempty" enum:"offer,confirm" doc:"What the head of the waitlist is given: an offer with a claim window, or the place at once. Default offer."`
	ClaimWindow       *int64      `json:"claim_window_seconds,omitempty" minimum:"1" maximum:"2592000" doc:"How long an offer stands. Default 21600, 6 hours."`
	PartyPolicy       *string     `json:"party_policy,omitempty" enum:"strict,bounded_skip" doc:"When the party at the head does not fit: let units gather, or let the next that fits pass, each entry at most 3 times. Default bounded_skip."`
	PositionDisplay   *string     `json:"position_display,omitempty" enum:"exact,band,hidden" doc:"How people see their place. Default exact."`
	WaveSize          *int64      `json:"wave_size,omitempty" minimum:"0" maximum:"10000000" doc:"How many offers go out in one wave, of tickets and goods together. Default 0: no waves."`
	WaveInterval      *int64      `json:"wave_interval_seconds,omitempty" minimum:"0" maximum:"2592000" doc:"The time between waves. Default 0; more than 0 when wave_size is set."`
	QuietHours        *QuietHours `json:"quiet_hours,omitempty" doc:"Claim windows do not start inside them. Default: none. The same time twice: none."`
	TimeCritical      *bool       `json:"time_critical,omitempty" doc:"Claim windows start inside quiet hours too. Default false."`
	PriorityHeadStart *int64      `json:"priority_head_start_seconds,omitempty" minimum:"1" maximum:"31536000" doc:"What one step of priority class is worth: an entry of class c counts as if it had joined that much earlier, c times. Default 86400, one day."`
}

// QuietHours are a stretch of every day: of an event in its zone, of a person in theirs.
type QuietHours struct {
	From string `json:"from" minLength:"5" maxLength:"5" doc:"Local time." example:"22:00"`
	To   string `json:"to" minLength:"5" maxLength:"5" doc:"Local time; may be earlier than from, then it is the next morning." example:"08:00"`
}

// SettingsOut are the settings of an event as they stand.
type SettingsOut struct {
	MaxGuests               int64       `json:"max_guests"`
	GuestNames              string      `json:"guest_names" enum:"required,optional,none" doc:"Whether who brings guests names them."`
	LimitPerPerson          int64       `json:"limit_per_person" doc:"0: no bound."`
	RegistrationCutoff      *time.Time  `json:"registration_cutoff" doc:"null: the end of the event."`
	CancellationCutoff      *time.Time  `json:"cancellation_cutoff" doc:"null: the end of the event."`
	DoorsOpenAt             *time.Time  `json:"doors_open_at" doc:"null: the door is always open."`
	MaxTransfers            int64       `json:"max_transfers" doc:"How often a ticket may go to somebody else."`
	Waitlist                WaitlistOut `json:"waitlist"`
	Currency                string      `json:"currency,omitempty" doc:"ISO 4217, of every price; absent while all is free." example:"EUR"`
	Orders                  OrdersOut   `json:"orders"`
	NoSingleSeats           bool        `json:"no_single_seats"`
	RequireConfirmedAddress bool        `json:"require_confirmed_address" doc:"Whoever takes part without staff must be signed in with the address that is given."`
	UnconfirmedPerNetwork   int64       `json:"unconfirmed_per_network" doc:"0: no bound."`
	Log                     string      `json:"log" enum:"people,public,off" doc:"Who can read the event's public log."`
	Approval                bool        `json:"approval" doc:"The organizer approves each who takes part."`
	Visibility              string      `json:"visibility" enum:"public,unlisted,invite" doc:"Who finds the event: everybody, people with its address, or invited people."`
	Demand                  string      `json:"demand" enum:"normal,high,extreme" doc:"How many are expected at once when something opens."`
}

func settingsOf(set *inventory.Settings) SettingsOut {
	return SettingsOut{
		MaxGuests: set.MaxGuests, GuestNames: string(set.GuestsNamed()), LimitPerPerson: set.LimitPerPerson,
		RegistrationCutoff: TimePtr(set.RegistrationCutoff), CancellationCutoff: TimePtr(set.CancellationCutoff), DoorsOpenAt: TimePtr(set.DoorsOpen),
		MaxTransfers: set.TransferLimit(), Waitlist: waitlistOf(&set.Waitlist), Currency: set.Orders.Currency, Orders: ordersOf(&set.Orders),
		NoSingleSeats: set.NoSingleSeats, RequireConfirmedAddress: set.RequireConfirmedAddress, UnconfirmedPerNetwork: set.UnconfirmedBound(),
		Log: string(set.LogAudience()), Visibility: string(set.VisibleTo()), Approval: set.Approval, Demand: string(set.DemandExpected()),
	}
}

// WaitlistOut are the rules of the waitlist.
type WaitlistOut struct {
	Enabled           bool        `json:"enabled"`
	Limit             int64       `json:"limit" doc:"0: no limit."`
	Promotion         string      `json:"promotion" enum:"offer,confirm"`
	ClaimWindow       int64       `json:"claim_window_seconds"`
	PartyPolicy       string      `json:"party_policy" enum:"strict,bounded_skip"`
	PositionDisplay   string      `json:"position_display" enum:"exact,band,hidden"`
	WaveSize          int64       `json:"wave_size" doc:"0: no waves."`
	WaveInterval      int64       `json:"wave_interval_seconds"`
	QuietHours        *QuietHours `json:"quiet_hours" doc:"null: none."`
	TimeCritical      bool        `json:"time_critical"`
	PriorityHeadStart int64       `json:"priority_head_start_seconds"`
}

func waitlistOf(w *inventory.WaitlistSettings) WaitlistOut {
	out := WaitlistOut{
		Enabled: !w.Disabled, Limit: w.Limit, Promotion: string(w.Promotion), ClaimWindow: seconds(w.ClaimWindow),
		PartyPolicy: string(w.PartyPolicy), PositionDisplay: string(w.PositionDisplay), WaveSize: w.WaveSize,
		WaveInterval: seconds(w.WaveInterval), TimeCritical: w.TimeCritical, PriorityHeadStart: seconds(w.ClassHeadStart),
	}
	if w.QuietFrom != w.QuietTo {
		out.QuietHours = &QuietHours{From: clock(w.QuietFrom), To: clock(w.QuietTo)}
	}
	return out
}
