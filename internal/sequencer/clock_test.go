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
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// TestEventAhead: an event whose clock stands far ahead is written to no more,
// until its clock is mended or time has caught up.
func TestEventAhead(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := build(t, openStore(t, store.Config{URL: url}), 2)
		now, refused := time.Now(), 0
		var log bytes.Buffer
		cfg := h.config()
		cfg.Now = func() time.Time { return now }
		cfg.ClockRefused = func() { refused++ }
		cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
		w, err := sequencer.NewWriter(cfg)
		if err != nil {
			t.Fatal(err)
		}
		right := now
		now = now.Add(5 * time.Minute) // wrong, and nobody noticed
		h.write(w, 1, nil)
		now = right
		h.write(w, 2, sequencer.ErrClock)
		h.write(w, 3, sequencer.ErrClock)
		other := h.quietWriterAt(&now) // of another server, with nothing in memory
		h.write(other, 4, sequencer.ErrClock)
		if refused != 2 || strings.Count(log.String(), "clock mend "+h.event) != 1 {
			t.Errorf("%d refused; the log says %s", refused, &log)
		}
		if got := h.registered(2, 3, 4); got != 0 {
			t.Errorf("%d were refused and are registered", got)
		}

		report, err := verify.Run(t.Context(), h.store, verify.Options{Now: inventory.At(now)})
		if err != nil || len(report.Violations) != 1 || !strings.Contains(report.Violations[0].What, "ahead of the time") {
			t.Errorf("verify says of a clock that is ahead: %v, %+v", err, report)
		}
		by, err := w.MendClock(t.Context(), h.event, "system")
		if err != nil || by.Round(time.Second) != 5*time.Minute {
			t.Fatalf("mended by %s: %v", by, err)
		}
		if by, err := w.MendClock(t.Context(), h.event, "system"); err != nil || by != 0 {
			t.Errorf("mended again by %s: %v", by, err)
		}
		h.write(other, 4, nil)
		h.write(w, 5, nil)
		h.verified()
		rows, err := h.store.Events.Audit(t.Context(), h.event, 0, 100)
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
		if _, err := w.MendClock(t.Context(), "evt_nobody", "system"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("an event that is not there: %v", err)
		}
	})
}

// TestWithinTheBound: clocks that differ a little write the same event; its time
// stands still for as long.
func TestWithinTheBound(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := build(t, openStore(t, store.Config{URL: url}), 2)
		fast, slow := time.Now().Add(clock.Bound-time.Second), time.Now()
		h.write(h.quietWriterAt(&fast), 1, nil)
		h.write(h.quietWriterAt(&slow), 2, nil)
		slow = slow.Add(20 * 24 * time.Hour) // a server that was stopped for long goes on
		h.write(h.quietWriterAt(&slow), 3, nil)
		h.verified()
	})
}

// TestClockIsNotKnown: without a time that counts nothing is decided, and the
// ticker asks for nothing.
func TestClockIsNotKnown(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := build(t, openStore(t, store.Config{URL: url}), 2)
		off := true
		cfg := h.config()
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
		results, _ := w.Write(t.Context(), h.event, []sequencer.Request{h.register(1), h.register(2)})
		for _, r := range results {
			if !errors.Is(r.Err, sequencer.ErrClock) {
				t.Errorf("answered %+v", r)
			}
		}
		if _, err := w.MendClock(t.Context(), h.event, "system"); !errors.Is(err, sequencer.ErrClock) {
			t.Errorf("mended by a clock that is off: %v", err)
		}
		if got := h.registered(1, 2); got != 0 {
			t.Errorf("%d are registered", got)
		}
		off = false
		h.write(w, 1, nil)
	})
}

// write registers user n, with the error that it must have.
func (h *house) write(w *sequencer.Writer, n int, want error) {
	h.t.Helper()
	results, _ := w.Write(h.t.Context(), h.event, []sequencer.Request{h.register(n)})
	if r := results[0]; !errors.Is(r.Err, want) || want == nil && r.Reply.Code != inventory.OK {
		h.t.Errorf("user %d: %+v, want %v", n, r, want)
	}
}

// registered counts which of the users have a registration or an entry.
func (h *house) registered(users ...int) (n int) {
	h.t.Helper()
	for _, u := range users {
		v, err := h.store.Registrations.Registration(h.t.Context(), h.event, h.register(u).Command.(inventory.Register).UserID)
		if err == nil && (v.Hold != nil || v.Entry != nil) {
			n++
		} else if err != nil && !errors.Is(err, store.ErrNotFound) {
			h.t.Fatal(err)
		}
	}
	return n
}

// quietWriterAt is a writer of another server, with a clock of its own.
func (h *house) quietWriterAt(now *time.Time) *sequencer.Writer {
	h.t.Helper()
	cfg := h.config()
	cfg.Log = slog.New(slog.DiscardHandler)
	cfg.Now = func() time.Time { return *now }
	w, err := sequencer.NewWriter(cfg)
	if err != nil {
		h.t.Fatal(err)
	}
	return w
}
