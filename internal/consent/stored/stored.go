// Package stored reads what events ask people to agree to, and the words of that.
package stored

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Asked returns what an event asks people to agree to now, consent.MaxAsked at most.
func Asked(ctx context.Context, s *store.Store, event string) ([]consent.Asked, error) {
	list, err := s.Consents.Asked(ctx, event, consent.MaxAsked)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	out := make([]consent.Asked, len(list))
	for i := range list {
		text, err := consent.Decode(list[i].Document)
		if err != nil {
			return nil, err
		}
		out[i] = consent.Asked{Purpose: list[i].ID, Kind: consent.Kind(list[i].Kind), Version: list[i].Version, Text: text}
	}
	return out, nil
}

// OlderWords finds versions of the purposes of an organization that are not the newest, for
// consent.Take. There may be none, and that is not an error.
func OlderWords(ctx context.Context, s *store.Store, org string) func(purpose string, version int64) (*consent.Text, error) {
	return func(purpose string, version int64) (*consent.Text, error) {
		v, err := s.Consents.Version(ctx, org, purpose, version)
		switch {
		case errors.Is(err, database.ErrNotFound):
			return nil, nil //nolint:nilnil // see above
		case err != nil:
			return nil, err
		}
		return consent.Decode(v.Document)
	}
}
