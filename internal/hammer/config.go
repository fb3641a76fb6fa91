package hammer

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Limits of a run.
const (
	MaxConnections = 20_000
	MaxDuration    = 2 * time.Hour
	MaxRequests    = 100_000_000
	MaxEvents      = 10_000
	MaxRate        = 1_000_000

	maxInside = 100_000
	maxLetIn  = 10_000 // a second
	maxThink  = time.Minute
)

// Scenario says what is sent.
type Scenario string

const (
	// Register sends registrations of people that were never seen before, with
	// join_waitlist.
	Register Scenario = "register"
	// Join sends new people straight to the waitlist.
	Join Scenario = "join"
	// Mixed registers, joins, cancels, leaves, and accepts and declines offers,
	// by a seeded random choice.
	Mixed Scenario = "mixed"
	// Place reads entries of Config.Entries, at random.
	Place Scenario = "place"
	// CheckIn shows the tickets of Config.Tokens, of the one event, at a door.
	CheckIn Scenario = "checkin"
	// SeatRace lets Config.Buyers buyers race for the seats of Config.Hall, one to
	// four side by side each: those that they see, then others, in the end the
	// best that are left. The run ends with the last of them.
	SeatRace Scenario = "seatrace"
	// Seats reserves named seats and the best ones of Config.Hall, waits for
	// seats and sections, gives orders back, blocks seats and gives some of them
	// back, and accepts and declines offers, by a seeded random choice.
	Seats Scenario = "seats"
	// Exchanges buys named seats and the best ones of Config.Hall, which cost
	// something, gives tickets to the waitlist and takes some back, waits for seats and
	// sections, accepts and declines, and pays by hand, by a seeded random choice.
	Exchanges Scenario = "exchanges"
	// Fetch reads Config.Paths in turn, compressed.
	Fetch Scenario = "fetch"
	// Buy sends orders of one ticket by people that were never seen before.
	Buy Scenario = "buy"
	// Post sends each of Config.Posts once. The run ends with the last of them.
	Post Scenario = "post"
	// Queue sends people to the waiting room of the one event, and no further.
	Queue Scenario = "queue"
	// Room sends Requests people to the waiting room of the one event, at Rate. They find
	// their place by its public document, come in when they are called, buy a ticket, and
	// pay. Each comes from a network of their own (X-Forwarded-For), so the server has to
	// trust one proxy.
	Room Scenario = "room"
	// Draw is Room with a draw: people join until its seal, after SealAfter, and those who join
	// later stand behind. The run enters the value of its ceremony, a minute after the seal, and
	// people are let in from half a minute later on, by the places that they have drawn.
	Draw Scenario = "draw"
)

// Config says what to send where.
type Config struct {
	// Targets are the base URLs of the servers, http only. Connections are
	// spread over them in turn.
	Targets []string
	APIKey  string
	// Scenario defaults to Register.
	Scenario Scenario
	// Events are ids of existing events, used in turn. When it is empty,
	// NewEvents events (default 1) of Capacity units are made first.
	Events    []string
	NewEvents int
	Capacity  int64
	// Entries are ids of waitlist entries, for the scenario Place.
	Entries []string
	// Tokens are what QR codes of tickets say, for the scenario CheckIn. The run
	// ends with the last of them.
	Tokens []string
	// Hall is where the scenarios SeatRace, Seats and Exchanges play; nil: one is
	// made first, of NewRows rows (default 40).
	Hall    *Hall
	NewRows int
	Buyers  int64    // of SeatRace; default 1,000
	Paths   []string // of Fetch
	// Strangers, of Fetch: each request comes from another network than the last
	// (X-Forwarded-For) and without the key, so the server has to trust one proxy.
	Strangers bool
	Posts     []Body // of Post
	// Inside is how many are let in at once in the scenario Room, where it makes the event
	// (default 100), and LetIn how many are called in a second at most (0: no bound). Think
	// is how long people think on average before they buy, and before they pay.
	Inside, LetIn int64
	Think         time.Duration
	// SealAfter is for how long people can join before a draw is sealed, in the scenario Draw where
	// it makes the event (default 20 s, at least 11 s).
	SealAfter time.Duration

	Connections int // default 64
	// Rate is the number of requests per second, over all connections, that
	// an open loop sends; 0 is a closed loop.
	Rate float64
	// WarmUp comes before the measured Duration. What is sent in it is
	// remembered in Acks, but not measured.
	WarmUp, Duration time.Duration
	// Requests ends the run early, after so many; 0: MaxRequests.
	Requests int64
	// Timeout ends one request (default 30 s).
	Timeout time.Duration
	// Attempts is how often one request is sent at most (default 8), when it
	// was answered 503, or when the connection broke and Keys is set.
	Attempts int
	// Keys sends an Idempotency-Key with each change, and sends a request
	// again when its connection broke: a server that was killed is survived.
	Keys bool
	Seed uint64 // of the scenario's choices and the jitter
	// UserPrefix makes the people of a run distinct from those of other runs
	// (default: from the clock).
	UserPrefix string
	// AllowRemote permits targets that are not loopback.
	AllowRemote bool
	// Acks, when not nil, is given everything that was sent and acknowledged.
	Acks *AckLog
}

// Body is a request of the scenario Post.
type Body struct {
	Path   string
	Header string // whole lines of the head, each with its end; "": none
	Text   string // JSON
}

// errConfig is any setting that cannot be used.
var errConfig = errors.New("hammer: config")

