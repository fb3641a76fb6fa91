package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/holdfast-events/holdfast/internal/sim"
)

type simCommand struct {
	Seed      uint64 `help:"Seed of the histories. 0 takes one from the clock. It is printed first." default:"0"`
	Sequences int    `help:"Number of histories." default:"1000"`
	Commands  int    `help:"Number of commands per history." default:"50"`
	// A run that is ended by its time has the trace of the histories it played.
	Within   time.Duration `help:"Start no further history after this time. 0 plays them all." default:"0s"`
	NoFaults bool          `help:"Inject no failures or crashes."`
}

// Run simulates and says what was found.
func (c *simCommand) Run(ctx context.Context) error {
	if c.Seed == 0 {
		c.Seed = uint64(time.Now().UnixNano())
	}
	fmt.Printf("seed %d\n", c.Seed)
	cfg := sim.Config{Seed: c.Seed, Sequences: c.Sequences, Commands: c.Commands, Within: c.Within, Out: os.Stdout}
	if c.NoFaults {
		cfg.Faults = -1
	}
	began := time.Now()
	r, err := sim.Run(ctx, cfg)
	if r != nil {
		for _, v := range r.Violations {
			fmt.Println("violation:", v)
		}
		fmt.Printf("%d sequences, %d commands answered (%d accepted, %d refused), %d batches, %d payments and %d refunds of deposits and fees, %d failures injected, %d crashes, %d violations in %s\n",
			r.Sequences, r.Commands, r.Accepted, r.Refused, r.Batches, r.Paid, r.Refunded, r.Faults, r.Crashes, len(r.Violations), time.Since(began).Round(time.Millisecond))
		fmt.Printf("trace %x\n", r.Trace)
	}
	if err != nil {
		return err
	}
	if !r.Clean() {
		return errFailed
	}
	return nil
}
