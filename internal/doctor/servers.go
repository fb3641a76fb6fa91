package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// farBehind is from when on it is said that a standby does not keep up.
const farBehind = 10 * time.Second

// slowRecovery is from when on it is said that Citus looks too seldom for commits in doubt.
const slowRecovery = 10 * time.Second

// servers looks at the servers of a PostgreSQL: those that the URL names, and those that
// follow the primary, and reports whether any does.
func (e *examination) servers(st *store.Store) (followed bool) {
	const subject, workers = "standby", "citus"
	c, err := st.Cluster(e.ctx)
	if err != nil {
		e.fault(subject, "check that the database runs", "the primary does not say who follows it: %s", short(err))
		return false
	}
	for _, s := range c.Servers {
		switch {
		case s.Stray:
			e.fault("server", "stop it, and build it anew as a standby; nothing that it has alone is used any more",
				"%s takes writes, and another server was made the primary since", s.Host)
		case !s.Up:
			e.warn("server", "start it, or leave it out of --db", "%s does not answer: %s", s.Host, s.Why)
		case s.Primary:
			e.ok("server", "%s is the primary", s.Host)
		default:
			e.ok("server", "%s is a standby", s.Host)
		}
	}
	switch {
	case c.Workers == 0:
	case c.Recovers == 0 || c.Recovers > slowRecovery:
		e.warn(workers, "set citus.recover_2pc_interval to 1s at the coordinator", "events of a worker that was lost in a commit may have to wait for more than %s once it is back", slowRecovery)
	default:
		e.ok(workers, "the rows are on %d workers, and commits in doubt are looked for every %s", c.Workers, c.Recovers)
	}
	names := make([]string, 0, len(c.Standbys))
	waits := 0
	var lag time.Duration
	for _, s := range c.Standbys {
		if s.Waits() {
			waits++
		}
		lag = max(lag, s.Lag)
		names = append(names, describe(&s, c.Hidden))
	}
	const keep = "see “A standby” in docs/OPERATIONS.md"
	switch list := strings.Join(names, ", "); {
	case c.Hidden:
		e.warn(subject, "grant pg_monitor to the user of --db", "%d servers follow the primary, and this user may not see how they are doing", len(names))
	case c.Synchronous != "" && waits == 0:
		e.fault(subject, keep, "a COMMIT waits for %s, and none of them is there: changes are refused", c.Synchronous)
	case len(names) == 0 && len(c.Servers) > 1:
		e.warn(subject, keep, "nobody follows the primary: there is no server to go on with")
	case lag > farBehind:
		e.warn(subject, "look at its disk and its network", "it is behind: %s", list)
	case len(names) > 0 && waits == 0:
		e.warn(subject, keep, "%s: a COMMIT does not wait for it, and what it does not have yet is lost with the primary", list)
	case len(names) > 0:
		e.ok(subject, "%s: nothing that is acknowledged is lost with the primary", list)
	}
	return len(names) > 0
}

// replicaPatience is how long a read replica may take to be compared with the primary.
const replicaPatience = 5 * time.Second

// readReplica looks at the standby that is read from.
func (e *examination) readReplica(st *store.Store) {
	f, ok := st.ReadReplica()
	if !ok {
		return
	}
	const subject = "read"
	ctx, cancel := context.WithTimeout(e.ctx, replicaPatience)
	defer cancel()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for !f.Up && ctx.Err() == nil {
		select {
		case <-look.C:
		case <-ctx.Done():
		}
		f, _ = st.ReadReplica()
	}
	if !f.Up {
		e.warn(subject, "check --db-read, and that it is a standby of the database", "the primary is read instead of the read replica: %s", short(f.Why))
		return
	}
	e.ok(subject, "the read replica is used; it is %s behind", f.Lag.Round(time.Millisecond))
}

// describe says how a standby is doing.
func describe(s *engine.Standby, hidden bool) string {
	if hidden {
		return s.Name
	}
	return fmt.Sprintf("%s (%s, %s, %s behind)", s.Name, s.State, s.Sync, s.Lag.Round(time.Millisecond))
}