// checked returns the config with its defaults filled in.
func (c Config) checked() (Config, error) {
	bad := func(format string, a ...any) (Config, error) {
		return c, fmt.Errorf("%w: %s", errConfig, fmt.Sprintf(format, a...))
	}
	if c.Scenario == "" {
		c.Scenario = Register
	}
	c.NewEvents = orDefault(c.NewEvents, 1)
	c.Connections = orDefault(c.Connections, 64)
	c.Timeout = orDefault(c.Timeout, 30*time.Second)
	c.Attempts = orDefault(c.Attempts, 8)
	c.Requests = orDefault(c.Requests, MaxRequests)
	c.NewRows = orDefault(c.NewRows, 40)
	c.Buyers = orDefault(c.Buyers, 1000)
	c.Inside = orDefault(c.Inside, 100)
	c.SealAfter = orDefault(c.SealAfter, 20*time.Second)
	if c.Scenario == CheckIn {
		c.Requests = min(c.Requests, int64(len(c.Tokens)))
	}
	if c.Scenario == Post {
		c.Requests = min(c.Requests, int64(len(c.Posts)))
	}
	if c.UserPrefix == "" {
		c.UserPrefix = fmt.Sprintf("h%x", time.Now().UnixMicro())
	}
	switch {
	case len(c.Targets) == 0:
		return bad("no target")
	case !slices.Contains([]Scenario{Register, Join, Mixed, Place, CheckIn, SeatRace, Seats, Exchanges, Fetch, Buy, Post, Queue, Room, Draw}, c.Scenario):
		return bad("unknown scenario %q", c.Scenario)
	case c.Scenario == Place && len(c.Entries) == 0:
		return bad("the scenario place needs entries")
	case c.Scenario == CheckIn && (len(c.Tokens) == 0 || len(c.Events) != 1):
		return bad("the scenario checkin needs tokens of one event")
	case c.Scenario == Post && (len(c.Posts) == 0 || slices.ContainsFunc(c.Posts, func(b Body) bool { return !strings.HasPrefix(b.Path, "/") })):
		return bad("the scenario post needs what to post")
	case c.Scenario == Fetch && (len(c.Paths) == 0 || slices.ContainsFunc(c.Paths, func(p string) bool { return !strings.HasPrefix(p, "/") })):
		return bad("the scenario fetch needs paths")
	case c.NewRows < 1 || c.NewRows > maxHallRows:
		return bad("rows must be 1 to %d", maxHallRows)
	case c.Connections < 1 || c.Connections > MaxConnections:
		return bad("connections must be 1 to %d", MaxConnections)
	case c.NewEvents < 1 || c.NewEvents > MaxEvents || len(c.Events) > MaxEvents:
		return bad("events must be 1 to %d", MaxEvents)
	case c.Rate < 0 || c.Rate > MaxRate:
		return bad("rate must be 0 to %d a second", MaxRate)
	case c.Requests < 1 || c.Requests > MaxRequests:
		return bad("requests must be 1 to %d", MaxRequests)
	case c.Duration <= 0 || c.WarmUp < 0 || c.WarmUp+c.Duration > MaxDuration:
		return bad("warm-up and duration must be above 0 and at most %s together", MaxDuration)
	case c.Attempts < 1 || c.Timeout < 0:
		return bad("attempts and timeout must be above 0")
	case (c.Scenario == Queue || c.crowds()) && len(c.Events) > 1:
		return bad("the scenario %s has one event", c.Scenario)
	case c.crowds() && (c.Connections < 2 || !c.Keys):
		return bad("the scenario %s needs two connections, and keys", c.Scenario)
	case c.Scenario == Draw && c.SealAfter < minSealAfter:
		return bad("a draw is sealed after %s at the earliest", minSealAfter)
	case c.Scenario == Draw && len(c.Events) == 0 && c.WarmUp+c.Duration <= c.SealAfter+sealToServing:
		return bad("a draw serves %s after it opens: it takes a longer duration", c.SealAfter+sealToServing)
	case c.Inside < 1 || c.Inside > maxInside || c.LetIn < 0 || c.LetIn > maxLetIn || c.Think < 0 || c.Think > maxThink:
		return bad("1 to %d may be inside, at most %d are called in a second, and they think for at most %s", int64(maxInside), int64(maxLetIn), maxThink)
	case c.Capacity < 0:
		return bad("capacity must not be below 0")
	}
	for _, t := range c.Targets {
		if _, err := hostPort(t, c.AllowRemote); err != nil {
			return c, err
		}
	}
	return c, nil
}

func orDefault[T comparable](v, fallback T) T {
	var zero T
	if v == zero {
		return fallback
	}
	return v
}

// hostPort returns host:port of a base URL. Unless remote is allowed, the host
// must be a loopback address or localhost: a load tool that is pointed at
// somebody else's server by a typing mistake is a weapon.
func hostPort(target string, remote bool) (string, error) {
	u, err := url.Parse(target)
	if err != nil || u.Scheme != "http" || u.Hostname() == "" || (u.Path != "" && u.Path != "/") || u.User != nil || u.RawQuery != "" {
		return "", fmt.Errorf("%w: target %q must be http://HOST:PORT", errConfig, target)
	}
	ip := net.ParseIP(u.Hostname())
	if !remote && u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", fmt.Errorf("%w: target %q is not loopback", errConfig, target)
	}
	port := u.Port()
	if port == "" {
		port = "80"
	}
	return net.JoinHostPort(u.Hostname(), port), nil
}
