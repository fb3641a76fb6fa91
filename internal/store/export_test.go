package store

import (
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/postgres"
)

// RemoveGuards takes the lock on the event's row, or the fence, out of a store,
// for the tests that show that each is needed.
func (s *Store) RemoveGuards(lock, fence bool) {
	if lock {
		s.forUpdate = ""
	}
	s.unfenced = fence
}

// Tx is the transaction of a batch.
func (b *Batch) Tx() *sql.Tx { return b.session.Tx() }

// PeopleByUserText is the statement that PostgreSQL finds people by user id with.
func PeopleByUserText(cols string) string {
	return postgres.FindText(&engine.LookupSpec{Table: "people", Cols: cols, Event: "event_id", Key: "user_id"})
}

// UpdatePeopleText is the statement that PostgreSQL changes people with; the
// other updates are made by the same rule.
func UpdatePeopleText() string { return postgres.UpdateText(updatePeople) }
