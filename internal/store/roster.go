package store

import (
	"hash/maphash"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// roster knows who is a person of an event: a hash of each user id, as of the
// cached state that it belongs to. Whoever is not on it need not be looked up,
// which is nearly everybody in a rush; whoever seems to be on it is.
//
// It begins with an event that has few people, and grows with each batch. The
// version of the event's row, which every batch compares, says whether another
// server has added people: then it is thrown away with the state.
type roster struct {
	users map[uint64]struct{}
}

const (
	// rosterAtLoad is with how many people, at most, an event's roster is begun
	// when its state is loaded.
	rosterAtLoad = 1000
	// rosterLimit bounds a roster, which has about 16 bytes for each person.
	rosterLimit = 1 << 20
)

// rosterSeed is new in each process, so that nobody can make user ids that
// collide; those would only be looked up in vain.
var rosterSeed = maphash.MakeSeed()

// readRoster appends the step that reads the people whom a roster begins with.
func (l *stateLoader) readRoster(steps []engine.Step) []engine.Step {
	l.users = make(map[uint64]struct{})
	return append(steps, engine.Step{
		SQL:  "select user_id from people where event_id = $1 order by user_id limit $2",
		Args: []any{l.event, int64(rosterAtLoad + 1)},
		Row: func(r engine.Row) error {
			var user string
			err := r.Scan(&user)
			l.users[maphash.String(rosterSeed, user)] = struct{}{}
			return err
		},
	})
}

// roster is nil when there are more people than one begins with.
func (l *stateLoader) roster() *roster {
	if l.users == nil || len(l.users) > rosterAtLoad {
		return nil
	}
	return &roster{l.users}
}

// add notes the people whom a batch makes. What it returns is nil when there
// have become too many.
func (r *roster) add(w *Write) *roster {
	if r == nil {
		return nil
	}
	for i := range w.Changes.People {
		if p := &w.Changes.People[i]; p.New {
			r.users[maphash.String(rosterSeed, p.UserID)] = struct{}{}
		}
	}
	if len(r.users) > rosterLimit {
		return nil
	}
	return r
}

// unsure are those users who may be people of the event.
func (r *roster) unsure(users []string) []string {
	if r == nil {
		return users
	}
	var some []string
	for _, u := range users {
		if _, ok := r.users[maphash.String(rosterSeed, u)]; ok {
			some = append(some, u)
		}
	}
	return some
}
