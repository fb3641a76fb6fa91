package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
)

// The short waitlist that the long one is held against.
const shortWaitlist = 1000

// Sizes of the waitlist's turns.
const (
	joinConns  = 256  // that join
	readConns  = 16   // that read their place
	lookRate   = 1000 // places read per second, so many that processors are free
	lookLonger = 3    // times as long, for as many answers as the others have
	fillWithin = 40 * time.Minute
)

// waitlistTurn is one round at a short and at a long waitlist, of the same server.
type waitlistTurn struct {
	System                string
	Round                 int
	Short, Long           int64          // the lengths of the waitlists when the round began
	JoinShort, JoinLong   *hammer.Result // joining, closed loop
	PlaceShort, PlaceLong *hammer.Result // reading one's place, closed loop
	PlaceHalf             *hammer.Result // the same at the long waitlist, open loop, at half that rate
	PlaceLook             *hammer.Result // the same at lookRate
	Bare, BareHalf        *hammer.Result // PlaceLong and PlaceHalf of a handler that knows no place
}

// waitlist fills a waitlist and then, in turns, joins it and a short one, and reads positions.
func (r *Report) waitlist(ctx context.Context, l *lab) error {
	for _, system := range []string{sysPG, sysLite} {
		if err := r.lineOf(ctx, l, system); err != nil {
			return fmt.Errorf("bench: waitlist, %s: %w", system, err)
		}
	}
	return nil
}

func (r *Report) lineOf(ctx context.Context, l *lab, system string) (err error) {
	run, err := l.launch(ctx, system, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	bare, err := l.launch(ctx, sysNoop, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.close()) }()
	base := l.load(spec{System: system, Conns: joinConns}, run)
	base.Capacity = 1
	began := time.Now()
	long, err := makeWaitlist(ctx, base, r.Config.Waitlist)
	if err != nil {
		return err
	}
	fmt.Fprintf(l.log, "waitlist %s: %d joined in %.0f s\n", system, r.Config.Waitlist, time.Since(began).Seconds())
	length := int64(r.Config.Waitlist)
	for round := range r.Config.Rounds {
		base.UserPrefix = fmt.Sprintf("r%d-", round)
		short, err := makeWaitlist(ctx, base, min(shortWaitlist, r.Config.Waitlist))
		if err != nil {
			return err
		}
		// A waitlist of that length has existed for a while; what it reads is measured, and
		// neither the mail to all who have joined it just now nor autovacuum.
		if err := errors.Join(settle(ctx, run), l.vacuum(ctx, run)); err != nil {
			return err
		}
		t := waitlistTurn{System: system, Round: round + 1, Short: int64(len(short.entries)), Long: length}
		steps := []func() error{
			func() (err error) { t.PlaceShort, err = r.place(ctx, base, short, 0); return err },
			func() (err error) { t.PlaceLong, err = r.place(ctx, base, long, 0); return err },
			func() (err error) { t.JoinShort, err = r.join(ctx, base, short); return err },
			func() (err error) { t.JoinLong, err = r.join(ctx, base, long); return err },
		}
		if round%2 == 1 { // who begins changes; places come first, while the short waitlist is short
			steps[0], steps[1], steps[2], steps[3] = steps[1], steps[0], steps[3], steps[2]
		}
		// A closed loop takes all that the processors have, and its p99 is that of
		// its own queue. At half that rate they are still busy most of the time, for
		// nobody wakes up for several answers at once. At lookRate it is what a person
		// waits.
		half := func() (err error) {
			if t.PlaceHalf, err = r.place(ctx, base, long, t.PlaceLong.PerSecond/2); err != nil {
				return err
			}
			t.PlaceLook, err = r.placeFor(ctx, base, long, lookRate, lookLonger*r.Config.Length)
			return err
		}
		nothing := func() (err error) {
			to := base
			to.Targets = bare.targets()
			if t.Bare, err = r.place(ctx, to, long, 0); err != nil {
				return err
			}
			t.BareHalf, err = r.place(ctx, to, long, t.Bare.PerSecond/2)
			return err
		}
		for _, step := range slices.Insert(steps, 2, half, nothing) {
			if err := step(); err != nil {
				return err
			}
		}
		length += t.JoinLong.Waitlisted
		r.Waitlist = append(r.Waitlist, t)
		fmt.Fprintf(l.log, "waitlist round %d  %s  %d → %d waiting: join %.0f → %.0f/s, places %.0f → %.0f/s, p99 %.2f → %.2f ms, at half %.2f ms, at %d/s %.2f ms, of a no-op %.2f and %.2f ms\n", t.Round, system, t.Short, t.Long,
			t.JoinShort.PerSecond, t.JoinLong.PerSecond, t.PlaceShort.PerSecond, t.PlaceLong.PerSecond,
			float64(t.PlaceShort.Latency.P99)/1000, float64(t.PlaceLong.Latency.P99)/1000, float64(t.PlaceHalf.Latency.P99)/1000,
			lookRate, float64(t.PlaceLook.Latency.P99)/1000, float64(t.Bare.Latency.P99)/1000, float64(t.BareHalf.Latency.P99)/1000)
	}
	return nil
}

