package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
)

// Limits of a run.
const (
	minRounds   = 5 // fewer are only for Short
	maxRounds   = 50
	maxWaitlist = 2_000_000
	maxBuyers   = 40_000
)

// Groups of turns, as the report has them.
const (
	groupMain     = "main"
	groupLasting  = "lasting" // longer than what works behind the ledger waits
	groupShape    = "shape"   // two processes, keys
	groupSpread   = "spread"  // many events against one hot one
	groupOpen     = "open"
	groupSlow     = "slow" // 1.5 ms added to each fsync
	groupWaitlist = "waitlist"
	groupDoor     = "door" // check-in
	groupSeats    = "seats"
	groupBookings = "bookings" // of the time of rooms
	groupMap      = "map"      // where seats stand
	groupMail     = "mail"     // reminders
	groupPayments = "payments"
	groupSearch   = "search"  // finding events
	groupStreams  = "streams" // crowds that follow an event
	groupRoom     = "room"    // the waiting room before an on-sale
)

// Groups are the names of all groups, in the order in which they run.
func Groups() []string {
	return []string{groupMain, groupLasting, groupShape, groupSpread, groupOpen, groupSlow, groupWaitlist, groupDoor, groupSeats, groupBookings, groupMap, groupMail, groupPayments, groupSearch, groupStreams, groupRoom}
}

// Config says how much to measure.
type Config struct {
	Rounds         int           // default 5
	WarmUp, Length time.Duration // of a turn; default 1 s and 3 s
	Conns          []int         // of the main group; default 64, 256, 1024
	Events         int           // of the spread turns; default 1,000
	Waitlist       int           // the long waitlist; default 1,000,000
	Tickets        int           // to be checked in in a turn; default 60,000
	Buyers         int64         // of the race for seats, twice as many as there are seats; default 20,000
	Bookings       int           // of the race for rooms; default 10,000
	Mails          int           // of a reminder; default 200,000
	Payments       int           // orders that are placed and paid in a turn; default 10,000
	Streams        int           // that follow an event; default 15,000, each a descriptor of the server and of the bench
	Entrants       int           // who wait in a waiting room; default 1,000,000
	Places         int           // of a draw, that are computed; default 14,000,000
	Searched       []int         // how many events are searched; default 100,000 and 1,000,000
	Groups         []string      // default: all
	// Short makes a smoke test of under a minute: one round, a short waitlist. Its
	// figures mean nothing.
	Short bool
	Log   io.Writer // progress; default: none
}

