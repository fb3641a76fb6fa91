package publiclog

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/tlog"
)

const (
	// roundEvery is how often the logs of events that have changed are grown: as long a
	// proof of what just happened can be missing.
	roundEvery = time.Second
	// sweepEvery is how often all events are gone through, for changes that this process
	// was not told of: those of a server that died before it had grown their logs.
	sweepEvery = 10 * time.Minute
	// sweepPage is how many events are looked for at once.
	sweepPage = 100
	// maxMarks is how many changed events are remembered; when there are more they are
	// found by sweeping.
	maxMarks = 10_000
	// restShare is how many times as long as it took to grow a log by a page the others
	// then have the processor, while there is more of it: in a rush people go first.
	restShare = 9
)

// Changed says that an event has new audit rows. It never waits.
func (l *Logs) Changed(event string) {
	if l.Signer == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.marks[event]:
	case len(l.marks) >= maxMarks:
		l.lost = true
	case l.marks == nil:
		l.marks = map[string]bool{event: true}
	default:
		l.marks[event] = true
	}
}

// take returns what has changed since it was called last.
func (l *Logs) take() (events []string, lost bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	events, lost = slices.Sorted(maps.Keys(l.marks)), l.lost
	l.marks, l.lost = nil, false
	return events, lost
}

// Stopped returns how many logs are not signed any more. Without a Signer it is one.
func (l *Logs) Stopped() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.Signer == nil {
		return 1
	}
	return len(l.refused)
}

// Keep grows the logs of events behind their ledgers until ctx ends.
func (l *Logs) Keep(ctx context.Context) {
	if l.Signer == nil {
		return
	}
	l.sweep(ctx)
	round, all := time.NewTicker(roundEvery), time.NewTicker(sweepEvery)
	defer round.Stop()
	defer all.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-all.C:
			l.sweep(ctx)
		case <-round.C:
			events, lost := l.take()
			if lost {
				l.sweep(ctx)
			}
			for _, event := range events {
				l.keep(ctx, event)
			}
		}
	}
}

// sweep grows all logs that are behind.
func (l *Logs) sweep(ctx context.Context) {
	after := ""
	for ctx.Err() == nil {
		events, err := l.Store.Logs.Behind(ctx, after, sweepPage)
		if err != nil {
			l.failed(ctx, "", err)
			return
		}
		for _, event := range events {
			after = event
			l.keep(ctx, event)
		}
		if len(events) < sweepPage {
			return
		}
	}
}

// keep grows the log of an event by a page. What is left comes with the next round.
func (l *Logs) keep(ctx context.Context, event string) {
	if ctx.Err() != nil {
		return
	}
	begun := time.Now()
	more, err := l.Grow(ctx, event)
	if err != nil {
		l.failed(ctx, event, err)
		if !errors.Is(err, tlog.ErrRewritten) {
			l.Changed(event)
		}
		return
	}
	l.mu.Lock()
	delete(l.refused, event)
	l.mu.Unlock()
	if !more {
		return
	}
	l.Changed(event)
	select {
	case <-ctx.Done():
	case <-time.After(restShare * time.Since(begun)):
	}
}

// failed tells the operator what is wrong with a log: that one is not signed any more once.
func (l *Logs) failed(ctx context.Context, event string, err error) {
	if ctx.Err() != nil {
		return
	}
	if !errors.Is(err, tlog.ErrRewritten) {
		l.Log.WarnContext(ctx, "publiclog: not grown; trying again", slog.String("event", event), slog.Any("error", err))
		return
	}
	l.mu.Lock()
	told := l.refused[event]
	if l.refused == nil {
		l.refused = map[string]bool{}
	}
	l.refused[event] = true
	l.mu.Unlock()
	if !told {
		l.Log.ErrorContext(ctx, "publiclog: not signed any more: the database is older than what was signed, or was changed",
			slog.String("event", event), slog.Any("error", err))
	}
}
