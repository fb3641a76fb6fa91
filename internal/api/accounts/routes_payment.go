package accounts

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) paymentAccountRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ManagePaymentAccounts, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/organization/payment-accounts", ID: "list-payment-accounts", Tag: access.TagMembers,
			Summary:     "List payment accounts",
			Description: "The organization's own accounts at payment providers, without their keys, the oldest first; and which events a webhook has to send.",
		}, h.listPaymentAccounts),
		access.On(identity.ManagePaymentAccounts, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/organization/payment-accounts", ID: "add-payment-account", Tag: access.TagMembers,
			Status: http.StatusCreated, Summary: "Add a payment account",
			Description: "With the keys that make payments. The answer has the address for the provider's webhook; its secret or ID is given with " +
				"`:change-keys`, and from then on new orders are paid to the account, and to no account of the installation. " +
				"An earlier one at the same provider is retired: payments that began there are refunded there.",
			Problems: []httpapi.Kind{kindAccountLimit},
			Example:  map[string]any{"provider": "stripe", "secret_key": "rk_live_51H8example"},
		}, h.addPaymentAccount),
		access.On(identity.ManagePaymentAccounts, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/organization/payment-accounts/{account_id}:change-keys", ID: "change-payment-keys", Tag: access.TagMembers,
			Summary: "Change the keys of a payment account",
			Description: "What is absent stays. The keys must be of the same account at the provider: what was paid to it is refunded with them. " +
				"Another account is added as a new one.",
			Problems: []httpapi.Kind{kindOtherAccount, kindAccountClosed, kindKeysDenied, kindProviderSilent},
			Example:  map[string]any{"webhook_secret": "whsec_example"},
		}, h.changePaymentKeys),
		access.On(identity.ManagePaymentAccounts, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/organization/payment-accounts/{account_id}:test", ID: "test-payment-account", Tag: access.TagMembers,
			Summary:     "Test a payment account",
			Description: "Asks the provider whether the keys work, and whether a webhook sends all events to the account's address. No money moves.",
			Problems:    []httpapi.Kind{kindAccountClosed},
			Answer:      PaymentAccountTest{Keys: "work", Webhook: "found", Missing: []string{}},
		}, h.testPaymentAccount),
		access.On(identity.ManagePaymentAccounts, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/organization/payment-accounts/{account_id}", ID: "remove-payment-account", Tag: access.TagMembers,
			Summary: "Remove a payment account",
			Description: "No new order is paid to it. If something was, its keys are kept for refunds and disputes until 180 days after the last of those events, " +
				"and are deleted then; if not, they are deleted at once.",
		}, h.removePaymentAccount),
	}
}
