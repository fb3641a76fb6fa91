package server

import (
	"context"
	"net"
	"net/http"
	"strings"

	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/merchant"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/manual"
	"github.com/holdfast-events/holdfast/internal/payment/paypal"
	"github.com/holdfast-events/holdfast/internal/payment/stripe"
	"github.com/holdfast-events/holdfast/internal/payment/testpay"
	"github.com/holdfast-events/holdfast/internal/sequencer"
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
	// OwnAccountsOnly keeps organizations without a payment account of their own from using
	// those of the installation.
	OwnAccountsOnly bool
	// VIES is where the register of VAT numbers answers; empty: numbers are not looked up.
	VIES string
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

// openSettler makes the providers that are configured, and the settler that deals
// with them. It returns the pages of the test provider too, nil without it.
func openSettler(ctx context.Context, g *ground, seq *sequencer.Sequencer, accounts *merchant.Accounts, places settlement.Places) (s *settlement.Settler, testPages http.Handler, err error) {
	cfg := g.cfg
	var list payment.Providers
	if c := &cfg.Payments; c.StripeKey != "" {
		p, err := stripe.New(stripe.Config{Key: c.StripeKey, Secret: c.StripeWebhookSecret, URL: c.StripeURL})
		if err != nil {
			return nil, nil, err
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
			return nil, nil, err
		}
		list = append(list, p)
	}
	if cfg.Payments.Test {
		p, err := testPay(ctx, g)
		if err != nil {
			return nil, nil, err
		}
		list, testPages = append(list, p), p
	}
	key, err := g.secret(ctx, "payment")
	if err != nil {
		return nil, nil, err
	}
	for i := range list {
		list[i] = payment.Observed(list[i], g.figures.asked)
	}
	s, err = settlement.New(settlement.Config{
		Store: g.store, Sequencer: seq, Providers: append(list, manual.Provider{}), Accounts: accounts, Key: key,
		ReturnBooking: func(venue, booking string) string {
			return strings.TrimRight(g.baseURL, "/") + "/manage/venues/" + venue + "?booking=" + booking
		},
		Elsewhere: g.cells.money(), ReturnGuest: g.links.BookingURL, ReturnPlace: g.links.PlaceURL, Places: places, Return: g.links.BearerURL, Notify: jobs.MoneyNotifier{Store: g.store, Now: g.now}, IDs: g.ids, Now: g.now, Log: g.log,
	})
	if err == nil && g.cells.front != nil {
		g.cells.front.Others().Answer(settlement.AskNotice, func(r *http.Request, asked []byte) (any, error) { return s.Take(r.Context(), asked) })
	}
	return s, testPages, err
}

// openMerchants has the payment accounts of organizations.
func openMerchants(g *ground) (*merchant.Accounts, error) {
	c := &g.cfg.Payments
	return merchant.New(merchant.Config{
		Store: g.shared(), Wrap: g.wrap, Unwrap: g.unwrap, Own: c.OwnAccountsOnly, StripeURL: c.StripeURL, PayPalURL: c.PayPalURL,
		BaseURL: g.baseURL, IDs: g.ids, Observe: func(p payment.Provider) payment.Provider { return payment.Observed(p, g.figures.asked) }, Now: g.now, Log: g.log,
	})
}

// testPay is the test provider. Its webhooks go to this very server, at the
// address that it listens on: the one for people may be a proxy's.
func testPay(ctx context.Context, g *ground) (*testpay.Provider, error) {
	key, err := g.secret(ctx, "testpay")
	if err != nil {
		return nil, err
	}
	return testpay.New(testpay.Config{
		Store: g.shared(), Secret: key, Base: g.baseURL, Hook: listened(g.addr) + "/v1/webhooks/" + testpay.Name, Now: g.now, Log: g.log,
	})
}

// listened is the address of a server that listens on addr, from the same machine.
func listened(addr net.Addr) string {
	c := Config{}
	return c.baseURL(addr)
}
