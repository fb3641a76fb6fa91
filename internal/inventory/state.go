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
	MaxCapacity      = 10_000_000 // units in a pool; of one with so many nobody says how many there are (Pool.Unbounded)
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
	// Postponed: it takes place at a time that is not known yet. Tickets stay good, and
	// nothing new is sold, offered or promised until Configure gives it another date.
	Postponed EventStatus = "postponed"
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
	// DrawDueAt is from when on the draw of the waiting room can come a step further; 0:
	// it cannot, or there is none.
	DrawDueAt Instant
	// SweptAt is when the waitlist was closed and swept empty after a cutoff or
	// a cancellation; zero while that has not happened.
	SweptAt Instant
}

// Pool is a bounded number of units.
type Pool struct {
	ID, Name                           string
	Capacity, Held, Confirmed, Blocked int64
}

// Unbounded reports whether the pool has as many units as a pool can have: it is there to
// count what is taken, and nobody is told how much is left.
func (p *Pool) Unbounded() bool { return p.Capacity >= MaxCapacity }

// Left is the number of units that could be taken, MaxCapacity where the pool is unbounded.
func (p *Pool) Left() int64 {
	if p.Unbounded() {
		return MaxCapacity
	}
	return p.Available()
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
	ID, Name    string
	Description string   // what a unit comes with, in one line; may be empty
	Pools       []string // ids, at least one; of a fee none
	Price       Price    // of one unit; zero: free. Where buyers choose, Amount is what is suggested
	// PriceMin and PriceMax bound what buyers choose to pay for one unit, tax included, in
	// minor units; PriceMax 0: the price is fixed (see Tier.Chosen).
	PriceMin, PriceMax int64
	// SaleStarts and SaleEnds bound when the public may order, register or join;
	// zero: no bound. Anyone who joined the waitlist in time keeps the place.
	SaleStarts, SaleEnds Instant
	MaxPerOrder          int64 // units of this tier in one order; 0: MaxOrderUnits
	// Hidden tiers are for staff and people with an access code.
	Hidden bool
	// Kind never changes. PerTicket and GoesWith are of add-ons: how many go with one ticket, and
	// with tickets of which tiers, by their ids; none: of all. Neither is ever narrowed.
	Kind      TierKind
	PerTicket int64
	GoesWith  []string
	// Suggested are, of a donation, the amounts that people are shown, in minor units from the
	// least on; Price.Amount is the first.
	Suggested []int64
	FeeTerms  FeeTerms // of a fee (see fee.go)
}

// Paid reports whether a unit of the tier costs something, or what its buyer chooses: it is
// ordered, and cannot be had by registering.
func (t *Tier) Paid() bool { return t.Price.Amount > 0 || t.Chosen() }

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
	// Applications is the number of entries in state applied.
	Applications int64
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
