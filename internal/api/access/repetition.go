package access

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// OwnID is the id of a new thing of the organization. With an Idempotency-Key it
// is derived from the key, so that a repetition names the same thing.
func (c *Call) OwnID(prefix string) string {
	if c.Key == "" {
		return c.control.IDs.Top(prefix)
	}
	return id.TopNamed(prefix, c.Caller.OrgID+"\n"+c.Caller.Actor()+"\n"+c.Key)
}

// OwnIDIn is OwnID of a new thing of an event.
func (c *Call) OwnIDIn(prefix, event string) string {
	if c.Key == "" {
		return c.control.IDs.In(prefix, event)
	}
	return id.Named(prefix, event, c.Caller.Actor()+"\n"+c.Key)
}

// OwnIDOf is OwnID of a new thing of a resource.
func (c *Call) OwnIDOf(prefix, resource string) string {
	if c.Key == "" {
		return c.control.IDs.InResource(prefix, resource)
	}
	return id.NamedInResource(prefix, resource, c.Caller.Actor()+"\n"+c.Key)
}

// Made finishes a request that created something. When the thing is there
// already because the request is repeated, it is answered as the first time.
func Made[T any](c *Call, err error, fresh *T, find func(context.Context) (*T, error), same func(*T) bool) (*T, error) {
	if !errors.Is(err, database.ErrConflict) || c.Key == "" {
		return fresh, err
	}
	have, err := find(c.Context())
	if err != nil {
		return nil, err
	}
	if err := c.Repeated(same(have)); err != nil {
		return nil, err
	}
	return have, nil
}
