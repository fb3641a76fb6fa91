package inventory

import (
	"sort"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// RuleVersion names the fairness rules that this code follows. It is stored
// with each offer and each audit row, so that an old decision is judged by the
// rules of its day.
const RuleVersion = 1

// Instant is a moment: microseconds since 1970-01-01 00:00 UTC. Zero means
// "none" wherever a moment may be absent.
type Instant int64

// At turns a time.Time into an Instant, cut off to the microsecond.
func At(t time.Time) Instant { return Instant(t.UnixMicro()) }

// Time is the moment in UTC.
func (i Instant) Time() time.Time { return time.UnixMicro(int64(i)).UTC() }

// Micros is a length of time in microseconds.
type Micros int64

// Second and its multiples as Micros.
const (
	Second Micros = 1_000_000
	Minute        = 60 * Second
	Hour          = 60 * Minute
	Day           = 24 * Hour
)

// Limits of one decision and of what an organizer may set.
const (
	MaxCapacity      = 10_000_000 // units in a pool
	MaxGuestsAllowed = 50         // guests beside the person who registers
	MaxClass         = 7          // priority classes run from 0 (everybody) to 7
	MaxTiers         = 50
	MaxPools         = 100

	// MaxPromotions bounds the offers of one batch. What is left stays reserved
	// for the waitlist and goes out in the next batch, which is due at once.
	MaxPromotions = 500
	// MaxSweep bounds the holds, and the entries, that one batch closes when an
	// event is cancelled or its registration has closed.
	MaxSweep = 500
	// PassReach is how many waiting parties one smaller party may pass in one
	// go. Each pass is an audit row, so without a bound one offer far behind large
	// parties would write as many rows as the waitlist is long.
	PassReach = 32
	// MaxPasses is how often one entry may be passed under bounded_skip; then
	// units gather for it.
	MaxPasses = 3

	MaxOrderLines = 20  // lines of one order
	MaxOrderUnits = 100 // units in one order
)

// EventStatus is where an event stands.
type EventStatus string

const (
	Draft     EventStatus = "draft"
	Published EventStatus = "published"
	Cancelled EventStatus = "cancelled"
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

// Event is the part of an event that decisions read or change.
type Event struct {
	ID       string
	OrgID    string
	Status   EventStatus
	StartsAt Instant
	EndsAt   Instant
	// Zone is the event's IANA zone, already loaded: quiet hours are in it.
	Zone     *time.Location
	Settings Settings

	// Version counts committed batches that changed something. It fences a
	// writer whose cached State is stale.
	Version int64
	// Seq is the ledger seq: the number of the event's last audit row.
	Seq int64
	// JoinNo is the number that the last entry to be placed was given. It has no
	// gaps: 1, 2, 3, …
	JoinNo int64
	// Clock is the latest time any batch has seen. A batch whose now is
	// earlier (a stepped clock, a second server) uses Clock instead, so time
	// never runs backwards within an event.
	Clock Instant
	// DueAt is the earliest moment at which something must happen without a
	// command: an expiry, the next wave, a cutoff, the rest of a sweep. It may
	// be early, never late. Zero: nothing is due.
	DueAt Instant
	// WaveStartedAt and WaveUsed say when the current wave of offers began and
	// how many went out in it. Only used when Settings.Waitlist.WaveSize > 0.
	WaveStartedAt Instant
	WaveUsed      int64
	// SweptAt is when the waitlist was closed and swept empty after a cutoff or
	// a cancellation; zero while that has not happened.
	SweptAt Instant
}

// Settings are the organizer's rules for an event. They are stored as JSON, by the
// names of their tags: a setting may be added, and is zero in rows that were written
// before.
type Settings struct {
	MaxGuests int64 `json:"max_guests"` // guests beside the person who registers, 0..MaxGuestsAllowed
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
}

// OrderSettings are the organizer's rules for orders.
type OrderSettings struct {
	Currency string `json:"currency"` // ISO 4217, of every price of the event; empty while all is free
	// HoldTime is how long an order waits for its payment, SeatHoldTime how long
	// one that names seats does. Neither is zero in a State.
	HoldTime     Micros `json:"hold_time"`
	SeatHoldTime Micros `json:"seat_hold_time"`
	// SelfRefund lets a buyer cancel a confirmed order, for the money, until
	// CancellationCutoff.
	SelfRefund bool `json:"self_refund"`
	// NoExchange: tickets cannot be given back to the waitlist for their money.
	NoExchange bool `json:"no_exchange"`
	// Instructions say how to pay by bank transfer or in cash: plain text. Where
	// there are any, the buyer of an order that is to be paid is told them.
	Instructions string `json:"instructions,omitempty"`
	// UnpaidPerNetwork bounds the units of unpaid orders of those in one network who have
	// not proven their address, UnpaidPerPerson those of one person: 0 means the
	// default, a negative number no bound. Staff are not bounded.
	UnpaidPerNetwork int64 `json:"unpaid_per_network"`
	UnpaidPerPerson  int64 `json:"unpaid_per_person"`
}

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

// Pool is a bounded number of units.
type Pool struct {
	ID, Name                           string
	Capacity, Held, Confirmed, Blocked int64
}

// Free is Capacity − Held − Confirmed − Blocked. It is negative when an
// organizer has shrunk the pool below what is taken (an overcommit).
func (p *Pool) Free() int64 { return p.Capacity - p.Held - p.Confirmed - p.Blocked }

// Available is the number of units that could be taken: Free, or 0.
func (p *Pool) Available() int64 { return max(0, p.Free()) }

// Overcommit is by how much the pool is taken beyond its capacity.
func (p *Pool) Overcommit() int64 { return max(0, -p.Free()) }

// Tier is what a person picks. One unit of it takes one unit of each of its pools.
type Tier struct {
	ID, Name string
	Pools    []string // ids, at least one
	Price    Price    // of one unit; zero: free
	// SaleStarts and SaleEnds bound when the public may order, register or join;
	// zero: no bound. Who joined the waitlist in time keeps the place.
	SaleStarts, SaleEnds Instant
	MaxPerOrder          int64 // units of this tier in one order; 0: MaxOrderUnits
	// Hidden tiers are for staff and for who has an access code.
	Hidden bool
}

// Paid reports whether a unit of the tier costs something.
func (t *Tier) Paid() bool { return t.Price.Amount > 0 }

// Lane is the part of a tier's waitlist that has one priority class. Within a lane
// the order is that of JoinNo; lanes merge by Placement.Before.
type Lane struct {
	Tier     string
	Class    int
	Waiting  int64 // entries in state waiting
	LastRank int64 // rank of the last entry that was placed; ranks never go back within a lane
}

// LaneKey names a lane within an event.
type LaneKey struct {
	Tier  string
	Class int
}

// State is what is known of one event between batches. It is small (no hold, no
// entry, no person) and can be cached as long as Event.Version is current.
// Decide changes it in place: after a failed commit it must be thrown away.
type State struct {
	Event Event
	Pools map[string]*Pool
	Tiers map[string]*Tier
	Lanes map[LaneKey]*Lane
	// LiveOffers is the number of entries in state offered.
	LiveOffers int64
	// Seats is where the seats stand, nil in an event without; SeatLine are the
	// waiting entries that have a wish, in the order of the waitlist. Both follow from
	// the rows of holds and entries.
	Seats        *seatmap.Map
	SeatWaitlist []*SeatWait
	// Exchanges are those that have not ended, in the order in which they opened;
	// nil when there are none.
	Exchanges []*Exchange
}

// Waiting is the number of entries in state waiting, over all lanes.
func (s *State) Waiting() int64 {
	var n int64
	for _, l := range s.Lanes {
		n += l.Waiting
	}
	return n
}

// LaneKeys returns the keys of all lanes in a fixed order.
func (s *State) LaneKeys() []LaneKey {
	keys := make([]LaneKey, 0, len(s.Lanes))
	for k := range s.Lanes {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if keys[i].Tier != keys[j].Tier {
			return keys[i].Tier < keys[j].Tier
		}
		return keys[i].Class < keys[j].Class
	})
	return keys
}
