package api

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/billing"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
)

// payer is how the pages have an order paid.
func (cfg *Config) payer(biller *billing.Biller) page.Payer {
	return page.Payer{
		Billing:   biller.Set,
		Providers: cfg.Settler.PageProviders,
		Checkout: func(ctx context.Context, order, provider string) (string, error) {
			v, err := cfg.Store.Registrations.Hold(ctx, order)
			if err != nil {
				return "", err
			}
			c, err := cfg.Settler.Checkout(ctx, v, provider)
			if err != nil {
				return "", err
			}
			return c.URL, nil
		},
		Refused: func(err error) bool {
			return errors.Is(err, settlement.ErrNotPayable) || errors.Is(err, settlement.ErrNoProvider) || errors.Is(err, payment.ErrUnavailable) || errors.Is(err, payment.ErrRejected)
		},
	}
}

// hasCheckout reports whether there is a page on which orders of an event are paid. What
// costs nothing has none, and does not depend on the accounts.
func (cfg *Config) hasCheckout(ctx context.Context, k *access.EventSummary) (bool, error) {
	if k.Currency == "" {
		return false, nil
	}
	providers, err := cfg.Settler.PageProviders(ctx, k.OrgID)
	return len(providers) > 0, err
}