func (c Config) checked() (Config, error) {
	fallback := Config{Rounds: minRounds, WarmUp: time.Second, Length: 3 * time.Second, Conns: []int{64, 256, 1024}, Events: 1000, Waitlist: 1_000_000, Tickets: 60_000, Buyers: 20_000, Bookings: 10_000, Mails: 200_000, Payments: 10_000, Streams: 15_000, Entrants: 1_000_000, Places: 14_000_000, Searched: []int{100_000, 1_000_000}}
	if c.Short {
		fallback = Config{Rounds: 1, WarmUp: 200 * time.Millisecond, Length: 500 * time.Millisecond, Conns: []int{64}, Events: 20, Waitlist: 5000, Tickets: 2000, Buyers: 400, Bookings: 300, Mails: 600, Payments: 300, Streams: 200, Entrants: 2000, Places: 100_000, Searched: []int{500}}
	}
	if c.Rounds == 0 {
		c.Rounds = fallback.Rounds
	}
	if c.WarmUp == 0 {
		c.WarmUp = fallback.WarmUp
	}
	if c.Length == 0 {
		c.Length = fallback.Length
	}
	if len(c.Conns) == 0 {
		c.Conns = fallback.Conns
	}
	if c.Events == 0 {
		c.Events = fallback.Events
	}
	if c.Waitlist == 0 {
		c.Waitlist = fallback.Waitlist
	}
	if c.Tickets == 0 {
		c.Tickets = fallback.Tickets
	}
	if c.Buyers == 0 {
		c.Buyers = fallback.Buyers
	}
	if c.Bookings == 0 {
		c.Bookings = fallback.Bookings
	}
	if c.Mails == 0 {
		c.Mails = fallback.Mails
	}
	if c.Payments == 0 {
		c.Payments = fallback.Payments
	}
	if c.Streams == 0 {
		c.Streams = fallback.Streams
	}
	if c.Entrants == 0 {
		c.Entrants = fallback.Entrants
	}
	if c.Places == 0 {
		c.Places = fallback.Places
	}
	if len(c.Searched) == 0 {
		c.Searched = fallback.Searched
	}
	if len(c.Groups) == 0 {
		c.Groups = Groups()
	}
	if c.Log == nil {
		c.Log = io.Discard
	}
	for _, g := range c.Groups {
		if !slices.Contains(Groups(), g) {
			return c, fmt.Errorf("bench: no group %q, only %v", g, Groups())
		}
	}
	if c.Rounds < 1 || c.Rounds > maxRounds || c.Waitlist < 1 || c.Waitlist > maxWaitlist || c.Tickets < 1 || c.Tickets > maxWaitlist || c.Buyers < 100 || c.Buyers > maxBuyers || c.Bookings < 100 || c.Bookings > maxBuyers || c.Mails < 1 || c.Mails > maxWaitlist || c.Payments < 1 || c.Payments > maxBuyers || c.Streams < 1 || c.Streams > maxBuyers || c.Entrants < 10 || c.Entrants > maxWaitlist || c.Places < 1 || c.Places > draw.MaxEntrants || c.Length > time.Minute || c.WarmUp > time.Minute ||
		slices.Min(c.Searched) < 1 || slices.Max(c.Searched) > maxWaitlist {
		return c, errors.New("bench: rounds, waitlist or lengths out of range")
	}
	return c, nil
}

// Report is everything that a run has measured. Nothing is left out of it.
type Report struct {
	Config   Config
	Machine  machine
	Turns    []turn
	Waitlist []waitlistTurn
	Mail     []mailTurn
	Payments []paymentTurn
	Streams  []streamTurn
	Search   []searchTurn
	Rooms    []roomTurn
	Places   []placesTurn
	Months   []monthTurn
	// SearchBuilt is what the indexes took.
	SearchBuilt []searchBuild
	ListRead    listRead // what is asked of the list of public events over HTTP
	Took        time.Duration
	Capacity    float64 // of holdfast-pg at 256 connections, which the open loop halves; per second
	Noop        float64 // the same of the no-op
}

func cores() int { return runtime.NumCPU() }

// Run measures. It takes about half an hour with the default Config.
func Run(ctx context.Context, cfg Config) (*Report, error) {
	cfg, err := cfg.checked()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	l, err := newLab(ctx, cfg.Events, keptSegments, cfg.Log)
	if err != nil {
		return nil, err
	}
	r := &Report{Config: cfg, Machine: lookAround(ctx, l.dir)}
	err = r.measure(ctx, l)
	r.Took = time.Since(began)
	return r, errors.Join(err, l.close())
}

