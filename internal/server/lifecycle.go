package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// stopGrace is what a part has for its stop when those before it took all the time.
const stopGrace = 2 * time.Second

// part is something that runs while the server does.
type part struct {
	name string // for logs and errors
	// start begins its work; nil: it has worked since it was added.
	start func(context.Context) error
	// stop ends its work; nil: there is nothing to end. It comes back soon after ctx
	// ends.
	stop func(context.Context) error
}

// lifecycle is the list of all that starts and stops, in the order in which it is
// started: each part needs only those before it. It is stopped in reverse.
type lifecycle struct {
	log    *slog.Logger
	parts  []part
	begun  []part                  // those to stop, in the order in which they began
	before func(name string) error // for tests: fails what is about to begin
}

// add appends a part that start begins.
func (l *lifecycle) add(name string, start, stop func(context.Context) error) {
	l.parts = append(l.parts, part{name, start, stop})
}

// addWork appends a part that is work, each until its context ends. Its stop waits for
// what is on its way.
func (l *lifecycle) addWork(name string, work ...func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	l.add(name, func(context.Context) error {
		for _, w := range work {
			running.Go(func() { w(ctx) })
		}
		return nil
	}, quiet(func() {
		cancel()
		running.Wait()
	}))
}

// made appends a part that has worked since err was nil, such as an open database;
// with an error it returns that, and the part is not one.
func (l *lifecycle) made(name string, err error, stop func(context.Context) error) error {
	if err == nil {
		l.begun = append(l.begun, part{name: name, stop: stop})
		if l.before != nil {
			err = l.before(name)
		}
	}
	if err != nil {
		return fmt.Errorf("server: %s: %w", name, err)
	}
	return nil
}

// start starts all parts that were added, in order, until one fails. What has
// begun is the caller's to stop, also when one has failed.
func (l *lifecycle) start(ctx context.Context) error {
	for _, p := range l.parts {
		if l.before != nil {
			if err := l.before(p.name); err != nil {
				return fmt.Errorf("server: start %s: %w", p.name, err)
			}
		}
		if err := p.start(ctx); err != nil {
			return fmt.Errorf("server: start %s: %w", p.name, err)
		}
		l.begun = append(l.begun, p)
		l.log.DebugContext(ctx, "server: part started", slog.String("part", p.name))
	}
	return nil
}

// stop stops what has begun, the last first. A part that fails to stop keeps no
// other from it, and one that is slow leaves each of the others stopGrace.
func (l *lifecycle) stop(ctx context.Context) error {
	var failed []error
	for len(l.begun) > 0 {
		p := l.begun[len(l.begun)-1]
		l.begun = l.begun[:len(l.begun)-1]
		if p.stop == nil {
			continue
		}
		began := time.Now()
		if err := p.stopWithin(ctx); err != nil {
			failed = append(failed, fmt.Errorf("server: stop %s: %w", p.name, err))
		}
		l.log.DebugContext(ctx, "server: part stopped", slog.String("part", p.name), slog.Duration("took", time.Since(began)))
	}
	return errors.Join(failed...)
}

// stopWithin stops a part in what is left of ctx, and at least stopGrace.
func (p *part) stopWithin(ctx context.Context) error {
	if end, ok := ctx.Deadline(); ok && time.Until(end) > stopGrace && ctx.Err() == nil {
		return p.stop(ctx)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopGrace)
	defer cancel()
	return p.stop(ctx)
}

// quiet is a stop that cannot fail.
func quiet(stop func()) func(context.Context) error {
	return func(context.Context) error {
		stop()
		return nil
	}
}
