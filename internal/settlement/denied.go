package settlement

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// tellAgain is how long owners are not told again that a provider denies access.
const tellAgain = 24 * time.Hour

// denied logs that a provider denies access, and has the owners of the event's
// organization told. The caller's answer is the denial, whatever becomes of that.
func (s *Settler) denied(ctx context.Context, event, provider, action string, denial error) {
	s.log.ErrorContext(ctx, "settlement: the payment provider denies access; check its key",
		slog.String("provider", provider), slog.String("action", action), slog.String("event", event), slog.Any("error", denial))
	if err := s.tellDenied(ctx, event, provider, action); err != nil {
		s.log.ErrorContext(ctx, "settlement: nobody is told that the payment provider denies access",
			slog.String("provider", provider), slog.String("event", event), slog.Any("error", err))
	}
}

// tellDenied notes that a provider denies access and stores the jobs that tell the owners,
// unless they were told within a day: each order that nobody can pay is a denial.
func (s *Settler) tellDenied(ctx context.Context, event, provider, action string) error {
	org, err := s.organizationOf(ctx, event)
	if err != nil || org == "" {
		return err
	}
	jobs, err := s.cfg.Notify.ProviderDenies(ctx, org, provider)
	if err != nil {
		return err
	}
	now := s.now()
	_, err = s.cfg.Store.Payments.NoteDenial(ctx, payments.ProviderDenial{OrgID: org, Provider: provider, Action: action, DeniedAt: now, ToldAt: now},
		now-inventory.Instant(tellAgain.Microseconds()), jobs)
	return err
}

// allowed notes that a provider does what it is asked for. It is done, so an
// error is only logged.
func (s *Settler) allowed(ctx context.Context, event, provider, action string) {
	end := s.cfg.Store.Payments.EndEventDenial
	if payments.OfBookings(event) {
		end = s.cfg.Store.Payments.EndDenial
	}
	if err := end(ctx, event, provider, action, s.now()); err != nil {
		s.log.WarnContext(ctx, "settlement: it is not noted that the payment provider accepts its key again",
			slog.String("provider", provider), slog.Any("error", err))
	}
}

// organizationOf returns the organization of an event, "" for money of no known event.
func (s *Settler) organizationOf(ctx context.Context, event string) (string, error) {
	if event == "" || payments.OfBookings(event) {
		return event, nil
	}
	e, err := s.cfg.Store.Events.Event(ctx, event)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return "", nil
	case err != nil:
		return "", err
	}
	return e.Event.OrgID, nil
}
