package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	storesnapshot "github.com/holdfast-events/holdfast/internal/store/snapshot"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// bookingConns is how many connections those who book come by.
const bookingConns = 256

// bookersPerSlot is how many want each hour of a room, on average.
const bookersPerSlot = 10

// bookedRooms are the rooms of the venue: the first is divided into two, and one of these
// again. Anyone who books it has all of them.
var bookedRooms = []struct{ name, of string }{{"Hall", ""}, {"East", "Hall"}, {"West", "Hall"}, {"West 1", "West"}, {"Cellar", ""}}

// bookings measures a race for the time of rooms, and the month of a venue. The race: every turn a fresh database with a venue in
// it, and ten times as many who book as there are hours of rooms.
func (r *Report) bookings(ctx context.Context, l *lab) error {
	if err := r.turns(bookingConns, specs(groupBookings, sysNoop, sysPG, sysLite), func(s spec) (turn, error) {
		s.WarmUp, s.Length = 0, fillWithin
		return l.book(ctx, s, r.Config.Bookings)
	}); err != nil {
		return err
	}
	return months(ctx, r, l, monthRooms)
}

// book runs one turn with so many who book. It ends with the last of them.
func (l *lab) book(ctx context.Context, s spec, bookers int) (t turn, err error) {
	run, err := l.launch(ctx, s.System, false)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	if t, err = l.raceForRooms(ctx, run, s, bookers); err != nil {
		return t, err
	}
	if err := run.stopServers(); err != nil {
		return t, err
	}
	if run.db != "" {
		if t.Stored, err = keptBookings(ctx, run.db); err == nil && t.Stored != t.Acknowledged {
			err = fmt.Errorf("%d bookings are stored, %d were acknowledged", t.Stored, t.Acknowledged)
		}
	}
	fmt.Fprintf(l.log, "%s  decided %.0f/s\n", t.line(), t.DecidedPerSecond)
	return t, err
}

// raceForRooms has so many book the rooms of a new venue.
func (l *lab) raceForRooms(ctx context.Context, run *running, s spec, bookers int) (t turn, err error) {
	venue, rooms := "ven_load", []string{"roo_load"}
	cfg := l.load(s, run)
	if run.db != "" {
		if venue, rooms, err = newVenue(ctx, cfg); err != nil {
			return t, err
		}
	}
	cfg.Scenario, cfg.Posts = hammer.Post, bookingBodies(venue, rooms, bookers, s.Round)
	before := usage(run)
	res, err := raced(ctx, cfg)
	if err != nil {
		return t, err
	}
	t = turn{spec: s, Result: res, Stored: -1}
	t.account(before, usage(run))
	each := float64(res.Acknowledged) / max(1, float64(res.Decided)) // what is refused costs something, too
	t.ServerCPU, t.DatabaseCPU, t.LoadCPU = t.ServerCPU*each, t.DatabaseCPU*each, t.LoadCPU*each
	return t, nil
}

// newVenue makes a venue by the API, and returns the ids of its rooms.
func newVenue(ctx context.Context, cfg hammer.Config) (venue string, rooms []string, err error) {
	if venue, err = made(ctx, cfg, "/v1/venues", map[string]any{"name": "Old harbour"}); err != nil {
		return "", nil, err
	}
	ids := map[string]string{}
	for _, r := range bookedRooms {
		if ids[r.name], err = made(ctx, cfg, "/v1/venues/"+venue+"/rooms", map[string]any{"name": r.name, "part_of": ids[r.of]}); err != nil {
			return "", nil, err
		}
		rooms = append(rooms, ids[r.name])
	}
	return venue, rooms, nil
}

// made returns the id of what a request makes.
func made(ctx context.Context, cfg hammer.Config, path string, body map[string]any) (string, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, cfg.Targets[0]+path, bytes.NewReader(text))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/json")
	answer, err := replied(cfg, req, http.StatusCreated)
	if err != nil {
		return "", err
	}
	var is struct {
		ID string `json:"id"`
	}
	err = json.Unmarshal(answer.text, &is)
	return is.ID, err
}

