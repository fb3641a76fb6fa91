package ledger

import (
	"hash/maphash"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// knownUsers is a filter of the users who are people of an event: a hash of each
// user id, as of the cached state that it belongs to. A user who is not in it need
// not be looked up, which is nearly everybody in a rush; one who seems to be is.
//
// It begins with an event that has few people, and grows with each batch. The
// version of the event's row, which every batch compares, shows whether another
// server has added people: then it is thrown away with the state.
type knownUsers struct {
	users map[uint64]struct{}
}

const (
	// knownAtLoad is with how many people, at most, the filter of an event is begun
	// when its state is loaded.
	knownAtLoad = 1000
	// knownLimit bounds a filter, which has about 16 bytes for each person.
	knownLimit = 1 << 20
)

// knownSeed is new in each process, so that nobody can make user ids that
// collide; those would only be looked up in vain.
var knownSeed = maphash.MakeSeed()

// readKnownUsers appends the step that reads the people whom the filter begins with.
func (l *stateLoader) readKnownUsers(steps []engine.Step) []engine.Step {
	l.users = make(map[uint64]struct{})
	return append(steps, engine.Step{
		SQL:  "select user_id from people where event_id = $1 order by user_id limit $2",
		Args: []any{l.event, int64(knownAtLoad + 1)},
		Row: func(r engine.Row) error {
			var user string
			err := r.Scan(&user)
			l.users[maphash.String(knownSeed, user)] = struct{}{}
			return err
		},
	})
}

// knownUsers returns the filter of the people who were read, or nil when there are
// more of them than one begins with.
func (l *stateLoader) knownUsers() *knownUsers {
	if l.users == nil || len(l.users) > knownAtLoad {
		return nil
	}
	return &knownUsers{l.users}
}

// add adds the people whom a batch makes, and returns nil when there have become
// too many.
func (k *knownUsers) add(w *Write) *knownUsers {
	if k == nil {
		return nil
	}
	for i := range w.Changes.People {
		if p := &w.Changes.People[i]; p.New {
			k.users[maphash.String(knownSeed, p.UserID)] = struct{}{}
		}
	}
	if len(k.users) > knownLimit {
		return nil
	}
	return k
}

// unsure returns those of the users who may be people of the event.
func (k *knownUsers) unsure(users []string) []string {
	if k == nil {
		return users
	}
	var some []string
	for _, u := range users {
		if _, ok := k.users[maphash.String(knownSeed, u)]; ok {
			some = append(some, u)
		}
	}
	return some
}
