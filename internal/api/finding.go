package api

import (
	"errors"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/accounts"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/page"
)

// finder lets pages without a script mail somebody what they booked, as the API does.
func (s *shared) finder(cfg *Config, mails *accounts.Handlers) page.Finder {
	return func(r *http.Request, email string) (string, error) {
		from := identity.ClientAddress(r, cfg.TrustedProxies)
		if s.access.Admit(from) != nil {
			return "", page.ErrTooSoon
		}
		sent, err := mails.Find(r, from, &accounts.FindRequest{Email: email})
		if p := new(httpapi.Problem); errors.As(err, &p) {
			switch p.Code {
			case httpapi.KindInvalid.Code:
				return "", errors.Join(page.ErrAddress, err)
			case httpapi.KindRateLimited.Code:
				return "", errors.Join(page.ErrTooSoon, err)
			}
		}
		if err != nil {
			return "", err
		}
		return sent.Mail, nil
	}
}
