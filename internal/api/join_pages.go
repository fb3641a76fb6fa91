package api

import (
	"context"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/joiners"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// joinPages lets pages without a script do for people who join waitlists what the API does.
type joinPages struct {
	*joiners.Handlers
	shared *shared
	cfg    *Config
}

// Ask is Handlers.Ask for a form. Nobody can answer a challenge there: while the server is busy,
// readers are told to come back.
func (j *joinPages) Ask(r *http.Request, of *resources.Resource, language string, f *page.AskedPlace) error {
	from := identity.ClientAddress(r, j.cfg.TrustedProxies)
	if err := j.shared.access.Admit(from); err != nil {
		return guestRefusal(err)
	}
	if j.shared.access.Challenges.Now() != challenge.Idle {
		return &page.GuestRefusal{Code: httpapi.KindRateLimited.Code}
	}
	_, err := j.Handlers.Ask(r.Context(), from, of, language, &joiners.NewResourceJoin{Name: f.Name, Email: f.Email, Units: f.Units, Attributes: f.Attributes, TermsVersion: f.Terms})
	return guestRefusal(err)
}

// Confirm is Handlers.Confirm.
func (j *joinPages) Confirm(ctx context.Context, token string) error {
	f, err := j.Find(ctx, token)
	if err != nil {
		return err
	}
	return guestRefusal(j.Handlers.Confirm(ctx, f))
}

// Pay is Handlers.Checkout.
func (j *joinPages) Pay(ctx context.Context, e *resources.ResourceEntry, provider string) (address string, err error) {
	c, err := j.Checkout(ctx, &joiners.Found{Entry: e}, provider)
	if err != nil {
		return "", guestRefusal(err)
	}
	return c.PaymentURL, nil
}

// Erase is Handlers.Forget.
func (j *joinPages) Erase(ctx context.Context, token string) error {
	f, err := j.Find(ctx, token)
	if err != nil {
		return err
	}
	return guestRefusal(j.Forget(ctx, f))
}
