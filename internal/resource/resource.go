// Package resource decides who gets capacity that another system owns: the tables of a
// restaurant, the appointments of a clinic. That system says what came free and what it has
// taken back; Holdfast keeps the waitlist and offers what there is in its order.
//
// The package is pure: a state, a command and the time go in; an outcome and the changes
// come out. A state has what can still change, and the rows that the command names.
package resource

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Bounds of what a resource can say.
const (
	MaxWindow     = 30 * inventory.Day
	MinWindow     = inventory.Minute
	MaxUnits      = 1000
	MaxAttributes = 20
	MaxClass      = 7
	MaxHeadStart  = 365 * inventory.Day
	// MaxWaiting is the largest waitlist, MaxOpen how many releases with units left there
	// can be at a time.
	MaxWaiting = 10_000
	MaxOpen    = 2_000
	// MinAtOnce and MaxAtOnce bound to how many the same units are offered at once, where the
	// first to accept has them.
	MinAtOnce = 2
	MaxAtOnce = 20
)

// Attributes are what a unit is like, and what somebody asks of one. A unit fits who asks
// for nothing that it is not.
type Attributes map[string]string

// Has reports whether every attribute that is asked for is there, and equal.
func (a Attributes) Has(asked Attributes) bool {
	for name, value := range asked {
		if have, ok := a[name]; !ok || have != value {
			return false
		}
	}
	return true
}

// EntryState is where an entry on the waitlist stands.
type EntryState string

// The states of entries. Those from Accepted on are ends.
const (
	// PendingPayment: its fee is to be paid, and it is not in the queue yet.
	PendingPayment EntryState = "pending_payment"

	Waiting   EntryState = "waiting"
	Offered   EntryState = "offered"
	Accepting EntryState = "accepting" // the other system is asked whether it is available
	Accepted  EntryState = "accepted"
	Declined  EntryState = "declined"
	Expired   EntryState = "expired"
	Left      EntryState = "left"
	Removed   EntryState = "removed"
	// Unpaid: its fee was not paid in time.
	Unpaid EntryState = "unpaid"
)

// Live reports whether the entry has not ended: it is in the queue, or waits for its payment.
func (s EntryState) Live() bool {
	return s == PendingPayment || s == Waiting || s == Offered || s == Accepting
}

// OfferState is where an offer stands.
type OfferState string

// The states of offers. All but OfferOpen and OfferAccepting are ends.
const (
	OfferOpen OfferState = "open"
	// OfferAccepting: it was accepted in time, and the other system is asked. It does not
	// lapse meanwhile, and nobody else is offered its units.
	OfferAccepting OfferState = "accepting"
	OfferAccepted  OfferState = "accepted"
	OfferDeclined  OfferState = "declined"
	OfferExpired   OfferState = "expired"
	OfferWithdrawn OfferState = "withdrawn" // its capacity was taken back, or its entry has ended
	OfferTaken     OfferState = "taken"     // somebody else of its round accepted first
)

// Takes reports whether the units of such an offer are nobody else's.
func (s OfferState) Takes() bool { return s == OfferOpen || s == OfferAccepting || s == OfferAccepted }

// SignalKind is what the other system said.
type SignalKind string

// The kinds of signals.
const (
	Released  SignalKind = "released"
	Withdrawn SignalKind = "withdrawn"
)

// Settings are the rules of a resource.
type Settings struct {
	ClaimWindow   inventory.Micros // how long an offer stands
	WaitlistLimit int64            // of the waitlist
	MaxUnits      int64            // of one entry
	HeadStart     inventory.Micros // what one step of priority is worth
	// ConfirmURL is where the other system is asked whether somebody can have what they
	// accept. Empty: it is not, and accepting is final at once.
	ConfirmURL string
	// AtOnce is to how many the same units are offered at once, so that the first to accept has
	// them; 0: to one after another.
	AtOnce int64
	// Price is what a unit costs at the other system, and PriceCurrency of what; 0: nothing is said
	// of it. Offers keep it as it was when they were made.
	Price         int64
	PriceCurrency string
	// HoldFee is what is to be paid before an entry is in the queue, 0: nothing; GiveBack says when it
	// goes back. Entries keep both as they were when they joined.
	HoldFee         int64
	HoldFeeCurrency string
	HoldFeeTaxRate  int64 // of the tax that it has in it, in basis points
	GiveBack        GiveBack
}

// Entry is a place on the waitlist.
type Entry struct {
	ID         string
	State      EntryState
	UserID     string // who waits, by the name that the other system has for them; empty: erased
	Address    string // their folded email; empty: erased
	Units      int64
	Attributes Attributes
	Class      int64 // of priority, 0 to MaxClass
	JoinNo     int64 // 1, 2, 3, … within the resource
	// Rank is the order of the waitlist: lower first, then JoinNo. It is when the entry
	// joined, or its fee was paid, less the head start of its class, so that nobody waits for ever.
	Rank              int64
	OfferID           string // that is open, being accepted, or was accepted
	JoinedAt, EndedAt inventory.Instant
	// JoinedSeq and EndedSeq are the changes by which it came, and has ended; 0: it has not.
	JoinedSeq, EndedSeq int64
	// Own: its person joined by themselves, with an address that they had confirmed.
	Own bool
	EntryFee
}