func (r *Report) measure(ctx context.Context, l *lab) error {
	for _, g := range r.Config.Groups {
		var err error
		switch g {
		case groupMain:
			for _, conns := range r.Config.Conns {
				err = errors.Join(err, r.rounds(ctx, l, g, conns, sysNoop, sysPG, sysLite, sysTextbook, sysRedis))
			}
		case groupLasting:
			err = r.lasting(ctx, l)
		case groupShape:
			err = r.rounds(ctx, l, g, r.middle(), sysNoop, sysPG, sysTwo, sysTwoApart, sysKeys, sysLite, sysLiteKeys)
		case groupSpread:
			err = r.rounds(ctx, l, g, r.middle(), sysPG, sysSpread, sysLite, sysSpreadOne)
		case groupOpen:
			err = r.open(ctx, l)
		case groupSlow:
			err = r.slow(ctx)
		case groupWaitlist:
			err = r.waitlist(ctx, l)
		case groupDoor:
			err = r.door(ctx, l)
		case groupSeats:
			err = r.seats(ctx, l)
		case groupBookings:
			err = r.bookings(ctx, l)
		case groupMap:
			err = r.chart(ctx, l)
		case groupMail:
			err = r.mail(ctx, l)
		case groupPayments:
			err = r.payments(ctx, l)
		case groupSearch:
			err = r.search(ctx, l)
		case groupStreams:
			err = r.streams(ctx, l)
		case groupRoom:
			err = r.room(ctx, l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// middle is the number of connections of everything but the main group.
func (r *Report) middle() int {
	const middle = 256
	if len(r.Config.Conns) == 0 || slices.Contains(r.Config.Conns, middle) {
		return middle
	}
	return r.Config.Conns[0]
}

// rounds lets systems take turns at registering.
func (r *Report) rounds(ctx context.Context, l *lab, group string, conns int, systems ...string) error {
	if _, err := exec.LookPath("redis-server"); err != nil {
		// The report says that Redis was not found.
		systems = slices.DeleteFunc(systems, func(s string) bool { return s == sysRedis })
	}
	return r.turns(conns, specs(group, systems...), func(s spec) (turn, error) { return l.take(ctx, s) })
}

// The turns of a rush that lasts: they are measured when public logs and messages have
// stopped waiting for its end, which they do for five seconds.
const lastingAfter, lastingFor = 7 * time.Second, 8 * time.Second

// lasting lets systems take turns at registering for longer.
func (r *Report) lasting(ctx context.Context, l *lab) error {
	return r.turns(r.middle(), specs(groupLasting, sysNoop, sysPG, sysLite), func(s spec) (turn, error) {
		if !r.Config.Short {
			s.WarmUp, s.Length = lastingAfter, lastingFor
		}
		return l.take(ctx, s)
	})
}

// specs are turns of systems in a group, as turns wants them.
func specs(group string, systems ...string) []spec {
	list := make([]spec, len(systems))
	for i, system := range systems {
		list[i] = spec{Group: group, System: system}
	}
	return list
}

// turns takes each turn of a list in each round, at so many connections. Who
// begins changes from round to round.
func (r *Report) turns(conns int, list []spec, take func(spec) (turn, error)) error {
	for round := range r.Config.Rounds {
		for i := range list {
			s := list[(i+round)%len(list)]
			s.Conns, s.Round, s.WarmUp, s.Length = conns, round+1, r.Config.WarmUp, r.Config.Length
			t, err := take(s)
			if err != nil {
				return fmt.Errorf("bench: %s, %s: %w", s.Group, s.System, err)
			}
			r.Turns = append(r.Turns, t)
		}
	}
	return nil
}

// The turns of the open loop: who, and at which rate.
const (
	openHalf     = "half"      // of its own capacity
	openSameRate = "same-rate" // at half of Holdfast's capacity
)

// open measures latency at an arrival rate that does not wait for the server.
func (r *Report) open(ctx context.Context, l *lab) error {
	at := selection{Group: groupMain, Conns: r.middle()}
	capacity := func(system string) float64 {
		at.System = system
		return r.figures(at, perSecond).Median
	}
	r.Capacity, r.Noop = capacity(sysPG), capacity(sysNoop)
	if r.Capacity == 0 || r.Noop == 0 {
		return errors.New("bench: the open loop needs the capacities that the main group measures")
	}
	list := []spec{
		{Group: openHalf, System: sysNoop, Arrivals: r.Noop / 2},
		{Group: openHalf, System: sysPG, Arrivals: r.Capacity / 2},
		{Group: openSameRate, System: sysNoop, Arrivals: r.Capacity / 2},
	}
	if lite := capacity(sysLite); lite > 0 {
		list = append(list, spec{Group: openHalf, System: sysLite, Arrivals: lite / 2})
	}
	return r.turns(r.middle(), list, func(s spec) (turn, error) { return l.take(ctx, s) })
}
