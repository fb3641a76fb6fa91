package clock_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-events/holdfast/internal/clock"
)

// machine has the clocks of a server and of its database.
type machine struct {
	t                  *testing.T
	start              time.Time
	passed             time.Duration // in truth
	system, database   time.Duration // how far they are ahead of the truth
	slept              time.Duration
	sending, returning time.Duration // of a question to the database
	failed             error
	log                bytes.Buffer
	alone              bool // the database has no clock
}

func (m *machine) truth() time.Time { return m.start.Add(m.passed) }

func (m *machine) clock() *clock.Clock {
	m.t.Helper()
	m.start = time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)
	cfg := clock.Config{
		System:  func() time.Time { return m.truth().Add(m.system) },
		Elapsed: func() time.Duration { return m.passed - m.slept },
		Awake:   func() time.Duration { return m.passed },
		Ask: func(context.Context) (time.Time, error) {
			m.passed += m.sending
			t := m.truth().Add(m.database)
			m.passed += m.returning
			return t, m.failed
		},
		Log: slog.New(slog.NewTextHandler(&m.log, nil)),
	}
	if m.alone {
		cfg.Ask = nil
	}
	c, err := clock.New(m.t.Context(), cfg)
	if err != nil {
		m.t.Fatal(err)
	}
	return c
}

// pass lets time pass, and the clocks be compared each second.
func (m *machine) pass(c *clock.Clock, d time.Duration) {
	m.t.Helper()
	for end := m.passed + d; m.passed < end; {
		m.passed += min(clock.Interval, end-m.passed)
		if err := c.Compare(m.t.Context()); !errors.Is(err, m.failed) {
			m.t.Fatal(err)
		}
	}
}

// wants compares a clock with the truth, and with what it should say of itself.
func (m *machine) wants(c *clock.Clock, ahead time.Duration, ready, decides bool) {
	m.t.Helper()
	if off := c.Now().Sub(m.truth()) - ahead; off.Abs() > 30*time.Millisecond {
		m.t.Errorf("the time is %s more ahead of the truth than %s", off, ahead)
	}
	if err := c.Ready(); (err == nil) != ready || err != nil && !errors.Is(err, clock.ErrOff) {
		m.t.Errorf("ready: %v, want %t", err, ready)
	}
	if err := c.Check(); (err == nil) != decides || err != nil && !errors.Is(err, clock.ErrOff) {
		m.t.Errorf("decides: %v, want %t", err, decides)
	}
}

func TestTheDatabasesClockCounts(t *testing.T) {
	for name, c := range map[string]struct {
		system         time.Duration
		ready, decides bool
	}{
		"agrees":         {200 * time.Millisecond, true, true},
		"a little fast":  {3 * time.Second, false, true},
		"a little slow":  {-3 * time.Second, false, true},
		"minutes ahead":  {300 * time.Second, false, false},
		"an hour behind": {-time.Hour, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			m := &machine{t: t, system: c.system, sending: 2 * time.Millisecond, returning: 2 * time.Millisecond}
			k := m.clock()
			m.wants(k, 0, c.ready, c.decides)
			m.pass(k, time.Minute)
			m.wants(k, 0, c.ready, c.decides)
		})
	}
}

// TestSystemClockIsSet: the time goes on as it was, and the server says so.
// TestAdvance: a time of its own goes on at once, and the clocks still agree: neither by the next
// comparison nor by the database's does it come back.
func TestAdvance(t *testing.T) {
	t.Parallel()
	for _, alone := range []bool{false, true} {
		m := &machine{t: t, alone: alone}
		c := m.clock()
		c.Advance(3 * time.Hour)
		c.Advance(-time.Hour) // never back
		m.pass(c, 20*time.Second)
		if got := c.Now().Sub(m.truth()); got != 3*time.Hour || c.Ready() != nil || c.Skew() != 0 {
			t.Errorf("alone %v: it is %s ahead, skew %s, %v", alone, got, c.Skew(), c.Ready())
		}
	}
}

func TestSystemClockIsSet(t *testing.T) {
	m := &machine{t: t}
	k := m.clock()
	m.pass(k, 5*time.Second)
	m.system = time.Hour
	m.wants(k, 0, false, false)
	m.pass(k, 5*time.Second)
	m.wants(k, 0, false, false)
	m.system = 0
	m.wants(k, 0, true, true)
	m.pass(k, time.Second)
	if log := m.log.String(); strings.Count(log, `msg="clocks are apart"`) != 1 || strings.Count(log, "clocks agree again") != 1 {
		t.Error(log)
	}
}

