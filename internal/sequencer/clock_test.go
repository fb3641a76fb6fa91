package sequencer_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// TestEventAhead: an event whose clock stands far ahead is written to no more,
// until its clock is mended or time has caught up.
func TestEventAhead(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := build(t, openStore(t, database.Config{URL: url}), 2)
		now, refused := time.Now(), 0
		var log bytes.Buffer
		cfg := f.config()
		cfg.Now = func() time.Time { return now }
		cfg.ClockRefused = func() { refused++ }
		cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
		w, err := sequencer.NewWriter(cfg)
		if err != nil {
			t.Fatal(err)
		}
		right := now
		now = now.Add(5 * time.Minute) // wrong, and nobody noticed
		f.write(w, 1, nil)
		now = right
		f.write(w, 2, sequencer.ErrClock)
		f.write(w, 3, sequencer.ErrClock)
		other := f.quietWriterAt(&now) // of another server, with nothing in memory
		f.write(other, 4, sequencer.ErrClock)
		if refused != 2 || strings.Count(log.String(), "clock mend "+f.event) != 1 {
			t.Errorf("%d refused; the log says %s", refused, &log)
		}
		if got := f.registered(2, 3, 4); got != 0 {
			t.Errorf("%d were refused and are registered", got)
		}

		report, err := verify.Run(t.Context(), f.store, verify.Options{Now: inventory.At(now), AuditKeys: auditKeys})
		if err != nil || len(report.Violations) != 1 || !strings.Contains(report.Violations[0].What, "ahead of the time") {
			t.Errorf("verify says of a clock that is ahead: %v, %+v", err, report)
		}
		by, err := w.MendClock(t.Context(), f.event, "system")
		if err != nil || by.Round(time.Second) != 5*time.Minute {
			t.Fatalf("mended by %s: %v", by, err)
		}
		if by, err := w.MendClock(t.Context(), f.event, "system"); err != nil || by != 0 {
			t.Errorf("mended again by %s: %v", by, err)
		}
		f.write(other, 4, nil)
		f.write(w, 5, nil)
		f.verified()
		rows, err := f.store.Events.Audit(t.Context(), f.event, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		mended := 0
		for _, r := range rows {
			if r.Reason == inventory.ReasonClockMended {
				mended++
			}
		}
		if mended != 1 {
			t.Errorf("%d rows say that the clock was mended", mended)
		}
		if _, err := w.MendClock(t.Context(), "evt_nobody", "system"); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("an event that is not there: %v", err)
		}
	})
}

// TestWithinTheBound: clocks that differ a little write the same event; its time
// stands still for as long.
func TestWithinTheBound(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := build(t, openStore(t, database.Config{URL: url}), 2)
		fast, slow := time.Now().Add(clock.Bound-time.Second), time.Now()
		f.write(f.quietWriterAt(&fast), 1, nil)
		f.write(f.quietWriterAt(&slow), 2, nil)
		slow = slow.Add(20 * 24 * time.Hour) // a server that was stopped for long goes on
		f.write(f.quietWriterAt(&slow), 3, nil)
		f.verified()
	})
}

// TestClockIsNotKnown: without a time that counts nothing is decided, and the
// ticker asks for nothing.
func TestClockIsNotKnown(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := build(t, openStore(t, database.Config{URL: url}), 2)
		off := true
		cfg := f.config()
		cfg.Log = slog.New(slog.DiscardHandler)
		cfg.CheckClock = func() error {
			if off {
				return clock.ErrOff
			}
			return nil
		}
		w, err := sequencer.NewWriter(cfg)
		if err != nil {
			t.Fatal(err)
		}
		results, _ := w.Write(t.Context(), f.event, []sequencer.Request{f.register(1), f.register(2)})
		for _, r := range results {
			if !errors.Is(r.Err, sequencer.ErrClock) {
				t.Errorf("answered %+v", r)
			}
		}
		if _, err := w.MendClock(t.Context(), f.event, "system"); !errors.Is(err, sequencer.ErrClock) {
			t.Errorf("mended by a clock that is off: %v", err)
		}
		if got := f.registered(1, 2); got != 0 {
			t.Errorf("%d are registered", got)
		}
		off = false
		f.write(w, 1, nil)
	})
}

// write registers user n, with the error that it must have.
func (f *fixture) write(w *sequencer.Writer, n int, want error) {
	f.t.Helper()
	results, _ := w.Write(f.t.Context(), f.event, []sequencer.Request{f.register(n)})
	if r := results[0]; !errors.Is(r.Err, want) || want == nil && r.Reply.Code != inventory.OK {
		f.t.Errorf("user %d: %+v, want %v", n, r, want)
	}
}

// registered counts which of the users have a registration or an entry.
func (f *fixture) registered(users ...int) (n int) {
	f.t.Helper()
	for _, u := range users {
		v, err := f.store.Registrations.Registration(f.t.Context(), f.event, f.register(u).Command.(inventory.Register).UserID)
		if err == nil && (v.Hold != nil || v.Entry != nil) {
			n++
		} else if err != nil && !errors.Is(err, database.ErrNotFound) {
			f.t.Fatal(err)
		}
	}
	return n
}

// quietWriterAt is a writer of another server, with a clock of its own.
func (f *fixture) quietWriterAt(now *time.Time) *sequencer.Writer {
	f.t.Helper()
	cfg := f.config()
	cfg.Log = slog.New(slog.DiscardHandler)
	cfg.Now = func() time.Time { return *now }
	w, err := sequencer.NewWriter(cfg)
	if err != nil {
		f.t.Fatal(err)
	}
	return w
}
