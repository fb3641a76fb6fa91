package challenge

import "github.com/holdfast-events/holdfast/internal/inventory"

// Level is how busy the server is, as far as strangers are asked for work.
type Level int

// The levels, from nothing to do to more than can be done.
const (
	Idle Level = iota
	Busy
	Crowded
	Stormed
)

// Effort is how much work a challenge asks for. On average as many keys are derived as
// there are prefixes of that length, with Cost iterations each. Checking an answer takes
// one derivation: so more work is a longer prefix rather than more iterations.
type Effort struct {
	Cost   int
	Prefix string // hex
}

// work is how many iterations it takes on average.
func (e Effort) work() int64 { return int64(e.Cost) << (4 * len(e.Prefix)) }

// efforts by level: about a quarter of a million, one, two and four million iterations.
var efforts = [...]Effort{
	Idle:    {Cost: 1000, Prefix: "00"},
	Busy:    {Cost: 250, Prefix: "000"},
	Crowded: {Cost: 500, Prefix: "000"},
	Stormed: {Cost: 1000, Prefix: "000"},
}

// Effort is what is asked for at a level.
func (l Level) Effort() Effort { return efforts[l] }

// Load is what is seen of the server at one moment.
type Load struct {
	// Queued is how full the fullest queue in question is, from 0 to 1: of those who join
	// the waiting room, or of the commands of the event.
	Queued float64
	// Refused reports whether somebody was turned away because it was full.
	Refused bool
}

// From how full a queue is each level begins. The queue of a waiting room takes 16,384, of
// which 1,024 share a transaction: a server that keeps up is idle.
var begins = [...]float64{Busy: 1.0 / 16, Crowded: 1.0 / 4, Stormed: 1.0 / 2}

// Calm is for how long less than half of what a level begins with is seen until the level
// below holds.
const Calm = 30 * inventory.Second

// level is that of a load alone.
func (l Load) level() Level {
	if l.Refused {
		return Stormed
	}
	at := Idle
	for next := Busy; next <= Stormed && l.Queued >= begins[next]; next++ {
		at = next
	}
	return at
}

// Gauge is the level with what it takes to leave it. The zero value is Idle.
type Gauge struct {
	Level Level
	// Since is the last moment at which the load was one that keeps the level.
	Since inventory.Instant
}

// Next returns the gauge after a load was seen. It rises at once, as far as the load says,
// and falls by one level for each Calm that nothing was seen which keeps it: people who come
// in waves are asked alike.
func (g Gauge) Next(l Load, now inventory.Instant) Gauge {
	at := l.level()
	switch {
	case at == Idle && g.Level == Idle:
		return Gauge{}
	case at >= g.Level, l.Queued >= begins[g.Level]/2:
		return Gauge{Level: max(at, g.Level), Since: max(now, g.Since)}
	case now < g.Since: // the clock was set back
		return Gauge{Level: g.Level, Since: now}
	}
	falls := Level((now - g.Since) / inventory.Instant(Calm))
	if to := max(g.Level-min(falls, g.Level), at); to < g.Level {
		if to == Idle {
			return Gauge{}
		}
		return Gauge{Level: to, Since: g.Since + inventory.Instant(falls)*inventory.Instant(Calm)}
	}
	return g
}
