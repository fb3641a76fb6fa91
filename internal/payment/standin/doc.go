// Package standin has stand-ins of the payment providers for tests: as strict as their
// public documents say that they are, with several accounts that know nothing of each
// other. Payers do what a test has them do, and nothing is sent by itself: what happened
// is returned as the webhook that the provider would send. Only tests call it.
//
// Sources: docs.stripe.com/api, developer.paypal.com/docs/api.
package standin

import (
	"encoding/json"
	"net/http"
)

// Webhook is a notification as a provider sends it.
type Webhook struct {
	Header http.Header
	Body   []byte
}

type object = map[string]any

// encode writes what can be written.
func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}
