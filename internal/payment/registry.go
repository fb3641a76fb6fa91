package payment

import (
	"fmt"
	"slices"
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

// titles are the names that people know providers by.
var titles = map[string]string{"stripe": "Stripe", "paypal": "PayPal"}

// Title is the name that people know a provider by, "" if there is none.
func Title(name string) string { return titles[name] }

// Named returns the provider of that name; ok is false when it is not switched on.
func (p Providers) Named(name string) (one Provider, ok bool) {
	i := slices.IndexFunc(p, func(one Provider) bool { return one.Name() == name })
	if i < 0 {
		return nil, false
	}
	return p[i], true
}
