package resources

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// An accepted offer about which the other system gave no answer that decides waits until somebody
// does. Members are told: of a resource once for all of its offers, however many there are, and
// again when others came since, or a day later.

// Undecided is how many accepted offers of a resource wait for people to decide.
type Undecided struct {
	ResourceID, Key, Name string
	Count                 int64
	Since                 inventory.Instant // when the first of them was left to people
}

// Undecided returns of which resources of an organization accepted offers wait for people to
// decide, those that have waited longest first, at most limit.
func (s Resources) Undecided(ctx context.Context, org string, limit int) ([]Undecided, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, u *Undecided) error {
		return r.Scan(&u.ResourceID, &u.Key, &u.Name, &u.Count, (*int64)(&u.Since))
	}, `select r.id, r.key, r.name, count(*), min(c.failed_at) from resource_confirmations c join resources r on r.id = c.resource_id
		where c.state <> 'ended' and c.state = 'failed' and r.org_id = $1 group by r.id, r.key, r.name order by min(c.failed_at), r.key limit $2`, org, limit)
	if err != nil {
		return nil, fmt.Errorf("store: offers that nobody has decided: %w", s.db.Classify(err))
	}
	return list, nil
}

// CountUndecided returns how many accepted offers wait for people to decide.
func (s Resources) CountUndecided(ctx context.Context) (int64, error) {
	n, err := table.One(ctx, s.db.Read, table.ScanInt, "select count(*) from resource_confirmations where state <> 'ended' and state = 'failed'")
	if err != nil {
		return 0, fmt.Errorf("store: count offers that nobody has decided: %w", s.db.Classify(err))
	}
	return n, nil
}

// TellingDecisions says of which resources members are to be told that accepted offers wait for
// them: of which they were not told after Again, and where others came since, not after News.
type TellingDecisions struct{ Now, News, Again inventory.Instant }

// UndecidedOrgs returns the organizations whose members are to be told about a resource, in order,
// at most limit.
func (s Resources) UndecidedOrgs(ctx context.Context, t TellingDecisions, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, `select distinct r.org_id from resource_confirmations c join resources r on r.id = c.resource_id
		where c.state <> 'ended' and c.state = 'failed' and r.decisions_told_at <= $1 and (r.decisions_told_at <= $2 or r.decisions_told_seq < c.failed_seq)
		order by r.org_id limit $3`, int64(t.News), int64(t.Again), limit)
	if err != nil {
		return nil, fmt.Errorf("store: who is told about offers that nobody has decided: %w", s.db.Classify(err))
	}
	return list, nil
}

// TellUndecided stores that members of an organization are told about all its resources of which they
// are to be, with the jobs that mail them, and returns of how many; 0: of none, and nothing is
// stored. Of two who do so at once, one tells.
func (s Resources) TellUndecided(ctx context.Context, org string, t TellingDecisions, jobs []database.Job) (told int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		// All that was left to people by then is counted when the mail is made.
		told, err = table.Exec(ctx, tx, `update resources set decisions_told_at = $1, decisions_told_seq = seq where org_id = $2 and decisions_told_at <= $3
			and exists (select 1 from resource_confirmations c where c.resource_id = resources.id and c.state <> 'ended' and c.state = 'failed'
				and (resources.decisions_told_at <= $4 or resources.decisions_told_seq < c.failed_seq))`, int64(t.Now), org, int64(t.News), int64(t.Again))
		if err != nil || told == 0 {
			return err
		}
		return s.db.InsertJobs(ctx, tx, jobs...)
	})
	if err != nil {
		return 0, fmt.Errorf("store: tell of offers that nobody has decided: %w", s.db.Classify(err))
	}
	return told, nil
}
