package bench

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/holdfast-events/holdfast/internal/hammer"
)

// The map of a hall beside the same bytes as files.
const (
	sysNginx = "nginx"
	mapConns = 64
	mapLimit = 60_000 // bytes, compressed
	// mapChart is the part of the group that reads where the seats stand and not
	// where they are: what who looks on reads again and again.
	mapChart = "map-chart"
)

// chart measures reading the map of a hall, beside nginx serving the same bytes
// from files.
func (r *Report) chart(ctx context.Context, l *lab) error {
	systems := []string{sysLite, sysNginx}
	if _, err := exec.LookPath("nginx"); err != nil {
		systems = systems[:1] // the report says that the ratio was not measured
	}
	list := slices.Concat(specs(groupMap, systems...), specs(mapChart, systems...))
	return r.turns(mapConns, list, func(s spec) (turn, error) { return l.readChart(ctx, s, r.mapRows()) })
}

// mapRows is how many rows the hall has: as many seats as a race has buyers.
func (r *Report) mapRows() int { return hallRows(2 * r.Config.Buyers) }

// readChart runs one turn: a hall of which half is sold, at random, and its map,
// read from Holdfast or, once it has been, from files.
func (l *lab) readChart(ctx context.Context, s spec, rows int) (t turn, err error) {
	run, err := l.launch(ctx, sysLite, false)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	cfg, err := l.openHall(ctx, run, s, rows)
	if err != nil {
		return t, err
	}
	var answers []fetched
	for _, path := range cfg.Paths {
		a, err := readPath(ctx, cfg, path)
		if err != nil {
			return t, err
		}
		answers = append(answers, a)
		t.Stored += int64(len(a.text))
	}
	if s.System == sysNginx {
		if err := run.stopServers(); err != nil {
			return t, err
		}
		if run.nginx, err = l.startNginx(ctx, answers); err != nil {
			return t, err
		}
		cfg.Targets = []string{run.nginx.url}
		for _, a := range answers {
			if same, err := readPath(ctx, cfg, a.path); err != nil || !bytes.Equal(same.text, a.text) {
				return t, errors.Join(fmt.Errorf("the file is not what %s answers", a.path), err)
			}
		}
	}
	before := usage(run)
	res, err := checkedRun(ctx, cfg)
	if err != nil {
		return t, err
	}
	t.spec, t.Result = s, res
	t.account(before, usage(run))
	fmt.Fprintf(l.log, "%s  %d bytes\n", t.line(), t.Stored)
	return t, nil
}

// openHall makes a hall of which half is sold, and returns what reads its map.
func (l *lab) openHall(ctx context.Context, run *running, s spec, rows int) (cfg hammer.Config, err error) {
	s.System = sysLite
	cfg = l.load(s, run)
	if cfg.Hall, err = hammer.NewHall(ctx, cfg, rows); err != nil {
		return cfg, err
	}
	if err := sellHalf(ctx, cfg); err != nil {
		return cfg, err
	}
	// What the orders left to do is not part of reading the map, and nginx would
	// not have it.
	if err := settle(ctx, run); err != nil {
		return cfg, err
	}
	cfg.Scenario, cfg.Paths = hammer.Fetch, []string{"/v1/events/" + cfg.Hall.Event + "/seats"}
	if s.Group == groupMap {
		cfg.Paths = append(cfg.Paths, cfg.Paths[0]+"/layout")
	}
	return cfg, nil
}

// sellHalf sells every second seat of a hall, drawn by lot, ten to an order.
func sellHalf(ctx context.Context, cfg hammer.Config) error {
	const each, sellers = 10, 8
	lot := rand.New(rand.NewPCG(cfg.Seed, 0)).Perm(cfg.Hall.Seats())[:cfg.Hall.Seats()/2]
	orders := slices.Collect(slices.Chunk(lot, each))
	var next atomic.Int64
	errs := make([]error, sellers)
	var work sync.WaitGroup
	for i := range sellers {
		work.Go(func() {
			for n := next.Add(1) - 1; n < int64(len(orders)) && errs[i] == nil; n = next.Add(1) - 1 {
				items := make([]map[string]string, len(orders[n]))
				for k, seat := range orders[n] {
					items[k] = map[string]string{"seat_id": cfg.Hall.Seat(seat)}
				}
				errs[i] = order(ctx, cfg, map[string]any{"user_id": fmt.Sprint("m", n), "items": items})
			}
		})
	}
	work.Wait()
	return errors.Join(errs...)
}