// waitlist is an event of one unit, which is taken, and its waitlist entries.
type waitlist struct {
	event   string
	entries []string
}

func makeWaitlist(ctx context.Context, cfg hammer.Config, n int) (waitlist, error) {
	cfg.Duration = time.Second
	events, err := hammer.NewEvents(ctx, cfg, 1)
	if err != nil {
		return waitlist{}, err
	}
	cfg.Events, cfg.Connections, cfg.Requests = events, 1, 1
	cfg.Duration, cfg.WarmUp = fillWithin, 0
	cfg.UserPrefix += "first"
	if _, err := hammer.Run(ctx, cfg); err != nil {
		return waitlist{}, err
	}
	cfg.UserPrefix += "fill"
	cfg.Scenario, cfg.Connections, cfg.Requests, cfg.Acks = hammer.Join, min(joinConns, n), int64(n), hammer.NewAckLog(nil)
	res, err := hammer.Run(ctx, cfg)
	if err != nil {
		return waitlist{}, err
	}
	if res.Waitlisted != int64(n) {
		return waitlist{}, fmt.Errorf("%d of %d joined: %s", res.Waitlisted, n, res.Sample)
	}
	return waitlist{event: events[0], entries: cfg.Acks.Entries()}, nil
}

// place reads positions all along a waitlist, in a closed loop or at a rate.
func (r *Report) place(ctx context.Context, cfg hammer.Config, w waitlist, rate float64) (*hammer.Result, error) {
	return r.placeFor(ctx, cfg, w, rate, r.Config.Length)
}

func (r *Report) placeFor(ctx context.Context, cfg hammer.Config, w waitlist, rate float64, length time.Duration) (*hammer.Result, error) {
	cfg.Scenario, cfg.Entries, cfg.Connections, cfg.Rate = hammer.Place, w.entries, readConns, rate
	cfg.WarmUp, cfg.Duration = r.Config.WarmUp/2, length
	return checkedRun(ctx, cfg)
}

// join makes a waitlist longer.
func (r *Report) join(ctx context.Context, cfg hammer.Config, w waitlist) (*hammer.Result, error) {
	cfg.Scenario, cfg.Events = hammer.Join, []string{w.event}
	cfg.WarmUp, cfg.Duration = r.Config.WarmUp/2, r.Config.Length
	return checkedRun(ctx, cfg)
}

// checkedRun is hammer.Run where a refusal is an error.
func checkedRun(ctx context.Context, cfg hammer.Config) (*hammer.Result, error) {
	res, err := hammer.Run(ctx, cfg)
	if err == nil && res.RefusedTotal() > 0 {
		err = fmt.Errorf("%d refused: %s", res.RefusedTotal(), res.Sample)
	}
	return res, err
}
