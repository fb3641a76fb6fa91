package payment

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Providers are those that are switched on, in the order in which people are to
// see them.
type Providers []Provider

// Check reports, as an error, a provider without a name, or with that of another.
func (p Providers) Check() error {
	seen := map[string]bool{}
	for _, one := range p {
		if one.Name() == "" || seen[one.Name()] {
			return fmt.Errorf("payment: the provider %q is there twice, or has no name", one.Name())
		}
		seen[one.Name()] = true
	}
	return nil
}

// AccountName is the name of a provider's account that an organization has of its own:
// the provider's with the account behind it. The installation's account has the provider's
// name alone. Rows of what was paid have this name, so that whatever comes of it later is
// asked of the account that it began with.
func AccountName(provider, account string) string { return provider + "@" + account }

// CutAccount parts a name into the provider and its account, "" for the installation's.
func CutAccount(name string) (provider, account string) {
	provider, account, _ = strings.Cut(name, "@")
	return provider, account
}

// titles are the names that people know providers by.
var titles = map[string]string{"stripe": "Stripe", "paypal": "PayPal", "testpay": "Testpay"}

// Titles are the names that people know providers by, by the provider's. The web app has
// them from here.
func Titles() map[string]string { return maps.Clone(titles) }

// WithAccounts returns the names of the providers at which an organization can have an
// account of its own, in the order in which people are to see them.
func WithAccounts() []string { return []string{"stripe", "paypal"} }

// Title is the name that people know a provider by, "" if there is none.
func Title(name string) string {
	provider, _ := CutAccount(name)
	return titles[provider]
}

// Named returns the provider of that name; ok is false when it is not switched on.
func (p Providers) Named(name string) (one Provider, ok bool) {
	i := slices.IndexFunc(p, func(one Provider) bool { return one.Name() == name })
	if i < 0 {
		return nil, false
	}
	return p[i], true
}
