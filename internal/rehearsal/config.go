package rehearsal

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// Limits of a rehearsal.
const (
	MaxPeople      = 500_000
	MaxConnections = 4_096
	MaxDuration    = time.Hour
	maxThink       = time.Minute
)

// WithoutRoom is the number of people inside that stands for no waiting room.
const WithoutRoom = -1

// Config says what to rehearse.
type Config struct {
	// DB is the database that has the event, Event its id.
	DB, Event string
	// Folder is where copies lie while they are rehearsed, and those that are kept.
	Folder string
	// People are how many come, as Curve says.
	People int
	Curve  Curve
	// Inside is how many are let in at once. 0: as the event says, which may have no
	// waiting room; WithoutRoom: there is none.
	Inside int64
	// Think is how long people think on average before they take places, and before they
	// pay. 0: not at all.
	Think time.Duration
	// Connections are how many those who join share, and as many those inside; default
	// 256. Duration ends the storm if it has not ended by then; default 5 minutes.
	Connections int
	Duration    time.Duration
	Seed        uint64 // of what people do
	// Keep leaves the copy, Force rehearses although an on-sale is near, or a PostgreSQL
	// cluster has few connections left.
	Keep, Force bool
	Version     string
	// Progress is told each second how far the rehearsal is; nil: nobody is.
	Progress func(runs.Progress)
	Log      *slog.Logger

	// joinTurns is server.Config.JoinTurns of the server of the copy, for measurements.
	joinTurns int
	// begun is told once there is a copy, for tests.
	begun func(*copied)
}

// errConfig is any setting that cannot be used.
var errConfig = errors.New("rehearsal")

// errNoTickets: there is nothing that the public can take.
var errNoTickets = fmt.Errorf("%w: the event has no tickets for the public", errConfig)

// ReasonOf returns why a rehearsal has no report, for the person who asked a server for it.
func ReasonOf(err error) waitingrooms.RehearsalReason {
	var near *runs.ErrNear
	switch {
	case errors.As(err, &near):
		return waitingrooms.RehearsalOnsale
	case errors.Is(err, errCrowdedCluster):
		return waitingrooms.RehearsalConnections
	case errors.Is(err, errNoTickets):
		return waitingrooms.RehearsalNoTickets
	}
	return waitingrooms.RehearsalError
}

// tell says how far the rehearsal is, if anybody wants to know.
func (c *Config) tell(p runs.Progress) {
	if c.Progress != nil {
		c.Progress(p)
	}
}

// checked returns the config with its defaults filled in.
func (c Config) checked() (Config, error) {
	bad := func(format string, a ...any) (Config, error) {
		return c, fmt.Errorf("%w: %s", errConfig, fmt.Sprintf(format, a...))
	}
	if c.Curve == "" {
		c.Curve = EMF
	}
	if c.Connections == 0 {
		c.Connections = 256
	}
	if c.Duration == 0 {
		c.Duration = 5 * time.Minute
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	switch {
	case c.Event == "":
		return bad("no event given (--event evt_…)")
	case c.Folder == "":
		return bad("no folder given")
	case c.People < 1 || c.People > MaxPeople:
		return bad("people must be 1 to %d", MaxPeople)
	case !slices.Contains(Curves, c.Curve):
		return bad("there is no curve %q", c.Curve)
	case c.Inside < WithoutRoom || c.Inside > maxInside:
		return bad("people inside must be 1 to %d, or -1 without a waiting room", int64(maxInside))
	case c.Connections < 1 || c.Connections > MaxConnections:
		return bad("connections must be 1 to %d", MaxConnections)
	case c.Duration < time.Second || c.Duration > MaxDuration:
		return bad("the duration must be 1 second to %s", MaxDuration)
	case c.Think < 0 || c.Think > maxThink:
		return bad("people think for at most %s", maxThink)
	}
	return c, nil
}
