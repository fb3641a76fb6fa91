package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Bounds of looking after the servers of a database.
const (
	// connectWithin bounds the way to one of several servers, unless the URL has
	// connect_timeout: a machine that is away answers nothing at all.
	connectWithin = 3 * time.Second
	// lookEvery is how often each server is asked whether it takes writes, and lookWithin
	// how long it may take to say so.
	lookEvery  = time.Second
	lookWithin = 2 * time.Second
)

// readOnlyCode is the SQLSTATE of a write to a server that only reads: a standby.
const readOnlyCode = "25006"

// errOldPrimary: a server takes writes, and another one has been made the primary since.
var errOldPrimary = errors.New("postgres: this server was the primary before another one was made it")

// errOtherCluster: two servers of one URL have nothing to do with each other.
var errOtherCluster = errors.New("postgres: this server is not a copy of the others that the URL names")

// servers are those of a database, of which one takes writes: the primary. Which one it is
// can change at any time. Each promotion begins a new timeline, so of two that take writes
// the one with the higher timeline is the primary, and the other is not written to any more.
type servers struct {
	log   *slog.Logger
	hosts []host
	// asked is what the URL asks of a server (target_session_attrs); nil: nothing.
	asked pgconn.ValidateConnectFunc

	mu    sync.Mutex
	conns map[*conn]bool // guarded by mu; those that are open
	// What was seen last. system is the cluster: a copy of it that was promoted has the
	// same, another database does not.
	system   string          // guarded by mu
	timeline uint32          // guarded by mu
	first    int             // guarded by mu; of hosts, which is tried first
	changes  int             // guarded by mu; how often another server has become the primary
	seen     []engine.Server // guarded by mu
}

// host is one server of a URL.
type host struct {
	name   string // HOST:PORT
	config *pgx.ConnConfig
}

