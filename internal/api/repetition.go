package api

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store"
)

// ownID is the id of a new thing of the organization. With an Idempotency-Key it
// is derived from the key, so that a repetition names the same thing.
func (c *call) ownID(prefix string) string {
	if c.key == "" {
		return c.s.ids.Top(prefix)
	}
	return id.TopNamed(prefix, c.caller.OrgID+"\n"+c.caller.Actor()+"\n"+c.key)
}

// made finishes a request that created something. When the thing is there
// already because the request is repeated, it is answered as the first time.
func made[T any](c *call, err error, fresh *T, find func(context.Context) (*T, error), same func(*T) bool) (*T, error) {
	if !errors.Is(err, store.ErrConflict) || c.key == "" {
		return fresh, err
	}
	have, err := find(c.r.Context())
	if err != nil {
		return nil, err
	}
	if err := c.repeated(same(have)); err != nil {
		return nil, err
	}
	return have, nil
}

// repeated answers for a thing that the request's Idempotency-Key has made
// before: the same request is marked as a repetition, another is refused.
func (c *call) repeated(same bool) error {
	if !same {
		return problem(codeKeyReused, kinds[codeKeyReused].Help,
			FieldError{Field: "Idempotency-Key", Code: codeKeyReused, Message: "was used for another request"})
	}
	c.w.Header().Set("Idempotency-Replayed", "true")
	return nil
}
