package public

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/discovery"
)

// meant is what is asked for, in a city where its words stand in no event and are the name of
// that city: "東京" lists what is on in Tokyo. What stands like them somewhere was not meant
// then.
func (h *Handlers) meant(ctx context.Context, a *asked) (*asked, error) {
	if a.q == "" || a.city != nil || h.Search == nil {
		return a, nil
	}
	city := discovery.CityNamed(a.q)
	if city == nil {
		return a, nil
	}
	there := *a
	there.q, there.words, there.city = "", nil, city
	if there.sort == discovery.ByRelevance {
		there.sort = discovery.ByDate
	}
	for _, try := range []*asked{a, &there} {
		found, err := h.search(ctx, try, nil, 1)
		if errors.Is(err, discovery.ErrNotReady) {
			return a, nil
		}
		if err != nil {
			return nil, err
		}
		if found.Total > 0 && found.DidYouMean == "" {
			return try, nil
		}
	}
	return a, nil
}
