package limit

import (
	"errors"
	"sync/atomic"
	"time"
)

// most is how many limits one call is counted in.
const most = 2

// ErrAway is the error of a Shared store that does not answer, or not in time.
var ErrAway = errors.New("limit: the shared store does not answer")

// Shared is a store in which all servers of an installation count.
type Shared interface {
	// Take is Decide for what all servers have counted of the subjects with these names. The
	// instants given are what this server knows, and those returned what all do. An error
	// means that nothing is known, and comes within some tens of milliseconds; while the
	// store is away, at once.
	Take(now int64, names []string, states []State) (wait int64, which int, after []State, err error)
}

// Config says what the limits are.
type Config struct {
	// Rates are those that differ from the table.
	Rates map[Kind]Rate
	// Shared is where all servers count together; nil: this one counts alone.
	Shared Shared
}

// Limits decide about calls. They are safe for concurrent use.
type Limits struct {
	rules  [kinds]Rule
	bound  [kinds]bool // which of them bound anything
	memory *memory
	shared Shared

	refused [kinds]atomic.Uint64
	counts  counts
}

type counts struct{ shared, memory atomic.Uint64 }

// New returns limits.
func New(cfg Config) *Limits {
	l := &Limits{memory: newMemory(remembered), shared: cfg.Shared}
	for k := range table {
		rate := cfg.Rates[Kind(k)] //nolint:gosec // a row of the table
		if rate.PerSecond == 0 {
			rate.PerSecond = table[k].perSecond
		}
		if rate.Burst == 0 {
			rate.Burst = table[k].burst
		}
		l.rules[k], l.bound[k] = NewRule(rate.PerSecond, rate.Burst)
	}
	return l
}

// Shared returns where all servers count together; nil: this one counts alone.
func (l *Limits) Shared() Shared { return l.shared }

// Take counts a call at now. It is counted in all limits that are named, or, when it comes
// too soon for one of them, in none; ok is false then. At most two limits are named, in the
// order of the table.
func (l *Limits) Take(now time.Time, checks ...Check) (refusal Refusal, ok bool) {
	var bounded [most]Check
	n := 0
	for i := range checks {
		if l.bound[checks[i].Kind] {
			bounded[n] = checks[i]
			n++
		}
	}
	if n == 0 {
		return Refusal{}, true
	}
	at := now.UnixMicro()
	var wait int64
	var which int
	if l.shared == nil {
		wait, which = l.memory.take(at, bounded[:n], &l.rules)
	} else {
		wait, which = l.takeShared(at, append([]Check(nil), bounded[:n]...))
	}
	if wait == 0 {
		return Refusal{}, true
	}
	kind := bounded[which].Kind
	l.refused[kind].Add(1)
	return Refusal{Kind: kind, Wait: time.Duration(wait) * time.Microsecond}, false
}

// takeShared decides by what all servers have counted. What this server knows is part of
// that: so whom it refuses already, it refuses without asking; the store learns again what it
// has lost; and where the store does not answer, this server goes on from what it was told.
func (l *Limits) takeShared(now int64, checks []Check) (wait int64, which int) {
	known := l.memory.known(checks, &l.rules)
	tried := append([]State(nil), known...)
	if wait, which = Decide(now, tried); wait > 0 {
		l.counts.memory.Add(1)
		return wait, which
	}
	names := make([]string, len(checks))
	for i := range checks {
		names[i] = checks[i].name()
	}
	wait, which, after, err := l.shared.Take(now, names, known)
	if err != nil {
		l.counts.memory.Add(1)
		return l.memory.take(now, checks, &l.rules)
	}
	l.counts.shared.Add(1)
	l.memory.learn(checks, after)
	return wait, which
}

// name tells the subjects of all limits apart.
func (c *Check) name() string {
	if c.Of.ID != "" {
		return c.Kind.String() + " " + c.Of.ID
	}
	return c.Kind.String() + " " + c.Of.Prefix.String()
}

// Figures say what was decided since the start.
type Figures struct {
	Refused map[Kind]uint64
	// Shared and Memory are how many calls were decided by what all servers have counted, and
	// by what this one has; both are 0 where there is no Shared store.
	Shared, Memory uint64
}

// Figures returns what was decided.
func (l *Limits) Figures() Figures {
	f := Figures{Refused: map[Kind]uint64{}, Shared: l.counts.shared.Load(), Memory: l.counts.memory.Load()}
	for k := range l.refused {
		f.Refused[Kind(k)] = l.refused[k].Load() //nolint:gosec // a row of the table
	}
	return f
}
