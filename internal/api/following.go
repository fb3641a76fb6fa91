package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/people"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/page"
)

// follower lets pages without a script follow organizations as the API does.
type follower struct {
	logins *identity.Sessions
	people *people.Handlers
}

func (f *follower) Account(w http.ResponseWriter, r *http.Request) (string, error) {
	text := f.logins.Text(r)
	if text == "" {
		return "", nil
	}
	login, err := f.logins.Find(r.Context(), w, text)
	if errors.Is(err, identity.ErrSessionInvalid) {
		f.logins.Clear(w)
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return login.Account.ID, nil
}

func (f *follower) Unfollowed(ctx context.Context, organization, address string) error {
	return f.people.Erasures.Unfollowed(ctx, organization, address)
}

func (f *follower) Follow(ctx context.Context, account, organization string) error {
	err := f.people.Follow(ctx, account, organization)
	if p := new(httpapi.Problem); errors.As(err, &p) && p.Code == people.KindTooManyFollows.Code {
		return errors.Join(page.ErrFollows, err)
	}
	return err
}
