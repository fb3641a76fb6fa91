package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/redisserver"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Systems, as the report calls them.
const (
	sysNoop      = "noop"
	sysPG        = "holdfast-pg"
	sysLite      = "holdfast-sqlite"
	sysTextbook  = "textbook"
	sysRedis     = "redis"
	sysSpread    = "holdfast-pg-spread"     // over many events
	sysTwo       = "holdfast-pg-two"        // two server processes, one event, of which one is its home
	sysTwoApart  = "holdfast-pg-two-apart"  // the same without a home: they write it in turn
	sysKeys      = "holdfast-pg-keys"       // with an Idempotency-Key on every request
	sysLiteKeys  = "holdfast-sqlite-keys"   // the same on SQLite
	sysSpreadOne = "holdfast-sqlite-spread" // SQLite, over many events
)

// spec says what one turn does.
type spec struct {
	Group, System  string
	Conns          int
	Round          int
	Arrivals       float64 // open loop, requests per second; 0: closed loop
	WarmUp, Length time.Duration
}

// turn is one measurement: a system under one load, once.
type turn struct {
	spec
	*hammer.Result
	ServerCPU   float64 // µs of the server's processes per acknowledged request, user and system
	DatabaseCPU float64 // µs of PostgreSQL and Redis per acknowledged request
	LoadCPU     float64 // µs of the load generator per acknowledged request
	Foreign     float64 // share of all CPU time that others used meanwhile
	Stolen      float64 // share that the hypervisor kept
	Stored      int64   // registrations found in the database afterwards; -1: nothing is stored
}

// running is the set of processes of a turn.
type running struct {
	children []*child
	redis    *redisserver.Server
	nginx    *nginxServer
	cluster  int // pid of PostgreSQL, 0: not used
	db       string
	dir      string // where its servers keep what is in no database
	drop     func() error
}

func (r *running) targets() []string {
	var urls []string
	for _, c := range r.children {
		urls = append(urls, c.URL)
	}
	return urls
}

func (r *running) serverCPU() (d time.Duration) {
	for _, c := range r.children {
		d += c.cpu()
	}
	if r.nginx != nil {
		d += treeCPU(r.nginx.cmd.Process.Pid)
	}
	return d
}

func (r *running) databaseCPU() (d time.Duration) {
	if r.cluster != 0 {
		d += treeCPU(r.cluster)
	}
	if r.redis != nil {
		d += treeCPU(r.redis.Pid())
	}
	return d
}

// stopServers ends the servers, which write out what they still hold.
func (r *running) stopServers() error {
	var errs []error
	for _, c := range r.children {
		errs = append(errs, c.stop())
	}
	r.children = nil
	return errors.Join(errs...)
}

// close ends and removes everything.
func (r *running) close() error {
	err := r.stopServers()
	if r.redis != nil {
		err = errors.Join(err, r.redis.Stop())
	}
	if r.nginx != nil {
		err = errors.Join(err, r.nginx.stop())
	}
	if r.drop != nil {
		err = errors.Join(err, r.drop())
	}
	return err
}

// launch starts the processes of a system on a fresh database. also says what else they
// are told.
func (l *lab) launch(ctx context.Context, system string, profile bool, also ...func(*role)) (r *running, err error) {
	r = &running{}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.close())
		}
	}()
	ro := role{Kind: roleHoldfast, Profile: profile, Capacity: ample}
	var wrap []string
	switch system {
	case sysNoop:
		ro.Kind = roleNoop
	case sysLite, sysLiteKeys, sysSpreadOne:
		path, drop, err := l.freshLite()
		if err != nil {
			return r, err
		}
		r.db, r.dir, r.drop, wrap = "sqlite:"+path, filepath.Dir(path), drop, l.wrap
	default:
		if r.db, r.dir, r.drop, err = l.freshPG(ctx); err != nil {
			return r, err
		}
		r.cluster = l.cluster.Pid()
	}
	ro.DB, ro.Dir = r.db, r.dir
	for _, tell := range also {
		tell(&ro)
	}
	processes := 1
	switch system {
	case sysTextbook:
		ro.Kind = roleTextbook
	case sysRedis:
		ro.Kind = roleRedis
		if r.redis, err = l.startRedis(ctx); err != nil {
			return r, err
		}
		ro.Redis = r.redis.Address()
	case sysTwo:
		processes, ro.Peers = 2, true
	case sysTwoApart:
		processes = 2
	}
	for range processes {
		c, err := start(ctx, ro, wrap...)
		if err != nil {
			return r, err
		}
		r.children = append(r.children, c)
	}
	return r, l.checkpoint(ctx)
}