// TestDatabasesClockIsSet: one of the two is wrong, and nobody can tell which.
func TestDatabasesClockIsSet(t *testing.T) {
	m := &machine{t: t}
	k := m.clock()
	m.pass(k, 5*time.Second)
	m.database = 5 * time.Minute
	m.pass(k, time.Second)
	m.wants(k, 5*time.Minute, false, false)
	m.system = 5 * time.Minute // the database was right
	m.wants(k, 5*time.Minute, true, true)
}

// TestSleep: what counts stands still while a machine sleeps, and its clock does not.
func TestSleep(t *testing.T) {
	for _, alone := range []bool{false, true} {
		m := &machine{t: t, alone: alone}
		k := m.clock()
		m.passed, m.slept = m.passed+time.Hour, m.slept+time.Hour
		m.wants(k, -time.Hour, false, false) // until the clocks are compared
		m.pass(k, time.Second)
		m.wants(k, 0, true, true)
	}
}

// TestQuickestAnswerCounts: an answer that took long may be of any moment of it.
func TestQuickestAnswerCounts(t *testing.T) {
	m := &machine{t: t, sending: time.Millisecond, returning: time.Millisecond}
	k := m.clock()
	for range 5 {
		m.sending, m.returning = 900*time.Millisecond, 0
		m.pass(k, time.Second)
		m.wants(k, 0, true, true)
	}
}

// TestDoubt: what a slow answer leaves open is not a reason to be afraid.
func TestDoubt(t *testing.T) {
	m := &machine{t: t, sending: 4 * time.Second}
	k := m.clock()
	if err := errors.Join(k.Ready(), k.Check()); err != nil {
		t.Error(err)
	}
	m.system = time.Minute
	if k.Check() == nil {
		t.Error("a minute apart, and nobody noticed")
	}
}

// TestDatabaseDoesNotAnswer: the time goes on without it.
func TestDatabaseDoesNotAnswer(t *testing.T) {
	m := &machine{t: t}
	k := m.clock()
	m.failed = errors.New("it is away")
	m.pass(k, time.Hour)
	m.wants(k, 0, true, true)
	if _, err := clock.New(t.Context(), clock.Config{Ask: func(context.Context) (time.Time, error) { return time.Time{}, m.failed }}); !errors.Is(err, m.failed) {
		t.Errorf("a start without the time: %v", err)
	}
}

// TestAlone: without a second clock the system clock counts, unless it jumps.
func TestAlone(t *testing.T) {
	m := &machine{t: t, alone: true}
	k := m.clock()
	for range 100 { // it is slewed, and then stepped a little
		m.system += 10 * time.Millisecond
		m.pass(k, time.Second)
	}
	m.wants(k, time.Second, true, true)
	m.system -= 5 * time.Second
	m.pass(k, time.Second)
	m.wants(k, -4*time.Second, true, true)
	m.system += time.Hour
	m.wants(k, -4*time.Second, false, false)
	m.pass(k, time.Minute)
	m.wants(k, -4*time.Second, false, false)
	m.system -= time.Hour
	m.pass(k, time.Second)
	m.wants(k, -4*time.Second, true, true)
	m.system -= time.Hour // backwards
	m.pass(k, time.Second)
	m.wants(k, -4*time.Second, false, false)
	if restarted := m.clockAgain(); restarted.Check() != nil {
		t.Error("a restart accepts the system clock")
	}
}

func (m *machine) clockAgain() *clock.Clock {
	passed := m.passed
	m.passed = 0
	c := m.clock()
	m.passed = passed
	return c
}

// TestRealClocks: the machine's own clocks, with nothing replaced.
func TestRealClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := clock.New(t.Context(), clock.Config{Awake: func() time.Duration { return 0 }})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
		defer stop()
		c.Keep(ctx)
		if d := time.Since(c.Now()); d.Abs() > time.Millisecond || c.Check() != nil {
			t.Errorf("off by %s: %v", d, c.Check())
		}
	})
	c, err := clock.New(t.Context(), clock.Config{})
	if err != nil || c.Ready() != nil || time.Since(c.Now()).Abs() > time.Second {
		t.Errorf("%v, %v, %s", err, c.Ready(), c.Now())
	}
}
