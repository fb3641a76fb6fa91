package access

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Linked returns what the token of a mailed link leads to, which is in the path as param; a token
// that leads nowhere is answered as what is not there.
func Linked[Found any](c *Call, param string, find func(ctx context.Context, token string) (*Found, error)) (*Found, error) {
	f, err := find(c.Context(), c.Param(param))
	if errors.Is(err, identity.ErrLinkInvalid) {
		err = database.ErrNotFound
	}
	return f, err
}

// ByLink answers calls whose token is all that is asked of the caller: do does something to what
// the token leads to, and show says how that is afterwards.
func ByLink[In, Found, Out any](param string, find func(ctx context.Context, token string) (*Found, error),
	do func(ctx context.Context, f *Found, in *In) error, show func(ctx context.Context, f *Found) (*Out, error),
) func(*Call, *In) (*Out, error) {
	return func(c *Call, in *In) (*Out, error) {
		if err := c.AdmitAnyone(); err != nil {
			return nil, err
		}
		f, err := Linked(c, param, find)
		if err != nil {
			return nil, err
		}
		if err := do(c.Context(), f, in); err != nil {
			return nil, err
		}
		if f, err = Linked(c, param, find); err != nil {
			return nil, err
		}
		return show(c.Context(), f)
	}
}
