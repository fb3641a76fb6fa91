package api

import (
	"errors"
	"net/http"
	"net/netip"

	"github.com/holdfast-events/holdfast/internal/api/accounts"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/page"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
)

// finder lets pages without a script mail somebody what they booked, as the API does.
func (s *shared) finder(cfg *Config, mails *accounts.Handlers) page.Finder {
	return func(r *http.Request, email string) (string, error) {
		return s.mailed(cfg, r, func(from netip.Addr) (*accounts.SentLink, error) {
			return mails.Find(r, from, &accounts.FindRequest{Email: email})
		})
	}
}

// claimer lets pages mail a link that confirms an address for an invitation.
func (s *shared) claimer(cfg *Config, mails *accounts.Handlers) page.Claimer {
	return func(r *http.Request, email string, v *storeevents.InvitationView) (string, error) {
		return s.mailed(cfg, r, func(from netip.Addr) (*accounts.SentLink, error) {
			event, _ := id.EventOf(v.ID, id.Invitation)
			return mails.Claim(r, from, email, event, &v.Invitation)
		})
	}
}

// mailed has something mailed for the sender of a request to a page, and says by which way.
func (s *shared) mailed(cfg *Config, r *http.Request, send func(from netip.Addr) (*accounts.SentLink, error)) (string, error) {
	from := identity.ClientAddress(r, cfg.TrustedProxies)
	if s.access.Admit(from) != nil {
		return "", page.ErrTooSoon
	}
	sent, err := send(from)
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