// order places one order in the hall of a config.
func order(ctx context.Context, cfg hammer.Config, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, cfg.Targets[0]+"/v1/events/"+cfg.Hall.Event+"/orders", bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	_, err = replied(cfg, req, http.StatusCreated)
	return err
}

// fetched is what a path answered.
type fetched struct {
	path   string
	header http.Header
	text   []byte
}

// plain is the text without its compression.
func (f *fetched) plain() ([]byte, error) {
	if f.header.Get("Content-Encoding") != "gzip" {
		return f.text, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(f.text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// readPath reads a path once, compressed.
func readPath(ctx context.Context, cfg hammer.Config, path string) (fetched, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, cfg.Targets[0]+path, nil)
	if err != nil {
		return fetched{}, err
	}
	req.Header.Set("Accept-Encoding", "gzip")
	return replied(cfg, req, http.StatusOK)
}

// replied sends a request with the key of a config.
func replied(cfg hammer.Config, req *http.Request, want int) (f fetched, err error) {
	req.Header.Set("Authorization", "Bearer "+cfg.APIKey)
	rep, err := http.DefaultClient.Do(req)
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, rep.Body.Close()) }()
	f = fetched{path: req.URL.Path, header: rep.Header}
	if f.text, err = io.ReadAll(rep.Body); err == nil && rep.StatusCode != want {
		err = fmt.Errorf("%s answered %s: %.200s", f.path, rep.Status, f.text)
	}
	return f, err
}

func (r *Report) mapTargets() []target {
	whole := selection{Group: groupMap, System: sysLite}
	beside := func(group string) summary {
		return r.ratio(selection{Group: group, System: sysLite}, selection{Group: group, System: sysNginx}, perSecond)
	}
	return []target{
		{what: "map of 20,000 seats, half of them sold: read per second / nginx with the same bytes", want: "≥ 0.5", got: beside(groupMap), limit: 0.5},
		{what: "of it, where the seats stand: read per second / nginx with the same bytes", want: "≥ 0.5", got: beside(mapChart), limit: 0.5},
		{what: "map of 20,000 seats: bytes, compressed", want: "≤ 60,000", got: r.figures(whole, stored), limit: mapLimit, atMost: true, verb: "%.0f"},
	}
}

func stored(t *turn) float64 { return float64(t.Stored) }

func (r *Report) writeMap(p *page) {
	hall := hammer.Hall{Rows: r.mapRows()}
	p.say("## The map of a hall\n")
	p.say("%d seats, half of them sold, drawn by lot, read by %d connections, compressed; nginx serves the same bytes with the same headers from files, writes no log, and asks nobody for a key; Holdfast looks up key and event for each call. The map is where the seats are and where they stand, read in turn; map-chart is where they stand alone.\n", hall.Seats(), mapConns)
	p.head("read", "bytes", "system", "per second", "/ nginx", "p50 ms", "p99 ms", "server CPU µs/request")
	for _, group := range []string{groupMap, mapChart} {
		nginx := selection{Group: group, System: sysNginx}
		for _, system := range []string{sysNginx, sysLite} {
			s := selection{Group: group, System: system}
			p.row(group, r.figures(s, stored).text("%.0f"), system, r.figures(s, perSecond).text("%.0f"), r.ratio(s, nginx, perSecond).text("%.2f"), r.figures(s, p50).text("%.2f"), r.figures(s, p99).text("%.2f"), r.figures(s, serverCPU).text("%.0f"))
		}
	}
	p.say("")
}
