package replies

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ChallengeUse says that the answer to a challenge was used. It is kept until the
// challenge is over, since no answer is accepted then.
type ChallengeUse struct {
	ID        string
	UsedBy    string // who may repeat it
	ExpiresAt inventory.Instant
}

// ChallengeUseTable describes the table challenge_uses; a row is one ChallengeUse.
var ChallengeUseTable = table.New("challenge_uses", new(ChallengeUse), func(c *table.Columns, v *ChallengeUse) {
	c.Key("id", &v.ID)
	c.Text("used_by", &v.UsedBy)
	c.Number("expires_at", (*int64)(&v.ExpiresAt))
})

// UsedBy returns by whom the answer to a challenge was used; ErrNotFound: by nobody.
func (s Challenges) UsedBy(ctx context.Context, id string) (string, error) {
	by, err := table.One(ctx, s.db.Read, table.ScanText, usedByText, id)
	return by, s.db.Classify(err)
}

const usedByText = "select used_by from challenge_uses where id = $1"

// Use stores that answers were used, those that were not yet, and returns by whom each is
// used then, by id. Of two who use one, also at two servers, one is named to both.
func (s Challenges) Use(ctx context.Context, list []ChallengeUse) (map[string]string, error) {
	// Rows are locked in the order of their keys, so that two servers wait for each other
	// instead of dying of each other. Of two in the list the first counts.
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b ChallengeUse) int { return cmp.Compare(a.ID, b.ID) })
	list = slices.CompactFunc(list, func(a, b ChallengeUse) bool { return a.ID == b.ID })
	var by map[string]string
	err := s.db.InSession(ctx, func(session engine.Session) error {
		by = make(map[string]string, len(list))
		won := map[string]bool{}
		var steps []engine.Step
		for part := range database.Parts(list) {
			steps = append(steps, useStep(part, won))
		}
		if err := session.Run(ctx, steps); err != nil {
			return err
		}
		steps = steps[:0]
		for i := range list {
			u := &list[i]
			if won[u.ID] {
				by[u.ID] = u.UsedBy
				continue
			}
			steps = append(steps, engine.Step{SQL: usedByText, Args: []any{u.ID}, Row: func(r engine.Row) error {
				var first string
				err := r.Scan(&first)
				by[u.ID] = first
				return err
			}})
		}
		return session.Run(ctx, steps)
	})
	return by, s.db.Classify(err)
}

// useStep stores some uses, those that are not stored yet.
func useStep(part []ChallengeUse, won map[string]bool) engine.Step {
	types := []string{"text", "text", "bigint"}
	args := make([]any, 0, len(types)*len(part))
	for i := range part {
		args = append(args, part[i].ID, part[i].UsedBy, int64(part[i].ExpiresAt))
	}
	return engine.Step{
		SQL: "with v(id, used_by, expires_at) as (values " + table.Tuples(1, len(part), types...) + `)
			insert into challenge_uses (id, used_by, expires_at) select v.id, v.used_by, v.expires_at from v where true order by v.id
			on conflict (id) do nothing returning id`,
		Args: args,
		Row: func(r engine.Row) error {
			var id string
			err := r.Scan(&id)
			won[id] = true
			return err
		},
	}
}

// PruneChallenges deletes at most limit uses of challenges that were over before, and
// returns how many.
func (s Challenges) PruneChallenges(ctx context.Context, before inventory.Instant, limit int) (deleted int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		deleted, err = table.Exec(ctx, tx, "delete from challenge_uses where id in (select id from challenge_uses where expires_at < $1 order by expires_at limit $2)",
			int64(before), limit)
		return err
	})
	return deleted, err
}

// Challenges is the answers of strangers to challenges that were used.
type Challenges struct{ db *database.DB }

// NewChallenges returns Challenges on a database.
func NewChallenges(db *database.DB) Challenges { return Challenges{db} }
