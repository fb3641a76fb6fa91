package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
)

// profileSeats is how many seats the hall has whose map is read.
const profileSeats = 20_000

// Profile runs one turn of a Holdfast system under load while its server is
// profiled, and writes cpu.pprof and heap.pprof into dir. events is how many those
// have that are spread over many.
func Profile(ctx context.Context, system string, conns, events int, length time.Duration, dir string, log io.Writer) error {
	if length < 2*time.Second || length > time.Minute {
		return errors.New("bench: a profile takes 2 s to 1 min")
	}
	return inLab(ctx, dir, events, log, func(l *lab) error {
		return l.profile(ctx, system, dir, log, func(run *running) (spec, hammer.Config, error) {
			s := spec{Group: "profile", System: system, Conns: conns, Round: 1, WarmUp: time.Second, Length: length}
			return s, l.load(s, run), nil
		})
	})
}

// ProfileMap is Profile while the map of a hall is read.
func ProfileMap(ctx context.Context, length time.Duration, dir string, log io.Writer) error {
	return inLab(ctx, dir, 1, log, func(l *lab) error {
		return l.profile(ctx, sysLite, dir, log, func(run *running) (spec, hammer.Config, error) {
			s := spec{Group: mapChart, System: sysLite, Conns: mapConns, Round: 1, WarmUp: time.Second, Length: length}
			cfg, err := l.openHall(ctx, run, s, hallRows(2*profileSeats))
			return s, cfg, err
		})
	})
}

// ProfileRoom is Profile while people join a waiting room on a system, or read its public
// document.
func ProfileRoom(ctx context.Context, system string, document bool, length time.Duration, dir string, log io.Writer) error {
	return inLab(ctx, dir, 1, log, func(l *lab) error {
		return l.profile(ctx, system, dir, log, func(run *running) (spec, hammer.Config, error) {
			s := spec{Group: groupRoom, System: system, Conns: roomConns, Round: 1, WarmUp: time.Second, Length: length}
			cfg, err := l.openRoom(ctx, run, s)
			if err == nil && document {
				s.Group = roomDocument
				cfg.Scenario, cfg.Connections, cfg.Paths = hammer.Fetch, documentConns, []string{"/v1/events/" + cfg.Events[0] + "/waiting-room"}
			}
			return s, cfg, err
		})
	})
}

// ProfileBookings is Profile while people race for the time of rooms on a system, so many for one
// venue after another.
func ProfileBookings(ctx context.Context, system string, bookers int, length time.Duration, dir string, log io.Writer) error {
	return inLab(ctx, dir, 1, log, func(l *lab) (err error) {
		run, err := l.launch(ctx, system, true)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, run.close()) }()
		fetched := make(chan error, 1)
		go func() { fetched <- fetchProfiles(ctx, run, int(length.Seconds()), dir) }()
		for round := 1; len(fetched) == 0; round++ {
			t, err := l.raceForRooms(ctx, run, spec{Group: groupBookings, System: system, Conns: bookingConns, Round: round, Length: fillWithin}, bookers)
			if err != nil {
				return err
			}
			fmt.Fprintf(log, "%s  decided %.0f/s\n", t.line(), t.DecidedPerSecond)
		}
		return <-fetched
	})
}

// inLab makes the folder of the profiles, and a lab for as long as fn takes.
func inLab(ctx context.Context, dir string, events int, log io.Writer, fn func(*lab) error) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("bench: profile: %w", err)
	}
	l, err := newLab(ctx, events, keptSegments, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	return fn(l)
}

// profile launches a system, readies it and runs one turn while it is profiled.
func (l *lab) profile(ctx context.Context, system, dir string, log io.Writer, ready func(*running) (spec, hammer.Config, error)) (err error) {
	run, err := l.launch(ctx, system, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	s, cfg, err := ready(run)
	if err != nil {
		return err
	}
	fetched := make(chan error, 1)
	go func() { fetched <- fetchProfiles(ctx, run, int((s.Length - time.Second).Seconds()), dir) }()
	before := usage(run)
	res, err := hammer.Run(ctx, cfg)
	if err != nil {
		return err
	}
	t := turn{spec: s, Result: res, Stored: -1}
	t.account(before, usage(run))
	fmt.Fprintln(log, t.line())
	return <-fetched
}

// fetchProfiles profiles a server for so many seconds.
func fetchProfiles(ctx context.Context, run *running, seconds int, dir string) error {
	url := run.children[0].Profile
	return errors.Join(fetch(ctx, fmt.Sprintf("%sprofile?seconds=%d", url, seconds), filepath.Join(dir, "cpu.pprof")),
		fetch(ctx, url+"allocs", filepath.Join(dir, "heap.pprof")))
}

func fetch(ctx context.Context, url, path string) (err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		return fmt.Errorf("bench: profile: %w", err)
	}
	defer a.Body.Close() //nolint:errcheck // only read
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, a.Body)
	return errors.Join(err, f.Close())
}
