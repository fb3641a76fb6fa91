package payment

import "context"

// Named gives a provider the name of an account. Whether it captures stays; t tests its
// keys.
func Named(p Provider, t Tester, name string) Provider {
	if _, ok := p.(Capturer); ok {
		return capturingAccount{account{p, t, name}}
	}
	return account{p, t, name}
}

// account is a provider with the keys of an account.
type account struct {
	Provider
	tester Tester
	name   string
}

// Name is the provider's name with the account behind it.
func (a account) Name() string { return a.name }

// Test tests the account's keys.
func (a account) Test(ctx context.Context, address string) (Tested, error) {
	return a.tester.Test(ctx, address)
}

type capturingAccount struct{ account }

// Capture takes the money of an approved checkout.
func (a capturingAccount) Capture(ctx context.Context, checkoutID, attempt string) (CheckoutStatus, error) {
	return a.Provider.(Capturer).Capture(ctx, checkoutID, attempt)
}
