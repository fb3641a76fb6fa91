package main

import "github.com/holdfast-events/holdfast/internal/server"

// paying are the flags of the payment providers. Secrets belong in variables:
// other users of the machine can read command lines.
type paying struct {
	StripeKey           string `help:"Stripe: secret or restricted key." env:"HOLDFAST_STRIPE_KEY" placeholder:"KEY"`
	StripeWebhookSecret string `help:"Stripe: signing secret of the webhook endpoint /v1/webhooks/stripe." env:"HOLDFAST_STRIPE_WEBHOOK_SECRET" placeholder:"SECRET"`
	StripeURL           string `help:"Stripe: base URL of its interface, for a proxy or a mock. Default: https://api.stripe.com" env:"HOLDFAST_STRIPE_URL" placeholder:"URL"`
	PaypalClientID      string `help:"PayPal: client ID." env:"HOLDFAST_PAYPAL_CLIENT_ID" placeholder:"ID"`
	PaypalSecret        string `help:"PayPal: client secret." env:"HOLDFAST_PAYPAL_SECRET" placeholder:"SECRET"`
	PaypalWebhookID     string `help:"PayPal: ID of the webhook for /v1/webhooks/paypal." env:"HOLDFAST_PAYPAL_WEBHOOK_ID" placeholder:"ID"`
	PaypalSandbox       bool   `help:"PayPal: use the sandbox." env:"HOLDFAST_PAYPAL_SANDBOX"`
	PaypalURL           string `help:"PayPal: base URL of its interface, for a proxy or a mock. Default: that of PayPal, or of its sandbox." env:"HOLDFAST_PAYPAL_URL" placeholder:"URL"`
	VIES                bool   `name:"vies" help:"Look VAT numbers of buyers up in VIES, the register of the European Commission, before an order is sold to a business without tax. Without it, numbers are taken by their format and check digits." env:"HOLDFAST_VIES"`
	VIESURL             string `name:"vies-url" help:"Base URL of VIES, for a proxy or a mock." default:"https://ec.europa.eu/taxation_customs/vies/rest-api" env:"HOLDFAST_VIES_URL" placeholder:"URL"`
	OwnAccountsOnly     bool   `name:"own-payment-accounts-only" help:"Do not let organizations without a payment account of their own use those of this installation." env:"HOLDFAST_OWN_PAYMENT_ACCOUNTS_ONLY"`
}

func (p *paying) config() server.Payments {
	register := ""
	if p.VIES {
		register = p.VIESURL
	}
	return server.Payments{
		VIES:      register,
		StripeKey: p.StripeKey, StripeWebhookSecret: p.StripeWebhookSecret, StripeURL: p.StripeURL, PayPalURL: p.PaypalURL,
		PayPalClientID: p.PaypalClientID, PayPalSecret: p.PaypalSecret, PayPalWebhookID: p.PaypalWebhookID, PayPalSandbox: p.PaypalSandbox,
		OwnAccountsOnly: p.OwnAccountsOnly,
	}
}
