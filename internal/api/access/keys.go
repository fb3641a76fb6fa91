package access

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

const (
	// refusedEvery is how often the security log is told about one key and network.
	refusedEvery = time.Minute
	// refusedKept is how many keys and networks are counted at once.
	refusedKept = 10_000
	// noteFor is how long the log may take: the caller waits.
	noteFor = 2 * time.Second
)

// refusals counts refused calls between the times that the security log is told.
type refusals struct {
	mu sync.Mutex
	of map[refusedBy]*refused // guarded by mu
}

type refusedBy struct{ key, network string }

type refused struct {
	told    time.Time
	pending int64
}

// count counts a refusal, and returns how many of them to tell now; 0: later, with the
// next one.
func (r *refusals) count(by refusedBy, now time.Time) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.of[by]
	switch {
	case n == nil:
		if len(r.of) >= refusedKept {
			r.of = nil // and each is told once more
		}
		if r.of == nil {
			r.of = map[refusedBy]*refused{}
		}
		n = &refused{}
		r.of[by] = n
	case now.Sub(n.told) < refusedEvery:
		n.pending++
		return 0
	}
	times := n.pending + 1
	n.told, n.pending = now, 0
	return times
}

// refusedKey answers a call with a key that is not valid. Guessing is bounded like every
// call without credentials, and so is whoever has a key that was valid once, of which
// the organization is told.
func (c *Call) refusedKey(key *organizations.APIKey, err error) error {
	detail := c.API.Problems.Of(err).Code
	if key == nil {
		c.Refused(organizations.KeyRefused, detail)
	} else {
		by := c.By()
		if times := c.control.refusals.count(refusedBy{key.ID, by.Network}, c.control.Now()); times > 0 {
			ctx, cancel := context.WithTimeout(organizations.WithBy(c.Context(), by), noteFor)
			defer cancel()
			if late := c.control.Callers.Organizations.NoteRefusedKey(ctx, key, detail, times); late != nil {
				c.API.Log.ErrorContext(ctx, "api: a refused key is not in the security log", slog.Any("error", late))
			}
			c.securityLine(&organizations.SecurityEntry{
				Action: organizations.KeyRefused, Actor: "public", Subject: key.ID, Detail: detail, Network: by.Network, RequestID: by.RequestID,
			})
		}
	}
	if late := c.control.Admit(c.Address); late != nil {
		return late
	}
	return err
}

// authenticate accepts a token as that of a key, which may call as often as any.
func (c *Call) authenticate(token string) error {
	key, err := c.control.Keys.Authenticate(c.Context(), token)
	switch {
	case err != nil && errors.Is(err, database.ErrUnavailable):
		return err
	case err != nil:
		return c.refusedKey(key, err)
	}
	if err := c.control.take(identity.CallsOf(key.ID)); err != nil {
		return err
	}
	c.Caller.ActAsKey(key.ID, key.OrgID, identity.Role(key.Role), key.EventID)
	return nil
}