// bookingBodies are requests for hours of rooms in a random order, bookersPerSlot for each.
func bookingBodies(venue string, rooms []string, n, round int) []hammer.Body {
	random := rand.New(rand.NewPCG(uint64(round), uint64(n))) //nolint:gosec // a draw that can be repeated
	slots := max(1, n/bookersPerSlot)
	first := time.Now().UTC().Truncate(24 * time.Hour).Add(48 * time.Hour)
	list := make([]hammer.Body, n)
	for i := range list {
		slot := i % slots
		starts := first.Add(time.Duration(slot/len(rooms)) * time.Hour)
		text, err := json.Marshal(map[string]any{
			"rooms": []string{rooms[slot%len(rooms)]}, "starts_at": starts, "ends_at": starts.Add(time.Hour), "people": 20, "purpose": fmt.Sprint("Rehearsal ", i),
		})
		if err != nil {
			panic(err) // strings and times
		}
		list[i] = hammer.Body{Path: "/v1/venues/" + venue + "/bookings", Text: string(text)}
	}
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// keptBookings counts the bookings of a turn, which is an error when one is in the way of
// another.
func keptBookings(ctx context.Context, db string) (n int64, err error) {
	s, err := store.Open(ctx, database.Config{URL: db})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	err = s.Snapshot(ctx, func(snapshot *storesnapshot.Snapshot) error {
		var rooms []booking.Room
		if err := snapshot.AllRooms(func(r *venues.Room) error {
			rooms = append(rooms, booking.Room{ID: r.ID, PartOf: r.PartOf})
			return nil
		}); err != nil {
			return err
		}
		calendar, err := booking.New(booking.Sum, rooms)
		if err != nil {
			return err
		}
		return snapshot.AllBookings(func(b *bookings.Booking) error {
			if d := calendar.Take(b.Time(), 0); d.Code != booking.OK {
				return fmt.Errorf("booking %s is in the way of another: %s", b.ID, d.Code)
			}
			n++
			return nil
		})
	})
	return n, err
}

// bookingTargets are the lines of "what it must show" about the race for rooms.
func (r *Report) bookingTargets() []target {
	var out []target
	noop := selection{Group: groupBookings, System: sysNoop}
	for _, system := range []string{sysPG, sysLite} {
		out = append(out, target{
			what: "race for the time of rooms, " + system + ": bookings decided / no-op", want: "≥ 0.4",
			got: r.ratio(selection{Group: groupBookings, System: system}, noop, decided), limit: 0.4,
		})
	}
	return append(out, monthTargets(r)...)
}

func (r *Report) writeBookings(p *page) {
	p.say("## A race for the time of rooms\n")
	p.say("%d requests, %d connections, %d for each hour of one of %d rooms, of which three are parts of another. A booking is decided when it is answered: made, or refused with everything that is in its way and the nearest free times. No booking that is stored is in the way of another.\n",
		r.Config.Bookings, bookingConns, bookersPerSlot, len(bookedRooms))
	p.head("system", "decided/s", "/ no-op", "booked/s", "p50 ms", "p99 ms", "server CPU µs/request", "with database")
	noop := selection{Group: groupBookings, System: sysNoop}
	for _, system := range []string{sysNoop, sysPG, sysLite} {
		s := selection{Group: groupBookings, System: system}
		p.row(system, r.figures(s, decided).text("%.0f"), r.ratio(s, noop, decided).text("%.2f"), r.figures(s, perSecond).text("%.0f"),
			r.figures(s, p50).text("%.1f"), r.figures(s, p99).text("%.1f"), r.figures(s, serverCPU).text("%.0f"), r.figures(s, allCPU).text("%.0f"))
	}
	p.say("")
	writeMonths(p, r)
}
