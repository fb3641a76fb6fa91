package bench

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Sizes of the turns of a waiting room.
const (
	roomConns     = 256 // that join
	documentConns = 64  // that read the public document
	roomDocument  = "room-document"
	roomCalled    = 1000 // who have joined when the document is read
	roomRestarts  = 5
)

// roomTurn is a waiting room that very many have joined, and restarts of its server.
type roomTurn struct {
	System   string
	Entrants int64
	Filled   time.Duration
	// Growth is what the server's memory grew by for each of the second half, when its
	// caches, which are bounded, are full; Kept how much more of it a server has that was restarted and has answered,
	// than one whose room nobody has joined, for each who did. In bytes.
	Growth, Kept float64
	// Restarts are how long it takes from the start of the process until it has answered
	// for the document and let one more join, in seconds; Empty of a room that nobody has
	// joined.
	Restarts, Empty []float64
}

// placesTurn is how long places of a draw take to compute.
type placesTurn struct {
	Round    int
	Entrants int
	All      time.Duration // of all entrants
	Own      time.Duration // of one, by somebody who knows the seed and nothing else
}

// room measures waiting rooms: joining one, its public document, places of a draw, and what
// it costs that very many wait.
func (r *Report) room(ctx context.Context, l *lab) error {
	if err := r.turns(roomConns, specs(groupRoom, sysNoop, sysPG, sysLite), func(s spec) (turn, error) { return l.joinRoom(ctx, s) }); err != nil {
		return err
	}
	systems := []string{sysLite, sysNginx}
	if _, err := exec.LookPath("nginx"); err != nil {
		systems = systems[:1] // the report says that the ratio was not measured
	}
	if err := r.turns(documentConns, specs(roomDocument, systems...), func(s spec) (turn, error) { return l.readDocument(ctx, s) }); err != nil {
		return err
	}
	for round := range r.Config.Rounds {
		t := placesOf(round+1, r.Config.Places)
		r.Places = append(r.Places, t)
		fmt.Fprintf(l.log, "room     round %d  %d places in %.1f s, a single one in %.3f ms\n", t.Round, t.Entrants, t.All.Seconds(), ms(t.Own))
	}
	for _, system := range []string{sysPG, sysLite} {
		t, err := l.crowdedRoom(ctx, system, r.Config.Entrants)
		if err != nil {
			return fmt.Errorf("bench: a room of %d, %s: %w", r.Config.Entrants, system, err)
		}
		r.Rooms = append(r.Rooms, t)
		fmt.Fprintf(l.log, "room     %-16s %d joined in %.0f s, %.1f bytes each, %.1f after a restart; restarts take %s s, of an empty room %s s\n",
			t.System, t.Entrants, t.Filled.Seconds(), t.Growth, t.Kept, summarize(t.Restarts).text("%.2f"), summarize(t.Empty).text("%.2f"))
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// joinRoom runs one turn of people who join a waiting room.
func (l *lab) joinRoom(ctx context.Context, s spec) (t turn, err error) {
	run, err := l.launch(ctx, s.System, false)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	cfg, err := l.openRoom(ctx, run, s)
	if err != nil {
		return t, err
	}
	before := usage(run)
	res, err := checkedRun(ctx, cfg)
	if err != nil {
		return t, err
	}
	t = turn{spec: s, Result: res, Stored: -1}
	t.account(before, usage(run))
	if err := run.stopServers(); err != nil {
		return t, err
	}
	if run.db != "" {
		if t.Stored, err = entrants(ctx, run.db, cfg.Events[0]); err == nil && t.Stored < res.Other {
			err = fmt.Errorf("%d joins were acknowledged and %d stored", res.Other, t.Stored)
		}
	}
	fmt.Fprintf(l.log, "%s\n", t.line())
	return t, err
}

// openRoom opens a waiting room, where there is a database, and returns what joins it.
func (l *lab) openRoom(ctx context.Context, run *running, s spec) (cfg hammer.Config, err error) {
	cfg = l.load(s, run)
	cfg.Scenario, cfg.Keys = hammer.Queue, true // browsers send them
	if run.db == "" {
		return cfg, nil
	}
	// So few come in that nobody who joins is called.
	cfg.Capacity, cfg.Inside = ample, 1
	event, err := hammer.NewRoom(ctx, cfg)
	cfg.Events = []string{event}
	return cfg, err
}

// entrants counts who has joined the waiting room of an event.
func entrants(ctx context.Context, db, event string) (n int64, err error) {
	s, err := store.Open(ctx, database.Config{URL: db})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	room, err := s.WaitingRooms.Room(ctx, event)
	return room.Entrants, err
}

// readDocument runs one turn of people who read the public document of a waiting room, from
// Holdfast or, once it has been, from a file.
func (l *lab) readDocument(ctx context.Context, s spec) (t turn, err error) {
	run, err := l.launch(ctx, sysLite, false)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	load := s
	load.System = sysLite
	cfg, err := l.openRoom(ctx, run, load)
	if err != nil {
		return t, err
	}
	joining := cfg
	joining.Requests, joining.WarmUp, joining.Duration = roomCalled, 0, fillWithin
	if _, err := checkedRun(ctx, joining); err != nil {
		return t, err
	}
	if err := settle(ctx, run); err != nil {
		return t, err
	}
	cfg.Scenario, cfg.Paths = hammer.Fetch, []string{"/v1/events/" + cfg.Events[0] + "/waiting-room"}
	document, err := readPath(ctx, cfg, cfg.Paths[0])
	if err != nil {
		return t, err
	}
	if s.System == sysNginx {
		if err := run.stopServers(); err != nil {
			return t, err
		}
		if run.nginx, err = l.startNginx(ctx, []fetched{document}); err != nil {
			return t, err
		}
		cfg.Targets = []string{run.nginx.url}
		if same, err := readPath(ctx, cfg, document.path); err != nil || !bytes.Equal(same.text, document.text) {
			return t, errors.Join(fmt.Errorf("the file is not what %s answers", document.path), err)
		}
	}
	before := usage(run)
	res, err := checkedRun(ctx, cfg)
	if err != nil {
		return t, err
	}
	t = turn{spec: s, Result: res, Stored: int64(len(document.text))}
	t.account(before, usage(run))
	fmt.Fprintf(l.log, "%s  %d bytes\n", t.line(), t.Stored)
	return t, nil
}

// placesOf computes the places of a draw of so many.
func placesOf(round, n int) placesTurn {
	seed := sha256.Sum256(fmt.Append(nil, "bench", round))
	t := placesTurn{Round: round, Entrants: n}
	began := time.Now()
	all := draw.NewOrder(seed, int64(n))
	all.Tabulate()
	var sum int64
	for i := range int64(n) {
		sum += all.Place(i)
	}
	t.All = time.Since(began)
	if want := int64(n) * int64(n+1) / 2; sum != want {
		panic(fmt.Sprintf("bench: the places of %d entrants add up to %d", n, sum))
	}
	const owners = 1000
	began = time.Now()
	for i := range int64(owners) {
		own := draw.NewOrder(seed, int64(n))
		own.Place(i * int64(n) / owners)
	}
	t.Own = time.Since(began) / owners
	return t
}

// crowdedRoom fills a waiting room and restarts its server, beside one that nobody has
// joined.
func (l *lab) crowdedRoom(ctx context.Context, system string, n int) (t roomTurn, err error) {
	t = roomTurn{System: system, Entrants: int64(n)}
	run, err := l.launch(ctx, system, false)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	cfg, err := l.openRoom(ctx, run, spec{System: system, Conns: roomConns, Length: fillWithin})
	if err != nil {
		return t, err
	}
	empty := cfg
	event, err := hammer.NewRoom(ctx, cfg)
	if err != nil {
		return t, err
	}
	empty.Events = []string{event}
	began := time.Now()
	first := max(1, n/2)
	cfg.WarmUp, cfg.Duration, cfg.Requests = 0, fillWithin, int64(first)
	if _, err := checkedRun(ctx, cfg); err != nil {
		return t, err
	}
	before := privateKB(run)
	// With their keys people of the same names would be given the places that they have.
	cfg.Requests, cfg.UserPrefix = int64(n-first), "rest"
	if _, err := checkedRun(ctx, cfg); err != nil {
		return t, err
	}
	t.Filled = time.Since(began)
	t.Growth = max(0, privateKB(run)-before) * 1024 / float64(n-first)
	var full, bare []float64 // memory
	for n := range roomRestarts {
		cfg.UserPrefix, empty.UserPrefix = fmt.Sprint("restart", n), fmt.Sprint("empty", n)
		for _, one := range []struct {
			cfg          hammer.Config
			took, memory *[]float64
		}{{empty, &t.Empty, &bare}, {cfg, &t.Restarts, &full}} {
			if err := run.stopServers(); err != nil {
				return t, err
			}
			took, kb, err := l.restart(ctx, run, one.cfg)
			if err != nil {
				return t, err
			}
			*one.took, *one.memory = append(*one.took, took.Seconds()), append(*one.memory, kb)
		}
	}
	t.Kept = max(0, summarize(full).Median-summarize(bare).Median) * 1024 / float64(n)
	if got, err := entrants(ctx, run.db, cfg.Events[0]); err != nil || got < int64(n) {
		return t, errors.Join(fmt.Errorf("%d of %d are stored", got, n), err)
	}
	return t, nil
}

// restart starts the server of a room again, reads its document and joins, and returns how
// long that took in all, and the memory that the server has then.
func (l *lab) restart(ctx context.Context, run *running, cfg hammer.Config) (took time.Duration, kb float64, err error) {
	began := time.Now()
	c, err := start(ctx, role{Kind: roleHoldfast, DB: run.db, Dir: run.dir}, l.wrap...)
	if err != nil {
		return 0, 0, err
	}
	run.children = []*child{c}
	cfg.Targets = run.targets()
	if _, err := readPath(ctx, cfg, "/v1/events/"+cfg.Events[0]+"/waiting-room"); err != nil {
		return 0, 0, err
	}
	cfg.Requests, cfg.Connections = 1, 1
	if _, err := checkedRun(ctx, cfg); err != nil {
		return 0, 0, err
	}
	return time.Since(began), privateKB(run), nil
}

func (r *Report) roomTargets() []target {
	joins := func(system string) summary {
		return r.ratio(selection{Group: groupRoom, System: system}, selection{Group: groupRoom, System: sysNoop}, perSecond)
	}
	out := []target{
		{what: "joining a waiting room, holdfast-pg: rate / no-op", want: "≥ 0.5", got: joins(sysPG), limit: 0.5},
		{what: "joining a waiting room, holdfast-sqlite: rate / no-op", want: "≥ 0.5", got: joins(sysLite), limit: 0.5},
		{what: "public document of a waiting room: read per second / nginx with the same bytes", want: "≥ 0.6", limit: 0.6,
			got: r.ratio(selection{Group: roomDocument, System: sysLite}, selection{Group: roomDocument, System: sysNginx}, perSecond)},
		{what: fmt.Sprintf("places of a draw of %d: all of them, in seconds", r.Config.Places), want: "≤ 60", got: r.placeFigures(func(t *placesTurn) float64 { return t.All.Seconds() }), limit: 60, atMost: true, verb: "%.1f"},
		{what: "place of one of them, in ms", want: "≤ 5", got: r.placeFigures(func(t *placesTurn) float64 { return ms(t.Own) }), limit: 5, atMost: true, verb: "%.3f"},
	}
	for _, system := range []string{sysPG, sysLite} {
		at := fmt.Sprintf("a waiting room of %d, %s: ", r.Config.Entrants, system)
		out = append(out,
			target{what: at + "restart in seconds", want: "≤ 2", got: r.roomFigures(system, func(t *roomTurn) []float64 { return t.Restarts }), limit: 2, atMost: true},
			target{what: at + "bytes of memory for each who waits, as they join", want: "none, ≤ 10", got: r.roomFigures(system, func(t *roomTurn) []float64 { return []float64{t.Growth} }), limit: 10, atMost: true, verb: "%.1f"},
			target{what: at + "the same after a restart", want: "none, ≤ 10", got: r.roomFigures(system, func(t *roomTurn) []float64 { return []float64{t.Kept} }), limit: 10, atMost: true, verb: "%.1f"})
	}
	return out
}

func (r *Report) placeFigures(figure func(*placesTurn) float64) summary {
	var v []float64
	for i := range r.Places {
		v = append(v, figure(&r.Places[i]))
	}
	return summarize(v)
}

func (r *Report) roomFigures(system string, figures func(*roomTurn) []float64) summary {
	var v []float64
	for i := range r.Rooms {
		if r.Rooms[i].System == system {
			v = slices.Concat(v, figures(&r.Rooms[i]))
		}
	}
	return summarize(v)
}

func (r *Report) writeRoom(p *page) {
	p.say("## A waiting room\n")
	p.say("%d connections join a queue in which nobody is called; each join is of somebody new, and answered with a receipt after the commit. The no-op answers with as many bytes.\n", roomConns)
	p.head("connections", "system", "per second", "/ no-op", "p50 ms", "p99 ms", "p99 / no-op", "server CPU µs/join", "with database")
	for _, system := range []string{sysNoop, sysPG, sysLite} {
		r.writeRow(p, fmt.Sprint(roomConns), system, selection{Group: groupRoom, System: system}, selection{Group: groupRoom, System: sysNoop})
	}
	p.say("\nThe public document, read by %d connections. nginx serves the same bytes with the same headers from a file, writes no log, and asks nobody for a key; Holdfast looks up key and event for each call, and reads the room anew once a second.\n", documentConns)
	p.head("bytes", "system", "per second", "/ nginx", "p50 ms", "p99 ms", "server CPU µs/request")
	nginx := selection{Group: roomDocument, System: sysNginx}
	for _, system := range []string{sysNginx, sysLite} {
		s := selection{Group: roomDocument, System: system}
		p.row(r.figures(s, stored).text("%.0f"), system, r.figures(s, perSecond).text("%.0f"), r.ratio(s, nginx, perSecond).text("%.2f"), r.figures(s, p50).text("%.2f"), r.figures(s, p99).text("%.2f"), r.figures(s, serverCPU).text("%.0f"))
	}
	p.say("\nPlaces of a draw, computed by one goroutine: all of them, and a single one by somebody who knows the seed.\n")
	p.head("entrants", "round", "all s", "own ms")
	for i := range r.Places {
		t := &r.Places[i]
		p.row(fmt.Sprint(t.Entrants), fmt.Sprint(t.Round), fmt.Sprintf("%.1f", t.All.Seconds()), fmt.Sprintf("%.3f", ms(t.Own)))
	}
	p.say("\nA room that very many wait in, filled by joins. Memory is what the server has of the machine's: without the parts of files that are mapped: what it grew by in the second half, and how much more of it there is after a restart than beside an empty room. A restart is over when the document was read and somebody has joined.\n")
	p.head("system", "entrants", "filled in s", "bytes each", "bytes each after a restart", "restart s", "restart s, empty room")
	for i := range r.Rooms {
		t := &r.Rooms[i]
		p.row(t.System, fmt.Sprint(t.Entrants), fmt.Sprintf("%.0f", t.Filled.Seconds()), fmt.Sprintf("%.1f", t.Growth), fmt.Sprintf("%.1f", t.Kept), summarize(t.Restarts).text("%.2f"), summarize(t.Empty).text("%.2f"))
	}
	p.say("")
}
