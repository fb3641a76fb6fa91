// Package sim runs Holdfast through random histories with everything that can
// go wrong: clocks that jump, crashes between any two steps, and calls to the
// database that fail before or after they took effect.
//
// Package inventory, the sequencer's writer, the store and the database are the real
// ones; only time, randomness and the driver's failures come from the seed. One
// goroutine does it all, so the same seed gives the same trace, step by step.
// After each history everything acknowledged must be there, everything refused
// must not, and verify must have nothing to say. It is run by `holdfast sim` and
// by the test suite.
package sim

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"time"
)

// Config says how much to simulate.
type Config struct {
	Seed      uint64
	Sequences int // histories; each is one event
	Commands  int // commands per history; default 50
	// Within ends the simulation before its Sequences when it has taken so long
	// already: no history begins after that. 0: no end.
	Within time.Duration
	Dir    string // where the database is made; "" is a temporary folder
	// Faults is the chance, in thousandths, that a batch meets an injected
	// failure; a third of them are crashes. Negative: none. Default 250.
	Faults int
	Out    io.Writer // progress; nil: none
	Log    *slog.Logger
}

// perDatabase is how many histories share a database, which is verified when
// they have ended.
const perDatabase = 25

// Report is what a simulation saw.
type Report struct {
	Seed      uint64
	Sequences int // histories that were played
	Commands  int
	Batches   int
	Accepted  int // commands answered OK
	Refused   int // commands refused by a rule
	Failed    int // commands answered with an error
	Repeated  int // commands that had been answered before, and were sent again
	Faults    int // injected failures
	Crashes   int
	Joined    int               // who were given a place in a waiting room
	Entered   int               // of these, who were let in
	Balloted  int               // of these, who were put on the waitlist by a ballot
	Seats     int               // that went to people who paid for them and stood on them
	Booked    int               // bookings of rooms that were made
	Waited    int               // of these, that had to wait
	Taken     int               // tables that somebody accepted
	Paid      int               // payments of deposits, balances and fees
	Refunded  int               // refunds of these that arrived
	Money     map[string]int    // what was seen in histories of money, by what it is
	Rooms     map[string]int    // what was seen in histories of bookings, by what it is
	Trace     [sha256.Size]byte // of every answer and every audit chain, in order
	// Violations are what went wrong, each with its history's number.
	Violations []string
}

// Clean reports whether nothing went wrong.
func (r *Report) Clean() bool { return len(r.Violations) == 0 }

func (r *Report) violate(sequence int, format string, a ...any) {
	r.Violations = append(r.Violations, fmt.Sprintf("sequence %d: ", sequence)+fmt.Sprintf(format, a...))
}

// maxViolations ends a simulation that has found enough to look at.
const maxViolations = 20

// Run simulates. An error means that it could not go on; what it found wrong is
// in the Report.
func Run(ctx context.Context, cfg Config) (report *Report, err error) {
	if cfg.Commands == 0 {
		cfg.Commands = 50
	}
	if cfg.Faults == 0 {
		cfg.Faults = 250
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Sequences < 1 || cfg.Commands < 1 {
		return nil, errors.New("sim: at least one sequence of one command")
	}
	if cfg.Dir == "" {
		if cfg.Dir, err = os.MkdirTemp("", "holdfast-sim-*"); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(cfg.Dir)) }()
	}
	s := &simulation{
		cfg:    cfg,
		report: &Report{Seed: cfg.Seed, Money: map[string]int{}, Rooms: map[string]int{}},
		trace:  sha256.New(),
		now:    time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC),
	}
	s.faults.decide(nil)
	began := time.Now()
	for n := range cfg.Sequences {
		if err := ctx.Err(); err != nil {
			return s.report, err
		}
		if cfg.Within > 0 && time.Since(began) >= cfg.Within {
			break
		}
		if n%perDatabase == 0 {
			if err := s.endDatabase(ctx); err != nil {
				return s.report, err
			}
			if err := s.freshDatabase(ctx, n/perDatabase); err != nil {
				return s.report, err
			}
		}
		// Each history has its own randomness: the nth is the same however many
		// came before it in this run.
		s.rand = rand.New(rand.NewPCG(cfg.Seed, uint64(n)))
		if err := s.history(ctx, n); err != nil {
			return s.report, fmt.Errorf("sim: sequence %d: %w", n, err)
		}
		if n%paidEvery == 0 {
			if err := s.takeMoney(ctx, n/paidEvery); err != nil {
				return s.report, fmt.Errorf("sim: money beside sequence %d: %w", n, err)
			}
		}
		if n%bookedEvery == bookedEvery-1 {
			if err := s.bookRooms(ctx, n/bookedEvery); err != nil {
				return s.report, fmt.Errorf("sim: bookings beside sequence %d: %w", n, err)
			}
		}
		s.report.Sequences++
		if cfg.Out != nil && (n+1)%1000 == 0 {
			if _, err := fmt.Fprintf(cfg.Out, "%d sequences, %d violations\n", n+1, len(s.report.Violations)); err != nil {
				return s.report, err
			}
		}
		if len(s.report.Violations) >= maxViolations {
			break
		}
	}
	if err := s.endDatabase(ctx); err != nil {
		return s.report, err
	}
	copy(s.report.Trace[:], s.trace.Sum(nil))
	return s.report, nil
}
