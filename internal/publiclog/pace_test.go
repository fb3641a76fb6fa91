package publiclog

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-events/holdfast/internal/tlog"
)

// TestRest: the others have the processor for nine times as long, less the further a log is
// behind, and all rests of a pass together are bounded.
func TestRest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		took, lag time.Duration
		logs      int
		want      time.Duration
	}{
		{10 * time.Millisecond, 0, 1, 90 * time.Millisecond},
		{10 * time.Millisecond, lateBy, 1, 90 * time.Millisecond},
		{10 * time.Millisecond, 2 * lateBy, 1, 90 * time.Millisecond},
		{10 * time.Millisecond, 6 * lateBy, 1, 30 * time.Millisecond},
		{10 * time.Millisecond, 18 * lateBy, 1, 10 * time.Millisecond},
		{time.Second, lateBy, 1, maxRests},
		{10 * time.Millisecond, lateBy, 1000, maxRests / 1000},
	} {
		if got := rest(c.took, c.lag, c.logs); got.Round(time.Microsecond) != c.want {
			t.Errorf("rests %s after %s, behind by %s, one of %d; want %s", got, c.took, c.lag, c.logs, c.want)
		}
	}
}

// TestRestBoundsTheLag: a log that has to take in more than a tenth of a processor can is
// behind by a bounded time, however long the rush lasts.
func TestRestBoundsTheLag(t *testing.T) {
	t.Parallel()
	const (
		perSecond = 60_000                // rows that are written
		perPage   = 12 * time.Millisecond // that pageRows take
	)
	now, grown, worst := 0.0, 0.0, time.Duration(0)
	for now < 3600 {
		lag := time.Duration((now - grown/perSecond) * float64(time.Second))
		worst = max(worst, lag)
		if lag < lateBy {
			now++
			continue
		}
		now += (perPage + rest(perPage, lag, 1)).Seconds()
		grown += pageRows
	}
	if worst > time.Minute {
		t.Errorf("the log was behind by %s", worst)
	}
}

// TestMarks: more changed events than are remembered are found by going through all, also
// when that is under way.
func TestMarks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := &Logs{Signer: &tlog.Signer{}}
		for i := range maxMarks {
			l.Changed(fmt.Sprint(i))
		}
		if due, sweep, _ := l.take(true); len(due) != 0 || sweep {
			t.Errorf("%d events are due at once in a rush; all: %v", len(due), sweep)
		}
		time.Sleep(time.Second)
		l.Changed("more")
		l.Changed("1") // again: its first change counts
		if lag := l.Lag(); lag != time.Second {
			t.Errorf("lags by %s", lag)
		}
		time.Sleep(lateBy - time.Second)
		if due, sweep, _ := l.take(true); len(due) != maxMarks || due[0].event != "0" || sweep {
			t.Errorf("%d events are due after %s, and all: %v", len(due), lateBy, sweep)
		}
		time.Sleep(time.Second)
		if due, sweep, after := l.take(true); len(due) != 0 || !sweep || after != "" {
			t.Errorf("%d events are due, and all: %v, after %q", len(due), sweep, after)
		}
		// It is going through all: once more, when it is through.
		l.marks.after = "500"
		l.sweep()
		if _, _, after := l.take(true); after != "500" || l.marks.again.IsZero() {
			t.Errorf("goes on after %q, and again: %v", after, l.marks.again)
		}
	})
}
