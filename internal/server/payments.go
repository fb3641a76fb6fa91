package server

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/manual"
	"github.com/holdfast-events/holdfast/internal/payment/paypal"
	"github.com/holdfast-events/holdfast/internal/payment/stripe"
	"github.com/holdfast-events/holdfast/internal/payment/testpay"
	"github.com/holdfast-events/holdfast/internal/settlement"
)

// Payments says how orders can be paid. By hand they always can.
type Payments struct {
	// StripeKey and StripeWebhookSecret switch Stripe on, both or none.
	StripeKey, StripeWebhookSecret string
	// StripeURL and PayPalURL are where the providers' interfaces are; empty: where
	// they say that they are.
	StripeURL, PayPalURL string
	// PayPalClientID, PayPalSecret and PayPalWebhookID switch PayPal on, all or none.
	PayPalClientID, PayPalSecret, PayPalWebhookID string
	PayPalSandbox                                 bool
	// Test switches the built-in test provider on. It believes everybody.
	Test bool
}

// check says what is missing of a provider that is configured in part.
func (p *Payments) check() error {
	if _, err := given("Stripe needs its key and the secret of the webhook endpoint, both", p.StripeKey, p.StripeWebhookSecret); err != nil {
		return err
	}
	_, err := given("PayPal needs a client id, its secret and the id of the webhook, all three", p.PayPalClientID, p.PayPalSecret, p.PayPalWebhookID)
	return err
}

// openTill makes the providers that are configured, and the till that deals with
// them. It returns the pages of the test provider, nil without it.
func (s *Server) openTill(ctx context.Context, cfg *Config) (testPages http.Handler, err error) {
	var list payment.Providers
	if c := &cfg.Payments; c.StripeKey != "" {
		p, err := stripe.New(stripe.Config{Key: c.StripeKey, Secret: c.StripeWebhookSecret, URL: c.StripeURL})
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	if c := &cfg.Payments; c.PayPalClientID != "" {
		address := c.PayPalURL
		if address == "" && c.PayPalSandbox {
			address = paypal.Sandbox
		}
		p, err := paypal.New(paypal.Config{ClientID: c.PayPalClientID, Secret: c.PayPalSecret, WebhookID: c.PayPalWebhookID, URL: address})
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	if cfg.Payments.Test {
		p, err := s.testPay(ctx, cfg)
		if err != nil {
			return nil, err
		}
		list, testPages = append(list, p), p
	}
	key, err := secret(ctx, s.Store, "payment")
	if err != nil {
		return nil, err
	}
	s.Till, err = settlement.New(settlement.Config{
		Store: s.Store, Sequencer: s.Sequencer, Providers: append(list, manual.Provider{}), Key: key,
		Return: s.links.BearerURL, IDs: s.IDs, Now: time.Now, Log: cfg.Log,
	})
	return testPages, err
}

// testPay is the test provider. Its webhooks go to this very server, at the
// address that it listens on: the one for people may be a proxy's.
func (s *Server) testPay(ctx context.Context, cfg *Config) (*testpay.Provider, error) {
	key, err := secret(ctx, s.Store, "testpay")
	if err != nil {
		return nil, err
	}
	return testpay.New(testpay.Config{
		Store: s.Store, Secret: key, Base: s.BaseURL, Hook: listened(s.Addr) + "/v1/webhooks/" + testpay.Name, Log: cfg.Log,
	})
}

// listened is the address of a server that listens on addr, from the same machine.
func listened(addr net.Addr) string {
	c := Config{}
	return c.baseURL(addr)
}
