package postgres

import (
	"context"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// standbysText asks the primary who follows it. Whoever may not see how they are doing is
// told that they are there.
const standbysText = `select coalesce(application_name, ''), coalesce(state, ''), coalesce(sync_state, ''),
	cast(coalesce(extract(epoch from replay_lag), 0) * 1000000 as bigint), state is null
	from pg_stat_replication where state is distinct from 'backup' and coalesce(application_name, '') not in ('pg_basebackup', 'pg_rewind') order by application_name`

// workersText asks a coordinator for its workers, and how often it recovers what they have in doubt.
const workersText = `select (select count(*) from pg_dist_node where noderole = 'primary' and groupid <> 0 and isactive),
	(select cast(setting as bigint) from pg_settings where name = 'citus.recover_2pc_interval')`

// Cluster asks the primary for its standbys, and says what was seen of the servers.
func (db *DB) Cluster(ctx context.Context) (c engine.Cluster, err error) {
	if db.servers != nil {
		c.Servers, c.Changes = db.servers.cluster()
	}
	if err := db.readPool.QueryRow(ctx, "select current_setting('synchronous_standby_names')").Scan(&c.Synchronous); err != nil {
		return c, err
	}
	switch spread, err := db.Spread(ctx); {
	case err != nil:
		return c, err
	case spread:
		var millis int64
		if err := db.readPool.QueryRow(ctx, workersText).Scan(&c.Workers, &millis); err != nil {
			return c, err
		}
		c.Recovers = max(0, time.Duration(millis)*time.Millisecond)
	}
	rows, err := db.readPool.Query(ctx, standbysText)
	if err != nil {
		return c, err
	}
	defer rows.Close()
	for rows.Next() {
		var s engine.Standby
		var micros int64
		var hidden bool
		if err := rows.Scan(&s.Name, &s.State, &s.Sync, &micros, &hidden); err != nil {
			return c, err
		}
		s.Lag = time.Duration(micros) * time.Microsecond
		c.Standbys, c.Hidden = append(c.Standbys, s), c.Hidden || hidden
	}
	return c, rows.Err()
}
