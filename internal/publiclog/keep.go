package publiclog

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/tlog"
)

const (
	// roundEvery is how often the logs of events that have changed are grown: as long a
	// proof of what just happened can be missing while there is no rush.
	roundEvery = time.Second
	// lateBy is how old a change may become in a rush before it is taken into the log all
	// the same, at the pace of restShare: people go first, and the log goes on.
	lateBy = 5 * time.Second
	// restShare is how many times as long as it took to grow a log by a page the others
	// then have the processor, in a rush and while a log has more pages to come. A log that
	// is behind by more than shareBy rests so much less: it takes the share of a processor
	// that keeps it from falling behind further. All rests of a pass together are not
	// longer than maxRests.
	restShare = 9
	shareBy   = 2 * lateBy
	maxRests  = 5 * time.Second
	// sweepEvery is how often all events are gone through, for changes that this process
	// was not told of: those of a server that died before it had grown their logs.
	sweepEvery = 10 * time.Minute
	// sweepPage is how many events are looked for at once.
	sweepPage = 100
	// maxMarks is how many changed events are remembered; when there are more they are
	// found by sweeping.
	maxMarks = 10_000
)

// marks are what the logs have to be grown by.
type marks struct {
	events map[string]time.Time // events that have changed, and since when
	// sweep is since when all events are gone through, zero: they are not; after is the
	// last of them that was. again is since when they are to be gone through once more
	// after that; zero: they are not.
	sweep, again time.Time
	after        string
	// growing is the oldest of what is being grown now; zero: nothing is.
	growing time.Time
}

// mark is one of the events that have changed.
type mark struct {
	event string
	since time.Time
}

// Changed says that an event has new audit rows. It never waits.
func (l *Logs) Changed(event string) {
	if l.Signer != nil {
		l.changed(event, time.Now())
	}
}

func (l *Logs) changed(event string, since time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	first, marked := l.marks.events[event]
	switch {
	case marked:
		if since.Before(first) {
			l.marks.events[event] = since
		}
	case len(l.marks.events) >= maxMarks:
		l.beginSweep(since)
	case l.marks.events == nil:
		l.marks.events = map[string]time.Time{event: since}
	default:
		l.marks.events[event] = since
	}
}

// beginSweep goes through all events, after those that are being gone through. It is called
// with mu held.
func (l *Logs) beginSweep(since time.Time) {
	switch {
	case l.marks.sweep.IsZero():
		l.marks.sweep, l.marks.after = since, ""
	case l.marks.again.IsZero():
		l.marks.again = since
	}
}

// take returns what is to be grown now, the oldest first, and whether it is time to go on
// sweeping after an event: all that has changed, or in a rush what has waited for lateBy.
func (l *Logs) take(rush bool) (due []mark, sweep bool, after string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	isDue := func(since time.Time) bool { return !rush || now.Sub(since) >= lateBy }
	for event, since := range l.marks.events {
		if isDue(since) {
			due = append(due, mark{event, since})
			delete(l.marks.events, event)
		}
	}
	slices.SortFunc(due, func(a, b mark) int { return cmp.Or(a.since.Compare(b.since), cmp.Compare(a.event, b.event)) })
	if len(due) > 0 {
		l.marks.growing = due[0].since
	}
	return due, !l.marks.sweep.IsZero() && isDue(l.marks.sweep), l.marks.after
}

// Lag returns how long the oldest change that this process knows of has waited for its log.
func (l *Logs) Lag() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	oldest := now
	if t := l.marks.growing; !t.IsZero() {
		oldest = t
	}
	for _, since := range l.marks.events {
		if since.Before(oldest) {
			oldest = since
		}
	}
	return now.Sub(oldest)
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
	l.sweep()
	round, all := time.NewTicker(roundEvery), time.NewTicker(sweepEvery)
	defer round.Stop()
	defer all.Stop()
	for { // the first pass is a round after the start: by then it is known whether there is a rush
		select {
		case <-ctx.Done():
			return
		case <-all.C:
			l.sweep()
		case <-round.C:
		}
		for l.pass(ctx) {
		}
	}
}

func (l *Logs) sweep() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.beginSweep(time.Now())
}

// pass grows each log that is due by a page, and a page of those that sweeping finds, and
// reports whether there is more of it at once.
func (l *Logs) pass(ctx context.Context) (again bool) {
	due, sweep, after := l.take(l.rush())
	if sweep {
		found, err := l.behind(ctx, after)
		if err != nil {
			l.failed(ctx, "", err)
		}
		due, again = append(due, found...), len(found) == sweepPage
	}
	for _, m := range due {
		again = l.keep(ctx, m, len(due)) || again
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.marks.growing = time.Time{}
	return again && ctx.Err() == nil
}

// rush reports whether people have to go first.
func (l *Logs) rush() bool { return l.Rush != nil && l.Rush() }

// behind returns the next events whose logs are behind, and notes how far the sweep is.
func (l *Logs) behind(ctx context.Context, after string) ([]mark, error) {
	events, err := l.Store.Logs.Behind(ctx, after, sweepPage)
	l.mu.Lock()
	defer l.mu.Unlock()
	began := l.marks.sweep
	if err != nil || len(events) < sweepPage { // what failed is found by the next
		l.marks.sweep, l.marks.again, l.marks.after = l.marks.again, time.Time{}, ""
	} else {
		l.marks.after = events[len(events)-1]
	}
	found := make([]mark, len(events))
	for i, event := range events {
		found[i] = mark{event, began}
	}
	if len(found) > 0 && (l.marks.growing.IsZero() || began.Before(l.marks.growing)) {
		l.marks.growing = began
	}
	return found, err
}

// keep grows the log of an event by a page, one of so many logs in a pass, rests, and
// reports whether the log has more to be grown by.
func (l *Logs) keep(ctx context.Context, m mark, logs int) (more bool) {
	if ctx.Err() != nil {
		return false
	}
	begun := time.Now()
	more, upTo, err := l.growPage(ctx, m.event)
	if err != nil {
		l.failed(ctx, m.event, err)
		if !errors.Is(err, tlog.ErrRewritten) {
			l.changed(m.event, m.since)
		}
		return false
	}
	l.mu.Lock()
	delete(l.refused, m.event)
	l.mu.Unlock()
	if l.Grown != nil {
		l.Grown(m.event)
	}
	if more { // of which the first is not older than the last that the log has
		l.changed(m.event, later(m.since, upTo))
	}
	if more || l.rush() {
		select {
		case <-ctx.Done():
		case <-time.After(rest(time.Since(begun), time.Since(m.since), logs)):
		}
	}
	return more
}

// rest is how long to rest after growing a log took so long, which is behind by lag and one
// of so many in a pass.
func rest(took, lag time.Duration, logs int) time.Duration {
	share := restShare * min(1, float64(shareBy)/float64(max(lag, 1)))
	return min(time.Duration(share*float64(took)), maxRests/time.Duration(logs))
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
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
