package settlement_test

import inmemory "github.com/holdfast-events/holdfast/internal/payment/bank"

// What payments are made at in these tests.
type (
	bank    = inmemory.Bank
	page    = inmemory.Page
	given   = inmemory.Given
	webhook = inmemory.Webhook
)

var newBank = inmemory.New
