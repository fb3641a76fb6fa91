package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

const (
	// clockEvery is how often a server looks whether its clock agrees with the others.
	clockEvery = time.Second
	// pauseFor is how long jobs have to end when it does not any more, before they are cancelled.
	pauseFor = 20 * time.Second
)

// Start runs jobs until Stop, for as long as the clocks agree. River takes the time of the system
// for when something is due again and for what counts as lost: a server whose clock is an hour ahead
// would put off what repeats by an hour, for all servers, and take what others do for lost.
func (j *Jobs) Start(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	off := j.checkClock()
	if off == nil {
		if err := j.run(ctx); err != nil {
			return err
		}
	} else {
		j.tellOff(ctx, off)
	}
	j.watch.Go(func() { j.followClock(ctx, off == nil) })
	return nil
}

func (j *Jobs) run(ctx context.Context) error {
	if err := j.client.Start(ctx); err != nil {
		return fmt.Errorf("jobs: start: %w", err)
	}
	return nil
}

func (j *Jobs) tellOff(ctx context.Context, off error) {
	j.log.WarnContext(ctx, "jobs: none is run while the clocks do not agree", slog.Any("error", off))
}

// followClock has jobs run while the clocks agree, and not run while they do not, until the process
// is asked to stop.
func (j *Jobs) followClock(ctx context.Context, runs bool) {
	tick := time.NewTicker(clockEvery)
	defer tick.Stop()
	for {
		select {
		case <-j.stopping:
			return
		case <-tick.C:
		}
		off := j.checkClock()
		if (off == nil) == runs {
			continue
		}
		var err error
		if off == nil {
			j.log.InfoContext(ctx, "jobs: the clocks agree again")
			err = j.run(ctx)
		} else {
			j.tellOff(ctx, off)
			err = j.pause(ctx)
		}
		if err != nil {
			j.log.ErrorContext(ctx, "jobs: cannot follow the clock; trying again", slog.Any("error", err))
			continue
		}
		runs = off == nil
	}
}

// pause lets each worker finish its current step, and returns when all have ended.
func (j *Jobs) pause(ctx context.Context) error {
	ctx, cancel := j.untilStop(ctx)
	defer cancel()
	soft, end := context.WithTimeout(ctx, pauseFor)
	defer end()
	if err := j.client.Stop(soft); err != nil {
		return j.stopHard(ctx, err)
	}
	return nil
}