// newServers reads which servers a URL names. It is nil where there is one, of which
// nothing is asked.
func newServers(c *pgx.ConnConfig, log *slog.Logger) *servers {
	s := &servers{log: log, asked: c.ValidateConnect, conns: map[*conn]bool{}}
	for _, one := range ways(c) {
		name := nameOf(one)
		if n := slices.IndexFunc(s.hosts, func(h host) bool { return h.name == name }); n >= 0 {
			h := s.hosts[n].config
			h.Fallbacks = append(h.Fallbacks, one)
			continue
		}
		alone := c.Copy()
		alone.Host, alone.Port, alone.TLSConfig, alone.Fallbacks, alone.ValidateConnect = one.Host, one.Port, one.TLSConfig, nil, nil
		s.hosts = append(s.hosts, host{name, alone})
	}
	if len(s.hosts) < 2 && s.asked == nil {
		return nil
	}
	if s.asked == nil {
		s.asked = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	s.seen = make([]engine.Server, len(s.hosts))
	for i, h := range s.hosts {
		s.seen[i].Host = h.name
		h.config.ConnectTimeout, h.config.DialFunc = atLeast(c.ConnectTimeout), dial
	}
	return s
}

// atLeast is the time to connect to one of several servers.
func atLeast(given time.Duration) time.Duration {
	if given == 0 {
		return connectWithin
	}
	return given
}

// ways are all ways to connect that a configuration has: one or two for each server.
func ways(c *pgx.ConnConfig) []*pgconn.FallbackConfig {
	return append([]*pgconn.FallbackConfig{{Host: c.Host, Port: c.Port, TLSConfig: c.TLSConfig}}, c.Fallbacks...)
}

func nameOf(w *pgconn.FallbackConfig) string { return w.Host + ":" + strconv.Itoa(int(w.Port)) }

// follow makes connections of a configuration go to the primary alone.
func (s *servers) follow(c *pgx.ConnConfig) {
	c.ConnectTimeout = atLeast(c.ConnectTimeout)
	c.ValidateConnect = s.validate
	c.DialFunc = s.dial
}

// nearest puts the server that took writes last before the others, so that nobody waits
// for one that is away first.
func (s *servers) nearest(_ context.Context, c *pgx.ConnConfig) error {
	s.mu.Lock()
	first := s.hosts[s.first].name
	s.mu.Unlock()
	all := ways(c)
	slices.SortStableFunc(all, func(a, b *pgconn.FallbackConfig) int {
		switch {
		case nameOf(a) == nameOf(b):
			return 0
		case nameOf(a) == first:
			return -1
		case nameOf(b) == first:
			return 1
		}
		return 0
	})
	c.Host, c.Port, c.TLSConfig, c.Fallbacks = all[0].Host, all[0].Port, all[0].TLSConfig, all[1:]
	return nil
}

// state is what a server says of itself.
type state struct {
	standby  bool
	system   string
	timeline uint32
	lag      time.Duration // of a standby: how old the newest commit is that it has
}

// stateText asks a server for its state. What has not changed for a while is not behind.
const stateText = `select pg_is_in_recovery(), (select system_identifier from pg_control_system()),
	case when pg_is_in_recovery() then '' else substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end,
	case when pg_is_in_recovery() and pg_last_wal_receive_lsn() is distinct from pg_last_wal_replay_lsn()
		then cast(coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0) * 1000000 as bigint) else 0 end`

// stateOf asks a server. It does so in the simple protocol, on a connection that is new.
func stateOf(ctx context.Context, c *pgconn.PgConn) (st state, err error) {
	results, err := c.Exec(ctx, stateText).ReadAll()
	if err != nil {
		return st, err
	}
	row := results[0].Rows[0]
	st.standby, st.system = string(row[0]) == "t", string(row[1])
	if !st.standby {
		n, err := strconv.ParseUint(string(row[2]), 16, 32)
		if err != nil {
			return st, fmt.Errorf("postgres: timeline: %w", err)
		}
		st.timeline = uint32(n)
	}
	micros, err := strconv.ParseInt(string(row[3]), 10, 64)
	st.lag = max(0, time.Duration(micros)*time.Microsecond)
	return st, err
}

// validate refuses a connection to a server that is not the primary.
func (s *servers) validate(ctx context.Context, c *pgconn.PgConn) error {
	if err := s.asked(ctx, c); err != nil {
		return err
	}
	st, err := stateOf(ctx, c)
	var said *pgconn.PgError
	switch {
	case errors.As(err, &said):
		return nil // an engine that has no such functions has no timelines either
	case err != nil:
		return err
	case st.standby:
		return nil // the URL asks for one
	}
	return s.heard(st, connOf(c))
}

// heard takes note of a server that takes writes. by is the connection that it said so on;
// nil: one of those that look.
func (s *servers) heard(st state, by *conn) error {
	s.mu.Lock()
	switch {
	case s.timeline != 0 && st.system != s.system:
		s.mu.Unlock()
		return errOtherCluster
	case st.timeline < s.timeline:
		s.mu.Unlock()
		return errOldPrimary
	}
	var old []*conn
	moved := s.timeline != 0 && st.timeline > s.timeline
	if moved {
		s.changes++
		for c := range s.conns {
			if c != by {
				old = append(old, c)
			}
		}
	}
	s.system, s.timeline = st.system, st.timeline
	s.mu.Unlock()
	if moved {
		s.log.Warn("store: another server is the primary now; connections to the one before are dropped",
			slog.Int("connections", len(old)), slog.Uint64("timeline", uint64(st.timeline)))
	}
	// Whoever waits for an answer on one of them is told so at once, and not when the
	// network has given up: a COMMIT whose answer is lost is looked up on the new primary.
	for _, c := range old {
		_ = c.Close() // its user closes it again
	}
	return nil
}

// lookAll asks all servers once, so that a server that starts knows which of two that take
// writes is the primary. It returns the connections to ask on again.
func (s *servers) lookAll(ctx context.Context) []*pgconn.PgConn {
	conns := make([]*pgconn.PgConn, len(s.hosts))
	var all sync.WaitGroup
	for i := range s.hosts {
		all.Go(func() { conns[i] = s.look(ctx, i, nil) })
	}
	all.Wait()
	return conns
}

// watch asks all servers again and again until ctx ends.
func (s *servers) watch(ctx context.Context, conns []*pgconn.PgConn) {
	var all sync.WaitGroup
	for i := range s.hosts {
		all.Go(func() { s.watchOne(ctx, i, conns[i]) })
	}
	all.Wait()
}

// watchOne asks one server.
func (s *servers) watchOne(ctx context.Context, i int, c *pgconn.PgConn) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			c = s.look(ctx, i, c)
		case <-ctx.Done():
			if c != nil {
				closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookWithin)
				_ = c.Close(closing) // nobody waits for it
				cancel()
			}
			return
		}
	}
}

// look asks one server once, on c or on a new connection, and returns the one to ask on
// again.
func (s *servers) look(ctx context.Context, i int, c *pgconn.PgConn) *pgconn.PgConn {
	ctx, cancel := context.WithTimeout(ctx, atLeast(0)+lookWithin)
	defer cancel()
	var st state
	var err error
	if c == nil {
		c, err = pgconn.ConnectConfig(ctx, &s.hosts[i].config.Config)
	}
	if err == nil {
		asking, cancel := context.WithTimeout(ctx, lookWithin)
		st, err = stateOf(asking, c)
		cancel()
	}
	if err != nil {
		if c != nil {
			_ = c.Close(ctx) // it did not answer
		}
		s.saw(i, state{}, err)
		return nil
	}
	if !st.standby {
		err = s.heard(st, nil)
	}
	s.saw(i, st, err)
	return c
}

// saw keeps what a server said.
func (s *servers) saw(i int, st state, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.seen[i]
	now := engine.Server{Host: before.Host, Up: err == nil || errors.Is(err, errOldPrimary), Primary: err == nil && !st.standby,
		Stray: errors.Is(err, errOldPrimary), Lag: st.lag}
	if err != nil {
		now.Why = err.Error()
	}
	s.seen[i] = now
	switch {
	case now.Primary:
		s.first = i
	case now.Stray && !before.Stray:
		s.log.Error("store: a server takes writes that is not the primary any more; it is not used, and must be stopped or made a standby",
			slog.String("server", now.Host))
	}
}

// cluster is what was seen last of the servers, and how often the primary has changed.
func (s *servers) cluster() (seen []engine.Server, changes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen), s.changes
}