// asks is what the entry asks for, as one text.
func (e *Entry) asks() string {
	var b strings.Builder
	b.WriteString(strconv.FormatInt(e.Units, 10))
	for _, name := range slices.Sorted(maps.Keys(e.Attributes)) {
		b.WriteString("\x00" + name + "\x00" + e.Attributes[name])
	}
	return b.String()
}

// Offer is capacity that is held for an entry.
type Offer struct {
	ID, EntryID string
	State       OfferState
	ReleaseID   string // the event id of the release that it is of
	Units       int64
	MadeAt      inventory.Instant
	Deadline    inventory.Instant
	EndedAt     inventory.Instant
	// SeenAt is when its person first opened the page of it; 0: they have not. Nothing is decided
	// by it.
	SeenAt inventory.Instant
	// MadeSeq and EndedSeq are the changes by which it was made, and has ended; 0: it has not.
	MadeSeq, EndedSeq int64
	// Round is what the offers have in common that are of the same units, of which one can be
	// accepted: the id of the first of them. Empty: the units are offered to nobody else.
	// RoundUnits are the units that all of them stand for, and RoundSize is how many they are.
	Round                 string
	RoundUnits, RoundSize int64
	// Price is what a unit cost when the offer was made; 0: nothing was said of it.
	Price         int64
	PriceCurrency string
}

// Signal is something that the other system said, once for each of its event ids.
type Signal struct {
	EventID    string
	Kind       SignalKind
	Units      int64
	Attributes Attributes        // of what was released
	ValidUntil inventory.Instant // of what was released; 0: for good
	ReleaseID  string            // the release that something is withdrawn from
	// Offered are the units of a release that are in offers: open, being accepted, and
	// accepted ones. Taken are those that were withdrawn: of a release, or by a withdrawal.
	// Lost are those of a release that were gone when somebody accepted them, and that no
	// withdrawal has named yet.
	Offered, Taken, Lost int64
	At                   inventory.Instant
	Seq                  int64
}

// Free are the units of a release that can be offered.
func (s *Signal) Free(now inventory.Instant) int64 {
	if s.Kind != Released || s.ValidUntil != 0 && s.ValidUntil <= now {
		return 0
	}
	return s.left()
}

// left are the units of a release that nobody has.
func (s *Signal) left() int64 { return s.Units - s.Offered - s.Taken - s.Lost }

// Same reports whether another signal says the same.
func (s *Signal) Same(o *Signal) bool {
	return s.Kind == o.Kind && s.Units == o.Units && s.ValidUntil == o.ValidUntil && s.ReleaseID == o.ReleaseID && maps.Equal(s.Attributes, o.Attributes)
}

// State is what a decision starts from.
type State struct {
	Settings Settings
	// Seq counts the changes, and Joined those who have joined.
	Seq, Joined int64
	Entries     map[string]*Entry
	Offers      map[string]*Offer
	Signals     map[string]*Signal // by event id
	// Confirmations are by the offer that they are about.
	Confirmations map[string]*Confirmation
}

// clone copies a state, so that a decision changes nothing.
func (s *State) clone() *State {
	c := &State{Settings: s.Settings, Seq: s.Seq, Joined: s.Joined, Entries: make(map[string]*Entry, len(s.Entries)), Offers: make(map[string]*Offer, len(s.Offers)), Signals: make(map[string]*Signal, len(s.Signals)), Confirmations: make(map[string]*Confirmation, len(s.Confirmations))}
	for id, e := range s.Entries {
		v := *e
		c.Entries[id] = &v
	}
	for id, o := range s.Offers {
		v := *o
		c.Offers[id] = &v
	}
	for id, g := range s.Signals {
		v := *g
		c.Signals[id] = &v
	}
	for id, a := range s.Confirmations {
		v := *a
		c.Confirmations[id] = &v
	}
	return c
}

// Ahead compares two entries by the order of the waitlist.
func Ahead(a, b *Entry) int {
	return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.JoinNo, b.JoinNo))
}

// Line are the live entries of a state in their order.
func (s *State) Line() []*Entry {
	var line []*Entry
	for _, e := range s.Entries {
		if e.State.Live() {
			line = append(line, e)
		}
	}
	slices.SortFunc(line, Ahead)
	return line
}

// releases are those with units left, the first to choose from first: what ends soonest,
// then what came first.
func (s *State) releases(now inventory.Instant) []*Signal {
	var list []*Signal
	for _, g := range s.Signals {
		if g.Free(now) > 0 {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b *Signal) int {
		return cmp.Or(cmp.Compare(ends(a), ends(b)), cmp.Compare(a.Seq, b.Seq))
	})
	return list
}

func ends(s *Signal) inventory.Instant {
	if s.ValidUntil == 0 {
		return 1<<63 - 1
	}
	return s.ValidUntil
}
