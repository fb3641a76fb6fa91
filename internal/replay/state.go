package replay

import (
	"errors"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Errors of Apply. Each is wrapped with the row that it is about.
var (
	// ErrUnknown says that the fold does not know this kind of row.
	ErrUnknown = errors.New("replay: this kind of audit row is not known")
	// ErrBroken says that a row does not follow from the rows before it.
	ErrBroken = errors.New("replay: the audit row does not follow from those before it")
	// ErrMissing says that the facts of what a row is about are not there.
	ErrMissing = errors.New("replay: what the audit row is about is not stored")
)

// State is how an event stood after a row. The zero State is of no use: see New.
type State struct {
	event  string
	seq    int64
	at     inventory.Instant
	status inventory.EventStatus

	pools       map[string]*pool
	tiers       map[string]*tier
	holds       map[string]*hold
	entries     map[string]*entry
	offers      map[string]*offer
	exchanges   map[string]*exchange
	transfers   map[string]*transfer
	invitations map[string]*invitation
	tickets     map[string]*ticket
	codes       map[string]*trace
	statement   statement
	erased      map[string]bool   // people
	seats       map[string]string // to the hold that has the seat
	lastRank    map[inventory.LaneKey]int64
	coming      map[string][]*exchange // by the order that stands on them, whose first row comes next
	joinNo      int64
	offered     int64 // entries that have an open offer
	applied     int64 // applications that wait for an answer

	// changed are what rows have changed since the last Delta; nil: it is not noted.
	changed map[subject]struct{}
	// pending are, while a State is restored, the exchanges that the items of holds stand
	// on, and expected those of orders whose first row comes next.
	pending, expected map[string][]string
}

// trace is where the rows of a subject stand.
type trace struct {
	state   string
	reason  inventory.Reason
	lastSeq int64
}

type pool struct {
	id string
	trace
	capacity int64
}

type tier struct {
	Tier
	told                     bool // a row gave its price
	price                    string
	held, confirmed, blocked int64
}

type hold struct {
	Hold
	trace
	units  int64
	items  []item
	begun  int   // how many of the items rows have told of; the others come with the acceptance
	open   bool  // it is an offer that nobody has accepted, or not yet: it has no code
	ended  []int // the items that its end released
	gaveUp []string
}

type item struct {
	Item
	taken    bool
	released int64     // the row that released it; 0: it lives
	on       *exchange // it stands on it, and takes nothing
}

type entry struct {
	Entry
	trace
	inventory.Placement
	placed  int // how many of its places it has come to
	units   int64
	passes  int64
	leftSeq int64
	offer   string
}

type offer struct {
	entry string
	state inventory.OfferState
	last  int64
}

type exchange struct {
	Exchange
	trace
	taker *item
	home  *hold // whose item the taker is
}

type transfer struct {
	Transfer
	trace
}

type invitation struct {
	trace
	person string
	places int64
	sentAt inventory.Instant
}

type ticket struct {
	holder              string
	transfers, reissued int64
}

type statement struct {
	trace
	id       string
	versions int64
}

// New returns an event before its first row. tiers are all that it ever had.
func New(event string, tiers []Tier) *State {
	s := &State{
		event: event, pools: map[string]*pool{}, tiers: map[string]*tier{}, holds: map[string]*hold{}, entries: map[string]*entry{},
		offers: map[string]*offer{}, exchanges: map[string]*exchange{}, transfers: map[string]*transfer{}, tickets: map[string]*ticket{},
		invitations: map[string]*invitation{},
		codes:       map[string]*trace{}, erased: map[string]bool{}, seats: map[string]string{}, lastRank: map[inventory.LaneKey]int64{},
		coming: map[string][]*exchange{},
	}
	for _, t := range tiers {
		s.tiers[t.ID] = &tier{Tier: t}
	}
	return s
}

// tier returns a tier that is there by now, nil where none is.
func (s *State) tier(id string) *tier {
	if t := s.tiers[id]; t != nil && (t.told || !t.Added) {
		return t
	}
	return nil
}

// Seq is the row up to which was folded; 0: none was.
func (s *State) Seq() int64 { return s.seq }

// Apply folds the next row. After an error the State is of no use.
func (s *State) Apply(r *inventory.AuditRow) error {
	if err := s.apply(r); err != nil {
		return fmt.Errorf("%w (row %d: %s of %q, from %q to %q)", err, r.Seq, r.Reason, r.Subject, r.From, r.To)
	}
	return nil
}

func (s *State) apply(r *inventory.AuditRow) error {
	kind, _, _ := strings.Cut(r.Subject, "_")
	fold := rules[kind][r.Reason]
	switch {
	case fold == nil:
		return ErrUnknown
	case !r.Legal():
		return fmt.Errorf("%w: this is not a legal transition", ErrBroken)
	case r.Seq != s.seq+1:
		return fmt.Errorf("%w: row %d was expected", ErrBroken, s.seq+1)
	}
	if err := fold(s, r); err != nil {
		return err
	}
	if k := kinds[kind]; k != 0 {
		s.touch(k, r.Subject)
	}
	s.seq, s.at = r.Seq, r.At
	return nil
}

// step moves a trace on by a row.
func (t *trace) step(r *inventory.AuditRow) error {
	switch {
	case r.From != t.state:
		return fmt.Errorf("%w: it stood at %q", ErrBroken, t.state)
	case r.PrevSeq != 0 && r.PrevSeq != t.lastSeq:
		return fmt.Errorf("%w: its last row was %d, not %d", ErrBroken, t.lastSeq, r.PrevSeq)
	}
	t.state, t.reason, t.lastSeq = r.To, r.Reason, r.Seq
	return nil
}

// Counter is what is taken, in units.
type Counter struct{ Held, Confirmed, Blocked int64 }

func (t *tier) counter(kind inventory.HoldKind, state inventory.HoldState) *int64 {
	switch {
	case kind == inventory.KindBlock:
		return &t.blocked
	case state == inventory.HoldConfirmed:
		return &t.confirmed
	}
	return &t.held
}

func alive(s inventory.HoldState) bool {
	return s == inventory.HoldHeld || s == inventory.HoldConfirmed
}