// take runs one turn.
func (l *lab) take(ctx context.Context, s spec) (t turn, err error) {
	r, err := l.launch(ctx, s.System, false)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	cfg := l.load(s, r)
	before := usage(r)
	res, err := hammer.Run(ctx, cfg)
	if err != nil {
		return t, err
	}
	after := usage(r)
	t = turn{spec: s, Result: res, Stored: -1}
	t.account(before, after)
	if err := r.stopServers(); err != nil {
		return t, err
	}
	if r.db != "" {
		if t.Stored, err = countStored(ctx, r.db, cfg.Events); err != nil {
			return t, err
		}
		if acked := res.Confirmed + res.Waitlisted; t.Stored < acked {
			return t, fmt.Errorf("%d registrations were acknowledged and %d stored", acked, t.Stored)
		}
	}
	fmt.Fprintf(l.log, "%s\n", t.line())
	return t, nil
}

// load is the load of a turn.
func (l *lab) load(s spec, r *running) hammer.Config {
	p := &l.pg
	if s.System == sysLite || s.System == sysLiteKeys || s.System == sysSpreadOne {
		p = &l.lite
	}
	cfg := hammer.Config{
		Targets: r.targets(), APIKey: p.key, Events: []string{p.hot}, Connections: s.Conns, Rate: s.Arrivals,
		WarmUp: s.WarmUp, Duration: s.Length, Seed: uint64(s.Round), UserPrefix: "b",
		Keys: s.System == sysKeys || s.System == sysLiteKeys,
	}
	if s.System == sysSpread || s.System == sysSpreadOne {
		cfg.Events = p.spread
	}
	return cfg
}

// used is what everybody has used so far.
type used struct {
	machine             machineCPU
	server, base, owner time.Duration
	at                  time.Time
}

func usage(r *running) used {
	own, err := readProc(os.Getpid())
	if err != nil {
		own = procStat{}
	}
	return used{machine: readMachineCPU(), server: r.serverCPU(), base: r.databaseCPU(), owner: own.cpu, at: time.Now()}
}

// account books what was used between two moments.
func (t *turn) account(before, after used) {
	acked := float64(t.Confirmed + t.Waitlisted + t.Other)
	server, base, owner := after.server-before.server, after.base-before.base, after.owner-before.owner
	if acked > 0 {
		t.ServerCPU = float64(server.Microseconds()) / acked
		t.DatabaseCPU = float64(base.Microseconds()) / acked
		t.LoadCPU = float64(owner.Microseconds()) / acked
	}
	all := after.at.Sub(before.at).Seconds() * float64(cores())
	foreign := after.machine.busy - before.machine.busy - server - base - owner
	t.Foreign = max(0, foreign.Seconds()/all)
	t.Stolen = (after.machine.stolen - before.machine.stolen).Seconds() / all
}

func (t *turn) line() string {
	return fmt.Sprintf("%-8s round %d  %-22s %5d conns %8.0f/s  p50 %7.2f ms  p99 %7.2f ms  server %5.0f µs  db %5.0f µs  foreign %4.1f%%  refused %d  503 %d",
		t.Group, t.Round, t.System, t.Conns, t.PerSecond, p50(t), p99(t), t.ServerCPU, t.DatabaseCPU, 100*t.Foreign, t.RefusedTotal(), t.Retried)
}

// countStored counts the registrations and entries of the events.
func countStored(ctx context.Context, url string, events []string) (int64, error) {
	if len(url) > 7 && url[:7] == "sqlite:" {
		return storedLite(ctx, url, events)
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return 0, err
	}
	var n int64
	err = conn.QueryRow(ctx, `select (select count(*) from holds where kind = 'registration') + (select count(*) from waitlist_entries)`).Scan(&n)
	return n, errors.Join(err, conn.Close(ctx))
}

func storedLite(ctx context.Context, url string, events []string) (n int64, err error) {
	s, err := store.Open(ctx, database.Config{URL: url})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, e := range events {
		v, err := s.Events.Event(ctx, e)
		if err != nil {
			return 0, err
		}
		n += v.Waiting + v.Offered
		for _, p := range v.Pools {
			n += p.Confirmed
		}
	}
	return n, nil
}
