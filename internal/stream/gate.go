package stream

import (
	"context"
	"runtime"
	"time"

	"golang.org/x/time/rate"

	"github.com/holdfast-events/holdfast/internal/limit"
)

// Limits of open streams.
const (
	// DefaultTotal is how many a server keeps open; each costs a connection and
	// a goroutine or two.
	DefaultTotal = 20_000
	// DefaultPerNetwork is how many one network may have. An office or a campus
	// shares one.
	DefaultPerNetwork = 1_000

	// openedPerSecond is how many streams each processor opens a second, and openedAtOnce
	// how many before that is counted. A crowd that comes at once opens its streams in
	// some seconds, in which a seventh of a processor is theirs.
	openedPerSecond, openedAtOnce = 500, 100
	// longestTurn is how long a stream waits for its turn. Each that waits has all that
	// net/http keeps for a request; more of them are told to come back.
	longestTurn = 2 * time.Second
)

// Gate counts open streams, and lets them open one after the other.
type Gate struct {
	*limit.AtOnce

	turns *rate.Limiter
}

// NewGate returns a gate. 0 means the default.
func NewGate(total, perNetwork int) *Gate {
	if total == 0 {
		total = DefaultTotal
	}
	if perNetwork == 0 {
		perNetwork = DefaultPerNetwork
	}
	n := runtime.GOMAXPROCS(0)
	return &Gate{limit.NewAtOnce(total, perNetwork), rate.NewLimiter(rate.Limit(n*openedPerSecond), n*openedAtOnce)}
}

// Turn waits until a stream may be opened, so that a crowd that opens theirs at once
// leaves the processors to people who register. It reports whether the turn came: not, when too
// many others wait or the context has ended.
func (g *Gate) Turn(ctx context.Context) bool {
	turn := g.turns.Reserve()
	wait := turn.Delay()
	if wait > longestTurn {
		turn.Cancel()
		return false
	}
	if wait > 0 && !pause(ctx, wait) {
		turn.Cancel()
		return false
	}
	return true
}
