package merchant

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/paypal"
	"github.com/holdfast-events/holdfast/internal/payment/stripe"
)

// Keys are the keys of an account. They are secrets.
type Keys struct {
	// Stripe's.
	SecretKey     string `json:"secret_key,omitempty"`
	WebhookSecret string `json:"webhook_secret,omitempty"`
	// PayPal's.
	ClientID     string `json:"client_id,omitempty"`
	ClientSecret string `json:"client_secret,omitempty"`
	WebhookID    string `json:"webhook_id,omitempty"`
	Sandbox      bool   `json:"sandbox,omitempty"`
}

// maxKey bounds one key, in bytes.
const maxKey = 512

// BadKey says what is wrong with a key, without quoting it.
type BadKey struct{ Field, Problem string }

func (e *BadKey) Error() string { return "merchant: " + e.Field + " " + e.Problem }

// String keeps keys out of logs and errors.
func (Keys) String() string { return "keys" }

// GoString does so too.
func (Keys) GoString() string { return "keys" }

// check says which key cannot be one of the provider's. A missing one is not an error: the
// webhook's is known when its address is.
func (k *Keys) check(provider string) error {
	for _, f := range k.fields() {
		switch {
		case *f.value == "":
			if f.provider == provider && f.first {
				return &BadKey{f.name, "is required"}
			}
		case f.provider != provider:
			return &BadKey{f.name, "is not a key of this provider"}
		case len(*f.value) > maxKey || strings.ContainsFunc(*f.value, func(r rune) bool { return r <= ' ' || r > '~' }):
			return &BadKey{f.name, "is not a key, which has no spaces and only ASCII characters"}
		case f.prefixes != nil && !hasPrefix(*f.value, f.prefixes):
			return &BadKey{f.name, "must begin with " + strings.Join(f.prefixes, " or ")}
		}
	}
	if k.Sandbox && provider != paypal.Name {
		return &BadKey{"sandbox", "is a choice of PayPal's accounts only"}
	}
	return nil
}

func hasPrefix(text string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return false
}

// keyField is one key of a provider.
type keyField struct {
	name, provider string
	value          *string
	first          bool // it is needed before the account has an address for its webhook
	prefixes       []string
}

func (k *Keys) fields() []keyField {
	return []keyField{
		{"secret_key", stripe.Name, &k.SecretKey, true, []string{"sk_live_", "sk_test_", "rk_live_", "rk_test_"}},
		{"webhook_secret", stripe.Name, &k.WebhookSecret, false, []string{"whsec_"}},
		{"client_id", paypal.Name, &k.ClientID, true, nil},
		{"client_secret", paypal.Name, &k.ClientSecret, true, nil},
		{"webhook_id", paypal.Name, &k.WebhookID, false, nil},
	}
}

// complete reports whether all keys of a provider are there.
func (k *Keys) complete(provider string) bool {
	for _, f := range k.fields() {
		if f.provider == provider && *f.value == "" {
			return false
		}
	}
	return true
}

// mode reports whether the keys move real money.
func (k *Keys) mode(provider string) string {
	if provider == stripe.Name && !stripe.Live(k.SecretKey) || k.Sandbox {
		return "test"
	}
	return "live"
}

// with are the keys with others in place of some.
func (k Keys) with(others *Keys) Keys {
	mine, theirs := k.fields(), others.fields()
	next := k
	for i, f := range next.fields() {
		if *f.value = *mine[i].value; *theirs[i].value != "" {
			*f.value = *theirs[i].value
		}
	}
	return next
}

// make makes the provider of an account. One that has no key of its webhook yet accepts
// no webhook: a key that nobody knows stands in for it.
func (a *Accounts) make(name string, k *Keys) (payment.Provider, error) {
	provider, _ := payment.CutAccount(name)
	or := func(key string) string {
		if key == "" {
			return rand.Text()
		}
		return key
	}
	switch provider {
	case stripe.Name:
		p, err := stripe.New(stripe.Config{Key: k.SecretKey, Secret: or(k.WebhookSecret), URL: a.cfg.StripeURL})
		if err != nil {
			return nil, err
		}
		return payment.Named(a.cfg.Observe(p), p, name), nil
	case paypal.Name:
		address := a.cfg.PayPalURL
		if address == "" && k.Sandbox {
			address = paypal.Sandbox
		}
		p, err := paypal.New(paypal.Config{ClientID: k.ClientID, Secret: k.ClientSecret, WebhookID: or(k.WebhookID), URL: address, Now: a.cfg.Now})
		if err != nil {
			return nil, err
		}
		return payment.Named(a.cfg.Observe(p), p, name), nil
	}
	return nil, fmt.Errorf("%w: %s", errors.ErrUnsupported, provider)
}
